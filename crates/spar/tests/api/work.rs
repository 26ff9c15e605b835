//! Long work: its events, and how it ends.

use super::client::{Reply, Server, settings};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use spar_server::Settings;
use spar_solve::tables::Shelf;
use spar_solve::{Budget, Context};
use tower::ServiceExt as _;

/// The events of an answer.
fn events(reply: &Reply) -> Vec<Value> {
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    let text = String::from_utf8(reply.bytes.to_vec()).unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|json| serde_json::from_str(json).unwrap()).collect()
}

async fn done(server: &Server, work: Value) -> Value {
    let mut client = server.client();
    let id = client.post("/api/work", &work).await.with(202)["id"].take();
    let path = format!("/api/work/{}/events", id.as_str().unwrap());
    let last = events(&client.get(&path).await).pop().unwrap();
    let again = events(&client.get(&path).await).pop().unwrap();
    assert_eq!(last, again, "who comes late hears the same");
    last
}

#[tokio::test]
async fn a_position_is_analysed() {
    let server = Server::new();
    let work = json!({"kind": "analysis", "game": "tictactoe", "position": "x../.o./..x"});
    let last = done(&server, work).await;
    assert_eq!((&last["event"], &last["done"]), (&json!("analysis"), &json!(true)));
    assert_eq!(last["analysis"]["values"]["value"]["kind"], "draw");
    let hardness = last["analysis"]["hardness"].as_array().unwrap();
    assert_eq!(hardness.len(), 12);
    assert!(hardness.iter().all(|pair| pair["win"]["how"].as_str().unwrap().contains("exact")));
    let over = json!({"kind": "analysis", "game": "tictactoe", "position": "xxx/oo./..."});
    let last = done(&server, over).await;
    assert_eq!(last["done"], true);
}

#[tokio::test]
async fn a_longer_search_tells_values_as_they_are_proved() {
    let server = Server::new();
    let mut client = server.client();
    let work =
        json!({"kind": "search", "game": "connect4:rows=6,cols=8", "position": "444453332211"});
    let id = client.post("/api/work", &work).await.with(202)["id"].take();
    let path = format!("/api/work/{}/events", id.as_str().unwrap());
    let told = events(&client.get(&path).await);
    let values: Vec<&Value> = told.iter().filter(|it| it["event"] == "values").collect();
    let n_known = |it: &&Value| {
        let moves = it["values"]["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 8, "{it}");
        moves.iter().filter(|it| it["value"]["kind"] != "unknown").count()
    };
    let counts: Vec<usize> = values.iter().map(n_known).collect();
    assert!(counts.is_sorted() && counts.len() >= 9, "{counts:?}");
    assert_eq!((counts[0], *counts.last().unwrap()), (0, 8), "{counts:?}");
    let is_last: Vec<bool> = values.iter().map(|it| it["done"] == true).collect();
    assert_eq!(is_last.iter().position(|it| *it), Some(values.len() - 1));
    // The values are those of `solve`.
    let game = spar_catalog::open("connect4:rows=6,cols=8").unwrap();
    let context = Context::bare(Budget::unlimited());
    let found = game.read_position("444453332211").unwrap().evaluate(&context).unwrap();
    let last = values.last().unwrap();
    assert_eq!(last["values"]["value"]["words"], found.value().unwrap().in_moves());
    for (told, known) in last["values"]["moves"].as_array().unwrap().iter().zip(found.moves()) {
        assert_eq!(told["value"]["words"], known.1.unwrap().in_moves());
    }
}

#[tokio::test]
async fn a_won_position_says_why_it_is_hard() {
    let server = Server::new();
    let work = json!({"kind": "analysis", "game": "tictactoe", "position": "start+a1,b1"});
    let last = done(&server, work).await;
    assert!(last["analysis"]["why"].as_str().unwrap().len() > 10, "{last}");
}

#[tokio::test]
async fn the_facts_of_a_game_are_counted() {
    let server = Server::new();
    let last = done(&server, json!({"kind": "facts", "game": "tictactoe"})).await;
    assert_eq!(last["facts"]["positions"], 5478);
    assert_eq!(last["facts"]["verdict"], "Draw with best play");
    assert_eq!(last["facts"]["pairs"].as_array().unwrap().len(), 16);
}

#[tokio::test]
async fn an_even_position_is_found_for_two_people() {
    let server = Server::new();
    let work = json!({"kind": "even", "game": "tictactoe", "first": 1, "second": 2, "seed": 3});
    let last = done(&server, work).await;
    assert_eq!(last["begin"]["against"], "human");
    let query = format!(
        "/api/start?game=tictactoe&against=human&position={}",
        last["begin"]["position"].as_str().unwrap()
    );
    server.client().get(&query).await.with(200);
}

#[tokio::test]
async fn what_cannot_be_worked_on_is_refused_before() {
    let server = Server::new();
    let mut client = server.client();
    for (work, status) in [
        (json!({"kind": "facts", "game": "nothing"}), 404),
        (json!({"kind": "analysis", "game": "tictactoe", "position": "q"}), 422),
        (json!({"kind": "search", "game": "tictactoe", "position": "q"}), 422),
        (json!({"kind": "even", "game": "tictactoe", "first": 99, "second": 1, "seed": 0}), 422),
        (json!({"kind": "dance", "game": "tictactoe"}), 422),
        (json!({"kind": "facts"}), 422),
    ] {
        client.post("/api/work", &work).await.with(status);
    }
    client.get("/api/work/0/events").await.with(404);
    client.delete("/api/work/0").await.with(404);
}

#[tokio::test]
async fn work_is_cancelled_and_says_so() {
    let server = Server::new();
    let mut client = server.client();
    // A long piece keeps the only thread for long work busy; the other one waits.
    let long = json!({"kind": "facts", "game": "qubic"});
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = client.post("/api/work", &long).await.with(202);
        ids.push(id["id"].as_str().unwrap().to_owned());
    }
    for id in ids.iter().rev() {
        client.delete(&format!("/api/work/{id}")).await.with(204);
    }
    for id in ids {
        let events = events(&client.get(&format!("/api/work/{id}/events")).await);
        assert_eq!(events.last().unwrap()["error"], "it was cancelled");
    }
}

#[tokio::test]
async fn one_address_has_few_pieces_of_work_at_once() {
    let server = Server::with(Settings { address_works: 2, ..settings() });
    let mut client = server.client();
    let long = json!({"kind": "facts", "game": "qubic"});
    let (mut ids, mut listeners) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let id = client.post("/api/work", &long).await.with(202);
        let id = id["id"].as_str().unwrap().to_owned();
        let listen = Request::get(format!("/api/work/{id}/events")).header("host", "localhost");
        let listen = listen.body(Body::empty()).unwrap();
        listeners.push(server.router.clone().oneshot(listen).await.unwrap());
        ids.push(id);
    }
    let refused = client.post("/api/work", &long).await;
    let error = refused.with(429)["error"].take();
    assert_eq!(error, "too much work of this address is running");
    assert!(refused.headers.contains_key("retry-after"));
    // Cancelled work does not count, and work without listeners is replaced.
    client.delete(&format!("/api/work/{}", ids[0])).await.with(204);
    let left = client.post("/api/work", &long).await.with(202)["id"].take();
    client.post("/api/work", &long).await.with(202);
    let path = format!("/api/work/{}/events", left.as_str().unwrap());
    client.delete(&format!("/api/work/{}", ids[1])).await.with(204);
    let told = events(&client.get(&path).await);
    assert_eq!(told.last().unwrap()["error"], "it was cancelled");
}

#[tokio::test]
async fn what_visitors_ask_for_is_read_from_the_shelf_and_never_put_there() {
    let folder = tempfile::tempdir().unwrap();
    let sources = Shelf::new(folder.path()).into();
    let server = Server::with(Settings { sources, ..settings() });
    let last = done(&server, json!({"kind": "facts", "game": "tictactoe"})).await;
    assert_eq!(last["facts"]["positions"], 5478);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn an_analysis_of_a_usual_start_says_what_the_program_knows() {
    let server = Server::new();
    let mut client = server.client();
    let card = client.get("/api/games/connect4").await.with(200);
    let values = client.get("/api/values?game=connect4").await.with(200);
    assert_eq!(values["value"]["kind"], "win", "{}", values["value"]);
    assert_eq!(card["verdict"], "X wins in 21 with best play", "{card}");
    let other = client.get("/api/values?game=connect4&position=start%2Ba").await.with(200);
    assert_eq!(other["value"]["kind"], "unknown");
}

#[tokio::test]
async fn when_too_much_waits_the_server_says_it_is_busy() {
    let server = Server::with(Settings { queue: 1, ..settings() });
    let mut client = server.client();
    let long = json!({"kind": "facts", "game": "qubic"});
    let mut refused = None;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let reply = client.post("/api/work", &long).await;
        match reply.status.as_u16() {
            202 => ids.push(reply.json()["id"].as_str().unwrap().to_owned()),
            _ => refused = Some(reply),
        }
    }
    let refused = refused.expect("one works, one waits, the others are too many");
    refused.with(503);
    assert!(refused.headers.contains_key("retry-after"));
    assert!(ids.len() <= 3);
    client.get("/api/games").await.with(200);
    for id in ids {
        client.delete(&format!("/api/work/{id}")).await.with(204);
    }
}
