//! What cannot be read is refused with a sentence: what, where, how to mend it.
//!
//! `malformed.txt` holds the cases: a line with a game's name and, for a
//! position, its text (`-` stands for nothing at all); below it, indented, the
//! sentence and the hint.

use spar::registry;
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
    match (registry::open(&case.game), &case.position) {
        (Err(error), _) => Some(error),
        (Ok(game), Some(position)) => game.read_position(position).err(),
        (Ok(_), None) => None,
    }
}

#[test]
fn each_malformed_name_and_position_is_refused_with_its_sentence() {
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases were read", cases.len());
    let mut wrong = String::new();
    for case in &cases {
        let said = refused(case).map_or(vec!["taken".to_owned()], |error| {
            [Some(error.what), error.hint].into_iter().flatten().collect()
        });
        if said != case.said {
            let position = case.position.as_deref().unwrap_or("");
            wrong += &format!("{} {position}\n  {}\n", case.game, said.join("\n  "));
        }
    }
    assert!(wrong.is_empty(), "these say something else:\n{wrong}");
}
