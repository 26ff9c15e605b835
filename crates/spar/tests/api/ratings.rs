//! Ratings, matched levels and repeated levels through the API.

use super::client::{Client, Server};
use serde_json::{Value, json};
use spar_catalog::ladder;
use spar_challenge::rating::Rating;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

const DAY: i64 = 86_400_000;

/// The next level of a game.
async fn next(client: &mut Client, query: &str) -> Value {
    client.get(&format!("/api/levels/next?{query}")).await.with(200)
}

/// A move that wins from here, or one that loses the win.
async fn choose(client: &mut Client, session: &Value, wins: bool) -> Value {
    let game = session["now"]["game"].as_str().unwrap();
    let position = session["now"]["position"].as_str().unwrap();
    let values = client.get(&format!("/api/values?game={game}&position={position}")).await;
    let values = values.with(200);
    if wins {
        return values["line"][0]["move"].clone();
    }
    let moves = values["moves"].as_array().unwrap();
    let slip = moves.iter().find(|it| it["value"]["kind"] != "win");
    slip.unwrap_or_else(|| panic!("no slip at {position}"))["move"].clone()
}

/// Begins a level and plays it to its end, after a slip if requested.
async fn try_it(client: &mut Client, level: &Value, slip: bool) -> Value {
    let body = json!({"begin": level["begin"]});
    let mut session = client.post("/api/sessions", &body).await.with(201)["session"].take();
    let path = format!("/api/sessions/{}/moves", session["id"].as_str().unwrap());
    let mut wins = !slip;
    while session["state"] == "open" {
        let mv = choose(client, &session, wins).await;
        wins = true;
        let body = json!({"move": mv, "at": session["at"]});
        session = client.post(&path, &body).await.with(200)["session"].take();
    }
    session
}

/// A level with a move that loses the win.
async fn with_slip(client: &mut Client, query: &str) -> Value {
    let mut passed = String::new();
    loop {
        let level = next(client, &format!("{query}&not={passed}")).await;
        let position = level["begin"]["position"].as_str().unwrap().to_owned();
        let game = level["begin"]["game"].as_str().unwrap();
        let values = client.get(&format!("/api/values?game={game}&position={position}")).await;
        let values = values.with(200);
        if values["moves"].as_array().unwrap().iter().any(|it| it["value"]["kind"] != "win") {
            return level;
        }
        passed.push_str("%20");
        passed.push_str(&position);
    }
}

fn moved(tried: &Value) -> [i64; 4] {
    ["level", "before", "after", "deviation"].map(|key| tried["rating"][key].as_i64().unwrap())
}

#[tokio::test]
async fn a_try_moves_the_rating_as_computed() {
    let server = Server::new();
    let mut client = server.client();
    let mut rating = Rating::NEW;
    for slip in [false, true, false] {
        let level = with_slip(&mut client, "game=tictactoe&wanted=40").await;
        assert_eq!(level["rated"], true);
        let session = try_it(&mut client, &level, slip).await;
        let before = rating.rating.round() as i64;
        let hard = level["rating"].as_i64().unwrap();
        rating = rating.after(hard as i32, !slip, 0);
        let tried = &session["tried"];
        assert_eq!(tried["solved"], !slip);
        let [after, deviation] = [rating.rating, rating.deviation].map(|it| it.round() as i64);
        assert_eq!(moved(tried), [hard, before, after, deviation]);
        // The result is the same when it is loaded again.
        let path = format!("/api/sessions/{}", session["id"].as_str().unwrap());
        assert_eq!(client.get(&path).await.with(200)["tried"], *tried);
    }
    let me = client.get("/api/me").await.with(200);
    let own = &me["ratings"][0];
    assert_eq!(own["rating"].as_i64(), Some(rating.rating.round() as i64));
    assert_eq!((&own["tries"], &own["game"]), (&json!(3), &json!("tictactoe")));
    assert_eq!(own["history"].as_array().unwrap().len(), 3);
    assert_eq!((&me["streak"], &me["best"]), (&json!(1), &json!(1)));
    assert_eq!(me["tries"], json!(["solved", "missed", "solved"]));
}

#[tokio::test]
async fn a_slip_decides_at_once_and_help_makes_it_unrated() {
    let server = Server::new();
    let mut client = server.client();
    let level = with_slip(&mut client, "game=connect3&wanted=40").await;
    let mv = choose(&mut client, &level["session"], false).await;
    let answer =
        client.post("/api/sessions", &json!({"begin": level["begin"], "move": mv})).await.with(201);
    let session = &answer["session"];
    assert_eq!((&session["state"], &session["tried"]["solved"]), (&json!("open"), &json!(false)));
    assert!(session["tried"]["rating"]["after"].as_i64() < Some(1500), "{}", session["tried"]);
    assert!(session["cost"].as_str().unwrap().contains("has its result already"));

    let level = next(&mut client, "game=connect3&wanted=40").await;
    assert!(level["session"]["cost"].as_str().unwrap().contains("not rated"), "said before");
    let body = json!({"begin": level["begin"]});
    let session = client.post("/api/sessions", &body).await.with(201)["session"].take();
    let path = format!("/api/sessions/{}", session["id"].as_str().unwrap());
    client.post(&format!("{path}/hint"), &json!({"at": session["at"]})).await.with(200);
    let given_up = client.post(&format!("{path}/resign"), &json!({"at": session["at"]})).await;
    let tried = given_up.with(200)["tried"].take();
    assert_eq!((&tried["helped"], &tried["rating"]), (&json!(true), &Value::Null));
    let me = client.get("/api/me").await.with(200);
    assert_eq!(me["ratings"][0]["tries"], 1, "only the first try was rated");
}

#[tokio::test]
async fn a_missed_level_comes_back_in_a_mirror_after_two_others_and_then_after_days() {
    let time = Arc::new(AtomicI64::new(20_000 * DAY));
    let clock = Arc::clone(&time);
    let server = Server::by(Arc::new(move || clock.load(Ordering::Relaxed)));
    let mut client = server.client();
    let query = "game=connect3&wanted=40";
    let missed = with_slip(&mut client, query).await;
    try_it(&mut client, &missed, true).await;
    let when = async |client: &mut Client| -> Value {
        client.get("/api/me").await.with(200)["back"][0]["when"].take()
    };
    assert_eq!(when(&mut client).await, "after two more levels of this game");
    for left in ["after one more level of this game", "now"] {
        let level = next(&mut client, query).await;
        assert_eq!(level["again"], Value::Null);
        try_it(&mut client, &level, false).await;
        assert_eq!(when(&mut client).await, left);
    }
    let rated = client.get("/api/me").await.with(200)["ratings"][0]["tries"].clone();
    for days in [1, 3] {
        let level = next(&mut client, query).await;
        assert_eq!(level["again"]["image"], "mirrored");
        assert_eq!(level["rated"], false);
        let (was, is) = (&missed["begin"]["position"], &level["begin"]["position"]);
        let mirrored = |text: &Value| -> String {
            let rows = text.as_str().unwrap().split('/');
            rows.map(|row| row.chars().rev().collect()).collect::<Vec<String>>().join("/")
        };
        let is_image = *is == json!(mirrored(was)) || is == was;
        assert!(is_image, "{was} {is}");
        let session = try_it(&mut client, &level, false).await;
        assert_eq!(session["tried"]["rating"], Value::Null, "a return is not rated");
        assert_ne!(next(&mut client, query).await["begin"]["position"], *is);
        // One minute too early, and then in time.
        time.fetch_add(days * DAY - 60_000, Ordering::Relaxed);
        assert_eq!(next(&mut client, query).await["again"], Value::Null);
        time.fetch_add(60_000, Ordering::Relaxed);
    }
    let level = next(&mut client, query).await;
    assert_eq!(level["again"]["image"], "mirrored");
    try_it(&mut client, &level, false).await;
    time.fetch_add(100 * DAY, Ordering::Relaxed);
    assert_eq!(next(&mut client, query).await["again"], Value::Null, "it is learned");
    let me = client.get("/api/me").await.with(200);
    assert_eq!(me["back"], json!([]));
    assert_eq!(me["ratings"][0]["tries"], rated);
    let last =
        me["ratings"][0]["history"].as_array().unwrap().last().unwrap()["deviation"].as_i64();
    assert!(me["ratings"][0]["deviation"].as_i64() > last, "days away make it less sure");
}

#[tokio::test]
async fn the_wanted_chance_shifts_what_comes() {
    let server = Server::new();
    let mut client = server.client();
    let mut ratings = Vec::new();
    for wanted in [90, 70, 55, 30, 10] {
        let level = next(&mut client, &format!("game=connect4&wanted={wanted}")).await;
        assert_eq!(level["wanted"], wanted);
        let expected = Rating::NEW.expected(level["rating"].as_i64().unwrap() as i32);
        assert!((expected - f64::from(wanted) / 100.0).abs() < 0.1, "{wanted}: {expected}");
        ratings.push(level["rating"].as_i64().unwrap());
        let odds = level["odds"].as_array().unwrap();
        assert_eq!(odds.len(), 4);
    }
    assert!(ratings.is_sorted(), "{ratings:?}");
    assert_eq!(next(&mut client, "game=connect4").await["wanted"], 50);
}

#[tokio::test]
async fn the_same_level_counts_once() {
    let server = Server::new();
    let mut client = server.client();
    let level = next(&mut client, "game=tictactoe&wanted=40").await;
    let first = try_it(&mut client, &level, false).await;
    assert_ne!(first["tried"]["rating"], Value::Null);
    let again = try_it(&mut client, &level, false).await;
    assert_eq!(again["tried"]["solved"], true);
    assert_eq!(again["tried"]["rating"], Value::Null, "it was had before");
    // A game with a chosen seed is not rated either, nor one that was tried with other
    // settings.
    for begin in [json!({"seed": 7}), json!({})] {
        let level = with_slip(&mut client, "game=tictactoe&wanted=40").await;
        let mut body = json!({"begin": level["begin"]});
        if begin["seed"].is_null() {
            let mut other = level["begin"].clone();
            other["goal"] = json!("draw");
            try_it(&mut client, &json!({"begin": other}), true).await;
        } else {
            body["seed"] = begin["seed"].clone();
        }
        let session = client.post("/api/sessions", &body).await.with(201)["session"].take();
        let cost = session["cost"].as_str().unwrap();
        assert!(cost.starts_with("This try is not rated"), "{cost}");
    }
    // A position of one's own choice is not rated either, unless it is a level of the ladder.
    let own = json!({"begin": {"game": "tictactoe", "position": "xx./oo./...", "goal": "win"}});
    let own = try_it(&mut client, &own, false).await;
    assert_eq!(own["tried"]["rating"], Value::Null);
    assert!(ladder::kept("tictactoe").all(|it| it.level.position != "xx./oo./..."));
}

#[tokio::test]
async fn one_device_is_left_and_the_others_stay() {
    let server = Server::new();
    let mut client = server.client();
    client.put("/api/me", &json!({"name": "Ann"})).await.with(200);
    let link = client.post("/api/me/link", &json!({})).await.with(200);
    let key = link["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let mut other = server.client();
    other.post("/api/link", &json!({"key": key})).await.with(200);
    let cookie = client.cookie.clone();
    client.delete("/api/me/here").await.with(204);
    assert_eq!(client.cookie, None);
    client.cookie = cookie;
    assert_eq!(
        client.get("/api/me").await.with(200)["known"],
        false,
        "the cookie is worth nothing"
    );
    assert_eq!(other.get("/api/me").await.with(200)["name"], "Ann");
}
