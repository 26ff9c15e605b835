//! Solves whole games in two ordered sweeps: the upward sweep over the ranks finds all
//! reachable positions, the downward sweep values them. Successors have larger ranks than their
//! position, so they are valued before it.

use super::bitmap::Bitmap;
use super::schedule::{Schedule, Walk};
use super::score::{ByteScore, MOST_PLIES};
use super::summary::{Histogram, Summary};
use crate::budget::filled;
use crate::{Budget, Progress, SolveError};
use spar_rules::{Ranked, Side, Tactics, Turn, Value};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};

/// A solved game: the value and distance of every position that play reaches.
pub struct Table {
    pub(super) ranks: u64,
    pub(super) reached: Bitmap,
    pub(super) scores: Vec<AtomicU8>,
    pub(super) summary: Summary,
}

impl Table {
    /// Solves the whole game.
    ///
    /// # Errors
    /// If the game has no ranks or its tables exceed the budget's memory (`TooLarge`), if a
    /// position is too far from its end, or if the work is stopped.
    pub fn solve<G: Ranked + Tactics>(
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Table, SolveError> {
        let ranks = fitting_ranks(game, budget)?;
        let schedule = Schedule::new(game, ranks);
        let sweep = RankedSweep { game, ranks, schedule: &schedule, budget, progress };
        let (mut reached, moves) = sweep.reach()?;
        let count = reached.count();
        // One byte per value, and a second one while the layers are counted.
        let needed = Bitmap::bytes(ranks) + 2 * u128::from(count);
        if needed > u128::from(budget.memory) {
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        sweep.value(reached, count as usize, moves)
    }

    /// Statistics over all positions.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The value of a position for the side to move, or `None` if play does not reach the
    /// position from the start. If the game is over, the value is for the side that would move
    /// next.
    pub fn value<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<Value> {
        let (rank, _) = game.fold(position);
        let score = self.reached.contains(rank).then(|| self.score(rank))?;
        Some(score.value(game.side(position)))
    }

    /// The size of the table in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        Bitmap::bytes(self.ranks) as u64 + self.scores.len() as u64
    }

    pub(crate) fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Calls `visit` with each folded rank in `low..high` and its score, in ascending order.
    pub(crate) fn each_entry(&self, low: u64, high: u64, mut visit: impl FnMut(u64, ByteScore)) {
        self.reached.ascend(low, high, |rank| visit(rank, self.score(rank)));
    }

    /// Creates the table from these entries, which must be in the order of their ranks.
    pub(crate) fn of_entries<E: From<SolveError>>(
        ranks: u64,
        summary: Summary,
        entries: impl Iterator<Item = Result<(u64, ByteScore), E>>,
    ) -> Result<Table, E> {
        let mut reached = Bitmap::new(ranks)?;
        let mut scores = Vec::new();
        for entry in entries {
            let (rank, score) = entry?;
            reached.insert_alone(rank);
            if scores.len() == scores.capacity() {
                let needed = 2 * scores.len() as u128;
                scores.try_reserve(1).map_err(|_| SolveError::NoMemory { needed })?;
            }
            scores.push(AtomicU8::new(score.0 as u8));
        }
        reached.count();
        Ok(Table { ranks, reached, scores, summary })
    }

    #[inline]
    fn score(&self, rank: u64) -> ByteScore {
        ByteScore(self.scores[self.reached.place(rank)].load(Ordering::Relaxed) as i8)
    }
}

/// A rough estimate of the bytes needed to solve a game with this many ranks: the bitmap of
/// ranks, and two bytes each for one rank in sixteen.
pub fn estimate(ranks: u64) -> u128 {
    Bitmap::bytes(ranks) + u128::from(ranks / 8)
}

fn fitting_ranks<G: Ranked>(game: &G, budget: &Budget) -> Result<u64, SolveError> {
    let allowed = budget.memory;
    let ranks = game.ranks().ok_or(SolveError::TooLarge { needed: 1 << 64, allowed })?;
    let needed = Bitmap::bytes(ranks);
    if needed > u128::from(allowed) {
        return Err(SolveError::TooLarge { needed: estimate(ranks), allowed });
    }
    Ok(ranks)
}

/// The common data of all sweeps over a game.
struct RankedSweep<'a, G> {
    game: &'a G,
    ranks: u64,
    schedule: &'a Schedule,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl<G: Ranked + Tactics> RankedSweep<'_, G> {
    /// The upward sweep. Returns the set of folded ranks that play reaches, and the number of
    /// their moves.
    fn reach(&self) -> Result<(Bitmap, u64), SolveError> {
        let reached = Bitmap::new(self.ranks)?;
        reached.insert_alone(self.game.fold(&self.game.start()).0);
        let shared = self.budget.threads > 1;
        let n_moves = AtomicU64::new(0);
        self.run(Walk::Up, "counting positions", |low, high| {
            let spread = if shared {
                self.spread(&reached, low, high, |rank| reached.insert_shared(rank))
            } else {
                self.spread(&reached, low, high, |rank| reached.insert_alone(rank))
            };
            n_moves.fetch_add(spread, Ordering::Relaxed);
        })?;
        Ok((reached, n_moves.into_inner()))
    }

    /// Inserts the successors of the positions in `low..high`. Returns the number of moves.
    #[inline]
    fn spread(&self, reached: &Bitmap, low: u64, high: u64, insert: impl Fn(u64)) -> u64 {
        let game = self.game;
        let (mut moves, mut n_moves) = (Vec::new(), 0);
        reached.ascend(low, high, |rank| {
            let position = game.unrank(rank);
            moves.clear();
            game.moves(&position, &mut moves);
            n_moves += moves.len() as u64;
            for mv in &moves {
                insert(game.fold(&game.after(&position, mv.clone())).0);
            }
        });
        n_moves
    }

    /// Estimates how many images most entries stand for: the maximum over a small sample. A
    /// wrong estimate costs time but does not change the result.
    fn usual_images(&self, reached: &Bitmap, count: usize) -> u32 {
        let places = (0..16).map(|part| part * (count - 1) / 15);
        let images = |place| self.game.fold(&self.game.unrank(reached.at(place))).1;
        places.map(images).max().unwrap_or(1)
    }

    /// The downward sweep. Computes the value of each position from its successors. `moves` is
    /// the number of moves of all entries.
    fn value(&self, reached: Bitmap, count: usize, moves: u64) -> Result<Table, SolveError> {
        let scores = filled(count, || AtomicU8::new(0))?;
        let total = Mutex::new(Histogram::new());
        let too_long = AtomicBool::new(false);
        let images = self.usual_images(&reached, count);
        let more_moves = AtomicI64::new(0);
        self.run(Walk::Down, "solving", |low, high| {
            let part = RankedPart { sweep: self, reached: &reached, scores: &scores, images };
            let valued = part.value(low, high);
            too_long.fetch_or(!valued.fits, Ordering::Relaxed);
            more_moves.fetch_add(valued.more_moves, Ordering::Relaxed);
            total.lock().expect("invariant: no holder panics").merge(&valued.histogram);
        })?;
        if too_long.into_inner() {
            return Err(SolveError::TooLong { most: MOST_PLIES });
        }
        let start = self.game.start();
        let place = reached.place(self.game.fold(&start).0);
        let score = ByteScore(scores[place].load(Ordering::Relaxed) as i8);
        let histogram = total.into_inner().expect("invariant: no holder panics");
        let moves = (moves * u64::from(images)).wrapping_add_signed(more_moves.into_inner());
        let summary = histogram.summary(score.value(self.game.side(&start)), moves);
        Ok(Table { ranks: self.ranks, reached, scores, summary })
    }

    fn run(
        &self,
        walk: Walk,
        stage: &'static str,
        work: impl Fn(u64, u64) + Sync,
    ) -> Result<(), SolveError> {
        self.schedule.run(walk, stage, self.budget, self.progress, work)
    }
}

/// The downward sweep through one part.
struct RankedPart<'a, G> {
    sweep: &'a RankedSweep<'a, G>,
    reached: &'a Bitmap,
    scores: &'a [AtomicU8],
    /// The usual number of images of an entry.
    images: u32,
}

/// The result of the downward sweep through one part.
struct Valued {
    histogram: Histogram,
    /// Whether all distances fit into a score.
    fits: bool,
    /// The correction to the number of moves, for entries without the usual number of images.
    more_moves: i64,
}

impl<G: Ranked + Tactics> RankedPart<'_, G> {
    /// Values all positions with ranks in `low..high`.
    fn value(&self, low: u64, high: u64) -> Valued {
        let game = self.sweep.game;
        let mut histogram = Histogram::new();
        let mut moves = Vec::new();
        let (mut fits, mut more_moves) = (true, 0);
        self.reached.descend(low, high, |rank, place| {
            let position = game.unrank(rank);
            let (_, images) = game.fold(&position);
            let score = match game.turn(&position) {
                Turn::Over(outcome) => {
                    let score = ByteScore::of(outcome);
                    histogram.add_finished(score, u64::from(images));
                    score
                }
                Turn::Play(side) => {
                    if images != self.images {
                        moves.clear();
                        game.moves(&position, &mut moves);
                        let more = i64::from(images) - i64::from(self.images);
                        more_moves += more * moves.len() as i64;
                    }
                    let score = self.best(&position, side, &mut moves, &mut fits);
                    histogram.add_unfinished(score, side, u64::from(images));
                    score
                }
                Turn::Roll => unreachable!("law: a deterministic game never rolls"),
            };
            self.scores[place].store(score.0 as u8, Ordering::Relaxed);
        });
        Valued { histogram, fits, more_moves }
    }

    #[inline]
    fn best(
        &self,
        position: &G::Position,
        side: Side,
        moves: &mut Vec<G::Move>,
        fits: &mut bool,
    ) -> ByteScore {
        let game = self.sweep.game;
        moves.clear();
        let note = game.note(position);
        if let Some(value) = game.glance(position, &note) {
            *fits &= value.plies().is_none_or(|plies| plies <= MOST_PLIES);
            return ByteScore::new(value, side);
        }
        game.candidates(position, &note, moves);
        let best = moves.iter().fold(ByteScore::worst(side), |best, mv| {
            let (next, _) = game.fold(&game.after(position, mv.clone()));
            let place = self.reached.place(next);
            best.better(ByteScore(self.scores[place].load(Ordering::Relaxed) as i8), side)
        });
        *fits &= !best.is_full();
        best.one_ply_before()
    }
}

impl Table {
    /// Calls `visit` with every position that play reaches and its value, in the order of
    /// folded ranks. The images of one entry follow each other in the order of their ranks.
    pub fn visit<G: Ranked, B>(
        &self,
        game: &G,
        mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut place = 0;
        let mut images = Vec::new();
        for word in 0..self.ranks.div_ceil(64) {
            let mut here = self.reached.word(word);
            while here != 0 {
                let rank = word * 64 + u64::from(here.trailing_zeros());
                here &= here - 1;
                let score = ByteScore(self.scores[place].load(Ordering::Relaxed) as i8);
                place += 1;
                visit_images(game, rank, score, &mut images, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Table {
    /// Calls `visit` with the positions of the entries at these indices, in the order of
    /// [`visit`](Table::visit). Indices from [`len`](Table::len) on are ignored.
    pub fn visit_places<G: Ranked>(
        &self,
        game: &G,
        places: Range<u64>,
        mut visit: impl FnMut(&G::Position, Value),
    ) {
        let end = places.end.min(self.len());
        if places.start >= end {
            return;
        }
        let [first, last] = [places.start, end - 1].map(|place| self.reached.at(place as usize));
        let mut images = Vec::new();
        self.reached.ascend(first, last + 1, |rank| {
            each_image(game, rank, self.score(rank), &mut images, &mut visit);
        });
    }

    /// The number of entries. Images that the game folds count as one entry.
    pub fn len(&self) -> u64 {
        self.scores.len() as u64
    }

    /// Always false: the start has an entry.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The entry at an index below [`len`](Table::len), in the order of folded ranks.
    pub fn at<G: Ranked>(&self, game: &G, place: u64) -> (G::Position, Value) {
        let position = game.unrank(self.reached.at(place as usize));
        let score = ByteScore(self.scores[place as usize].load(Ordering::Relaxed) as i8);
        let value = score.value(game.side(&position));
        (position, value)
    }
}

/// Calls `visit` with the position of a folded rank and its images.
pub(crate) fn visit_images<G: Ranked, B>(
    game: &G,
    rank: u64,
    score: ByteScore,
    images: &mut Vec<G::Position>,
    mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
) -> ControlFlow<B> {
    images.clear();
    game.unfold(&game.unrank(rank), images);
    images.sort_by_key(|image| game.rank(image));
    images.iter().try_for_each(|image| visit(image, score.value(game.side(image))))
}

/// Calls `visit` with the position of a folded rank and its images; `visit` cannot end the
/// loop.
pub(crate) fn each_image<G: Ranked>(
    game: &G,
    rank: u64,
    score: ByteScore,
    images: &mut Vec<G::Position>,
    visit: &mut impl FnMut(&G::Position, Value),
) {
    let _: ControlFlow<()> = visit_images(game, rank, score, images, |image, value| {
        visit(image, value);
        ControlFlow::Continue(())
    });
}
