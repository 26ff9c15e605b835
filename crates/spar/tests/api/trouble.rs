//! A store that cannot be written: every change is rejected, `/health` reports the reason, and
//! the log contains the error once.

use super::client::{Client, app, settings};
use super::program::listening_with;
use super::strace::strace_of;
use serde_json::{Value, json};
use spar_server::router;
use spar_store::{FILE_NAME, Store};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[tokio::test]
async fn health_tells_that_another_program_holds_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::of(&router(app(folder.path(), settings())));
    let well = client.get("/health").await.with(200);
    assert_eq!((&well["status"], &well["reason"]), (&json!("ok"), &Value::Null));

    let other = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // A recent result may be reused for a moment.
    let failing = loop {
        let health = client.get("/health").await;
        if health.status != 200 {
            break health.with(503);
        }
    };
    assert_eq!(failing["status"], "failing");
    assert!(failing["reason"].as_str().unwrap().contains("another program"), "{failing}");
    client.get("/api/home").await.with(200);

    other.execute_batch("ROLLBACK").unwrap();
    while client.get("/health").await.status != 200 {}
    assert_eq!(client.get("/health").await.with(200)["status"], "ok");
}

/// Sends a request. Returns the status and the body.
fn ask(address: &str, request: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap())
}

#[test]
fn health_tells_that_the_disk_is_full_and_the_log_says_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(FILE_NAME);
    drop(Store::open(&file).unwrap());
    // Every write to the store's log fails as on a full disk.
    let mut program = strace_of("pwrite64", &folder.path().join("trace"));
    program.args(["-e", "inject=pwrite64:error=ENOSPC", "-P"]);
    program.arg(folder.path().join(format!("{FILE_NAME}-wal")));
    program.arg(env!("CARGO_BIN_EXE_spar")).stderr(Stdio::piped());
    let (mut child, address) = listening_with(program, folder.path(), "text");

    let begin = r#"{"begin": {"game": "tictactoe"}, "move": "b2"}"#;
    for _ in 0..50 {
        assert_eq!(ask(&address, "POST /api/sessions", begin).0, 503);
    }
    let (status, health) = ask(&address, "GET /health", "");
    assert_eq!((status, &health["status"]), (503, &json!("failing")));
    assert_eq!(health["reason"], "the disk is full");
    assert_eq!(ask(&address, "GET /api/games", "").0, 200, "what needs no disk is answered");

    let strace = child.id();
    let children = std::fs::read_to_string(format!("/proc/{strace}/task/{strace}/children"));
    let server = children.unwrap().split_whitespace().next().unwrap().to_owned();
    assert!(Command::new("kill").args(["-TERM", &server]).status().unwrap().success());
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    child.wait().unwrap();
    let told = log.lines().filter(|line| line.contains("the store failed")).count();
    // Once at first, and then once a minute if the machine is slow.
    assert!((1..10).contains(&told), "{told} lines: {log}");
    assert!(log.contains("database or disk is full"), "{log}");
}
