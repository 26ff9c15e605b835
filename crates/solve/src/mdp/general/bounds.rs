//! Bounds of all values of a core, component by component.
//!
//! What a component leads to is bounded before it. Inside, candidate values are found by
//! any means, which need not be trusted; then they are moved outwards until the equations
//! hold with `>=` (or `<=`) although every operation is rounded against us. That is the
//! proof, whatever the candidate came from.

use super::core::{Core, Side};
use super::meter::Meter;
use super::piece::Piece;
use crate::Progress;
use crate::mdp::graph::components;

/// No action chosen yet.
pub(super) const NONE: u32 = u32::MAX - 1;

/// One bound for each node, and the policy that was best at these values.
pub(super) struct Bounds {
    pub(super) values: Vec<f64>,
    pub(super) policy: Vec<u32>,
}

/// Bounds the values of all nodes from one side. `policy` is where to start (from another
/// side's bounds, say), [`NONE`] where nothing is known. What cannot be bounded, or not
/// within the budget, gets the widest bound there is.
pub(super) fn bounds(
    core: &Core<'_>,
    side: Side,
    policy: Vec<u32>,
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> Bounds {
    let order = components(core.n_nodes(), |node, out| {
        core.actions(node).iter().for_each(|action| out.extend(core.successors(*action)));
    });
    let mut found = Bounds { values: core.fixed.clone(), policy };
    let mut place = vec![NONE; core.n_nodes()];
    for (done, component) in order.iter().enumerate() {
        if done % 1024 == 0 {
            progress.report("bounding values", done as u64, order.len() as u64);
        }
        let is_fixed = !core.fixed[component[0] as usize].is_nan();
        if is_fixed {
            continue;
        }
        let mut nodes = component.to_vec();
        nodes.sort_unstable();
        for (at, node) in nodes.iter().enumerate() {
            place[*node as usize] = at as u32;
        }
        let mut piece =
            Piece { core, side, nodes: &nodes, place: &place, meter, found: &mut found };
        let is_proven = !meter.is_empty() && piece.bound();
        for node in &nodes {
            place[*node as usize] = NONE;
            let (value, widest) = (&mut found.values[*node as usize], core.widest(side));
            *value = match side {
                _ if !is_proven || value.is_nan() => widest,
                Side::Middle => *value,
                Side::Low => value.max(widest),
                Side::High => value.min(widest),
            };
        }
    }
    found
}
