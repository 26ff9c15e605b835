//! The parameters of a game: their description, parsing from `key=value` settings, and writing
//! as a canonical name.

use crate::cells::{counted, listed};
use spar_rules::{Game, ReadError, nearest, quoted};
use std::ops::RangeInclusive;

/// A parameter of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in settings.
    pub name: &'static str,
    /// Its display name.
    pub label: &'static str,
    /// A description of its values, for help texts.
    pub takes: &'static str,
    /// The default value. Empty if it depends on other settings, or if the standard game does
    /// not have this parameter.
    pub default: &'static str,
    /// The valid values.
    pub values: Values,
}

/// The valid values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// An integer in a range.
    Numbers {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A text that the game parses itself.
    Text,
}

impl Key {
    /// A parameter with a text as its value and without a default.
    pub const fn new(name: &'static str, label: &'static str, takes: &'static str) -> Key {
        Key { name, label, takes, default: "", values: Values::Text }
    }

    /// Restricts the values to the integers from `least` to `most`.
    #[must_use]
    pub const fn numbers(self, least: u32, most: u32) -> Key {
        Key { values: Values::Numbers { least, most }, ..self }
    }

    /// Restricts the values to these words.
    #[must_use]
    pub const fn one_of(self, values: &'static [&'static str]) -> Key {
        Key { values: Values::OneOf(values), ..self }
    }

    /// Sets the default.
    #[must_use]
    pub const fn default(self, default: &'static str) -> Key {
        Key { default, ..self }
    }

    /// Checks that a value is valid for this parameter.
    fn check(&self, value: &str) -> Result<(), ReadError> {
        match self.values {
            Values::Text => Ok(()),
            Values::Numbers { least, most } => {
                number(self.name, value, least.into()..=most.into()).map(|_| ())
            }
            Values::OneOf(values) if values.contains(&value) => Ok(()),
            Values::OneOf(values) => {
                let setting = quoted(&format!("{}={value}", self.name));
                let near = nearest(value, values.iter().copied());
                let near = near.filter(|it| !it.bytes().all(|byte| byte.is_ascii_digit()));
                let near = near.map(|it| format!("did you mean `{it}`? ")).unwrap_or_default();
                let all: Vec<String> = values.iter().map(|it| format!("`{it}`")).collect();
                let all = listed(&all, "or");
                Err(ReadError::new(format!("{setting} is not a valid setting"))
                    .hint(format!("{near}`{}` is {all}", self.name)))
            }
        }
    }
}

/// A game whose variants are created from settings and have a canonical name.
pub trait Configured: Game + Sized {
    /// The name of the game without settings.
    const NAME: &'static str;
    /// All parameters, in the order of a canonical name.
    const KEYS: &'static [Key];

    /// Creates the variant with these settings; missing ones get their defaults.
    ///
    /// # Errors
    /// If a setting is unknown, out of range, or contradicts another. The message says which
    /// values are valid.
    fn new(settings: &[(&str, &str)]) -> Result<Self, ReadError>;

    /// The value of every parameter of this variant, in the order of the keys.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The display names of both sides.
    fn sides(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    /// The canonical name of this variant, `take:sticks=15,last=wins`. A setting is left out if
    /// the variant is the same without it.
    fn name(&self) -> String {
        let all = self.settings();
        let mut said = all.clone();
        for setting in &all {
            let fewer = said.iter().filter(|it| it.0 != setting.0);
            let fewer: Vec<(&str, &str)> = fewer.map(|it| (it.0, it.1.as_str())).collect();
            if Self::new(&fewer).is_ok_and(|it| it.settings() == all) {
                said.retain(|it| it.0 != setting.0);
            }
        }
        let said: Vec<String> = said.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let colon = if said.is_empty() { "" } else { ":" };
        format!("{}{colon}{}", Self::NAME, said.join(","))
    }
}

/// Validated settings of a game: every name is a parameter, and every value is valid for it.
pub(crate) struct Settings<'a> {
    keys: &'static [Key],
    given: &'a [(&'a str, &'a str)],
}

impl<'a> Settings<'a> {
    /// Validates the settings of a game.
    ///
    /// # Errors
    /// If a parameter is unknown, set twice, or has an invalid value; the message names it.
    pub(crate) fn read<G: Configured>(
        given: &'a [(&'a str, &'a str)],
    ) -> Result<Settings<'a>, ReadError> {
        check_names(&format!("`{}` has", G::NAME), G::KEYS, given)?;
        for key in G::KEYS {
            let value = given.iter().find(|it| it.0 == key.name);
            value.map_or(Ok(()), |it| key.check(it.1))?;
        }
        Ok(Settings { keys: G::KEYS, given })
    }

    /// The value of a setting, if it is given.
    pub(crate) fn given(&self, name: &str) -> Option<&'a str> {
        self.given.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// The value of a setting, or its default.
    pub(crate) fn text(&self, name: &str) -> &'a str {
        let default = self.keys.iter().find(|key| key.name == name).map(|key| key.default);
        self.given(name).or(default).expect("invariant: asked for one of the keys")
    }

    /// The numeric value of a setting, or its default.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.text(name).parse().expect("invariant: numbers are checked, and defaults are numbers")
    }

    /// The numeric value of a setting, or `usual` if it is not given.
    pub(crate) fn number_or(&self, name: &str, usual: u32) -> u32 {
        self.given(name).map_or(usual, |_| self.number(name))
    }

    /// Checks that at most one of two alternative settings is given.
    pub(crate) fn refuse_both(&self, one: &str, other: &str) -> Result<(), ReadError> {
        match (self.given(one), self.given(other)) {
            (Some(_), Some(value)) => {
                let setting = quoted(&format!("{other}={value}"));
                Err(ReadError::new(format!("{setting} stands instead of `{one}`"))
                    .hint(format!("leave out `{one}` or `{other}`")))
            }
            _ => Ok(()),
        }
    }
}

/// Checks that all settings are parameters and that none is set twice. `has` begins the error
/// message: `a line game has`.
pub(crate) fn check_names(
    has: &str,
    keys: &[Key],
    given: &[(&str, &str)],
) -> Result<(), ReadError> {
    for (index, (name, _)) in given.iter().enumerate() {
        if given[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(ReadError::new(format!("{} is set twice", quoted(name))));
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

/// Reads an integer in a range.
///
/// # Errors
/// If the value is not an integer or out of range; the message names the range.
pub(crate) fn number(
    name: &str,
    value: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, ReadError> {
    let setting = quoted(&format!("{name}={value}"));
    let goes = format!("`{name}` goes from {} to {}", range.start(), range.end());
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ReadError::new(format!("{setting} is not a whole number")).hint(goes));
    }
    match value.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(ReadError::new(format!("{setting} is out of range")).hint(goes)),
    }
}

/// Reads small integers separated by dashes, `3-5-7`. `count` is the range of their number,
/// `range` the range of each.
///
/// # Errors
/// If a number is not valid, or if there are too few or too many.
pub(crate) fn numbers(
    name: &str,
    text: &str,
    count: RangeInclusive<usize>,
    range: RangeInclusive<u8>,
) -> Result<Vec<u8>, ReadError> {
    let range = u64::from(*range.start())..=u64::from(*range.end());
    let read = |part| number(name, part, range.clone()).map(|number| number as u8);
    let numbers: Vec<u8> = text.split('-').map(read).collect::<Result<_, _>>()?;
    if count.contains(&numbers.len()) {
        return Ok(numbers);
    }
    let (setting, given) = (quoted(&format!("{name}={text}")), counted(numbers.len(), "number"));
    Err(ReadError::new(format!("{setting} has {given}")).hint(format!(
        "`{name}` takes {} to {} with dashes between",
        count.start(),
        count.end()
    )))
}

/// A game with a description of its rules in words.
pub trait Described: Configured {
    /// Its display name: `Reversi`.
    const TITLE: &'static str;
    /// A short description for a list of games.
    const ABOUT: &'static str;

    /// The size of this variant's board: `8×8`, `21 sticks`. The default uses the settings
    /// `rows` and `cols`, or `size`.
    fn size(&self) -> String {
        let settings = self.settings();
        let said = |name: &str| settings.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        let side = |name| said(name).or_else(|| said("size")).unwrap_or_default();
        format!("{}×{}", side("rows"), side("cols"))
    }

    /// The rules of this variant in one sentence, for somebody who has never played: the moves,
    /// and who wins.
    fn summary(&self) -> String;

    /// The rules of this variant in complete sentences, with the names of its sides: the start,
    /// the moves, and the end of the game.
    fn rules(&self) -> Vec<String>;
}
