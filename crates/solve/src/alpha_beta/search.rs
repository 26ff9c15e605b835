//! The tree search: is the value of a position above a threshold?

use super::packed::MixedNumber;
use super::table::{SharedTable, Slot, TableAccess};
use super::team::{MOST_SHARED_DEPTH, Team};
use super::transposition::ProvenBounds;
use crate::{Budget, Progress, Silent};
use spar_rules::{Game, Tactics, Value};

/// The depth limit, which protects the stack.
const MOST_DEPTH: u32 = 2_500;

/// Forced moves that are followed without a search, at most.
const MOST_FORCED: u32 = 64;

/// Nodes between two reads of the stop flag, a power of two.
const NODES_BETWEEN_CHECKS: u64 = 1 << 10;

/// Nodes between two progress reports, a power of two.
const NODES_BETWEEN_REPORTS: u64 = 1 << 20;

/// Gives the value of a position, if it is known from elsewhere.
pub type Known<'a, G> = Box<dyn Fn(&<G as Game>::Position) -> Option<Value> + Send + Sync + 'a>;

/// One run of a search under one budget.
pub(super) struct Run<'r, G: Tactics> {
    pub(super) game: &'r G,
    pub(super) known: Option<&'r Known<'r, G>>,
    pub(super) table: TableAccess<'r, G::Key>,
    /// The threads that search the same position, this one included, if there are others.
    pub(super) team: Option<&'r Team<'r, G::Position>>,
    /// The number of the team's question that this thread works on.
    pub(super) question: u64,
    pub(super) buffers: &'r mut Buffers<G>,
    pub(super) budget: &'r Budget,
    pub(super) progress: &'r dyn Progress,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// Lists that all nodes of a search share.
pub(super) struct Buffers<G: Tactics> {
    /// The moves of the node that is being expanded.
    moves: Vec<G::Move>,
    /// Children of all open nodes, the deepest last.
    children: Vec<Child<G>>,
    /// Which of them are still to be searched, the deepest last.
    queue: Vec<Queued>,
    /// For each kind of move and each side: how often it was the right one, less how often another
    /// was.
    history: Vec<i32>,
}

impl<G: Tactics> Buffers<G> {
    pub(super) fn new(game: &G) -> Buffers<G> {
        let (moves, children, queue) = (Vec::new(), Vec::new(), Vec::new());
        let history = vec![0; 2 * game.move_kinds()];
        Buffers { moves, children, queue, history }
    }
}

/// This much history weighs as much as one point of promise.
const HISTORY_PER_PROMISE: i32 = 4;

/// Once an entry of the history is further from 0 than this, all are halved.
const MOST_HISTORY: i32 = 1000;

impl<G: Tactics> Buffers<G> {
    /// Records that the queued child at `index` was right, and those from `first` up to it were
    /// not.
    #[inline]
    fn learn(&mut self, first: usize, index: usize) {
        let n_before = index - first;
        if n_before == 0 {
            return;
        }
        let mut largest = 0;
        for (offset, queued) in self.queue[first..=index].iter().enumerate() {
            let entry = &mut self.history[queued.history as usize];
            *entry += if offset == n_before { n_before as i32 } else { -1 };
            largest = largest.max(entry.abs());
        }
        if largest > MOST_HISTORY {
            self.history.iter_mut().for_each(|entry| *entry /= 2);
        }
    }
}

/// The promise of a child that waits for another thread to search it.
const LATER: i32 = i32::MIN;

/// A position to search.
pub(super) struct Node<G: Tactics> {
    pub(super) position: G::Position,
    pub(super) note: G::Note,
    /// Where its bounds are remembered.
    pub(super) slot: Slot<G::Key>,
}

impl<G: Tactics> Clone for Node<G> {
    #[inline]
    fn clone(&self) -> Node<G> {
        let (position, note, slot) = (self.position.clone(), self.note.clone(), self.slot.clone());
        Node { position, note, slot }
    }
}

/// A position below a node that is being searched.
struct Child<G: Tactics> {
    node: Node<G>,
    /// Plies from the parent: more than one if moves were forced.
    plies: u32,
    /// Whether the side to move is the same as in the parent.
    same_side: bool,
}

/// A child that is still to be searched.
#[derive(Clone, Copy)]
struct Queued {
    /// How good the first move towards it looks.
    promise: i32,
    /// Where the history of this move is.
    history: u32,
    /// Its index among the children.
    child: u32,
}

impl<'r, G: Tactics> Run<'r, G> {
    /// A run of one thread.
    pub(super) fn new(
        game: &'r G,
        table: TableAccess<'r, G::Key>,
        buffers: &'r mut Buffers<G>,
        budget: &'r Budget,
        progress: &'r dyn Progress,
    ) -> Run<'r, G> {
        let (known, team) = (None, None);
        let (question, nodes, depth) = (0, 0, 0);
        Run { game, known, table, team, question, buffers, budget, progress, nodes, depth }
    }

    /// Asks whether the value of a position is above `alpha`. With `v` its true
    /// score, the result `r` has `alpha < r <= v` if `v > alpha`, and
    /// `v <= r <= alpha` otherwise; `None` if the budget ends before.
    pub(super) fn ask(&mut self, position: &G::Position, alpha: Score) -> Option<Score> {
        if let Some(value) = self.known(position) {
            return Some(score_of(value));
        }
        let note = self.game.note(position);
        let (bounds, slot) = self.look(position, &note);
        if bounds.lower > alpha {
            return Some(bounds.lower);
        }
        if bounds.upper <= alpha {
            return Some(bounds.upper);
        }
        let node = Node { position: position.clone(), note, slot };
        let Some(team) = self.team else { return self.search_root(&node, alpha) };
        self.question = team.ask(position, alpha);
        let own = self.search_root(&node, alpha);
        let others = team.close();
        own.or(others)
    }

    /// Answers the questions of the thread that leads the team, with these buffers.
    pub(super) fn help(
        game: &G,
        team: &Team<'_, G::Position>,
        buffers: &mut Buffers<G>,
        budget: &Budget,
    ) {
        let mut last = 0;
        while let Some((number, position, alpha)) = team.next_question(last) {
            last = number;
            let table = TableAccess::Shared(SharedTable::new(team.table));
            let run = Run::new(game, table, &mut *buffers, budget, &Silent);
            let mut run = Run { team: Some(team), question: number, ..run };
            let note = game.note(&position);
            let (_, slot) = run.look(&position, &note);
            if let Some(score) = run.search_root(&Node { position, note, slot }, alpha) {
                team.answer(number, score);
            }
        }
    }

    fn search_root(&mut self, node: &Node<G>, alpha: Score) -> Option<Score> {
        self.buffers.children.clear();
        self.buffers.queue.clear();
        self.depth = 0;
        self.search(node, alpha)
    }

    /// The value of a position that is known from elsewhere.
    pub(super) fn known(&self, position: &G::Position) -> Option<Value> {
        self.known.and_then(|known| known(position))
    }

    /// What is known of a position without a search, and where its bounds are remembered.
    pub(super) fn look(
        &self,
        position: &G::Position,
        note: &G::Note,
    ) -> (ProvenBounds, Slot<G::Key>) {
        let (bounds, slot) = self.glance(position, note);
        (self.table.bounds(&slot).map_or(bounds, |known| known.and(bounds)), slot)
    }

    /// What the game knows of a position, and where its bounds are remembered.
    #[inline]
    fn glance(&self, position: &G::Position, note: &G::Note) -> (ProvenBounds, Slot<G::Key>) {
        if let Some(value) = self.game.glance(position, note) {
            return (ProvenBounds::exact(score_of(value)), Slot::Nowhere);
        }
        let (lower, upper) = self.game.limits(position, note);
        let limits = ProvenBounds { lower: score_of(lower), upper: score_of(upper) };
        if limits.lower == limits.upper {
            return (limits, Slot::Nowhere);
        }
        (limits, self.table.slot(self.game, position))
    }

    /// Searches an unfinished position, remembers what it proves, and leaves the buffers as they
    /// were. The result is bound as in [`ask`](Run::ask).
    fn search(&mut self, node: &Node<G>, alpha: Score) -> Option<Score> {
        let nodes_before = self.nodes;
        self.spend_node()?;
        let (n_children, n_queued) = (self.buffers.children.len(), self.buffers.queue.len());
        let marked = self.mark(&node.slot);
        let result = self.search_moves(node, alpha)?;
        if let (Some(team), Some(position)) = (self.team, marked) {
            team.end(position);
        }
        self.buffers.children.truncate(n_children);
        self.buffers.queue.truncate(n_queued);
        self.depth -= 1;
        let bounds = if result > alpha {
            ProvenBounds { lower: result, ..ProvenBounds::NONE }
        } else {
            ProvenBounds { upper: result, ..ProvenBounds::NONE }
        };
        self.table.put(self.game, &node.slot, bounds, self.nodes - nodes_before);
        Some(result)
    }

    /// Looks at every child before it searches one: often a look is enough.
    fn search_moves(&mut self, node: &Node<G>, alpha: Score) -> Option<Score> {
        let first_queued = self.buffers.queue.len();
        let mut best = match self.look_at_children(node, alpha) {
            Ok(best) => best,
            Err(refuted) => return Some(refuted),
        };
        for index in first_queued..self.buffers.queue.len() {
            let child = self.take_child(index, index > first_queued);
            let Child { node, plies, same_side } = &self.buffers.children[child];
            let (node, plies, same_side) = (node.clone(), *plies, *same_side);
            if self.buffers.queue[index].promise == LATER
                && let Some(bounds) = self.table.bounds(&node.slot)
            {
                let bounds = bounds.seen_before(same_side, plies);
                if bounds.lower > alpha {
                    return Some(bounds.lower);
                }
                if bounds.upper <= alpha {
                    best = best.max(bounds.upper);
                    continue;
                }
            }
            let threshold = plies_after(alpha, plies);
            let score = if same_side {
                self.search(&node, threshold)?
            } else {
                -self.search(&node, -threshold - 1)?
            };
            best = best.max(plies_before(score, plies));
            if best > alpha {
                self.buffers.learn(first_queued, index);
                break;
            }
        }
        Some(best)
    }

    /// Tells the team that this position is being searched, if that may take long.
    #[inline]
    fn mark(&self, slot: &Slot<G::Key>) -> Option<MixedNumber> {
        let team = self.team.filter(|_| self.depth <= MOST_SHARED_DEPTH)?;
        let Slot::Number(position) = slot else { return None };
        team.begin(*position);
        Some(*position)
    }

    /// The queued child to search next, as [`take_most_promising`](Run::take_most_promising);
    /// those that another thread searches come last if they `may_wait`.
    #[inline]
    fn take_child(&mut self, index: usize, may_wait: bool) -> usize {
        let child = self.take_most_promising(index);
        match self.team {
            Some(team) if may_wait && self.depth <= MOST_SHARED_DEPTH => {
                self.take_unsearched(index, child, team)
            }
            _ => child,
        }
    }

    fn take_unsearched(
        &mut self,
        index: usize,
        mut child: usize,
        team: &Team<'_, G::Position>,
    ) -> usize {
        loop {
            let queued = &mut self.buffers.queue[index];
            let is_searched = match &self.buffers.children[child].node.slot {
                Slot::Number(position) => team.is_searched(*position),
                Slot::Key(_) | Slot::Nowhere => false,
            };
            if !is_searched || queued.promise == LATER {
                return child;
            }
            queued.promise = LATER;
            child = self.take_most_promising(index);
        }
    }

    /// Swaps the most promising of the queued children from `index` on to `index`. Returns its
    /// index among the children.
    #[inline]
    fn take_most_promising(&mut self, index: usize) -> usize {
        let mut best = index;
        for other in index + 1..self.buffers.queue.len() {
            if self.buffers.queue[other].promise > self.buffers.queue[best].promise {
                best = other;
            }
        }
        self.buffers.queue.swap(index, best);
        self.buffers.queue[index].child as usize
    }

    /// Queues the children that must be searched. Gives an upper bound for all
    /// others, at most `alpha`; as an error, a lower bound above `alpha`.
    #[inline]
    fn look_at_children(&mut self, node: &Node<G>, alpha: Score) -> Result<Score, Score> {
        let (first_child, first_queued) = (self.buffers.children.len(), self.buffers.queue.len());
        let mut best = self.glance_at_children(node, alpha)?;
        let mut kept = first_queued;
        for (offset, child) in self.buffers.children[first_child..].iter().enumerate() {
            let Child { node, plies, same_side } = child;
            if let Some(bounds) = self.table.bounds(&node.slot) {
                let bounds = bounds.seen_before(*same_side, *plies);
                if bounds.lower > alpha {
                    return Err(bounds.lower);
                }
                if bounds.upper <= alpha {
                    best = best.max(bounds.upper);
                    continue;
                }
            }
            self.buffers.queue[kept] = self.buffers.queue[first_queued + offset];
            kept += 1;
        }
        self.buffers.queue.truncate(kept);
        Ok(best)
    }

    /// Appends the children that are not settled at a glance. The result is as that of
    /// [`look_at_children`](Run::look_at_children).
    #[inline]
    fn glance_at_children(&mut self, node: &Node<G>, alpha: Score) -> Result<Score, Score> {
        let (game, side) = (self.game, self.game.side(&node.position));
        let mut moves = std::mem::take(&mut self.buffers.moves);
        moves.clear();
        game.candidates(&node.position, &node.note, &mut moves);
        let mut best = Ok(-FAR);
        for mv in &moves {
            let next = game.after(&node.position, mv.clone());
            let note = game.note_after(&node.note, mv, &next);
            let forced = self.follow_forced(&next, &note);
            let (position, end_note, plies) = match &forced {
                Some((position, note, plies)) => (position, note, plies + 1),
                None => (&next, &note, 1),
            };
            let (bounds, slot) = self.glance(position, end_note);
            let same_side = game.side(position) == side;
            let bounds = bounds.seen_before(same_side, plies);
            if bounds.lower > alpha {
                best = Err(bounds.lower);
                break;
            }
            if bounds.upper <= alpha {
                best = best.map(|best| best.max(bounds.upper));
                continue;
            }
            // By the time that all children are listed, the buckets are in the cache.
            self.table.prefetch(&slot);
            let history = 2 * game.move_kind(mv) + side as usize;
            let promise = game.promise(&node.position, mv, &next, &note)
                + self.buffers.history[history] / HISTORY_PER_PROMISE;
            let (history, child) = (history as u32, self.buffers.children.len() as u32);
            self.buffers.queue.push(Queued { promise, history, child });
            let (position, note) =
                forced.map_or((next, note), |(position, note, _)| (position, note));
            let node = Node { position, note, slot };
            self.buffers.children.push(Child { node, plies, same_side });
        }
        self.buffers.moves = moves;
        best
    }

    /// The position after all forced moves from here, with its note and their number; `None` if
    /// no move is forced.
    #[inline]
    fn follow_forced(
        &self,
        position: &G::Position,
        note: &G::Note,
    ) -> Option<(G::Position, G::Note, u32)> {
        let mut end = self.play_forced(position, note)?;
        let mut plies = 1;
        while plies < MOST_FORCED
            && let Some(next) = self.play_forced(&end.0, &end.1)
        {
            end = next;
            plies += 1;
        }
        Some((end.0, end.1, plies))
    }

    /// The position after the forced move from here, with its note.
    #[inline]
    fn play_forced(
        &self,
        position: &G::Position,
        note: &G::Note,
    ) -> Option<(G::Position, G::Note)> {
        if self.game.glance(position, note).is_some() {
            return None;
        }
        let mv = self.game.forced(position, note)?;
        let next = self.game.after(position, mv.clone());
        let note = self.game.note_after(note, &mv, &next);
        Some((next, note))
    }

    /// Whether another thread has answered the question.
    fn is_settled(&self) -> bool {
        self.team.is_some_and(|team| team.is_settled(self.question))
    }

    /// Counts a node; `None` if the budget has no more.
    #[inline]
    fn spend_node(&mut self) -> Option<()> {
        if self.nodes >= self.budget.nodes || self.depth >= MOST_DEPTH {
            return None;
        }
        if self.nodes & (NODES_BETWEEN_CHECKS - 1) == 0 {
            if self.budget.is_stopped() || self.is_settled() {
                return None;
            }
            self.table.let_others_grow();
            if self.nodes & (NODES_BETWEEN_REPORTS - 1) == 0 {
                self.progress.report("searching", self.nodes, self.budget.nodes);
            }
        }
        self.nodes += 1;
        self.depth += 1;
        Some(())
    }
}

/// A value as a number: larger is better for the side to move.
///
/// ```text
///   loss in 1   loss in 2 …        draw        … win in 2    win in 1
///   1 - FAR     2 - FAR             0            FAR - 2      FAR - 1
/// ```
pub(super) type Score = i32;

/// A win in 0 plies.
pub(super) const FAR: Score = 32_000;

/// Scores of wins and losses keep this distance from 0, so that thresholds
/// carried down a tree never meet the draw.
pub(super) const MOST_PLIES: u32 = 15_000;

/// The number of a value. A win or loss too far away for a score counts as the
/// furthest one, which searches of such depth never reach.
pub(super) fn score_of(value: Value) -> Score {
    match value {
        Value::Loss(plies) => plies.min(MOST_PLIES) as Score - FAR,
        Value::Draw => 0,
        Value::Win(plies) => FAR - plies.min(MOST_PLIES) as Score,
    }
}

/// The value with this number.
pub(super) fn value_of(score: Score) -> Value {
    match score {
        0 => Value::Draw,
        1.. => Value::Win((FAR - score) as u32),
        _ => Value::Loss((FAR + score) as u32),
    }
}

/// The same score this many plies earlier, for the same side.
#[inline]
pub(super) fn plies_before(score: Score, plies: u32) -> Score {
    score - score.signum() * plies as Score
}

/// The threshold this many plies later: for every score `s` of a position,
/// `plies_before(s, n) > alpha` exactly when `s > plies_after(alpha, n)`.
#[inline]
pub(super) fn plies_after(alpha: Score, plies: u32) -> Score {
    alpha + alpha.signum() * plies as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> impl Iterator<Item = Score> + Clone {
        let wins = (1..200).map(Value::Win);
        let losses = (1..200).map(Value::Loss);
        wins.chain(losses).chain([Value::Draw]).map(score_of)
    }

    #[test]
    fn scores_order_like_values_and_give_them_back() {
        for a in scores() {
            for b in scores() {
                assert_eq!(a.cmp(&b), value_of(a).cmp(&value_of(b)));
            }
            assert_eq!(score_of(value_of(a)), a);
            assert_eq!(value_of(plies_before(a, 1)), value_of(a).one_ply_before());
        }
    }

    #[test]
    fn a_threshold_moves_with_the_score() {
        let thresholds = scores().chain(-300..300);
        for alpha in thresholds {
            for score in scores() {
                for plies in 1..40 {
                    let after = score > plies_after(alpha, plies);
                    assert_eq!(plies_before(score, plies) > alpha, after, "{score} {alpha}");
                }
            }
        }
    }
}
