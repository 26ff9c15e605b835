//! The scene of Sim, with the vertices on a circle, and the rules in words.
//!
//! Every edge has a small cell, which is clicked to choose it, shows its value, and holds a
//! disc of the side that has drawn it.

use super::{Edge, Position, SIDES, Sim};
use crate::boards::check_cells;
use crate::cells::{bits, letter};
use crate::settings::Described;
use spar_rules::scene::{
    Cell, Change, Group, Link, Mark, Point, Scene, Shape, Supply, Token, link, mark, token,
};
use spar_rules::{Arranged, Game, Notation, ReadError, Scenic, Side};
use std::f64::consts::TAU;

/// The radius of the circle, in hundredths of a cell. The circle fits into a square of five
/// cells.
const RADIUS: f64 = 200.0;
const ACROSS: u16 = 5;

impl Scenic for Sim {
    /// The cells of the vertices, then those of the edges in their order.
    fn scene(&self, position: &Position) -> Scene {
        let lined = self.lined(*position);
        let vertex = |vertex: usize| Cell {
            name: letter(vertex as u32).to_string(),
            at: self.vertex_at(vertex),
            group: 0,
            shape: Shape::Node,
            tokens: Vec::new(),
            marks: marks(self.is_corner(lined, vertex)),
        };
        let edge = |edge: usize| Cell {
            name: self.write_move(position, Edge(edge as u8)),
            at: self.edge_at(edge),
            group: 0,
            shape: Shape::Spot,
            tokens: discs(*position, edge),
            marks: marks(lined >> edge & 1 == 1),
        };
        let link = |edge: usize| Link {
            from: self.ends[edge][0],
            to: self.ends[edge][1],
            kind: link::EDGE,
            side: position.owner(edge),
            directed: false,
            label: String::new(),
            marks: marks(lined >> edge & 1 == 1),
        };
        let edges = 0..self.ends.len();
        Scene {
            cells: (0..self.vertices).map(vertex).chain(edges.clone().map(edge)).collect(),
            groups: vec![Group { width: ACROSS, height: ACROSS, ..Group::default() }],
            links: edges.map(link).collect(),
        }
    }

    /// The cell of the edge. Choosing both ends instead would make their order matter.
    fn touches(&self, _position: &Position, Edge(edge): Edge) -> Vec<usize> {
        vec![self.vertices + usize::from(edge)]
    }

    /// The edge, and the triangles that it completes.
    fn changes(&self, position: &Position, mv: Edge) -> Vec<Change> {
        let next = self.after(position, mv);
        let lined = self.lined(next);
        let corners = (0..self.vertices).filter(|vertex| self.is_corner(lined, *vertex));
        let corners =
            corners.map(|cell| Change::Cell { cell, tokens: Vec::new(), marks: marks(true) });
        let edges = bits((lined | 1 << mv.0).into()).flat_map(|edge| {
            let edge = edge as usize;
            let marks = marks(lined >> edge & 1 == 1);
            let (cell, tokens) = (self.vertices + edge, discs(next, edge));
            let side = next.owner(edge);
            [
                Change::Cell { cell, tokens, marks: marks.clone() },
                Change::Link { link: edge, side, marks },
            ]
        });
        corners.chain(edges).collect()
    }
}

impl Arranged for Sim {
    /// A disc on an edge's cell means that the edge is drawn.
    fn supply(&self) -> Vec<Supply> {
        let supply = |side| Supply { token: disc(side), most: None, shares: false };
        [Side::First, Side::Second].map(supply).to_vec()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        check_cells(tokens, self.vertices + self.ends.len())?;
        let (vertices, edges) = tokens.split_at(self.vertices);
        if let Some(vertex) = vertices.iter().position(|tokens| !tokens.is_empty()) {
            let what = format!("{} is a vertex", letter(vertex as u32));
            return Err(ReadError::new(what).hint("discs stand on edges"));
        }
        let mut position = self.start();
        for (edge, tokens) in edges.iter().enumerate() {
            match tokens[..] {
                [] => {}
                [one] if one == disc(Side::First) => position.red |= 1 << edge,
                [one] if one == disc(Side::Second) => position.blue |= 1 << edge,
                _ => {
                    let name = self.write_move(&position, Edge(edge as u8));
                    let what = format!("{name} holds something other than one disc");
                    return Err(ReadError::new(what));
                }
            }
        }
        self.refuse_impossible(position)?;
        if position.mover() != turn {
            let mover = SIDES[position.mover() as usize];
            return Err(ReadError::new(format!("with these edges it is the turn of {mover}")));
        }
        Ok(position)
    }
}

fn disc(side: Side) -> Token {
    Token::new(side, token::DISC)
}

/// The disc on the cell of an edge, if it is drawn.
fn discs(position: Position, edge: usize) -> Vec<Token> {
    position.owner(edge).map(disc).into_iter().collect()
}

fn marks(is_lined: bool) -> Vec<Mark> {
    if is_lined { vec![mark::LINE] } else { Vec::new() }
}

impl Sim {
    /// The edges of all completed triangles.
    fn lined(&self, position: Position) -> u16 {
        let is_closed = |triangle: &&u16| {
            [position.red, position.blue].iter().any(|edges| edges & *triangle == **triangle)
        };
        self.triangles.iter().filter(is_closed).fold(0, |edges, triangle| edges | triangle)
    }

    /// Returns whether one of these edges ends at the vertex.
    fn is_corner(&self, edges: u16, vertex: usize) -> bool {
        bits(edges.into()).any(|edge| self.ends[edge as usize].contains(&vertex))
    }

    /// The place of a vertex. The first is at the top; the others follow clockwise.
    fn vertex_at(&self, vertex: usize) -> Point {
        let (sin, cos) = (TAU * vertex as f64 / self.vertices as f64).sin_cos();
        let at = |offset: f64| (RADIUS + offset * RADIUS).round() as i32;
        Point::new(at(sin), at(-cos))
    }

    /// The place of an edge's cell: at its midpoint, or next to it if other edges cross there,
    /// so that no cell lies on two edges.
    fn edge_at(&self, edge: usize) -> Point {
        let [a, b] = self.ends[edge];
        let percent = match (self.vertices, b - a) {
            // Diametral edges: alternately nearer to one end and to the other.
            (4, 2) | (6, 3) => 40 + 20 * (a as i32 % 2),
            // Edges that skip one vertex, in clockwise order or over the top.
            (6, 2) => 58,
            (6, 4) => 42,
            _ => 50,
        };
        let (from, to) = (self.vertex_at(a), self.vertex_at(b));
        let between = |from: i32, to: i32| from + (to - from) * percent / 100;
        Point::new(between(from.x, to.x), between(from.y, to.y))
    }
}

impl Described for Sim {
    const TITLE: &'static str = "Sim";
    const ABOUT: &'static str = "edges between up to six vertices; whoever closes a triangle loses";

    fn size(&self) -> String {
        format!("{} vertices", self.vertices)
    }

    fn summary(&self) -> String {
        "Draw an edge in your colour; whoever closes a triangle of their own colour loses."
            .to_owned()
    }

    fn rules(&self) -> Vec<String> {
        let [red, blue] = SIDES;
        let draw = match self.vertices {
            6 => "With six vertices one side must close one, so there are no draws.",
            _ => "If all edges are drawn without one, the game is a draw.",
        };
        vec![
            format!(
                "{red} and {blue} take turns to draw an edge between two of {} vertices; {red} begins.",
                self.vertices
            ),
            "An edge joins any two vertices that are not joined yet, and belongs to the side that drew it."
                .to_owned(),
            "The side that closes a triangle of its own edges between three vertices loses.".to_owned(),
            draw.to_owned(),
        ]
    }
}
