//! The server: JSON under `/api`, the page at every other address.
//!
//! Handlers are thin: they read what was asked, have the pool think, have the store
//! keep, and send what `views` makes of it. Nothing of a solver runs on the threads of
//! the network.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `settings` | what it is started with |
//! | `refusal`, `limits`, `pool`, `caches`, `jobs`, `metrics` | what the state is made of |
//! | `state` | what all requests share |
//! | `request`, `guard`, `people` | what requests carry, who may ask, who somebody is |
//! | `games`, `begin` | what can be asked without being anybody |
//! | `sessions`, `flow` | games under way |
//! | `levels`, `fit`, `repetition` | the next level: the one that fits, or one that comes back |
//! | `me`, `work`, `page`, `status` | one's own data, long work, the embedded page, health and metrics |
//! | `router`, `connections` | addresses of the API; connections, their limits and timeouts |
//! | `api`, `views` | shapes of answers, how they are made |

pub mod api;
mod begin;
mod caches;
mod connections;
mod fit;
mod flow;
mod games;
mod guard;
mod jobs;
mod levels;
mod limits;
mod me;
mod metrics;
mod page;
mod people;
mod pool;
mod refusal;
mod repetition;
mod request;
mod router;
mod sessions;
mod settings;
mod state;
mod status;
pub mod views;
mod work;

pub use begin::playable;
pub use connections::listen;
pub use router::{document, router};
pub use settings::{Hosts, Settings};
pub use state::Clock;
pub use state::{App, Shared};

use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or may not be used.
    #[error("cannot listen at {address}: {error}")]
    Address {
        /// Where it was to listen.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system refused something else that a server needs.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Serves until the program is told to stop; `ready` hears where it listens.
///
/// # Errors
/// If it cannot listen there, or what `ready` says.
pub fn run<E: From<ServeError>>(
    app: &Shared,
    ready: impl FnOnce(SocketAddr) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(8)
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let address = app.settings.address;
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServeError::Address { address, error })?;
        // Whoever hears where it listens may stop it at once.
        let stopped = stopped().map_err(ServeError::System)?;
        ready(listener.local_addr().map_err(ServeError::System)?)?;
        connections::listen(listener, Shared::clone(app), stopped).await;
        tracing::info!("stopped");
        Ok::<(), E>(())
    })?;
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    Ok(())
}

/// Ready when the program is told to stop. From this call on, not only once it is awaited.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when the program is told to stop.
#[cfg(not(unix))]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
