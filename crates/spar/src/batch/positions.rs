//! Reads lists of positions from a file or from standard input: one position per line, or JSON
//! Lines with a `position`.

use super::Item;
use crate::fault::Fault;
use serde::Deserialize;
use spar_catalog::AnyGame;
use spar_catalog::input::Lines;
use spar_rules::{ReadError, quoted};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The maximum size of a list in bytes, as all of it is held in memory.
const LONGEST: u64 = 500_000_000;

/// Reads a list of positions of a game; `-` is standard input. Each item's name is the
/// canonical text of its position. Skips blank lines and comments after `#`.
///
/// # Errors
/// If the file or a line cannot be read; the message names the file, the line and the error.
pub(crate) fn read_positions(path: &Path, game: &dyn AnyGame) -> Result<Vec<Item>, Fault> {
    let read = |input: &mut dyn BufRead| {
        let mut list = List { path, game, limit: LONGEST, same: game.facts().name.clone() };
        list.read(input)
    };
    if path == Path::new("-") {
        return read(&mut io::stdin().lock());
    }
    let file = File::open(path).map_err(|error| Fault::reading(path, &error))?;
    read(&mut BufReader::with_capacity(1 << 16, file))
}

/// A line of JSON. Other fields are ignored.
#[derive(Deserialize)]
struct JsonLine {
    position: String,
    game: Option<String>,
}

/// The state of reading a list.
struct List<'a> {
    path: &'a Path,
    game: &'a dyn AnyGame,
    limit: u64,
    /// The last game name that was found to be this game.
    same: String,
}

impl List<'_> {
    fn read(&mut self, input: &mut dyn BufRead) -> Result<Vec<Item>, Fault> {
        let mut items = Vec::new();
        let mut lines = Lines::new(input, self.limit);
        while let Some((number, line)) =
            lines.next_line().map_err(|error| Fault::reading(self.path, &error))?
        {
            let name = self.line(line).map_err(|error| self.at(number, error))?;
            items.extend(name.map(|name| Item { name }));
        }
        Ok(items)
    }

    /// The text of the position in a line, if there is one.
    fn line(&mut self, line: &[u8]) -> Result<Option<String>, ReadError> {
        let text = str::from_utf8(line).map_err(|_| ReadError::new("it is not valid UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
        if text.starts_with('{') {
            return self.json(text).map(Some);
        }
        let text = text.split('#').next().unwrap_or_default().trim_end();
        if text.is_empty() {
            return Ok(None);
        }
        self.game.read_position(text).map(|position| Some(position.text()))
    }

    fn json(&mut self, text: &str) -> Result<String, ReadError> {
        let line: JsonLine = serde_json::from_str(text).map_err(|error| {
            ReadError::new(format!("it is not a JSON object with a `position`: {error}"))
                .hint("a line is a position, or an object such as `{\"position\":\"start\"}`")
        })?;
        if let Some(game) = line.game.filter(|it| *it != self.same) {
            let wanted = &self.game.facts().name;
            let found = spar_catalog::open(&game)?.facts().name.clone();
            if found != *wanted {
                let what = format!("its game is {}, not `{wanted}`", quoted(&found));
                return Err(ReadError::new(what).hint("a list has positions of one game"));
            }
            self.same = game;
        }
        self.game.read_position(&line.position).map(|position| position.text())
    }

    fn at(&self, number: u64, error: ReadError) -> Fault {
        let what = format!("line {number} of `{}`: {}", self.path.display(), error.what);
        Fault::Input(ReadError { what, ..error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, limit: u64) -> Result<Vec<String>, String> {
        let game = spar_catalog::open("tictactoe").unwrap();
        let same = game.facts().name.clone();
        let mut list = List { path: Path::new("list"), game: &*game, limit, same };
        match list.read(&mut text.as_bytes()) {
            Ok(items) => Ok(items.into_iter().map(|it| it.name).collect()),
            Err(Fault::Input(error)) => Err(error.to_string()),
            Err(fault) => panic!("{fault:?}"),
        }
    }

    #[test]
    fn every_way_to_write_a_position_gives_its_text() {
        let text = "\u{feff}# a list\n\nstart\r\nx../.o./... # figure 2\n  start+b2,a3  \n\
            {\"position\":\"start+a1\",\"value\":\"draw\"}\n\
            {\"game\":\"lines:rows=3\",\"position\":\"start+a1\"}\n\
            {\"game\":\"tictactoe\",\"position\":\"start\"}";
        let moved = ".../.../x..";
        let wanted = [".../.../...", "x../.o./...", "o../.x./...", moved, moved, ".../.../..."];
        assert_eq!(read(text, 1000).unwrap(), wanted);
        assert_eq!(read("", 0).unwrap(), [""; 0]);
        assert_eq!(read("# nothing\n \n", 100).unwrap(), [""; 0]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let said = |text: &str| read(text, 1000).unwrap_err();
        assert_eq!(
            said("start\n\nx.q/.../...\n"),
            "line 3 of `list`: `q` at c3 is not a stone\nhint: a cell is `x`, `o` or `.`"
        );
        assert_eq!(
            said("{\"game\":\"connect3\",\"position\":\"start\"}"),
            "line 1 of `list`: its game is `connect3`, not `tictactoe`\n\
             hint: a list has positions of one game"
        );
        assert!(
            said("{\"game\":\"chess\",\"position\":\"start\"}")
                .starts_with("line 1 of `list`: no game is named `chess`")
        );
        assert!(said("start\n{\"moves\":[]}").starts_with("line 2 of `list`: it is not a JSON"));
        assert!(said("{\"position\":1}").starts_with("line 1 of `list`: it is not a JSON"));
        assert!(said("{\"position\"").contains("hint: a line is a position, or an object"));
    }

    #[test]
    fn a_list_is_never_cut_in_silence() {
        assert_eq!(read("start\nstart", 11).unwrap().len(), 2);
        let said = read("start\nstart", 10).unwrap_err();
        let wanted = "cannot read `list`: it is longer than 10 bytes\n\
                      hint: divide it into several files";
        assert_eq!(said, wanted);
    }
}
