//! What is wanted of a level.

use crate::chance::{Chances, Fraction};
use crate::hardness::Hardness;
use crate::level::{Level, Match};
use spar_rules::{Side, Value};

/// From least to most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<T> {
    /// At least this.
    pub least: T,
    /// At most this.
    pub most: T,
}

impl<T: PartialOrd> Span<T> {
    /// Whether it lies inside.
    pub fn contains(&self, it: &T) -> bool {
        self.least <= *it && *it <= self.most
    }
}

/// Positions that are fair for two unequal players: the learner's expected score, a
/// draw counting one half, lies in this span.
pub type Even = Span<Fraction>;

/// What is wanted of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Who plays, and what they call hard.
    pub of: Match,
    /// The learner's side, if not any; the learner moves first.
    pub side: Option<Side>,
    /// The moves of the winner, if the learner must be winning.
    pub wins_in: Option<Span<u32>>,
    /// How hard it may be; empty if it does not matter.
    pub hardness: Vec<Hardness>,
    /// Easy from this foresight on, but not for one round less.
    pub easy_from: Option<u32>,
    /// The learner's chance to win.
    pub chance: Option<Span<Fraction>>,
    /// The learner's expected score.
    pub even: Option<Even>,
}

impl Wanted {
    /// Whether the value of an unfinished position fits.
    pub fn fits_value(&self, value: Value) -> bool {
        match (self.wins_in, value) {
            (None, _) => true,
            (Some(span), Value::Win(plies)) => span.contains(&plies.div_ceil(2)),
            (Some(_), _) => false,
        }
    }

    /// Whether the side to move fits.
    pub fn fits_side(&self, side: Side) -> bool {
        self.side.is_none_or(|wanted| wanted == side)
    }

    /// Whether the chances fit: yes, no, or left open by their bounds. A sample
    /// decides nothing.
    pub fn fits_chances(&self, chances: &Chances) -> Option<bool> {
        if let Chances::Sampled(_) = chances {
            return None;
        }
        if !self.hardness.is_empty()
            && !self.hardness.contains(&self.of.thresholds.of_chances(chances)?)
        {
            return Some(false);
        }
        let Chances::Exact(parts) = chances else {
            let plain = self.chance.is_none() && self.even.is_none();
            return plain.then_some(true);
        };
        if self.chance.is_some_and(|span| !span.contains(&parts.wins())) {
            return Some(false);
        }
        match self.even {
            None => Some(true),
            Some(span) => Some(span.contains(&parts.score()?)),
        }
    }

    /// Whether a level is one of those wanted.
    pub fn fits<P, M>(&self, level: &Level<P, M>) -> bool {
        level.value.is_some_and(|value| self.fits_value(value))
            && self.fits_side(level.side)
            && self.fits_chances(&level.chances) == Some(true)
            && self.easy_from.is_none_or(|rounds| {
                level.easy_from.as_ref().is_some_and(|it| it.contains(&rounds))
            })
    }
}
