//! Policy iteration as it stands in books, from a policy that ends.

use super::bounds::{Bounds, NONE, Piece};
use super::question::{Question, STOP, Side};
use super::solve::{Means, Meter};
use super::{Model, Objective, Refusal};
use crate::Budget;

/// What policy iteration has.
#[derive(Clone, Debug, PartialEq)]
pub struct Improved {
    /// The values of the last policy, solved by elimination, without proof.
    pub values: Vec<f64>,
    /// For each state the place of its action; none where nothing is to choose: at the
    /// end, where the value is known from the graph, or where staying for ever is best. Of
    /// an end component taken as one, only the state that leaves has one.
    pub policy: Vec<Option<u32>>,
    /// How many policies were evaluated.
    pub policies: usize,
}

/// Policy iteration over all states at once, for one decider. It starts from a policy found
/// backwards from the ends, so that every evaluation has a solution. `None` if the budget
/// ended first or the equations filled up.
///
/// # Errors
/// As [`solve`](super::solve), and if there are two deciders.
pub fn policy_iteration(
    model: &Model,
    objective: &Objective,
    budget: &Budget,
) -> Result<Option<Improved>, Refusal> {
    let question = Question::new(model, objective)?;
    let Some(owner) = model.decider() else {
        return Err(Refusal::TwoDeciders);
    };
    let core = question.core(owner, question.all_actions())?;
    let nodes: Vec<u32> =
        (0..core.n_nodes() as u32).filter(|node| core.fixed[*node as usize].is_nan()).collect();
    let mut place = vec![NONE; core.n_nodes()];
    for (at, node) in nodes.iter().enumerate() {
        place[*node as usize] = at as u32;
    }
    let meter = Meter::new(Means::Elimination, budget);
    let mut found = Bounds { values: core.fixed.clone(), policy: vec![NONE; core.n_nodes()] };
    let mut piece = Piece {
        core: &core,
        side: Side::Middle,
        nodes: &nodes,
        place: &place,
        meter: &meter,
        found: &mut found,
    };
    let improved = piece.improve();
    let Some((_, policies)) = improved.filter(|_| !meter.is_empty()) else {
        return Ok(None);
    };
    let values = core.node_of.iter().map(|node| found.values[*node as usize]).collect();
    let choice = |state: u32| {
        let action = found.policy[core.node_of[state as usize] as usize];
        let actions = model.actions(state);
        let is_own = action != NONE && action != STOP && actions.contains(&action);
        is_own.then(|| action - actions.start)
    };
    Ok(Some(Improved { values, policy: model.states().map(choice).collect(), policies }))
}
