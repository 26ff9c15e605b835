//! When a try at a level is decided, and how.

use super::{Event, Session};
use spar_rules::Game;

/// How a try at a level was decided. It is final: nothing that happens later changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were asked for before it was decided.
    pub helped: bool,
}

impl<G: Game> Session<G> {
    /// How the try was decided: at the first slip, or else at the end of the level. `None`
    /// without a goal and while it is open.
    pub fn decided(&self) -> Option<Decided> {
        self.plan.goal?;
        let slip = self.log.iter().position(|it| matches!(it, Event::Slip(_) | Event::Missed));
        let solved = if slip.is_some() { false } else { self.reached()? };
        let before = &self.log[..slip.unwrap_or(self.log.len())];
        let helped = before.iter().any(|it| matches!(it, Event::Hint(_) | Event::Values));
        Some(Decided { solved, helped })
    }
}
