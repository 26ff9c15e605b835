//! The file: its formats, and files that are not stores.

use crate::{Place, append, decide, exported, filled, findings, new_level, new_player};
use rusqlite::Connection;
use spar_store::{Change, Store, StoreError, Tried, sum_anew};
use std::fs;

/// The statements that create the tables of a file.
fn schema(place: &Place) -> Vec<String> {
    let connection = Connection::open(place.file()).unwrap();
    let sql = "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name";
    let mut query = connection.prepare(sql).unwrap();
    query.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

fn run(place: &Place, sql: &str) {
    Connection::open(place.file()).unwrap().execute_batch(sql).unwrap();
}

fn refused(place: &Place) -> StoreError {
    match Store::open(&place.file()) {
        Ok(_) => panic!("it was opened"),
        Err(error) => error,
    }
}

#[test]
fn files_of_every_format_come_to_the_same() {
    let (new, first) = (Place::new(), Place::new());
    run(&first, include_str!("format-1.sql"));
    drop(new.open());
    let store = first.open();
    assert_eq!(findings(&store), [""; 0]);
    let known = store.read(|reader| reader.player_of_token(&[1; 32])).unwrap();
    assert_eq!(known.unwrap().name, "Ann");
    let opened = Change::UseLink { hash: [2; 32], token: [3; 32], now: 8 };
    store.write(opened).unwrap();
    assert_eq!(store.read(|reader| reader.log("s2")).unwrap().len(), 4);
    let game = store.read(|reader| reader.game("s1", "ann")).unwrap().unwrap();
    assert_eq!(game.plan.seed, u32::MAX);
    assert_eq!(game.replay().unwrap().reached(), Some(true));
    store.write(append("s1", "bob", 3..4)).unwrap_err();
    // The level was decided by its slip, before the hint.
    let tries = store.read(|reader| reader.tries_of("ann", 9)).unwrap();
    let [tried] = &tries[..] else { panic!("{tries:?}") };
    assert_eq!((tried.session.as_str(), tried.turn, tried.rated), ("s1", 1, None));
    assert_eq!((tried.decided.solved, tried.decided.helped, tried.decided.at), (false, false, 8));
    drop(store);
    assert_eq!(schema(&first), schema(&new));
}

/// A level of an earlier format that was decided by a slip and continued.
#[test]
fn a_level_under_way_is_decided_when_its_format_changes() {
    let place = Place::new();
    run(&place, include_str!("format-1.sql"));
    run(
        &place,
        "INSERT INTO sessions VALUES
           ('s0', 'ann', 'tictactoe', 'xx./oo./...', '2', 'first', 'win', 1, 3, 5);
         INSERT INTO events VALUES
           ('s0', 0, 'values', '', NULL, 5), ('s0', 1, 'slip', 'a1', NULL, 6);",
    );
    let store = place.open();
    assert_eq!(findings(&store), [""; 0]);
    let tries = store.read(|reader| reader.tries_at("ann", "tictactoe")).unwrap();
    let told = |it: &Tried| (it.session.clone(), it.turn, it.decided.helped, it.decided.at);
    let told: Vec<_> = tries.iter().map(told).collect();
    assert_eq!(told, [("s0".to_owned(), 1, true, 6), ("s1".to_owned(), 2, false, 8)]);
}

#[test]
fn later_formats_are_refused() {
    let place = Place::new();
    drop(place.open());
    run(&place, "PRAGMA user_version = 9");
    let before = fs::read(place.file()).unwrap();
    let error = refused(&place);
    let sentence = error.to_string().replace(&place.file().display().to_string(), "FILE");
    assert_eq!(sentence, "`FILE` has format 9; this version reads formats up to 3");
    assert_eq!(error.hint(), Some("use the version of Spar that wrote it, or a later one"));
    assert_eq!(fs::read(place.file()).unwrap(), before, "it is left as it is");
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let text = Place::new();
    fs::write(text.file(), "This is a letter, and not a short one. ".repeat(30)).unwrap();
    let other = Place::new();
    run(&other, "CREATE TABLE letters (text TEXT)");
    for place in [text, other] {
        let before = fs::read(place.file()).unwrap();
        assert!(matches!(refused(&place), StoreError::Foreign { .. }));
        assert_eq!(fs::read(place.file()).unwrap(), before);
    }
    let folder = Place::new();
    fs::create_dir(folder.file()).unwrap();
    assert!(matches!(refused(&folder), StoreError::Io { .. }));
}

#[test]
fn damage_is_found_wherever_something_is_kept() {
    let place = Place::new();
    let kept = exported(&filled(&place, 500));
    let whole = fs::read(place.file()).unwrap();
    let (mut n_found, n_blocks) = (0, whole.len() / 4096);
    for block in 1..n_blocks {
        let mut spoiled = whole.clone();
        spoiled[block * 4096..(block + 1) * 4096].fill(0xa5);
        fs::write(place.file(), spoiled).unwrap();
        let found = match Store::open(&place.file()) {
            Err(error) => matches!(error, StoreError::Damaged { .. }),
            Ok(store) => match store.read(|reader| spar_store::findings(&reader)) {
                Ok(found) if found.is_empty() => {
                    assert_eq!(exported(&store), kept, "block {block}");
                    false
                }
                Ok(_) | Err(_) => true,
            },
        };
        n_found += usize::from(found);
    }
    // Some blocks are free because a migration removed the tables of an earlier format.
    assert!(n_found > n_blocks / 2, "{n_found} of {n_blocks}");
}

#[test]
fn a_log_only_grows_even_by_hand() {
    let place = Place::new();
    let store = filled(&place, 4);
    store.write(new_level("t", "ann", None)).unwrap();
    store.write(decide("t", "ann", false, 5)).unwrap();
    drop(store);
    let connection = Connection::open(place.file()).unwrap();
    for sql in [
        "UPDATE events SET text = 'a1'",
        "UPDATE sessions SET player = 'bob'",
        "UPDATE tries SET solved = 1",
    ] {
        assert!(connection.execute_batch(sql).is_err(), "{sql}");
    }
}

#[test]
fn what_was_changed_by_hand_is_found() {
    let found = |sql: &str| {
        let place = Place::new();
        run(&place, include_str!("format-1.sql"));
        drop(place.open());
        run(&place, sql);
        let by_the_sums = findings(&place.open_blindly());
        sum_anew(&Connection::open(place.file()).unwrap()).unwrap();
        (by_the_sums, findings(&place.open_blindly()))
    };
    let insert = "INSERT INTO events VALUES";
    for (sql, what) in [
        ("DELETE FROM events WHERE seq = 1", "lines of a log are missing"),
        ("DELETE FROM events WHERE seq = 0", "lines of a log are missing"),
        (
            &format!("{insert} ('s1', 3, 'move', 'c2', 'program', 1, 0)"),
            "event 4: `c2` is not a legal move here: the game is over",
        ),
        (&format!("{insert} ('s2', 4, 'undo', '', NULL, 1, 0)"), "event 5: the game was resigned"),
        ("DELETE FROM events WHERE session = 's1'", "its stored try does not match its log"),
        ("UPDATE tries SET solved = 1", "its stored try does not match its log"),
        ("UPDATE tries SET helped = 1", "its stored try does not match its log"),
        ("UPDATE tries SET canonical = '.../.../...'", "its stored try does not match its log"),
        ("UPDATE tries SET player = 'bob'", "another game or person"),
        ("UPDATE tries SET turn = 2", "the try before this one, number 1, is missing"),
        ("DELETE FROM tries", "its stored try does not match its log"),
        (
            "UPDATE tries SET level = 1500, rating = 1500, deviation = 1, volatility = 0.06",
            "its rating differs from the one computed from the tries",
        ),
        ("UPDATE players SET name = ' Ann'", "starts or ends with a space"),
        ("UPDATE served SET canonical = 'xx./oo./...'", "is not the canonical image"),
        ("UPDATE served SET player = 'eve'", "served: a row refers to a row that does not exist"),
    ] {
        let (by_the_sums, found) =
            found(&format!("PRAGMA foreign_keys = OFF; DROP TRIGGER tries_stay; {sql}"));
        assert!(found.iter().any(|it| it.contains(what)), "{sql}: {found:?}");
        if !sql.starts_with("DELETE") {
            let rows = by_the_sums.iter().filter(|it| it.ends_with("does not match its checksum"));
            assert_ne!(rows.count(), 0, "{sql}: {by_the_sums:?}");
        }
    }
}

/// Every way of reading a row verifies its sum.
#[test]
fn a_row_that_changed_is_never_believed() {
    let place = Place::new();
    run(&place, include_str!("format-1.sql"));
    drop(place.open());
    let whole = fs::read(place.file()).unwrap();
    for (sql, table) in [
        ("UPDATE players SET name = 'Eve' WHERE id = 'ann'", "players"),
        ("UPDATE tokens SET player = 'bob'", "tokens"),
        ("UPDATE links SET player = 'ann'", "links"),
        ("UPDATE links SET until = 99", "links"),
        ("DROP TRIGGER sessions_stay; UPDATE sessions SET seed = 1 WHERE id = 's1'", "sessions"),
        ("DROP TRIGGER events_stay; UPDATE events SET text = 'b1' WHERE seq = 0", "events"),
        ("UPDATE events SET sum = sum + 1 WHERE session = 's1' AND seq = 2", "events"),
        ("UPDATE served SET at = 8", "served"),
        ("DROP TRIGGER tries_stay; UPDATE tries SET at = 7", "tries"),
    ] {
        fs::write(place.file(), &whole).unwrap();
        run(&place, sql);
        assert!(matches!(refused(&place), StoreError::Damaged { .. }), "{sql}");
        let store = place.open_blindly();
        let read = store.read(|reader| {
            reader.player_of_token(&[1; 32])?;
            reader.games_of("ann", 9)?;
            reader.served("ann", "tictactoe")?;
            reader.tries_of("ann", 9)
        });
        let opened = Change::UseLink { hash: [2; 32], token: [3; 32], now: 5 };
        let refused = match table {
            "links" => store.write(opened).map(|_| ()).unwrap_err(),
            _ => read.map(|_| ()).unwrap_err(),
        };
        let StoreError::Damaged { why, .. } = &refused else { panic!("{sql}: {refused}") };
        assert_eq!(*why, format!("a row of `{table}` does not match its checksum"), "{sql}");
        assert!(findings(&store).contains(why), "{sql}");
    }
}

#[test]
fn ten_thousand_events_are_kept_and_replayed() {
    let place = Place::new();
    let store = filled(&place, 10_000);
    assert_eq!(store.read(|reader| reader.log("s")).unwrap().len(), 10_000);
    assert_eq!(findings(&store), [""; 0]);
    assert_eq!(exported(&store).lines().count(), 3);
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let file = place.folder().join("one").join("two").join("spar.db");
    let store = Store::open(&file).unwrap();
    store.write(new_player("ann", "")).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file.parent().unwrap()), 0o700);
    for name in ["spar.db", "spar.db-wal", "spar.db-shm"] {
        assert_eq!(mode(&file.with_file_name(name)), 0o600, "{name}");
    }
}

#[test]
fn what_is_forgotten_is_overwritten() {
    let place = Place::new();
    let store = filled(&place, 1);
    let name = "Somebody-who-wants-to-be-forgotten";
    store.write(new_player("eve", name)).unwrap();
    store.write(Change::Forget { player: "eve".to_owned() }).unwrap();
    drop(store);
    let bytes = fs::read(place.file()).unwrap();
    let is_there = bytes.windows(name.len()).any(|window| window == name.as_bytes());
    assert!(!is_there);
}
