//! A robot on a slippery floor: the optimal path to the goal, and its value.
//!
//! ```text
//! cargo run -p spar-solve --example robot
//! ```
//!
//! White squares cost nothing, grey ones 0.4, black ones 1; the goal gives 1. A step goes in
//! the intended direction with probability 8/10 and to each side with 1/10; at a wall the robot
//! stays.

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use spar_solve::mdp::general::{Action, Model, Objective, Owner, State, solve};
use spar_solve::{Budget, Silent};

/// `.` white, `+` grey, `#` black, `G` the goal.
const FLOOR: [&str; 5] = ["...+..", ".##+#.", ".#G..+", ".##+#.", "...+.."];

const STEPS: [(char, i64, i64); 4] = [('^', -1, 0), ('>', 0, 1), ('v', 1, 0), ('<', 0, -1)];

fn main() {
    let (rows, cols) = (FLOOR.len(), FLOOR[0].len());
    let model = floor().with_discount(0.95).expect("a discount below 1");
    let found = solve(&model, &Objective::Reward, 1e-9, &Budget::unlimited(), &Silent)
        .expect("a discounted problem has an answer");
    for row in 0..rows {
        let mut line = String::new();
        for col in 0..cols {
            let state = row * cols + col;
            let arrow = found.policy[state].map_or('G', |place| STEPS[place as usize].0);
            let value = format!("{:.5}", found.values[state]);
            line.extend([format!("  {arrow} {value:>9}")]);
        }
        println!("{line}");
    }
    if let Some(remark) = found.remark {
        println!("{remark}");
    }
}

/// The floor as a model: a square is a state, the goal is terminal.
fn floor() -> Model {
    let (rows, cols) = (FLOOR.len() as i64, FLOOR[0].len() as i64);
    let square = |row: i64, col: i64| FLOOR[row as usize].as_bytes()[col as usize];
    let step = |row: i64, col: i64, (down, right): (i64, i64)| {
        let (to_row, to_col) = (row + down, col + right);
        let is_inside = (0..rows).contains(&to_row) && (0..cols).contains(&to_col);
        if is_inside { (to_row, to_col) } else { (row, col) }
    };
    let action = |row: i64, col: i64, (_, down, right): (char, i64, i64)| {
        let ways = [((down, right), 8), ((right, down), 1), ((-right, -down), 1)];
        let mut reward = match square(row, col) {
            b'#' => -1.0,
            b'+' => -0.4,
            _ => 0.0,
        };
        let mut next = Vec::new();
        for (way, weight) in ways {
            let (to_row, to_col) = step(row, col, way);
            if square(to_row, to_col) == b'G' {
                reward += weight as f64 / 10.0;
            }
            next.push(((to_row * cols + to_col) as u32, weight));
        }
        Action::whole(reward, next)
    };
    let state = |number: i64| {
        let (row, col) = (number / cols, number % cols);
        match square(row, col) {
            b'G' => State::Terminal,
            _ => State::Choice(Owner::Max, STEPS.map(|it| action(row, col, it)).to_vec()),
        }
    };
    Model::new((0..rows * cols).map(state).collect()).expect("the floor is a model")
}
