//! Names become types. Everything above works with [`AnyGame`] and
//! [`AnyPosition`] and knows no game; everything below is generic and knows no
//! name.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `any` | the object-safe faces of a game and of a position |
//! | `kit` | a typed game with its abilities, behind those faces |
//! | `name` | `game:key=value,…` taken apart |
//! | `rules_file` | the same from a file |
//! | `lines` | the entries of the line games, and their rules in words |

mod any;
mod kit;
mod lines;
mod name;
mod rules_file;

pub use any::{AnyGame, AnyPosition, Facts, Player};
pub use kit::Kit;

use name::Name;
use spar_rules::{ReadError, nearest};

/// A game that can be opened by its name.
pub struct Entry {
    /// As it is written.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What can be changed.
    pub parameters: Vec<Parameter>,
    make: Maker,
}

/// A parameter of a game.
pub struct Parameter {
    /// As it is written in a game's name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// Its value where the name does not say another.
    pub default: String,
}

/// Makes the game of an entry from its name and settings.
type Maker = fn(&str, &[(&str, &str)]) -> Result<Box<dyn AnyGame>, ReadError>;

/// All games, in the order in which they are listed.
pub fn entries() -> Vec<Entry> {
    lines::entries()
}

/// Opens a game by its name, `connect4:rows=5,cols=5`, or by the path of a rules
/// file, which contains `/` or ends in `.toml`.
///
/// # Errors
/// Says what cannot be read, where, and the nearest name that can.
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    if rules_file::is_path(text) {
        return rules_file::open(text);
    }
    let Name { game, settings } = Name::read(text)?;
    (entry(game)?.make)(game, &settings)
}

/// The entry of a game.
fn entry(name: &str) -> Result<Entry, ReadError> {
    if name.is_empty() {
        return Err(ReadError::new("a game's name is missing").hint("`spar games` lists all"));
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
    Err(ReadError::new(format!("no game is named `{name}`")).hint(hint))
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
            let said = entry.parameters.iter().map(|it| format!("{}={}", it.name, it.default));
            let name = format!("{}:{}", entry.name, said.collect::<Vec<_>>().join(","));
            assert_eq!(open(&name).unwrap().facts(), open(entry.name).unwrap().facts());
        }
    }

    #[test]
    fn names_that_cannot_be_read_say_why() {
        let cases = [
            ("", "a game's name is missing | `spar games` lists all"),
            (":rows=3", "a game's name is missing | `spar games` lists all"),
            (
                "conect4",
                "no game is named `conect4` | did you mean `connect4`? `spar games` lists all",
            ),
            ("Qubic", "no game is named `Qubic` | did you mean `qubic`? `spar games` lists all"),
            ("chess", "no game is named `chess` | `spar games` lists all"),
            (
                "connect4 ",
                "no game is named `connect4 ` | did you mean `connect4`? `spar games` lists all",
            ),
            (
                "connect4:",
                "nothing stands after `connect4:` | parameters look like `connect4:key=value,key=value`",
            ),
            (
                "connect4:rows",
                "`rows` has no value | parameters look like `connect4:key=value,key=value`",
            ),
            (
                "connect4:rows=5,",
                "a comma at the end of `connect4:rows=5,` | a comma stands only between two parameters",
            ),
            (
                "connect4:rows=5,,cols=5",
                "a parameter is missing between two commas of `connect4:rows=5,,cols=5` | a comma stands only between two parameters",
            ),
            (
                "connect4:,rows=5",
                "a parameter is missing before the first comma of `connect4:,rows=5` | a comma stands only between two parameters",
            ),
            (
                "connect4:=5",
                "`=5` names no parameter | parameters look like `connect4:key=value,key=value`",
            ),
            ("connect4:rows=5,rows=6", "`rows` stands twice in `connect4:rows=5,rows=6`"),
            ("connect4:rows=5,rows=5", "`rows` stands twice in `connect4:rows=5,rows=5`"),
            (
                "connect4:colls=5",
                "a line game has no parameter `colls` | did you mean `cols`? Its parameters: rows, cols, layers, connect, along, gravity, line",
            ),
            (
                "connect4:size=5",
                "a line game has no parameter `size` | its parameters: rows, cols, layers, connect, along, gravity, line",
            ),
            (
                "connect4:Rows=5",
                "a line game has no parameter `Rows` | did you mean `rows`? Its parameters: rows, cols, layers, connect, along, gravity, line",
            ),
            ("connect4:rows=", "`rows=` is no whole number | `rows` goes from 1 to 64"),
            ("connect4:rows=0", "`rows=0` is out of range | `rows` goes from 1 to 64"),
            ("connect4:rows=1000", "`rows=1000` is out of range | `rows` goes from 1 to 64"),
            ("connect4:rows=-3", "`rows=-3` is no whole number | `rows` goes from 1 to 64"),
            ("connect4:rows=3.5", "`rows=3.5` is no whole number | `rows` goes from 1 to 64"),
            ("connect4:rows=five", "`rows=five` is no whole number | `rows` goes from 1 to 64"),
            (
                "connect4:rows=99999999999999999999",
                "`rows=99999999999999999999` is out of range | `rows` goes from 1 to 64",
            ),
            ("connect4:cols=27", "`cols=27` is out of range | `cols` goes from 1 to 26"),
            (
                "connect4:rows=9,cols=9",
                "a board of 9×9 has 81 cells | at most 64: a position is two words of 64 bits, one for each side",
            ),
            ("connect4:connect=0", "`connect=0` is out of range | `connect` goes from 1 to 64"),
            (
                "connect4:connect=8",
                "`connect=8` does not fit a board of 6×7 | `connect` goes from 1 to the longest side, 7",
            ),
            (
                "connect4:along=",
                "`along=` names no direction | any of `r`, `c` or `d`, for example `along=rc`",
            ),
            (
                "connect4:along=rx",
                "`x` in `along=rx` is no direction | any of `r`, `c` or `d`, for example `along=rc`",
            ),
            ("connect4:along=rr", "`r` stands twice in `along=rr`"),
            (
                "connect4:along=p",
                "`p` in `along=p` needs a board with layers | any of `r`, `c` or `d`, for example `along=rc`",
            ),
            (
                "connect4:gravity=low",
                "`gravity=low` is no gravity | `full`, `none` or `partial-N`: one of the N lowest empty cells of a column",
            ),
            (
                "connect4:gravity=partial-0",
                "`gravity=partial-0` wants a number from 1 to 64 after `partial-` | `full`, `none` or `partial-N`: one of the N lowest empty cells of a column",
            ),
            ("connect4:line=draws", "`line=draws` says neither `wins` nor `loses`"),
            (
                "connect4:rows=2,cols=4,along=c",
                "no line of 4 fits a board of 2×4 along `c` | change `connect`, `along` or the board",
            ),
        ];
        for (name, said) in cases {
            let error = open(name).err().unwrap_or_else(|| panic!("`{name}` is taken"));
            let hint = error.hint.map(|hint| format!(" | {hint}")).unwrap_or_default();
            assert_eq!(format!("{}{hint}", error.what), said, "`{name}`");
        }
    }
}
