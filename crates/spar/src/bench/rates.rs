//! Rates all positions: the cases `rates-5x5` and `tables-1-to-6`.

use super::cases::{connect4, edges, solved};
use super::clock::{busy, elapsed, peak_memory};
use super::floor::Floor;
use super::{Measured, must};
use crate::fault::Fault;
use crate::reproduce::{self, Wanted};
use clap::ValueEnum as _;
use spar_catalog::units::write_bytes;
use spar_challenge::duel::{ChanceTable, Exact};
use spar_challenge::hardness::Thresholds;
use spar_challenge::policy::Ties;
use spar_games::lines::Lines;
use spar_rules::{Game, Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::{Budget, Context, Silent};
use std::process::Command;

/// The number of chances: six for each unfinished entry of CONNECT-4 on 5×5.
const CHANCES: u64 = 152_199_720;

/// The numbers of easy, medium and hard positions won in exactly five plies with x to move, for
/// foresight 1, 2, 3 against 2 and then against 3.
const WON_IN_FIVE: [[u64; 3]; 6] = [
    [1_108_100, 41_185, 69_449],
    [1_131_581, 42_576, 44_577],
    [1_218_734, 0, 0],
    [1_108_468, 40_818, 69_448],
    [1_129_488, 42_831, 46_415],
    [1_218_734, 0, 0],
];

/// Work for a separate process, so that its memory can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Work {
    /// Solves CONNECT-4 on 5×5.
    Solve,
    /// Rates all its positions for six pairs of players.
    ChanceTable,
    /// Computes the paper's tables.
    Tables,
    /// Computes the fewest turns on 100 000 squares of a track.
    LaddersAlone,
    /// Computes the best response on 5000 squares of a track.
    LaddersTogether,
}

/// Does the work and returns the peak memory of this process.
///
/// # Errors
/// If a result is wrong, or the system does not report the memory.
pub fn peak_of(work: Work) -> Result<u64, Fault> {
    let game = connect4("5", "5");
    match work {
        Work::Solve => {
            let positions = solved(&game, 1)?.summary().positions;
            must(positions == 69_763_700, "the number of positions")?;
        }
        Work::ChanceTable => {
            let table = solved(&game, 1)?;
            check(&game, &rated(&game, &table)?)?;
        }
        Work::Tables => {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let context = Context::bare(Budget::unlimited().with_threads(threads));
            let report = reproduce::reproduce(&Wanted::default(), &context, &mut Vec::new())?;
            must(report.complete && report.games.len() == 24, "all games are there")?;
        }
        Work::LaddersAlone => super::ladders::alone()?,
        Work::LaddersTogether => super::ladders::together()?,
    }
    peak_memory().ok_or_else(|| Fault::new("this system does not report the memory of a process"))
}

/// Runs the work in a separate process and returns its peak memory.
pub(super) fn peak_elsewhere(work: Work) -> Result<u64, Fault> {
    let name = work.to_possible_value().expect("invariant: every work has a name");
    let failed = |why: String| Fault::new(format!("bench: cannot measure memory: {why}"));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let output = Command::new(program).args(["bench", "--peak", name.get_name()]).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let why = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    text.trim().parse().map_err(|_| failed(why()))
}

fn rated<'t>(game: &'t Lines, table: &'t Table) -> Result<ChanceTable<'t, Lines>, Fault> {
    let questions = reproduce::questions(Ties::Any);
    let budget = Budget::unlimited();
    let rates = ChanceTable::sweep(table, game, &questions, &budget, &Silent);
    rates.map_err(|error| Fault::new(error.to_string()))
}

/// Checks that every chance is within 1e-6 of the exact one, that chances near a threshold are
/// decided by fractions, and that the numbers of positions won in five plies are right. Returns
/// how many chances were decided by fractions.
fn check(game: &Lines, rates: &ChanceTable<'_, Lines>) -> Result<u64, Fault> {
    let thresholds = Thresholds::default();
    let mut exact: Vec<Exact<'_, Lines>> =
        (0..WON_IN_FIVE.len()).map(|_| Exact::new(game, Budget::unlimited())).collect();
    let (mut chances, mut close, mut open, mut wide) = (0, 0, 0, 0);
    let mut counts = [[0; 3]; 6];
    rates.each(|entry| {
        let Turn::Play(side) = game.turn(&entry.position) else { return };
        for (pairing, exact) in exact.iter_mut().enumerate() {
            let rate = entry.rate(pairing);
            chances += 1;
            wide += u64::from(rate.bounds().error() > 1e-6);
            let hardness = thresholds.of_rate(rate).or_else(|| {
                close += 1;
                let chances = exact.chances(&mut rates.players(pairing), &entry.position);
                thresholds.of_chances(&chances.ok()?)
            });
            let Some(hardness) = hardness else {
                open += 1;
                continue;
            };
            if side == Side::First && entry.value == Value::Win(5) {
                counts[pairing][hardness as usize] += u64::from(entry.images);
            }
        }
    });
    must(chances == CHANCES, "the number of chances")?;
    must(wide == 0, "every chance is within a millionth")?;
    must(open == 0, "every hardness is decided")?;
    must(counts == WON_IN_FIVE, "the hardness of what is won in five")?;
    Ok(close)
}

pub(super) fn rates() -> Result<Measured, Fault> {
    let game = connect4("5", "5");
    let edges = edges(&game, &solved(&game, 1)?);
    let floor = Floor::new(220);
    let (mut rating, mut reading, mut close) = (Vec::new(), Vec::new(), 0);
    for round in 0..3 {
        let (seconds, sum) = busy(|| floor.read(edges));
        must(sum > 0, "the floor was not read")?;
        reading.push(seconds);
        let (seconds, table) = busy(|| solved(&game, 1));
        let table = table?;
        let (more, rates) = busy(|| rated(&game, &table));
        rating.push(seconds + more);
        if round == 0 {
            close = check(&game, &rates?)?;
        }
    }
    let peak = peak_elsewhere(Work::ChanceTable)?;
    must(peak < 2_000_000_000, "less than 2 GB of memory")?;
    let measured = Measured::ratio(("solve and rate", &rating), ("floor", &reading));
    let each = measured.arms[0].1 * 1e6 / (CHANCES / 6) as f64;
    Ok(measured
        .note(format!("{CHANCES} chances, {close} of them near a threshold, by fractions"))
        .note(format!("{each:.2} µs for an entry with its six chances; the paper: 12 s for one"))
        .note(format!("peak {}", write_bytes(peak))))
}

pub(super) fn tables() -> Result<Measured, Fault> {
    let (seconds, peak) = elapsed(|| peak_elsewhere(Work::Tables));
    let peak = peak?;
    must(peak < 3_000_000_000, "less than 3 GB of memory")?;
    let measured = Measured { arms: vec![("all", seconds)], ratio: None, notes: Vec::new() };
    Ok(measured.note(format!("{seconds:.0} s wall time, peak {}", write_bytes(peak))))
}
