//! The figures: positions that we found, and every move's score.

use super::{Board, ReportPart, ReportTable, of_family, or_dash};
use crate::reproduce::Report;
use crate::reproduce::found::{Find, Study};
use crate::reproduce::paper::{Family, Paper};

/// The position with the smallest chance for each family and category: six boards if all games
/// were studied.
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

pub(super) fn figure_1(report: &Report) -> ReportPart {
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
    let note = "For each family and for categories 2 and 3: the position of W_2 in which a learner \
                with one round less foresight has the smallest chance against foresight 3 (ties \
                `any`); among equals the first by game and rank. The paper prints its six boards \
                only as pictures.";
    ReportPart::Boards("Figure 1 from our own finds; x to move".to_owned(), note, boards)
}

pub(super) fn scores(report: &Report) -> ReportTable {
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
    ReportTable {
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
