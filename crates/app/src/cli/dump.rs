use super::Common;
use super::policies::Dumped;
use super::solve::unsolved;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::output::Output;
use crate::place::{Answers, Place, file};
use crate::printer::Printer;
use crate::registry::{self, AnyWhole, Line};
use crate::rows;
use crate::wire;
use clap::{Args, ValueEnum};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use spar_rules::Turn;
use spar_solve::whole::chain;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Write every position of a solved game with its value and distance
///
/// Columns: position (its text), turn (first, second or over), value (win, draw
/// or loss for the side to move, or that would move), plies (to the end; empty for
/// a draw). Rows stand in the order of the table: by rank, images under the
/// mirror behind one another.
///
/// Of a race every square is written with its fewest turns on average and those of each
/// choice; with `--pairs` or `--against` every pair of squares with the chances to win.
#[derive(Debug, Args)]
pub(super) struct Dump {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Of a race: every pair of squares, with both sides at their best
    #[arg(long)]
    pairs: bool,
    /// Of a race: every pair of squares, with best play against this player: fastest, novice,
    /// perfect, random, or a file with its policy
    #[arg(long, value_name = "WHO", conflicts_with = "pairs")]
    against: Option<String>,
    /// How it is written [default: as the file's name ends, else csv]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write to this file instead of standard output, which is `-`
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values
    Csv,
    /// JSON Lines
    Jsonl,
    /// Apache Parquet
    Parquet,
}

/// Where rows go.
trait Sink {
    fn row(&mut self, line: &Line) -> Result<(), Fault>;
    fn finish(self: Box<Self>) -> Result<(), Fault>;
}

impl Dump {
    /// The file that it is written to, if it is one.
    fn out(&self) -> Option<&Path> {
        file(self.out.as_deref())
    }

    fn format(&self, common: &Common) -> Result<Format, Fault> {
        let asked = self.out().and_then(rows::Format::of);
        let format = self.format.or(match asked {
            Some(rows::Format::Parquet) => Some(Format::Parquet),
            Some(rows::Format::Jsonl) => Some(Format::Jsonl),
            _ => None,
        });
        match format {
            None if common.json => Ok(Format::Jsonl),
            None => Ok(Format::Csv),
            Some(Format::Csv | Format::Parquet) if common.json => Err(Fault::with_hint(
                "`--json` writes JSON Lines",
                "leave it out for other formats",
            )),
            Some(format) => Ok(format),
        }
    }

    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = registry::open(&self.game)?;
        let format = self.format(common)?;
        // The file is opened first: a wrong path should not cost a solution.
        let output = self.out().map(Output::create).transpose()?;
        if output.is_none() && format == Format::Parquet {
            let hint = "add `--out FILE.parquet`";
            return Err(Fault::with_hint("Parquet cannot go to standard output", hint));
        }
        let desk = common.desk();
        let name = &game.facts().name;
        if let Some(walk) = game.start().walk() {
            let dumped = match &self.against {
                Some(who) => Dumped::Against(who),
                None if self.pairs => Dumped::Pairs,
                None => Dumped::Squares,
            };
            let table = match dumped.table(&*game, walk, &desk) {
                Err(_) if desk.budget.is_stopped() => return Ok(stopped(&desk.budget, printer)),
                table => table?,
            };
            let budget = desk.budget.clone();
            drop(desk);
            let is_whole = match (output, format) {
                (Some(output), Format::Parquet) => table.parquet(output, &budget)?,
                (Some(output), format) => table.text(output, format == Format::Jsonl, &budget)?,
                (None, format) => table.text(Answers(printer), format == Format::Jsonl, &budget)?,
            };
            return Ok(if is_whole { Exit::Done } else { stopped(&budget, printer) });
        }
        if self.pairs || self.against.is_some() {
            let what = format!(
                "`{name}` has no policies by squares, which `--pairs` and `--against` need"
            );
            return Err(Fault::with_hint(what, "leave them out: every position is written"));
        }
        let whole =
            game.whole(&desk).ok_or_else(|| Fault::new(format!("`{name}` cannot be solved")))?;
        let whole = match whole {
            Ok(whole) => whole,
            Err(_) if desk.budget.is_stopped() => return Ok(stopped(&desk.budget, printer)),
            Err(error) => {
                let what = format!("`{name}` cannot be dumped: {}", unsolved(&error));
                let hint = "`--memory` allows more; smaller boards need less";
                return Err(Fault::with_hint(what, hint));
            }
        };
        whole.remarks().iter().for_each(|remark| printer.remark(remark));
        let sink: Box<dyn Sink> = match (output, format) {
            (Some(output), Format::Parquet) => Box::new(Parquet::new(output)?),
            (Some(output), format) => text(output, format)?,
            (None, format) => text(Answers(printer), format)?,
        };
        let budget = desk.budget.clone();
        drop(desk);
        match pour(&*whole, sink, || budget.is_stopped())? {
            ControlFlow::Continue(()) => Ok(Exit::Done),
            ControlFlow::Break(()) => Ok(stopped(&budget, printer)),
        }
    }
}

/// Says why not all was written.
fn stopped(budget: &spar_solve::Budget, printer: &mut Printer) -> Exit {
    let Some(stopped) = why_stopped(budget) else { return Exit::Done };
    printer.remark(match stopped {
        Stopped::Time => "stopped by `--time` before all was written",
        Stopped::Interrupt => "interrupted before all was written",
    });
    Exit::Stopped(stopped)
}

fn pour(
    whole: &dyn AnyWhole,
    mut sink: Box<dyn Sink + '_>,
    is_stopped: impl Fn() -> bool,
) -> Result<ControlFlow<()>, Fault> {
    let mut failed = None;
    let flow = whole.visit(&mut |line| {
        failed = sink.row(line).err();
        if failed.is_some() || is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let flow = flow.map_err(|error| Fault::new(chain(&error)))?;
    match failed {
        Some(fault) => Err(fault),
        None if flow.is_break() => Ok(flow),
        None => sink.finish().map(|()| flow),
    }
}

fn turn(line: &Line) -> &'static str {
    match line.turn {
        Turn::Play(side) => wire::side_word(side),
        Turn::Roll => "roll",
        Turn::Over(_) => "over",
    }
}

/// Rows as text: CSV, or JSON Lines.
struct Text<P> {
    place: P,
    json: bool,
}

fn text<'a>(mut place: impl Place + 'a, format: Format) -> Result<Box<dyn Sink + 'a>, Fault> {
    let json = format == Format::Jsonl;
    if !json && let Err(error) = place.write_all(b"position,turn,value,plies\n") {
        return Err(place.fault(error));
    }
    Ok(Box::new(Text { place, json }))
}

impl<P: Place> Sink for Text<P> {
    fn row(&mut self, line: &Line) -> Result<(), Fault> {
        let written = if self.json {
            let row = wire::DumpLine::of(line, turn(line));
            serde_json::to_writer(&mut self.place, &row)
                .map_err(Into::into)
                .and_then(|()| self.place.write_all(b"\n"))
        } else {
            // No field has a comma, a quote or a space: notation is safe everywhere.
            let plies = line.value.plies().map_or(String::new(), |plies| plies.to_string());
            let (position, word) = (&line.position, line.value.word());
            writeln!(self.place, "{position},{},{word},{plies}", turn(line))
        };
        written.map_err(|error| self.place.fault(error))
    }

    fn finish(self: Box<Self>) -> Result<(), Fault> {
        self.place.finish()
    }
}

/// Rows as Parquet, a group of them at a time.
struct Parquet {
    writer: SerializedFileWriter<Output>,
    position: Vec<ByteArray>,
    turn: Vec<ByteArray>,
    value: Vec<ByteArray>,
    plies: Vec<i32>,
    /// 1 where a row has plies, 0 where it has none.
    has_plies: Vec<i16>,
}

/// Rows of one group.
const GROUP: usize = 1 << 18;

const SCHEMA: &str = "message positions {
    required binary position (UTF8);
    required binary turn (UTF8);
    required binary value (UTF8);
    optional int32 plies (INTEGER(8, false));
}";

impl Parquet {
    fn new(output: Output) -> Result<Parquet, Fault> {
        let path = &output.path().to_owned();
        let schema = parse_message_type(SCHEMA).expect("invariant: a schema");
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties));
        Ok(Parquet {
            writer: writer.map_err(|error| not_written(path, &error))?,
            position: Vec::new(),
            turn: Vec::new(),
            value: Vec::new(),
            plies: Vec::new(),
            has_plies: Vec::new(),
        })
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        column::<ByteArrayType>(&mut group, &self.position, None)?;
        column::<ByteArrayType>(&mut group, &self.turn, None)?;
        column::<ByteArrayType>(&mut group, &self.value, None)?;
        column::<Int32Type>(&mut group, &self.plies, Some(&self.has_plies))?;
        group.close()?;
        for texts in [&mut self.position, &mut self.turn, &mut self.value] {
            texts.clear();
        }
        self.plies.clear();
        self.has_plies.clear();
        Ok(())
    }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<Output>,
    values: &[T::T],
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("the schema has too few columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}

/// The fault of an error while a file of Parquet is written.
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

impl Sink for Parquet {
    fn row(&mut self, line: &Line) -> Result<(), Fault> {
        self.position.push(line.position.as_str().into());
        self.turn.push(turn(line).into());
        self.value.push(line.value.word().into());
        self.plies.extend(line.value.plies().map(|plies| plies as i32));
        self.has_plies.push(i16::from(line.value.plies().is_some()));
        if self.position.len() < GROUP {
            return Ok(());
        }
        self.flush().map_err(|error| not_written(self.writer.inner().path(), &error))
    }

    fn finish(mut self: Box<Self>) -> Result<(), Fault> {
        let path = self.writer.inner().path().to_owned();
        self.flush().map_err(|error| not_written(&path, &error))?;
        self.writer.into_inner().map_err(|error| not_written(&path, &error))?.finish()
    }
}
