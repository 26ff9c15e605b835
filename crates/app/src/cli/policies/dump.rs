//! `dump` of a race: every square, or every pair of squares, with the value of each choice.

use super::rival::{Chooses, named};
use crate::cli::dump::not_written;
use crate::cli::solve::unsolved;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::Place;
use crate::survey::{Cell, Kind, Writer};
use crate::wire::csv::quoted;
use spar_solve::interval::{down, up};
use spar_solve::mdp::track::pairs::{BothBest, Follow, Setting, best_response, both_best};
use spar_solve::mdp::track::{Track, turns};
use spar_solve::{Budget, Desk, Interval, SolveError};

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
type Row = Vec<Option<Cell>>;

/// A table whose rows are made one after the other.
pub(in crate::cli) struct Table<'a> {
    columns: Vec<(String, Kind)>,
    rows: Box<dyn Iterator<Item = Row> + 'a>,
}

/// How wide bounds may be.
const PRECISION: f64 = 1e-9;

impl Dumped<'_> {
    /// Solves the race, and makes the table.
    ///
    /// # Errors
    /// If it was stopped, the memory does not suffice, or there is no such player.
    pub(in crate::cli) fn table<'a>(
        &self,
        track: &'a Track,
        desk: &Desk,
    ) -> Result<Table<'a>, Fault> {
        let (budget, progress) = (&desk.budget, &*desk.progress);
        match self {
            Dumped::Squares => {
                let found = turns::fewest(track, PRECISION, budget, progress);
                Ok(squares(track, found.map_err(failed)?))
            }
            Dumped::Pairs => {
                let both = both_best(track, PRECISION, budget, progress).map_err(failed)?;
                Ok(pairs(track, both))
            }
            Dumped::Against(who) => {
                let rival: Chooses = named(track, who, budget)?;
                let setting = Setting::wins(rival.rival());
                let best = best_response(track, &setting, PRECISION, budget, progress);
                Ok(pairs(track, best.map_err(failed)?))
            }
        }
    }
}

#[allow(clippy::needless_pass_by_value)] // It stands in `map_err`.
fn failed(error: SolveError) -> Fault {
    let why = unsolved(&error);
    if error.is_memory() {
        let hint = "two pieces take some bytes for each pair of squares; `--memory` can be more";
        return Fault::with_hint(why, hint);
    }
    Fault::new(why)
}

/// The columns of a number that is known by bounds, and of the same for each choice.
fn columns(first: &[&str], name: &str, track: &Track) -> Vec<(String, Kind)> {
    let bounds = |name: &str| ["low", "high"].map(|it| (format!("{name}_{it}"), Kind::Number));
    let first = first.iter().map(|it| ((*it).to_owned(), Kind::Whole));
    let choices = track.actions().iter().map(|it| format!("{name}_{}", it.letter));
    first
        .chain(bounds(name))
        .chain([("best".to_owned(), Kind::Text)])
        .chain(choices.flat_map(|it| bounds(&it)))
        .collect()
}

/// The cells of a row: numbers, what is known, the best choice and what each is worth.
fn row(
    track: &Track,
    first: &[usize],
    known: Interval,
    chosen: Option<u8>,
    worth: impl Fn(usize) -> Interval,
) -> Row {
    let bounds = |it: Interval| [it.low, it.high].map(|it| Some(Cell::Number(it)));
    let mut row: Row = first.iter().map(|it| Some(Cell::Whole(*it as u64))).collect();
    row.extend(bounds(known));
    let letter = |number: u8| track.roll(usize::from(number)).letter.to_string();
    row.push(chosen.map(|it| Cell::Text(letter(it))));
    for number in 0..track.actions().len() {
        match chosen {
            Some(_) => row.extend(bounds(worth(number))),
            None => row.extend([None, None]),
        }
    }
    row
}

/// Every square with the fewest turns on average.
fn squares(track: &Track, found: turns::Turns) -> Table<'_> {
    let rows = (0..track.n()).map(move |square| {
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
        let chosen = goes_on.then(|| found.policy.0[square]);
        row(track, &[square, track.end(square)], found.at(square), chosen, worth)
    });
    Table { columns: columns(&["square", "lands"], "turns", track), rows: Box::new(rows) }
}

/// Chances of whoever is to move, by its own square and the other's.
trait ByPairs {
    /// The chance, and the choice.
    fn here(&self, own: usize, other: usize) -> (Interval, u8);

    /// The chance after a choice.
    fn after(&self, track: &Track, own: usize, other: usize, number: usize) -> Interval;
}

impl ByPairs for BothBest {
    fn here(&self, own: usize, other: usize) -> (Interval, u8) {
        (self.chance(own, other), self.policy.action(own, other))
    }

    fn after(&self, _: &Track, own: usize, other: usize, number: usize) -> Interval {
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

/// Every pair of squares on which the game goes on.
fn pairs(track: &Track, found: impl ByPairs + 'static) -> Table<'_> {
    let goal = track.goal();
    let all = (0..goal).flat_map(move |own| (0..goal).map(move |other| (own, other)));
    let rows = all.map(move |(own, other)| {
        let (chance, chosen) = found.here(own, other);
        let worth = |number: usize| found.after(track, own, other, number);
        row(track, &[own, other], chance, Some(chosen), worth)
    });
    Table { columns: columns(&["own", "other"], "chance", track), rows: Box::new(rows) }
}

/// Rows of one group.
const GROUP: usize = 1 << 16;

impl Table<'_> {
    /// Writes comma-separated values, or JSON Lines; whether all was written before the budget
    /// ended.
    pub(in crate::cli) fn text(
        self,
        mut place: impl Place,
        json: bool,
        budget: &Budget,
    ) -> Result<bool, Fault> {
        let names: Vec<&str> = self.columns.iter().map(|it| it.0.as_str()).collect();
        if !json && let Err(error) = writeln!(place, "{}", names.join(",")) {
            return Err(place.fault(error));
        }
        for row in self.rows {
            if budget.is_stopped() {
                return Ok(false);
            }
            let line = if json { as_json(&names, &row) } else { as_csv(&row) };
            if let Err(error) = writeln!(place, "{line}") {
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
            let group: Vec<Row> = rows.by_ref().take(GROUP).collect();
            writer.group(&group).map_err(failed)?;
        }
        writer.finish().map_err(failed)?.finish().map(|()| true)
    }
}

fn as_csv(row: &Row) -> String {
    let cell = |it: &Option<Cell>| it.as_ref().map_or(String::new(), |it| quoted(it.to_string()));
    row.iter().map(cell).collect::<Vec<_>>().join(",")
}

fn as_json(names: &[&str], row: &Row) -> String {
    let cell = |(name, it): (&&str, &Option<Cell>)| {
        let value = match it {
            None => serde_json::Value::Null,
            Some(Cell::Text(text)) => text.as_str().into(),
            Some(Cell::Whole(number)) => (*number).into(),
            Some(Cell::Number(number)) => (*number).into(),
            Some(Cell::Truth(truth)) => (*truth).into(),
        };
        format!("{}:{value}", serde_json::Value::from(*name))
    };
    let cells: Vec<String> = names.iter().zip(row).map(cell).collect();
    format!("{{{}}}", cells.join(","))
}
