//! What players of some foresight prefer, remembered at a desk that remembers: the first
//! positions of a game come again and again, and cost most.

use super::kit::At;
use super::levels::Levels;
use spar_challenge::player::Ties;
use spar_challenge::policy::Unknown;
use spar_rules::Notation;
use spar_solve::Desk;
use std::sync::Arc;

/// What costs fewer nodes is found out anew: it would only push out what costs more.
const WORTH_KEEPING: u64 = 1000;

/// A game, of which any position may be asked about, at a desk.
pub(super) struct Recalled<'a, G: Notation> {
    pub(super) at: &'a At<G>,
    pub(super) desk: &'a Desk,
    pub(super) levels: Levels<G>,
}

impl<G: Notation> Recalled<'_, G> {
    /// The moves that look best to a player of this foresight, in the game's order. What is
    /// remembered is the same as what would be found out: looking ahead takes images of a
    /// position for one, whatever it costs.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub(super) fn preferred(
        &self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
    ) -> Result<Vec<G::Move>, Unknown> {
        let (Some(memory), Some(images)) = (&self.desk.memory, &self.at.abilities.images) else {
            return self.found(position, rounds, ties).0;
        };
        let game = &*self.at.game;
        let stands = (images.canonical)(game, position);
        let Some(symmetry) = (images.between)(game, position, &stands) else {
            return self.found(position, rounds, ties).0;
        };
        let key = format!("{rounds} {ties:?} {}", game.write_position(&stands));
        let known = memory.recall(&self.at.name, &key);
        let image = |mv: G::Move| (images.of_move)(game, mv, symmetry);
        if let Some(liked) = known.and_then(|it| it.downcast::<Vec<G::Move>>().ok()) {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            moves.retain(|mv| liked.contains(&image(*mv)));
            return Ok(moves);
        }
        let (found, nodes) = self.found(position, rounds, ties);
        if nodes >= WORTH_KEEPING
            && let Ok(liked) = &found
        {
            let liked: Vec<G::Move> = liked.iter().map(|mv| image(*mv)).collect();
            memory.keep(&self.at.name, key, Arc::new(liked));
        }
        found
    }

    /// The same found out, and how many nodes that took.
    fn found(
        &self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
    ) -> (Result<Vec<G::Move>, Unknown>, u64) {
        let mut budget = self.desk.budget.clone();
        let nodes = budget.nodes;
        let found = (self.levels.preferred)(&self.at.game, position, rounds, ties, &mut budget);
        (found, nodes.saturating_sub(budget.nodes))
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::{self, AnyPosition};
    use spar_challenge::player::{Player, Ties};
    use spar_rules::SplitMix;
    use spar_solve::{Budget, Desk, Found, Memory};
    use std::collections::HashMap;
    use std::sync::{Arc, Mutex};

    /// Forgets nothing, and counts what it knew.
    #[derive(Default)]
    struct Elephant(Mutex<(HashMap<String, Found>, usize)>);

    impl Memory for Elephant {
        fn recall(&self, game: &str, position: &str) -> Option<Found> {
            let mut kept = self.0.lock().unwrap();
            let found = kept.0.get(&format!("{game} {position}")).cloned();
            kept.1 += usize::from(found.is_some());
            found
        }

        fn keep(&self, game: &str, position: String, found: Found) {
            self.0.lock().unwrap().0.insert(format!("{game} {position}"), found);
        }
    }

    #[test]
    fn what_is_remembered_changes_no_choice() {
        let elephant = Arc::new(Elephant::default());
        let memory: Arc<dyn Memory> = Arc::<Elephant>::clone(&elephant);
        let bare = || Desk::bare(Budget::unlimited());
        let desk = Desk { memory: Some(memory), ..bare() };
        let without = bare();
        for name in ["tictactoe:rows=4,cols=4", "connect4:rows=4,cols=5", "bottom2:rows=4,cols=4"] {
            let game = registry::open_name(name).unwrap();
            for (seed, ties) in (0..60).zip([Ties::Any, Ties::Fastest].into_iter().cycle()) {
                let mut random = SplitMix::new(seed);
                let mut position: Box<dyn AnyPosition> = game.start();
                for _ in 0..=2 * (seed % 3) {
                    let Some(mv) =
                        random.pick(&position.moves().iter().collect::<Vec<_>>()).cloned()
                    else {
                        break;
                    };
                    position.play(&mv).unwrap();
                }
                let player = Player::of_foresight(2, ties);
                let choose = |desk: &Desk| position.choose(player, &mut SplitMix::new(seed), desk);
                let chosen = choose(&without);
                assert_eq!(choose(&desk), chosen, "{name} {}", position.text());
                assert_eq!(choose(&desk), chosen, "{name} {}, again", position.text());
            }
        }
        assert!(elephant.0.lock().unwrap().1 > 30, "it is asked and knows");
    }
}
