//! Which players a game has.

use spar_challenge::player::{Player, Ties};
use spar_rules::ReadError;

/// The players that a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Nothing is known of its positions: only who plays anything.
    Random,
    /// Players of any foresight, and the perfect one.
    Foresighted,
    /// Those of a race.
    Racers {
        /// Whether there is all that the novice needs.
        novice: bool,
    },
}

impl Players {
    /// The longest foresight that a person is offered.
    pub const OFFERED: u32 = 4;

    /// Those that a person is offered, the weakest first.
    pub fn offered(self) -> Vec<Player> {
        match self {
            Players::Random => vec![Player::Random],
            Players::Foresighted => {
                let foresights = 1..=Players::OFFERED;
                let foresights = foresights.map(|rounds| Player::of_foresight(rounds, Ties::Any));
                [Player::Random].into_iter().chain(foresights).chain([Player::Perfect]).collect()
            }
            Players::Racers { novice } => {
                let mut all =
                    vec![Player::Random, Player::Novice, Player::Fastest, Player::Perfect];
                all.retain(|it| *it != Player::Novice || novice);
                all
            }
        }
    }

    /// Who a person plays against unless they say another.
    pub fn usual(self) -> Player {
        match self {
            Players::Random => Player::Random,
            Players::Foresighted => Player::of_foresight(2, Ties::Any),
            Players::Racers { .. } => Player::Fastest,
        }
    }

    /// The strongest.
    pub fn strongest(self) -> Player {
        match self {
            Players::Random => Player::Random,
            Players::Foresighted | Players::Racers { .. } => Player::Perfect,
        }
    }

    /// Refuses a player that the game does not have.
    ///
    /// # Errors
    /// Names those that it has.
    pub fn check(self, player: Player) -> Result<(), ReadError> {
        let has = match self {
            Players::Random => player == Player::Random,
            Players::Foresighted => !player.is_racer(),
            Players::Racers { .. } => self.offered().contains(&player),
        };
        if has {
            return Ok(());
        }
        let these = match self {
            Players::Random => "`random`; others need a game, or a board, that is not too large",
            Players::Foresighted => "`random`, a foresight of 1, 2, … rounds, and `perfect`",
            Players::Racers { novice: true } => "`random`, `novice`, `fastest` and `perfect`",
            Players::Racers { novice: false } => "`random`, `fastest` and `perfect`",
        };
        let hint = format!("it has {these}");
        Err(ReadError::new(format!("this game has no player `{player}`")).hint(hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_offered_may_play() {
        let racers = [true, false].map(|novice| Players::Racers { novice });
        for players in [Players::Random, Players::Foresighted].into_iter().chain(racers) {
            for player in players.offered().into_iter().chain([players.usual()]) {
                assert_eq!(players.check(player), Ok(()), "{player}");
            }
            assert!(players.check(players.strongest()).is_ok());
        }
    }

    #[test]
    fn who_is_not_there_is_refused_by_those_who_are() {
        let refused = |players: Players, player| players.check(player).unwrap_err().to_string();
        assert_eq!(
            refused(Players::Racers { novice: true }, Player::Foresight(2, Ties::Any)),
            "this game has no player `2`\nhint: it has `random`, `novice`, `fastest` and `perfect`"
        );
        assert!(refused(Players::Foresighted, Player::Novice).contains("a foresight"));
        let slow = refused(Players::Racers { novice: false }, Player::Novice);
        assert!(slow.ends_with("it has `random`, `fastest` and `perfect`"), "{slow}");
        assert!(refused(Players::Random, Player::Perfect).contains("it has `random`;"));
    }
}
