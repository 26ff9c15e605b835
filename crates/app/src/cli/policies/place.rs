//! From where a race is asked about: both squares, our side, and who moves.

use crate::fault::Fault;
use crate::registry::AnyPosition;
use spar_rules::{Side, Turn};
use spar_solve::Interval;
use spar_solve::mdp::track::pairs::{BothBest, Chances};

/// Where we and the other stand.
pub(in crate::cli) struct Place {
    /// The position as text.
    pub(super) text: String,
    /// Our side.
    pub(super) side: Side,
    /// Our square.
    pub(in crate::cli) ours: usize,
    /// The other's.
    pub(in crate::cli) theirs: usize,
    /// Whether the next move is ours.
    pub(super) we_move: bool,
}

impl Place {
    /// The place of a position for one side.
    pub(in crate::cli) fn of(position: &dyn AnyPosition, side: Side) -> Place {
        let squares = position.squares().unwrap_or_default();
        let [first, second] = squares.map(|it| it as usize);
        let (ours, theirs) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        Place { text: position.text(), side, ours, theirs, we_move: side == position.side() }
    }

    /// The same for whoever is to move, unless `seat` says another.
    ///
    /// # Errors
    /// If nobody is to move.
    pub(super) fn asked(position: &dyn AnyPosition, side: Option<Side>) -> Result<Place, Fault> {
        let text = position.text();
        match position.turn() {
            Turn::Play(mover) => Ok(Place::of(position, side.unwrap_or(mover))),
            Turn::Roll => {
                let what = format!("`{text}` waits for its roll");
                Err(Fault::with_hint(what, "name the position before it or after it"))
            }
            Turn::Over(_) => Err(Fault::new(format!("`{text}` is over"))),
        }
    }

    /// Our chance here.
    pub(in crate::cli) fn chance(&self, chances: &Chances) -> Interval {
        if self.we_move {
            chances.at(self.ours, self.theirs)
        } else {
            chances.second(self.ours, self.theirs)
        }
    }

    /// The same with both at their best.
    pub(super) fn chance_of_both(&self, both: &BothBest) -> Interval {
        if self.we_move {
            both.chance(self.ours, self.theirs)
        } else {
            both.chance(self.theirs, self.ours).opposite()
        }
    }
}
