//! Parses names of players, `kind[:key=value,…]`, and creates common players.
//!
//! ```
//! use spar_challenge::policy::{Player, Ties};
//!
//! let player: Player = "foresight:rounds=2,ties=fastest".parse().unwrap();
//! assert_eq!(player, Player::foresight(2, Ties::Fastest));
//! assert_eq!("2".parse(), Ok(Player::foresight(2, Ties::Any)));
//! assert_eq!(player.title(), "Foresight 2, fastest");
//! ```

use super::{foresight, kinds, perfect, random, track};
use crate::policy::{Habit, Kind, Player, Ties};
use spar_rules::{ReadError, nearest, quoted};
use std::str::FromStr;

impl Player {
    /// The longest foresight, in rounds.
    pub const MOST_ROUNDS: u32 = 32;

    /// The names of players of every kind, as a list.
    pub fn listed() -> String {
        kinds().map(|it| it.listed).collect::<Vec<_>>().join(", ")
    }

    /// The random player.
    pub fn random() -> Player {
        Player::of_kind(&random::KIND)
    }

    /// The player with this foresight; 0 is the random player.
    pub fn foresight(rounds: u32, ties: Ties) -> Player {
        if rounds == 0 {
            return Player::random();
        }
        Player::with_values(&foresight::KIND, [rounds.to_string(), ties.to_string()])
    }

    /// The perfect player.
    pub fn perfect() -> Player {
        Player::of_kind(&perfect::KIND)
    }

    /// The player with a given policy: one letter per square, or one line of letters per square
    /// of the opponent.
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
        let mut values: Vec<String> =
            kind.parameters.iter().map(|it| it.default.to_owned()).collect();
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
        let player = Player::with_values(kind, values);
        match player.missing() {
            Some(missing) => {
                let what = format!("the player `{name}` needs `{missing}`");
                Err(ReadError::new(what).hint(takes(kind)))
            }
            // Foresight 0 is the random player.
            None if player.rounds() == Some(0) => Ok(Player::random()),
            None => Ok(player),
        }
    }
}

/// The settings of a name. If a value is a name with settings of its own, it extends to the end
/// of the text. A kind with one parameter needs no key.
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

/// The hint that lists the players.
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
