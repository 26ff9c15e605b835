//! Long work that is running or has just ended: the events of each piece, and its listeners.

use super::refusal::Refused;
use crate::api::WorkEvent;
use axum::http::StatusCode;
use spar_catalog::units::write_count;
use spar_catalog::words;
use spar_challenge::say;
use spar_solve::{Budget, Progress, ProvenSoFar};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// One piece of long work.
pub(crate) struct Piece {
    /// Its budget, which can also stop it.
    pub(crate) budget: Budget,
    /// The address that asked for it.
    pub(crate) address: IpAddr,
    /// When it was asked for.
    pub(crate) began: Instant,
    told: Mutex<Told>,
    /// Changes with every event.
    news: watch::Sender<u64>,
    /// The number of listeners.
    listeners: watch::Sender<usize>,
}

/// The most listeners of one piece of work.
const MOST_LISTENERS: usize = 8;

#[derive(Default)]
struct Told {
    /// All events except progress.
    results: Vec<WorkEvent>,
    /// The latest progress, and the number of progress events.
    progress: Option<(u64, WorkEvent)>,
    done: Option<Instant>,
}

impl Piece {
    /// Work with this budget and without events.
    pub(crate) fn new(budget: Budget, address: IpAddr) -> Piece {
        let (news, listeners) = (watch::Sender::new(0), watch::Sender::new(0));
        let began = Instant::now();
        Piece { budget, address, began, told: Mutex::default(), news, listeners }
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a result.
    pub(crate) fn tell(&self, event: WorkEvent) {
        self.lock().results.push(event);
        self.news.send_modify(|count| *count += 1);
    }

    /// Reports progress; listeners receive only the latest report.
    fn tell_progress(&self, event: WorkEvent) {
        let mut told = self.lock();
        let count = told.progress.as_ref().map_or(0, |it| it.0) + 1;
        told.progress = Some((count, event));
        drop(told);
        self.news.send_modify(|count| *count += 1);
    }

    /// Cancels it.
    pub(crate) fn cancel(&self) {
        self.budget.stop();
    }

    /// Whether it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.budget.is_stopped()
    }

    /// Whether it is queued or running, and was not cancelled.
    pub(crate) fn goes_on(&self) -> bool {
        self.lock().done.is_none() && !self.is_cancelled()
    }

    /// Whether it has no listeners.
    pub(crate) fn is_alone(&self) -> bool {
        *self.listeners.borrow() == 0
    }

    /// Marks it as done, or as failed for this reason.
    fn end(&self, failed: Option<&str>) {
        let mut told = self.lock();
        if let Some(error) = failed {
            let (error, hint) = (error.to_owned(), None);
            told.results.push(WorkEvent::Failed { error, hint });
        }
        told.done = Some(Instant::now());
        drop(told);
        self.news.send_modify(|count| *count += 1);
    }

    /// The time since it ended, if it has ended.
    pub(crate) fn done_for(&self, now: Instant) -> Option<Duration> {
        self.lock().done.map(|done| now.saturating_duration_since(done))
    }
}

/// Work that is queued or running. However it ends, all listeners are informed.
pub(crate) struct UnderWay(Arc<Piece>);

impl UnderWay {
    pub(crate) fn new(piece: Arc<Piece>) -> UnderWay {
        UnderWay(piece)
    }

    /// Runs it.
    pub(crate) fn run(self, work: impl FnOnce(&Arc<Piece>)) {
        work(&self.0);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let broke = std::thread::panicking().then_some("an internal error occurred in the server");
        self.0.end(broke.or(self.0.is_cancelled().then_some("it was cancelled")));
    }
}

/// Ends work that has had no listener for a while. A page that lost its connection comes back
/// sooner.
pub(crate) async fn end_when_alone(piece: Arc<Piece>, patience: Duration) {
    let mut listeners = piece.listeners.subscribe();
    loop {
        let _ = listeners.wait_for(|count| *count == 0).await;
        let heard = tokio::time::timeout(patience, listeners.wait_for(|count| *count > 0)).await;
        if heard.is_err() {
            return piece.cancel();
        }
    }
}

/// A listener of a piece of work.
pub(crate) struct Listener {
    piece: Arc<Piece>,
    news: watch::Receiver<u64>,
    n_results: usize,
    n_progress: u64,
}

impl Listener {
    /// Listens from the first event on; `None` if there are too many listeners.
    pub(crate) fn of(piece: Arc<Piece>) -> Option<Listener> {
        let has_room = piece.listeners.send_if_modified(|count| {
            let has_room = *count < MOST_LISTENERS;
            *count += usize::from(has_room);
            has_room
        });
        if !has_room {
            return None;
        }
        let news = piece.news.subscribe();
        Some(Listener { piece, news, n_results: 0, n_progress: 0 })
    }

    /// The next event; `None` at the end.
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
        self.piece.listeners.send_modify(|count| *count -= 1);
    }
}

/// Reports the progress of a search or a solver, a few times a second.
pub(crate) struct Telling {
    piece: Arc<Piece>,
    stage: Mutex<Stage>,
}

struct Stage {
    name: &'static str,
    began: Instant,
    told: Option<Instant>,
    /// What a search has proven so far, in words.
    proven: Option<String>,
}

/// The shortest time between two reports.
const BETWEEN: Duration = Duration::from_millis(250);

impl Telling {
    /// Reports to the listeners of this work.
    pub(crate) fn to(piece: Arc<Piece>) -> Telling {
        let stage = Stage { name: "", began: Instant::now(), told: None, proven: None };
        Telling { piece, stage: Mutex::new(stage) }
    }
}

impl Progress for Telling {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        let now = Instant::now();
        let mut at = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if at.name != stage {
            *at = Stage { name: stage, began: now, told: None, proven: at.proven.take() };
        }
        if at.told.is_some_and(|told| now.duration_since(told) < BETWEEN) {
            return;
        }
        at.told = Some(now);
        let time = now.duration_since(at.began);
        let proven = at.proven.clone();
        drop(at);
        self.piece.tell_progress(progress(stage, done, total, time, proven.as_deref()));
    }

    fn proven(&self, so_far: &ProvenSoFar) {
        let mut at = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        at.proven = words::proven(so_far.lower, so_far.upper);
    }
}

/// The progress in words, with what a search has proven: `Searching: 4,000 so far. At least a draw.`
fn progress(stage: &str, done: u64, total: u64, time: Duration, proven: Option<&str>) -> WorkEvent {
    let part = (total != u64::MAX && total > 0).then(|| (done as f64 / total as f64).min(1.0));
    let left = part
        .filter(|part| *part > 0.01 && time > Duration::from_secs(1))
        .map(|part| time.as_secs_f64() * (1.0 - part) / part);
    let stage = say::capital(stage);
    let mut words = match (left, part) {
        (Some(left), _) => {
            format!("{stage}: about {} left.", words::counted(left.ceil() as usize, "second"))
        }
        (None, Some(_)) => format!("{stage}."),
        (None, None) => format!("{stage}: {} so far.", write_count(done)),
    };
    if let Some(proven) = proven {
        words = format!("{words} {}.", say::capital(proven));
    }
    WorkEvent::Progress { words, part }
}

/// The most pieces of work in the list, including ended ones.
const MOST_WORKS: usize = 256;

/// Work without listeners ends after this time.
pub(crate) const ALONE_FOR: Duration = Duration::from_secs(10);

/// The events of ended work are available for this time.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// All long work that is running or has just ended.
#[derive(Default)]
pub(crate) struct Works {
    list: Mutex<HashMap<String, Arc<Piece>>>,
}

impl Works {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Piece>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Removes a piece that could not be started.
    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Ends all of them.
    pub(crate) fn stop(&self) {
        for piece in self.lock().values() {
            piece.cancel();
        }
    }

    /// Adds a piece, unless there are too many, or too many of its address. If there are, the
    /// oldest piece of the address without listeners is cancelled.
    pub(crate) fn add(
        &self,
        id: String,
        piece: Arc<Piece>,
        most_of_one: usize,
    ) -> Result<(), Refused> {
        let mut list = self.lock();
        let now = Instant::now();
        list.retain(|_, piece| piece.done_for(now).is_none_or(|time| time < KEPT_FOR));
        if list.len() >= MOST_WORKS {
            return Err(Refused::busy());
        }
        let is_of_same = |it: &&Arc<Piece>| it.address == piece.address && it.goes_on();
        let of_same = || list.values().filter(is_of_same);
        if of_same().count() >= most_of_one {
            let left = of_same().filter(|it| it.is_alone()).min_by_key(|it| it.began);
            let left = left.ok_or_else(|| too_many("too much work of this address is running"));
            left?.cancel();
        }
        list.insert(id, piece);
        Ok(())
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<Piece>, Refused> {
        self.lock().get(id).cloned().ok_or_else(|| {
            Refused::new(StatusCode::NOT_FOUND, "this work does not exist")
                .hint("it may have ended a while ago")
        })
    }
}

pub(crate) fn too_many(what: &str) -> Refused {
    Refused::new(StatusCode::TOO_MANY_REQUESTS, what)
        .hint("wait until it has ended, or cancel it")
        .after(5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    fn piece() -> Arc<Piece> {
        Arc::new(Piece::new(Budget::unlimited(), [127, 0, 0, 1].into()))
    }

    fn failed(error: &str) -> WorkEvent {
        WorkEvent::Failed { error: error.to_owned(), hint: None }
    }

    #[tokio::test]
    async fn every_result_is_heard_by_everybody_however_late() {
        let piece = piece();
        let mut early = Listener::of(Arc::clone(&piece)).unwrap();
        piece.tell(failed("one"));
        piece.tell(failed("two"));
        drop(UnderWay::new(Arc::clone(&piece)));
        let mut late = Listener::of(Arc::clone(&piece)).unwrap();
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
    async fn work_ends_when_nobody_listens() {
        let never_heard = piece();
        end_when_alone(Arc::clone(&never_heard), Duration::ZERO).await;
        assert!(never_heard.is_cancelled());
        let piece = piece();
        let listeners = [(); 2].map(|()| Listener::of(Arc::clone(&piece)).unwrap());
        let watched = tokio::spawn(end_when_alone(Arc::clone(&piece), Duration::ZERO));
        tokio::task::yield_now().await;
        let [one, other] = listeners;
        drop(one);
        tokio::task::yield_now().await;
        assert!(!piece.is_cancelled(), "one still listens");
        drop(other);
        watched.await.unwrap();
        assert!(piece.is_cancelled());
    }

    #[tokio::test]
    async fn work_goes_on_for_a_page_that_comes_back() {
        let piece = piece();
        let mut watched = Box::pin(end_when_alone(Arc::clone(&piece), Duration::from_hours(1)));
        for _ in 0..3 {
            let listener = Listener::of(Arc::clone(&piece)).unwrap();
            assert!(watched.as_mut().now_or_never().is_none());
            drop(listener);
            assert!(watched.as_mut().now_or_never().is_none());
        }
        assert!(piece.goes_on());
    }

    #[test]
    fn few_listen_to_one_piece() {
        let piece = piece();
        let all: Vec<_> =
            (0..MOST_LISTENERS).map(|_| Listener::of(Arc::clone(&piece)).unwrap()).collect();
        assert!(Listener::of(Arc::clone(&piece)).is_none());
        drop(all);
        assert!(Listener::of(piece).is_some());
    }

    #[tokio::test]
    async fn broken_and_dropped_work_ends_and_says_so() {
        let broken = piece();
        let work = UnderWay::new(Arc::clone(&broken));
        let broke = std::thread::spawn(move || work.run(|_| panic!("as it should"))).join();
        assert!(broke.is_err() && !broken.goes_on());
        let dropped = piece();
        dropped.cancel();
        drop(UnderWay::new(Arc::clone(&dropped)));
        for (piece, word) in
            [(broken, "an internal error occurred in the server"), (dropped, "it was cancelled")]
        {
            let mut listener = Listener::of(piece).unwrap();
            let Some(WorkEvent::Failed { error, .. }) = listener.next().await else {
                panic!("it has to be told");
            };
            assert_eq!(error, word);
            assert!(listener.next().await.is_none());
        }
    }

    #[test]
    fn how_far_it_is_is_told_in_words() {
        let words = |done, total, seconds| {
            let time = Duration::from_secs(seconds);
            match progress("solving", done, total, time, None) {
                WorkEvent::Progress { words, .. } => words,
                _ => panic!("it is about progress"),
            }
        };
        assert_eq!(words(50, 100, 20), "Solving: about 20 seconds left.");
        assert_eq!(words(0, 100, 20), "Solving.");
        assert_eq!(words(1234, u64::MAX, 20), "Solving: 1 234 so far.");
        let proven = Some("at least a draw");
        let WorkEvent::Progress { words, part } =
            progress("searching", 5, u64::MAX, Duration::ZERO, proven)
        else {
            panic!("it is about progress");
        };
        assert_eq!((words.as_str(), part), ("Searching: 5 so far. At least a draw.", None));
    }
}
