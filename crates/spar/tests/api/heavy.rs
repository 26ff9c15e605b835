//! Questions that would take long: they are rejected with an error, and delay nobody.

use super::client::{Client, Server, settings};
use serde_json::json;
use spar_server::Settings;

/// A race in which every value is a sum of thousands of numbers.
const HEAVY: &str = "ladders:n=400,overflow=bounce,actions=1.3d85.3d84.3d83.3d82.3d81.3d80.3d79";

fn start(game: &str) -> String {
    format!("/api/start?game={game}&goal=best&rung=1&against=perfect")
}

#[tokio::test]
async fn a_race_that_takes_too_long_is_refused_with_a_sentence() {
    let server = Server::new();
    let mut client = server.client();
    let refused = client.get(&start(HEAVY)).await.with(422);
    let said = "the chances of this game take too long to compute, so no choice can be judged";
    assert_eq!(refused["error"], said);
    assert!(refused["hint"].as_str().unwrap().contains("smaller dice"));
    let begin = json!({"game": HEAVY, "goal": "best", "against": "perfect"});
    let refused = client.post("/api/sessions", &json!({"begin": begin})).await.with(422);
    assert_eq!(refused["error"], said);
    // Without a goal it can be played; its chances are unknown.
    let values = client.get(&format!("/api/values?game={HEAVY}")).await.with(200);
    assert_eq!(values["value"]["kind"], "unknown");
    // Levels whose moves can be judged are still available.
    client.get(&start("ladders:n=100")).await.with(200);
    client.get(&start("ladders")).await.with(200);
}

/// With one thread for all work and one for quick work only, one person sends more heavy
/// requests than there are threads, again and again, while another plays a game.
#[tokio::test]
async fn heavy_questions_hold_up_nobody() {
    let server = Server::with(Settings { workers: 1, queue: 8, ..settings() });
    let mut asking = tokio::task::JoinSet::new();
    for sides in 70..78 {
        let (mut client, game) = (server.client(), format!("{HEAVY}.3d{sides}"));
        // The same board with a different last die, so that nothing is cached.
        let game = game.replacen(".3d79", "", 1);
        asking.spawn(async move { client.get(&start(&game)).await.status });
    }
    let mut player = server.client();
    let moves = play(&mut player).await;
    assert!(moves >= 3);
    while let Some(status) = asking.join_next().await {
        // A full queue is said to be full.
        assert!([422, 503].contains(&status.unwrap().as_u16()));
    }
}

/// Plays a game to its end. Returns the number of own moves.
async fn play(client: &mut Client) -> usize {
    let begin = json!({"begin": {"game": "tictactoe", "against": "1"}, "seed": 1});
    let mut answer = loop {
        let begun = client.post("/api/sessions", &begin).await;
        if begun.status != 503 {
            break begun.with(201);
        }
    };
    let id = answer["session"]["id"].as_str().unwrap().to_owned();
    let mut n_moves = 0;
    while answer["session"]["state"] == "open" {
        let mv = answer["session"]["now"]["moves"][0]["move"].clone();
        let body = json!({"move": mv, "at": answer["session"]["at"]});
        let made = client.post(&format!("/api/sessions/{id}/moves"), &body).await;
        if made.status != 503 {
            answer = made.with(200);
            n_moves += 1;
        }
    }
    n_moves
}
