use super::Common;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::output::Output;
use crate::place::{Answers, file, write};
use crate::printer::{Look, Printer};
use crate::reproduce::ratings::{GAMES, parts, ratings};
use crate::reproduce::{Report, Wanted, format, ladders, reproduce, sheets};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

/// Recompute tables: those of a publication next to ours, or those of our own checks
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Reproduce {
    #[command(subcommand)]
    what: ReproduceCommand,
}

#[derive(Debug, Subcommand)]
enum ReproduceCommand {
    StartPositions(StartPositions),
    Ladders(OfLadders),
    Ratings(OfRatings),
}

/// A check of the computed ratings of levels, by simulated learners in four games
///
/// Two tables: how well ratings computed from exact chances agree with ratings learned from 100,000
/// tries, and how often learners solve levels that are matched to be solved in 30, 50 and 70 % of
/// tries. It takes a few minutes. The exit code is 1 if a check fails.
#[derive(Debug, Args)]
struct OfRatings {
    /// Only these games
    #[arg(long = "game", value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(GAMES))]
    games: Vec<String>,
    /// Write Markdown
    #[arg(long)]
    markdown: bool,
}

/// The tables and figures of Beaudry and others (2010) on Snakes and Ladders
///
/// Figures known from the paper or from elsewhere are marked `=` if ours agree and `!` if they
/// differ; the exit code is 1 if one differs. It takes a minute or two, several minutes with
/// `--full`. docs/ladders.md says what reproduces, what does not, and why.
#[derive(Debug, Args)]
struct OfLadders {
    /// Only these parts
    #[arg(long = "part", value_name = "PART", value_delimiter = ',', value_parser = clap::builder::PossibleValuesParser::new(ladders::names()))]
    parts: Vec<String>,
    /// All boards with published figures, and larger ones
    #[arg(long)]
    full: bool,
    /// Write Markdown
    #[arg(long)]
    markdown: bool,
    /// Write every table as CSV, every figure as SVG and CSV, and all comparisons as compared.csv
    /// into this folder; times are given only there
    #[arg(long, short, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// The tables and figures of Ahmed, Chatterjee and Gulwani (2013) on start positions
///
/// The figures are exact, over all positions of all 24 games. It takes a minute or two; the small
/// games take seconds. `--memory 2G` (the default) is enough. docs/start-positions.md says what
/// reproduces, what does not, and why.
#[derive(Debug, Args)]
struct StartPositions {
    /// Only these tables, 1 to 7; table 7 has the paper's other statements and its figures
    #[arg(long = "table", value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=7))]
    tables: Vec<u8>,
    /// Only these games: `tictactoe` for all its boards and directions, or one such as
    /// `connect3:along=rc`
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Also play thirty games from each position, as the paper did: for CONNECT-4 from 5000
    /// positions drawn at random, and for B100 from the hundred in which foresight 1 wins least
    /// often against 2
    #[arg(long)]
    sampled: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT")]
    format: Option<ReportFormat>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Tables for the terminal (the default)
    Text,
    /// Markdown
    Markdown,
    /// One long table, one figure per line
    Csv,
}

/// The seed of the plays without `--seed`, so that they can be repeated.
const SEED: u64 = 2013;

/// The same for random boards and rolls.
const LADDERS_SEED: u64 = 2010;

impl Reproduce {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        match &self.what {
            ReproduceCommand::StartPositions(start_positions) => {
                start_positions.run(common, printer)
            }
            ReproduceCommand::Ladders(of_ladders) => of_ladders.run(common, printer),
            ReproduceCommand::Ratings(of_ratings) => of_ratings.run(common, printer),
        }
    }
}

impl OfRatings {
    fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let is_wanted = |it: &&str| self.games.is_empty() || self.games.iter().any(|one| one == it);
        let games: Vec<&str> = GAMES.into_iter().filter(is_wanted).collect();
        let context = common.context();
        let budget = context.budget.clone();
        let found = ratings(&games, common.seed.unwrap_or(SEED), &context)?;
        drop(context);
        if common.json {
            printer.json(&found)?;
        } else {
            let parts = parts(&found);
            let text = if self.markdown {
                format::markdown(&parts)?
            } else {
                format::text(&parts, printer.look(), printer.width())?
            };
            printer.raw(text.as_bytes())?;
        }
        if !found.complete {
            printer.remark(stopped_after(found.games.len(), "games"));
            return Ok(why_stopped(&budget).map_or(Exit::No, Exit::Stopped));
        }
        Ok(if found.holds() { Exit::Done } else { Exit::No })
    }
}

impl OfLadders {
    fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if let Some(folder) = &self.out {
            let failed = |error| Fault::writing(folder, &error);
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let (parts, full) = (self.parts.clone(), self.full);
        let wanted =
            ladders::LaddersWanted { parts, full, seed: common.seed.unwrap_or(LADDERS_SEED) };
        let context = common.context();
        let budget = context.budget.clone();
        let report = ladders::reproduce(&wanted, &context)?;
        drop(context);
        if common.json {
            printer.json(&report)?;
        } else {
            let parts = ladders::sheets(&report.parts);
            let text = if self.markdown {
                format::markdown(&parts)?
            } else {
                format::text(&parts, printer.look(), printer.width())?
            };
            printer.raw(text.as_bytes())?;
        }
        if let Some(folder) = &self.out {
            put(folder, "compared.csv", &ladders::compared(&report.parts))?;
            for finding in &report.parts {
                put(folder, &format!("{}.csv", finding.name), &finding.csv())?;
                for plot in &finding.plots {
                    put(folder, &format!("{}.svg", plot.name), &plot.svg())?;
                    put(folder, &format!("{}.csv", plot.name), &plot.csv())?;
                }
            }
        }
        for differing in report.parts.iter().flat_map(ladders::Finding::differing) {
            printer.remark(differing);
        }
        if !report.complete {
            printer.remark(stopped_after(report.parts.len(), "parts"));
            return Ok(why_stopped(&budget).map_or(Exit::No, Exit::Stopped));
        }
        Ok(if report.holds() { Exit::Done } else { Exit::No })
    }
}

/// Describes what was done before the work was stopped.
fn stopped_after(done: usize, things: &str) -> String {
    match done {
        0 => format!("stopped before any of the {things} was done; raise `--time`"),
        _ => format!("stopped; these {things} are done"),
    }
}

/// Writes a file into a folder.
fn put(folder: &Path, name: &str, text: &str) -> Result<(), Fault> {
    write(Output::create(&folder.join(name))?, text)
}

impl StartPositions {
    fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if common.json && self.format.is_some() {
            let hint = "leave out `--json` or `--format`";
            return Err(Fault::with_hint("`--json` is a format of its own", hint));
        }
        // Open the file first, so that a wrong path is reported before the work.
        let output = file(self.out.as_deref()).map(Output::create).transpose()?;
        let wanted = Wanted {
            tables: self.tables.clone(),
            games: self.games.clone(),
            seed: self.sampled.then(|| common.seed.unwrap_or(SEED)),
        };
        let context = common.context();
        let budget = context.budget.clone();
        let mut remarks = Vec::new();
        let report = reproduce(&wanted, &context, &mut remarks);
        drop(context);
        for remark in remarks {
            printer.remark(remark);
        }
        let report = report?;
        let stopped = why_stopped(&budget).filter(|_| !report.complete);
        if stopped != Some(Stopped::Interrupt) {
            self.write(&report, output, common, printer)?;
        }
        match stopped {
            None => return Ok(Exit::Done),
            Some(Stopped::Time) => printer.remark(stopped_after(report.games.len(), "games")),
            Some(Stopped::Interrupt) => printer.remark("interrupted; nothing was written"),
        }
        Ok(stopped.map_or(Exit::Done, Exit::Stopped))
    }

    fn write(
        &self,
        report: &Report,
        output: Option<Output>,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<(), Fault> {
        let parts = || sheets::parts(report);
        let look = if output.is_some() { Look::Plain } else { printer.look() };
        let text = match self.format.unwrap_or(ReportFormat::Text) {
            _ if common.json => {
                let json = serde_json::to_string(report);
                json.map_err(|error| Fault::new(error.to_string()))? + "\n"
            }
            ReportFormat::Text => format::text(&parts(), look, printer.width())?,
            ReportFormat::Markdown => format::markdown(&parts())?,
            ReportFormat::Csv => format::csv(report),
        };
        match output {
            Some(output) => write(output, text),
            None => write(Answers(printer), text),
        }
    }
}
