//! The value of every square, or of every pair of squares, and of every action there.

use super::Walker;
use spar_solve::interval::{down, up};
use spar_solve::mdp::track::pairs::{BothBest, Follow, Setting, best_response, both_best};
use spar_solve::mdp::track::turns::Turns;
use spar_solve::mdp::track::{Track, turns};
use spar_solve::{Context, Interval, SolveError};

/// The kind of a table of values.
#[derive(Clone, Debug)]
pub enum TableQuestion {
    /// Every square, with the fewest expected turns of a single piece.
    Squares,
    /// Every pair of squares, with optimal play of both sides.
    BothBest,
    /// Every pair of squares, with best play against this player.
    Against(Walker),
}

/// A row of a table: its squares, the value there, the best action, and the value of each.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The square and the final square of a piece that arrives there, or our square and the
    /// opponent's.
    pub squares: Vec<usize>,
    /// The value.
    pub value: Interval,
    /// The number of the best action; `None` on the goal.
    pub best: Option<usize>,
    /// The value of each action; empty on the goal.
    pub worth: Vec<Interval>,
}

/// A table whose rows are computed one after the other.
pub struct PolicyTable {
    /// The names of the squares of a row.
    pub squares: &'static [&'static str],
    /// The name of its values: `turns` or `chance`.
    pub value: &'static str,
    /// The letters of the actions.
    pub letters: Vec<char>,
    /// The rows.
    pub rows: Box<dyn Iterator<Item = TableRow> + Send>,
}

/// Rows of a table as columns; entries with the same index belong to the same row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableColumns {
    /// The squares: a column for each name in [`PolicyTable::squares`].
    pub squares: Vec<Vec<u32>>,
    /// The value.
    pub value: BoundsColumns,
    /// The number of the best action; -1 on the goal.
    pub best: Vec<i16>,
    /// The value of each action; NaN on the goal.
    pub worth: Vec<BoundsColumns>,
}

/// Columns of lower and upper bounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoundsColumns {
    /// The lower bounds.
    pub low: Vec<f64>,
    /// The upper bounds.
    pub high: Vec<f64>,
}

impl BoundsColumns {
    /// The bounds at an index.
    pub fn at(&self, index: usize) -> Interval {
        Interval { low: self.low[index], high: self.high[index] }
    }

    fn push(&mut self, bounds: Interval) {
        self.low.push(bounds.low);
        self.high.push(bounds.high);
    }
}

impl PolicyTable {
    /// The next rows as columns, at most `most`. Fewer rows mean that the table has ended.
    pub fn columns(&mut self, most: usize) -> TableColumns {
        let mut columns = TableColumns {
            squares: vec![Vec::new(); self.squares.len()],
            worth: vec![BoundsColumns::default(); self.letters.len()],
            ..TableColumns::default()
        };
        for row in self.rows.by_ref().take(most) {
            for (column, square) in columns.squares.iter_mut().zip(row.squares) {
                column.push(square as u32);
            }
            columns.value.push(row.value);
            columns.best.push(row.best.map_or(-1, |it| it as i16));
            for (number, column) in columns.worth.iter_mut().enumerate() {
                column.push(row.worth.get(number).copied().unwrap_or(NO_VALUE));
            }
        }
        columns
    }
}

/// Marks a missing value of an action.
const NO_VALUE: Interval = Interval { low: f64::NAN, high: f64::NAN };

/// The approximate width of the bounds in tables.
const TABLE_PRECISION: f64 = 1e-9;

/// Computes a table of values.
///
/// # Errors
/// If the work is stopped, or the memory does not suffice.
pub(super) fn table(
    track: Track,
    question: &TableQuestion,
    context: &Context,
) -> Result<PolicyTable, SolveError> {
    let (budget, progress) = (&context.budget, &*context.progress);
    let letters = track.actions().iter().map(|it| it.letter).collect();
    let pairs = &["own", "other"][..];
    let (squares, value, rows): (_, _, Box<dyn Iterator<Item = TableRow> + Send>) = match question {
        TableQuestion::Squares => {
            let found = turns::fewest(&track, TABLE_PRECISION, budget, progress)?;
            (&["square", "lands"][..], "turns", Box::new(square_rows(track, found)))
        }
        TableQuestion::BothBest => {
            let both = both_best(&track, TABLE_PRECISION, budget, progress)?;
            (pairs, "chance", Box::new(pair_rows(track, both)))
        }
        TableQuestion::Against(rival) => {
            let setting = Setting::wins(rival.rival());
            let best = best_response(&track, &setting, TABLE_PRECISION, budget, progress)?;
            (pairs, "chance", Box::new(pair_rows(track, best)))
        }
    };
    Ok(PolicyTable { squares, value, letters, rows })
}

fn square_rows(track: Track, found: Turns) -> impl Iterator<Item = TableRow> {
    (0..track.n()).map(move |square| {
        let goes_on = square != track.goal();
        let worth = |number: usize| {
            let (mut low, mut high, mut total) = (0.0, 0.0, 0.0);
            for (to, weight) in track.outcomes(square, number) {
                let (turns, weight) = (found.at(to), f64::from(weight));
                low = down(low + down(turns.low * weight));
                high = up(high + up(turns.high * weight));
                total += weight;
            }
            Interval { low: down(1.0 + down(low / total)), high: up(1.0 + up(high / total)) }
        };
        let n_actions = if goes_on { track.actions().len() } else { 0 };
        TableRow {
            squares: vec![square, track.end(square)],
            value: found.at(square),
            best: goes_on.then(|| usize::from(found.policy.0[square])),
            worth: (0..n_actions).map(worth).collect(),
        }
    })
}

/// Values for every pair of squares.
trait ByPairs {
    /// The chance of the side to move, and the number of its choice.
    fn here(&self, own: usize, other: usize) -> (Interval, u8);

    /// The chance after the action with this number.
    fn after(&self, track: &Track, own: usize, other: usize, number: usize) -> Interval;
}

impl ByPairs for BothBest {
    fn here(&self, own: usize, other: usize) -> (Interval, u8) {
        (self.chance(own, other), self.policy.action(own, other))
    }

    fn after(&self, _track: &Track, own: usize, other: usize, number: usize) -> Interval {
        BothBest::after(self, own, other, number)
    }
}

impl ByPairs for Follow {
    fn here(&self, own: usize, other: usize) -> (Interval, u8) {
        (self.chances.at(own, other), self.policy.action(own, other))
    }

    fn after(&self, track: &Track, own: usize, other: usize, number: usize) -> Interval {
        let landed = track.outcomes(own, number).map(|(to, weight)| {
            let arrives = to == track.goal();
            let chance =
                if arrives { Interval::exact(1.0) } else { self.chances.second(to, other) };
            (weight, chance)
        });
        Interval::mean(landed)
    }
}

/// The rows for all pairs of squares at which the game is not over.
fn pair_rows(
    track: Track,
    found: impl ByPairs + Send + 'static,
) -> impl Iterator<Item = TableRow> + Send {
    let goal = track.goal();
    let all = (0..goal).flat_map(move |own| (0..goal).map(move |other| (own, other)));
    all.map(move |(own, other)| {
        let (value, best) = found.here(own, other);
        let worth = |number: usize| found.after(&track, own, other, number);
        let worth = (0..track.actions().len()).map(worth).collect();
        TableRow { squares: vec![own, other], value, best: Some(best.into()), worth }
    })
}
