//! The commands of the program. Each has a file with its arguments and its code.

mod bench;
mod book;
mod completions;
mod data;
mod dump;
mod examples;
mod games;
mod generate;
mod levels;
mod load;
mod man;
mod matches;
mod merge;
mod perft;
mod pieces;
mod play;
mod players;
mod policies;
mod rate;
mod reproduce;
mod respond;
mod serve;
mod show;
mod solve;
mod solve_list;
mod survey;
mod varied;
mod verify;

use crate::bar::Bar;
use crate::fault::{Exit, Fault};
use crate::limits::Limits;
use crate::machine;
use crate::printer::{Color, Loudness, Printer};
use clap::{Args, Parser, Subcommand};
use spar_catalog::units;
use spar_catalog::words;
use spar_solve::tables::Shelf;
use spar_solve::{Context, Progress, Sources};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Solve games exactly, and play them
#[derive(Debug, Parser)]
#[command(name = "spar", version, propagate_version = true, max_term_width = 100)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
A game is a name, such as `connect4:rows=5,cols=5`, or the path of a rules file. `spar games`
lists all games.
A position is its text, `start`, `start` with moves, such as `start+d,c`, or, where stones fall, the
digits of the columns played, such as `4453`.

Exit codes: 0 done, 1 the answer is no, 2 wrong usage or input, 3 stopped early by `--time`, memory
or disk space (partial results are printed), 130 interrupted.

With `--json` an error is one line of JSON on standard error: `error`, `hint`, `exit`.")]
pub struct Cli {
    /// What every verb takes.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    verb: Verb,
}

/// A verb with its arguments.
#[derive(Debug, Subcommand)]
enum Verb {
    Games(games::Games),
    Show(show::Show),
    Solve(Box<solve::Solve>),
    Perft(perft::Perft),
    Dump(dump::Dump),
    Play(play::Play),
    Serve(Box<serve::Serve>),
    Rate(rate::Rate),
    Generate(Box<generate::Generate>),
    Verify(verify::Verify),
    Book(book::BookArgs),
    Survey(survey::Survey),
    #[command(name = "match")]
    Match(matches::Meet),
    Merge(merge::Merge),
    Reproduce(reproduce::Reproduce),
    Data(data::Data),
    Bench(bench::Bench),
    Load(load::Load),
    Completions(completions::Completions),
    Man(man::Man),
}

/// What every verb takes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Common {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Colour and Unicode boards
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    #[arg(
        help = "Colour and Unicode boards: auto (on a terminal, unless NO_COLOR is set), always, never"
    )]
    color: Color,
    /// Print only the answer
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Print details: the question, the method, and how long each stage took
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Stop after this time: 30s, 5m, 2h
    #[arg(long, global = true, value_name = "TIME", value_parser = units::read_time)]
    time: Option<Duration>,
    /// Memory for tables: 300M, 2G; never more than the machine has [default: 2G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = units::read_bytes)]
    memory: Option<u64>,
    /// Seed of all random choices: the same seed gives the same output
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,
    /// Folder for saved games and tables [default: `$SPAR_DATA`, or the system's folders]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// The memory limit for tables without `--memory`, in bytes.
const USUAL_MEMORY: u64 = 2_000_000_000;

impl Cli {
    /// Parses a command line. Ends the program after an error or `--help`; with `--json`,
    /// prints the error as JSON.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Cli {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        Cli::try_parse_from(&arguments).unwrap_or_else(|error| {
            let is_json = arguments.iter().take_while(|it| *it != "--").any(|it| it == "--json");
            if is_json && error.use_stderr() {
                let fault = Fault::usage(&error);
                Printer::standard(Color::Never, Loudness::Normal, true).fault(&fault);
                std::process::exit(i32::from(fault.code()));
            }
            error.exit()
        })
    }

    /// Runs the command.
    ///
    /// # Errors
    /// If an argument cannot be used; the hint says how to fix it.
    pub fn run(&self, printer: &mut Printer) -> Result<Exit, Fault> {
        self.common.remark_memory(printer);
        self.common.tell_limits(printer);
        let began = Instant::now();
        let exit = self.done(printer);
        printer.detail(format!("took {}", units::write_seconds(began.elapsed())));
        exit
    }

    fn done(&self, printer: &mut Printer) -> Result<Exit, Fault> {
        match &self.verb {
            Verb::Games(games) => games.run(&self.common, printer),
            Verb::Show(show) => show.run(&self.common, printer),
            Verb::Solve(solve) => solve.run(&self.common, printer),
            Verb::Perft(perft) => perft.run(&self.common, printer),
            Verb::Dump(dump) => dump.run(&self.common, printer),
            Verb::Data(data) => data.run(&self.common, printer),
            Verb::Play(play) => play.run(&self.common, printer),
            Verb::Serve(serve) => serve.run(&self.common, printer),
            Verb::Rate(rate) => rate.run(&self.common, printer),
            Verb::Generate(generate) => generate.run(&self.common, printer),
            Verb::Verify(verify) => verify.run(&self.common, printer),
            Verb::Book(book) => book.run(&self.common, printer),
            Verb::Survey(survey) => survey.run(&self.common, printer),
            Verb::Match(meet) => meet.run(&self.common, printer),
            Verb::Merge(merge) => merge.run(&self.common, printer),
            Verb::Reproduce(reproduce) => reproduce.run(&self.common, printer),
            Verb::Bench(bench) => bench.run(&self.common, printer),
            Verb::Load(load) => load.run(&self.common, printer),
            Verb::Completions(completions) => completions.run(printer),
            Verb::Man(man) => man.run(printer),
        }
    }
}

impl Common {
    /// The printer for these options.
    pub fn printer(&self) -> Printer {
        let loudness = match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        };
        Printer::standard(self.color, loudness, self.json)
    }

    /// The limits on the work.
    pub fn limits(&self) -> Limits {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(all, usize::from);
        Limits { time: self.time, memory: self.memory(), threads }
    }

    /// The memory limit for tables in bytes: as requested, but at most the machine's memory.
    fn memory(&self) -> u64 {
        let asked = self.memory.unwrap_or(USUAL_MEMORY);
        machine::memory().map_or(asked, |most| asked.min(most))
    }

    /// With `--verbose`, prints the command and its limits.
    fn tell_limits(&self, printer: &mut Printer) {
        if printer.loudness() < Loudness::Verbose {
            return;
        }
        let asked: Vec<String> =
            std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
        let Limits { time, memory, threads } = self.limits();
        let time = time.map_or("no time limit".to_owned(), units::write_seconds);
        let (threads, memory) = (words::counted(threads, "thread"), units::write_bytes(memory));
        printer.detail(format!("asked: {}", asked.join(" ")));
        printer.detail(format!("may take: {threads}, {memory} for tables, {time}"));
    }

    /// Prints a remark if the machine has less memory than requested.
    fn remark_memory(&self, printer: &mut Printer) {
        let (asked, given) = (self.memory.unwrap_or(USUAL_MEMORY), self.memory());
        if given < asked {
            let [asked, given] = [asked, given].map(units::write_bytes);
            let remark = format!("memory for tables: {given}; this machine cannot give {asked}");
            match self.memory {
                Some(_) => printer.remark(remark),
                None => printer.detail(remark),
            }
        }
    }

    /// The folder of solved games; `None` if the system has no cache folder.
    pub fn shelf(&self) -> Option<Shelf> {
        self.data_folder().map(|folder| Shelf::new(folder.join("tables")))
    }

    /// The solved games and the books.
    pub fn sources(&self) -> Sources {
        let folder = self.data_folder().map(|folder| folder.join("books"));
        Sources { shelf: self.shelf(), books: spar_catalog::books(folder) }
    }

    /// The context for long work: it can be interrupted and shows a progress bar.
    pub fn context(&self) -> Context {
        let budget = self.limits().interruptible();
        Context { progress: self.bar(), ..Context::quiet(budget, self.sources()) }
    }

    /// Like [`context`](Common::context), and returns the bar for callers that print during the
    /// work.
    fn context_and_bar(&self) -> (Context, Bar) {
        self.context_with(self.new_bar())
    }

    /// Like [`context_and_bar`](Common::context_and_bar), with progress lines if there is no
    /// terminal.
    fn context_and_lines(&self) -> (Context, Bar) {
        let bar = self.new_bar();
        self.context_with(if self.quiet { bar } else { bar.or_lines() })
    }

    fn context_with(&self, bar: Bar) -> (Context, Bar) {
        let budget = self.limits().interruptible();
        (Context { progress: Box::new(bar.clone()), ..Context::quiet(budget, self.sources()) }, bar)
    }

    /// The progress bar for long work.
    fn bar(&self) -> Box<dyn Progress + Send> {
        Box::new(self.new_bar())
    }

    fn new_bar(&self) -> Bar {
        if self.verbose { Bar::telling() } else { Bar::new(!self.quiet) }
    }

    /// The folder for solved games; `None` if the system has no cache folder.
    pub fn data_folder(&self) -> Option<PathBuf> {
        use etcetera::BaseStrategy;
        let system = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("spar"));
        self.chosen_folder().or_else(system)
    }

    /// The path of the store of people and their games; `None` if the system has no data
    /// folder.
    pub fn store_file(&self) -> Option<PathBuf> {
        use etcetera::BaseStrategy;
        let system = || Some(etcetera::choose_base_strategy().ok()?.data_dir().join("spar"));
        self.chosen_folder().or_else(system).map(|folder| folder.join(spar_store::FILE_NAME))
    }

    /// The folder that the user chose.
    fn chosen_folder(&self) -> Option<PathBuf> {
        let named = || std::env::var_os("SPAR_DATA").filter(|it| !it.is_empty());
        self.data.clone().or_else(|| named().map(PathBuf::from))
    }
}
