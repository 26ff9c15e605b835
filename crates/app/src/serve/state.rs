//! What all requests share.

use super::budgets;
use super::cache::Cache;
use super::limit::Limit;
use super::metrics::Metrics;
use super::options::Settings;
use super::pool::{Lane, Pool};
use super::refusal::Refused;
use super::work::Works;
use super::written;
use crate::registry::{AnyGame, AnyPosition};
use crate::store::{Change, Reader, Store, StoreError, Written};
use spar_challenge::oracle::Evaluation;
use spar_solve::{Budget, Desk, Memory};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// What all requests share.
pub struct App {
    /// How it was started.
    pub settings: Settings,
    /// What is kept of people and their games.
    pub store: Store,
    pub(crate) pool: Pool,
    pub(crate) cache: Arc<Cache>,
    pub(crate) limits: Limits,
    pub(crate) works: Works,
    pub(crate) metrics: Metrics,
    /// Stops all quick work when the server stops.
    all: Budget,
}

/// How often somebody may ask.
pub(crate) struct Limits {
    /// One person, by id.
    pub(crate) people: Limit<String>,
    /// One address.
    pub(crate) addresses: Limit<IpAddr>,
    /// New people from one address.
    pub(crate) newcomers: Limit<IpAddr>,
}

/// The same in every handler.
pub type Shared = Arc<App>;

impl App {
    /// A server's state with these settings and this store.
    pub fn new(settings: Settings, store: Store) -> Shared {
        let minute = Duration::from_mins(1);
        let limits = Limits {
            people: Limit::new(settings.requests_per_minute, minute),
            addresses: Limit::new(settings.address_requests_per_minute, minute),
            newcomers: Limit::new(settings.new_people_per_hour, 60 * minute),
        };
        let pool = Pool::new(settings.workers, settings.queue);
        let cache = Arc::new(Cache::new(budgets::KEPT_EVALUATIONS));
        Arc::new(App {
            settings,
            store,
            pool,
            cache,
            limits,
            works: Works::default(),
            metrics: Metrics::default(),
            all: Budget::unlimited(),
        })
    }

    /// Has quick solver work done on the pool.
    ///
    /// # Errors
    /// Busy if too much waits already, or what the work refuses.
    pub(crate) async fn think<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let app = Arc::clone(self);
        self.pool.run(Lane::Quick, move || work(&app)).await?
    }

    /// Reads from the store on a thread of its own.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<App>,
        read: impl FnOnce(Reader<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Refused> {
        let app = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || app.store.read(read)).await;
        answer.map_err(|_| Refused::broken())?.map_err(written::refused)
    }

    /// Changes what is kept; done when it is on disk.
    ///
    /// # Errors
    /// If it is refused or cannot be written.
    pub(crate) async fn write(&self, change: Change) -> Result<Written, Refused> {
        self.store.change(change).await.map_err(written::refused)
    }

    /// A desk for quick work. It remembers what it found out: hints, verdicts, values
    /// and reviews say the same.
    pub(crate) fn desk(&self, game: &dyn AnyGame) -> Desk {
        let memory: Arc<dyn Memory> = Arc::<Cache>::clone(&self.cache);
        let desk = Desk::quiet(budgets::quick(&self.all, game), self.settings.shelf.clone());
        Desk { memory: Some(memory), ..desk }
    }

    /// The value of a position and of its moves, as far as a quick search goes.
    pub(crate) fn evaluate(&self, game: &dyn AnyGame, position: &dyn AnyPosition) -> Evaluation {
        let found = position.evaluate(&self.desk(game));
        found.unwrap_or_else(|| Evaluation::unknown(position.moves()))
    }

    /// Ends all solver work and takes no more.
    pub(crate) fn stop(&self) {
        self.all.stop();
        self.works.stop();
        self.pool.close();
    }
}
