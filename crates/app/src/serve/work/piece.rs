//! One piece of long work: what it has told so far, and who listens.

use crate::units::write_count;
use crate::wire::api::WorkEvent;
use crate::words;
use spar_solve::{Budget, Progress};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// One piece of long work.
pub(crate) struct Piece {
    /// Ends it, too.
    pub(crate) budget: Budget,
    told: Mutex<Told>,
    /// Changes whenever something was told.
    news: watch::Sender<u64>,
    listeners: AtomicUsize,
}

#[derive(Default)]
struct Told {
    /// Everything but how far it is.
    results: Vec<WorkEvent>,
    /// How far it is, and how often that was told.
    progress: Option<(u64, WorkEvent)>,
    done: Option<Instant>,
}

impl Piece {
    /// Work with this budget that has told nothing yet.
    pub(crate) fn new(budget: Budget) -> Piece {
        let news = watch::Sender::new(0);
        Piece { budget, told: Mutex::default(), news, listeners: AtomicUsize::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a result.
    pub(crate) fn tell(&self, event: WorkEvent) {
        self.lock().results.push(event);
        self.news.send_modify(|count| *count += 1);
    }

    /// Tells how far it is; only the latest of these is heard.
    fn tell_progress(&self, event: WorkEvent) {
        let mut told = self.lock();
        let count = told.progress.as_ref().map_or(0, |it| it.0) + 1;
        told.progress = Some((count, event));
        drop(told);
        self.news.send_modify(|count| *count += 1);
    }

    /// Asks it to end soon.
    pub(crate) fn cancel(&self) {
        self.budget.stop();
    }

    /// Whether somebody asked it to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.budget.is_stopped()
    }

    /// It is done, or was cancelled.
    pub(crate) fn end(&self) {
        if self.is_cancelled() {
            let (error, hint) = ("it was cancelled".to_owned(), None);
            self.lock().results.push(WorkEvent::Failed { error, hint });
        }
        self.lock().done = Some(Instant::now());
        self.news.send_modify(|count| *count += 1);
    }

    /// Since when it is done, if it is.
    pub(crate) fn done_for(&self, now: Instant) -> Option<Duration> {
        self.lock().done.map(|done| now.saturating_duration_since(done))
    }
}

/// Hears what a piece of work tells. When the last one goes, the work ends.
pub(crate) struct Listener {
    piece: Arc<Piece>,
    news: watch::Receiver<u64>,
    n_results: usize,
    n_progress: u64,
}

impl Listener {
    /// Hears everything from the beginning.
    pub(crate) fn of(piece: Arc<Piece>) -> Listener {
        piece.listeners.fetch_add(1, Ordering::SeqCst);
        let news = piece.news.subscribe();
        Listener { piece, news, n_results: 0, n_progress: 0 }
    }

    /// What comes next; `None` if it is done.
    pub(crate) async fn next(&mut self) -> Option<WorkEvent> {
        loop {
            self.news.borrow_and_update();
            {
                let told = self.piece.lock();
                if let Some(event) = told.results.get(self.n_results) {
                    self.n_results += 1;
                    return Some(event.clone());
                }
                if told.done.is_some() {
                    return None;
                }
                if let Some((count, event)) = &told.progress
                    && *count > self.n_progress
                {
                    self.n_progress = *count;
                    return Some(event.clone());
                }
            }
            self.news.changed().await.ok()?;
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.piece.listeners.fetch_sub(1, Ordering::SeqCst) == 1
            && self.piece.lock().done.is_none()
        {
            self.piece.cancel();
        }
    }
}

/// Tells how far a search or a solver is, a few times a second.
pub(crate) struct Telling {
    piece: Arc<Piece>,
    stage: Mutex<Stage>,
}

struct Stage {
    name: &'static str,
    began: Instant,
    told: Option<Instant>,
}

/// It is not told more often.
const BETWEEN: Duration = Duration::from_millis(250);

impl Telling {
    /// Tells it to those who listen to this work.
    pub(crate) fn to(piece: Arc<Piece>) -> Telling {
        let stage = Stage { name: "", began: Instant::now(), told: None };
        Telling { piece, stage: Mutex::new(stage) }
    }
}

impl Progress for Telling {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        let now = Instant::now();
        let mut at = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if at.name != stage {
            *at = Stage { name: stage, began: now, told: None };
        }
        if at.told.is_some_and(|told| now.duration_since(told) < BETWEEN) {
            return;
        }
        at.told = Some(now);
        let time = now.duration_since(at.began);
        drop(at);
        self.piece.tell_progress(progress(stage, done, total, time));
    }
}

/// How far it is, in words: `Solving: about 20 seconds left.`
fn progress(stage: &str, done: u64, total: u64, time: Duration) -> WorkEvent {
    let part = (total != u64::MAX && total > 0).then(|| (done as f64 / total as f64).min(1.0));
    let left = part
        .filter(|part| *part > 0.01 && time > Duration::from_secs(1))
        .map(|part| time.as_secs_f64() * (1.0 - part) / part);
    let stage = spar_challenge::say::capital(stage);
    let words = match (left, part) {
        (Some(left), _) => {
            format!("{stage}: about {} left.", words::counted(left.ceil() as usize, "second"))
        }
        (None, Some(_)) => format!("{stage}."),
        (None, None) => format!("{stage}: {} so far.", write_count(done)),
    };
    WorkEvent::Progress { words, part }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece() -> Arc<Piece> {
        Arc::new(Piece::new(Budget::unlimited()))
    }

    fn failed(error: &str) -> WorkEvent {
        WorkEvent::Failed { error: error.to_owned(), hint: None }
    }

    #[tokio::test]
    async fn every_result_is_heard_by_everybody_however_late() {
        let piece = piece();
        let mut early = Listener::of(Arc::clone(&piece));
        piece.tell(failed("one"));
        piece.tell(failed("two"));
        piece.end();
        let mut late = Listener::of(Arc::clone(&piece));
        for listener in [&mut early, &mut late] {
            for word in ["one", "two"] {
                let Some(WorkEvent::Failed { error, .. }) = listener.next().await else {
                    panic!("a result is missing");
                };
                assert_eq!(error, word);
            }
            assert!(listener.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn work_ends_when_the_last_listener_has_gone() {
        let piece = piece();
        let (one, other) = (Listener::of(Arc::clone(&piece)), Listener::of(Arc::clone(&piece)));
        drop(one);
        assert!(!piece.is_cancelled());
        drop(other);
        assert!(piece.is_cancelled());
    }

    #[test]
    fn how_far_it_is_is_told_in_words() {
        let words = |done, total, seconds| {
            let time = Duration::from_secs(seconds);
            match progress("solving", done, total, time) {
                WorkEvent::Progress { words, .. } => words,
                _ => panic!("it is about progress"),
            }
        };
        assert_eq!(words(50, 100, 20), "Solving: about 20 seconds left.");
        assert_eq!(words(0, 100, 20), "Solving.");
        assert_eq!(words(1234, u64::MAX, 20), "Solving: 1 234 so far.");
    }
}
