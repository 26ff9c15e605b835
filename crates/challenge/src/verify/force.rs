//! Decides whether a side can force a win from a position, with or without a limit of plies, by
//! a plain search with a cache.

use super::Checker;
use super::doubt::TooMuch;
use spar_rules::{Game, Notation, Outcome, Reward, Side, Turn};

/// No limit of plies.
pub(super) const EVER: u32 = u32::MAX;

/// The proven facts about one side in one position. A side that wins within some plies also
/// wins within more; a side that cannot win cannot win within fewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    /// The least known number of plies within which the side wins, if it is known to win.
    wins_within: Option<u32>,
    /// The greatest known number of plies within which the side does not win.
    fails_within: u32,
}

impl Proven {
    /// The side wins in this many plies, or never.
    pub(super) fn in_plies(plies: Option<u32>) -> Proven {
        Proven { wins_within: plies, fails_within: plies.map_or(EVER, |it| it.saturating_sub(1)) }
    }

    const NOTHING: Proven = Proven { wins_within: None, fails_within: 0 };

    fn answer(self, plies: u32) -> Option<bool> {
        if self.wins_within.is_some_and(|within| within <= plies) {
            return Some(true);
        }
        (plies <= self.fails_within).then_some(false)
    }

    /// Called only for undecided questions, so the new answer always adds information.
    fn learn(&mut self, plies: u32, wins: bool) {
        if wins {
            self.wins_within = Some(plies);
        } else {
            self.fails_within = plies;
        }
    }
}

impl<G: Reward + Notation> Checker<'_, G> {
    /// Returns whether `side` wins from here within `plies` plies, whatever the opponent does:
    /// with one good move where it is to move itself, after every move where the opponent is to
    /// move.
    pub(super) fn can_win(
        &mut self,
        position: &G::Position,
        side: Side,
        plies: u32,
    ) -> Result<bool, TooMuch> {
        let mover = match self.game.turn(position) {
            Turn::Over(outcome) => return Ok(outcome == Outcome::Win(side)),
            Turn::Play(mover) => mover,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        if plies == 0 {
            return Ok(false);
        }
        let key = (position.clone(), side);
        let proven = self.proven.get(&key).copied().unwrap_or(Proven::NOTHING);
        if let Some(answer) = proven.answer(plies) {
            return Ok(answer);
        }
        if self.game.horizon(position).is_none() {
            self.prove_in_rounds(position, side)?;
            let proven = self.proven.get(&key).copied();
            return Ok(proven.and_then(|it| it.answer(plies)) == Some(true));
        }
        self.spend()?;
        let rest = if plies == EVER { EVER } else { plies - 1 };
        let decisive = mover == side;
        let mut answer = !decisive;
        for next in self.ended_first(position) {
            if self.can_win(&next, side, rest)? == decisive {
                answer = decisive;
                break;
            }
        }
        self.proven.entry(key).or_insert(Proven::NOTHING).learn(plies, answer);
        Ok(answer)
    }

    /// The positions after each move, finished ones first, as they are quick to evaluate.
    pub(super) fn ended_first(&self, position: &G::Position) -> Vec<G::Position> {
        let mut next = after_each(self.game, position);
        next.sort_by_key(|next| !matches!(self.game.turn(next), Turn::Over(_)));
        next
    }
}

/// The legal moves of a position.
pub(super) fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The position after each legal move, in the order of the moves.
pub(super) fn after_each<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    legal(game, position).into_iter().map(|mv| game.after(position, mv)).collect()
}
