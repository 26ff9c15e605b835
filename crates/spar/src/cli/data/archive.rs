//! Export and import of played games.

use crate::cli::Common;
use crate::fault::{Exit, Fault};
use crate::output::Output;
use crate::place::{Answers, Place, file};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::words::counted;
use spar_store::{
    Batch, Change, Merged, Reader, StoreError, WriteError, Written, read_archive, write_archive,
};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Write all people and the games they played as JSON Lines
///
/// Cookies and links to other devices are left out. It also works while a server is running.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Export {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let Some(store) = super::kept_store(common, printer)? else { return Ok(Exit::No) };
        // Reads one snapshot of the store, even if a server writes to it at the same time.
        let written = store.read(|reader| {
            Ok(match file(self.out.as_deref()) {
                None => export(&reader, Answers(printer)),
                Some(path) => Output::create(path).and_then(|out| export(&reader, out)),
            })
        });
        written??;
        Ok(Exit::Done)
    }
}

fn export(reader: &Reader<'_>, mut place: impl Place) -> Result<(), Fault> {
    let written = {
        let mut out = BufWriter::new(&mut place);
        write_archive(reader, &mut out).and_then(|()| Ok(out.flush()?))
    };
    match written {
        Ok(()) => place.finish(),
        Err(WriteError::Io(error)) => Err(place.fault(error)),
        Err(WriteError::Store(error)) => Err(error.into()),
    }
}

/// Read in what `export` wrote
///
/// Nothing that is already here is overwritten. A game that is longer in the file is extended here.
/// A game that contradicts the one here is reported and skipped; the exit code is then 1. If any
/// line is invalid, nothing is read in.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file; `-` reads standard input
    file: PathBuf,
}

impl Import {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let batch = self.read()?;
        let store = super::open_store(common)?;
        let Written::Merged(merged) = store.write(Change::Import(batch))? else {
            return Err(StoreError::Closed.into());
        };
        tell(&merged, common, printer)?;
        Ok(if merged.contradicting.is_empty() { Exit::Done } else { Exit::No })
    }

    fn read(&self) -> Result<Batch, Fault> {
        let read = if self.file == Path::new("-") {
            read_archive(&mut io::stdin().lock())
        } else {
            let opened = File::open(&self.file);
            let file = opened.map_err(|error| Fault::reading(&self.file, &error))?;
            read_archive(&mut BufReader::new(file))
        };
        read.map_err(|(line, mut error)| {
            error.what = format!("{}:{line}: {}", self.file.display(), error.what);
            error.into()
        })
    }
}

fn tell(merged: &Merged, common: &Common, printer: &mut Printer) -> Result<(), Fault> {
    let Merged { players, sessions, extended, events, served, contradicting } = merged;
    if common.json {
        return Ok(printer.json(&wire::data::Imported {
            players: *players,
            sessions: *sessions,
            extended: *extended,
            events: *events,
            served: *served,
            contradicting: contradicting.clone(),
        })?);
    }
    printer.line(format!(
        "imported: {}, {}, {}; {} extended",
        counted(*players, "player"),
        counted(*sessions, "game"),
        counted(*events, "event"),
        counted(*extended, "game"),
    ))?;
    for id in contradicting {
        printer
            .line(format!("not imported: game `{id}`, because the stored game has other moves"))?;
    }
    Ok(())
}
