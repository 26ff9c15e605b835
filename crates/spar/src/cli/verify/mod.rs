mod claims;

use super::Common;
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::printer::Printer;
use crate::wire;
use claims::{ClaimLines, Claims};
use clap::Args;
use rayon::prelude::*;
use spar_catalog::Doubted;
use spar_catalog::units::write_count;
use std::path::PathBuf;

/// Check every level of a file by an independent proof
///
/// A small separate checker, which shares no code with the solvers, proves each level from the
/// rules alone: the win in the stated number of moves against every reply and not sooner, the list
/// of winning moves, the value of every move, and the chances. Hardness, category and explanation
/// are computed again from these results. No two levels may be the same by symmetry. Each doubt is
/// reported with its line; the exit code is then 1.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Levels as `generate --json` or `rate --json` writes them; `-` reads standard
    /// input
    file: PathBuf,
}

/// The memory of the checker per stored position, in bytes.
const BYTES_PER_POSITION: u64 = 400;

/// The number of levels that share a checker and its memory.
const TOGETHER: usize = 32;

impl Verify {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let mut lines = ClaimLines::read(&self.file)?;
        let mut doubts = std::mem::take(&mut lines.doubts);
        let context = common.context();
        let n_levels = lines.n_levels;
        let mut done = 0;
        let mut stopped = false;
        let mut n_unchecked = 0;
        for claims in &lines.games {
            for (line, doubt) in prove(claims, &context, &mut done, n_levels) {
                match doubt {
                    Doubted::Stopped => stopped = true,
                    Doubted::Wrong(what) => doubts.push((line, what)),
                    Doubted::Unchecked(what) => {
                        n_unchecked += 1;
                        doubts.push((line, what));
                    }
                    Doubted::TooMuch(what) => {
                        n_unchecked += 1;
                        doubts.push((line, format!("{what}; more `--memory` may prove it")));
                    }
                }
            }
        }
        let why = why_stopped(&context.budget);
        drop(context);
        doubts.sort();
        for (line, what) in &doubts {
            if common.json {
                let (line, doubt) = (*line, what.clone());
                printer.json(&wire::level::Doubt { line, doubt })?;
            } else {
                printer.line(format!("{}:{line}: {what}", self.file.display()))?;
            }
        }
        if let (true, Some(why)) = (stopped, why) {
            printer.remark("stopped before all levels were proved");
            return Ok(Exit::Stopped(why));
        }
        let (levels, n_wrong) = (write_count(n_levels), doubts.len() as u64 - n_unchecked);
        if n_wrong > 0 {
            printer.remark(format!("levels doubted: {} of {levels}", write_count(n_wrong)));
        }
        if n_unchecked > 0 {
            let unchecked = write_count(n_unchecked);
            printer.remark(format!("levels that cannot be checked: {unchecked} of {levels}"));
        }
        if !doubts.is_empty() {
            return Ok(Exit::No);
        }
        if common.json {
            printer.json(&wire::level::LevelsVerified { verified: n_levels })?;
        } else {
            let noun = if n_levels == 1 { "level is" } else { "levels are" };
            printer.line(format!("{levels} {noun} proved"))?;
        }
        Ok(Exit::Done)
    }
}

/// The lines of one game whose claims could not be verified.
fn prove(
    claims: &Claims,
    context: &spar_solve::Context,
    done: &mut u64,
    total: u64,
) -> Vec<(u64, Doubted)> {
    let budget = &context.budget;
    let most = budget.memory / BYTES_PER_POSITION;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(budget.threads).build().ok();
    let threads = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads) as u64;
    let mut doubts = Vec::new();
    for chunk in claims.list.chunks(TOGETHER * threads as usize) {
        let one = |part: &[(u64, spar_catalog::TextClaim)]| {
            let texts: Vec<_> = part.iter().map(|it| it.1.clone()).collect();
            claims.game.verify(&texts, most / threads, budget).unwrap_or_default()
        };
        let results: Vec<Vec<_>> = match &pool {
            Some(pool) => pool.install(|| chunk.par_chunks(TOGETHER).map(one).collect()),
            None => chunk.chunks(TOGETHER).map(one).collect(),
        };
        for ((line, claim), result) in chunk.iter().zip(results.into_iter().flatten()) {
            let result = match result {
                // Try again with all the memory.
                Err(Doubted::TooMuch(_)) if threads > 1 => {
                    let alone = claims.game.verify(std::slice::from_ref(claim), most, budget);
                    alone.and_then(|mut it| it.pop()).unwrap_or(Err(Doubted::Stopped))
                }
                result => result,
            };
            doubts.extend(result.err().map(|doubt| (*line, doubt)));
        }
        *done += chunk.len() as u64;
        context.progress.report("proving", *done, total);
    }
    doubts
}
