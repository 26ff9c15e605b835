//! The player that sets traps: it never gives anything away, and hopes for the mistakes of a
//! given player.

use super::respond::{AGAINST, rival, rival_policy};
use super::{Kind, Known, Player, Policy, Seen, Unknown, Weights};
use crate::response::outcome;
use spar_rules::{Reward, Side, Tactics};
use spar_solve::Silent;
use spar_solve::mdp::expected::{Expected, Outlook, respond_among};

/// `trap:against=2`: the best result among the moves that keep the value.
pub const KIND: Kind = Kind {
    name: "trap",
    listed: "`trap:against=…`",
    parameters: &[AGAINST],
    about: "Keeps the win or the draw, and of such moves takes those with the best expected \
            result against a given player.",
    title: |player| format!("Trap for {}", rival(player).title()),
    phrase: |player| format!("the trap for {}", rival(player).phrase()),
    habit: |_| None,
    short: |_| None,
};

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    let (rival, known) = (rival_policy(known, player), known.clone());
    Box::new(Trap { rival, known, found: [None, None] })
}

/// Takes, of the moves that keep the outcome under perfect play, those with the best expected
/// result against a memoryless rival.
struct Trap<'a, G: Tactics + Reward> {
    rival: Box<dyn Policy<G> + 'a>,
    known: Known<'a, G>,
    found: [Option<Expected<G>>; 2],
}

impl<G: Tactics + Reward> Trap<'_, G> {
    fn expected(
        &mut self,
        game: &G,
        position: &G::Position,
        side: Side,
    ) -> Result<&Expected<G>, Unknown> {
        let found = &mut self.found[side as usize];
        if found.as_ref().is_none_or(|it| it.outlook(position, side).is_none()) {
            if !self.rival.is_memoryless() {
                return Err(Unknown);
            }
            let (rival, known) = (&mut self.rival, &self.known);
            let mut weights = |position: &G::Position, out: &mut Weights<G>| {
                rival.weights(&Seen::at(game, position), out)
            };
            let mut choices = |position: &G::Position| keeping(known, game, position);
            let budget = known.budget();
            let answer =
                respond_among(game, position, side, &mut choices, &mut weights, budget, &Silent);
            *found = Some(answer.map_err(|_| Unknown)?);
        }
        found.as_ref().ok_or(Unknown)
    }
}

impl<G: Tactics + Reward> Policy<G> for Trap<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let (game, position) = (seen.game, seen.position);
        let side = game.side(position);
        let moves = keeping(&self.known, game, position)?.into_iter();
        let expected = self.expected(game, position, side)?;
        let after = |mv: G::Move| {
            let outlook = expected.outlook(&game.after(position, mv), side).ok_or(Unknown)?;
            Ok((mv, outlook))
        };
        let moves: Vec<(G::Move, Outlook)> = moves.map(after).collect::<Result<_, _>>()?;
        out.extend(Expected::<G>::best_of(moves).into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    fn nodes(&self) -> u64 {
        let known = self.found.iter().flatten();
        self.rival.nodes() + known.map(|it| it.entries().len() as u64).sum::<u64>()
    }
}

/// The moves after which the outcome under perfect play is what it was.
fn keeping<G: Tactics + Reward>(
    known: &Known<'_, G>,
    game: &G,
    position: &G::Position,
) -> Result<Vec<G::Move>, Unknown> {
    let valued = known.valuer().move_values(game, position)?;
    let best = valued.iter().map(|it| outcome(it.1)).max();
    Ok(valued.into_iter().filter(|it| Some(outcome(it.1)) == best).map(|it| it.0).collect())
}
