//! Export of models to the file formats of probabilistic model checkers.
//!
//! | format | files |
//! | --- | --- |
//! | DRN | [`write_drn`] |
//! | PRISM, explicit | [`write_prism_transitions`], [`write_prism_states`], [`write_prism_labels`], [`write_prism_rewards`] |
//! | Storm, explicit | [`write_storm_transitions`], [`write_storm_labels`], [`write_storm_rewards`] |
//!
//! These formats have one decider. Probabilities are fractions in lowest terms if the weights
//! are integers and `Numbers::Fractions` is chosen. Otherwise they are decimals with 17 digits,
//! enough to tell any two doubles apart. Successors are ascending and duplicates are merged. A
//! terminal state is written with one action that stays there.

use super::{Model, Owner};
use std::fmt::{self, Write};
use std::io;

/// How probabilities are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// `1/36`, if the weights are integers.
    Fractions,
    /// `0.027777777777777776`.
    Decimals,
}

/// A model to write, with the names that the files mention.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    /// The model.
    pub model: &'a Model,
    /// The state where play starts.
    pub start: u32,
    /// For each state, whether it is labelled `goal`.
    pub goals: Vec<bool>,
    /// The name of the rewards.
    pub reward_name: &'a str,
    /// Names of a state's actions by their indices. Actions without a name get their index.
    pub action_names: &'a [&'a str],
    /// How probabilities are written.
    pub numbers: Numbers,
}

/// Why a model was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The model has two deciders.
    #[error("the model has two deciders, and these formats know one")]
    TwoDeciders,
    /// The model has a discount.
    #[error("the model has a discount of {discount}, and these formats know none")]
    Discount {
        /// The discount.
        discount: f64,
    },
    /// Writing failed.
    #[error("the text could not be written")]
    Write(#[from] fmt::Error),
}

impl Export<'_> {
    fn check(&self) -> Result<(), ExportError> {
        if self.model.decider().is_none() {
            return Err(ExportError::TwoDeciders);
        }
        if self.model.discount() < 1.0 {
            return Err(ExportError::Discount { discount: self.model.discount() });
        }
        Ok(())
    }

    fn n_choices(&self) -> usize {
        let n_terminal = self.model.states().filter(|s| self.model.is_terminal(*s)).count();
        self.model.n_actions() + n_terminal
    }

    /// The actions of a state: names, rewards and rows. A terminal state has one action that
    /// stays.
    fn choices(&self, state: u32) -> Vec<ExportedChoice> {
        if self.model.is_terminal(state) {
            return vec![ExportedChoice {
                name: "end".to_owned(),
                reward: 0.0,
                row: vec![(state, "1".to_owned())],
            }];
        }
        let choice = |(place, action): (usize, u32)| ExportedChoice {
            name: self
                .action_names
                .get(place)
                .map_or_else(|| format!("a{place}"), |it| (*it).to_owned()),
            reward: self.model.reward(action),
            row: self.row(action),
        };
        self.model.actions(state).enumerate().map(choice).collect()
    }

    /// The successors, ascending and without duplicates, with their probabilities as text.
    fn row(&self, action: u32) -> Vec<(u32, String)> {
        let mut parts: Vec<(u32, f64)> = self
            .model
            .successors(action)
            .iter()
            .copied()
            .zip(self.model.weights(action).iter().copied())
            .collect();
        parts.sort_by_key(|it| it.0);
        let mut row: Vec<(u32, f64)> = Vec::with_capacity(parts.len());
        for (to, weight) in parts {
            match row.last_mut() {
                Some(last) if last.0 == to => last.1 += weight,
                _ => row.push((to, weight)),
            }
        }
        let total = self.model.total(action);
        let is_fraction = self.numbers == Numbers::Fractions && self.model.is_whole(action);
        let text = |weight: f64| {
            if is_fraction {
                fraction(weight as u64, total as u64)
            } else {
                decimal(weight / total)
            }
        };
        row.into_iter().map(|(to, weight)| (to, text(weight))).collect()
    }

    /// The common reward of all actions of a state, or `None` if they differ.
    fn state_reward(&self, state: u32) -> Option<f64> {
        let mut rewards = self.model.actions(state).map(|a| self.model.reward(a));
        let first = rewards.next().unwrap_or(0.0);
        rewards.all(|it| it.to_bits() == first.to_bits()).then_some(first)
    }

    /// Returns whether the rewards can be written as rewards of states.
    fn has_state_rewards(&self) -> bool {
        self.model.states().all(|s| self.state_reward(s).is_some())
    }

    fn labels(&self, state: u32) -> impl Iterator<Item = &'static str> {
        let start = (state == self.start).then_some("init");
        let goal = self.goals.get(state as usize).copied().unwrap_or(false).then_some("goal");
        start.into_iter().chain(goal)
    }
}

struct ExportedChoice {
    name: String,
    reward: f64,
    row: Vec<(u32, String)>,
}

/// Writes a model in Storm's DRN format. Writes rewards of states if the actions of every state
/// share their reward, otherwise rewards of actions.
///
/// # Errors
/// If the model has two deciders or a discount, or if writing fails.
pub fn write_drn(export: &Export<'_>, out: &mut impl Write) -> Result<(), ExportError> {
    export.check()?;
    let model = export.model;
    let value_type = match export.numbers {
        Numbers::Fractions => "rational",
        Numbers::Decimals => "double",
    };
    writeln!(out, "@type: MDP\n@value_type: {value_type}\n@parameters\n\n@reward_models")?;
    writeln!(out, "{}\n@nr_states\n{}", export.reward_name, model.n_states())?;
    writeln!(out, "@nr_choices\n{}\n@model", export.n_choices())?;
    let at_states = export.has_state_rewards();
    for state in model.states() {
        let reward = if at_states { export.state_reward(state).unwrap_or(0.0) } else { 0.0 };
        write!(out, "state {state} [{reward}]")?;
        for label in export.labels(state) {
            write!(out, " {label}")?;
        }
        writeln!(out)?;
        for choice in export.choices(state) {
            let reward = if at_states { 0.0 } else { choice.reward };
            writeln!(out, "\taction {} [{reward}]", choice.name)?;
            for (to, chance) in choice.row {
                writeln!(out, "\t\t{to} : {chance}")?;
            }
        }
    }
    Ok(())
}

/// Writes the transitions (`.tra`) for PRISM.
///
/// # Errors
/// As [`write_drn`].
pub fn write_prism_transitions(
    export: &Export<'_>,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    export.check()?;
    let rows = export.model.states().flat_map(|s| export.choices(s));
    let n_transitions: usize = rows.map(|choice| choice.row.len()).sum();
    writeln!(out, "{} {} {n_transitions}", export.model.n_states(), export.n_choices())?;
    write_rows(export, out, true)
}

/// Writes the transitions (`.tra`) for Storm's explicit format.
///
/// # Errors
/// As [`write_drn`].
pub fn write_storm_transitions(
    export: &Export<'_>,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    export.check()?;
    writeln!(out, "mdp")?;
    write_rows(export, out, false)
}

fn write_rows(export: &Export<'_>, out: &mut impl Write, named: bool) -> Result<(), ExportError> {
    for state in export.model.states() {
        for (place, choice) in export.choices(state).into_iter().enumerate() {
            for (to, chance) in choice.row {
                write!(out, "{state} {place} {to} {chance}")?;
                if named {
                    write!(out, " {}", choice.name)?;
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// Writes the states (`.sta`) for PRISM. Their one variable is the state's number.
///
/// # Errors
/// If writing fails.
pub fn write_prism_states(
    export: &Export<'_>,
    variable: &str,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    writeln!(out, "({variable})")?;
    for state in export.model.states() {
        writeln!(out, "{state}:({state})")?;
    }
    Ok(())
}

/// Writes the labels (`.lab`) for PRISM.
///
/// # Errors
/// If writing fails.
pub fn write_prism_labels(export: &Export<'_>, out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, "0=\"init\" 1=\"deadlock\" 2=\"goal\"")?;
    for state in export.model.states() {
        let numbers: Vec<&str> =
            export.labels(state).map(|label| if label == "init" { "0" } else { "2" }).collect();
        if !numbers.is_empty() {
            writeln!(out, "{state}: {}", numbers.join(" "))?;
        }
    }
    Ok(())
}

/// Writes the labels (`.lab`) for Storm's explicit format.
///
/// # Errors
/// If writing fails.
pub fn write_storm_labels(export: &Export<'_>, out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, "#DECLARATION\ninit goal\n#END")?;
    for state in export.model.states() {
        let labels: Vec<&str> = export.labels(state).collect();
        if !labels.is_empty() {
            writeln!(out, "{state} {}", labels.join(" "))?;
        }
    }
    Ok(())
}

/// Writes the rewards for PRISM: rewards of states (`.srew`) if the actions of every state
/// share their reward, otherwise rewards of transitions (`.trew`). Returns which.
///
/// # Errors
/// If writing fails.
pub fn write_prism_rewards(
    export: &Export<'_>,
    out: &mut impl Write,
) -> Result<RewardFile, ExportError> {
    let model = export.model;
    if export.has_state_rewards() {
        let rewards = nonzero_state_rewards(export);
        writeln!(out, "{} {}", model.n_states(), rewards.len())?;
        for (state, reward) in rewards {
            writeln!(out, "{state} {reward}")?;
        }
        return Ok(RewardFile::States);
    }
    let mut lines = Vec::new();
    for state in model.states() {
        for (place, choice) in export.choices(state).into_iter().enumerate() {
            let row = choice.row.iter().filter(|_| choice.reward != 0.0);
            lines.extend(row.map(|(to, _)| format!("{state} {place} {to} {}", choice.reward)));
        }
    }
    writeln!(out, "{} {} {}", model.n_states(), export.n_choices(), lines.len())?;
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(RewardFile::Transitions)
}

/// Writes the rewards for Storm's explicit format: rewards of states if the actions of every
/// state share their reward, otherwise rewards of transitions. Returns which.
///
/// # Errors
/// If writing fails.
pub fn write_storm_rewards(
    export: &Export<'_>,
    out: &mut impl Write,
) -> Result<RewardFile, ExportError> {
    if export.has_state_rewards() {
        for (state, reward) in nonzero_state_rewards(export) {
            writeln!(out, "{state} {reward}")?;
        }
        return Ok(RewardFile::States);
    }
    for state in export.model.states() {
        for (place, choice) in export.choices(state).into_iter().enumerate() {
            for (to, _) in choice.row.iter().filter(|_| choice.reward != 0.0) {
                writeln!(out, "{state} {place} {to} {}", choice.reward)?;
            }
        }
    }
    Ok(RewardFile::Transitions)
}

/// The kind of rewards in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewardFile {
    /// Rewards of states.
    States,
    /// Rewards of transitions.
    Transitions,
}

fn nonzero_state_rewards(export: &Export<'_>) -> Vec<(u32, f64)> {
    let reward = |state: u32| (state, export.state_reward(state).unwrap_or(0.0));
    export.model.states().map(reward).filter(|it| it.1 != 0.0).collect()
}

/// The property whose result is the value, in the language of both checkers.
pub fn property(export: &Export<'_>) -> String {
    let best = match export.model.decider() {
        Some(Owner::Min) => "min",
        _ => "max",
    };
    format!("R{{\"{}\"}}{best}=? [F \"goal\"]", export.reward_name)
}

/// A fraction in lowest terms.
fn fraction(part: u64, whole: u64) -> String {
    let (mut divisor, mut rest) = (whole, part);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    match (part / divisor, whole / divisor) {
        (part, 1) => part.to_string(),
        (part, whole) => format!("{part}/{whole}"),
    }
}

/// A decimal with 17 digits, without trailing zeros.
fn decimal(value: f64) -> String {
    if value >= 1.0 || value <= 0.0 {
        return format!("{value}");
    }
    let zeros = (-value.log10().floor() - 1.0).max(0.0) as usize;
    let text = format!("{value:.*}", 17 + zeros);
    text.trim_end_matches('0').to_owned()
}

// Conversion from text to bytes.

/// Lets the writers of this module write bytes, for example to a file.
///
/// ```
/// use spar_solve::mdp::general::export::{Export, Numbers, Sink, write_storm_transitions};
/// use spar_solve::mdp::general::{Model, State};
///
/// let model = Model::new(vec![State::Terminal]).unwrap();
/// let goals = vec![true];
/// let (start, reward_name, action_names) = (0, "turns", &[][..]);
/// let numbers = Numbers::Fractions;
/// let export = Export { model: &model, start, goals, reward_name, action_names, numbers };
/// let mut sink = Sink::new(Vec::new());
/// write_storm_transitions(&export, &mut sink).unwrap();
/// assert_eq!(sink.finish().unwrap(), b"mdp\n0 0 0 1\n");
/// ```
#[derive(Debug)]
pub struct Sink<W> {
    out: W,
    fault: Option<io::Error>,
}

impl<W: io::Write> Sink<W> {
    /// Writes to `out`, which should be buffered.
    pub fn new(out: W) -> Sink<W> {
        Sink { out, fault: None }
    }

    /// Returns the inner writer.
    ///
    /// # Errors
    /// The first error, if writing failed.
    pub fn finish(mut self) -> io::Result<W> {
        match self.fault {
            Some(fault) => Err(fault),
            None => self.out.flush().map(|()| self.out),
        }
    }
}

impl<W: io::Write> Write for Sink<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|fault| {
            self.fault.get_or_insert(fault);
            fmt::Error
        })
    }
}
