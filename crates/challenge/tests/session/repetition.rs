//! The third occurrence of a position, compared with a count over a plain list of texts.

use proptest::prelude::*;
use spar_challenge::explain::{Explainer, Pictures};
use spar_challenge::judge::{Goal, REPEATED, Verdict};
use spar_challenge::oracle::{self, Evaluation};
use spar_challenge::policy::{Player, Unknown};
use spar_challenge::review::{Review, review};
use spar_challenge::say::Voices;
use spar_challenge::session::{By, Decided, Event, Plan, Seats, Session, SessionError, State, say};
use spar_games::ladders::{Ladders, Setup};
use spar_games::morris::{Morris, Move, Position};
use spar_games::settings::Configured;
use spar_rules::{Game, Notation, Outcome, Side, SplitMix, Stochastic, Turn, Value};
use spar_solve::{Budget, Context};
use spar_testkit::{move_values, truth};
use std::collections::HashMap;

fn morris() -> Morris {
    Morris::new(&[]).unwrap()
}

fn begun(game: &Morris, start: &str, seats: Seats, goal: Option<Goal>) -> Session<Morris> {
    let start = game.read_position(start).unwrap();
    Session::new(game, Plan { start, seats, goal }).unwrap()
}

fn made(session: &Session<Morris>, mv: Move) -> Event<Move> {
    let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
    Event::Move { mv, by }
}

fn play(game: &Morris, session: &mut Session<Morris>, texts: &str) {
    for text in texts.split(' ') {
        let mv = game.read_move(session.here(), text).unwrap();
        session.apply(game, made(session, mv)).unwrap();
    }
}

fn ask(game: &Morris, position: Position) -> Evaluation<Move> {
    oracle::evaluate(game, "morris", &position, &Context::bare(Budget::unlimited()))
}

fn voices(person: Option<Side>) -> Voices<'static> {
    Voices { names: ["Black", "White"], person }
}

fn said(game: &Morris, session: &Session<Morris>) -> String {
    let say = say(game, session, &voices(session.plan().seats.person()));
    format!("{} {}", say.strong, say.text)
}

fn reviewed(game: &Morris, session: &Session<Morris>) -> Review {
    let named = |here: &_, mv| game.write_move(here, mv);
    let voices = voices(session.plan().seats.person());
    let explainer = Explainer::new(game, Pictures::default(), voices);
    review(game, session, &explainer, |here| ask(game, *here), |_, _, _| Err(Unknown), None, named)
}

/// No side has three in a row, and both can move back and forth.
const CALM: &str = "wbw/.../bwb-black";
const ROUND: &str = "a1a2 c3c2 a2a1 c2c3";

#[test]
fn the_third_occurrence_is_a_draw() {
    let game = &morris();
    let mut session = begun(game, CALM, Seats::PEOPLE, None);
    play(game, &mut session, ROUND);
    assert_eq!(session.state(), State::Open, "the second occurrence");
    play(game, &mut session, ROUND);
    assert_eq!((session.state(), session.outcome()), (State::Repeated, Some(Outcome::Draw)));
    assert_eq!(said(game, &session), format!("Drawn. {REPEATED}"));
    assert_eq!((session.person_to_move(), session.program_to_move()), (None, None));
    let mv = game.legal(session.here())[0];
    let late = [Event::Move { mv, by: By::Person }, Event::Values, Event::Resign(Side::First)];
    for event in late {
        assert_eq!(session.apply(game, event), Err(SessionError::Over));
    }
    let found = reviewed(game, &session);
    assert_eq!(found.moves.last().unwrap().value, Some(Value::Draw));
    // After taking back the move, another one can be played.
    session.apply(game, Event::Undo).unwrap();
    assert_eq!(session.state(), State::Open);
    play(game, &mut session, "c2b2");
    assert_eq!(session.state(), State::Open);
}

#[test]
fn games_with_chance_know_no_repetition() {
    let settings = [("n", "9"), ("jumps", "7-0.6-0.5-0.4-0")];
    let game = &Ladders::new(Setup::read(&settings).unwrap()).unwrap();
    let mut most = 0;
    for seed in 0..20 {
        let plan = Plan { start: game.start(), seats: Seats::PEOPLE, goal: None };
        let mut session = Session::new(game, plan).unwrap();
        let (mut random, mut seen) = (SplitMix::new(seed), HashMap::new());
        while let turn @ (Turn::Play(_) | Turn::Roll) = game.turn(session.here()) {
            assert_eq!(session.state(), State::Open);
            let count: &mut u32 = seen.entry(game.write_position(session.here())).or_default();
            *count += 1;
            most = most.max(*count);
            let by = if turn == Turn::Roll { By::Chance } else { By::Person };
            let mv = random.pick(&game.legal(session.here())).unwrap();
            assert!(game.weight(session.here(), mv) > 0);
            session.apply(game, Event::Move { mv, by }).unwrap();
        }
    }
    assert!(most > 3, "no position came back often");
}

proptest! {
    #[test]
    fn a_session_ends_when_a_list_of_texts_has_one_three_times(
        picks in proptest::collection::vec(any::<u16>(), 0..80),
        undo in 0_usize..40,
    ) {
        let game = &morris();
        let mut session = begun(game, CALM, Seats::PEOPLE, None);
        let mut texts = vec![game.write_position(session.here())];
        for (index, pick) in picks.into_iter().enumerate() {
            // Only a few moves are used, so that positions repeat.
            let moves: Vec<Move> = game.legal(session.here()).into_iter().take(2).collect();
            if session.state() != State::Open || moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(pick) % moves.len()];
            session.apply(game, made(&session, mv)).unwrap();
            texts.push(game.write_position(session.here()));
            let count = texts.iter().filter(|it| Some(*it) == texts.last()).count();
            let wanted = match game.turn(session.here()) {
                Turn::Over(outcome) => State::Over(outcome),
                _ if count >= 3 => State::Repeated,
                _ => State::Open,
            };
            prop_assert_eq!(session.state(), wanted);
            let log = session.log().iter().copied();
            let again = Session::replay(game, session.plan().clone(), log).unwrap();
            prop_assert_eq!(again.state(), wanted);
            if index == undo {
                session.apply(game, Event::Undo).unwrap();
                texts.pop();
            }
        }
    }
}

/// A won position and a cycle of four moves from it in which the winner's moves keep the win.
fn wandering(game: &Morris) -> (Position, [Move; 4]) {
    let values = truth(game);
    let back = |mv: Move| match mv {
        Move::Go { from, to } => Move::Go { from: to, to: from },
        Move::Place(_) => mv,
    };
    let keeps = |position: &Position, mv: Move| {
        let valued = move_values(game, &values, position);
        valued.into_iter().any(|it| it.0 == mv && it.1 > Value::Draw)
    };
    let mut won: Vec<Position> = values.keys().copied().collect();
    won.sort_unstable();
    for start in won.into_iter().filter(|it| values[it] > Value::Draw) {
        for out in game.legal(&start).into_iter().filter(|mv| keeps(&start, *mv)) {
            let second = game.after(&start, out);
            for reply in game.legal(&second) {
                let third = game.after(&second, reply);
                if !keeps(&third, back(out)) {
                    continue;
                }
                let fourth = game.after(&third, back(out));
                if game.legal(&fourth).contains(&back(reply))
                    && game.after(&fourth, back(reply)) == start
                {
                    return (start, [out, reply, back(out), back(reply)]);
                }
            }
        }
    }
    panic!("no win can be kept while the men go to and fro");
}

#[test]
fn a_level_that_ends_so_is_not_won() {
    let game = &morris();
    let (start, round) = wandering(game);
    let person = game.side(&start);
    let seats = Seats::against(person, Player::random());
    let plan = Plan { start, seats, goal: Some(Goal::Win) };
    let mut session = Session::new(game, plan).unwrap();
    for mv in round.iter().chain(&round) {
        let event = made(&session, *mv);
        session.apply(game, event).unwrap();
    }
    assert_eq!((session.state(), session.reached()), (State::Repeated, Some(false)));
    assert_eq!(session.decided(), Some(Decided { solved: false, helped: false }));
    assert_eq!(session.apply(game, Event::Undo), Err(SessionError::LevelIsOver));
    assert_eq!(said(game, &session), format!("Drawn. {REPEATED} The goal was to win."));
    // The program made the last move, so the person had the win until the end.
    let found = reviewed(game, &session);
    assert_eq!(found.slip, None);
    assert_eq!(found.headline, "No slip: the same position came for the third time.");
}

#[test]
fn who_repeats_in_a_level_is_told_before() {
    let game = &morris();
    let (start, [out, reply, home, away]) = wandering(game);
    let person = game.side(&start);
    // One move later, so that the person completes the cycle.
    let start = game.after(&start, out);
    let round = [reply, home, away, out];
    let seats = Seats::against(person, Player::random());
    let plan = Plan { start, seats, goal: Some(Goal::Win) };
    let mut session = Session::new(game, plan).unwrap();
    let asked = |session: &Session<Morris>, mv| session.judge(game, mv, &mut |it| ask(game, *it));
    for mv in &round {
        let event = made(&session, *mv);
        session.apply(game, event).unwrap();
    }
    for mv in &round[..3] {
        let event = made(&session, *mv);
        session.apply(game, event).unwrap();
    }
    assert_eq!(session.repeating(game, session.plies().len()), [out]);
    let judged = asked(&session, out);
    let had = match judged.verdict {
        Verdict::Slip { had, has: Value::Draw } => had,
        other => panic!("{other:?}"),
    };
    assert!(had > Value::Draw);
    assert_eq!(judged.line, [out]);
    let text = judged.say(game, session.here(), &voices(Some(person))).text;
    assert!(text.ends_with(&format!("{REPEATED} Try again.")), "{text}");
    // The evaluation shown for the position agrees with the verdict.
    let known = session.known(game, session.plies().len(), |it| ask(game, *it));
    assert!(known.value() > Some(Value::Draw) && !known.line().contains(&out));
    let shown = known.moves().into_iter().find(|it| *it.0 == out).unwrap();
    assert_eq!(shown.1, Some(Value::Draw));
    session.apply(game, Event::Slip(out)).unwrap();
    let found = reviewed(game, &session);
    assert_eq!((found.slips[0].had, found.slips[0].has), (Some(had), Some(Value::Draw)));
    assert_eq!(found.slips[0].story.moves.len(), 1);
    // If it is played nevertheless, it ends the game.
    session.apply(game, Event::Move { mv: out, by: By::Person }).unwrap();
    assert_eq!(session.state(), State::Repeated);
    let found = reviewed(game, &session);
    assert_eq!(found.slip, Some(session.plies().len() - 1));
}
