//! Best responses: the best moves against a given player, and their chances.

mod reached;
mod whole;

pub use reached::{MissedTrap, Responses, earliest};
pub use whole::{Question, Sweeps, WholeResponses};

use crate::policy::{Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Side, Stochastic, Turn, Value};
use spar_solve::mdp::expected::{
    Bounds, Choices, Expected, Failure, Outlook, Weights as WeightsOf, respond_among,
};
use spar_solve::{Budget, Interval, Progress, SolveError};
use std::sync::Arc;

/// The best response to a player from one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Response<M = String> {
    /// The side that responds.
    pub side: Side,
    /// The expected chances of that side.
    pub outlook: Outlook,
    /// If the side is to move: every considered move with the chances after it.
    pub moves: Vec<(M, Outlook)>,
    /// The moves with the best expected result.
    pub best: Vec<M>,
    /// The mistake that the best move invites, if the player may make one with its next move.
    pub mistake: Option<Mistake<M>>,
}

impl<M> Response<M> {
    /// A response without results.
    pub fn unknown(side: Side) -> Response<M> {
        let any = Interval { low: 0.0, high: 1.0 };
        let outlook = Outlook::Bounded(Bounds { win: any, draw: any, loss: any, result: any });
        Response { side, outlook, moves: Vec::new(), best: Vec::new(), mistake: None }
    }
}

/// A reply that gives something away, with its probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<M> {
    /// The first best move, which invites it.
    pub after: M,
    /// The reply.
    pub reply: M,
    /// The weight of the reply.
    pub weight: u32,
    /// The total weight of all replies that give something away, this one included.
    pub erring: u32,
    /// The total weight of all replies.
    pub whole: u32,
}

/// Which moves are considered for the best response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// All moves.
    All,
    /// The moves that keep the win or the draw, at any distance.
    Keeping,
}

/// Why there is no best response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoResponse {
    /// The player's moves depend on more than the position.
    #[error(
        "this player's moves depend on more than the position, so there is no best response to it"
    )]
    Remembers,
    /// The player cannot compute its move.
    #[error("what this player does cannot be found out within the budget")]
    Player,
    /// The positions exceed the budget, or the work was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Failure<Unknown>> for NoResponse {
    fn from(failure: Failure<Unknown>) -> NoResponse {
        match failure {
            Failure::Solve(error) => NoResponse::Solve(error),
            Failure::Player(Unknown) | Failure::Weightless => NoResponse::Player,
        }
    }
}

/// Returns every move of a position with its value under perfect play, if known.
pub type ValuesOf<'v, G> =
    &'v mut dyn FnMut(&<G as Game>::Position) -> Vec<(<G as Game>::Move, Option<Value>)>;

/// Sweeps over the whole game, if possible. Used when there are too many positions to solve one
/// by one.
pub type SweepOf<'s, G> = &'s mut dyn FnMut() -> Option<Arc<WholeResponses<G>>>;

/// The best response of a side to a player from this position on, among these moves. `values`
/// returns the values of moves under perfect play, if known.
///
/// # Errors
/// If the player's moves depend on the history or cannot be computed, or if the budget is
/// exceeded.
pub fn respond<G: Stochastic>(
    game: &G,
    position: &G::Position,
    (side, among): (Side, Among),
    rival: &mut dyn Policy<G>,
    values: ValuesOf<'_, G>,
    sweep: SweepOf<'_, G>,
    limits: (&Budget, &dyn Progress),
) -> Result<Response<G::Move>, NoResponse> {
    if !rival.is_memoryless() {
        return Err(NoResponse::Remembers);
    }
    let mut weights = |position: &G::Position, out: &mut Weights<G>| {
        rival.weights(&Seen::at(game, position), out)
    };
    let mut choices = |position: &G::Position| match among {
        Among::All => Ok(game.legal(position)),
        Among::Keeping => {
            let valued = values(position).into_iter().map(|(mv, value)| Some((mv, value?)));
            valued.collect::<Option<_>>().map(keeping).ok_or(Unknown)
        }
    };
    let found = find(game, position, side, (&mut choices, &mut weights), sweep, limits)?;
    let expects = |position: &G::Position| found.outlook(game, position, side);
    let outlook = expects(position).ok_or(NoResponse::Player)?;
    let (mut moves, mut best) = (Vec::new(), Vec::new());
    if game.turn(position) == Turn::Play(side) {
        let after = |mv: G::Move| Some((mv.clone(), expects(&game.after(position, mv))?));
        let allowed = match &found {
            FoundResponses::Reached(_) => choices(position).ok(),
            FoundResponses::Whole(whole) => whole.choices(game, position),
        };
        moves = allowed.ok_or(NoResponse::Player)?.into_iter().filter_map(after).collect();
        best = Expected::<G>::best_of(moves.clone());
    }
    let mistake = best.first().and_then(|mv| {
        let next = game.after(position, mv.clone());
        let Turn::Play(mover) = game.turn(&next) else { return None };
        let mut replies = Vec::new();
        weights(&next, &mut replies).ok().filter(|()| mover != side)?;
        let valued = values(&next);
        let best = valued.iter().filter_map(|it| it.1).max().map(outcome)?;
        let loses = |reply: &G::Move| {
            let value = valued.iter().find(|it| it.0 == *reply).and_then(|it| it.1);
            value.is_some_and(|value| outcome(value) < best)
        };
        let whole = replies.iter().map(|it| it.1).sum();
        replies.retain(|it| loses(&it.0));
        let erring = replies.iter().map(|it| it.1).sum();
        // The first of the most frequent replies.
        let (reply, weight) = replies.into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        Some(Mistake { after: mv.clone(), reply, weight, erring, whole })
    });
    Ok(Response { side, outlook, moves, best, mistake })
}

/// The number of positions solved one by one before the whole game is swept.
const FEW: u64 = 100_000;

/// Finds the best responses from the positions that play reaches: one by one if there are few,
/// by a sweep over the whole game if possible, otherwise one by one as far as the budget
/// allows.
pub(crate) fn find<G: Stochastic>(
    game: &G,
    position: &G::Position,
    side: Side,
    (choices, weights): (Choices<'_, G, Unknown>, WeightsOf<'_, G, Unknown>),
    sweep: SweepOf<'_, G>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<FoundResponses<G>, Failure<Unknown>> {
    let mut reached = |nodes: u64| {
        let budget = budget.clone().with_nodes(nodes);
        respond_among(game, position, side, choices, weights, &budget, progress)
    };
    let few = FEW.min(budget.nodes);
    let error = match reached(few) {
        // In games with cycles, the node limit also limits the precision of the bounds.
        Ok(found) if few < budget.nodes && !found.entries().all(|it| is_near(&it.1)) => {
            return reached(budget.nodes).map(FoundResponses::Reached);
        }
        Ok(found) => return Ok(FoundResponses::Reached(found)),
        Err(error) => error,
    };
    if budget.is_stopped() {
        return Err(error);
    }
    if let Some(whole) = sweep().filter(|it| it.holds(game, position)) {
        return Ok(FoundResponses::Whole(whole));
    }
    match error {
        Failure::Solve(_) if few < budget.nodes => {
            reached(budget.nodes).map(FoundResponses::Reached)
        }
        error => Err(error),
    }
}

/// Wider bounds of a result do not show which move is best.
const NEAR: f64 = 1e-6;

fn is_near(outlook: &Outlook) -> bool {
    outlook.result().width() <= NEAR
}

/// The best moves by the expected result after each; `None` if wide bounds leave it open.
pub(crate) fn surely_best<G: Stochastic>(moves: &[(G::Move, Outlook)]) -> Option<Vec<G::Move>> {
    let best = Expected::<G>::best_of(moves.to_vec());
    let mut kept = moves.iter().filter(|it| best.contains(&it.0));
    (best.len() == 1 || kept.all(|it| is_near(&it.1))).then_some(best)
}

/// Best responses from the reached positions or from all positions.
pub(crate) enum FoundResponses<G: Stochastic> {
    /// From the positions that play reaches from one position.
    Reached(Expected<G>),
    /// From every position of the game.
    Whole(Arc<WholeResponses<G>>),
}

impl<G: Stochastic> FoundResponses<G> {
    /// The expected chances of the responding side; `None` if play does not reach the position.
    pub(crate) fn outlook(&self, game: &G, position: &G::Position, side: Side) -> Option<Outlook> {
        match self {
            FoundResponses::Reached(found) => found.outlook(position, side),
            FoundResponses::Whole(whole) => whole.outlook(game, position),
        }
    }

    /// Returns whether it has results for a position.
    pub(crate) fn holds(&self, game: &G, position: &G::Position, side: Side) -> bool {
        match self {
            FoundResponses::Reached(found) => found.outlook(position, side).is_some(),
            FoundResponses::Whole(whole) => whole.holds(game, position),
        }
    }

    /// The best moves of the responding side; `choices` returns the moves to consider. Unknown
    /// if wide bounds leave it open.
    pub(crate) fn best(
        &self,
        game: &G,
        position: &G::Position,
        side: Side,
        choices: impl FnOnce() -> Result<Vec<G::Move>, Unknown>,
    ) -> Result<Vec<G::Move>, Unknown> {
        let found = match self {
            FoundResponses::Whole(whole) => return whole.best(game, position).ok_or(Unknown),
            FoundResponses::Reached(found) => found,
        };
        let after =
            |mv: G::Move| Some((mv.clone(), found.outlook(&game.after(position, mv), side)?));
        let moves: Option<Vec<(G::Move, Outlook)>> = choices()?.into_iter().map(after).collect();
        moves.and_then(|it| surely_best::<G>(&it)).ok_or(Unknown)
    }

    /// The number of examined positions.
    pub(crate) fn nodes(&self) -> u64 {
        match self {
            FoundResponses::Reached(found) => found.entries().len() as u64,
            FoundResponses::Whole(whole) => whole.len(),
        }
    }
}

/// The moves that keep the best outcome.
pub(crate) fn keeping<M>(valued: Vec<(M, Value)>) -> Vec<M> {
    let best = valued.iter().map(|it| outcome(it.1)).max();
    valued.into_iter().filter(|it| Some(outcome(it.1)) == best).map(|it| it.0).collect()
}

/// A value without its distance: 0 for a loss, 1 for a draw, 2 for a win.
fn outcome(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}

impl<M> Response<M> {
    /// Converts the moves of the response: those of the position, and the reply after one of
    /// them.
    pub fn map<N>(
        self,
        mut mv: impl FnMut(M) -> N,
        mut reply: impl FnMut(&M, M) -> N,
    ) -> Response<N> {
        let mistake = self.mistake.map(|it| {
            let Mistake { after, reply: answer, weight, erring, whole } = it;
            let answer = reply(&after, answer);
            Mistake { after: mv(after), reply: answer, weight, erring, whole }
        });
        Response {
            side: self.side,
            outlook: self.outlook,
            moves: self.moves.into_iter().map(|(it, outlook)| (mv(it), outlook)).collect(),
            best: self.best.into_iter().map(&mut mv).collect(),
            mistake,
        }
    }
}
