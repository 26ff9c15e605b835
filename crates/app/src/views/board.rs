//! Positions, their pictures, and moves as they are played on the board.

use super::value;
use crate::registry::{AnyGame, AnyPosition, Rolled};
use crate::wire::api::{
    CellView, ChanceView, Change, Frame, GroupView, LegalMove, LinkView, LinkWord, PositionView,
    RollView, SceneView, ShapeWord, SideWord, TokenWord, TurnWord,
};
use spar_challenge::chance::Fraction;
use spar_rules::scene::{LinkKind, Mark, Scene, Shape, Token};
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

/// A token as the wire names it.
pub fn token(token: Token) -> TokenWord {
    match token {
        Token::Cross => TokenWord::Cross,
        Token::Ring => TokenWord::Ring,
        Token::Both => TokenWord::Both,
    }
}

impl From<TokenWord> for Token {
    fn from(word: TokenWord) -> Token {
        match word {
            TokenWord::Cross => Token::Cross,
            TokenWord::Ring => Token::Ring,
            TokenWord::Both => Token::Both,
        }
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
    let cell = |cell: spar_rules::scene::Cell| CellView {
        name: cell.name,
        x: cell.x,
        y: cell.y,
        group: cell.group,
        shape: match cell.shape {
            Shape::Square => ShapeWord::Square,
            Shape::Round => ShapeWord::Round,
            Shape::Tile => ShapeWord::Tile,
        },
        token: cell.token.map(token),
        line: cell.mark == Some(Mark::Line),
    };
    let group = |group: spar_rules::scene::Group| GroupView {
        name: group.name,
        width: group.width,
        height: group.height,
        columns: group.columns,
        rows: group.rows,
        falls: group.falls,
    };
    let link = |link: spar_rules::scene::Link| LinkView {
        from: link.from,
        to: link.to,
        kind: match link.kind {
            LinkKind::Ladder => LinkWord::Ladder,
            LinkKind::Snake => LinkWord::Snake,
        },
        path: link.path.iter().map(|point| [point.x, point.y]).collect(),
    };
    SceneView {
        cells: scene.cells.into_iter().map(cell).collect(),
        groups: scene.groups.into_iter().map(group).collect(),
        links: scene.links.into_iter().map(link).collect(),
    }
}

/// The legal moves, how each is chosen and what it changes.
fn moves(position: &dyn AnyPosition) -> Vec<LegalMove> {
    let moves = position.moves();
    let touches = position.touches().unwrap_or_else(|| vec![Vec::new(); moves.len()]);
    let also = position.also().unwrap_or_else(|| vec![Vec::new(); moves.len()]);
    let names = position.named().unwrap_or_else(|| vec![None; moves.len()]);
    let likely = likely(position, moves.len());
    let legal = moves.into_iter().zip(names).zip(touches).zip(also).zip(likely);
    let film = Film::from(position);
    let view = |((((mv, name), cells), also), likely): ((((String, _), _), _), _)| {
        let changes = film.after(&mv).map(|(frame, _)| frame.changes);
        LegalMove { changes: changes.unwrap_or_default(), mv, name, cells, also, likely }
    };
    legal.map(view).collect()
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
    picture: Scene,
}

impl Film {
    /// Begins at a position.
    pub fn from(position: &dyn AnyPosition) -> Film {
        Film { here: position.copied(), picture: position.scene().unwrap_or_default() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is no move there.
    pub fn play(&mut self, mv: &str) -> Result<Frame, ReadError> {
        let (frame, after) = self.after(mv)?;
        *self = after;
        Ok(frame)
    }

    /// What a move does, and the film after it.
    fn after(&self, mv: &str) -> Result<(Frame, Film), ReadError> {
        let (mut here, mover) = (self.here.copied(), self.here.side());
        let walk = self.here.walk(mv);
        let mv = here.play(mv)?;
        let picture = here.scene().unwrap_or_default();
        let cells = picture.cells.iter().zip(&self.picture.cells).enumerate();
        let changed = cells.filter(|(_, (now, before))| now.token != before.token);
        let changes =
            changed.map(|(cell, (now, _))| Change { cell, token: now.token.map(token) }).collect();
        let lined = picture.cells.iter().enumerate().filter(|it| it.1.mark == Some(Mark::Line));
        let line = lined.map(|it| it.0).collect();
        let frame = Frame { mv, side: side(mover), changes, line, roll: None, walk };
        Ok((frame, Film { here, picture }))
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
