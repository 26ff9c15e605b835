//! The best score in games that end with a score: by how many points can a side win?
//!
//! ```
//! use spar_rules::Game;
//! use spar_solve::{Budget, Silent, score};
//! use spar_testkit::Coins;
//!
//! // A row of coins; each side takes one from an end. Nine first, then two against three.
//! let game = Coins { row: vec![9, 2, 3] };
//! let best = score::solve(&game, &game.start(), &Budget::unlimited(), &Silent).unwrap();
//! assert_eq!((best.score.to_string(), best.line), ("11:3".to_owned(), vec![0, 1, 0]));
//! assert_eq!(best.moves, [(0, 8), (2, -4)]);
//! ```
//!
//! The objective is the difference of the scores: the first side maximises its own score minus
//! the other's, the second side minimises it. The sign decides who wins. The search is
//! alpha-beta with a transposition table of proven bounds; moves that lead to a better current
//! score are searched first. Turns need not alternate, so passes are ordinary moves.

use crate::{Budget, Progress, SolveError};
use rustc_hash::FxHashMap;
use spar_rules::{Deterministic, Score, Scored, Side, Turn};

/// The result of a search for the best score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<M> {
    /// The score at the end of the line.
    pub score: Score,
    /// The principal variation to the end of the game: the first best move each time.
    pub line: Vec<M>,
    /// Each legal move with the final difference, first side minus second side, if both then
    /// play their best moves.
    pub moves: Vec<(M, i64)>,
    /// Positions visited.
    pub nodes: u64,
}

/// The reason why a search did not finish, and its partial results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished<M> {
    /// The reason.
    pub why: SolveError,
    /// The moves whose final difference is already proven, as in [`Best::moves`].
    pub moves: Vec<(M, i64)>,
}

impl<M> Best<M> {
    /// The first side's score minus the second side's at the end.
    pub fn difference(&self) -> i64 {
        difference(self.score)
    }
}

/// The depth limit, which protects the stack.
const MOST_PLIES: u32 = 2_500;

/// Nodes between two checks of the budget, a power of two.
const NODES_BETWEEN_CHECKS: u64 = 1 << 10;

/// Computes the best score from a position.
///
/// # Errors
/// If the budget's nodes are used up, if the work is stopped, or if play can be longer than the
/// depth limit (`TooLong`), as in games with cycles. The error contains the proven moves.
pub fn solve<G: Scored + Deterministic>(
    game: &G,
    position: &G::Position,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Best<G::Move>, Unfinished<G::Move>> {
    let mut search =
        ScoreSearch { game, budget, progress, known: FxHashMap::default(), bytes: 0, nodes: 0 };
    let mut moves = Vec::new();
    for mv in game.legal(position) {
        match search.exact(&game.after(position, mv.clone())) {
            Ok(lead) => moves.push((mv, lead)),
            Err(why) => return Err(Unfinished { why, moves }),
        }
    }
    match search.line(position) {
        Ok((score, line)) => Ok(Best { score, line, moves, nodes: search.nodes }),
        Err(why) => Err(Unfinished { why, moves }),
    }
}

impl<G: Scored + Deterministic> ScoreSearch<'_, G> {
    /// The principal variation and the score at its end.
    fn line(&mut self, position: &G::Position) -> Result<(Score, Vec<G::Move>), SolveError> {
        let game = self.game;
        let (mut at, mut line) = (position.clone(), Vec::new());
        while let Turn::Play(side) = game.turn(&at) {
            let mut best: Option<(i64, G::Move, G::Position)> = None;
            for mv in game.legal(&at) {
                let next = game.after(&at, mv.clone());
                let value = self.exact(&next)?;
                if best.as_ref().is_none_or(|it| is_better(side, value, it.0)) {
                    best = Some((value, mv, next));
                }
            }
            let Some((_, mv, next)) = best else { break };
            line.push(mv);
            at = next;
        }
        Ok((game.score(&at), line))
    }
}

fn difference(score: Score) -> i64 {
    i64::from(score.first) - i64::from(score.second)
}

fn is_better(side: Side, value: i64, than: i64) -> bool {
    if side == Side::First { value > than } else { value < than }
}

/// A bound of the absolute difference of two scores.
const FAR: i64 = 1 << 33;

/// Proven bounds of a position's value.
#[derive(Clone, Copy)]
struct ScoreBounds {
    low: i64,
    high: i64,
}

struct ScoreSearch<'s, G: Scored> {
    game: &'s G,
    budget: &'s Budget,
    progress: &'s dyn Progress,
    known: FxHashMap<G::Position, ScoreBounds>,
    /// The approximate bytes of the transposition table.
    bytes: u64,
    nodes: u64,
}

impl<G: Scored + Deterministic> ScoreSearch<'_, G> {
    fn exact(&mut self, position: &G::Position) -> Result<i64, SolveError> {
        self.value(position, ScoreBounds { low: -FAR, high: FAR }, 0)
    }

    /// With `v` the true difference, the result `r` has `r == v` if `low < v < high`,
    /// `v <= r <= low` if `v <= low`, and `high <= r <= v` otherwise.
    fn value(
        &mut self,
        position: &G::Position,
        window: ScoreBounds,
        plies: u32,
    ) -> Result<i64, SolveError> {
        let Turn::Play(side) = self.game.turn(position) else {
            return Ok(difference(self.game.score(position)));
        };
        let ScoreBounds { mut low, mut high } = window;
        let known =
            self.known.get(position).copied().unwrap_or(ScoreBounds { low: -FAR, high: FAR });
        if known.low >= high || known.low == known.high {
            return Ok(known.low);
        }
        if known.high <= low {
            return Ok(known.high);
        }
        (low, high) = (low.max(known.low), high.min(known.high));
        self.spend(plies)?;
        let asked = ScoreBounds { low, high };
        let mut best = if side == Side::First { -FAR } else { FAR };
        for next in self.children(position, side) {
            let value = self.value(&next, ScoreBounds { low, high }, plies + 1)?;
            if is_better(side, value, best) {
                best = value;
            }
            match side {
                Side::First => low = low.max(best),
                Side::Second => high = high.min(best),
            }
            if low >= high {
                break;
            }
        }
        self.keep(position, best, asked, known);
        Ok(best)
    }

    /// The successors of a position, those with a better current score for `side` first.
    fn children(&self, position: &G::Position, side: Side) -> Vec<G::Position> {
        let game = self.game;
        let next = |mv| {
            let next = game.after(position, mv);
            (difference(game.score(&next)), next)
        };
        let mut children: Vec<(i64, G::Position)> =
            game.legal(position).into_iter().map(next).collect();
        let sign = if side == Side::First { -1 } else { 1 };
        children.sort_by_key(|it| sign * it.0);
        children.into_iter().map(|it| it.1).collect()
    }

    /// Stores the bounds that a search with this window has proven, if there is memory left.
    fn keep(&mut self, position: &G::Position, value: i64, asked: ScoreBounds, known: ScoreBounds) {
        let found = ScoreBounds {
            low: if value > asked.low { value } else { known.low },
            high: if value < asked.high { value } else { known.high },
        };
        if let Some(bounds) = self.known.get_mut(position) {
            *bounds = found;
            return;
        }
        // The hash map is 2/3 full on average.
        let entry =
            size_of::<(G::Position, ScoreBounds)>() * 3 / 2 + self.game.owned_bytes(position);
        if self.bytes + entry as u64 <= self.budget.memory {
            self.bytes += entry as u64;
            self.known.insert(position.clone(), found);
        }
    }

    fn spend(&mut self, plies: u32) -> Result<(), SolveError> {
        if plies > MOST_PLIES {
            return Err(SolveError::TooLong { most: MOST_PLIES });
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.progress.report("searching", self.nodes, self.budget.nodes);
        }
        let is_stopped = self.nodes % NODES_BETWEEN_CHECKS == 1 && self.budget.is_stopped();
        if self.nodes > self.budget.nodes || is_stopped {
            return Err(SolveError::Stopped);
        }
        Ok(())
    }
}
