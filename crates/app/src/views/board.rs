//! Positions, their pictures, and moves as they are played on the board.

use super::value;
use crate::registry::{AnyGame, AnyPosition, OnBoard, Rolled};
use crate::route;
use crate::wire::api::{
    CellView, ChanceView, Change, Frame, GroupView, LegalMove, LinkView, LinkWord, PositionView,
    RollView, SceneView, ShapeWord, SideWord, TokenWord, TurnWord,
};
use spar_challenge::chance::Fraction;
use spar_rules::scene::{self, Point, Scene, Shape, Token, link, mark};
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
        scene: scene(position.scene().unwrap_or_default()),
        moves: moves(position),
    }
}

/// A side as the wire names it.
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

/// What stands on a cell as the wire names it.
pub fn token(tokens: &[Token]) -> Option<TokenWord> {
    match tokens {
        [] => None,
        [token] if token.side == Some(Side::Second) => Some(TokenWord::Ring),
        [_] => Some(TokenWord::Cross),
        _ => Some(TokenWord::Both),
    }
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
    let paths = route::paths(&scene);
    let cell = |cell: spar_rules::scene::Cell| CellView {
        line: cell.is_marked(mark::LINE),
        token: token(&cell.tokens),
        name: cell.name,
        x: cell.at.grid().0 as u16,
        y: cell.at.grid().1 as u16,
        group: cell.group,
        shape: match cell.shape {
            Shape::Square => ShapeWord::Square,
            Shape::Round => ShapeWord::Round,
            Shape::Tile | Shape::Node | Shape::Spot => ShapeWord::Tile,
        },
    };
    let group = |group: spar_rules::scene::Group| GroupView {
        name: group.name,
        width: group.width,
        height: group.height,
        columns: group.columns,
        rows: group.rows,
        falls: group.falls,
    };
    let link = |(link, path): (spar_rules::scene::Link, &Vec<Point>)| LinkView {
        from: link.from,
        to: link.to,
        kind: match link.kind {
            link::LADDER => LinkWord::Ladder,
            _ => LinkWord::Snake,
        },
        path: path.iter().map(|point| [point.x, point.y]).collect(),
    };
    SceneView {
        cells: scene.cells.into_iter().map(cell).collect(),
        groups: scene.groups.into_iter().map(group).collect(),
        links: scene.links.into_iter().zip(&*paths).map(link).collect(),
    }
}

/// The legal moves, how each is chosen and what it changes.
fn moves(position: &dyn AnyPosition) -> Vec<LegalMove> {
    let moves = position.on_board();
    let likely = likely(position, moves.len());
    let view = |(it, likely): (OnBoard, _)| LegalMove {
        changes: changes(&it),
        mv: it.mv,
        name: it.button.map(|button| button.text),
        cells: it.cells,
        also: it.also,
        likely,
    };
    moves.into_iter().zip(likely).map(view).collect()
}

/// The changes of tokens as the wire names them: the cells of a finished line keep theirs.
fn changes(it: &OnBoard) -> Vec<Change> {
    let of_cell = |change: &scene::Change| match change {
        scene::Change::Cell { cell, tokens, marks } => {
            let is_new = marks.is_empty() || it.shows_on == Some(*cell);
            is_new.then(|| Change { cell: *cell, token: token(tokens) })
        }
        _ => None,
    };
    it.changes.iter().filter_map(of_cell).collect()
}

/// How likely each of so many moves is, where chance rolls.
fn likely(position: &dyn AnyPosition, n_moves: usize) -> Vec<Option<ChanceView>> {
    let Some(weights) = position.weights() else { return vec![None; n_moves] };
    let whole: u128 = weights.iter().map(|it| u128::from(*it)).sum();
    let share = |weight: &u32| {
        let share = Fraction::new((*weight).into(), whole)?;
        Some(value::exact(share))
    };
    weights.iter().map(share).collect()
}

/// Plays moves from a position and says what each changes on the board.
pub struct Film {
    here: Box<dyn AnyPosition>,
}

impl Film {
    /// Begins at a position.
    pub fn from(position: &dyn AnyPosition) -> Film {
        Film { here: position.copied() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not a legal move.
    pub fn play(&mut self, mv: &str) -> Result<Frame, ReadError> {
        let it = self.here.move_on_board(mv)?;
        let mover = self.here.side();
        self.here.play(&it.mv)?;
        let lined = |change: &scene::Change| match change {
            scene::Change::Cell { cell, marks, .. } => marks.contains(&mark::LINE).then_some(*cell),
            _ => None,
        };
        let line = it.changes.iter().filter_map(lined).collect();
        let changes = changes(&it);
        Ok(Frame { mv: it.mv, side: side(mover), changes, line, roll: None, walk: it.walk })
    }

    /// Plays moves as long as they are legal; what follows an illegal one is left out.
    pub fn play_all<'a>(&mut self, moves: impl IntoIterator<Item = &'a String>) -> Vec<Frame> {
        moves.into_iter().map_while(|mv| self.play(mv).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn a_move_says_where_its_stone_lands() {
        let game = registry::open("connect3").unwrap();
        let view = position(&*game, &*game.read_position("start+b,b").unwrap());
        let b = view.moves.iter().find(|it| it.mv == "b").unwrap();
        let name = |cell: &usize| view.scene.cells[*cell].name.as_str();
        assert_eq!(b.cells.iter().map(name).collect::<Vec<_>>(), ["b3"]);
        assert_eq!(b.also.iter().map(name).collect::<Vec<_>>(), ["b4", "b2", "b1"]);
        assert_eq!(b.changes, [Change { cell: b.cells[0], token: Some(TokenWord::Cross) }]);
        assert!(view.scene.groups[0].falls);
    }

    #[test]
    fn a_film_shows_the_line_that_ends_it() {
        let game = registry::open("tictactoe").unwrap();
        let mut film = Film::from(&*game.start());
        let moves = ["a1", "b2", "a2", "b3", "a3", "c1"].map(str::to_owned);
        let frames = film.play_all(&moves);
        assert_eq!(frames.len(), 5, "nothing follows the end");
        assert!(frames[3].line.is_empty());
        assert_eq!(frames[4].line.len(), 3);
    }
}
