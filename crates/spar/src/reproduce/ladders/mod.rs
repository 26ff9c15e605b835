//! Reproduces the tables and figures of Beaudry, Bisson, Chamberland and Kabanza (2010) on
//! Snakes and Ladders with decisions, next to the paper's numbers.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `paper`, `figures.toml` | the paper's numbers, and known numbers from other sources |
//! | `finding` | the results of one part, and their comparison with known numbers |
//! | `alone` | Table I |
//! | `pairs` | Figure 5, and chances on the paper's board |
//! | `three` | the proof on three squares and Equation 10, with exact fractions |
//! | `self_play` | the claim that self-play converges |
//! | `boards` | Tables II and III, for random boards |
//! | `growth` | Figures 3 and 6: work as a function of the board size |
//! | `trials` | Figure 7: value iteration and RTDP |
//! | `experience` | Equation 12: a cost for distance |
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

/// The parameters of a report.
#[derive(Clone, Debug, Default)]
pub struct LaddersWanted {
    /// The names of the parts; all if empty.
    pub parts: Vec<String>,
    /// Whether to use all boards with published figures, and larger ones.
    pub full: bool,
    /// The seed of random boards and rolls, except where the known figures require certain
    /// seeds.
    pub seed: u64,
}

/// The complete report. Without times, it depends only on the parameters.
#[derive(Debug, Serialize)]
pub struct LaddersReport {
    /// The paper.
    pub source: String,
    /// The seed of random boards and rolls.
    pub seed: u64,
    /// Whether all boards were used.
    pub full: bool,
    /// The results, in the paper's order.
    pub parts: Vec<Finding>,
    /// Whether all requested parts are included.
    pub complete: bool,
}

impl LaddersReport {
    /// Returns whether all figures agree with the known ones.
    pub fn holds(&self) -> bool {
        self.parts.iter().all(|part| part.differing().next().is_none())
    }
}

/// The common data of all parts.
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

/// The names of all parts, in order.
pub fn names() -> [&'static str; ALL.len()] {
    ALL.map(|(name, _)| name)
}

/// Computes the requested parts. If stopped early, returns the parts that are complete.
///
/// # Errors
/// If a board does not fit into memory.
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

/// The track with these settings.
fn track(settings: &[(&str, &str)]) -> Result<Track, Fault> {
    Ok(Track::of(&Ladders::new(Setup::read(settings)?)?))
}

/// A random board with this number of ladders and of snakes per hundred squares.
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
