//! The text form of positions and moves.

use crate::Game;
use std::fmt;

/// Optional: the text form of positions and moves, on one line without spaces, safe in a shell
/// and in a link. Required for all user interfaces and files.
///
/// Laws ([`laws::notation`](crate::laws::notation)): reading a written text returns the
/// original value; different moves of a position have different texts.
pub trait Notation: Game {
    /// Writes a position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position of this game; the message says what is wrong, where, and
    /// how to fix it.
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError>;

    /// Writes a move of this position.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move of this position.
    ///
    /// # Errors
    /// If `text` is not a legal move; the hint lists the legal moves.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ReadError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let written = |mv: &Self::Move| self.write_move(position, mv.clone());
        let found = moves.iter().find(|mv| written(mv) == text).cloned();
        found.ok_or_else(|| {
            let legal: Vec<String> = moves.iter().map(written).collect();
            ReadError::no_move(text, &legal)
        })
    }
}

/// An error in a text, with a hint how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong and where, in one clause.
    pub what: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl ReadError {
    /// An error without a hint.
    pub fn new(what: impl Into<String>) -> ReadError {
        ReadError { what: what.into(), hint: None }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ReadError {
        self.hint = Some(hint.into());
        self
    }

    /// The error for a text that is not one of the `legal` moves.
    pub fn no_move(text: &str, legal: &[String]) -> ReadError {
        let what = format!("{} is not a legal move here", quoted(text));
        if legal.is_empty() {
            ReadError::new(format!("{what}: the game is over"))
        } else {
            ReadError::new(what).hint(format!("legal: {}", legal.join(" ")))
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a position as users enter it: its text form or `start`, either of them optionally
/// followed by moves: `start+d4,c3`.
///
/// # Errors
/// If a part cannot be read; for a wrong move the message says at which move.
pub fn read_position_and_moves<G: Notation>(
    game: &G,
    text: &str,
) -> Result<G::Position, ReadError> {
    let (position, moves) = text.split_once('+').map_or((text, None), |(a, b)| (a, Some(b)));
    let mut position = match position {
        "start" => game.start(),
        "" => return Err(ReadError::new("a position is missing").hint("`start` is one")),
        text => game.read_position(text)?,
    };
    for (index, mv) in moves.into_iter().flat_map(|moves| moves.split(',')).enumerate() {
        if mv.is_empty() {
            let what = format!("move {} of {} is missing", index + 1, quoted(text));
            return Err(ReadError::new(what).hint("moves look like `start+d4,c3`"));
        }
        let mv = game.read_move(&position, mv).map_err(|error| ReadError {
            what: format!("move {}: {}", index + 1, error.what),
            ..error
        })?;
        position = game.after(&position, mv);
    }
    Ok(position)
}

/// Quotes user input in backticks for a message. Shortens long texts and escapes control
/// characters.
pub fn quoted(text: &str) -> String {
    format!("`{}`", harmless(text))
}

/// Like [`quoted`], without the backticks.
fn harmless(text: &str) -> String {
    const LONGEST: usize = 60;
    let shown = escaped(text.chars().take(LONGEST)).replace('\n', "\\n");
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    shown + rest
}

/// Escapes control characters other than line ends, and characters that change the text
/// direction.
pub fn escaped(text: impl IntoIterator<Item = char>) -> String {
    let is_plain = |it: char| it == '\n' || (!it.is_control() && !turns_text(it));
    let mut out = String::new();
    for letter in text {
        if is_plain(letter) { out.push(letter) } else { out.extend(letter.escape_default()) }
    }
    out
}

/// Returns whether a character changes the text direction. Such a character in a word could
/// change how the rest of the sentence is displayed.
pub fn turns_text(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The candidate most similar to a mistyped word, if one is similar enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |candidate: &&str| edits(word, candidate) <= 1 + word.chars().count() / 4;
    candidates.into_iter().filter(near).min_by_key(|candidate| edits(word, candidate))
}

/// The Levenshtein distance: the least number of insertions, deletions and replacements.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// A game's name, split into its parts. The parts are not validated here.
#[derive(Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The text before the colon.
    pub game: &'a str,
    /// The settings in their order, without duplicate names.
    pub settings: Vec<(&'a str, &'a str)>,
}

impl<'a> Name<'a> {
    /// Parses a name.
    ///
    /// # Errors
    /// If a part does not have the form of a name; the message says which.
    pub fn read(text: &'a str) -> Result<Name<'a>, ReadError> {
        let Some((game, rest)) = text.split_once(':') else {
            return Ok(Name { game: text, settings: Vec::new() });
        };
        let shape = || {
            let game = harmless(game);
            format!("parameters look like `{game}:key=value,key=value`")
        };
        if rest.is_empty() {
            let text = harmless(text);
            return Err(ReadError::new(format!("nothing follows `{text}`")).hint(shape()));
        }
        let mut settings: Vec<(&str, &str)> = Vec::new();
        for setting in rest.split(',') {
            if setting.is_empty() {
                return Err(stray_comma(text, rest));
            }
            let Some((key, value)) = setting.split_once('=') else {
                let setting = harmless(setting);
                return Err(ReadError::new(format!("`{setting}` has no value")).hint(shape()));
            };
            if key.is_empty() {
                let setting = harmless(setting);
                let what = format!("`{setting}` names no parameter");
                return Err(ReadError::new(what).hint(shape()));
            }
            if settings.iter().any(|(earlier, _)| *earlier == key) {
                let (key, text) = (harmless(key), harmless(text));
                return Err(ReadError::new(format!("`{key}` is set twice in `{text}`")));
            }
            settings.push((key, value));
        }
        Ok(Name { game, settings })
    }
}

fn stray_comma(text: &str, settings: &str) -> ReadError {
    let text = harmless(text);
    let what = if settings.starts_with(',') {
        format!("a parameter is missing before the first comma of `{text}`")
    } else if settings.contains(",,") {
        format!("a parameter is missing between two commas of `{text}`")
    } else {
        format!("a comma at the end of `{text}`")
    };
    ReadError::new(what).hint("a comma stands only between two parameters")
}

#[cfg(test)]
mod tests {
    use super::{nearest, quoted};

    #[test]
    fn what_is_quoted_is_short_and_harmless() {
        assert_eq!(quoted("b3"), "`b3`");
        assert_eq!(quoted("ö\u{1b}[2J\n"), "`ö\\u{1b}[2J\\n`");
        assert_eq!(quoted(&"x".repeat(60)), format!("`{}`", "x".repeat(60)));
        assert_eq!(quoted(&"x".repeat(61)), format!("`{}…`", "x".repeat(60)));
    }

    #[test]
    fn the_nearest_word_is_found_or_none() {
        let words = ["connect3", "connect4", "tictactoe"];
        assert_eq!(nearest("conect4", words), Some("connect4"));
        assert_eq!(nearest("tic-tac-toe", words), Some("tictactoe"));
        assert_eq!(nearest("chess", words), None);
    }
}
