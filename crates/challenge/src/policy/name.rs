//! Players by name: `kind[:key=value,…]`. The parser is in [`players`](crate::players), which
//! knows all kinds.

use spar_rules::{ReadError, quoted};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// The name of a player. Names are stored, shared and displayed; a game's
/// [`Roster`](super::Roster) creates the corresponding [`Policy`](super::Policy).
#[derive(Clone)]
pub struct Player {
    kind: &'static Kind,
    /// The value of each parameter of the kind, in its order.
    values: Arc<[String]>,
}

/// The common properties of all players of one kind.
pub struct Kind {
    /// The first part of the name.
    pub name: &'static str,
    /// Its entry in a list of players: `` `perfect` ``.
    pub listed: &'static str,
    /// Its parameters.
    pub parameters: &'static [PlayerParameter],
    /// A sentence that describes such a player.
    pub about: &'static str,
    /// The display name: `Foresight 2`.
    pub title: fn(&Player) -> String,
    /// The name for use in a sentence: `foresight 2`.
    pub phrase: fn(&Player) -> String,
    /// How sweeps over whole games can simulate it; `None` if it must be called position by
    /// position.
    pub habit: fn(&Player) -> Option<Habit>,
    /// A short form of its name, if there is one.
    pub short: fn(&Player) -> Option<String>,
}

/// A parameter of a kind of players.
pub struct PlayerParameter {
    /// The key in names.
    pub name: &'static str,
    /// A short description of its values.
    pub takes: &'static str,
    /// Its default value; empty if a value is required.
    pub default: &'static str,
    /// Parses a value and returns its canonical form.
    pub read: fn(&str) -> Option<String>,
}

/// How a player chooses, for players that sweeps over whole games support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Any move, all with the same probability.
    Any,
    /// The moves that look best with a foresight of this many rounds, at least one.
    Foresight(u32, Ties),
    /// Only best moves, all with the same probability.
    Best,
}

impl Habit {
    /// The foresight in rounds; `None` for the perfect player.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Habit::Any => Some(0),
            Habit::Foresight(rounds, _) => Some(rounds),
            Habit::Best => None,
        }
    }
}

/// A player with foresight chooses among the moves that it finds equally good, all with the
/// same probability. This rule determines whether the distance of a win or loss in sight
/// matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// All wins are equal, and so are all losses (rule A of the definitions).
    #[default]
    Any,
    /// The fastest win in sight, the slowest loss in sight (rule B).
    Fastest,
}

impl Player {
    /// Creates a player of a kind whose parameters all have defaults.
    ///
    /// # Panics
    /// If a parameter has no default.
    pub fn of_kind(kind: &'static Kind) -> Player {
        let defaults = kind.parameters.iter().map(|it| it.default.to_owned());
        let player = Player::with_values(kind, defaults);
        assert_eq!(player.missing(), None, "`{}` needs a value", kind.name);
        player
    }

    /// The first parameter without a value.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let mut all = self.kind.parameters.iter().zip(&*self.values);
        all.find(|it| it.1.is_empty()).map(|it| it.0.name)
    }

    /// Creates a player of a kind with these values, in the order of its parameters.
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

    /// The value of a parameter; empty if its kind has no such parameter.
    pub fn setting(&self, name: &str) -> &str {
        let index = self.kind.parameters.iter().position(|it| it.name == name);
        index.map_or("", |index| &self.values[index])
    }

    /// How sweeps can simulate it, if they can.
    pub fn habit(&self) -> Option<Habit> {
        (self.kind.habit)(self)
    }

    /// The foresight in rounds; `None` for players without limited foresight.
    pub fn rounds(&self) -> Option<u32> {
        self.habit().and_then(Habit::rounds)
    }

    /// The display name: `Foresight 2`.
    pub fn title(&self) -> String {
        (self.kind.title)(self)
    }

    /// The name for use in a sentence: `foresight 2`.
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

/// The canonical name: the short form, or the kind with all values that are not defaults.
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
    /// The word for the rule: `any`, `fastest`.
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
