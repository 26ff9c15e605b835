//! Equation 12: every turn costs the squared distance between the pieces.

use super::finding::{Finding, FindingCell, column};
use super::{LaddersStudy, track};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use spar_solve::Silent;
use spar_solve::mdp::track::pairs::{self, PairPolicy, Rival, Setting, follow};
use spar_solve::mdp::track::{Policy, Track};

pub(super) fn experience(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let budget = &study.context.budget;
    let track = track(&[])?;
    let novice = Policy::novice(&track).map_err(Fault::from)?;
    let rival = Rival::Alone(&novice);
    let mut finding = Finding::new(
        "experience",
        "Equation 12 against the player of Equation 11: paid for by distance",
        vec![
            "Value: minus the square of the distance before each full turn, each turn counting for \
             the discount of the one before, 0 at the end; certified. All of it is negative, so \
             ending the game is a reward: the policy steps on square 18 against every square. Best \
             response for wins: 0.706179.",
        ],
        vec![
            column("discount", &["discount"]),
            column("value at (0, 0)", &["value"]),
            column("sweeps", &["sweeps"]),
            column("win", &["win"]),
            column("turns", &["turns"]),
        ],
    );
    for known in &study.figures.experience.rows {
        let known: Vec<&str> = known.split(' ').collect();
        let discount = known[0].parse().unwrap_or_default();
        let found = pairs::experience(&track, rival, discount, 1e-11, budget, &Silent)?;
        let chances = follow(&track, &found.policy, &Setting::wins(rival), 1e-11, budget, &Silent)?;
        let n_turns = turns(&track, &found.policy, &novice);
        let mut same = |what: &str, ours: f64, known: &str| {
            finding.same_number(format!("{what} for {discount}"), ours, known)
        };
        let value = same("value", found.at(0, 0).middle(), known[1]);
        let win = same("win", chances.at(0, 0).middle(), known[2]);
        let n_turns = same("turns", n_turns, known[3]);
        let on_18 = (0..track.goal()).filter(|other| found.policy.action(18, *other) == 0).count();
        finding.same(format!("steps on 18 for {discount}"), &on_18.to_string(), "19");
        finding.row([
            FindingCell::read(known[0]),
            value,
            FindingCell::count(found.sweeps),
            win,
            n_turns,
        ]);
    }
    Ok(vec![finding])
}

/// The expected number of full turns of a game from square 0, by plain sweeps.
fn turns(track: &Track, policy: &PairPolicy, rival: &Policy) -> f64 {
    let (n, goal) = (track.n(), track.goal());
    let mut turns = vec![0.0; n * n];
    loop {
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let action = usize::from(policy.action(own, other));
                let answer = usize::from(rival.0[other]);
                let total = |number: usize| f64::from(track.actions()[number].total());
                let mut sum = 0.0;
                for (to, weight) in track.outcomes(own, action).filter(|it| it.0 != goal) {
                    for (there, share) in track.outcomes(other, answer).filter(|it| it.0 != goal) {
                        sum += f64::from(weight) * f64::from(share) * turns[to * n + there];
                    }
                }
                let next = 1.0 + sum / (total(action) * total(answer));
                largest = largest.max((next - turns[own * n + other]).abs());
                turns[own * n + other] = next;
            }
        }
        if largest < 1e-12 {
            return turns[0];
        }
    }
}
