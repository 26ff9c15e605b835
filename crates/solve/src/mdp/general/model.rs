//! An explicit Markov decision process: states, actions, rewards, successors.

use super::ModelError;
use super::twofold::{Twofold, UNIT};

/// The decider of a state. In a state with one action there is nothing to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Maximises the value.
    Max,
    /// Minimises the value.
    Min,
}

/// The successors of an action and their probabilities.
#[derive(Clone, Debug, PartialEq)]
pub enum Successors {
    /// Successors with integer weights, and the total of the weights. Exact.
    Whole(Vec<(u32, u64)>, u64),
    /// Successors with probabilities, which sum to one within 1e-9. Each is divided by the
    /// exact sum.
    Chances(Vec<(u32, f64)>),
}

/// One action of a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// The immediate reward; negative for a cost.
    pub reward: f64,
    /// The successors.
    pub next: Successors,
}

impl Action {
    /// An action with one certain successor.
    pub fn sure(reward: f64, to: u32) -> Action {
        Action { reward, next: Successors::Whole(vec![(to, 1)], 1) }
    }

    /// An action with integer weights. Their total is their sum.
    pub fn whole(reward: f64, parts: Vec<(u32, u64)>) -> Action {
        let total = parts.iter().fold(0, |sum: u64, it| sum.saturating_add(it.1));
        Action { reward, next: Successors::Whole(parts, total) }
    }

    /// An action with probabilities.
    pub fn chances(reward: f64, parts: Vec<(u32, f64)>) -> Action {
        Action { reward, next: Successors::Chances(parts) }
    }
}

/// One state.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// Play ends here. The value is 0.
    Terminal,
    /// The owner takes one of these actions.
    Choice(Owner, Vec<Action>),
}

/// A validated Markov decision process for one or two deciders.
///
/// ```
/// use spar_solve::mdp::general::{Action, Model, Owner, State};
///
/// // Try until it works: one time in ten, at a cost of ten for each try.
/// let again = Action::whole(-10.0, vec![(0, 9), (1, 1)]);
/// let model = Model::new(vec![State::Choice(Owner::Max, vec![again]), State::Terminal]).unwrap();
/// assert_eq!((model.n_states(), model.n_actions()), (2, 1));
///
/// let short = Action::chances(0.0, vec![(1, 0.6)]);
/// let refused = Model::new(vec![State::Choice(Owner::Max, vec![short]), State::Terminal]);
/// assert_eq!(
///     refused.unwrap_err().to_string(),
///     "the chances of action 0 in state 0 sum to 0.6, not to 1"
/// );
/// ```
///
/// Actions are numbered consecutively over all states: those of state `s` are `actions(s)`, and
/// the successors of action `a` are `successors(a)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    owners: Vec<Owner>,
    first_action: Vec<u32>,
    rewards: Vec<f64>,
    /// The divisor of the weights: exact for integer weights, otherwise their rounded sum.
    totals: Vec<f64>,
    is_whole: Vec<bool>,
    first_next: Vec<u32>,
    next: Vec<u32>,
    weights: Vec<f64>,
    discount: f64,
}

/// All integers up to this are exact as doubles.
const MOST_WHOLE: u64 = 1 << 53;

/// The tolerance for the sum of probabilities.
const SUM_TOLERANCE: f64 = 1e-9;

impl Model {
    /// Validates a model and builds it.
    ///
    /// # Errors
    /// If weights are wrong, a successor is not a state, or a state has no action and is not
    /// terminal. The error names the state and the action.
    pub fn new(states: Vec<State>) -> Result<Model, ModelError> {
        let n_states = states.len();
        if n_states >= u32::MAX as usize {
            return Err(ModelError::TooLarge { what: "states" });
        }
        let mut model = Model {
            owners: Vec::with_capacity(n_states),
            first_action: vec![0],
            rewards: Vec::new(),
            totals: Vec::new(),
            is_whole: Vec::new(),
            first_next: vec![0],
            next: Vec::new(),
            weights: Vec::new(),
            discount: 1.0,
        };
        for (number, state) in states.into_iter().enumerate() {
            model.push_state(number as u32, state, n_states)?;
        }
        Ok(model)
    }

    /// Returns the same model with discounted rewards: a reward one step later counts
    /// `discount` times as much. Probabilities of reaching states are not discounted.
    ///
    /// # Errors
    /// If the discount is outside `(0, 1]`.
    pub fn with_discount(self, discount: f64) -> Result<Model, ModelError> {
        if discount > 0.0 && discount <= 1.0 {
            Ok(Model { discount, ..self })
        } else {
            Err(ModelError::Discount { discount })
        }
    }

    /// Returns the same model with all states owned by one decider.
    #[must_use]
    pub fn decided_by(self, owner: Owner) -> Model {
        Model { owners: vec![owner; self.owners.len()], ..self }
    }

    fn push_state(&mut self, number: u32, state: State, n: usize) -> Result<(), ModelError> {
        let (owner, actions) = match state {
            State::Terminal => (Owner::Max, Vec::new()),
            State::Choice(_, actions) if actions.is_empty() => {
                return Err(ModelError::NoAction { state: number });
            }
            State::Choice(owner, actions) => (owner, actions),
        };
        for (place, action) in actions.into_iter().enumerate() {
            self.push_action(Place { state: number, action: place as u32 }, action, n)?;
        }
        self.owners.push(owner);
        self.first_action.push(self.rewards.len() as u32);
        Ok(())
    }

    fn push_action(&mut self, at: Place, action: Action, n: usize) -> Result<(), ModelError> {
        let Place { state, action: place } = at;
        if !action.reward.is_finite() {
            return Err(ModelError::Reward { state, action: place, reward: action.reward });
        }
        let total = match action.next {
            Successors::Whole(parts, total) => self.push_whole(at, &parts, total)?,
            Successors::Chances(parts) => self.push_chances(at, &parts)?,
        };
        let first = *self.first_next.last().expect("invariant: starts with 0") as usize;
        if let Some(&to) = self.next[first..].iter().find(|it| **it as usize >= n) {
            return Err(ModelError::NoState { state, action: place, to, n_states: n });
        }
        let (Ok(end), Ok(_)) = (u32::try_from(self.next.len()), u32::try_from(self.rewards.len()))
        else {
            return Err(ModelError::TooLarge { what: "transitions" });
        };
        self.first_next.push(end);
        self.totals.push(total);
        self.rewards.push(action.reward);
        Ok(())
    }

    fn push_whole(
        &mut self,
        Place { state, action }: Place,
        parts: &[(u32, u64)],
        total: u64,
    ) -> Result<f64, ModelError> {
        let sum = parts.iter().fold(0, |sum: u64, it| sum.saturating_add(it.1));
        if sum == 0 && total == 0 {
            return Err(ModelError::Nowhere { state, action });
        }
        if sum != total {
            return Err(ModelError::WholeSum { state, action, sum, total });
        }
        if total > MOST_WHOLE {
            return Err(ModelError::LargeWeights { state, action, total });
        }
        for &(to, weight) in parts.iter().filter(|it| it.1 > 0) {
            self.next.push(to);
            self.weights.push(weight as f64);
        }
        self.is_whole.push(true);
        Ok(total as f64)
    }

    fn push_chances(
        &mut self,
        Place { state, action }: Place,
        parts: &[(u32, f64)],
    ) -> Result<f64, ModelError> {
        if let Some(&(to, chance)) = parts.iter().find(|it| it.1.is_nan() || it.1 < 0.0) {
            return Err(ModelError::Chance { state, action, to, chance });
        }
        let sum: f64 = parts.iter().map(|it| it.1).sum();
        if (sum - 1.0).abs() > SUM_TOLERANCE || sum.is_nan() {
            return Err(ModelError::ChanceSum { state, action, sum });
        }
        for &(to, chance) in parts.iter().filter(|it| it.1 > 0.0) {
            self.next.push(to);
            self.weights.push(chance);
        }
        self.is_whole.push(false);
        Ok(sum)
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.owners.len()
    }

    /// The number of actions, over all states.
    pub fn n_actions(&self) -> usize {
        self.rewards.len()
    }

    /// The number of transitions, over all actions.
    pub fn n_transitions(&self) -> usize {
        self.next.len()
    }

    /// The discount per step; 1 if rewards are not discounted.
    pub fn discount(&self) -> f64 {
        self.discount
    }

    /// The decider of a state.
    pub fn owner(&self, state: u32) -> Owner {
        self.owners[state as usize]
    }

    /// Returns whether play ends in this state.
    pub fn is_terminal(&self, state: u32) -> bool {
        self.actions(state).is_empty()
    }

    /// The range of action numbers of a state.
    pub fn actions(&self, state: u32) -> std::ops::Range<u32> {
        self.first_action[state as usize]..self.first_action[state as usize + 1]
    }

    /// The immediate reward of an action.
    pub fn reward(&self, action: u32) -> f64 {
        self.rewards[action as usize]
    }

    /// The successors of an action.
    pub fn successors(&self, action: u32) -> &[u32] {
        &self.next[self.places(action)]
    }

    /// The weights of an action's successors, in the same order. None is 0.
    pub fn weights(&self, action: u32) -> &[f64] {
        &self.weights[self.places(action)]
    }

    /// The divisor of an action's weights.
    pub fn total(&self, action: u32) -> f64 {
        self.totals[action as usize]
    }

    /// Returns whether an action's weights are integers.
    pub fn is_whole(&self, action: u32) -> bool {
        self.is_whole[action as usize]
    }

    /// The only decider of this model, or `None` if both have choices. If neither has a choice,
    /// this is the owner of the first state that is not terminal.
    pub fn decider(&self) -> Option<Owner> {
        let with = |least: usize| {
            let states = self.states().filter(move |state| self.actions(*state).len() >= least);
            states.map(|state| self.owner(state))
        };
        let first = with(2).next().or(with(1).next()).unwrap_or(Owner::Max);
        with(2).all(|owner| owner == first).then_some(first)
    }

    /// The states, in order.
    pub fn states(&self) -> std::ops::Range<u32> {
        0..self.n_states() as u32
    }

    fn places(&self, action: u32) -> std::ops::Range<usize> {
        let action = action as usize;
        self.first_next[action] as usize..self.first_next[action + 1] as usize
    }

    /// The expectation of `value` over an action's successors, rounded, without reward and
    /// discount.
    pub(crate) fn mean(&self, action: u32, value: impl Fn(u32) -> f64) -> f64 {
        let places = self.places(action);
        let pairs = self.next[places.clone()].iter().zip(&self.weights[places]);
        pairs.map(|(next, weight)| weight * value(*next)).sum::<f64>()
            / self.totals[action as usize]
    }

    /// Like [`mean`](Model::mean), with a bound on its rounding error.
    ///
    /// A sum of k products has an error of at most k half units of the sum of their absolute
    /// values. The divisor, if it is a rounded sum, adds k half units, and the division adds
    /// one. The bound counts whole units with a margin, and adds the smallest positive number
    /// for underflow.
    pub(crate) fn mean_and_error(&self, action: u32, value: impl Fn(u32) -> f64) -> (f64, f64) {
        let places = self.places(action);
        let (mut sum, mut size, n) = (0.0, 0.0, places.len() as f64);
        for (next, weight) in self.next[places.clone()].iter().zip(&self.weights[places]) {
            let product = weight * value(*next);
            sum += product;
            size += product.abs();
        }
        let total = self.totals[action as usize];
        (sum / total, (n + 4.0) * f64::EPSILON * (size / total) + f64::MIN_POSITIVE)
    }

    /// Like [`mean_and_error`](Model::mean_and_error), with twice the digits.
    pub(crate) fn fine_mean_and_error(
        &self,
        action: u32,
        value: impl Fn(u32) -> Twofold,
    ) -> (Twofold, f64) {
        let places = self.places(action);
        let (mut sum, mut total, mut size) = (Twofold::ZERO, Twofold::ZERO, 0.0);
        let n = places.len() as f64;
        for (next, weight) in self.next[places.clone()].iter().zip(&self.weights[places]) {
            let product = value(*next).times(*weight);
            sum = sum + product;
            size += product.high.abs();
            total = total + Twofold::from(*weight);
        }
        let error = (n + 4.0) * UNIT * (size / total.high) + n * f64::MIN_POSITIVE;
        (sum.over(total), error)
    }
}

/// A location for error messages: the state, and the index of the action among its actions.
#[derive(Clone, Copy)]
struct Place {
    state: u32,
    action: u32,
}
