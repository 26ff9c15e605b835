//! Linear equations of chains that end, by elimination of states.

/// The equations `x = b + P x` of a chain, brought into a form in which they are solved
/// for any `b`.
///
/// States are taken out one after the other; who led to a state then leads to where that
/// state leads. What leaves the chain is kept as a number of its own, so nothing is ever
/// subtracted (Grassmann, Taksar, Heyman 1985): chances of leaving that are as small as
/// `1e-30` keep all their digits.
pub(super) struct Factors {
    steps: Vec<Step>,
    /// Rows of the steps: a later state, and its chance before division.
    rows: Vec<(u32, f64)>,
    /// Shares that the steps give to later states.
    shares: Vec<(u32, f64)>,
}

struct Step {
    n_rows: usize,
    n_shares: usize,
    /// The chance not to stay.
    moves: f64,
}

/// Row entries beyond which elimination gives up.
const MOST_ENTRIES: usize = 6_000_000;

impl Factors {
    /// `rows` has for each state where it leads inside the chain, without repeats; `out`
    /// the chance to leave the chain. `None` if from some state the chain is never left, if
    /// the rows fill up too much, or once `is_stopped` says so.
    pub(super) fn new(
        mut rows: Vec<Vec<(u32, f64)>>,
        mut out: Vec<f64>,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Factors> {
        let n = rows.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (state, row) in rows.iter().enumerate() {
            for &(to, _) in row.iter().filter(|it| it.0 as usize != state) {
                before[to as usize].push(state as u32);
            }
        }
        let mut factors =
            Factors { steps: Vec::with_capacity(n), rows: Vec::new(), shares: Vec::new() };
        let mut place = vec![u32::MAX; n];
        for state in 0..n {
            let row = std::mem::take(&mut rows[state]);
            let row: Vec<(u32, f64)> = row.into_iter().filter(|it| it.0 as usize > state).collect();
            let moves = row.iter().map(|it| it.1).sum::<f64>() + out[state];
            let is_full = factors.rows.len() > MOST_ENTRIES;
            if moves <= 0.0 || !moves.is_finite() || is_full || is_stopped() {
                return None;
            }
            let earlier: Vec<u32> = std::mem::take(&mut before[state]);
            for earlier in earlier.into_iter().filter(|it| *it as usize > state) {
                let target = &mut rows[earlier as usize];
                let Some(at) = target.iter().position(|it| it.0 as usize == state) else {
                    continue;
                };
                let share = target.swap_remove(at).1 / moves;
                factors.shares.push((earlier, share));
                out[earlier as usize] += share * out[state];
                for (at, entry) in target.iter().enumerate() {
                    place[entry.0 as usize] = at as u32;
                }
                for &(to, chance) in &row {
                    let at = place[to as usize];
                    if at == u32::MAX {
                        target.push((to, share * chance));
                        if to != earlier {
                            before[to as usize].push(earlier);
                        }
                    } else {
                        target[at as usize].1 += share * chance;
                    }
                }
                for entry in target.iter() {
                    place[entry.0 as usize] = u32::MAX;
                }
            }
            factors.rows.extend_from_slice(&row);
            let (n_rows, n_shares) = (factors.rows.len(), factors.shares.len());
            factors.steps.push(Step { n_rows, n_shares, moves });
        }
        Some(factors)
    }

    /// Turns `b` into `x`.
    pub(super) fn solve(&self, x: &mut [f64]) {
        let mut first = 0;
        for (state, step) in self.steps.iter().enumerate() {
            for &(to, share) in &self.shares[first..step.n_shares] {
                x[to as usize] += share * x[state];
            }
            first = step.n_shares;
        }
        for state in (0..self.steps.len()).rev() {
            let step = &self.steps[state];
            let first = if state == 0 { 0 } else { self.steps[state - 1].n_rows };
            let later = self.rows[first..step.n_rows].iter().map(|(to, p)| p * x[*to as usize]);
            x[state] = (x[state] + later.sum::<f64>()) / step.moves;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    #[test]
    fn what_is_solved_fulfils_the_equations() {
        let mut random = SplitMix::new(11);
        for _ in 0..200 {
            let n = 1 + random.below(15) as usize;
            let mut rows = Vec::new();
            let mut out = Vec::new();
            for _ in 0..n {
                let parts: Vec<f64> = (0..=n).map(|_| (random.below(4) / 3) as f64).collect();
                let total: f64 = parts.iter().sum::<f64>() + 1e-3;
                let entry = |to: usize| (to as u32, parts[to] / total);
                rows.push((0..n).map(entry).filter(|it| it.1 > 0.0).collect::<Vec<_>>());
                out.push((parts[n] + 1e-3) / total);
            }
            let b: Vec<f64> = (0..n).map(|_| random.below(100) as f64 - 50.0).collect();
            let mut x = b.clone();
            Factors::new(rows.clone(), out, || false).unwrap().solve(&mut x);
            for state in 0..n {
                let right =
                    b[state] + rows[state].iter().map(|it| it.1 * x[it.0 as usize]).sum::<f64>();
                assert!((x[state] - right).abs() <= 1e-9 * x[state].abs().max(1.0), "{rows:?}");
            }
        }
    }

    #[test]
    fn small_chances_to_leave_keep_their_digits() {
        // Two states that lead to each other and leave with a chance of 1e-30.
        let rows = vec![vec![(1, 1.0)], vec![(0, 1.0)]];
        let mut time = [1.0, 1.0];
        Factors::new(rows, vec![0.0, 1e-30], || false).unwrap().solve(&mut time);
        assert!((time[0] / 2e30 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_chain_that_never_ends_has_no_solution() {
        let circle = || vec![vec![(1, 1.0)], vec![(0, 1.0)]];
        assert!(Factors::new(circle(), vec![0.0, 0.0], || false).is_none());
        assert!(Factors::new(circle(), vec![1.0, 1.0], || true).is_none());
    }
}
