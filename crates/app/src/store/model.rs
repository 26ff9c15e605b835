//! The store beside its yardstick: plain maps that do the same without a file.

use super::*;
use crate::wire::api::ByWord;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What may be asked for, with few enough names that they meet.
#[derive(Clone, Debug)]
enum Ask {
    Arrive(u8),
    Begin { game: u8, who: u8 },
    GoOn { game: u8, who: u8, expect: usize, n_events: usize },
    Link { who: u8, link: u8, until: i64 },
    Use { link: u8, now: i64 },
    Forget(u8),
    Restart,
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let (who, game, link) = (0..3_u8, 0..4_u8, 0..4_u8);
    let one = prop_oneof![
        2 => who.clone().prop_map(Ask::Arrive),
        2 => (game.clone(), who.clone()).prop_map(|(game, who)| Ask::Begin { game, who }),
        6 => (game, who.clone(), 0..6_usize, 0..3_usize)
            .prop_map(|(game, who, expect, n_events)| Ask::GoOn { game, who, expect, n_events }),
        2 => (who.clone(), link.clone(), 0..9_i64)
            .prop_map(|(who, link, until)| Ask::Link { who, link, until }),
        2 => (link, 0..9_i64).prop_map(|(link, now)| Ask::Use { link, now }),
        1 => who.prop_map(Ask::Forget),
        1 => Just(Ask::Restart),
    ];
    prop::collection::vec(one, 1..60)
}

/// The yardstick.
#[derive(Default)]
struct Maps {
    people: BTreeSet<u8>,
    /// Owner and length of the log.
    games: BTreeMap<u8, (u8, usize)>,
    /// Owner, until when, whether used.
    links: BTreeMap<u8, (u8, i64, bool)>,
}

impl Maps {
    /// What the store should say to a change: a word for each answer.
    fn answer(&mut self, ask: &Ask) -> &'static str {
        match *ask {
            Ask::Arrive(who) => {
                if self.people.insert(who) {
                    "done"
                } else {
                    "taken"
                }
            }
            Ask::Begin { who, .. } if !self.people.contains(&who) => "gone",
            Ask::Begin { game, .. } if self.games.contains_key(&game) => "taken",
            Ask::Begin { game, who } => {
                self.games.insert(game, (who, 0));
                "done"
            }
            Ask::GoOn { game, who, expect, n_events } => match self.games.get_mut(&game) {
                Some((owner, length)) if *owner == who => {
                    if *length != expect {
                        return "conflict";
                    }
                    *length += n_events;
                    "done"
                }
                _ => "gone",
            },
            Ask::Link { who, .. } if !self.people.contains(&who) => "gone",
            Ask::Link { who, link, until } => {
                if self.links.get(&link).is_some_and(|it| it.0 != who) {
                    return "failed";
                }
                self.links.retain(|_, it| it.0 != who);
                self.links.insert(link, (who, until, false));
                "done"
            }
            Ask::Use { link, now } => match self.links.get_mut(&link) {
                Some((_, until, used)) if !*used && now < *until => {
                    *used = true;
                    "done"
                }
                _ => "gone",
            },
            Ask::Forget(who) => {
                self.games.retain(|_, it| it.0 != who);
                self.links.retain(|_, it| it.0 != who);
                if self.people.remove(&who) { "done" } else { "gone" }
            }
            Ask::Restart => "done",
        }
    }
}

fn name(prefix: &str, number: u8) -> String {
    format!("{prefix}{number}")
}

fn change(ask: &Ask, step: u32) -> Option<Change> {
    let mut token = [0; 32];
    token[..4].copy_from_slice(&step.to_be_bytes());
    Some(match *ask {
        Ask::Arrive(who) => {
            let player = Player { id: name("p", who), name: String::new(), made: 1 };
            Change::NewPlayer { player, token }
        }
        Ask::Begin { game, who } => {
            let plan = Plan {
                id: name("g", game),
                player: name("p", who),
                game: "tictactoe".to_owned(),
                start: ".../.../...".to_owned(),
                against: "human".to_owned(),
                you: None,
                goal: None,
                seed: 1,
                rung: None,
                made: 1,
            };
            Change::NewSession { plan, events: Vec::new(), served: None }
        }
        Ask::GoOn { game, who, expect, n_events } => {
            let by = Some(ByWord::Person);
            let event = Event { kind: EventKind::Move, text: "b2".to_owned(), by, at: 1 };
            Change::Append {
                session: name("g", game),
                player: name("p", who),
                expect,
                events: vec![event; n_events],
                attempt: None,
            }
        }
        Ask::Link { who, link, until } => {
            Change::Link { player: name("p", who), hash: [link; 32], until }
        }
        Ask::Use { link, now } => Change::UseLink { hash: [link; 32], token, now },
        Ask::Forget(who) => Change::Forget { player: name("p", who) },
        Ask::Restart => return None,
    })
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Ok(_) => "done",
        Err(StoreError::Taken) => "taken",
        Err(StoreError::Gone) => "gone",
        Err(StoreError::Conflict) => "conflict",
        Err(_) => "failed",
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_store_does_what_plain_maps_do(asks in asks()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let mut store = Store::open(&path).unwrap();
        let mut maps = Maps::default();
        for (step, ask) in asks.iter().enumerate() {
            let Some(change) = change(ask, step as u32) else {
                drop(store);
                store = Store::open(&path).unwrap();
                continue;
            };
            let answer = store.write(change);
            prop_assert_eq!(word(&answer), maps.answer(ask), "{:?}", ask);
        }
        for (&game, &(owner, length)) in &maps.games {
            let (id, owner) = (name("g", game), name("p", owner));
            let kept = store.read(|reader| reader.game(&id, &owner)).unwrap();
            prop_assert_eq!(kept.map(|it| it.events.len()), Some(length));
        }
        let counts = store.read(|reader| reader.counts()).unwrap();
        prop_assert_eq!(counts.players, maps.people.len() as u64);
        prop_assert_eq!(counts.sessions, maps.games.len() as u64);
    }
}
