//! Malicious requests: each gets its status and an error message, and none makes the server's
//! memory grow without limit.

use super::client::{Client, Reply, Server, send, settings};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use spar_server::Settings;
use std::convert::Infallible;

/// Method, address, headers, body, status, and a part of the message.
type Case = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    u16,
    &'static str,
);

const JSON: (&str, &str) = ("content-type", "application/json");

const CASES: &[Case] = &[
    // Boards and players that are too large.
    ("GET", "/api/games/lines:rows=99,cols=99", &[], "", 422, "rows"),
    ("GET", "/api/games/lines:rows=8,cols=9", &[], "", 422, "cells"),
    ("GET", "/api/games/lines:rows=4,cols=4,layers=5", &[], "", 422, "cells"),
    ("GET", "/api/games/lines:rows=4294967296", &[], "", 422, "rows"),
    ("GET", "/api/games/lines:rows=-1", &[], "", 422, "rows"),
    ("GET", "/api/games/connect4:connect=0", &[], "", 422, "connect"),
    ("GET", "/api/games/connect4:gravity=partial-9999999999", &[], "", 422, "gravity"),
    ("GET", "/api/start?game=connect4&against=7", &[], "", 422, "above this server's limit of 6"),
    ("GET", "/api/start?game=connect4&against=32", &[], "", 422, "above this server's limit of 6"),
    ("GET", "/api/start?game=connect4&against=99999999999", &[], "", 422, "not a valid player"),
    ("GET", "/api/start?game=tictactoe&against=-1", &[], "", 422, "not a valid player"),
    // Names that are paths.
    ("GET", "/api/games/..%2F..%2Fetc%2Fpasswd", &[], "", 404, "no game is named"),
    ("GET", "/api/games/%2Fetc%2Fpasswd.toml", &[], "", 404, "no game is named"),
    ("GET", "/api/positions?game=/etc/rules.toml", &[], "", 404, "no game is named"),
    ("GET", "/api/games/%00", &[], "", 404, "no game is named"),
    ("GET", "/api/games/%FF%FE", &[], "", 400, "not valid UTF-8"),
    ("GET", "/api/../api/nothing", &[], "", 404, "nothing at this address"),
    ("GET", "/api/games/a/b/c", &[], "", 404, "nothing at this address"),
    ("GET", "/api//games", &[], "", 404, "nothing at this address"),
    ("GET", "/api/sessions/..%2Fme", &[], "", 404, "you have no such game"),
    ("GET", "/api/sessions/'%20OR%201=1", &[], "", 404, "you have no such game"),
    // Invalid positions.
    ("GET", "/api/positions?game=tictactoe&position=xxx/xxx/xxx", &[], "", 422, ""),
    ("GET", "/api/positions?game=tictactoe&position=%3Cscript%3E", &[], "", 422, ""),
    ("GET", "/api/positions?game=tictactoe&position=start%2Bb2,b2", &[], "", 422, "b2"),
    ("GET", "/api/positions?game=tictactoe&position=", &[], "", 422, ""),
    ("GET", "/api/positions?game=tictactoe&game=connect4", &[], "", 400, "duplicate"),
    ("GET", "/api/positions?position=start", &[], "", 400, "game"),
    ("GET", "/api/levels/next?game=tictactoe&rung=99999999999", &[], "", 400, "rung"),
    // Bodies that cannot be read.
    ("POST", "/api/sessions", &[JSON], "{", 400, "cannot be read"),
    ("POST", "/api/sessions", &[JSON], "", 400, "cannot be read"),
    ("POST", "/api/sessions", &[JSON], "\u{feff}{}", 400, "cannot be read"),
    ("POST", "/api/sessions", &[JSON], "[]", 422, "cannot be read"),
    ("PUT", "/api/me", &[JSON], r#"["Ann"]"#, 422, "it is an array, not an object"),
    ("POST", "/api/link", &[JSON], " [\"k\"]", 422, "it is an array, not an object"),
    ("POST", "/api/sessions", &[JSON], "null", 422, "cannot be read"),
    ("POST", "/api/sessions", &[JSON], "{} {}", 422, "cannot be read"),
    ("POST", "/api/sessions", &[JSON], r#"{"begin":{"game":"tictactoe"},"x":1}"#, 422, "unknown"),
    ("POST", "/api/sessions", &[JSON], r#"{"begin":{"game":"tictactoe"},"seed":-1}"#, 422, ""),
    ("POST", "/api/sessions", &[JSON], r#"{"begin":{"game":"tictactoe"},"seed":1e99}"#, 422, ""),
    ("POST", "/api/sessions", &[JSON], r#"{"begin":{"game":7}}"#, 422, "string"),
    ("POST", "/api/sessions", &[JSON], r#"{"begin":{"game":"tictactoe"},"move":"z9"}"#, 422, "z9"),
    ("POST", "/api/sessions", &[], "{}", 415, "JSON"),
    ("POST", "/api/sessions", &[("content-type", "text/plain")], "{}", 415, "JSON"),
    ("POST", "/api/setup", &[JSON], r#"{"game":"tictactoe","tokens":[7]}"#, 422, "cannot be read"),
    ("PUT", "/api/me", &[JSON], "{\"name\":\"a\\u0000b\"}", 422, "control"),
    ("PUT", "/api/me", &[JSON], "{\"name\":\"\\ud800\"}", 400, "cannot be read"),
    ("POST", "/api/link", &[JSON], r#"{"key":"../../"}"#, 410, "expired or was already used"),
    // Addresses that need other methods.
    ("DELETE", "/api/games", &[], "", 405, "does not support this method"),
    ("PATCH", "/api/me", &[], "", 405, "does not support this method"),
    ("POST", "/play", &[], "", 405, "only be read"),
    ("TRACE", "/api/games", &[], "", 405, "does not support this method"),
    // Requests from other pages or with other host names.
    ("GET", "/api/games", &[("host", "evil.example")], "", 421, "another host name"),
    ("GET", "/", &[("host", "localhost.evil.example:7878")], "", 421, "another host name"),
    ("GET", "/health", &[("host", "10.0.0.7")], "", 421, "another host name"),
    (
        "POST",
        "/api/sessions",
        &[JSON, ("origin", "http://evil.example")],
        "{}",
        403,
        "a page of another site",
    ),
    ("POST", "/api/sessions", &[JSON, ("origin", "null")], "{}", 403, "a page of another site"),
    (
        "PUT",
        "/api/me",
        &[JSON, ("origin", "http://localhost:1")],
        "{}",
        403,
        "a page of another site",
    ),
    ("DELETE", "/api/me", &[("sec-fetch-site", "cross-site")], "", 403, "a page of another site"),
    ("DELETE", "/api/me", &[("sec-fetch-site", "same-site")], "", 403, "a page of another site"),
];

async fn ask(server: &Server, case: &Case) -> Reply {
    let (method, uri, headers, body, ..) = case;
    let mut request = Request::builder().method(*method).uri(*uri);
    if headers.iter().all(|(name, _)| *name != "host") {
        request = request.header("host", "localhost");
    }
    for (name, value) in *headers {
        request = request.header(*name, *value);
    }
    send(&server.router, request.body(Body::from(*body)).unwrap()).await
}

#[tokio::test]
async fn each_hostile_request_gets_its_status_and_a_sentence() {
    let server = Server::new();
    assert!(CASES.len() >= 40);
    let mut wrong = Vec::new();
    for case in CASES {
        let reply = ask(&server, case).await;
        let (method, uri, _, body, status, piece) = case;
        let text = String::from_utf8_lossy(&reply.bytes);
        if reply.status.as_u16() != *status {
            wrong.push(format!("{method} {uri} {body}: {} {text}", reply.status));
            continue;
        }
        let refusal = reply.json();
        let error = refusal["error"].as_str().unwrap();
        let told = format!("{error} {}", refusal["hint"].as_str().unwrap_or_default());
        if !told.contains(piece) || error.is_empty() {
            wrong.push(format!("{method} {uri}: {told}"));
        }
        assert!(!told.contains("panicked") && !told.contains("src/"), "{told}");
        assert!(!reply.headers.contains_key("set-cookie"), "{method} {uri}");
        assert_eq!(reply.headers["content-type"], "application/json");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_missing_or_doubled_host_is_refused() {
    let server = Server::new();
    let bare = Request::builder().uri("/api/games").body(Body::empty()).unwrap();
    assert_eq!(send(&server.router, bare).await.status, 400);
    let doubled = Request::builder().uri("/api/games").header("host", "localhost");
    let doubled = doubled.header("host", "evil.example").body(Body::empty()).unwrap();
    assert_eq!(send(&server.router, doubled).await.status, 400);
}

#[tokio::test]
async fn long_bodies_and_deep_json_are_refused() {
    let server = Server::new();
    let post = |body: String| {
        let request = Request::builder().method("POST").uri("/api/sessions");
        let request = request.header("host", "localhost").header(JSON.0, JSON.1);
        request.body(Body::from(body)).unwrap()
    };
    let long = format!(r#"{{"begin":{{"game":"{}"}}}}"#, "x".repeat(70_000));
    let reply = send(&server.router, post(long)).await;
    assert_eq!(reply.status, 413);
    assert_eq!(reply.json()["error"], "the body is too long");
    let deep = "[".repeat(30_000);
    assert!(send(&server.router, post(deep)).await.status.is_client_error());
    let many = json!({"game": "tictactoe", "tokens": vec![json!([]); 10_000]});
    server.client().post("/api/setup", &many).await.with(422);
}

#[tokio::test]
async fn a_body_that_is_said_to_be_long_is_refused_unread() {
    let server = Server::new();
    let request = Request::builder().method("POST").uri("/api/sessions").header(JSON.0, JSON.1);
    let request = request.header("host", "localhost").header("content-length", "64001");
    // The body never arrives; waiting for it would give 408.
    let body = Body::from_stream(futures_util::stream::pending::<Result<String, Infallible>>());
    let reply = send(&server.router, request.body(body).unwrap()).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["error"]),
        (413, &json!("the body is too long"))
    );
}

#[tokio::test]
async fn what_is_refused_is_counted() {
    let server = Server::new();
    let foreign = ("GET", "/api/games", &[("host", "evil.example")][..], "", 421, "");
    ask(&server, &foreign).await;
    let own = ("LONGLONGLONG", "/api/me", &[][..], "", 405, "");
    ask(&server, &own).await;
    let mut client = server.client();
    let text = |reply: Reply| String::from_utf8(reply.bytes.to_vec()).unwrap();
    let told = text(client.get("/metrics").await);
    assert!(told.contains(r#"method="GET",route="/api/games",status="421"} 1"#), "{told}");
    assert!(told.contains(r#"method="other",route="/api/me",status="405"} 1"#), "{told}");
}

#[tokio::test]
async fn long_texts_come_back_short() {
    let server = Server::new();
    let game = "x".repeat(7_000);
    let reply = server.client().get(&format!("/api/games/{game}")).await;
    reply.with(404);
    assert!(reply.bytes.len() < 1_000, "{} bytes for a name that is none", reply.bytes.len());
    let position = "x".repeat(7_000);
    let path = format!("/api/positions?game=tictactoe&position={position}");
    let reply = server.client().get(&path).await;
    reply.with(422);
    assert!(reply.bytes.len() < 1_000);
}

/// The metric with this name.
async fn figure(client: &mut Client, name: &str) -> u64 {
    let text = String::from_utf8(client.get("/metrics").await.bytes.to_vec()).unwrap();
    let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn ten_thousand_people_are_not_made_by_one_address() {
    let server = Server::with(Settings { new_people_per_hour: 50, ..settings() });
    let begin = json!({"begin": {"game": "tictactoe"}, "move": "b2"});
    let mut made = 0;
    for _ in 0..10_000 {
        let reply = server.client().post("/api/sessions", &begin).await;
        match reply.status.as_u16() {
            201 => made += 1,
            429 => assert!(reply.headers.contains_key("retry-after")),
            other => panic!("{other}"),
        }
    }
    assert!((50..60).contains(&made), "{made}");
    let mut client = server.client();
    assert_eq!(figure(&mut client, "spar_store_changes_total").await, made);
    assert!(figure(&mut client, "spar_store_bytes").await < 1 << 20);
    assert!(figure(&mut client, "spar_limit_buckets").await <= 100);
}

#[tokio::test]
async fn somebody_who_asks_too_often_waits_and_others_do_not() {
    let server = Server::with(Settings { requests_per_minute: 20, ..settings() });
    let (mut greedy, mut other) = (server.client(), server.client());
    for client in [&mut greedy, &mut other] {
        client.put("/api/me", &json!({"name": "a"})).await.with(200);
    }
    let mut refused = 0;
    for _ in 0..50 {
        refused += u32::from(greedy.get("/api/me").await.status == 429);
    }
    assert!(refused >= 25, "{refused}");
    other.get("/api/me").await.with(200);
}

#[tokio::test]
async fn what_a_client_says_of_its_address_is_believed_from_proxies_alone() {
    let request = |forwarded: &str| {
        let request = Request::builder().uri("/api/games").header("host", "localhost");
        request.header("x-forwarded-for", forwarded).body(Body::empty()).unwrap()
    };
    let limited = Settings { address_requests_per_minute: 5, ..settings() };
    let server = Server::with(limited.clone());
    let mut refused = 0;
    for index in 0..20 {
        let reply = send(&server.router, request(&format!("10.0.0.{index}"))).await;
        refused += u32::from(reply.status == 429);
    }
    assert!(refused >= 10, "without proxies the header means nothing");
    let server = Server::with(Settings { proxies: 1, ..limited });
    for index in 0..20 {
        let reply = send(&server.router, request(&format!("1.1.1.1, 10.0.0.{index}"))).await;
        assert_eq!(reply.status, 200, "each comes from another address");
    }
    let mut refused = 0;
    for index in 0..20 {
        let reply = send(&server.router, request(&format!("10.9.9.{index}, 10.7.7.7"))).await;
        refused += u32::from(reply.status == 429);
    }
    assert!(refused >= 10, "what stands before the proxy's word means nothing");
}

#[tokio::test]
async fn thousands_of_positions_leave_a_small_cache() {
    let server = Server::new();
    let mut client = server.client();
    let mut text = ['.'; 16];
    for index in 0..6_000_usize {
        // A different board of sixteen cells with two stones each time.
        text.fill('.');
        let (x, o) = (index % 16, index / 16 % 16);
        if x != o {
            (text[x], text[o]) = ('x', 'o');
        }
        let rows: Vec<String> = text.chunks(4).map(|row| row.iter().collect()).collect();
        let connect = 2 + index / 256 % 3;
        let game = format!("lines:rows=4,cols=4,connect={connect},along=rc");
        let path = format!("/api/values?game={game}&position={}", rows.join("/"));
        if index % 40 == 0 {
            client.get(&path).await.with(200);
        }
    }
    assert!(figure(&mut client, "spar_cache_entries").await <= 16_384);
}
