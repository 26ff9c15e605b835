//! A decision problem written out: states, actions, rewards, successors.

use super::ModelError;
use super::twofold::{Twofold, UNIT};

/// Who decides in a state. A state with one action leaves nothing to decide: chance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Wants the value to be large.
    Max,
    /// Wants the value to be small.
    Min,
}

/// Where an action leads, and how often.
#[derive(Clone, Debug, PartialEq)]
pub enum Successors {
    /// Successors with whole weights, and the total of these weights. Exact.
    Whole(Vec<(u32, u64)>, u64),
    /// Successors with their chances, which sum to one within 1e-9. What is meant is each
    /// chance divided by the sum of all.
    Chances(Vec<(u32, f64)>),
}

/// One choice in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What taking it gives (or costs, if negative), at once.
    pub reward: f64,
    /// Where it leads.
    pub next: Successors,
}

impl Action {
    /// An action that surely leads to one state.
    pub fn sure(reward: f64, to: u32) -> Action {
        Action { reward, next: Successors::Whole(vec![(to, 1)], 1) }
    }

    /// An action with whole weights, whose total is their sum.
    pub fn whole(reward: f64, parts: Vec<(u32, u64)>) -> Action {
        let total = parts.iter().fold(0, |sum: u64, it| sum.saturating_add(it.1));
        Action { reward, next: Successors::Whole(parts, total) }
    }

    /// An action with chances.
    pub fn chances(reward: f64, parts: Vec<(u32, f64)>) -> Action {
        Action { reward, next: Successors::Chances(parts) }
    }
}

/// One state.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// Nothing follows: worth nothing more.
    Terminal,
    /// Its owner takes one of these actions.
    Choice(Owner, Vec<Action>),
}

/// A checked decision problem for one or two deciders.
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
/// Actions are numbered through all states: those of state `s` are
/// `actions(s)`, successors of action `a` are `successors(a)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    owners: Vec<Owner>,
    first_action: Vec<u32>,
    rewards: Vec<f64>,
    /// The divisor of the weights: exact for whole weights, else their rounded sum.
    totals: Vec<f64>,
    is_whole: Vec<bool>,
    first_next: Vec<u32>,
    next: Vec<u32>,
    weights: Vec<f64>,
    discount: f64,
}

/// Whole numbers up to this are doubles.
const MOST_WHOLE: u64 = 1 << 53;

/// How far chances may sum to something else than one.
const SUM_TOLERANCE: f64 = 1e-9;

impl Model {
    /// Checks a model and packs it.
    ///
    /// # Errors
    /// If weights are wrong, a successor is not a state, or a state has no action and is not
    /// terminal; the error names state and action.
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

    /// The same model with rewards discounted: what comes a step later counts `discount`
    /// times as much. Chances to reach states are not touched by it.
    ///
    /// # Errors
    /// If the discount is not in `(0, 1]`.
    pub fn with_discount(self, discount: f64) -> Result<Model, ModelError> {
        if discount > 0.0 && discount <= 1.0 {
            Ok(Model { discount, ..self })
        } else {
            Err(ModelError::Discount { discount })
        }
    }

    /// The same model with all choices made by one decider.
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

    /// What a step later counts; 1 if rewards are not discounted.
    pub fn discount(&self) -> f64 {
        self.discount
    }

    /// Who decides in a state.
    pub fn owner(&self, state: u32) -> Owner {
        self.owners[state as usize]
    }

    /// Whether nothing follows.
    pub fn is_terminal(&self, state: u32) -> bool {
        self.actions(state).is_empty()
    }

    /// The numbers of a state's actions.
    pub fn actions(&self, state: u32) -> std::ops::Range<u32> {
        self.first_action[state as usize]..self.first_action[state as usize + 1]
    }

    /// What an action gives at once.
    pub fn reward(&self, action: u32) -> f64 {
        self.rewards[action as usize]
    }

    /// Where an action leads.
    pub fn successors(&self, action: u32) -> &[u32] {
        &self.next[self.places(action)]
    }

    /// The weights of an action's successors, in their order, none of them 0.
    pub fn weights(&self, action: u32) -> &[f64] {
        &self.weights[self.places(action)]
    }

    /// What an action's weights are divided by.
    pub fn total(&self, action: u32) -> f64 {
        self.totals[action as usize]
    }

    /// Whether an action's weights are whole numbers.
    pub fn is_whole(&self, action: u32) -> bool {
        self.is_whole[action as usize]
    }

    /// The one decider of this model, or `None` if both have choices. With no choice at all
    /// it is the owner of the first state that is not terminal.
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

    /// The expectation over an action's successors of `value`, rounded, without reward and
    /// discount.
    pub(crate) fn mean(&self, action: u32, value: impl Fn(u32) -> f64) -> f64 {
        let places = self.places(action);
        let pairs = self.next[places.clone()].iter().zip(&self.weights[places]);
        pairs.map(|(next, weight)| weight * value(*next)).sum::<f64>()
            / self.totals[action as usize]
    }

    /// The same with a bound on its rounding error.
    ///
    /// A sum of k products is off by at most k half units of the sum of their sizes, the
    /// divisor by k more where it is a rounded sum, the division by one; the bound counts
    /// whole units and some to spare, and the smallest number for underflow.
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

    /// The same to twice the digits.
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

/// Where something stands: the state, and the place of the action among its actions.
#[derive(Clone, Copy)]
struct Place {
    state: u32,
    action: u32,
}
