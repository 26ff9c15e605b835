//! Figure 7: how fast value iteration and RTDP find a good policy.

use super::finding::{Finding, FindingCell, column};
use super::paper::Trial;
use super::plot::{Axis, Curve, Plot};
use super::{LaddersStudy, random};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use spar_solve::mdp::track::pairs::plain::Plain;
use spar_solve::mdp::track::pairs::{
    PairPolicy, PairTrials, Payoff, Quits, Rival, Setting, best_response, follow,
};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Silent};
use std::collections::BTreeMap;

/// Policies are evaluated after these numbers of sweeps, or of the same number of updates.
const LOOKS: [u64; 5] = [1, 2, 4, 8, 16];

const WIDTH: f64 = 1e-7;

/// The heuristic is ready when a sweep changes no value by this much.
const READY: f64 = 1e-3;

/// A board with its setting.
struct StudyBoard<'a> {
    track: &'a Track,
    setting: Setting<'a>,
    /// The number of pairs at which the game may be in progress.
    n_live: u64,
    budget: &'a Budget,
}

/// The values of the same board without quitting, and the work to compute them.
struct Heuristic {
    values: Vec<f64>,
    sweeps: u64,
    /// The number of updated values. There are more live pairs without quitting.
    cost: u64,
}

/// A method, with the winning chance after each evaluation; `None` while it has no policy.
struct Method<'a> {
    name: &'static str,
    chances: Vec<Option<f64>>,
    /// The known chances, by evaluation.
    known: Option<&'a BTreeMap<String, String>>,
    n_seen: u64,
    /// The number of updates for its heuristic.
    heuristic: Option<u64>,
}

impl StudyBoard<'_> {
    /// The winning chance of a policy, up to `WIDTH`.
    fn win(&self, policy: &PairPolicy) -> Result<f64, Unfinished> {
        let StudyBoard { track, setting, budget, .. } = self;
        let found = follow(track, policy, setting, WIDTH, budget, &Silent)?;
        Ok(found.at(0, 0).middle())
    }

    fn go_on(&self) -> Result<(), Unfinished> {
        if self.budget.is_stopped() { Err(Unfinished::Stopped) } else { Ok(()) }
    }

    /// Value iteration with these initial values: the chance after each evaluation.
    fn sweeps(&self, start: Vec<f64>) -> Result<Vec<Option<f64>>, Unfinished> {
        let mut plain = Plain::new(self.track, self.setting.rival, self.setting.quits);
        plain.values = start;
        let (mut done, mut found) = (0, Vec::new());
        for look in LOOKS {
            while done < look {
                self.go_on()?;
                plain.sweep();
                done += 1;
            }
            found.push(Some(self.win(&plain.policy())?));
        }
        Ok(found)
    }

    /// Value iteration without quitting, from 0.
    fn heuristic(&self) -> Result<Heuristic, Unfinished> {
        let mut plain = Plain::new(self.track, self.setting.rival, Quits::Never);
        let mut sweeps = 0;
        loop {
            self.go_on()?;
            sweeps += 1;
            if plain.sweep() < READY {
                let cost = sweeps * plain.n_live();
                return Ok(Heuristic { values: plain.values, sweeps, cost });
            }
        }
    }

    /// RTDP, after `spent` updates for its heuristic: the chance after each evaluation, and the
    /// number of visited pairs.
    fn trials(
        &self,
        start: Vec<f64>,
        spent: u64,
        seed: u64,
    ) -> Result<(Vec<Option<f64>>, u64), Unfinished> {
        let mut trials = PairTrials::starting_from(self.track, self.setting, start, seed);
        let mut found = Vec::new();
        for look in LOOKS {
            let Some(updates) = (look * self.n_live).checked_sub(spent) else {
                found.push(None);
                continue;
            };
            trials.run(updates, self.budget)?;
            found.push(Some(self.win(&trials.policy())?));
        }
        Ok((found, trials.n_seen()))
    }
}

pub(super) fn figure_7(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let mut finding = Finding::new(
        "figure-7",
        format!("Figure 7: chance to win of the greedy policy, games by seed {}", study.seed),
        vec![
            "The quitting model of Table III, quitting at half the board. After this many values \
             given to pairs, counted in sweeps over the live pairs, the greedy policy is valued \
             exactly. Value iteration goes pair by pair from the goal. The paper gives RTDP a \
             heuristic and finds a modest gain in time. Heuristic: the values of the same board \
             without quitting, by value iteration from 0 until a sweep changes none by 0.001; the \
             column says what that costs, in sweeps over the live pairs. Not counted, as if the \
             heuristic were free; counted, RTDP begins when it is paid for (a dash before that). \
             Without a heuristic RTDP begins at 1, which no chance exceeds. See docs/ladders.md \
             for what follows.",
        ],
        vec![
            column("n", &["n"]),
            column("best", &["best"]),
            column("method ", &["method"]),
            column("heuristic", &["heuristic_sweeps"]),
            column("1", &["after_1"]),
            column("2", &["after_2"]),
            column("4", &["after_4"]),
            column("8", &["after_8"]),
            column("16", &["after_16"]),
            column("pairs seen", &["pairs_seen"]),
        ],
    );
    let mut boards = study.figures.trials.clone();
    if study.full {
        let (from_0, from_1) = (BTreeMap::new(), BTreeMap::new());
        let best = String::new();
        boards.push(Trial {
            n: 1500,
            percent: 5,
            longest: 100,
            seed: 1,
            best,
            heuristic: None,
            from_0,
            from_1,
        });
    }
    for board in &boards {
        add(study, board, &mut finding)?;
    }
    finding.grouped = 2;
    Ok(vec![finding])
}

fn add(study: &LaddersStudy<'_>, known: &Trial, finding: &mut Finding) -> Result<(), Unfinished> {
    let budget = &study.context.budget;
    let track = random(known.n, known.percent, known.longest, known.seed)?;
    let novice = Policy::novice(&track).map_err(Fault::from)?;
    let quits = Quits::Apart(track.n() / 2);
    let setting = Setting { rival: Rival::Alone(&novice), quits, payoff: Payoff::WIN };
    let n_live = Plain::new(&track, setting.rival, quits).n_live();
    let board = StudyBoard { track: &track, setting, n_live, budget };
    let best = best_response(&track, &setting, WIDTH, budget, &Silent)?.chances.at(0, 0).middle();
    let heuristic = board.heuristic()?;
    if let Some(known_sweeps) = &known.heuristic {
        let what = format!("sweeps of the heuristic, n = {}", known.n);
        finding.same(what, &heuristic.sweeps.to_string(), known_sweeps);
    }
    let best_cell = match known.best.as_str() {
        "" => FindingCell::number(best, 4),
        text => finding.same_number(format!("best for n = {}", known.n), best, text),
    };
    let mut curves = Vec::new();
    for Method { name, chances, known: expected, n_seen, heuristic } in
        methods(&board, known, &heuristic, study.seed)?
    {
        let cost = heuristic.map(|cost| FindingCell::number(cost as f64 / n_live as f64, 1));
        let mut cells = vec![
            FindingCell::count(known.n),
            best_cell.clone(),
            FindingCell::text(name),
            cost.unwrap_or_else(|| FindingCell::nothing("-")),
        ];
        let mut curve = Curve::new(name);
        for (look, chance) in LOOKS.iter().zip(&chances) {
            let Some(chance) = chance else {
                cells.push(FindingCell::nothing("-"));
                continue;
            };
            let what = format!("{name}, {look} sweeps, n = {}", known.n);
            let text = expected.and_then(|it| it.get(&look.to_string()));
            cells.push(match text {
                Some(text) => finding.same_number(what, *chance, text),
                None => FindingCell::number(*chance, 4),
            });
            curve.points.push(((look * n_live) as f64, *chance));
        }
        cells.push(FindingCell::count(n_seen));
        finding.add(cells);
        curves.push(curve);
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

fn methods<'k>(
    board: &StudyBoard<'_>,
    known: &'k Trial,
    heuristic: &Heuristic,
    seed: u64,
) -> Result<Vec<Method<'k>>, Unfinished> {
    let n_pairs = heuristic.values.len();
    let sweeps = |name, start, known, heuristic| {
        let chances = board.sweeps(start)?;
        Ok::<_, Unfinished>(Method { name, chances, known, n_seen: board.n_live, heuristic })
    };
    let trials = |name, start, spent, heuristic| {
        let (chances, n_seen) = board.trials(start, spent, seed)?;
        Ok::<_, Unfinished>(Method { name, chances, known: None, n_seen, heuristic })
    };
    let (values, cost) = (|| heuristic.values.clone(), Some(heuristic.cost));
    Ok(vec![
        sweeps("value iteration from 0", vec![0.0; n_pairs], Some(&known.from_0), None)?,
        sweeps("value iteration from 1", vec![1.0; n_pairs], Some(&known.from_1), None)?,
        sweeps("value iteration from the heuristic (not counted)", values(), None, cost)?,
        trials("RTDP from 1", vec![1.0; n_pairs], 0, None)?,
        trials("RTDP from the heuristic (not counted)", values(), 0, cost)?,
        trials("RTDP from the heuristic (counted)", values(), heuristic.cost, cost)?,
    ])
}
