//! The shapes that the server and the page exchange. The OpenAPI document is made
//! from these types, and the page's types from that document.
//!
//! Sides are `"first"` and `"second"`; `sides` says how people call them. Opponents
//! are written as on the command line: `random`, `1`, `2`, …, `perfect`, in a race also
//! `novice` and `fastest`, and `human` for a second person at the same board.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refusal {
    /// What is wrong, in one clause.
    pub error: String,
    /// How to mend it.
    pub hint: Option<String>,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWord {
    /// The side that makes the first move of a game.
    First,
    /// The side that answers.
    Second,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnWord {
    /// The first side moves.
    First,
    /// The second side moves.
    Second,
    /// Chance rolls.
    Roll,
    /// Nothing: it is over.
    Over,
}

/// A position, all that the page needs to draw and to play it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The canonical name of the game.
    pub game: String,
    /// How people call the game.
    pub title: String,
    /// The text of the position.
    pub position: String,
    /// What happens next.
    pub turn: TurnWord,
    /// The side that won, if one has.
    pub winner: Option<SideWord>,
    /// How people call the two sides.
    pub sides: [String; 2],
    /// Its picture.
    pub scene: SceneView,
    /// The legal moves; where chance rolls, the rolls.
    pub moves: Vec<LegalMove>,
}

/// A picture: groups of cells.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SceneView {
    /// All cells, in the order of reading.
    pub cells: Vec<CellView>,
    /// Parts of the board, such as layers.
    pub groups: Vec<GroupView>,
    /// Ladders and snakes.
    pub links: Vec<LinkView>,
}

/// Something that leads from one cell to another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkView {
    /// The cell where it begins.
    pub from: usize,
    /// The cell where it ends.
    pub to: usize,
    /// What it is.
    pub kind: LinkWord,
    /// Which way it goes: points of a smooth curve, each to the right and down, in
    /// hundredths of a cell from the upper left corner of its group.
    pub path: Vec<[i32; 2]>,
}

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkWord {
    /// It leads forward.
    Ladder,
    /// It leads back.
    Snake,
}

/// A place on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// How people call it.
    pub name: String,
    /// Columns from the left edge of its group.
    pub x: u16,
    /// Rows from the upper edge of its group.
    pub y: u16,
    /// Index of its group.
    pub group: usize,
    /// How it is drawn.
    pub shape: ShapeWord,
    /// What stands on it.
    pub token: Option<TokenWord>,
    /// Whether it is part of a finished line.
    pub line: bool,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShapeWord {
    /// A tile.
    Square,
    /// A hole in a frame; tokens are discs, the cross full and the ring hollow.
    Round,
    /// A numbered tile of a track; tokens are pawns, the cross full and the ring hollow.
    Tile,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenWord {
    /// The first side's.
    Cross,
    /// The second side's.
    Ring,
    /// One of each side.
    Both,
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupView {
    /// Its title; may be empty.
    pub name: String,
    /// Columns of cells.
    pub width: u16,
    /// Rows of cells.
    pub height: u16,
    /// Labels of the columns, from the left.
    pub columns: Vec<String>,
    /// Labels of the rows, from the top.
    pub rows: Vec<String>,
    /// Whether a token falls into place from the upper edge.
    pub falls: bool,
}

/// A legal move, and how it is chosen and drawn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// What a button says that chooses it, if no cell does.
    pub name: Option<String>,
    /// The cells that choose it, in order.
    pub cells: Vec<usize>,
    /// Other cells that choose it as well, such as those of its column.
    pub also: Vec<usize>,
    /// What it changes on the board.
    pub changes: Vec<Change>,
    /// How likely it is, if it is a roll.
    pub likely: Option<ChanceView>,
}

/// What a move changes on one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    /// Which cell.
    pub cell: usize,
    /// What stands there afterwards.
    pub token: Option<TokenWord>,
}

/// A move that was made or might be, as the page plays it on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Frame {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that makes it.
    pub side: SideWord,
    /// What it changes.
    pub changes: Vec<Change>,
    /// The cells of a line that it finishes.
    pub line: Vec<usize>,
    /// The cells over which a piece walks, from where it stood to where it comes to
    /// rest; none if tokens do not walk.
    pub walk: Vec<usize>,
    /// What was rolled, if chance made it: nobody chose it.
    pub roll: Option<RollView>,
}

/// What chance rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RollView {
    /// How many steps.
    pub steps: u32,
    /// What each die shows; together they are the steps. Empty if no dice were thrown.
    pub dice: Vec<u32>,
}

/// Win, draw or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
    /// Chance decides: `chance` says how likely a win is.
    Chance,
    /// Not known within the budget.
    Unknown,
}

/// A value, seen by one side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValueView {
    /// Win, draw or loss.
    pub kind: ValueKind,
    /// Moves of the winner until the end; none for a draw.
    pub moves: Option<u32>,
    /// The same in words: `win in 3`, `67 %`, `not known`.
    pub words: String,
    /// The chance to win with best play of both sides, in a game with chance.
    pub chance: Option<ChanceView>,
}

/// A move with its value for the side that makes it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MoveValueView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub value: ValueView,
}

/// What is known of a position and of all its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValuesView {
    /// For the side to move.
    pub value: ValueView,
    /// What is proven where the value is not known: `at least a draw`.
    pub bounds: Option<String>,
    /// Every legal move.
    pub moves: Vec<MoveValueView>,
    /// Best play from here.
    pub line: Vec<Frame>,
}

/// What is wanted of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalWord {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
    /// To come to the end without a slip, whoever wins: in games with chance.
    Best,
}

/// A goal with its figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoalView {
    /// What is wanted.
    pub kind: GoalWord,
    /// In so many moves of the person, if that is known.
    pub moves: Option<u32>,
    /// `You are X. Win in 3.`
    pub words: String,
}

/// An opponent that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpponentView {
    /// As it is written in requests and links.
    pub id: String,
    /// `Foresight 2`.
    pub name: String,
    /// One clause: what it does.
    pub about: String,
    /// From 0 to 5, for a picture: each opponent that is offered has its own.
    pub strength: u8,
}

/// The word on the position: a strong word and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Say {
    /// How it is drawn.
    pub tone: Tone,
    /// The strong word.
    pub strong: String,
    /// One sentence; may be empty.
    pub text: String,
}

/// How a word on the position is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Neither good nor bad.
    Neutral,
    /// Help.
    Hint,
    /// Good for the person.
    Win,
    /// Even.
    Draw,
    /// Bad for the person.
    Loss,
}

/// How a game under way stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateWord {
    /// It goes on.
    Open,
    /// It ended by the rules.
    Over,
    /// A person gave up.
    Resigned,
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ByWord {
    /// A person.
    Person,
    /// The program.
    Program,
    /// The program, which could not find out in time what its player would do, and looked
    /// as far ahead as it could.
    Guess,
    /// Chance, for the side that chose to roll.
    Chance,
}

/// A move of a game under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayedMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that made it.
    pub side: SideWord,
    /// Who made it.
    pub by: ByWord,
    /// The text of the position after it.
    pub position: String,
    /// What was rolled, if chance made it.
    pub roll: Option<RollView>,
}

/// A game under way, or one that the first move would begin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionView {
    /// Its name in addresses; none before it has begun.
    pub id: Option<String>,
    /// The side that the person plays; none if two people share the board.
    pub you: Option<SideWord>,
    /// The opponent.
    pub against: OpponentView,
    /// What is wanted, if it is a level.
    pub goal: Option<GoalView>,
    /// The text of the position where it began.
    pub start: String,
    /// Settles the opponent's choices and every roll.
    pub seed: u32,
    /// How often a move was made or taken back: requests say it, so that none is taken
    /// for another position than the person saw.
    pub at: u32,
    /// All moves so far.
    pub moves: Vec<PlayedMove>,
    /// The cells that the last move changed.
    pub last: Vec<usize>,
    /// The position now.
    pub now: PositionView,
    /// Whether it goes on.
    pub state: StateWord,
    /// How it ended for the person: win, draw or loss; with two people, seen by the
    /// first side; unknown while it goes on.
    pub result: ValueKind,
    /// Whose turn it is and what is wanted, in one sentence.
    pub say: Say,
    /// How many of its moves lost the outcome and were taken back.
    pub slips: u32,
    /// The last stage of help that was asked for in this position, 0 to 3.
    pub hinted: u8,
    /// Whether a hint or the values have been asked for.
    pub helped: bool,
    /// What asking for help costs, to be said before.
    pub cost: String,
    /// What came of the try, if it is a level and a slip or the end has decided it.
    pub tried: Option<TriedView>,
    /// Whether the last move can be taken back.
    pub can_undo: bool,
}

/// What a link or a card holds: enough to begin a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The game's name.
    pub game: String,
    /// Where it starts; the usual start if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The opponent, one of those that the game lists; a middling one if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The side that the person plays; the side to move if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideWord>,
    /// What is wanted: moves are then judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalWord>,
    /// The rung of the ladder that it stands on, if it was given as a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u32>,
}

/// Begins a game, by the first move if there is one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// Which game.
    pub begin: Begin,
    /// The person's first move.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// Settles the opponent's choices and every roll; drawn at random if it is left out.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// A move of the person.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The game's `at`, as the page knows it: a move is never made twice, nor in another
    /// position than the person saw.
    pub at: u32,
}

/// Says in which position something is asked for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The game's `at`, as the page knows it.
    pub at: u32,
}

/// The answer to a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// What the person's move was worth, in a level and if it is known.
    pub verdict: Option<Verdict>,
    /// The moves that were made, the person's, the opponent's and the rolls, in order; none
    /// if the person's move was taken back.
    pub frames: Vec<Frame>,
    /// The game now.
    pub session: SessionView,
}

/// What a move was worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Verdict {
    /// What kind of move it was.
    pub kind: VerdictKind,
    /// The word on it.
    pub say: Say,
    /// After a slip: the move and the line that punishes it, to be played on the
    /// board and taken back.
    pub line: Vec<Frame>,
    /// Whether the move stands though it is a slip: after a roll nothing is taken back.
    pub stands: bool,
}

/// What kind of move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// None is better.
    Best,
    /// It keeps the outcome, later; with chance, it costs less than five points.
    Slower,
    /// It loses the outcome; with chance, it costs five points of winning chance or more.
    Slip,
    /// Its value is not known within the budget: there is no verdict.
    Unknown,
}

/// A hint.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintView {
    /// 1: how many moves keep the outcome; 2: which part of the board; 3: the move.
    pub stage: u8,
    /// The word on it.
    pub say: Say,
    /// The cells to look at; none at the first stage.
    pub cells: Vec<usize>,
    /// The game now: it counts as helped.
    pub session: SessionView,
}

/// The values of a game under way, which then counts as helped.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionValues {
    /// What is known.
    pub values: ValuesView,
    /// The game now.
    pub session: SessionView,
}

/// A finished or unfinished game, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewView {
    /// The game.
    pub session: SessionView,
    /// Whose eyes the curve has: the person's side, or the first.
    pub seen_by: SideWord,
    /// `The win slipped on your 5th move.`
    pub headline: String,
    /// The word on it.
    pub say: Say,
    /// The position where it began.
    pub start: PositionView,
    /// The value where it began, seen by `seen_by`.
    pub start_value: ValueView,
    /// Every move that stands, in order.
    pub moves: Vec<ReviewedMove>,
    /// The index into `moves` of the slip that matters most, if there is one.
    pub slip: Option<usize>,
    /// Moves that lost the outcome and were taken back, in the order they were tried.
    pub slips: Vec<SlipView>,
    /// Whether every value is known.
    pub exact: bool,
}

/// A move, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedMove {
    /// The move as it is played on the board.
    pub frame: Frame,
    /// Who made it.
    pub by: ByWord,
    /// The text of the position before it: here one may try again.
    pub before: String,
    /// What the mover had before it.
    pub had: ValueView,
    /// What the mover has after it.
    pub has: ValueView,
    /// The value after it, seen by `seen_by`: a point of the curve.
    pub value: ValueView,
    /// What kind of move it was. A roll has no verdict.
    pub kind: VerdictKind,
    /// Points of winning chance that a choice cost, at least; none without chance.
    pub cost: Option<u32>,
    /// One sentence that a person understands.
    pub sentence: String,
    /// After a move that changed the outcome: what would have been better.
    pub better: Option<Better>,
}

/// A move that lost the outcome and was taken back, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SlipView {
    /// It was tried before the move of this index into `moves`, or after the last one;
    /// none if moves before it were taken back as well, so that it is off the line.
    pub at: Option<usize>,
    /// The move as it is played on the board.
    pub frame: Frame,
    /// The text of the position before it: here one may try again.
    pub before: String,
    /// What the person had before it.
    pub had: ValueView,
    /// What the person would have had after it.
    pub has: ValueView,
    /// One sentence that a person understands.
    pub sentence: String,
    /// The move and the line that punishes it.
    pub line: Vec<Frame>,
}

/// What would have been better than a move that changed the outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Better {
    /// The best line from the position before the move.
    pub line: Vec<Frame>,
    /// One sentence about it.
    pub sentence: String,
    /// What players of foresight 1, 2, 3 would have played there.
    pub foresights: Vec<ForesightView>,
}

/// What a player of some foresight would have played: any of these, each alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForesightView {
    /// How many rounds it looks ahead.
    pub rounds: u32,
    /// Its moves with their exact values.
    pub moves: Vec<MoveValueView>,
}

/// A level to be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LevelView {
    /// What begins it.
    pub begin: Begin,
    /// The game that the first move begins.
    pub session: SessionView,
    /// Its rating, computed from `odds`; none if they cannot be found out quickly.
    pub rating: Option<i32>,
    /// Who solves it how often: players of foresight 0, 1, 2 and 3, in a race the random,
    /// the novice, the fastest and the perfect one; all exact or certified.
    pub odds: Vec<OddsView>,
    /// Whether a try at it moves the person's rating.
    pub rated: bool,
    /// Why it does or does not, to be said before.
    pub why: String,
    /// If it came back: how.
    pub again: Option<AgainView>,
    /// The chance to solve it, in percent, that was wanted.
    pub wanted: u32,
}

/// How often a player solves a level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OddsView {
    /// The player: `Foresight 2`.
    pub player: String,
    /// The chance.
    pub chance: ChanceView,
}

/// A level that came back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AgainView {
    /// How its board is shown this time.
    pub image: ImageWord,
    /// The same in a sentence.
    pub words: String,
}

/// How a board is shown the next time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageWord {
    /// In a mirror.
    Mirrored,
    /// Turned round.
    Turned,
    /// As it was: the board has no other image of this position.
    Same,
}

/// What came of a try at a level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TriedView {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were asked for before it was decided.
    pub helped: bool,
    /// How it moved the person's rating; none if it was not rated.
    pub rating: Option<MovedView>,
    /// The same in a sentence.
    pub words: String,
}

/// How a try moved a person's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct MovedView {
    /// The level's rating.
    pub level: i32,
    /// The person's before it.
    pub before: i32,
    /// The person's after it.
    pub after: i32,
    /// The band around it now: it may well be off by so much.
    pub deviation: u32,
}

/// Asks for a level.
#[derive(Clone, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WantLevel {
    /// The game's name.
    pub game: String,
    /// The chance to solve it that is wanted, in percent, from 10 to 90; one half if it is
    /// left out.
    #[serde(default)]
    pub wanted: Option<u32>,
    /// Positions that are not wanted again, besides those already played: the last that was
    /// passed over stands last. Spaces stand between them; there may be 200.
    #[serde(default)]
    pub not: Option<String>,
}

/// A chance and how it was got.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChanceView {
    /// Its nearest float.
    pub value: f64,
    /// `63 %`.
    pub words: String,
    /// `exact`, `between 62 % and 65 %` or `about, 1,000 games by seed 7`.
    pub how: String,
    /// It is at least this; of a sample, the lower end of its interval.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
}

/// A game in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameCard {
    /// The name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// What it is, in a few words.
    pub about: String,
    /// Who wins with best play, if it is known: `Draw with best play`.
    pub verdict: Option<String>,
    /// A small board in mid-game.
    pub scene: SceneView,
}

/// All that the first page needs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HomeView {
    /// One good position, playable at once.
    pub level: LevelView,
    /// All games.
    pub games: Vec<GameCard>,
    /// Games of this person that go on, the newest first.
    pub resume: Vec<SessionCard>,
    /// Who this is.
    pub me: Me,
}

/// A game under way in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionCard {
    /// Its name in addresses.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// How people call the game.
    pub title: String,
    /// `Your move against Foresight 3. Goal: win in 3.`
    pub about: String,
    /// Whether it goes on.
    pub state: StateWord,
    /// How it ended for the person.
    pub result: ValueKind,
    /// Its board.
    pub scene: SceneView,
    /// When its last move was made, as RFC 3339.
    pub at: String,
}

/// Who this is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Me {
    /// The chosen name; `Guest` before one is chosen.
    pub name: String,
    /// Whether this person is known to the server: a first move or a name makes them so.
    pub known: bool,
    /// Levels solved one after the other without a slip or a hint.
    pub streak: u32,
    /// The most that were ever solved so.
    pub best: u32,
    /// What came of the last ten tries, the newest last.
    pub tries: Vec<TryWord>,
    /// How strong this person is, for each game with a rated try, the latest first.
    pub ratings: Vec<RatingView>,
    /// Levels that come back, the next one first.
    pub back: Vec<BackView>,
}

/// How strong somebody is at a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The game's name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The best guess.
    pub rating: i32,
    /// The band around it: it may well be off by so much. It grows with days away.
    pub deviation: u32,
    /// How many tries were rated.
    pub tries: u32,
    /// The rating after each of the last thirty rated tries, the newest last.
    pub history: Vec<RatedTry>,
    /// The opponent who fits a whole game, as it is written in requests and links.
    pub opponent: String,
}

/// A rating after a try.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RatedTry {
    /// The rating.
    pub rating: i32,
    /// The band around it.
    pub deviation: u32,
    /// Whether the level was solved.
    pub solved: bool,
}

/// A level that comes back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BackView {
    /// The game's name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The board where it starts.
    pub scene: SceneView,
    /// When: `now`, `after one more level of this game`, `in 5 hours`, `in 3 days`.
    pub when: String,
    /// Not before this time; none if it waits for other levels.
    pub at: Option<String>,
}

/// What came of a try at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TryWord {
    /// The goal was reached alone, without a slip.
    Solved,
    /// The goal was reached without a slip, but with a hint or a look at the values.
    Helped,
    /// A move lost the outcome, or the goal was not reached.
    Missed,
}

/// Chooses a name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// One to 40 characters.
    pub name: String,
}

/// A link that moves a person to another device, once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeviceLink {
    /// The path to open there: `/move/…`.
    pub path: String,
    /// Until when it works, as RFC 3339.
    pub until: String,
}

/// Uses such a link.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UseLink {
    /// The part of the path after `/move/`.
    pub key: String,
}

/// A game, all of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// The canonical name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The board, rows × columns (× layers).
    pub size: String,
    /// The rules, a sentence each, with a picture where one helps.
    pub rules: Vec<RuleView>,
    /// What can be changed, with what it is now.
    pub switches: Vec<Switch>,
    /// Who can be played against.
    pub opponents: Vec<OpponentView>,
    /// The usual start.
    pub start: PositionView,
    /// The value of the usual start, if it is known at once.
    pub value: Option<ValueView>,
    /// `Draw with best play`, if it is known at once.
    pub verdict: Option<String>,
    /// Whether it has levels.
    pub levels: bool,
}

/// A rule in words and, if it helps, as a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleView {
    /// A sentence.
    pub words: String,
    /// A picture of it.
    pub scene: Option<SceneView>,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Switch {
    /// As it is written.
    pub name: String,
    /// How people call it.
    pub label: String,
    /// What it takes, in words.
    pub takes: String,
    /// Its value now.
    pub value: String,
    /// Its values, with the name of the game that each leads to.
    pub choices: Vec<Choice>,
}

/// A value of a parameter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// As it is written.
    pub value: String,
    /// How people call it: `rows, columns`.
    pub words: String,
    /// The canonical name of the game with it.
    pub game: String,
}

/// Names a position of a game.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichPosition {
    /// The game's name.
    pub game: String,
    /// The text of the position, `start`, or either with moves: `start+d4,c3`.
    #[serde(default)]
    pub position: Option<String>,
}

/// A position set up by clicks.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// The game's name.
    pub game: String,
    /// What stands on each cell of the scene, in its order.
    pub tokens: Vec<Option<TokenWord>>,
}

/// Asks what a player chooses on every square of a race.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichPolicy {
    /// The game's name.
    pub game: String,
    /// The text of a position: it says whose turn it is and where the other side stands;
    /// the usual start if it is left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The player: `novice`, `fastest` or `perfect`.
    pub player: String,
}

/// What a player chooses on every square of a race.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PolicyView {
    /// The player.
    pub player: OpponentView,
    /// What can be chosen.
    pub actions: Vec<ActionView>,
    /// For each cell of the scene, in its order: the letter of the action that the side to
    /// move chooses if it stands there; none where nobody can stand or nothing is chosen.
    pub letters: Vec<Option<String>>,
    /// What it shows, in one sentence.
    pub words: String,
}

/// What can be chosen in a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionView {
    /// As it is written as a move.
    pub letter: String,
    /// How people call it.
    pub name: String,
}

/// Long work to be done on the server's own pool.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Work {
    /// The value of a position, of its moves, and how hard it is by learner and
    /// opponent.
    Analysis {
        /// The game's name.
        game: String,
        /// The text of the position.
        position: String,
    },
    /// The whole game: its positions, who wins, chances by pair of players.
    Facts {
        /// The game's name.
        game: String,
    },
    /// A position that is even for two levels of play, for two people.
    Even {
        /// The game's name.
        game: String,
        /// The foresight of the one.
        first: u32,
        /// The foresight of the other.
        second: u32,
        /// Settles which.
        seed: u32,
    },
}

/// Work under way.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WorkId {
    /// Its name: events are at `/api/work/{id}/events`.
    pub id: String,
}

/// One message of the stream of server-sent events.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WorkMessage {
    /// A `WorkEvent`, as JSON.
    #[schema(content_media_type = "application/json")]
    pub data: String,
}

/// One event of work under way, as server-sent events carry it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum WorkEvent {
    /// How far it is.
    Progress {
        /// What is being done: `Solving: about 20 seconds left.`
        words: String,
        /// The part done, from 0 to 1, if it is known.
        part: Option<f64>,
    },
    /// An analysis, as far as it is known; the last one is complete.
    Analysis {
        /// What is known.
        analysis: AnalysisView,
        /// Whether it is complete.
        done: bool,
    },
    /// The facts of a game, as far as they are known; the last ones are complete.
    Facts {
        /// What is known.
        facts: FactsView,
        /// Whether they are complete.
        done: bool,
    },
    /// A position that is even.
    Even {
        /// What begins it; none if there is no such position.
        begin: Option<Begin>,
        /// What is even about it, in one sentence.
        words: String,
    },
    /// It was cancelled, or cannot be done.
    Failed {
        /// Why.
        error: String,
        /// How to mend it.
        hint: Option<String>,
    },
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisView {
    /// Its values.
    pub values: Option<ValuesView>,
    /// Why it is hard, in one sentence.
    pub why: Option<String>,
    /// How hard it is by learner and opponent.
    pub hardness: Vec<PairView>,
}

/// A learner against an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairView {
    /// The learner: `random`, `1`, `2`, …, `perfect`.
    pub learner: String,
    /// The learner in words.
    pub learner_name: String,
    /// The opponent.
    pub opponent: String,
    /// The opponent in words.
    pub opponent_name: String,
    /// The chance that the learner wins.
    pub win: Option<ChanceView>,
    /// The chance of a draw.
    pub draw: Option<ChanceView>,
    /// `easy`, `medium`, `hard`; none if the chances leave it open.
    pub hardness: Option<String>,
}

/// What is known of a whole game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactsView {
    /// How many positions play can reach; none if it is not known.
    pub positions: Option<u64>,
    /// Of the unfinished ones: the side to move wins.
    pub wins: Option<u64>,
    /// Neither side can win.
    pub draws: Option<u64>,
    /// The side to move loses.
    pub losses: Option<u64>,
    /// The value of the start.
    pub value: Option<ValueView>,
    /// `X wins in 9 with best play`.
    pub verdict: Option<String>,
    /// Chances from the start by pair of players, seen by the first side.
    pub pairs: Vec<PairView>,
    /// What could not be found out, in words.
    pub remarks: Vec<String>,
}
