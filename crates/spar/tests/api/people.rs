//! Identification of people, and the privacy of their data.

use super::client::Server;
use serde_json::{Value, json};

const BEGIN: &str = r#"{"begin": {"game": "tictactoe"}, "move": "b2"}"#;

fn begin() -> Value {
    serde_json::from_str(BEGIN).unwrap()
}

#[tokio::test]
async fn a_first_move_makes_somebody_known() {
    let server = Server::new();
    let mut client = server.client();
    assert_eq!(client.get("/api/me").await.with(200)["known"], false);
    assert_eq!(client.cookie, None);
    let reply = client.post("/api/sessions", &begin()).await;
    reply.with(201);
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(client.get("/api/me").await.with(200)["known"], true);
    let again = client.post("/api/sessions", &begin()).await;
    assert!(!again.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn a_name_is_kept_as_it_is_written() {
    let server = Server::new();
    for name in [
        "Åsa",
        "李",
        "<script>alert(1)</script>",
        "'; DROP TABLE players; --",
        "مرحبا",
        "🙂",
        "👩\u{200d}🚀",
        "می\u{200c}خواهم",
        "%00",
        "../../etc/passwd",
        "a\"b",
        &"x".repeat(40),
    ] {
        let mut client = server.client();
        let me = client.put("/api/me", &json!({"name": format!("  {name} ")})).await.with(200);
        assert_eq!(me["name"], name);
        assert_eq!(client.get("/api/me").await.with(200)["name"], name);
    }
    let mut client = server.client();
    let invisible = ["\u{200b}", "\u{2060} \u{feff}", "\u{3164}", "\u{ad}\u{fe0f}"];
    let turning = ["a\u{202e}b", "\u{2067}abc\u{2069}", "\u{200f}a"];
    let long = "x".repeat(41);
    let others = ["", "   ", "a\nb", "a\u{0}b", &long];
    for name in others.into_iter().chain(invisible).chain(turning) {
        client.put("/api/me", &json!({"name": name})).await.with(422);
    }
    assert_eq!(client.cookie, None, "a refused name makes nobody known");
}

#[tokio::test]
async fn nobody_reaches_what_is_anothers() {
    let server = Server::new();
    let (mut own, mut other, mut nobody) = (server.client(), server.client(), server.client());
    let answer = own.post("/api/sessions", &begin()).await.with(201);
    let id = answer["session"]["id"].as_str().unwrap();
    other.post("/api/sessions", &begin()).await.with(201);
    for client in [&mut other, &mut nobody] {
        client.get(&format!("/api/sessions/{id}")).await.with(404);
        client.get(&format!("/api/sessions/{id}/review")).await.with(404);
        for what in ["undo", "resign", "hint", "response", "values"] {
            client.post(&format!("/api/sessions/{id}/{what}"), &json!({"at": 2})).await.with(404);
        }
        let body = json!({"move": "a1", "at": 2});
        client.post(&format!("/api/sessions/{id}/moves"), &body).await.with(404);
        let list = client.get("/api/sessions").await.with(200);
        assert!(list.as_array().unwrap().iter().all(|card| card["id"] != id));
    }
    own.get(&format!("/api/sessions/{id}")).await.with(200);
}

#[tokio::test]
async fn a_link_moves_somebody_to_another_device_once() {
    let server = Server::new();
    let mut laptop = server.client();
    laptop.post("/api/me/link", &json!(null)).await.with(404);
    laptop.put("/api/me", &json!({"name": "Ada"})).await.with(200);
    let old = laptop.post("/api/me/link", &json!(null)).await.with(200);
    let link = laptop.post("/api/me/link", &json!(null)).await.with(200);
    let key = |link: &Value| {
        let path = link["path"].as_str().unwrap().to_owned();
        json!({"key": path.strip_prefix("/move/").unwrap()})
    };
    let mut phone = server.client();
    phone.post("/api/link", &key(&old)).await.with(410);
    assert_eq!(phone.cookie, None);
    let me = phone.post("/api/link", &key(&link)).await.with(200);
    assert_eq!(me["name"], "Ada");
    assert_eq!(phone.get("/api/me").await.with(200)["name"], "Ada");
    assert_eq!(laptop.get("/api/me").await.with(200)["name"], "Ada", "the first device stays");
    server.client().post("/api/link", &key(&link)).await.with(410);
    server.client().post("/api/link", &json!({"key": ""})).await.with(410);
}

#[tokio::test]
async fn who_is_forgotten_was_never_here() {
    let server = Server::new();
    let mut client = server.client();
    let answer = client.post("/api/sessions", &begin()).await.with(201);
    let id = answer["session"]["id"].as_str().unwrap();
    let cookie = client.cookie.clone();
    client.delete("/api/me").await.with(204);
    assert_eq!(client.cookie, None, "the browser forgets, too");
    client.cookie = cookie;
    assert_eq!(client.get("/api/me").await.with(200)["known"], false);
    client.get(&format!("/api/sessions/{id}")).await.with(404);
    server.client().delete("/api/me").await.with(204);
}

#[tokio::test]
async fn who_is_forgotten_by_several_requests_at_once_is_forgotten() {
    let server = Server::new();
    let mut client = server.client();
    client.put("/api/me", &json!({"name": "Ada"})).await.with(200);
    let forget = || {
        let mut same = server.client();
        same.cookie.clone_from(&client.cookie);
        tokio::spawn(async move { same.delete("/api/me").await })
    };
    let all: Vec<_> = (0..8).map(|_| forget()).collect();
    for reply in all {
        reply.await.unwrap().with(204);
    }
}
