//! The catalogue: opens games by name, with their types hidden.
//!
//! The crates above this one use [`AnyGame`], [`AnyPosition`] and [`AnySession`] and contain no
//! game; the crates below it are generic and contain no names.
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
//! | `players` | the players of a game |
//! | `entries` | the games: parameters, rules in words, constructors |
//! | `first` | the first levels of a game, one idea each |
//! | `books` | the built-in books of openings |
//! | `rules_file` | a game from a TOML file |
//! | `ladder`, `level_json` | the built-in levels, and the JSON of a level |
//! | `route` | the paths of a scene's links in a picture |
//! | `words`, `units` | sentences about any game; numbers, times and sizes as text |
//! | `budgets`, `counting`, `input` | limits on work, perft, bounded reading |

mod any;
mod books;
pub mod budgets;
mod counting;
mod entries;
mod first;
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
    AnyGame, AnyOpenings, AnyPosition, AnySearch, AnySession, AnyWhole, BestScore, Choices,
    Columns, Doubted, EventError, Facts, Line, OnBoard, Picture, RatedLevel, Report, Rolled,
    TextClaim, TextEvent, TextEyes, TextJudged, TextLevel, TextPlan, TextPly, Texts, TwinResult,
    Wish,
};
pub use books::books;
pub use entries::entries;
pub use first::{FirstLevel, first_level, first_levels};
pub use players::{Offered, Players};
pub use typed::{Thrown, TypedGame};

use spar_rules::{Name, ReadError, nearest, quoted};

/// A game that can be opened by its name.
pub struct Entry {
    /// Its name in commands and files.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The levels for people who are new to the game, in their order.
    pub first: &'static [FirstLevel],
    make: Maker,
    /// Rejects settings of games that are too large to be played.
    check_played: Check,
    /// Adjusts settings that depend on changed ones.
    settle: fn(&mut Vec<(&str, &str)>),
}

/// A parameter of a game.
pub struct Parameter {
    /// Its key in the names of games.
    pub name: &'static str,
    /// Its display name.
    pub label: &'static str,
    /// A description of its values.
    pub takes: &'static str,
    /// Its default value.
    pub default: String,
}

/// Creates the game of an entry from its name and settings.
type Maker = fn(&str, &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError>;

/// Rejects invalid settings with an error.
type Check = fn(&[(&str, &str)]) -> Result<(), ReadError>;

/// Opens a game by its name, `connect4:rows=5,cols=5`, or by the path of a rules
/// file, which contains `/` or ends in `.toml`.
///
/// # Errors
/// If the text is not valid; the message says what is wrong and suggests the nearest name.
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

/// Opens a game for play by its name. Never reads a file, and rejects boards that are too large
/// to be drawn before building them.
///
/// # Errors
/// If the text is not valid; the message says what is wrong and suggests the nearest name.
pub fn open_name(text: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    let Name { game, settings } = Name::read(text)?;
    let entry = entry(game)?;
    (entry.check_played)(&settings)?;
    (entry.make)(game, &settings)
}

/// Opens the game of this canonical name with some parameters changed.
///
/// # Errors
/// If the game does not have a parameter, or if the parameters contradict each other.
pub fn vary(name: &str, changes: &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError> {
    let Name { game, mut settings } = Name::read(name)?;
    settings.retain(|(key, _)| changes.iter().all(|(changed, _)| changed != key));
    settings.extend(changes);
    let entry = entry(game)?;
    (entry.settle)(&mut settings);
    (entry.check_played)(&settings)?;
    (entry.make)(game, &settings)
}

/// The parameters of the game with this name.
///
/// # Errors
/// If there is no such game; the message suggests the nearest name.
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
