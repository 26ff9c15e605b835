//! Runs a batch, from its options to its result.

use super::journal::Journal;
pub(crate) use super::journal::Start;
use super::run::{Order, run};
use super::sheet::{BatchSheet, Header};
use super::{Batch, Piece, Shard};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::output::Output;
use crate::place::{Answers, Form, Place, write};
use crate::printer::Printer;
use spar_catalog::units::write_count;
use spar_solve::{Budget, Progress};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The options of a batch run.
pub(crate) struct Job<'a> {
    /// The part of the batch to run, written as a shard. `None` for all of it, written as plain
    /// rows.
    pub(crate) shard: Option<Shard>,
    /// The output file; `None` for standard output.
    pub(crate) out: Option<&'a Path>,
    /// Whether to resume earlier work.
    pub(crate) start: Start,
    /// Converts all rows together into another format. `None` to write the rows unchanged. Not
    /// supported for shards.
    pub(crate) form: Option<&'a Form>,
}

/// The budget and the progress bar of a job.
pub(crate) struct Workplace<'a> {
    /// The budget of the work.
    pub(crate) budget: Budget,
    /// Creates the progress bar when the work begins.
    pub(crate) bar: &'a dyn Fn() -> Box<dyn Progress + Send>,
}

impl Job<'_> {
    /// Runs all pieces and writes their rows.
    ///
    /// # Errors
    /// If a piece fails or a file cannot be written.
    pub(crate) fn run(
        &self,
        batch: &Batch,
        piece: &Piece,
        workplace: &Workplace,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let Some(out) = self.out else {
            let done = self.stream(batch, piece, workplace, Answers(printer))?;
            return Ok(self.streamed(batch, done, workplace, printer));
        };
        if out.is_dir() {
            return Err(Fault::writing(out, &io::ErrorKind::IsADirectory.into()));
        }
        // Follow a symbolic link: the journal goes next to its target.
        let target = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        if fs::metadata(&target).is_ok_and(|it| !it.is_file()) {
            // A device or a pipe has no place for a journal next to it.
            let done = self.stream(batch, piece, workplace, Output::create(&target)?)?;
            return Ok(self.streamed(batch, done, workplace, printer));
        }
        self.keep(batch, piece, workplace, &target, printer)
    }

    fn part(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    fn sheet<P: Place>(&self, batch: &Batch, place: P) -> Result<BatchSheet<P>, Fault> {
        match self.shard {
            None => Ok(BatchSheet::plain(place)),
            Some(shard) => BatchSheet::shard(place, &Header::new("shard", batch, shard)),
        }
    }

    /// Writes rows as soon as all rows before them are written, without a journal. Returns the
    /// number of written items.
    fn stream<P: Place>(
        &self,
        batch: &Batch,
        piece: &Piece,
        workplace: &Workplace,
        place: P,
    ) -> Result<usize, Fault> {
        let todo: Vec<usize> = self.part().indices(batch.items.len()).collect();
        if let Some(form) = self.form {
            let mut all = Vec::new();
            let bar = (workplace.bar)();
            let mut take = |_: usize, rows: &[String]| {
                all.extend_from_slice(rows);
                Ok(())
            };
            let hands = (&workplace.budget, &*bar as &dyn Progress);
            let done = run(batch, &todo, Order::Listed, piece, hands, &mut take)?;
            drop(bar);
            write(place, form(&all)?)?;
            return Ok(done);
        }
        let mut sheet = self.sheet(batch, place)?;
        let bar = (workplace.bar)();
        let mut take = |index: usize, rows: &[String]| sheet.item(index, rows);
        let hands = (&workplace.budget, &*bar as &dyn Progress);
        let done = run(batch, &todo, Order::Listed, piece, hands, &mut take)?;
        if done == todo.len() {
            sheet.finish()?;
        }
        Ok(done)
    }

    fn streamed(
        &self,
        batch: &Batch,
        done: usize,
        workplace: &Workplace,
        printer: &mut Printer,
    ) -> Exit {
        let all = self.part().indices(batch.items.len()).len();
        let rest = "with `--out FILE` the same command continues where it stopped";
        ended((done, all), workplace, rest, printer)
    }

    /// Writes finished items to a journal. When all are finished, writes the result.
    fn keep(
        &self,
        batch: &Batch,
        piece: &Piece,
        workplace: &Workplace,
        target: &Path,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let indices = self.part().indices(batch.items.len());
        let path: PathBuf = Journal::beside(target);
        let header = Header::new("job", batch, self.part());
        let mut journal = Journal::open(&path, &header, self.start)?;
        if journal.count() > 0 {
            let (count, all) = (journal.count(), indices.len());
            printer.remark(format!(
                "continuing: {} of {} items are already in `{}`",
                write_count(count as u64),
                write_count(all as u64),
                path.display()
            ));
        }
        if journal.damaged() > 0 {
            let lines = journal.damaged();
            printer.remark(format!("damaged journal lines, computed again: {lines}"));
        }
        let todo: Vec<usize> = indices.clone().filter(|index| !journal.holds(*index)).collect();
        let bar = (workplace.bar)();
        let mut take = |index: usize, rows: &[String]| journal.add(index, rows);
        let hands = (&workplace.budget, &*bar as &dyn Progress);
        let ran = run(batch, &todo, Order::Finished, piece, hands, &mut take);
        drop(bar);
        journal.sync()?;
        let done = ran?;
        if done < todo.len() {
            let rest =
                format!("the same command continues from there (saved in `{}`)", path.display());
            return Ok(ended((journal.count(), indices.len()), workplace, &rest, printer));
        }
        if let Some(form) = self.form {
            let mut all = Vec::new();
            journal.visit(indices, |_, rows| {
                all.extend_from_slice(rows);
                Ok(())
            })?;
            write(Output::create_locked(target)?, form(&all)?)?;
            journal.remove()?;
            return Ok(Exit::Done);
        }
        let mut sheet = self.sheet(batch, Output::create_locked(target)?)?;
        journal.visit(indices, |index, rows| sheet.item(index, rows))?;
        sheet.finish()?;
        journal.remove()?;
        Ok(Exit::Done)
    }
}

/// If the run was stopped, prints how much was done and how to continue.
fn ended(
    (done, all): (usize, usize),
    workplace: &Workplace,
    rest: &str,
    printer: &mut Printer,
) -> Exit {
    let Some(why) = why_stopped(&workplace.budget).filter(|_| done < all) else {
        return Exit::Done;
    };
    let what = match why {
        Stopped::Time => "stopped by `--time`",
        Stopped::Interrupt => "interrupted",
    };
    let [done, all] = [done, all].map(|count| write_count(count as u64));
    printer.remark(format!("{what}: {done} of {all} items are done; {rest}"));
    Exit::Stopped(why)
}
