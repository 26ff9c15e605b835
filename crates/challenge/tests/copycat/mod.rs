//! A player whose moves depend on the history of the position.

use spar_challenge::policy::{Policy, Seen, Unknown, Weights};
use spar_games::lines::{Board, Lines, Place};
use spar_rules::{Game, Notation as _};

/// Plays in the column of the last move. For games with gravity. Every play begins at `start`.
pub(crate) struct Copycat {
    pub(crate) start: Board,
}

impl Policy<Lines> for Copycat {
    fn weights(&mut self, seen: &Seen<'_, Lines>, out: &mut Weights<Lines>) -> Result<(), Unknown> {
        check_history(seen, &self.start);
        let before = seen.history.last().map(|it| it.1);
        let copies = copies(seen.game, seen.position, before);
        out.extend(copies.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    fn is_memoryless(&self) -> bool {
        false
    }
}

/// The moves in the column of the last move; all moves if there are none.
pub(crate) fn copies(game: &Lines, board: &Board, before: Option<Place>) -> Vec<Place> {
    let mut all = Vec::new();
    game.moves(board, &mut all);
    let column = |mv| game.write_move(board, mv);
    let same = all.iter().copied().filter(|mv| before.is_some_and(|it| column(it) == column(*mv)));
    let same: Vec<Place> = same.collect();
    if same.is_empty() { all } else { same }
}

/// Fails unless the history leads, move by move, from the start to the position.
pub(crate) fn check_history<G: Game>(seen: &Seen<'_, G>, start: &G::Position) {
    let mut here = start.clone();
    for (before, mv) in seen.history {
        assert!(*before == here, "{before:?} is not {here:?}");
        here = seen.game.after(&here, mv.clone());
    }
    assert!(here == *seen.position, "the history ends at {here:?}, not at {:?}", seen.position);
}
