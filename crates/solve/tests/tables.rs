//! Stored tables: reading returns what was written, and damage is always detected.

use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game, Notation, Ranked, SplitMix, Value};
use spar_solve::explicit::{Summary, Table};
use spar_solve::tables::{Damage, Disk, Kept, Reading, Shelf, TableError, Writing};
use spar_solve::whole::{Layered, Whole};
use spar_solve::{Budget, Context, Silent};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{fs, io};
use tempfile::TempDir;

/// Small variants of every kind: no gravity, full, partial, misère, space.
const SMALL: &[(&str, &[(&str, &str)])] = &[
    ("tictactoe", &[]),
    ("tictactoe", &[("line", "loses")]),
    ("connect3", &[]),
    ("connect3", &[("rows", "3"), ("cols", "3"), ("line", "loses")]),
    ("bottom2", &[]),
    ("lines", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("along", "s")]),
    ("qubic", &[("rows", "2"), ("cols", "2"), ("layers", "3"), ("connect", "3")]),
];

/// A game whose table takes about a thousand bytes in eight blocks.
const TINY: (&str, &[(&str, &str)]) = ("connect3", &[("rows", "2"), ("cols", "3")]);
const TINY_BLOCK_BITS: u32 = 6;

fn game((preset, settings): (&str, &[(&str, &str)])) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

fn solved(game: &Lines) -> Table {
    Table::solve(game, &Budget::unlimited(), &Silent).unwrap()
}

fn put(shelf: &Shelf, game: &Lines, table: &Table) -> u64 {
    shelf.put(game, &game.name(), table, &Budget::unlimited(), &Silent).unwrap()
}

fn get(shelf: &Shelf, game: &Lines) -> Kept {
    shelf.get(game, &game.name()).unwrap().expect("there is one")
}

fn positions(game: &Lines, table: &Table) -> Vec<(Board, Value)> {
    let mut all = Vec::new();
    let _ = table.visit(game, |position, value| {
        all.push((*position, value));
        ControlFlow::<()>::Continue(())
    });
    all
}

fn shelf() -> (TempDir, Shelf) {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::new(folder.path().join("tables"));
    (folder, shelf)
}

/// The tiny game on a shelf of its own, with the bytes of its file.
fn tiny() -> (TempDir, Shelf, Lines, Table, Vec<u8>) {
    let (folder, shelf) = shelf();
    let shelf = shelf.with_block_bits(TINY_BLOCK_BITS);
    let game = game(TINY);
    let table = solved(&game);
    put(&shelf, &game, &table);
    let bytes = fs::read(shelf.path(&game.name())).unwrap();
    assert!(bytes.len() < 3000, "{}", bytes.len());
    (folder, shelf, game, table, bytes)
}

/// A disk on which every file has the same bytes. Damage is tried many thousand times, and a
/// real disk is slow to create files.
struct OneFile(Arc<[u8]>);

/// The shelf on such a disk.
fn shelf_of(bytes: &[u8]) -> Shelf {
    Shelf::on(Arc::new(OneFile(bytes.into())), "shelf")
}

impl Disk for OneFile {
    fn open(&self, _: &Path) -> io::Result<Box<dyn Reading>> {
        Ok(Box::new(OneFile(self.0.clone())))
    }
    fn create(&self, _: &Path) -> io::Result<Box<dyn Writing>> {
        unreachable!("only read")
    }
    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        unreachable!("only read")
    }
    fn remove(&self, _: &Path) -> io::Result<()> {
        unreachable!("only read")
    }
    fn remove_unused(&self, _: &Path) -> io::Result<bool> {
        unreachable!("only read")
    }
    fn list(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        unreachable!("only read")
    }
    fn make_folder(&self, _: &Path) -> io::Result<()> {
        unreachable!("only read")
    }
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        unreachable!("only read")
    }
}

impl Reading for OneFile {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        let (low, high) = (start as usize, start as usize + out.len());
        out.copy_from_slice(self.0.get(low..high).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

#[test]
fn what_was_put_is_what_is_got() {
    let (_folder, shelf) = shelf();
    for &variant in SMALL {
        let game = game(variant);
        assert!(shelf.get(&game, &game.name()).unwrap().is_none());
        let mut table = solved(&game);
        for layered in [false, true] {
            if layered {
                table.count_layers(&game, &Budget::unlimited(), &Silent).unwrap();
            }
            let bytes = put(&shelf, &game, &table);
            let kept = get(&shelf, &game);
            assert_eq!(kept.bytes(), bytes);
            assert_eq!(kept.summary(), table.summary());
            assert_eq!(kept.summary().layers.is_some(), layered);
        }
        let kept = get(&shelf, &game);
        let all = positions(&game, &table);
        assert_eq!(all.len() as u64, table.summary().positions);
        for (index, (position, value)) in all.iter().enumerate() {
            // Each lookup unpacks a block, so larger games are sampled.
            if all.len() < 10_000 || index % 100 == 0 {
                assert_eq!(kept.value(&game, position).unwrap(), Some(*value), "{position:?}");
            }
        }
        let mut visited = Vec::new();
        let flow = kept.visit(&game, |position, value| {
            visited.push((*position, value));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(flow.unwrap(), ControlFlow::Continue(()));
        assert!(visited == all, "{}", game.name());
        assert!(positions(&game, &kept.load().unwrap()) == all, "{}", game.name());
        assert!(shelf.check(&game.name()).unwrap());
    }
}

#[test]
fn what_play_does_not_reach_has_no_value() {
    let (_folder, shelf) = shelf();
    let falling = game(("connect3", &[]));
    put(&shelf, &falling, &solved(&falling));
    let kept = get(&shelf, &falling);
    let value = |text| kept.value(&falling, &falling.read_position(text).unwrap()).unwrap();
    // The first side moves first, so not all lowest stones can be the second side's.
    assert_eq!(value("..../..../xx../oo.."), None);
    assert_eq!(value("..../..../oo../xx.."), Some(Value::Win(1)));

    // Here every rank is a board, with any numbers of stones.
    let free = game(("tictactoe", &[]));
    let table = solved(&free);
    put(&shelf, &free, &table);
    let kept = get(&shelf, &free);
    let boards: Vec<Board> = (0..free.ranks().unwrap()).map(|rank| free.unrank(rank)).collect();
    for board in &boards {
        assert_eq!(kept.value(&free, board).unwrap(), table.value(&free, board), "{board:?}");
    }
    let reached = boards.iter().filter(|board| table.value(&free, board).is_some());
    assert_eq!((boards.len(), reached.count()), (19_683, 5_478));
}

#[test]
fn a_visit_stops_where_it_is_told_to() {
    let (_folder, shelf, game, table, _) = tiny();
    let all = positions(&game, &table);
    let mut left = 5;
    let flow = get(&shelf, &game).visit(&game, |position, _| {
        left -= 1;
        if left == 0 { ControlFlow::Break(*position) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(flow.unwrap(), ControlFlow::Break(all[4].0));
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let game = game(("connect3", &[]));
    let table = solved(&game);
    let files = [1, 2, 3].map(|threads| {
        let (_folder, shelf) = shelf();
        let shelf = shelf.with_block_bits(10);
        let budget = Budget::unlimited().with_threads(threads);
        shelf.put(&game, "connect3", &table, &budget, &Silent).unwrap();
        fs::read(shelf.path("connect3")).unwrap()
    });
    assert!(files[0] == files[1] && files[1] == files[2]);
}

/// Checks for any file content that each result is either right or an error. Returns whether
/// there was an error.
fn answers_are_right_or_refused(shelf: &Shelf, game: &Lines, all: &[(Board, Value)]) -> bool {
    let kept = match shelf.get(game, &game.name()) {
        Ok(kept) => kept.expect("there is a file"),
        Err(error) => {
            assert!(error.to_string().contains(&*shelf.folder().to_string_lossy()), "{error}");
            return true;
        }
    };
    let mut refused = false;
    for (position, value) in all {
        match kept.value(game, position) {
            Ok(found) => assert_eq!(found, Some(*value), "{position:?}"),
            Err(TableError::Damaged { damage: Damage::Block(_), .. }) => refused = true,
            Err(error) => panic!("{error}"),
        }
    }
    refused
}

#[test]
fn every_byte_that_changes_is_noticed() {
    let (_folder, _, game, table, bytes) = tiny();
    let all = positions(&game, &table);
    assert!(!answers_are_right_or_refused(&shelf_of(&bytes), &game, &all));
    for place in 0..bytes.len() {
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            let shelf = shelf_of(&damaged);
            assert!(answers_are_right_or_refused(&shelf, &game, &all), "{place} {flip}");
            assert!(shelf.check(&game.name()).is_err(), "{place} {flip}");
            if let Ok(kept) = shelf.get(&game, &game.name()) {
                assert!(kept.unwrap().load().is_err(), "{place} {flip}");
            }
        }
    }
}

#[test]
fn every_cut_and_every_addition_is_noticed() {
    let (_folder, _, game, _, bytes) = tiny();
    let longer = [&bytes[..], &bytes[..]].concat();
    for length in (0..longer.len()).filter(|it| *it != bytes.len()) {
        let shelf = shelf_of(&longer[..length]);
        let Err(error) = shelf.get(&game, &game.name()) else { panic!("{length}") };
        let expected = Damage::Length { length: length as u64 };
        assert!(
            matches!(error, TableError::Damaged { damage, .. } if damage == expected),
            "{length}: {error}"
        );
        assert!(shelf.check(&game.name()).is_err(), "{length}");
    }
}

#[test]
fn bytes_that_change_places_are_noticed() {
    let (_folder, _, game, table, bytes) = tiny();
    let all = positions(&game, &table);
    for width in [1, 8, 16, 32, 64] {
        for place in 0..bytes.len() - 2 * width {
            let mut damaged = bytes.clone();
            damaged[place..place + 2 * width].rotate_left(width);
            let refused = answers_are_right_or_refused(&shelf_of(&damaged), &game, &all);
            assert!(refused || damaged == bytes, "{place} {width}");
        }
    }
}

#[test]
fn a_damaged_table_is_replaced() {
    let (_folder, shelf, game, table, bytes) = tiny();
    let path = shelf.path(&game.name());
    for damaged in [&bytes[..0], &bytes[..100], b"something else", &bytes[100..]] {
        fs::write(&path, damaged).unwrap();
        assert!(shelf.get(&game, &game.name()).is_err());
        put(&shelf, &game, &table);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_shelf_for_reading_is_left_as_it_is() {
    let (_folder, shelf, game, _, bytes) = tiny();
    let path = shelf.path(&game.name());
    let whole = |shelf: Shelf| {
        let context = Context::quiet(Budget::unlimited(), shelf);
        Whole::get(&game, &game.name(), Layered::No, &context, &mut Vec::new()).unwrap()
    };
    assert!(matches!(whole(shelf.clone().for_reading()), Whole::Kept(_)), "it is read");
    let damaged = &bytes[..bytes.len() - 1];
    fs::write(&path, damaged).unwrap();
    assert!(matches!(whole(shelf.clone().for_reading()), Whole::Solved(_)));
    assert_eq!(fs::read(&path).unwrap(), damaged);
    fs::remove_file(&path).unwrap();
    whole(shelf.clone().for_reading());
    assert_eq!(fs::read_dir(shelf.folder()).unwrap().count(), 0);
    whole(shelf);
    assert!(path.exists(), "another shelf is written to");
}

#[test]
fn foreign_newer_and_other_files_are_refused_by_name() {
    let (_folder, shelf, game, table, bytes) = tiny();
    let name = game.name();
    let path = shelf.path(&name);
    let refusal = || match shelf.get(&game, &name) {
        Ok(_) => panic!("it was trusted"),
        Err(error) => error,
    };

    fs::write(&path, "position,value\n..., draw\n".repeat(20)).unwrap();
    assert!(matches!(refusal(), TableError::Foreign { .. }));
    assert_eq!(
        refusal().to_string(),
        format!("{} is not a table of a solved game", path.display())
    );

    let mut newer = bytes.clone();
    newer[8] += 1;
    fs::write(&path, &newer).unwrap();
    assert!(matches!(refusal(), TableError::Newer { found: 3, known: 2, .. }));

    shelf.put(&game, "other", &table, &Budget::unlimited(), &Silent).unwrap();
    fs::rename(shelf.path("other"), &path).unwrap();
    assert!(matches!(refusal(), TableError::WrongGame { found, .. } if found == "other"));
    assert!(matches!(shelf.check(&name), Err(TableError::WrongGame { .. })));

    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(refusal(), TableError::Io { .. }));
}

#[test]
fn a_table_of_the_first_version_is_read_and_its_moves_are_counted() {
    let game = game(TINY);
    let mut table = solved(&game);
    table.count_layers(&game, &Budget::unlimited(), &Silent).unwrap();
    let (_folder, shelf) = shelf();
    let old = include_bytes!("data/connect3_2x3.version1.table");
    assert_eq!(old[8], 1, "the version");
    fs::create_dir_all(shelf.folder()).unwrap();
    fs::write(shelf.path(&game.name()), old).unwrap();
    let kept = get(&shelf, &game);
    let known = Summary { moves: None, ..table.summary().clone() };
    assert_eq!(*kept.summary(), known);
    for (position, value) in positions(&game, &table) {
        assert_eq!(kept.value(&game, &position).unwrap(), Some(value));
    }
    let context = Context::quiet(Budget::unlimited(), shelf);
    let mut remarks = Vec::new();
    let whole = Whole::get_with_classes(&game, &game.name(), Layered::Yes, &context, &mut remarks);
    table.count_classes(&game, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(whole.unwrap().summary(), table.summary());
    assert!(remarks.is_empty(), "{remarks:?}");
}

#[test]
fn moves_and_classes_are_kept() {
    let (_folder, shelf) = shelf();
    let game = game(("connect3", &[("rows", "3"), ("cols", "3")]));
    let context = Context::quiet(Budget::unlimited(), shelf.clone());
    let mut remarks = Vec::new();
    let mut whole = || {
        Whole::get_with_classes(&game, &game.name(), Layered::No, &context, &mut remarks).unwrap()
    };
    let solved = whole();
    assert!(matches!(solved, Whole::Solved(_)) && solved.summary().classes.is_some());
    assert!(matches!(whole(), Whole::Kept(_)));
    assert_eq!(get(&shelf, &game).summary(), solved.summary());
}

#[test]
fn a_table_made_under_other_rules_is_refused() {
    let (_folder, shelf) = shelf();
    let normal = game(("tictactoe", &[]));
    // The same board and ranks; only the line rule differs.
    let misere = game(("tictactoe", &[("line", "loses")]));
    let larger = game(("tictactoe", &[("cols", "4")]));
    let budget = Budget::unlimited();
    for other in [misere, larger] {
        shelf.put(&other, "tictactoe", &solved(&other), &budget, &Silent).unwrap();
        let result = shelf.get(&normal, "tictactoe");
        assert!(matches!(result, Err(TableError::OtherRules { .. })));
    }
}

#[test]
fn a_shelf_lists_checks_and_removes() {
    let (_folder, shelf) = shelf();
    assert!(shelf.list().unwrap().is_empty(), "there is no folder yet");
    assert!(!shelf.check("tictactoe").unwrap());
    assert!(!shelf.remove("tictactoe").unwrap());
    assert_eq!(shelf.clear_stale().unwrap(), 0);

    let games = [game(("bottom2", &[])), game(("tictactoe", &[])), game(TINY)];
    for game in &games {
        put(&shelf, game, &solved(game));
    }
    fs::write(shelf.folder().join("notes.txt"), "mine").unwrap();
    fs::write(shelf.folder().join("notes.tmp"), "mine").unwrap();
    let damaged = shelf.path("tictactoe");
    let bytes = fs::read(&damaged).unwrap();
    fs::write(&damaged, &bytes[..bytes.len() / 2]).unwrap();

    let listed = shelf.list().unwrap();
    let names: Vec<Option<&str>> = listed.iter().map(|it| it.name.as_deref()).collect();
    assert_eq!(names, [Some("bottom2"), Some(&*games[2].name()), None]);
    assert_eq!(listed[0].positions, Some(solved(&games[0]).summary().positions));
    assert!(listed[0].state.is_ok() && listed[1].state.is_ok());
    assert_eq!(listed[2].bytes, Some(bytes.len() as u64 / 2));
    let Err(error) = &listed[2].state else { panic!("half a file is not a table") };
    assert!(error.to_string().contains("was cut"), "{error}");

    assert!(shelf.remove("tictactoe").unwrap(), "damaged ones too");
    assert!(shelf.remove("bottom2").unwrap());
    assert_eq!(shelf.list().unwrap().len(), 1);
    assert_eq!(fs::read_dir(shelf.folder()).unwrap().count(), 3, "notes stay");

    fs::rename(shelf.path(&games[2].name()), shelf.folder().join("mine.table")).unwrap();
    assert!(matches!(shelf.list().unwrap()[0].state, Err(TableError::WrongGame { .. })));
}

#[test]
fn a_stopped_put_leaves_nothing() {
    let (_folder, shelf) = shelf();
    let game = game(TINY);
    let table = solved(&game);
    let budget = Budget::unlimited();
    budget.stop();
    let result = shelf.put(&game, &game.name(), &table, &budget, &Silent);
    assert!(matches!(result, Err(TableError::Stopped { .. })));
    assert_eq!(fs::read_dir(shelf.folder()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let shelf = Shelf::new(file.join("tables"));
    let game = game(TINY);
    let result = shelf.put(&game, "tiny", &solved(&game), &Budget::unlimited(), &Silent);
    let Err(error) = result else { panic!("nothing can be put below a file") };
    let expected = format!("cannot make the folder {}", shelf.folder().display());
    assert_eq!(error.to_string(), expected);
}

#[test]
#[ignore = "15 s: cargo test -p spar-solve --test tables -- --ignored --nocapture"]
#[allow(clippy::print_stdout, reason = "it tells times, which no test asserts")]
fn connect4_5x5_takes_at_most_25_mb_and_answers_fast() {
    let (_folder, shelf) = shelf();
    let game = game(("connect4", &[("rows", "5"), ("cols", "5")]));
    let budget = Budget::unlimited().with_threads(2);
    let table = Table::solve(&game, &budget, &Silent).unwrap();
    let start = Instant::now();
    let bytes = shelf.put(&game, &game.name(), &table, &budget, &Silent).unwrap();
    println!("{bytes} bytes, put in {:?}", start.elapsed());
    assert!(bytes <= 25_000_000, "{bytes}");

    let start = Instant::now();
    let kept = get(&shelf, &game);
    println!("opened in {:?}", start.elapsed());
    let mut slowest = 0.0f64;
    let mut asked = 0;
    let start = Instant::now();
    for seed in 0..200 {
        let mut random = SplitMix::new(seed);
        let mut position = game.start();
        loop {
            let one = Instant::now();
            let value = kept.value(&game, &position).unwrap();
            slowest = slowest.max(one.elapsed().as_secs_f64());
            assert_eq!(value, table.value(&game, &position), "{position:?}");
            assert!(value.is_some());
            asked += 1;
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            position = game.after(&position, mv);
        }
    }
    let mean = start.elapsed().as_secs_f64() / f64::from(asked);
    println!("{asked} positions, mean {:.3} ms, slowest {:.3} ms", mean * 1e3, slowest * 1e3);
    assert!(asked >= 2000);

    let start = Instant::now();
    assert!(shelf.check(&game.name()).unwrap());
    println!("checked in {:?}", start.elapsed());
    let start = Instant::now();
    let loaded = kept.load().unwrap();
    println!("loaded in {:?}", start.elapsed());
    assert_eq!(loaded.summary(), table.summary());
    assert_eq!(loaded.bytes(), table.bytes());
}
