//! Takes connections: at most so many at once and from one address, none that is slow to
//! say what it wants or to take the answer, and none cut off in mid-answer when the
//! server stops.

use super::limit::neighbourhood;
use super::patient::Patient;
use super::router::router;
use super::seats::Seats;
use super::state::Shared;
use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// A request may have so many headers.
const MOST_HEADERS: usize = 64;

/// The headers of a request may take so many bytes.
const MOST_HEADER_BYTES: usize = 16 * 1024;

/// A client must take some of an answer within so many times the patience with requests.
const SLOWER_TO_READ: u32 = 3;

/// When the server stops, answers under way may take so long.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// Serves until `stop` is ready, then ends what is under way: solver work at once, so
/// that nobody waits for it, and connections after their answers.
pub async fn listen(listener: TcpListener, app: Shared, stop: impl Future<Output = ()>) {
    let patience = app.settings.patience;
    // Behind a proxy all come from one address.
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
        // Whoever has too many connections has to end one first.
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
    // A move's answer is small: it must not wait for more bytes.
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
        tracing::debug!(%error, "a connection broke");
    }
}
