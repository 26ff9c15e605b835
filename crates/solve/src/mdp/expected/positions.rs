//! The positions that play reaches, and the moves between them.

use super::{Choices, Failure, Outlook, Weights};
use crate::{Budget, Progress, SolveError};
use rustc_hash::FxHashMap;
use spar_rules::{Outcome, Side, Stochastic, Turn};
use std::collections::hash_map::Entry;

/// How the moves of a side are determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// By given weights.
    Given,
    /// By optimal play.
    Best,
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionKind {
    /// The game is over.
    Over(Outcome),
    /// One of its arrows is taken at random, by weight.
    Weighted,
    /// This side takes the best of its arrows.
    Choice(Side),
}

/// The target of a move and its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    pub(super) to: u32,
    pub(super) weight: u32,
}

/// All positions in the order of discovery.
pub(super) struct Positions<G: Stochastic> {
    places: FxHashMap<G::Position, u32>,
    found: Vec<G::Position>,
    kinds: Vec<PositionKind>,
    /// The arrows of position `p` are `arrows[first[p]..first[p + 1]]`.
    first: Vec<u32>,
    arrows: Vec<Arrow>,
    /// The heap bytes that the positions own.
    owned: u64,
}

/// Positions expanded between two checks of the budget.
const BATCH: usize = 1 << 10;

impl<G: Stochastic> Positions<G> {
    /// Explores breadth first from a position. In a choice, the moves that `choices` returns
    /// get arrows, in their order; elsewhere, the moves with a weight above 0.
    pub(super) fn reached<E>(
        game: &G,
        start: &G::Position,
        player: impl Fn(Side) -> Player,
        choices: Choices<'_, G, E>,
        weights: Weights<'_, G, E>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Positions<G>, Failure<E>> {
        let mut all = Positions {
            places: FxHashMap::default(),
            found: Vec::new(),
            kinds: Vec::new(),
            first: vec![0],
            arrows: Vec::new(),
            owned: 0,
        };
        all.enter(game, start.clone());
        let mut weighted = Vec::new();
        while all.kinds.len() < all.found.len() {
            if all.kinds.len().is_multiple_of(BATCH) {
                all.check(budget)?;
                let [done, found] = [all.kinds.len(), all.found.len()].map(|it| it as u64);
                progress.report("counting positions", done, found);
            }
            let position = all.found[all.kinds.len()].clone();
            weighted.clear();
            let kind = match game.turn(&position) {
                Turn::Over(outcome) => PositionKind::Over(outcome),
                Turn::Play(side) if player(side) == Player::Best => {
                    let moves = choices(&position).map_err(Failure::Player)?;
                    weighted.extend(moves.into_iter().map(|mv| (mv, 1)));
                    PositionKind::Choice(side)
                }
                Turn::Play(_) => {
                    weights(&position, &mut weighted).map_err(Failure::Player)?;
                    PositionKind::Weighted
                }
                Turn::Roll => {
                    let weight = |roll: G::Move| (roll.clone(), game.weight(&position, roll));
                    weighted.extend(game.legal(&position).into_iter().map(weight));
                    PositionKind::Weighted
                }
            };
            weighted.retain(|it| it.1 > 0);
            if weighted.is_empty() && !matches!(kind, PositionKind::Over(_)) {
                return Err(Failure::Weightless);
            }
            for (mv, weight) in weighted.drain(..) {
                let to = all.enter(game, game.after(&position, mv));
                all.arrows.push(Arrow { to, weight });
            }
            all.kinds.push(kind);
            all.first.push(all.arrows.len() as u32);
        }
        all.check(budget)?;
        Ok(all)
    }

    /// Returns the index of a position; adds the position if it is new.
    fn enter(&mut self, game: &G, position: G::Position) -> u32 {
        match self.places.entry(position) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.owned += game.owned_bytes(new.key()) as u64;
                self.found.push(new.key().clone());
                *new.insert(self.found.len() as u32 - 1)
            }
        }
    }

    fn check(&self, budget: &Budget) -> Result<(), SolveError> {
        let too_many = self.arrows.len().max(self.found.len()) >= u32::MAX as usize / 2;
        if self.bytes() > budget.memory || too_many {
            let needed = u128::from(self.bytes()) + 1;
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        if budget.is_stopped() || self.found.len() as u64 > budget.nodes {
            return Err(SolveError::Stopped);
        }
        Ok(())
    }

    /// The approximate size in memory, in bytes, including the outlooks.
    pub(super) fn bytes(&self) -> u64 {
        // A list, a hash map that is 2/3 full on average, and the memory of the search for
        // cycles.
        let position =
            3 * size_of::<G::Position>() + size_of::<PositionKind>() + 4 * size_of::<u32>();
        let known = size_of::<Option<Outlook>>() + size_of::<Option<u32>>() + 16;
        self.found.len() as u64 * (position + known) as u64
            + self.arrows.len() as u64 * size_of::<Arrow>() as u64
            + 2 * self.owned
    }

    pub(super) fn all(&self) -> &[G::Position] {
        &self.found
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn place(&self, position: &G::Position) -> Option<usize> {
        self.places.get(position).map(|place| *place as usize)
    }

    pub(super) fn kind(&self, place: usize) -> PositionKind {
        self.kinds[place]
    }

    pub(super) fn arrows(&self, place: usize) -> &[Arrow] {
        &self.arrows[self.first[place] as usize..self.first[place + 1] as usize]
    }
}
