//! Compares verdicts with the plain definition, for every move of every position.

use crate::common::{ask, ask_all, games, kind, lines, moves, of_move, read, values, voices};
use spar_challenge::explain::LONGEST_LINE;
use spar_challenge::judge::{Goal, Verdict, judge};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Side, Turn, Value};
use std::collections::HashMap;

/// The verdict by the definition.
fn plain(had: Value, has: Value, goal: Option<Goal>) -> Verdict {
    let enough =
        |value: Value| if goal == Some(Goal::Draw) { value.min(Value::Draw) } else { value };
    let (had, has) = (enough(had), enough(has));
    if kind(has) < kind(had) {
        return Verdict::Slip { had, has };
    }
    let moves = |value: Value| match value {
        Value::Draw => 0,
        Value::Win(plies) => plies.div_ceil(2),
        Value::Loss(plies) => plies / 2,
    };
    match moves(had).abs_diff(moves(has)) {
        0 => Verdict::Best,
        moves => Verdict::Slower { moves },
    }
}

const GOALS: [Option<Goal>; 3] = [None, Some(Goal::Win), Some(Goal::Draw)];

#[test]
fn every_verdict_agrees_with_the_definition() {
    for game in &games() {
        let values = values(game);
        let known = ask_all(game, &values, u64::MAX);
        for (position, had) in &values {
            for mv in moves(game, position) {
                let has = of_move(game, position, mv, &values);
                for goal in GOALS {
                    let judged =
                        judge(game, position, mv, goal, &mut |here: &Board| known[here].clone());
                    assert_eq!(judged.verdict, plain(*had, has, goal), "{mv:?} {position:?}");
                    let is_slip = matches!(judged.verdict, Verdict::Slip { .. });
                    assert_eq!(judged.line.is_empty(), !is_slip);
                    if is_slip {
                        assert_eq!(judged.line[0], mv);
                        check_line(game, position, &judged.line, has, &values);
                    }
                    if *had < Value::Draw {
                        assert!(!is_slip, "who is losing cannot slip");
                    }
                }
            }
        }
    }
}

/// Checks that a line is legal, that each side plays its best after the first move, and that it
/// has the stated result unless it was cut.
fn check_line(
    game: &Lines,
    position: &Board,
    line: &[<Lines as Game>::Move],
    has: Value,
    values: &HashMap<Board, Value>,
) {
    let mover = game.side(position);
    let mut here = *position;
    for (index, mv) in line.iter().enumerate() {
        assert!(moves(game, &here).contains(mv), "{mv:?} {here:?}");
        let is_best = of_move(game, &here, *mv, values) == values[&here];
        assert!(index == 0 || is_best, "{mv:?} {here:?}");
        here = game.after(&here, *mv);
    }
    match game.turn(&here) {
        Turn::Over(outcome) => assert_eq!(kind(Value::of(outcome, mover)), kind(has)),
        _ => assert_eq!(line.len(), LONGEST_LINE),
    }
}

#[test]
fn with_a_small_budget_a_verdict_is_right_or_there_is_none() {
    for game in &games() {
        let values = values(game);
        for nodes in [0, 1, 5] {
            let known = ask_all(game, &values, nodes);
            for (position, had) in &values {
                for mv in moves(game, position) {
                    let has = of_move(game, position, mv, &values);
                    for goal in GOALS {
                        let mut ask = |here: &Board| known[here].clone();
                        let found = judge(game, position, mv, goal, &mut ask).verdict;
                        let wanted = plain(*had, has, goal);
                        assert!(agree(found, wanted), "{found:?} {wanted:?} {mv:?} {position:?}");
                    }
                }
            }
        }
    }
}

/// Returns whether a verdict is the true one, or a bound of it, or unknown.
fn agree(found: Verdict, wanted: Verdict) -> bool {
    match (found, wanted) {
        (Verdict::Unknown, _) => true,
        (Verdict::Slip { had: at_least, has: at_most }, Verdict::Slip { had, has }) => {
            // "You could hold the draw" is true of who could have won.
            kind(has) < kind(at_least) && at_least <= had && has <= at_most
        }
        (found, wanted) => found == wanted,
    }
}

#[test]
fn on_a_large_board_nothing_is_known_with_one_node() {
    let game = &lines("connect4", &[]);
    for mv in moves(game, &game.start()) {
        let judged = judge(game, &game.start(), mv, None, &mut |here| ask(game, here, 1));
        assert_eq!((judged.verdict, judged.line), (Verdict::Unknown, Vec::new()));
    }
}

#[test]
fn the_word_on_a_move_says_what_was_and_what_is() {
    let game = &lines("tictactoe", &[]);
    let said = |text: &str, mv: &str, goal| {
        let position = read(game, text);
        let mv = game.read_move(&position, mv).unwrap();
        let judged = judge(game, &position, mv, goal, &mut |here| ask(game, here, u64::MAX));
        let side = game.side(&position);
        assert_eq!(side, Side::First);
        let say = judged.say(game, &position, &voices(Some(side)));
        format!("{} {}", say.strong, say.text)
    };
    let win = Some(Goal::Win);
    assert_eq!(
        said("xx./oo./...", "a1", win),
        "Not that one. You could win in 1; now O answers c2 and wins. Try again."
    );
    assert_eq!(
        said("xx./oo./...", "c2", win),
        "Not that one. You could win in 1; now O answers c3 and holds the draw. Try again."
    );
    assert_eq!(said("xx./oo./...", "c3", win), "Good. No move wins faster.");
    assert_eq!(
        said("xx./oo./...", "c2", Some(Goal::Draw)),
        "Good enough. You could win in 1; this holds the draw."
    );
    assert_eq!(
        said("xx./oo./...", "a1", Some(Goal::Draw)),
        "Not that one. You could hold the draw; now O answers c2 and wins. Try again."
    );
}

#[test]
fn the_word_on_a_slower_move_counts_moves_of_the_winner() {
    let game = &lines("tictactoe", &[]);
    let values = values(game);
    let mut words = std::collections::BTreeSet::new();
    for position in values.keys() {
        for mv in moves(game, position) {
            let judged = judge(game, position, mv, None, &mut |here| ask(game, here, u64::MAX));
            if let Verdict::Slower { .. } = judged.verdict {
                let say = judged.say(game, position, &voices(Some(game.side(position))));
                words.insert(format!("{} {}", say.strong, say.text));
            }
        }
    }
    let wanted =
        ["Also good, 1 move slower.", "Also good, 2 moves slower.", "Lost anyway, 1 move sooner."];
    assert_eq!(words.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}
