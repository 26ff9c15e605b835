//! Solves whole games without ranks: stores positions in a hash table and computes their values
//! by retrograde analysis. This is slower and needs more memory than ordered sweeps, but works
//! for every deterministic game, including games with cycles. Where neither side can force the
//! end of the game, the value is a draw.

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

/// All positions in the order of discovery, and the moves between them.
struct Graph<G: Deterministic> {
    positions: Vec<G::Position>,
    turns: Vec<Turn>,
    /// The edges of position `p` are `targets[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The heap bytes that the positions own.
    owned: u64,
}

/// Positions expanded between two checks of the budget, if they own no heap memory.
const BATCH: usize = 1 << 14;

/// An upper bound of the bytes of all successors of one batch.
const FOLLOWING: u128 = 32 << 20;

impl<G: Deterministic> HashedTable<G> {
    /// Solves the whole game.
    ///
    /// # Errors
    /// If the game exceeds the budget's memory, or if the work is stopped.
    pub fn solve(
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<HashedTable<G>, SolveError> {
        let budget = budget.clone().with_nodes(u64::MAX);
        HashedTable::solve_from(game, &game.start(), &budget, progress)
    }

    /// Solves all positions that play can reach from this one. The budget's node limit also
    /// limits the number of positions.
    ///
    /// # Errors
    /// If the positions exceed the budget's memory or nodes, or if the work is stopped.
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

    /// Statistics over all positions.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The value of a position for the side to move, or `None` if play does not reach the
    /// position. If the game is over, the value is for the side that would move next.
    pub fn value(&self, position: &G::Position) -> Option<Value> {
        self.places.get(position).map(|place| self.values[*place as usize])
    }

    /// All positions with their values, in the order of discovery.
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

    /// The position at an index below [`len`](HashedTable::len), with its value.
    pub fn at(&self, place: u64) -> (&G::Position, Value) {
        (&self.graph.positions[place as usize], self.values[place as usize])
    }

    /// The approximate size of the table in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// Counts the symmetry classes of positions and stores the number in the summary.
    ///
    /// # Errors
    /// If the work is stopped.
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

    /// Counts the paper's layers and stores the numbers in the summary.
    pub fn count_layers(&mut self) {
        self.summary.layers = Some(self.graph.layers());
    }
}

/// The bytes of a position, its index, its turn and its value.
fn bytes_per_position<G: Deterministic>() -> u64 {
    let position = size_of::<G::Position>() as u64;
    // The hash map is at most 7/8 full, 2/3 on average.
    3 * position + 12 + size_of::<Turn>() as u64 + size_of::<Value>() as u64 + 8
}

type Places<G> = FxHashMap<<G as spar_rules::Game>::Position, u32>;

/// Explores the positions breadth first. All threads expand the positions of a batch; then one
/// thread enters the results in order, so the result does not depend on the number of threads.
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
        // The successors are many small allocations, whose failure could not be handled one by
        // one.
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
        progress.report("counting positions", next as u64, graph.positions.len() as u64);
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

    /// The number of positions to expand next. It is smaller if positions own much heap memory,
    /// because the successors of a batch are in memory before they are counted.
    fn batch(&self) -> usize {
        let owned = self.owned as usize / self.positions.len().max(1);
        (BATCH * 64 / (64 + owned)).max(16)
    }

    /// The approximate size in memory, in bytes. The hash map holds a second copy of each
    /// position.
    fn bytes(&self) -> u64 {
        self.positions.len() as u64 * bytes_per_position::<G>()
            + self.targets.len() as u64 * 8
            + 2 * self.owned
    }

    /// Reserves memory for the positions of a batch and their successors.
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

    /// Returns the reversed edges: the predecessors of each position.
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

    /// Works backwards from the finished positions, ply by ply. A side wins as soon as one of
    /// its moves is known to win; it loses when the last of its moves is known to lose.
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

    /// Computes the layers one by one, directly from their definition.
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
