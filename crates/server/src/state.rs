//! The state that all requests share: settings, store, pool, memory, open games, and the clock.

use super::jobs::Works;
use super::limits::{Limit, Turns};
use super::metrics::{Metrics, Probe};
use super::pool::{Lane, Pool};
use super::refusal::{self, Refused, Troubles};
use super::settings::Settings;
use spar_catalog::{AnyGame, AnyPosition, AnySession, budgets, ladder};
use spar_challenge::oracle::{Evaluation, Values};
use spar_rules::{ReadError, nearest};
use spar_solve::{Budget, Context, Memory};
use spar_store::{Change, Millis, Reader, Store, StoreError, Written};
use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The server as a request sees it: the shared state, and a budget of its own.
pub struct App {
    shared: Arc<Parts>,
    /// Stops solver work: of one request when its client has gone, of all when the server
    /// stops.
    work: Budget,
}

/// The state that all requests share.
pub struct Parts {
    /// The settings.
    pub settings: Settings,
    /// People and their games.
    pub store: Store,
    pub(crate) pool: Pool,
    pub(crate) memory: Arc<Memory>,
    opened: OpenGames,
    pub(crate) limits: Limits,
    pub(crate) works: Works,
    pub(crate) metrics: Metrics,
    pub(crate) troubles: Troubles,
    pub(crate) probe: Probe,
    clock: Clock,
}

impl Drop for Parts {
    fn drop(&mut self) {
        // The pool waits for its threads.
        self.works.stop();
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.shared
    }
}

/// Limits on the rate of requests.
pub(crate) struct Limits {
    /// One person, by id.
    pub(crate) people: Limit<String>,
    /// One address.
    pub(crate) addresses: Limit<IpAddr>,
    /// New people from one address.
    pub(crate) newcomers: Limit<IpAddr>,
    /// Requests of one address at once.
    pub(crate) turns: Turns,
}

/// The state as handlers get it.
pub type Shared = Arc<App>;

impl App {
    /// A server's state with these settings and this store.
    pub fn new(settings: Settings, store: Store) -> Shared {
        App::with_clock(settings, store, system_clock())
    }

    /// Like [`new`](App::new), with another clock.
    pub fn with_clock(settings: Settings, store: Store, clock: Clock) -> Shared {
        let minute = Duration::from_mins(1);
        let limits = Limits {
            people: Limit::new(settings.requests_per_minute, minute),
            addresses: Limit::new(settings.address_requests_per_minute, minute),
            newcomers: Limit::new(settings.new_people_per_hour, 60 * minute),
            turns: Turns::new(settings.address_requests),
        };
        let pool = Pool::new(settings.workers, settings.queue);
        let memory = Arc::new(Memory::new(budgets::KEPT_EVALUATIONS, budgets::KEPT_BYTES));
        // Requests must neither fill the disk nor affect the answers to other requests, so the
        // shelf is read-only.
        let sources = settings.sources.for_reading();
        let shared = Parts {
            settings: Settings { sources, ..settings },
            store,
            pool,
            memory,
            opened: OpenGames::default(),
            limits,
            works: Works::default(),
            metrics: Metrics::default(),
            troubles: Troubles::default(),
            probe: Probe::default(),
            clock,
        };
        Arc::new(App { shared: Arc::new(shared), work: Budget::unlimited() })
    }

    /// Runs quick solver work on the pool. It stops when nobody waits for it any more.
    ///
    /// # Errors
    /// Busy if too much is waiting, or an error of the work.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let asked = App { shared: Arc::clone(&self.shared), work: self.work.part() };
        // If the client leaves, this future is dropped, and the guard with it.
        let guard = StopWhenDropped(asked.work.clone());
        let run = move || {
            let answer = work(&asked);
            // A stopped result is incomplete and must not be cached.
            if asked.work.is_stopped() { Err(Refused::stopping()) } else { answer }
        };
        self.pool.run(Lane::Quick, &guard.0, run).await?
    }

    /// Runs work that needs no solver on a thread that may wait for the disk, so that it does
    /// not wait for solver work.
    ///
    /// # Errors
    /// An error of `look`.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<App>,
        look: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let app = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || look(&app)).await;
        answer.map_err(|_| Refused::broken())?
    }

    /// Reads from the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<App>,
        read: impl FnOnce(Reader<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refused> {
        self.look(|app| app.store.read(read).map_err(|it| app.refused(it))).await
    }

    /// Changes the store; done when the change is on disk.
    ///
    /// # Errors
    /// If it is refused or cannot be written.
    pub(crate) async fn write(&self, change: Change) -> Result<Written, Refused> {
        self.store.change(change).await.map_err(|it| self.refused(it))
    }

    /// An error of the store as a refused request. Failures are logged.
    pub(crate) fn refused(&self, error: StoreError) -> Refused {
        refusal::refused(error, &self.troubles)
    }

    /// The game of this name.
    ///
    /// # Errors
    /// 404 if no game has this name, 422 if its settings are not valid.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, Refused> {
        self.opened.open(name)
    }

    /// A context for quick work. It caches results, so that hints, verdicts, values and reviews
    /// agree.
    pub(crate) fn context(&self, game: &dyn AnyGame) -> Context {
        let memory = Some(Arc::clone(&self.memory));
        let budget = self.work.clone().with_nodes(game.quick_nodes());
        let budget = budget.with_memory(budgets::QUICK_MEMORY);
        let context = Context::quiet(budget, self.settings.sources.clone());
        Context { memory, ..context }
    }

    /// The value of a position and of its moves, as far as a quick search finds them.
    pub(crate) fn evaluate(&self, game: &dyn AnyGame, position: &dyn AnyPosition) -> Evaluation {
        let found = position.evaluate(&self.context(game));
        let found = found.unwrap_or_else(|| Evaluation::unknown(position.moves()));
        informed(game, position, found)
    }

    /// Like [`evaluate`](App::evaluate), for the current position of a session.
    pub(crate) fn evaluate_now(&self, game: &dyn AnyGame, session: &dyn AnySession) -> Evaluation {
        let (here, found) = (session.here(), session.evaluate(&self.context(game)));
        let found = found.unwrap_or_else(|| Evaluation::unknown(here.moves()));
        informed(game, &*here, found)
    }

    /// Runs quick solver work for which nobody waits. It is skipped or stopped if other work is
    /// waiting.
    pub(crate) fn prepare(&self, work: impl FnOnce(&App) + Send + 'static) {
        let asked = App { shared: Arc::clone(&self.shared), work: self.work.part() };
        let budget = asked.work.clone();
        let _ = self.pool.start(Lane::Spare, &budget, move || work(&asked));
    }

    /// The current time.
    pub(crate) fn now(&self) -> Millis {
        (self.clock)()
    }

    /// Whether its work was stopped, so that results are incomplete.
    pub(crate) fn is_stopped(&self) -> bool {
        self.work.is_stopped()
    }

    /// Stops all solver work and accepts no more.
    pub(crate) fn stop(&self) {
        self.work.stop();
        self.works.stop();
        self.pool.stop();
    }
}

/// Stops work when it is dropped.
struct StopWhenDropped(Budget);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Returns the current time in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> Millis + Send + Sync>;

/// The system's clock.
pub(crate) fn system_clock() -> Clock {
    Arc::new(|| jiff::Timestamp::now().as_millisecond())
}

/// The most open games in the cache: the largest take most of a megabyte.
const MOST: usize = 24;

/// Open games by the names in requests.
#[derive(Default)]
pub(crate) struct OpenGames(Mutex<HashMap<String, Arc<dyn AnyGame>>>);

impl OpenGames {
    /// The game of this name.
    ///
    /// # Errors
    /// 404 if no game has this name, 422 if its settings are not valid.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, Refused> {
        if let Some(game) = self.lock().get(name) {
            return Ok(Arc::clone(game));
        }
        let game: Arc<dyn AnyGame> = open(name)?.into();
        let mut kept = self.lock();
        if kept.len() >= MOST {
            // Drop any entry: it can be opened again.
            let any = kept.keys().next().cloned();
            any.and_then(|name| kept.remove(&name));
        }
        kept.insert(name.to_owned(), Arc::clone(&game));
        Ok(game)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<dyn AnyGame>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a game by its name. Rules files are only for the command line.
///
/// # Errors
/// 404 if no game has this name, 422 if its settings are not valid.
pub(crate) fn open(name: &str) -> Result<Box<dyn AnyGame>, Refused> {
    spar_catalog::open_name(name).map_err(|error| {
        let base = name.split(':').next().unwrap_or_default();
        let entries = spar_catalog::entries();
        let names = || entries.iter().map(|entry| entry.name);
        if names().any(|name| name == base) {
            return Refused::from(error);
        }
        let hint = match nearest(&base.to_lowercase(), names()) {
            Some(near) => format!("nearest: `{near}`"),
            None => "`/api/games` lists all games".to_owned(),
        };
        Refused::absent(ReadError::new(error.what).hint(hint))
    })
}

/// An evaluation, completed with the known value of the default start, so that every page says
/// the same about it.
pub(crate) fn informed(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    found: Evaluation,
) -> Evaluation {
    let known = || ladder::start_value(&game.facts().name);
    match found {
        Evaluation::Values(found)
            if found.value.is_none() && position.text() == game.start().text() =>
        {
            Evaluation::Values(match known() {
                Some(value) => Values { value: Some(value), bounds: (value, value), ..found },
                None => found,
            })
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use axum::http::StatusCode;
    use std::sync::mpsc;

    fn app(folder: &std::path::Path) -> Shared {
        let settings = Settings { workers: 1, ..Settings::default() };
        App::new(settings, Store::open(&folder.join(spar_store::FILE_NAME)).unwrap())
    }

    /// Quick work that runs until it is stopped, and channels that report its start and its
    /// end.
    fn endless(app: &Shared) -> (impl Future<Output = Refused> + use<>, [mpsc::Receiver<()>; 2]) {
        let (begins, began) = mpsc::channel();
        let (ends, ended) = mpsc::channel();
        let app = Arc::clone(app);
        let asked = async move {
            let work = app.think::<()>(move |app| {
                begins.send(()).unwrap();
                while !app.work.is_stopped() {
                    std::thread::yield_now();
                }
                ends.send(()).unwrap();
                Ok(())
            });
            work.await.unwrap_err()
        };
        (asked, [began, ended])
    }

    #[tokio::test]
    async fn work_under_way_ends_when_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path());
        let (asked, [began, ended]) = endless(&app);
        let asked = tokio::spawn(asked);
        tokio::task::spawn_blocking(move || began.recv().unwrap()).await.unwrap();
        asked.abort();
        tokio::task::spawn_blocking(move || ended.recv().unwrap()).await.unwrap();
        assert_eq!(app.think(|_| Ok(7)).await.unwrap(), 7, "others go on");
    }

    #[tokio::test]
    async fn a_server_that_stops_ends_quick_work_and_keeps_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path());
        let (asked, [began, _ended]) = endless(&app);
        let asked = tokio::spawn(asked);
        tokio::task::spawn_blocking(move || began.recv().unwrap()).await.unwrap();
        app.stop();
        assert_eq!(asked.await.unwrap().status, StatusCode::SERVICE_UNAVAILABLE);
        let late = app.think(|_| Ok(())).await.unwrap_err();
        assert_eq!(late.status, StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn what_needs_no_solver_never_waits_for_one() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path());
        let held: Vec<_> = (0..2).map(|_| endless(&app)).collect();
        let mut asked = Vec::new();
        for (work, [began, _]) in held {
            asked.push(tokio::spawn(work));
            tokio::task::spawn_blocking(move || began.recv().unwrap()).await.unwrap();
        }
        assert_eq!(app.look(|_| Ok(7)).await.unwrap(), 7, "while every thread is busy");
        app.stop();
    }

    #[test]
    fn a_game_is_opened_once_and_few_are_kept() {
        let opened = OpenGames::default();
        let first = opened.open("tictactoe").unwrap();
        assert!(Arc::ptr_eq(&first, &opened.open("tictactoe").unwrap()));
        assert!(opened.open("no game").is_err());
        let sizes = (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols)));
        for (rows, cols) in sizes.filter(|(rows, cols)| rows * cols <= 16) {
            let name = format!("lines:rows={rows},cols={cols},connect=1");
            assert_eq!(opened.open(&name).unwrap().facts().size, format!("{rows}×{cols}"));
            assert!(opened.lock().len() <= MOST);
        }
        assert_eq!(opened.lock().len(), MOST);
    }
}
