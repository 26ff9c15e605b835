//! `dump` by squares: every square, or every pair of squares, with the value of each choice.

use super::{failed, walker};
use crate::cli::dump::not_written;
use crate::cli::players::player_of;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::Place;
use crate::survey::{Cell, Kind, Writer, csv_line, json_line};
use spar_catalog::AnyGame;
use spar_challenge::track::{PolicyTable, TableQuestion, TableRow, Walk};
use spar_solve::{Budget, Context, Interval};

/// What is written.
pub(in crate::cli) enum Dumped<'a> {
    /// Every square, with the fewest turns of a piece alone.
    Squares,
    /// Every pair of squares, with both sides at their best.
    Pairs,
    /// Every pair of squares, with best play against this player.
    Against(&'a str),
}

/// A row: a cell for every column, none where there is nothing to say.
type WalkRow = Vec<Option<Cell>>;

/// A table whose rows are made one after the other.
pub(in crate::cli) struct WalkTable {
    columns: Vec<(String, Kind)>,
    rows: Box<dyn Iterator<Item = WalkRow>>,
}

impl Dumped<'_> {
    /// Finds all values, and makes the table.
    ///
    /// # Errors
    /// If it was stopped, the memory does not suffice, or there is no such player.
    pub(in crate::cli) fn table(
        &self,
        game: &dyn AnyGame,
        walk: Walk,
        context: &Context,
    ) -> Result<WalkTable, Fault> {
        let question = match self {
            Dumped::Squares => TableQuestion::Squares,
            Dumped::Pairs => TableQuestion::BothBest,
            Dumped::Against(who) => {
                TableQuestion::Against(walker(&walk, &player_of(game, who)?, &context.budget)?)
            }
        };
        let PolicyTable { squares, value, letters, rows } =
            walk.table(&question, context).map_err(|error| failed(&error))?;
        let columns = columns(squares, value, &letters);
        Ok(WalkTable { columns, rows: Box::new(rows.map(move |it| row(&letters, &it))) })
    }
}

/// The columns of a number that is known by bounds, and of the same for each choice.
fn columns(squares: &[&str], value: &str, letters: &[char]) -> Vec<(String, Kind)> {
    let bounds = |name: &str| ["low", "high"].map(|it| (format!("{name}_{it}"), Kind::Number));
    let squares = squares.iter().map(|it| ((*it).to_owned(), Kind::Whole));
    let choices = letters.iter().map(|letter| format!("{value}_{letter}"));
    squares
        .chain(bounds(value))
        .chain([("best".to_owned(), Kind::Text)])
        .chain(choices.flat_map(|it| bounds(&it)))
        .collect()
}

/// The cells of a row: squares, the value, the best choice and what each is worth.
fn row(letters: &[char], row: &TableRow) -> WalkRow {
    let bounds = |it: Interval| [it.low, it.high].map(|it| Some(Cell::Number(it)));
    let mut cells: WalkRow = row.squares.iter().map(|it| Some(Cell::Whole(*it as u64))).collect();
    cells.extend(bounds(row.value));
    cells.push(row.best.map(|it| Cell::Text(letters[it].to_string())));
    for number in 0..letters.len() {
        match row.worth.get(number) {
            Some(worth) => cells.extend(bounds(*worth)),
            None => cells.extend([None, None]),
        }
    }
    cells
}

/// Rows of one group.
const GROUP: usize = 1 << 16;

impl WalkTable {
    /// Writes comma-separated values, or JSON Lines; whether all was written before the budget
    /// ended.
    pub(in crate::cli) fn text(
        self,
        mut place: impl Place,
        json: bool,
        budget: &Budget,
    ) -> Result<bool, Fault> {
        let names = self.columns.iter().map(|it| Some(Cell::Text(it.0.clone())));
        let head: WalkRow = names.collect();
        if !json && let Err(error) = place.write_all(csv_line(&head).as_bytes()) {
            return Err(place.fault(error));
        }
        for row in self.rows {
            if budget.is_stopped() {
                return Ok(false);
            }
            let line = if json { json_line(&self.columns, &row) } else { csv_line(&row) };
            if let Err(error) = place.write_all(line.as_bytes()) {
                return Err(place.fault(error));
            }
        }
        place.finish().map(|()| true)
    }

    /// Writes Apache Parquet; whether all was written before the budget ended.
    pub(in crate::cli) fn parquet(self, output: Output, budget: &Budget) -> Result<bool, Fault> {
        let path = output.path().to_owned();
        let failed = |error| not_written(&path, &error);
        let mut writer = Writer::new(output, "squares", &self.columns).map_err(failed)?;
        let mut rows = self.rows.peekable();
        while rows.peek().is_some() {
            if budget.is_stopped() {
                return Ok(false);
            }
            let group: Vec<WalkRow> = rows.by_ref().take(GROUP).collect();
            writer.group(&group).map_err(failed)?;
        }
        writer.finish().map_err(failed)?.finish().map(|()| true)
    }
}
