//! Races on a track with jumps as explicit models: a second implementation of the rules, once
//! for each question.

use spar_solve::mdp::general::{Action, Model, Owner, State};

/// The rule for rolls past the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    Stay,
    Bounce,
}

/// A track of squares `0..n` with jumps.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) n: usize,
    pub(crate) jumps: Vec<(usize, usize)>,
    pub(crate) overflow: Overflow,
}

/// The actions in their order: one step, one die, two dice.
pub(crate) const ACTIONS: [char; 3] = ['1', 'D', 'T'];

/// The rolls of an action with their weights.
pub(crate) fn rolls(action: usize) -> Vec<(usize, u64)> {
    match action {
        0 => vec![(1, 1)],
        1 => (1..=6).map(|roll| (roll, 1)).collect(),
        _ => (2..=12).map(|roll| (roll, 6 - (roll as i64 - 7).unsigned_abs())).collect(),
    }
}

impl Board {
    pub(crate) fn new(n: usize, jumps: &[(usize, usize)]) -> Board {
        Board { n, jumps: jumps.to_vec(), overflow: Overflow::Stay }
    }

    /// A board with gates. The only way through a gate is a single step, then a roll of 12.
    pub(crate) fn gates(n_gates: usize) -> Board {
        let jumps = (0..n_gates).flat_map(|gate| (2..=12).map(move |x| (13 * gate + x, 0)));
        Board { n: 13 * n_gates + 1, jumps: jumps.collect(), overflow: Overflow::Stay }
    }

    pub(crate) fn goal(&self) -> usize {
        self.n - 1
    }

    /// The square after a roll.
    pub(crate) fn after(&self, square: usize, roll: usize) -> usize {
        let mut to = square + roll;
        if to > self.goal() {
            match self.overflow {
                Overflow::Stay => return square,
                Overflow::Bounce => to = (2 * self.goal()).saturating_sub(to),
            }
        }
        while let Some(jump) = self.jumps.iter().find(|jump| jump.0 == to) {
            to = jump.1;
        }
        to
    }

    /// The problem of the fewest turns: one state per square.
    pub(crate) fn alone(&self) -> Model {
        let action = |square: usize, action: usize| {
            let next = rolls(action).into_iter();
            Action::whole(1.0, next.map(|(x, w)| (self.after(square, x) as u32, w)).collect())
        };
        let state = |square: usize| {
            State::Choice(Owner::Min, (0..3).map(|it| action(square, it)).collect())
        };
        let states = (0..self.goal()).map(state).chain([State::Terminal]);
        Model::new(states.collect()).unwrap()
    }

    /// The problem of the most wins against a policy, moving in turn, we first. State `i * n +
    /// j` has us on `i` and the opponent on `j`; `n * n` is won, `n * n + 1` lost. Pairs for
    /// which `quits` is true after a full turn are lost.
    pub(crate) fn against(&self, other: &[usize], quits: impl Fn(usize, usize) -> bool) -> Model {
        self.against_seeing(|theirs, _| other[theirs], quits)
    }

    /// Like `against`, for an opponent whose policy depends on its own square and on ours.
    pub(crate) fn against_seeing(
        &self,
        other: impl Fn(usize, usize) -> usize,
        quits: impl Fn(usize, usize) -> bool,
    ) -> Model {
        let n = self.n;
        let (won, lost) = ((n * n) as u32, (n * n + 1) as u32);
        let answer = |mine: usize, theirs: usize| {
            if mine == self.goal() {
                return vec![(won, 36)];
            }
            let chosen = other(theirs, mine);
            let scale = 36 / rolls(chosen).iter().map(|it| it.1).sum::<u64>();
            let next = |(x, weight): (usize, u64)| {
                let theirs = self.after(theirs, x);
                let is_over = theirs == self.goal() || quits(mine, theirs);
                (if is_over { lost } else { (mine * n + theirs) as u32 }, weight * scale)
            };
            rolls(chosen).into_iter().map(next).collect()
        };
        let action = |mine: usize, theirs: usize, action: usize| {
            let parts = rolls(action).into_iter().flat_map(|(x, weight)| {
                let answers = answer(self.after(mine, x), theirs).into_iter();
                answers.map(move |(to, other)| (to, weight * other))
            });
            Action::whole(0.0, parts.collect())
        };
        let state = |pair: usize| {
            let (mine, theirs) = (pair / n, pair % n);
            if mine == self.goal() || theirs == self.goal() {
                return State::Terminal;
            }
            State::Choice(Owner::Max, (0..3).map(|it| action(mine, theirs, it)).collect())
        };
        let states = (0..n * n).map(state).chain([State::Terminal, State::Terminal]);
        Model::new(states.collect()).unwrap()
    }

    /// Optimal play of both, in turn. State `2 * (i * n + j)` has Max on `i` to move, `2 * (i *
    /// n + j) + 1` Min on `j`; in `2 * n * n`, Max has won.
    pub(crate) fn game(&self) -> Model {
        let n = self.n;
        let won = (2 * n * n) as u32;
        let action = |of_max: usize, of_min: usize, is_max: bool, action: usize| {
            let next = |(x, weight): (usize, u64)| {
                let to = self.after(if is_max { of_max } else { of_min }, x);
                let state = match is_max {
                    true if to == self.goal() => won,
                    true => 2 * (to * n + of_min) as u32 + 1,
                    false if to == self.goal() => won + 1,
                    false => 2 * (of_max * n + to) as u32,
                };
                (state, weight)
            };
            Action::whole(0.0, rolls(action).into_iter().map(next).collect())
        };
        let state = |number: usize| {
            let (of_max, of_min, is_max) =
                (number / 2 / n, number / 2 % n, number.is_multiple_of(2));
            if of_max == self.goal() || of_min == self.goal() {
                return State::Terminal;
            }
            let owner = if is_max { Owner::Max } else { Owner::Min };
            let actions = (0..3).map(|it| action(of_max, of_min, is_max, it)).collect();
            State::Choice(owner, actions)
        };
        let states = (0..2 * n * n).map(state).chain([State::Terminal, State::Terminal]);
        Model::new(states.collect()).unwrap()
    }
}
