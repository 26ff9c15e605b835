//! The tables and figures of Beaudry, Bisson, Chamberland and Kabanza (2010) on Snakes and
//! Ladders with decisions, reproduced next to ours.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `paper`, `figures.toml` | the paper's own figures, and such as are known from elsewhere |
//! | `finding` | what comes out of one part, and whether it is what it should be |
//! | `alone` | Table I |
//! | `pairs` | Figure 5, and chances on the paper's board |
//! | `three` | the proof on three squares, and Equation 10, by fractions |
//! | `self_play` | the postulate that self-play settles |
//! | `boards` | Tables II and III over random boards |
//! | `growth` | Figures 3 and 6: work against the size of the board |
//! | `trials` | Figure 7: value iteration and games played to learn |
//! | `experience` | Equation 12: paid for by distance |
//! | `plot` | curves as SVG and CSV |

mod alone;
mod boards;
mod experience;
mod finding;
mod growth;
mod pairs;
mod paper;
pub mod plot;
mod self_play;
mod three;
mod trials;

pub use finding::{Finding, FindingCell, FindingColumn, FindingFigure, Value, compared, sheets};

use super::Unfinished;
use crate::fault::Fault;
use paper::PaperFigures;
use serde::Serialize;
use spar_games::ladders::{Ladders, Setup};
use spar_solve::mdp::track::Track;
use spar_solve::{Context, SolveError};

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct LaddersWanted {
    /// Names of parts; all if none is named.
    pub parts: Vec<String>,
    /// Whether as many and as large boards are wanted as there are figures for.
    pub full: bool,
    /// Settles which random boards and rolls, where they are not settled by the figures
    /// that they are compared with.
    pub seed: u64,
}

/// All that was reproduced. Without times it is the same for the same seed.
#[derive(Debug, Serialize)]
pub struct LaddersReport {
    /// The paper.
    pub source: String,
    /// The seed of what is random.
    pub seed: u64,
    /// Whether it is all of it or the quick part.
    pub full: bool,
    /// The parts, in the paper's order.
    pub parts: Vec<Finding>,
    /// Whether all that was wanted is here.
    pub complete: bool,
}

impl LaddersReport {
    /// Whether every figure is what it should be.
    pub fn holds(&self) -> bool {
        self.parts.iter().all(|part| part.differing().next().is_none())
    }
}

/// What every part works with.
struct LaddersStudy<'a> {
    figures: PaperFigures,
    full: bool,
    seed: u64,
    context: &'a Context,
}

type LaddersPart = fn(&LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished>;

const ALL: [(&str, LaddersPart); 11] = [
    ("table-1", alone::table_1),
    ("figure-5", pairs::figure_5),
    ("values", pairs::values),
    ("three-squares", three::three_squares),
    ("self-play", self_play::self_play),
    ("table-2", boards::table_2),
    ("table-3", boards::table_3),
    ("figure-3", growth::figure_3),
    ("figure-6", growth::figure_6),
    ("figure-7", trials::figure_7),
    ("experience", experience::experience),
];

/// The names of all parts, in their order.
pub fn names() -> [&'static str; ALL.len()] {
    ALL.map(|(name, _)| name)
}

/// Reproduces what is wanted. Stopped early, it gives the parts that are done.
///
/// # Errors
/// If a board does not fit the memory.
pub fn reproduce(wanted: &LaddersWanted, context: &Context) -> Result<LaddersReport, Fault> {
    let figures = PaperFigures::read();
    let LaddersWanted { parts, full, seed } = wanted;
    let source = figures.source.clone();
    let mut report =
        LaddersReport { source, seed: *seed, full: *full, parts: Vec::new(), complete: true };
    let study = LaddersStudy { figures, full: *full, seed: *seed, context };
    let is_wanted = |name: &str| parts.is_empty() || parts.iter().any(|it| it == name);
    for (_, part) in ALL.iter().filter(|(name, _)| is_wanted(name)) {
        match part(&study) {
            Ok(found) => report.parts.extend(found),
            Err(Unfinished::Failed(fault)) => return Err(fault),
            Err(Unfinished::Stopped) => {
                report.complete = false;
                break;
            }
        }
    }
    Ok(report)
}

/// The squares that these settings say.
fn track(settings: &[(&str, &str)]) -> Result<Track, Fault> {
    Ok(Track::of(&Ladders::new(Setup::read(settings)?)?))
}

/// A random board with this many ladders and snakes in a hundred squares each.
fn random(n: usize, percent: usize, longest: usize, seed: u64) -> Result<Track, Fault> {
    let jumps = (n * percent / 100).to_string();
    let (n, longest, seed) = (n.to_string(), longest.to_string(), seed.to_string());
    track(&[
        ("n", &n),
        ("ladders", &jumps),
        ("snakes", &jumps),
        ("longest", &longest),
        ("seed", &seed),
    ])
}

impl From<SolveError> for Unfinished {
    fn from(error: SolveError) -> Unfinished {
        match error {
            SolveError::Stopped => Unfinished::Stopped,
            error => Unfinished::Failed(Fault::with_hint(
                error.to_string(),
                "`--memory 2G` suffices for all parts",
            )),
        }
    }
}
