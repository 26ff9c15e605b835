//! Strongly connected components and backward search.
//!
//! ```
//! use spar_solve::mdp::graph::components;
//!
//! // 0 → 1 ⇄ 2 → 3
//! let next: [&[u32]; 4] = [&[1], &[2], &[1, 3], &[]];
//! let found = components(4, |state, out| out.extend_from_slice(next[state as usize]));
//! let groups: Vec<&[u32]> = found.iter().collect();
//! assert_eq!(groups, [&[3][..], &[2, 1], &[0]]);
//! ```

/// States grouped by strongly connected component, in reverse topological order: a component
/// comes after all components that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    states: Vec<u32>,
    starts: Vec<u32>,
}

impl Components {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns whether the graph has no states.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The states of the component with this number.
    pub fn component(&self, number: usize) -> &[u32] {
        &self.states[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// All components, in reverse topological order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|number| self.component(number))
    }

    /// All states in the order of their components.
    pub fn states(&self) -> &[u32] {
        &self.states
    }

    /// The index in [`states`](Components::states) at which each component starts, and the end
    /// index.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// For each state, the number of its component.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.states.len()];
        for (number, component) in self.iter().enumerate() {
            for &state in component {
                numbers[state as usize] = number as u32;
            }
        }
        numbers
    }
}

/// Computes the strongly connected components of a graph. `successors` appends the successors
/// of a state, the same ones at each call.
///
/// Calls `successors` once for each state, and once more for each state first discovered from
/// there: fewer than two calls per state on average. Takes 12⅛ bytes per state and does not
/// recurse.
///
/// # Panics
/// If there are `u32::MAX` states or more, or a successor is not a state.
pub fn components(n_states: usize, mut successors: impl FnMut(u32, &mut Vec<u32>)) -> Components {
    assert!(n_states < u32::MAX as usize, "too many states: {n_states}");
    let mut search = ComponentSearch::new(n_states);
    let mut next = Vec::new();
    for root in 0..n_states as u32 {
        if search.index[root as usize] != UNSEEN {
            continue;
        }
        search.enter(root);
        while let Some(state) = search.path_end() {
            next.clear();
            successors(state, &mut next);
            match next.iter().find(|it| search.index[**it as usize] == UNSEEN) {
                Some(&unseen) => search.enter(unseen),
                None => search.leave(state, &next),
            }
        }
    }
    search.finish()
}

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

/// Tarjan's algorithm in Pearce's form (2016). Each state has one number: first its index in
/// the order of first visits and, once all its successors are visited, the smallest such index
/// that it leads back to. Whenever the search returns to a state, it requests the successors
/// again, so it need not store a position in a list of successors.
///
/// Each state is on the path, or waits for the root of its component, or is done. So the path
/// and the waiting states share one array, growing from both ends.
///
/// ```text
/// both   path → . . . . . ← waiting
/// ```
struct ComponentSearch {
    index: Vec<u32>,
    both: Vec<u32>,
    n_path: usize,
    n_waiting: usize,
    n_seen: u32,
    states: Vec<u32>,
    /// A bit for each index of `states`: whether a component ends there.
    ends: Vec<u64>,
}

impl ComponentSearch {
    fn new(n_states: usize) -> ComponentSearch {
        ComponentSearch {
            index: vec![UNSEEN; n_states],
            both: vec![0; n_states],
            n_path: 0,
            n_waiting: 0,
            n_seen: 0,
            states: Vec::with_capacity(n_states),
            ends: vec![0; n_states.div_ceil(64)],
        }
    }

    fn path_end(&self) -> Option<u32> {
        self.n_path.checked_sub(1).map(|last| self.both[last])
    }

    fn enter(&mut self, state: u32) {
        self.n_seen += 1;
        self.index[state as usize] = self.n_seen;
        self.both[self.n_path] = state;
        self.n_path += 1;
    }

    /// Removes `state` from the path. All its successors are visited.
    fn leave(&mut self, state: u32, next: &[u32]) {
        self.n_path -= 1;
        let own = self.index[state as usize];
        let back = next.iter().map(|it| self.index[*it as usize]).fold(own, u32::min);
        let size = self.both.len();
        if back < own {
            self.index[state as usize] = back;
            self.n_waiting += 1;
            self.both[size - self.n_waiting] = state;
            return;
        }
        // All waiting states that were first visited after the root are in its component.
        while self.n_waiting > 0 && self.index[self.both[size - self.n_waiting] as usize] >= own {
            let member = self.both[size - self.n_waiting];
            self.n_waiting -= 1;
            self.index[member as usize] = DONE;
            self.states.push(member);
        }
        self.index[state as usize] = DONE;
        self.states.push(state);
        let last = self.states.len() - 1;
        self.ends[last / 64] |= 1 << (last % 64);
    }

    fn finish(self) -> Components {
        let ComponentSearch { index, both, states, ends, .. } = self;
        drop((index, both));
        let n_components: u32 = ends.iter().map(|it| it.count_ones()).sum();
        let mut starts = Vec::with_capacity(n_components as usize + 1);
        starts.push(0);
        let is_end = |place: &usize| ends[place / 64] >> (place % 64) & 1 == 1;
        starts.extend((0..states.len()).filter(is_end).map(|place| place as u32 + 1));
        Components { states, starts }
    }
}

/// The reversed edges of an explicit graph.
#[derive(Clone, Debug)]
pub struct Predecessors {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Predecessors {
    /// Reverses the edges `(from, to)`. Iterates over `edges` twice.
    ///
    /// # Panics
    /// If there are more than `u32::MAX` edges, or if an edge starts or ends outside the
    /// states.
    pub fn new<E: Iterator<Item = (u32, u32)>>(n_states: usize, edges: impl Fn() -> E) -> Self {
        let mut starts = vec![0_u32; n_states + 1];
        for (_, to) in edges() {
            starts[to as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            let before = starts[place - 1];
            starts[place] = starts[place].checked_add(before).expect("invariant: edges fit u32");
        }
        let mut places = starts.clone();
        let mut from = vec![0; starts[n_states] as usize];
        for (source, to) in edges() {
            from[places[to as usize] as usize] = source;
            places[to as usize] += 1;
        }
        Predecessors { starts, from }
    }

    /// The predecessors of `state`, in the order of the edges.
    pub fn of(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.from[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// For each state, the least number of steps to one of the targets; `None` if it reaches
    /// none.
    pub fn distances(&self, targets: impl IntoIterator<Item = u32>) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.starts.len() - 1];
        let mut queue: Vec<u32> = Vec::new();
        for target in targets {
            if distances[target as usize].replace(0).is_none() {
                queue.push(target);
            }
        }
        let mut place = 0;
        while let Some(&state) = queue.get(place) {
            place += 1;
            let further = distances[state as usize].map(|it| it + 1);
            for &before in self.of(state) {
                if distances[before as usize].is_none() {
                    distances[before as usize] = further;
                    queue.push(before);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    /// The transitive closure, directly from its definition.
    fn closure(next: &[Vec<u32>]) -> Vec<Vec<bool>> {
        let n = next.len();
        let mut leads: Vec<Vec<bool>> = (0..n)
            .map(|a| (0..n).map(|b| a == b || next[a].contains(&(b as u32))).collect())
            .collect();
        for middle in 0..n {
            for a in 0..n {
                for b in 0..n {
                    leads[a][b] |= leads[a][middle] && leads[middle][b];
                }
            }
        }
        leads
    }

    #[test]
    fn components_are_those_of_the_definition_sinks_first() {
        let mut random = SplitMix::new(3);
        for _ in 0..400 {
            let n = 1 + random.below(12) as usize;
            let degree = random.below(4);
            let draw = |random: &mut SplitMix| {
                (0..random.below(degree + 1)).map(|_| random.below(n as u64) as u32).collect()
            };
            let next: Vec<Vec<u32>> = (0..n).map(|_| draw(&mut random)).collect();
            let leads = closure(&next);
            let found = components(n, |state, out| out.extend(&next[state as usize]));
            let numbers = found.numbers();
            assert_eq!(found.states().len(), n);
            for a in 0..n {
                for b in 0..n {
                    let together = leads[a][b] && leads[b][a];
                    assert_eq!(numbers[a] == numbers[b], together, "{next:?}");
                    assert!(!leads[a][b] || numbers[b] <= numbers[a], "{next:?}");
                }
            }
            let target = random.below(n as u64) as u32;
            let edges =
                || (0..n as u32).flat_map(|a| next[a as usize].iter().map(move |b| (a, *b)));
            let distances = Predecessors::new(n, edges).distances([target]);
            for a in 0..n {
                assert_eq!(distances[a].is_some(), leads[a][target as usize]);
            }
        }
    }

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let n = 1_000_000_u32;
        let found = components(n as usize, |state, out| out.push((state + 1) % n));
        assert_eq!((found.len(), found.component(0).len()), (1, n as usize));
        let found =
            components(n as usize, |state, out| out.extend((state + 1 < n).then_some(state + 1)));
        assert_eq!((found.len(), found.component(0)), (n as usize, &[n - 1][..]));
    }
}
