//! Sessions of every game are unchanged after storage, a restart and an export; rows that were
//! changed by hand are detected.

use rusqlite::Connection;
use spar_catalog::{AnySession, entries, open_name};
use spar_challenge::session::{By, Event as Played, State};
use spar_rules::{Side, SplitMix};
use spar_solve::{Budget, Context};
use spar_store::{
    Batch, Change, Event, FILE_NAME, Game, Person, Plan, Served, Setting, SideWord, Store,
    findings, read_archive, sum_anew, write_archive,
};
use std::path::Path;

fn player(id: &str, made: i64) -> Change {
    let player = Person { id: id.to_owned(), name: format!("Name of {id}"), made };
    let mut token = [0; 32];
    token[0] = made as u8;
    Change::NewPlayer { player, token }
}

/// The next event of a random session, if it is not over.
fn next(session: &dyn AnySession, seed: u32, random: &mut SplitMix) -> Option<Played<String>> {
    if session.can_undo() && random.below(8) == 0 {
        return Some(Played::Undo);
    }
    if session.state() != State::Open {
        return None;
    }
    let context = Context::bare(Budget::unlimited().with_nodes(200));
    let rolled = session.roll(seed.into()).map(|it| (it, By::Chance));
    if let Some((mv, by)) = rolled.or_else(|| session.answer(seed.into(), &context)) {
        return Some(Played::Move { mv, by });
    }
    let side = session.person_to_move()?;
    Some(match random.below(40) {
        0 => Played::Resign(side),
        1 => Played::Values,
        2 => Played::Hint(session.next_stage()),
        _ => Played::Move { mv: random.pick(&session.here().moves())?, by: By::Person },
    })
}

/// Plays random sessions of every game into a store. Returns the expected games.
fn fill(store: &Store) -> Vec<Game> {
    let mut random = SplitMix::new(11);
    let mut expected = Vec::new();
    for (number, id) in ["ann", "bob"].into_iter().enumerate() {
        store.write(player(id, number as i64 + 1)).unwrap();
    }
    for (number, entry) in entries().iter().enumerate() {
        let game = open_name(entry.name).unwrap();
        for turn in 0..3_u32 {
            let against_human = turn == 2;
            let plan = Plan {
                id: format!("{}-{turn}", entry.name),
                player: if random.below(2) == 0 { "ann" } else { "bob" }.to_owned(),
                game: game.facts().name.clone(),
                start: game.start().text(),
                against: if against_human { "human" } else { "random" }.to_owned(),
                you: (!against_human).then_some(if turn == 0 {
                    SideWord::First
                } else {
                    SideWord::Second
                }),
                goal: None,
                seed: u32::MAX - number as u32,
                rung: None,
                level: None,
                made: 100 + number as i64,
            };
            let mut session = game.session(&plan.settled().unwrap()).unwrap();
            let begin = Change::NewSession {
                plan: plan.clone(),
                events: Vec::new(),
                served: None,
                tried: None,
            };
            store.write(begin).unwrap();
            let (mut events, mut unwritten) = (Vec::new(), Vec::new());
            for at in 0..60 {
                let Some(event) = next(&*session, plan.seed, &mut random) else { break };
                let event = session.apply(event).unwrap();
                unwritten.push(Event::of(&event, 1000 + at));
                if random.below(3) == 0 {
                    append(store, &plan, &mut events, &mut unwritten);
                }
            }
            append(store, &plan, &mut events, &mut unwritten);
            let game = Game { plan, events };
            assert_eq!(game.replay().unwrap().here().text(), session.here().text());
            assert_eq!(game.replay().unwrap().state(), session.state());
            expected.push(game);
        }
    }
    expected
}

fn append(store: &Store, plan: &Plan, events: &mut Vec<Event>, new: &mut Vec<Event>) {
    let change = Change::Append {
        session: plan.id.clone(),
        player: plan.player.clone(),
        expect: events.len(),
        events: new.clone(),
        tried: None,
    };
    store.write(change).unwrap();
    events.append(new);
}

fn archive(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = store.read(|reader| Ok(write_archive(&reader, &mut bytes)));
    written.unwrap().unwrap();
    bytes
}

fn all_is_there(store: &Store, expected: &[Game]) {
    for game in expected {
        let Plan { id, player, .. } = &game.plan;
        let other = if player == "ann" { "bob" } else { "ann" };
        let read = |who: &str| store.read(|reader| reader.game(id, who)).unwrap();
        assert_eq!(read(player).as_ref(), Some(game));
        assert_eq!(read(other), None, "{id} is not theirs");
    }
    for who in ["ann", "bob"] {
        let mut own: Vec<&Game> = expected.iter().filter(|it| it.plan.player == who).collect();
        let last = |game: &Game| game.events.last().map_or(game.plan.made, |it| it.at);
        own.sort_by(|a, b| (last(b), &a.plan.id).cmp(&(last(a), &b.plan.id)));
        let read = store.read(|reader| reader.games_of(who, 1000)).unwrap();
        assert_eq!(read.iter().collect::<Vec<_>>(), own, "the most recently played first");
        let few = store.read(|reader| reader.games_of(who, 3)).unwrap();
        assert_eq!(few, read[..3]);
    }
    assert_eq!(store.read(|reader| findings(&reader)).unwrap(), []);
}

#[test]
fn sessions_of_every_game_are_the_same_after_a_restart_and_an_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE_NAME);
    let store = Store::open(&path).unwrap();
    let expected = fill(&store);
    all_is_there(&store, &expected);
    drop(store);
    let store = Store::open(&path).unwrap();
    all_is_there(&store, &expected);

    let bytes = archive(&store);
    let batch: Batch = read_archive(&mut &bytes[..]).unwrap();
    let copy = Store::open(&folder.path().join("copy.db")).unwrap();
    copy.write(Change::Import(batch.clone())).unwrap();
    all_is_there(&copy, &expected);
    assert_eq!(archive(&copy), bytes);
    copy.write(Change::Import(batch)).unwrap();
    assert_eq!(archive(&copy), bytes, "a second import changes nothing");

    copy.write(Change::Forget { player: "ann".to_owned() }).unwrap();
    let left: Vec<Game> = expected.into_iter().filter(|it| it.plan.player == "bob").collect();
    let counts = copy.read(|reader| reader.counts()).unwrap();
    let n_events: usize = left.iter().map(|it| it.events.len()).sum();
    let counted = (counts.players, counts.sessions, counts.events);
    assert_eq!(counted, (1, left.len() as u64, n_events as u64));
    assert_eq!(copy.read(|reader| findings(&reader)).unwrap(), []);
}

/// A store with a row in every table that contains words.
fn small(path: &Path) {
    let store = Store::open(path).unwrap();
    store.write(player("ann", 1)).unwrap();
    let plan = Plan {
        id: "s".to_owned(),
        player: "ann".to_owned(),
        game: open_name("tictactoe").unwrap().facts().name.clone(),
        start: open_name("tictactoe").unwrap().start().text(),
        against: "random".to_owned(),
        you: Some(Side::First.into()),
        goal: None,
        seed: 1,
        rung: None,
        level: None,
        made: 2,
    };
    let served = Served {
        player: "ann".to_owned(),
        game: plan.game.clone(),
        canonical: plan.start.clone(),
        rung: 1,
        at: 2,
    };
    let mv = Played::Move { mv: "b2".to_owned(), by: By::Person };
    let events = vec![Event::of(&mv, 3)];
    store.write(Change::NewSession { plan, events, served: Some(served), tried: None }).unwrap();
}

/// Changes one column of one table, with valid sums. Returns `false` if the database rejects
/// the change.
fn spoil(path: &Path, table: &str, column: &str, value: &str) -> bool {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;")
        .unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
    let triggers: Vec<String> = connection
        .prepare(sql)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for trigger in triggers {
        connection.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
    }
    let changed = connection.execute(&format!("UPDATE {table} SET \"{column}\" = {value}"), []);
    sum_anew(&connection).unwrap();
    changed.is_ok()
}

#[test]
fn words_and_numbers_that_nobody_writes_are_errors_that_name_the_file() {
    let mut n_taken = 0;
    for (table, column, values) in [
        ("sessions", "you", &["'nonsense'", "''", "'FIRST'"][..]),
        ("sessions", "goal", &["'nonsense'", "'lose'"]),
        ("sessions", "seed", &["-1", "4294967296", "9223372036854775807"]),
        ("sessions", "rung", &["-1", "4294967296"]),
        ("sessions", "level", &["9223372036854775807"]),
        ("events", "kind", &["'nonsense'", "''"]),
        ("events", "by", &["'nonsense'"]),
        ("events", "seq", &["-1", "7"]),
        ("served", "rung", &["-1", "4294967296"]),
    ] {
        for value in values {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(FILE_NAME);
            small(&path);
            if !spoil(&path, table, column, value) {
                continue;
            }
            n_taken += 1;
            let setting = Setting { look: false, ..Setting::default() };
            let store = Store::open_with(&path, setting).unwrap();
            let read = store.read(|reader| {
                reader.game("s", "ann")?;
                reader.games_of("ann", 9)?;
                reader.plans()?;
                reader.all_served()
            });
            let Err(error) = read else { panic!("{table}.{column} = {value} is read") };
            assert!(error.to_string().contains(FILE_NAME), "{table}.{column} = {value}: {error}");
        }
    }
    assert!(n_taken > 8, "{n_taken}");
}

#[test]
fn values_that_contradict_the_rules_are_found() {
    for (table, column, value) in [
        ("players", "id", "'a b'"),
        ("players", "name", "' Ann'"),
        ("players", "made", "-1"),
        ("sessions", "game", "'nonsense'"),
        ("sessions", "start", "'nonsense'"),
        ("sessions", "against", "'nonsense'"),
        ("sessions", "against", "'human'"),
        ("sessions", "you", "NULL"),
        ("sessions", "you", "'second'"),
        ("sessions", "level", "1500"),
        ("sessions", "made", "253402300800000"),
        ("events", "text", "'z9'"),
        ("events", "text", "''"),
        ("events", "by", "NULL"),
        ("events", "by", "'program'"),
        ("events", "by", "'chance'"),
        ("events", "kind", "'undo'"),
        ("events", "kind", "'resign'"),
        ("events", "at", "-1"),
        ("served", "game", "'nonsense'"),
        ("served", "canonical", "'nonsense'"),
        ("served", "at", "-1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        small(&path);
        if !spoil(&path, table, column, value) {
            continue;
        }
        let setting = Setting { look: false, ..Setting::default() };
        let store = Store::open_with(&path, setting).unwrap();
        let found = store.read(|reader| findings(&reader));
        // The dropped triggers are also detected.
        let is_about_rows = |what: &str| !what.contains("definition");
        let n_found = found.map_or(1, |it| it.iter().filter(|it| is_about_rows(&it.what)).count());
        assert!(n_found > 0, "{table}.{column} = {value} is believed");
    }
}
