//! From where a question is asked: both squares, our side, and who moves.

use spar_rules::{Separable, Side};
use spar_solve::Interval;
use spar_solve::mdp::track::pairs::{BothBest, Chances};

/// Where we and the other stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Our side.
    pub side: Side,
    /// Our square.
    pub ours: usize,
    /// The other's.
    pub theirs: usize,
    /// Whether the next move is ours.
    pub we_move: bool,
}

impl Place {
    /// The place of a position for one side.
    pub fn of<G: Separable>(game: &G, position: &G::Position, side: Side) -> Place {
        let [first, second] = game.squares_of(position).map(|it| it as usize);
        let (ours, theirs) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        Place { side, ours, theirs, we_move: side == game.side(position) }
    }

    /// Our chance here.
    pub fn chance(&self, chances: &Chances) -> Interval {
        if self.we_move {
            chances.at(self.ours, self.theirs)
        } else {
            chances.second(self.ours, self.theirs)
        }
    }

    /// The same with both at their best.
    pub fn chance_of_both(&self, both: &BothBest) -> Interval {
        if self.we_move {
            both.chance(self.ours, self.theirs)
        } else {
            both.chance(self.theirs, self.ours).opposite()
        }
    }
}
