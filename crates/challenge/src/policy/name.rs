//! Players by name: `kind[:key=value,…]`.
//!
//! ```
//! use spar_challenge::policy::{Player, Ties};
//!
//! let player: Player = "foresight:rounds=2,ties=fastest".parse().unwrap();
//! assert_eq!(player, Player::foresight(2, Ties::Fastest));
//! assert_eq!("2".parse(), Ok(Player::foresight(2, Ties::Any)));
//! assert_eq!(player.title(), "Foresight 2, fastest");
//! ```

use super::{foresight, kinds, perfect, random};
use crate::track;
use spar_rules::{ReadError, nearest, quoted};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// The name of a player that the program can be. It is what is stored, shared and shown; a
/// game's [`Roster`](super::Roster) makes the [`Policy`](super::Policy) that goes with it.
#[derive(Clone)]
pub struct Player {
    kind: &'static Kind,
    /// The value of each parameter of the kind, in its order.
    values: Arc<[String]>,
}

/// What all players of one kind share.
pub struct Kind {
    /// As it is written in a name.
    pub name: &'static str,
    /// How it stands in a list of players: `` `perfect` ``.
    pub listed: &'static str,
    /// What can be set.
    pub parameters: &'static [PlayerParameter],
    /// A sentence that describes such a player.
    pub about: &'static str,
    /// The display name: `Foresight 2`.
    pub title: fn(&Player) -> String,
    /// The player within a sentence: `foresight 2`.
    pub phrase: fn(&Player) -> String,
    /// What a sweep over all positions of a game can make of it; none if it must be asked
    /// position by position.
    pub habit: fn(&Player) -> Option<Habit>,
    /// A shorter way to write a player, if there is one.
    pub short: fn(&Player) -> Option<String>,
}

/// A parameter of a kind of players.
pub struct PlayerParameter {
    /// As it is written.
    pub name: &'static str,
    /// What it takes, in a few words.
    pub takes: &'static str,
    /// Its value where the name does not say another; empty if it must.
    pub default: &'static str,
    /// Reads a value and gives it back as it is written.
    pub read: fn(&str) -> Option<String>,
}

/// What a player does, as far as sweeps over whole games know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Takes any move, all with the same chance.
    Any,
    /// Looks this many rounds ahead, one or more, and takes what looks best from there.
    Foresight(u32, Ties),
    /// Takes only best moves, all with the same chance.
    Best,
}

impl Habit {
    /// Rounds of foresight; none for the one that knows everything.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Habit::Any => Some(0),
            Habit::Foresight(rounds, _) => Some(rounds),
            Habit::Best => None,
        }
    }
}

/// Among moves that a player of some foresight finds equally good, it takes any,
/// each with the same chance. This says whether it minds how soon a game that it
/// sees the end of is won or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// All wins are equal, and so are all losses (rule A of the definitions).
    #[default]
    Any,
    /// The fastest win in sight, the slowest loss in sight (rule B).
    Fastest,
}

impl Player {
    /// No foresight is longer than this many rounds.
    pub const MOST_ROUNDS: u32 = 32;

    /// A player of a kind that has a default for every parameter.
    ///
    /// # Panics
    /// If a parameter has none.
    pub fn of_kind(kind: &'static Kind) -> Player {
        let player = Player::with_defaults(kind);
        assert_eq!(player.missing(), None, "`{}` needs a value", kind.name);
        player
    }

    /// How players of every kind are named, as a list.
    pub fn listed() -> String {
        kinds().map(|it| it.listed).collect::<Vec<_>>().join(", ")
    }

    fn with_defaults(kind: &'static Kind) -> Player {
        Player::with_values(kind, kind.parameters.iter().map(|it| it.default.to_owned()))
    }

    /// The first parameter that has no value.
    fn missing(&self) -> Option<&'static str> {
        let mut all = self.kind.parameters.iter().zip(&*self.values);
        all.find(|it| it.1.is_empty()).map(|it| it.0.name)
    }

    /// A player of a kind with these values, in the order of its parameters.
    pub(crate) fn with_values(
        kind: &'static Kind,
        values: impl IntoIterator<Item = String>,
    ) -> Player {
        Player { kind, values: values.into_iter().collect() }
    }

    /// The player that takes any move.
    pub fn random() -> Player {
        Player::of_kind(&random::KIND)
    }

    /// The player of this foresight; 0 plays at random.
    pub fn foresight(rounds: u32, ties: Ties) -> Player {
        if rounds == 0 {
            return Player::random();
        }
        Player::with_values(&foresight::KIND, [rounds.to_string(), ties.to_string()])
    }

    /// The player that knows everything.
    pub fn perfect() -> Player {
        Player::of_kind(&perfect::KIND)
    }

    /// The player that follows a policy written down: a letter for each square, or lines of
    /// them, one for each square of the other.
    pub fn policy(text: &str) -> Player {
        let lines: Vec<&str> = text.split_whitespace().collect();
        Player::with_values(&track::POLICY, [lines.join("/")])
    }

    /// The same player with this rule for ties, if it has one.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Player {
        match self.habit() {
            Some(Habit::Foresight(rounds, _)) => Player::foresight(rounds, ties),
            _ => self,
        }
    }

    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Whether it is of this kind.
    pub fn is(&self, kind: &Kind) -> bool {
        self.kind.name == kind.name
    }

    /// The value of a parameter; empty if its kind has none of this name.
    pub fn setting(&self, name: &str) -> &str {
        let index = self.kind.parameters.iter().position(|it| it.name == name);
        index.map_or("", |index| &self.values[index])
    }

    /// What a sweep can make of it.
    pub fn habit(&self) -> Option<Habit> {
        (self.kind.habit)(self)
    }

    /// Rounds of foresight; none for players that do not look ahead by rounds.
    pub fn rounds(&self) -> Option<u32> {
        self.habit().and_then(Habit::rounds)
    }

    /// The display name: `Foresight 2`.
    pub fn title(&self) -> String {
        (self.kind.title)(self)
    }

    /// The player within a sentence: `foresight 2`.
    pub fn phrase(&self) -> String {
        (self.kind.phrase)(self)
    }
}

impl PartialEq for Player {
    fn eq(&self, other: &Player) -> bool {
        self.is(other.kind) && self.values == other.values
    }
}

impl Eq for Player {}

impl Hash for Player {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.name.hash(state);
        self.values.hash(state);
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The canonical name: the short form, or the kind with all that is not its default.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(short) = (self.kind.short)(self) {
            return f.write_str(&short);
        }
        f.write_str(self.kind.name)?;
        let pairs = self.kind.parameters.iter().zip(&*self.values);
        let said = pairs.filter(|(parameter, value)| parameter.default != *value);
        for (index, (parameter, value)) in said.enumerate() {
            let sign = if index == 0 { ':' } else { ',' };
            write!(f, "{sign}{}={value}", parameter.name)?;
        }
        Ok(())
    }
}

/// Reads a name, or a number of rounds for a foresight.
impl FromStr for Player {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Player, ReadError> {
        if text.bytes().all(|it| it.is_ascii_digit()) {
            return rounds(text).map(|it| Player::foresight(it, Ties::Any)).ok_or_else(|| {
                ReadError::new(format!("{} is not a valid player", quoted(text))).hint(hint())
            });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = kinds().find(|it| it.name == name) else {
            let error = ReadError::new(format!("{} is not a valid player", quoted(text)));
            return Err(error.hint(match nearest(name, kinds().map(|it| it.name)) {
                Some(near) => format!("did you mean `{near}`? {}", hint()),
                None => hint(),
            }));
        };
        let mut player = Player::with_defaults(kind);
        let values = Arc::make_mut(&mut player.values);
        let mut said: Vec<&str> = Vec::new();
        for (key, value) in pairs(kind, settings) {
            if said.contains(&key) {
                return Err(ReadError::new(format!("`{key}` is set twice in {}", quoted(text))));
            }
            said.push(key);
            let Some(index) = kind.parameters.iter().position(|it| it.name == key) else {
                let what = format!("the player `{name}` has no parameter {}", quoted(key));
                return Err(ReadError::new(what).hint(takes(kind)));
            };
            let parameter = &kind.parameters[index];
            values[index] = (parameter.read)(value).ok_or_else(|| {
                let what = format!("{} is not a valid `{key}` of `{name}`", quoted(value));
                ReadError::new(what).hint(format!("it takes {}", parameter.takes))
            })?;
        }
        match player.missing() {
            Some(missing) => {
                let what = format!("the player `{name}` needs `{missing}`");
                Err(ReadError::new(what).hint(takes(kind)))
            }
            // A foresight of no rounds is the random player.
            None if player.rounds() == Some(0) => Ok(Player::random()),
            None => Ok(player),
        }
    }
}

/// The settings of a name. A value that is a name with settings of its own takes all that
/// follows; a kind with one parameter needs no key.
fn pairs<'t>(kind: &Kind, text: &'t str) -> Vec<(&'t str, &'t str)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (key, value) = match (rest.split_once('='), kind.parameters) {
            (Some((key, value)), _) if kind.parameters.iter().any(|it| it.name == key) => {
                (key, value)
            }
            (_, [only]) => (only.name, rest),
            (Some((key, value)), _) => (key, value),
            (None, _) => (rest, ""),
        };
        let end = if value.contains(':') { None } else { value.split_once(',') };
        let (value, next) = end.unwrap_or((value, ""));
        pairs.push((key, value));
        rest = next;
    }
    pairs
}

/// The list of players.
fn hint() -> String {
    format!("players are {}; foresight goes up to {}", Player::listed(), Player::MOST_ROUNDS)
}

fn takes(kind: &Kind) -> String {
    if kind.parameters.is_empty() {
        return format!("`{}` has no parameters", kind.name);
    }
    let all = kind.parameters.iter().map(|it| format!("`{}` ({})", it.name, it.takes));
    format!("`{}` takes {}", kind.name, all.collect::<Vec<_>>().join(", "))
}

/// Reads a foresight.
pub(super) fn rounds(text: &str) -> Option<u32> {
    text.parse().ok().filter(|it| *it <= Player::MOST_ROUNDS)
}

impl Ties {
    /// As it is written on the command line: `any`, `fastest`.
    pub fn word(self) -> &'static str {
        match self {
            Ties::Any => "any",
            Ties::Fastest => "fastest",
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Ties {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Ties, ReadError> {
        match text {
            "any" => Ok(Ties::Any),
            "fastest" => Ok(Ties::Fastest),
            _ => Err(ReadError::new(format!("{} is not a valid rule for ties", quoted(text)))
                .hint("`any`: all wins in sight are equal; `fastest`: the fastest one")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["random", "1", "32", "novice", "fastest", "perfect"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for (text, canonical) in [
            ("0", "random"),
            ("foresight:rounds=0", "random"),
            ("foresight:rounds=3", "3"),
            ("foresight:ties=any,rounds=3", "3"),
            ("foresight:rounds=3,ties=fastest", "foresight:rounds=3,ties=fastest"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn what_is_not_a_player_gets_a_sentence() {
        for (text, said) in [
            ("", "`` is not a valid player"),
            ("33", "`33` is not a valid player"),
            ("-1", "`-1` is not a valid player"),
            ("1.5", "`1.5` is not a valid player"),
            ("99999999999999999999", "is not a valid player"),
            ("perfekt", "did you mean `perfect`?"),
            ("foresight", "the player `foresight` needs `rounds`"),
            ("foresight:rounds=33", "`33` is not a valid `rounds` of `foresight`"),
            ("foresight:depth=2", "the player `foresight` has no parameter `depth`"),
            ("foresight:rounds=1,rounds=2", "`rounds` is set twice"),
            ("perfect:rounds=2", "`perfect` has no parameters"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn every_kind_has_its_own_name() {
        for (index, kind) in kinds().enumerate() {
            assert!(kinds().take(index).all(|it| it.name != kind.name), "{}", kind.name);
            assert!(kind.about.ends_with('.'), "{}", kind.name);
        }
    }
}
