//! Players as people name them: by how far they look ahead.

use spar_rules::{ReadError, quoted};
use std::fmt;
use std::str::FromStr;

/// A player that the program can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Every move alike: foresight 0.
    Random,
    /// Looks so many rounds ahead, one or more, and takes what looks best from
    /// there.
    Foresight(u32, Ties),
    /// In a race: throws as many dice as the way to the goal lets, and never looks at the
    /// snakes and ladders.
    Novice,
    /// In a race: what brings it to the goal in the fewest turns, wherever the other is.
    Fastest,
    /// Only best moves, each of them alike: the fastest wins, the slowest losses; where
    /// chance rolls, what wins most often.
    Perfect,
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

    /// The player of this foresight; 0 plays at random.
    pub fn of_foresight(rounds: u32, ties: Ties) -> Player {
        if rounds == 0 { Player::Random } else { Player::Foresight(rounds, ties) }
    }

    /// The same player with this rule for ties, if it has one.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Player {
        match self {
            Player::Foresight(rounds, _) => Player::Foresight(rounds, ties),
            other => other,
        }
    }

    /// Whether only races have this player.
    pub fn is_racer(self) -> bool {
        matches!(self, Player::Novice | Player::Fastest)
    }

    /// Rounds of foresight; none for the perfect player, whose sight has no end, and for
    /// those of a race, who do not look ahead.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Player::Random => Some(0),
            Player::Foresight(rounds, _) => Some(rounds),
            Player::Novice | Player::Fastest | Player::Perfect => None,
        }
    }
}

/// As it is written on the command line: `0`, `2`, `perfect`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("0"),
            Player::Foresight(rounds, _) => write!(f, "{rounds}"),
            Player::Novice => f.write_str("novice"),
            Player::Fastest => f.write_str("fastest"),
            Player::Perfect => f.write_str("perfect"),
        }
    }
}

/// Reads a player's word or a number of rounds; ties are [`Ties::Any`].
impl FromStr for Player {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Player, ReadError> {
        match text {
            "random" => return Ok(Player::Random),
            "novice" => return Ok(Player::Novice),
            "fastest" => return Ok(Player::Fastest),
            "perfect" => return Ok(Player::Perfect),
            _ => {}
        }
        let most = Player::MOST_ROUNDS;
        let error = || {
            ReadError::new(format!("{} is no player", quoted(text))).hint(format!(
                "a player is a foresight from 0 (`random`) to {most} rounds, or `perfect`; in a \
                 race also `novice` and `fastest`"
            ))
        };
        let rounds: u32 = text.parse().map_err(|_| error())?;
        if rounds > most { Err(error()) } else { Ok(Player::of_foresight(rounds, Ties::Any)) }
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
            _ => Err(ReadError::new(format!("{} is no rule for ties", quoted(text)))
                .hint("`any`: all wins in sight are equal; `fastest`: the fastest one")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["0", "1", "32", "novice", "fastest", "perfect"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("random".parse(), Ok(Player::Random));
        for text in ["", "33", "-1", "1.5", "two", "99999999999999999999"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
