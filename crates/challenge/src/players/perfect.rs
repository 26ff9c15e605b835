//! The perfect player, which makes only best moves.

use super::Known;
use crate::policy::{Habit, Kind, Player, Policy, Seen, Ties, Unknown, Weights};
use spar_rules::{Reward, Tactics, Value};

/// `perfect`: only best moves.
pub const KIND: Kind = Kind {
    name: "perfect",
    listed: "`perfect`",
    parameters: &[],
    about: "Takes only best moves: the fastest win, the slowest loss, or what wins most often against best play.",
    title: |_| "Perfect".to_owned(),
    phrase: |_| "perfect play".to_owned(),
    habit: |_| Some(Habit::Best),
    short: |_| None,
};

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    _: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Perfect(known.clone()))
}

/// The longest foresight for a guess, in rounds.
const FURTHEST: u32 = 6;

/// Plays only best moves, all with the same weight: the fastest wins, otherwise draws,
/// otherwise the slowest losses.
pub struct Perfect<'a, G: Tactics + Reward>(pub(super) Known<'a, G>);

impl<G: Tactics + Reward> Policy<G> for Perfect<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let best = self.0.valuer().best_moves(seen.game, seen.position)?;
        out.extend(best.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    /// A best move keeps a win.
    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        let valued = self.0.valuer().move_values(seen.game, seen.position)?;
        Ok(valued.iter().any(|it| it.1 > Value::Draw))
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        let sound = self.0.valuer().sound(seen.game, seen.position);
        self.0.guess(seen.position, &sound, FURTHEST, Ties::Fastest)
    }
}
