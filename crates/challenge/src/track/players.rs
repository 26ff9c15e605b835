//! The players of a race: policies that choose by the squares of both sides.

use super::course::squares;
use super::{Course, FASTEST, KEEP_IN_GAME, NOVICE, POLICY, WalkerCache};
use crate::players::{Random, perfect, random};
use crate::policy::{Player, Policy, Roster, Seen, Unknown, Weights};
use spar_rules::{Separable, Turn};
use spar_solve::Budget;
use std::borrow::Borrow;
use std::sync::Arc;

/// Creates the players of a solved race. `C` is the course, owned, shared or borrowed.
pub struct CoursePlayers<C>(pub C);

impl<'a, G: Separable, C: Borrow<Course> + Clone + 'a> Roster<'a, G> for CoursePlayers<C> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        let by_squares = |choice: Choice| -> Option<Box<dyn Policy<G> + 'a>> {
            Some(Box::new(BySquares { course: self.0.clone(), choice }))
        };
        match () {
            () if player.is(&perfect::KIND) => by_squares(Course::wins_most),
            () if player.is(&FASTEST) => by_squares(Course::fastest),
            () if player.is(&NOVICE) => {
                self.0.borrow().has_novice().then(|| by_squares(Course::novice)).flatten()
            }
            () => TrackPlayers::default().policy(player),
        }
    }
}

/// Creates the players of a race of any size.
pub struct TrackPlayers {
    /// The cache of their choices.
    pub cache: Arc<WalkerCache>,
    /// The budget for computing the choices of each player.
    pub budget: Budget,
}

impl Default for TrackPlayers {
    fn default() -> TrackPlayers {
        TrackPlayers { cache: Arc::default(), budget: Budget::unlimited() }
    }
}

impl<'a, G: Separable> Roster<'a, G> for TrackPlayers {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        if player.is(&random::KIND) {
            return Some(Box::new(Random));
        }
        let walks = [&NOVICE, &FASTEST, &perfect::KIND, &POLICY, &KEEP_IN_GAME];
        let is_known = walks.iter().any(|kind| player.is(kind));
        let (player, cache, budget) =
            (player.clone(), Arc::clone(&self.cache), self.budget.clone());
        is_known.then(|| Box::new(Walking { player, cache, budget }) as _)
    }
}

/// Returns the number of the action for the own square and the opponent's.
type Choice = fn(&Course, u32, u32) -> usize;

/// A player with one action for every pair of squares.
struct BySquares<C> {
    course: C,
    choice: Choice,
}

impl<G: Separable, C: Borrow<Course>> Policy<G> for BySquares<C> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position);
        let action = (self.choice)(self.course.borrow(), own, other);
        // The moves of a race are its actions, in the same order.
        out.push((seen.legal()[action].clone(), 1));
        Ok(())
    }
}

/// The numbers of the actions that a player may take in a position, with their weights.
///
/// # Errors
/// If the player cannot compute its move.
pub fn actions<G: Separable>(
    game: &G,
    policy: &mut dyn Policy<G>,
    [own, other]: [u32; 2],
) -> Result<Vec<(usize, u32)>, Unknown> {
    let position = game.facing([own, other], spar_rules::Side::First);
    let Turn::Play(_) = game.turn(&position) else { return Ok(Vec::new()) };
    let seen = Seen::at(game, &position);
    let mut weights = Vec::new();
    policy.weights(&seen, &mut weights)?;
    let legal = seen.legal();
    let number = |mv: G::Move| legal.iter().position(|it| *it == mv).ok_or(Unknown);
    weights.into_iter().map(|(mv, weight)| Ok((number(mv)?, weight))).collect()
}

/// A player whose choices by squares are computed on first use.
pub(super) struct Walking {
    pub(super) player: Player,
    pub(super) cache: Arc<WalkerCache>,
    pub(super) budget: Budget,
}

impl<G: Separable> Policy<G> for Walking {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position).map(|it| it as usize);
        let walker = self.cache.walker(seen.game, &self.player, &self.budget);
        let actions =
            walker.map_err(|_| Unknown)?.actions(&self.cache.track(seen.game), own, other);
        // The moves of a race are its actions, in the same order.
        let legal = seen.legal();
        out.extend(actions.into_iter().map(|(number, weight)| (legal[number].clone(), weight)));
        Ok(())
    }
}
