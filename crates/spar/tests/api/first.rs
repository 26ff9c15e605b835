//! The first minute: three unrated levels of one idea each, then levels that fit, and a rating
//! only after some rated tries.

use super::client::{Client, Server};
use serde_json::{Value, json};
use spar_catalog::{entries, first_levels};
use spar_challenge::rating::{LARGEST_STEP, SHOWN_FROM};

async fn next(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/api/levels/next?game={game}")).await.with(200)
}

/// Plays a level to its end: with best moves, or the first one with a move that loses the goal.
async fn play(client: &mut Client, level: &Value, slip: bool) -> Value {
    let body = json!({"begin": level["begin"]});
    let mut session = client.post("/api/sessions", &body).await.with(201)["session"].take();
    let path = format!("/api/sessions/{}/moves", session["id"].as_str().unwrap());
    let mut slips = slip;
    while session["state"] == "open" {
        let (game, here) = (&session["now"]["game"], &session["now"]["position"]);
        let (game, here) = (game.as_str().unwrap(), here.as_str().unwrap());
        let values = client.get(&format!("/api/values?game={game}&position={here}")).await;
        let moves = values.with(200)["moves"].take();
        let moves = moves.as_array().unwrap();
        let is_good = |it: &Value| match it["value"]["chance"]["value"].as_f64() {
            None => f64::from(u8::from(it["value"]["kind"] == "win")),
            Some(chance) => chance,
        };
        let wins_at_once = |it: &&Value| it["value"]["kind"] == "win" && it["value"]["moves"] == 1;
        let by = |a: &&Value, b: &&Value| is_good(a).total_cmp(&is_good(b));
        let mv = if slips {
            moves.iter().min_by(by).unwrap()
        } else {
            moves.iter().find(wins_at_once).or_else(|| moves.iter().max_by(by)).unwrap()
        };
        slips = false;
        let body = json!({"move": mv["move"], "at": session["at"]});
        session = client.post(&path, &body).await.with(200)["session"].take();
    }
    session
}

#[tokio::test]
async fn a_new_person_gets_three_ideas_of_every_game_and_no_rating() {
    let server = Server::new();
    let games = entries().into_iter().filter(|it| !it.first.is_empty());
    for game in games.map(|it| it.name) {
        let mut client = server.client();
        for (number, first) in (1..).zip(first_levels(game)) {
            let level = next(&mut client, game).await;
            let idea = &level["idea"];
            let said = [&idea["name"], &idea["task"], &level["begin"]["position"]];
            assert_eq!(said, [first.idea, first.task, first.position], "{game}");
            assert_eq!((&idea["number"], &idea["count"]), (&json!(number), &json!(3)));
            assert_eq!((&level["rated"], &level["begin"]["rung"]), (&json!(false), &Value::Null));
            assert_eq!(level["why"], "Not rated: it shows an idea of the game.");
            let odds = level["odds"].as_array().unwrap();
            assert_eq!(odds.len(), 4, "{game}");
            let low = |player: usize| odds[player]["chance"]["low"].as_f64().unwrap();
            assert!(low(1) >= 0.6 && (number > 1 || low(0) >= 0.25), "{game}: {odds:?}");
            let session = play(&mut client, &level, false).await;
            assert_eq!(session["tried"]["words"], "Solved. Not rated.", "{game} {number}");
            assert!(!session["rule"].as_str().unwrap().is_empty());
        }
        let level = next(&mut client, game).await;
        assert_eq!((&level["idea"], &level["rated"]), (&Value::Null, &json!(true)), "{game}");
        let me = client.get("/api/me").await.with(200);
        assert_eq!((&me["ratings"], &me["streak"]), (&json!([]), &json!(3)));
    }
}

#[tokio::test]
async fn the_first_page_begins_with_the_first_idea_and_follows_the_person() {
    let server = Server::new();
    let mut client = server.client();
    let home = client.get("/api/home").await.with(200);
    let level = &home["level"];
    assert_eq!((&level["idea"]["number"], &level["rated"]), (&json!(1), &json!(false)));
    let low: Vec<f64> = level["odds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["chance"]["low"].as_f64().unwrap())
        .collect();
    assert!(low[0] >= 0.25 && low[1..].iter().all(|it| *it >= 0.95), "{low:?}");
    play(&mut client, level, false).await;
    let home = client.get("/api/home").await.with(200);
    assert_eq!(home["level"]["idea"]["number"], 2);
}

#[tokio::test]
async fn a_missed_idea_comes_back_and_a_skipped_one_gives_way() {
    let server = Server::new();
    let mut client = server.client();
    let missed = next(&mut client, "connect3").await;
    let session = play(&mut client, &missed, true).await;
    assert_eq!(session["tried"]["solved"], false);
    for number in [2, 3] {
        let level = next(&mut client, "connect3").await;
        assert_eq!(level["idea"]["number"], number);
        play(&mut client, &level, false).await;
    }
    let back = next(&mut client, "connect3").await;
    assert_eq!((&back["again"]["image"], &back["rated"]), (&json!("mirrored"), &json!(false)));
    assert_eq!(back["idea"]["number"], 1, "its idea is said again");

    let mut other = server.client();
    let first = next(&mut other, "tictactoe").await["begin"]["position"].take();
    let path = format!("tictactoe&not={}", first.as_str().unwrap());
    assert_eq!(next(&mut other, &path).await["idea"]["number"], 2);
    // Who asks for other odds than the usual ones wants something else.
    assert_eq!(next(&mut other, "tictactoe&wanted=30").await["idea"], Value::Null);
    assert_eq!(next(&mut other, "tictactoe:rows=4").await["idea"], Value::Null, "a variant");
}

#[tokio::test]
async fn who_has_tried_another_level_is_not_new() {
    let server = Server::new();
    let mut client = server.client();
    let level = next(&mut client, "tictactoe&wanted=40").await;
    play(&mut client, &level, false).await;
    assert_eq!(next(&mut client, "tictactoe").await["idea"], Value::Null);
    assert_eq!(next(&mut client, "connect3").await["idea"]["number"], 1, "new to this game");
}

#[tokio::test]
async fn a_first_level_has_verdicts_and_hints() {
    let server = Server::new();
    let mut client = server.client();
    let level = next(&mut client, "bottom2").await;
    let body = json!({"begin": level["begin"]});
    let session = client.post("/api/sessions", &body).await.with(201)["session"].take();
    let path = format!("/api/sessions/{}", session["id"].as_str().unwrap());
    let hint = client.post(&format!("{path}/hint"), &json!({"at": session["at"]})).await.with(200);
    assert!(!hint.to_string().contains("Not known"), "{hint}");
    let session = client.get(&path).await.with(200);
    let body = json!({"move": "a3", "at": session["at"]});
    let answer = client.post(&format!("{path}/moves"), &body).await.with(200);
    assert_eq!(answer["verdict"]["kind"], "slip");
}

#[tokio::test]
async fn a_rating_is_shown_after_five_rated_tries_and_then_moves_in_small_steps() {
    let server = Server::new();
    let mut client = server.client();
    let mut shown: Option<i64> = None;
    for number in 1..=SHOWN_FROM + 4 {
        let level = next(&mut client, "tictactoe&wanted=60").await;
        let solves = number % 3 != 0;
        let session = play(&mut client, &level, !solves).await;
        let tried = &session["tried"];
        if tried["rating"].is_null() {
            // A missed level came back.
            assert!(level["again"].is_object(), "{tried}");
            continue;
        }
        let moved = &tried["rating"];
        let tries = client.get("/api/me").await.with(200)["ratings"][0].take();
        let n_rated = tries["tries"].as_u64().unwrap() as u32;
        assert_eq!(moved["left"].as_u64(), Some(u64::from(SHOWN_FROM.saturating_sub(n_rated))));
        assert_eq!(moved["shown"].is_null(), n_rated < SHOWN_FROM, "{moved}");
        assert_eq!([&tries["shown"], &tries["left"]], [&moved["shown"], &moved["left"]]);
        let words = tried["words"].as_str().unwrap();
        let step = shown.zip(moved["shown"].as_i64()).map(|(was, is)| is - was);
        assert_eq!(moved["step"].as_i64(), step);
        match (moved["shown"].as_i64(), step) {
            (None, _) => assert!(words.ends_with("and you have a rating."), "{words}"),
            (Some(first), None) => assert!(words.ends_with(&format!("first rating: {first}."))),
            (Some(_), Some(step)) => {
                assert!(step.abs() <= i64::from(LARGEST_STEP));
                assert!(if tried["solved"] == true { step >= 0 } else { step <= 0 });
            }
        }
        shown = moved["shown"].as_i64();
        let last = tries["history"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["shown"], moved["shown"]);
    }
    assert!(shown.is_some());
}
