//! The best response: the player that does best against a given one.

use super::{
    Kind, Known, LookAhead, Player, PlayerParameter, Policy, Roster, Seen, Undecided, Unknown,
    Weights,
};
use crate::response::{Among, outcome};
use spar_rules::{Reward, Side, Tactics};
use spar_solve::Silent;
use spar_solve::mdp::expected::{Expected, Outlook, respond_among};

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

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Respond::new(known, &rival(player), Among::All))
}

/// Takes the moves with the best expected result against a memoryless rival, all with the
/// same weight.
pub(super) struct Respond<'a, G: Tactics + Reward> {
    rival: Box<dyn Policy<G> + 'a>,
    /// What moves are worth; its budget's nodes limit the positions of each answer.
    known: Known<'a, G>,
    among: Among,
    /// What is known of the positions that play reaches, by the side that responds.
    found: [Option<Expected<G>>; 2],
}

impl<'a, G: Tactics + Reward> Respond<'a, G> {
    /// The best response to this player among these moves.
    pub(super) fn new(known: &Known<'a, G>, rival: &Player, among: Among) -> Respond<'a, G> {
        let policy = LookAhead::new(known.clone()).policy(rival);
        let rival = policy.unwrap_or_else(|| Box::new(Undecided));
        Respond { rival, known: known.clone(), among, found: [None, None] }
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
            let (rival, known, among) = (&mut self.rival, &self.known, self.among);
            let mut weights = |position: &G::Position, out: &mut Weights<G>| {
                rival.weights(&Seen::at(game, position), out)
            };
            let mut choices = |position: &G::Position| choices(known, game, position, among);
            let budget = known.budget();
            let answer =
                respond_among(game, position, side, &mut choices, &mut weights, budget, &Silent);
            *found = Some(answer.map_err(|_| Unknown)?);
        }
        found.as_ref().ok_or(Unknown)
    }
}

impl<G: Tactics + Reward> Policy<G> for Respond<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let (game, position) = (seen.game, seen.position);
        let side = game.side(position);
        let moves = choices(&self.known, game, position, self.among)?.into_iter();
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

/// The moves among which the best is taken.
fn choices<G: Tactics + Reward>(
    known: &Known<'_, G>,
    game: &G,
    position: &G::Position,
    among: Among,
) -> Result<Vec<G::Move>, Unknown> {
    if among == Among::All {
        return Ok(game.legal(position));
    }
    let valued = known.valuer().move_values(game, position)?;
    let best = valued.iter().map(|it| outcome(it.1)).max();
    Ok(valued.into_iter().filter(|it| Some(outcome(it.1)) == best).map(|it| it.0).collect())
}
