//! Reproduces the tables and figures of Ahmed, Chatterjee and Gulwani (2013), next to the
//! paper's numbers.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `paper`, `paper.toml` | the paper's numbers |
//! | `study`, `pass` | the study of one game: rates and counts every position of its sets |
//! | `plays` | the paper's experiment, with thirty plays per position |
//! | `lowest` | the positions with the lowest scores, for sets in which the paper rated only these |
//! | `looks` | every move's score for a foresight |
//! | `found` | the results as data |
//! | `sheets` | the results as tables |
//! | `format` | formats tables as text, Markdown and CSV |
//! | `ratings` | a check of computed ratings, not related to the paper |
//! | [`ladders`] | another paper: Snakes and Ladders with decisions (2010) |
//!
//! The games are fixed, so this module contains their names, as `bench` does.

pub mod format;
pub mod found;
pub mod ladders;
mod looks;
mod lowest;
pub mod paper;
mod pass;
mod plays;
pub mod ratings;
pub mod sheets;
mod study;

pub use looks::scores;
pub use study::{LEARNERS, OPPONENTS, TIES, Unfinished, questions, study};

use crate::fault::Fault;
use found::{Scores, Study};
use paper::{Paper, PaperGame};
use serde::Serialize;
use spar_games::lines::Lines;
use spar_solve::Context;

/// The parameters of a report.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The numbers of the tables; all if empty.
    pub tables: Vec<u8>,
    /// The games; all if empty.
    pub games: Vec<String>,
    /// The seed of the plays, if the paper's experiment is requested.
    pub seed: Option<u64>,
}

/// The complete report.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The paper.
    pub source: String,
    /// The seed of the plays, if there were any.
    pub seed: Option<u64>,
    /// The games, in the paper's order.
    pub games: Vec<Study>,
    /// Every move's score on the boards of Figures 1 to 4.
    pub scores: Vec<Scores>,
    /// Whether all requested results are included.
    pub complete: bool,
    /// The numbers of the requested tables.
    #[serde(skip)]
    pub tables: Vec<u8>,
}

impl Wanted {
    fn has_table(&self, number: u8) -> bool {
        self.tables.is_empty() || self.tables.contains(&number)
    }

    /// The games for the requested tables, restricted to the requested games.
    ///
    /// # Errors
    /// If a game is not one of the paper's.
    pub fn games<'p>(&self, paper: &'p Paper) -> Result<Vec<&'p PaperGame>, Fault> {
        let mut names = Vec::new();
        for text in &self.games {
            names.extend(named(text, paper)?);
        }
        let is_named = |game: &PaperGame| self.games.is_empty() || names.contains(&game.name);
        let is_in = |game: &PaperGame| {
            self.has_table(7) || OPPONENTS.iter().any(|it| self.has_table(game.family.table(*it)))
        };
        Ok(paper.games.iter().filter(|game| is_named(game) && is_in(game)).collect())
    }
}

/// The games that a text names: `tictactoe` for all its boards and directions, a longer name
/// for one game.
fn named(text: &str, paper: &Paper) -> Result<Vec<String>, Fault> {
    let name = spar_catalog::open(text)?.facts().name.clone();
    let base = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    let is_family = !text.contains(':');
    let fits = |game: &&PaperGame| game.name == name || (is_family && base(&game.name) == text);
    let found: Vec<String> =
        paper.games.iter().filter(fits).map(|game| game.name.clone()).collect();
    if found.is_empty() {
        let hint = "those are `tictactoe`, `bottom2`, `connect3`, `connect4`, each on the \
                    paper's boards, such as `connect4:rows=5,cols=5,along=rc`";
        return Err(Fault::with_hint(format!("`{text}` is none of the paper's games"), hint));
    }
    Ok(found)
}

/// Computes the requested results. If stopped early, returns the games that are complete.
///
/// # Errors
/// If a name is unknown, or a game does not fit into memory.
pub fn reproduce(
    wanted: &Wanted,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<Report, Fault> {
    let paper = Paper::read();
    let mut report = Report {
        source: paper.source.clone(),
        seed: wanted.seed,
        games: Vec::new(),
        scores: Vec::new(),
        complete: true,
        tables: (1..=7).filter(|it| wanted.has_table(*it)).collect(),
    };
    for entry in wanted.games(&paper)? {
        let game = Lines::named(&entry.name)?;
        match study(&game, entry, wanted.seed, context, remarks) {
            Ok(study) => report.games.push(study),
            Err(Unfinished::Failed(fault)) => return Err(fault),
            Err(Unfinished::Stopped) => {
                report.complete = false;
                return Ok(report);
            }
        }
    }
    report.scores = boards(&report, &paper, context)?;
    Ok(report)
}

/// The boards of Figures 2 to 4 for the requested games, then our boards for Figure 1.
fn boards(report: &Report, paper: &Paper, context: &Context) -> Result<Vec<Scores>, Fault> {
    let mut boards: Vec<(&str, &str)> = Vec::new();
    for figure in &paper.figures {
        let board = (figure.game.as_str(), figure.position.as_str());
        let is_wanted = report.games.iter().any(|study| study.game == board.0);
        if is_wanted && !boards.contains(&board) {
            boards.push(board);
        }
    }
    let finds = sheets::finds(report);
    boards.extend(finds.iter().map(|(study, find)| (study.game.as_str(), find.position.as_str())));
    let mut found = Vec::new();
    for (name, text) in boards {
        let game = Lines::named(name)?;
        for foresight in LEARNERS {
            found.push(scores(&game, name, text, foresight, paper, &context.budget)?);
        }
    }
    Ok(found)
}
