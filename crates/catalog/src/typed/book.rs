//! The typed openings of a game and the search that solves them.

use super::game::TypedGame;
use crate::any::{AnyOpenings, AnySearch};
use spar_challenge::oracle::Oracle;
use spar_rules::{Deterministic, Game, Notation, Ranked, ReadError, Symmetric, Tactics, Value};
use spar_solve::book::{Book, BookError, Missing, Openings};
use spar_solve::{Budget, Context, SolveError};
use std::collections::HashMap;
use std::sync::Arc;

/// What a game needs for books of openings.
pub(super) struct BooksOf<G: Game> {
    pub(super) openings: OpeningsOf<G>,
    pub(super) search: for<'a> fn(&'a TypedGame<G>, &Budget) -> Box<dyn AnySearch + 'a>,
    pub(super) get: GetBook<G>,
    pub(super) open: fn(&TypedGame<G>, Vec<u8>) -> Result<Book, BookError>,
}

pub(super) type OpeningsOf<G> =
    for<'a> fn(&'a TypedGame<G>, u32, &Budget) -> Result<Box<dyn AnyOpenings + 'a>, SolveError>;

pub(super) type GetBook<G> = fn(&TypedGame<G>, &Context, &mut Vec<String>) -> Option<Arc<Book>>;

impl<G: Notation + Ranked + Tactics + Symmetric> BooksOf<G> {
    pub(super) fn new() -> BooksOf<G> {
        BooksOf {
            openings: |at, plies, budget| {
                let openings = Openings::within(&*at.game, plies, budget)?;
                Ok(Box::new(TypedOpenings { at, openings }))
            },
            search: |at, budget| {
                let context = Context::bare(budget.clone());
                Box::new(TypedSearch { at, oracle: Oracle::new(&*at.game, "", &context) })
            },
            get: |at, context, remarks| {
                context.sources.books.get(&*at.game, &at.facts.name, remarks)
            },
            open: |at, bytes| Book::open(bytes.into(), &*at.game, &at.facts.name),
        }
    }
}

struct TypedOpenings<'a, G: Game> {
    at: &'a TypedGame<G>,
    openings: Openings<G::Position>,
}

impl<G: Notation + Deterministic + Symmetric> AnyOpenings for TypedOpenings<'_, G> {
    fn n_positions(&self) -> usize {
        self.openings.len()
    }

    fn unsolved(&self) -> Vec<String> {
        self.openings.unsolved().map(|position| self.at.game.write_position(position)).collect()
    }

    fn book(&self, solved: &HashMap<String, Value>) -> Result<Vec<u8>, Missing> {
        self.openings.book(&*self.at.game, &self.at.facts.name, solved)
    }
}

struct TypedSearch<'a, G: Tactics> {
    at: &'a TypedGame<G>,
    oracle: Oracle<'a, G>,
}

impl<G: Notation + Ranked + Tactics> AnySearch for TypedSearch<'_, G> {
    fn value(&mut self, position: &str, budget: &Budget) -> Result<Option<Value>, ReadError> {
        let position = self.at.game.read_position(position)?;
        Ok(self.oracle.value(&position, budget).ok())
    }
}

// Not derived, as that would require `G: Copy`. Function pointers are always `Copy`.
impl<G: Game> Clone for BooksOf<G> {
    fn clone(&self) -> BooksOf<G> {
        *self
    }
}
impl<G: Game> Copy for BooksOf<G> {}
