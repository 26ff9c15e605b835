//! The tables and figures of Ahmed, Chatterjee and Gulwani (2013), reproduced next to
//! ours.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `paper`, `paper.toml` | the paper's own figures |
//! | `study`, `pass` | one game: every position of its sets rated and counted |
//! | `plays` | the same the paper's way, by thirty plays |
//! | `lowest` | the positions of lowest score, where the paper rated these alone |
//! | `looks` | every move's score at a foresight |
//! | `found` | what comes out, as data |
//! | `sheets` | the same as tables for people |
//! | `format` | tables as text, Markdown and CSV |
//! | `ratings` | besides the paper: whether computed ratings are right |
//! | [`ladders`] | another paper: Snakes and Ladders with decisions (2010) |
//!
//! The games are fixed, so this module names them, as `bench` does.

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

/// What is wanted of the paper.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Numbers of tables; all if none is named.
    pub tables: Vec<u8>,
    /// Games; all if none is named.
    pub games: Vec<String>,
    /// The seed of plays, if the paper's way is wanted.
    pub seed: Option<u64>,
}

/// All that was reproduced.
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
    /// Whether all that was wanted is here.
    pub complete: bool,
    /// The tables that were wanted.
    #[serde(skip)]
    pub tables: Vec<u8>,
}

impl Wanted {
    fn has_table(&self, number: u8) -> bool {
        self.tables.is_empty() || self.tables.contains(&number)
    }

    /// The games that the wanted tables need, as far as they are wanted.
    ///
    /// # Errors
    /// If a name is none of the paper's games.
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

/// The games that a text stands for: `tictactoe` for all its boards and directions,
/// anything longer for one game.
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

/// Reproduces what is wanted. Stopped early, it gives the games that are done.
///
/// # Errors
/// If a name is unknown, or a game does not fit the memory.
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

/// The boards of Figures 2 to 4 whose games were wanted, then our finds for Figure 1.
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
