//! The best response: the player with the best results against a given player.

use super::{Known, LookAhead, Undecided};
use crate::policy::{Kind, Player, PlayerParameter, Policy, Roster, Seen, Unknown, Weights};
use crate::response::{Among, FoundResponses, Question, find, keeping};
use spar_rules::{Reward, Side, Tactics};
use spar_solve::Silent;

/// `respond:against=2`: the best response to this player.
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

/// The parameter for the rival. The rival must not be a best response itself.
pub(super) const AGAINST: PlayerParameter = PlayerParameter {
    name: "against",
    takes: "a player, not `respond` or `trap`",
    default: "",
    read: |text| {
        let player: Player = text.parse().ok()?;
        player.setting(AGAINST.name).is_empty().then(|| player.to_string())
    },
};

/// The rival of this player.
pub(super) fn rival(player: &Player) -> Player {
    player.setting(AGAINST.name).parse().unwrap_or_else(|_| Player::random())
}

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Respond::new(known, rival(player), Among::All))
}

/// Takes the moves with the best expected result against a memoryless rival, all with the
/// same weight.
pub(super) struct Respond<'a, G: Tactics + Reward> {
    rival: Player,
    policy: Box<dyn Policy<G> + 'a>,
    /// The values of moves. Its budget's node limit applies to the positions of each response.
    known: Known<'a, G>,
    among: Among,
    /// For each responding side, the results for the positions that play reaches.
    found: [Option<FoundResponses<G>>; 2],
    /// The number of positions examined by all responses so far.
    nodes: u64,
}

impl<'a, G: Tactics + Reward> Respond<'a, G> {
    /// The best response to this player among these moves.
    pub(super) fn new(known: &Known<'a, G>, rival: Player, among: Among) -> Respond<'a, G> {
        let policy = LookAhead::new(known.clone()).policy(&rival);
        let policy = policy.unwrap_or_else(|| Box::new(Undecided));
        Respond { rival, policy, known: known.clone(), among, found: [None, None], nodes: 0 }
    }

    /// The expected chances of `side` from this position and from all positions that play
    /// reaches.
    fn found(
        &mut self,
        game: &G,
        position: &G::Position,
        side: Side,
    ) -> Result<&FoundResponses<G>, Unknown> {
        let found = &mut self.found[side as usize];
        if found.as_ref().is_none_or(|it| !it.holds(game, position, side)) {
            if !self.policy.is_memoryless() {
                return Err(Unknown);
            }
            let (policy, known, among) = (&mut self.policy, &self.known, self.among);
            let mut weights = |position: &G::Position, out: &mut Weights<G>| {
                policy.weights(&Seen::at(game, position), out)
            };
            // Each search for a value is limited by the budget, and so are all searches
            // together.
            let most = known.valuer().nodes().saturating_add(known.budget().nodes);
            let mut choices = |position: &G::Position| {
                let is_spent = known.valuer().nodes() > most;
                if is_spent { Err(Unknown) } else { choices(known, game, position, among) }
            };
            let mut sweep = || known.sweep(&Question { rival: self.rival.clone(), side, among });
            let asked = (&mut choices as _, &mut weights as _);
            let limits = (known.budget(), &Silent as _);
            let answer = find(game, position, side, asked, &mut sweep, limits);
            let answer = answer.map_err(|_| Unknown)?;
            self.nodes += answer.nodes();
            *found = Some(answer);
        }
        found.as_ref().ok_or(Unknown)
    }
}

impl<G: Tactics + Reward> Policy<G> for Respond<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let (game, position) = (seen.game, seen.position);
        let side = game.side(position);
        let (known, among) = (self.known.clone(), self.among);
        let choices = || choices(&known, game, position, among);
        let best = self.found(game, position, side)?.best(game, position, side, choices)?;
        out.extend(best.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.policy.nodes() + self.nodes
    }
}

/// The moves that the best response chooses from.
fn choices<G: Tactics + Reward>(
    known: &Known<'_, G>,
    game: &G,
    position: &G::Position,
    among: Among,
) -> Result<Vec<G::Move>, Unknown> {
    match among {
        Among::All => Ok(game.legal(position)),
        Among::Keeping => known.valuer().move_values(game, position).map(keeping),
    }
}
