//! The shapes of JSON in and out, in one place, for every command.
//!
//! Fields are only ever added. Values are words (`"win"`, `"draw"`, `"loss"`),
//! seen by the side to move; distances are plies. `null` stands for what a draw
//! does not have or what is not known; `exact` says whether all is known.

pub mod csv;
pub mod data;
pub mod level;
pub mod policies;
pub mod response;
mod scene;
pub mod survey;

pub use scene::{SceneCell, SceneGroup, SceneLink, ScenePicture, SceneToken};

use serde::Serialize;
pub use spar_catalog::level_json::{Between, MoveValue, ValueInPlies};
use spar_catalog::{AnyGame, AnyPosition, Line, Players};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{self, Kind};
use spar_rules::{Outcome, Side, Turn};
use spar_solve::alpha_beta::Solution;
use spar_solve::explicit::Summary;

/// `games`: one of the list.
#[derive(Debug, Serialize)]
pub struct GameEntry {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What can be changed.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a game.
#[derive(Debug, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// Its value where the name does not say another.
    pub default: String,
}

/// `games NAME`: one game.
#[derive(Debug, Serialize)]
pub struct GameFacts {
    /// The canonical name.
    pub game: String,
    /// Its display name.
    pub title: String,
    /// The board, rows × columns (× layers).
    pub size: String,
    /// The rules, a sentence each.
    pub rules: Vec<String>,
    /// The value of every parameter.
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// The text of the usual start.
    pub start: String,
    /// What can be done with it beyond playing: `scenes`, `set-up`, `symmetry`, `values` or
    /// `chances`, `levels`.
    pub abilities: Vec<&'static str>,
    /// The kinds of players that it has.
    pub players: Vec<PlayerKind>,
}

/// A kind of players of a game.
#[derive(Debug, Serialize)]
pub struct PlayerKind {
    /// As it is written: `name`, or `name:key=value,…`.
    pub name: &'static str,
    /// What such a player does, in a sentence.
    pub about: &'static str,
    /// What can be set.
    pub parameters: Vec<PlayerParameter>,
    /// The names of the players of this kind that people are offered.
    pub offered: Vec<String>,
}

/// A parameter of a kind of players.
#[derive(Debug, Serialize)]
pub struct PlayerParameter {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// Its value where the name does not say another; none if it must.
    pub default: Option<&'static str>,
}

/// A position: which, of what game, whose turn.
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

/// `show`: a position with its picture.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Which position.
    #[serde(flatten)]
    pub position: Position,
    /// The display name of the game.
    pub title: String,
    /// The text that all its images share; `null` without symmetries.
    pub canonical: Option<String>,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// Whether the value is known.
    pub exact: bool,
    /// The legal moves.
    pub moves: Vec<ShownMove>,
    /// The picture; `null` if the game has none.
    pub scene: Option<ScenePicture>,
}

/// A legal move, and how it is chosen on the picture.
#[derive(Debug, Serialize)]
pub struct ShownMove {
    /// The move with its value.
    #[serde(flatten)]
    pub valued: MoveValue,
    /// The cells of the scene that choose it, in order.
    pub cells: Vec<usize>,
    /// The cell of the scene on which it shows.
    pub shows_on: Option<usize>,
}

/// `perft`: numbers of paths.
#[derive(Debug, Serialize)]
pub struct PerftLine {
    /// Which position.
    #[serde(flatten)]
    pub position: Position,
    /// The depth that was asked for.
    pub depth: u32,
    /// The number of paths of 0, 1, 2, … moves; shorter if it was stopped.
    pub nodes: Vec<u64>,
    /// The paths of the full depth by first move, with `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Divided>>,
    /// Whether all depths were counted.
    pub exact: bool,
}

/// The paths that begin with a move.
#[derive(Debug, Serialize)]
pub struct Divided {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many paths begin with it.
    pub nodes: u64,
}

/// `solve GAME`: a whole game. Counts are `null` where it was not solved.
#[derive(Debug, Default, Serialize)]
pub struct SolvedGame {
    /// The canonical name of the game.
    pub game: String,
    /// All positions that play can reach.
    pub positions: Option<u64>,
    /// Of these, ended and won by a side.
    pub ended: Option<u64>,
    /// Ended and drawn.
    pub full: Option<u64>,
    /// All moves of all positions, passes included.
    pub moves: Option<u64>,
    /// Positions up to the symmetries that keep the start.
    pub classes: Option<u64>,
    /// Unfinished, and the side to move wins.
    pub wins: Option<u64>,
    /// Unfinished, and neither side can win.
    pub draws: Option<u64>,
    /// Unfinished, and the side to move loses.
    pub losses: Option<u64>,
    /// The value of the start: `"win"`, `"draw"` or `"loss"`.
    pub value: Option<&'static str>,
    /// Plies to the end from the start; `null` for a draw.
    pub plies: Option<u32>,
    /// How many unfinished positions are won in this many plies.
    pub win_in: Option<Vec<AtPlies>>,
    /// How many unfinished positions are lost in this many plies.
    pub loss_in: Option<Vec<AtPlies>>,
    /// The sets `W_0` to `W_4` of the 2013 paper, with `--sets`; `null` under misère.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Option<Vec<Layer>>>,
    /// What is proven where the value is not known: it is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ValueInPlies>,
    /// And at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<ValueInPlies>,
    /// Positions that were searched from the start, where the whole game was not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<u64>,
    /// Whether the value is known for certain.
    pub exact: bool,
}

/// A number of positions at a distance.
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
    /// Which one.
    pub j: u32,
    /// Its number of positions.
    pub count: u64,
}

/// `solve GAME POSITION`: one position.
#[derive(Debug, Serialize)]
pub struct SolvedPosition {
    /// Which position.
    #[serde(flatten)]
    pub position: Position,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// The chance to win for the side to move with best play of both, in a game with chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Between>,
    /// All best moves.
    pub best: Vec<String>,
    /// All moves with their values, seen by the side that makes them.
    pub moves: Vec<MoveValue>,
    /// Best play to the end.
    pub line: Vec<String>,
    /// What is proven where the value is not known: it is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ValueInPlies>,
    /// And at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<ValueInPlies>,
    /// Whether all of this is known for certain.
    pub exact: bool,
}

/// `play`: what happens, a line each.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum PlayEvent {
    /// The game begins.
    Start {
        /// From which position.
        #[serde(flatten)]
        position: Position,
        /// What the other side is: `"random"`, `"2"`, `"perfect"`, …, or `"human"`.
        against: String,
        /// The seed that settles the other side's choices and every roll.
        seed: u64,
    },
    /// A move was made.
    Move {
        /// The side that made it.
        side: &'static str,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// `"person"`, `"program"`, `"guess"` if the program could not find out in time
        /// what its player would do, or `"chance"` for a roll.
        by: &'static str,
        /// What each die shows, if dice were thrown.
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
        /// What is known of the position.
        #[serde(flatten)]
        solved: SolvedPosition,
    },
    /// What `hint` says besides its answer: what does best against an opponent that may err.
    Hint {
        /// One or two sentences.
        text: String,
    },
    /// The answer to `help`.
    Help {
        /// What a line can be besides a move.
        commands: &'static [&'static str],
    },
    /// A line that could not be understood.
    Error {
        /// What is wrong.
        error: String,
        /// How to fix it.
        hint: Option<String>,
    },
    /// The end: by the rules, by resigning, or because the person left.
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
    /// The facts of a game.
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
    /// What is known of a position.
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

/// The best score that play can come to.
#[derive(Debug, Serialize)]
pub struct BestScore {
    /// Where it is asked.
    #[serde(flatten)]
    pub position: Position,
    /// The score at the end of best play; `null` if it was not found out.
    pub score: Option<BothScores>,
    /// Every move with what the first side leads by after it; where the search was stopped,
    /// those of which it is known.
    pub moves: Vec<MoveLead>,
    /// Best play to the end.
    pub line: Vec<String>,
}

/// What each side counts.
#[derive(Debug, Serialize)]
pub struct BothScores {
    /// The first side.
    pub first: u32,
    /// The second side.
    pub second: u32,
}

/// A move and what the first side leads by after it.
#[derive(Debug, Serialize)]
pub struct MoveLead {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The first side's score less the second's.
    pub lead: i64,
}

impl BestScore {
    /// A best score as it was found, or what is known without it.
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

/// A value as a line of JSON, without its end.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("invariant: these shapes have a form in JSON")
}

/// How JSON names a side: `"first"` or `"second"`.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// `bench`: one case.
#[derive(Debug, Serialize)]
pub struct BenchLine {
    /// The case.
    pub case: &'static str,
    /// The arms with their median seconds.
    pub arms: Vec<Arm>,
    /// The first arm's time divided by the second's.
    pub ratio: Option<f64>,
    /// What it should keep, in words.
    pub bar: &'static str,
    /// Further figures, in words.
    pub notes: Vec<String>,
}

/// One of two ways to do the same.
#[derive(Debug, Serialize)]
pub struct Arm {
    /// What it is.
    pub name: &'static str,
    /// The median of its times.
    pub seconds: f64,
}

/// `bench --signature`.
#[derive(Debug, Serialize)]
pub struct SignatureLine {
    /// All of it as one number, in hexadecimal digits.
    pub signature: String,
    /// Positions of the games solved as a whole.
    pub positions: u64,
    /// Nodes that searches visited.
    pub nodes: u64,
    /// A hash of all values, in hexadecimal digits.
    pub values: String,
}

/// `solve --strategy`: a line of the file, one for every unfinished position.
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
    /// A whole game.
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

    /// A game of which only the value of the start was searched.
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

    /// A game of which nothing is known.
    pub fn unknown(game: &dyn AnyGame) -> SolvedGame {
        SolvedGame { game: game.facts().name.clone(), ..SolvedGame::default() }
    }
}

/// `data tables`: a solved game that is kept.
#[derive(Debug, Serialize)]
pub struct KeptTable {
    /// The canonical name of the game, if the file says it.
    pub game: Option<String>,
    /// The file.
    pub path: String,
    /// Its size.
    pub bytes: Option<u64>,
    /// The game's positions.
    pub positions: Option<u64>,
    /// `"ok"`, `"damaged"` or `"removed"`.
    pub state: &'static str,
    /// What is wrong with it.
    pub reason: Option<String>,
}

/// With `--json`: why a run failed.
#[derive(Debug, Serialize)]
pub struct Error<'a> {
    /// What is wrong.
    pub error: &'a str,
    /// How to fix it.
    pub hint: Option<&'a str>,
    /// The exit code.
    pub exit: u8,
}
