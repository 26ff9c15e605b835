//! Why a model, or a question about it, is refused.

/// Why a list of states is not a valid model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Probabilities that do not sum to one.
    #[error("the chances of action {action} in state {state} sum to {sum}, not to 1")]
    ChanceSum {
        /// The state.
        state: u32,
        /// The index of the action among those of the state.
        action: u32,
        /// Their sum.
        sum: f64,
    },
    /// Integer weights that do not sum to the stated total.
    #[error("the weights of action {action} in state {state} sum to {sum}, not to {total}")]
    WholeSum {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
        /// Their sum.
        sum: u64,
        /// The stated total.
        total: u64,
    },
    /// No weight is positive.
    #[error("action {action} in state {state} leads nowhere: its weights sum to 0")]
    Nowhere {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
    },
    /// Integer weights too large for doubles.
    #[error("the weights of action {action} in state {state} sum to {total}, more than 2^53")]
    LargeWeights {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
        /// Their sum.
        total: u64,
    },
    /// A probability that is negative or not a number.
    #[error("action {action} in state {state} leads to state {to} with chance {chance}")]
    Chance {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
        /// The successor.
        to: u32,
        /// The probability.
        chance: f64,
    },
    /// A reward that is infinite or not a number.
    #[error("the reward of action {action} in state {state} is {reward}")]
    Reward {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
        /// The reward.
        reward: f64,
    },
    /// A successor that is not a state.
    #[error(
        "action {action} in state {state} leads to state {to}, but there are {n_states} states"
    )]
    NoState {
        /// The state.
        state: u32,
        /// The index of the action.
        action: u32,
        /// The successor.
        to: u32,
        /// The number of states.
        n_states: usize,
    },
    /// A state without actions that is not terminal.
    #[error("state {state} has no action and is not terminal")]
    NoAction {
        /// The state.
        state: u32,
    },
    /// A discount outside `(0, 1]`.
    #[error("the discount is {discount}, not above 0 and at most 1")]
    Discount {
        /// The discount.
        discount: f64,
    },
    /// The model exceeds the range of its 32-bit indices.
    #[error("the model has too many {what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The set of targets has the wrong length for the model.
    #[error("the set of targets is for {given} states, the model has {n_states}")]
    WrongTargets {
        /// The length of the set.
        given: usize,
        /// The number of states of the model.
        n_states: usize,
    },
    /// The heuristic has the wrong length for the model.
    #[error("the heuristic is for {given} states, the model has {n_states}")]
    WrongHeuristic {
        /// The length of the heuristic.
        given: usize,
        /// The number of states of the model.
        n_states: usize,
    },
    /// The requested width is not a positive number.
    #[error("the asked precision is {precision}, not a number above 0")]
    Precision {
        /// The requested width.
        precision: f64,
    },
    /// The decider can gain without limit.
    #[error(
        "from state {state} one can stay forever around state {around} and gain without end, so the total reward is infinite"
    )]
    Infinite {
        /// A state with infinite value.
        state: u32,
        /// A state of the end component.
        around: u32,
    },
    /// No policy ends with probability 1, and endless play costs without limit.
    #[error(
        "from state {state} no policy surely gets to an end, and going on forever costs without end"
    )]
    NoProperPolicy {
        /// Such a state.
        state: u32,
    },
    /// An end component has rewards of both signs, and their average is zero or its sign is
    /// unknown.
    #[error(
        "around state {state} one can go on forever with rewards of both signs that balance or nearly do, so the total reward is undefined or cannot be told"
    )]
    Balanced {
        /// A state of the end component.
        state: u32,
    },
    /// Two deciders where one is required.
    #[error("the model has two deciders, and this way of solving knows one")]
    TwoDeciders,
    /// No upper bound of the best value is known in advance.
    #[error("nothing is known beforehand of how good the sum of rewards can be")]
    NoHope,
    /// Two deciders can continue forever and collect rewards on the way.
    #[error(
        "around state {state} the two deciders can go on without end and collect rewards, and total rewards for two are only known where that gives nothing"
    )]
    Endless {
        /// A state of the end component.
        state: u32,
    },
}
