//! Two players at one board.

use super::perfect::best_of;
use super::{Policy, Random, Unknown, Valuer, Weights};
use crate::player::Player;
use crate::sight::Sight;
use spar_rules::{Reward, Side, Tactics};

/// The players of both sides, each named by its foresight. What one of them has
/// seen helps the other.
pub struct Pair<'s, 'a, G: Tactics + Reward, V> {
    /// Who plays the first side.
    pub first: Player,
    /// Who plays the second side.
    pub second: Player,
    sight: &'s mut Sight<'a, G>,
    valuer: &'s mut V,
    moves: Vec<G::Move>,
}

impl<'s, 'a, G: Tactics + Reward, V: Valuer<G>> Pair<'s, 'a, G, V> {
    /// Two players; `valuer` knows what perfect play needs.
    pub fn new(
        first: Player,
        second: Player,
        sight: &'s mut Sight<'a, G>,
        valuer: &'s mut V,
    ) -> Self {
        Pair { first, second, sight, valuer, moves: Vec::new() }
    }
}

impl<G: Tactics + Reward, V: Valuer<G>> Policy<G> for Pair<'_, '_, G, V> {
    fn weights(
        &mut self,
        game: &G,
        position: &G::Position,
        out: &mut Weights<G>,
    ) -> Result<(), Unknown> {
        let player = match game.side(position) {
            Side::First => self.first,
            Side::Second => self.second,
        };
        match player {
            Player::Random => Random.weights(game, position, out),
            Player::Perfect => {
                best_of::<G>(self.valuer.move_values(game, position)?, out);
                Ok(())
            }
            // These games are no races.
            Player::Novice | Player::Fastest => Err(Unknown),
            Player::Foresight(rounds, ties) => {
                self.moves.clear();
                self.sight.preferred(position, rounds, ties, &mut self.moves)?;
                out.extend(self.moves.iter().map(|mv| (*mv, 1)));
                Ok(())
            }
        }
    }
}
