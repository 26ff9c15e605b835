//! Figure 7: how soon a good policy is to be had, by value iteration and by games played to
//! learn.

use super::finding::Finding;
use super::paper::Trial;
use super::plot::{Axis, Curve, Plot};
use super::{Study, random};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use spar_solve::mdp::race::pairs::plain::Plain;
use spar_solve::mdp::race::pairs::{
    PairPolicy, Payoff, Quits, Rival, Setting, Trials, best_response, follow,
};
use spar_solve::mdp::race::{Policy, Track};
use spar_solve::{Budget, Silent};
use std::collections::BTreeMap;

/// After so many sweeps, or as many values for pairs, policies are looked at.
const LOOKS: [u64; 5] = [1, 2, 4, 8, 16];

const WIDTH: f64 = 1e-7;

/// What happens on one board.
struct Board<'a> {
    track: &'a Track,
    setting: Setting<'a>,
    budget: &'a Budget,
}

impl Board<'_> {
    /// The exact chance to win of a policy, but for `WIDTH`.
    fn win(&self, policy: &PairPolicy) -> Result<f64, Unfinished> {
        let Board { track, setting, budget } = self;
        let found = follow(track, policy, setting, WIDTH, budget, &Silent)?;
        Ok(found.at(0, 0).middle())
    }

    /// Value iteration from this start: the chance after each look.
    fn sweeps(&self, start: f64) -> Result<Vec<f64>, Unfinished> {
        let mut plain = Plain::new(self.track, self.setting.rival, self.setting.quits);
        plain.values.fill(start);
        let (mut done, mut found) = (0, Vec::new());
        for look in LOOKS {
            while done < look {
                if self.budget.is_stopped() {
                    return Err(Unfinished::Stopped);
                }
                plain.sweep();
                done += 1;
            }
            found.push(self.win(&plain.policy())?);
        }
        Ok(found)
    }

    /// Games played to learn: the chance after each look, and how many pairs were seen.
    fn trials(&self, n_live: u64, seed: u64) -> Result<(Vec<f64>, u64), Unfinished> {
        let mut trials = Trials::new(self.track, self.setting, seed);
        let mut found = Vec::new();
        for look in LOOKS {
            trials.run(look * n_live, self.budget)?;
            found.push(self.win(&trials.policy())?);
        }
        Ok((found, trials.n_seen()))
    }
}

pub(super) fn figure_7(study: &Study<'_>) -> Result<Vec<Finding>, Unfinished> {
    let mut finding = Finding::new(
        "figure-7",
        format!("Figure 7: chance to win of the greedy policy, games by seed {}", study.seed),
        vec![
            "The quitting model of Table III, quitting at half the board. After so many values \
             given to pairs, counted in sweeps over the live pairs, the greedy policy is valued \
             exactly. Value iteration goes pair by pair from the goal. The paper finds a modest \
             gain of RTDP in time. It does not come out: with as many updates RTDP, which must \
             begin at 1, is behind value iteration from 0 at every look. An optimistic start is \
             what costs; value iteration from 1 is as poor at first.",
        ],
        vec!["n", "best", "method ", "1", "2", "4", "8", "16", "pairs seen"],
    );
    let mut boards = study.figures.trials.clone();
    if study.full {
        let (from_0, from_1) = (BTreeMap::new(), BTreeMap::new());
        let best = String::new();
        boards.push(Trial { n: 1500, percent: 5, longest: 100, seed: 1, best, from_0, from_1 });
    }
    for board in &boards {
        add(study, board, &mut finding)?;
    }
    finding.grouped = 2;
    Ok(vec![finding])
}

fn add(study: &Study<'_>, known: &Trial, finding: &mut Finding) -> Result<(), Unfinished> {
    let budget = &study.desk.budget;
    let track = random(known.n, known.percent, known.longest, known.seed)?;
    let novice = Policy::novice(&track).map_err(Fault::from)?;
    let quits = Quits::Apart(track.n() / 2);
    let setting = Setting { rival: Rival::Alone(&novice), quits, payoff: Payoff::WIN };
    let board = Board { track: &track, setting, budget };
    let best = best_response(&track, &setting, WIDTH, budget, &Silent)?.chances.at(0, 0).middle();
    let n_live = Plain::new(&track, setting.rival, quits).n_live();
    let (learned, n_seen) = board.trials(n_live, study.seed)?;
    let methods = [
        ("value iteration from 0", board.sweeps(0.0)?, Some(&known.from_0), n_live),
        ("value iteration from 1", board.sweeps(1.0)?, Some(&known.from_1), n_live),
        ("RTDP from 1", learned, None, n_seen),
    ];
    let best_cell = match known.best.as_str() {
        "" => format!("{best:.4}"),
        text => finding.same_number(format!("best for n = {}", known.n), best, text),
    };
    let mut curves = Vec::new();
    for (method, chances, expected, n_seen) in methods {
        let mut cells = vec![known.n.to_string(), best_cell.clone(), method.to_owned()];
        for (look, chance) in LOOKS.iter().zip(&chances) {
            let what = format!("{method}, {look} sweeps, n = {}", known.n);
            let text = expected.and_then(|it| it.get(&look.to_string()));
            cells.push(match text {
                Some(text) => finding.same_number(what, *chance, text),
                None => format!("{chance:.4}"),
            });
        }
        cells.push(n_seen.to_string());
        finding.rows.push(cells);
        let points = LOOKS.iter().map(|look| (look * n_live) as f64).zip(chances);
        curves.push(Curve { name: method.to_owned(), points: points.collect() });
    }
    finding.plots.push(Plot {
        name: format!("figure-7-n{}", known.n),
        title: format!("Chance to win against values given to pairs, n = {}", known.n),
        across: Axis { label: "values given to pairs", is_log: true },
        up: Axis { label: "chance to win of the greedy policy", is_log: false },
        curves,
    });
    Ok(())
}
