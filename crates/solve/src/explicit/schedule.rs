//! The schedule of a sweep: which parts of the ranks can be processed at the same time.

use crate::{Budget, Progress, SolveError};
use spar_rules::Ranked;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The dependencies between the parts.
pub(crate) struct Schedule {
    size: u64,
    /// For each part, the parts that wait for it in this direction.
    upward: Edges,
    downward: Edges,
}

/// Adjacency lists in one vector. The list of part `p` begins at `starts[p]`.
struct Edges {
    starts: Vec<u32>,
    parts: Vec<u32>,
}

/// With more threads than this, starting them takes longer than they save.
const MOST_THREADS: usize = 64;

/// Ranks between two checks of the budget.
const PIECE: u64 = 1 << 20;

/// The direction of a walk through the ranks.
#[derive(Clone, Copy)]
pub(crate) enum Walk {
    /// From the start of play: a part waits for all parts that lead to it.
    Up,
    /// From the ends of play: a part waits for all parts that it leads to.
    Down,
}

impl Schedule {
    pub(crate) fn new<G: Ranked>(game: &G, ranks: u64) -> Schedule {
        let parts = game.parts();
        let mut pairs = Vec::new();
        let mut next = Vec::new();
        for part in 0..parts {
            next.clear();
            game.next_parts(part, &mut next);
            pairs.extend(next.iter().map(|to| (part as u32, *to as u32)));
        }
        let reversed = pairs.iter().map(|&(from, to)| (to, from)).collect();
        Schedule {
            size: ranks / parts,
            upward: Edges::new(parts, pairs),
            downward: Edges::new(parts, reversed),
        }
    }

    fn parts(&self) -> usize {
        self.upward.starts.len() - 1
    }

    /// Calls `work` with pieces `low..high` of the ranks until all parts are done. Each part
    /// comes after the parts that it waits for; the pieces of a part come in the direction of
    /// the walk. The work can be stopped between two pieces.
    pub(crate) fn run(
        &self,
        walk: Walk,
        stage: &'static str,
        budget: &Budget,
        progress: &dyn Progress,
        work: impl Fn(u64, u64) + Sync,
    ) -> Result<(), SolveError> {
        let (waiting, needed) = match walk {
            Walk::Up => (&self.upward, &self.downward),
            Walk::Down => (&self.downward, &self.upward),
        };
        let done = AtomicU64::new(0);
        let pieces = self.size.div_ceil(PIECE);
        let one = |part: u32| {
            for index in 0..pieces {
                if budget.is_stopped() {
                    return;
                }
                let piece = match walk {
                    Walk::Up => index,
                    Walk::Down => pieces - 1 - index,
                };
                let first = u64::from(part) * self.size;
                let low = first + piece * PIECE;
                work(low, (low + PIECE).min(first + self.size));
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                progress.report(stage, done, self.parts() as u64 * pieces);
            }
        };
        // More threads than parts would be idle.
        let threads = budget.threads.min(self.parts()).min(MOST_THREADS);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match (threads > 1).then(|| pool.build().ok()).flatten() {
            Some(pool) => Parallel { waiting, missing: needed.lengths(), work: &one }.run(&pool),
            // Ranks increase during play, so the numerical order of the parts is valid.
            None => match walk {
                Walk::Up => (0..self.parts() as u32).for_each(one),
                Walk::Down => (0..self.parts() as u32).rev().for_each(one),
            },
        }
        if budget.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

/// Runs parts on several threads; each starts when no dependency is missing.
struct Parallel<'a, W> {
    waiting: &'a Edges,
    missing: Vec<AtomicU32>,
    work: &'a W,
}

impl<W: Fn(u32) + Sync> Parallel<'_, W> {
    fn run(&self, pool: &rayon::ThreadPool) {
        let ready: Vec<u32> = (0..self.missing.len() as u32)
            .filter(|part| self.missing[*part as usize].load(Ordering::Relaxed) == 0)
            .collect();
        pool.scope(|scope| {
            for part in ready {
                scope.spawn(move |scope| self.step(part, scope));
            }
        });
    }

    fn step<'scope>(&'scope self, part: u32, scope: &rayon::Scope<'scope>) {
        (self.work)(part);
        for &next in self.waiting.of(part) {
            // The last dependency to finish starts the part. `AcqRel` makes the results of all
            // dependencies visible.
            if self.missing[next as usize].fetch_sub(1, Ordering::AcqRel) == 1 {
                scope.spawn(move |scope| self.step(next, scope));
            }
        }
    }
}

impl Edges {
    fn new(parts: u64, mut pairs: Vec<(u32, u32)>) -> Edges {
        pairs.sort_unstable();
        pairs.dedup();
        let starts = (0..=parts as u32).map(|part| pairs.partition_point(|it| it.0 < part) as u32);
        Edges { starts: starts.collect(), parts: pairs.iter().map(|it| it.1).collect() }
    }

    fn of(&self, part: u32) -> &[u32] {
        let [low, high] = [part, part + 1].map(|at| self.starts[at as usize] as usize);
        &self.parts[low..high]
    }

    fn lengths(&self) -> Vec<AtomicU32> {
        self.starts.windows(2).map(|pair| AtomicU32::new(pair[1] - pair[0])).collect()
    }
}
