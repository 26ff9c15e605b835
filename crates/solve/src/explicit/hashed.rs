//! Whole games without ranks: positions in a hash table, valued by retrograde analysis. Slower and
//! larger than ordered sweeps, but it works for every deterministic game, also one in which play
//! may return to a position: where nobody can force an end, the value is a draw.

use super::summary::{Classes, LAYERS, Summary};
use crate::budget::{self, filled};
use crate::{Budget, Progress, SolveError};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use spar_rules::{Deterministic, Outcome, Side, Symmetric, Turn, Value};
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

/// A whole game solved without ranks.
pub struct HashedTable<G: Deterministic> {
    places: FxHashMap<G::Position, u32>,
    graph: Graph<G>,
    values: Vec<Value>,
    summary: Summary,
}

/// All positions in the order in which they were found, and the moves between
/// them.
struct Graph<G: Deterministic> {
    positions: Vec<G::Position>,
    turns: Vec<Turn>,
    /// Edges of position `p`: `targets[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Bytes on the heap that the positions own.
    owned: u64,
}

/// Positions without heap memory that are expanded between two checks of the budget.
const BATCH: usize = 1 << 14;

/// Bytes that suffice for all that follows the positions of a batch.
const FOLLOWING: u128 = 32 << 20;

impl<G: Deterministic> HashedTable<G> {
    /// Solves the whole game.
    ///
    /// # Errors
    /// If it exceeds the budget's memory, or if it was stopped.
    pub fn solve(
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<HashedTable<G>, SolveError> {
        let budget = budget.clone().with_nodes(u64::MAX);
        HashedTable::solve_from(game, &game.start(), &budget, progress)
    }

    /// Solves all that play from a position can reach. The budget's nodes limit the
    /// positions.
    ///
    /// # Errors
    /// If there are more than the budget's memory or nodes allow, or if it was stopped.
    pub fn solve_from(
        game: &G,
        position: &G::Position,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<HashedTable<G>, SolveError> {
        let (places, graph) = explore(game, position, budget, progress)?;
        let values = graph.values(game, budget)?;
        let summary = graph.summary(&values);
        Ok(HashedTable { places, graph, values, summary })
    }

    /// Counts over all positions.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The value of a position for the side to move (or that would move), if
    /// play reaches it.
    pub fn value(&self, position: &G::Position) -> Option<Value> {
        self.places.get(position).map(|place| self.values[*place as usize])
    }

    /// All positions with their values, in the order in which play finds them.
    pub fn entries(&self) -> impl Iterator<Item = (&G::Position, Value)> {
        self.graph.positions.iter().zip(self.values.iter().copied())
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Always false: the start is a position.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The position at a place below [`len`](HashedTable::len).
    pub fn at(&self, place: u64) -> (&G::Position, Value) {
        (&self.graph.positions[place as usize], self.values[place as usize])
    }

    /// Bytes that the table takes in memory, about.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// Counts the classes of positions, and keeps the number in the summary.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn count_classes(&mut self, game: &G, budget: &Budget) -> Result<(), SolveError>
    where
        G: Symmetric,
    {
        let classes = Classes::of(game);
        let mut count = 0;
        for batch in self.graph.positions.chunks(BATCH) {
            if budget.is_stopped() {
                return Err(SolveError::Stopped);
            }
            count += batch.iter().filter(|it| classes.is_least(game, it)).count() as u64;
        }
        self.summary.classes = Some(count);
        Ok(())
    }

    /// Counts the paper's layers, and keeps them in the summary.
    pub fn count_layers(&mut self) {
        self.summary.layers = Some(self.graph.layers());
    }
}

/// Bytes for a position, its place, its turn and its value.
fn bytes_per_position<G: Deterministic>() -> u64 {
    let position = size_of::<G::Position>() as u64;
    // The map is at most 7/8 full and on average 2/3.
    3 * position + 12 + size_of::<Turn>() as u64 + size_of::<Value>() as u64 + 8
}

type Places<G> = FxHashMap<<G as spar_rules::Game>::Position, u32>;

/// Breadth first from a position. The moves of a batch are made on all threads,
/// then entered in order, so that the result does not depend on their number.
fn explore<G: Deterministic>(
    game: &G,
    start: &G::Position,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Places<G>, Graph<G>), SolveError> {
    let pool = (budget.threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(budget.threads).build().ok())
        .flatten();
    let mut places = FxHashMap::default();
    places.insert(start.clone(), 0);
    let mut graph =
        Graph { positions: vec![], turns: vec![], starts: vec![0], targets: vec![], owned: 0 };
    graph.push(game, start.clone());
    let mut next = 0;
    while next < graph.positions.len() {
        let end = graph.positions.len().min(next + graph.batch());
        let batch = &graph.positions[next..end];
        // What follows a position is made in small pieces, which cannot be refused one by one.
        budget::probe(FOLLOWING)?;
        let expanded: Vec<(Turn, Vec<G::Position>)> = match &pool {
            Some(pool) => pool.install(|| batch.par_iter().map(|it| expand(game, it)).collect()),
            None => batch.iter().map(|it| expand(game, it)).collect(),
        };
        next = end;
        graph.reserve(&mut places, &expanded)?;
        for (turn, after) in expanded {
            graph.turns.push(turn);
            for position in after {
                let found = graph.positions.len() as u32;
                let place = match places.entry(position) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        graph.push(game, new.key().clone());
                        *new.insert(found)
                    }
                };
                graph.targets.push(place);
            }
            graph.starts.push(graph.targets.len() as u32);
        }
        let bytes = graph.bytes();
        let too_many = graph.targets.len() >= u32::MAX as usize / 2;
        if bytes > budget.memory || too_many {
            let needed = u128::from(bytes) + 1;
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        if budget.is_stopped() || graph.positions.len() as u64 > budget.nodes {
            return Err(SolveError::Stopped);
        }
        progress.report("reaching", next as u64, graph.positions.len() as u64);
    }
    Ok((places, graph))
}

fn expand<G: Deterministic>(game: &G, position: &G::Position) -> (Turn, Vec<G::Position>) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    (game.turn(position), moves.into_iter().map(|mv| game.after(position, mv)).collect())
}

impl<G: Deterministic> Graph<G> {
    fn push(&mut self, game: &G, position: G::Position) {
        self.owned += game.owned_bytes(&position) as u64;
        self.positions.push(position);
    }

    /// How many positions to expand next: fewer where they own much, as all that follows
    /// them is in memory before it is counted.
    fn batch(&self) -> usize {
        let owned = self.owned as usize / self.positions.len().max(1);
        (BATCH * 64 / (64 + owned)).max(16)
    }

    /// Bytes in memory, about; the map holds every position once more.
    fn bytes(&self) -> u64 {
        self.positions.len() as u64 * bytes_per_position::<G>()
            + self.targets.len() as u64 * 8
            + 2 * self.owned
    }

    /// Makes room for the positions of a batch and what follows them.
    fn reserve(
        &mut self,
        places: &mut Places<G>,
        expanded: &[(Turn, Vec<G::Position>)],
    ) -> Result<(), SolveError> {
        let more = expanded.iter().map(|it| it.1.len()).sum();
        let reserved = self
            .turns
            .try_reserve(expanded.len())
            .and_then(|()| self.starts.try_reserve(expanded.len()))
            .and_then(|()| self.targets.try_reserve(more))
            .and_then(|()| self.positions.try_reserve(more));
        let all = (self.positions.len() + more) as u128 * u128::from(bytes_per_position::<G>());
        let no_memory = SolveError::NoMemory { needed: all };
        if reserved.is_err() || places.try_reserve(more).is_err() {
            return Err(no_memory);
        }
        Ok(())
    }

    fn targets(&self, place: usize) -> &[u32] {
        &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// For each position those that lead to it.
    fn reversed(&self) -> Result<(Vec<u32>, Vec<u32>), SolveError> {
        let mut starts = filled(self.positions.len() + 1, || 0_u32)?;
        for target in &self.targets {
            starts[*target as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = 0;
        let mut cursor = filled(starts.len(), || {
            next += 1;
            starts[next - 1]
        })?;
        let mut sources = filled(self.targets.len(), || 0_u32)?;
        for place in 0..self.positions.len() {
            for target in self.targets(place) {
                let at = &mut cursor[*target as usize];
                sources[*at as usize] = place as u32;
                *at += 1;
            }
        }
        Ok((starts, sources))
    }

    /// From the ends backwards, ply by ply: a side that can move to its own win
    /// wins as soon as the first such move is known; a side all of whose moves
    /// lead to the other's win loses when the last of them is known.
    fn values(&self, game: &G, budget: &Budget) -> Result<Vec<Value>, SolveError> {
        let (starts, sources) = self.reversed()?;
        let side = |place: usize| game.side(&self.positions[place]);
        let mut values = filled(self.positions.len(), || Value::Draw)?;
        let mut place = 0;
        let mut missing = filled(self.positions.len(), || {
            place += 1;
            self.targets(place - 1).len() as u32
        })?;
        let mut decided = Vec::new();
        for (place, turn) in self.turns.iter().enumerate() {
            if let Turn::Over(outcome) = turn {
                values[place] = Value::of(*outcome, side(place));
                if let Outcome::Win(winner) = outcome {
                    decided.push((place as u32, *winner));
                }
            }
        }
        let mut plies = 0;
        while !decided.is_empty() {
            if budget.is_stopped() {
                return Err(SolveError::Stopped);
            }
            plies += 1;
            let mut earlier = Vec::new();
            for (place, winner) in decided {
                let (low, high) = (starts[place as usize], starts[place as usize + 1]);
                for &source in &sources[low as usize..high as usize] {
                    let at = source as usize;
                    if values[at] != Value::Draw {
                        continue;
                    }
                    if side(at) == winner {
                        values[at] = Value::Win(plies);
                    } else {
                        missing[at] -= 1;
                        if missing[at] > 0 {
                            continue;
                        }
                        values[at] = Value::Loss(plies);
                    }
                    earlier.push((source, winner));
                }
            }
            decided = earlier;
        }
        Ok(values)
    }

    fn summary(&self, values: &[Value]) -> Summary {
        let (mut ended, mut full) = (0, 0);
        let mut unfinished = BTreeMap::new();
        for (turn, value) in self.turns.iter().zip(values) {
            match turn {
                Turn::Over(Outcome::Draw) => full += 1,
                Turn::Over(Outcome::Win(_)) => ended += 1,
                Turn::Play(_) | Turn::Roll => *unfinished.entry(*value).or_insert(0) += 1,
            }
        }
        Summary::new(ended, full, &unfinished, values[0], self.targets.len() as u64)
    }

    /// Layer by layer, straight from the definition.
    fn layers(&self) -> [u64; LAYERS] {
        let won = |place: u32| self.turns[place as usize] == Turn::Over(Outcome::Win(Side::First));
        let plays = |place: usize, side| self.turns[place] == Turn::Play(side);
        let places = 0..self.positions.len();
        let mut first: Vec<bool> = places
            .clone()
            .map(|it| plays(it, Side::First) && self.targets(it).iter().any(|to| won(*to)))
            .collect();
        let mut counted = vec![false; self.positions.len()];
        let mut layers = [0; LAYERS];
        for layer in &mut layers {
            for place in places.clone().filter(|place| first[*place]) {
                *layer += u64::from(!std::mem::replace(&mut counted[place], true));
            }
            let into = |place: usize| self.targets(place).iter().all(|to| first[*to as usize]);
            let second: Vec<bool> =
                places.clone().map(|it| plays(it, Side::Second) && into(it)).collect();
            let out_of = |place: usize| self.targets(place).iter().any(|to| second[*to as usize]);
            first = places.clone().map(|it| plays(it, Side::First) && out_of(it)).collect();
        }
        layers
    }
}
