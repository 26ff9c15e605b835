//! What can be seen at a glance: a line to complete, a line to prevent, a stone
//! that would lift the opponent into one.

use super::keys::{Gravity, LineRule};
use super::rules::{Board, Lines, Place};
use crate::bits::bits;
use spar_rules::{Side, Symmetric, Tactics, Value};

impl Tactics for Lines {
    type Key = u128;

    /// The least of the images: by rank where there is one, else by stones. With
    /// many stones images hardly meet any more, and to list them costs more.
    fn key(&self, board: &Board) -> u128 {
        if let Some(key) = self.numbering.as_ref().and_then(|it| it.folded(board)) {
            return u128::from(key);
        }
        let few_stones = board.n_stones() <= 12;
        let least = if few_stones { self.canonical(board) } else { *board };
        u128::from(least.first) << 64 | u128::from(least.second)
    }

    #[inline]
    fn glance(&self, board: &Board, out: &mut Vec<Place>) -> Option<Value> {
        let playable = self.grid.playable(board.all());
        let mover = board.mover();
        let (own, others) = (board.stones(mover), board.stones(mover.other()));
        let (value, candidates) = match self.keys.line {
            LineRule::Wins => self.glance_to_win(playable, own, others),
            // Who must complete a line loses at once; all else is better.
            LineRule::Loses => (Value::Loss(1), playable & !self.grid.completing(own)),
        };
        if candidates == 0 {
            return Some(value);
        }
        out.extend(bits(candidates).map(|bit| Place(bit as u8)));
        None
    }

    /// Where `glance` gives no value, the mover does not win with this stone, nor
    /// the opponent with the next, unless it can be lifted (partial gravity). Under
    /// misère nobody must complete a line with this stone. See also
    /// `follow_up`.
    #[inline]
    fn limits(&self, board: &Board) -> (Value, Value) {
        let left = self.empty_cells(board);
        match self.keys.line {
            LineRule::Wins if left <= 2 => (Value::Draw, Value::Draw),
            LineRule::Wins => {
                let lifts = matches!(self.grid.gravity(), Gravity::Partial(_));
                (Value::Loss(if lifts { 2 } else { 4 }), self.follow_up(board, left))
            }
            LineRule::Loses if left <= 1 => (Value::Draw, Value::Draw),
            LineRule::Loses => (Value::Loss(3), Value::Win(2)),
        }
    }

    /// Threats made, then cells in many lines. Where stones fall, a threat above a
    /// playable cell counts most, for it bars that cell to the opponent; one that
    /// the own side reaches by parity (odd rows for the first side, even rows for
    /// the second) counts more than others.
    fn promise(&self, board: &Board, Place(bit): Place) -> i32 {
        let mover = board.mover();
        let stones = board.stones(mover) | 1 << bit;
        let empty = self.grid.cells & !board.all() & !(1 << bit);
        let threats = self.grid.completing(stones) & empty;
        let good_rows = match (self.grid.gravity(), mover) {
            (Gravity::None | Gravity::Partial(_), _) => 0,
            (Gravity::Full, Side::First) => self.grid.odd_rows,
            (Gravity::Full, Side::Second) => self.grid.cells & !self.grid.odd_rows,
        };
        let next_to_play = match self.grid.gravity() {
            Gravity::Full => self.grid.above(self.grid.playable(board.all() | 1 << bit)),
            Gravity::Partial(_) | Gravity::None => 0,
        };
        let weight = 3 * threats.count_ones()
            + 2 * (threats & good_rows).count_ones()
            + 10 * (threats & next_to_play).count_ones();
        let sign = if self.keys.line == LineRule::Wins { 1 } else { -1 };
        sign * (weight as i32 * 64) + i32::from(self.grid.lines_through[usize::from(bit)])
    }
}

impl Lines {
    /// At most this good for the side to move, with `left` empty cells.
    ///
    /// Where stones fall in columns of even height and the first side is to move,
    /// the second can answer every stone above an odd row in the same column, and
    /// a stone that fills up a column to an even row with another such stone. So
    /// it gets every cell of an even row that is not playable now. If all other
    /// cells hold no line for the first side, that side cannot win; if the sure
    /// cells hold one for the second side, it loses before the cells above are
    /// filled.
    #[inline]
    fn follow_up(&self, board: &Board, left: u32) -> Value {
        let grid = &self.grid;
        if grid.gravity() != Gravity::Full || grid.rows % 2 == 1 || board.mover() == Side::Second {
            return Value::Win(3);
        }
        let stones = board.all();
        let sure = grid.cells & !grid.odd_rows & !stones & !grid.playable(stones);
        if grid.has_line(grid.cells & !sure & !board.second) {
            return Value::Win(3);
        }
        if !grid.has_line(sure | board.second) {
            return Value::Draw;
        }
        let (mut needed, mut rows_above) = (sure, 0);
        loop {
            needed &= !(grid.top >> rows_above);
            if !grid.has_line(needed | board.second) {
                return Value::Loss(left - rows_above);
            }
            rows_above += 2;
        }
    }

    /// The value if nothing is left to consider, and what is left.
    #[inline]
    fn glance_to_win(&self, playable: u64, own: u64, others: u64) -> (Value, u64) {
        if self.grid.completing(own) & playable != 0 {
            return (Value::Win(1), 0);
        }
        let dangers = self.grid.completing(others);
        let forced = dangers & playable;
        // Two lines to prevent at once cannot be prevented, and a stone below a
        // danger gives it away: either way the opponent wins with the next move.
        let candidates = match (forced == 0, forced & forced.wrapping_sub(1) == 0) {
            (true, _) => playable,
            (false, true) => forced,
            (false, false) => 0,
        };
        (Value::Loss(2), candidates & !self.grid.opened_by_play(dangers))
    }
}
