//! Runs pieces on threads. Items are started in order and may finish in any order.

use super::{Batch, Piece};
use crate::fault::Fault;
use rayon::ThreadPoolBuilder;
use spar_solve::{Budget, Progress};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// The order in which finished items are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In the order of the list: an item waits for the items before it.
    Listed,
    /// In the order of completion.
    Finished,
}

/// Receives the rows of an item, given by its index.
pub(super) type Taker<'a> = dyn FnMut(usize, &[String]) -> Result<(), Fault> + 'a;

/// The maximum size of rows that wait for a slow item before them, in bytes. Above it, no new
/// item is started until that item is finished.
const WAITING: usize = 64 << 20;

/// The interval at which waiting code checks for a stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs the pieces of the items in `todo` and passes their rows to `take`. Ends early if the
/// budget is stopped; unfinished items are then dropped. Returns the number of items passed to
/// `take`.
///
/// # Errors
/// The error of the first item with an error, in list order and for any number of threads; or
/// an error of `take`.
pub(super) fn run(
    batch: &Batch,
    todo: &[usize],
    order: Order,
    piece: &Piece,
    (budget, progress): (&Budget, &dyn Progress),
    take: &mut Taker,
) -> Result<usize, Fault> {
    let pool = ThreadPoolBuilder::new().num_threads(budget.threads).build();
    let pool = pool.map_err(|error| Fault::new(format!("cannot start threads: {error}")))?;
    let queue = Queue::new(todo.len());
    let (sender, finished) = mpsc::channel();
    let work = |sender: mpsc::Sender<Finished>| {
        while let Some(nth) = queue.begin(budget) {
            let index = todo[nth];
            let rows = piece(&batch.items[index], batch.seed_of(index));
            if budget.is_stopped() {
                // The piece may have been interrupted, so its result cannot be used.
                return;
            }
            match &rows {
                Ok(rows) => queue.hold(weight(rows)),
                Err(_) => queue.close(),
            }
            if sender.send(Finished { nth, rows }).is_err() {
                return;
            }
        }
    };
    pool.in_place_scope(|scope| {
        let work = &work;
        for _ in 0..budget.threads {
            let sender = sender.clone();
            scope.spawn(move |_| work(sender));
        }
        drop(sender);
        let mut hand = Hand { order, waiting: BTreeMap::new(), handed: 0, queue: &queue };
        let mut fault: Option<(usize, Fault)> = None;
        for Finished { nth, rows } in finished {
            match rows {
                Err(found) if fault.as_ref().is_none_or(|(first, _)| nth < *first) => {
                    fault = Some((nth, found));
                }
                Err(_) => {}
                Ok(rows) => {
                    if let Err(found) = hand.on(nth, rows, &mut |nth, rows| take(todo[nth], rows)) {
                        // The results of the other items cannot be used.
                        budget.stop();
                        return Err(found);
                    }
                }
            }
            progress.report(batch.unit, hand.handed as u64, todo.len() as u64);
        }
        fault.map_or(Ok(hand.handed), |(_, fault)| Err(fault))
    })
}

/// A finished item: its index in `todo` and its result.
struct Finished {
    nth: usize,
    rows: Result<Vec<String>, Fault>,
}

/// Delivers items in the requested order.
struct Hand<'a> {
    order: Order,
    waiting: BTreeMap<usize, Vec<String>>,
    handed: usize,
    queue: &'a Queue,
}

impl Hand<'_> {
    fn on(&mut self, nth: usize, rows: Vec<String>, take: &mut Taker) -> Result<(), Fault> {
        assert!(!rows.iter().any(|row| row.contains('\n')), "invariant: a row is one line");
        if self.order == Order::Finished {
            return self.give(nth, &rows, take);
        }
        self.waiting.insert(nth, rows);
        while let Some(rows) = self.waiting.remove(&self.handed) {
            self.give(self.handed, &rows, take)?;
        }
        Ok(())
    }

    fn give(&mut self, nth: usize, rows: &[String], take: &mut Taker) -> Result<(), Fault> {
        take(nth, rows)?;
        self.handed += 1;
        self.queue.release(weight(rows));
        Ok(())
    }
}

/// The approximate size of rows in memory, in bytes.
fn weight(rows: &[String]) -> usize {
    64 + rows.iter().map(|row| row.len() + size_of::<String>()).sum::<usize>()
}

/// Decides which item is started next, and whether there is room for its rows.
struct Queue {
    state: Mutex<State>,
    room: Condvar,
}

struct State {
    next: usize,
    end: usize,
    /// The size of finished rows that are not delivered yet, in bytes.
    held: usize,
}

impl Queue {
    fn new(end: usize) -> Queue {
        Queue { state: Mutex::new(State { next: 0, end, held: 0 }), room: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item to start; `None` if all are started or the budget is stopped. Waits while
    /// too many rows are held. This ends because the item that delays them is already running.
    fn begin(&self, budget: &Budget) -> Option<usize> {
        let mut state = self.state();
        loop {
            if budget.is_stopped() || state.next >= state.end {
                return None;
            }
            if state.held <= WAITING {
                state.next += 1;
                return Some(state.next - 1);
            }
            let woken = self.room.wait_timeout(state, GLANCE);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ensures that no further item is started.
    fn close(&self) {
        self.state().end = 0;
        self.room.notify_all();
    }

    fn hold(&self, bytes: usize) {
        self.state().held += bytes;
    }

    fn release(&self, bytes: usize) {
        self.state().held -= bytes;
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests;
