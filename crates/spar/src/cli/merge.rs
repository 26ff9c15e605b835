use super::Common;
use crate::batch::{Merged, merge};
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::output::Output;
use crate::place::{Answers, Formed, file};
use crate::printer::Printer;
use crate::rows;
use clap::Args;
use std::path::{Path, PathBuf};

/// Join the shards of a batch
///
/// The output has exactly the bytes of one run without `--shard`. Each shard is first read in full
/// and checked. The exit code is 1 if shards are missing.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The files written with `--shard`, in any order
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Write the rows to this file instead of standard output, in the format of its extension
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Merge {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let context = common.context();
        let (budget, bar) = (&context.budget, &*context.progress);
        let merged = match file(self.out.as_deref()) {
            Some(path) => merge(&self.shards, |command| written(command, path), budget, bar),
            None => merge(&self.shards, |_| Ok(Answers(printer)), budget, bar),
        };
        let stopped = why_stopped(budget);
        drop(context);
        match merged? {
            Merged::Whole => Ok(Exit::Done),
            Merged::Stopped => Ok(stopped.map_or(Exit::Done, Exit::Stopped)),
            Merged::Missing(missing, of) => {
                printer.fault(&told(&missing, of));
                Ok(Exit::No)
            }
        }
    }
}

/// Opens a file for the rows of this command, in the format of its extension.
fn written(command: &str, path: &Path) -> Result<Formed<Output>, Fault> {
    // Check the format first, before the file is created.
    let form = rows::form(command, path)?;
    Ok(Formed::new(Output::create(path)?, form))
}

/// The error for missing shards. Names the first few.
fn told(missing: &[u32], of: u32) -> Fault {
    const NAMED: usize = 10;
    let names: Vec<String> = missing.iter().take(NAMED).map(u32::to_string).collect();
    let names = match names.split_last() {
        Some((last, [])) => format!("shard {last} of {of} is"),
        _ if missing.len() > NAMED => {
            format!("{} of {of} shards, {}, …, are", missing.len(), names.join(", "))
        }
        Some((last, others)) => format!("shards {} and {last} of {of} are", others.join(", ")),
        None => format!("no shard of {of} is"),
    };
    let first = missing.first().copied().unwrap_or(1);
    let more = if missing.len() > 1 { ", and so on for each missing shard" } else { "" };
    let hint =
        format!("run the command that wrote the other shards with `--shard {first}/{of}`{more}");
    Fault::with_hint(format!("{names} missing"), hint)
}
