//! Depth-limited evaluations of positions: what a player with some foresight sees.
//!
//! An evaluation is a number, larger for positions that are better for the first side. The
//! value of a game's end exceeds all rewards, and the more so the nearer the end is:
//!
//! ```text
//!   end - n   the first side wins in n plies
//!   -most … most   not decided in sight: the reward of the position at the end of it
//!   n - end   the second side wins in n plies
//! ```

use crate::policy::{Ties, Unknown};
use rustc_hash::FxHashMap;
use spar_rules::{Outcome, Reward, Side, Tactics, Turn, Value};
use spar_solve::Budget;

/// The scale of evaluations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// The maximum absolute value of a reward.
    pub(crate) most: i32,
    /// The value of a finished game.
    pub(crate) end: i32,
}

impl Scale {
    /// A scale with room for every distance.
    fn wide<G: Reward>(game: &G) -> Scale {
        Scale { most: game.most_reward() as i32, end: 1 << 30 }
    }

    /// The evaluation of a finished game.
    #[inline]
    pub(crate) fn of(self, outcome: Outcome) -> i32 {
        match outcome {
            Outcome::Win(Side::First) => self.end,
            Outcome::Win(Side::Second) => -self.end,
            Outcome::Draw => 0,
        }
    }

    /// The evaluation one ply earlier: an end is one ply further away.
    #[inline]
    pub(crate) fn before(self, look: i32) -> i32 {
        look - i32::from(look > self.most) + i32::from(look < -self.most)
    }

    /// The evaluation under this rule for ties: equal results are ties.
    #[inline]
    pub(crate) fn judged(self, look: i32, ties: Ties) -> i32 {
        match ties {
            Ties::Fastest => look,
            Ties::Any => look.clamp(-self.most - 1, self.most + 1),
        }
    }
}

/// The better of two evaluations for this side.
#[inline]
pub(crate) fn better(side: Side, a: i32, b: i32) -> i32 {
    match side {
        Side::First => a.max(b),
        Side::Second => a.min(b),
    }
}

/// The evaluation of a move: an end within the depth, or a reward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The side that makes the move wins after this many plies, this move included.
    Win(u32),
    /// The game does not certainly end within the depth; the reward for the side that makes the
    /// move.
    Open(i32),
    /// The side that makes the move loses after this many plies.
    Loss(u32),
}

/// The minimum factor in nodes for one more round, if the cost matters at all.
const ROUND_MORE: u64 = 4;

/// A depth-limited search with a cache.
pub struct Sight<'a, G: Tactics + Reward> {
    game: &'a G,
    scale: Scale,
    seen: FxHashMap<(G::Key, u32), i32>,
    /// The heap bytes that the keys of `seen` own.
    owned: u64,
    moves: Vec<G::Move>,
    budget: Budget,
    nodes: u64,
}

impl<'a, G: Tactics + Reward> Sight<'a, G> {
    /// Creates a search. The budget's node limit applies to all calls until `refresh`. The
    /// cache is cleared when the memory is full.
    pub fn new(game: &'a G, budget: Budget) -> Sight<'a, G> {
        let (scale, seen) = (Scale::wide(game), FxHashMap::default());
        Sight { game, scale, seen, owned: 0, moves: Vec::new(), budget, nodes: 0 }
    }

    /// The positions visited since creation or the last `refresh`.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Restores the full node limit; keeps the cache.
    pub fn refresh(&mut self) {
        self.nodes = 0;
    }

    /// The evaluation of each move by a player with this foresight, at least one round.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn looks(
        &mut self,
        position: &G::Position,
        rounds: u32,
    ) -> Result<Vec<(G::Move, Look)>, Unknown> {
        let side = self.game.side(position);
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut looks = Vec::with_capacity(moves.len());
        for mv in moves {
            let look = self.of_move(position, mv.clone(), rounds)?;
            let own = if side == Side::First { look } else { -look };
            let plies = (self.scale.end - own.abs()) as u32;
            looks.push((
                mv,
                match own {
                    own if own > self.scale.most => Look::Win(plies),
                    own if own < -self.scale.most => Look::Loss(plies),
                    own => Look::Open(own),
                },
            ));
        }
        Ok(looks)
    }

    /// The moves that look best to a player with this foresight, at least one round.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn preferred(
        &mut self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
        out: &mut Vec<G::Move>,
    ) -> Result<(), Unknown> {
        let first = out.len();
        self.game.moves(position, out);
        self.keep_preferred(position, rounds, ties, out, first)
    }

    /// Whether a player with this foresight, at least one round, sees a win of the side to move.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn sees_win(&mut self, position: &G::Position, rounds: u32) -> Result<bool, Unknown> {
        let look = self.look(position, 2 * rounds.max(1))?;
        let own = if self.game.side(position) == Side::First { look } else { -look };
        Ok(own > self.scale.most)
    }

    /// The moves that look best with the longest foresight, at most this many rounds, that the
    /// budget allows; all moves if it allows none.
    pub fn furthest(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        rounds: u32,
        ties: Ties,
    ) -> Vec<G::Move> {
        // A search that reaches all ends of play need not go deeper.
        let most = self.game.horizon(position).map_or(rounds, |it| rounds.min(it.div_ceil(2)));
        let mut liked = moves.to_vec();
        for rounds in 1..=most {
            let mut seen = moves.to_vec();
            self.refresh();
            if self.keep_preferred(position, rounds, ties, &mut seen, 0).is_err() {
                break;
            }
            liked = seen;
            if self.nodes > self.budget.nodes / ROUND_MORE {
                break;
            }
        }
        liked
    }

    /// Keeps those of the moves from index `first` on that look best.
    fn keep_preferred(
        &mut self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
        moves: &mut Vec<G::Move>,
        first: usize,
    ) -> Result<(), Unknown> {
        let side = self.game.side(position);
        let mut best: Option<i32> = None;
        let mut kept = first;
        for index in first..moves.len() {
            let look = self.of_move(position, moves[index].clone(), rounds)?;
            let look = self.scale.judged(look, ties);
            if best.is_none_or(|best| best != look && better(side, best, look) == look) {
                (best, kept) = (Some(look), first);
            }
            if best == Some(look) {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
        Ok(())
    }

    /// The play that a player with this foresight expects after its move to `position`: each
    /// side makes the first move, in the game's order, that looks best.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn line(&mut self, position: &G::Position, plies: u32) -> Result<Vec<G::Move>, Unknown> {
        let mut line = Vec::new();
        let mut here = position.clone();
        for left in (0..plies).rev() {
            let Turn::Play(side) = self.game.turn(&here) else { break };
            let mut moves = Vec::new();
            self.game.moves(&here, &mut moves);
            let mut best: Option<(i32, G::Move)> = None;
            for mv in moves {
                let look = self.look(&self.game.after(&here, mv.clone()), left)?;
                let beats = |best: i32| best != look && better(side, best, look) == look;
                if best.as_ref().is_none_or(|it| beats(it.0)) {
                    best = Some((look, mv));
                }
            }
            let Some((_, mv)) = best else { break };
            line.push(mv.clone());
            here = self.game.after(&here, mv);
        }
        Ok(line)
    }

    fn of_move(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        rounds: u32,
    ) -> Result<i32, Unknown> {
        let look = self.look(&self.game.after(position, mv), 2 * rounds.max(1) - 1)?;
        Ok(self.scale.before(look))
    }

    /// The evaluation of a position with foresight of `plies` plies.
    fn look(&mut self, position: &G::Position, plies: u32) -> Result<i32, Unknown> {
        let side = match self.game.turn(position) {
            Turn::Over(outcome) => return Ok(self.scale.of(outcome)),
            Turn::Play(_) if plies == 0 => return Ok(self.game.reward(position)),
            Turn::Play(side) => side,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        let key = (self.game.key(position), plies);
        if plies > 1
            && let Some(look) = self.seen.get(&key)
        {
            return Ok(*look);
        }
        self.spend()?;
        // If `glance` finds an end within the depth, no search is needed.
        match self.game.glance(position, &self.game.note(position)) {
            Some(Value::Win(end)) if end <= plies => return Ok(self.ending(side, end)),
            Some(Value::Loss(end)) if end <= plies => return Ok(self.ending(side.other(), end)),
            _ => {}
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut best = match side {
            Side::First => i32::MIN,
            Side::Second => i32::MAX,
        };
        for index in first..self.moves.len() {
            let next = self.game.after(position, self.moves[index].clone());
            match self.look(&next, plies - 1) {
                Ok(look) => best = better(side, best, look),
                Err(unknown) => {
                    self.moves.truncate(first);
                    return Err(unknown);
                }
            }
        }
        self.moves.truncate(first);
        let look = self.scale.before(best);
        if plies > 1 {
            self.owned += self.game.key_bytes(&key.0) as u64;
            self.seen.insert(key, look);
        }
        Ok(look)
    }

    /// The evaluation of a win of this side after `plies` plies.
    fn ending(&self, winner: Side, plies: u32) -> i32 {
        let far = self.scale.end - plies as i32;
        if winner == Side::First { far } else { -far }
    }

    fn spend(&mut self) -> Result<(), Unknown> {
        self.nodes += 1;
        let entry = size_of::<((G::Key, u32), i32)>() as u64 * 2;
        if self.seen.len() as u64 * entry + self.owned > self.budget.memory {
            (self.seen, self.owned) = (FxHashMap::default(), 0);
        }
        // On large boards a node takes long, so check the flag at each node.
        let is_over = self.nodes > self.budget.nodes || self.budget.is_stopped();
        if is_over { Err(Unknown) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_games::lines::Lines;
    use spar_rules::Game;
    use spar_testkit::Stutter;

    #[test]
    fn a_stopped_budget_is_noticed_at_the_next_node() {
        let game = Lines::named("lines:rows=8,cols=8,connect=5").unwrap();
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let mut sight = Sight::new(&game, Budget::unlimited());
        sight.budget.stop();
        assert_eq!(sight.furthest(&game.start(), &moves, 6, Ties::Any), moves);
        assert!(sight.nodes() <= 1, "{}", sight.nodes());
    }

    #[test]
    fn what_keys_own_counts_against_the_memory() {
        let game = Stutter { letters: 5, longest: 12 };
        let seen = |memory| {
            let mut sight = Sight::new(&game, Budget::unlimited().with_memory(memory));
            sight.looks(&game.start(), 5).unwrap();
            let owned: usize = sight.seen.keys().map(|it| it.0.capacity()).sum();
            assert_eq!(sight.owned, owned as u64);
            (sight.seen.len() as u64, owned as u64)
        };
        let (all, owned) = seen(u64::MAX);
        let entries = all * size_of::<((String, u32), i32)>() as u64 * 2;
        assert_eq!(seen(entries + owned).0, all);
        assert!(seen(entries).0 < all);
    }
}
