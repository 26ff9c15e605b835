//! Why a model, or a question about it, is refused.

/// Why a list of states is not a valid model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Chances that do not sum to one.
    #[error("the chances of action {action} in state {state} sum to {sum}, not to 1")]
    ChanceSum {
        /// The state.
        state: u32,
        /// The place of the action among those of the state.
        action: u32,
        /// What they sum to.
        sum: f64,
    },
    /// Whole weights that do not sum to the stated total.
    #[error("the weights of action {action} in state {state} sum to {sum}, not to {total}")]
    WholeSum {
        /// The state.
        state: u32,
        /// The place of the action.
        action: u32,
        /// What they sum to.
        sum: u64,
        /// The stated total.
        total: u64,
    },
    /// No weight at all.
    #[error("action {action} in state {state} leads nowhere: its weights sum to 0")]
    Nowhere {
        /// The state.
        state: u32,
        /// The place of the action.
        action: u32,
    },
    /// Whole weights too large for doubles.
    #[error("the weights of action {action} in state {state} sum to {total}, more than 2^53")]
    LargeWeights {
        /// The state.
        state: u32,
        /// The place of the action.
        action: u32,
        /// What they sum to.
        total: u64,
    },
    /// A chance that is negative or not a number.
    #[error("action {action} in state {state} leads to state {to} with chance {chance}")]
    Chance {
        /// The state.
        state: u32,
        /// The place of the action.
        action: u32,
        /// The successor.
        to: u32,
        /// The chance.
        chance: f64,
    },
    /// A reward that is infinite or not a number.
    #[error("the reward of action {action} in state {state} is {reward}")]
    Reward {
        /// The state.
        state: u32,
        /// The place of the action.
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
        /// The place of the action.
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
    /// A discount outside of `(0, 1]`.
    #[error("the discount is {discount}, not above 0 and at most 1")]
    Discount {
        /// The discount.
        discount: f64,
    },
    /// More than the numbers of this model can tell apart.
    #[error("the model has too many {what}")]
    TooLarge {
        /// Of what.
        what: &'static str,
    },
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The set of targets is not for this model.
    #[error("the set of targets is for {given} states, the model has {n_states}")]
    WrongTargets {
        /// How many states the set is for.
        given: usize,
        /// How many the model has.
        n_states: usize,
    },
    /// The heuristic is not for this model.
    #[error("the heuristic is for {given} states, the model has {n_states}")]
    WrongHeuristic {
        /// How many states the heuristic is for.
        given: usize,
        /// How many the model has.
        n_states: usize,
    },
    /// The requested width is not a positive number.
    #[error("the asked precision is {precision}, not a number above 0")]
    Precision {
        /// What was asked.
        precision: f64,
    },
    /// The decider can gain without end.
    #[error(
        "from state {state} one can stay forever around state {around} and gain without end, so the total reward is infinite"
    )]
    Infinite {
        /// A state with infinite value.
        state: u32,
        /// A state of the end component.
        around: u32,
    },
    /// No policy ends, and going on forever costs without end.
    #[error(
        "from state {state} no policy surely gets to an end, and going on forever costs without end"
    )]
    NoProperPolicy {
        /// Such a state.
        state: u32,
    },
    /// Rewards of both signs in an end component, whose balance is zero or cannot be told.
    #[error(
        "around state {state} one can go on forever with rewards of both signs that balance or nearly do, so the total reward is undefined or cannot be told"
    )]
    Balanced {
        /// A state of the end component.
        state: u32,
    },
    /// Two deciders where one is asked for.
    #[error("the model has two deciders, and this way of solving knows one")]
    TwoDeciders,
    /// No bound of the best value is known beforehand.
    #[error("nothing is known beforehand of how good the sum of rewards can be")]
    NoHope,
    /// Two deciders and a way to go on without end, with rewards on the way.
    #[error(
        "around state {state} the two deciders can go on without end and collect rewards, and total rewards for two are only known where that gives nothing"
    )]
    Endless {
        /// A state of the end component.
        state: u32,
    },
}
