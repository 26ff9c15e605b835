//! Requests that need no person.

use super::client::Server;
use serde_json::json;

#[tokio::test]
async fn games_are_listed_and_each_has_a_page() {
    let server = Server::new();
    let mut client = server.client();
    let games = client.get("/api/games").await.with(200);
    let games = games.as_array().unwrap();
    assert!(games.len() >= 5);
    let view = client.get("/api/games/connect4%3Arows%3D4%2Ccols%3D5").await.with(200);
    assert_eq!(view["game"], "connect4:rows=4,cols=5");
    assert_eq!(view["start"]["moves"].as_array().unwrap().len(), 5);
    let near = client.get("/api/games/conect4").await.with(404);
    assert_eq!(near["hint"], "nearest: `connect4`");
    client.get("/api/games/connect4%3Arows%3D99").await.with(422);
    assert_eq!(client.cookie, None, "reading makes nobody known");
}

#[tokio::test]
async fn a_position_is_read_drawn_and_valued() {
    let server = Server::new();
    let mut client = server.client();
    let view = client.get("/api/positions?game=tictactoe&position=xx./oo./...").await.with(200);
    assert_eq!(view["turn"], "first");
    let cross = json!({"side": "first", "kind": "cross", "count": 1});
    let moves = view["moves"].as_array().unwrap();
    let c3 = moves.iter().find(|it| it["move"] == "c3").unwrap();
    assert_eq!(c3["shows_on"], 2);
    let line: Vec<_> = [0, 1, 2]
        .map(|cell| json!({"of": "cell", "cell": cell, "tokens": [cross], "marks": ["line"]}))
        .into();
    let mut changes = c3["changes"].as_array().unwrap().clone();
    changes.sort_by_key(|change| change["cell"].as_u64());
    assert_eq!(changes, line);
    let wrong = client.get("/api/positions?game=tictactoe&position=xq./oo./...").await.with(422);
    assert!(wrong["error"].as_str().unwrap().contains('q'), "{wrong}");
    let values = client.get("/api/values?game=tictactoe&position=xx./oo./...").await.with(200);
    assert_eq!(values["value"]["words"], "win in 1");
    let known = |mv: &str| {
        let moves = values["moves"].as_array().unwrap();
        moves.iter().find(|it| it["move"] == mv).unwrap()["value"]["kind"].clone()
    };
    assert_eq!([known("c3"), known("c2"), known("c1")], ["win", "draw", "loss"]);
}

#[tokio::test]
async fn what_is_beyond_the_budget_is_not_known() {
    let server = Server::new();
    let values = server.client().get("/api/values?game=qubic").await.with(200);
    assert_eq!(values["value"]["words"], "not known");
}

#[tokio::test]
async fn a_position_is_set_up_by_clicks() {
    let server = Server::new();
    let mut client = server.client();
    let cross = json!([{"side": "first", "kind": "cross", "count": 1}]);
    let mut tokens = vec![json!([]); 9];
    tokens[4] = cross.clone();
    let body = json!({"game": "tictactoe", "tokens": tokens});
    let view = client.post("/api/setup", &body).await.with(200);
    assert_eq!(view["position"]["position"], ".../.x./...");
    assert_eq!(view["turns"], json!(["second"]));
    let body = json!({"game": "tictactoe", "tokens": tokens, "turn": "first"});
    client.post("/api/setup", &body).await.with(422);
    tokens[0] = cross;
    let body = json!({"game": "tictactoe", "tokens": tokens});
    client.post("/api/setup", &body).await.with(422);
    let body = json!({"game": "tictactoe", "tokens": []});
    client.post("/api/setup", &body).await.with(422);
    let strange = json!([{"side": "first", "kind": "wolf", "count": 1}]);
    let body = json!({"game": "tictactoe", "tokens": [strange]});
    let refused = client.post("/api/setup", &body).await.with(422);
    assert_eq!(refused["error"], "`wolf` is not a token of this game");
}

#[tokio::test]
async fn a_set_up_says_whose_turn_it_can_be() {
    let server = Server::new();
    let mut client = server.client();
    let pawn = |side: &str| json!({"side": side, "kind": "pawn", "count": 1});
    let mut tokens = vec![json!([]); 20];
    tokens[7] = json!([pawn("first"), pawn("second")]);
    for turn in ["first", "second"] {
        let body = json!({"game": "ladders", "tokens": tokens, "turn": turn});
        let view = client.post("/api/setup", &body).await.with(200);
        assert_eq!(view["position"]["position"], format!("7-7-{turn}"));
        assert_eq!(view["turns"], json!(["first", "second"]));
    }
}

#[tokio::test]
async fn a_link_shows_what_it_begins_and_begins_nothing() {
    let server = Server::new();
    let mut client = server.client();
    let path = "/api/start?game=tictactoe&position=xx./oo./...&against=perfect&goal=win";
    let view = client.get(path).await.with(200);
    assert_eq!(view["id"], json!(null));
    assert_eq!(view["against"]["id"], "perfect");
    assert_eq!(view["goal"]["words"], "You are X. Win in 1.");
    assert_eq!(client.cookie, None);
    for (path, status) in [
        ("/api/start?game=tictactoe&against=9", 422),
        ("/api/start?game=tictactoe&against=human&goal=win", 422),
        ("/api/start?game=tictactoe&against=human&side=first", 422),
        ("/api/start?game=tictactoe&position=xxx/oo./...&goal=win", 422),
        ("/api/start?game=tictactoe&goal=lose", 400),
        ("/api/start?game=tictactoe&colour=red", 400),
        ("/api/start?game=nothing", 404),
        ("/api/start", 400),
    ] {
        let refused = client.get(path).await.with(status);
        assert!(!refused["error"].as_str().unwrap().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn the_first_page_comes_in_one_answer() {
    let server = Server::new();
    let mut client = server.client();
    let home = client.get("/api/home").await.with(200);
    assert_eq!(home["me"]["known"], false);
    assert_eq!(home["resume"], json!([]));
    assert!(home["level"]["session"]["goal"]["moves"].as_u64().unwrap() >= 1);
    assert_eq!(home["level"]["idea"]["number"], 1, "anybody solves it");
    let easier = "/api/levels/next?game=tictactoe&wanted=90";
    let level = client.get(easier).await.with(200);
    assert_eq!((&level["wanted"], &level["rated"]), (&json!(90), &json!(true)));
    let not = level["begin"]["position"].as_str().unwrap();
    let other = client.get(&format!("{easier}&not={not}")).await.with(200);
    assert_ne!(other["begin"]["position"], level["begin"]["position"]);
    client.get("/api/levels/next?game=tictactoe&not=q").await.with(422);
    client.get("/api/levels/next?game=tictactoe&wanted=-1").await.with(400);
}
