//! Invalid input gives an error that says what is wrong, where, and how to fix it.
//!
//! Each case in `malformed.txt` is a line with a game's name and, for a position, its text (`-`
//! stands for an empty text), followed by indented lines with the error and the hint.

use proptest::prelude::*;
use spar_rules::ReadError;

struct Case {
    game: String,
    position: Option<String>,
    said: Vec<String>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let lines = include_str!("malformed.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(sentence) = line.strip_prefix("  ") {
            cases.last_mut().expect("a case comes first").said.push(sentence.to_owned());
            continue;
        }
        let word = |it: &str| if it == "-" { String::new() } else { it.to_owned() };
        let mut words = line.split(' ').map(word);
        let game = words.next().expect("a line has a word");
        cases.push(Case { game, position: words.next(), said: Vec::new() });
    }
    cases
}

fn refused(case: &Case) -> Option<ReadError> {
    match (spar_catalog::open(&case.game), &case.position) {
        (Err(error), _) => Some(error),
        (Ok(game), Some(position)) => game.read_position(position).err(),
        (Ok(_), None) => None,
    }
}

#[test]
fn each_malformed_name_and_position_is_refused_with_its_sentence() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases were read", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let said = refused(case).map_or(vec!["taken".to_owned()], |error| {
            [Some(error.what), error.hint].into_iter().flatten().collect()
        });
        if said != case.said {
            let position = case.position.as_deref().unwrap_or("");
            wrong.push(format!("{} {position}\n  {}", case.game, said.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "these say something else:\n{}", wrong.join("\n"));
}

proptest! {
    #[test]
    fn any_name_is_read_or_refused(name in "(connect4|lines|qubic|[a-z]{0,4})?(:|,|=|rows|cols|along|gravity|line|partial-|full|rcdps|[0-9]{1,3}|\\PC){0,9}") {
        // Paths are excluded, because the result depends on existing files.
        prop_assume!(!name.contains('/'));
        if let Ok(game) = spar_catalog::open(&name) {
            let canonical = game.facts().name.clone();
            let again = spar_catalog::open(&canonical).expect("a canonical name opens");
            prop_assert_eq!(again.facts(), game.facts());
        }
    }

    #[test]
    fn any_position_is_read_or_refused(text in "(start|[xo./]{0,12}|[0-9]{0,9}|\\PC{0,6})(\\+([a-g][1-6]?,?){0,6})?") {
        for name in ["tictactoe", "connect4", "bottom2", "qubic:rows=2,cols=2,layers=2,connect=2"] {
            let game = spar_catalog::open(name).expect("these are games");
            if let Ok(position) = game.read_position(&text) {
                let again = game.read_position(&position.text()).expect("what was written is read");
                prop_assert_eq!(again.text(), position.text());
            }
        }
    }
}
