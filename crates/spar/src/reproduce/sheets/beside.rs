//! Table 7, and the paper's statements outside its tables.

use super::{DISTANCES, LAYERS, ReportTable};
use crate::reproduce::found::{Claim, OpponentStudy, Set, SetStudy, Study};
use crate::reproduce::{OPPONENTS, Report};
use spar_catalog::units::write_count;
use std::collections::BTreeSet;

/// The results for both rules for ties, `90 / 76`.
fn both(set: &SetStudy, against: u32, pick: impl Fn(&OpponentStudy) -> String) -> String {
    let of = |ties| set.opponent(ties, against).map_or_else(String::new, &pick);
    format!("{} / {}", of("any"), of("fastest"))
}

fn layered(report: &Report) -> impl Iterator<Item = (&Study, &SetStudy)> {
    let sets = |study: &Study| {
        LAYERS
            .into_iter()
            .filter(|set| study.set(*set).is_some_and(|it| it.positions > 0))
            .collect::<Vec<_>>()
    };
    report.games.iter().flat_map(move |study| {
        sets(study).into_iter().filter_map(move |set| Some((study, study.set(set)?)))
    })
}

pub(super) fn summary(report: &Report) -> ReportTable {
    let row = |(study, set): (&Study, &SetStudy)| {
        let mut row = vec![study.label.clone(), set.set.to_string(), write_count(set.positions)];
        for category in 0..4 {
            row.push(both(set, 3, |it| write_count(it.categories[category])));
        }
        let listed = |wanted: &dyn Fn(&Claim) -> bool| -> String {
            let here = set.claims.iter().filter(|it| wanted(it));
            here.map(|it| it.category.to_string()).collect::<Vec<_>>().join(", ")
        };
        let (yes, no) = (listed(&|it| it.named), listed(&|it| !it.named));
        row.push(match (yes.is_empty(), no.is_empty()) {
            (true, true) => "-".to_owned(),
            (false, true) => yes,
            (true, false) => format!("not {no}"),
            (false, false) => format!("{yes}, not {no}"),
        });
        for differing in [listed(&|it| !it.any), listed(&|it| !it.fastest)] {
            row.push(match (set.claims.is_empty(), differing.is_empty()) {
                (true, _) => "-".to_owned(),
                (_, true) => "=".to_owned(),
                (_, false) => format!("! {differing}"),
            });
        }
        row
    };
    ReportTable {
        title: "Table 7: categories against foresight 3".to_owned(),
        notes: vec![
            "Category i: not easy for foresight i-1, easy for i (1: easy for 1; 4: not easy for \
             3). Ties any / fastest. A position can be in two categories, since a player who \
             looks further may fare worse. Paper: the categories that its Table 7 names for this \
             set, and those that it does not name. The last two columns compare this with each \
             rule for ties: `=` if the set has positions of all that are named and of none that \
             are not, else `!` and the categories that differ.",
        ],
        columns: vec![
            "game ",
            "set ",
            "positions",
            "1",
            "2",
            "3",
            "4",
            "paper ",
            "ties any ",
            "fastest ",
        ],
        grouped: 1,
        rows: layered(report).map(row).collect(),
    }
}

pub(super) fn interesting(report: &Report) -> ReportTable {
    let row = |study: &Study| {
        let count = |set: Set, ties: &str| {
            study.set(set).and_then(|it| it.opponent(ties, 3)).map_or(0, |it| it.interesting)
        };
        let all = |ties: &str| LAYERS.into_iter().map(|set| count(set, ties)).sum::<u64>();
        let share = |count: u64| format!("{:.3} %", 100.0 * count as f64 / study.positions as f64);
        let sets = LAYERS.into_iter().filter_map(|set| study.set(set));
        let candidates: u64 = sets.map(|it| it.positions).sum();
        let [any, fastest] = ["any", "fastest"].map(all);
        vec![
            study.label.clone(),
            write_count(study.positions),
            write_count(candidates),
            format!("{} / {}", write_count(any), write_count(fastest)),
            format!("{} / {}", share(any), share(fastest)),
        ]
    };
    ReportTable {
        title: "How rare interesting positions are".to_owned(),
        notes: vec![
            "Interesting: in W_2 or W_3, and medium or hard for foresight 1, 2 or 3 against 3. \
             Ties any / fastest. Share: of all positions that play reaches.",
        ],
        columns: vec!["game ", "V", "W_2 and W_3", "interesting", "share of V"],
        grouped: 0,
        rows: report.games.iter().map(row).collect(),
    }
}

pub(super) fn failures(report: &Report) -> ReportTable {
    let mut rows = Vec::new();
    for (study, set) in layered(report) {
        for rule in &set.rules {
            let pairs = rule
                .opponents
                .iter()
                .rev()
                .flat_map(|it| it.newly_hard.iter().zip(&it.no_longer_easy));
            let pairs: Vec<(u64, u64)> = pairs.map(|(a, b)| (*a, *b)).collect();
            if pairs.iter().all(|pair| *pair == (0, 0)) {
                continue;
            }
            let mut row = vec![study.label.clone(), set.set.to_string(), rule.ties.to_owned()];
            let cell = |(hard, easy): &(u64, u64)| {
                format!("{} ({})", write_count(*hard), write_count(*easy))
            };
            row.extend(pairs.iter().map(cell));
            rows.push(row);
        }
    }
    ReportTable {
        title: "Where what is hard for a longer foresight is not hard for a shorter one".to_owned(),
        notes: vec![
            "The paper says this does not happen. Positions hard for foresight k+1 but not for \
             k; in brackets those not easy for k+1 but easy for k. Sets without any are left \
             out.",
        ],
        columns: vec![
            "game ",
            "set ",
            "ties ",
            "against 3: 1 to 2",
            "2 to 3",
            "against 2: 1 to 2",
            "2 to 3",
        ],
        grouped: 2,
        rows,
    }
}

pub(super) fn agreement(report: &Report) -> ReportTable {
    let group = |study: &Study| study.label.rsplit_once(' ').map_or("", |it| it.0).to_owned();
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for study in &report.games {
        for set in LAYERS {
            let name = group(study);
            if !seen.insert((name.clone(), set.j())) {
                continue;
            }
            let same = report.games.iter().filter(|it| group(it) == name);
            let sets: Vec<&SetStudy> = same.filter_map(|it| it.set(set)).collect();
            let (cells, [any, fastest]) = agreeing(&sets);
            if cells > 0 {
                let list = |counts: [u64; 3]| counts.map(|it| it.to_string()).join(", ");
                let cells = cells.to_string();
                rows.push(vec![name, set.to_string(), cells, list(any), list(fastest)]);
            }
        }
    }
    ReportTable {
        title: "How many of the paper's cells are as expected".to_owned(),
        notes: vec![
            "Cells for medium and hard, both opponents, within two standard deviations (and \
             within one position) of what thirty plays should give, for foresight 1, 2, 3. \
             Empty sets are left out.",
        ],
        columns: vec!["games ", "set ", "cells each", "ties any", "ties fastest"],
        grouped: 1,
        rows,
    }
}

/// The number of cells for each foresight, and how many agree for each rule for ties.
fn agreeing(sets: &[&SetStudy]) -> (u64, [[u64; 3]; 2]) {
    let (mut cells, mut agree) = (0, [[0; 3]; 2]);
    for set in sets.iter().filter(|set| set.positions > 0) {
        for (rule, agree) in set.rules.iter().zip(&mut agree) {
            for cell in rule.opponents.iter().flat_map(|it| &it.learners) {
                let Some(paper) = cell.paper else { continue };
                let index = cell.foresight as usize - 1;
                agree[index] += u64::from(!paper.medium_is_far) + u64::from(!paper.hard_is_far);
                cells += u64::from(rule.ties == "any" && index == 0) * 2;
            }
        }
    }
    (cells, agree)
}

pub(super) fn by_distance(report: &Report) -> ReportTable {
    let mut rows = Vec::new();
    for study in &report.games {
        let sets = DISTANCES.into_iter().filter_map(|set| study.set(set));
        for set in sets.filter(|it| it.positions > 0) {
            for against in OPPONENTS.into_iter().rev() {
                let mut row = vec![
                    study.label.clone(),
                    set.set.to_string(),
                    write_count(set.positions),
                    against.to_string(),
                ];
                for ties in ["any", "fastest"] {
                    let cells = set.opponent(ties, against).map_or(&[][..], |it| &it.learners);
                    row.extend(
                        cells.iter().map(|it| format!("{}/{}/{}", it.easy, it.medium, it.hard)),
                    );
                }
                rows.push(row);
            }
        }
    }
    ReportTable {
        title: "The same by exact distance".to_owned(),
        notes: vec![
            "Easy/medium/hard of the sets D_2 and D_3, which a player would call \"win in 3\" \
             and \"win in 4\". The paper has nothing to compare with.",
        ],
        columns: vec![
            "game ",
            "set ",
            "positions",
            "against",
            "ties any: 1",
            "2",
            "3",
            "ties fastest: 1",
            "2",
            "3",
        ],
        grouped: 3,
        rows,
    }
}
