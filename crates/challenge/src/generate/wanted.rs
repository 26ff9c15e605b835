//! What a level must fulfil: the parameters of a search for levels.

use crate::chance::{Chances, Fraction};
use crate::hardness::Hardness;
use crate::level::{Level, Match};
use crate::policy::{Habit, Player};
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

/// Positions that are fair for two unequal players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Even {
    /// The learner's expected score, a draw counting one half, lies in this span.
    pub score: Span<Fraction>,
    /// Each side wins at least this often, so that a dead draw is not called fair.
    pub least_wins: Fraction,
}

impl Even {
    /// Each side wins at least this often by default: one game in ten.
    ///
    /// # Panics
    /// Never.
    pub fn usual_wins() -> Fraction {
        Fraction::new(1, 10).expect("invariant: 10 is not 0")
    }
}

/// What is wanted of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The players, and the thresholds of hardness.
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
    /// The learner's expected score, and how often each side wins.
    pub even: Option<Even>,
    /// Whether some move must be worse than another: a level in which every move wins asks
    /// for nothing.
    pub needs_choice: bool,
}

/// Why there can be no such level: this player wins all of them for sure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The player that never misses such a win.
    pub player: Player,
    /// The wins that were requested take at most this many moves.
    pub wins_in: u32,
}

impl Wanted {
    /// Why no position of any game is such a level, where that can be told from the wish
    /// alone.
    ///
    /// A player of foresight k sees every win in up to k moves, since 2k plies are in sight.
    /// It only makes moves after which it still sees a win, whatever the other side answers,
    /// by either rule for ties. Games end, so it wins for sure.
    pub fn impossible(&self) -> Option<Impossible> {
        let most = self.wins_in?.most;
        let sees_all = |player: &Player| match player.habit() {
            Some(Habit::Best) => true,
            Some(Habit::Foresight(rounds, _)) => most <= rounds,
            Some(Habit::Any) | None => false,
        };
        let one = Fraction::ONE;
        let refuses_sure_wins = (!self.hardness.is_empty()
            && !self.hardness.contains(&Hardness::Easy))
            || self.chance.is_some_and(|span| !span.contains(&one))
            || self.even.is_some_and(|even| !even.score.contains(&one));
        let never_misses = |player: Player| Impossible { player, wins_in: most };
        if refuses_sure_wins && sees_all(&self.of.learner) {
            return Some(never_misses(self.of.learner.clone()));
        }
        // Easy from so much foresight on means: not easy with one round less.
        let shorter = Player::foresight(self.easy_from?.checked_sub(1)?, self.of.ties);
        sees_all(&shorter).then(|| never_misses(shorter))
    }

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
            Some(Even { score, least_wins }) => Some(
                parts.wins().min(parts.losses()) >= least_wins && score.contains(&parts.score()?),
            ),
        }
    }

    /// Whether a level is one of those wanted.
    pub fn fits<P, M>(&self, level: &Level<P, M>) -> bool {
        level.value.is_some_and(|value| self.fits_value(value))
            && self.fits_side(level.side)
            && (!self.needs_choice || level.can_go_wrong())
            && self.fits_chances(&level.chances) == Some(true)
            && self.easy_from.is_none_or(|rounds| {
                level.easy_from.as_ref().is_some_and(|it| it.contains(&rounds))
            })
    }
}
