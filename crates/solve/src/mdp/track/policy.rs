//! Policies of one piece: the action on each square.

use super::layout::Track;
use crate::mdp::graph::Predecessors;
use spar_rules::{ReadError, quoted};

/// The number of an action for every square. The entry of the goal has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(pub Vec<u8>);

/// The number of passes over the board before the predecessors are listed.
const FEW_WALKS: usize = 4;

impl Policy {
    /// The policy as one letter per square.
    pub fn letters(&self, track: &Track) -> String {
        self.0.iter().map(|it| track.roll(usize::from(*it)).letter).collect()
    }

    /// Reads one letter per square; ignores blanks and line ends.
    ///
    /// # Errors
    /// If a letter is not an action, or if there are too few or too many letters.
    pub fn read(track: &Track, text: &str) -> Result<Policy, ReadError> {
        let known = || track.actions().iter().map(|it| it.letter);
        let mut policy = Vec::new();
        for letter in text.chars().filter(|it| !it.is_whitespace()) {
            let number = known().position(|it| it.eq_ignore_ascii_case(&letter));
            let number = number.ok_or_else(|| {
                let place = policy.len();
                let all: Vec<String> = known().map(String::from).collect();
                let shown = quoted(&letter.to_string());
                ReadError::new(format!("{shown} for square {place} is not an action"))
                    .hint(format!("a policy has one letter for each square: {}", all.join(" ")))
            })?;
            policy.push(number as u8);
            if policy.len() > track.n() {
                break;
            }
        }
        let (n, found) = (track.n(), policy.len());
        if found != n {
            let many = if found > n { "more".to_owned() } else { found.to_string() };
            return Err(ReadError::new(format!("a policy has {n} letters here, this one {many}"))
                .hint(
                    "one letter for each square, the goal included; or as many lines of them, one \
                     for each square of the other",
                ));
        }
        Ok(Policy(policy))
    }

    /// The player of the 2010 paper's Equation 11: two dice at least six squares before the goal,
    /// one die at least three squares before it, then single steps.
    ///
    /// # Errors
    /// If the race lacks one of these actions.
    pub fn novice(track: &Track) -> Result<Policy, ReadError> {
        let is = |steps: &[(u32, u32)], dice: u32| match dice {
            0 => matches!(steps, [(1, _)]),
            1 => steps.iter().copied().eq((1..=6).map(|face| (face, 1))),
            _ => steps.iter().copied().eq((2..=12).map(|sum: u32| (sum, 6 - sum.abs_diff(7)))),
        };
        let find = |dice: u32, name: &str| {
            let found = track.actions().iter().position(|it| is(&it.steps, dice));
            found.map(|number| number as u8).ok_or_else(|| {
                ReadError::new(format!("the novice needs the action {name}"))
                    .hint("`actions=1.d6.2d6` has all that it needs")
            })
        };
        let (one, die, two) = (find(0, "one step")?, find(1, "one die")?, find(2, "two dice")?);
        let n = track.n();
        let choice = |square: usize| match square {
            _ if square + 6 < n => two,
            _ if square + 3 < n => die,
            _ => one,
        };
        Ok(Policy((0..n).map(choice).collect()))
    }

    /// The player who takes every action with equal probability on every square.
    ///
    /// # Errors
    /// If the weights of all actions together are too large.
    pub fn random(track: &Track) -> Result<Policy, ReadError> {
        let any = track.any().ok_or_else(|| {
            ReadError::new("the actions of this game have too many different rolls to be mixed")
                .hint("fewer or smaller dice can be mixed")
        })?;
        Ok(Policy(vec![any; track.n()]))
    }

    /// The squares from which this policy may never reach the goal. Empty if it reaches the
    /// goal with probability 1 from everywhere.
    pub fn stalls(&self, track: &Track) -> Vec<u32> {
        let (leads, goal) = (self.leads(track), track.goal() as u32);
        if leads.iter().all(|it| *it) {
            return Vec::new();
        }
        // A square may stall if it can lead to a square from which the goal is unreachable.
        let stuck = (0..goal).filter(|square| !leads[*square as usize]);
        let stalls = self.predecessors(track).distances(stuck);
        (0..goal).filter(|square| stalls[*square as usize].is_some()).collect()
    }

    /// For each square, whether the policy may reach the goal from there.
    pub(super) fn leads(&self, track: &Track) -> Vec<bool> {
        let goal = track.goal();
        let mut leads = vec![false; track.n()];
        leads[goal] = true;
        // Most boards need only a pass or two from the goal down, without predecessors.
        for _ in 0..FEW_WALKS {
            let mut changed = false;
            for square in (0..goal).rev() {
                let mut landed = track.outcomes(square, usize::from(self.0[square]));
                if !leads[square] && landed.any(|(to, _)| leads[to]) {
                    (leads[square], changed) = (true, true);
                }
            }
            if !changed {
                return leads;
            }
        }
        let ends = self.predecessors(track).distances([goal as u32]);
        ends.iter().map(Option::is_some).collect()
    }

    /// The predecessors of each square.
    fn predecessors(&self, track: &Track) -> Predecessors {
        let edges = || {
            (0..track.goal()).flat_map(|square| {
                let landed = track.outcomes(square, usize::from(self.0[square]));
                landed.map(move |(to, _)| (square as u32, to as u32))
            })
        };
        Predecessors::new(track.n(), edges)
    }
}
