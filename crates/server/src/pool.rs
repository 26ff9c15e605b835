//! Threads for solver work, separate from those of the network. There are three bounded queues:
//! quick work, for which a person waits, comes before long work, and long work before spare
//! work, for which nobody waits. One thread never takes long work, so that quick work never
//! waits for it. Spare work is stopped as soon as other work would wait for it.

use super::refusal::Refused;
use spar_solve::Budget;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use tokio::sync::oneshot;

/// A piece of work.
struct QueuedWork {
    /// The budget of the work. A stopped budget means that the work is no longer wanted.
    budget: Budget,
    work: Box<dyn FnOnce() + Send>,
}

/// The queue of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// A person waits for the result.
    Quick,
    /// It may take long.
    Long,
    /// Nobody waits for the result: it runs only while no other work is waiting.
    Spare,
}

/// The threads and their queues.
pub(crate) struct Pool {
    shared: Arc<Queues>,
    threads: Vec<thread::JoinHandle<()>>,
}

struct Queues {
    most: usize,
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Default)]
struct Waiting {
    quick: VecDeque<QueuedWork>,
    long: VecDeque<QueuedWork>,
    spare: VecDeque<QueuedWork>,
    /// Stops the spare work of each thread.
    at_spare: Vec<Option<Budget>>,
    /// Threads that wait for work.
    idle: usize,
    closed: bool,
}

impl Pool {
    /// A pool with `workers` threads for all work and one more for quick work only. At most
    /// `most_waiting` pieces wait in each queue.
    pub(crate) fn new(workers: usize, most_waiting: usize) -> Pool {
        let waiting = Mutex::default();
        let shared = Arc::new(Queues { most: most_waiting, waiting, wake: Condvar::new() });
        let start = |index: usize| {
            let shared = Arc::clone(&shared);
            let named = thread::Builder::new().name(format!("solver {index}"));
            named.spawn(move || shared.work(index)).ok()
        };
        let n_threads = 1 + workers.max(1);
        shared.lock().at_spare = vec![None; n_threads];
        let threads = (0..n_threads).filter_map(start).collect();
        Pool { shared, threads }
    }

    /// Runs work on the pool and returns its result.
    ///
    /// # Errors
    /// Busy if too much is waiting, stopping if the pool is closed, broken if the work
    /// panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        budget: &Budget,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (done, wait) = oneshot::channel();
        self.start(lane, budget, move || drop(done.send(work())))?;
        wait.await.map_err(|_| {
            let is_ended = budget.is_stopped() || self.shared.lock().closed;
            if is_ended { Refused::stopping() } else { Refused::broken() }
        })
    }

    /// Runs work for which nobody waits, unless its budget is stopped first.
    ///
    /// # Errors
    /// Busy if too much is waiting, stopping if the pool is closed.
    pub(crate) fn start(
        &self,
        lane: Lane,
        budget: &Budget,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Refused> {
        let job = QueuedWork { budget: budget.clone(), work: Box::new(work) };
        let mut waiting = self.shared.lock();
        if waiting.closed {
            return Err(Refused::stopping());
        }
        let most = self.shared.most;
        let queue = waiting.queue(lane);
        // Unwanted work must not fill the queue. Drop it after the lock is released, as
        // dropping it may inform listeners.
        let mut unwanted = VecDeque::new();
        if queue.len() >= most {
            let (left, wanted) = queue.drain(..).partition(|it| it.budget.is_stopped());
            (unwanted, *queue) = (left, wanted);
        }
        if queue.len() >= most {
            return Err(Refused::busy());
        }
        queue.push_back(job);
        if waiting.quick.len() > waiting.idle {
            waiting.at_spare.iter().flatten().for_each(Budget::stop);
            unwanted.append(&mut waiting.spare);
        }
        drop(waiting);
        drop(unwanted);
        match lane {
            Lane::Quick => self.shared.wake.notify_one(),
            // Only some threads may take it, so wake all of them.
            Lane::Long | Lane::Spare => self.shared.wake.notify_all(),
        }
        Ok(())
    }

    /// The number of waiting pieces, quick and long.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        let waiting = self.shared.lock();
        (waiting.quick.len(), waiting.long.len())
    }

    /// Closes the pool and drops waiting work. Running work must be stopped by its
    /// owner.
    pub(crate) fn stop(&self) {
        let mut waiting = self.shared.lock();
        waiting.closed = true;
        let Waiting { quick, long, spare, .. } = &mut *waiting;
        let dropped = [quick, long, spare].map(std::mem::take);
        drop(waiting);
        drop(dropped);
        self.shared.wake.notify_all();
    }
}

impl Waiting {
    fn queue(&mut self, lane: Lane) -> &mut VecDeque<QueuedWork> {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Long => &mut self.long,
            Lane::Spare => &mut self.spare,
        }
    }

    /// The next work of a thread; the first thread takes only quick work.
    fn next(&mut self, thread: usize) -> Option<QueuedWork> {
        let takes_long = thread > 0;
        let quick = self.quick.pop_front();
        let job = quick.or_else(|| takes_long.then(|| self.long.pop_front()).flatten());
        if job.is_some() || !takes_long {
            return job;
        }
        let spare = self.spare.pop_front()?;
        self.at_spare[thread] = Some(spare.budget.clone());
        Some(spare)
    }
}

impl Queues {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs waiting work until the pool is closed.
    fn work(&self, thread: usize) {
        while let Some(job) = self.next(thread) {
            if job.budget.is_stopped() {
                continue;
            }
            if catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!("a piece of work panicked");
            }
        }
    }

    fn next(&self, thread: usize) -> Option<QueuedWork> {
        let mut waiting = self.lock();
        waiting.at_spare[thread] = None;
        loop {
            if waiting.closed {
                return None;
            }
            let job = waiting.next(thread);
            if job.is_some() {
                return job;
            }
            waiting.idle += 1;
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            waiting.idle -= 1;
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        // The last piece of work may hold the last reference to the pool.
        let own = thread::current().id();
        for thread in self.threads.drain(..).filter(|it| it.thread().id() != own) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use std::sync::mpsc;

    fn budget() -> Budget {
        Budget::unlimited()
    }

    #[test]
    fn long_work_never_keeps_quick_work_waiting() {
        let pool = Pool::new(1, 8);
        let (release, held) = mpsc::channel::<()>();
        let (done, quick) = mpsc::channel();
        pool.start(Lane::Long, &budget(), move || {
            let _ = held.recv();
        })
        .unwrap();
        pool.start(Lane::Quick, &budget(), move || done.send(7).unwrap()).unwrap();
        assert_eq!(quick.recv(), Ok(7), "while the long work is held");
        release.send(()).unwrap();
    }

    #[test]
    fn spare_work_is_given_up_when_somebody_has_to_wait() {
        let pool = Pool::new(1, 8);
        let (begins, began) = mpsc::channel();
        let spare = budget().part();
        let stopped = spare.clone();
        pool.start(Lane::Spare, &spare, move || {
            begins.send(()).unwrap();
            while !stopped.is_stopped() {
                thread::yield_now();
            }
        })
        .unwrap();
        began.recv().unwrap();
        // One thread takes the first piece; the others find none.
        let (release, held) = mpsc::channel::<()>();
        let (done, quick) = mpsc::channel();
        pool.start(Lane::Quick, &budget(), move || {
            let _ = held.recv();
        })
        .unwrap();
        for _ in 0..2 {
            let done = done.clone();
            pool.start(Lane::Quick, &budget(), move || done.send(7).unwrap()).unwrap();
        }
        assert_eq!(quick.recv(), Ok(7), "while one thread is held and the other was at spare work");
        assert!(spare.is_stopped());
        release.send(()).unwrap();
    }

    #[test]
    fn a_full_queue_is_said_to_be_full() {
        let pool = Pool::new(1, 2);
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = mpsc::channel();
        pool.start(Lane::Long, &budget(), move || {
            started.send(()).unwrap();
            let _ = held.recv();
        })
        .unwrap();
        running.recv().unwrap();
        pool.start(Lane::Long, &budget(), || {}).unwrap();
        pool.start(Lane::Long, &budget(), || {}).unwrap();
        let refused = pool.start(Lane::Long, &budget(), || {}).unwrap_err();
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.retry_after.is_some());
        assert_eq!(pool.waiting(), (0, 2));
        release.send(()).unwrap();
    }

    #[test]
    fn what_nobody_wants_any_more_keeps_nobody_out() {
        let pool = Pool::new(1, 2);
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = mpsc::channel();
        pool.start(Lane::Long, &budget(), move || {
            started.send(()).unwrap();
            let _ = held.recv();
        })
        .unwrap();
        running.recv().unwrap();
        let left = budget();
        pool.start(Lane::Long, &left, || panic!("nobody wants it")).unwrap();
        pool.start(Lane::Long, &left, || panic!("nobody wants it")).unwrap();
        left.stop();
        let (done, wanted) = mpsc::channel();
        pool.start(Lane::Long, &budget(), move || done.send(7).unwrap()).unwrap();
        assert_eq!(pool.waiting(), (0, 1));
        release.send(()).unwrap();
        assert_eq!(wanted.recv(), Ok(7));
    }

    #[tokio::test]
    async fn broken_work_breaks_nothing_else() {
        let pool = Pool::new(1, 8);
        let broken = pool.run(Lane::Quick, &budget(), || panic!("as it should")).await;
        let broken: Result<(), Refused> = broken;
        assert_eq!(broken.unwrap_err().status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(pool.run(Lane::Quick, &budget(), || 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_stopped_pool_says_so_to_those_who_wait_and_to_those_who_come() {
        let pool = Pool::new(1, 8);
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = mpsc::channel();
        pool.start(Lane::Long, &budget(), move || {
            started.send(()).unwrap();
            let _ = held.recv();
        })
        .unwrap();
        running.recv().unwrap();
        let budget = budget();
        let waits = pool.run(Lane::Long, &budget, || ());
        let (waited, ()) = tokio::join!(waits, async { pool.stop() });
        assert_eq!(waited.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        let late = pool.run(Lane::Quick, &budget, || ()).await;
        assert_eq!(late.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        release.send(()).unwrap();
    }
}
