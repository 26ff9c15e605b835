//! Flips one bit of the file: this is detected, or it does not affect any answer.

use crate::{
    Place, append, decide, exported, new_level, new_player, new_session, plan, said, token,
};
use spar_rules::SplitMix;
use spar_store::{Change, FILE_NAME, Plan, Served, Store, StoreError, findings};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// People with games, levels, ratings and links.
fn rich() -> Place {
    let place = Place::new();
    let store = place.open();
    for (number, who) in ["ann", "bob", "eve", "zoë"].into_iter().enumerate() {
        let id = format!("player-{number}");
        store.write(new_player(&id, who)).unwrap();
        let link = Change::Link { player: id.clone(), hash: token(who), until: 1 << 40 };
        store.write(link).unwrap();
        let long = format!("long-{number}");
        store.write(new_session(&long, &id)).unwrap();
        store.write(append(&long, &id, 0..100 * (number + 1))).unwrap();
        for turn in 0..5 {
            let level = format!("level-{number}-{turn}");
            let rating = (turn % 4 != 3).then_some(1300 + 60 * turn);
            store.write(new_level(&level, &id, rating)).unwrap();
            let at = i64::from(turn) * 40_000_000;
            store.write(decide(&level, &id, turn % 3 != 1, at)).unwrap();
        }
        let served = Served {
            player: id.clone(),
            game: "tictactoe".to_owned(),
            canonical: ".../xo./xo.".to_owned(),
            rung: 3,
            at: 9,
        };
        let plan = Plan { rung: Some(3), ..plan(&format!("given-{number}"), &id) };
        let (events, served, tried) = (Vec::new(), Some(served), None);
        store.write(Change::NewSession { plan, events, served, tried }).unwrap();
    }
    drop(store);
    // Without the free blocks that a migration leaves, most bits matter.
    rusqlite::Connection::open(place.file()).unwrap().execute_batch("VACUUM").unwrap();
    assert!(!place.folder().join("spar.db-wal").exists(), "all is in the one file");
    place
}

/// The effect of a flipped bit.
fn fate(file: &Path, kept: &str, told: &[String]) -> &'static str {
    match Store::open(file) {
        Err(StoreError::Damaged { why, .. }) => {
            if why.contains("does not match its checksum") {
                "found by the sums of rows"
            } else if why.ends_with("definition") {
                "found by the texts that made the tables"
            } else {
                "found by the check of the file"
            }
        }
        Err(_) => "found by opening",
        Ok(store) => {
            let found = store.read(|reader| findings(&reader)).unwrap();
            // In any case, no answer is wrong.
            assert_eq!(said(&store), told, "{found:?}");
            assert_eq!(exported(&store), kept, "{found:?}");
            if found.is_empty() { "harmless" } else { "found by the rules" }
        }
    }
}

#[test]
fn a_turned_bit_is_found_or_harmless() {
    turn_bits(150);
}

#[test]
#[ignore = "a minute: `cargo test -p spar --test store -- --ignored --nocapture turned`"]
fn a_thousand_turned_bits_are_found_or_harmless() {
    turn_bits(1000);
}

fn turn_bits(n_bits: u64) {
    let place = rich();
    let whole = fs::read(place.file()).unwrap();
    let (kept, told) = (place.exported(), said(&place.open()));
    assert!(told.iter().all(|it| it.starts_with("Ok")), "{told:?}");
    let mut random = SplitMix::new(15);
    let mut fates: BTreeMap<&str, u64> = BTreeMap::new();
    for _ in 0..n_bits {
        let bit = random.below(whole.len() as u64 * 8);
        let mut spoiled = whole.clone();
        spoiled[(bit / 8) as usize] ^= 1 << (bit % 8);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE_NAME);
        fs::write(&file, &spoiled).unwrap();
        *fates.entry(fate(&file, &kept, &told)).or_default() += 1;
    }
    let mut table = format!("{n_bits} bits of {} bytes, one at a time:\n", whole.len());
    for (fate, n_flips) in &fates {
        table.extend([&format!("{n_flips:5} "), *fate, "\n"]);
    }
    std::io::stdout().write_all(table.as_bytes()).unwrap();
    for fate in ["found by the sums of rows", "found by the check of the file", "harmless"] {
        assert!(fates.contains_key(fate), "{table}");
    }
}
