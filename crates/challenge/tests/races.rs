//! Levels of races: chances from three sources, generation, and verification.

use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::cost::Cost;
use spar_challenge::generate::{Even, Found, Pick, Request, Span, Wanted};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::judge::Verdict;
use spar_challenge::level::Match;
use spar_challenge::policy::{self, Both, Player, Roster as _, Seen, Ties};
use spar_challenge::track::{
    Counts, Course, CoursePlayers, FASTEST, LEAST, Meeting, Meetings, NOVICE, Tries, actions, find,
    level, stands,
};
use spar_challenge::verify::{Claimed, Doubt, TrackClaim, check_track};
use spar_games::ladders::{Ladders, Setup};
use spar_rules::{Game, Notation, Separable, Side, SplitMix, Stochastic, Turn};
use spar_solve::mdp::track::pairs::{PairPolicy, Rival, Setting, best_response, follow};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Interval, Silent};
use std::ops::ControlFlow;

fn novice() -> Player {
    Player::of_kind(&NOVICE)
}

fn fastest() -> Player {
    Player::of_kind(&FASTEST)
}

fn players() -> [Player; 4] {
    [Player::random(), novice(), fastest(), Player::perfect()]
}

fn game(settings: &[(&str, &str)]) -> Ladders {
    Ladders::new(Setup::read(settings).unwrap()).unwrap()
}

/// The paper's board, a board with bouncing, one with snakes near the goal, and a random one.
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

fn met(game: &Ladders, course: &Course, players: (&Player, &Player), counts: Counts) -> Meeting {
    Meeting::of(game, course, players, counts, &Budget::unlimited()).unwrap()
}

fn both(game: &Ladders, course: &Course, players: (&Player, &Player)) -> Meetings {
    Meetings::of(game, course, players, &Budget::unlimited()).unwrap()
}

/// The numbers of the actions that a player chooses from, all with the same probability; empty
/// if the race is over.
fn choices(game: &Ladders, course: &Course, player: &Player, squares: [u32; 2]) -> Vec<usize> {
    let mut policy = CoursePlayers(course).policy(player).unwrap();
    let chosen = actions(game, &mut *policy, squares).unwrap();
    assert!(chosen.iter().all(|it| it.1 == chosen[0].1), "{player} {chosen:?}");
    chosen.into_iter().map(|it| it.0).collect()
}

/// The policy of a player that ignores the opponent.
fn alone(game: &Ladders, course: &Course, player: &Player) -> Policy {
    let goal = game.squares() - 1;
    let action = |own| match *choices(game, course, player, [own, 0]) {
        [one] => one as u8,
        ref all => panic!("{player} {own}: {all:?}"),
    };
    // There is no choice on the goal.
    Policy((0..goal).map(action).chain([0]).collect())
}

/// All starts of the first side.
fn starts(game: &Ladders) -> Vec<<Ladders as Game>::Position> {
    let stands = stands(game);
    let squares: Vec<u32> = (0..game.squares() - 1).filter(|it| stands[*it as usize]).collect();
    let pairs = squares.iter().flat_map(|own| squares.iter().map(|other| [*own, *other]));
    pairs.map(|pair| game.facing(pair, Side::First)).collect()
}

fn of(learner: &Player, opponent: &Player) -> Match {
    let (learner, opponent) = (learner.clone(), opponent.clone());
    Match { learner, opponent, ties: Ties::Any, thresholds: Thresholds::default() }
}

#[test]
fn two_players_meet_as_the_solver_says() {
    for game in boards() {
        let (track, course) = (Track::of(&game), course(&game));
        for (one, other) in [(&novice(), &fastest()), (&fastest(), &novice())] {
            let [ours, theirs] = [one, other].map(|it| alone(&game, &course, it));
            let setting = Setting::wins(Rival::Alone(&theirs));
            let policy = PairPolicy::alone(&ours);
            let budget = Budget::unlimited();
            let solved = follow(&track, &policy, &setting, 1e-9, &budget, &Silent).unwrap();
            let met = met(&game, &course, (one, other), Counts::Wins);
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

/// Plays a race. Returns whether the first side won and whether it made no slip.
fn played(
    game: &Ladders,
    course: &Course,
    start: &<Ladders as Game>::Position,
    players: (&Player, &Player),
    random: &mut SplitMix,
) -> (bool, bool) {
    let mut both = Both::named(&CoursePlayers(course), players.0, players.1).unwrap();
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
                let chosen = policy::choose(&mut both, &Seen::at(game, &here), random);
                let mv = chosen.unwrap().unwrap();
                if side == Side::First {
                    let evaluation = course.evaluate(game, &here);
                    let chances = evaluation.chances().unwrap();
                    let verdict = Cost::of(chances, &mv).unwrap().verdict();
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
        for players in [(&Player::random(), &fastest()), (&novice(), &Player::perfect())] {
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
        let tries = Tries::of(&game, &course, &fastest(), &Budget::unlimited()).unwrap();
        let mut ratings = Vec::new();
        for position in starts(&game) {
            let rating = tries.rating(&game, &position, Side::First).unwrap();
            let text = game.write_position(&position);
            assert_eq!(rating.solved[3], Interval::exact(1.0), "sure, so exact: {text}");
            ratings.push(rating.rating);
        }
        assert!(ratings.iter().max() > ratings.iter().min(), "some are harder than others");
    }
}

#[test]
fn tries_count_against_a_budget() {
    let game = game(&[]);
    let (course, few) = (course(&game), Budget::unlimited().with_nodes(20));
    assert!(Tries::of(&game, &course, &fastest(), &few).is_err());
    let stopped = Budget::unlimited();
    stopped.stop();
    assert!(Tries::of(&game, &course, &fastest(), &stopped).is_err());
    assert!(Tries::of(&game, &course, &fastest(), &Budget::unlimited()).is_ok());
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
        needs_choice: false,
    }
}

fn levels(
    game: &Ladders,
    wanted: &Wanted,
    count: u64,
    pick: Pick,
    seed: u64,
) -> Vec<Found<Ladders>> {
    let request = Request { wanted, also: &|_| true, count, pick, seed };
    let mut all = Vec::new();
    let mut take = |level: Found<Ladders>| {
        assert_eq!(game.side(&level.position), level.side, "the learner moves first");
        all.push(level);
        ControlFlow::Continue(())
    };
    let course = course(game);
    find(game, &course, &request, &Budget::unlimited(), &mut take).unwrap();
    all
}

/// The levels found, with the learner's share of the best chance.
fn found(game: &Ladders, wanted: &Wanted, count: u64, pick: Pick, seed: u64) -> Vec<(String, f64)> {
    let share = |level: &Found<Ladders>| {
        level.chances.to_f64()[0] / level.best.as_ref().unwrap().chance.middle()
    };
    let all = levels(game, wanted, count, pick, seed);
    all.iter().map(|it| (game.write_position(&it.position), share(it))).collect()
}

#[test]
fn levels_are_those_that_fit_in_an_order_that_the_seed_settles() {
    let game = game(&[]);
    let of = || of(&fastest(), &novice());
    let every = found(&game, &wanted(of()), u64::MAX, Pick::Fair, 1);
    // Squares 1, 7, 11, 13 and 14 have jumps and 19 is the goal, so 14 squares remain. Pairs
    // without a chance to win are not levels.
    let hopeless = starts(&game).into_iter().filter(|start| {
        let met = met(&game, &course(&game), (&fastest(), &novice()), Counts::Wins);
        met.chance(&game, start, Side::First).high < LEAST
    });
    let hopeless = hopeless.count();
    assert!(hopeless > 0 && every.len() == 2 * (14 * 14 - hopeless), "{hopeless}");
    let hard = Wanted { hardness: vec![Hardness::Hard], ..wanted(of()) };
    let all_hard = found(&game, &hard, u64::MAX, Pick::Fair, 1);
    let is_hard = |it: &&(String, f64)| it.1 <= 1.0 / 3.0 + 1e-7;
    assert_eq!(all_hard.len(), every.iter().filter(is_hard).count());
    assert!(all_hard.len() < every.len());
    let half = |within: u128| {
        let at = |it| Fraction::new(it, 100).unwrap();
        let score = Span { least: at(50 - within), most: at(50 + within) };
        Some(Even { score, least_wins: Even::usual_wins() })
    };
    let even = levels(&game, &Wanted { even: half(5), ..wanted(of()) }, u64::MAX, Pick::Fair, 1);
    let chance = |it: &Found<Ladders>| it.chances.to_f64()[0];
    assert!(!even.is_empty() && even.iter().all(|it| (0.45..=0.55).contains(&chance(it))));
    let some = |seed| found(&game, &wanted(of()), 3, Pick::Fair, seed);
    assert_eq!(some(7), some(7));
    assert_ne!(some(7), some(8));
    let first = Wanted { side: Some(Side::First), ..wanted(of()) };
    assert_eq!(found(&game, &first, u64::MAX, Pick::Fair, 1).len(), every.len() / 2);
    let steps = found(&game, &wanted(of()), 5, Pick::Graded, 1);
    assert_eq!(steps.len(), 5);
    assert!(steps.windows(2).all(|pair| pair[0].1 >= pair[1].1), "from easy to hard");
}

#[test]
fn what_is_claimed_is_proved_again_by_plain_code() {
    for game in boards().into_iter().take(3) {
        let course = course(&game);
        let starts = starts(&game);
        for learner in &players() {
            for opponent in &players() {
                let met = both(&game, &course, (learner, opponent));
                let position = &starts[starts.len() / 3];
                let at = (position, Side::First);
                let level = level(&game, &course, &met, &of(learner, opponent), at);
                let Chances::Bounded { win, draw, loss } = level.chances else {
                    panic!("a race has bounds");
                };
                let pair = |it: Interval| (it.low, it.high);
                let claimed = Claimed::Bounded([pair(win), pair(draw), pair(loss)]);
                let best = level.best.unwrap();
                let worth: Vec<(f64, f64)> = best.moves.iter().map(|it| pair(it.1)).collect();
                let claim = TrackClaim {
                    position: *position,
                    learner_side: Side::First,
                    players: [learner.clone(), opponent.clone()],
                    chances: claimed,
                    best: pair(best.chance),
                    worth: Some(worth.clone()),
                };
                let check = |chances, most| {
                    check_track(&game, &TrackClaim { chances, ..claim.clone() }, most)
                };
                let proved = check(claimed, 10_000).unwrap();
                assert_eq!(proved.worth.len(), 3, "{learner} {opponent}");
                for off in [-1e-6, 1e-6] {
                    let moved = |it: (f64, f64)| (it.0 + off, it.1 + off);
                    let wrong = TrackClaim { best: moved(claim.best), ..claim.clone() };
                    let doubt = check_track(&game, &wrong, 10_000);
                    assert!(matches!(doubt, Err(Doubt::Best { .. })), "{doubt:?}");
                    let mut wrong = claim.clone();
                    wrong.worth.as_mut().unwrap()[1] = moved(worth[1]);
                    let doubt = check_track(&game, &wrong, 10_000);
                    assert!(matches!(doubt, Err(Doubt::Worth { .. })), "{doubt:?}");
                }
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
    // Both sides may wait below the last snake forever, with single steps.
    let waiting = game(&[("n", "9"), ("jumps", "2-1.3-2.4-3.5-4.7-6")]);
    let met = both(&waiting, &course(&waiting), (&novice(), &novice()));
    let start = waiting.read_position("1-0-first").unwrap();
    let Chances::Bounded { win, draw, loss } = met.chances(&waiting, &start, Side::First) else {
        panic!("a race has bounds");
    };
    // Computed by elimination with sixty digits.
    for (found, known) in
        [(win, 0.349_927_304_448_967), (draw, 0.392_307_692_307_692), (loss, 0.257_765_003_243_340)]
    {
        assert!((found.middle() - known).abs() < 1e-9 && found.width() < 1e-8, "{found:?}");
    }
    // On boards with endless waiting, every claim is proved again or exceeds the limit.
    let boards = [waiting, game(&[("n", "8"), ("jumps", "4-3.5-0")]), game(&[("n", "5")])];
    let (mut proved, mut left) = (0, 0);
    for game in boards {
        let course = course(&game);
        let all = players();
        let pairs = all.iter().flat_map(|it| all.iter().map(move |other| (it, other)));
        for (learner, opponent) in pairs {
            let met = both(&game, &course, (learner, opponent));
            let best = Meeting::best(&game, &course, opponent, &Budget::unlimited()).unwrap();
            for position in starts(&game) {
                let chances = met.chances(&game, &position, Side::First);
                let Chances::Bounded { win, draw, loss } = chances else { panic!("bounds") };
                let claimed = Claimed::Bounded([win, draw, loss].map(|it| (it.low, it.high)));
                let best = best.chance(&game, &position, Side::First);
                let claim = TrackClaim {
                    position,
                    learner_side: Side::First,
                    players: [learner.clone(), opponent.clone()],
                    chances: claimed,
                    best: (best.low, best.high),
                    worth: None,
                };
                match check_track(&game, &claim, 10_000) {
                    Ok(_) => proved += 1,
                    Err(Doubt::Hopeless) if win.high < LEAST => proved += 1,
                    Err(Doubt::TooMuch { .. }) => left += 1,
                    Err(doubt) => panic!("{learner} {opponent} {position:?}: {doubt}"),
                }
            }
        }
    }
    assert!(proved > 20 * left, "{proved} proved, {left} too much");
}

#[test]
fn the_best_chance_is_that_of_the_solver_and_no_player_has_more() {
    let random = |seed: &str| game(&[("board", "random"), ("n", "24"), ("seed", seed)]);
    for game in boards().into_iter().chain(["1", "2", "3"].map(random)) {
        let (track, course) = (Track::of(&game), course(&game));
        let budget = Budget::unlimited();
        for opponent in &[Player::random(), novice(), fastest()] {
            let rival = if *opponent == Player::random() {
                Policy::random(&track).unwrap()
            } else {
                alone(&game, &course, opponent)
            };
            let setting = Setting::wins(Rival::Alone(&rival));
            let known = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap().chances;
            let best = Meeting::best(&game, &course, opponent, &budget).unwrap();
            let wins = players().map(|it| met(&game, &course, (&it, opponent), Counts::Wins));
            for position in starts(&game) {
                let [own, other] = game.squares_of(&position).map(|it| it as usize);
                let found = best.chance(&game, &position, Side::First);
                assert!(found.meets(known.at(own, other)), "{own} {other} {found:?}");
                assert!(found.width() < 1e-9, "{own} {other} {found:?}");
                let waits = game.facing([other as u32, own as u32], Side::First);
                let second = best.chance(&game, &waits, Side::Second);
                assert!(second.meets(known.second(own, other)), "{own} {other} {second:?}");
                for wins in &wins {
                    assert!(wins.chance(&game, &position, Side::First).low <= found.high);
                }
                let taking = best.taking(&game, &position, Side::First);
                let most = taking.iter().map(|it| it.high).fold(0.0, f64::max);
                assert!((most - found.high).abs() < 1e-9, "{own} {other}");
            }
        }
    }
}

/// The paper's board and some random ones, simulated step by step: the end of each move.
struct Walked {
    goal: u32,
    jumps: Vec<(u32, u32)>,
    bounces: bool,
}

/// All equally likely rolls of an action.
fn throws(letter: char) -> Vec<u32> {
    match letter {
        '1' => vec![1],
        'D' => (1..=6).collect(),
        'T' => (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).collect(),
        other => panic!("no action {other}"),
    }
}

impl Walked {
    fn follow(&self, square: u32) -> u32 {
        let jump = self.jumps.iter().find(|it| it.0 == square);
        jump.map_or(square, |it| self.follow(it.1))
    }

    /// The end of a roll and its kind: `goal`, `past`, `ahead`, `back` or `plain`.
    fn roll(&self, square: u32, steps: u32) -> (u32, &'static str) {
        let walked = square + steps;
        if walked > self.goal {
            let back = (2 * self.goal).saturating_sub(walked);
            let end = if self.bounces { self.follow(back) } else { square };
            return (end, if end == self.goal { "goal" } else { "past" });
        }
        let end = self.follow(walked);
        let what = match end {
            end if end == self.goal => "goal",
            end if end > walked => "ahead",
            end if end < walked => "back",
            _ => "plain",
        };
        (end, what)
    }

    /// The number of an action's equally likely rolls with this effect, and of all its rolls.
    fn count(&self, square: u32, letter: char, what: &str) -> (u32, u32) {
        let throws = throws(letter);
        let found = throws.iter().filter(|steps| self.roll(square, **steps).1 == what).count();
        (found as u32, throws.len() as u32)
    }
}

/// Checks facts such as `reaches a ladder on 3 of 6 rolls`. Returns their number.
fn check_facts(board: &Walked, square: u32, letter: char, facts: &str, told: &str) -> usize {
    let (mut n, mut named) = (0, Vec::new());
    let kinds = [
        ("reaches the goal on ", "goal"),
        ("reaches a ladder on ", "ahead"),
        ("reaches a snake on ", "back"),
        ("goes past the goal on ", "past"),
    ];
    for fact in facts.split(", ").flat_map(|it| it.split(" and ")).map(str::trim) {
        n += 1;
        if fact == "never reaches a snake" {
            assert_eq!(board.count(square, letter, "back").0, 0, "{told}");
            continue;
        }
        if fact == "reaches neither a ladder nor a snake" {
            let plain = board.count(square, letter, "plain");
            assert_eq!(plain.0, plain.1, "{told}");
            continue;
        }
        let (head, what) = *kinds.iter().find(|it| fact.starts_with(it.0)).expect(told);
        let (count, all) = board.count(square, letter, what);
        let rest = &fact[head.len()..];
        let right = format!("{count} of {all} rolls");
        assert!(
            rest == right || (rest == "every roll" && count == all),
            "{told}: {rest}, not {right}"
        );
        named.push(what);
    }
    // Effects that are not mentioned do not occur.
    for (_, what) in kinds {
        assert!(
            named.contains(&what) || board.count(square, letter, what).0 == 0,
            "{told}: {what}"
        );
    }
    n
}

/// The letter of an action in a text such as `one die (D)`.
fn action(text: &str) -> char {
    let names = [("one step (1)", '1'), ("one die (D)", 'D'), ("two dice (T)", 'T')];
    names.iter().find(|it| it.0 == text).unwrap_or_else(|| panic!("{text}")).1
}

/// The chances of best play and of the learner, by plain sweeps over the simulated board, given
/// the opponent's choices.
fn plain_chances(
    board: &Walked,
    ours: &dyn Fn(u32, u32) -> Option<Vec<char>>,
    theirs: &dyn Fn(u32, u32) -> Vec<char>,
) -> [Vec<Vec<f64>>; 2] {
    let n = board.goal as usize + 1;
    let lands: Vec<Vec<Vec<u32>>> = (0..board.goal)
        .map(|square| {
            let of = |letter| -> Vec<u32> {
                throws(letter).into_iter().map(|it| board.roll(square, it).0).collect()
            };
            ['1', 'D', 'T'].map(of).to_vec()
        })
        .collect();
    let index = |letter: char| "1DT".find(letter).unwrap();
    let mean = |square: u32, letter: char, worth: &dyn Fn(u32) -> f64| {
        let all = &lands[square as usize][index(letter)];
        all.iter().map(|to| worth(*to)).sum::<f64>() / all.len() as f64
    };
    let [mut mine, mut after] = [vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]];
    for _ in 0..4000 {
        let mut changed = 0.0_f64;
        for own in 0..board.goal {
            for other in 0..board.goal {
                let (i, j) = (own as usize, other as usize);
                let worth = |to: u32| if to == board.goal { 1.0 } else { after[to as usize][j] };
                let new = match ours(own, other) {
                    None => ['1', 'D', 'T']
                        .map(|it| mean(own, it, &worth))
                        .into_iter()
                        .fold(0.0, f64::max),
                    Some(letters) => {
                        letters.iter().map(|it| mean(own, *it, &worth)).sum::<f64>()
                            / letters.len() as f64
                    }
                };
                changed = changed.max((new - mine[i][j]).abs());
                mine[i][j] = new;
                let worth = |to: u32| if to == board.goal { 0.0 } else { mine[i][to as usize] };
                let letters = theirs(other, own);
                let new = letters.iter().map(|it| mean(other, *it, &worth)).sum::<f64>()
                    / letters.len() as f64;
                changed = changed.max((new - after[i][j]).abs());
                after[i][j] = new;
            }
        }
        if changed < 1e-15 {
            break;
        }
    }
    [mine, after]
}

/// A level, with the data for checking its reason.
struct Told<'a> {
    board: &'a Walked,
    /// The full text of the reason.
    text: String,
    own: u32,
    other: u32,
    /// The best chances after 1, D and T.
    worth: [f64; 3],
    /// The learner's own chance.
    chance: f64,
    /// The learner's actions.
    usual: Vec<char>,
}

impl Told<'_> {
    fn top(&self) -> f64 {
        self.worth.into_iter().fold(0.0, f64::max)
    }

    fn worth(&self, letter: char) -> f64 {
        self.worth["1DT".find(letter).unwrap()]
    }

    fn is_best(&self, letter: char) -> bool {
        self.worth(letter) >= self.top() - 1e-7
    }

    fn n_best(&self) -> usize {
        "1DT".chars().filter(|it| self.is_best(*it)).count()
    }

    /// Checks the clauses about the best choice. Returns the choice, the rest of the text and
    /// the number of clauses; `None` if all choices are equally good.
    fn best(&self) -> Option<(char, &str, usize)> {
        let text = &self.text;
        let rest = text.strip_prefix(&format!("From square {} ", self.own)).expect(text);
        if rest == "all 3 choices are equally good." {
            assert_eq!(self.n_best(), 3, "{text}");
            return None;
        }
        let (shown, facts) = if let Some(rest) = rest.strip_prefix("the best choice is ") {
            assert_eq!(self.n_best(), 1, "{text}");
            rest.split_once(": it ").expect(text)
        } else {
            let rest = rest.strip_prefix("2 of 3 choices are equally good and best, ").expect(text);
            assert_eq!(self.n_best(), 2, "{text}");
            rest.split_once(" is one of them: it ").expect(text)
        };
        let shown = action(shown);
        assert!(self.is_best(shown), "{text}");
        let (facts, rest) = facts.split_once(". ").expect(text);
        Some((shown, rest, 1 + check_facts(self.board, self.own, shown, facts, text)))
    }

    /// Checks the clauses about the learner. Returns the rest of the text and the number of
    /// clauses.
    fn learner<'a>(&'a self, shown: char, rest: &'a str) -> (&'a str, usize) {
        let text = &self.text;
        if let Some(rest) = rest.strip_prefix("The learner chooses by chance: ") {
            assert_eq!(self.usual.len(), 3, "{text}");
            let (count, rest) = rest.split_once(" of its 3 choices ").expect(text);
            assert_eq!(count, self.n_best().to_string(), "{text}");
            let rest = rest.strip_prefix("is best.").or(rest.strip_prefix("are best."));
            return (rest.expect(text), 1);
        }
        if let Some(rest) = rest.strip_prefix("The learner takes it too") {
            assert_eq!(self.usual, [shown], "{text}");
            if let Some(rest) = rest.strip_prefix(", and loses chances later.") {
                assert!(self.chance < self.top(), "{text}");
                return (rest, 1);
            }
            assert!((self.chance - self.top()).abs() < 1e-6, "{text}");
            return (rest.strip_prefix(" and plays on as well.").expect(text), 1);
        }
        let rest = rest.strip_prefix("The learner takes ").expect(text);
        let (taken, rest) = rest.split_once(": it ").expect(text);
        let taken = action(taken);
        assert!(self.usual == [taken] && !self.is_best(taken), "{text}");
        let (facts, rest) = rest.split_once(", and even best play after it wins ").expect(text);
        let n = check_facts(self.board, self.own, taken, facts, text);
        let (percent, rest) = rest.split_once(" %, not ").expect(text);
        let (most, rest) = rest.split_once(" %.").expect(text);
        let near = |text: &str, chance: f64| {
            (text.parse::<f64>().unwrap() - 100.0 * chance).abs() <= 0.05 + 1e-7
        };
        assert!(near(percent, self.worth(taken)) && near(most, self.top()), "{text}");
        (rest, n + 2)
    }

    /// Checks the clauses about the opponent's actions after every roll of the given choice.
    /// Returns the number of clauses.
    fn opponent(&self, rest: &str, mut answers: Vec<Vec<char>>) -> usize {
        let text = &self.text;
        answers.dedup();
        let arrives = |letter| self.board.count(self.other, letter, "goal");
        let said = rest.strip_prefix(" Unless the learner arrives first, the opponent takes ");
        if let Some(rest) = said {
            let (name, rest) = rest.split_once(" next and reaches the goal on ").expect(text);
            let letter = action(name);
            assert_eq!(answers, [vec![letter]], "{text}");
            let (count, all) = arrives(letter);
            let right = format!("{count} of {all} rolls.");
            assert!(rest == right || (rest == "every roll." && count == all), "{text}");
            return 1;
        }
        assert_eq!(rest, "", "{text}");
        if let [answer] = answers.as_slice()
            && let [letter] = answer.as_slice()
        {
            assert_eq!(arrives(*letter).0, 0, "{text}");
        }
        0
    }
}

/// Checks every clause of every level on the simulated board. Returns the number of clauses.
fn check_reasons(game: &Ladders, board: &Walked, of: &Match) -> usize {
    let course = course(game);
    let chosen = |player: &Player, own: u32, other: u32| -> Vec<char> {
        let chosen = choices(game, &course, player, [own, other]);
        chosen.into_iter().map(|it| game.actions()[it].letter).collect()
    };
    let theirs = |own: u32, other: u32| chosen(&of.opponent, own, other);
    let [best, after] = plain_chances(board, &|_, _| None, &theirs);
    let [own_play, _] =
        plain_chances(board, &|own, other| Some(chosen(&of.learner, own, other)), &theirs);
    let mut n = 0;
    for level in levels(game, &wanted(of.clone()), u64::MAX, Pick::Fair, 1) {
        let text = level.best.as_ref().unwrap().why.as_ref().expect("a reason").sentence();
        let [first, second] = game.squares_of(&level.position);
        let (own, other) =
            if level.side == Side::First { (first, second) } else { (second, first) };
        let (i, j) = (own as usize, other as usize);
        let worth = ['1', 'D', 'T'].map(|letter| {
            let ends = throws(letter).into_iter().map(|steps| board.roll(own, steps).0);
            let worth = ends.map(|to| if to == board.goal { 1.0 } else { after[to as usize][j] });
            worth.sum::<f64>() / throws(letter).len() as f64
        });
        let (chance, usual) = (own_play[i][j], chosen(&of.learner, own, other));
        let told = Told { board, text, own, other, worth, chance, usual };
        assert!((told.top() - best[i][j]).abs() < 1e-9);
        let (share, text) = (chance / told.top(), &told.text);
        match level.hardness {
            Some(Hardness::Easy) => assert!(share >= 2.0 / 3.0 - 2e-7, "{text}"),
            Some(Hardness::Medium) => assert!(share > 1.0 / 3.0 && share < 2.0 / 3.0, "{text}"),
            Some(Hardness::Hard) => assert!(share <= 1.0 / 3.0 + 2e-7, "{text}"),
            None => panic!("not decided: {share}, {text}"),
        }
        assert!(chance > 0.0 && level.best.as_ref().unwrap().chance.low > 0.0, "{text}");
        let Some((shown, rest, of_best)) = told.best() else {
            n += 1;
            continue;
        };
        let (rest, of_learner) = told.learner(shown, rest);
        let ends = throws(shown).into_iter().map(|it| board.roll(own, it).0);
        let answers = ends.filter(|it| *it != board.goal).map(|to| theirs(other, to)).collect();
        n += of_best + of_learner + told.opponent(rest, answers);
    }
    n
}

fn walked(game: &Ladders, bounces: bool) -> Walked {
    let jumps = game.board().jumps().to_vec();
    Walked { goal: game.squares() - 1, jumps, bounces }
}

#[test]
fn every_clause_of_every_reason_is_true_on_the_papers_board() {
    let game = game(&[]);
    let jumps = vec![(1, 4), (7, 3), (11, 18), (13, 18), (14, 18)];
    let board = Walked { goal: 19, jumps, bounces: false };
    let mut clauses = 0;
    for learner in &players() {
        for opponent in &players() {
            clauses += check_reasons(&game, &board, &of(learner, opponent));
        }
    }
    assert!(clauses > 10_000, "{clauses}");
}

#[test]
fn every_clause_of_every_reason_is_true_on_random_boards() {
    let mut clauses = 0;
    for seed in 1..=6 {
        let bounces = seed % 2 == 0;
        let (seed, overflow) = (seed.to_string(), if bounces { "bounce" } else { "stay" });
        let n = "18";
        let settings = [("board", "random"), ("n", n), ("seed", &seed), ("overflow", overflow)];
        let game = game(&settings);
        for players in
            [(&fastest(), &novice()), (&novice(), &fastest()), (&Player::random(), &fastest())]
        {
            clauses += check_reasons(&game, &walked(&game, bounces), &of(players.0, players.1));
        }
    }
    assert!(clauses > 5_000, "{clauses}");
}
