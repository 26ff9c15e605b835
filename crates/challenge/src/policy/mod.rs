//! Players as policies, and the names of players.
//!
//! A policy gives weights to the moves of a position. A game's [`Roster`] creates it from a
//! [`Player`], which is a name. The players themselves are in [`players`](crate::players) and,
//! for races, in [`track`](crate::track).

mod name;

pub use name::{Habit, Kind, Player, PlayerParameter, Ties};
use spar_rules::{Game, Notation, Side, SplitMix, Symmetric, Value};
use spar_solve::{CacheKey, Memory};
use std::sync::Arc;

/// A player, as the weights that it gives to the moves of a position.
///
/// Law: the list contains only legal moves, without duplicates and without weights of 0; it is
/// empty if and only if no side is to move. The probability of a move is its weight divided by
/// the sum of all weights.
pub trait Policy<G: Game> {
    /// Appends the moves that this player may make here, with their weights. A player may cache
    /// results.
    ///
    /// # Errors
    /// If the budget is not enough to find its move.
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown>;

    /// Returns whether its moves depend on the position alone. If so, duels are computed
    /// exactly; if not, they are sampled.
    fn is_memoryless(&self) -> bool {
        true
    }

    /// The moves that it chooses from, all with the same probability, if the budget is not
    /// enough to compute its move. The default is all moves.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        seen.legal()
    }

    /// The number of visited positions: the cost of its moves.
    fn nodes(&self) -> u64 {
        0
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        (**self).weights(seen, out)
    }

    fn is_memoryless(&self) -> bool {
        (**self).is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        (**self).guess(seen)
    }

    fn nodes(&self) -> u64 {
        (**self).nodes()
    }
}

/// The information that a player may use for its choice.
pub struct Seen<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// Its history: each earlier position with the move made there, rolls included. Empty if
    /// the history is unknown.
    pub history: &'a [(G::Position, G::Move)],
    /// The person who plays the other side, if there is one.
    pub person: Option<SeenPerson>,
}

/// A person, as far as players may know them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPerson {
    /// Their rating in this game.
    pub rating: f64,
}

impl<'a, G: Game> Seen<'a, G> {
    /// A position without its history.
    pub fn at(game: &'a G, position: &'a G::Position) -> Seen<'a, G> {
        Seen { game, position, history: &[], person: None }
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(self.position, &mut moves);
        moves
    }
}

/// Creates the players of a game from their names. The players share caches.
pub trait Roster<'a, G: Game> {
    /// The player with this name; `None` if the game does not have it.
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>>;
}

/// A player's move, or a value it needs, cannot be computed within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not found within the budget")]
pub struct Unknown;

/// A source of the values of moves: a table, a search, or a function.
pub trait Valuer<G: Game> {
    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move is unknown.
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown>;

    /// The best moves: those that keep the value, the fastest wins and the slowest losses.
    ///
    /// # Errors
    /// If they are unknown.
    fn best_moves(&mut self, game: &G, position: &G::Position) -> Result<Vec<G::Move>, Unknown> {
        let valued = self.move_values(game, position)?;
        let best = valued.iter().map(|it| it.1).max();
        Ok(valued.into_iter().filter(|it| Some(it.1) == best).map(|it| it.0).collect())
    }

    /// The moves that are not proven to be worse than another, for guesses.
    fn sound(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    }

    /// The number of nodes that all values so far took to compute. Cached values count too, so
    /// the same question always has the same cost.
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

/// Moves with their weights.
pub type Weights<G> = Vec<(<G as Game>::Move, u32)>;

/// Draws one move of a player by its weights; `None` if there is no move.
///
/// # Errors
/// If the budget is not enough to find its move.
pub fn choose<G: Game>(
    policy: &mut (impl Policy<G> + ?Sized),
    seen: &Seen<'_, G>,
    random: &mut SplitMix,
) -> Result<Option<G::Move>, Unknown> {
    let mut weights = Vec::new();
    policy.weights(seen, &mut weights)?;
    let drawn = random.weighted(weights.iter().map(|it| u64::from(it.1)));
    Ok(drawn.map(|index| weights[index].0.clone()))
}

// Cached policies. The first positions of a game are the most frequent and the most expensive.

/// The least cost in nodes of a cached result. Cheaper ones would only evict more expensive
/// ones.
const WORTH_KEEPING: u64 = 1000;

/// A roster of players whose answers are cached.
pub struct CachedRoster<R> {
    /// Makes the players.
    pub roster: R,
    /// The name of the game.
    pub game: Arc<str>,
    /// The cache.
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

/// The key of the weights in a position, which represents all its images.
#[derive(PartialEq, Eq, Hash)]
struct WeightsKey {
    player: Player,
    position: String,
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
        let (player, position) = (self.player.clone(), game.write_position(&canonical));
        let key = CacheKey::new(&self.game, WeightsKey { player, position });
        let recalled = self.memory.recall(&key);
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
            self.memory.keep(key, Arc::new(found));
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

// Two players, one for each side.

/// The players of both sides as one policy.
pub struct Both<'a, G: Game> {
    first: Box<dyn Policy<G> + 'a>,
    second: Box<dyn Policy<G> + 'a>,
}

impl<'a, G: Game> Both<'a, G> {
    /// Combines the players of both sides.
    pub fn new(first: Box<dyn Policy<G> + 'a>, second: Box<dyn Policy<G> + 'a>) -> Both<'a, G> {
        Both { first, second }
    }

    /// Creates the two players with these names; `None` if the game does not have one of them.
    pub fn named(
        roster: &(impl Roster<'a, G> + ?Sized),
        first: &Player,
        second: &Player,
    ) -> Option<Both<'a, G>> {
        Some(Both { first: roster.policy(first)?, second: roster.policy(second)? })
    }

    fn player(&mut self, seen: &Seen<'_, G>) -> &mut (dyn Policy<G> + 'a) {
        match seen.game.side(seen.position) {
            Side::First => &mut *self.first,
            Side::Second => &mut *self.second,
        }
    }
}

impl<G: Game> Policy<G> for Both<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        self.player(seen).weights(seen, out)
    }

    fn is_memoryless(&self) -> bool {
        self.first.is_memoryless() && self.second.is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        self.player(seen).guess(seen)
    }

    fn nodes(&self) -> u64 {
        self.first.nodes() + self.second.nodes()
    }
}
