//! Games with rolls through the API: who rolls, undo, chances, slips, and errors.

use super::client::{Client, Server, app, settings};
use serde_json::{Value, json};
use spar_server::router;

/// Begins a game. Returns its id and the answer.
async fn begun(client: &mut Client, body: Value) -> (String, Value) {
    let answer = client.post("/api/sessions", &body).await.with(201);
    (answer["session"]["id"].as_str().unwrap().to_owned(), answer)
}

async fn made(client: &mut Client, id: &str, mv: &str, at: &Value) -> Value {
    let path = format!("/api/sessions/{id}/moves");
    client.post(&path, &json!({"move": mv, "at": at})).await.with(200)
}

/// Checks that the dice add up to the steps of a roll.
fn check_roll(frame: &Value, n_dice: usize) {
    let dice = frame["roll"]["dice"].as_array().unwrap();
    assert_eq!(dice.len(), n_dice);
    let sum: u64 = dice.iter().map(|die| die.as_u64().unwrap()).sum();
    assert_eq!(frame["roll"]["steps"], sum);
    assert_eq!(frame["move"], sum.to_string());
}

#[tokio::test]
async fn a_roll_follows_a_choice_and_undo_never_changes_it() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "ladders", "against": "human"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": "T", "seed": 5})).await;
    let frames = answer["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 2, "the choice and its roll");
    assert_eq!(frames[0]["roll"], json!(null));
    check_roll(&frames[1], 2);
    assert_eq!(frames[1]["side"], "first");
    let moves = &answer["session"]["moves"];
    assert_eq!((&moves[0]["by"], &moves[1]["by"]), (&json!("person"), &json!("chance")));
    assert_eq!(moves[1]["roll"], frames[1]["roll"]);
    let path = format!("/api/sessions/{id}/undo");
    let at = &answer["session"]["at"];
    let undone = client.post(&path, &json!({"at": at})).await.with(200);
    assert_eq!((&undone["now"]["position"], &undone["moves"]), (&json!("0-0-first"), &json!([])));
    let other = made(&mut client, &id, "D", &undone["at"]).await;
    check_roll(&other["frames"][1], 1);
    let undone = client.post(&path, &json!({"at": other["session"]["at"]})).await.with(200);
    let again = made(&mut client, &id, "T", &undone["at"]).await;
    assert_eq!(again["frames"], answer["frames"], "the same choice rolls the same");
    let sure = made(&mut client, &id, "1", &again["session"]["at"]).await;
    assert_eq!(sure["frames"].as_array().unwrap().len(), 1, "one step needs no roll");
    let read = client.get(&format!("/api/sessions/{id}")).await.with(200);
    assert_eq!(read, sure["session"], "a log with rolls is read again");
}

#[tokio::test]
async fn nobody_chooses_a_roll() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "ladders", "against": "human"});
    let (id, answer) = begun(&mut client, json!({"begin": begin})).await;
    let path = format!("/api/sessions/{id}/moves");
    let body = json!({"move": "7", "at": answer["session"]["at"]});
    let refused = client.post(&path, &body).await.with(422);
    assert_eq!(refused["error"], "`7` is not a legal move here");
    // If a game starts with a pending roll, it is rolled at once.
    let rolling = json!({"game": "ladders", "position": "3-4-second-T", "against": "human"});
    let (_, answer) = begun(&mut client, json!({"begin": rolling})).await;
    assert_eq!(answer["frames"].as_array().unwrap().len(), 1);
    check_roll(&answer["frames"][0], 2);
    assert_eq!(answer["frames"][0]["side"], "second");
    assert_eq!(answer["session"]["now"]["turn"], "first");
}

#[tokio::test]
async fn a_rolling_position_lists_its_rolls_with_their_chances() {
    let server = Server::new();
    let mut client = server.client();
    let view = client.get("/api/positions?game=ladders&position=3-4-second-T").await.with(200);
    assert_eq!(view["turn"], "roll");
    let rolls = view["moves"].as_array().unwrap();
    assert_eq!(rolls.len(), 11);
    let seven = &rolls[5];
    assert_eq!(seven["move"], "7");
    assert_eq!(seven["likely"]["how"], "exact, 1/6");
    let all: f64 = rolls.iter().map(|it| it["likely"]["value"].as_f64().unwrap()).sum();
    assert!((all - 1.0).abs() < 1e-12);
    let start = client.get("/api/positions?game=ladders").await.with(200);
    assert_eq!(start["moves"][0]["likely"], json!(null), "a choice is not rolled");
}

#[tokio::test]
async fn whole_races_are_played_against_every_opponent_and_looked_back_at() {
    let server = Server::new();
    let mut client = server.client();
    let game = client.get("/api/games/ladders").await.with(200);
    assert_eq!(game["value"]["kind"], "chance");
    assert!(
        game["verdict"].as_str().unwrap().ends_with("% of the time with best play"),
        "{}",
        game["verdict"]
    );
    let opponents = game["opponents"].as_array().unwrap();
    let ids: Vec<&str> = opponents.iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["random", "novice", "fastest", "keep-in-game", "perfect", "human"]);
    for against in &ids[..4] {
        for side in ["first", "second"] {
            let begin = json!({"game": "ladders", "against": against, "side": side});
            let (id, answer) = begun(&mut client, json!({"begin": begin, "seed": 11})).await;
            let mut session = answer["session"].clone();
            while session["state"] == "open" {
                assert_eq!(session["now"]["turn"], side, "nothing waits for a roll");
                session = made(&mut client, &id, "D", &session["at"]).await["session"].take();
            }
            let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
            assert_eq!(review["exact"], true);
            assert_eq!(review["start_value"]["kind"], "chance");
            let moves = review["moves"].as_array().unwrap();
            assert_eq!(moves.len(), session["moves"].as_array().unwrap().len());
            for (index, reviewed) in moves.iter().enumerate() {
                let rolled = reviewed["by"] == "chance";
                assert_eq!(reviewed["frame"]["roll"], session["moves"][index]["roll"]);
                assert_eq!(reviewed["cost"].is_null(), rolled, "{reviewed}");
                let chance = reviewed["value"]["chance"]["value"].as_f64().unwrap();
                assert!((0.0..=1.0).contains(&chance));
                let cost = reviewed["cost"]["low"].as_f64().unwrap_or(0.0);
                assert_eq!(reviewed["kind"] == "slip", cost >= 0.05, "{reviewed}");
            }
            let last = &moves[moves.len() - 1]["value"]["chance"]["value"];
            let won = f64::from(u8::from(session["result"] == "win"));
            assert!((last.as_f64().unwrap() - won).abs() < 1e-12);
        }
    }
}

/// The moves of a position with the chances to win, the best first.
async fn by_chance(client: &mut Client, position: &str) -> Vec<(String, f64)> {
    let path = format!("/api/values?game=ladders&position={position}");
    let values = client.get(&path).await.with(200);
    assert_eq!(values["value"]["kind"], "chance");
    let of = |it: &Value| {
        let chance = &it["value"]["chance"];
        assert!(chance["low"].as_f64() <= chance["high"].as_f64());
        (it["move"].as_str().unwrap().to_owned(), chance["value"].as_f64().unwrap())
    };
    let mut moves: Vec<_> = values["moves"].as_array().unwrap().iter().map(of).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}

#[tokio::test]
async fn a_slip_stands_and_decides_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let server = router(app(folder.path(), settings()));
    let mut client = Client::of(&server);
    let position = "17-18-first";
    let moves = by_chance(&mut client, position).await;
    let (worst, best) = (&moves[2], &moves[0]);
    let points = (100.0 * (best.1 - worst.1)).round();
    assert!(points >= 5.0, "{moves:?}");
    let begin =
        json!({"game": "ladders", "position": position, "goal": "best", "against": "perfect"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": worst.0})).await;
    let verdict = &answer["verdict"];
    assert_eq!((&verdict["kind"], &verdict["stands"]), (&json!("slip"), &json!(true)));
    let said = verdict["say"]["strong"].as_str().unwrap();
    assert!(said.ends_with(&format!("cost you {points} points.")), "{said}");
    assert!(!answer["frames"].as_array().unwrap().is_empty(), "nothing is taken back");
    assert_eq!(answer["session"]["slips"], 1);
    assert_eq!(answer["session"]["tried"]["solved"], false);
    let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
    assert_eq!(review["headline"], format!("Your 1st choice cost {points} points."));
    assert_eq!(
        (&review["slip"], &review["moves"][0]["cost"]["points"]),
        (&json!(0), &json!(points as u32))
    );
    assert_eq!(review["moves"][0]["better"]["line"][0]["move"], *best.0);
    // The best choice is good, and finishing without a slip solves the level.
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": best.0})).await;
    assert_eq!(answer["verdict"]["kind"], "best");
    assert_eq!(answer["verdict"]["say"]["strong"], "Good.");
    let mut session = answer["session"].clone();
    while session["state"] == "open" {
        let here = session["now"]["position"].as_str().unwrap().to_owned();
        let best = by_chance(&mut client, &here).await.remove(0).0;
        session = made(&mut client, &id, &best, &session["at"]).await["session"].take();
    }
    assert_eq!(session["tried"]["solved"], true, "whoever wins: {}", session["result"]);
    // Both are stored and unchanged after a restart.
    drop(client);
    drop(server);
    let store = spar_store::Store::open(&folder.path().join("spar.db")).unwrap();
    let findings = store.read(|reader| spar_store::findings(&reader)).unwrap();
    assert_eq!(findings, []);
}

#[tokio::test]
async fn help_comes_in_stages_and_tells_the_best_choice_last() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "ladders", "position": "17-18-first"});
    let (id, answer) = begun(&mut client, json!({"begin": begin})).await;
    let path = format!("/api/sessions/{id}/hint");
    let at = json!({"at": answer["session"]["at"]});
    let mut said = Vec::new();
    for stage in 1..=3 {
        let hint = client.post(&path, &at).await.with(200);
        assert_eq!(hint["stage"], stage);
        said.push(hint["say"]["text"].as_str().unwrap().to_owned());
    }
    assert!(said[0].starts_with("If both play their best, you win "), "{said:?}");
    assert!(said[1].contains(" would cost "), "{said:?}");
    assert!(said[2].starts_with("Take "), "{said:?}");
}

#[tokio::test]
async fn what_a_race_does_not_have_is_refused() {
    let server = Server::new();
    let mut client = server.client();
    let mut refused = async |begin: Value| {
        let refused = client.post("/api/sessions", &json!({"begin": begin})).await.with(422);
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        (text(&refused["error"]), text(&refused["hint"]))
    };
    let (error, hint) = refused(json!({"game": "ladders", "against": "2"})).await;
    assert_eq!(error, "this game has no player `2`");
    assert_eq!(
        hint,
        "it has `random`, `novice`, `fastest`, `keep-in-game`, `policy:…` and `perfect`"
    );
    let (error, _) = refused(json!({"game": "tictactoe", "against": "novice"})).await;
    assert_eq!(error, "this game has no player `novice`");
    let (error, hint) = refused(json!({"game": "ladders", "goal": "win"})).await;
    assert_eq!(error, "the goals `win` and `draw` are not for games with dice");
    assert!(hint.contains("`best`"));
    let (error, _) = refused(json!({"game": "tictactoe", "goal": "best"})).await;
    assert_eq!(error, "the goal `best` is only for games with dice");
}

#[tokio::test]
async fn a_policy_has_a_letter_for_every_square_that_one_can_stand_on() {
    let server = Server::new();
    let mut client = server.client();
    let path = "/api/policies?game=ladders&player=fastest";
    let policy = client.get(path).await.with(200);
    let letters = policy["letters"].as_array().unwrap();
    assert_eq!(letters.len(), 20);
    // Squares 1, 7, 11, 13 and 14 have jumps; 19 is the goal.
    for (square, letter) in letters.iter().enumerate() {
        assert_eq!(letter.is_null(), [1, 7, 11, 13, 14, 19].contains(&square), "{square}");
    }
    assert_eq!(policy["actions"][2], json!({"letter": "T", "name": "two dice"}));
    let perfect = client.get("/api/policies?game=ladders&player=perfect&position=0-18-first");
    assert_ne!(perfect.await.with(200)["letters"], policy["letters"]);
    let refused = client.get("/api/policies?game=tictactoe&player=perfect").await.with(422);
    assert!(refused["error"].as_str().unwrap().contains("does not choose by squares"));
}

/// The best or the worst choice of the person to move.
async fn chosen(client: &mut Client, session: &Value, slip: bool) -> String {
    let here = session["now"]["position"].as_str().unwrap();
    let mut moves = by_chance(client, here).await;
    if slip { moves.pop().unwrap().0 } else { moves.remove(0).0 }
}

#[tokio::test]
async fn train_gives_levels_of_a_race_that_are_rated_and_move_the_rating() {
    let server = Server::new();
    let mut client = server.client();
    let mut had = Vec::new();
    for round in 0..3 {
        let wanted = if round == 1 { 20 } else { 60 };
        let path = format!("/api/levels/next?game=ladders&wanted={wanted}");
        let level = client.get(&path).await.with(200);
        let start = level["begin"]["position"].clone();
        assert!(!had.contains(&start), "fresh: {start}");
        had.push(start);
        assert_eq!((&level["begin"]["goal"], &level["rated"]), (&json!("best"), &json!(true)));
        let odds = level["odds"].as_array().unwrap();
        let players: Vec<&str> = odds.iter().map(|it| it["player"].as_str().unwrap()).collect();
        assert_eq!(players, ["Random", "Novice", "Fastest", "Perfect"]);
        assert_eq!(odds[3]["chance"]["words"], "100 %", "best play makes no slip");
        assert!(odds[0]["chance"]["how"].as_str().unwrap().starts_with("certified within"));
        let (id, answer) = begun(&mut client, json!({"begin": level["begin"]})).await;
        let mut session = answer["session"].clone();
        assert_eq!(session["goal"]["kind"], "best");
        while session["state"] == "open" {
            let mv = chosen(&mut client, &session, false).await;
            session = made(&mut client, &id, &mv, &session["at"]).await["session"].take();
        }
        assert_eq!(session["tried"]["solved"], true);
        let moved = &session["tried"]["rating"];
        assert_eq!(moved["level"], level["rating"]);
        assert!(moved["after"].as_i64() > moved["before"].as_i64(), "{moved}");
    }
    let me = client.get("/api/me").await.with(200);
    assert_eq!((&me["streak"], &me["tries"]), (&json!(3), &json!(["solved", "solved", "solved"])));
    assert_eq!(me["ratings"][0]["game"], "ladders");
    let opponent = me["ratings"][0]["opponent"].as_str().unwrap();
    assert!(["novice", "fastest", "perfect"].contains(&opponent), "{opponent}");
}

#[tokio::test]
async fn a_race_is_analysed_by_its_own_players() {
    let server = Server::new();
    let mut client = server.client();
    let even = json!({"kind": "even", "game": "ladders", "first": 1, "second": 2, "seed": 1});
    let refused = client.post("/api/work", &even).await.with(422);
    assert_eq!(refused["error"], "this game has no player `1`");
}

#[tokio::test]
async fn boards_on_which_games_last_for_ever_are_answered_all_the_same() {
    let server = Server::new();
    let mut client = server.client();
    // The only way through each gate is one step, then a twelve, so each makes a game 36 times
    // as long.
    for n_gates in [3, 6, 30] {
        let gate = |gate: u32| (2..=12).map(move |x| format!("{}-0", 13 * gate + x));
        let jumps: Vec<String> = (0..n_gates).flat_map(gate).collect();
        let game = format!("ladders:n={},jumps={}", 13 * n_gates + 1, jumps.join("."));
        let values = client.get(&format!("/api/values?game={game}&position=start")).await.with(200);
        let chance = &values["value"]["chance"];
        if n_gates == 3 {
            let low = chance["low"].as_f64().unwrap();
            assert!((low - 0.500_005_2).abs() < 1e-6, "{chance}");
        }
    }
}
