//! The track as a picture: rows of tiles, to the right and back in turn, the goal on top.

use super::rules::{Ladders, Move, Position};
use spar_rules::scene::{Cell, Group, Link, LinkKind, Mark, Scene, Shape, Token};
use spar_rules::{Race, ReadError, Scenic};

/// Larger boards are not drawn.
pub const MOST_DRAWN: u32 = 400;

impl Scenic for Ladders {
    fn scene(&self, position: &Position) -> Scene {
        let (width, height) = self.extent();
        let cell = |square: u32| {
            let (row, place) = (square / width, square % width);
            let x = if row % 2 == 0 { place } else { width - 1 - place };
            let [first, second] = position.squares.map(|it| it == square);
            Cell {
                name: square.to_string(),
                x: x as u16,
                y: (height - 1 - row) as u16,
                group: 0,
                shape: Shape::Tile,
                token: match (first, second) {
                    (true, true) => Some(Token::Both),
                    (true, false) => Some(Token::Cross),
                    (false, true) => Some(Token::Ring),
                    (false, false) => None,
                },
                mark: (square == self.board.goal() && (first || second)).then_some(Mark::Line),
            }
        };
        let link = |&(from, to): &(u32, u32)| Link {
            from: from as usize,
            to: to as usize,
            kind: if from < to { LinkKind::Ladder } else { LinkKind::Snake },
            path: Vec::new(),
        };
        let (width, height) = (width as u16, height as u16);
        let mut scene = Scene {
            cells: (0..self.board.n()).map(cell).collect(),
            groups: vec![Group {
                name: String::new(),
                width,
                height,
                columns: Vec::new(),
                rows: Vec::new(),
                falls: false,
            }],
            links: self.board.jumps().iter().map(link).collect(),
        };
        // The board stays the same from position to position.
        let routes = self.routes.get_or_init(|| scene.routes());
        for (link, route) in scene.links.iter_mut().zip(routes) {
            link.path.clone_from(route);
        }
        scene
    }

    fn touches(&self, _position: &Position, _mv: Move) -> Vec<usize> {
        Vec::new()
    }

    fn named(&self, position: &Position, mv: Move) -> Option<String> {
        Some(match mv {
            Move::Take(number) => self.actions()[usize::from(number)].name.clone(),
            Move::Roll(steps) => {
                let to = self.landings(position, mv).into_iter().next().unwrap_or_default();
                format!("{steps}, to {to}")
            }
        })
    }

    fn walk(&self, position: &Position, mv: Move) -> Vec<usize> {
        let own = Ladders::own(position);
        let steps = match mv {
            Move::Roll(steps) => u32::from(steps),
            Move::Take(number) => match self.actions()[usize::from(number)].steps[..] {
                [(steps, _)] => steps,
                // The roll is to come.
                _ => return Vec::new(),
            },
        };
        self.board.walk(own, steps).into_iter().map(|square| square as usize).collect()
    }

    fn arranged(&self, _tokens: &[Option<Token>]) -> Result<Position, ReadError> {
        Err(ReadError::new("the squares do not say whose turn it is")
            .hint("say the position as text: `17-18-first`"))
    }
}

impl Ladders {
    /// Columns and rows of the picture: wide enough to look like a board, with a whole
    /// number of rows where that can be.
    fn extent(&self) -> (u32, u32) {
        let n = self.board.n();
        let root = (1..=n).find(|it| it * it >= n).unwrap_or(1);
        let fits = (root..=root + 3).find(|width| n.is_multiple_of(*width));
        let width = fits.unwrap_or(root);
        (width, n.div_ceil(width))
    }
}
