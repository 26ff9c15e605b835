//! Sim (Simmons 1969): the side that completes a triangle loses.
//!
//! An edge can be drawn between any two vertices. Red and Blue take turns to draw an edge in
//! their colour; the first side with a triangle of three own edges loses. With six vertices,
//! one side always gets a triangle (Ramsey); with fewer, all edges can be drawn without a
//! triangle, which is a draw.

mod scene;

use crate::cells::{base_three, bits, letter, low_bits, only_as_written};
use crate::settings::{Configured, Key, Settings};
use spar_rules::{
    Deterministic, Game, Notation, Outcome, Ranked, ReadError, Reward, Side, Symmetric, Tactics,
    Turn, Value,
};

/// The game of Sim with a given number of vertices.
#[derive(Clone, Debug)]
pub struct Sim {
    vertices: usize,
    /// The two ends of each edge, in the order ab, ac, …, bc, …
    ends: Vec<[usize; 2]>,
    /// The three edges of each triangle, as bits.
    triangles: Vec<u16>,
    /// For each permutation of the vertices, the images of the edges.
    images: Vec<Image>,
}

/// A position: the edges of both sides, as bits. The numbers of edges determine whose turn it
/// is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    red: u16,
    blue: u16,
}

/// A move: draws the edge with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge(u8);

#[derive(Clone, Debug)]
struct Image {
    edges: [u8; MOST_EDGES],
    is_mirror: bool,
}

const MOST_EDGES: usize = 15;

impl Configured for Sim {
    const NAME: &'static str = "sim";
    const KEYS: &'static [Key] =
        &[Key::new("vertices", "Vertices", "4 to 6").numbers(4, 6).default("6")];

    fn new(given: &[(&str, &str)]) -> Result<Sim, ReadError> {
        let vertices = Settings::read::<Sim>(given)?.number("vertices") as usize;
        let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| [a, b]));
        let ends: Vec<[usize; 2]> = pairs.collect();
        let edge = |a: usize, b: usize| {
            let found = ends.iter().position(|it| *it == [a.min(b), a.max(b)]);
            found.expect("invariant: every pair of vertices has an edge")
        };
        let mut triangles = Vec::new();
        for [a, b] in &ends {
            let third = b + 1..vertices;
            triangles
                .extend(third.map(|c| 1 << edge(*a, *b) | 1 << edge(*a, c) | 1 << edge(*b, c)));
        }
        let image = |vertex: Vec<usize>| {
            let mut edges = [0; MOST_EDGES];
            for (image, [a, b]) in edges.iter_mut().zip(&ends) {
                *image = edge(vertex[*a], vertex[*b]) as u8;
            }
            // On a circle, a reflection reverses the order of the vertices.
            let turned = |step: usize| {
                (0..vertices).all(|a| (vertex[a] + step) % vertices == vertex[(a + 1) % vertices])
            };
            Image { edges, is_mirror: turned(vertices - 1) }
        };
        let images = permutations(vertices).into_iter().map(image).collect();
        Ok(Sim { vertices, ends, triangles, images })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("vertices", self.vertices.to_string())]
    }

    fn sides(&self) -> [&'static str; 2] {
        SIDES
    }
}

const SIDES: [&str; 2] = ["First", "Second"];

/// All permutations of the numbers below `n`, the identity first.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: Vec<usize>| {
            let rest: Vec<usize> = (0..n).filter(|it| !order.contains(it)).collect();
            rest.into_iter().map(move |next| [&order[..], &[next]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

impl Position {
    fn drawn(self) -> u16 {
        self.red | self.blue
    }

    fn mover(self) -> Side {
        if self.drawn().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The side that has drawn this edge.
    fn owner(self, edge: usize) -> Option<Side> {
        match (self.red >> edge & 1, self.blue >> edge & 1) {
            (1, _) => Some(Side::First),
            (_, 1) => Some(Side::Second),
            _ => None,
        }
    }

    fn edges(self, side: Side) -> u16 {
        match side {
            Side::First => self.red,
            Side::Second => self.blue,
        }
    }
}

impl Sim {
    /// The edges that are not drawn yet.
    fn free(&self, position: Position) -> u16 {
        low_bits(self.ends.len() as u32) as u16 & !position.drawn()
    }

    /// The edges that would complete a triangle with two of these edges.
    fn closing(&self, edges: u16) -> u16 {
        let open = self.triangles.iter().map(|triangle| (triangle & !edges, triangle & edges));
        open.filter(|(_, own)| own.count_ones() == 2).fold(0, |set, (missing, _)| set | missing)
    }

    fn triangle(&self, edges: u16) -> Option<u16> {
        self.triangles.iter().copied().find(|triangle| triangle & edges == *triangle)
    }

    /// The free edges that a side can draw without completing a triangle.
    fn safe(&self, position: Position, side: Side) -> u16 {
        self.free(position) & !self.closing(position.edges(side))
    }

    /// Checks that play can reach a position.
    fn refuse_impossible(&self, position: Position) -> Result<(), ReadError> {
        let (reds, blues) = (position.red.count_ones(), position.blue.count_ones());
        if reds != blues && reds != blues + 1 {
            let what = format!("{reds} red and {blues} blue edges cannot be: red begins");
            return Err(ReadError::new(what).hint("as many red as blue, or one more"));
        }
        let mover = position.mover();
        let (own, others) = (position.edges(mover), position.edges(mover.other()));
        if let Some(triangle) = self.triangle(own) {
            let vertices = bits(triangle.into()).flat_map(|edge| self.ends[edge as usize]);
            let mut vertices: Vec<usize> = vertices.collect();
            vertices.sort_unstable();
            vertices.dedup();
            let names: String = vertices.into_iter().map(|it| letter(it as u32)).collect();
            let what = format!("{} is to move but has a triangle: {names}", SIDES[mover as usize]);
            return Err(ReadError::new(what).hint("the first triangle ends the game"));
        }
        // One of the edges was drawn last, and before it there was no triangle.
        let before = |edge: u32| self.triangle(others & !(1 << edge)).is_none();
        if self.triangle(others).is_some() && !bits(others.into()).any(before) {
            let what = format!("{} has too many triangles", SIDES[mover.other() as usize]);
            return Err(ReadError::new(what).hint("the first triangle ends the game"));
        }
        Ok(())
    }
}

impl Game for Sim {
    type Position = Position;
    type Move = Edge;

    fn start(&self) -> Position {
        Position { red: 0, blue: 0 }
    }

    fn side(&self, position: &Position) -> Side {
        position.mover()
    }

    /// Only the side that moved last can have completed a triangle.
    fn turn(&self, position: &Position) -> Turn {
        let mover = position.mover();
        if self.triangle(position.edges(mover.other())).is_some() {
            Turn::Over(Outcome::Win(mover))
        } else if self.free(*position) == 0 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Play(mover)
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Edge>) {
        if let Turn::Play(_) = self.turn(position) {
            out.extend(bits(self.free(*position).into()).map(|edge| Edge(edge as u8)));
        }
    }

    fn after(&self, position: &Position, Edge(edge): Edge) -> Position {
        match position.mover() {
            Side::First => Position { red: position.red | 1 << edge, ..*position },
            Side::Second => Position { blue: position.blue | 1 << edge, ..*position },
        }
    }

    fn horizon(&self, position: &Position) -> Option<u32> {
        Some(self.free(*position).count_ones())
    }
}

impl Deterministic for Sim {}

impl Notation for Sim {
    /// For each vertex a row with its edges to later vertices: in `r.b../..../.../../.`, ab is
    /// red and ad is blue.
    fn write_position(&self, position: &Position) -> String {
        let mut text = String::new();
        for (edge, [a, b]) in self.ends.iter().enumerate() {
            if b - a == 1 && edge > 0 {
                text.push('/');
            }
            text.push(match position.owner(edge) {
                Some(Side::First) => 'r',
                Some(Side::Second) => 'b',
                None => '.',
            });
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let mut position = self.start();
        for (edge, token) in text.chars().filter(|it| *it != '/').take(MOST_EDGES).enumerate() {
            position.red |= u16::from(token == 'r') << edge;
            position.blue |= u16::from(token == 'b') << edge;
        }
        let position = only_as_written(self, position, text)?;
        self.refuse_impossible(position).map(|()| position)
    }

    /// The two ends of the edge: `af`.
    fn write_move(&self, _position: &Position, Edge(edge): Edge) -> String {
        self.ends[usize::from(edge)].iter().map(|end| letter(*end as u32)).collect()
    }
}

impl Symmetric for Sim {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        let to = &self.images[symmetry].edges;
        let image = |edges: u16| bits(edges.into()).fold(0, |set, it| set | 1 << to[it as usize]);
        Position { red: image(position.red), blue: image(position.blue) }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images[symmetry].is_mirror
    }

    fn image_move(&self, Edge(edge): Edge, symmetry: usize) -> Edge {
        Edge(self.images[symmetry].edges[usize::from(edge)])
    }
}

/// The number of edges that do not belong to the part; the other edges make up the number of
/// the part.
const EDGES_IN_PART: usize = 10;

impl Ranked for Sim {
    fn ranks(&self) -> Option<u64> {
        Some(3_u64.pow(self.ends.len() as u32))
    }

    /// In base three, an edge is 0, 1 (red) or 2 (blue).
    fn rank(&self, position: &Position) -> u64 {
        let ([red, more_red], [blue, more_blue]) =
            (position.red.to_le_bytes(), position.blue.to_le_bytes());
        (base_three(red, blue) + 3_usize.pow(8) * base_three(more_red, more_blue)) as u64
    }

    fn unrank(&self, rank: u64) -> Position {
        let (mut position, mut rest) = (self.start(), rank);
        for edge in 0..self.ends.len() {
            position.red |= u16::from(rest % 3 == 1) << edge;
            position.blue |= u16::from(rest % 3 == 2) << edge;
            rest /= 3;
        }
        position
    }

    fn parts(&self) -> u64 {
        3_u64.pow(self.ends.len().saturating_sub(EDGES_IN_PART) as u32)
    }

    /// The parts with one more edge of either colour.
    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        let powers = (0..).map(|edge| 3_u64.pow(edge)).take_while(|power| *power < self.parts());
        let free = powers.filter(|power| (part / power).is_multiple_of(3));
        out.extend(free.flat_map(|power| [part + power, part + 2 * power]));
    }
}

impl Tactics for Sim {
    type Key = Position;
    type Note = ();

    fn note(&self, _position: &Position) {}

    fn key(&self, position: &Position) -> Position {
        self.canonical(position)
    }

    /// A side that can only complete a triangle loses at once; every other move is better.
    fn glance(&self, position: &Position, _note: &()) -> Option<Value> {
        let must_close = || self.safe(*position, position.mover()) == 0;
        self.final_value(position).or_else(|| must_close().then_some(Value::Loss(1)))
    }

    fn candidates(&self, position: &Position, _note: &(), out: &mut Vec<Edge>) {
        let safe = self.safe(*position, position.mover());
        out.extend(bits(safe.into()).map(|edge| Edge(edge as u8)));
    }

    fn limits(&self, position: &Position, _note: &()) -> (Value, Value) {
        match self.free(*position).count_ones() {
            1 => (Value::Draw, Value::Draw),
            _ => (Value::Loss(3), Value::Win(2)),
        }
    }

    /// Prefers moves that keep many safe own edges and leave few to the opponent.
    fn promise(&self, position: &Position, _mv: &Edge, next: &Position, _note: &()) -> i32 {
        let mover = position.mover();
        let [own, others] = [mover, mover.other()].map(|side| self.safe(*next, side).count_ones());
        own as i32 - others as i32
    }
}

/// The number of edges that a side can draw without completing a triangle: the first side's
/// minus the second side's.
impl Reward for Sim {
    fn reward(&self, position: &Position) -> i32 {
        let safe = |side| self.safe(*position, side).count_ones() as i32;
        safe(Side::First) - safe(Side::Second)
    }

    fn most_reward(&self) -> u32 {
        self.ends.len() as u32
    }
}
