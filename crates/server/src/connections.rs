//! Connections: accepted up to a limit in all and per address, served with timeouts, and ended when
//! the server stops.

use super::guard::{Peer, neighbourhood};
use super::router::router;
use super::state::Shared;
use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Sleep, sleep};
use tower::ServiceExt as _;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// The most bytes of the headers of a request.
const MOST_HEADER_BYTES: usize = 16 * 1024;

/// A client must read some of an answer within this multiple of the request timeout.
const SLOWER_TO_READ: u32 = 3;

/// The time for unfinished answers when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// Serves until `stop` is ready. Then solver work ends at once, so that no answer waits for it,
/// and connections end after their answers.
pub async fn listen(listener: TcpListener, app: Shared, stop: impl Future<Output = ()>) {
    let patience = app.settings.patience;
    // Behind a proxy all connections come from one address.
    let of_one =
        if app.settings.proxies > 0 { usize::MAX } else { app.settings.address_connections };
    let seats = Seats::new(app.settings.connections, of_one);
    let router = router(Shared::clone(&app));
    let (stopping, told) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let seat = tokio::select! {
            seat = seats.free() => seat,
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Too many open files, most likely: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // An address with too many connections must close one first.
        let Some(seat) = seats.taken_by(neighbourhood(peer.ip()), seat) else { continue };
        let (router, told) = (router.clone(), told.clone());
        tokio::spawn(async move {
            talk(stream, peer, router, patience, told).await;
            drop(seat);
        });
    }
    drop(listener);
    app.stop();
    let _ = stopping.send(());
    drop(told);
    let _ = tokio::time::timeout(LAST_ANSWERS, stopping.closed()).await;
}

/// Answers one connection until its end.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Duration,
    mut told: watch::Receiver<()>,
) {
    // The answer to a move is small: send it at once, without waiting for more bytes.
    let _ = stream.set_nodelay(true);
    let stream = Patient::new(stream, patience * SLOWER_TO_READ);
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_headers(MOST_HEADERS)
        .max_buf_size(MOST_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = told.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// The seats of a server.
pub(super) struct Seats {
    all: Arc<Semaphore>,
    most_of_one: usize,
    taken: Arc<Taken>,
}

/// For each address with connections, the number of its seats.
#[derive(Default)]
struct Taken(Mutex<HashMap<IpAddr, usize>>);

/// A taken seat. Dropping it makes the seat free again.
pub(super) struct Seat {
    _permit: OwnedSemaphorePermit,
    address: IpAddr,
    taken: Arc<Taken>,
}

impl Seats {
    /// Seats with a limit for all addresses and one for each.
    pub(super) fn new(most: usize, most_of_one: usize) -> Seats {
        let all = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Seats { all, most_of_one, taken: Arc::default() }
    }

    /// Waits until a seat is free.
    pub(super) async fn free(&self) -> OwnedSemaphorePermit {
        let permit = Arc::clone(&self.all).acquire_owned().await;
        permit.expect("invariant: the seats are never closed")
    }

    /// Gives a free seat to this address, unless it has reached its limit.
    pub(super) fn taken_by(&self, address: IpAddr, free: OwnedSemaphorePermit) -> Option<Seat> {
        let mut taken = self.taken.lock();
        let count = taken.entry(address).or_default();
        if *count >= self.most_of_one {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Seat { _permit: free, address, taken: Arc::clone(&self.taken) })
    }
}

impl Taken {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.taken.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// A stream whose writes fail if the client reads nothing for some time.
pub(super) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// The timeout of the write that is waiting.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Patient<S> {
        Patient { stream, patience, until: None }
    }

    /// The result of a write, or a timeout.
    fn wait<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.until = None;
            return written;
        }
        let patience = self.patience;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(until.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.wait(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.wait(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.wait(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    #[tokio::test]
    async fn one_address_leaves_seats_for_others() {
        let seats = Seats::new(10, 2);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|it| it.parse().unwrap());
        let first = seats.taken_by(one, seats.free().await).unwrap();
        let _second = seats.taken_by(one, seats.free().await).unwrap();
        assert!(seats.taken_by(one, seats.free().await).is_none());
        let third = seats.taken_by(other, seats.free().await).unwrap();
        drop(first);
        assert!(seats.taken_by(one, seats.free().await).is_some());
        drop(third);
        assert_eq!(seats.taken.lock().len(), 1, "who has left is forgotten");
        assert_eq!(seats.all.available_permits(), 9);
    }

    #[tokio::test]
    async fn who_takes_nothing_is_hung_up_on() {
        let (server, mut client) = duplex(8);
        let mut server = Patient::new(server, Duration::from_millis(1));
        server.write_all(b"12345678").await.unwrap();
        let stuck = server.write_all(b"9").await.unwrap_err();
        assert_eq!(stuck.kind(), ErrorKind::TimedOut);
        // A client that reads again in time is still served.
        client.read_exact(&mut [0; 8]).await.unwrap();
        server.write_all(b"9").await.unwrap();
    }
}
