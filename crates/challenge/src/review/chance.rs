//! Choices and rolls of a game with chance, looked back at.

use super::{Better, Chanced, Reviewed};
use crate::cost::Cost;
use crate::judge::Verdict;
use crate::oracle::{Evaluation, MoveChances};
use crate::say::{Voices, capital, within};
use crate::session::{By, Ply};
use spar_rules::{Game, Notation, Side};
use spar_solve::Interval;

/// What is known around a move.
pub(super) struct Around<'a, P, M> {
    /// Of the position before it.
    pub(super) chances: &'a MoveChances<M>,
    /// Of the position after it.
    pub(super) next: &'a Evaluation<M>,
    /// The position after it.
    pub(super) after: &'a P,
    /// Whose eyes the curve has.
    pub(super) seen_by: Side,
}

impl<P, M: Clone + PartialEq> Around<'_, P, M> {
    /// A choice or a roll, looked back at.
    pub(super) fn reviewed<G: Notation<Position = P, Move = M>>(
        &self,
        game: &G,
        ply: &Ply<P, M>,
        voices: &Voices<'_>,
        named: &impl Fn(&P, M) -> String,
    ) -> Reviewed {
        let mv = game.write_move(&ply.before, ply.mv.clone());
        let MoveChances { here: had, best, .. } = self.chances;
        let after = seen(game, self.after, self.next, ply.side);
        let cost = Cost::of(self.chances, &ply.mv).filter(|_| ply.by != By::Chance);
        let name = |mv: M| named(&ply.before, mv);
        let best_name = best.clone().map(name).unwrap_or_default();
        let (verdict, sentence) = match (&cost, after) {
            (Some(cost), _) => {
                (cost.verdict(), cost.sentence(ply.side, &name(ply.mv.clone()), &best_name, voices))
            }
            (None, Some(has)) => (Verdict::Unknown, rolled(&mv, ply.side, *had, has, voices)),
            (None, None) => (Verdict::Unknown, format!("{} rolled {mv}.", voices.name(ply.side))),
        };
        let has = cost.map(|it| it.has).or(after);
        let value = seen(game, self.after, self.next, self.seen_by);
        let chance = has.zip(value).map(|(has, value)| {
            let cost = cost.filter(|it| it.verdict() != Verdict::Unknown);
            Chanced { had: *had, has, value, cost }
        });
        let better = cost.filter(|it| it.verdict().is_slip()).map(|cost| Better {
            line: best.iter().map(|mv| game.write_move(&ply.before, mv.clone())).collect(),
            sentence: format!("Better was {best_name}: it wins {}.", within(cost.had)),
            foresights: Vec::new(),
        });
        Reviewed {
            mv,
            side: ply.side,
            by: ply.by,
            before: game.write_position(&ply.before),
            had: None,
            has: None,
            value: None,
            verdict,
            sentence,
            better,
            trap: None,
            chance,
        }
    }
}

/// What a roll changed: `You rolled 7. You win 67 % now if both play their best; before the roll
/// it was 60 %.`
fn rolled(steps: &str, side: Side, had: Interval, has: Interval, voices: &Voices<'_>) -> String {
    let now =
        format!("{} {} now if both play their best", capital(&voices.wins(side)), within(has));
    format!(
        "{} rolled {steps}. {now}; before the roll it was {}.",
        voices.subject(side),
        within(had)
    )
}

/// The chance to win of this side, if it is known.
pub(super) fn seen<G: Game>(
    game: &G,
    position: &G::Position,
    known: &Evaluation<G::Move>,
    by: Side,
) -> Option<Interval> {
    let chance = known.chance()?;
    Some(if game.side(position) == by { chance } else { chance.opposite() })
}
