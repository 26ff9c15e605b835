//! The typed solved game, which implements [`AnyWhole`].

use super::game::TypedGame;
use crate::any::{AnyWhole, Columns, Line};
use spar_rules::{Notation, Ranked, Symmetric, Tactics, Turn, Value};
use spar_solve::explicit::Summary;
use spar_solve::tables::TableError;
use spar_solve::whole::{Whole, move_values};
use spar_solve::{Context, SolveError};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// A solved game with its types.
pub(super) struct Solved<G: Tactics> {
    game: Arc<G>,
    whole: Whole<G>,
    remarks: Vec<String>,
}

impl<G: Notation + Ranked + Tactics + Symmetric> Solved<G> {
    pub(super) fn get(
        typed: &TypedGame<G>,
        context: &Context,
    ) -> Result<Box<dyn AnyWhole>, SolveError> {
        let game = Arc::clone(&typed.game);
        let mut remarks = Vec::new();
        let (name, layered) = (&typed.facts.name, typed.abilities.layered);
        let whole = Whole::get_with_classes(&*game, name, layered, context, &mut remarks)?;
        Ok(Box::new(Solved { game, whole, remarks }))
    }

    fn line(&self, position: &G::Position, value: Value) -> Line {
        line(&*self.game, position, value)
    }
}

/// A row of a solved game.
pub(super) fn line<G: Notation>(game: &G, position: &G::Position, value: Value) -> Line {
    Line { position: game.write_position(position), turn: game.turn(position), value }
}

impl<G: Notation + Ranked + Tactics + Symmetric> AnyWhole for Solved<G> {
    fn summary(&self) -> &Summary {
        self.whole.summary()
    }

    fn source(&self) -> &'static str {
        match &self.whole {
            Whole::Kept(_) => "from the stored table",
            Whole::Solved(_) => "solved by sweeps over ranks",
            Whole::Hashed(_) => "solved in a hash table",
        }
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn visit(
        &self,
        visit: &mut dyn FnMut(&Line) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        self.whole.visit(&*self.game, |position, value| visit(&self.line(position, value)))
    }

    fn n_entries(&self) -> u64 {
        self.whole.len()
    }

    fn columns(&self, places: Range<u64>, columns: &mut Columns) -> Result<(), TableError> {
        let game = &*self.game;
        columns.ranks.take_if(|_| game.ranks().is_none());
        let mut legal = Vec::new();
        self.whole.visit_places(game, places, |position, value| {
            columns.push(game.turn(position), value);
            if let Some(ranks) = &mut columns.ranks {
                ranks.push(game.rank(position));
            }
            if let Some(moves) = &mut columns.moves {
                legal.clear();
                game.moves(position, &mut legal);
                moves.push(legal.len() as u32);
            }
            if let Some(texts) = &mut columns.texts {
                texts.push(&game.write_position(position));
            }
        })
    }

    fn strategy(
        mut self: Box<Self>,
        visit: &mut dyn FnMut(&Line, &[String]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        self.whole = self.whole.in_memory()?;
        let game = &*self.game;
        self.whole.visit(game, |position, value| {
            let Turn::Play(_) = game.turn(position) else { return ControlFlow::Continue(()) };
            let valued = move_values(game, position, |next| self.whole.value(game, next));
            let valued = valued.ok().flatten().expect("invariant: a table holds all that follows");
            let best = valued.into_iter().filter(|it| it.1 == value);
            let best: Vec<String> = best.map(|(mv, _)| game.write_move(position, mv)).collect();
            visit(&self.line(position, value), &best)
        })
    }
}
