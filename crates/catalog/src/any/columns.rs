//! Positions of a solved game as columns of numbers, for bulk access.

use spar_rules::{Side, Turn, Value};

/// Columns of positions of a solved game; entries with the same index belong to the same
/// position. Optional columns are filled only if they are `Some`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// What happens next, as an index of [`Columns::TURNS`].
    pub turns: Vec<u8>,
    /// The value for the side to move (or that would move next): 1 for a win, 0 for a draw, -1
    /// for a loss.
    pub values: Vec<i8>,
    /// Plies to the end; -1 for a draw.
    pub plies: Vec<i32>,
    /// The rank of each position. Becomes `None` if the game has no ranks.
    pub ranks: Option<Vec<u64>>,
    /// The number of legal moves.
    pub moves: Option<Vec<u32>>,
    /// The text of each position.
    pub texts: Option<Texts>,
}

impl Columns {
    /// What can happen next.
    pub const TURNS: [&str; 4] = ["first", "second", "over", "roll"];

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// What happens next in the position at an index.
    pub fn turn(&self, index: usize) -> &'static str {
        Columns::TURNS[usize::from(self.turns[index])]
    }

    /// The value of the position at an index.
    pub fn value(&self, index: usize) -> Value {
        let plies = self.plies[index].unsigned_abs();
        match self.values[index] {
            0 => Value::Draw,
            1.. => Value::Win(plies),
            _ => Value::Loss(plies),
        }
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.remove_first(self.len());
    }

    /// Removes this many positions from the front.
    pub fn remove_first(&mut self, count: usize) {
        self.turns.drain(..count);
        self.values.drain(..count);
        self.plies.drain(..count);
        self.ranks.iter_mut().for_each(|it| drop(it.drain(..count)));
        self.moves.iter_mut().for_each(|it| drop(it.drain(..count)));
        self.texts.iter_mut().for_each(|it| it.remove_first(count));
    }

    /// Appends the mandatory columns of a position.
    pub(crate) fn push(&mut self, turn: Turn, value: Value) {
        self.turns.push(match turn {
            Turn::Play(Side::First) => 0,
            Turn::Play(Side::Second) => 1,
            Turn::Over(_) => 2,
            Turn::Roll => 3,
        });
        self.values.push(match value {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        });
        self.plies.push(value.plies().map_or(-1, |it| it as i32));
    }
}

/// Many texts in one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    all: String,
    /// The end of each text.
    ends: Vec<usize>,
}

impl Texts {
    /// The text at an index.
    pub fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[index]]
    }

    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len());
    }

    fn remove_first(&mut self, count: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        let cut = self.ends[last];
        self.all.drain(..cut);
        self.ends.drain(..count);
        self.ends.iter_mut().for_each(|end| *end -= cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, AnyPosition, AnySession, AnyWhole, open};
    use spar_challenge::track::{TableColumns, TableQuestion, TableRow};
    use spar_solve::{Budget, Context};
    use std::ops::ControlFlow;

    /// Opened games may be used on several threads.
    const fn is_shared<T: ?Sized + Send + Sync>() {}
    const _: () = {
        is_shared::<dyn AnyGame>();
        is_shared::<dyn AnyPosition>();
        is_shared::<dyn AnySession>();
        is_shared::<dyn AnyWhole>();
    };

    fn whole(name: &str) -> Box<dyn AnyWhole> {
        let context = Context::bare(Budget::unlimited());
        open(name).unwrap().whole(&context).unwrap().unwrap_or_else(|it| panic!("{name}: {it}"))
    }

    fn all() -> Columns {
        let (ranks, moves) = (Some(Vec::new()), Some(Vec::new()));
        Columns { ranks, moves, texts: Some(Texts::default()), ..Columns::default() }
    }

    #[test]
    fn columns_are_what_a_visit_meets() {
        for name in ["tictactoe", "connect3:rows=3,cols=3", "wolf"] {
            let (game, whole) = (open(name).unwrap(), whole(name));
            let mut columns = all();
            // Ranges of different sizes; the last one exceeds the table.
            for (start, end) in [(0, 1), (1, 100), (100, 100), (100, 777), (777, u64::MAX)] {
                whole.columns(start..end, &mut columns).unwrap();
            }
            let mut index = 0;
            let flow = whole.visit(&mut |line| {
                let texts = columns.texts.as_ref().unwrap();
                assert_eq!((texts.get(index), columns.value(index)), (&*line.position, line.value));
                let here = game.read_position(&line.position).unwrap();
                assert_eq!(columns.moves.as_ref().unwrap()[index] as usize, here.moves().len());
                let turn = match line.turn {
                    Turn::Play(Side::First) => "first",
                    Turn::Play(Side::Second) => "second",
                    Turn::Over(_) => "over",
                    Turn::Roll => "roll",
                };
                assert_eq!(columns.turn(index), turn);
                index += 1;
                ControlFlow::Continue(())
            });
            assert!(flow.unwrap().is_continue());
            assert_eq!((columns.len(), index), (index, whole.summary().positions as usize));
            assert_eq!(columns.ranks.is_some(), game.most_positions().is_some(), "{name}");
        }
    }

    #[test]
    fn the_first_positions_can_be_taken_away() {
        let whole = whole("tictactoe");
        let (mut columns, mut rest) = (all(), all());
        whole.columns(0..whole.n_entries(), &mut columns).unwrap();
        let last = columns.len() - 1;
        let (text, value) =
            (columns.texts.as_ref().unwrap().get(last).to_owned(), columns.value(last));
        columns.remove_first(0);
        columns.remove_first(last);
        assert_eq!((columns.len(), columns.value(0)), (1, value));
        assert_eq!(columns.texts.as_ref().unwrap().get(0), text);
        columns.clear();
        assert_eq!(columns, all());
        whole.columns(0..0, &mut rest).unwrap();
        assert!(rest.is_empty());
    }

    #[test]
    fn columns_of_squares_are_the_rows() {
        let context = Context::bare(Budget::unlimited());
        for question in [TableQuestion::Squares, TableQuestion::BothBest] {
            let table =
                || open("ladders").unwrap().start().walk().unwrap().table(&question, &context);
            let rows: Vec<TableRow> = table().unwrap().rows.collect();
            let mut table = table().unwrap();
            let (mut index, mut part) = (0, table.columns(7));
            while !part.best.is_empty() {
                for at in 0..part.best.len() {
                    assert_row(&rows[index], &part, at);
                    index += 1;
                }
                part = table.columns(7);
            }
            assert_eq!(index, rows.len());
        }
    }

    fn assert_row(row: &TableRow, columns: &TableColumns, at: usize) {
        let squares: Vec<usize> = columns.squares.iter().map(|it| it[at] as usize).collect();
        assert_eq!(squares, row.squares);
        assert_eq!(columns.value.at(at), row.value);
        assert_eq!(usize::try_from(columns.best[at]).ok(), row.best);
        for (number, column) in columns.worth.iter().enumerate() {
            match row.worth.get(number) {
                Some(worth) => assert_eq!(column.at(at), *worth),
                None => assert!(column.low[at].is_nan() && column.high[at].is_nan()),
            }
        }
    }
}
