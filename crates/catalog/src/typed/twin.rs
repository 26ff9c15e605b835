//! Twins of positions, for every game that can be set up by tokens.

use super::levels::may_fit;
use super::position::TypedPosition;
use crate::any::TwinResult;
use crate::budgets;
use spar_challenge::judge::Goal;
use spar_challenge::oracle::Evaluation;
use spar_challenge::twin::{Miss, Solved, Source, Told, nearest};
use spar_rules::scene::Arranged;
use spar_rules::{Game, Notation, Ranked, Stochastic, Tactics};
use spar_solve::Context;
use spar_solve::whole::Whole;

/// Finds the twin of a miss.
pub(super) type TwinOf<G> = fn(
    &TypedPosition<G>,
    <G as Game>::Move,
    Option<Goal>,
    &Context,
) -> TwinResult<<G as Game>::Position>;

/// All positions of a game, if it is small enough.
pub(super) type AllPositions<G> = fn(&TypedPosition<G>, &Context) -> Option<Box<dyn Solved<G>>>;

pub(super) fn twin<G: Notation + Stochastic + Arranged>(
    at: &TypedPosition<G>,
    mv: G::Move,
    goal: Option<Goal>,
    context: &Context,
) -> TwinResult<G::Position> {
    let (game, here) = (&*at.game, &at.position);
    let name = at.name_of(here, mv.clone());
    let miss = Miss::new(game, here.clone(), mv, goal, &at.known(here, context))?;
    let solved = at.abilities.all_positions.and_then(|all| all(at, context));
    let solved = solved.filter(|it| it.evaluate(game, here).is_some());
    let nodes = budgets::twin_candidate(&context.budget);
    let one = Context::quiet(context.budget.clone().with_nodes(nodes), context.sources.clone());
    let mut ask = |position: &G::Position| -> Evaluation<G::Move> { at.known(position, &one) };
    let source = match &solved {
        Some(solved) => Source::Solved(&**solved),
        None => Source::Asked(&mut ask),
    };
    let found = nearest(game, &miss, source, &context.budget);
    Ok(Told::new(miss, found, solved.is_some(), &name, &game.scene(here)))
}

/// All positions of a game that may fit in memory. A server has no memory for large ones.
pub(super) fn all_positions<G: Ranked + Tactics>(
    at: &TypedPosition<G>,
    context: &Context,
) -> Option<Box<dyn Solved<G>>> {
    let mut budget = context.budget.clone();
    if context.memory.is_some() {
        budget = budget.with_memory(context.budget.memory.min(budgets::LEVEL_MEMORY));
    }
    if !may_fit(&*at.game, &budget) {
        return None;
    }
    let own = Context::quiet(budget, context.sources.clone());
    let whole =
        Whole::get(&*at.game, &at.name, at.abilities.layered, &own, &mut Vec::new()).ok()?;
    Some(Box::new(whole.in_memory().ok()?))
}
