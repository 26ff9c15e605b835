//! Figures 3 and 6: work as a function of the board size. The tables contain counts; times,
//! which differ from run to run, are only in the plots and their data.

use super::finding::{Finding, FindingCell, column};
use super::plot::{Axis, Curve, Plot};
use super::{LaddersStudy, random};
use crate::reproduce::Unfinished;
use spar_solve::Silent;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::{Rival, Setting, best_response};
use spar_solve::mdp::track::turns::{self, Order, PartwiseValues, Sweeps};
use std::time::Instant;

const SQUARES: Axis = Axis { label: "squares", is_log: true };

/// Values have converged if no value changes by this much in a sweep.
const STILL: f64 = 1e-9;

/// The board sizes of Figure 3. The last one is only used with `--full`.
const ALONE: [usize; 6] = [100, 316, 1_000, 3_162, 10_000, 100_000];

/// The board sizes of Figure 6. The last one is only used with `--full`.
const TOGETHER: [usize; 5] = [50, 100, 200, 400, 1_600];

fn sizes<const N: usize>(all: [usize; N], study: &LaddersStudy<'_>) -> Vec<usize> {
    all[..if study.full { N } else { N - 1 }].to_vec()
}

/// The number of sweeps until the values converge.
fn sweeps(
    study: &LaddersStudy<'_>,
    track: &Track,
    order: Order,
    start: Vec<f64>,
) -> Result<u64, Unfinished> {
    let mut sweeps = Sweeps::new(track, order, start);
    let mut done = 1;
    while sweeps.sweep() >= STILL {
        if study.context.budget.is_stopped() {
            return Err(Unfinished::Stopped);
        }
        done += 1;
    }
    Ok(done)
}

// Long: it builds a table column by column.
pub(super) fn figure_3(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let mut finding = Finding::new(
        "figure-3",
        "Figure 3: values given to each square until no sweep changes any by 1e-9",
        vec![
            "Random boards, 10 % ladders and snakes each, jumps up to 100, seed 1. Jacobi from 0; \
             in place from the goal, from the distances; by parts: stretches of the track that \
             nothing leads back over, goal side first.",
        ],
        vec![
            column("squares", &["n"]),
            column("Jacobi", &["jacobi"]),
            column("in place", &["in_place"]),
            column("by parts", &["by_parts"]),
        ],
    );
    let methods = ["Jacobi", "in place", "by parts"];
    let mut updates: Vec<Curve> = methods.iter().map(|it| Curve::new(it)).collect();
    let mut seconds = updates.clone();
    for n in sizes(ALONE, study) {
        let track = random(n, 10, 100, 1)?;
        let mut cells = vec![FindingCell::count(n)];
        for method in 0..methods.len() {
            let began = Instant::now();
            let each = match method {
                0 => sweeps(study, &track, Order::Jacobi, vec![0.0; n])? as f64,
                1 => sweeps(study, &track, Order::FromGoal, Sweeps::distances(&track))? as f64,
                _ => {
                    let mut parts = PartwiseValues::new(&track, &study.context.budget)?;
                    parts.settle(STILL, &study.context.budget, &Silent)?;
                    parts.updates()
                }
            };
            seconds[method].points.push((n as f64, began.elapsed().as_secs_f64()));
            updates[method].points.push((n as f64, each));
            let known = match (method, n) {
                (0, 10_000) => Some("865"),
                (1, 10_000) => Some("112"),
                (0, 100_000) => Some("6519"),
                (1, 100_000) => Some("558"),
                _ => None,
            };
            cells.push(match known {
                Some(known) => {
                    finding.same_number(format!("{} at {n}", methods[method]), each, known)
                }
                None => FindingCell::number(each, if method < 2 { 0 } else { 2 }),
            });
        }
        finding.add(cells);
    }
    finding.plots = vec![
        Plot {
            name: "figure-3-updates".to_owned(),
            title: "Values given to each square, one player".to_owned(),
            across: SQUARES,
            up: Axis { label: "values given to each square", is_log: true },
            curves: updates,
        },
        Plot {
            name: "figure-3-time".to_owned(),
            title: "Time, one player (differs from run to run)".to_owned(),
            across: SQUARES,
            up: Axis { label: "seconds of wall time", is_log: true },
            curves: seconds,
        },
    ];
    Ok(vec![finding])
}

// Long: it builds a table column by column.
pub(super) fn figure_6(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let mut finding = Finding::new(
        "figure-6",
        "Figure 6: values given in all, for one player and for two",
        vec![
            "Random boards, 10 % ladders and snakes each, jumps up to 100 or half the board, seed \
             1. One: fewest turns. Two: the best response to that policy, certified; a value for \
             each pair of squares and sweep. Slope: how the logarithms grow since the row above; \
             about 1 for one, 2 for two.",
        ],
        vec![
            column("squares", &["n"]),
            column("one", &["one"]),
            column("slope", &["one_slope"]),
            column("two", &["two"]),
            column("sweeps", &["two_sweeps"]),
            column("slope", &["two_slope"]),
        ],
    );
    let mut updates = vec![Curve::new("one player"), Curve::new("two players")];
    let mut seconds = updates.clone();
    let budget = &study.context.budget;
    for n in sizes(TOGETHER, study) {
        let track = random(n, 10, (n / 2).min(100), 1)?;
        let began = Instant::now();
        let alone = turns::fewest(&track, STILL, budget, &Silent)?;
        seconds[0].points.push((n as f64, began.elapsed().as_secs_f64()));
        let began = Instant::now();
        let setting = Setting::wins(Rival::Alone(&alone.policy));
        let chances = best_response(&track, &setting, STILL, budget, &Silent)?.chances;
        seconds[1].points.push((n as f64, began.elapsed().as_secs_f64()));
        let one = (alone.updates * n as f64).round();
        let two = f64::from(chances.sweeps) * ((n - 1) * (n - 1)) as f64;
        let slopes: Vec<FindingCell> = updates
            .iter_mut()
            .zip([one, two])
            .map(|(curve, value)| {
                let slope = curve.points.last().map(|(size, before)| {
                    FindingCell::number((value / before).ln() / (n as f64 / size).ln(), 2)
                });
                curve.points.push((n as f64, value));
                slope.unwrap_or_else(|| FindingCell::nothing(""))
            })
            .collect();
        finding.row([
            FindingCell::count(n),
            FindingCell::number(one, 0),
            slopes[0].clone(),
            FindingCell::number(two, 0),
            FindingCell::count(chances.sweeps),
            slopes[1].clone(),
        ]);
    }
    finding.plots = vec![
        Plot {
            name: "figure-6-updates".to_owned(),
            title: "Values given in all".to_owned(),
            across: SQUARES,
            up: Axis { label: "values given", is_log: true },
            curves: updates,
        },
        Plot {
            name: "figure-6-time".to_owned(),
            title: "Time (differs from run to run)".to_owned(),
            across: SQUARES,
            up: Axis { label: "seconds of wall time", is_log: true },
            curves: seconds,
        },
    ];
    Ok(vec![finding])
}
