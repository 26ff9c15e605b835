//! Best responses: what beats a given player, and how often.

use crate::policy::{Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Side, Stochastic, Turn, Value};
use spar_solve::mdp::expected::{self, Failure, Outlook};
use spar_solve::{Budget, Progress, SolveError};

/// The best response to a player from one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Response<M = String> {
    /// The side that responds.
    pub side: Side,
    /// What it can expect.
    pub outlook: Outlook,
    /// If it is to move: every move with what it can expect after it.
    pub moves: Vec<(M, Outlook)>,
    /// Those with the best expected result.
    pub best: Vec<M>,
    /// The mistake that makes the best move worth playing, if there is one at once.
    pub mistake: Option<Mistake<M>>,
}

/// A reply that gives something away, and how often the player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<M> {
    /// The best move after which it is made.
    pub after: M,
    /// The reply.
    pub reply: M,
    /// How many parts of the whole it has.
    pub weight: u32,
    /// The whole.
    pub whole: u32,
}

/// Among which moves the best one is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// All.
    All,
    /// Those that keep the win or the draw, whatever their distance.
    Keeping,
}

/// Why there is no best response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoResponse {
    /// The player goes by more than the position.
    #[error("this player goes by more than the position, so it has no best response")]
    Remembers,
    /// The player cannot find out what it would do.
    #[error("what this player does cannot be found out within the budget")]
    Player,
    /// The positions do not fit the budget.
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

/// Tells every move of a position with its value under perfect play, where that is known.
pub type ValuesOf<'v, G> =
    &'v mut dyn FnMut(&<G as Game>::Position) -> Vec<(<G as Game>::Move, Option<Value>)>;

/// The best response of `side` to a player from this position on. `values` tells what moves
/// are worth under perfect play, where that is known.
///
/// # Errors
/// If the player remembers or does not know its moves, or the budget does not suffice.
///
/// # Panics
/// Never: play reaches its start.
pub fn respond<G: Stochastic>(
    game: &G,
    position: &G::Position,
    side: Side,
    rival: &mut dyn Policy<G>,
    values: ValuesOf<'_, G>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<Response<G::Move>, NoResponse> {
    if !rival.is_memoryless() {
        return Err(NoResponse::Remembers);
    }
    let mut weights = |position: &G::Position, out: &mut Weights<G>| {
        rival.weights(&Seen::at(game, position), out)
    };
    let found = expected::respond(game, position, side, &mut weights, budget, progress)?;
    let outlook = found.outlook(position, side).expect("invariant: play reaches its start");
    let is_ours = game.turn(position) == Turn::Play(side);
    let (moves, best) = if is_ours {
        (found.moves(game, position), found.best(game, position))
    } else {
        (Vec::new(), Vec::new())
    };
    let mistake = best.first().and_then(|mv| {
        let next = game.after(position, *mv);
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
        let wrong = replies.into_iter().filter(|it| loses(&it.0));
        // The first of those that come most often.
        let (reply, weight) = wrong.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        Some(Mistake { after: *mv, reply, weight, whole })
    });
    Ok(Response { side, outlook, moves, best, mistake })
}

/// A value without its distance: 0 is lost, 1 drawn, 2 won.
pub(crate) fn outcome(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}

impl<M> Response<M> {
    /// The same response with its moves written otherwise: those of the position, and the
    /// reply after one of them.
    pub fn map<N>(
        self,
        mut mv: impl FnMut(M) -> N,
        mut reply: impl FnMut(&M, M) -> N,
    ) -> Response<N> {
        let mistake = self.mistake.map(|it| {
            let Mistake { after, reply: answer, weight, whole } = it;
            let answer = reply(&after, answer);
            Mistake { after: mv(after), reply: answer, weight, whole }
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
