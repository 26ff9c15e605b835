//! Search of single positions of any deterministic game: who wins, and how soon?
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, Value};
//! use spar_solve::{Budget, Silent, alpha_beta::Search};
//!
//! let game = Lines::new(Keys::preset("connect4").unwrap()).unwrap();
//! let (mut search, budget) = (Search::new(&game), Budget::unlimited());
//! let position = game.read_position("4455").unwrap();
//! assert_eq!(search.solve(&position, &budget, &Silent).exact(), Some(Value::Win(3)));
//!
//! let position = game.read_position("133771336321725257665235741127162").unwrap();
//! let study = search.study(&position, &budget, &Silent);
//! assert_eq!(study.solution.exact(), Some(Value::Win(5)));
//! let best: Vec<String> = study.best.iter().map(|mv| game.write_move(&position, *mv)).collect();
//! assert_eq!((best, study.line.len()), (vec!["d".to_owned()], 5));
//! ```
//!
//! The search asks questions of the form "is the value above this threshold?".
//! Because a score counts the plies to the end, a threshold near a quick win cuts
//! off the tree at that depth. So the search first asks for quick wins and losses, then
//! whether the position is won at all, then how soon. Proven bounds stay in a
//! transposition table for the next question.
//!
//! At each node it plays forced moves at once, looks at all children before it searches one, and
//! searches first what looks best to the game and was often right in other positions.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `search` | the tree search that answers one question; scores; the order of children |
//! | `table` | the table of proven bounds that a search uses: one of the next two |
//! | `team` | several threads that search one position |
//! | `packed` | for positions with numbers: eight bytes for each entry |
//! | `transposition` | for positions with keys of any type |
//! | `prefetch` | a hint to the processor, the only unsafe code |
//! | [`plain`] | plain alpha-beta without table, tactics and move ordering |

mod packed;
pub mod plain;
mod prefetch;
mod search;
mod table;
mod team;
mod transposition;

pub use search::Known;

use crate::{Budget, Progress, ProvenSoFar};
use search::{Buffers, FAR, Run, Score, plies_after, score_of, value_of};
use spar_rules::{Game, Tactics, Value};
use std::collections::HashSet;
use table::{BoundsTable, SharedTable, TableAccess, TableSize};
use team::Team;
use transposition::ProvenBounds;

/// A search with its memory. What it has proven about one position helps with
/// the next of the same game.
///
/// With one table size and from an empty table, the same questions visit the
/// same number of nodes.
pub struct Search<'a, G: Tactics> {
    game: &'a G,
    known: Option<Known<'a, G>>,
    table: BoundsTable<G::Key>,
    buffers: Buffers<G>,
    size: TableSize,
}

/// What was proven about a position or a move: `lower <= value <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// Nodes visited for it, by one thread.
    pub nodes: u64,
}

impl Solution {
    /// The value, if the budget was enough to find it.
    pub fn exact(&self) -> Option<Value> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Everything about one position.
#[derive(Clone, Debug)]
pub struct Study<G: Game> {
    /// The value of the position; its nodes are those of the whole study.
    pub solution: Solution,
    /// Every legal move in the game's order, seen by the side that makes it.
    pub moves: Vec<(G::Move, Solution)>,
    /// All moves that are proven best: they keep the value and the distance.
    pub best: Vec<G::Move>,
    /// Best play to the end or to a position that it has met before, always by the first best
    /// move in the game's order; shorter if the budget ended before.
    pub line: Vec<G::Move>,
}

impl<'a, G: Tactics> Search<'a, G> {
    /// A search with an empty table that grows as it is used, within the memory
    /// of each budget.
    pub fn new(game: &'a G) -> Search<'a, G> {
        Search::with_size(game, TableSize::Growing)
    }

    /// A search with a table of `2^log2_buckets` buckets of two entries, whatever
    /// the budget says.
    pub fn with_fixed_table(game: &'a G, log2_buckets: u32) -> Search<'a, G> {
        Search::with_size(game, TableSize::Fixed(log2_buckets))
    }

    fn with_size(game: &'a G, size: TableSize) -> Search<'a, G> {
        let (table, buffers) = (BoundsTable::new(game, size), Buffers::new(game));
        Search { game, known: None, table, buffers, size }
    }

    /// The same search, with values that are known from elsewhere: of the position that is asked
    /// about, of those after its moves, and of those on the line of best play.
    #[must_use]
    pub fn with_known(self, known: Known<'a, G>) -> Search<'a, G> {
        Search { known: Some(known), ..self }
    }

    /// Returns whether the table is packed: then a node takes a fraction of the time that it takes
    /// in other games.
    pub fn is_packed(&self) -> bool {
        matches!(self.table, BoundsTable::Packed(_))
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table = BoundsTable::new(self.game, self.size);
        self.buffers = Buffers::new(self.game);
    }

    /// The value of a position for the side to move, or as much of it as the
    /// budget allows.
    pub fn solve(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Solution {
        self.run(budget, progress, |run| {
            let tell = |bounds| progress.proven(&so_far(bounds, Vec::new()));
            let bounds = run.narrow(position, ProvenBounds::NONE, tell);
            solution(bounds, run.nodes)
        })
    }

    /// Whether the value of a position is at least this; `None` if the budget ends
    /// before it is known. Where a quick win is asked for, that is far less work than
    /// the value itself.
    pub fn is_at_least(
        &mut self,
        position: &G::Position,
        value: Value,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let alpha = score_of(value) - 1;
        self.run(budget, progress, |run| Some(run.ask(position, alpha)? > alpha))
    }

    /// The value of a position, of every move, the best moves and the line of
    /// best play, under one budget.
    pub fn study(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Study<G> {
        self.run(budget, progress, |run| run.study(position))
    }

    /// Runs a search with the threads of the budget. A limit of nodes is for one thread, so that
    /// the same limit always gives the same answer.
    fn run<T>(
        &mut self,
        budget: &Budget,
        progress: &dyn Progress,
        work: impl FnOnce(&mut Run<'_, G>) -> T,
    ) -> T {
        if let TableSize::Growing = self.size {
            self.table.limit(budget.memory);
        }
        let (game, known, buffers) = (self.game, self.known.as_ref(), &mut self.buffers);
        let n_helpers = if budget.nodes == u64::MAX { budget.threads - 1 } else { 0 };
        let table = match &mut self.table {
            BoundsTable::Packed(table) if n_helpers > 0 => &*table,
            table => {
                let run = Run::new(game, table.access(), buffers, budget, progress);
                return work(&mut Run { known, ..run });
            }
        };
        let team = &Team::new(table);
        std::thread::scope(|scope| {
            for _ in 0..n_helpers {
                scope.spawn(|| Run::help(game, team, &mut Buffers::new(game), budget));
            }
            let _dismissed_at_the_end = team.dismissed_at_the_end();
            let table = TableAccess::Shared(SharedTable::new(table));
            let run = Run::new(game, table, buffers, budget, progress);
            work(&mut Run { known, team: Some(team), ..run })
        })
    }
}

fn solution(bounds: ProvenBounds, nodes: u64) -> Solution {
    Solution { lower: value_of(bounds.lower), upper: value_of(bounds.upper), nodes }
}

fn so_far(bounds: ProvenBounds, moves: Vec<Option<Value>>) -> ProvenSoFar {
    ProvenSoFar { lower: value_of(bounds.lower), upper: value_of(bounds.upper), moves }
}

/// The bounds of the best of all moves.
fn best_of<M>(moves: &[(M, ProvenBounds, u64)]) -> Option<ProvenBounds> {
    let lower = moves.iter().map(|it| it.1.lower).max()?;
    let upper = moves.iter().map(|it| it.1.upper).max()?;
    Some(ProvenBounds { lower, upper })
}

impl<G: Tactics> Run<'_, G> {
    /// Everything about one position, as far as the budget goes.
    fn study(&mut self, position: &G::Position) -> Study<G> {
        let n_moves = self.game.legal(position).len();
        let progress = self.progress;
        let tell = |bounds| progress.proven(&so_far(bounds, vec![None; n_moves]));
        let mut bounds = self.narrow(position, ProvenBounds::NONE, tell);
        let moves = self.settle_moves(position, bounds);
        if let Some(best) = best_of(&moves) {
            bounds = bounds.and(best);
        }
        let is_best = |it: &&(G::Move, ProvenBounds, u64)| it.1.lower == bounds.upper;
        let best = moves.iter().filter(is_best).map(|it| it.0.clone()).collect();
        let line = self.line(position, bounds);
        Study {
            solution: solution(bounds, self.nodes),
            moves: moves.into_iter().map(|(mv, it, nodes)| (mv, solution(it, nodes))).collect(),
            best,
            line,
        }
    }

    /// Narrows known bounds of a position until they meet or the budget ends.
    fn settle(&mut self, position: &G::Position, known: ProvenBounds) -> ProvenBounds {
        self.narrow(position, known, |_| {})
    }

    /// The same, and calls `tell` with all bounds on the way.
    fn narrow(
        &mut self,
        position: &G::Position,
        known: ProvenBounds,
        tell: impl Fn(ProvenBounds),
    ) -> ProvenBounds {
        if let Some(value) = self.known(position) {
            return ProvenBounds::exact(score_of(value));
        }
        let (seen, _) = self.look(position, &self.game.note(position));
        let mut bounds = seen.and(known);
        let questions = Questions::new(self.game.horizon(position));
        while let Some(alpha) = questions.next(bounds) {
            match self.ask(position, alpha) {
                Some(score) if score > alpha => bounds.lower = bounds.lower.max(score),
                Some(score) => bounds.upper = bounds.upper.min(score),
                None => break,
            }
            tell(bounds);
        }
        bounds
    }

    /// The bounds of every legal move of a position with these bounds, and their nodes.
    fn settle_moves(
        &mut self,
        position: &G::Position,
        bounds: ProvenBounds,
    ) -> Vec<(G::Move, ProvenBounds, u64)> {
        let side = self.game.side(position);
        let legal = self.game.legal(position);
        let mut moves: Vec<(G::Move, ProvenBounds, u64)> = Vec::with_capacity(legal.len());
        let n_moves = legal.len();
        for mv in legal {
            let next = self.game.after(position, mv.clone());
            let same_side = self.game.side(&next) == side;
            let known = ProvenBounds { upper: bounds.upper, ..ProvenBounds::NONE };
            let nodes_before = self.nodes;
            let found = self.settle(&next, known.seen_after(same_side, 1));
            moves.push((mv, found.seen_before(same_side, 1), self.nodes - nodes_before));
            let values = moves.iter().map(|it| solution(it.1, it.2).exact());
            let open = std::iter::repeat_n(None, n_moves - moves.len());
            self.progress.proven(&so_far(bounds, values.chain(open).collect()));
        }
        moves
    }

    /// Best play from a position whose bounds have met, as far as the budget goes.
    fn line(&mut self, position: &G::Position, bounds: ProvenBounds) -> Vec<G::Move> {
        let mut line = Vec::new();
        if bounds.lower != bounds.upper {
            return line;
        }
        let (mut position, mut score) = (position.clone(), bounds.lower);
        // A draw may come back to a position; a win or a loss comes nearer with every move.
        let mut seen = HashSet::from([position.clone()]);
        while let Some((mv, next, next_score)) = self.first_best(&position, score) {
            line.push(mv);
            if !seen.insert(next.clone()) {
                break;
            }
            (position, score) = (next, next_score);
        }
        line
    }

    /// The first move that keeps the score, with the position after it and its
    /// score; `None` at the end of the game or of the budget.
    fn first_best(
        &mut self,
        position: &G::Position,
        score: Score,
    ) -> Option<(G::Move, G::Position, Score)> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        for mv in moves {
            let next = self.game.after(position, mv.clone());
            let same_side = self.game.side(&next) == self.game.side(position);
            let kept = plies_after(score, 1);
            let keeps = if same_side {
                self.ask(&next, kept - 1)? >= kept
            } else {
                self.ask(&next, -kept)? <= -kept
            };
            if keeps {
                return Some((mv, next, if same_side { kept } else { -kept }));
            }
        }
        None
    }
}

/// A win or a loss that takes longer than this many plies is not soon.
const MOST_SOON: u32 = 22;

/// The order of questions about one position.
struct Questions {
    /// A win or a loss within this number of plies counts as soon.
    soon: Score,
}

impl Questions {
    fn new(horizon: Option<u32>) -> Questions {
        let soon = horizon.map_or(MOST_SOON, |plies| plies.div_ceil(2).clamp(1, MOST_SOON));
        Questions { soon: soon as Score }
    }

    /// The next threshold to ask about, with `lower <= alpha < upper`; `None` if
    /// the bounds have met. First: is there a win or a loss soon? Then: is it won,
    /// is it lost? Then from what is proven towards better: is there a quicker
    /// win, can the loss be later? Such a question is the cheapest to refute.
    fn next(&self, ProvenBounds { lower, upper }: ProvenBounds) -> Option<Score> {
        let soon = FAR - self.soon;
        if lower >= upper {
            None
        } else if lower > 0 {
            Some(lower)
        } else if upper < 0 {
            Some(upper - 1)
        } else if upper >= soon {
            Some(soon - 1)
        } else if lower <= -soon {
            Some(-soon)
        } else {
            Some(if upper > 0 { 0 } else { -1 })
        }
    }
}
