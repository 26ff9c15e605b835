//! The case `answers`: response times of the server. Plays whole games through the router, with
//! a store on disk, and measures the time of each move with its answer.

use super::clock::elapsed;
use super::{Measured, must};
use crate::fault::Fault;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use serde_json::{Value as Json, json};
use spar_challenge::policy::{Player, Ties};
use spar_rules::SplitMix;
use spar_server::{App, Hosts, Settings, router};
use spar_solve::{Budget, Context, Sources};
use spar_store::Store;
use std::path::Path;
use std::time::Duration;
use tower::ServiceExt;

/// The games in which answers must be quick.
const GAMES: [&str; 7] = [
    "tictactoe",
    "tictactoe:rows=4,cols=4",
    "bottom2",
    "bottom2:rows=4,cols=4",
    "connect3",
    "connect4:rows=5,cols=5",
    "connect4",
];

/// The number of plays per game.
const PLAYS: u64 = 12;

/// The opponent's foresight, in rounds.
const ROUNDS: u32 = 3;

/// A game with a large board and many moves, to measure the server's own work. The opponent
/// looks only one round ahead, so that its move takes little time.
const LARGE: (&str, u32) = ("qubic", 1);

/// The number of plays of the large game.
const LARGE_PLAYS: u64 = 6;

/// The 95th percentile of all response times, next to that of the opponent's moves alone.
pub(super) fn answers() -> Result<Measured, Fault> {
    let folder = std::env::temp_dir().join(format!("spar-bench-answers-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = answers_in(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn answers_in(folder: &Path) -> Result<Measured, Fault> {
    let settings = Settings {
        address: ([127, 0, 0, 1], 0).into(),
        hosts: Hosts::default(),
        https: false,
        proxies: 0,
        workers: 1,
        queue: 64,
        connections: 8,
        address_connections: 64,
        address_requests: 64,
        address_works: 64,
        requests_per_minute: u32::MAX,
        address_requests_per_minute: u32::MAX,
        new_people_per_hour: u32::MAX,
        body_limit: 1 << 16,
        patience: Duration::from_secs(10),
        memory: 1 << 28,
        sources: Sources::default(),
    };
    let app = App::new(settings, Store::open(&folder.join(spar_store::FILE_NAME))?);
    let served = router(app);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (mut all, mut thoughts, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for name in GAMES {
        let mut times = Vec::new();
        for seed in 0..PLAYS {
            let played = runtime.block_on(play(&served, name, ROUNDS, seed))?;
            times.extend(played);
            thoughts.extend(thought(name, ROUNDS, seed)?);
        }
        notes.push(format!("{name}: {:.1} ms, {} answers", 1e3 * late(&times), times.len()));
        all.extend(times);
    }
    let (name, rounds) = LARGE;
    let (mut answered, mut thought_of) = (Vec::new(), Vec::new());
    for seed in 0..LARGE_PLAYS {
        answered.extend(runtime.block_on(play(&served, name, rounds, seed))?);
        thought_of.extend(thought(name, rounds, seed)?);
    }
    let [answer, thinks] = [&answered, &thought_of].map(|times| 1e3 * middle(times));
    notes.push(format!(
        "{name} against look-ahead {rounds}: median {answer:.2} ms over {} answers, of which \
         thought {thinks:.2}, server {:.2}",
        answered.len(),
        answer - thinks
    ));
    let arms = vec![("answer, 95th percentile", late(&all)), ("thought", late(&thoughts))];
    let ratio = Some(arms[0].1 / arms[1].1);
    Ok(Measured { arms, ratio, notes })
}

/// Plays a game with random moves. Returns the response times.
async fn play(served: &Router, game: &str, rounds: u32, seed: u64) -> Result<Vec<f64>, Fault> {
    let mut random = SplitMix::new(seed);
    let begin = json!({"begin": {"game": game, "against": rounds.to_string()}, "seed": seed});
    let Answer { mut read, cookie, .. } = ask(served, "/api/sessions", &begin, "").await?;
    let mut times = Vec::new();
    loop {
        let session = &read["session"];
        let moves = session["now"]["moves"].as_array().cloned().unwrap_or_default();
        let (Some(mv), Some(id)) = (random.pick(&indices(&moves)), session["id"].as_str()) else {
            break;
        };
        let at = session["moves"].as_array().map_or(0, Vec::len);
        let path = format!("/api/sessions/{id}/moves");
        let body = json!({"move": moves[mv]["move"], "at": at});
        let answer = ask(served, &path, &body, &cookie).await?;
        times.push(answer.seconds);
        read = answer.read;
    }
    must(read["session"]["state"] == "over", "a game that ends")?;
    Ok(times)
}

fn indices(moves: &[Json]) -> Vec<usize> {
    (0..moves.len()).collect()
}

/// A response of the server.
struct Answer {
    read: Json,
    /// The cookie that it sets.
    cookie: String,
    /// The time until the response was complete.
    seconds: f64,
}

/// Sends a request to the server.
async fn ask(served: &Router, path: &str, body: &Json, cookie: &str) -> Result<Answer, Fault> {
    let request = Request::post(path)
        .header(header::HOST, "127.0.0.1")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, cookie)
        .body(Body::from(body.to_string()));
    let request = request.map_err(|error| Fault::new(error.to_string()))?;
    let start = std::time::Instant::now();
    let Ok(answer) = served.clone().oneshot(request).await;
    must(answer.status().is_success(), &format!("{path}: {}", answer.status()))?;
    let set = answer.headers().get(header::SET_COOKIE).and_then(|it| it.to_str().ok());
    let set = set.and_then(|it| it.split(';').next()).unwrap_or_default().to_owned();
    let bytes = to_bytes(answer.into_body(), 1 << 22).await;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = bytes.map_err(|error| Fault::new(error.to_string()))?;
    let read = serde_json::from_slice(&bytes).map_err(|error| Fault::new(error.to_string()))?;
    Ok(Answer { read, cookie: set, seconds })
}

/// The time that the opponent's moves alone take in such a game.
fn thought(game: &str, rounds: u32, seed: u64) -> Result<Vec<f64>, Fault> {
    let game = spar_catalog::open(game)?;
    let context = Context::bare(Budget::unlimited());
    let (mut random, mut position) = (SplitMix::new(seed), game.start());
    let player = Player::foresight(rounds, Ties::Any);
    let mut times = Vec::new();
    while let Some((mv, _)) = position.choose(&Player::random(), &mut random, &context) {
        position.play(&mv)?;
        let (seconds, answer) = elapsed(|| position.choose(&player, &mut random, &context));
        let Some((answer, _)) = answer else { break };
        position.play(&answer)?;
        times.push(seconds);
    }
    Ok(times)
}

/// The 95th percentile.
fn late(times: &[f64]) -> f64 {
    percentile(times, 95)
}

/// The median.
fn middle(times: &[f64]) -> f64 {
    percentile(times, 50)
}

fn percentile(times: &[f64], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or(0.0)
}
