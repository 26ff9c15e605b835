//! The JSON input and output of all commands.
//!
//! Fields are only ever added, never removed. Values are words (`"win"`, `"draw"`, `"loss"`)
//! from the perspective of the side to move; distances are plies. `null` means that a value
//! does not exist, as the distance of a draw, or is unknown; `exact` is whether everything is
//! known.

mod book;
pub mod csv;
pub mod data;
pub mod level;
pub mod policies;
pub mod response;
mod scene;
pub mod survey;
pub mod twin;

pub use book::{BookMade, BookRow, BookVerified, WrongEntry};
pub use scene::{SceneCell, SceneGroup, SceneLink, ScenePicture, SceneToken};

use serde::Serialize;
pub use spar_catalog::level_json::{Between, MoveValue, ValueInPlies};
use spar_catalog::{AnyGame, AnyPosition, Line, Players};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{self, Kind};
use spar_rules::{Outcome, Side, Turn};
use spar_solve::alpha_beta::Solution;
use spar_solve::explicit::Summary;

/// `games`: an entry of the list.
#[derive(Debug, Serialize)]
pub struct GameEntry {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a game.
#[derive(Debug, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// A description of its values.
    pub takes: &'static str,
    /// Its default value.
    pub default: String,
}

/// `games NAME`: a game.
#[derive(Debug, Serialize)]
pub struct GameFacts {
    /// The canonical name.
    pub game: String,
    /// Its display name.
    pub title: String,
    /// The size of the board, rows × columns (× layers).
    pub size: String,
    /// The rules, one sentence each.
    pub rules: Vec<String>,
    /// The value of every parameter.
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// The text of the default start position.
    pub start: String,
    /// Its features besides playing: `scenes`, `set-up`, `symmetry`, `values` or `chances`,
    /// `levels`.
    pub abilities: Vec<&'static str>,
    /// The kinds of players for this game.
    pub players: Vec<PlayerKind>,
}

/// A kind of player.
#[derive(Debug, Serialize)]
pub struct PlayerKind {
    /// Its name in commands: `name`, or `name:key=value,…`.
    pub name: &'static str,
    /// A description of such a player in one sentence.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: Vec<PlayerParameter>,
    /// The names of players of this kind that user interfaces offer.
    pub offered: Vec<String>,
}

/// A parameter of a kind of player.
#[derive(Debug, Serialize)]
pub struct PlayerParameter {
    /// Its name.
    pub name: &'static str,
    /// A description of its values.
    pub takes: &'static str,
    /// Its default value; `null` if a value is required.
    pub default: Option<&'static str>,
}

/// A position and its game.
#[derive(Debug, Serialize)]
pub struct Position {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// `"first"`, `"second"`, `"roll"` or `"over"`.
    pub turn: &'static str,
    /// The side that won; `null` for a draw and while the game goes on.
    pub winner: Option<&'static str>,
}

/// `show`: a position with its scene.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The display name of the game.
    pub title: String,
    /// The text of the canonical position among its symmetric images; `null` without
    /// symmetries.
    pub canonical: Option<String>,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// Whether the value is known.
    pub exact: bool,
    /// The legal moves.
    pub moves: Vec<ShownMove>,
    /// The scene; `null` if the game has none.
    pub scene: Option<ScenePicture>,
}

/// A legal move, and how it is chosen in the scene.
#[derive(Debug, Serialize)]
pub struct ShownMove {
    /// The move with its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// The cells that are chosen for it, in order.
    pub cells: Vec<usize>,
    /// The cell that shows its value.
    pub shows_on: Option<usize>,
}

/// `perft`: counts of paths.
#[derive(Debug, Serialize)]
pub struct PerftLine {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The requested depth.
    pub depth: u32,
    /// The number of paths of 0, 1, 2, … moves; shorter if the work was stopped.
    pub nodes: Vec<u64>,
    /// The paths of full depth by first move, with `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Divided>>,
    /// Whether all depths were counted.
    pub exact: bool,
}

/// The number of paths that begin with a move.
#[derive(Debug, Serialize)]
pub struct Divided {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of paths.
    pub nodes: u64,
}

/// `solve GAME`: a whole game. Counts are `null` if it was not solved as a whole.
#[derive(Debug, Default, Serialize)]
pub struct SolvedGame {
    /// The canonical name of the game.
    pub game: String,
    /// The number of positions that play can reach.
    pub positions: Option<u64>,
    /// The number of these in which the game is over and a side has won.
    pub ended: Option<u64>,
    /// The number of these in which the game is over with a draw.
    pub full: Option<u64>,
    /// The number of moves in all positions, passes included.
    pub moves: Option<u64>,
    /// The number of positions up to the symmetries that keep the start.
    pub classes: Option<u64>,
    /// The number of unfinished positions that the side to move wins.
    pub wins: Option<u64>,
    /// The number of unfinished positions that are drawn.
    pub draws: Option<u64>,
    /// The number of unfinished positions that the side to move loses.
    pub losses: Option<u64>,
    /// The value of the start: `"win"`, `"draw"` or `"loss"`.
    pub value: Option<&'static str>,
    /// Plies to the end from the start; `null` for a draw.
    pub plies: Option<u32>,
    /// The numbers of unfinished positions won in this many plies.
    pub win_in: Option<Vec<AtPlies>>,
    /// The numbers of unfinished positions lost in this many plies.
    pub loss_in: Option<Vec<AtPlies>>,
    /// The sets `W_0` to `W_4` of the 2013 paper, with `--sets`; `null` under misère.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Option<Vec<Layer>>>,
    /// If the value is unknown: its proven lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ValueInPlies>,
    /// If the value is unknown: its proven upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<ValueInPlies>,
    /// If the game was not solved as a whole: the number of positions searched from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<u64>,
    /// Whether the value is exact.
    pub exact: bool,
}

/// The number of positions at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AtPlies {
    /// The distance.
    pub plies: u32,
    /// The number of positions.
    pub count: u64,
}

/// The size of one of the paper's sets `W_j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// The index `j`.
    pub j: u32,
    /// Its number of positions.
    pub count: u64,
}

/// `solve GAME POSITION`: a position.
#[derive(Debug, Serialize)]
pub struct SolvedPosition {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// In a game with chance: the winning chance of the side to move if both play optimally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Between>,
    /// All best moves; empty with `--value-only`.
    pub best: Vec<String>,
    /// All moves with their values for the side that makes them; empty with `--value-only`.
    pub moves: Vec<MoveValue>,
    /// The principal variation to the end of the game; empty with `--value-only`.
    pub line: Vec<String>,
    /// If the value is unknown: its proven lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ValueInPlies>,
    /// If the value is unknown: its proven upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<ValueInPlies>,
    /// Whether everything here is exact.
    pub exact: bool,
}

/// `play`: the events of a game, one per line.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum PlayEvent {
    /// The game begins.
    Start {
        /// The start position.
        #[serde(flatten)]
        position: Position,
        /// The player of the other side: `"random"`, `"2"`, `"perfect"`, …, or `"human"`.
        against: String,
        /// The seed of the other side's choices and of all rolls.
        seed: u64,
    },
    /// A move was made.
    Move {
        /// The side that made it.
        side: &'static str,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// `"person"`, `"program"`, `"guess"` if the program could not compute its player's
        /// move in time, or `"chance"` for a roll.
        by: &'static str,
        /// The number on each die, if dice were rolled.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        dice: Vec<u32>,
        /// The position after it.
        #[serde(flatten)]
        position: Position,
    },
    /// Moves were taken back.
    Undo {
        /// The position now.
        #[serde(flatten)]
        position: Position,
    },
    /// The answer to `hint`, `values` or `moves`.
    Answer {
        /// The known values of the position.
        #[serde(flatten)]
        solved: SolvedPosition,
    },
    /// An additional hint after `hint`: the best response to an opponent who may make mistakes.
    Hint {
        /// One or two sentences.
        text: String,
    },
    /// The answer to `help`.
    Help {
        /// The commands that a line can contain.
        commands: &'static [&'static str],
    },
    /// An input line that is not valid.
    Error {
        /// What is wrong.
        error: String,
        /// How to fix it.
        hint: Option<String>,
    },
    /// The end of the game: by the rules, by resigning, or because the user left.
    End {
        /// The last position.
        #[serde(flatten)]
        position: Position,
        /// `"over"`, `"repeated"` (the same position for the third time: a draw), `"resigned"`,
        /// `"quit"` or `"end-of-input"`.
        why: &'static str,
    },
}

impl GameFacts {
    /// The description of a game.
    pub fn of(game: &dyn AnyGame) -> GameFacts {
        let facts = game.facts().clone();
        let setting = |(key, value): (&str, String)| (key.to_owned(), value.into());
        GameFacts {
            settings: facts.settings.into_iter().map(setting).collect(),
            start: game.start().text(),
            abilities: game.abilities(),
            players: PlayerKind::all(game.players()),
            game: facts.name,
            title: facts.title,
            size: facts.size,
            rules: facts.rules,
        }
    }
}

impl PlayerKind {
    /// All kinds of players of a game.
    pub fn all(players: &Players) -> Vec<PlayerKind> {
        let kind = |kind: &&'static Kind| PlayerKind {
            name: kind.name,
            about: kind.about,
            parameters: kind.parameters.iter().map(PlayerParameter::of).collect(),
            offered: players.offered_of(kind).map(ToString::to_string).collect(),
        };
        players.kinds.iter().map(kind).collect()
    }
}

impl PlayerParameter {
    fn of(parameter: &'static policy::PlayerParameter) -> PlayerParameter {
        let policy::PlayerParameter { name, takes, default, .. } = parameter;
        PlayerParameter { name, takes, default: Some(*default).filter(|it| !it.is_empty()) }
    }
}

impl Position {
    /// A position of a game.
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition) -> Position {
        let turn = match position.turn() {
            Turn::Play(side) => side_word(side),
            Turn::Roll => "roll",
            Turn::Over(_) => "over",
        };
        let winner = match position.turn() {
            Turn::Over(Outcome::Win(side)) => Some(side_word(side)),
            _ => None,
        };
        let (game, position) = (game.facts().name.clone(), position.text());
        Position { game, position, turn, winner }
    }
}

impl SolvedPosition {
    /// The known values of a position.
    pub fn of(position: Position, evaluation: &Evaluation) -> SolvedPosition {
        let valued = |(mv, value, chance): (&String, _, _)| MoveValue::of(mv, value, chance);
        let bounds = evaluation.value().is_none().then(|| evaluation.bounds());
        SolvedPosition {
            position,
            value: evaluation.value().into(),
            chance: evaluation.chances().map(|it| it.here.into()),
            best: evaluation.best().cloned().collect(),
            moves: evaluation.moves().into_iter().map(valued).collect(),
            line: evaluation.line().to_vec(),
            at_least: bounds.map(|it| Some(it.0).into()),
            at_most: bounds.map(|it| Some(it.1).into()),
            exact: evaluation.is_exact(),
        }
    }
}

/// `solve --score`: the best score.
#[derive(Debug, Serialize)]
pub struct BestScore {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The final score with optimal play of both sides; `null` if unknown.
    pub score: Option<BothScores>,
    /// Every move with the first side's lead after it. If the search was stopped, only the
    /// moves with a known lead.
    pub moves: Vec<MoveLead>,
    /// The principal variation to the end of the game.
    pub line: Vec<String>,
}

/// The scores of both sides.
#[derive(Debug, Serialize)]
pub struct BothScores {
    /// The first side.
    pub first: u32,
    /// The second side.
    pub second: u32,
}

/// A move and the first side's lead after it.
#[derive(Debug, Serialize)]
pub struct MoveLead {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The first side's score minus the second side's.
    pub lead: i64,
}

impl BestScore {
    /// The best score, or the partial results without it.
    pub fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        found: &spar_catalog::BestScore,
    ) -> BestScore {
        let lead = |(mv, lead): &(String, i64)| MoveLead { mv: mv.clone(), lead: *lead };
        let moves = match found {
            Ok(best) => &best.moves,
            Err(unfinished) => &unfinished.moves,
        };
        let best = found.as_ref().ok();
        BestScore {
            position: Position::of(game, position),
            score: best.map(|it| it.score.into()),
            moves: moves.iter().map(lead).collect(),
            line: best.map_or(Vec::new(), |it| it.line.clone()),
        }
    }
}

impl From<spar_rules::Score> for BothScores {
    fn from(spar_rules::Score { first, second }: spar_rules::Score) -> BothScores {
        BothScores { first, second }
    }
}

/// A value as a line of JSON, without line end.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("invariant: these shapes have a form in JSON")
}

/// The name of a side in JSON: `"first"` or `"second"`.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// `bench`: the result of a case.
#[derive(Debug, Serialize)]
pub struct BenchLine {
    /// The case.
    pub case: &'static str,
    /// The arms with their median seconds.
    pub arms: Vec<Arm>,
    /// The first arm's time divided by the second's.
    pub ratio: Option<f64>,
    /// The target in words.
    pub bar: &'static str,
    /// Further results, in words.
    pub notes: Vec<String>,
}

/// One of two compared ways to do the same work.
#[derive(Debug, Serialize)]
pub struct Arm {
    /// Its name.
    pub name: &'static str,
    /// The median of its times.
    pub seconds: f64,
}

/// `bench --signature`.
#[derive(Debug, Serialize)]
pub struct SignatureLine {
    /// The signature as one number, in hexadecimal digits.
    pub signature: String,
    /// The number of positions of the games solved as a whole.
    pub positions: u64,
    /// The number of nodes that searches visited.
    pub nodes: u64,
    /// A hash of all values, in hexadecimal digits.
    pub values: String,
}

/// `solve --strategy`: a line of the file; one per unfinished position.
#[derive(Debug, Serialize)]
pub struct StrategyLine<'a> {
    /// The position as text.
    pub position: &'a str,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// All best moves.
    pub best: &'a [String],
}

impl<'a> StrategyLine<'a> {
    /// A position with its best moves.
    pub fn of(line: &'a Line, best: &'a [String]) -> StrategyLine<'a> {
        StrategyLine { position: &line.position, value: Some(line.value).into(), best }
    }
}

impl SolvedGame {
    /// The result for a whole game.
    pub fn of(game: &dyn AnyGame, summary: &Summary, sets: bool) -> SolvedGame {
        let at = |list: &[(u32, u64)]| {
            Some(list.iter().map(|&(plies, count)| AtPlies { plies, count }).collect())
        };
        let layer = |(j, count): (usize, u64)| Layer { j: j as u32, count };
        let layers = || summary.layers.map(|it| it.into_iter().enumerate().map(layer).collect());
        SolvedGame {
            positions: Some(summary.positions),
            ended: Some(summary.ended),
            full: Some(summary.full),
            moves: summary.moves,
            classes: summary.classes,
            wins: Some(summary.wins),
            draws: Some(summary.draws),
            losses: Some(summary.losses),
            value: Some(summary.value.word()),
            plies: summary.value.plies(),
            win_in: at(&summary.win_in),
            loss_in: at(&summary.loss_in),
            layers: sets.then(layers),
            exact: true,
            ..SolvedGame::unknown(game)
        }
    }

    /// The result for a game whose start alone was searched.
    pub fn searched(game: &dyn AnyGame, found: &Solution) -> SolvedGame {
        let Solution { lower, upper, nodes } = *found;
        let exact = lower == upper;
        let known = ValueInPlies::from(found.exact());
        SolvedGame {
            value: known.value,
            plies: known.plies,
            at_least: (!exact).then(|| Some(lower).into()),
            at_most: (!exact).then(|| Some(upper).into()),
            searched: Some(nodes),
            exact,
            ..SolvedGame::unknown(game)
        }
    }

    /// The result for a game without known values.
    pub fn unknown(game: &dyn AnyGame) -> SolvedGame {
        SolvedGame { game: game.facts().name.clone(), ..SolvedGame::default() }
    }
}

/// `data tables`: a stored table of a solved game.
#[derive(Debug, Serialize)]
pub struct KeptTable {
    /// The canonical name of the game, if the file can be read.
    pub game: Option<String>,
    /// The path of the file.
    pub path: String,
    /// The size of the file.
    pub bytes: Option<u64>,
    /// The number of positions of the game.
    pub positions: Option<u64>,
    /// `"ok"`, `"damaged"` or `"removed"`.
    pub state: &'static str,
    /// What is wrong with the file.
    pub reason: Option<String>,
}

/// With `--json`: the error of a failed run.
#[derive(Debug, Serialize)]
pub struct Error<'a> {
    /// What is wrong.
    pub error: &'a str,
    /// How to fix it.
    pub hint: Option<&'a str>,
    /// The exit code.
    pub exit: u8,
}
