//! Compares hints with the values in every position of small games.

use crate::common::{Place, ask, games, kind, lines, moves, of_move, read, values};
use spar_challenge::explain::{Explainer, Pictures};
use spar_challenge::hint::{Hint, Picture};
use spar_challenge::oracle::{Evaluation, Values};
use spar_challenge::say::{NOT_KNOWN, Voices};
use spar_games::lines::{Board, Lines};
use spar_rules::Game;
use spar_rules::{Notation, Scenic, Threats, Turn, Value};

fn picture(game: &Lines, position: &Board) -> Picture {
    let touches = moves(game, position).into_iter().map(|mv| game.touches(position, mv));
    Picture { scene: game.scene(position), touches: touches.collect() }
}

fn explainer(game: &Lines) -> Explainer<'_, Lines> {
    let pictures = Pictures {
        scene: Some(Lines::scene),
        shows_on: Some(Lines::shows_on),
        threats: Some(Lines::threats),
        rolls: None,
    };
    Explainer::new(game, pictures, Voices { names: ["X", "O"], person: None })
}

fn hint(game: &Lines, position: &Board, stage: u8, nodes: u64) -> Hint {
    let known = ask(game, position, nodes);
    let write = |mv| game.write_move(position, mv);
    Hint::of(&explainer(game), position, stage, &known, || Some(picture(game, position)), write)
}

/// The move in the last stage of the hint.
fn named(game: &Lines, position: &Board, hint: &Hint) -> Place {
    let text = hint.say.text.strip_prefix("Play ").unwrap();
    let (mv, _) = text.split_once(". ").unwrap();
    game.read_move(position, mv).unwrap()
}

#[test]
fn every_hint_leads_to_a_best_move() {
    for game in &games() {
        let values = values(game);
        for (position, value) in &values {
            if !matches!(game.turn(position), Turn::Play(_)) {
                continue;
            }
            let legal = moves(game, position);
            let worth = |mv: &Place| of_move(game, position, *mv, &values);
            let mv = named(game, position, &hint(game, position, 3, u64::MAX));
            assert_eq!(worth(&mv), *value, "{mv:?} {position:?}");
            let part = hint(game, position, 2, u64::MAX);
            let n_best = legal.iter().filter(|it| worth(it) == *value).count();
            assert_eq!(part.cells.is_empty(), n_best == legal.len(), "{position:?}");
            if !part.cells.is_empty() {
                let cells = game.scene(position).cells.len();
                assert!((2..cells).contains(&part.cells.len()), "{position:?}");
                let inside = game.touches(position, mv).iter().all(|it| part.cells.contains(it));
                assert!(inside, "{mv:?} {position:?}");
            }
            let count = hint(game, position, 1, u64::MAX);
            assert!(count.cells.is_empty());
            check_count(&count.say.text, &legal.iter().map(worth).collect::<Vec<_>>());
        }
    }
}

/// Checks that the first number of the sentence is the number of moves that keep the outcome.
fn check_count(text: &str, worth: &[Value]) {
    let best = worth.iter().max().unwrap();
    let keeps = worth.iter().filter(|it| kind(**it) == kind(*best)).count();
    let word = text.split(' ').next().unwrap();
    let number = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    match number.iter().position(|it| *it == word) {
        Some(index) => assert_eq!(index + 1, keeps, "{text}"),
        None => assert!(keeps == worth.len() && ["Every", "The"].contains(&word), "{text}"),
    }
}

#[test]
fn with_a_small_budget_a_hint_is_right_or_says_nothing() {
    for game in &games() {
        let values = values(game);
        for (position, value) in &values {
            if !matches!(game.turn(position), Turn::Play(_)) {
                continue;
            }
            let last = hint(game, position, 3, 1);
            if last.say.text.starts_with("Play ") {
                let mv = named(game, position, &last);
                assert_eq!(of_move(game, position, mv, &values), *value, "{position:?}");
                continue;
            }
            assert!(last.cells.is_empty());
            assert_eq!(hint(game, position, 1, 1).say, last.say);
            assert_eq!(hint(game, position, 2, 1), Hint { stage: 2, ..last.clone() });
            let said = match last.say.text.split([',', ' ']).nth(1) {
                Some("win") => Some(2),
                Some("draw") => Some(1),
                Some("is") => Some(0),
                _ => None,
            };
            assert!(said.is_none_or(|said| said == kind(*value)), "{position:?}");
            assert!(said.is_some() || last.say.text == NOT_KNOWN);
        }
    }
    let game = &lines("connect4", &[]);
    for stage in 1..=3 {
        assert_eq!(hint(game, &game.start(), stage, 1).say.text, NOT_KNOWN);
    }
}

#[test]
fn a_proven_outcome_is_said_also_where_no_move_is_known_to_keep_it() {
    let game = &lines("connect4", &[]);
    let said = |bounds| {
        let start = game.start();
        let known = Values { bounds, ..Values::unknown(moves(game, &start)) };
        let write = |mv| game.write_move(&start, mv);
        Hint::of(&explainer(game), &start, 1, &Evaluation::Values(known), || None, write).say.text
    };
    let win = "The win is there, but which move keeps it is not known in time.";
    assert_eq!(said((Value::Win(41), Value::Win(9))), win);
    let draw = "The draw is there, but which move keeps it is not known in time.";
    assert_eq!(said((Value::Draw, Value::Draw)), draw);
    let lost = "It is lost, and which move lasts longest is not known in time.";
    assert_eq!(said((Value::Loss(2), Value::Loss(40))), lost);
    assert_eq!(said((Value::Draw, Value::Win(9))), NOT_KNOWN);
}

#[test]
fn hints_in_words() {
    let game = &lines("tictactoe", &[]);
    let said = |text: &str| {
        let position = read(game, text);
        [1, 2, 3].map(|stage| hint(game, &position, stage, u64::MAX).say.text)
    };
    assert_eq!(
        said("xx./oo./..."),
        [
            "One move wins, one only draws, three lose.",
            "Look at column c.",
            "Play c3. It completes three in a line."
        ]
    );
    assert_eq!(
        said("x../.o./..x"),
        [
            "Four moves hold the draw, two lose.",
            "Look at column a.",
            "Play a2. It holds the draw. It threatens to complete a line at c2, so X must \
             answer there."
        ]
    );
}

#[test]
fn where_stones_fall_a_hint_leaves_a_choice_of_columns() {
    let game = &lines("connect3", &[]);
    let position = read(game, "..../..../..../xx.o");
    let part = hint(game, &position, 2, u64::MAX);
    let inside = |mv: &Place| game.touches(&position, *mv).iter().all(|it| part.cells.contains(it));
    assert!(moves(game, &position).iter().filter(|it| inside(it)).count() >= 2, "{part:?}");
    for position in values(game).keys() {
        let said = hint(game, position, 2, u64::MAX).say.text;
        assert!(!said.contains("row") && !said.contains("upper") && !said.contains("lower"));
    }
}
