//! What can the game of this name do?
//!
//! This crate turns names into types. The crates above it use [`AnyGame`], [`AnyPosition`] and
//! [`AnySession`] and know no game; the crates below it are generic and know no names.
//!
//! ```
//! use spar_rules::Value;
//! use spar_solve::{Budget, Context};
//!
//! let game = spar_catalog::open("tictactoe").unwrap();
//! let mut position = game.read_position("start+b2,a3").unwrap();
//! position.play("c3").unwrap();
//! let evaluation = position.evaluate(&Context::bare(Budget::unlimited())).unwrap();
//! assert_eq!(evaluation.value(), Some(Value::Draw));
//! assert_eq!(evaluation.best().collect::<Vec<_>>(), ["a1"]);
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `any` | object-safe traits of a game, a position, a session and a solved game |
//! | `typed` | the types that implement them, with their abilities |
//! | `players` | which players a game has |
//! | `entries` | the games: parameters, rules in words, how each is made |
//! | `rules_file` | a game from a TOML file |
//! | `ladder`, `level_json` | the levels that come with the program, and the JSON of a level |
//! | `route` | which way the links of a scene go in a picture |
//! | `words`, `units` | sentences about any game; numbers, times and sizes as text |
//! | `budgets`, `counting`, `input` | limits on work, perft, bounded reading |

mod any;
pub mod budgets;
mod counting;
mod entries;
pub mod input;
pub mod ladder;
pub mod level_json;
mod players;
pub mod route;
mod rules_file;
mod typed;
pub mod units;
pub mod words;

pub use any::{
    AnyGame, AnyPosition, AnySession, AnyWhole, BestScore, Choices, Columns, Doubted, EventError,
    Facts, Line, LookedAt, Looks, OnBoard, Picture, RatedLevel, Report, Rolled, TextClaim,
    TextEvent, TextJudged, TextLevel, TextPlan, TextPly, Texts, Wish,
};
pub use entries::entries;
pub use players::{Offered, Players};
pub use typed::{Thrown, TypedGame};

use spar_rules::{Name, ReadError, nearest, quoted};

/// A game that can be opened by its name.
pub struct Entry {
    /// Its name as it is written.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    make: Maker,
    /// Refuses settings that make a game too large to be played.
    check_played: Check,
    /// Adjusts settings that depend on changed ones.
    settle: fn(&mut Vec<(&str, &str)>),
}

/// A parameter of a game.
pub struct Parameter {
    /// As it is written in a game's name.
    pub name: &'static str,
    /// Its display name.
    pub label: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// Its default value.
    pub default: String,
}

/// Makes the game of an entry from its name and settings.
type Maker = fn(&str, &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError>;

/// Refuses settings, with a sentence.
type Check = fn(&[(&str, &str)]) -> Result<(), ReadError>;

/// Opens a game by its name, `connect4:rows=5,cols=5`, or by the path of a rules
/// file, which contains `/` or ends in `.toml`.
///
/// # Errors
/// Says what is not valid, where, and which valid name is nearest.
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    let of_an_entry = text.split_once(':').filter(|it| entry(it.0).is_ok());
    if of_an_entry.is_none() && rules_file::is_path(text) {
        return rules_file::open(text);
    }
    let Name { game, settings } = Name::read(text)?;
    let file = settings.iter().find(|(key, value)| *key == "board" && rules_file::is_path(value));
    let Some((_, file)) = file else { return (entry(game)?.make)(game, &settings) };
    // Settings in the name override those in the file.
    let board = rules_file::board(file, game)?;
    let said = |key: &str| key != "board" && settings.iter().any(|it| it.0 == key);
    let from_file = board.iter().filter(|it| !said(&it.0)).map(|it| (it.0.as_str(), it.1.as_str()));
    let from_name = settings.iter().copied().filter(|it| it.0 != "board");
    let all: Vec<(&str, &str)> = from_file.chain(from_name).collect();
    (entry(game)?.make)(game, &all)
        .map_err(|error| ReadError { what: format!("`{file}`: {}", error.what), ..error })
}

/// Opens a game by its name, to be played. It never reads a file, and refuses a board that is
/// too large to be drawn before anything is built.
///
/// # Errors
/// Says what is not valid, where, and which valid name is nearest.
pub fn open_name(text: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    let Name { game, settings } = Name::read(text)?;
    let entry = entry(game)?;
    (entry.check_played)(&settings)?;
    (entry.make)(game, &settings)
}

/// Opens the game of this canonical name with some parameters changed.
///
/// # Errors
/// Says which of them the game does not have, or why they contradict each other.
pub fn vary(name: &str, changes: &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError> {
    let Name { game, mut settings } = Name::read(name)?;
    settings.retain(|(key, _)| changes.iter().all(|(changed, _)| changed != key));
    settings.extend(changes);
    let entry = entry(game)?;
    (entry.settle)(&mut settings);
    (entry.check_played)(&settings)?;
    (entry.make)(game, &settings)
}

/// What can be changed of the game with this name.
///
/// # Errors
/// Says which name is nearest, if there is no such game.
pub fn parameters(name: &str) -> Result<Vec<Parameter>, ReadError> {
    Ok(entry(Name::read(name)?.game)?.parameters)
}

/// The entry of a game.
fn entry(name: &str) -> Result<Entry, ReadError> {
    if name.is_empty() {
        return Err(ReadError::new("the name of a game is missing").hint("`spar games` lists all"));
    }
    let mut entries = entries();
    if let Some(index) = entries.iter().position(|entry| entry.name == name) {
        return Ok(entries.swap_remove(index));
    }
    let lower = name.to_lowercase();
    let hint = match nearest(&lower, entries.iter().map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`? `spar games` lists all"),
        None => "`spar games` lists all".to_owned(),
    };
    Err(ReadError::new(format!("no game is named {}", quoted(name))).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_opens_and_plays() {
        for entry in entries() {
            let game = open(entry.name).unwrap();
            let mut position = game.start();
            let mv = position.moves()[0].clone();
            assert_eq!(position.play(&mv), Ok(mv));
            assert!(game.read_position(&position.text()).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn a_canonical_name_opens_the_same_game() {
        for name in ["lines:rows=4,connect=4", "connect4:along=dr", "bottom2:gravity=partial-3"] {
            let game = open(name).unwrap();
            assert_eq!(open(&game.facts().name).unwrap().facts(), game.facts());
        }
    }

    #[test]
    fn every_default_can_be_said() {
        for entry in entries() {
            // A parameter that only some boards have has no default.
            let with_default = entry.parameters.iter().filter(|it| !it.default.is_empty());
            let said = with_default.map(|it| format!("{}={}", it.name, it.default));
            let name = format!("{}:{}", entry.name, said.collect::<Vec<_>>().join(","));
            assert_eq!(open(&name).unwrap().facts(), open(entry.name).unwrap().facts());
        }
    }
}
