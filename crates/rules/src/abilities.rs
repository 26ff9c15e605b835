//! Optional traits: what only some games can do, one small trait each.
//! [`Notation`](crate::Notation) and [`Scenic`](crate::Scenic) have files of their own.

use crate::{Deterministic, Game, Outcome, Scenic, Side, Stochastic, Value};
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// Optional: the symmetries of the rules, numbered `0..symmetries()`. Opens
/// "fresh up to symmetry", and keys that a search shares between images.
///
/// The defaults know nothing and are right: a game without symmetries writes
/// `impl Symmetric for Take {}`. If there are any after all, mirrored positions count as
/// different ones: levels repeat, and searches do the same work twice. A game with
/// symmetries has all four methods before [`canonical`](Symmetric::canonical).
///
/// Laws ([`laws::symmetry`](crate::laws::symmetry)): number 0 changes nothing;
/// the image of a position keeps its turn and its number of moves; moving and
/// taking the image gives the same in either order; all images of a position
/// have one canonical form.
///
/// A symmetry may move the start. Then play need not reach the image of a position that it
/// reaches, nor the canonical form; who counts or lists classes must not rely on it.
pub trait Symmetric: Game<Position: Ord> {
    /// The number of symmetries, the one that changes nothing included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position.
    #[must_use]
    fn image(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        let _ = symmetry;
        position.clone()
    }

    /// Whether a symmetry mirrors the board, rather than turn it or leave it.
    fn is_mirror(&self, symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }

    /// The image of a move.
    #[must_use]
    fn image_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// The least of all images of a position.
    #[must_use]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        let images = (0..self.symmetries()).map(|symmetry| self.image(position, symmetry));
        images.min().unwrap_or_else(|| position.clone())
    }
}

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

/// Optional: what can be seen of a position without looking further. Opens the search of
/// single positions and the ordered sweeps. Only a key and a note are asked for; the other
/// defaults know nothing and are right for any game.
///
/// Laws ([`laws::tactics`](crate::laws::tactics)):
///
/// - if `glance` gives a value, it is the value of the position;
/// - else the value of the position is the best over the `candidates`, its value lies within
///   the `limits`, and `forced` gives the candidate if there is only one, or nothing;
/// - positions with equal keys have equal values, and so have positions with equal numbers;
/// - `note_after` is the `note` of the position after the move.
pub trait Tactics: Deterministic {
    /// Identifies a position in the memory of a search: equal keys, equal values.
    type Key: Clone + Eq + Hash + Send + Sync;

    /// What a search computes once of each position and hands to the other methods, such as the
    /// cells that complete a line; `()` if there is nothing worth computing.
    type Note: Clone + Debug + Eq + Send + Sync;

    /// The key of a position; images under a symmetry may share it.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Bytes on the heap that a key owns, on top of its own size, as
    /// [`owned_bytes`](crate::Game::owned_bytes) of a position.
    fn key_bytes(&self, key: &Self::Key) -> usize {
        let _ = key;
        0
    }

    /// The bits of the [`number`](Tactics::number) of a position; `None`, the default, if
    /// positions have none. A search packs numbers of up to 58 bits into a smaller table.
    fn number_bits(&self) -> Option<u32> {
        None
    }

    /// A number below `2^number_bits` that serves as the key of a search. Only where
    /// there are `number_bits`.
    fn number(&self, position: &Self::Position) -> u64 {
        unreachable!("invariant: a game without numbers is not asked for one: {position:?}")
    }

    /// The note of a position.
    fn note(&self, position: &Self::Position) -> Self::Note;

    /// The note of `next`, which is the position after a candidate `mv` of the position with this
    /// note.
    fn note_after(&self, note: &Self::Note, mv: &Self::Move, next: &Self::Position) -> Self::Note {
        let _ = (note, mv);
        self.note(next)
    }

    /// The value of a position if it can be seen at once: of every finished one, and of
    /// others where the end is near.
    fn glance(&self, position: &Self::Position, note: &Self::Note) -> Option<Value> {
        let _ = note;
        self.final_value(position)
    }

    /// Appends the moves among which a best one lies, where `glance` gives no value.
    fn candidates(&self, position: &Self::Position, note: &Self::Note, out: &mut Vec<Self::Move>) {
        let _ = note;
        self.moves(position, out);
    }

    /// The only candidate where `glance` gives no value. `None` if there are several, or if to
    /// find that out costs as much as to list them.
    fn forced(&self, position: &Self::Position, note: &Self::Note) -> Option<Self::Move> {
        let _ = (position, note);
        None
    }

    /// Bounds, lower and upper, of the value where `glance` gives none.
    fn limits(&self, position: &Self::Position, note: &Self::Note) -> (Value, Value) {
        let _ = (position, note);
        (Value::Loss(1), Value::Win(1))
    }

    /// The number of kinds of moves. A search learns which kinds are often right.
    fn move_kinds(&self) -> usize {
        1
    }

    /// The kind of a move, below `move_kinds`, such as the cell where a stone is placed.
    fn move_kind(&self, mv: &Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// How good a move looks; larger is searched earlier. `next` is the position after it, with
    /// its note.
    fn promise(
        &self,
        position: &Self::Position,
        mv: &Self::Move,
        next: &Self::Position,
        note: &Self::Note,
    ) -> i32 {
        let _ = (position, mv, next, note);
        0
    }
}

/// Optional: how good an unfinished position looks to a player who cannot look
/// further. Opens players of a given foresight. The defaults see nothing: such
/// a player knows wins and losses only.
///
/// Laws ([`laws::rewards`](crate::laws::rewards)): no reward is further from 0
/// than `most_reward`; images under a symmetry, and positions with one
/// [key](crate::Tactics::key), have the same reward.
pub trait Reward: Deterministic {
    /// How good an unfinished position looks for the first side: above 0 good,
    /// below 0 bad. What is over is not asked for.
    fn reward(&self, position: &Self::Position) -> i32 {
        let _ = position;
        0
    }

    /// No reward is further from 0 than this.
    fn most_reward(&self) -> u32 {
        0
    }
}

/// Optional: lines that win when they are complete. Opens explanations that name and draw
/// threats, forks and blocks. Without it, explanations know only who could win at once.
///
/// Laws ([`laws::threats`](crate::laws::threats)), in unfinished positions:
///
/// - the missing cell of a threat is empty and one of its line, and all other cells of the line
///   have a token of the side;
/// - the side to move wins at once with exactly those moves that are shown on a missing cell of
///   an open threat of its own;
/// - a side has an open threat if and only if [`wins_next`](Game::wins_next) says so.
pub trait Threats: Scenic {
    /// The lines of `side` that lack one cell; none in a finished position.
    fn threats(&self, position: &Self::Position, side: Side) -> Vec<Threat>;
}

/// A line that lacks one cell. Cells are indices into the scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threat {
    /// The missing cell.
    pub missing: usize,
    /// Every cell of the line, the missing one included, in order.
    pub line: Vec<usize>,
    /// Whether the missing cell can be played now.
    pub is_open: bool,
}

/// Optional: how much each side has, such as the discs of a Reversi board. Opens scores
/// next to results, and play for the largest score. Without it a game is won, drawn or
/// lost and nothing more.
///
/// Law ([`laws::scores`](crate::laws::scores)): who has more in a finished position has
/// won, and equal scores are a draw.
pub trait Scored: Game {
    /// The final score of a finished position; of an unfinished one, the count so far.
    fn score(&self, position: &Self::Position) -> Score;
}

/// What each side has.
///
/// ```
/// use spar_rules::{Outcome, Score, Side};
///
/// let score = Score { first: 3, second: 11 };
/// assert_eq!(score.outcome(), Outcome::Win(Side::Second));
/// assert_eq!(score.to_string(), "3:11");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Of the first side.
    pub first: u32,
    /// Of the second side.
    pub second: u32,
}

impl Score {
    /// The result of a game that ends with this score.
    pub fn outcome(self) -> Outcome {
        match self.first.cmp(&self.second) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Win(Side::Second),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.first, self.second)
    }
}

/// Optional: each side walks by itself on the same squares towards the last one, by turns;
/// who stands there first wins, as in a race. Opens the solvers of `spar-solve`'s `mdp`.
///
/// A side chooses an action; how many steps it goes is then chance, and where these end
/// depends on its own square alone.
///
/// Laws ([`laws::separable`](crate::laws::separable)): the moves of a position in which a side
/// plays are the actions, in their order; what follows an action, by weight, is what `lands`
/// tells; `squares_of` undoes `facing`.
pub trait Separable: Stochastic {
    /// The number of squares; the last is the goal.
    fn squares(&self) -> u32;

    /// What a side may choose, on every square alike, in the order in which ties are
    /// broken.
    fn actions(&self) -> &[Action];

    /// Where a piece ends that stands on `square` and is to go `steps` steps.
    fn lands(&self, square: u32, steps: u32) -> u32;

    /// The position with the first and the second side on these squares and this side to
    /// move.
    fn facing(&self, squares: [u32; 2], turn: Side) -> Self::Position;

    /// The squares of the first and of the second side.
    fn squares_of(&self, position: &Self::Position) -> [u32; 2];

    /// Display names of a jump towards the goal, and one away from it.
    fn jumps_called(&self) -> [&'static str; 2] {
        ["a jump ahead", "a jump back"]
    }

    /// The action that was taken and waits for its roll, by its number.
    fn rolling(&self, position: &Self::Position) -> Option<usize>;
}

/// What a side may choose in a race: how many steps, with which weights.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// One letter that stands for it in policies and moves.
    pub letter: char,
    /// Its display name.
    pub name: String,
    /// The numbers of steps, rising, with their weights.
    pub steps: Vec<(u32, u32)>,
}

impl Action {
    /// The sum of the weights.
    pub fn total(&self) -> u32 {
        self.steps.iter().map(|(_, weight)| weight).sum()
    }
}
