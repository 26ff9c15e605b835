//! The real program, killed while many play: nothing that was answered is lost, nothing
//! happens twice, and all that is kept holds together.

use spar::load::{Notes, Played, Player, Plays, Server, Told, Wrong, raised};
use spar::store::{Event, EventKind, FILE_NAME, Store, findings};
use spar_rules::SplitMix;
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Players at once; every other one plays levels.
const PLAYERS: usize = 16;

/// The shortest and the longest time between two kills.
const BETWEEN: (u64, u64) = (40, 400);

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

/// Has everybody play, kills the server in the middle of it, and gives the players back.
async fn cut_off(server: Server, players: Vec<Player>, after: Duration) -> Vec<Player> {
    let far = Instant::now() + Duration::from_hours(1);
    let mut playing = JoinSet::new();
    for mut player in players {
        playing.spawn(async move {
            let ended = player.play(far, &mut Notes::default()).await;
            (player, ended)
        });
    }
    tokio::time::sleep(after).await;
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

/// What was told is the beginning of what is kept, and nothing more is kept than what was
/// asked for last.
fn check(game: &Played, log: &[Event]) {
    let kept: Vec<Told> = log.iter().map(told).collect();
    assert!(kept.starts_with(&game.told), "{}: told {:?}, kept {kept:?}", game.id, game.told);
    if let Some(first) = log.get(game.told.len()) {
        assert_eq!(Some(&first.text), game.asked.as_ref(), "{}: nobody asked for it", game.id);
        assert!(kept.len() <= game.told.len() + 2, "{}: {kept:?}", game.id);
    }
}

#[allow(clippy::print_stdout)]
fn survives(kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut random = SplitMix::new(kills as u64);
    let mut server = start(folder.path());
    let mut players: Vec<Player> = (0..PLAYERS).map(|index| player(index, &server)).collect();
    for kill in 1..=kills {
        let after = Duration::from_millis(BETWEEN.0 + random.below(BETWEEN.1 - BETWEEN.0));
        players = runtime.block_on(cut_off(server, players, after));
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
        let (mut known, mut levels, mut events) = (HashSet::new(), 0, 0);
        for player in &players {
            let ended = player.ended.iter().flatten();
            for game in ended.clone().chain(&player.game) {
                check(game, &reader.log(&game.id)?);
                assert!(known.insert(game.id.clone()), "two players in one game");
                events += game.told.len();
            }
            for game in ended.filter(|_| matches!(player.plays, Plays::Levels { .. })) {
                assert!(reader.tried(&game.id)?.is_some(), "{}: its end is not kept", game.id);
                levels += 1;
            }
        }
        // A game that was begun when the server was killed may be known to nobody.
        let plans = reader.plans()?;
        let unknown = plans.iter().filter(|plan| !known.contains(&plan.id)).count();
        assert!(unknown <= kills * PLAYERS, "{unknown} games that nobody began");
        assert_eq!(plans.len() - unknown, known.len(), "a game is lost");
        Ok((known.len(), levels, events))
    });
    let (games, levels, events) = kept.unwrap();
    println!("{kills} kills: {games} games, {events} events, {levels} levels tried to the end");
    assert!(games > PLAYERS && levels > 0 && events > games, "too little was played");
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
