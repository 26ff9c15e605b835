//! What the store guarantees: ownership, order, groups, and answers only after the commit.

use super::*;
use crate::table::{ByWord, GoalWord, SideWord};
use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::mpsc::TryRecvError;
use tempfile::TempDir;

/// A store in its own temporary folder.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("below").join(FILE_NAME)
    }

    fn open(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }
}

fn hash(number: u8) -> Hash {
    [number; 32]
}

fn player(id: &str) -> Change {
    let token = hash(id.bytes().next().unwrap());
    let player = Person { id: id.to_owned(), name: String::new(), made: 1 };
    Change::NewPlayer { player, token }
}

fn plan(id: &str, player: &str) -> Plan {
    Plan {
        id: id.to_owned(),
        player: player.to_owned(),
        game: "tictactoe".to_owned(),
        start: ".../.../...".to_owned(),
        against: "2".to_owned(),
        you: Some(SideWord::First),
        goal: Some(GoalWord::Win),
        seed: u32::MAX,
        rung: None,
        level: None,
        made: 5,
    }
}

fn session(id: &str, player: &str) -> Change {
    Change::NewSession { plan: plan(id, player), events: Vec::new(), served: None, tried: None }
}

fn event(text: &str) -> Event {
    Event { kind: EventKind::Move, text: text.to_owned(), by: Some(ByWord::Person), at: 9 }
}

fn append(session: &str, player: &str, expect: usize, texts: &[&str]) -> Change {
    let events = texts.iter().map(|text| event(text)).collect();
    let (session, player) = (session.to_owned(), player.to_owned());
    Change::Append { session, player, expect, events, tried: None }
}

fn logged(length: usize) -> Written {
    Written::Log(Logged { length, tried: None })
}

fn lost(at: Millis) -> Try {
    Try { canonical: ".../.../...".to_owned(), solved: false, helped: false, at }
}

fn counts(store: &Store) -> Counts {
    store.read(|reader| reader.counts()).unwrap()
}

#[test]
fn what_is_written_is_read_after_a_restart() {
    let place = Place::new();
    let store = place.open();
    store.write(player("ann")).unwrap();
    let name = "Ann'); DROP TABLE players;--<b>Ж\u{1F600}</b>";
    let name_it = Change::Name { player: "ann".to_owned(), name: name.to_owned() };
    store.write(name_it).unwrap();
    let served = Served {
        player: "ann".to_owned(),
        game: "tictactoe".to_owned(),
        canonical: ".../.../...".to_owned(),
        rung: 3,
        at: 7,
    };
    let begin = Change::NewSession {
        plan: plan("s", "ann"),
        events: vec![event("a1")],
        served: Some(served),
        tried: None,
    };
    assert_eq!(store.write(begin).unwrap(), logged(1));
    let decided = lost(12);
    let rest = [
        Event { kind: EventKind::Slip, text: "c1".to_owned(), by: None, at: 10 },
        Event { kind: EventKind::Resign, text: "second".to_owned(), by: None, at: 11 },
    ];
    let end = Change::Append {
        session: "s".to_owned(),
        player: "ann".to_owned(),
        expect: 1,
        events: rest.to_vec(),
        tried: Some(decided.clone()),
    };
    let Written::Log(end) = store.write(end).unwrap() else { panic!() };
    assert_eq!(end.length, 3);
    assert_eq!(end.tried.as_ref().map(|it| (it.turn, it.rated)), Some((1, None)));
    drop(store);

    let store = place.open();
    store
        .read(|reader| {
            let ann = reader.player_of_token(&hash(b'a'))?.unwrap();
            assert_eq!(ann, Person { id: "ann".to_owned(), name: name.to_owned(), made: 1 });
            assert_eq!(reader.players_named(name)?, [ann]);
            let game = reader.game("s", "ann")?.unwrap();
            assert_eq!(game.plan, plan("s", "ann"));
            assert_eq!(game.events[0], event("a1"));
            assert_eq!(game.events[1..], rest);
            assert_eq!(reader.games_of("ann", 10)?, [game]);
            assert!(reader.served("ann", "tictactoe")?.contains(&".../.../...".to_owned()));
            assert_eq!(reader.tries_of("ann", 1)?[0].decided, decided);
            assert_eq!(reader.tried("s")?, end.tried);
            assert_eq!(reader.counts()?, Counts { players: 1, sessions: 1, events: 3, ratings: 0 });
            Ok(())
        })
        .unwrap();
}

#[test]
fn nobody_reaches_what_is_anothers() {
    let place = Place::new();
    let store = place.open();
    for change in [player("ann"), player("bob"), session("s", "ann")] {
        store.write(change).unwrap();
    }
    let stolen = store.write(append("s", "bob", 0, &["a1"]));
    assert!(matches!(stolen, Err(StoreError::Gone)));
    let unknown = store.write(append("t", "ann", 0, &["a1"]));
    assert!(matches!(unknown, Err(StoreError::Gone)));
    assert!(matches!(store.write(session("t", "eve")), Err(StoreError::Gone)));
    assert!(matches!(store.write(session("s", "bob")), Err(StoreError::Taken)));
    store
        .read(|reader| {
            assert_eq!(reader.game("s", "bob")?, None);
            assert_eq!(reader.games_of("bob", 10)?, []);
            assert_eq!(reader.log("s")?, []);
            assert_eq!(reader.player_of_token(&hash(0))?, None);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_log_goes_on_from_the_length_that_was_seen() {
    let place = Place::new();
    let store = place.open();
    for change in [player("ann"), session("s", "ann"), append("s", "ann", 0, &["a1", "b2"])] {
        store.write(change).unwrap();
    }
    for expect in [0, 1, 3, usize::MAX] {
        let late = store.write(append("s", "ann", expect, &["c3"]));
        assert!(matches!(late, Err(StoreError::Conflict)), "{expect}");
    }
    assert_eq!(store.write(append("s", "ann", 2, &["c3"])).unwrap(), logged(3));
}

#[test]
fn a_link_works_once_and_in_time() {
    let place = Place::new();
    let store = place.open();
    store.write(player("ann")).unwrap();
    let link = |number| Change::Link { player: "ann".to_owned(), hash: hash(number), until: 100 };
    let open = |link, token, now| Change::UseLink { hash: hash(link), token: hash(token), now };
    store.write(link(1)).unwrap();
    store.write(link(2)).unwrap();
    assert!(matches!(store.write(open(1, 50, 10)), Err(StoreError::Gone)), "replaced");
    assert!(matches!(store.write(open(2, 50, 100)), Err(StoreError::Gone)), "too late");
    assert!(matches!(store.write(open(3, 50, 10)), Err(StoreError::Gone)), "unknown");
    let Written::Player(who) = store.write(open(2, 51, 99)).unwrap() else { panic!() };
    assert_eq!(who.id, "ann");
    assert!(matches!(store.write(open(2, 52, 99)), Err(StoreError::Gone)), "used");
    let known = |token| store.read(|reader| reader.player_of_token(&hash(token))).unwrap();
    assert_eq!(known(51), Some(who));
    assert_eq!((known(50), known(52)), (None, None));
}

#[test]
fn who_is_forgotten_leaves_nothing() {
    let place = Place::new();
    let store = place.open();
    for change in [player("ann"), player("bob"), session("s", "ann"), session("t", "bob")] {
        store.write(change).unwrap();
    }
    store.write(append("s", "ann", 0, &["a1"])).unwrap();
    store.write(Change::Forget { player: "ann".to_owned() }).unwrap();
    let again = store.write(Change::Forget { player: "ann".to_owned() });
    assert!(matches!(again, Err(StoreError::Gone)));
    assert_eq!(counts(&store), Counts { players: 1, sessions: 1, events: 0, ratings: 0 });
    assert_eq!(store.read(|reader| reader.player_of_token(&hash(b'a'))).unwrap(), None);
}

#[test]
fn several_changes_are_made_all_or_not_at_all() {
    let place = Place::new();
    let store = place.open();
    let all = |who: &str, expect| {
        let (begin, go_on) = (session("s", who), append("s", who, expect, &["a1", "b2"]));
        Change::All(vec![player(who), begin, go_on])
    };
    assert!(matches!(store.write(all("ann", 1)), Err(StoreError::Conflict)));
    assert_eq!(counts(&store), Counts::default());
    assert_eq!(store.write(all("ann", 0)).unwrap(), logged(2));
    assert!(matches!(store.write(all("bob", 0)), Err(StoreError::Taken)));
    assert_eq!(counts(&store), Counts { players: 1, sessions: 1, events: 2, ratings: 0 });
    assert_eq!(store.write(Change::All(Vec::new())).unwrap(), Written::Done);
}

/// A store whose commits wait for a signal, and report the size of their group.
fn gated(place: &Place) -> (Store, mpsc::Receiver<usize>, mpsc::Sender<()>) {
    let (tell, told) = mpsc::channel();
    let (open, opened) = mpsc::channel::<()>();
    let gate: Gate = Box::new(move |n_changes| {
        tell.send(n_changes).unwrap();
        // If a test ends early, let the remaining commits through.
        let _ = opened.recv();
    });
    let setting = Setting { gate: Some(gate), ..Setting::default() };
    (Store::open_with(&place.path(), setting).unwrap(), told, open)
}

#[test]
fn nobody_is_answered_while_the_commit_is_held_back() {
    let place = Place::new();
    let (store, told, open) = gated(&place);
    let mut first = store.submit(player("ann")).unwrap();
    assert_eq!(told.recv().unwrap(), 1);
    // The group waits at the gate: everything is done except the commit.
    assert!(first.try_recv().is_err());
    assert_eq!(counts(&store), Counts::default());

    // Changes that arrive in the meantime share the next group.
    let mut waiting: Vec<_> =
        ["bob", "cleo", "dan"].map(|id| store.submit(player(id)).unwrap()).into();
    waiting.push(store.submit(player("bob")).unwrap());
    assert_eq!(store.figures().waiting, 4);
    open.send(()).unwrap();
    assert_eq!(first.blocking_recv().unwrap().unwrap(), Written::Done);
    assert_eq!(told.recv().unwrap(), 4);
    assert!(waiting.iter_mut().all(|it| it.try_recv().is_err()));
    assert_eq!(counts(&store).players, 1);

    open.send(()).unwrap();
    let answers: Vec<_> = waiting.into_iter().map(|it| it.blocking_recv().unwrap()).collect();
    assert!(answers[..3].iter().all(Result::is_ok));
    assert!(matches!(answers[3], Err(StoreError::Taken)), "the others are written all the same");
    assert_eq!(counts(&store).players, 4);
    let figures = store.figures();
    assert_eq!((figures.groups, figures.changes, figures.last_group), (2, 5, 4));
    assert_eq!(figures.waiting, 0);
    assert_eq!(told.try_recv(), Err(TryRecvError::Empty));
}

#[test]
fn more_than_the_queue_holds_is_refused() {
    let place = Place::new();
    let (open, opened) = mpsc::channel::<()>();
    let (tell, told) = mpsc::channel();
    let gate: Gate = Box::new(move |_| {
        tell.send(()).unwrap();
        let _ = opened.recv();
    });
    let setting = Setting { queue: 2, group: 1, gate: Some(gate), ..Setting::default() };
    let store = Store::open_with(&place.path(), setting).unwrap();
    let first = store.submit(player("ann")).unwrap();
    told.recv().unwrap();
    let waiting = ["bob", "cleo"].map(|id| store.submit(player(id)).unwrap());
    assert!(matches!(store.submit(player("dan")), Err(StoreError::Full)));
    drop(open);
    for answer in [first].into_iter().chain(waiting) {
        answer.blocking_recv().unwrap().unwrap();
    }
    assert_eq!(store.figures().last_group, 1);
}

#[test]
fn the_store_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Store>();
}
