//! A survey as a table with a column for every figure, for programs.

use crate::wire::csv::quoted;
use crate::wire::level::Who;
use crate::wire::survey::{Count, SurveyRow};
use std::collections::HashMap;
use std::fmt;

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Whole(u64),
    Number(f64),
    Truth(bool),
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Whole,
    Number,
    Truth,
}

/// The shape of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One row per game, with a column for each figure.
    Wide,
    /// One row per game and figure.
    Long,
}

/// A table. Columns are in the order in which they first occur in the rows; cells may be
/// missing.
pub(super) struct Table {
    pub(super) names: Vec<String>,
    pub(super) rows: Vec<Vec<Option<Cell>>>,
}

impl Table {
    /// Creates the table of these rows in one of its shapes.
    pub(super) fn of_shape(rows: &[SurveyRow], shape: Shape) -> Table {
        match shape {
            Shape::Wide => Table::of(rows),
            Shape::Long => long(rows),
        }
    }

    /// Creates the wide table of these rows.
    fn of(rows: &[SurveyRow]) -> Table {
        let mut names: Vec<String> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut table: Vec<Vec<Option<Cell>>> = Vec::new();
        for row in rows {
            let mut cells = vec![None; names.len()];
            for figure in figures_of(row) {
                let (name, cell) = (figure.column(), figure.cell);
                let place = *places.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    names.len() - 1
                });
                cells.resize(names.len().max(cells.len()), None);
                cells[place] = cell;
            }
            table.push(cells);
        }
        for cells in &mut table {
            cells.resize(names.len(), None);
        }
        Table { names, rows: table }
    }

    /// The type of a column's cells; text if the types differ or there are no cells.
    pub(super) fn kind(&self, column: usize) -> Kind {
        let mut kinds = self.rows.iter().filter_map(|row| row[column].as_ref()).map(Cell::kind);
        let first = kinds.next().unwrap_or(Kind::Text);
        if kinds.all(|kind| kind == first) { first } else { Kind::Text }
    }
}

impl Cell {
    fn kind(&self) -> Kind {
        match self {
            Cell::Text(_) => Kind::Text,
            Cell::Whole(_) => Kind::Whole,
            Cell::Number(_) => Kind::Number,
            Cell::Truth(_) => Kind::Truth,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Whole(number) => write!(f, "{number}"),
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Truth(truth) => write!(f, "{truth}"),
        }
    }
}

/// Formats rows as CSV with a header line. Quotes fields if necessary.
pub(crate) fn csv(rows: &[SurveyRow], shape: Shape) -> Vec<u8> {
    let table = Table::of_shape(rows, shape);
    let mut text = line(table.names.iter().map(Clone::clone));
    for row in &table.rows {
        text += &csv_line(row);
    }
    text.into_bytes()
}

fn line(fields: impl Iterator<Item = String>) -> String {
    fields.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// Formats a row as a line of CSV, with its line end.
pub(crate) fn csv_line(row: &[Option<Cell>]) -> String {
    line(row.iter().map(|it| it.as_ref().map_or(String::new(), Cell::to_string)))
}

/// Formats a row as a line of JSON, with its line end.
pub(crate) fn json_line(columns: &[(String, Kind)], row: &[Option<Cell>]) -> String {
    let cell = |((name, _), cell): (&(String, Kind), &Option<Cell>)| {
        let value = match cell {
            None => serde_json::Value::Null,
            Some(Cell::Text(text)) => text.as_str().into(),
            Some(Cell::Whole(number)) => (*number).into(),
            Some(Cell::Number(number)) => (*number).into(),
            Some(Cell::Truth(truth)) => (*truth).into(),
        };
        format!("{}:{value}", serde_json::Value::from(name.as_str()))
    };
    let cells: Vec<String> = columns.iter().zip(row).map(cell).collect();
    format!("{{{}}}\n", cells.join(","))
}

/// Creates the long table: one row for each game and figure. `one` and `other` are the players
/// of the figure, if it has any.
fn long(rows: &[SurveyRow]) -> Table {
    let names = ["game", "measure", "one", "other", "number", "text"].map(str::to_owned);
    let mut long = Vec::new();
    for row in rows {
        let game = || Some(Cell::Text(row.game.clone()));
        for Figure { measure, players, cell } in figures_of(row).into_iter().skip(1) {
            let Some(cell) = cell else { continue };
            let [one, other] = match players {
                Some(players) => players.map(|it| Some(Cell::Text(it))),
                None => [None, None],
            };
            let (number, text) = match cell {
                Cell::Whole(number) => (Some(Cell::Number(number as f64)), None),
                Cell::Number(number) => (Some(Cell::Number(number)), None),
                cell => (None, Some(Cell::Text(cell.to_string()))),
            };
            long.push(vec![game(), Some(Cell::Text(measure)), one, other, number, text]);
        }
    }
    Table { names: names.to_vec(), rows: long }
}

/// A figure of a row.
struct Figure {
    measure: String,
    /// The players that the figure is about, if any.
    players: Option<[String; 2]>,
    cell: Option<Cell>,
}

impl Figure {
    /// The name of its column in the wide table.
    fn column(&self) -> String {
        match &self.players {
            Some([one, other]) => format!("{}_{one}_{other}", self.measure),
            None => self.measure.clone(),
        }
    }
}

/// The figures of a row. The first is the name of the game.
// Long: it lists all figures.
fn figures_of(row: &SurveyRow) -> Vec<Figure> {
    let text = |text: &str| Some(Cell::Text(text.to_owned()));
    let whole = |number: Option<u64>| number.map(Cell::Whole);
    let mut figures: Vec<Figure> = Vec::new();
    let mut put_of = |players: Option<[&Who; 2]>, name: &str, cell| {
        let players = players.map(|it| it.map(Who::to_string));
        figures.push(Figure { measure: name.to_owned(), players, cell });
    };
    let mut put = |name: &str, cell| put_of(None, name, cell);
    put("game", text(&row.game));
    put("title", text(&row.title));
    put("size", text(&row.size));
    for (key, value) in &row.settings {
        let number = value.parse().ok().map(Cell::Whole);
        put(key, number.or_else(|| text(value)));
    }
    put("solved", Some(Cell::Truth(row.solved)));
    put("rated", Some(Cell::Truth(row.rated)));
    put("reason", row.reason.as_deref().and_then(text));
    put("positions", whole(row.positions));
    put("unfinished", whole(row.unfinished));
    put("winner", row.winner.as_deref().and_then(text));
    put("value", row.value.as_deref().and_then(text));
    put("plies", whole(row.plies.map(u64::from)));
    put("worth_first", whole(row.worth.as_ref().map(|it| it.first.count)));
    put("worth_draw", whole(row.worth.as_ref().map(|it| it.draw.count)));
    put("worth_second", whole(row.worth.as_ref().map(|it| it.second.count)));
    put("ties", text(&row.ties));
    put("easy_from", text(&row.thresholds.easy));
    put("hard_to", text(&row.thresholds.hard));
    put("even_from", text(&row.even[0]));
    put("even_to", text(&row.even[1]));
    let interesting = row.interesting.as_ref().and_then(|it| it.share);
    put("interesting", interesting.map(Cell::Number));
    put("open", whole(row.rated.then(|| open(row))));
    for pair in &row.pairs {
        let mut put = |name: &str, cell| put_of(Some([&pair.first, &pair.second]), name, cell);
        let chance = &pair.chance;
        put("kind", text(&chance.kind));
        for (name, number) in
            [("first", chance.win), ("draw", chance.draw), ("second", chance.loss)]
        {
            put(name, Some(Cell::Number(number)));
        }
        put("advantage", Some(Cell::Number(pair.advantage)));
        if let Some(even) = &pair.even {
            put("even", whole(Some(even.count.distinct)));
            put("even_all", whole(Some(even.count.all)));
        }
    }
    for levels in &row.levels {
        let players = Some([&levels.learner, &levels.opponent]);
        let mut put = |name: &str, count: Count| {
            let mut put = |name: &str, number| put_of(players, name, number);
            put(name, whole(Some(count.distinct)));
            put(&format!("{name}_all"), whole(Some(count.all)));
        };
        put("easy", levels.sum(|it| it.easy));
        put("medium", levels.sum(|it| it.medium));
        put("hard", levels.sum(|it| it.hard));
    }
    figures
}

/// The number of cases in which hardness or evenness could not be decided.
fn open(row: &SurveyRow) -> u64 {
    let levels: u64 = row.levels.iter().map(|it| it.sum(|it| it.open).all).sum();
    let even: u64 = row.pairs.iter().filter_map(|it| it.even.as_ref()).map(|it| it.open).sum();
    levels + even
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_need_it_are_quoted() {
        let fields = ["a", "b,c", "say \"x\"", "", "3×3"].map(str::to_owned);
        assert_eq!(line(fields.into_iter()), "a,\"b,c\",\"say \"\"x\"\"\",,3×3\n");
    }

    #[test]
    fn a_column_is_of_one_kind_or_text() {
        let of = |cells: &[Option<Cell>]| {
            let rows = cells.iter().map(|cell| vec![cell.clone()]).collect();
            Table { names: vec!["a".to_owned()], rows }.kind(0)
        };
        let text = Some(Cell::Text("rc".to_owned()));
        assert_eq!(of(&[None, Some(Cell::Whole(3))]), Kind::Whole);
        assert_eq!(of(&[Some(Cell::Whole(3)), text]), Kind::Text);
        assert_eq!(of(&[None]), Kind::Text);
    }
}
