//! The server: JSON under `/api`, the page at every other address.
//!
//! Handlers are thin: they read the request, compute on the pool, write to the store, and send
//! what `views` makes. Solvers never run on the threads of the network.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `settings` | its settings |
//! | `refusal`, `limits`, `pool`, `jobs`, `metrics` | the parts of the state |
//! | `state` | the state that all requests share, open games included |
//! | `guard`, `request`, `people` | checks of all requests, their parts, identification of people |
//! | `games`, `begin` | requests that need no person; requests to begin a game |
//! | `sessions`, `flow` | games of a person |
//! | `levels`, `fit`, `repetition` | the next level: one that fits, or one that comes back |
//! | `twin` | the twin of a missed position |
//! | `me`, `work`, `page`, `status` | personal data, long work, the page, health and metrics |
//! | `router`, `connections` | addresses of the API; connections, their limits and timeouts |
//! | `api`, `views` | types of answers, and how they are made |

pub mod api;
mod begin;
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
mod twin;
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
    /// The address is in use, or not allowed.
    #[error("cannot listen at {address}: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// Another error of the operating system.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Serves until the program is told to stop; `ready` is called with the address.
///
/// # Errors
/// If it cannot listen there, or `ready` fails.
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
        // `ready` may stop the server at once.
        let stopped = stopped().map_err(ServeError::System)?;
        ready(listener.local_addr().map_err(ServeError::System)?)?;
        connections::listen(listener, Shared::clone(app), stopped).await;
        tracing::info!("stopped");
        Ok::<(), E>(())
    })?;
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    Ok(())
}

/// Ready when the program is told to stop, from this call on and not only once it is awaited.
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
