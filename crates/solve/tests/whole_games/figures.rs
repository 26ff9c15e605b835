//! The counts of a whole game.

use spar_rules::{Deterministic, Game, Outcome, Side, Symmetric, Turn, Value};
use spar_rules::{Ranked, Tactics};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::{Budget, Silent};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Counts over all positions that play reaches.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) positions: u64,
    /// Finished positions that the first side has won, that are drawn, and that the second has
    /// won.
    pub(crate) ends: [u64; 3],
    pub(crate) moves: u64,
}

impl Counts {
    fn add<G: Game>(&mut self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.positions += 1;
        match game.turn(position) {
            Turn::Over(Outcome::Win(Side::First)) => self.ends[0] += 1,
            Turn::Over(Outcome::Draw) => self.ends[1] += 1,
            Turn::Over(Outcome::Win(Side::Second)) => self.ends[2] += 1,
            Turn::Play(_) | Turn::Roll => {
                moves.clear();
                game.moves(position, moves);
                self.moves += moves.len() as u64;
            }
        }
    }
}

/// Solves a game by ordered sweeps and calls `also` with every position.
pub(crate) fn by_ranks<G: Ranked + Tactics>(
    game: &G,
    mut also: impl FnMut(&G::Position, Value),
) -> (Counts, Value) {
    let budget = Budget::unlimited().with_threads(2);
    let table = Table::solve(game, &budget, &Silent).unwrap();
    let (mut counts, mut moves) = (Counts::default(), Vec::new());
    let visited = table.visit(game, |position, value| {
        counts.add(game, position, &mut moves);
        also(position, value);
        ControlFlow::<()>::Continue(())
    });
    assert!(visited.is_continue());
    let summary = table.summary();
    assert_eq!(summary.positions, counts.positions);
    assert_eq!([summary.ended, summary.full], [counts.ends[0] + counts.ends[2], counts.ends[1]]);
    (counts, summary.value)
}

/// Solves a game with a hash table.
pub(crate) fn by_hash<G: Deterministic>(
    game: &G,
    mut also: impl FnMut(&G::Position, Value),
) -> (Counts, Value) {
    let table = HashedTable::solve(game, &Budget::unlimited(), &Silent).unwrap();
    let (mut counts, mut moves) = (Counts::default(), Vec::new());
    for (position, value) in table.entries() {
        counts.add(game, position, &mut moves);
        also(position, value);
    }
    (counts, table.summary().value)
}

/// Counts positions and finished positions up to symmetry, by play between representatives.
/// Correct because every symmetry keeps the start.
pub(crate) fn classes<G: Symmetric>(game: &G) -> (u64, u64) {
    let start = game.start();
    assert!((0..game.symmetries()).all(|symmetry| game.image(&start, symmetry) == start));
    let mut seen = HashSet::from([game.canonical(&start)]);
    let mut left = vec![game.canonical(&start)];
    let (mut ends, mut moves) = (0, Vec::new());
    while let Some(position) = left.pop() {
        moves.clear();
        game.moves(&position, &mut moves);
        ends += u64::from(moves.is_empty());
        for mv in &moves {
            let next = game.canonical(&game.after(&position, mv.clone()));
            if seen.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    (seen.len() as u64, ends)
}
