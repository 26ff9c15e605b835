//! Tests of whole runs: shards, stops, damage and merges.

use super::sheet::{BatchSheet, Header};
use super::{Batch, Item, Job, Merged, Shard, Start, Workplace, merge};
use crate::fault::{Exit, Fault};
use crate::limits::Stopped;
use crate::output::Output;
use crate::place::Place;
use crate::printer::Printer;
use proptest::prelude::*;
use spar_solve::{Budget, Progress, Silent};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn batch(names: Vec<String>, seed: u64) -> Batch {
    let items = names.into_iter().map(|name| Item { name }).collect();
    Batch { unit: "items", command: "test".to_owned(), seed, items }
}

fn numbered(items: usize) -> Batch {
    batch((0..items).map(|it| format!("item {it}")).collect(), 5)
}

/// Up to three rows, with characters that could confuse a line reader.
#[expect(clippy::unnecessary_wraps, reason = "it is a piece")]
fn piece(item: &Item, seed: u64) -> Result<Vec<String>, Fault> {
    let row = |number| format!("{number} {seed:x} \"{}\" \\ \u{2028}\r#", item.name);
    Ok((0..seed % 4).map(row).collect())
}

/// The expected result, computed without the batch code.
fn plainly(batch: &Batch) -> String {
    let rows = |index: usize| piece(&batch.items[index], batch.seed_of(index)).unwrap();
    (0..batch.items.len()).flat_map(rows).map(|row| row + "\n").collect()
}

fn bar() -> Box<dyn Progress + Send> {
    Box::new(Silent)
}

fn workplace(threads: usize) -> Workplace<'static> {
    Workplace { budget: Budget::unlimited().with_threads(threads), bar: &bar }
}

fn run(batch: &Batch, shard: Option<Shard>, out: &Path, threads: usize) {
    let job = Job { shard, out: Some(out), start: Start::Resume, form: None };
    let exit = job.run(batch, &piece, &workplace(threads), &mut Printer::unheard());
    assert_eq!(exit.unwrap(), Exit::Done);
}

/// Writes all shards of a run.
fn shards(batch: &Batch, of: u32, folder: &Path) -> Vec<PathBuf> {
    let made = (1..=of).map(|number| {
        let path = folder.join(format!("{number}-of-{of}"));
        run(batch, Shard::new(number, of), &path, 1 + number as usize % 2);
        path
    });
    made.collect()
}

fn merged(paths: &[PathBuf], out: &Path) -> Result<Merged, Fault> {
    merge(paths, |_| Output::create(out), &Budget::unlimited(), &Silent)
}

fn refused(paths: &[PathBuf]) -> String {
    let out = paths[0].with_file_name("merged");
    match merged(paths, &out) {
        Err(Fault::Input(error)) => {
            assert!(!out.exists());
            error.what.replace(&format!("{}/", out.parent().unwrap().display()), "")
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_split_into_shards_merged_is_one_run(
        names in prop::collection::vec("\\PC{0,6}", 0..30),
        seed in any::<u64>(),
        of in 1..8_u32,
        threads in 1..4_usize,
        order in any::<prop::sample::Index>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let batch = batch(names, seed);
        let whole = folder.path().join("whole");
        run(&batch, None, &whole, threads);
        let wanted = plainly(&batch);
        prop_assert_eq!(fs::read_to_string(&whole).unwrap(), &wanted[..]);
        let mut paths = shards(&batch, of, folder.path());
        let turned = order.index(paths.len());
        paths.rotate_left(turned);
        let out = folder.path().join("merged");
        prop_assert_eq!(merged(&paths, &out).unwrap(), Merged::Whole);
        prop_assert_eq!(fs::read_to_string(&out).unwrap(), wanted);
    }
}

#[test]
fn stopped_again_and_again_it_comes_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let batch = numbered(100);
    for (shard, name) in [(None, "whole"), (Shard::new(2, 3), "shard")] {
        let (calm, stopped) = (folder.path().join("calm"), folder.path().join(name));
        run(&batch, shard, &calm, 1);
        let all = AtomicUsize::new(0);
        for round in 0.. {
            let place = workplace(1 + round % 3);
            let done = AtomicUsize::new(0);
            let stopping = |item: &Item, seed: u64| {
                all.fetch_add(1, Ordering::SeqCst);
                if done.fetch_add(1, Ordering::SeqCst) == 7 {
                    place.budget.stop();
                }
                piece(item, seed)
            };
            let job = Job { shard, out: Some(&stopped), start: Start::Resume, form: None };
            let exit = job.run(&batch, &stopping, &place, &mut Printer::unheard()).unwrap();
            if exit == Exit::Done {
                break;
            }
            assert_eq!(exit, Exit::Stopped(Stopped::Time));
            assert!(!stopped.exists(), "half a result has no name");
            assert!(round < 40, "each round gets further");
        }
        assert_eq!(fs::read(&stopped).unwrap(), fs::read(&calm).unwrap());
        assert!(all.into_inner() < 200, "little is done twice");
        assert!(!folder.path().join(format!("{name}.spar-job")).exists());
    }
}

#[test]
fn a_piece_that_fails_leaves_what_is_done_and_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let batch = numbered(20);
    let failing = |item: &Item, seed: u64| match item.name.as_str() {
        "item 12" => Err(Fault::new("twelve is too much")),
        _ => piece(item, seed),
    };
    let job = Job { shard: None, out: Some(&out), start: Start::Resume, form: None };
    let fault = job.run(&batch, &failing, &workplace(2), &mut Printer::unheard()).unwrap_err();
    assert!(matches!(fault, Fault::Input(error) if error.what == "twelve is too much"));
    assert!(!out.exists());
    // After the fix, only the missing items are computed.
    let counted = AtomicUsize::new(0);
    let mended = |item: &Item, seed: u64| {
        counted.fetch_add(1, Ordering::SeqCst);
        piece(item, seed)
    };
    job.run(&batch, &mended, &workplace(2), &mut Printer::unheard()).unwrap();
    assert_eq!(fs::read_to_string(&out).unwrap(), plainly(&batch));
    assert!(counted.into_inner() <= 8);
}

#[test]
fn missing_shards_are_counted_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let paths = shards(&numbered(10), 4, folder.path());
    let out = folder.path().join("merged");
    let some = [paths[3].clone(), paths[1].clone()];
    assert_eq!(merged(&some, &out).unwrap(), Merged::Missing(vec![1, 3], 4));
    assert!(!out.exists());
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let paths = shards(&numbered(10), 2, folder.path());
    fs::copy(&paths[1], at("copy")).unwrap();
    let twice = [paths[0].clone(), paths[1].clone(), at("copy")];
    assert_eq!(refused(&twice), "shard 2 of 2 is given twice: `2-of-2` and `copy`");

    let with = |change: &dyn Fn(&mut Batch), of: u32| {
        let mut batch = numbered(10);
        change(&mut batch);
        let path = at("foreign");
        run(&batch, Shard::new(2, of), &path, 1);
        refused(&[paths[0].clone(), path])
    };
    let said = |is: &str| format!("`foreign` belongs to another run than `1-of-2`: {is}");
    assert_eq!(with(&|it| it.seed = 6, 2), said("seed 6, not seed 5"));
    assert_eq!(with(&|_| {}, 3), said("3 shards, not 2 shards"));
    assert_eq!(with(&|it| it.items[0].name.push('!'), 2), said("its items differ"));
    let command = with(&|it| it.command.push('!'), 2);
    assert_eq!(command, said("command `test!`, not command `test`"));

    let whole = at("whole");
    run(&numbered(10), None, &whole, 1);
    assert_eq!(refused(&[whole]), "`whole` is not a shard: its line 1 is not a shard header");
    assert_eq!(refused(&[at("none")]), "cannot read `none`: there is no such file");
    fs::write(at("empty"), "").unwrap();
    assert_eq!(refused(&[at("empty")]), "`empty` is not a shard: its line 1 is not a shard header");
    let newer = fs::read_to_string(&paths[0]).unwrap().replace("\"format\":1", "\"format\":2");
    fs::write(at("newer"), newer).unwrap();
    assert_eq!(refused(&[at("newer")]), "`newer` has format 2; this Spar reads 1");
}

#[test]
fn a_shard_cut_short_anywhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let paths = shards(&numbered(10), 2, folder.path());
    let whole = fs::read(&paths[1]).unwrap();
    for cut in 1..whole.len() {
        fs::write(&paths[1], &whole[..cut]).unwrap();
        let said = refused(&paths);
        let line = whole[..cut].split(|byte| *byte == b'\n').count();
        let wanted = format!("`2-of-2` is cut short at line {line}: ");
        assert!(said.starts_with(&wanted), "cut at {cut}: {said}");
    }
}

#[test]
fn a_shard_with_any_byte_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let paths = shards(&numbered(6), 2, folder.path());
    let whole = fs::read(&paths[1]).unwrap();
    for at in 0..whole.len() {
        for mask in [0x01, 0x10, 0x20, 0x80] {
            let mut damaged = whole.clone();
            damaged[at] ^= mask;
            fs::write(&paths[1], &damaged).unwrap();
            assert!(refused(&paths).contains("`2-of-2`"), "byte {at} changed by {mask}");
        }
    }
    fs::write(&paths[1], [&whole[..], b"more\n"].concat()).unwrap();
    let lines = whole.split(|byte| *byte == b'\n').count() - 1;
    let wanted = format!(
        "`2-of-2` is damaged at line {}: there is more text after the last line",
        lines + 1
    );
    assert_eq!(refused(&paths), wanted);
}

/// A file whose `flush` does not wait for the disk.
struct Unsynced(File);

impl Write for Unsynced {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Place for Unsynced {
    fn fault(&self, error: io::Error) -> Fault {
        error.into()
    }
    fn finish(self) -> Result<(), Fault> {
        Ok(())
    }
}

#[test]
fn many_shards_of_few_items_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let batch = numbered(3);
    // More files than most systems let a process open at once.
    let made = (1..=1500).map(|number| {
        let path = folder.path().join(number.to_string());
        let header = Header::new("shard", &batch, Shard::new(number, 1500).unwrap());
        let mut sheet = BatchSheet::shard(Unsynced(File::create(&path).unwrap()), &header).unwrap();
        if let Some(item) = batch.items.get(number as usize - 1) {
            let index = number as usize - 1;
            sheet.item(index, &piece(item, batch.seed_of(index)).unwrap()).unwrap();
        }
        sheet.finish().unwrap();
        path
    });
    let paths: Vec<PathBuf> = made.collect();
    let out = folder.path().join("merged");
    assert_eq!(merged(&paths, &out).unwrap(), Merged::Whole);
    assert_eq!(fs::read_to_string(&out).unwrap(), plainly(&batch));
}
