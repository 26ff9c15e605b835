//! Tests that need real connections: slow clients, floods of headers, a stopping server.

use super::client::{app, settings};
use spar_server::{Settings, listen};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<()>,
    _folder: TempDir,
}

async fn running(settings: Settings) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, told) = oneshot::channel::<()>();
    let app = app(folder.path(), settings);
    let ended = tokio::spawn(async move {
        listen(listener, app, async move { drop(told.await) }).await;
    });
    Running { address, stop: Some(stop), ended, _folder: folder }
}

/// Sends bytes, and returns everything received until the connection is closed.
async fn talk(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    // A server that closes a connection with unread data may reset it.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn impatient() -> Settings {
    Settings { patience: Duration::from_millis(300), ..settings() }
}

#[tokio::test]
async fn a_slow_body_is_not_waited_for() {
    let server = running(impatient()).await;
    let head = "POST /api/sessions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\ncontent-length: 1000\r\n\r\n{";
    let answer = talk(server.address, head.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("took too long"), "{answer}");
}

#[tokio::test]
async fn slow_headers_are_not_waited_for() {
    let server = running(impatient()).await;
    let answer = talk(server.address, b"GET /api/games HTTP/1.1\r\nhost: loc").await;
    assert!(!answer.contains("200 OK"), "{answer}");
    let answer = talk(server.address, b"").await;
    assert_eq!(answer, "");
}

#[tokio::test]
async fn floods_of_headers_and_broken_requests_are_refused() {
    let server = running(impatient()).await;
    let mut many = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n".to_owned();
    many.extend((0..1_000).map(|index| format!("x-{index}: {index}\r\n")));
    many.push_str("\r\n");
    let long =
        format!("GET /api/games HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    let path = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a".repeat(200_000));
    let version = "GET / HTTP/7\r\nhost: localhost\r\n\r\n".to_owned();
    let smuggled = "POST /api/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\
                    transfer-encoding: chunked\r\ncontent-length: 7\r\n\r\n0\r\n\r\n";
    let binary = "\u{0}\u{1}\u{2}\r\n\r\n";
    for request in [many.as_str(), &long, &path, &version, smuggled, binary] {
        let answer = talk(server.address, request.as_bytes()).await;
        let status = answer.get(..12).unwrap_or_default();
        assert!(answer.is_empty() || status.starts_with("HTTP/1.1 4"), "{status}");
    }
    let well = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(talk(server.address, well.as_bytes()).await.contains("200 OK"));
}

#[tokio::test]
async fn more_connections_than_seats_wait_and_are_served() {
    let server = running(Settings { connections: 2, ..impatient() }).await;
    // Two idle connections take all seats until the server's timeout.
    let idle = [
        TcpStream::connect(server.address).await.unwrap(),
        TcpStream::connect(server.address).await.unwrap(),
    ];
    let well = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(talk(server.address, well.as_bytes()).await.contains("200 OK"));
    drop(idle);
}

#[tokio::test]
async fn one_address_has_few_connections() {
    let server = running(Settings { address_connections: 2, ..settings() }).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        stream.read_exact(&mut [0; 12]).await.unwrap();
        held.push(stream);
    }
    let well = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert_eq!(talk(server.address, well.as_bytes()).await, "", "it is hung up on");
    // A seat is free again as soon as the server notices that its connection is closed.
    drop(held);
    while talk(server.address, well.as_bytes()).await.is_empty() {
        tokio::task::yield_now().await;
    }
    let behind = Settings { address_connections: 1, proxies: 1, ..settings() };
    let server = running(behind).await;
    let _held = TcpStream::connect(server.address).await.unwrap();
    assert!(talk(server.address, well.as_bytes()).await.contains("200 OK"), "all are its proxy's");
}

#[tokio::test]
async fn a_server_that_stops_tells_those_who_wait_for_long_work() {
    let mut server = running(settings()).await;
    let work = r#"{"kind": "facts", "game": "qubic"}"#;
    let begin = format!(
        "POST /api/work HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{work}",
        work.len()
    );
    // One is running, the other waits for the only thread.
    let mut listeners = Vec::new();
    for _ in 0..2 {
        let answer = talk(server.address, begin.as_bytes()).await;
        let id = answer.split('"').rev().nth(1).unwrap();
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let listen = format!("GET /api/work/{id}/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(listen.as_bytes()).await.unwrap();
        stream.read_exact(&mut [0; 12]).await.unwrap();
        listeners.push(stream);
    }
    server.stop.take().unwrap().send(()).unwrap();
    server.ended.await.unwrap();
    for mut stream in listeners {
        let mut rest = String::new();
        stream.read_to_string(&mut rest).await.unwrap();
        assert!(rest.contains("it was cancelled"), "{rest}");
    }
}

#[tokio::test]
async fn a_server_that_stops_ends_its_connections() {
    let mut server = running(settings()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    server.stop.take().unwrap().send(()).unwrap();
    server.ended.await.unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}
