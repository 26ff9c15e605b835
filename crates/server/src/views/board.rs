//! Positions as the page draws them: scenes, moves and what they change.

use super::value;
use crate::api::{
    ButtonView, CellView, ChanceView, Change, EyesView, Frame, GroupState, GroupView, LegalMove,
    LinkView, MoveInSightView, PositionView, RollView, SceneView, ShapeWord, SideWord, SightWord,
    SupplyView, TokenView, TurnWord,
};
use spar_catalog::{AnyGame, AnyPosition, OnBoard, Rolled, TextEyes, route};
use spar_challenge::chance::Fraction;
use spar_challenge::eyes::{MoveInSight, horizon, reach};
use spar_challenge::sight::Look;
use spar_rules::scene::{self, Mark, Point, Scene, Shape, State, Supply, Token};
use spar_rules::{Outcome, ReadError, Side, Turn};

/// A position with its picture and its moves.
pub fn position(game: &dyn AnyGame, position: &dyn AnyPosition) -> PositionView {
    let facts = game.facts();
    let turn = match position.turn() {
        Turn::Play(Side::First) => TurnWord::First,
        Turn::Play(Side::Second) => TurnWord::Second,
        Turn::Roll => TurnWord::Roll,
        Turn::Over(_) => TurnWord::Over,
    };
    let winner = match position.turn() {
        Turn::Over(Outcome::Win(winner)) => Some(side(winner)),
        _ => None,
    };
    PositionView {
        game: facts.name.clone(),
        title: facts.title.clone(),
        position: position.text(),
        turn,
        winner,
        sides: facts.sides.clone(),
        signs: [Side::First, Side::Second].map(|side| token(&game.token_of(side))),
        scene: scene(position.scene().unwrap_or_default()),
        moves: moves(position),
    }
}

/// A side as the API names it.
pub fn side(side: Side) -> SideWord {
    match side {
        Side::First => SideWord::First,
        Side::Second => SideWord::Second,
    }
}

/// What was rolled.
pub fn roll(rolled: Rolled) -> RollView {
    RollView { steps: rolled.steps, dice: rolled.dice }
}

/// A token as the API names it.
pub fn token(token: &Token) -> TokenView {
    TokenView { side: token.side.map(side), kind: token.kind.to_owned(), count: token.count }
}

/// A token that can be put on the board.
pub fn supply(supply: &Supply) -> SupplyView {
    SupplyView { token: token(&supply.token), most: supply.most, shares: supply.shares }
}

impl From<SideWord> for Side {
    fn from(word: SideWord) -> Side {
        match word {
            SideWord::First => Side::First,
            SideWord::Second => Side::Second,
        }
    }
}

/// A picture.
pub fn scene(scene: Scene) -> SceneView {
    let cell = |cell: scene::Cell| CellView {
        name: cell.name,
        x: f64::from(cell.at.x) / f64::from(Point::CELL),
        y: f64::from(cell.at.y) / f64::from(Point::CELL),
        group: cell.group,
        shape: match cell.shape {
            Shape::Square => ShapeWord::Square,
            Shape::Round => ShapeWord::Round,
            Shape::Tile => ShapeWord::Tile,
            Shape::Node => ShapeWord::Node,
            Shape::Spot => ShapeWord::Spot,
        },
        tokens: cell.tokens.iter().map(token).collect(),
        marks: marks(&cell.marks),
    };
    let group = |group: scene::Group| GroupView {
        name: group.name,
        at: group.at.map(|at| [at.x, at.y]),
        width: group.width,
        height: group.height,
        columns: group.columns,
        rows: group.rows,
        falls: group.falls,
        state: state(group.state),
    };
    let links = links(&scene);
    SceneView {
        cells: scene.cells.into_iter().map(cell).collect(),
        groups: scene.groups.into_iter().map(group).collect(),
        links,
    }
}

/// The links of a picture with their paths; most boards have none.
fn links(scene: &Scene) -> Vec<LinkView> {
    if scene.links.is_empty() {
        return Vec::new();
    }
    let view = |(link, path): (&scene::Link, &Vec<Point>)| LinkView {
        from: link.from,
        to: link.to,
        kind: link.kind.to_owned(),
        side: link.side.map(side),
        directed: link.directed,
        label: link.label.clone(),
        marks: marks(&link.marks),
        path: path.iter().map(|point| [point.x, point.y]).collect(),
    };
    scene.links.iter().zip(&*route::paths(scene)).map(view).collect()
}

fn marks(marks: &[Mark]) -> Vec<String> {
    marks.iter().map(|mark| (*mark).to_owned()).collect()
}

fn state(state: State) -> GroupState {
    match state {
        State::Open => GroupState::Open,
        State::Next => GroupState::Next,
        State::Won(Side::First) => GroupState::First,
        State::Won(Side::Second) => GroupState::Second,
        State::Drawn => GroupState::Drawn,
    }
}

fn change(change: &scene::Change) -> Change {
    match change {
        scene::Change::Cell { cell, tokens, marks: made } => Change::Cell {
            cell: *cell,
            tokens: tokens.iter().map(token).collect(),
            marks: marks(made),
        },
        scene::Change::Link { link, side: owner, marks: made } => {
            Change::Link { link: *link, side: owner.map(side), marks: marks(made) }
        }
        scene::Change::Group { group, state: made } => {
            Change::Group { group: *group, state: state(*made) }
        }
    }
}

/// The legal moves, with how each is chosen and what it changes.
fn moves(position: &dyn AnyPosition) -> Vec<LegalMove> {
    let moves = position.on_board();
    let likely = likely(position, moves.len());
    let button = |it: scene::Button| ButtonView { key: it.key.map(String::from), text: it.text };
    let view = |(it, likely): (OnBoard, _)| LegalMove {
        mv: it.mv,
        button: it.button.map(button),
        cells: it.cells,
        also: it.also,
        shows_on: it.shows_on,
        changes: it.changes.iter().map(change).collect(),
        likely,
    };
    moves.into_iter().zip(likely).map(view).collect()
}

/// The probability of each of the `n_moves` moves, if chance rolls.
fn likely(position: &dyn AnyPosition, n_moves: usize) -> Vec<Option<ChanceView>> {
    let Some(weights) = position.weights() else { return vec![None; n_moves] };
    let whole: u128 = weights.iter().map(|it| u128::from(*it)).sum();
    let share = |weight: &u32| {
        let share = Fraction::new((*weight).into(), whole)?;
        Some(value::exact(share))
    };
    weights.iter().map(share).collect()
}

/// A move of this position as the page plays it.
///
/// # Errors
/// If it is not a legal move.
pub fn frame(position: &dyn AnyPosition, mv: &str) -> Result<Frame, ReadError> {
    let it = position.move_on_board(mv)?;
    Ok(Frame {
        mv: it.mv,
        name: it.button.map(|button| button.text),
        side: side(position.side()),
        shows_on: it.shows_on,
        changes: it.changes.iter().map(change).collect(),
        walk: it.walk,
        roll: None,
    })
}

/// A line of moves from this position, up to the first illegal one.
pub fn frames<'a>(
    position: &dyn AnyPosition,
    line: impl IntoIterator<Item = &'a String>,
) -> Vec<Frame> {
    let mut here = position.copied();
    let next = |mv: &'a String| {
        let frame = frame(&*here, mv).ok()?;
        here.play(mv).ok()?;
        Some(frame)
    };
    line.into_iter().map_while(next).collect()
}

/// What a player sees of this position.
pub fn eyes(position: &dyn AnyPosition, eyes: &TextEyes) -> EyesView {
    let named = |mv: &String| {
        let button = position.move_on_board(mv).ok().and_then(|it| it.button);
        button.map_or_else(|| mv.clone(), |button| button.text)
    };
    let seen = |it: &MoveInSight<String>| {
        let (sees, reward, plies) = match it.look {
            Look::Win(plies) => (SightWord::Win, None, Some(plies)),
            Look::Open(reward) => (SightWord::Open, Some(reward), None),
            Look::Loss(plies) => (SightWord::Loss, None, Some(plies)),
        };
        MoveInSightView { mv: it.mv.clone(), sees, reward, plies }
    };
    let first = eyes.liked().next();
    let line: Vec<String> =
        first.into_iter().flat_map(|it| [&it.mv].into_iter().chain(&it.line)).cloned().collect();
    EyesView {
        foresight: eyes.rounds,
        horizon: horizon(eyes.rounds),
        words: eyes.sentence(named),
        reach: reach(eyes.rounds),
        moves: eyes.moves.iter().map(seen).collect(),
        liked: eyes.liked().map(|it| it.mv.clone()).collect(),
        line: frames(position, &line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_says_where_its_stone_lands() {
        let game = spar_catalog::open("connect3").unwrap();
        let view = position(&*game, &*game.read_position("start+b,b").unwrap());
        let b = view.moves.iter().find(|it| it.mv == "b").unwrap();
        let name = |cell: &usize| view.scene.cells[*cell].name.as_str();
        assert_eq!(b.cells.iter().map(name).collect::<Vec<_>>(), ["b3"]);
        assert_eq!(b.also.iter().map(name).collect::<Vec<_>>(), ["b4", "b2", "b1"]);
        assert_eq!(b.shows_on, Some(b.cells[0]));
        let disc = Token::new(Side::First, scene::token::DISC);
        let tokens = vec![token(&disc)];
        assert_eq!(b.changes, [Change::Cell { cell: b.cells[0], tokens, marks: Vec::new() }]);
        assert!(view.scene.groups[0].falls);
    }

    #[test]
    fn frames_show_the_line_that_ends_it() {
        let game = spar_catalog::open("tictactoe").unwrap();
        let moves = ["a1", "b2", "a2", "b3", "a3", "c1"].map(str::to_owned);
        let frames = frames(&*game.start(), &moves);
        assert_eq!(frames.len(), 5, "nothing follows the end");
        let lined = |change: &&Change| match change {
            Change::Cell { marks, .. } => marks.contains(&"line".to_owned()),
            _ => false,
        };
        let n_lined = |frame: &Frame| frame.changes.iter().filter(lined).count();
        assert_eq!((n_lined(&frames[3]), n_lined(&frames[4])), (0, 3));
        assert_eq!(frames[4].shows_on, Some(0), "a3 is the first cell");
    }

    #[test]
    fn a_choice_without_cells_has_a_button_with_a_key() {
        let game = spar_catalog::open("ladders").unwrap();
        let view = position(&*game, &*game.start());
        let button = |it: &LegalMove| it.button.clone().unwrap();
        let keys: Vec<_> = view.moves.iter().map(|it| button(it).key.unwrap()).collect();
        assert_eq!(keys, ["1", "d", "t"]);
        assert_eq!(button(&view.moves[2]).text, "two dice");
    }
}
