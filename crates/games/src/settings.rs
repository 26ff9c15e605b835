//! The parameters of a game: listed, read from `key=value` settings, and written back as
//! the one canonical name.

use crate::cells::{counted, listed};
use spar_rules::{Game, ReadError, nearest, quoted};
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

    /// Refuses a value that this parameter does not take.
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

/// A game whose variants are made from settings, and which tells its own canonical name.
pub trait Configured: Game + Sized {
    /// Its name without settings.
    const NAME: &'static str;
    /// All parameters, in the order in which a canonical name writes them.
    const KEYS: &'static [Key];

    /// The variant with these settings; what they leave out has its default.
    ///
    /// # Errors
    /// Says which setting is unknown, out of range or contradicts another, and what fits.
    fn new(settings: &[(&str, &str)]) -> Result<Self, ReadError>;

    /// The value of every parameter that this variant has, in the order of the keys.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The display names of both sides.
    fn sides(&self) -> [&'static str; 2] {
        ["First", "Second"]
    }

    /// The one canonical name of this variant, `take:sticks=15,last=wins`: a setting is
    /// left out if the variant is the same without it.
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

/// Checked settings of a game: every name is a parameter, and every value is one that it
/// takes.
pub(crate) struct Settings<'a> {
    keys: &'static [Key],
    given: &'a [(&'a str, &'a str)],
}

impl<'a> Settings<'a> {
    /// Checks the settings of a game.
    ///
    /// # Errors
    /// Names the parameter that is unknown, is set twice, or does not take its value.
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

    /// The value that was given.
    pub(crate) fn given(&self, name: &str) -> Option<&'a str> {
        self.given.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// The value that was given, or the default.
    pub(crate) fn text(&self, name: &str) -> &'a str {
        let default = self.keys.iter().find(|key| key.name == name).map(|key| key.default);
        self.given(name).or(default).expect("invariant: asked for one of the keys")
    }

    /// The number that was given, or the default.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.text(name).parse().expect("invariant: numbers are checked, and defaults are numbers")
    }

    /// The number that was given, or `usual` where that depends on other settings.
    pub(crate) fn number_or(&self, name: &str, usual: u32) -> u32 {
        self.given(name).map_or(usual, |_| self.number(name))
    }

    /// Refuses two settings that say the same thing in different ways.
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

/// Refuses settings that are not parameters or are set twice; `has` begins the sentence:
/// `a line game has`.
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
        return Err(ReadError::new(format!("{setting} is not a whole number")).hint(goes));
    }
    match value.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(ReadError::new(format!("{setting} is out of range")).hint(goes)),
    }
}

/// Reads small whole numbers with dashes between them, `3-5-7`; `count` says how many
/// there can be, and `range` how large.
///
/// # Errors
/// Says which of them does not fit.
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

/// A game that tells its rules in words.
pub trait Described: Configured {
    /// Its display name: `Reversi`.
    const TITLE: &'static str;
    /// What it is, in a few words, for a list of games.
    const ABOUT: &'static str;

    /// The size of the board of this variant: `8×8`, `21 sticks`. By default what its
    /// settings `rows` and `cols`, or `size`, say.
    fn size(&self) -> String {
        let settings = self.settings();
        let said = |name: &str| settings.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        let side = |name| said(name).or_else(|| said("size")).unwrap_or_default();
        format!("{}×{}", side("rows"), side("cols"))
    }

    /// The rules of this variant in whole sentences, with the names of its sides: how it
    /// begins, what a move is, and how it ends.
    fn rules(&self) -> Vec<String>;
}
