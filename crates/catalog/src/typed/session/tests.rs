use crate::{AnySession, EventError, TextEvent, open_name};
use spar_challenge::judge::{Goal, Verdict};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::say::NOT_KNOWN;
use spar_challenge::session::{By, Event, Plan, Seats, SessionError, State};
use spar_rules::{Outcome, Side};
use spar_solve::{Budget, Context};

fn context(nodes: u64) -> Context {
    Context::bare(Budget::unlimited().with_nodes(nodes))
}

fn begin(game: &str, start: &str, goal: Option<Goal>) -> Box<dyn AnySession> {
    let seats = Seats::against(Side::First, Player::foresight(2, Ties::Any));
    let plan = Plan { start: start.to_owned(), seats, goal };
    open_name(game).unwrap().session(&plan).unwrap()
}

fn person(mv: &str) -> TextEvent {
    Event::Move { mv: mv.to_owned(), by: By::Person }
}

/// Plays the first best move for the person until the game is over; returns the log.
fn play_out(session: &mut dyn AnySession, seed: u64) -> Vec<TextEvent> {
    let mut log = Vec::new();
    while session.state() == State::Open {
        let event = if let Some((mv, by)) = session.answer(seed, &context(u64::MAX)) {
            Event::Move { mv, by }
        } else {
            let known = session.here().evaluate(&context(u64::MAX)).unwrap();
            person(known.best().next().unwrap())
        };
        log.push(session.apply(event).unwrap());
    }
    log
}

#[test]
fn a_level_is_played_to_its_goal_and_the_same_after_a_restart() {
    let level = || begin("connect3", "start", Some(Goal::Win));
    let mut session = level();
    let log = play_out(&mut *session, 7);
    assert_eq!((session.reached(), session.n_events()), (Some(true), log.len()));
    let mut again = level();
    for event in &log {
        if let Event::Move { by: By::Program | By::Guess, .. } = event {
            let (mv, by) = again.answer(7, &context(u64::MAX)).unwrap();
            assert_eq!(Event::Move { mv, by }, *event, "a restart changes no choice");
        }
        again.apply(event.clone()).unwrap();
    }
    assert_eq!(again.moves(), session.moves());
    assert_eq!(again.here().text(), session.here().text());
    for (index, ply) in session.moves().iter().enumerate() {
        assert_eq!(session.at(index).unwrap().text(), ply.before);
        assert_eq!(session.at(index + 1).unwrap().text(), ply.after);
    }
    assert_eq!(session.review(u64::MAX, &context(u64::MAX)).headline, "You held it all the way.");
}

#[test]
fn a_session_that_starts_finished_says_so() {
    let session = begin("tictactoe", "xxx/oo./...", None);
    let said = session.say();
    assert_eq!((&*said.strong, &*said.text), ("The game is already over.", "X has won."));
    let headline = session.review(u64::MAX, &context(u64::MAX)).headline;
    assert_eq!(headline, "No move has been made yet.");
}

#[test]
fn a_slip_is_judged_told_and_taken_back() {
    let mut session = begin("tictactoe", "xx./oo./...", Some(Goal::Win));
    assert_eq!(session.aim(&context(u64::MAX)).unwrap().words, "You are X. Win in 1.");
    let judged = session.judge("a1", &context(u64::MAX)).unwrap();
    assert!(matches!(judged.verdict, Verdict::Slip { .. }));
    assert_eq!(judged.story.unwrap().moves, ["a1", "c2"]);
    session.apply(Event::Slip("a1".to_owned())).unwrap();
    assert_eq!((session.slips(), session.n_moves(), session.n_events()), (1, 0, 1));
    session.apply(person("c3")).unwrap();
    assert_eq!(session.state(), State::Over(Outcome::Win(Side::First)));
}

#[test]
fn a_goal_counts_down_and_is_told_as_past_at_the_end() {
    let all = context(u64::MAX);
    let mut session = begin("connect3", "start", Some(Goal::Win));
    let mut left = Vec::new();
    while session.state() == State::Open {
        let aim = session.aim(&all).unwrap();
        let moves = aim.moves.unwrap();
        assert_eq!(aim.words, format!("You are X. Win in {moves}."));
        let known = session.here().evaluate(&all).unwrap();
        let best = known.best().next().unwrap().to_owned();
        if let Some((mv, by)) = session.answer(0, &all) {
            session.apply(Event::Move { mv, by }).unwrap();
        } else {
            left.push(moves);
            session.apply(person(&best)).unwrap();
        }
    }
    assert_eq!(left.first(), Some(&5));
    assert!(left.is_sorted_by(|one, next| one > next), "{left:?}");
    assert_eq!(left.last(), Some(&1));
    assert_eq!(session.aim(&all).unwrap().words, "You were X, to win in 5.");
}

#[test]
fn texts_are_read_and_refused_with_a_sentence() {
    let mut session = begin("connect4", "start", None);
    let Err(EventError::Text(error)) = session.apply(person("z9")) else { panic!("read") };
    assert_eq!(error.what, "`z9` is not a legal move here");
    assert_eq!(session.apply(person("d1")), Ok(person("d")), "written as it is written");
    assert_eq!(session.apply(person("d")), Err(EventError::Game(SessionError::NotYourTurn)));
    assert_eq!(session.n_events(), 1);
    let game = open_name("connect4").unwrap();
    let plan = |start: &str, goal| Plan { start: start.to_owned(), seats: Seats::PEOPLE, goal };
    assert!(game.session(&plan("nonsense", None)).is_err());
    let error = game.session(&plan("start", Some(Goal::Win))).err().unwrap();
    assert_eq!(error.what, "a goal is for one person who plays against the program");
}

#[test]
fn with_too_small_a_budget_nothing_is_claimed() {
    let mut session = begin("connect4", "start", Some(Goal::Win));
    let small = context(1);
    assert_eq!(session.judge("d", &small).unwrap().verdict, Verdict::Unknown);
    for stage in 1..=3 {
        let hint = session.hint(stage, &small);
        assert_eq!((hint.say.text.as_str(), hint.cells.len()), (NOT_KNOWN, 0));
    }
    session.apply(person("d")).unwrap();
    let (mv, by) = session.answer(1, &small).unwrap();
    assert_eq!(by, By::Guess);
    session.apply(Event::Move { mv, by }).unwrap();
    let review = session.review(u64::MAX, &small);
    assert!(!review.exact && review.slip.is_none());
}

#[test]
fn a_guess_looks_ahead_when_the_time_for_proofs_is_over() {
    let seats = Seats::against(Side::First, Player::perfect());
    let plan = Plan { start: "start+d,a,e".to_owned(), seats, goal: None };
    let session = open_name("connect4").unwrap().session(&plan).unwrap();
    let mut late = context(u64::MAX);
    late.budget = late.budget.part();
    late.budget.stop();
    let few: Vec<Context> = (0..8).map(|_| context(2000)).collect();
    for (seed, context) in few.iter().chain([&late]).enumerate() {
        let (mv, by) = session.answer(seed as u64, context).unwrap();
        // Otherwise X would get three in a row with both ends open.
        assert!(["b", "c", "f", "g"].contains(&mv.as_str()), "{mv}");
        assert_eq!(by, By::Guess);
        assert_eq!(session.answer(seed as u64, context), Some((mv, by)), "settled by the seed");
    }
}

#[test]
fn a_hint_points_at_cells_of_the_board() {
    let session = begin("tictactoe", "xx./oo./...", Some(Goal::Win));
    let scene = session.here().scene().unwrap();
    let names = |stage| {
        let cells = session.hint(stage, &context(u64::MAX)).cells;
        cells.into_iter().map(|cell| scene.cells[cell].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(1), [""; 0]);
    assert_eq!(names(2), ["c3", "c2", "c1"]);
    assert_eq!(names(3), ["c3"]);
}

/// For each position, whether a review with this many nodes knows its value.
fn reviewed(session: &dyn AnySession, nodes: u64) -> Vec<bool> {
    let review = session.review(nodes, &context(u64::MAX));
    let values = review.moves.iter().map(|it| it.value);
    std::iter::once(review.start).chain(values).map(|it| it.is_some()).collect()
}

#[test]
fn a_review_has_one_budget_for_all_positions_and_spends_it_from_the_end() {
    let mut session = begin("tictactoe", "start", None);
    play_out(&mut *session, 7);
    let n_moves = session.n_moves();
    let cost =
        |index: usize| session.at(index).unwrap().evaluate(&context(u64::MAX)).unwrap().nodes();
    // Values that `glance` finds cost nothing.
    let last = (0..=n_moves).rfind(|index| cost(*index) > 0).unwrap();
    assert!(last > 0);
    let known = reviewed(&*session, cost(last));
    assert!(known[last..].iter().all(|it| *it), "{known:?}");
    assert!(known[..last].iter().all(|it| !*it), "{known:?}");
    assert!(reviewed(&*session, u64::MAX).iter().all(|it| *it));
}

#[test]
fn a_review_asks_for_responses_with_what_its_budget_leaves() {
    let mut session = begin("connect4:rows=4,cols=4", "start+b,b", None);
    for event in [person("c"), Event::Move { mv: "b".to_owned(), by: By::Program }] {
        session.apply(event).unwrap();
    }
    let trap = |nodes, each| session.review(nodes, &context(each)).moves[0].trap.clone();
    let found = trap(u64::MAX, u64::MAX).unwrap();
    let said = "c also draws, but foresight 2 might have fallen for d: against it d wins 66.7 %";
    assert!(found.sentence.starts_with(said), "{found:?}");
    assert_eq!(trap(4_000_000, 1_000_000), Some(found), "the server's budget is enough");
    assert_eq!(trap(0, u64::MAX), None, "nothing is left");
}

#[test]
fn a_game_too_large_from_its_start_is_asked_from_a_later_move() {
    let mut session = begin("connect4:rows=5,cols=5", "start", None);
    for (index, mv) in "b b e c a c c a a b d b d b".split(' ').enumerate() {
        let by = if index % 2 == 0 { By::Person } else { By::Program };
        session.apply(Event::Move { mv: mv.to_owned(), by }).unwrap();
    }
    let review = || session.review(4_000_000, &context(1_000_000)).moves;
    let said = review().into_iter().map(|it| it.trap.map(|it| it.sentence));
    let said: Vec<(usize, String)> =
        said.enumerate().filter_map(|(index, it)| Some((index, it?))).collect();
    // The figures come from `spar solve --against 2`, which sweeps over the whole game.
    let trap = "a also loses, but foresight 2 might have fallen for c: against it c draws 38.3 %, \
                a always loses.";
    assert_eq!(said, [(8, trap.to_owned())]);
    assert_eq!(review(), review(), "the same each time");
}
