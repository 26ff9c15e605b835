//! The parameters of a game: listed, read from `key=value` settings, and written back as
//! the one canonical name.

use spar_rules::{ReadError, nearest, quoted};
use std::ops::RangeInclusive;

/// A parameter of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it is written in a game's name.
    pub name: &'static str,
    /// Its display name.
    pub label: &'static str,
    /// What it takes, for help texts.
    pub takes: &'static str,
    /// Its value if the name does not give one; empty if that depends on the rest of the
    /// name, or if the usual game does not have it.
    pub default: &'static str,
    /// The values that can be given.
    pub values: Values,
}

/// The values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers.
    Numbers {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A text that the game reads.
    Text,
}

impl Key {
    /// A parameter that takes a text and has no default.
    pub const fn new(name: &'static str, label: &'static str, takes: &'static str) -> Key {
        Key { name, label, takes, default: "", values: Values::Text }
    }

    /// The same parameter for whole numbers from `least` to `most`.
    #[must_use]
    pub const fn numbers(self, least: u32, most: u32) -> Key {
        Key { values: Values::Numbers { least, most }, ..self }
    }

    /// The same parameter with these values only.
    #[must_use]
    pub const fn one_of(self, values: &'static [&'static str]) -> Key {
        Key { values: Values::OneOf(values), ..self }
    }

    /// The same parameter with a default.
    #[must_use]
    pub const fn default(self, default: &'static str) -> Key {
        Key { default, ..self }
    }
}

/// Refuses settings that are not parameters or stand twice; `has` begins the sentence:
/// `a line game has`.
pub(crate) fn check_names(
    has: &str,
    keys: &[Key],
    given: &[(&str, &str)],
) -> Result<(), ReadError> {
    for (index, (name, _)) in given.iter().enumerate() {
        if given[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(ReadError::new(format!("{} stands twice", quoted(name))));
        }
        if keys.iter().all(|key| key.name != *name) {
            let names = || keys.iter().map(|key| key.name);
            let all = names().collect::<Vec<_>>().join(", ");
            let error = ReadError::new(format!("{has} no parameter {}", quoted(name)));
            return Err(error.hint(match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`? Its parameters: {all}"),
                None => format!("its parameters: {all}"),
            }));
        }
    }
    Ok(())
}

/// Reads a whole number within a range.
///
/// # Errors
/// Says that it is not a whole number or outside the range, which it names.
pub(crate) fn number(
    name: &str,
    value: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, ReadError> {
    let setting = quoted(&format!("{name}={value}"));
    let goes = format!("`{name}` goes from {} to {}", range.start(), range.end());
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ReadError::new(format!("{setting} is no whole number")).hint(goes));
    }
    match value.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(ReadError::new(format!("{setting} is out of range")).hint(goes)),
    }
}
