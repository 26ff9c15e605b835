//! The signature: a checksum of what the solvers of games without chance find on a fixed set. It
//! changes if a code change affects their results or the number of visited nodes.

use super::cases::positions;
use super::must;
use crate::fault::Fault;
use spar_games::lines::{Keys, Lines};
use spar_rules::{Game, Ranked, Value};
use spar_solve::alpha_beta::{Search, plain};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::{Budget, Silent, SolveError, minimax};
use std::ops::ControlFlow;

/// The parts of the signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The number of positions in the tables of the games solved as a whole.
    pub positions: u64,
    /// The number of nodes that searches visited, with a fixed table on one thread.
    pub nodes: u64,
    /// A hash of all values.
    pub values: u64,
}

impl Signature {
    /// All three combined into one number.
    pub fn number(&self) -> u64 {
        [self.positions, self.nodes, self.values].into_iter().fold(0, mixed)
    }
}

/// The games solved as a whole, with each kind of gravity, a subset of directions, misère, and
/// layers.
const WHOLE: &[(&str, &[(&str, &str)])] = &[
    ("tictactoe", &[]),
    ("connect3", &[("along", "rd")]),
    ("bottom2", &[("line", "loses")]),
    (
        "lines",
        &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("gravity", "full"), ("connect", "2")],
    ),
];

/// Runs these solvers on the fixed set. Whole games are solved with this number of threads.
///
/// # Errors
/// If a game cannot be solved, or a search does not find the exact value.
pub fn signature(threads: usize) -> Result<Signature, Fault> {
    let budget = Budget::unlimited().with_threads(threads);
    let mut signature = Signature { positions: 0, nodes: 0, values: 0 };
    for (preset, settings) in WHOLE {
        let game = game(preset, settings);
        signature.whole(&game, &budget).map_err(|error| Fault::new(error.to_string()))?;
    }
    signature.searches(&game("connect4", &[]))?;
    signature.minimax(&game("tictactoe", &[]));
    Ok(signature)
}

fn game(preset: &str, settings: &[(&str, &str)]) -> Lines {
    let keys = Keys::preset(preset).expect("invariant: a preset");
    let keys = keys.with(settings).expect("invariant: settings that fit");
    Lines::new(keys).expect("invariant: a board on which lines fit")
}

impl Signature {
    fn whole(&mut self, game: &Lines, budget: &Budget) -> Result<(), SolveError> {
        let mut table = Table::solve(game, budget, &Silent)?;
        table.count_layers(game, budget, &Silent)?;
        self.positions += table.summary().positions;
        for count in table.summary().layers.into_iter().flatten() {
            self.values = mixed(self.values, count);
        }
        let _ = table.visit(game, |position, value| {
            self.values = mixed(self.values, game.rank(position));
            self.value(value);
            ControlFlow::<()>::Continue(())
        });
        let hashed = HashedTable::solve(game, budget, &Silent)?;
        self.positions += hashed.summary().positions;
        hashed.entries().for_each(|(_, value)| self.value(value));
        Ok(())
    }

    fn searches(&mut self, game: &Lines) -> Result<(), Fault> {
        for position in positions(game, 26, 12) {
            let budget = Budget::unlimited();
            let mut search = Search::with_fixed_table(game, 10);
            let solution = search.solve(&position, &budget, &Silent);
            let value = solution.exact();
            must(value.is_some(), "a search without limits is exact")?;
            self.nodes += solution.nodes;
            if let Some(value) = value {
                self.value(value);
            }
        }
        for position in positions(game, 34, 12) {
            let (value, nodes) = plain::value(game, &position);
            self.nodes += nodes;
            self.value(value);
        }
        Ok(())
    }

    fn minimax(&mut self, game: &Lines) {
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        for mv in moves {
            let next = game.after(&game.start(), mv);
            self.value(minimax::value(game, &next));
        }
    }

    fn value(&mut self, value: Value) {
        let number = match value {
            Value::Win(plies) => 2 * u64::from(plies) + 2,
            Value::Draw => 0,
            Value::Loss(plies) => 2 * u64::from(plies) + 1,
        };
        self.values = mixed(self.values, number);
    }
}

/// Mixes one more number into a hash (with the mixing steps of `SplitMix64`).
fn mixed(hash: u64, number: u64) -> u64 {
    let mut z =
        hash.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xff51_afd7_ed55_8ccd);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
