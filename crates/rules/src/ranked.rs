//! Positions as numbers that grow with play.

use crate::Game;

/// Optional: a whole number for each well-formed position, with its inverse.
/// Opens `solve::explicit`'s ordered sweeps: because **a move makes the number
/// larger**, numeric order is an order of play, and one walk up and one walk
/// down the numbers solve the game.
///
/// Which numbers play can reach belongs to the table, not to this trait.
///
/// The defaults know nothing and are right: a game without ranks writes
/// `impl Ranked for Reversi {}`. It is then solved by remembering the positions themselves,
/// which takes more time and memory, and is not kept on disk.
///
/// Laws ([`laws::ranks`](crate::laws::ranks)), wherever `ranks` is not `None`:
///
/// - `rank < ranks`, and `unrank` undoes `rank`;
/// - `fold` is the least rank among some images of the position, the same for
///   each of them, with their number; all of them have the same value;
/// - the start has one image: a symmetry that moves it would fold positions that play
///   reaches with others that it does not reach, and tables would count those too;
/// - a move makes both `rank` and the folded rank larger;
/// - a move from folded part `p` leads to part `p` or to one of `next_parts(p)`.
pub trait Ranked: Game {
    /// All ranks lie below this; `None`, the default, if this variant has no ranks. Only
    /// where there are some are the other methods called.
    fn ranks(&self) -> Option<u64> {
        None
    }

    /// The number of a position.
    fn rank(&self, position: &Self::Position) -> u64 {
        unreachable!("invariant: a game without ranks is not asked for one: {position:?}")
    }

    /// The position with this number. Only for numbers that `rank` gives.
    fn unrank(&self, rank: u64) -> Self::Position {
        unreachable!("invariant: a game without ranks has no position {rank}")
    }

    /// The least rank among the images that a table keeps as one, and how many
    /// different images there are.
    fn fold(&self, position: &Self::Position) -> (u64, u32) {
        (self.rank(position), 1)
    }

    /// The different images that `fold` takes as one.
    fn unfold(&self, position: &Self::Position, out: &mut Vec<Self::Position>) {
        out.push(position.clone());
    }

    /// Into how many equal parts, at most 2^16, the ranks fall: part `p` holds the ranks from
    /// `p * (ranks / parts)` on. Parts that do not lead to one another can be
    /// worked on at the same time.
    fn parts(&self) -> u64 {
        1
    }

    /// Appends the other parts to which a move from `part` can lead; all larger.
    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        let _ = (part, out);
    }
}
