//! Games with rolls: who may roll, the effect of undo, and chances compared with a second
//! source.

use crate::copycat::check_history;
use spar_challenge::cost::Cost;
use spar_challenge::explain::{Explainer, Pictures};
use spar_challenge::judge::{Goal, Verdict};
use spar_challenge::policy::{self, Player, Roster, Ties, Unknown, Weights};
use spar_challenge::review::review;
use spar_challenge::say::Voices;
use spar_challenge::session::{By, Event, Plan, Seats, Session, SessionError, State, answer, roll};
use spar_challenge::track::{Course, CoursePlayers, FASTEST, NOVICE, actions};
use spar_games::ladders::{Ladders, Move, Position, Setup};
use spar_rules::{
    Game, Notation, Separable, Side, SplitMix, Stochastic, Turn, read_position_and_moves,
};
use spar_solve::Budget;

fn game(settings: &[(&str, &str)]) -> Ladders {
    Ladders::new(Setup::read(settings).unwrap()).unwrap()
}

fn read(game: &Ladders, text: &str) -> Position {
    read_position_and_moves(game, text).unwrap()
}

fn begun(game: &Ladders, start: &str, goal: Option<Goal>) -> Session<Ladders> {
    let seats = Seats::against(Side::First, Player::of_kind(&FASTEST));
    Session::new(game, Plan { start: read(game, start), seats, goal }).unwrap()
}

fn rolled(game: &Ladders, session: &Session<Ladders>, seed: u64) -> Option<Move> {
    roll(game, session, seed, Ladders::weight)
}

fn person(mv: Move) -> Event<Move> {
    Event::Move { mv, by: By::Person }
}

fn chance(mv: Move) -> Event<Move> {
    Event::Move { mv, by: By::Chance }
}

/// Plays a whole game with random choices; the seed determines the rolls.
fn play_out(game: &Ladders, session: &mut Session<Ladders>, seed: u64) {
    let mut random = SplitMix::new(seed);
    while session.state() == State::Open {
        let event = if let Some(mv) = rolled(game, session, seed) {
            chance(mv)
        } else {
            let mut moves = Vec::new();
            game.moves(session.here(), &mut moves);
            let mv = random.pick(&moves).unwrap();
            let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
            Event::Move { mv, by }
        };
        session.apply(game, event).unwrap();
    }
}

#[test]
fn a_game_with_rolls_is_the_fold_of_its_log() {
    let game = game(&[]);
    for seed in 0..50 {
        let mut session = begun(&game, "start", None);
        play_out(&game, &mut session, seed);
        let again = Session::replay(&game, session.plan().clone(), session.log().to_vec()).unwrap();
        assert_eq!((again.plies(), again.here()), (session.plies(), session.here()));
        let by_chance = session.plies().iter().filter(|it| it.by == By::Chance);
        assert!(by_chance.clone().count() > 0);
        for ply in by_chance {
            assert_eq!(game.turn(&ply.before), Turn::Roll);
        }
    }
}

#[test]
fn nobody_chooses_a_roll_and_nothing_else_is_rolled() {
    let game = game(&[]);
    let mut session = begun(&game, "start", None);
    let refused = |session: &mut Session<Ladders>, event| session.apply(&game, event).unwrap_err();
    assert_eq!(refused(&mut session, chance(Move::Take(1))), SessionError::NothingToRoll);
    assert_eq!(refused(&mut session, person(Move::Roll(3))), SessionError::NoMove);
    session.apply(&game, person(Move::Take(1))).unwrap();
    assert!(session.rolls() && session.person_to_move().is_none());
    assert_eq!(refused(&mut session, person(Move::Roll(3))), SessionError::Rolls);
    let program = Event::Move { mv: Move::Roll(3), by: By::Program };
    assert_eq!(refused(&mut session, program), SessionError::Rolls);
    assert_eq!(refused(&mut session, Event::Hint(1)), SessionError::Rolls);
    assert_eq!(refused(&mut session, chance(Move::Roll(7))), SessionError::NoMove);
    session.apply(&game, chance(Move::Roll(3))).unwrap();
    assert_eq!(session.plies()[1].side, Side::First, "it was rolled for the side that chose");
}

#[test]
fn undo_goes_back_to_the_decision_and_changes_no_roll() {
    let game = game(&[]);
    for seed in 0..200 {
        let mut session = begun(&game, "start", None);
        session.apply(&game, person(Move::Take(2))).unwrap();
        let first = rolled(&game, &session, seed).unwrap();
        session.apply(&game, chance(first)).unwrap();
        session.apply(&game, Event::Undo).unwrap();
        assert_eq!((session.here(), session.plies().len()), (&game.start(), 0));
        session.apply(&game, person(Move::Take(1))).unwrap();
        let other = rolled(&game, &session, seed).unwrap();
        assert!(matches!(other, Move::Roll(1..=6)));
        session.apply(&game, Event::Undo).unwrap();
        session.apply(&game, person(Move::Take(2))).unwrap();
        assert_eq!(rolled(&game, &session, seed), Some(first), "the same choice rolls the same");
    }
}

#[test]
fn rolls_are_as_likely_as_the_dice_make_them() {
    let game = game(&[]);
    let mut counts = [0_u32; 13];
    let plays = 36_000;
    for seed in 0..plays {
        let mut session = begun(&game, "start", None);
        session.apply(&game, person(Move::Take(2))).unwrap();
        let Some(Move::Roll(steps)) = rolled(&game, &session, seed) else { panic!("it rolls") };
        counts[usize::from(steps)] += 1;
    }
    for (steps, count) in counts.iter().enumerate() {
        let ways = (1..=6_usize).filter(|one| (1..=6).contains(&steps.wrapping_sub(*one))).count();
        let expected = ways as f64 * 1000.0;
        let off = (f64::from(*count) - expected).abs();
        assert!(off <= 4.0 * expected.sqrt(), "{steps}: {count}, not about {expected}");
    }
}

#[test]
fn a_slip_that_stands_decides_a_level_and_the_end_solves_it() {
    let game = game(&[]);
    let mut session = begun(&game, "start", Some(Goal::Best));
    assert_eq!(session.apply(&game, Event::Missed), Err(SessionError::NothingMissed));
    session.apply(&game, person(Move::Take(0))).unwrap();
    assert!(session.decided().is_none());
    session.apply(&game, Event::Missed).unwrap();
    assert_eq!(session.apply(&game, Event::Missed), Err(SessionError::NothingMissed));
    let decided = session.decided().unwrap();
    assert!(!decided.solved && session.missed() == 1);
    session.apply(&game, Event::Undo).unwrap();
    assert_eq!(session.decided(), Some(decided), "a try is decided once");
    for seed in 0..20 {
        let mut session = begun(&game, "start", Some(Goal::Best));
        play_out(&game, &mut session, seed);
        assert!(session.decided().unwrap().solved, "whoever wins");
    }
    let mut session = begun(&game, "start", Some(Goal::Best));
    session.apply(&game, Event::Resign(Side::First)).unwrap();
    assert!(!session.decided().unwrap().solved, "who gives up solves nothing");
    let mut plain = begun(&game, "start", None);
    plain.apply(&game, person(Move::Take(0))).unwrap();
    assert_eq!(plain.apply(&game, Event::Missed), Err(SessionError::NoLevel));
}

/// The exact fractions of the reference: the chance of the first player if both play their
/// best.
/// play best.
#[test]
fn chances_are_those_of_the_reference() {
    let cases: [(&str, &str, &str, f64); 5] = [
        ("3", "none", "stay", 5.0 / 6.0),
        ("5", "none", "stay", 65.0 / 108.0),
        ("8", "2-6.5-1", "stay", 587.0 / 972.0),
        ("8", "2-6.5-1", "bounce", 8821.0 / 13608.0),
        ("6", "3-1", "bounce", 17.0 / 27.0),
    ];
    for (n, jumps, overflow, chance) in cases {
        let game = game(&[("board", "plain"), ("n", n), ("jumps", jumps), ("overflow", overflow)]);
        let course = Course::of(&game, &Budget::unlimited()).unwrap();
        let here = course.evaluate(&game, &game.start()).chances().unwrap().here;
        assert!(here.low <= chance && chance <= here.high, "{n} {jumps} {overflow}: {here:?}");
        assert!(here.high - here.low < 1e-8);
    }
}

#[test]
fn chances_of_choices_and_rolls_fit_together() {
    let game = game(&[]);
    let course = Course::of(&game, &Budget::unlimited()).unwrap();
    for own in 0..19 {
        for other in 0..19 {
            let position = game.facing([own, other], Side::First);
            let evaluation = course.evaluate(&game, &position);
            let chances = evaluation.chances().unwrap();
            let most = chances.moves.iter().map(|it| it.1.high).fold(0.0, f64::max);
            assert!((chances.here.high - most).abs() < 1e-8);
            let best = chances.moves.iter().find(|it| Some(it.0) == chances.best).unwrap().1;
            assert!(best.high > most - 1e-8, "{own} {other}");
            for &(mv, chance) in &chances.moves {
                let next = game.after(&position, mv);
                let known = course.evaluate(&game, &next);
                let here = known.chance().unwrap();
                let same = game.side(&next) == Side::First;
                let here = if same { here } else { here.opposite() };
                assert!((here.middle() - chance.middle()).abs() < 1e-8, "{own} {other} {mv:?}");
            }
        }
    }
}

#[test]
fn the_players_of_a_race_choose_as_the_reference_says() {
    let letters = |game: &Ladders, player: Player| -> String {
        let course = Course::of(game, &Budget::unlimited()).unwrap();
        let mut policy = CoursePlayers(&course).policy(&player).unwrap();
        let letter = |square| {
            let chosen = actions(game, &mut *policy, [square, 0]).unwrap();
            assert_eq!(chosen.len(), 1, "{player} {square}");
            game.actions()[chosen[0].0].letter
        };
        (0..game.squares() - 1).map(letter).collect()
    };
    let gates = game(&[("board", "plain"), ("n", "8"), ("jumps", "2-6.5-1")]);
    assert_eq!(letters(&gates, Player::of_kind(&FASTEST)), "11DD111");
    let line = game(&[("board", "plain"), ("n", "10"), ("jumps", "none")]);
    assert_eq!(letters(&line, Player::of_kind(&FASTEST)), "TTTDDD111");
    assert_eq!(letters(&line, Player::of_kind(&NOVICE)), "TTTTDDD11");
    let course = Course::of(&line, &Budget::unlimited()).unwrap();
    let roster: &dyn Roster<'_, Ladders> = &CoursePlayers(&course);
    assert!(roster.policy(&Player::foresight(1, Ties::Any)).is_none());
    let mut random = roster.policy(&Player::random()).unwrap();
    assert_eq!(actions(&line, &mut *random, [0, 0]).unwrap(), [(0, 1), (1, 1), (2, 1)]);
}

#[test]
fn who_remembers_sees_the_rolls_too() {
    /// Takes the opponent's previous action, ignoring rolls.
    struct Copycat(Position);
    impl policy::Policy<Ladders> for Copycat {
        fn weights(
            &mut self,
            seen: &policy::Seen<'_, Ladders>,
            out: &mut Weights<Ladders>,
        ) -> Result<(), Unknown> {
            check_history(seen, &self.0);
            let chosen = |it: &&(Position, Move)| matches!(seen.game.turn(&it.0), Turn::Play(_));
            out.extend(seen.history.iter().rev().find(chosen).map(|it| (it.1, 1)));
            Ok(())
        }

        fn is_memoryless(&self) -> bool {
            false
        }
    }
    let game = game(&[]);
    let mut taken = [0; 3];
    for seed in 0..30 {
        let (mut session, mut random) = (begun(&game, "start", None), SplitMix::new(seed));
        let mut own = None;
        while session.state() == State::Open {
            let event = if let Some(mv) = rolled(&game, &session, seed) {
                chance(mv)
            } else if session.person_to_move().is_some() {
                let mut moves = Vec::new();
                game.moves(session.here(), &mut moves);
                own = random.pick(&moves);
                person(own.unwrap())
            } else {
                let start = session.plan().start;
                let (mv, by) = answer(&game, &session, seed, None, &mut Copycat(start)).unwrap();
                assert_eq!((Some(mv), by), (own, By::Program), "{seed}");
                let mut moves = Vec::new();
                game.moves(session.here(), &mut moves);
                taken[moves.iter().position(|it| *it == mv).unwrap()] += 1;
                Event::Move { mv, by }
            };
            session.apply(&game, event).unwrap();
        }
    }
    assert!(taken.iter().all(|it| *it > 10), "{taken:?}");
}

#[test]
fn a_review_says_what_each_choice_cost_and_each_roll_brought() {
    let game = game(&[]);
    let course = Course::of(&game, &Budget::unlimited()).unwrap();
    let mut session = begun(&game, "17-18-first", None);
    // The opponent is one step from the goal: only trying to reach it at once gives a chance.
    let position = *session.here();
    let evaluation = course.evaluate(&game, &position);
    let chances = evaluation.chances().unwrap();
    let worst = chances.moves.iter().min_by(|a, b| a.1.low.total_cmp(&b.1.low)).unwrap().0;
    let cost = Cost::of(chances, &worst).unwrap();
    let Verdict::Costs { points } = cost.verdict() else { panic!("{cost:?}") };
    session.apply(&game, person(worst)).unwrap();
    while let Some(mv) = rolled(&game, &session, 3) {
        session.apply(&game, chance(mv)).unwrap();
    }
    let voices = Voices { names: ["Full", "Hollow"], person: Some(Side::First) };
    let ask = |position: &Position| course.evaluate(&game, position);
    let explainer = Explainer::new(&game, Pictures::default(), voices);
    let none = |_: &Position, _, _| Ok(Vec::new());
    let named = |position: &Position, mv| game.write_move(position, mv);
    let review = review(&game, &session, &explainer, ask, none, None, named);
    assert!(review.exact);
    assert_eq!(review.slip, Some(0));
    assert_eq!(review.headline, format!("Your 1st choice cost {points} points."));
    let slip = &review.moves[0];
    assert_eq!(slip.chance.unwrap().cost.map(|it| it.points()), Some(points));
    assert_eq!(slip.better.as_ref().unwrap().story.moves.len(), 1);
    if let Some(roll) = review.moves.get(1) {
        assert_eq!((roll.by, roll.verdict), (By::Chance, Verdict::Unknown));
        assert!(roll.sentence.starts_with("You rolled "), "{}", roll.sentence);
        assert_eq!(roll.chance.unwrap().cost, None);
    }
}
