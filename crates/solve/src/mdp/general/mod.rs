//! Decision problems written out, for one or two deciders: certified values and a policy.
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
//! | `model`, `errors` | what is asked about, and why it may be refused |
//! | `solve` | the question and its answer, and how much of a budget is used |
//! | `question` | what the graph tells, and the core that numbers must tell |
//! | `end_components` | reachability, end components, what staying gains |
//! | `bounds`, `sweeps`, `elimination`, `twofold` | bounds for one decider, component by component |
//! | `strategies` | two deciders; two who can go on without end |
//! | [`export`] | files of model checkers |
//! | `policy_iteration`, `interval_iteration`, `trials` | other ways, for comparison and for planning on the way |
//! | `plain` | Jacobi value iteration, the yardstick without proof |
//! | `policy` | from values to a policy that ends |

mod bounds;
mod elimination;
mod end_components;
mod errors;
pub mod export;
mod interval_iteration;
mod model;
mod plain;
mod policy;
mod policy_iteration;
mod question;
mod solve;
mod strategies;
mod sweeps;
mod trials;
mod twofold;

pub use end_components::end_components;
pub use errors::{ModelError, Refusal};
pub use interval_iteration::{Iterated, interval_iteration};
pub use model::{Action, Model, Next, Owner, State};
pub use plain::{Swept, jacobi};
pub use policy_iteration::{Improved, policy_iteration};
pub use solve::{Objective, Solution, solve, solve_by_sweeps};
pub use trials::Trials;
