//! Games through the API: whole games, verdicts, help, restarts.

use super::client::{Client, Server, app, settings};
use serde_json::{Value, json};
use spar_server::router;

/// Begins a game. Returns its id and the answer.
async fn begun(client: &mut Client, body: Value) -> (String, Value) {
    let answer = client.post("/api/sessions", &body).await.with(201);
    (answer["session"]["id"].as_str().unwrap().to_owned(), answer)
}

fn n_moves(session: &Value) -> usize {
    session["moves"].as_array().unwrap().len()
}

/// Plays the first legal move until the game is over.
async fn play_out(client: &mut Client, id: &str, mut session: Value) -> Value {
    while session["state"] == "open" {
        let body = json!({"move": session["now"]["moves"][0]["move"], "at": n_moves(&session)});
        let path = format!("/api/sessions/{id}/moves");
        session = client.post(&path, &body).await.with(200)["session"].take();
    }
    session
}

#[tokio::test]
async fn whole_games_are_played_against_every_opponent() {
    let server = Server::new();
    let mut client = server.client();
    let games = ["tictactoe", "bottom2", "connect3", "morris"];
    for game in games {
        for against in ["random", "1", "2", "3", "perfect"] {
            for side in ["first", "second"] {
                let begin = json!({"game": game, "against": against, "side": side});
                let (id, answer) = begun(&mut client, json!({"begin": begin, "seed": 7})).await;
                let opened = usize::from(side == "second");
                assert_eq!(answer["frames"].as_array().unwrap().len(), opened, "who moves first");
                let end = play_out(&mut client, &id, answer["session"].clone()).await;
                assert_eq!(end["state"], "over");
                if against == "perfect" {
                    assert_ne!(end["result"], "win", "{game} {side}: best play cannot lose here");
                }
                let again = client.get(&format!("/api/sessions/{id}")).await.with(200);
                assert_eq!(again, end);
            }
        }
    }
    let list = client.get("/api/sessions").await.with(200);
    assert_eq!(list.as_array().unwrap().len(), 10 * games.len());
}

#[tokio::test]
async fn two_people_share_one_board() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "against": "human"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": "b2"})).await;
    assert_eq!(answer["session"]["you"], json!(null));
    assert_eq!(n_moves(&answer["session"]), 1, "nobody answers");
    let path = format!("/api/sessions/{id}/moves");
    let answer = client.post(&path, &json!({"move": "a1", "at": 1})).await.with(200);
    assert_eq!(answer["frames"][0]["side"], "second");
    let path = format!("/api/sessions/{id}/resign");
    let resigned = client.post(&path, &json!({"at": 2})).await.with(200);
    assert_eq!(resigned["state"], "resigned");
    assert_eq!(resigned["result"], "loss", "the first side was to move");
}

#[tokio::test]
async fn the_third_occurrence_of_a_position_is_a_draw() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "morris", "position": "wbw/.../bwb-black", "against": "human"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": "a1a2"})).await;
    let moves = format!("/api/sessions/{id}/moves");
    let mut session = answer["session"].clone();
    for mv in ["c3c2", "a2a1", "c2c3", "a1a2", "c3c2", "a2a1", "c2c3"] {
        assert_eq!(session["state"], "open", "before {mv}");
        let body = json!({"move": mv, "at": n_moves(&session)});
        session = client.post(&moves, &body).await.with(200)["session"].take();
    }
    assert_eq!((&session["state"], &session["result"]), (&json!("over"), &json!("draw")));
    assert_eq!((&session["now"]["turn"], &session["now"]["moves"]), (&json!("over"), &json!([])));
    assert_eq!(session["say"]["text"], "The same position for the third time: a draw.");
    let late = client.post(&moves, &json!({"move": "a1a2", "at": 8})).await.with(422);
    assert_eq!(late["error"], "the game is over");
    let again = client.get(&format!("/api/sessions/{id}")).await.with(200);
    assert_eq!(again, session, "played again from its log");
    let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
    assert_eq!(review["moves"][7]["value"]["kind"], "draw");
    let home = client.get("/api/home").await.with(200);
    assert_eq!(home["resume"], json!([]));
    let undo = format!("/api/sessions/{id}/undo");
    let open = client.post(&undo, &json!({"at": 8})).await.with(200);
    assert_eq!(open["state"], "open", "two people may take it back");
}

#[tokio::test]
async fn a_wrong_move_is_punished_taken_back_and_mended() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "position": "xx./oo./...", "goal": "win"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": "c1"})).await;
    assert_eq!(answer["verdict"]["kind"], "slip");
    assert_eq!(answer["frames"], json!([]));
    assert_eq!(answer["session"]["slips"], 1);
    assert_eq!(n_moves(&answer["session"]), 0);
    let line = answer["verdict"]["line"].as_array().unwrap();
    assert_eq!([&line[0]["move"], &line[1]["move"]], ["c1", "c2"], "o makes the line");
    let path = format!("/api/sessions/{id}/moves");
    let answer = client.post(&path, &json!({"move": "c3", "at": 0})).await.with(200);
    assert_eq!(answer["verdict"]["kind"], "best");
    assert_eq!(answer["session"]["result"], "win");
    let me = client.get("/api/me").await.with(200);
    assert_eq!(me["tries"], json!(["missed"]));
    assert_eq!(me["streak"], 0);
    let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
    assert_eq!(review["moves"][0]["kind"], "best");
    assert_eq!(review["exact"], true);
    assert_eq!(review["headline"], "You got there after one slip.");
    let slip = &review["slips"][0];
    assert_eq!((&slip["at"], &slip["frame"]["move"]), (&json!(0), &json!("c1")));
    assert_eq!(slip["line"], json!(line));
}

#[tokio::test]
async fn a_level_solved_by_its_first_move_counts() {
    let server = Server::new();
    let mut client = server.client();
    // The same level again does not extend the streak.
    let levels = [("xx./oo./...", "c3", 1), ("oo./xx./...", "c2", 2), ("oo./xx./...", "c2", 2)];
    for (position, mv, streak) in levels {
        let begin = json!({"game": "tictactoe", "position": position, "goal": "win"});
        begun(&mut client, json!({"begin": begin, "move": mv})).await;
        let me = client.get("/api/me").await.with(200);
        assert_eq!(me["streak"], streak);
        assert_eq!(me["tries"][0], "solved");
    }
}

#[tokio::test]
async fn help_comes_in_stages_and_is_remembered() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "connect3", "goal": "win"});
    let (id, _) = begun(&mut client, json!({"begin": begin})).await;
    let path = format!("/api/sessions/{id}/hint");
    let mut cells = Vec::new();
    for stage in [1, 2, 3, 3] {
        let hint = client.post(&path, &json!({"at": 0})).await.with(200);
        assert_eq!(hint["stage"], stage);
        assert_eq!(hint["session"]["hinted"], stage);
        assert_eq!(hint["session"]["helped"], true);
        cells.push(hint["cells"].as_array().unwrap().clone());
    }
    assert!(cells[0].is_empty() && !cells[1].is_empty() && !cells[2].is_empty());
    assert_eq!(cells[2], cells[3]);
    let path = format!("/api/sessions/{id}/values");
    let values = client.post(&path, &json!({"at": 0})).await.with(200);
    assert_eq!(values["values"]["value"]["kind"], "win");
    client.post(&path, &json!({"at": 1})).await.with(409);
}

/// X has b3, O the centre: c2 holds the draw, but corners set traps for opponents that make
/// mistakes.
const EDGE: &str = ".x./.o./...";

#[tokio::test]
async fn free_play_tells_what_does_best_against_who_may_err() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "position": EDGE, "against": "random"});
    let (id, answer) = begun(&mut client, json!({"begin": begin})).await;
    assert_eq!(answer["session"]["has_response"], true);
    let path = format!("/api/sessions/{id}/response");
    let hint = client.post(&path, &json!({"at": 0})).await.with(200);
    assert_eq!(hint["stage"], 4);
    // By enumerating all plays: 23 of 24 games are won, none is lost.
    assert_eq!(
        hint["say"]["text"],
        "Against random play, a3 is one of the best: it wins 95.8 % and draws 4.2 %."
    );
    let moves = answer["session"]["now"]["moves"].as_array().unwrap();
    let corner = moves.iter().find(|it| it["move"] == "a3").unwrap();
    assert_eq!(hint["cells"], corner["cells"]);
    assert_eq!((&hint["session"]["helped"], &hint["session"]["hinted"]), (&json!(true), &json!(0)));
    let first = client.post(&format!("/api/sessions/{id}/hint"), &json!({"at": 0})).await.with(200);
    assert_eq!(first["stage"], 1, "the stages are not used up");
    for begin in [
        json!({"game": "tictactoe", "against": "perfect"}),
        json!({"game": "tictactoe", "against": "human"}),
        json!({"game": "tictactoe", "against": "2", "goal": "draw"}),
    ] {
        let (id, answer) = begun(&mut client, json!({"begin": begin})).await;
        assert_eq!(answer["session"]["has_response"], false, "{begin}");
        let path = format!("/api/sessions/{id}/response");
        let refused = client.post(&path, &json!({"at": 0})).await.with(422);
        let said = refused["error"].as_str().unwrap();
        assert!(said.starts_with("the best response is shown in free play only"), "{said}");
    }
}

#[tokio::test]
async fn a_review_names_the_trap_that_was_not_set() {
    let server = Server::new();
    let mut client = server.client();
    for (against, said) in [("random", true), ("perfect", false), ("human", false)] {
        let begin = json!({"game": "tictactoe", "position": EDGE, "against": against});
        let (id, _) = begun(&mut client, json!({"begin": begin, "move": "c2"})).await;
        let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
        assert_eq!(review["moves"][0]["kind"], "best");
        let trap = &review["moves"][0]["trap"];
        assert_eq!(trap.is_object(), said, "{against}");
        if said {
            assert_eq!(
                trap["sentence"],
                "c2 also draws, but random play might have fallen for a3: against it a3 wins \
                 95.8 % and draws 4.2 %, c2 wins 87.5 % and draws 12.5 %."
            );
            assert_eq!(
                (&trap["frame"]["move"], &trap["frame"]["side"]),
                (&json!("a3"), &json!("first"))
            );
        }
        for mv in &review["moves"].as_array().unwrap()[1..] {
            assert!(mv["trap"].is_null(), "only the person is told");
        }
    }
}

#[tokio::test]
async fn hints_verdicts_values_and_review_agree() {
    let server = Server::new();
    let mut client = server.client();
    let path = "/api/start?game=connect3&goal=win";
    let start = client.get(path).await.with(200);
    let values = client.get("/api/values?game=connect3").await.with(200);
    for mv in start["now"]["moves"].as_array().unwrap() {
        let begin = json!({"game": "connect3", "goal": "win", "against": "perfect"});
        let body = json!({"begin": begin, "move": mv["move"]});
        let (id, answer) = begun(&mut client, body).await;
        let moves = values["moves"].as_array().unwrap();
        let value = moves.iter().find(|it| it["move"] == mv["move"]).unwrap();
        let is_slip = answer["verdict"]["kind"] == "slip";
        assert_eq!(is_slip, value["value"]["kind"] != "win", "{}", mv["move"]);
        if !is_slip {
            let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
            assert_eq!(review["moves"][0]["has"], value["value"]);
            assert_eq!(review["moves"][0]["kind"], answer["verdict"]["kind"]);
        }
    }
}

#[tokio::test]
async fn moves_are_made_once_and_only_where_the_person_saw_it() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "against": "1"});
    let (id, answer) = begun(&mut client, json!({"begin": begin, "move": "b2"})).await;
    assert_eq!(n_moves(&answer["session"]), 2);
    let path = format!("/api/sessions/{id}/moves");
    let again = client.post(&path, &json!({"move": "b2", "at": 0})).await.with(409);
    assert_eq!(again["error"], "this game has changed in the meantime");
    let taken = client.post(&path, &json!({"move": "b2", "at": 2})).await.with(422);
    assert_eq!(taken["error"], "`b2` is not a legal move here: x is there");
    let undone = client.post(&format!("/api/sessions/{id}/undo"), &json!({"at": 2})).await;
    assert_eq!(n_moves(&undone.with(200)), 0);
    client.post(&format!("/api/sessions/{id}/undo"), &json!({"at": 0})).await.with(409);
    client.post(&format!("/api/sessions/{id}/undo"), &json!({"at": 3})).await.with(422);
}

#[tokio::test]
async fn a_late_request_is_not_taken_for_another_line_of_the_same_length() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "against": "human"});
    let (id, _) = begun(&mut client, json!({"begin": begin, "move": "a1"})).await;
    let (moves, undo) = (format!("/api/sessions/{id}/moves"), format!("/api/sessions/{id}/undo"));
    let seen = client.post(&moves, &json!({"move": "b1", "at": 1})).await.with(200);
    let seen = seen["session"]["at"].clone();
    let undone = client.post(&undo, &json!({"at": seen})).await.with(200);
    let next = json!({"move": "c3", "at": undone["at"]});
    let other = client.post(&moves, &next).await.with(200);
    assert_eq!(n_moves(&other["session"]), 2, "as many as the first line had");
    client.post(&undo, &json!({"at": seen})).await.with(409);
    client.post(&moves, &json!({"move": "b2", "at": seen})).await.with(409);
}

#[tokio::test]
async fn of_two_equal_requests_at_once_one_is_a_conflict() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "against": "human"});
    let (id, _) = begun(&mut client, json!({"begin": begin})).await;
    let path = format!("/api/sessions/{id}/moves");
    let (mut one, mut other) = (server.client(), server.client());
    one.cookie = client.cookie.clone();
    other.cookie = client.cookie.clone();
    let (b2, a1) = (json!({"move": "b2", "at": 0}), json!({"move": "a1", "at": 0}));
    let (first, second) = tokio::join!(one.post(&path, &b2), other.post(&path, &a1));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let session = client.get(&format!("/api/sessions/{id}")).await.with(200);
    assert_eq!(n_moves(&session), 1);
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_as_if_nothing_had_been() {
    let folder = tempfile::tempdir().unwrap();
    let mut played = Vec::new();
    // The same seed and moves, with a restart before each move and without.
    for restarts in [false, true] {
        let mut router_now = router(app(folder.path(), settings()));
        let mut client = Client::of(&router_now);
        let begin = json!({"game": "connect3", "against": "random"});
        let (id, answer) = begun(&mut client, json!({"begin": begin, "seed": 11})).await;
        let mut session = answer["session"].clone();
        while session["state"] == "open" {
            if restarts {
                let cookie = client.cookie.take();
                drop((client, router_now));
                router_now = router(app(folder.path(), settings()));
                client = Client::of(&router_now);
                client.cookie = cookie;
                let again = client.get(&format!("/api/sessions/{id}")).await.with(200);
                assert_eq!(again, session);
            }
            let mv = session["now"]["moves"][0]["move"].clone();
            let body = json!({"move": mv, "at": n_moves(&session)});
            let answer = client.post(&format!("/api/sessions/{id}/moves"), &body).await;
            session = answer.with(200)["session"].take();
        }
        played.push(session["moves"].clone());
    }
    assert_eq!(played[0], played[1]);
}

#[tokio::test]
async fn a_level_that_was_played_does_not_come_next() {
    let server = Server::new();
    let mut client = server.client();
    let mut seen = Vec::new();
    for _ in 0..6 {
        let level = client.get("/api/levels/next?game=tictactoe&wanted=40").await.with(200);
        let position = level["begin"]["position"].clone();
        assert!(!seen.contains(&position), "{position} came twice");
        seen.push(position);
        begun(&mut client, json!({"begin": level["begin"]})).await;
    }
    let home = client.get("/api/home").await.with(200);
    assert_eq!(home["resume"].as_array().unwrap().len(), 3, "the newest three");
}

#[tokio::test]
async fn every_level_can_be_won_by_the_moves_that_are_called_best() {
    let server = Server::new();
    let mut client = server.client();
    for game in ["tictactoe", "bottom2", "connect3"] {
        let level = client.get(&format!("/api/levels/next?game={game}&wanted=40")).await.with(200);
        let (id, answer) = begun(&mut client, json!({"begin": level["begin"]})).await;
        let mut session = answer["session"].clone();
        while session["state"] == "open" {
            let at = n_moves(&session);
            let path = format!("/api/sessions/{id}/values");
            let values = client.post(&path, &json!({"at": at})).await.with(200);
            let best = values["values"]["line"][0]["move"].clone();
            let path = format!("/api/sessions/{id}/moves");
            let answer = client.post(&path, &json!({"move": best, "at": at})).await.with(200);
            assert_eq!(answer["verdict"]["kind"], "best", "{game} {best}");
            session = answer["session"].clone();
        }
        assert_eq!(session["result"], "win", "{game}");
        let review = client.get(&format!("/api/sessions/{id}/review")).await.with(200);
        assert_eq!(review["slip"], json!(null));
    }
}

#[tokio::test]
async fn help_that_changes_nothing_makes_no_log_longer() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), settings());
    let router = router(app.clone());
    let mut client = Client::of(&router);
    let begin = json!({"game": "tictactoe", "position": "xx./oo./...", "goal": "win"});
    let (id, _) = begun(&mut client, json!({"begin": begin})).await;
    let length = || {
        let log = app.store.read(|reader| reader.log(&id));
        log.unwrap().len()
    };
    for what in ["hint", "values"] {
        for _ in 0..10 {
            client.post(&format!("/api/sessions/{id}/{what}"), &json!({"at": 0})).await.with(200);
        }
        assert_eq!(length(), 3, "three stages; then it is helped anyway");
    }
}

#[tokio::test]
async fn a_game_in_which_too_much_has_happened_takes_no_more() {
    let server = Server::new();
    let mut client = server.client();
    let begin = json!({"game": "tictactoe", "against": "human"});
    let (id, _) = begun(&mut client, json!({"begin": begin})).await;
    for at in (0..1000).step_by(2) {
        let mv = json!({"move": "b2", "at": at});
        client.post(&format!("/api/sessions/{id}/moves"), &mv).await.with(200);
        let undo = json!({"at": at + 1});
        client.post(&format!("/api/sessions/{id}/undo"), &undo).await.with(200);
    }
    let mv = json!({"move": "b2", "at": 1000});
    let refusal = client.post(&format!("/api/sessions/{id}/moves"), &mv).await.with(422);
    assert_eq!(refusal["error"], "the log of this game is full");
    client.get(&format!("/api/sessions/{id}")).await.with(200);
}

#[tokio::test]
async fn nobody_is_made_known_without_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), settings());
    let mut client = Client::of(&router(app.clone()));
    let begin = json!({"game": "tictactoe", "position": "xx./oo./...", "goal": "win"});
    begun(&mut client, json!({"begin": begin, "move": "c3"})).await;
    Client::of(&router(app.clone())).put("/api/me", &json!({"name": "Ada"})).await.with(200);
    let figures = app.store.figures();
    assert_eq!((figures.groups, figures.changes), (2, 2), "each is one change");
}
