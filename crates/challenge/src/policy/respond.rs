//! The best response: the player that does best against a given one.

use super::{
    Kind, Known, LookAhead, Player, PlayerParameter, Policy, Roster, Seen, Undecided, Unknown,
    Weights,
};
use spar_rules::{Reward, Side, Stochastic, Tactics};
use spar_solve::mdp::expected::{Expected, respond};
use spar_solve::{Budget, Silent};

/// `respond:against=2`: what beats this player most.
pub const KIND: Kind = Kind {
    name: "respond",
    listed: "`respond:against=…`",
    parameters: &[AGAINST],
    about: "Takes the moves with the best expected result against a given player.",
    title: |player| format!("Best against {}", rival(player).title()),
    phrase: |player| format!("the best response to {}", rival(player).phrase()),
    habit: |_| None,
    short: |_| None,
};

/// The player that is to be beaten. It may not be an answer to another player itself.
pub(super) const AGAINST: PlayerParameter = PlayerParameter {
    name: "against",
    takes: "a player, such as `2`",
    default: "",
    read: |text| {
        let player: Player = text.parse().ok()?;
        player.setting(AGAINST.name).is_empty().then(|| player.to_string())
    },
};

/// The player against which this one is made.
pub(super) fn rival(player: &Player) -> Player {
    player.setting(AGAINST.name).parse().unwrap_or_else(|_| Player::random())
}

/// The policy of that player; one that knows nothing if there is no such player.
pub(super) fn rival_policy<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    let rival = LookAhead::new(known.clone()).policy(&rival(player));
    rival.unwrap_or_else(|| Box::new(Undecided))
}

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Respond::new(rival_policy(known, player), known.budget().clone()))
}

/// Takes the moves with the best expected result against a memoryless rival, all with the
/// same weight.
pub struct Respond<'a, G: Stochastic> {
    rival: Box<dyn Policy<G> + 'a>,
    /// Its nodes limit the positions of each answer.
    budget: Budget,
    /// What is known of the positions that play reaches, by the side that responds.
    found: [Option<Expected<G>>; 2],
}

impl<'a, G: Stochastic> Respond<'a, G> {
    /// The best response to this policy.
    pub fn new(rival: Box<dyn Policy<G> + 'a>, budget: Budget) -> Respond<'a, G> {
        Respond { rival, budget, found: [None, None] }
    }

    /// What `side` can expect from this position on and from all that play reaches.
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
            let rival = &mut self.rival;
            let mut weights = |position: &G::Position, out: &mut Weights<G>| {
                rival.weights(&Seen::at(game, position), out)
            };
            let answer = respond(game, position, side, &mut weights, &self.budget, &Silent);
            *found = Some(answer.map_err(|_| Unknown)?);
        }
        found.as_ref().ok_or(Unknown)
    }
}

impl<G: Stochastic> Policy<G> for Respond<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let (game, position) = (seen.game, seen.position);
        let best = self.expected(game, position, game.side(position))?.best(game, position);
        out.extend(best.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    fn nodes(&self) -> u64 {
        let known = self.found.iter().flatten();
        self.rival.nodes() + known.map(|it| it.entries().len() as u64).sum::<u64>()
    }
}
