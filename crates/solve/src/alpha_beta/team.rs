//! Several threads that search one position. All work on the question that the leading thread
//! asks, with one table of bounds, and the first answer counts. So that they do not do the same
//! work, a thread leaves a child for later while another one searches it.
//!
//! Which bounds are proved on the way depends on chance, but they are all true. So the value of a
//! position is the same with any number of threads; the number of nodes is not.

use super::packed::{MixedNumber, PackedTable};
use super::search::Score;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};

/// What the threads share.
pub(super) struct Team<'r, P> {
    pub(super) table: &'r RwLock<PackedTable>,
    question: Mutex<TeamQuestion<P>>,
    asked: Condvar,
    /// The number of the latest question that needs no more work.
    settled: AtomicU64,
    /// The positions that are being searched, each at a place that follows from its number.
    searched: Vec<AtomicU64>,
}

/// The question of the leading thread.
struct TeamQuestion<P> {
    /// How many questions there were, this one included.
    number: u64,
    /// The position, and the threshold that its value may exceed; `None` between questions.
    asks: Option<(P, Score)>,
    /// The answer of another thread.
    answer: Option<Score>,
    /// Whether there are no more questions.
    is_last: bool,
}

/// Ends the work of all other threads when it is dropped.
pub(super) struct Dismissal<'t, 'r, P: Clone>(&'t Team<'r, P>);

impl<P: Clone> Drop for Dismissal<'_, '_, P> {
    fn drop(&mut self) {
        self.0.question().is_last = true;
        self.0.settled.store(u64::MAX, Ordering::Relaxed);
        self.0.asked.notify_all();
    }
}

/// Nodes with more nodes above them are too small to be left to another thread.
pub(super) const MOST_SHARED_DEPTH: u32 = 24;

/// Places for positions that are being searched, a power of two.
const PLACES: usize = 1 << 10;

impl<'r, P: Clone> Team<'r, P> {
    pub(super) fn new(table: &'r RwLock<PackedTable>) -> Team<'r, P> {
        let question = TeamQuestion { number: 0, asks: None, answer: None, is_last: false };
        Team {
            table,
            question: Mutex::new(question),
            asked: Condvar::new(),
            settled: AtomicU64::new(0),
            searched: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn question(&self) -> MutexGuard<'_, TeamQuestion<P>> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks all other threads. Returns the number of the question.
    pub(super) fn ask(&self, position: &P, alpha: Score) -> u64 {
        let mut question = self.question();
        question.number += 1;
        (question.asks, question.answer) = (Some((position.clone(), alpha)), None);
        self.asked.notify_all();
        question.number
    }

    /// Ends work on the question of the leading thread. Returns the answer of another thread, if
    /// there is one.
    pub(super) fn close(&self) -> Option<Score> {
        let mut question = self.question();
        self.settled.store(question.number, Ordering::Relaxed);
        question.asks = None;
        question.answer.take()
    }

    /// Tells all other threads that there are no more questions once it is dropped, also by a
    /// panic of the leading thread, which waits for them.
    pub(super) fn dismissed_at_the_end(&self) -> Dismissal<'_, 'r, P> {
        Dismissal(self)
    }

    /// Waits for a question after the one with this number; `None` if there are no more.
    pub(super) fn next_question(&self, last: u64) -> Option<(u64, P, Score)> {
        let mut question = self.question();
        loop {
            if question.is_last {
                return None;
            }
            if let (true, Some((position, alpha))) = (question.number > last, &question.asks) {
                return Some((question.number, position.clone(), *alpha));
            }
            question = self.asked.wait(question).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Answers the question with this number, unless it is closed.
    pub(super) fn answer(&self, number: u64, score: Score) {
        let mut question = self.question();
        if question.number == number && question.asks.is_some() {
            question.answer.get_or_insert(score);
            self.settled.store(number, Ordering::Relaxed);
        }
    }

    /// Whether the question with this number needs no more work.
    #[inline]
    pub(super) fn is_settled(&self, number: u64) -> bool {
        self.settled.load(Ordering::Relaxed) >= number
    }

    /// Says that this position is being searched.
    #[inline]
    pub(super) fn begin(&self, position: MixedNumber) {
        self.place(position).store(position.0 | 1 << 63, Ordering::Relaxed);
    }

    /// Says that it no longer is.
    #[inline]
    pub(super) fn end(&self, position: MixedNumber) {
        self.place(position).store(0, Ordering::Relaxed);
    }

    /// Whether a thread searches this position.
    #[inline]
    pub(super) fn is_searched(&self, position: MixedNumber) -> bool {
        self.place(position).load(Ordering::Relaxed) == position.0 | 1 << 63
    }

    #[inline]
    fn place(&self, position: MixedNumber) -> &AtomicU64 {
        &self.searched[position.0 as usize & (PLACES - 1)]
    }
}
