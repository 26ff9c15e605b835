use super::Common;
use super::players::Players;
use super::policies::Dumped;
use super::solve::unsolved;
use super::survey::why_unrated;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::output::Output;
use crate::place::{Answers, Place, file};
use crate::printer::Printer;
use crate::survey::{Cell, ColumnCells, Kind, Writer, csv_line, json_line};
use crate::wire::csv::quoted;
use crate::wire::level::Chance;
use crate::{rows, wire};
use clap::{Args, ValueEnum};
use parquet::errors::ParquetError;
use spar_catalog::{AnyGame, Columns, Line, Texts};
use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::level::Match;
use spar_challenge::survey::{PositionRating, RateError, Unrated};
use spar_challenge::track::Walk;
use spar_rules::{Turn, Value};
use spar_solve::whole::chain;
use spar_solve::{Context, SolveError};
use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Write every position of a solved game with its value and distance
///
/// Columns: position (its text), turn (first, second or over), value (win, draw or loss for the
/// side to move, or, if the game is over, for the side that would move), plies (to the end; empty
/// for a draw). Rows are in the order of the table: by rank, with mirror images next to each other.
///
/// With `--learner` or `--opponent`, each row also has the chances of a learner who plays the side
/// to move: kind (exact or bounded), win, draw, loss, certified bounds of these three, exact (the
/// chance to win as a fraction), hardness (easy, medium or hard).
///
/// For a race, each row is a square with the fewest expected turns to the goal, and those of each
/// choice; with `--pairs` or `--against`, each row is a pair of squares with the chances to win.
#[derive(Debug, Args)]
pub(super) struct Dump {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// For a race: every pair of squares, when both sides play their best
    #[arg(long)]
    pairs: bool,
    /// For a race: every pair of squares, with best play against this player: fastest, novice,
    /// perfect, random, or a file with its policy
    #[arg(long, value_name = "WHO", conflicts_with = "pairs")]
    against: Option<String>,
    #[command(flatten)]
    players: Players,
    /// Output format [default: by the file's extension, else csv]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DumpFormat>,
    /// Write to this file instead of standard output (`-`)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DumpFormat {
    /// Comma-separated values
    Csv,
    /// JSON Lines
    Jsonl,
    /// Apache Parquet
    Parquet,
}

impl Dump {
    /// The output file, if there is one.
    fn out(&self) -> Option<&Path> {
        file(self.out.as_deref())
    }

    fn format(&self, common: &Common) -> Result<DumpFormat, Fault> {
        let asked = self.out().and_then(rows::FileFormat::of);
        let format = self.format.or(match asked {
            Some(rows::FileFormat::Parquet) => Some(DumpFormat::Parquet),
            Some(rows::FileFormat::Jsonl) => Some(DumpFormat::Jsonl),
            _ => None,
        });
        match format {
            None if common.json => Ok(DumpFormat::Jsonl),
            None => Ok(DumpFormat::Csv),
            Some(DumpFormat::Csv | DumpFormat::Parquet) if common.json => Err(Fault::with_hint(
                "`--json` writes JSON Lines",
                "leave out `--json` for other formats",
            )),
            Some(format) => Ok(format),
        }
    }

    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let format = self.format(common)?;
        // Open the file first, so that a wrong path is reported before the game is solved.
        let output = self.out().map(Output::create).transpose()?;
        if output.is_none() && format == DumpFormat::Parquet {
            let hint = "add `--out FILE.parquet`";
            return Err(Fault::with_hint("Parquet cannot go to standard output", hint));
        }
        let context = common.context();
        let name = &game.facts().name;
        if let Some(walk) = game.start().walk() {
            self.refuse_players(name)?;
            return self.squares(&*game, walk, (output, format), context, printer);
        }
        self.refuse_walk_options(name)?;
        let of = self.players.are_given().then(|| self.players.of(&*game)).transpose()?;
        let columns = columns(of.as_ref());
        let sink: Box<dyn Sink> = match (output, format) {
            (Some(output), DumpFormat::Parquet) => {
                Box::new(Parquet::new(output, &columns, &*game, of.as_ref())?)
            }
            (Some(output), format) => text(output, format, columns),
            (None, format) => text(Answers(printer), format, columns),
        };
        let (budget, mut remarks) = (context.budget.clone(), Vec::new());
        let flow = match of {
            Some(of) => pour_rated(&*game, &of, sink, &context, &mut remarks),
            None => pour(&*game, sink, &context, &mut remarks),
        };
        drop(context);
        for remark in remarks {
            printer.remark(remark);
        }
        match flow? {
            ControlFlow::Continue(()) => Ok(Exit::Done),
            ControlFlow::Break(()) => Ok(stopped(&budget, printer)),
        }
    }

    /// Writes every square, or every pair of squares.
    fn squares(
        &self,
        game: &dyn AnyGame,
        walk: Walk,
        (output, format): (Option<Output>, DumpFormat),
        context: Context,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let dumped = match &self.against {
            Some(who) => Dumped::Against(who),
            None if self.pairs => Dumped::Pairs,
            None => Dumped::Squares,
        };
        let table = match dumped.table(game, walk, &context) {
            Err(_) if context.budget.is_stopped() => {
                return Ok(stopped(&context.budget, printer));
            }
            table => table?,
        };
        let budget = context.budget.clone();
        drop(context);
        let json = format == DumpFormat::Jsonl;
        let is_whole = match (output, format) {
            (Some(output), DumpFormat::Parquet) => table.parquet(output, &budget)?,
            (Some(output), _) => table.text(output, json, &budget)?,
            (None, _) => table.text(Answers(printer), json, &budget)?,
        };
        Ok(if is_whole { Exit::Done } else { stopped(&budget, printer) })
    }

    /// Checks that no options for races are given.
    fn refuse_walk_options(&self, name: &str) -> Result<(), Fault> {
        if !self.pairs && self.against.is_none() {
            return Ok(());
        }
        let what =
            format!("`{name}` has no policies by squares, which `--pairs` and `--against` need");
        Err(Fault::with_hint(what, "leave them out to write every position"))
    }

    /// Checks that no options are given that races do not support.
    fn refuse_players(&self, name: &str) -> Result<(), Fault> {
        if !self.players.are_given() {
            return Ok(());
        }
        let what = format!("`dump` cannot rate `{name}`: it rates games without chance only");
        let hint = "`--against WHO` writes the best chances against a player, `spar rate` rates a \
                    single position";
        Err(Fault::with_hint(what, hint))
    }
}

/// Prints why the output is incomplete.
fn stopped(budget: &spar_solve::Budget, printer: &mut Printer) -> Exit {
    let Some(stopped) = why_stopped(budget) else { return Exit::Done };
    printer.remark(match stopped {
        Stopped::Time => "stopped by `--time` before everything was written",
        Stopped::Interrupt => "interrupted before everything was written",
    });
    Exit::Stopped(stopped)
}

/// A destination of rows.
trait Sink {
    fn row(&mut self, row: DumpRow) -> Result<(), Fault>;
    /// Writes positions without chances and removes them from `columns`. May keep some of them
    /// for later unless `are_last`.
    fn columns(&mut self, columns: &mut Columns, are_last: bool) -> Result<(), Fault>;
    fn finish(self: Box<Self>) -> Result<(), Fault>;
}

/// A cell for every column; `None` for an empty cell.
type DumpRow = Vec<Option<Cell>>;

/// Writes every position.
fn pour(
    game: &dyn AnyGame,
    mut sink: Box<dyn Sink + '_>,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<ControlFlow<()>, Fault> {
    let name = &game.facts().name;
    let whole =
        game.whole(context).ok_or_else(|| Fault::new(format!("`{name}` cannot be solved")))?;
    let whole = match whole {
        Ok(whole) => whole,
        Err(SolveError::Stopped) => return Ok(ControlFlow::Break(())),
        Err(error) => {
            let what = format!("`{name}` cannot be dumped: {}", unsolved(&error));
            return Err(Fault::with_hint(what, MORE_MEMORY));
        }
    };
    remarks.extend_from_slice(whole.remarks());
    let mut columns = Columns { texts: Some(Texts::default()), ..Columns::default() };
    let (mut start, n_entries) = (0, whole.n_entries());
    while start < n_entries {
        let end = n_entries.min(start + PART);
        let read = whole.columns(start..end, &mut columns);
        read.map_err(|error| Fault::new(chain(&error)))?;
        sink.columns(&mut columns, end == n_entries)?;
        if context.budget.is_stopped() {
            return Ok(ControlFlow::Break(()));
        }
        start = end;
    }
    sink.finish().map(ControlFlow::Continue)
}

/// The number of table entries that are read at a time.
const PART: u64 = 1 << 16;

/// The hint if there is not enough memory.
const MORE_MEMORY: &str = "`--memory` allows more; smaller boards need less";

/// Writes every position with the learner's chances.
fn pour_rated(
    game: &dyn AnyGame,
    of: &Match,
    mut sink: Box<dyn Sink + '_>,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<ControlFlow<()>, Fault> {
    let name = &game.facts().name;
    let mut failed = None;
    let flow = game.rate_each(of, context, remarks, &mut |line, rated| {
        failed = sink.row(cells(line, rated)).err();
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let cannot = || format!("the positions of `{name}` cannot all be rated");
    let flow = match flow.ok_or_else(|| Fault::new(cannot()))? {
        Err(RateError::Unrated(Unrated::Solve(SolveError::Stopped))) => ControlFlow::Break(()),
        Err(RateError::Unrated(error)) => {
            let what = format!("{}: {}", cannot(), why_unrated(&error));
            return Err(Fault::with_hint(what, MORE_MEMORY));
        }
        Err(RateError::Table(error)) => return Err(Fault::new(chain(&error))),
        Ok(flow) => flow,
    };
    ended(flow, failed, sink)
}

/// Ends the output if all rows were written.
fn ended(
    flow: ControlFlow<()>,
    failed: Option<Fault>,
    sink: Box<dyn Sink + '_>,
) -> Result<ControlFlow<()>, Fault> {
    match failed {
        Some(fault) => Err(fault),
        None if flow.is_break() => Ok(flow),
        None => sink.finish().map(|()| flow),
    }
}

/// The columns for every position, followed by those for a learner's chances.
fn columns(of: Option<&Match>) -> Vec<(String, Kind)> {
    let mut columns = vec![
        ("position", Kind::Text),
        ("turn", Kind::Text),
        ("value", Kind::Text),
        ("plies", Kind::Whole),
    ];
    if of.is_some() {
        let numbers = ["win", "draw", "loss"];
        let bounds = ["win_low", "win_high", "draw_low", "draw_high", "loss_low", "loss_high"];
        columns.push(("kind", Kind::Text));
        columns.extend(numbers.into_iter().chain(bounds).map(|it| (it, Kind::Number)));
        columns.extend([("exact", Kind::Text), ("hardness", Kind::Text)]);
    }
    columns.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect()
}

/// The cells of a position, in the order of the columns.
fn position_cells(position: &str, turn: &str, value: Value) -> DumpRow {
    let text = |text: &str| Some(Cell::Text(text.to_owned()));
    let plies = value.plies().map(|plies| Cell::Whole(plies.into()));
    vec![text(position), text(turn), text(value.word()), plies]
}

/// The cells of a position with a learner's chances.
fn cells(line: &Line, PositionRating { chances, hardness, .. }: &PositionRating) -> DumpRow {
    let turn = match line.turn {
        Turn::Play(side) => wire::side_word(side),
        Turn::Roll => "roll",
        Turn::Over(_) => "over",
    };
    let mut row = position_cells(&line.position, turn, line.value);
    let Chance { kind, win, draw, loss, exact, .. } = Chance::of(chances);
    let number = |number: f64| Some(Cell::Number(number));
    row.push(Some(Cell::Text(kind)));
    row.extend([win, draw, loss].map(number));
    row.extend(bounds(chances).as_flattened().iter().map(|it| number(*it)));
    row.push(exact.map(Cell::Text));
    row.push(hardness.map(|it| Cell::Text(it.to_string())));
    row
}

/// The text of a position. The columns must contain texts.
fn text_at(columns: &Columns, index: usize) -> &str {
    columns.texts.as_ref().map_or("", |it| it.get(index))
}

/// Floating-point bounds of the chances of win, draw and loss.
fn bounds(chances: &Chances) -> [[f64; 2]; 3] {
    let all = match chances {
        Chances::Exact(parts) => {
            [parts.wins(), parts.draws(), parts.losses()].map(Fraction::bounds)
        }
        Chances::Bounded { win, draw, loss } => [*win, *draw, *loss],
        Chances::Sampled(sample) => {
            [sample.wins, sample.draws, sample.losses].map(|it| sample.interval(it))
        }
    };
    all.map(|it| [it.low, it.high])
}

/// Writes rows as text: CSV or JSON Lines.
struct Text<P> {
    place: P,
    json: bool,
    columns: Vec<(String, Kind)>,
    /// The header line until it is written. It is written late, so that a game that cannot be
    /// solved has no output.
    header: Option<String>,
}

fn text<'a>(
    place: impl Place + 'a,
    format: DumpFormat,
    columns: Vec<(String, Kind)>,
) -> Box<dyn Sink + 'a> {
    let json = format == DumpFormat::Jsonl;
    let names: Vec<&str> = columns.iter().map(|it| it.0.as_str()).collect();
    let header = (!json).then(|| names.join(",") + "\n");
    Box::new(Text { place, json, columns, header })
}

impl<P: Place> Sink for Text<P> {
    fn row(&mut self, row: DumpRow) -> Result<(), Fault> {
        let line = if self.json { json_line(&self.columns, &row) } else { csv_line(&row) };
        let line = self.header.take().unwrap_or_default() + &line;
        self.place.write_all(line.as_bytes()).map_err(|error| self.place.fault(error))
    }

    fn columns(&mut self, columns: &mut Columns, _are_last: bool) -> Result<(), Fault> {
        let mut lines = self.header.take().unwrap_or_default();
        for index in 0..columns.len() {
            let (text, turn) = (text_at(columns, index), columns.turn(index));
            let value = columns.value(index);
            if self.json {
                lines += &json_line(&self.columns, &position_cells(text, turn, value));
                continue;
            }
            let written = match value.plies() {
                Some(plies) => {
                    writeln!(lines, "{},{turn},{},{plies}", quoted(text.to_owned()), value.word())
                }
                None => writeln!(lines, "{},{turn},{},", quoted(text.to_owned()), value.word()),
            };
            written.expect("invariant: a string takes all text");
        }
        columns.clear();
        self.place.write_all(lines.as_bytes()).map_err(|error| self.place.fault(error))
    }

    fn finish(self: Box<Self>) -> Result<(), Fault> {
        self.place.finish()
    }
}

/// Writes rows as Parquet, one row group at a time.
struct Parquet {
    writer: Writer<Output>,
    rows: Vec<DumpRow>,
}

/// The number of rows in a group.
const GROUP: usize = 1 << 16;

impl Parquet {
    /// Creates a file whose metadata contain the game and the players.
    fn new(
        output: Output,
        columns: &[(String, Kind)],
        game: &dyn AnyGame,
        of: Option<&Match>,
    ) -> Result<Parquet, Fault> {
        let path = output.path().to_owned();
        let writer = Writer::new(output, "positions", columns);
        let mut writer = writer.map_err(|error| not_written(&path, &error))?;
        let facts = game.facts();
        writer.tell("game", facts.name.clone());
        writer.tell("title", facts.title.clone());
        let settings =
            facts.settings.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
        writer.tell("settings", serde_json::Value::Object(settings.collect()).to_string());
        if let Some(Match { learner, opponent, ties, thresholds }) = of {
            writer.tell("learner", learner.to_string());
            writer.tell("opponent", opponent.to_string());
            writer.tell("ties", ties.to_string());
            writer.tell("easy", thresholds.easy().to_string());
            writer.tell("hard", thresholds.hard().to_string());
        }
        Ok(Parquet { writer, rows: Vec::new() })
    }

    /// Writes the first positions as a group, at most `most`.
    fn group(&mut self, columns: &Columns, most: usize) -> Result<(), Fault> {
        let indices = 0..columns.len().min(most);
        let text = |index| Some(text_at(columns, index));
        let turn = |index| Some(columns.turn(index));
        let value = |index| Some(columns.value(index).word());
        let plies = |index| columns.value(index).plies().map(u64::from);
        let written = self.writer.column_group([
            ColumnCells::Text(Box::new(indices.clone().map(text))),
            ColumnCells::Text(Box::new(indices.clone().map(turn))),
            ColumnCells::Text(Box::new(indices.clone().map(value))),
            ColumnCells::Whole(Box::new(indices.map(plies))),
        ]);
        written.map_err(|error| not_written(self.writer.place().path(), &error))
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let written = self.writer.group(&self.rows);
        self.rows.clear();
        written.map_err(|error| not_written(self.writer.place().path(), &error))
    }
}

impl Sink for Parquet {
    fn row(&mut self, row: DumpRow) -> Result<(), Fault> {
        self.rows.push(row);
        if self.rows.len() < GROUP { Ok(()) } else { self.flush() }
    }

    fn columns(&mut self, columns: &mut Columns, are_last: bool) -> Result<(), Fault> {
        while columns.len() >= GROUP || (are_last && !columns.is_empty()) {
            self.group(columns, GROUP)?;
            columns.remove_first(columns.len().min(GROUP));
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Fault> {
        if !self.rows.is_empty() {
            self.flush()?;
        }
        let path = self.writer.place().path().to_owned();
        self.writer.finish().map_err(|error| not_written(&path, &error))?.finish()
    }
}

/// The error for a Parquet file that could not be written.
pub(super) fn not_written(path: &Path, error: &ParquetError) -> Fault {
    let of_disk: Option<&io::Error> = match error {
        ParquetError::External(cause) => cause.downcast_ref(),
        _ => None,
    };
    match of_disk {
        Some(error) => Fault::writing(path, error),
        None => Fault::new(format!("cannot write `{}`: {error}", path.display())),
    }
}
