//! Expected results: the probabilities of win, draw and loss from every position that play
//! reaches, when each side plays by given weights or optimally.
//!
//! | question | function |
//! | --- | --- |
//! | two given players play each other | [`meet`] |
//! | the best response to a given player | [`respond`] |
//! | both sides play optimally | [`best_play`] |
//!
//! ```
//! use spar_games::lines::Lines;
//! use spar_rules::{Game, Side};
//! use spar_solve::mdp::expected::{Failure, respond};
//! use spar_solve::{Budget, Silent};
//!
//! // Every move is as likely as any other.
//! let game = Lines::named("tictactoe").unwrap();
//! let mut random = |position: &_, out: &mut Vec<_>| {
//!     out.extend(game.legal(position).into_iter().map(|mv| (mv, 1)));
//!     Ok::<(), ()>(())
//! };
//! let (start, budget) = (game.start(), Budget::unlimited());
//! let found = respond(&game, &start, Side::First, &mut random, &budget, &Silent).unwrap();
//! let parts = found.outlook(&start, Side::First).unwrap().exact().unwrap();
//! assert_eq!(parts.wins().to_string(), "191/192");
//! assert_eq!(parts.losses().to_string(), "0");
//! ```
//!
//! Works for any game, with or without chance. For positions that cannot reach a cycle, the
//! probabilities are exact fractions as long as the integers fit. For the others they are
//! intervals that contain the true probabilities. Endless play counts as a draw. The objective
//! is the expected result: a win counts 1, a draw 1/2, a loss 0.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `positions` | the positions that play reaches, and the moves between them |
//! | `backward` | backward induction, where there are no cycles |
//! | `cycles` | the other positions, as a Markov decision process |

mod backward;
mod cycles;
mod positions;

use crate::fraction::{Fraction, Parts};
use crate::{Budget, Interval, Progress, SolveError};
use positions::{Player, Positions};
use spar_rules::{Side, Stochastic, Turn};

/// The outlook of one side from a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outlook {
    /// Exact probabilities.
    Exact(Parts),
    /// Certified bounds.
    Bounded(Bounds),
}

/// Intervals that contain the true numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The probability of a win.
    pub win: Interval,
    /// The probability of a draw, endless play included.
    pub draw: Interval,
    /// The probability of a loss.
    pub loss: Interval,
    /// The expected result. If a side plays optimally, this bounds the optimal result, while
    /// the three probabilities belong to one policy that is optimal up to rounding.
    pub result: Interval,
}

impl Outlook {
    /// The exact probabilities, if they are known.
    pub fn exact(&self) -> Option<Parts> {
        match self {
            Outlook::Exact(parts) => Some(*parts),
            Outlook::Bounded(_) => None,
        }
    }

    /// The bounds of all numbers. For exact probabilities, the tightest bounds that floats
    /// allow.
    pub fn bounds(&self) -> Bounds {
        match self {
            Outlook::Bounded(bounds) => *bounds,
            Outlook::Exact(parts) => {
                let [win, draw, loss] =
                    [parts.wins(), parts.draws(), parts.losses()].map(Fraction::bounds);
                let result = match parts.score() {
                    Some(score) => score.bounds(),
                    None => result_of(win, loss),
                };
                Bounds { win, draw, loss, result }
            }
        }
    }

    /// The expected result: a win counts 1, a draw 1/2, a loss 0.
    pub fn result(&self) -> Interval {
        self.bounds().result
    }

    /// The same outlook for the other side.
    #[must_use]
    pub fn opposite(self) -> Outlook {
        match self {
            Outlook::Exact(parts) => Outlook::Exact(parts.opposite()),
            Outlook::Bounded(Bounds { win, draw, loss, result }) => {
                Outlook::Bounded(Bounds { win: loss, draw, loss: win, result: result.opposite() })
            }
        }
    }

    /// Converts an outlook of the first side to one of this side.
    fn seen_by(self, side: Side) -> Outlook {
        if side == Side::First { self } else { self.opposite() }
    }
}

/// The expected result from the probabilities of win and loss: `(1 + win - loss) / 2`.
fn result_of(win: Interval, loss: Interval) -> Interval {
    Interval::mean([(1, win), (1, loss.opposite())].into_iter())
}

/// A player: appends the moves that it may make in a position, with integer weights, at least
/// one of them above 0. Must always give the same answer for the same position.
pub type Weights<'w, G, E> = &'w mut dyn FnMut(
    &<G as spar_rules::Game>::Position,
    &mut Vec<(<G as spar_rules::Game>::Move, u32)>,
) -> Result<(), E>;

/// Returns the moves, at least one, from which a side takes the best. Must always give the same
/// answer for the same position.
pub type Choices<'c, G, E> = &'c mut dyn FnMut(
    &<G as spar_rules::Game>::Position,
) -> Result<Vec<<G as spar_rules::Game>::Move>, E>;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure<E> {
    /// The budget is exceeded.
    Solve(SolveError),
    /// A player returned an error.
    Player(E),
    /// A player gave no move a weight above 0.
    Weightless,
}

impl<E> From<SolveError> for Failure<E> {
    fn from(error: SolveError) -> Failure<E> {
        Failure::Solve(error)
    }
}

/// The expected results of every position that play reaches.
pub struct Expected<G: Stochastic> {
    positions: Positions<G>,
    /// The first side's outlooks, in the order of the positions.
    outlooks: Vec<Outlook>,
    /// For each position in which a side plays optimally, the index of its move among the
    /// arrows.
    chosen: Vec<Option<u32>>,
}

/// Computes the probabilities when both sides play by `weights`, which is called for the side
/// to move.
///
/// The budget's node limit applies to the positions and to the steps of solving cycles.
///
/// # Errors
/// If a player fails or the positions exceed the budget.
pub fn meet<G: Stochastic, E>(
    game: &G,
    start: &G::Position,
    weights: Weights<'_, G, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Expected<G>, Failure<E>> {
    let ask = |_| Player::Given;
    let mut all = |position: &G::Position| Ok(game.legal(position));
    let positions = Positions::reached(game, start, ask, &mut all, weights, budget, progress)?;
    Ok(expected(positions, budget, progress)?)
}

/// Computes the best response of `side` to a player given by `weights`, which is called only
/// for positions with the other side to move.
///
/// # Errors
/// As [`meet`].
pub fn respond<G: Stochastic, E>(
    game: &G,
    start: &G::Position,
    side: Side,
    weights: Weights<'_, G, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Expected<G>, Failure<E>> {
    let mut all = |position: &G::Position| Ok(game.legal(position));
    respond_among(game, start, side, &mut all, weights, budget, progress)
}

/// Like [`respond`], but `side` makes only the moves that `choices` returns.
///
/// # Errors
/// As [`meet`].
pub fn respond_among<G: Stochastic, E>(
    game: &G,
    start: &G::Position,
    side: Side,
    choices: Choices<'_, G, E>,
    weights: Weights<'_, G, E>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Expected<G>, Failure<E>> {
    let ask = |it| if it == side { Player::Best } else { Player::Given };
    let positions = Positions::reached(game, start, ask, choices, weights, budget, progress)?;
    Ok(expected(positions, budget, progress)?)
}

/// Computes the outlooks when both sides play optimally.
///
/// # Errors
/// If the positions exceed the budget.
///
/// # Panics
/// Never: no player can fail.
pub fn best_play<G: Stochastic>(
    game: &G,
    start: &G::Position,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Expected<G>, SolveError> {
    let mut nobody = |_: &G::Position, _: &mut Vec<(G::Move, u32)>| Err(());
    let mut all = |position: &G::Position| Ok(game.legal(position));
    let ask = |_| Player::Best;
    match Positions::reached(game, start, ask, &mut all, &mut nobody, budget, progress) {
        Ok(positions) => expected(positions, budget, progress),
        Err(Failure::Solve(error)) => Err(error),
        Err(Failure::Player(()) | Failure::Weightless) => {
            unreachable!("invariant: no player is asked")
        }
    }
}

fn expected<G: Stochastic>(
    positions: Positions<G>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Expected<G>, SolveError> {
    let mut found = backward::settle(&positions);
    cycles::settle(&positions, &mut found, budget, progress)?;
    let settled = |it: Option<Outlook>| it.expect("invariant: what cycles lead to is settled");
    let outlooks = found.outlooks.into_iter().map(settled).collect();
    Ok(Expected { positions, outlooks, chosen: found.chosen })
}

impl<G: Stochastic> Expected<G> {
    /// The outlook of `side` from a position, or `None` if play does not reach it.
    pub fn outlook(&self, position: &G::Position, side: Side) -> Option<Outlook> {
        let place = self.positions.place(position)?;
        Some(self.outlooks[place].seen_by(side))
    }

    /// The moves of a position with the outlook after each, for the side to move. Moves that no
    /// player makes are left out, as play does not reach the position after them. Empty if play
    /// does not reach the position, or if no side is to move there.
    pub fn moves(&self, game: &G, position: &G::Position) -> Vec<(G::Move, Outlook)> {
        let Turn::Play(side) = game.turn(position) else { return Vec::new() };
        if self.positions.place(position).is_none() {
            return Vec::new();
        }
        let after = |mv: &G::Move| self.outlook(&game.after(position, mv.clone()), side);
        game.legal(position).into_iter().filter_map(|mv| Some((mv.clone(), after(&mv)?))).collect()
    }

    /// The moves of a position that may be best for the side to move. If the results are exact,
    /// these are the moves with the best result and, among them, the most wins. Otherwise,
    /// these are the moves that the bounds do not rule out.
    pub fn best(&self, game: &G, position: &G::Position) -> Vec<G::Move> {
        Expected::<G>::best_of(self.moves(game, position))
    }

    /// Filters these moves, given with their outlooks, for those that may be best.
    pub fn best_of(moves: Vec<(G::Move, Outlook)>) -> Vec<G::Move> {
        let outlooks: Vec<Outlook> = moves.iter().map(|it| it.1).collect();
        let is_best = backward::best(&outlooks);
        moves.into_iter().zip(is_best).filter(|it| it.1).map(|it| it.0.0).collect()
    }

    /// The move that leads to the probabilities that [`outlook`] returns: one of the best
    /// moves. `None` if no side plays optimally in this position.
    ///
    /// [`outlook`]: Expected::outlook
    pub fn chosen(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        let place = self.positions.place(position)?;
        let to = self.positions.arrows(place)[self.chosen[place]? as usize].to as usize;
        let leads =
            |mv: &G::Move| self.positions.place(&game.after(position, mv.clone())) == Some(to);
        game.legal(position).into_iter().find(leads)
    }

    /// The positions that play reaches, in the order of discovery, with the first side's
    /// outlook.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&G::Position, Outlook)> {
        self.positions.all().iter().zip(self.outlooks.iter().copied())
    }

    /// The approximate size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.positions.bytes()
    }
}
