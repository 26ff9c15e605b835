//! The perfect player: it knows the value of every move.

use super::{Habit, Kind, Known, Player, Policy, Seen, Ties, Unknown, Weights};
use spar_rules::{Game, Reward, Tactics, Value};

/// `perfect`: only best moves.
pub const KIND: Kind = Kind {
    name: "perfect",
    listed: "`perfect`",
    parameters: &[],
    about: "Takes only best moves: the fastest win, the slowest loss, or what wins most often against best play.",
    title: |_| "Perfect".to_owned(),
    phrase: |_| "perfect play".to_owned(),
    habit: |_| Some(Habit::Best),
    short: |_| None,
};

/// Knows the value of every move: a table, a search, or a plain function.
pub trait Valuer<G: Game> {
    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move cannot be told.
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown>;

    /// The best moves: those that keep the value, the fastest wins and the slowest losses.
    ///
    /// # Errors
    /// If they cannot be told.
    fn best_moves(&mut self, game: &G, position: &G::Position) -> Result<Vec<G::Move>, Unknown> {
        let valued = self.move_values(game, position)?;
        let best = valued.iter().map(|it| it.1).max();
        Ok(valued.into_iter().filter(|it| Some(it.1) == best).map(|it| it.0).collect())
    }

    /// The moves that are not proven to be worse than another, for a player that has to guess.
    fn sound(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    }

    /// Nodes that all values so far took to find, also where they were remembered: the same
    /// question costs the same every time.
    fn nodes(&self) -> u64 {
        0
    }
}

/// Moves with their values for the side that makes them.
pub type Valued<G> = Vec<(<G as Game>::Move, Value)>;

impl<G: Game, F> Valuer<G> for F
where
    F: FnMut(&G, &G::Position) -> Result<Valued<G>, Unknown>,
{
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        self(game, position)
    }
}

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    _: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Perfect(known.clone()))
}

/// A guess looks no further than this many rounds.
const FURTHEST: u32 = 6;

/// Plays only best moves, each with the same weight: the quickest wins, else
/// draws, else the slowest losses.
pub struct Perfect<'a, G: Tactics + Reward>(pub(super) Known<'a, G>);

impl<G: Tactics + Reward> Policy<G> for Perfect<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let best = self.0.valuer().best_moves(seen.game, seen.position)?;
        out.extend(best.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        let sound = self.0.valuer().sound(seen.game, seen.position);
        self.0.guess(seen.position, &sound, FURTHEST, Ties::Fastest)
    }
}
