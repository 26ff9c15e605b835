use super::Common;
use super::pieces::Pieces;
use crate::batch::{Batch, Item};
use crate::book::{BookCommand, no_books};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::wire::{BookMade, BookRow, BookVerified, WrongEntry};
use clap::{Args, Subcommand};
use rayon::prelude::*;
use spar_catalog::units::{write_bytes, write_count};
use spar_catalog::{AnyGame, AnySearch, words};
use spar_rules::{SplitMix, Value};
use spar_solve::book::{Book, BookError};
use spar_solve::{Budget, Context};
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Make a book of openings: the exact values of all positions near the start of a game
///
/// The book contains every unfinished position that play reaches within `--plies`, up to symmetry.
/// It is saved with the tables, and every command uses it from then on, unless the program has a
/// deeper one. The same command resumes interrupted work. With `--shard`, several machines share
/// the work, and `spar merge --out FILE.book` joins their parts.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    what: Option<BookVerb>,
    /// Game, such as `connect4` or `connect4:rows=7`, or a rules file
    #[arg(required = true)]
    game: Option<String>,
    /// Plies from the start to the last positions of the book
    #[arg(long, short, value_name = "N", required = true, value_parser = clap::value_parser!(u32).range(0..=64))]
    plies: Option<u32>,
    #[command(flatten)]
    pieces: Pieces,
}

#[derive(Debug, Subcommand)]
enum BookVerb {
    Verify(VerifyBook),
}

/// Check a book: its checksums, and by search without a book a sample of its entries
///
/// The exit code is 1 if an entry is wrong or the file is damaged.
#[derive(Debug, Args)]
struct VerifyBook {
    /// Game, whose book is checked, or the path of a book, which ends in `.book`
    book: String,
    /// Entries to prove again, chosen by `--seed`
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: u64,
}

impl BookArgs {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        match (&self.what, &self.game, self.plies) {
            (Some(BookVerb::Verify(verify)), ..) => verify.run(common, printer),
            (None, Some(game), Some(plies)) => self.make(game, plies, common, printer),
            _ => Err(Fault::new("the game or `--plies` is missing")),
        }
    }

    fn make(
        &self,
        game: &str,
        plies: u32,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let game = spar_catalog::open(game)?;
        let name = &game.facts().name;
        let pieces = self.pieces.or_out(|| common.sources().books.path(name));
        if !pieces.restarts()
            && let Some(path) = pieces.out()
        {
            keep_deeper(path, name, plies)?;
        }
        let budget = common.limits().interruptible();
        let openings = game.openings(plies, &budget).ok_or_else(|| no_books(&*game))?;
        if let (true, Some(folder)) =
            (self.pieces.out().is_none(), pieces.out().and_then(Path::parent))
        {
            fs::create_dir_all(folder).map_err(|error| Fault::writing(folder, &error))?;
        }
        let openings = match (openings, why_stopped(&budget)) {
            (Ok(openings), _) => openings,
            (Err(_), Some(why)) => {
                printer.remark(match why {
                    Stopped::Time => "stopped by `--time` before the positions were listed",
                    Stopped::Interrupt => "interrupted before the positions were listed",
                });
                return Ok(Exit::Stopped(why));
            }
            (Err(error), None) => {
                let plies = words::counted(plies as usize, "ply");
                let what = format!("the positions up to {plies}: {error}");
                return Err(Fault::with_hint(what, "a smaller `--plies` or more `--memory` helps"));
            }
        };
        let items = openings.unsolved().into_iter().map(|name| Item { name }).collect();
        let command = BookCommand { game: name.clone(), plies }.text();
        let n_positions = openings.n_positions() as u64;
        drop(openings);
        let batch = Batch { unit: "positions", command, seed: 0, items };
        let searches = Searches::new(&*game, &budget);
        let piece = |item: &Item, _seed: u64| {
            let value = searches.value(&item.name)?;
            let row = value.map(|value| BookRow::of(&item.name, value));
            // Without a value, the work was stopped, and the row is dropped.
            let row = row.map(|row| {
                serde_json::to_string(&row).map_err(|error| Fault::new(error.to_string()))
            });
            row.into_iter().collect()
        };
        let exit = pieces.run(&batch, &piece, budget.clone(), common, printer)?;
        let made = pieces.out().filter(|path| is_book(path) && !pieces.has_shard());
        if let (Exit::Done, Some(path)) = (exit, made) {
            tell_made(name, plies, n_positions, path, common, printer)?;
        }
        Ok(exit)
    }
}

/// Says what the book contains and where it is.
fn tell_made(
    game: &str,
    plies: u32,
    positions: u64,
    path: &Path,
    common: &Common,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let bytes = fs::metadata(path).map_or(0, |it| it.len());
    if common.json {
        let (game, file) = (game.to_owned(), path.display().to_string());
        printer.json(&BookMade { game, plies, positions, bytes, file })?;
        return Ok(());
    }
    let (positions, size) = (write_count(positions), write_bytes(bytes));
    printer.remark(format!("positions {positions}, {size} in `{}`", path.display()));
    Ok(())
}

/// Refuses to replace a deeper book of this game.
fn keep_deeper(path: &Path, name: &str, plies: u32) -> Result<(), Fault> {
    let book = fs::read(path).ok().and_then(|bytes| Book::read(bytes.into()).ok());
    match book.filter(|book| book.name() == name && book.plies() > plies) {
        None => Ok(()),
        Some(book) => {
            let deeper = words::counted(book.plies() as usize, "ply");
            let what = format!("`{}` is a book to {deeper}, which is deeper", path.display());
            let hint = "`--restart` replaces it; `--out FILE.book` makes another file";
            Err(Fault::with_hint(what, hint))
        }
    }
}

/// Returns whether a file is a book, by its name.
fn is_book(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "book")
}

/// The number of positions that a book should have and does not.
fn n_missing(game: &dyn AnyGame, book: &Book, budget: &Budget) -> u64 {
    match game.openings(book.plies(), budget) {
        Some(Ok(openings)) => (openings.n_positions() as u64).saturating_sub(book.len()),
        // Too many to list, or the work was stopped: then only the entries are checked.
        Some(Err(_)) | None => 0,
    }
}

/// A game with its book.
type GameAndBook = (Box<dyn AnyGame>, Arc<Book>);

/// Searches without a book, one for each thread.
struct Searches<'a> {
    game: &'a dyn AnyGame,
    /// The budget of one search.
    budget: Budget,
    idle: Mutex<Vec<Box<dyn AnySearch + 'a>>>,
}

impl<'a> Searches<'a> {
    fn new(game: &'a dyn AnyGame, whole: &Budget) -> Searches<'a> {
        let memory = whole.memory / whole.threads as u64;
        let budget = whole.clone().with_threads(1).with_memory(memory);
        Searches { game, budget, idle: Mutex::default() }
    }

    /// The value of a position; `None` if the work was stopped.
    fn value(&self, position: &str) -> Result<Option<Value>, Fault> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let last = idle().pop();
        let mut search = match last {
            Some(search) => search,
            None => self.game.search(&self.budget).ok_or_else(|| no_books(self.game))?,
        };
        let value = search.value(position, &self.budget)?;
        idle().push(search);
        if value.is_none() && !self.budget.is_stopped() {
            let what = format!("`{position}` could not be solved");
            return Err(Fault::with_hint(what, "more `--memory` may help"));
        }
        Ok(value)
    }
}

impl VerifyBook {
    fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let mut context = common.context();
        let (game, book) = match self.open(&context)? {
            Ok(opened) => opened,
            Err(damage) => {
                printer.fault(&Fault::new(format!("`{}`: {damage}", self.book)));
                return Ok(Exit::No);
            }
        };
        let entries = match book.entries() {
            Ok(entries) => entries,
            Err(damage) => {
                printer.fault(&Fault::new(format!("`{}`: {damage}", self.book)));
                return Ok(Exit::No);
            }
        };
        let missing = n_missing(&*game, &book, &context.budget);
        let chosen = sample(entries.len(), self.sample, common.seed.unwrap_or(0));
        let searches = Searches::new(&*game, &context.budget);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(context.budget.threads).build();
        let pool = pool.map_err(|error| Fault::new(format!("cannot start threads: {error}")))?;
        let done = AtomicU64::new(0);
        let prove = |index: &usize| {
            let (text, stored) = entries[*index];
            let proved = searches.value(text)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            context.progress.report("proving", done, chosen.len() as u64);
            Ok((text, stored, proved))
        };
        let proved =
            pool.install(|| chosen.par_iter().map(prove).collect::<Result<Vec<_>, Fault>>())?;
        let n_proved = proved.iter().filter(|it| it.2.is_some()).count() as u64;
        let wrong = proved.iter().filter_map(|(text, stored, proved)| {
            let proved = proved.filter(|proved| proved != stored)?;
            let (word, proved_plies) = (proved.word().to_owned(), proved.plies());
            Some(WrongEntry { entry: BookRow::of(text, *stored), proved: word, proved_plies })
        });
        let wrong: Vec<WrongEntry> = wrong.collect();
        let stopped = why_stopped(&context.budget).filter(|_| n_proved < chosen.len() as u64);
        context.progress = Box::new(spar_solve::Silent);
        let is_right = wrong.is_empty() && missing == 0;
        let verified = BookVerified {
            game: book.name().to_owned(),
            plies: book.plies(),
            entries: book.len(),
            missing,
            proved: n_proved,
            wrong,
        };
        if common.json {
            printer.json(&verified)?;
        } else {
            tell(&verified, printer)?;
        }
        Ok(match stopped {
            _ if !is_right => Exit::No,
            Some(why) => Exit::Stopped(why),
            None => Exit::Done,
        })
    }

    /// The book with its game; `Ok(Err(…))` if the book is damaged.
    fn open(&self, context: &Context) -> Result<Result<GameAndBook, BookError>, Fault> {
        let own = if is_book(Path::new(&self.book)) {
            Some(self.book.clone().into())
        } else {
            let game = spar_catalog::open(&self.book)?;
            let path = context.sources.books.path(&game.facts().name);
            // A book of the user's own comes first, even if the program has a deeper one.
            path.filter(|path| path.exists())
        };
        if let Some(path) = own {
            let bytes = fs::read(&path).map_err(|error| Fault::reading(&path, &error))?;
            let name = match Book::read(Cow::Owned(bytes.clone())) {
                Ok(book) => book.name().to_owned(),
                Err(damage) => return Ok(Err(damage)),
            };
            let game = spar_catalog::open(&name)?;
            let book = game.open_book(bytes).ok_or_else(|| no_books(&*game))?;
            return Ok(book.map(|book| (game, Arc::new(book))));
        }
        let game = spar_catalog::open(&self.book)?;
        let book = game.book(context, &mut Vec::new());
        let none = || {
            let name = &game.facts().name;
            let hint = format!("`spar book {name} --plies 4` makes one");
            Fault::with_hint(format!("there is no book of `{name}`"), hint)
        };
        let book = book.ok_or_else(none)?;
        Ok(Ok((game, book)))
    }
}

/// The indices of a sample without repetition, in ascending order.
fn sample(n_entries: usize, wanted: u64, seed: u64) -> Vec<usize> {
    let mut random = SplitMix::new(seed);
    let mut chosen = Vec::new();
    let mut left = wanted.min(n_entries as u64);
    for index in 0..n_entries {
        if random.below((n_entries - index) as u64) < left {
            chosen.push(index);
            left -= 1;
        }
    }
    chosen
}

fn tell(verified: &BookVerified, printer: &mut Printer) -> Result<(), Fault> {
    let BookVerified { game, plies, entries, missing, proved, wrong } = verified;
    for WrongEntry { entry, proved, proved_plies } in wrong {
        let distance =
            |plies: &Option<u32>| plies.map_or(String::new(), |it| format!(" in {it} plies"));
        let (stored, proved) = (
            format!("{}{}", entry.value, distance(&entry.plies)),
            format!("{proved}{}", distance(proved_plies)),
        );
        printer.line(format!("{}: the book says {stored}, a search {proved}", entry.position))?;
    }
    if *missing > 0 {
        printer.line(format!("positions missing: {}", write_count(*missing)))?;
    }
    let [entries, proved] = [*entries, *proved].map(write_count);
    let n_wrong = match wrong.len() {
        0 => "none is wrong".to_owned(),
        n_wrong => format!("{n_wrong} are wrong"),
    };
    printer.line(format!(
        "{game} to {plies} plies: entries {entries}, proved again by search {proved}; {n_wrong}"
    ))?;
    Ok(())
}
