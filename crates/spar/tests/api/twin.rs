//! Twins of missed positions through the API.

use super::client::{Client, Server, app, settings};
use serde_json::{Value, json};
use spar_server::router;

/// A game with a miss: its id.
async fn missed(client: &mut Client, begin: Value, mv: &str) -> String {
    let answer = client.post("/api/sessions", &json!({"begin": begin, "move": mv})).await.with(201);
    assert_eq!(answer["verdict"]["kind"], "slip");
    answer["session"]["id"].as_str().unwrap().to_owned()
}

fn tokens(view: &Value) -> Vec<&Value> {
    let cells = view["session"]["now"]["scene"]["cells"].as_array().unwrap();
    cells.iter().map(|cell| &cell["tokens"]).collect()
}

#[tokio::test]
async fn after_a_miss_the_twin_is_played_and_then_the_first_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::of(&router(app(folder.path(), settings())));
    let begin = json!({"game": "tictactoe", "position": "xx./oo./...", "goal": "win"});
    let id = missed(&mut client, begin, "c1").await;
    let path = format!("/api/sessions/{id}/twin");
    let view = client.get(&path).await.with(200);
    assert_eq!(view, client.get(&path).await.with(200), "the same question, the same answer");
    assert_eq!(view["move"], "c1");
    assert_eq!(view["words"], "Here c1 is one of the moves that win fastest.");
    let (first, twin) = (&view["first"], &view["twin"]);
    assert_eq!(first["begin"]["position"], "xx./oo./...");
    assert_eq!((&first["rated"], &twin["rated"]), (&json!(false), &json!(false)));
    let pairs = tokens(first).into_iter().zip(tokens(twin)).enumerate();
    let differ: Vec<usize> = pairs.filter(|(_, (a, b))| a != b).map(|it| it.0).collect();
    assert_eq!(view["cells"], json!(differ));
    assert_eq!(view["distance"], differ.len());

    // The missed move is right there, and some other one is a slip or slower.
    let mut kinds = Vec::new();
    for mv in twin["session"]["now"]["moves"].as_array().unwrap() {
        let body = json!({"begin": twin["begin"], "move": mv["move"]});
        let answer = client.post("/api/sessions", &body).await.with(201);
        let is_it = mv["move"] == "c1";
        let kind = answer["verdict"]["kind"].as_str().unwrap().to_owned();
        assert!(!is_it || kind == "best", "{kind}");
        kinds.push(kind);
        assert_eq!(answer["session"]["tried"]["rating"], json!(null));
        if !is_it {
            continue;
        }
        // The game of the twin is the same after a restart.
        let path = format!("/api/sessions/{}", answer["session"]["id"].as_str().unwrap());
        let shown = client.get(&path).await.with(200);
        let mut again = Client::of(&router(app(folder.path(), settings())));
        again.cookie.clone_from(&client.cookie);
        assert_eq!(again.get(&path).await.with(200), shown);
        assert_eq!(shown["moves"][0]["move"], "c1");
    }
    assert!(kinds.iter().any(|it| it != "best"), "{kinds:?}");
    let body = json!({"begin": first["begin"], "move": "c3"});
    let answer = client.post("/api/sessions", &body).await.with(201);
    assert_eq!(answer["session"]["result"], "win");
    assert_eq!(answer["session"]["tried"]["rating"], json!(null));
}

#[tokio::test]
async fn a_choice_that_cost_chances_has_a_twin_in_which_it_is_best() {
    let server = Server::new();
    let mut client = server.client();
    let mut n_twins = 0;
    for start in ["15-17-first", "14-10-first", "10-12-first"] {
        let address = format!("/api/values?game=ladders&position={start}");
        let values = client.get(&address).await.with(200);
        let moves = values["moves"].as_array().unwrap();
        let chance = |mv: &&Value| mv["value"]["chance"]["low"].as_f64().unwrap();
        let worst = moves.iter().min_by(|a, b| chance(a).total_cmp(&chance(b))).unwrap();
        let begin = json!({
            "game": "ladders", "position": start, "goal": "best", "against": "fastest"
        });
        let body = json!({"begin": begin, "move": worst["move"], "seed": 3});
        let answer = client.post("/api/sessions", &body).await.with(201);
        if answer["verdict"]["kind"] != "slip" {
            continue;
        }
        let id = answer["session"]["id"].as_str().unwrap();
        let view = client.get(&format!("/api/sessions/{id}/twin")).await.with(200);
        assert_eq!(view["first"]["begin"]["position"], start);
        assert_ne!(view["twin"], json!(null), "{start}");
        let body = json!({"begin": view["twin"]["begin"], "move": worst["move"]});
        let answer = client.post("/api/sessions", &body).await.with(201);
        assert_eq!(answer["verdict"]["kind"], "best", "{start}");
        n_twins += 1;
    }
    assert!(n_twins > 0, "some choice is a slip");
}

#[tokio::test]
async fn without_a_miss_there_is_no_twin() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "position": "xx./oo./...", "goal": "win"});
    let body = json!({"begin": begin, "move": "c3"});
    let answer = client.post("/api/sessions", &body).await.with(201);
    let id = answer["session"]["id"].as_str().unwrap();
    let refused = client.get(&format!("/api/sessions/{id}/twin")).await.with(422);
    assert_eq!(refused["error"], "no move of this game missed a goal");
    client.get("/api/sessions/nobody/twin").await.with(404);
    let free = json!({"begin": {"game": "tictactoe"}, "move": "a1"});
    let answer = client.post("/api/sessions", &free).await.with(201);
    let id = answer["session"]["id"].as_str().unwrap();
    client.get(&format!("/api/sessions/{id}/twin")).await.with(422);
}
