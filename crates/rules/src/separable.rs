//! Games in which each side walks by itself on the same squares.

use crate::{Side, Stochastic};

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
    /// How many squares there are; the last is the goal.
    fn squares(&self) -> u32;

    /// What a side may choose, on every square alike, in the order in which ties are
    /// broken.
    fn actions(&self) -> &[Action];

    /// Where a piece ends that stands on `square` and is to go so many steps.
    fn lands(&self, square: u32, steps: u32) -> u32;

    /// The position with the first and the second side on these squares and this side to
    /// move.
    fn facing(&self, squares: [u32; 2], turn: Side) -> Self::Position;

    /// The squares of the first and of the second side.
    fn squares_of(&self, position: &Self::Position) -> [u32; 2];

    /// What people call a jump towards the goal, and one away from it.
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
    /// How people call it.
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
