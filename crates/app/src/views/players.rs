//! Opponents by name and strength.

use crate::wire::api::OpponentView;
use crate::words;
use spar_challenge::player::{Player, Ties};

/// The foresights that a person is offered.
const OFFERED: std::ops::RangeInclusive<u32> = 1..=4;

/// An opponent; `None` is a second person at the same board.
pub fn opponent(player: Option<Player>) -> OpponentView {
    let Some(player) = player else {
        return OpponentView {
            id: "human".to_owned(),
            name: "Two people".to_owned(),
            about: "you share one board".to_owned(),
            strength: 0,
        };
    };
    let (id, about, strength) = match player {
        Player::Random => ("random".to_owned(), "plays anything".to_owned(), 0),
        Player::Foresight(rounds, _) => {
            let rounds_ahead = words::counted(rounds as usize, "round");
            (player.to_string(), format!("looks {rounds_ahead} ahead"), rounds.min(3) as u8)
        }
        Player::Perfect => (player.to_string(), "never errs".to_owned(), 4),
    };
    OpponentView { id, name: words::player_name(player), about, strength }
}

/// Who can be played against, weakest first, two people last.
pub fn opponents() -> Vec<OpponentView> {
    let foresights = OFFERED.map(|rounds| Player::of_foresight(rounds, Ties::Any));
    let players = std::iter::once(Player::Random).chain(foresights).chain([Player::Perfect]);
    players.map(Some).chain([None]).map(opponent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opponent_is_written_as_it_is_read() {
        for view in opponents() {
            if view.id == "human" {
                continue;
            }
            let player: Player = view.id.parse().unwrap();
            assert_eq!(opponent(Some(player)), view);
        }
    }
}
