//! Two players that choose by squares, on every pair of squares.

use super::{Place, QuitRule, Walker};
use crate::chance::Chances;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::{self, Payoff, Setting, follow};
use spar_solve::{Context, Interval, SolveError};

/// How often the first of two players wins and loses, and how often the second gives up.
pub struct Followed {
    win: pairs::Chances,
    loss: pairs::Chances,
    quit: Option<pairs::Chances>,
}

/// Bounds are about this wide,
const PRECISION: f64 = 1e-9;

/// and at most this wide where they are told.
const WIDEST: f64 = 1e-6;

impl Followed {
    /// Lets two players meet; the second gives up by a rule.
    ///
    /// # Errors
    /// If the work was stopped or needs too much memory.
    pub fn between(
        track: &Track,
        [one, other]: [&Walker; 2],
        quits: &QuitRule,
        context: &Context,
    ) -> Result<Followed, SolveError> {
        let needed = (track.n() as u128).pow(2);
        let allowed = context.budget.memory;
        let one = one.on_pairs(track, &context.budget);
        let one = one.ok_or(SolveError::TooLarge { needed, allowed })?;
        quits.with(|quits| {
            let ends = |payoff| {
                let setting = Setting { rival: other.rival(), quits, payoff };
                follow(track, &one, &setting, PRECISION, &context.budget, &*context.progress)
            };
            let quit = match quits {
                pairs::Quits::Never => None,
                _ => Some(ends(Payoff::QUIT)?),
            };
            Ok(Followed { win: ends(Payoff::WIN)?, loss: ends(Payoff::LOSS)?, quit })
        })
    }

    /// The chances of the first player at this place; what is left is a draw. None if they
    /// are not sure enough to be told. A game may go on for ever; then nobody has won it, as
    /// in a draw.
    pub fn chances(&self, place: &Place) -> Option<Chances> {
        let (win, loss) = (place.chance(&self.win), place.chance(&self.loss));
        let quit = self.quits(place);
        let widest = win.error().max(loss.error()).max(quit.error());
        let over = Interval { low: loss.low + quit.low, high: loss.high + quit.high };
        let draw = Interval::rest(win, over);
        (widest < WIDEST).then_some(Chances::Bounded { win, draw, loss })
    }

    /// How often the second player gives up.
    pub fn quits(&self, place: &Place) -> Interval {
        self.quit.as_ref().map_or(Interval::exact(0.0), |quit| place.chance(quit))
    }
}
