//! The commands `spar data`.

use crate::{Place, decide, filled, new_level, new_player};
use assert_cmd::Command;
use insta::assert_snapshot;

/// The output of a run, with the folder replaced by `DATA`.
fn spar(place: &Place, arguments: &[&str]) -> String {
    spar_with(place, arguments, "")
}

fn spar_with(place: &Place, arguments: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("spar").unwrap();
    command.env_remove("NO_COLOR").env_remove("SPAR_DATA").arg("data").args(arguments);
    command.arg("--data").arg(place.folder()).write_stdin(input);
    let output = command.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: String =
        errors.lines().map(|line| format!("! {line}").trim_end().to_owned() + "\n").collect();
    let exit = match output.status.code() {
        Some(0) => String::new(),
        Some(code) => format!("exit {code}\n"),
        None => "killed\n".to_owned(),
    };
    let folder = place.folder().display().to_string();
    (String::from_utf8(output.stdout).unwrap() + &errors + &exit).replace(&folder, "DATA")
}

#[test]
fn nothing_is_made_where_nothing_is_kept() {
    let place = Place::new();
    assert_snapshot!(spar(&place, &["export"]), @r"
    ! there are no games in `DATA/spar.db`
    exit 1
    ");
    assert_snapshot!(spar(&place, &["verify"]), @"! there are no games in `DATA/spar.db`");
    assert_snapshot!(spar(&place, &["delete", "--all", "--yes"]), @r"
    ! there are no games in `DATA/spar.db`
    exit 1
    ");
    assert!(!place.file().exists());
}

#[test]
fn all_of_it_works_while_a_server_has_the_store_open() {
    let place = Place::new();
    let server = filled(&place, 3);
    let archive = spar(&place, &["export"]);
    assert_snapshot!(archive, @r#"
    {"format":{"name":"spar data","version":2}}
    {"player":{"id":"ann","name":"Ann","made":1}}
    {"session":{"plan":{"id":"s","player":"ann","game":"tictactoe","start":".../.../...","against":"human","you":null,"goal":null,"seed":7,"rung":null,"level":null,"made":2},"events":[{"kind":"move","text":"b2","by":"person","at":0},{"kind":"undo","text":"","by":null,"at":1},{"kind":"move","text":"b2","by":"person","at":2}],"tried":null}}
    "#);
    let out = place.folder().join("out.jsonl");
    assert_eq!(spar(&place, &["export", "--out", out.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), archive);
    assert_snapshot!(spar(&place, &["verify"]), @"no errors: games 1, events 3, ratings computed again 0");
    assert_snapshot!(spar(&place, &["verify", "--json"]), @r#"{"players":1,"sessions":1,"events":3,"ratings":0}"#);

    let elsewhere = Place::new();
    assert_snapshot!(spar_with(&elsewhere, &["import", "-"], &archive), @"imported: 1 player, 1 game, 3 events; 0 games extended");
    assert_snapshot!(spar_with(&elsewhere, &["import", "-", "--json"], &archive), @r#"{"players":0,"sessions":0,"extended":0,"events":0,"served":0,"contradicting":[]}"#);
    assert_eq!(spar(&elsewhere, &["export"]), archive);
    let otherwise = archive.replace("b2", "a1");
    assert_snapshot!(spar_with(&elsewhere, &["import", "-"], &otherwise), @r"
    imported: 0 players, 0 games, 0 events; 0 games extended
    not imported: game `s`, because the stored game has other moves
    exit 1
    ");
    assert_snapshot!(spar_with(&elsewhere, &["import", "-"], &archive.replace("b2", "z9")), @r"
    ! error: -:3: event 1: `z9` is not a legal move here
    ! hint: legal: a1 a2 a3 b1 b2 b3 c1 c2 c3
    exit 2
    ");

    assert_snapshot!(spar(&place, &["delete", "Ann"]), @r"
    ! error: cannot ask for confirmation: this is not a terminal
    ! hint: `--yes` deletes without asking
    exit 2
    ");
    server.write(new_player("other", "Ann")).unwrap();
    assert_snapshot!(spar(&place, &["delete", "Ann", "--yes"]), @r"
    ! error: 2 people are named `Ann`
    ! hint: name an id: `ann`, `other`
    exit 2
    ");
    assert_snapshot!(spar(&place, &["delete", "Zoë\u{1b}[2J", "--yes"]), @r"
    ! error: no person has the name or id `Zoë\u{1b}[2J`
    ! hint: `spar data export` lists everybody
    exit 2
    ");
    assert_snapshot!(spar(&place, &["delete", "ann", "--yes"]), @"deleted: Ann (`ann`)");
    assert_eq!(server.read(|reader| reader.player("ann")).unwrap(), None);
    assert_snapshot!(spar(&place, &["delete", "--all", "--yes", "--json"]), @r#"{"id":"other","name":"Ann"}"#);
    assert_snapshot!(spar(&place, &["delete"]), @r"
    ! error: the following required arguments were not provided:
    !   <NAME-OR-ID>
    !
    ! Usage: spar data delete --data <DIR> <NAME-OR-ID>
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn ratings_are_computed_again() {
    let place = Place::new();
    let store = place.open();
    store.write(new_player("ann", "Ann")).unwrap();
    for (id, level, solved, at) in
        [("a", Some(1500), true, 1), ("b", None, true, 2), ("c", Some(1600), false, 3)]
    {
        store.write(new_level(id, "ann", level)).unwrap();
        store.write(decide(id, "ann", solved, at)).unwrap();
    }
    drop(store);
    assert_snapshot!(spar(&place, &["verify"]), @"no errors: games 3, events 3, ratings computed again 2");
    assert_snapshot!(spar(&place, &["verify", "--json"]), @r#"{"players":1,"sessions":3,"events":3,"ratings":2}"#);
    // A rating was changed by hand, with a valid sum, so the next rating is wrong too.
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    connection
        .execute_batch(
            "DROP TRIGGER tries_stay; UPDATE tries SET rating = rating + 1 WHERE turn = 1",
        )
        .unwrap();
    spar_store::sum_anew(&connection).unwrap();
    drop(connection);
    assert_snapshot!(spar(&place, &["verify"]), @r"
    trigger tries_stay of tries is missing or differs from its definition
    game `a`: its rating differs from the one computed from the tries
    game `c`: its rating differs from the one computed from the tries
    exit 1
    ");
    assert_snapshot!(spar(&place, &["export"]), @r"
    ! error: `DATA/spar.db` is damaged: trigger tries_stay of tries is missing or differs from its definition
    ! hint: `spar data verify` lists the damage; restore a backup, or move the file away
    exit 2
    ");
}

#[test]
fn what_is_wrong_is_listed() {
    let place = Place::new();
    drop(filled(&place, 3));
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    connection.execute_batch("DELETE FROM events WHERE seq = 1").unwrap();
    drop(connection);
    assert_snapshot!(spar(&place, &["verify"]), @r"
    game `s`: lines of a log are missing
    exit 1
    ");
    assert_snapshot!(spar(&place, &["verify", "--json"]), @r#"
    {"session":"s","what":"lines of a log are missing"}
    exit 1
    "#);
    let whole = std::fs::read(place.file()).unwrap();
    // Keeps only the first block, which identifies the file.
    std::fs::write(place.file(), &whole[..4096]).unwrap();
    assert!(spar(&place, &["verify"]).ends_with("database disk image is malformed\nexit 1\n"));
    std::fs::write(place.file(), "no database at all, but a text of some length".repeat(99))
        .unwrap();
    assert_snapshot!(spar(&place, &["verify"]), @r"
    ! error: `DATA/spar.db` is not a Spar store
    ! hint: `--data DIR` chooses another folder
    exit 2
    ");
}
