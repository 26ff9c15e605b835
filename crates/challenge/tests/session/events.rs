//! The state of a session follows from its log.

use crate::common::{Place, answered, games, lines, moves, read};
use proptest::prelude::*;
use spar_challenge::judge::Goal;
use spar_challenge::policy::{Player, Ties};
use spar_challenge::session::{
    By, Event, Plan, RESPONSE, Seat, Seats, Session, SessionError, State,
};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Outcome, Side, Turn, Value};

type Seen = (Vec<Event<Place>>, Vec<(Place, Side, By, Board)>, Board, State, [u32; 4], bool);

/// The complete readable state of a session.
fn seen(session: &Session<Lines>) -> Seen {
    let plies = session.plies().iter().map(|ply| (ply.mv, ply.side, ply.by, ply.before));
    let counts = [
        u32::from(session.hinted()),
        u32::from(session.helped()),
        session.slips().len() as u32,
        u32::from(session.can_undo()),
    ];
    let reached = session.reached() == Some(true);
    let log = session.log().to_vec();
    (log, plies.collect(), *session.here(), session.state(), counts, reached)
}

/// Converts numbers to an event; most of them are allowed.
fn event(game: &Lines, session: &Session<Lines>, (kind, pick): (u8, u16)) -> Event<Place> {
    let legal = moves(game, session.here());
    let mv = match legal.len() {
        // No move is legal after the end, but this move was legal earlier.
        0 => moves(game, &game.start())[0],
        n => legal[usize::from(pick) % n],
    };
    let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
    match kind {
        0..=8 => Event::Move { mv, by },
        9 | 10 => Event::Undo,
        11 => Event::Hint(session.next_stage()),
        12 => Event::Hint(pick as u8),
        13 => Event::Values,
        14 => Event::Slip(mv),
        15 => Event::Move { mv, by: By::Guess },
        16 => Event::Move { mv: moves(game, &game.start())[0], by: By::Person },
        _ if pick.is_multiple_of(8) => Event::Resign(Side::First),
        _ => Event::Values,
    }
}

fn plans(game: &Lines) -> Vec<Plan<Board>> {
    let start = game.start();
    let against = |side| Seats::against(side, Player::perfect());
    vec![
        Plan { start, seats: Seats::PEOPLE, goal: None },
        Plan { start, seats: against(Side::First), goal: None },
        Plan { start, seats: against(Side::Second), goal: None },
        Plan { start, seats: against(Side::First), goal: Some(Goal::Win) },
        Plan { start, seats: against(Side::Second), goal: Some(Goal::Draw) },
    ]
}

/// The moves that were not taken back, by the simplest interpretation of a log.
fn standing(plan: &Plan<Board>, log: &[Event<Place>]) -> Vec<(Place, By)> {
    let mut stand: Vec<(Place, By)> = Vec::new();
    for event in log {
        match *event {
            Event::Move { mv, by } => stand.push((mv, by)),
            Event::Undo if plan.seats == Seats::PEOPLE => drop(stand.pop()),
            Event::Undo => while stand.pop().is_some_and(|(_, by)| by != By::Person) {},
            _ => {}
        }
    }
    stand
}

proptest! {
    #[test]
    fn a_session_is_what_its_log_says(
        game in 0_usize..4,
        plan in 0_usize..5,
        steps in proptest::collection::vec((0_u8..18, any::<u16>()), 0..60),
    ) {
        let game = &games()[game];
        let plan = plans(game).swap_remove(plan);
        let mut session = Session::new(game, plan.clone()).unwrap();
        for step in steps {
            let before = seen(&session);
            let event = event(game, &session, step);
            if session.apply(game, event).is_ok() {
                prop_assert_eq!(session.log().len(), before.0.len() + 1);
            } else {
                prop_assert_eq!(&seen(&session), &before, "{:?}", event);
            }
            let again = Session::replay(game, plan.clone(), session.log().iter().copied()).unwrap();
            prop_assert_eq!(seen(&again), seen(&session));
            let stand = standing(&plan, session.log());
            let plies = session.plies().iter().map(|ply| (ply.mv, ply.by));
            prop_assert_eq!(plies.collect::<Vec<_>>(), &stand[..]);
            let mut here = plan.start;
            for (index, (mv, _)) in stand.iter().enumerate() {
                prop_assert_eq!(session.at(index), Some(&here));
                here = game.after(&here, *mv);
            }
            prop_assert_eq!(session.at(stand.len()), Some(&here));
            prop_assert_eq!(session.at(stand.len() + 1), None);
            prop_assert_eq!(*session.here(), here);
            let is_over = matches!(game.turn(&here), Turn::Over(_));
            let resigned = session.log().iter().any(|it| matches!(it, Event::Resign(_)));
            prop_assert_eq!(session.state() == State::Open, !is_over && !resigned);
        }
    }

    #[test]
    fn an_answer_is_settled_by_the_seed_and_what_stands(
        seed: u64,
        picks in proptest::collection::vec(any::<u16>(), 1..5),
    ) {
        let game = &lines("tictactoe", &[]);
        let seats = Seats::against(Side::First, Player::random());
        let plan = Plan { start: game.start(), seats, goal: None };
        let mut session = Session::new(game, plan.clone()).unwrap();
        for pick in picks {
            let Some(_) = session.person_to_move() else { break };
            let legal = moves(game, session.here());
            let mine = Event::Move { mv: legal[usize::from(pick) % legal.len()], by: By::Person };
            session.apply(game, mine).unwrap();
            let Some((mv, by)) = answered(game, &session, seed, 0) else { break };
            let again = Session::replay(game, plan.clone(), session.log().iter().copied()).unwrap();
            prop_assert_eq!(answered(game, &again, seed, 0), Some((mv, by)));
            session.apply(game, Event::Move { mv, by }).unwrap();
            // Taking back and making the same move gives the same answer.
            session.apply(game, Event::Undo).unwrap();
            session.apply(game, mine).unwrap();
            prop_assert_eq!(answered(game, &session, seed, 0), Some((mv, by)));
            session.apply(game, Event::Move { mv, by }).unwrap();
        }
    }
}

fn begun(game: &Lines, text: &str, seats: &Seats, goal: Option<Goal>) -> Session<Lines> {
    let plan = Plan { start: read(game, text), seats: seats.clone(), goal };
    Session::new(game, plan).unwrap()
}

fn play(game: &Lines, session: &mut Session<Lines>, texts: &str) {
    for text in texts.split(' ') {
        let mv = game.read_move(session.here(), text).unwrap();
        let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
        session.apply(game, Event::Move { mv, by }).unwrap();
    }
}

#[test]
fn undo_takes_back_to_the_persons_own_decision() {
    let game = &lines("tictactoe", &[]);
    let empty = ".../.../...";
    let mut people = begun(game, empty, &Seats::PEOPLE, None);
    play(game, &mut people, "a1 b2 c3");
    people.apply(game, Event::Undo).unwrap();
    assert_eq!(people.plies().len(), 2, "with two people one move");

    let second = Seats::against(Side::Second, Player::perfect());
    let mut session = begun(game, empty, &second, None);
    assert_eq!(session.apply(game, Event::Undo), Err(SessionError::NothingToTakeBack));
    play(game, &mut session, "a1");
    assert_eq!(session.apply(game, Event::Undo), Err(SessionError::NothingToTakeBack));
    play(game, &mut session, "b2 c3");
    session.apply(game, Event::Undo).unwrap();
    assert_eq!(session.plies().len(), 1, "the own move and the answer");
    assert_eq!(session.person_to_move(), Some(Side::Second));
}

#[test]
fn what_is_over_can_be_taken_back_in_free_play_only() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let mut free = begun(game, "xx./oo./...", &first, None);
    play(game, &mut free, "c3");
    assert_eq!(free.state(), State::Over(Outcome::Win(Side::First)));
    assert_eq!((free.result(), free.reached()), (Some(Value::Win(0)), None));
    assert_eq!(free.apply(game, Event::Values), Err(SessionError::Over));
    free.apply(game, Event::Undo).unwrap();
    assert_eq!(free.state(), State::Open);

    let mut level = begun(game, "xx./oo./...", &first, Some(Goal::Win));
    play(game, &mut level, "c3");
    assert_eq!(level.reached(), Some(true));
    assert_eq!(level.apply(game, Event::Undo), Err(SessionError::LevelIsOver));

    let mut given_up = begun(game, "xx./oo./...", &first, Some(Goal::Win));
    play(game, &mut given_up, "a1");
    assert_eq!(
        given_up.apply(game, Event::Resign(Side::Second)),
        Err(SessionError::NoPerson(Side::Second))
    );
    given_up.apply(game, Event::Resign(Side::First)).unwrap();
    assert_eq!((given_up.result(), given_up.reached()), (Some(Value::Loss(0)), Some(false)));
    assert_eq!(given_up.apply(game, Event::Undo), Err(SessionError::Resigned));
    assert!(!given_up.can_undo());
}

#[test]
fn what_beats_the_opponent_is_told_in_free_play_beside_the_stages() {
    let game = &lines("tictactoe", &[]);
    let foresight = Player::foresight(2, Ties::Any);
    let seats = Seats::against(Side::First, foresight.clone());
    let mut session = begun(game, ".../.../...", &seats, None);
    session.apply(game, Event::Hint(1)).unwrap();
    session.apply(game, Event::Hint(RESPONSE)).unwrap();
    assert_eq!((session.hinted(), session.next_stage()), (1, 2), "the stages go on");
    let mut session = begun(game, ".../.../...", &seats, None);
    assert!(session.has_response() && !session.helped());
    session.apply(game, Event::Hint(RESPONSE)).unwrap();
    assert!(session.helped());
    play(game, &mut session, "b2");
    assert_eq!(session.apply(game, Event::Hint(RESPONSE)), Err(SessionError::NotYourTurn));
    let perfect = Seats::against(Side::First, Player::perfect());
    for (seats, goal) in [(seats, Some(Goal::Draw)), (perfect, None), (Seats::PEOPLE, None)] {
        let mut session = begun(game, ".../.../...", &seats, goal);
        assert!(!session.has_response());
        let refused = session.apply(game, Event::Hint(RESPONSE));
        assert_eq!(refused, Err(SessionError::NoResponse));
        assert!(!session.helped());
    }
}

#[test]
fn help_comes_in_stages_and_is_remembered_by_position() {
    let game = &lines("tictactoe", &[]);
    let mut session = begun(game, ".../.../...", &Seats::PEOPLE, None);
    let wrong = SessionError::WrongStage { next: 1, asked: 2 };
    assert_eq!(session.apply(game, Event::Hint(2)), Err(wrong));
    for stage in [1, 2, 3, 3] {
        assert_eq!(session.next_stage(), stage);
        session.apply(game, Event::Hint(stage)).unwrap();
    }
    play(game, &mut session, "b2");
    assert_eq!((session.hinted(), session.helped()), (0, true));
    session.apply(game, Event::Undo).unwrap();
    assert_eq!(session.hinted(), 3, "what was said here is still known");
}

#[test]
fn a_slip_changes_nothing_on_the_board_and_needs_a_level() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let mut level = begun(game, "xx./oo./...", &first, Some(Goal::Win));
    let mv = game.read_move(level.here(), "a1").unwrap();
    let before = *level.here();
    level.apply(game, Event::Slip(mv)).unwrap();
    assert_eq!((level.slips().len(), *level.here(), level.plies().len()), (1, before, 0));
    let mut free = begun(game, "xx./oo./...", &first, None);
    assert_eq!(free.apply(game, Event::Slip(mv)), Err(SessionError::NoLevel));
}

#[test]
fn a_try_is_decided_once() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let level = || begun(game, "xx./oo./...", &first, Some(Goal::Win));
    let mv = |text| game.read_move(level().here(), text).unwrap();
    let decided = |events: &[Event<Place>]| {
        let mut level = level();
        for event in events {
            level.apply(game, *event).unwrap();
        }
        level.decided().map(|it| (it.solved, it.helped))
    };
    let move_to = |text| Event::Move { mv: mv(text), by: By::Person };
    let (slip, win) = (Event::Slip(mv("a1")), move_to("c3"));
    assert_eq!(decided(&[]), None);
    assert_eq!(decided(&[Event::Values]), None, "it is open");
    assert_eq!(decided(&[win]), Some((true, false)));
    assert_eq!(decided(&[Event::Hint(1), win]), Some((true, true)));
    assert_eq!(decided(&[Event::Values, slip]), Some((false, true)));
    assert_eq!(decided(&[slip]), Some((false, false)));
    assert_eq!(decided(&[slip, Event::Values, win]), Some((false, false)), "it stays decided");
    assert_eq!(decided(&[move_to("c1"), Event::Undo]), None);
    assert_eq!(decided(&[slip, move_to("c1"), Event::Undo]), Some((false, false)));
    assert_eq!(decided(&[Event::Resign(Side::First)]), Some((false, false)));
    let mut free = begun(game, "xx./oo./...", &first, None);
    free.apply(game, win).unwrap();
    assert_eq!(free.decided(), None, "there is no goal");
}

#[test]
fn a_goal_is_for_one_person() {
    let game = &lines("tictactoe", &[]);
    let programs = Seats {
        first: Seat::Program(Player::random()),
        second: Seat::Program(Player::foresight(1, Ties::Any)),
    };
    for seats in [Seats::PEOPLE, programs] {
        let plan = Plan { start: game.start(), seats, goal: Some(Goal::Win) };
        assert_eq!(Session::new(game, plan).err(), Some(SessionError::GoalForNobody));
    }
}

#[test]
fn a_log_that_does_not_fit_is_refused_with_its_place() {
    let game = &lines("tictactoe", &[]);
    let plan = Plan { start: game.start(), seats: Seats::PEOPLE, goal: None };
    let mv = moves(game, &game.start())[0];
    let twice =
        [Event::Values, Event::Move { mv, by: By::Person }, Event::Move { mv, by: By::Person }];
    assert_eq!(Session::replay(game, plan.clone(), twice).err(), Some((2, SessionError::NoMove)));
    let foreign = [Event::Move { mv, by: By::Program }];
    let error = Session::replay(game, plan, foreign).err();
    assert_eq!(error, Some((0, SessionError::NotProgramsTurn)));
}
