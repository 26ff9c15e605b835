//! Finds the string literals of a Rust source that users can read.
//!
//! These are all literals with a space or a line break and a word of at least two letters
//! outside of format placeholders, and all literals in `#[error(…)]` with such a word. Excluded
//! are
//!
//! - comments and all other attributes: what they say to users is in `wording/help` and
//!   `wording/api.txt`;
//! - what is compiled for tests only;
//! - messages of broken invariants: `expect`, `assert!`, `panic!`, `unreachable!` and the like;
//! - SQL, and markup (what starts with `<`).

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::str::Chars;

/// Macros whose arguments are file names, or are only shown when an invariant is broken.
const SILENT_MACROS: [&str; 15] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "include",
    "include_bytes",
    "include_str",
    "matches",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
];
const SILENT_METHODS: [&str; 2] = ["expect", "expect_err"];
const SQL: [&str; 14] = [
    "ALTER ", "ANALYZE", "BEGIN", "COMMIT", "CREATE ", "DELETE ", "DROP ", "INSERT ", "PRAGMA ",
    "REPLACE ", "ROLLBACK", "SELECT ", "UPDATE ", "VACUUM",
];

/// The texts of a source, and its test modules.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// Its texts in order, each on its own line; long ones on several lines.
    pub(crate) lines: Vec<String>,
    /// Names in `#[cfg(test)] mod name;`.
    pub(crate) test_modules: Vec<String>,
}

/// Parses a source.
pub(crate) fn read(code: &str) -> Result<Source, proc_macro2::LexError> {
    let mut source = Source::default();
    source.collect(code.parse()?);
    Ok(source)
}

impl Source {
    fn collect(&mut self, stream: TokenStream) {
        let mut rest: &[TokenTree] = &stream.into_iter().collect::<Vec<_>>();
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            match (first, after) {
                (TokenTree::Punct(sign), _) if sign.as_char() == '#' => {
                    rest = self.attribute(after);
                }
                (
                    TokenTree::Ident(name),
                    [TokenTree::Punct(sign), TokenTree::Group(_), left @ ..],
                ) if sign.as_char() == '!' && SILENT_MACROS.iter().any(|it| name == it) => {
                    rest = left;
                }
                (
                    TokenTree::Punct(sign),
                    [TokenTree::Ident(name), TokenTree::Group(_), left @ ..],
                ) if sign.as_char() == '.' && SILENT_METHODS.iter().any(|it| name == it) => {
                    rest = left;
                }
                (TokenTree::Group(group), _) => self.collect(group.stream()),
                (TokenTree::Literal(literal), _) => {
                    if let Some(text) = text(&literal.to_string()).filter(|it| is_read(it)) {
                        self.push(&text);
                    }
                }
                _ => {}
            }
        }
    }

    /// Processes an attribute, given the tokens after `#`. Returns the tokens after it and
    /// after any item that it excludes from the program.
    fn attribute<'a>(&mut self, after: &'a [TokenTree]) -> &'a [TokenTree] {
        let is_bang =
            |it: &TokenTree| matches!(it, TokenTree::Punct(sign) if sign.as_char() == '!');
        let skipped = usize::from(after.first().is_some_and(is_bang));
        let Some((TokenTree::Group(group), rest)) = after[skipped..].split_first() else {
            return after;
        };
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        match tokens.as_slice() {
            [TokenTree::Ident(name), TokenTree::Group(inner)] if name == "error" => {
                self.errors(inner);
                rest
            }
            [TokenTree::Ident(name), TokenTree::Group(inner)]
                if name == "cfg" && inner.stream().to_string() == "test" =>
            {
                self.skip_item(rest)
            }
            _ => rest,
        }
    }

    /// Adds the literals of `#[error(…)]`.
    fn errors(&mut self, group: &Group) {
        for tree in group.stream() {
            match tree {
                TokenTree::Group(group) => self.errors(&group),
                TokenTree::Literal(literal) => {
                    if let Some(text) = text(&literal.to_string()).filter(|it| has_word(it)) {
                        self.push(&text);
                    }
                }
                _ => {}
            }
        }
    }

    /// The tokens after an item, which ends with its block or with `;`.
    fn skip_item<'a>(&mut self, item: &'a [TokenTree]) -> &'a [TokenTree] {
        let is_end = |it: &TokenTree| match it {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(sign) => sign.as_char() == ';',
            _ => false,
        };
        let end = item.iter().position(is_end).map_or(item.len(), |it| it + 1);
        if let [.., TokenTree::Ident(module), TokenTree::Ident(name), TokenTree::Punct(_)] =
            &item[..end]
            && module == "mod"
        {
            self.test_modules.push(name.to_string());
        }
        &item[end..]
    }

    fn push(&mut self, text: &str) {
        self.lines.extend(text.lines().map(visible).filter(|it| !it.is_empty()));
    }
}

/// A line without spaces at its ends and with escaped control characters.
fn visible(line: &str) -> String {
    let spelled = |it: char| {
        if it.is_control() { it.escape_default().collect() } else { it.to_string() }
    };
    line.trim().chars().map(spelled).collect()
}

fn is_read(text: &str) -> bool {
    let trimmed = text.trim_start();
    text.contains([' ', '\n'])
        && has_word(text)
        && !trimmed.starts_with('<')
        && !SQL.iter().any(|it| trimmed.starts_with(it))
}

/// Returns whether there are two consecutive letters outside of format placeholders.
fn has_word(text: &str) -> bool {
    let mut depth = 0;
    let mut n_letters = 0;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        n_letters = if depth == 0 && character.is_alphabetic() { n_letters + 1 } else { 0 };
        if n_letters == 2 {
            return true;
        }
    }
    false
}

/// The text of a string literal; `None` for numbers, characters and bytes.
fn text(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        if character == '\\' { text.extend(escape(&mut characters)) } else { text.push(character) }
    }
    Some(text)
}

/// The character after a backslash; `None` for a line continuation.
fn escape(rest: &mut Chars) -> Option<char> {
    match rest.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        '0' => Some('\0'),
        'x' => code(&rest.by_ref().take(2).collect::<String>()),
        'u' => {
            let digits: String = rest.by_ref().take_while(|it| *it != '}').collect();
            code(&digits.trim_start_matches('{').replace('_', ""))
        }
        '\n' => {
            let left = rest.as_str().trim_start();
            *rest = left.chars();
            None
        }
        other => Some(other),
    }
}

fn code(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}
