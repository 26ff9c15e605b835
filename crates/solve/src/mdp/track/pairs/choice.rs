//! Derives policies from values: the best actions, repaired so that the game ends.

use super::respond::Setting;
use super::turn::{Grid, Quits, Rival, Theirs, each_action};
use crate::mdp::track::layout::Track;
use crate::mdp::track::policy::Policy;

/// Actions count as equally good if their values differ by at most this share of the better
/// one.
pub const TIE: f64 = 1e-9;

/// A policy: the number of an action for every pair of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPolicy {
    n: usize,
    /// Indexed by the own square, then the opponent's.
    actions: Vec<u8>,
}

impl PairPolicy {
    /// The policy with the same action for every pair.
    pub(super) fn all(n: usize, action: u8) -> PairPolicy {
        PairPolicy { n, actions: vec![action; n * n] }
    }

    /// The policy that depends on its own square alone.
    pub fn alone(policy: &Policy) -> PairPolicy {
        let n = policy.0.len();
        let actions = policy.0.iter().flat_map(|it| std::iter::repeat_n(*it, n)).collect();
        PairPolicy { n, actions }
    }

    /// The number of the action for the own square and the opponent's.
    #[inline]
    pub fn action(&self, own: usize, other: usize) -> u8 {
        self.actions[own * self.n + other]
    }

    /// Returns whether the policy takes this action for some pair.
    pub(super) fn takes(&self, action: u8) -> bool {
        self.actions.contains(&action)
    }

    pub(super) fn set(&mut self, own: usize, other: usize, action: u8) {
        self.actions[own * self.n + other] = action;
    }

    /// The policy for one square of the opponent, as one letter per own square.
    pub fn letters(&self, track: &Track, other: usize) -> String {
        let letter = |own| track.roll(usize::from(self.action(own, other))).letter;
        (0..self.n).map(letter).collect()
    }

    /// Reads a policy: one line per square of the opponent, with one letter per own square.
    ///
    /// # Errors
    /// If a line cannot be read; the message names the line.
    pub fn read(track: &Track, lines: &[&str]) -> Result<PairPolicy, spar_rules::ReadError> {
        let n = track.n();
        if lines.len() != n {
            let found = lines.len();
            return Err(spar_rules::ReadError::new(format!(
                "a policy for pairs has {n} lines here, this one {found}"
            ))
            .hint("one line for each square of the other player, a letter for each own square"));
        }
        let mut policy = PairPolicy::all(n, 0);
        for (other, line) in lines.iter().enumerate() {
            let read = Policy::read(track, line).map_err(|error| spar_rules::ReadError {
                what: format!("line {}: {}", other + 1, error.what),
                ..error
            })?;
            for (own, action) in read.0.iter().enumerate() {
                policy.set(own, other, *action);
            }
        }
        Ok(policy)
    }
}

/// For proofs, actions count as equally good only if doubles cannot tell them apart.
pub(super) const PROOF_TIE: f64 = 1e-13;

/// Returns whether a probability is as good as the best, within a relative tolerance. A
/// probability that may be only a rounding error counts as 0.
#[inline]
fn ties(chance: f64, best: f64, tie: f64) -> bool {
    chance >= best - tie * best.abs() - (tie * 1e-3).max(1e-15)
}

/// The first best action for every pair; the last action where a side has arrived.
pub(super) fn first_best(track: &Track, theirs: &Grid, tie: f64) -> PairPolicy {
    let (n, goal) = (track.n(), track.goal());
    let mut policy = PairPolicy::all(n, track.actions().len() as u8 - 1);
    let mut each = vec![vec![0.0; n]; track.actions().len()];
    for own in 0..goal {
        each_action(track, own, theirs, 0, &mut each);
        for other in 0..goal {
            let best = each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max);
            let first = each.iter().position(|row| ties(row[other], best, tie));
            policy.set(own, other, first.unwrap_or_default() as u8);
        }
    }
    policy
}

/// The first best action for every pair, given the values after a full turn.
pub(super) fn greedy(track: &Track, setting: &Setting<'_>, values: &Grid) -> PairPolicy {
    let n = track.n();
    let mut half = Theirs::new(track, setting.rival, setting.quits, setting.payoff);
    let mut theirs = Grid::new(n, 0.0);
    for own in 0..n {
        half.row(own, values.row(own), theirs.row_mut(own));
    }
    first_best(track, &theirs, TIE)
}

/// For each pair, the actions that are as good as the best, as bits.
fn equally_good(
    track: &Track,
    theirs: &Grid,
    own: usize,
    tie: f64,
    each: &mut [Vec<f64>],
) -> Vec<u8> {
    each_action(track, own, theirs, 0, each);
    let good = |other: usize| {
        let best = each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max);
        let bits = each.iter().enumerate().filter(|(_, row)| ties(row[other], best, tie));
        bits.fold(0, |bits, (number, _)| bits | 1 << number)
    };
    (0..track.goal()).map(good).collect()
}

/// Repairs a policy against a player that may wait forever: pairs from which the game would not
/// end get the first best action that leads towards the end. Returns whether the game then ends
/// from every pair.
pub(super) fn finish_against(
    track: &Track,
    rival: Rival<'_>,
    quits: Quits<'_>,
    theirs: &Grid,
    tie: f64,
    policy: &mut PairPolicy,
) -> bool {
    let goal = track.goal();
    repaired(track, Some((theirs, tie)), policy, |own, other, ends| {
        let lands = |to: usize| to == goal || quits.chance(own, to) > 0.0 || ends[to];
        track.outcomes(other, rival.action(other, own)).any(|(to, _)| lands(to))
    })
}

/// Returns whether the game ends with probability 1 if one side follows this policy, whatever
/// the other side does.
pub(super) fn always_ends(track: &Track, policy: &PairPolicy) -> bool {
    repaired(track, None, &mut policy.clone(), against_all(track))
}

/// Repairs a policy so that the game ends whatever the other player does. Returns whether this
/// succeeded.
pub(super) fn finish_against_all(
    track: &Track,
    theirs: &Grid,
    tie: f64,
    policy: &mut PairPolicy,
) -> bool {
    repaired(track, Some((theirs, tie)), policy, against_all(track))
}

/// Repairs a policy that both sides follow, so that their game ends. Returns whether this
/// succeeded.
pub(super) fn finish_with_itself(
    track: &Track,
    theirs: &Grid,
    tie: f64,
    policy: &mut PairPolicy,
) -> bool {
    let (n, goal) = (track.n(), track.goal());
    let n_actions = track.actions().len();
    let mut each = vec![vec![0.0; n]; n_actions];
    // Indexed by the square of the side to move, then the other's.
    let mut ends = vec![false; n * n];
    let (mut repairing, mut changed) = (false, true);
    loop {
        // Pairs from which the unchanged policy leads towards the end come first.
        repairing = !changed && !repairing;
        changed = false;
        for own in (0..goal).rev() {
            let good = if repairing {
                equally_good(track, theirs, own, tie, &mut each)
            } else {
                Vec::new()
            };
            for other in (0..goal).rev().filter(|other| !ends[own * n + other]).collect::<Vec<_>>()
            {
                let leads = |number: &usize| {
                    let lands = |to: usize| to == goal || ends[other * n + to];
                    track.outcomes(own, *number).any(|(to, _)| lands(to))
                };
                let own_action = usize::from(policy.action(own, other));
                let fits = |number: &usize| good[other] >> number & 1 == 1 && leads(number);
                let found = if leads(&own_action) {
                    Some(own_action)
                } else if repairing {
                    (0..n_actions).find(fits)
                } else {
                    None
                };
                if let Some(number) = found {
                    policy.set(own, other, number as u8);
                    (ends[own * n + other], changed) = (true, true);
                }
            }
        }
        let all = (0..goal).all(|own| ends[own * n..own * n + goal].iter().all(|it| *it));
        if all || (!changed && repairing) {
            return all;
        }
    }
}

/// The condition that each of the opponent's actions may lead to the end.
fn against_all(track: &Track) -> impl Fn(usize, usize, &[bool]) -> bool + '_ {
    move |_, other, ends| {
        let lands = |to: usize| to == track.goal() || ends[to];
        let may_end = |number| track.outcomes(other, number).any(|(to, _)| lands(to));
        (0..track.actions().len()).all(may_end)
    }
}

/// Finds the pairs from which the game may end, backwards from its end. When no more pairs are
/// found, the remaining pairs take the first action that leads towards the end, among those
/// that count as best by the values and tolerance in `repair`. Returns whether the game may end
/// from every pair.
///
/// `answered` decides for a pair before the opponent's move whether the game may end, given the
/// same information for each square where the opponent may land.
fn repaired(
    track: &Track,
    repair: Option<(&Grid, f64)>,
    policy: &mut PairPolicy,
    answered: impl Fn(usize, usize, &[bool]) -> bool,
) -> bool {
    let (n, goal) = (track.n(), track.goal());
    let n_actions = track.actions().len();
    // Before our move, and before the opponent's.
    let mut ends = vec![false; n * n];
    let mut ends_after = vec![false; n * n];
    let mut each = vec![vec![0.0; n]; n_actions];
    let mut repairing = false;
    loop {
        let mut changed = false;
        for own in (0..goal).rev() {
            let good = match repair {
                Some((theirs, tie)) if repairing => {
                    equally_good(track, theirs, own, tie, &mut each)
                }
                _ => Vec::new(),
            };
            for other in (0..goal).rev() {
                let pair = own * n + other;
                let leads = |number: usize| {
                    let lands = |to: usize| to == goal || ends_after[to * n + other];
                    track.outcomes(own, number).any(|(to, _)| lands(to))
                };
                if !ends[pair] && leads(usize::from(policy.action(own, other))) {
                    (ends[pair], changed) = (true, true);
                } else if !ends[pair] && repairing {
                    let fits = |it: &usize| good[other] >> it & 1 == 1 && leads(*it);
                    if let Some(number) = (0..n_actions).find(fits) {
                        policy.set(own, other, number as u8);
                        (ends[pair], changed) = (true, true);
                    }
                }
                if !ends_after[pair] && answered(own, other, &ends[own * n..(own + 1) * n]) {
                    (ends_after[pair], changed) = (true, true);
                }
            }
        }
        let all = (0..goal).all(|own| ends[own * n..own * n + goal].iter().all(|it| *it));
        if all || (!changed && (repairing || repair.is_none())) {
            return all;
        }
        repairing |= !changed;
    }
}
