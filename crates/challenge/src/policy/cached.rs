//! A policy that remembers what it has found out: the first positions of a game come again
//! and again, and cost most.

use super::{Habit, Player, Policy, Roster, Seen, Unknown, Weights};
use spar_rules::{Notation, Symmetric};
use spar_solve::Memory;
use std::sync::Arc;

/// What costs fewer nodes is found out again: it would only push out what costs more.
const WORTH_KEEPING: u64 = 1000;

/// Makes players whose answers are remembered.
pub struct CachedRoster<R> {
    /// Makes the players.
    pub roster: R,
    /// The name of the game.
    pub game: Arc<str>,
    /// What is remembered.
    pub memory: Arc<dyn Memory>,
}

impl<'a, G: Notation + Symmetric, R: Roster<'a, G>> Roster<'a, G> for CachedRoster<R> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        let (game, memory) = (Arc::clone(&self.game), Arc::clone(&self.memory));
        let (policy, player) = (self.roster.policy(player)?, player.clone());
        if player.habit() == Some(Habit::Any) {
            return Some(policy);
        }
        Some(Box::new(Cached { policy, memory, game, player }))
    }
}

/// A policy with a cache that others share. Images of a position share an entry.
struct Cached<P> {
    policy: P,
    memory: Arc<dyn Memory>,
    /// The name of the game.
    game: Arc<str>,
    player: Player,
}

impl<G: Notation + Symmetric, P: Policy<G>> Policy<G> for Cached<P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        if !self.policy.is_memoryless() {
            return self.policy.weights(seen, out);
        }
        let (game, position) = (seen.game, seen.position);
        let canonical = game.canonical(position);
        let symmetry = (0..game.symmetries()).find(|it| game.image(position, *it) == canonical);
        let Some(symmetry) = symmetry else { return self.policy.weights(seen, out) };
        let image = |mv: G::Move| game.image_move(mv, symmetry);
        let key = format!("weights of {:?}: {}", self.player, game.write_position(&canonical));
        let recalled = self.memory.recall(&self.game, &key);
        if let Some(known) = recalled.and_then(|it| it.downcast::<Weights<G>>().ok()) {
            let weight = |mv: G::Move| {
                let image = image(mv.clone());
                known.iter().find(|it| it.0 == image).map(|it| (mv, it.1))
            };
            out.extend(seen.legal().into_iter().filter_map(weight));
            return Ok(());
        }
        let (before, first) = (self.policy.nodes(), out.len());
        self.policy.weights(seen, out)?;
        if self.policy.nodes().saturating_sub(before) >= WORTH_KEEPING {
            let found: Weights<G> =
                out[first..].iter().map(|it| (image(it.0.clone()), it.1)).collect();
            self.memory.keep(&self.game, key, Arc::new(found));
        }
        Ok(())
    }

    fn is_memoryless(&self) -> bool {
        self.policy.is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        self.policy.guess(seen)
    }

    fn nodes(&self) -> u64 {
        self.policy.nodes()
    }
}
