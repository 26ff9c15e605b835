//! Stored tables under faults: a disk that fails at the n-th step, processes that are killed,
//! several processes at once. Afterwards there is the old or the new table, never a partial
//! one.

use spar_games::lines::{Keys, Lines};
use spar_rules::{SplitMix, Value};
use spar_solve::explicit::Table;
use spar_solve::tables::{Disk, Files, Reading, Shelf, TableError, Writing};
use spar_solve::{Budget, Silent};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

const NAME: &str = "small";

/// A process that is just starting holds its parent's open files, and their locks, for a
/// moment. So tests that check locks must not run together with the test that starts processes.
static LOCKS: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game and two versions of its table. They can be distinguished because only the new one has
/// its layers counted.
struct Case {
    game: Lines,
    old: Table,
    new: Table,
}

impl Case {
    fn new() -> Case {
        let small = [("rows", "3"), ("cols", "3")];
        let game = Lines::new(Keys::preset("connect3").unwrap().with(&small).unwrap()).unwrap();
        let budget = Budget::unlimited();
        let [old, mut new] = [(), ()].map(|()| Table::solve(&game, &budget, &Silent).unwrap());
        new.count_layers(&game, &budget, &Silent).unwrap();
        Case { game, old, new }
    }

    fn put(&self, shelf: &Shelf, table: &Table) -> Result<u64, TableError> {
        // Blocks of 64 ranks give several batches, so several writes.
        let shelf = shelf.clone().with_block_bits(6);
        shelf.put(&self.game, NAME, table, &Budget::unlimited(), &Silent)
    }

    /// Reads the whole table. Returns whether it is the new one; `None` if there is none.
    fn read(&self, shelf: &Shelf) -> Result<Option<bool>, TableError> {
        let Some(kept) = shelf.get(&self.game, NAME)? else { return Ok(None) };
        let is_new = kept.summary() == self.new.summary();
        assert!(is_new || kept.summary() == self.old.summary());
        let mut count = 0;
        let flow = kept.visit(&self.game, |position, value| {
            assert_eq!(self.old.value(&self.game, position), Some(value), "{position:?}");
            count += 1;
            ControlFlow::<Value>::Continue(())
        })?;
        assert_eq!(flow, ControlFlow::Continue(()));
        assert_eq!(count, self.old.summary().positions);
        Ok(Some(is_new))
    }
}

/// How a step fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// This step fails; a failing write writes half of its bytes.
    Once,
    /// This step succeeds but reports an error.
    Done,
    /// This step and all later ones fail, as if the machine had stopped.
    ForEver,
}

const MODES: [Mode; 3] = [Mode::Once, Mode::Done, Mode::ForEver];

/// The real disk with a fault at one step.
#[derive(Clone)]
struct Faulty {
    mode: Mode,
    /// Steps until the fault; negative after it.
    left: Arc<AtomicI64>,
    /// The operations so far.
    steps: Arc<Mutex<Vec<&'static str>>>,
}

impl Faulty {
    fn new(mode: Mode, steps: i64) -> Faulty {
        Faulty { mode, left: Arc::new(AtomicI64::new(steps)), steps: Arc::default() }
    }

    /// The shelf on this faulty disk.
    fn shelf(&self, sound: &Shelf) -> Shelf {
        Shelf::on(Arc::new(self.clone()), sound.folder())
    }

    fn has_failed(&self) -> bool {
        self.left.load(Ordering::SeqCst) < 0
    }

    fn step<T>(&self, name: &'static str, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        self.steps.lock().unwrap().push(name);
        let left = self.left.fetch_sub(1, Ordering::SeqCst);
        let fault = || io::Error::other("a fault of the test");
        match self.mode {
            Mode::Once if left == 0 => Err(fault()),
            Mode::Done if left == 0 => act().and_then(|_| Err(fault())),
            Mode::ForEver if left <= 0 => Err(fault()),
            _ => act(),
        }
    }
}

impl Disk for Faulty {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Reading>> {
        let inner = self.step("open", || Files.open(path))?;
        Ok(Box::new(FaultyFile { faulty: self.clone(), inner }))
    }
    fn create(&self, path: &Path) -> io::Result<Box<dyn Writing>> {
        let inner = self.step("create", || Files.create(path))?;
        Ok(Box::new(FaultyFile { faulty: self.clone(), inner }))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step("rename", || Files.rename(from, to))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step("remove", || Files.remove(path))
    }
    fn remove_unused(&self, path: &Path) -> io::Result<bool> {
        self.step("remove_unused", || Files.remove_unused(path))
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.step("list", || Files.list(folder))
    }
    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.step("make_folder", || Files.make_folder(folder))
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step("sync_folder", || Files.sync_folder(folder))
    }
}

struct FaultyFile<F> {
    faulty: Faulty,
    inner: F,
}

impl Reading for FaultyFile<Box<dyn Reading>> {
    fn length(&self) -> io::Result<u64> {
        self.faulty.step("length", || self.inner.length())
    }
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        self.faulty.step("read_at", || self.inner.read_at(start, out))
    }
}

impl Writing for FaultyFile<Box<dyn Writing>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Write the first half before the fault can occur, so that the fault leaves it behind.
        let (half, rest) = bytes.split_at(bytes.len() / 2);
        self.inner.write(half)?;
        self.faulty.step("write", || self.inner.write(rest))
    }
    fn sync(&mut self) -> io::Result<()> {
        self.faulty.step("sync", || self.inner.sync())
    }
}

fn files(shelf: &Shelf) -> Vec<String> {
    let Ok(entries) = fs::read_dir(shelf.folder()) else { return Vec::new() };
    entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

fn temporary_files(shelf: &Shelf) -> Vec<String> {
    let is_temporary = |name: &String| Path::new(name).extension().is_some_and(|it| it == "tmp");
    files(shelf).into_iter().filter(is_temporary).collect()
}

/// Calls `run` with a disk that fails at the n-th step, for every n until a run has no fault.
/// Returns the number of runs with a fault.
fn for_every_fault(mode: Mode, mut run: impl FnMut(&Faulty)) -> i64 {
    for n in 0..10_000 {
        let faulty = Faulty::new(mode, n);
        run(&faulty);
        if !faulty.has_failed() {
            return n;
        }
    }
    panic!("it never ends");
}

#[test]
fn a_put_that_fails_at_any_step_leaves_the_old_or_the_new_table() {
    let _alone = alone();
    let case = Case::new();
    for mode in MODES {
        for had_one in [false, true] {
            let steps = for_every_fault(mode, |faulty| {
                let folder = tempfile::tempdir().unwrap();
                let sound = Shelf::new(folder.path().join("tables"));
                if had_one {
                    case.put(&sound, &case.old).unwrap();
                }
                let result = case.put(&faulty.shelf(&sound), &case.new);
                let found = case.read(&sound).unwrap();
                let before = had_one.then_some(false);
                if result.is_ok() {
                    assert_eq!(found, Some(true));
                } else {
                    assert!(faulty.has_failed());
                    assert!(found == before || found == Some(true), "{mode:?} {found:?}");
                }
                if mode == Mode::Once {
                    assert_eq!(temporary_files(&sound), [""; 0]);
                }
                sound.clear_stale().unwrap();
                assert_eq!(files(&sound).len(), usize::from(found.is_some()));

                case.put(&sound, &case.new).unwrap();
                assert_eq!(case.read(&sound).unwrap(), Some(true), "the next put mends all");
            });
            assert!(steps >= 10, "{steps}");
        }
    }
}

#[test]
fn bytes_are_synced_before_the_new_name_and_the_name_after() {
    let case = Case::new();
    let folder = tempfile::tempdir().unwrap();
    let disk = Faulty::new(Mode::Once, i64::MAX);
    case.put(&disk.shelf(&Shelf::new(folder.path())), &case.new).unwrap();
    let steps = disk.steps.lock().unwrap().join(" ");
    // Header, two batches of blocks, index and end.
    let writes = "write write write write";
    assert_eq!(steps, format!("make_folder list create {writes} sync rename sync_folder"));
}

#[test]
fn a_read_that_fails_at_any_step_is_an_error_or_right() {
    let case = Case::new();
    let folder = tempfile::tempdir().unwrap();
    let sound = Shelf::new(folder.path());
    case.put(&sound, &case.new).unwrap();
    for mode in MODES {
        let steps = for_every_fault(mode, |faulty| match case.read(&faulty.shelf(&sound)) {
            Ok(found) => assert_eq!(found, Some(true), "a fault does not hide a table"),
            Err(TableError::Io { .. }) => assert!(faulty.has_failed()),
            Err(error) => panic!("{error}"),
        });
        assert!(steps > 64, "each block is a step: {steps}");
        for_every_fault(mode, |faulty| match faulty.shelf(&sound).check(NAME) {
            Ok(is_there) => assert!(is_there),
            Err(error) => assert!(matches!(error, TableError::Io { .. }) && faulty.has_failed()),
        });
        for_every_fault(mode, |faulty| match faulty.shelf(&sound).list() {
            Ok(listed) => {
                assert_eq!(listed.len(), 1);
                assert!(listed[0].state.is_ok() || faulty.has_failed());
                assert_eq!(listed[0].name.is_some(), listed[0].state.is_ok());
            }
            Err(_) => assert!(faulty.has_failed()),
        });
    }
}

#[test]
fn a_removal_that_fails_leaves_the_table_or_nothing() {
    let case = Case::new();
    for mode in MODES {
        let folder = tempfile::tempdir().unwrap();
        let sound = Shelf::new(folder.path());
        for_every_fault(mode, |faulty| {
            case.put(&sound, &case.new).unwrap();
            let removed = faulty.shelf(&sound).remove(NAME);
            let found = case.read(&sound).unwrap();
            match removed {
                Ok(removed) => assert_eq!((removed, found), (true, None)),
                Err(_) => assert!(faulty.has_failed() && found != Some(false)),
            }
        });
    }
}

#[test]
fn files_of_killed_runs_are_cleared_and_those_in_use_are_not() {
    let _alone = alone();
    let case = Case::new();
    let folder = tempfile::tempdir().unwrap();
    let sound = Shelf::new(folder.path().join("tables"));
    fs::create_dir(sound.folder()).unwrap();
    // Each run stops at another step. A put would remove the files of the previous run.
    for steps in [4, 5, 6] {
        let other = Shelf::new(folder.path().join(steps.to_string()));
        case.put(&Faulty::new(Mode::ForEver, steps).shelf(&other), &case.new).unwrap_err();
        for name in files(&other) {
            fs::rename(other.folder().join(&name), sound.folder().join(&name)).unwrap();
        }
    }
    let left = temporary_files(&sound);
    assert_eq!(left.len(), 3);
    let in_use = fs::File::open(sound.folder().join(&left[0])).unwrap();
    in_use.lock().unwrap();
    assert_eq!(sound.clear_stale().unwrap(), 2);
    assert_eq!(files(&sound), left[..1]);
    drop(in_use);
    case.put(&sound, &case.new).unwrap();
    assert_eq!(temporary_files(&sound), [""; 0], "a put clears them too");
}

#[test]
fn several_at_once_do_not_disturb_each_other() {
    let case = Case::new();
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::new(folder.path());
    case.put(&shelf, &case.old).unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = [&case.old, &case.new, &case.new]
            .map(|table| {
                let (case, shelf) = (&case, &shelf);
                scope.spawn(move || {
                    for _ in 0..40 {
                        case.put(shelf, table).unwrap();
                    }
                })
            })
            .into();
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                shelf.clear_stale().unwrap();
            }
        });
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                assert!(case.read(&shelf).unwrap().is_some(), "there is always one");
                assert!(shelf.check(NAME).unwrap());
            }
        });
        let results: Vec<_> = writers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        assert!(results.iter().all(Result::is_ok));
    });
    assert_eq!(files(&shelf).len(), 1);
}

/// The environment variable with the folder for [`a_process_that_puts_for_ever`]. Without it,
/// that test does nothing.
const FOLDER: &str = "SPAR_TEST_SHELF";

#[test]
fn a_process_that_puts_for_ever() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let case = Case::new();
    let shelf = Shelf::new(folder);
    loop {
        case.put(&shelf, &case.old).unwrap();
        case.put(&shelf, &case.new).unwrap();
    }
}

#[test]
fn killed_processes_leave_whole_tables() {
    let _alone = alone();
    let case = Case::new();
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf::new(folder.path());
    let mut random = SplitMix::new(7);
    for round in 0..10 {
        let spawn = || {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "a_process_that_puts_for_ever"]).env(FOLDER, folder.path());
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut processes = [spawn(), spawn()];
        // Wait until they have stored a table, even on a slow machine.
        while round == 0 && case.read(&shelf).unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        for process in &mut processes {
            thread::sleep(Duration::from_micros(20_000 + random.below(40_000)));
            process.kill().unwrap();
            assert_eq!(process.wait().unwrap().code(), None, "it ran until it was killed");
            case.read(&shelf).unwrap();
        }
        shelf.clear_stale().unwrap();
        assert_eq!(temporary_files(&shelf), [""; 0]);
    }
    assert!(case.read(&shelf).unwrap().is_some());
}
