//! The command `dump` for races: every square, or every pair of squares, with the value of each
//! choice.

use super::{failed, walker};
use crate::cli::dump::not_written;
use crate::cli::players::player_of;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::Place;
use crate::survey::{Cell, ColumnCells, Kind, Writer, csv_line, json_line};
use spar_catalog::AnyGame;
use spar_challenge::track::{
    BoundsColumns, PolicyTable, TableColumns, TableQuestion, TableRow, Walk,
};
use spar_solve::{Budget, Context, Interval};

/// The content of a dump.
pub(in crate::cli) enum Dumped<'a> {
    /// Every square, with the fewest expected turns of a single piece.
    Squares,
    /// Every pair of squares, with optimal play of both sides.
    Pairs,
    /// Every pair of squares, with best play against this player.
    Against(&'a str),
}

/// A row: a cell for every column, `None` for an empty cell.
type WalkRow = Vec<Option<Cell>>;

/// A table whose rows are computed one after the other.
pub(in crate::cli) struct WalkTable {
    columns: Vec<(String, Kind)>,
    table: PolicyTable,
}

impl Dumped<'_> {
    /// Computes all values and creates the table.
    ///
    /// # Errors
    /// If the work is stopped, the memory does not suffice, or there is no such player.
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
        let table = walk.table(&question, context).map_err(|error| failed(&error))?;
        let columns = columns(table.squares, table.value, &table.letters);
        Ok(WalkTable { columns, table })
    }
}

/// The columns for a number with bounds, followed by those for the same number after each
/// choice.
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

/// The cells of a row: the squares, the value, the best choice and the value of each choice.
fn row_cells(letters: &[char], row: &TableRow) -> WalkRow {
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

/// The cells of columns, in the order of the column names.
fn column_cells<'a>(table: &'a TableColumns, letters: &'a [String]) -> Vec<ColumnCells<'a>> {
    let numbers = |it: &'a BoundsColumns| {
        [&it.low, &it.high].map(|numbers| {
            let known = numbers.iter().map(|it| Some(*it).filter(|it| !it.is_nan()));
            ColumnCells::Number(Box::new(known))
        })
    };
    let squares = table
        .squares
        .iter()
        .map(|column| ColumnCells::Whole(Box::new(column.iter().map(|it| Some(u64::from(*it))))));
    let letter = |best: &i16| usize::try_from(*best).ok().map(|it| letters[it].as_str());
    let best = ColumnCells::Text(Box::new(table.best.iter().map(letter)));
    let mut cells: Vec<ColumnCells> = squares.collect();
    cells.extend(numbers(&table.value));
    cells.push(best);
    cells.extend(table.worth.iter().flat_map(numbers));
    cells
}

/// The number of rows in a group.
const GROUP: usize = 1 << 16;

impl WalkTable {
    /// Writes CSV or JSON Lines. Returns whether all rows were written before the budget ended.
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
        for row in self.table.rows {
            if budget.is_stopped() {
                return Ok(false);
            }
            let row = row_cells(&self.table.letters, &row);
            let line = if json { json_line(&self.columns, &row) } else { csv_line(&row) };
            if let Err(error) = place.write_all(line.as_bytes()) {
                return Err(place.fault(error));
            }
        }
        place.finish().map(|()| true)
    }

    /// Writes Apache Parquet. Returns whether all rows were written before the budget ended.
    pub(in crate::cli) fn parquet(
        mut self,
        output: Output,
        budget: &Budget,
    ) -> Result<bool, Fault> {
        let path = output.path().to_owned();
        let failed = |error| not_written(&path, &error);
        let mut writer = Writer::new(output, "squares", &self.columns).map_err(failed)?;
        let letters: Vec<String> = self.table.letters.iter().map(char::to_string).collect();
        loop {
            let columns = self.table.columns(GROUP);
            if columns.best.is_empty() {
                break;
            }
            if budget.is_stopped() {
                return Ok(false);
            }
            writer.column_group(column_cells(&columns, &letters)).map_err(failed)?;
        }
        writer.finish().map_err(failed)?.finish().map(|()| true)
    }
}
