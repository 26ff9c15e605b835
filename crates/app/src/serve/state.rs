//! What all requests share.

use super::budgets;
use super::cache::{Cache, Keep};
use super::options::Settings;
use super::pool::{Lane, Pool};
use super::refusal::Refused;
use crate::registry::{AnyGame, AnyPosition};
use spar_challenge::oracle::Evaluation;
use spar_rules::Value;
use spar_solve::Desk;
use std::sync::Arc;

/// What all requests share.
pub struct App {
    /// How it was started.
    pub settings: Settings,
    /// Threads for solver work.
    pub(crate) pool: Pool,
    /// Evaluations at hand.
    pub(crate) cache: Cache,
}

/// The same in every handler.
pub type Shared = Arc<App>;

impl App {
    /// A server's state with these settings.
    pub fn new(settings: Settings) -> Shared {
        let pool = Pool::new(settings.workers, settings.queue);
        let cache = Cache::new(budgets::KEPT_EVALUATIONS);
        Arc::new(App { settings, pool, cache })
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

    /// A desk for quick work.
    pub(crate) fn desk(&self) -> Desk {
        Desk::quiet(budgets::quick(), self.settings.shelf.clone())
    }

    /// The value of a position and of its moves, as far as a quick search goes. The
    /// one oracle: everything that is said of a value comes from here.
    pub(crate) fn evaluate(&self, game: &dyn AnyGame, position: &dyn AnyPosition) -> Arc<Evaluation> {
        self.cache.get(&game.facts().name, &position.text(), || {
            let desk = self.desk();
            let found = position.evaluate(&desk);
            let keep = if desk.budget.is_stopped() { Keep::No } else { Keep::Yes };
            (found.unwrap_or_else(|| Evaluation::unknown(position.moves())), keep)
        })
    }

    /// The value of the usual start, if it is known.
    pub(crate) fn start_value(&self, game: &dyn AnyGame) -> Option<Value> {
        self.evaluate(game, &*game.start()).value
    }
}
