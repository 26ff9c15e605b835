//! The players of a game, as data.

use spar_challenge::players::{LOOKING_AHEAD, random};
use spar_challenge::policy::{Habit, Kind, Player, Ties};
use spar_challenge::rating::scale::{STATED, stated_player};
use spar_rules::ReadError;
use std::sync::Arc;

/// The players that a game has.
#[derive(Clone)]
pub struct Players {
    /// The players that user interfaces offer, weakest first.
    pub offered: Vec<Offered>,
    /// The default opponent of a person.
    pub usual: Player,
    /// The strongest player.
    pub strongest: Player,
    /// The players whose chances are compared, without the strongest.
    pub compared: Vec<Player>,
    /// The players by which levels are rated: each has the stated rating with its index.
    pub stated: Vec<Player>,
    /// All kinds of players of the game.
    pub kinds: Vec<&'static Kind>,
    /// A text that is added to the hint if a player is not valid.
    pub note: &'static str,
    /// Rejects settings of a player that are not valid for the game.
    pub check: Arc<SettingsCheck>,
}

/// Rejects settings of a player with an error.
type SettingsCheck = dyn Fn(&Player) -> Result<(), ReadError> + Send + Sync;

/// A player that user interfaces offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its name.
    pub player: Player,
    /// A short description.
    pub about: String,
    /// Its strength, from 0.
    pub strength: u8,
}

/// The longest foresight that is offered.
const LONGEST_OFFERED: u32 = 4;

/// The foresights whose chances are compared.
const COMPARED: std::ops::RangeInclusive<u32> = 1..=3;

impl Players {
    /// For a game whose positions cannot be evaluated: only the random player.
    pub fn random() -> Players {
        let players = vec![Offered::new(Player::random(), "plays random moves", 0)];
        Players {
            offered: players,
            usual: Player::random(),
            strongest: Player::random(),
            compared: vec![Player::random()],
            stated: (0..STATED.len()).map(stated_player).collect(),
            kinds: vec![&random::KIND],
            note: "; other players need a smaller game or board",
            check: Arc::new(|_| Ok(())),
        }
    }

    /// For a game with an evaluation: players of any foresight, and the perfect one.
    /// `n_positions` is an upper bound of the number of positions, `n_moves` the number of
    /// moves at the start, and `quick` the number of nodes for an answer that a person waits for.
    pub fn looking_ahead(n_positions: Option<u64>, n_moves: usize, quick: u64) -> Players {
        // A search visits fewer than half of the positions that fit on the board.
        let is_small = n_positions.is_some_and(|most| most / 2 <= quick);
        let looks = |rounds: u32| {
            // The search does not expand positions at the last ply.
            let lines = (n_moves as u64).saturating_pow(2 * rounds - 1);
            let up_to = if is_small || lines <= quick { "" } else { "up to " };
            let plural = if rounds == 1 { "" } else { "s" };
            let about = format!("looks {up_to}{rounds} round{plural} ahead");
            Offered::new(Player::foresight(rounds, Ties::Any), about, rounds as u8)
        };
        let knows = if is_small {
            "never errs"
        } else {
            "never errs where it can solve the position in time"
        };
        let mut offered = vec![Offered::new(Player::random(), "plays random moves", 0)];
        offered.extend((1..=LONGEST_OFFERED).map(looks));
        offered.push(Offered::new(Player::perfect(), knows, LONGEST_OFFERED as u8 + 1));
        Players {
            offered,
            usual: Player::foresight(2, Ties::Any),
            strongest: Player::perfect(),
            compared: COMPARED.map(|rounds| Player::foresight(rounds, Ties::Any)).collect(),
            stated: (0..STATED.len()).map(stated_player).collect(),
            kinds: LOOKING_AHEAD.to_vec(),
            note: "",
            check: Arc::new(|_| Ok(())),
        }
    }

    /// A player with its description: the offered one, or otherwise that of its kind.
    pub fn shown(&self, player: &Player) -> Offered {
        let offered = self.offered.iter().find(|it| it.player == *player);
        offered.cloned().unwrap_or_else(|| {
            let strength = match player.habit() {
                Some(Habit::Foresight(rounds, _)) => rounds.min(LONGEST_OFFERED) as u8,
                _ => 0,
            };
            let about = player.kind().about.trim_end_matches('.');
            let first = about.chars().take(1).flat_map(char::to_lowercase);
            let about = first.chain(about.chars().skip(1)).collect::<String>();
            Offered::new(player.clone(), about, strength)
        })
    }

    /// The offered players of this kind.
    pub fn offered_of(&self, kind: &Kind) -> impl Iterator<Item = &Player> {
        self.offered.iter().map(|it| &it.player).filter(|it| it.is(kind))
    }

    /// Checks that the game has this player.
    ///
    /// # Errors
    /// If it does not; the hint lists the players that it has.
    pub fn check(&self, player: &Player) -> Result<(), ReadError> {
        if self.kinds.iter().any(|kind| player.is(kind)) {
            // A best response requires that the game has its rival, too.
            if let Ok(rival) = player.setting("against").parse() {
                self.check(&rival)?;
            }
            return (self.check)(player);
        }
        let listed: Vec<&str> = self.kinds.iter().map(|it| it.listed).collect();
        let these = match &*listed {
            [all @ .., one, last] => [all, &[&format!("{one} and {last}")]].concat().join(", "),
            one => one.concat(),
        };
        let hint = format!("it has {these}{}", self.note);
        Err(ReadError::new(format!("this game has no player `{player}`")).hint(hint))
    }
}

impl Offered {
    /// A player with what it does in a few words.
    pub fn new(player: Player, about: impl Into<String>, strength: u8) -> Offered {
        Offered { player, about: about.into(), strength }
    }
}

#[cfg(test)]
mod tests {
    use crate::Players;
    use spar_challenge::policy::Player;

    #[test]
    fn whoever_is_offered_may_play() {
        for entry in crate::entries() {
            let game = crate::open(entry.name).unwrap();
            let players = game.players();
            let offered = players.offered.iter().map(|it| &it.player);
            let others = players.compared.iter().chain(&players.stated);
            for player in offered.chain(others).chain([&players.usual, &players.strongest]) {
                assert_eq!(players.check(player), Ok(()), "{player} in {}", entry.name);
            }
        }
    }

    #[test]
    fn who_is_not_there_is_refused_by_those_who_are() {
        let refused = |players: &Players, player: &str| {
            players.check(&player.parse::<Player>().unwrap()).unwrap_err().to_string()
        };
        let ladders = crate::open("ladders").unwrap();
        assert_eq!(
            refused(ladders.players(), "2"),
            "this game has no player `2`\nhint: it has `random`, `novice`, `fastest`, `keep-in-game`, `policy:…` and `perfect`"
        );
        let lines = crate::open("tictactoe").unwrap();
        assert!(refused(lines.players(), "novice").contains("a foresight"));
        let slow = crate::open("ladders:actions=1.3d6").unwrap();
        let slow = refused(slow.players(), "novice");
        assert!(
            slow.ends_with("it has `random`, `fastest`, `keep-in-game`, `policy:…` and `perfect`"),
            "{slow}"
        );
        assert!(refused(&Players::random(), "perfect").contains("it has `random`;"));
    }
}
