//! Pieces on threads. Items are begun in their order; each is finished when it is.

use super::{Batch, Piece};
use crate::fault::Fault;
use rayon::ThreadPoolBuilder;
use spar_solve::{Budget, Progress};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// In what order finished items are handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As they are listed: an item waits for those before it.
    Listed,
    /// As they are finished.
    Finished,
}

/// What takes the rows of an item, by its index.
pub(super) type Taker<'a> = dyn FnMut(usize, &[String]) -> Result<(), Fault> + 'a;

/// Rows that wait for a slow item before them may take this many bytes; then no
/// further item is begun until it is finished.
const WAITING: usize = 64 << 20;

/// What a stop or a new item waits for is looked at this often.
const GLANCE: Duration = Duration::from_millis(50);

/// Does the pieces of the items in `todo` and hands their rows to `take`. It ends
/// early if the budget is stopped; what is not finished then is dropped. Gives back
/// how many items were handed on.
///
/// # Errors
/// The fault of the earliest piece that has one, whatever the number of threads;
/// or that of `take`.
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
                // It may have been cut short, and nobody could tell.
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
                        // Nobody can take what the others would find.
                        budget.stop();
                        return Err(found);
                    }
                }
            }
            progress.report("working", hand.handed as u64, todo.len() as u64);
        }
        fault.map_or(Ok(hand.handed), |(_, fault)| Err(fault))
    })
}

/// An item whose piece is done: which of those to do, and what came of it.
struct Finished {
    nth: usize,
    rows: Result<Vec<String>, Fault>,
}

/// Hands items on in their order.
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

/// About how many bytes rows take in memory.
fn weight(rows: &[String]) -> usize {
    64 + rows.iter().map(|row| row.len() + size_of::<String>()).sum::<usize>()
}

/// Which item is begun next, and whether there is room for its rows.
struct Queue {
    state: Mutex<State>,
    room: Condvar,
}

struct State {
    next: usize,
    end: usize,
    /// Bytes of rows that are found and not handed on.
    held: usize,
}

impl Queue {
    fn new(end: usize) -> Queue {
        Queue { state: Mutex::new(State { next: 0, end, held: 0 }), room: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item to begin; none if all are begun or the budget is stopped. It
    /// waits while too much is held. What holds it up is begun, so that ends.
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

    /// No further item is begun.
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
mod tests {
    use super::super::Item;
    use super::*;
    use spar_solve::Silent;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn batch(items: usize) -> Batch {
        let items = (0..items).map(|it| Item { name: format!("item {it}") }).collect();
        Batch { command: "test".to_owned(), seed: 3, items }
    }

    fn ran(items: usize, threads: usize, order: Order, piece: &Piece) -> Result<String, Fault> {
        let todo: Vec<usize> = (0..items).collect();
        let budget = Budget::unlimited().with_threads(threads);
        let mut text = String::new();
        let mut take = |index: usize, rows: &[String]| {
            text += &format!("{index}: {}\n", rows.join(" "));
            Ok(())
        };
        run(&batch(items), &todo, order, piece, (&budget, &Silent), &mut take)?;
        Ok(text)
    }

    fn rows(item: &Item, seed: u64) -> Vec<String> {
        (0..seed % 3).map(|row| format!("{}/{row}/{seed}", item.name)).collect()
    }

    #[test]
    fn rows_and_their_order_do_not_depend_on_threads() {
        let piece = |item: &Item, seed: u64| {
            std::thread::sleep(Duration::from_micros(seed % 500));
            Ok(rows(item, seed))
        };
        let one = ran(200, 1, Order::Listed, &piece).unwrap();
        assert_eq!(one.lines().count(), 200);
        let first = batch(200).seed_of(0);
        assert!(one.starts_with(&format!("0: {}\n", rows(&batch(1).items[0], first).join(" "))));
        for threads in [2, 3, 8] {
            assert_eq!(ran(200, threads, Order::Listed, &piece).unwrap(), one);
            let mut sorted: Vec<String> = Vec::new();
            let finished = ran(200, threads, Order::Finished, &piece).unwrap();
            sorted.extend(finished.lines().map(str::to_owned));
            sorted.sort_by_key(|line| line.split(':').next().unwrap().parse::<usize>().unwrap());
            assert_eq!(sorted.join("\n") + "\n", one);
        }
    }

    #[test]
    fn the_earliest_fault_is_told_whatever_the_threads() {
        let piece = |item: &Item, _: u64| match item.name.as_str() {
            "item 20" => {
                std::thread::sleep(Duration::from_millis(20));
                Err(Fault::new("the twentieth"))
            }
            "item 21" | "item 22" => Err(Fault::new("a later one")),
            _ => Ok(Vec::new()),
        };
        for threads in [1, 2, 4] {
            let fault = ran(100, threads, Order::Listed, &piece).unwrap_err();
            assert!(matches!(fault, Fault::Input(error) if error.what == "the twentieth"));
        }
    }

    #[test]
    fn what_was_cut_short_by_a_stop_is_dropped() {
        let budget = Budget::unlimited().with_threads(2);
        let begun = AtomicUsize::new(0);
        let piece = |item: &Item, _: u64| {
            if begun.fetch_add(1, Ordering::SeqCst) == 30 {
                budget.stop();
            }
            Ok(vec![item.name.clone()])
        };
        let todo: Vec<usize> = (0..1000).collect();
        let mut taken = Vec::new();
        let mut take = |index: usize, _: &[String]| {
            taken.push(index);
            Ok(())
        };
        let handed =
            run(&batch(1000), &todo, Order::Listed, &piece, (&budget, &Silent), &mut take).unwrap();
        assert_eq!(taken, (0..handed).collect::<Vec<_>>());
        assert!((25..=30).contains(&handed), "{handed} of 1000");
    }

    #[test]
    fn a_taker_that_fails_ends_the_run() {
        let piece = |_: &Item, _: u64| Ok(vec!["row".to_owned()]);
        let budget = Budget::unlimited().with_threads(2);
        let mut take = |index: usize, _: &[String]| {
            if index == 5 { Err(Fault::ClosedPipe) } else { Ok(()) }
        };
        let todo: Vec<usize> = (0..100_000).collect();
        let batch = batch(100_000);
        let ended = run(&batch, &todo, Order::Listed, &piece, (&budget, &Silent), &mut take);
        assert!(matches!(ended, Err(Fault::ClosedPipe)));
    }

    #[test]
    fn a_slow_item_bounds_what_waits_for_it() {
        // Each row is a quarter of the room, so only some are begun before the first ends.
        let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let piece = |item: &Item, _: u64| {
            begun.fetch_add(1, Ordering::SeqCst);
            if item.name == "item 0" {
                std::thread::sleep(Duration::from_millis(300));
                most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
                return Ok(Vec::new());
            }
            Ok(vec!["x".repeat(WAITING / 4)])
        };
        let todo: Vec<usize> = (0..20).collect();
        let budget = Budget::unlimited().with_threads(2);
        let alone = (&budget, &Silent as &dyn Progress);
        let handed = run(&batch(20), &todo, Order::Listed, &piece, alone, &mut |_, _| Ok(()));
        assert_eq!(handed.unwrap(), 20);
        assert!(most.load(Ordering::SeqCst) <= 6, "{most:?} begun");
    }
}
