//! Levels through the API: what comes next, and what never comes again.

use super::client::{Client, Server};
use serde_json::{Value, json};

/// The next level of a game, without those passed over.
async fn next(client: &mut Client, query: &str, passed: &[String]) -> Value {
    let not = passed.join("%20");
    client.get(&format!("/api/levels/next?{query}&not={not}")).await.with(200)
}

fn position(level: &Value) -> String {
    level["begin"]["position"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn levels_passed_over_come_again_only_after_all_others() {
    let server = Server::new();
    let mut client = server.client();
    let mut passed: Vec<String> = Vec::new();
    // The program brings thirty levels of it.
    for count in 0..40 {
        let level = next(&mut client, "game=bottom2&rung=7", &passed).await;
        let position = position(&level);
        assert!(count >= 30 || !passed.contains(&position), "{position} came twice");
        assert_ne!(passed.last(), Some(&position), "the same twice in a row");
        passed.push(position);
    }
}

#[tokio::test]
async fn a_rung_is_generated_before_another_is_offered() {
    let server = Server::new();
    let mut client = server.client();
    let mut passed: Vec<String> = Vec::new();
    // The program brings eight of each rung.
    for _ in 0..12 {
        let level = next(&mut client, "game=tictactoe&rung=1", &passed).await;
        assert_eq!((&level["rung"], &level["begin"]["rung"]), (&json!(1), &json!(1)));
        let position = position(&level);
        assert!(!passed.contains(&position), "{position} came twice");
        passed.push(position);
    }
}

#[tokio::test]
async fn a_generated_level_counts_and_does_not_come_again() {
    let server = Server::new();
    let mut client = server.client();
    let game = "tictactoe:rows=3,cols=4";
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..4 {
        let level = next(&mut client, &format!("game={game}&rung=1"), &[]).await;
        let position = position(&level);
        assert!(!seen.contains(&position), "{position} came twice");
        seen.push(position.clone());
        let values = format!("/api/values?game={game}&position={position}");
        let best = client.get(&values).await.with(200)["line"][0]["move"].take();
        let body = json!({"begin": level["begin"], "move": best});
        let answer = client.post("/api/sessions", &body).await.with(201);
        assert_eq!(answer["session"]["result"], "win");
        let own = next(&mut client, &format!("game={game}"), &[]).await;
        assert_eq!(own["rung"], 2, "one up after a level solved at once");
    }
}

#[tokio::test]
async fn a_game_without_kept_levels_has_one_of_the_nearest_rung_that_is_found() {
    let server = Server::new();
    let mut client = server.client();
    let level = next(&mut client, "game=connect4:rows=7,cols=7&rung=3", &[]).await;
    assert_eq!(level["rung"], level["begin"]["rung"]);
}

#[tokio::test]
async fn what_was_had_comes_again_longest_ago_first() {
    let server = Server::new();
    let mut client = server.client();
    let query = "game=bottom2&rung=7";
    let mut had: Vec<String> = Vec::new();
    let again = loop {
        let level = next(&mut client, query, &[]).await;
        let position = position(&level);
        if had.contains(&position) {
            break level;
        }
        had.push(position);
        client.post("/api/sessions", &json!({"begin": level["begin"]})).await.with(201);
    };
    let passed = [position(&again)];
    let other = next(&mut client, query, &passed).await;
    assert!(had.contains(&position(&other)) && position(&other) != passed[0]);
    // Begun once more, though not ended, it is the latest.
    client.post("/api/sessions", &json!({"begin": again["begin"]})).await.with(201);
    assert_ne!(position(&next(&mut client, query, &[]).await), passed[0]);
}

#[tokio::test]
async fn wishes_that_cannot_be_are_refused() {
    let server = Server::new();
    let mut client = server.client();
    let start = ".../.../...%20";
    let path = |not: &str| format!("/api/levels/next?game=tictactoe&not={not}");
    client.get(&path(&start.repeat(200))).await.with(200);
    let refused = client.get(&path(&start.repeat(201))).await.with(422);
    assert_eq!(refused["error"], "more than 200 positions are not wanted");
    client.get(&path("nonsense")).await.with(422);
}
