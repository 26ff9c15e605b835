//! The conditions of each rung of the ladder.

use spar_challenge::generate::{Span, Wanted};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use std::sync::LazyLock;

/// A rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The least and the greatest number of moves in which the learner can win.
    pub wins_in: (u32, u32),
    /// The least foresight for which it is easy; `None` for no such condition.
    pub easy_from: Option<u32>,
    /// Whether it must be hard for the learner.
    pub hard: bool,
    /// The learner, whose chance determines the hardness.
    pub learner: Player,
    /// The opponent.
    pub opponent: Player,
}

fn foresight(rounds: u32) -> Player {
    Player::foresight(rounds, Ties::Any)
}

/// All rungs, from the lowest to the highest.
pub static RUNGS: LazyLock<[Rung; 7]> = LazyLock::new(|| {
    [
        Rung {
            wins_in: (1, 1),
            easy_from: None,
            hard: false,
            learner: Player::random(),
            opponent: foresight(1),
        },
        Rung {
            wins_in: (2, 2),
            easy_from: Some(1),
            hard: false,
            learner: foresight(1),
            opponent: foresight(2),
        },
        Rung {
            wins_in: (2, 2),
            easy_from: Some(2),
            hard: false,
            learner: foresight(1),
            opponent: foresight(2),
        },
        Rung {
            wins_in: (3, 3),
            easy_from: Some(2),
            hard: false,
            learner: foresight(1),
            opponent: foresight(3),
        },
        Rung {
            wins_in: (3, 3),
            easy_from: Some(3),
            hard: false,
            learner: foresight(2),
            opponent: foresight(3),
        },
        Rung {
            wins_in: (4, u32::MAX),
            easy_from: Some(3),
            hard: false,
            learner: foresight(2),
            opponent: Player::perfect(),
        },
        Rung {
            wins_in: (4, u32::MAX),
            easy_from: None,
            hard: true,
            learner: foresight(3),
            opponent: Player::perfect(),
        },
    ]
});

impl Rung {
    /// The rung with this number, from 1.
    pub fn numbered(number: u32) -> Option<Rung> {
        RUNGS.get((number as usize).checked_sub(1)?).cloned()
    }

    /// The conditions for its levels.
    pub fn wanted(&self) -> Wanted {
        let (least, most) = self.wins_in;
        Wanted {
            of: Match {
                learner: self.learner.clone(),
                opponent: self.opponent.clone(),
                ties: Ties::Any,
                thresholds: Thresholds::default(),
            },
            side: None,
            wins_in: Some(Span { least, most }),
            hardness: if self.hard { vec![Hardness::Hard] } else { Vec::new() },
            easy_from: self.easy_from,
            chance: None,
            even: None,
            needs_choice: true,
        }
    }
}
