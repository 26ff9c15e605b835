//! Statistics over a solved game: positions, values, distances and symmetry classes.

use super::ranked::Table;
use super::schedule::{Schedule, Walk};
use super::score::ByteScore;
use crate::{Budget, Progress, SolveError};
use spar_rules::{Ranked, Side, Symmetric, Value};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the paper's layers that are counted: `W_0` to `W_4`.
pub const LAYERS: usize = 5;

/// Counts over all positions that play can reach. Symmetric images count separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// All positions.
    pub positions: u64,
    /// Positions in which a side has won.
    pub ended: u64,
    /// Positions that ended with a draw.
    pub full: u64,
    /// Unfinished positions that the side to move wins.
    pub wins: u64,
    /// Unfinished positions that are drawn.
    pub draws: u64,
    /// Unfinished positions that the side to move loses.
    pub losses: u64,
    /// The value of the start position.
    pub value: Value,
    /// For unfinished won positions: pairs of plies to the end and count, shortest first.
    pub win_in: Vec<(u32, u64)>,
    /// For unfinished lost positions: the same.
    pub loss_in: Vec<(u32, u64)>,
    /// The layers `W_0` to `W_4` of Ahmed, Chatterjee and Gulwani (2013), if they were counted.
    /// Layer `W_j` holds the positions in which the first side, to move, can force a win with
    /// exactly its (j+1)-th move but not sooner.
    pub layers: Option<[u64; LAYERS]>,
    /// The number of legal moves over all positions, passes included. `None` for tables that an
    /// early version stored.
    pub moves: Option<u64>,
    /// The number of classes of positions under the symmetries that keep the start, if counted.
    pub classes: Option<u64>,
}

impl Summary {
    /// Creates a summary from the finished positions, the counts of unfinished positions by
    /// value, the value of the start and the number of moves.
    pub(crate) fn new(
        ended: u64,
        full: u64,
        unfinished: &BTreeMap<Value, u64>,
        start: Value,
        moves: u64,
    ) -> Summary {
        let (mut win_in, mut loss_in, mut draws) = (Vec::new(), Vec::new(), 0);
        for (value, count) in unfinished {
            match value {
                Value::Win(plies) => win_in.push((*plies, *count)),
                Value::Loss(plies) => loss_in.push((*plies, *count)),
                Value::Draw => draws += count,
            }
        }
        win_in.sort_unstable();
        loss_in.sort_unstable();
        let total = |list: &[(u32, u64)]| list.iter().map(|it| it.1).sum::<u64>();
        let (wins, losses) = (total(&win_in), total(&loss_in));
        Summary {
            positions: ended + full + wins + draws + losses,
            ended,
            full,
            wins,
            draws,
            losses,
            value: start,
            win_in,
            loss_in,
            layers: None,
            moves: Some(moves),
            classes: None,
        }
    }
}

/// Counts of scores by the side to move. Each part counts its own; then they are added up.
#[derive(Clone)]
pub(crate) struct Histogram {
    unfinished: [[u64; 256]; 2],
    finished: [u64; 256],
}

impl Histogram {
    pub(crate) fn new() -> Histogram {
        Histogram { unfinished: [[0; 256]; 2], finished: [0; 256] }
    }

    #[inline]
    pub(crate) fn add_unfinished(&mut self, score: ByteScore, side: Side, count: u64) {
        self.unfinished[side as usize][usize::from(score.0 as u8)] += count;
    }

    #[inline]
    pub(crate) fn add_finished(&mut self, score: ByteScore, count: u64) {
        self.finished[usize::from(score.0 as u8)] += count;
    }

    pub(crate) fn merge(&mut self, other: &Histogram) {
        let mine = self.unfinished.iter_mut().flatten().chain(&mut self.finished);
        let others = other.unfinished.iter().flatten().chain(&other.finished);
        mine.zip(others).for_each(|(mine, other)| *mine += other);
    }

    pub(crate) fn summary(&self, start: Value, moves: u64) -> Summary {
        let full = self.finished[0];
        let ended = self.finished.iter().sum::<u64>() - full;
        let mut unfinished = BTreeMap::new();
        for side in [Side::First, Side::Second] {
            for byte in 0..=255u8 {
                let count = self.unfinished[side as usize][usize::from(byte)];
                if count > 0 {
                    *unfinished.entry(ByteScore(byte as i8).value(side)).or_insert(0) += count;
                }
            }
        }
        Summary::new(ended, full, &unfinished, start, moves)
    }
}

// Classes of positions: positions that symmetries map to each other count as one.
//
// A symmetry of the rules may move the start. Then the image of a reachable position need not
// be reachable, and counting canonical images would give a wrong number. Symmetries that keep
// the start map reachable positions to reachable positions, so only they define classes here.

/// The symmetries of a game that keep its start.
pub struct Classes {
    /// The symmetries without the identity.
    symmetries: Vec<usize>,
}

impl Classes {
    /// The classes of this game.
    pub fn of<G: Symmetric>(game: &G) -> Classes {
        let start = game.start();
        let keeps = |symmetry: &usize| game.image(&start, *symmetry) == start;
        Classes { symmetries: (1..game.symmetries()).filter(keeps).collect() }
    }

    /// Returns whether a position is the smallest of its class. Every reachable class has
    /// exactly one such position, because all positions of the class are reachable.
    pub fn is_least<G: Symmetric>(&self, game: &G, position: &G::Position) -> bool {
        self.symmetries.iter().all(|symmetry| game.image(position, *symmetry) >= *position)
    }
}

impl Table {
    /// Counts the symmetry classes of positions and stores the number in the summary.
    ///
    /// # Errors
    /// If the work is stopped.
    pub fn count_classes<G: Ranked + Symmetric>(
        &mut self,
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let classes = Classes::of(game);
        let count = AtomicU64::new(0);
        let schedule = Schedule::new(game, self.ranks);
        schedule.run(Walk::Up, "counting classes", budget, progress, |low, high| {
            let (mut images, mut here) = (Vec::new(), 0);
            self.reached.ascend(low, high, |rank| {
                images.clear();
                game.unfold(&game.unrank(rank), &mut images);
                here += images.iter().filter(|it| classes.is_least(game, it)).count() as u64;
            });
            count.fetch_add(here, Ordering::Relaxed);
        })?;
        self.summary.classes = Some(count.into_inner());
        Ok(())
    }
}
