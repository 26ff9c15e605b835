//! Table I: a single piece, sweep by sweep.

use super::finding::{Finding, FindingCell, column};
use super::{LaddersStudy, track};
use crate::reproduce::Unfinished;
use spar_solve::mdp::track::turns::{Order, Sweeps};

/// The sweeps in the table.
const SHOWN: [usize; 4] = [1, 2, 3, 9];

pub(super) fn table_1(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let track = track(&[("overflow", "rejump")])?;
    let mut sweeps = Sweeps::new(&track, Order::FromGoal, Sweeps::distances(&track));
    let mut after: Vec<Vec<f64>> = Vec::new();
    for _ in 0..SHOWN[SHOWN.len() - 1] {
        sweeps.sweep();
        after.push(sweeps.values().to_vec());
    }
    let policy = sweeps.policy().letters(&track);
    let mut finding = Finding::new(
        "table-1",
        "Table I: expected turns after sweeps 1, 2, 3 and 9, and the action",
        vec![
            "One vector, updated in place from square 18 down to 0, from the start value \
             19 - i. A roll past the goal leaves the piece where it is, and the jump of its own \
             square is taken again; that is seen in rows 11 and 14 alone, on which nobody stands. \
             Ties: the first of 1, D, T. `=`: as printed.",
        ],
        vec![
            column("square", &["square"]),
            column("1", &["sweep_1"]),
            column("2", &["sweep_2"]),
            column("3", &["sweep_3"]),
            column("9", &["sweep_9"]),
            column("action ", &["action"]),
        ],
    );
    for (square, printed) in study.figures.table_1.iter().enumerate() {
        let printed: Vec<&str> = printed.split(' ').collect();
        let mut cells = vec![FindingCell::count(square)];
        for (known, sweep) in printed.iter().zip(SHOWN) {
            let what = format!("square {square} after sweep {sweep}");
            cells.push(finding.same_number(what, after[sweep - 1][square], known));
        }
        let action = &policy[square..=square];
        let mark = finding.same(format!("action on {square}"), action, printed[SHOWN.len()]);
        cells.push(FindingCell { text: format!("{action} {mark}"), ..FindingCell::text(action) });
        finding.add(cells);
    }
    Ok(vec![finding])
}
