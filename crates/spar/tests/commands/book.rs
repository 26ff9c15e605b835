//! `spar book`: shards, kills and checks, and that every command uses what it makes.

use crate::folder::{Folder, signal};
use serde_json::Value;
use spar_rules::Value::Win;
use spar_solve::Budget;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

const BOARD: &str = "connect4:rows=5,cols=5";

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.at(name)).unwrap()
}

#[test]
fn a_book_is_the_same_from_one_shard_or_seven_and_after_kills() {
    let folder = Folder::new();
    let making = format!("book {BOARD} --plies 4");
    folder.answer(&format!("{making} --out whole.book --threads 1"));
    let whole = bytes(&folder, "whole.book");
    let mut shards = Vec::new();
    for number in 1..=7 {
        folder.answer(&format!("{making} --shard {number}/7 --out {number}.jsonl --threads 2"));
        shards.push(format!("{number}.jsonl"));
    }
    folder.answer(&format!("merge {} --out merged.book", shards.join(" ")));
    assert!(bytes(&folder, "merged.book") == whole);
    let killed = format!("{making} --out killed.book");
    for wait in 0.. {
        let mut child = folder.started(&killed);
        sleep(Duration::from_millis(20 * wait));
        signal(&child, "-KILL");
        child.wait().unwrap();
        if folder.at("killed.book").exists() {
            break;
        }
    }
    folder.answer(&killed);
    assert!(bytes(&folder, "killed.book") == whole);
}

#[test]
fn every_command_uses_the_book() {
    let folder = Folder::new();
    let solve = format!("solve {BOARD} 1 --json");
    let searched: Value = serde_json::from_str(&folder.answer(&solve)).unwrap();
    let (_, made) = folder.said(&format!("book {BOARD} --plies 4"), 0);
    assert!(made.contains("in `"), "{made}");
    let from_book: Value = serde_json::from_str(&folder.answer(&solve)).unwrap();
    for field in ["value", "plies", "moves", "best"] {
        assert_eq!(from_book[field], searched[field], "{field}");
    }
    // The line of best play goes on behind the last positions of the book.
    let nodes = |options: &str| -> u64 {
        let (_, told) = folder.said(&format!("solve {BOARD} 1 --verbose {options}"), 0);
        let count = told.lines().find_map(|line| line.strip_suffix(" positions searched"));
        let digits: String = count.unwrap().chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    };
    assert!(10 * nodes("") < nodes("--no-book"));
}

#[test]
fn a_wrong_or_damaged_book_is_found() {
    let folder = Folder::new();
    folder.answer("book connect3 --plies 5 --out own.book");
    let verified = folder.answer("book verify own.book --sample 40 --seed 3 --json");
    let verified: Value = serde_json::from_str(&verified).unwrap();
    assert_eq!((&verified["proved"], &verified["wrong"]), (&40.into(), &serde_json::json!([])));
    let mut changed = bytes(&folder, "own.book");
    let last = changed.len() - 1;
    changed[last] ^= 1;
    fs::write(folder.at("changed.book"), changed).unwrap();
    let (_, why) = folder.said("book verify changed.book", 1);
    assert!(why.contains("block 0 fails its checksum"), "{why}");
    // The checksums of this one are right, but every one of the last positions counts as won.
    let game = spar_catalog::open("connect3").unwrap();
    let openings = game.openings(5, &Budget::unlimited()).unwrap().unwrap();
    let all = openings.unsolved().into_iter().map(|it| (it, Win(9))).collect();
    fs::write(folder.at("wrong.book"), openings.book(&all).unwrap()).unwrap();
    let (told, _) = folder.said("book verify wrong.book --sample 100000", 1);
    assert!(told.contains(": the book says win in 9 plies, a search loss in"), "{told}");
    let (_, why) = folder.said("book verify connect3", 2);
    assert!(why.contains("there is no book of `connect3`"), "{why}");
}

#[test]
fn a_book_of_the_users_own_is_the_one_that_is_checked() {
    let folder = Folder::new();
    let (_, made) = folder.said("book connect4 --plies 1 --time 1s", 3);
    assert!(made.contains("stopped by `--time`"), "{made}");
    let path = spar_catalog::books(Some(folder.at("data/books"))).path("connect4").unwrap();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // The program has a deeper one, so only the check reads this file.
    fs::write(&path, b"junk").unwrap();
    let (_, why) = folder.said("book verify connect4 --sample 1", 1);
    assert!(why.contains("it is not a book of openings"), "{why}");
}

#[test]
fn a_deeper_book_is_replaced_only_on_request() {
    let folder = Folder::new();
    folder.answer("book connect3 --plies 4 --out own.book");
    let (_, why) = folder.said("book connect3 --plies 2 --out own.book", 2);
    assert!(why.contains("is a book to 4 plies, which is deeper"), "{why}");
    assert!(why.contains("`--restart` replaces it"), "{why}");
    folder.answer("book connect3 --plies 2 --out own.book --restart");
    let told = folder.answer("book verify own.book");
    assert!(told.starts_with("connect3 to 2 plies: entries "), "{told}");
    // Without the default file, as with it.
    folder.said("book connect3 --plies 4", 0);
    folder.said("book connect3 --plies 3", 2);
    folder.said("book connect3 --plies 3 --restart", 0);
    let (_, why) = folder.said("solve connect3 --from - --restart", 2);
    assert!(why.contains("`--out FILE`"), "{why}");
}

#[test]
fn a_book_that_lacks_positions_is_found() {
    let folder = Folder::new();
    let game = spar_catalog::open("connect3").unwrap();
    let openings = game.openings(2, &Budget::unlimited()).unwrap().unwrap();
    let mut search = game.search(&Budget::unlimited()).unwrap();
    let mut solved = |it: String| {
        let value = search.value(&it, &Budget::unlimited()).unwrap().unwrap();
        (it, value)
    };
    let all = openings.unsolved().into_iter().map(&mut solved).collect();
    let bytes = openings.book(&all).unwrap();
    // The same entries under a header that says `5 plies`.
    let whole = spar_solve::book::Book::read(bytes.clone().into()).unwrap();
    assert_eq!(whole.plies(), 2);
    let at = 16 + 4 + "connect3".len() + 8;
    let head_end = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut changed = bytes;
    changed[at] = 5;
    let checksum = twox_hash::XxHash3_64::oneshot(&changed[..head_end]).to_le_bytes();
    changed[head_end..head_end + 8].copy_from_slice(&checksum);
    fs::write(folder.at("short.book"), changed).unwrap();
    let (told, _) = folder.said("book verify short.book", 1);
    assert!(told.contains("positions missing: "), "{told}");
}

#[test]
fn what_is_asked_for_wrongly_is_refused() {
    let folder = Folder::new();
    for (arguments, wanted) in [
        ("book", "required"),
        ("book connect3", "--plies"),
        ("book ladders --plies 2", "has no values that a book could hold"),
        ("book connect3 --plies 2 --out book.csv", "cannot be written as CSV"),
        ("book connect4 --plies 12 --memory 1M", "a smaller `--plies`"),
        ("book verify missing.book", "missing.book"),
        ("book connect3 --plies 65", "65"),
    ] {
        let (_, why) = folder.said(arguments, 2);
        assert!(why.contains(wanted), "{arguments}: {why}");
    }
}
