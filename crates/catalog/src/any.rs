//! Games and positions with hidden types: everything is text and data. There is one `dyn` call
//! for each action of a person, and none inside a search.

mod book;
mod columns;
mod session;

pub use book::{AnyOpenings, AnySearch};
pub use columns::{Columns, Texts};
pub use session::{AnySession, EventError, Rolled, TextEvent, TextJudged, TextPlan, TextPly};

use crate::players::Players;
use spar_challenge::explain::Story;
use spar_challenge::eyes::Eyes;
use spar_challenge::generate::{
    Also, Census, GenerateError, Pick, Request, Searched, Span, Wanted,
};
use spar_challenge::judge::Goal;
use spar_challenge::level::{Level, Match, SamplePlan};
use spar_challenge::matches::{MatchError, MatchPlan, MatchResult};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{Player, Unknown};
use spar_challenge::rating::{LevelRating, Task};
use spar_challenge::response::{NoResponse, Question, Response};
use spar_challenge::session::By;
use spar_challenge::survey::{Asked, PositionRating, RateError, Survey};
use spar_challenge::track::Walk;
use spar_challenge::twin::{NoMiss, Told};
use spar_challenge::verify::Claimed;
use spar_rules::scene::{Button, Change, Scene, Supply, Token};
use spar_rules::{ReadError, Score, Side, SplitMix, Turn, Value};
use spar_solve::alpha_beta::Solution;
use spar_solve::book::{Book, BookError};
use spar_solve::explicit::Summary;
use spar_solve::tables::TableError;
use spar_solve::{Budget, Context, SolveError, score};
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// A game with hidden types. `typed` implements it once for every game.
pub trait AnyGame: Send + Sync {
    /// Its facts.
    fn facts(&self) -> &Facts;

    /// Returns the same game under another title, for rules files.
    fn retitled(self: Box<Self>, title: String) -> Box<dyn AnyGame>;

    /// The default start position.
    fn start(&self) -> Box<dyn AnyPosition>;

    /// Reads a position: its text, `start`, or either with moves, `start+d4,c3`.
    ///
    /// # Errors
    /// If the text is not valid; the message says what is wrong, where, and how to fix it.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ReadError>;

    /// A new session with this plan.
    ///
    /// # Errors
    /// If the start is not valid, or parts of the plan contradict each other.
    fn session(&self, plan: &TextPlan) -> Result<Box<dyn AnySession>, ReadError>;

    /// The tokens for setting up a position; empty if the game does not support set-up by
    /// tokens.
    fn supply(&self) -> Vec<Supply>;

    /// A token that stands for a side.
    fn token_of(&self, side: Side) -> Token;

    /// The position with these tokens on the cells of its scene and this side to move;
    /// `None` if the game cannot be set up token by token.
    fn arranged(
        &self,
        tokens: &[Vec<Token>],
        turn: Side,
    ) -> Option<Result<Box<dyn AnyPosition>, ReadError>>;

    /// The solved game, loaded from the shelf or solved and stored there; `None` if this game
    /// cannot be solved as a whole.
    fn whole(&self, context: &Context) -> Option<Result<Box<dyn AnyWhole>, SolveError>>;

    /// The positions of a book of its openings up to this many plies; `None` if it cannot have
    /// books.
    fn openings(
        &self,
        plies: u32,
        budget: &Budget,
    ) -> Option<Result<Box<dyn AnyOpenings + '_>, SolveError>>;

    /// A search of its positions that uses neither tables nor books; `None` if it has none.
    fn search(&self, budget: &Budget) -> Option<Box<dyn AnySearch + '_>>;

    /// Its book of openings among the context's sources, if there is one. Adds a remark if one
    /// cannot be used.
    fn book(&self, context: &Context, remarks: &mut Vec<String>) -> Option<Arc<Book>>;

    /// The book of its openings in these bytes; `None` if it cannot have books.
    fn open_book(&self, bytes: Vec<u8>) -> Option<Result<Book, BookError>>;

    /// Generates levels, and passes each on as soon as it is found; `None` if this game has
    /// none.
    fn generate(
        &self,
        wish: &Wish<'_>,
        context: &Context,
        take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
    ) -> Option<Result<Report, GenerateError>>;

    /// Whether all its levels can be listed with their ratings.
    fn lists_levels(&self) -> bool;

    /// All levels against this opponent with their ratings; `None` if there are too many to
    /// list, or the budget is too small.
    fn listed_levels(&self, opponent: &Player, context: &Context) -> Option<Vec<RatedLevel>>;

    /// Verifies each claim, in order; `None` if this game has no levels. A claim whose proof
    /// needs more than `most_positions` is not checked.
    fn verify(
        &self,
        claims: &[TextClaim],
        most_positions: u64,
        budget: &Budget,
    ) -> Option<Vec<Result<(), Doubted>>>;

    /// Statistics of the whole game; `None` if this game has no levels.
    fn survey(&self, asked: &Asked, budget: &Budget) -> Option<Result<Survey, SolveError>>;

    /// Solves the game and calls `visit` with every position and the chances there of a learner
    /// who plays the side to move; `None` if this game cannot be rated as a whole. Remarks
    /// report problems that did not stop the work.
    fn rate_each(
        &self,
        of: &Match,
        context: &Context,
        remarks: &mut Vec<String>,
        visit: &mut dyn FnMut(&Line, &PositionRating) -> ControlFlow<()>,
    ) -> Option<Result<ControlFlow<()>, RateError>>;

    /// An upper bound of the number of its positions; `None` if none is known.
    fn most_positions(&self) -> Option<u64>;

    /// Nodes for an answer that a person waits for in this game.
    fn quick_nodes(&self) -> u64;

    /// The players of the game.
    fn players(&self) -> &Players;

    /// The goals that a level can have, the usual one first; empty if it has no levels.
    fn goals(&self) -> &'static [Goal];

    /// A note about which of its variants have levels and of what kind, if needed.
    fn levels_note(&self) -> Option<String>;

    /// The names of its abilities in addition to play.
    fn abilities(&self) -> Vec<&'static str>;
}

/// A solved game with hidden types.
pub trait AnyWhole: Send + Sync {
    /// Statistics over all positions.
    fn summary(&self) -> &Summary;

    /// Where the values come from: a stored table, or how the game was solved.
    fn source(&self) -> &'static str;

    /// Problems that did not stop the work, such as a shelf that cannot be written.
    fn remarks(&self) -> &[String];

    /// Calls `visit` with every position, in the table's order.
    ///
    /// # Errors
    /// If the table cannot be read to its end.
    fn visit(
        &self,
        visit: &mut dyn FnMut(&Line) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError>;

    /// The number of entries of the table. Images that the game folds count as one.
    fn n_entries(&self) -> u64;

    /// Appends the positions of the entries at these indices to columns, in the table's order:
    /// the same positions as [`visit`](AnyWhole::visit), many at a time.
    ///
    /// # Errors
    /// If the table cannot be read.
    fn columns(&self, places: Range<u64>, columns: &mut Columns) -> Result<(), TableError>;

    /// Calls `visit` with every unfinished position and its best moves.
    ///
    /// # Errors
    /// If the table cannot be read to its end.
    fn strategy(
        self: Box<Self>,
        visit: &mut dyn FnMut(&Line, &[String]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError>;
}

/// One position of a solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The position as text.
    pub position: String,
    /// What happens next.
    pub turn: Turn,
    /// The value for the side to move, or for the side that would move next if the game is
    /// over.
    pub value: Value,
}

/// A miss with its twin, or why the move is not a miss.
pub type TwinResult<P> = Result<Told<P>, NoMiss>;

/// The best score, or what is known about the moves without it.
pub type BestScore = Result<score::Best<String>, score::Unfinished<String>>;

/// Facts about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its canonical name.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// The board: `6×7` (rows × columns).
    pub size: String,
    /// The rules in one sentence.
    pub summary: String,
    /// The rules in whole sentences.
    pub rules: Vec<String>,
    /// The value of every parameter.
    pub settings: Vec<(&'static str, String)>,
    /// Display names of values, where they differ from the values themselves.
    pub spoken: Vec<(&'static str, String)>,
    /// The parameters with few values, with all their values.
    pub choices: Vec<(&'static str, Vec<String>)>,
    /// The other parameters, with the values that are offered.
    pub offers: Vec<(&'static str, Vec<String>)>,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The picture for each sentence of the rules.
    pub pictures: Vec<Picture>,
}

/// The picture next to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A game after its first moves.
    Begun,
    /// An unfinished game.
    UnderWay,
    /// A won game.
    Won,
    /// A drawn game.
    Drawn,
}

/// A level with its position and moves as text.
pub type TextLevel = Level<String, String>;

/// The claims of a level as text, to be verified.
#[derive(Clone, Debug)]
pub struct TextClaim {
    /// The position.
    pub position: String,
    /// The side that the learner plays.
    pub side: Side,
    /// The players, and the thresholds of easy and hard.
    pub of: Match,
    /// The value for the side to move; `None` in games with chance.
    pub value: Option<Value>,
    /// Every move with its value, if the level lists them.
    pub moves: Option<Vec<(String, Value)>>,
    /// All moves that keep the win.
    pub winning: Vec<String>,
    /// Those that win fastest.
    pub fastest: Vec<String>,
    /// The learner's chances.
    pub chances: Claimed,
    /// The foresights for which it is easy but not for one round less, if the level lists them.
    pub category: Option<Vec<u32>>,
    /// Why it is hard.
    pub why: Option<String>,
    /// The bounds of the best chance against the opponent, in games with chance.
    pub best: Option<(f64, f64)>,
    /// The best moves according to it.
    pub best_moves: Vec<String>,
    /// The same bounds after each move, if the level lists them.
    pub worth: Option<Vec<(f64, f64)>>,
}

/// Why a claim was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubted {
    /// The claim is wrong; the text says what is right.
    Wrong(String),
    /// The checker does not support a player. The claim is neither confirmed nor refuted.
    Unchecked(String),
    /// The proof would take too much memory.
    TooMuch(String),
    /// The work was stopped.
    Stopped,
}

/// The levels to generate.
pub struct Wish<'a> {
    /// The conditions for each.
    pub wanted: &'a Wanted,
    /// The number of levels.
    pub count: u64,
    /// Which of the matching levels to pick.
    pub pick: Pick,
    /// The seed of the selection.
    pub seed: u64,
    /// The number of stones on the board, if it matters.
    pub stones: Option<Span<u32>>,
    /// The canonical texts of positions to skip.
    pub served: &'a HashSet<String>,
    /// The maximum number of random plays if the game is too large to solve.
    pub attempts: u64,
}

impl Wish<'_> {
    /// Converts the wish to a request; `also` checks further conditions on a position.
    pub(crate) fn request<'a, P>(&'a self, also: &'a Also<'a, P>) -> Request<'a, P> {
        let Wish { wanted, count, pick, seed, .. } = *self;
        Request { wanted, also, count, pick, seed }
    }
}

/// How a search for levels ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Report {
    /// The game is solved.
    Solved(Census),
    /// The game is too large and was sampled.
    Searched {
        /// What was done.
        searched: Searched,
        /// Whether it was stopped before the end.
        stopped: bool,
    },
}

/// A level with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedLevel {
    /// The position.
    pub position: String,
    /// The side of the person who solves it.
    pub side: Side,
    /// Its rating.
    pub rating: LevelRating,
}

/// A player's choices on every square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The letter and the display name of each action.
    pub actions: Vec<(char, String)>,
    /// The letter of the action for each square; `None` if there is no choice.
    pub letters: Vec<Option<char>>,
    /// The square of the other side.
    pub other: u32,
}

/// A legal move, and how it is chosen and drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnBoard {
    /// The text of the move.
    pub mv: String,
    /// The cells of the scene that choose it, in order.
    pub cells: Vec<usize>,
    /// Other cells that choose it as well.
    pub also: Vec<usize>,
    /// The button that chooses it, if cells are not enough.
    pub button: Option<Button>,
    /// The cell on which it is shown.
    pub shows_on: Option<usize>,
    /// The cells that a piece visits.
    pub walk: Vec<usize>,
    /// What it changes in the scene.
    pub changes: Vec<Change>,
}

impl OnBoard {
    /// A move of a game without scenes.
    pub fn bare(mv: String) -> OnBoard {
        let (cells, also, walk, changes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        OnBoard { mv, cells, also, button: None, shows_on: None, walk, changes }
    }
}

/// What a player with some foresight sees, with moves as text.
pub type TextEyes = Eyes<String>;

/// A position with hidden types.
pub trait AnyPosition: Send + Sync {
    /// The position as text.
    fn text(&self) -> String;

    /// What happens next.
    fn turn(&self) -> Turn;

    /// The side to move, or the side that would move next if the game is over.
    fn side(&self) -> Side;

    /// The legal moves as text.
    fn moves(&self) -> Vec<String>;

    /// The weight of each roll, in the order of `moves`; `None` if chance does not roll
    /// here.
    fn weights(&self) -> Option<Vec<u32>>;

    /// The position as a walk, for questions about policies. Only in races whose players choose
    /// by squares.
    fn walk(&self) -> Option<Walk>;

    /// Makes a move, and returns its canonical text.
    ///
    /// # Errors
    /// If the move is not legal; the hint lists legal ones.
    fn play(&mut self, mv: &str) -> Result<String, ReadError>;

    /// The move of a player here, and whether it is a guess because the budget was too small;
    /// `None` if there is no move.
    fn choose(
        &self,
        player: &Player,
        random: &mut SplitMix,
        context: &Context,
    ) -> Option<(String, By)>;

    /// Its scene, if the game has scenes.
    fn scene(&self) -> Option<Scene>;

    /// The legal moves with their cells, buttons and changes; without cells and buttons if the
    /// game has no scenes.
    fn on_board(&self) -> Vec<OnBoard>;

    /// Like `on_board`, for one move.
    ///
    /// # Errors
    /// If it is not a legal move.
    fn move_on_board(&self, mv: &str) -> Result<OnBoard, ReadError>;

    /// The text of the canonical image of this position, if the game has symmetries.
    fn canonical(&self) -> Option<String>;

    /// The text of the canonical image, or of the position itself if the game has no
    /// symmetries.
    fn stands_for(&self) -> String {
        self.canonical().unwrap_or_else(|| self.text())
    }

    /// All images of the position, first the position itself, and whether each is mirrored;
    /// empty if the game has no symmetries.
    fn images(&self) -> Vec<(String, bool)>;

    /// Its value and the values of its moves, if the game can be evaluated.
    fn evaluate(&self, context: &Context) -> Option<Evaluation>;

    /// Best play of this evaluation, told to its end; `None` if it has no known value.
    fn story(&self, evaluation: &Evaluation) -> Option<Story>;

    /// Bounds of its value that a search proves within the budget, if the game can be
    /// evaluated.
    fn bounds(&self, context: &Context) -> Option<Solution>;

    /// The position as a level for a learner who plays this side, with their chances; `None` if
    /// the game has no levels. If exact chances are out of reach, they are sampled by this plan.
    fn rate(
        &self,
        of: &Match,
        side: Side,
        sample: &SamplePlan,
        context: &Context,
    ) -> Option<Result<TextLevel, Unknown>>;

    /// Plays or computes a match of two players from here, each in both seats. `context` makes a
    /// context for a budget.
    ///
    /// # Errors
    /// If a game does not end, or a player returns no move.
    fn hold_match(
        &self,
        players: [&Player; 2],
        plan: &MatchPlan,
        budget: &Budget,
        context: &dyn Fn(Budget) -> Context,
    ) -> Result<MatchResult, MatchError>;

    /// The score of both sides, if the game has one.
    fn score(&self) -> Option<Score>;

    /// The best score that play can reach from here, or partial results without it; `None` if
    /// the game has no score.
    fn best_score(&self, context: &Context) -> Option<BestScore>;

    /// The best response of a side to a player of this game, from here on.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn respond(&self, question: &Question, context: &Context) -> Result<Response, NoResponse>;

    /// The rating of the level that starts here; `None` if the game has no levels.
    fn level_rating(
        &self,
        task: &Task<()>,
        context: &Context,
    ) -> Option<Result<LevelRating, Unknown>>;

    /// What a player with this foresight sees here; `None` if the game has no such players.
    fn eyes(&self, rounds: u32, budget: &Budget) -> Option<Result<TextEyes, Unknown>>;

    /// The twin of this position, after this move missed a goal in it: the most that the position
    /// allows if none is given. `None` if the game cannot be set up by tokens.
    ///
    /// # Errors
    /// If it is not a legal move; the hint lists legal ones.
    fn twin(
        &self,
        mv: &str,
        goal: Option<Goal>,
        context: &Context,
    ) -> Result<Option<TwinResult<String>>, ReadError>;

    /// The choices of a player on every square, for the current square of the other side;
    /// `None` if the players of this game do not choose by squares.
    fn policy(&self, player: &Player, context: &Context) -> Option<Result<Choices, Unknown>>;

    /// Counts the paths of exactly `depth` moves; `None` if the budget ran out.
    fn perft(&self, depth: u32, budget: &Budget) -> Option<u64>;

    /// Like `perft`, for each first move; `None` if the budget ran out.
    fn divide(&self, depth: u32, budget: &Budget) -> Option<Vec<(String, u64)>>;

    /// A copy, so that a move can be taken back.
    fn copied(&self) -> Box<dyn AnyPosition>;
}
