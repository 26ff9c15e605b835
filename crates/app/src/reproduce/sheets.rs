//! What was found, as tables for people.

use super::found::{Cell, Find, Mean, OpponentStudy, Set, SetStudy, Study};
use super::paper::{Family, Paper};
use super::{OPPONENTS, Report};
use crate::units::write_count;
use std::collections::BTreeSet;

/// A table for people.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// What has to be known to read it.
    pub notes: Vec<&'static str>,
    /// The columns; those whose name ends in a blank stand to the left.
    pub columns: Vec<&'static str>,
    /// How many columns from the left need not be said again where they repeat.
    pub grouped: usize,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A board with a caption.
#[derive(Clone, Debug)]
pub struct Board {
    /// What it shows.
    pub caption: String,
    /// The canonical name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
}

/// A part of the report.
#[derive(Clone, Debug)]
pub enum Part {
    /// A table.
    Sheet(Sheet),
    /// A row of boards with a title and a note.
    Boards(String, &'static str, Vec<Board>),
}

const LAYERS: [Set; 2] = [Set::Layer(2), Set::Layer(3)];
const DISTANCES: [Set; 2] = [Set::Distance(2), Set::Distance(3)];

/// All parts that were wanted, in the paper's order. Table 7 brings what the paper says
/// beside its tables, and the figures.
pub fn parts(report: &Report) -> Vec<Part> {
    let paper = Paper::read();
    let mut parts = vec![Part::Sheet(sizes(report))];
    for family in Family::ALL {
        for against in OPPONENTS.into_iter().rev() {
            let number = family.table(against);
            let studies = of_family(report, &paper, family);
            if report.tables.contains(&number) && !studies.is_empty() {
                parts.push(Part::Sheet(table(number, family, against, &studies)));
            }
        }
    }
    if report.tables.contains(&7) {
        parts.push(Part::Sheet(summary(report, &paper)));
        parts.push(Part::Sheet(interesting(report)));
        parts.push(Part::Sheet(failures(report)));
        parts.push(Part::Sheet(agreement(report)));
        parts.push(Part::Sheet(by_distance(report)));
        parts.push(figure_1(report));
        parts.push(Part::Sheet(scores(report)));
    }
    let has_rows = |part: &Part| !matches!(part, Part::Sheet(sheet) if sheet.rows.is_empty());
    parts.into_iter().filter(has_rows).collect()
}

fn of_family<'r>(report: &'r Report, paper: &Paper, family: Family) -> Vec<&'r Study> {
    let is_in = |study: &&Study| paper.game(&study.game).is_some_and(|it| it.family == family);
    report.games.iter().filter(is_in).collect()
}

fn or_dash(text: Option<&str>) -> String {
    text.unwrap_or("-").to_owned()
}

fn sizes(report: &Report) -> Sheet {
    let row = |study: &Study| {
        let size = |set| study.set(set).map_or(0, |it| it.positions);
        let theirs = |set| or_dash(study.set(set).and_then(|it| it.paper_positions.as_deref()));
        let [w2, w3] = LAYERS;
        let [d2, d3] = DISTANCES;
        vec![
            study.label.clone(),
            write_count(study.positions),
            or_dash(study.paper_positions.as_deref()),
            write_count(size(w2)),
            theirs(w2),
            write_count(size(w3)),
            theirs(w3),
            write_count(size(d2)),
            write_count(size(d3)),
        ]
    };
    Sheet {
        title: "Sizes".to_owned(),
        notes: vec![
            "V: positions that play reaches. W_j: x can make the win come with exactly its \
             (j+1)-th move, and this for no smaller j. D_j: under best play x wins with its \
             (j+1)-th move. Without the empty board; images count one by one. `-`: not in our \
             copy of the text.",
        ],
        columns: vec!["game ", "V", "paper", "W_2", "paper", "W_3", "paper", "D_2", "D_3"],
        grouped: 0,
        rows: report.games.iter().map(row).collect(),
    }
}

fn table(number: u8, family: Family, against: u32, studies: &[&Study]) -> Sheet {
    let sampled = studies.iter().any(|study| has_plays(study));
    let mut columns = vec![
        "game ",
        "set ",
        "positions",
        "ties ",
        "foresight",
        "easy",
        "medium",
        "hard",
        "30 plays: medium",
        "hard",
        "paper: medium",
        "hard",
    ];
    if sampled {
        columns.extend(["played", "easy", "medium", "hard"]);
    }
    let mut rows = Vec::new();
    for study in studies {
        for set in LAYERS.into_iter().filter_map(|set| study.set(set)) {
            rows.extend(rows_of(study, set, against, sampled));
        }
    }
    Sheet {
        title: format!("Table {number}: {} against foresight {against}", family.title()),
        notes: vec![
            "easy, medium, hard: exact, over all positions. 30 plays: what the paper's \
             experiment should find (of 5000 positions in C-4), ± one standard deviation. \
             `!`: the paper is outside two of them (and by more than one position). B100: the \
             paper rated the hundred of lowest score only.",
        ],
        columns,
        grouped: 4,
        rows,
    }
}

fn has_plays(study: &Study) -> bool {
    let cells = study.sets.iter().flat_map(|set| &set.rules).flat_map(|rule| &rule.opponents);
    cells.flat_map(|it| &it.learners).any(|cell| cell.sampled.is_some())
}

fn rows_of(study: &Study, set: &SetStudy, against: u32, sampled: bool) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    // A set without positions has no figures, in the paper as here.
    for rule in set.rules.iter().filter(|_| set.positions > 0) {
        for found in rule.opponents.iter().filter(|it| it.foresight == against) {
            for cell in &found.learners {
                let mut row = vec![
                    study.label.clone(),
                    set.set.to_string(),
                    write_count(set.positions),
                    rule.ties.to_owned(),
                    cell.foresight.to_string(),
                ];
                row.extend([cell.easy, cell.medium, cell.hard].map(write_count));
                row.extend([cell.expected_medium, cell.expected_hard].map(mean));
                row.extend(theirs(cell));
                if sampled {
                    row.extend(plays(cell));
                }
                rows.push(row);
            }
        }
    }
    rows
}

/// `9.2 ± 1.7`, or `0` where nothing is left to chance.
pub(super) fn mean(Mean { mean, deviation }: Mean) -> String {
    if mean < 0.05 && deviation < 0.05 {
        "0".to_owned()
    } else {
        format!("{mean:.1} ± {deviation:.1}")
    }
}

fn theirs(cell: &Cell) -> [String; 2] {
    let Some(paper) = cell.paper else { return ["-".to_owned(), "-".to_owned()] };
    let one = |count: u64, is_far: bool| {
        let mark = match (is_far, paper.is_comparable) {
            (_, false) => " B100",
            (true, true) => " !",
            (false, true) => "",
        };
        format!("{count}{mark}")
    };
    [one(paper.medium, paper.medium_is_far), one(paper.hard, paper.hard_is_far)]
}

fn plays(cell: &Cell) -> [String; 4] {
    let Some(it) = cell.sampled else { return std::array::from_fn(|_| "-".to_owned()) };
    [
        format!("{} {}", it.positions, it.chosen),
        it.easy.to_string(),
        it.medium.to_string(),
        it.hard.to_string(),
    ]
}

/// The two rules for ties side by side, `90 / 76`.
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

fn summary(report: &Report, paper: &Paper) -> Sheet {
    let row = |(study, set): (&Study, &SetStudy)| {
        let mut row = vec![study.label.clone(), set.set.to_string(), write_count(set.positions)];
        for category in 0..4 {
            row.push(both(set, 3, |it| write_count(it.categories[category])));
        }
        let named = |claims: &[(usize, usize)]| -> Vec<String> {
            let here = claims.iter().filter(|(_, j)| *j == set.set.j());
            here.map(|(category, _)| category.to_string()).collect()
        };
        let game = paper.game(&study.game);
        let yes = game.map_or_else(Vec::new, |it| named(&it.summary));
        let no = game.map_or_else(Vec::new, |it| named(&it.summary_without));
        row.push(match (yes.is_empty(), no.is_empty()) {
            (true, true) => "-".to_owned(),
            (false, true) => yes.join(", "),
            (true, false) => format!("not {}", no.join(", ")),
            (false, false) => format!("{}, not {}", yes.join(", "), no.join(", ")),
        });
        row
    };
    Sheet {
        title: "Table 7: categories against foresight 3".to_owned(),
        notes: vec![
            "Category i: not easy for foresight i-1, easy for i (1: easy for 1; 4: not easy for \
             3). Ties any / fastest. A position can be in two categories, since a player who \
             looks further may fare worse. Paper: the categories that it names for this set.",
        ],
        columns: vec!["game ", "set ", "positions", "1", "2", "3", "4", "paper "],
        grouped: 1,
        rows: layered(report).map(row).collect(),
    }
}

fn interesting(report: &Report) -> Sheet {
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
    Sheet {
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

fn failures(report: &Report) -> Sheet {
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
    Sheet {
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

fn agreement(report: &Report) -> Sheet {
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
    Sheet {
        title: "How many of the paper's cells are as expected".to_owned(),
        notes: vec![
            "Cells for medium and hard, both opponents, within two standard deviations (and \
             within one position) of what thirty plays should give, for foresight 1, 2, 3. \
             Empty sets and B100 rows are left out.",
        ],
        columns: vec!["games ", "set ", "cells each", "ties any", "ties fastest"],
        grouped: 1,
        rows,
    }
}

/// How many cells for each foresight, and how many agree by each rule for ties.
fn agreeing(sets: &[&SetStudy]) -> (u64, [[u64; 3]; 2]) {
    let (mut cells, mut agree) = (0, [[0; 3]; 2]);
    for set in sets.iter().filter(|set| set.positions > 0) {
        for (rule, agree) in set.rules.iter().zip(&mut agree) {
            for cell in rule.opponents.iter().flat_map(|it| &it.learners) {
                let Some(paper) = cell.paper.filter(|it| it.is_comparable) else { continue };
                let index = cell.foresight as usize - 1;
                agree[index] += u64::from(!paper.medium_is_far) + u64::from(!paper.hard_is_far);
                cells += u64::from(rule.ties == "any" && index == 0) * 2;
            }
        }
    }
    (cells, agree)
}

fn by_distance(report: &Report) -> Sheet {
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
    Sheet {
        title: "The same by exact distance".to_owned(),
        notes: vec![
            "Easy/medium/hard of the sets D_2 and D_3, which a player would call \"win in 3\" \
             and \"win in 4\". The paper has nothing beside it.",
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

/// For each family and category the position of smallest chance: six boards if all
/// games were studied.
pub fn finds(report: &Report) -> Vec<(&Study, &Find)> {
    let paper = Paper::read();
    let mut found = Vec::new();
    for family in Family::ALL {
        for category in [2, 3] {
            let mut best: Option<(&Study, &Find)> = None;
            for study in of_family(report, &paper, family) {
                for find in study.finds.iter().filter(|it| it.category == category) {
                    if best.is_none_or(|(_, best)| find.chance_below < best.chance_below) {
                        best = Some((study, find));
                    }
                }
            }
            found.extend(best);
        }
    }
    found
}

fn figure_1(report: &Report) -> Part {
    let mut boards: Vec<Board> = finds(report)
        .into_iter()
        .zip('a'..)
        .map(|((study, find), letter)| Board {
            caption: format!(
                "({letter}) {}, W2, category {}: foresight {} wins {:.0} %, foresight {} {:.0} %",
                study.label,
                find.category,
                find.category - 1,
                100.0 * find.chance_below,
                find.category,
                100.0 * find.chance,
            ),
            game: study.game.clone(),
            position: find.position.clone(),
        })
        .collect();
    let paper = Paper::read();
    if let Some(figure) = paper.figures.iter().find(|it| it.number == 4)
        && report.games.iter().any(|it| it.game == figure.game)
    {
        boards.push(Board {
            caption: "The paper's own (e), which its Figure 4 shows again".to_owned(),
            game: figure.game.clone(),
            position: figure.position.clone(),
        });
    }
    let note = "For each family and for categories 2 and 3 the position of W_2 with the smallest \
                chance one round below, against 3, ties any; among equals the first by game and \
                rank. The paper's six boards are pictures, and not in its text.";
    Part::Boards("Figure 1 from our own finds; x to move".to_owned(), note, boards)
}

fn scores(report: &Report) -> Sheet {
    let mut rows = Vec::new();
    for board in &report.scores {
        let figure = board.figure.map_or("-".to_owned(), |number| number.to_string());
        for it in &board.moves {
            rows.push(vec![
                figure.clone(),
                board.position.clone(),
                board.foresight.to_string(),
                it.mv.clone(),
                it.score.clone(),
                or_dash(it.paper.as_deref()),
                it.line.join(" "),
            ]);
        }
    }
    Sheet {
        title: "Figures 2 to 4, and the same for our boards: every move's score".to_owned(),
        notes: vec![
            "The score that player 1 sees at a foresight, and the line that it expects (the \
             first of equals).",
        ],
        columns: vec!["figure", "board ", "foresight", "move ", "score", "paper", "line "],
        grouped: 2,
        rows,
    }
}
