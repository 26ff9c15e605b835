//! Players by name: `kind[:key=value,…]`. The parser is in [`players`](crate::players), which
//! knows all kinds.

use spar_rules::{ReadError, quoted};
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
    /// A player of a kind that has a default for every parameter.
    ///
    /// # Panics
    /// If a parameter has none.
    pub fn of_kind(kind: &'static Kind) -> Player {
        let defaults = kind.parameters.iter().map(|it| it.default.to_owned());
        let player = Player::with_values(kind, defaults);
        assert_eq!(player.missing(), None, "`{}` needs a value", kind.name);
        player
    }

    /// The first parameter that has no value.
    pub(crate) fn missing(&self) -> Option<&'static str> {
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
