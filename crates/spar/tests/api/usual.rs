//! The default limits of the program, each exceeded by a client.

use spar::load::{Client, Notes, Player, Plays, Server, Wrong};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The value in `spar help serve`.
const OF_ONE_PERSON: u64 = 600;
const OF_ONE_ADDRESS: u64 = 3000;
const NEW_PEOPLE: u64 = 120;
const CONNECTIONS: usize = 256;

/// The number of clients of the flood.
const AT_ONCE: usize = 16;

/// A server with the default limits, except for longer timeouts for slow machines.
fn usual(data: &Path) -> Server {
    let patience = ["--patience", "1h"].map(str::to_owned);
    Server::start(Path::new(env!("CARGO_BIN_EXE_spar")), data, &patience).unwrap()
}

/// The expected number of requests: the limit, and those that became available in the meantime.
fn allowed(most: u64, within: Duration, since: Instant) -> std::ops::RangeInclusive<u64> {
    let meanwhile = since.elapsed().as_secs_f64() / within.as_secs_f64() * most as f64;
    most..=most + 1 + meanwhile.ceil() as u64
}

fn plays(against: &str) -> Plays {
    Plays::Game { game: "tictactoe".to_owned(), against: against.to_owned() }
}

#[tokio::test]
async fn a_flood_meets_the_usual_limits() {
    let folder = tempfile::tempdir().unwrap();
    let server = usual(folder.path());
    let (began, far) = (Instant::now(), Instant::now() + Duration::from_hours(1));
    // One person, without pauses. They are unknown before their first game.
    let (mut player, mut notes) =
        (Player::new(server.address(), plays("random"), 1), Notes::default());
    let ended = player.play(far, &mut notes).await;
    assert!(matches!(&ended, Err(Wrong::Answer(what)) if what.starts_with("429")), "{ended:?}");
    let minute = Duration::from_mins(1);
    let known = notes.answers - 1;
    assert!(allowed(OF_ONE_PERSON, minute, began).contains(&known), "{known} answers");
    // New people from one address.
    let body = serde_json::json!({"begin": {"game": "tictactoe", "against": "random"}});
    let mut people = 1;
    loop {
        let (status, _) = Client::new(server.address()).post("/api/sessions", &body).await.unwrap();
        if status != 201 {
            assert_eq!(status, 429);
            break;
        }
        people += 1;
    }
    let hour = Duration::from_hours(1);
    assert!(allowed(NEW_PEOPLE, hour, began).contains(&people), "{people} people");
    // Requests of one address, from any person; earlier requests count too, including the last
    // two rejected ones.
    let mut asking = JoinSet::new();
    // Use many clients, to exceed the rate even if each response is slow.
    for _ in 0..AT_ONCE {
        let mut client = Client::new(server.address());
        asking.spawn(async move {
            let mut answered = 0;
            while client.get("/health").await.unwrap().0 == 200 {
                answered += 1;
            }
            answered
        });
    }
    let answered: u64 = asking.join_all().await.into_iter().sum();
    let asked = notes.answers + 1 + people + answered;
    assert!(allowed(OF_ONE_ADDRESS, minute, began).contains(&asked), "{asked} requests");
}

#[test]
fn one_address_has_the_usual_number_of_connections() {
    let folder = tempfile::tempdir().unwrap();
    let server = usual(folder.path());
    let ask = |stream: &mut TcpStream| {
        let mut first = [0; 12];
        let sent = stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n");
        sent.and_then(|()| stream.read_exact(&mut first)).is_ok_and(|()| first.ends_with(b"200"))
    };
    let connect = || TcpStream::connect(server.address()).unwrap();
    let mut held: Vec<TcpStream> = (0..CONNECTIONS).map(|_| connect()).collect();
    assert!(held.iter_mut().all(ask));
    assert!(!ask(&mut connect()), "one more is hung up on");
}
