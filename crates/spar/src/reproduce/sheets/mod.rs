//! Converts the results to tables.

mod beside;
mod figures;

pub use figures::finds;

use super::found::{LearnerCell, Mean, Set, SetStudy, Study};
use super::paper::{Family, Paper, RatedSelection};
use super::{OPPONENTS, Report};
use spar_catalog::units::write_count;

/// A table for text output.
#[derive(Clone, Debug)]
pub struct ReportTable {
    /// The title.
    pub title: String,
    /// Notes needed to understand it.
    pub notes: Vec<&'static str>,
    /// The columns. A trailing space in the name means that the column is left-aligned.
    pub columns: Vec<&'static str>,
    /// The number of columns on the left whose repeated cells are left blank.
    pub grouped: usize,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A board with a caption.
#[derive(Clone, Debug)]
pub struct Board {
    /// The caption.
    pub caption: String,
    /// The canonical name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
}

/// A part of the report.
#[derive(Clone, Debug)]
pub enum ReportPart {
    /// A table.
    Table(ReportTable),
    /// A row of boards with a title and a note.
    Boards(String, &'static str, Vec<Board>),
}

const LAYERS: [Set; 2] = [Set::Layer(2), Set::Layer(3)];
const DISTANCES: [Set; 2] = [Set::Distance(2), Set::Distance(3)];

/// All requested parts, in the paper's order. Table 7 includes the paper's statements outside
/// its tables and the figures.
pub fn parts(report: &Report) -> Vec<ReportPart> {
    let paper = Paper::read();
    let mut parts = vec![ReportPart::Table(sizes(report))];
    for family in Family::ALL {
        for against in OPPONENTS.into_iter().rev() {
            let number = family.table(against);
            let studies = of_family(report, &paper, family);
            if report.tables.contains(&number) && !studies.is_empty() {
                parts.push(ReportPart::Table(table(number, family, against, &studies)));
            }
        }
    }
    if report.tables.contains(&7) {
        parts.push(ReportPart::Table(beside::summary(report)));
        parts.push(ReportPart::Table(beside::interesting(report)));
        parts.push(ReportPart::Table(beside::failures(report)));
        parts.push(ReportPart::Table(beside::agreement(report)));
        parts.push(ReportPart::Table(beside::by_distance(report)));
        parts.push(figures::figure_1(report));
        parts.push(ReportPart::Table(figures::scores(report)));
    }
    let has_rows =
        |part: &ReportPart| !matches!(part, ReportPart::Table(sheet) if sheet.rows.is_empty());
    parts.into_iter().filter(has_rows).collect()
}

fn of_family<'r>(report: &'r Report, paper: &Paper, family: Family) -> Vec<&'r Study> {
    let is_in = |study: &&Study| paper.game(&study.game).is_some_and(|it| it.family == family);
    report.games.iter().filter(is_in).collect()
}

fn or_dash(text: Option<&str>) -> String {
    text.unwrap_or("-").to_owned()
}

fn sizes(report: &Report) -> ReportTable {
    let row = |study: &Study| {
        let size = |set| study.set(set).map_or(0, |it| it.positions);
        let theirs = |set| {
            let set = study.set(set);
            let printed =
                set.and_then(|it| it.paper_positions.as_deref().zip(it.paper_positions_agree));
            printed.map_or("-".to_owned(), |(printed, agrees)| marked(printed, agrees))
        };
        let [w2, w3] = LAYERS;
        let [d2, d3] = DISTANCES;
        vec![
            study.label.clone(),
            write_count(study.positions),
            marked(&study.paper_positions, study.paper_positions_agree),
            write_count(size(w2)),
            theirs(w2),
            write_count(size(w3)),
            theirs(w3),
            write_count(study.w4),
            write_count(size(d2)),
            write_count(size(d3)),
        ]
    };
    ReportTable {
        title: "Sizes".to_owned(),
        notes: vec![
            "V: positions that play reaches. W_j: x can make the win come with exactly its \
             (j+1)-th move, and this for no smaller j. D_j: under best play x wins with its \
             (j+1)-th move. Without the empty board; images count one by one. Paper: as printed, \
             where sizes such as 9.5e7 are cut off; `=`: ours is that size, `!`: it is not, `-`: \
             nothing to compare with. The paper calls W_4 almost always empty; on the 5×5 boards \
             it is not.",
        ],
        columns: vec!["game ", "V", "paper", "W_2", "paper", "W_3", "paper", "W_4", "D_2", "D_3"],
        grouped: 0,
        rows: report.games.iter().map(row).collect(),
    }
}

/// A printed figure with a mark that shows whether ours agrees.
fn marked(printed: &str, agrees: bool) -> String {
    format!("{printed} {}", if agrees { '=' } else { '!' })
}

fn table(number: u8, family: Family, against: u32, studies: &[&Study]) -> ReportTable {
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
    ReportTable {
        title: format!("Table {number}: {} against foresight {against}", family.title()),
        notes: vec![
            "easy, medium, hard: exact, over all positions. 30 plays: what the paper's \
             experiment should find (of 5000 positions in C-4), ± one standard deviation. \
             `!`: the paper is outside two of them (and by more than one position). B100: the \
             paper rated only the hundred positions of lowest score, and so does the column 30 \
             plays there. The score is the share of games won against a shallow opponent: here \
             the exact chance of foresight 1 against 2.",
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
    // A set without positions has no figures.
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
                row.extend(theirs(cell, set.rated));
                if sampled {
                    row.extend(plays(cell));
                }
                rows.push(row);
            }
        }
    }
    rows
}

/// A mean with its deviation, `9.2 ± 1.7`, or `0` if both are zero.
fn mean(Mean { mean, deviation }: Mean) -> String {
    if mean < 0.05 && deviation < 0.05 {
        "0".to_owned()
    } else {
        format!("{mean:.1} ± {deviation:.1}")
    }
}

fn theirs(cell: &LearnerCell, rated: &str) -> [String; 2] {
    let Some(paper) = cell.paper else { return ["-".to_owned(), "-".to_owned()] };
    let which =
        if rated == RatedSelection::word(Some(RatedSelection::Lowest)) { " B100" } else { "" };
    let one = |count: u64, is_far: bool| {
        let mark = if is_far { " !" } else { "" };
        format!("{count}{which}{mark}")
    };
    [one(paper.medium, paper.medium_is_far), one(paper.hard, paper.hard_is_far)]
}

fn plays(cell: &LearnerCell) -> [String; 4] {
    let Some(it) = cell.sampled else { return std::array::from_fn(|_| "-".to_owned()) };
    [
        format!("{} {}", it.positions, it.chosen),
        it.easy.to_string(),
        it.medium.to_string(),
        it.hard.to_string(),
    ]
}
