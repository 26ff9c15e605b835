//! Levels of races: chances by three sources, what is found, and what is believed.

use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::cost::Cost;
use spar_challenge::generate::{Pick, Request, Span, Wanted};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::judge::Verdict;
use spar_challenge::level::Match;
use spar_challenge::player::{Player, Ties};
use spar_challenge::race::{Counts, Course, Meeting, Meetings, Tries, find, level, stands};
use spar_challenge::verify::{Claimed, Doubt, check_race};
use spar_games::ladders::{Ladders, Setup};
use spar_rules::{Game, Notation, Race, Side, SplitMix, Stochastic, Turn};
use spar_solve::Interval;
use spar_solve::mdp::race::pairs::{PairPolicy, Rival, Setting, follow};
use spar_solve::mdp::race::{Policy, Track};
use spar_solve::{Budget, Silent};
use std::ops::ControlFlow;

const PLAYERS: [Player; 4] = [Player::Random, Player::Novice, Player::Fastest, Player::Perfect];

fn game(settings: &[(&str, &str)]) -> Ladders {
    Ladders::new(Setup::read(settings).unwrap()).unwrap()
}

/// The paper's board, a bouncing one, one with snakes near the goal, and a random one.
fn boards() -> Vec<Ladders> {
    vec![
        game(&[]),
        game(&[("n", "12"), ("jumps", "2-7.8-3"), ("overflow", "bounce")]),
        game(&[("n", "10"), ("jumps", "8-4.7-1")]),
        game(&[("board", "random"), ("n", "30"), ("seed", "5")]),
    ]
}

fn course(game: &Ladders) -> Course {
    Course::of(game, &Budget::unlimited()).unwrap()
}

fn met(game: &Ladders, course: &Course, players: (Player, Player), counts: Counts) -> Meeting {
    Meeting::of(game, course, players, counts, &Budget::unlimited()).unwrap()
}

fn both(game: &Ladders, course: &Course, players: (Player, Player)) -> Meetings {
    Meetings::of(game, course, players, &Budget::unlimited()).unwrap()
}

/// All starts of the first side.
fn starts(game: &Ladders) -> Vec<<Ladders as Game>::Position> {
    let stands = stands(game);
    let squares: Vec<u32> = (0..game.squares() - 1).filter(|it| stands[*it as usize]).collect();
    let pairs = squares.iter().flat_map(|own| squares.iter().map(|other| [*own, *other]));
    pairs.map(|pair| game.facing(pair, Side::First)).collect()
}

fn of(learner: Player, opponent: Player) -> Match {
    Match { learner, opponent, ties: Ties::Any, thresholds: Thresholds::default() }
}

#[test]
fn two_players_meet_as_the_solver_says() {
    for game in boards() {
        let (track, course) = (Track::of(&game), course(&game));
        let takes = |player| {
            let n = game.squares();
            let action = |own| course.choices(&game, player, [own, 0]).unwrap()[0] as u8;
            Policy((0..n).map(action).collect())
        };
        let (novice, fastest) = (takes(Player::Novice), takes(Player::Fastest));
        for (ours, theirs, players) in [
            (&novice, &fastest, (Player::Novice, Player::Fastest)),
            (&fastest, &novice, (Player::Fastest, Player::Novice)),
        ] {
            let setting = Setting::wins(Rival::Alone(theirs));
            let policy = PairPolicy::alone(ours);
            let budget = Budget::unlimited();
            let solved = follow(&track, &policy, &setting, 1e-9, &budget, &Silent).unwrap();
            let met = met(&game, &course, players, Counts::Wins);
            for position in starts(&game) {
                let [own, other] = game.squares_of(&position).map(|it| it as usize);
                let (found, told) =
                    (met.chance(&game, &position, Side::First), solved.at(own, other));
                assert!(found.low <= told.high && told.low <= found.high, "{own} {other}");
                assert!(found.high - found.low < 1e-9, "{own} {other}: {found:?}");
            }
        }
    }
}

/// Plays a race, and tells whether the first side won and whether it made no slip.
fn played(
    game: &Ladders,
    course: &Course,
    start: &<Ladders as Game>::Position,
    players: (Player, Player),
    random: &mut SplitMix,
) -> (bool, bool) {
    let (mut here, mut clean) = (*start, true);
    loop {
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        let mv = match game.turn(&here) {
            Turn::Over(outcome) => {
                return (outcome == spar_rules::Outcome::Win(Side::First), clean);
            }
            Turn::Roll => {
                let all: Vec<_> = moves
                    .iter()
                    .flat_map(|mv| vec![*mv; game.weight(&here, *mv) as usize])
                    .collect();
                random.pick(&all).unwrap()
            }
            Turn::Play(side) => {
                let player = if side == Side::First { players.0 } else { players.1 };
                let mv = random.pick(&course.habits(game, &here, player).unwrap()).unwrap();
                if side == Side::First {
                    let chances = course.evaluate(game, &here).chances.unwrap();
                    let verdict = Cost::of(&chances, &mv).unwrap().verdict();
                    clean &= !matches!(verdict, Verdict::Costs { .. });
                }
                mv
            }
        };
        here = game.after(&here, mv);
    }
}

#[test]
fn chances_are_what_comes_of_many_games() {
    let plays = 4000;
    for game in boards().into_iter().take(3) {
        let course = course(&game);
        let mut random = SplitMix::new(3);
        for players in [(Player::Random, Player::Fastest), (Player::Novice, Player::Perfect)] {
            let start = game.start();
            let results: Vec<_> =
                (0..plays).map(|_| played(&game, &course, &start, players, &mut random)).collect();
            let shares = [
                results.iter().filter(|it| it.0).count() as f64 / f64::from(plays),
                results.iter().filter(|it| it.1).count() as f64 / f64::from(plays),
            ];
            for (counts, share) in [Counts::Wins, Counts::NoSlip].into_iter().zip(shares) {
                let chance =
                    met(&game, &course, players, counts).chance(&game, &start, Side::First);
                let spread =
                    4.5 * (chance.middle() * (1.0 - chance.middle()) / f64::from(plays)).sqrt();
                let off = (chance.middle() - share).abs();
                assert!(off <= spread + 1e-9, "{players:?} {counts:?}: {chance:?}, played {share}");
            }
        }
    }
}

#[test]
fn best_play_never_slips_and_levels_differ() {
    for game in boards() {
        let course = course(&game);
        let tries = Tries::of(&game, &course, Player::Fastest, &Budget::unlimited()).unwrap();
        let mut ratings = Vec::new();
        for position in starts(&game) {
            let rating = tries.rating(&game, &position, Side::First).unwrap();
            assert!(rating.solved[3].low > 1.0 - 1e-9, "{}", game.write_position(&position));
            ratings.push(rating.rating);
        }
        assert!(ratings.iter().max() > ratings.iter().min(), "some are harder than others");
    }
}

fn wanted(of: Match) -> Wanted {
    Wanted {
        of,
        side: None,
        wins_in: None,
        hardness: Vec::new(),
        easy_from: None,
        chance: None,
        even: None,
    }
}

fn found(game: &Ladders, wanted: &Wanted, count: u64, pick: Pick, seed: u64) -> Vec<(String, f64)> {
    let request = Request { wanted, also: &|_| true, count, pick, seed };
    let mut all = Vec::new();
    let mut take = |level: spar_challenge::generate::Found<Ladders>| {
        assert_eq!(game.side(&level.position), level.side, "the learner moves first");
        all.push((game.write_position(&level.position), level.chances.to_f64()[0]));
        ControlFlow::Continue(())
    };
    let course = course(game);
    find(game, &course, &request, &Budget::unlimited(), &mut take).unwrap();
    all
}

#[test]
fn levels_are_those_that_fit_in_an_order_that_the_seed_settles() {
    let game = game(&[]);
    let of = of(Player::Fastest, Player::Novice);
    let every = found(&game, &wanted(of), u64::MAX, Pick::Fair, 1);
    // Squares 1, 7, 11, 13 and 14 are left at once, 19 is the goal: 14 are left.
    assert_eq!(every.len(), 2 * 14 * 14);
    let hard = Wanted { hardness: vec![Hardness::Hard], ..wanted(of) };
    let all_hard = found(&game, &hard, u64::MAX, Pick::Fair, 1);
    let is_hard = |it: &&(String, f64)| it.1 <= 1.0 / 3.0;
    assert_eq!(all_hard.len(), every.iter().filter(is_hard).count());
    assert!(!all_hard.is_empty() && all_hard.len() < every.len());
    let half = |within: u128| {
        let at = |it| Fraction::new(it, 100).unwrap();
        Some(Span { least: at(50 - within), most: at(50 + within) })
    };
    let even = found(&game, &Wanted { even: half(5), ..wanted(of) }, u64::MAX, Pick::Fair, 1);
    assert!(!even.is_empty() && even.iter().all(|it| (0.45..=0.55).contains(&it.1)));
    let some = |seed| found(&game, &wanted(of), 3, Pick::Fair, seed);
    assert_eq!(some(7), some(7));
    assert_ne!(some(7), some(8));
    let first = Wanted { side: Some(Side::First), ..wanted(of) };
    assert_eq!(found(&game, &first, u64::MAX, Pick::Fair, 1).len(), 14 * 14);
    let steps = found(&game, &wanted(of), 5, Pick::Graded, 1);
    assert_eq!(steps.len(), 5);
    assert!(steps.windows(2).all(|pair| pair[0].1 >= pair[1].1), "from easy to hard");
}

#[test]
fn what_is_claimed_is_proved_again_by_plain_code() {
    for game in boards().into_iter().take(3) {
        let course = course(&game);
        let starts = starts(&game);
        for learner in PLAYERS {
            for opponent in PLAYERS {
                let met = both(&game, &course, (learner, opponent));
                let position = &starts[starts.len() / 3];
                let Chances::Bounded { win, draw, loss } =
                    level(&game, &met, of(learner, opponent), position, Side::First).chances
                else {
                    panic!("a race has bounds");
                };
                let pair = |it: Interval| (it.low, it.high);
                let claimed = Claimed::Bounded([pair(win), pair(draw), pair(loss)]);
                let check = |claimed, most| {
                    check_race(&game, position, Side::First, [learner, opponent], claimed, most)
                };
                assert_eq!(check(claimed, 10_000), Ok(()), "{learner} {opponent}");
                let off = |it: Interval| ((it.low - 1e-6).max(0.0), (it.high - 1e-6).max(0.0));
                let wrong = Claimed::Bounded([off(win), pair(draw), pair(loss)]);
                assert!(
                    matches!(check(wrong, 10_000), Err(Doubt::Chance { .. })),
                    "{learner} {opponent} {win:?}"
                );
                let wide = Claimed::Bounded([(0.0, 1.0), (0.0, 0.0), (0.0, 1.0)]);
                assert!(matches!(check(wide, 10_000), Err(Doubt::Wide { .. })));
                assert!(matches!(check(claimed, 10), Err(Doubt::TooMuch { .. })));
            }
        }
    }
}

#[test]
fn games_that_go_on_for_ever_are_nobodys() {
    // Both may wait below the last snake, a step for ever.
    let waiting = game(&[("n", "9"), ("jumps", "2-1.3-2.4-3.5-4.7-6")]);
    let met = both(&waiting, &course(&waiting), (Player::Novice, Player::Novice));
    let start = waiting.read_position("1-0-first").unwrap();
    let Chances::Bounded { win, draw, loss } = met.chances(&waiting, &start, Side::First) else {
        panic!("a race has bounds");
    };
    // By elimination with sixty digits.
    for (found, known) in
        [(win, 0.349_927_304_448_967), (draw, 0.392_307_692_307_692), (loss, 0.257_765_003_243_340)]
    {
        assert!((found.middle() - known).abs() < 1e-9 && found.width() < 1e-8, "{found:?}");
    }
    // Every claim about boards on which one can wait is proved again, or too much to prove.
    let boards = [waiting, game(&[("n", "8"), ("jumps", "4-3.5-0")]), game(&[("n", "5")])];
    let (mut proved, mut left) = (0, 0);
    for game in boards {
        let course = course(&game);
        for (learner, opponent) in PLAYERS.iter().flat_map(|it| PLAYERS.map(|other| (*it, other))) {
            let met = both(&game, &course, (learner, opponent));
            for position in starts(&game) {
                let chances = met.chances(&game, &position, Side::First);
                let Chances::Bounded { win, draw, loss } = chances else { panic!("bounds") };
                let claimed = Claimed::Bounded([win, draw, loss].map(|it| (it.low, it.high)));
                let players = [learner, opponent];
                match check_race(&game, &position, Side::First, players, claimed, 10_000) {
                    Ok(()) => proved += 1,
                    Err(Doubt::TooMuch { .. }) => left += 1,
                    Err(doubt) => panic!("{learner} {opponent} {position:?}: {doubt}"),
                }
            }
        }
    }
    assert!(proved > 20 * left, "{proved} proved, {left} too much");
}
