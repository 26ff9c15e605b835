//! The file: its formats, and what is no file of ours.

use crate::{Place, append, exported, filled, findings, new_player};
use rusqlite::Connection;
use spar::store::{Change, Store, StoreError};
use std::fs;

/// The statements that make the tables of a file.
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
    let game = store.read(|reader| reader.game("s1", "ann")).unwrap().unwrap();
    assert_eq!(game.plan.seed, u32::MAX);
    assert_eq!(game.replay().unwrap().reached(), Some(true));
    store.write(append("s1", "bob", 3..4)).unwrap_err();
    drop(store);
    assert_eq!(schema(&first), schema(&new));
}

#[test]
fn later_formats_are_refused() {
    let place = Place::new();
    drop(place.open());
    run(&place, "PRAGMA user_version = 9");
    let before = fs::read(place.file()).unwrap();
    let error = refused(&place);
    let sentence = error.to_string().replace(&place.file().display().to_string(), "FILE");
    assert_eq!(sentence, "`FILE` has format 9; this program knows up to format 1");
    assert_eq!(error.hint(), Some("use the version of the program that wrote it"));
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
fn damage_is_found_whatever_block_it_hits() {
    let place = Place::new();
    drop(filled(&place, 500));
    let whole = fs::read(place.file()).unwrap();
    let (mut n_found, n_blocks) = (0, whole.len() / 4096);
    for block in 1..n_blocks {
        let mut spoiled = whole.clone();
        spoiled[block * 4096..(block + 1) * 4096].fill(0xa5);
        fs::write(place.file(), spoiled).unwrap();
        let found = match Store::open(&place.file()) {
            Err(error) => matches!(error, StoreError::Damaged { .. }),
            Ok(store) => match store.read(|reader| spar::store::findings(&reader)) {
                Ok(found) => !found.is_empty(),
                Err(_) => true,
            },
        };
        n_found += usize::from(found);
    }
    assert_eq!(n_found, n_blocks - 1);
}

#[test]
fn a_log_only_grows_even_by_hand() {
    let place = Place::new();
    drop(filled(&place, 4));
    let connection = Connection::open(place.file()).unwrap();
    for sql in ["UPDATE events SET text = 'a1'", "UPDATE sessions SET player = 'bob'"] {
        assert!(connection.execute_batch(sql).is_err(), "{sql}");
    }
}

#[test]
fn what_was_changed_by_hand_is_found() {
    let found = |sql: &str| {
        let place = Place::new();
        run(&place, include_str!("format-1.sql"));
        run(&place, sql);
        findings(&place.open())
    };
    let insert = "INSERT INTO events VALUES";
    for (sql, what) in [
        ("DELETE FROM events WHERE seq = 1", "lines of its log are missing"),
        ("DELETE FROM events WHERE seq = 0", "lines of its log are missing"),
        (
            &format!("{insert} ('s1', 3, 'move', 'c2', 'program', 1)"),
            "event 4: `c2` is no move here: the game is over",
        ),
        (&format!("{insert} ('s2', 4, 'undo', '', NULL, 1)"), "event 5: the game was resigned"),
        ("DELETE FROM events WHERE session = 's1' AND seq = 2", "another end"),
        ("UPDATE attempts SET slips = 0", "another end"),
        ("UPDATE attempts SET helped = 0", "another end"),
        ("UPDATE attempts SET reached = 0", "another end"),
        ("UPDATE attempts SET rung = 4", "another level"),
        ("UPDATE attempts SET canonical = '.../.../...'", "another level"),
        ("UPDATE attempts SET player = 'bob'", "another game or person"),
        ("UPDATE players SET name = ' Ann'", "spaces around it"),
        ("UPDATE served SET canonical = 'xx./oo./...'", "its canonical text is another"),
        ("UPDATE served SET player = 'eve'", "served: a reference leads nowhere"),
    ] {
        let found = found(&format!("PRAGMA foreign_keys = OFF; {sql}"));
        assert!(found.iter().any(|it| it.contains(what)), "{sql}: {found:?}");
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
