//! The positions of a book: which they are, and their values.

use super::format::{self, MOST_PLIES};
use super::{BookHeader, rules_of};
use crate::{Budget, SolveError};
use rustc_hash::{FxHashMap, FxHashSet};
use spar_rules::{Deterministic, Notation, Symmetric, Value, seen_by_mover};
use std::collections::HashMap;

/// All unfinished positions that play reaches within some number of plies, up to symmetry.
pub struct Openings<P> {
    plies: u32,
    /// In the order in which they are reached: the canonical position, and its number of plies.
    reached: Vec<(P, u32)>,
    /// The values of the first positions do not follow from those of the last ones.
    has_cycles: bool,
}

/// The value of this position is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the value of `{0}` is missing")]
pub struct Missing(pub String);

impl<P: Clone + Eq + std::hash::Hash + Ord> Openings<P> {
    /// The positions of a game within this many plies of its start.
    ///
    /// # Errors
    /// If there are too many for the budget's memory, or the work is stopped.
    pub fn within<G>(game: &G, plies: u32, budget: &Budget) -> Result<Openings<P>, SolveError>
    where
        G: Deterministic<Position = P> + Symmetric,
    {
        let start = game.canonical(&game.start());
        let mut known: FxHashSet<P> = FxHashSet::default();
        let mut reached: Vec<(P, u32)> = Vec::new();
        if game.final_value(&start).is_none() {
            known.insert(start.clone());
            reached.push((start, 0));
        }
        let (mut moves, mut next, mut owned) = (Vec::new(), 0, 0);
        while next < reached.len() && reached[next].1 < plies {
            let (position, depth) = reached[next].clone();
            next += 1;
            moves.clear();
            game.moves(&position, &mut moves);
            for mv in moves.drain(..) {
                let after = game.after(&position, mv);
                if game.final_value(&after).is_some() {
                    continue;
                }
                let after = game.canonical(&after);
                if known.insert(after.clone()) {
                    owned += 2 * game.owned_bytes(&after);
                    reached.push((after, depth + 1));
                }
            }
            // A map has up to twice the places that it needs.
            let needed = (reached.len() * 3 * size_of::<(P, u32)>() + owned) as u64;
            if needed > budget.memory {
                let needed = u128::from(needed);
                return Err(SolveError::TooLarge { needed, allowed: budget.memory });
            }
            if budget.is_stopped() {
                return Err(SolveError::Stopped);
            }
        }
        let has_cycles = game.horizon(&game.start()).is_none();
        Ok(Openings { plies, reached, has_cycles })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Returns whether the game is over at its start.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    /// The positions from whose values all others follow, in a fixed order. In games in which
    /// positions can come back, these are all.
    pub fn unsolved(&self) -> impl Iterator<Item = &P> {
        let open = self.reached.iter().filter(|(_, depth)| self.has_cycles || *depth == self.plies);
        open.map(|(position, _)| position)
    }

    /// The file of the book, from the values of the [`unsolved`](Openings::unsolved) positions by
    /// their texts.
    ///
    /// # Errors
    /// If one of these values is missing.
    pub fn book<G>(
        &self,
        game: &G,
        name: &str,
        solved: &HashMap<String, Value>,
    ) -> Result<Vec<u8>, Missing>
    where
        G: Deterministic<Position = P> + Symmetric + Notation,
    {
        let mut values: FxHashMap<&P, Value> = FxHashMap::default();
        for position in self.unsolved() {
            let text = game.write_position(position);
            let value = solved.get(&text).filter(|value| value.plies() <= Some(MOST_PLIES));
            values.insert(position, *value.ok_or(Missing(text))?);
        }
        let mut rest: Vec<&P> = self.reached.iter().map(|it| &it.0).collect();
        rest.retain(|position| !values.contains_key(position));
        // Every move makes the horizon smaller, so all successors come first.
        rest.sort_by_key(|position| game.horizon(position));
        for position in rest {
            let after = |mv| {
                let next = game.after(position, mv);
                let value =
                    game.final_value(&next).or_else(|| values.get(&game.canonical(&next)).copied());
                value.map(|value| seen_by_mover(game, position, &next, value))
            };
            let best = game.legal(position).into_iter().map(after).collect::<Option<Vec<Value>>>();
            let best = best.and_then(|values| values.into_iter().max());
            let value = best.ok_or_else(|| Missing(game.write_position(position)))?;
            values.insert(position, value);
        }
        let written = |(position, value): (&P, Value)| (game.write_position(position), value);
        let mut entries: Vec<(String, Value)> = values.into_iter().map(written).collect();
        entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let header =
            BookHeader { name: name.to_owned(), fingerprint: rules_of(game), plies: self.plies };
        Ok(format::write(&header, &entries))
    }
}
