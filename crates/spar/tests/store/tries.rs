//! Tries at levels: decided once, rated in the order of commits.

use crate::{Place, begin, decide, new_level, new_player, plan};
use spar_challenge::rating::Rating;
use spar_store::{Answer, Change, Plan, Served, Store, StoreError, Tried, Try, TryRating, Written};

const DAY: i64 = 86_400_000;

/// The try decided by a change.
fn tried(answer: Answer) -> Option<Tried> {
    match answer.unwrap() {
        Written::Log(logged) => logged.tried,
        other => panic!("{other:?}"),
    }
}

/// The same decision with help.
fn helped(change: Change) -> Change {
    match change {
        Change::Append { session, player, expect, events, tried } => {
            let tried = tried.map(|it| Try { helped: true, ..it });
            Change::Append { session, player, expect, events, tried }
        }
        other => other,
    }
}

#[test]
fn a_try_is_decided_once_and_rated_by_its_plan() {
    let place = Place::new();
    let store = place.open();
    store.write(new_player("ann", "")).unwrap();
    for (id, level) in [("a", Some(1600)), ("b", None), ("c", Some(1700)), ("d", Some(1800))] {
        store.write(new_level(id, "ann", level)).unwrap();
    }
    let decided = |id, solved, at| tried(store.write(decide(id, "ann", solved, at)));
    let first = decided("a", true, 5).unwrap();
    let after = Rating::NEW.after(1600, true, 0);
    assert_eq!((first.turn, first.rated), (1, Some(TryRating { level: 1600, after })));
    let Change::Append { session, player, events, tried: again, .. } = decide("a", "ann", false, 6)
    else {
        panic!()
    };
    let again = Change::Append { session, player, expect: 1, events, tried: again };
    assert_eq!(tried(store.write(again)), None, "the first decision stays");
    let unrated = decided("b", true, DAY).unwrap();
    assert_eq!((unrated.turn, unrated.rated), (2, None));
    let with_help = tried(store.write(helped(decide("d", "ann", true, DAY)))).unwrap();
    assert_eq!((with_help.turn, with_help.rated), (3, None), "who was helped is not rated");
    // Counts whole days since the last rated try.
    let last = decided("c", false, 3 * DAY + 4).unwrap();
    let after = after.after(1700, false, 2);
    assert_eq!((last.turn, last.rated), (4, Some(TryRating { level: 1700, after })));
    drop(store);
    all_is_read(&place.open(), &[first, unrated, with_help, last]);
}

fn all_is_read(store: &Store, all: &[Tried]) {
    let last = &all[3];
    store
        .read(|reader| {
            assert_eq!(reader.rating("ann", "tictactoe")?.as_ref(), Some(last));
            assert_eq!(reader.rating("ann", "connect4")?, None);
            assert_eq!(reader.tries_at("ann", "tictactoe")?, all);
            assert_eq!(reader.tries_of("ann", 1)?, all[3..]);
            assert_eq!(reader.tried("b")?.as_ref(), Some(&all[1]));
            assert_eq!(reader.counts()?.ratings, 2);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_level_that_somebody_had_is_not_rated_again() {
    let place = Place::new();
    let store = place.open();
    store.write(new_player("ann", "")).unwrap();
    let give = |id: &str, level| {
        let served = Served {
            player: "ann".to_owned(),
            game: "tictactoe".to_owned(),
            canonical: ".../.../...".to_owned(),
            rung: 3,
            at: 7,
        };
        let plan = Plan { level, ..plan(id, "ann") };
        match begin(plan) {
            Change::NewSession { plan, events, tried, .. } => {
                let served = Some(served);
                store.write(Change::NewSession { plan, events, served, tried })
            }
            other => panic!("{other:?}"),
        }
    };
    give("s", Some(1500)).unwrap();
    assert!(matches!(give("t", Some(1500)), Err(StoreError::Conflict)));
    assert_eq!(store.read(|reader| reader.plan("t")).unwrap(), None);
    give("t", None).unwrap();
}
