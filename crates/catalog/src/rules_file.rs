//! Rules files: a variant of a game with a title, in a file that can be shared.
//!
//! ```toml
//! game = "lines"          # any game of `spar games`
//! title = "Corner drop"   # its display name; may be left out
//! rows = 4                # then the game's parameters
//! along = "rd"
//! ```

use super::{AnyGame, entry};
use crate::input::read_whole;
use spar_rules::ReadError;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::{Spanned, Value};

/// The most bytes of a rules file, which has a few lines.
const LONGEST: u64 = 64 * 1024;

/// The most bytes of a board file, which may have millions of jumps.
const LONGEST_BOARD: u64 = 256 * 1024 * 1024;

/// Returns whether the text that names a game is the path of a rules file.
pub(super) fn is_path(text: &str) -> bool {
    text.contains('/') || Path::new(text).extension().is_some_and(|it| it == "toml")
}

/// The settings of a board file, to be used in a name: the keys of the game, at top level or
/// under `[board]`. If `game` is there too, it must be this one.
pub(super) fn board(path: &str, game: &str) -> Result<Vec<(String, String)>, ReadError> {
    let text = read(path, "board", LONGEST_BOARD)?;
    let settings = || -> Result<Vec<(String, String)>, Trouble> {
        let line_of = lines_of(&text);
        let mut keys = keys(&text, &line_of)?;
        if let Some((named, line)) = taken(&mut keys, "game", &line_of)?
            && named != game
        {
            let error = ReadError::new(format!("`game` is `{named}`, not `{game}`"))
                .hint(format!("a board for `{game}` leaves `game` out or sets it to `{game}`"));
            return Err(Trouble { line: Some(line), error });
        }
        for name in ["title", "name"] {
            taken(&mut keys, name, &line_of)?;
        }
        if !keys.contains_key("n") {
            let hint = "`n` is the number of squares of the board: `n = 20`";
            return Err(ReadError::new("`n` is missing").hint(hint).into());
        }
        let plain = |(key, value): (&String, &Spanned<Value>)| {
            Ok((key.clone(), plain(key, value, &line_of)?.0))
        };
        keys.iter().map(plain).collect()
    };
    settings().map_err(|trouble| trouble.of(path))
}

/// Opens the game of a rules file.
pub(super) fn open(path: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    let text = read(path, "rules", LONGEST)?;
    game(&text).map_err(|trouble| trouble.of(path))
}

fn read(path: &str, kind: &str, longest: u64) -> Result<String, ReadError> {
    let refuse = |why: String| {
        let hint = format!("a name with `/` or `.toml` is taken as the path of a {kind} file");
        ReadError::new(format!("cannot read the {kind} file `{path}`: {why}")).hint(hint)
    };
    let about = std::fs::metadata(path).map_err(|error| refuse(reason(&error)))?;
    if about.is_dir() {
        return Err(refuse("it is a folder".to_owned()));
    }
    if !about.is_file() {
        return Err(refuse("it is not an ordinary file".to_owned()));
    }
    if about.len() > longest {
        return Err(refuse(format!("it is longer than {} kB", longest / 1024)));
    }
    let file = std::fs::File::open(path).map_err(|error| refuse(reason(&error)))?;
    let bytes = read_whole(file, longest).map_err(|error| refuse(reason(&error)))?;
    String::from_utf8(bytes).map_err(|_| refuse("it is not text in UTF-8".to_owned()))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        _ => error.to_string(),
    }
}

/// An error in a rules file, with its line number.
struct Trouble {
    line: Option<usize>,
    error: ReadError,
}

impl Trouble {
    fn of(self, path: &str) -> ReadError {
        let Trouble { line, error } = self;
        let place =
            line.map_or_else(|| format!("`{path}`"), |line| format!("`{path}` line {line}"));
        ReadError { what: format!("{place}: {}", error.what), ..error }
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        Trouble { line: None, error }
    }
}

/// Returns a function that finds the line number of a position in a text, from 1.
fn lines_of(text: &str) -> impl Fn(Range<usize>) -> usize {
    move |span: Range<usize>| 1 + text[..span.start.min(text.len())].matches('\n').count()
}

/// All keys of a file. Those under `[board]` are moved to the top level.
fn keys(
    text: &str,
    line_of: &impl Fn(Range<usize>) -> usize,
) -> Result<BTreeMap<String, Spanned<Value>>, Trouble> {
    let mut keys: BTreeMap<String, Spanned<Value>> = toml::from_str(text).map_err(|error| {
        let what = error.message().lines().next().unwrap_or("this is not valid TOML").to_owned();
        let hint = "a rules file has lines such as `rows = 4` and `gravity = \"full\"`";
        Trouble { line: error.span().map(line_of), error: ReadError::new(what).hint(hint) }
    })?;
    if let Some(Value::Table(_)) = keys.get("board").map(Spanned::get_ref)
        && let Some(board) = keys.remove("board")
    {
        let span = board.span();
        let Value::Table(table) = board.into_inner() else { return Ok(keys) };
        for (key, value) in table {
            if keys.insert(key.clone(), Spanned::new(span.clone(), value)).is_some() {
                let error = ReadError::new(format!("`{key}` is set twice, once under `[board]`"));
                return Err(Trouble { line: Some(line_of(span)), error });
            }
        }
    }
    Ok(keys)
}

fn game(text: &str) -> Result<Box<dyn AnyGame>, Trouble> {
    let line_of = lines_of(text);
    let mut keys = keys(text, &line_of)?;
    let game = taken(&mut keys, "game", &line_of)?.ok_or_else(|| {
        let is_board = ["n", "jumps"].iter().any(|key| keys.contains_key(*key));
        let hint = if is_board {
            "a board alone is read by `ladders:board=FILE`"
        } else {
            "for example `game = \"lines\"`"
        };
        ReadError::new("`game` is missing").hint(hint)
    })?;
    let title = taken(&mut keys, "title", &line_of)?;
    let mut settings = Vec::new();
    for (key, value) in &keys {
        settings.push((key.as_str(), plain(key, value, &line_of)?));
    }
    let borrowed: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, v.0.as_str())).collect();
    let made = entry(&game.0).and_then(|entry| (entry.make)(&game.0, &borrowed));
    let made = made.map_err(|error| {
        // The error message contains a parameter, which determines the line.
        let lines = settings.iter().map(|(key, (_, line))| (*key, *line));
        let all = lines.chain([("game", game.1)]);
        let named = |key: &str| [format!("`{key}="), format!("`{key}`")];
        let about = |key: &str| named(key).iter().any(|it| error.what.contains(it.as_str()));
        let no_game = error.what.starts_with("no game");
        let line = all.into_iter().find(|(key, _)| about(key) || (no_game && *key == "game"));
        Trouble { line: line.map(|(_, line)| line), error }
    })?;
    Ok(match title {
        // A shared file must not be able to send escape codes to a terminal.
        Some((title, _)) => made.retitled(title.replace(char::is_control, " ")),
        None => made,
    })
}

/// Takes a key out of those that were read, and returns its text and line number.
fn taken(
    keys: &mut BTreeMap<String, Spanned<Value>>,
    key: &str,
    line_of: &impl Fn(Range<usize>) -> usize,
) -> Result<Option<(String, usize)>, Trouble> {
    let Some(value) = keys.remove(key) else { return Ok(None) };
    let line = line_of(value.span());
    let refuse = |what: String, hint: &str| Trouble {
        line: Some(line),
        error: ReadError::new(what).hint(hint),
    };
    match value.into_inner() {
        Value::String(text) if text.trim().is_empty() => {
            Err(refuse(format!("`{key}` is empty"), "write a value, or leave the line out"))
        }
        Value::String(text) if key == "game" && text.contains(':') => Err(refuse(
            format!("`game` is `{text}`, a name with parameters"),
            "write each parameter on its own line: `rows = 4`",
        )),
        Value::String(text) => Ok(Some((text, line))),
        _ => Err(refuse(format!("`{key}` is not a text"), "write it in quotation marks")),
    }
}

/// The value of a parameter as it is written in a game's name, with its line number.
fn plain(
    key: &str,
    value: &Spanned<Value>,
    line_of: &impl Fn(Range<usize>) -> usize,
) -> Result<(String, usize), Trouble> {
    let line = line_of(value.span());
    match value.get_ref() {
        Value::String(text) => Ok((text.clone(), line)),
        Value::Integer(number) => Ok((number.to_string(), line)),
        Value::Array(items) if items.is_empty() => Ok(("none".to_owned(), line)),
        Value::Array(items) if items.iter().all(Value::is_array) => {
            let written: Option<Vec<String>> = items.iter().map(pair).collect();
            written.map(|all| (all.join("."), line)).ok_or_else(|| {
                let error = ReadError::new(format!("`{key}` has an entry that is not a jump"))
                    .hint("jumps are pairs of squares: `jumps = [[1, 4], [7, 3]]`");
                Trouble { line: Some(line), error }
            })
        }
        Value::Array(items) if items.iter().all(Value::is_str) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            Ok((texts.join("."), line))
        }
        other => Err(Trouble {
            line: Some(line),
            error: ReadError::new(format!("`{key}` is neither a whole number nor a text"))
                .hint(format!("its type is `{}`", other.type_str())),
        }),
    }
}

/// Two integers as a jump is written in a game's name.
fn pair(value: &Value) -> Option<String> {
    match value.as_array()?.as_slice() {
        [from, to] => Some(format!("{}-{}", from.as_integer()?, to.as_integer()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_a_game_of_its_own() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../spar/examples/corner-drop.toml");
        let game = open(path).unwrap();
        assert_eq!(game.facts().title, "Corner drop");
        assert_eq!(game.facts().name, "connect3:along=d,line=loses");
    }

    #[test]
    fn numbers_and_texts_are_both_taken() {
        let name = |text| game(text).ok().unwrap().facts().name.clone();
        assert_eq!(name("game = 'connect4'\nrows = '5'\ncols = 5"), "connect4:rows=5,cols=5");
        assert_eq!(name("game = 'lines'"), "tictactoe");
    }

    #[test]
    fn files_that_cannot_be_read_say_why_and_where() {
        let lines = "game = 'lines'\n";
        let cases = [
            ("", "`game` is missing"),
            ("title = 'x'", "`game` is missing"),
            ("game = ''", "1: `game` is empty"),
            ("game = 3", "1: `game` is not a text"),
            ("\ngame = 'linse'", "2: no game is named `linse`"),
            ("game = 'lines:rows=4'", "1: `game` is `lines:rows=4`, a name with parameters"),
            ("game = 'lines'\ntitle = 7", "2: `title` is not a text"),
            ("game = 'lines'\ntitle = ' '", "2: `title` is empty"),
            ("game = 'lines'\nrows = 1000", "2: `rows=1000` is out of range"),
            ("rows = 1000\ngame = 'lines'", "1: `rows=1000` is out of range"),
            ("game = 'lines'\ncols = 3\nrows = -2", "3: `rows=-2` is not a whole number"),
            ("game = 'lines'\nrows = 4.5", "2: `rows` is neither a whole number nor a text"),
            ("game = 'lines'\nrows = [4]", "2: `rows` is neither a whole number nor a text"),
            ("game = 'lines'\nrow = 4", "2: a line game has no parameter `row`"),
            ("game = 'lines'\n\nconnect = 4", "3: `connect=4` does not fit a board of 3×3"),
            ("game = 'lines'\nalong = ''", "2: `along=` names no direction"),
            ("game = 'lines'\nalong = 'rq'", "2: `q` in `along=rq` is not a direction"),
            ("game = 'lines'\ngravity = 'up'", "2: `gravity=up` is not a valid gravity"),
            ("game = 'lines'\nline = true", "2: `line` is neither a whole number nor a text"),
            ("game = 'lines'\n[rows]\nfull = 4", "2: `rows` is neither a whole number nor a text"),
        ];
        for (text, said) in cases {
            let Err(Trouble { line, error }) = game(text) else { panic!("taken: {text}") };
            let line = line.map(|line| format!("{line}: ")).unwrap_or_default();
            assert_eq!(format!("{line}{}", error.what), said, "{text}");
        }
        // The message about invalid TOML comes from the parser; the line number is ours.
        for (text, wanted) in [("rows 4", 2), ("rows = ", 2), ("game = 'x'", 2), ("t = 'abc", 2)] {
            let Err(trouble) = game(&format!("{lines}{text}\n")) else { panic!("taken: {text}") };
            assert_eq!(trouble.line, Some(wanted), "{text}: {}", trouble.error.what);
        }
    }

    #[test]
    fn paths_that_cannot_be_read_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("long.toml"), " ".repeat(70_000)).unwrap();
        std::fs::write(path("bytes.toml"), [0xff, 0xfe]).unwrap();
        let cases = [
            (path("none.toml"), "there is no such file"),
            (path(""), "it is a folder"),
            (path("long.toml"), "it is longer than 64 kB"),
            (path("bytes.toml"), "it is not text in UTF-8"),
        ];
        for (path, why) in cases {
            let error = open(&path).err().unwrap();
            assert_eq!(error.what, format!("cannot read the rules file `{path}`: {why}"));
        }
    }
}
