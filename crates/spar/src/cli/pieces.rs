use super::Common;
use crate::batch::{Batch, Item, Job, Piece, Shard, Start, Workplace, read_positions};
use crate::fault::{Exit, Fault};
use crate::place::{Form, file};
use crate::printer::Printer;
use crate::rows;
use clap::Args;
use spar_catalog::AnyGame;
use spar_solve::{Budget, Progress, Silent};
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

/// What every batch command takes: which part of the work, and where its rows go.
#[derive(Clone, Debug, Args)]
pub(super) struct Pieces {
    /// Write to this file instead of standard output (`-`); if work on a list is interrupted, the
    /// same command resumes it
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do only one part of the work, such as 2/8; `spar merge` joins the parts
    #[arg(long, value_name = "I/N", value_parser = Shard::read)]
    shard: Option<Shard>,
    /// Start from the beginning instead of resuming earlier work
    #[arg(long)]
    restart: bool,
}

impl Pieces {
    /// Returns whether any batch option is used.
    pub(super) fn is_used(&self) -> bool {
        self.out().is_some() || self.shard.is_some()
    }

    /// Returns whether earlier work is dropped.
    pub(super) fn restarts(&self) -> bool {
        self.restart
    }

    /// Returns whether only one shard is requested.
    pub(super) fn has_shard(&self) -> bool {
        self.shard.is_some()
    }

    /// The output file, if there is one.
    pub(super) fn out(&self) -> Option<&Path> {
        file(self.out.as_deref())
    }

    /// The same options, with this output file if the user named none and wants all of the work.
    pub(super) fn or_out(&self, path: impl FnOnce() -> Option<PathBuf>) -> Pieces {
        let is_open = self.out.is_none() && self.shard.is_none();
        let out = if is_open { path() } else { self.out.clone() };
        Pieces { out, ..self.clone() }
    }

    /// Reads the positions of a list.
    ///
    /// # Errors
    /// If the list cannot be read, or if it comes from standard input and so could not be read
    /// again to resume.
    pub(super) fn positions(&self, list: &Path, game: &dyn AnyGame) -> Result<Vec<Item>, Fault> {
        if list == Path::new("-") && self.out().is_some() {
            let what = "`--out` cannot resume with positions from standard input";
            return Err(Fault::with_hint(what, "put them into a file, or leave out `--out`"));
        }
        read_positions(list, game)
    }

    /// The output file of a command without pieces.
    ///
    /// # Errors
    /// If options for pieces are given.
    pub(super) fn target(&self) -> Result<Option<&Path>, Fault> {
        if self.shard.is_some() || self.restart {
            return Err(Fault::with_hint(
                "`--shard` and `--restart` are for lists of positions",
                "give them with `--from FILE`",
            ));
        }
        Ok(self.out())
    }

    /// Runs a batch with this budget.
    pub(super) fn run(
        &self,
        batch: &Batch,
        piece: &Piece,
        budget: Budget,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let form = self.out().map(|out| rows::form(&batch.command, out)).transpose()?.flatten();
        if form.is_some() && self.has_shard() {
            let hint = "end the file's name in .jsonl; `spar merge --out` writes other formats";
            return Err(Fault::with_hint("a shard is always JSON Lines", hint));
        }
        self.run_in_form(form.as_deref(), batch, piece, budget, common, printer)
    }

    /// Like [`run`](Pieces::run), and converts all rows to another format at the end.
    pub(super) fn run_in_form(
        &self,
        form: Option<&Form>,
        batch: &Batch,
        piece: &Piece,
        budget: Budget,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        if self.restart && self.out().is_none() {
            return Err(Fault::with_hint(
                "`--restart` drops earlier work, and without a file there is none",
                "name the file with `--out FILE`",
            ));
        }
        let start = if self.restart { Start::Anew } else { Start::Resume };
        let job = Job { shard: self.shard, out: self.out(), start, form };
        // Rows on a terminal already show the progress.
        let is_seen = form.is_none() && self.out().is_none() && stdout().is_terminal();
        let bar = || -> Box<dyn Progress + Send> {
            if is_seen { Box::new(Silent) } else { common.bar() }
        };
        job.run(batch, piece, &Workplace { budget, bar: &bar }, printer)
    }
}
