//! How hard a level of a race is: how often the players of a race come to the end without a
//! slip.

use super::{Counts, Course, FASTEST, LEAST, Meeting, NOVICE};
use crate::policy::Player;
use crate::policy::Unknown;
use crate::rating::LevelRating;
use crate::rating::scale::STATED;
use spar_rules::{Separable, Side};
use spar_solve::Budget;
use spar_solve::Interval;

/// The player of a race who stands on the scale where the player of this foresight does:
/// the random, the novice, the fastest and the perfect one. Where there is no novice, the
/// fastest stands in.
pub fn stated(number: usize, has_novice: bool) -> Player {
    match number {
        0 => Player::random(),
        1 if has_novice => Player::of_kind(&NOVICE),
        1 | 2 => Player::of_kind(&FASTEST),
        _ => Player::perfect(),
    }
}

/// Who solves the levels of a race against one opponent.
#[derive(Clone, Debug)]
pub struct Tries {
    meetings: Vec<Meeting>,
    /// Best play against the opponent.
    best: Meeting,
}

impl Tries {
    /// Finds out how often each of the stated players makes no slip.
    ///
    /// # Errors
    /// If a race has no such opponent, or the work was stopped.
    pub fn of<G: Separable>(
        game: &G,
        course: &Course,
        opponent: &Player,
        budget: &Budget,
    ) -> Result<Tries, Unknown> {
        let meeting = |number| {
            let learner = stated(number, course.has_novice());
            Meeting::of(game, course, (&learner, opponent), Counts::NoSlip, budget)
        };
        let meetings = (0..STATED.len()).map(meeting).collect::<Result<_, _>>()?;
        Ok(Tries { meetings, best: Meeting::best(game, course, opponent, budget)? })
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.meetings.iter().chain([&self.best]).map(Meeting::bytes).sum()
    }

    /// Whether who plays this side can win from here often enough for a level.
    pub fn can_win<G: Separable>(&self, game: &G, position: &G::Position, side: Side) -> bool {
        self.best.chance(game, position, side).low >= LEAST
    }

    /// Chances of a rating are certified within this.
    pub const WITHIN: f64 = 1e-6;

    /// How hard it is from here for who plays this side.
    ///
    /// # Errors
    /// If the chances are not known well enough.
    pub fn rating<G: Separable>(
        &self,
        game: &G,
        position: &G::Position,
        side: Side,
    ) -> Result<LevelRating, Unknown> {
        let mut solved = [Interval::exact(0.0); STATED.len()];
        for (chance, meeting) in solved.iter_mut().zip(&self.meetings) {
            *chance = meeting.chance(game, position, side);
            if chance.error() > Tries::WITHIN {
                return Err(Unknown);
            }
        }
        Ok(LevelRating::fitted(solved))
    }
}
