//! The store compared with a model: plain maps that do the same without a file.

use super::*;
use crate::table::ByWord;
use proptest::prelude::*;
use spar_challenge::rating::Rating;
use std::collections::{BTreeMap, BTreeSet};

/// Requests, with so few names that they collide.
#[derive(Clone, Debug)]
enum Ask {
    Arrive(u8),
    Begin { game: u8, who: u8, level: Option<i32> },
    GoOn { game: u8, who: u8, expect: usize, n_events: usize, decided: Option<Decision> },
    Link { who: u8, link: u8, until: i64 },
    Use { link: u8, now: i64 },
    Forget(u8),
    Restart,
}

/// The result of a try, and its day.
#[derive(Clone, Copy, Debug)]
struct Decision {
    solved: bool,
    helped: bool,
    day: i64,
}

impl Decision {
    fn at(self) -> Millis {
        self.day * 86_400_000 + i64::from(self.helped)
    }
}

fn decisions() -> impl Strategy<Value = Option<Decision>> {
    let one = (any::<bool>(), prop::bool::weighted(0.2), 0..40_i64);
    prop::option::of(one.prop_map(|(solved, helped, day)| Decision { solved, helped, day }))
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let (who, game, link) = (0..3_u8, 0..8_u8, 0..4_u8);
    let one = prop_oneof![
        2 => who.clone().prop_map(Ask::Arrive),
        3 => (game.clone(), who.clone(), prop::option::of(1200..1800_i32))
            .prop_map(|(game, who, level)| Ask::Begin { game, who, level }),
        6 => (game, who.clone(), 0..3_usize, 0..3_usize, decisions()).prop_map(
            |(game, who, expect, n_events, decided)| {
                Ask::GoOn { game, who, expect, n_events, decided }
            }
        ),
        2 => (who.clone(), link.clone(), 0..9_i64)
            .prop_map(|(who, link, until)| Ask::Link { who, link, until }),
        2 => (link, 0..9_i64).prop_map(|(link, now)| Ask::Use { link, now }),
        1 => who.prop_map(Ask::Forget),
        1 => Just(Ask::Restart),
    ];
    prop::collection::vec(one, 1..60)
}

/// The model.
#[derive(Default)]
struct Maps {
    people: BTreeSet<u8>,
    /// Owner, length of the log, rating of the level.
    games: BTreeMap<u8, (u8, usize, Option<i32>)>,
    /// The sessions in which a person tried a game, in order.
    tries: BTreeMap<(u8, &'static str), Vec<u8>>,
    /// Their rating at a game, and since when.
    ratings: BTreeMap<(u8, &'static str), (Rating, Millis)>,
    /// The levels that a person had.
    served: BTreeSet<(u8, u8)>,
    /// Owner, expiry, whether used.
    links: BTreeMap<u8, (u8, i64, bool)>,
}

impl Maps {
    /// The answer that the store should give to a change, as one word.
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
            Ask::Begin { game, who, level } => {
                if !self.served.insert((who, level_of(game))) && level.is_some() {
                    return "conflict";
                }
                self.games.insert(game, (who, 0, level));
                "done"
            }
            Ask::GoOn { game, who, expect, n_events, decided } => match self.games.get_mut(&game) {
                Some((owner, length, level)) if *owner == who => {
                    if *length != expect {
                        return "conflict";
                    }
                    *length += n_events;
                    let level = *level;
                    if let Some(decided) = decided {
                        self.decide(game, who, level, decided);
                    }
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
                self.tries.retain(|it, _| it.0 != who);
                self.ratings.retain(|it, _| it.0 != who);
                self.served.retain(|it| it.0 != who);
                if self.people.remove(&who) { "done" } else { "gone" }
            }
            Ask::Restart => "done",
        }
    }

    /// The first result stays. It is rated if the level is rated and no help was asked for.
    fn decide(&mut self, game: u8, who: u8, level: Option<i32>, decided: Decision) {
        let place = (who, rules_of(game));
        let tries = self.tries.entry(place).or_default();
        if tries.contains(&game) {
            return;
        }
        tries.push(game);
        let Some(level) = level.filter(|_| !decided.helped) else { return };
        let before = self.ratings.get(&place).copied();
        let (rating, since) = before.unwrap_or((Rating::NEW, decided.at()));
        let days = u32::try_from((decided.at() - since) / 86_400_000).unwrap_or(0);
        self.ratings.insert(place, (rating.after(level, decided.solved, days), decided.at()));
    }
}

/// The rules of a game.
fn rules_of(game: u8) -> &'static str {
    ["tictactoe", "connect3"][usize::from(game) % 2]
}

/// The level of a game; two games share each level.
fn level_of(game: u8) -> u8 {
    game / 2
}

fn name(prefix: &str, number: u8) -> String {
    format!("{prefix}{number}")
}

fn change(ask: &Ask, step: u32) -> Option<Change> {
    let mut token = [0; 32];
    token[..4].copy_from_slice(&step.to_be_bytes());
    Some(match *ask {
        Ask::Arrive(who) => {
            let player = Person { id: name("p", who), name: String::new(), made: 1 };
            Change::NewPlayer { player, token }
        }
        Ask::Begin { game, who, level } => {
            let served = Served {
                player: name("p", who),
                game: "levels".to_owned(),
                canonical: name("c", level_of(game)),
                rung: 1,
                at: 1,
            };
            let plan = Plan {
                id: name("g", game),
                player: name("p", who),
                game: rules_of(game).to_owned(),
                start: ".../.../...".to_owned(),
                against: "human".to_owned(),
                you: None,
                goal: None,
                seed: 1,
                rung: None,
                level,
                made: 1,
            };
            Change::NewSession { plan, events: Vec::new(), served: Some(served), tried: None }
        }
        Ask::GoOn { game, who, expect, n_events, decided } => {
            let tried = decided.map(|it| Try {
                canonical: name("c", level_of(game)),
                solved: it.solved,
                helped: it.helped,
                at: it.at(),
            });
            let by = Some(ByWord::Person);
            let event = Event { kind: EventKind::Move, text: "b2".to_owned(), by, at: 1 };
            Change::Append {
                session: name("g", game),
                player: name("p", who),
                expect,
                events: vec![event; n_events],
                tried,
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
        for (&game, &(owner, length, _)) in &maps.games {
            let (id, owner) = (name("g", game), name("p", owner));
            let kept = store.read(|reader| reader.game(&id, &owner)).unwrap();
            prop_assert_eq!(kept.map(|it| it.events.len()), Some(length));
        }
        for (&(who, rules), games) in &maps.tries {
            let tries = store.read(|reader| reader.tries_at(&name("p", who), rules)).unwrap();
            let ids: Vec<_> = tries.iter().map(|it| it.session.clone()).collect();
            prop_assert_eq!(ids, games.iter().map(|it| name("g", *it)).collect::<Vec<_>>());
            prop_assert!(tries.iter().zip(1..).all(|(it, turn)| it.turn == turn));
            let last = store.read(|reader| reader.rating(&name("p", who), rules)).unwrap();
            let rating = last.and_then(|it| it.rated).map(|it| it.after);
            prop_assert_eq!(rating, maps.ratings.get(&(who, rules)).map(|it| it.0));
        }
        let counts = store.read(|reader| reader.counts()).unwrap();
        prop_assert_eq!(counts.players, maps.people.len() as u64);
        prop_assert_eq!(counts.sessions, maps.games.len() as u64);
    }
}
