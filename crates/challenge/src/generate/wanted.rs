//! The conditions on a level: the parameters of a search for levels.

use crate::chance::{Chances, Fraction};
use crate::hardness::Hardness;
use crate::level::{Level, Match};
use crate::policy::{Habit, Player};
use spar_rules::{Side, Value};

/// A range from least to most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<T> {
    /// The lower end.
    pub least: T,
    /// The upper end.
    pub most: T,
}

impl<T: PartialOrd> Span<T> {
    /// Returns whether `it` is in the range.
    pub fn contains(&self, it: &T) -> bool {
        self.least <= *it && *it <= self.most
    }
}

/// The condition that a position is fair for two unequal players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Even {
    /// The range of the learner's expected score; a draw counts one half.
    pub score: Span<Fraction>,
    /// The least chance to win of each side, so that positions that are nearly always drawn do
    /// not count as fair.
    pub least_wins: Fraction,
}

impl Even {
    /// The default of `least_wins`: one game in ten.
    ///
    /// # Panics
    /// Never.
    pub fn usual_wins() -> Fraction {
        Fraction::new(1, 10).expect("invariant: 10 is not 0")
    }
}

/// The conditions on a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The players, and the thresholds of hardness.
    pub of: Match,
    /// The learner's side; `None` for either. The learner moves first.
    pub side: Option<Side>,
    /// The range of the winner's moves, if the learner must have a forced win.
    pub wins_in: Option<Span<u32>>,
    /// The accepted kinds of hardness; empty for all.
    pub hardness: Vec<Hardness>,
    /// The least foresight for which the level is easy.
    pub easy_from: Option<u32>,
    /// The range of the learner's chance to win.
    pub chance: Option<Span<Fraction>>,
    /// The condition of fairness.
    pub even: Option<Even>,
    /// Whether some move must be worse than another one. Otherwise there would be levels in
    /// which every move wins.
    pub needs_choice: bool,
}

/// Why no such level can exist: this player always wins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The player that never misses such a win.
    pub player: Player,
    /// The maximum number of moves of the requested wins.
    pub wins_in: u32,
}

impl Wanted {
    /// Returns why no position of any game satisfies these conditions, if the conditions alone
    /// show it.
    ///
    /// A player of foresight k sees every win in up to k moves, since its search covers 2k
    /// plies. With either rule for ties, it only makes moves after which it still sees a win,
    /// whatever the opponent answers. As games end, it always wins.
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
        // Being easy from this foresight on means not being easy for one round less.
        let shorter = Player::foresight(self.easy_from?.checked_sub(1)?, self.of.ties);
        sees_all(&shorter).then(|| never_misses(shorter))
    }

    /// Returns whether the value of an unfinished position matches.
    pub fn fits_value(&self, value: Value) -> bool {
        match (self.wins_in, value) {
            (None, _) => true,
            (Some(span), Value::Win(plies)) => span.contains(&plies.div_ceil(2)),
            (Some(_), _) => false,
        }
    }

    /// Returns whether the side to move matches.
    pub fn fits_side(&self, side: Side) -> bool {
        self.side.is_none_or(|wanted| wanted == side)
    }

    /// Returns whether the chances match; `None` if their bounds leave it open. A sample never
    /// decides it.
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

    /// Returns whether a level satisfies the conditions.
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
