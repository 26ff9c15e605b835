//! Compares reviews with verdicts and values.

use crate::common::{ask, games, kind, lines, moves, of_move, read, values, voices};
use proptest::prelude::*;
use spar_challenge::explain::{Explainer, Pictures};
use spar_challenge::judge::{Goal, Verdict, judge};
use spar_challenge::policy::{Player, Ties, Unknown};
use spar_challenge::review::{Review, review};
use spar_challenge::session::{By, Event, Plan, Seats, Session};
use spar_challenge::sight::Sight;
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Side, Turn, Value};
use spar_solve::Budget;

fn reviewed(game: &Lines, session: &Session<Lines>, nodes: u64) -> Review {
    let voices = voices(session.plan().seats.person());
    let likes = |here: &Board, rounds, ties| -> Result<Vec<_>, Unknown> {
        let mut liked = Vec::new();
        let budget = Budget::unlimited().with_nodes(nodes);
        Sight::new(game, budget).preferred(here, rounds, ties, &mut liked)?;
        Ok(liked)
    };
    let named = |here: &_, mv| game.write_move(here, mv);
    let explainer = Explainer::new(game, Pictures::default(), voices);
    review(game, session, &explainer, |here| ask(game, here, nodes), likes, None, named)
}

fn made(game: &Lines, session: &mut Session<Lines>, mv: <Lines as Game>::Move) {
    let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
    session.apply(game, Event::Move { mv, by }).unwrap();
}

fn played(game: &Lines, plan: Plan<Board>, texts: &str) -> Session<Lines> {
    let mut session = Session::new(game, plan).unwrap();
    for text in texts.split_whitespace() {
        let mv = game.read_move(session.here(), text).unwrap();
        made(game, &mut session, mv);
    }
    session
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_review_says_what_verdicts_and_values_say(
        game in 0_usize..4,
        seat in 0_usize..3,
        goal in 0_usize..3,
        picks in proptest::collection::vec(any::<u16>(), 0..12),
        nodes in prop_oneof![Just(u64::MAX), Just(1), Just(20)],
    ) {
        let game = &games()[game];
        let values = values(game);
        let side = [None, Some(Side::First), Some(Side::Second)][seat];
        let seats = side.map_or(Seats::PEOPLE, |it| Seats::against(it, Player::perfect()));
        let goal = [None, Some(Goal::Win), Some(Goal::Draw)][goal].filter(|_| side.is_some());
        let plan = Plan { start: game.start(), seats, goal };
        let mut session = Session::new(game, plan).unwrap();
        for pick in picks {
            let legal = moves(game, session.here());
            if legal.is_empty() {
                break;
            }
            made(game, &mut session, legal[usize::from(pick) % legal.len()]);
        }
        let found = reviewed(game, &session, nodes);
        prop_assert_eq!(found.moves.len(), session.plies().len());
        prop_assert!(nodes < u64::MAX || found.exact);
        for (it, ply) in found.moves.iter().zip(session.plies()) {
            let own = goal.filter(|_| side == Some(ply.side));
            let judged = judge(game, &ply.before, ply.mv, own, &mut |here| ask(game, here, nodes));
            prop_assert_eq!(judged.verdict, it.verdict, "one oracle, one verdict");
            let had = values[&ply.before];
            let has = of_move(game, &ply.before, ply.mv, &values);
            prop_assert!(it.had.is_none_or(|it| it == had));
            prop_assert!(it.has.is_none_or(|it| it == has));
            if let Some(better) = &it.better {
                prop_assert!(kind(has) < kind(had));
                let is_whole = nodes == u64::MAX;
                check_better(game, &ply.before, &better.story.moves, (had, is_whole), &values);
                for foresight in &better.foresights {
                    for (mv, value) in &foresight.moves {
                        let mv = game.read_move(&ply.before, mv).unwrap();
                        let exact = of_move(game, &ply.before, mv, &values);
                        prop_assert!(value.is_none_or(|it| it == exact));
                    }
                }
            } else {
                prop_assert!(nodes < u64::MAX || kind(has) == kind(had));
            }
        }
        if let Some(slip) = found.slip {
            let is_slip = matches!(found.moves[slip].verdict, Verdict::Slip { .. });
            prop_assert!(is_slip && side.is_none_or(|it| it == found.moves[slip].side));
        }
    }
}

/// Checks that every move of the line is a best one, so that it keeps the value, and that the
/// line continues to the end of the game unless the budget ended.
fn check_better(
    game: &Lines,
    position: &Board,
    line: &[String],
    (had, is_whole): (Value, bool),
    values: &std::collections::HashMap<Board, Value>,
) {
    let mut here = *position;
    for (index, text) in line.iter().enumerate() {
        let mv = game.read_move(&here, text).unwrap();
        let worth = of_move(game, &here, mv, values);
        let holds = if line.len() == 1 { kind(worth) == kind(had) } else { worth == values[&here] };
        assert!(holds, "{index} {text} {here:?}");
        here = game.after(&here, mv);
    }
    match game.turn(&here) {
        Turn::Over(outcome) => assert_eq!(kind(Value::of(outcome, game.side(position))), kind(had)),
        _ => assert!(!is_whole, "{here:?}"),
    }
}

#[test]
fn the_slip_that_matters_is_named() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let plan = Plan { start: read(game, "xx./oo./..."), seats: first, goal: None };
    let found = reviewed(game, &played(game, plan, "a1 c2"), u64::MAX);
    assert_eq!(found.headline, "The win slipped on your 1st move.");
    assert_eq!(found.slip, Some(0));
    assert_eq!(found.start, Some(Value::Win(1)));
    let slip = &found.moves[0];
    assert_eq!(slip.sentence, "a1 gave it away. You could win in 1; now O wins in 1.");
    let better = slip.better.as_ref().unwrap();
    assert_eq!(better.story.moves, ["c3"]);
    assert_eq!(better.sentence, "Better was c3: it wins at once.");
    assert_eq!(better.foresights.len(), 3);
    assert!(
        better.foresights.iter().all(|it| it.moves == [("c3".to_owned(), Some(Value::Win(1)))])
    );
    assert_eq!(found.moves[1].sentence, "c2 wins at once.");
}

#[test]
fn slips_that_were_taken_back_are_told() {
    let game = &lines("tictactoe", &[]);
    let seats = Seats::against(Side::First, Player::perfect());
    let plan = Plan { start: read(game, "xx./oo./..."), seats, goal: Some(Goal::Win) };
    let mut session = Session::new(game, plan).unwrap();
    let slip = |session: &mut Session<Lines>, text: &str| {
        let mv = game.read_move(session.here(), text).unwrap();
        session.apply(game, Event::Slip(mv)).unwrap();
    };
    slip(&mut session, "a1");
    let open = reviewed(game, &session, u64::MAX);
    assert_eq!((open.slips.len(), open.slips[0].at), (1, Some(0)));
    slip(&mut session, "b1");
    for text in ["c2", "c3"] {
        let mv = game.read_move(session.here(), text).unwrap();
        made(game, &mut session, mv);
    }
    slip(&mut session, "b1");
    session.apply(game, Event::Undo).unwrap();
    let mv = game.read_move(session.here(), "c3").unwrap();
    made(game, &mut session, mv);
    let found = reviewed(game, &session, u64::MAX);
    assert_eq!(found.headline, "You got there after three slips.");
    assert_eq!(found.slip, None, "no slip stands");
    let at: Vec<_> = found.slips.iter().map(|it| it.at).collect();
    assert_eq!(at, [Some(0), Some(0), None], "the last one came after a move taken back");
    let one = &found.slips[0];
    assert_eq!(one.sentence, "a1 gave it away. You could win in 1; now O wins in 1.");
    assert_eq!(one.story.moves, ["a1", "c2"]);
    assert_eq!((one.had, one.has), (Some(Value::Win(1)), Some(Value::Loss(2))));
    assert_eq!(one.before, game.write_position(&read(game, "xx./oo./...")));
    let unknown = reviewed(game, &session, 0);
    assert_eq!(unknown.slips[0].story.moves[0], "a1", "the move at least");
}

#[test]
fn a_level_given_up_after_slips_alone_says_so() {
    let game = &lines("tictactoe", &[]);
    let seats = Seats::against(Side::First, Player::perfect());
    let plan = Plan { start: read(game, "xx./oo./..."), seats, goal: Some(Goal::Win) };
    let mut session = Session::new(game, plan).unwrap();
    let mv = game.read_move(session.here(), "a1").unwrap();
    session.apply(game, Event::Slip(mv)).unwrap();
    session.apply(game, Event::Resign(Side::First)).unwrap();
    let found = reviewed(game, &session, u64::MAX);
    assert_eq!(found.headline, "You resigned after one slip.");
}

#[test]
fn a_win_that_slipped_matters_more_than_a_later_draw() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let plan = Plan { start: read(game, "xx./oo./..."), seats: first, goal: None };
    let found = reviewed(game, &played(game, plan, "c2 c3 b1 a1"), u64::MAX);
    let slips = found.moves.iter().filter(|it| matches!(it.verdict, Verdict::Slip { .. })).count();
    assert_eq!((slips, found.slip), (2, Some(0)), "{}", found.headline);
    assert_eq!(found.headline, "The win slipped on your 1st move.");
}

#[test]
fn with_two_people_the_losers_slip_counts() {
    let game = &lines("tictactoe", &[]);
    let plan = Plan { start: read(game, "xx./oo./..."), seats: Seats::PEOPLE, goal: None };
    let found = reviewed(game, &played(game, plan, "c2 a1 c3"), u64::MAX);
    assert_eq!(found.slip, Some(1), "o let x win after all");
    assert_eq!(found.headline, "The draw slipped on O’s 1st move.");
}

#[test]
fn who_made_no_slip_is_told_so() {
    let game = &lines("tictactoe", &[]);
    let first = Seats::against(Side::First, Player::perfect());
    let headline = |text: &str, moves: &str| {
        let plan = Plan { start: read(game, text), seats: first.clone(), goal: None };
        reviewed(game, &played(game, plan, moves), u64::MAX).headline
    };
    assert_eq!(headline("xx./oo./...", "c3"), "You held it all the way.");
    assert_eq!(headline("xx./oo./...", ""), "No move has been made yet.");
    assert_eq!(headline(".../.../...", "b2"), "No slip so far.");
}

#[test]
fn what_is_not_known_is_said_so() {
    let game = &lines("connect4", &[]);
    let seats = Seats::against(Side::First, Player::foresight(1, Ties::Any));
    let plan = Plan { start: game.start(), seats, goal: None };
    let found = reviewed(game, &played(game, plan, "d d c"), 1);
    assert!(!found.exact && found.slip.is_none() && found.start.is_none());
    assert!(found.moves.iter().all(|it| it.verdict == Verdict::Unknown && it.better.is_none()));
    assert_eq!(found.headline, "Not every value is known within the budget; no slip is proven.");
    assert_eq!(found.moves[0].sentence, "What d is worth is not known within the budget.");
}

/// Without a proven slip, the review names the first move after which a loss is proven.
#[test]
fn the_largest_proven_change_is_named_where_values_are_missing() {
    let game = &lines("connect4", &[]);
    let seats = Seats::against(Side::Second, Player::foresight(1, Ties::Any));
    let plan = Plan { start: game.start(), seats, goal: None };
    // The first side makes three in a row with both ends open.
    let played = played(game, plan, "c c d d e a f");
    let found = reviewed(game, &played, 30);
    assert!(!found.exact && found.slip.is_none());
    assert_eq!(found.headline, "After your 2nd move X wins in 2; no slip before it is proven.");
    let sentence = "After d X wins in 2. Whether another move was better is not known.";
    assert_eq!(found.moves[3].sentence, sentence);
}
