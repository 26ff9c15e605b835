//! Tests of the store from outside: its file, its durability under kills and system faults, and
//! `spar data`.

mod archives;
mod children;
mod commands;
mod faults;
mod files;
mod flips;
#[path = "../common/strace.rs"]
mod strace;
mod trace;
mod tries;

use spar_store::{ByWord, GoalWord, SideWord};
use spar_store::{
    Change, Event, EventKind, FILE_NAME, Hash, Person, Plan, Reader, Setting, Store, StoreError,
    Try,
};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with or without a store.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder().join(FILE_NAME)
    }

    pub(crate) fn open(&self) -> Store {
        Store::open(&self.file()).unwrap()
    }

    /// Opens the store without the initial check.
    pub(crate) fn open_blindly(&self) -> Store {
        let setting = Setting { look: false, ..Setting::default() };
        Store::open_with(&self.file(), setting).unwrap()
    }

    /// All stored data, as exported.
    pub(crate) fn exported(&self) -> String {
        exported(&self.open())
    }
}

pub(crate) fn exported(store: &Store) -> String {
    let mut bytes = Vec::new();
    let written = store.read(|reader| Ok(spar_store::write_archive(&reader, &mut bytes)));
    written.unwrap().unwrap();
    String::from_utf8(bytes).unwrap()
}

/// All answers of a store, in words. Each begins with `Ok` unless it is an error.
pub(crate) fn said(store: &Store) -> Vec<String> {
    fn ask<T: std::fmt::Debug>(
        store: &Store,
        question: impl FnOnce(Reader<'_>) -> Result<T, StoreError>,
    ) -> String {
        format!("{:?}", store.read(question))
    }
    let mut said = vec![
        ask(store, |reader| reader.players()),
        ask(store, |reader| reader.plans()),
        ask(store, |reader| reader.all_served()),
    ];
    for number in 0..4 {
        let id = format!("player-{number}");
        said.extend([
            ask(store, |reader| reader.player(&id)),
            ask(store, |reader| reader.player_of_token(&token(&id))),
            ask(store, |reader| reader.games_of(&id, 50)),
            ask(store, |reader| reader.games_of(&id, 2)),
            ask(store, |reader| reader.log(&format!("long-{number}"))),
            ask(store, |reader| reader.tries_of(&id, 5)),
            ask(store, |reader| reader.tries_at(&id, "tictactoe")),
            ask(store, |reader| reader.rating(&id, "tictactoe")),
            ask(store, |reader| reader.served(&id, "tictactoe")),
        ]);
    }
    said
}

/// The findings of a check, in words.
pub(crate) fn findings(store: &Store) -> Vec<String> {
    let found = store.read(|reader| spar_store::findings(&reader)).unwrap();
    found.into_iter().map(|it| it.what).collect()
}

pub(crate) fn token(name: &str) -> Hash {
    let mut hash = [0; 32];
    hash[..name.len()].copy_from_slice(name.as_bytes());
    hash
}

pub(crate) fn new_player(id: &str, name: &str) -> Change {
    let player = Person { id: id.to_owned(), name: name.to_owned(), made: 1 };
    Change::NewPlayer { player, token: token(id) }
}

/// Two people at one board of Tic-Tac-Toe.
pub(crate) fn plan(id: &str, player: &str) -> Plan {
    Plan {
        id: id.to_owned(),
        player: player.to_owned(),
        game: "tictactoe".to_owned(),
        start: ".../.../...".to_owned(),
        against: "human".to_owned(),
        you: None,
        goal: None,
        seed: 7,
        rung: None,
        level: None,
        made: 2,
    }
}

pub(crate) fn new_session(id: &str, player: &str) -> Change {
    begin(plan(id, player))
}

pub(crate) fn begin(plan: Plan) -> Change {
    Change::NewSession { plan, events: Vec::new(), served: None, tried: None }
}

/// A level of Tic-Tac-Toe with a win in one move; a try is rated if the level has a rating.
pub(crate) fn new_level(id: &str, player: &str, level: Option<i32>) -> Change {
    begin(Plan {
        start: "xx./oo./...".to_owned(),
        against: "2".to_owned(),
        you: Some(SideWord::First),
        goal: Some(GoalWord::Win),
        level,
        ..plan(id, player)
    })
}

/// Decides the try at such a level: solves it, or loses the outcome with its first move.
pub(crate) fn decide(id: &str, player: &str, solved: bool, at: i64) -> Change {
    let event = if solved {
        let by = Some(ByWord::Person);
        Event { kind: EventKind::Move, text: "c3".to_owned(), by, at }
    } else {
        Event { kind: EventKind::Slip, text: "a1".to_owned(), by: None, at }
    };
    Change::Append {
        session: id.to_owned(),
        player: player.to_owned(),
        expect: 0,
        events: vec![event],
        tried: Some(Try { canonical: ".../xo./xo.".to_owned(), solved, helped: false, at }),
    }
}

/// The event with this number, in a game in which a move is made and taken back repeatedly.
pub(crate) fn event(number: usize) -> Event {
    let at = number as i64;
    if number.is_multiple_of(2) {
        let by = Some(ByWord::Person);
        Event { kind: EventKind::Move, text: "b2".to_owned(), by, at }
    } else {
        Event { kind: EventKind::Undo, text: String::new(), by: None, at }
    }
}

pub(crate) fn append(session: &str, player: &str, numbers: std::ops::Range<usize>) -> Change {
    Change::Append {
        session: session.to_owned(),
        player: player.to_owned(),
        expect: numbers.start,
        events: numbers.map(event).collect(),
        tried: None,
    }
}

/// A store with a person, a game, and this many events in it.
pub(crate) fn filled(place: &Place, n_events: usize) -> Store {
    let store = place.open();
    for change in
        [new_player("ann", "Ann"), new_session("s", "ann"), append("s", "ann", 0..n_events)]
    {
        store.write(change).unwrap();
    }
    store
}
