//! Kills the real program while many clients play: no answered request is lost, nothing happens
//! twice, and all stored data is consistent, including recomputed ratings.

use spar::load::{Notes, PlayedPly, Player, Plays, Server, Told, Wrong, raised};
use spar_rules::SplitMix;
use spar_store::{Event, EventKind, FILE_NAME, Store, findings};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// The number of players; every second one plays levels.
const PLAYERS: usize = 16;

/// The least and the greatest number of responses between two kills.
const BETWEEN: (u64, u64) = (60, 400);

fn start(data: &Path) -> Server {
    Server::start(Path::new(env!("CARGO_BIN_EXE_spar")), data, &raised(PLAYERS)).unwrap()
}

fn player(index: usize, server: &Server) -> Player {
    let plays = if index.is_multiple_of(2) {
        Plays::Levels { game: "tictactoe".to_owned() }
    } else {
        Plays::Game { game: "tictactoe:rows=4,cols=4".to_owned(), against: "2".to_owned() }
    };
    Player::new(server.address(), plays, index as u64).remembering()
}

/// Lets all players play, kills the server after this many responses, and returns the players.
async fn cut_off(server: Server, players: Vec<Player>, answers: u64) -> Vec<Player> {
    let far = Instant::now() + Duration::from_hours(1);
    let all = Arc::new(AtomicU64::new(0));
    let mut playing = JoinSet::new();
    for mut player in players {
        let mut notes = Notes { all: Arc::clone(&all), ..Notes::default() };
        playing.spawn(async move {
            let ended = player.play(far, &mut notes).await;
            (player, ended)
        });
    }
    while all.load(Ordering::Relaxed) < answers {
        if let Some(ended) = playing.try_join_next() {
            panic!("nobody has killed it yet: {:?}", ended.unwrap().1);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(server);
    let mut cut = Vec::new();
    while let Some(joined) = playing.join_next().await {
        let (player, ended) = joined.unwrap();
        assert!(matches!(ended, Err(Wrong::Cut(_))), "{ended:?}");
        cut.push(player);
    }
    cut
}

fn told(event: &Event) -> Told {
    match event.kind {
        EventKind::Move => Told::Move(event.text.clone()),
        EventKind::Slip => Told::Slip(event.text.clone()),
        other => panic!("nobody asked for {other:?}"),
    }
}

/// Checks that the reported events are the beginning of the stored log, and that the log
/// contains nothing more except the last requested move.
fn check(game: &PlayedPly, log: &[Event]) {
    let kept: Vec<Told> = log.iter().map(told).collect();
    assert!(kept.starts_with(&game.told), "{}: told {:?}, kept {kept:?}", game.id, game.told);
    if let Some(first) = log.get(game.told.len()) {
        assert_eq!(Some(&first.text), game.asked.as_ref(), "{}: nobody asked for it", game.id);
        assert!(kept.len() <= game.told.len() + 2, "{}: {kept:?}", game.id);
    }
}

#[allow(clippy::print_stdout, reason = "how much was killed is part of what it shows")]
fn survives(kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut random = SplitMix::new(kills as u64);
    let mut server = start(folder.path());
    let mut players: Vec<Player> = (0..PLAYERS).map(|index| player(index, &server)).collect();
    for kill in 1..=kills {
        let answers = BETWEEN.0 + random.below(BETWEEN.1 - BETWEEN.0);
        players = runtime.block_on(cut_off(server, players, answers));
        server = start(folder.path());
        for player in &mut players {
            let seen = runtime.block_on(player.move_to(server.address()));
            assert_eq!(seen, Ok(()), "after kill {kill}");
        }
    }
    drop(server);
    let store = Store::open(&folder.path().join(FILE_NAME)).unwrap();
    let kept = store.read(|reader| {
        assert_eq!(findings(&reader)?, []);
        let (mut known, mut levels, mut rated, mut events) = (HashSet::new(), 0, 0, 0);
        for player in &players {
            let ended = player.ended.iter().flatten();
            for game in ended.clone().chain(&player.game) {
                check(game, &reader.log(&game.id)?);
                assert!(known.insert(game.id.clone()), "two players in one game");
                events += game.told.len();
            }
            for game in ended.filter(|_| matches!(player.plays, Plays::Levels { .. })) {
                let tried = reader.tried(&game.id)?;
                assert!(tried.is_some(), "{}: what came of it is not kept", game.id);
                rated += usize::from(tried.is_some_and(|it| it.rated.is_some()));
                levels += 1;
            }
        }
        // If the server was killed while a game was begun, no client may know it.
        let plans = reader.plans()?;
        let unknown = plans.iter().filter(|plan| !known.contains(&plan.id)).count();
        assert!(unknown <= kills * PLAYERS, "{unknown} games that nobody began");
        assert_eq!(plans.len() - unknown, known.len(), "a game is lost");
        Ok((known.len(), levels, rated, events))
    });
    let (games, levels, rated, events) = kept.unwrap();
    println!("{kills} kills: {games} games, {events} events, {levels} levels, {rated} rated");
    assert!(games > PLAYERS && rated > 0 && events > games, "too little was played");
}

#[test]
fn killed_under_load_it_keeps_all_that_it_answered() {
    survives(3);
}

#[test]
#[ignore = "a hundred kills take a minute"]
fn killed_a_hundred_times_it_keeps_all_that_it_answered() {
    survives(100);
}
