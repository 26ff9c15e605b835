//! Computed chances from one position, by dynamic programming: the chances of a position are the
//! weighted mean of those after the moves of the player to move. In games with cycles, these
//! are the equations of a Markov chain.

use crate::chance::{Chances, Fraction, Parts};
use crate::policy::{Policy, Seen, Unknown, Weights};
use rustc_hash::FxHashMap;
use spar_rules::{Deterministic, Outcome, Side, Turn};
use spar_solve::mdp::expected::meet;
use spar_solve::{Budget, Interval, Silent};

/// Computes the chances of the first side, without samples, for many positions of one game with
/// the same players.
pub struct Exact<'a, G: Deterministic> {
    game: &'a G,
    known: FxHashMap<G::Position, Parts>,
    /// Positions whose fractions overflow, or that depend on such a position.
    bounded: FxHashMap<G::Position, [Interval; 3]>,
    /// Positions that play may reach again.
    met: FxHashMap<G::Position, Chances>,
    /// The heap bytes of the positions stored here.
    owned: u64,
    weights: Weights<G>,
    budget: Budget,
}

/// Wider bounds do not count as a result.
const WIDEST: f64 = 1e-3;

/// Why there is no fraction.
enum NoFraction {
    Unknown,
    Overflow,
}

impl From<Unknown> for NoFraction {
    fn from(_: Unknown) -> NoFraction {
        NoFraction::Unknown
    }
}

impl<'a, G: Deterministic> Exact<'a, G> {
    /// Creates it without results. The budget's node limit applies to the number of stored
    /// positions, its memory limit to their bytes.
    pub fn new(game: &'a G, budget: Budget) -> Exact<'a, G> {
        let (known, bounded, met) = Default::default();
        Exact { game, known, bounded, met, owned: 0, weights: Vec::new(), budget }
    }

    /// The chances of the first side when `players` plays both sides: fractions, or certified
    /// bounds if the integers overflow or the game has cycles. Endless play is a draw. All
    /// calls must use the same players.
    ///
    /// # Errors
    /// If a player cannot compute its move or depends on earlier moves, if there are too many
    /// positions, or if the budget ends while the bounds are still wide.
    pub fn chances(
        &mut self,
        players: &mut (impl Policy<G> + ?Sized),
        position: &G::Position,
    ) -> Result<Chances, Unknown> {
        if !players.is_memoryless() {
            return Err(Unknown);
        }
        if self.game.horizon(position).is_none() {
            return self.by_chain(players, position);
        }
        self.weights.clear();
        match self.parts(players, position) {
            Ok(parts) => Ok(Chances::Exact(parts)),
            Err(NoFraction::Unknown) => Err(Unknown),
            Err(NoFraction::Overflow) => {
                self.weights.clear();
                let mut known = std::mem::take(&mut self.bounded);
                let bounds = self.bounds(players, position, &mut known);
                self.bounded = known;
                let [win, draw, loss] = bounds?;
                Ok(Chances::Bounded { win, draw, loss })
            }
        }
    }

    /// The chances in a game with cycles, by solving a Markov chain.
    fn by_chain(
        &mut self,
        players: &mut (impl Policy<G> + ?Sized),
        position: &G::Position,
    ) -> Result<Chances, Unknown> {
        if let Some(chances) = self.met.get(position) {
            return near(*chances);
        }
        let game = self.game;
        if self.is_full(self.met.len()) {
            let owned = self.met.drain().map(|(it, _)| game.owned_bytes(&it) as u64);
            self.owned -= owned.sum::<u64>();
        }
        let mut weights = |position: &G::Position, out: &mut Weights<G>| {
            players.weights(&Seen::at(game, position), out)
        };
        let found = meet(game, position, &mut weights, &self.budget, &Silent);
        let found = found.map_err(|_| Unknown)?;
        for (it, outlook) in found.entries() {
            if self.met.insert(it.clone(), Chances::from(&outlook)).is_none() {
                self.owned += game.owned_bytes(it) as u64;
            }
        }
        self.met.get(position).copied().ok_or(Unknown).and_then(near)
    }

    fn parts(
        &mut self,
        players: &mut (impl Policy<G> + ?Sized),
        position: &G::Position,
    ) -> Result<Parts, NoFraction> {
        let certain = |outcome| Parts::of_outcome(outcome, Side::First);
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Ok(certain(outcome));
        }
        if let Some(parts) = self.known.get(position) {
            return Ok(*parts);
        }
        let Some(low) = self.ask(players, position, self.known.len())? else {
            return Ok(certain(Outcome::Win(self.game.side(position))));
        };
        let mut weighted = Vec::with_capacity(self.weights.len() - low);
        for index in low..self.weights.len() {
            let (mv, weight) = self.weights[index].clone();
            weighted.push((weight, self.parts(players, &self.game.after(position, mv))?));
        }
        self.weights.truncate(low);
        let parts = Parts::mean(&weighted).ok_or(NoFraction::Overflow)?;
        self.known.insert(position.clone(), parts);
        self.owned += self.game.owned_bytes(position) as u64;
        Ok(parts)
    }

    fn bounds(
        &mut self,
        players: &mut (impl Policy<G> + ?Sized),
        position: &G::Position,
        known: &mut FxHashMap<G::Position, [Interval; 3]>,
    ) -> Result<[Interval; 3], Unknown> {
        let certain = |outcome| {
            let parts = Parts::of_outcome(outcome, Side::First);
            [parts.wins(), parts.draws(), parts.losses()].map(Fraction::bounds)
        };
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Ok(certain(outcome));
        }
        if let Some(bounds) = known.get(position) {
            return Ok(*bounds);
        }
        let Some(low) = self.ask(players, position, known.len())? else {
            return Ok(certain(Outcome::Win(self.game.side(position))));
        };
        let mut weighted = Vec::with_capacity(self.weights.len() - low);
        for index in low..self.weights.len() {
            let (mv, weight) = self.weights[index].clone();
            weighted.push((weight, self.bounds(players, &self.game.after(position, mv), known)?));
        }
        self.weights.truncate(low);
        let bounds = [0, 1, 2]
            .map(|it| Interval::mean(weighted.iter().map(|(weight, of)| (*weight, of[it]))));
        known.insert(position.clone(), bounds);
        self.owned += self.game.owned_bytes(position) as u64;
        Ok(bounds)
    }

    /// Appends the weights of the player to move. Returns the index where they begin, or `None`
    /// if that player is sure to win.
    fn ask(
        &mut self,
        players: &mut (impl Policy<G> + ?Sized),
        position: &G::Position,
        known: usize,
    ) -> Result<Option<usize>, Unknown> {
        if self.is_full(known) || self.budget.is_stopped() {
            return Err(Unknown);
        }
        let seen = Seen::at(self.game, position);
        if players.is_sure_to_win(&seen)? {
            return Ok(None);
        }
        let low = self.weights.len();
        players.weights(&seen, &mut self.weights)?;
        Ok(Some(low))
    }

    /// Returns whether the budget allows no more than this many positions.
    fn is_full(&self, known: usize) -> bool {
        let entry = (size_of::<G::Position>() + size_of::<[Interval; 3]>()) as u64 * 2;
        let bytes = known as u64 * entry + self.owned;
        known as u64 >= self.budget.nodes || bytes > self.budget.memory
    }
}

/// Returns the chances, or an error if the budget ended while their bounds were wide.
fn near(chances: Chances) -> Result<Chances, Unknown> {
    match chances {
        Chances::Bounded { win, loss, .. } if win.width().max(loss.width()) > WIDEST => {
            Err(Unknown)
        }
        chances => Ok(chances),
    }
}

/// The chances of the first side from one position.
///
/// # Errors
/// If a player cannot compute its move, or if there are too many positions.
pub fn chances<G: Deterministic>(
    game: &G,
    players: &mut (impl Policy<G> + ?Sized),
    position: &G::Position,
    budget: &Budget,
) -> Result<Chances, Unknown> {
    Exact::new(game, budget.clone()).chances(players, position)
}
