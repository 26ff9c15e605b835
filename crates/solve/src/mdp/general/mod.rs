//! Markov decision processes and stochastic games, given explicitly, for one or two deciders:
//! certified values and a policy.
//!
//! ```
//! use spar_solve::mdp::general::{Action, Model, Objective, Owner, State, solve};
//! use spar_solve::{Budget, Silent};
//!
//! // Stay with 9/10 or go on with 1/10, at a reward of -10 for each step.
//! let step = Action::whole(-10.0, vec![(0, 9), (1, 1)]);
//! let model = Model::new(vec![State::Choice(Owner::Max, vec![step]), State::Terminal]).unwrap();
//! let found = solve(&model, &Objective::Reward, 1e-9, &Budget::unlimited(), &Silent).unwrap();
//! assert!(found.values[0].holds(-100.0) && found.values[0].width() < 1e-9);
//! assert_eq!((found.policy[0], found.ends[0]), (Some(0), true));
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `model`, `errors` | the model; errors for invalid models and questions |
//! | `solve` | the solver, its results, and the budget |
//! | `question` | graph analysis, which leaves a core for numeric methods |
//! | `end_components` | reachability, end components, average gain of staying |
//! | `bounds`, `sweeps`, `elimination`, `twofold` | bounds for one decider, component by component |
//! | `strategies` | two deciders, also where play may be endless |
//! | [`export`] | files for model checkers |
//! | `policy` | from values to a proper policy |

pub(crate) mod bounds;
mod elimination;
pub(crate) mod end_components;
mod errors;
pub mod export;
mod model;
mod policy;
pub(crate) mod question;
pub(crate) mod solve;
mod strategies;
mod sweeps;
mod twofold;

pub use end_components::end_components;
pub use errors::{ModelError, Refusal};
pub use model::{Action, Model, Owner, State, Successors};
pub use solve::{ModelSolution, Objective, solve};
