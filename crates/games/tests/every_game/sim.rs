//! Sim by naive rules: a list of coloured pairs of letters. Triangles are found by trying all
//! sets of three vertices.

use crate::naive::{Naive, Next};
use crate::table::{Row, complete, configured};
use spar_games::sim::Sim;
use spar_rules::{Arranged, Game, Name};

pub(crate) fn row() -> Row {
    configured::<Sim>(&["sim", "sim:vertices=4", "sim:vertices=5"], |game, position| {
        let tokens = complete(game, position);
        assert!(game.arranged(&tokens, game.side(position).other()).is_err());
    })
    .with_tactics(&["sim:vertices=4", "sim:vertices=5"])
    .with_naive(NaiveSim::new)
    .row
}

struct NaiveSim {
    vertices: Vec<char>,
}

impl NaiveSim {
    fn new(name: &Name) -> NaiveSim {
        let count = name.settings.first().map_or(6, |it| it.1.parse().unwrap());
        NaiveSim { vertices: "abcdef".chars().take(count).collect() }
    }

    fn pairs(&self) -> Vec<String> {
        let mut pairs = Vec::new();
        for (index, a) in self.vertices.iter().enumerate() {
            pairs.extend(self.vertices[index + 1..].iter().map(|b| format!("{a}{b}")));
        }
        pairs
    }

    fn has_triangle(&self, drawn: &[(String, usize)], side: usize) -> bool {
        let has = |a: char, b: char| drawn.contains(&(format!("{a}{b}"), side));
        let all = &self.vertices;
        let thirds = |a: char, b: char| all.iter().any(|c| has(a, *c) && has(b, *c));
        all.iter().any(|a| all.iter().any(|b| has(*a, *b) && thirds(*a, *b)))
    }
}

impl Naive for NaiveSim {
    /// The edges in the order in which they were drawn, each with its side.
    type State = Vec<(String, usize)>;

    fn start(&self) -> Self::State {
        Vec::new()
    }

    fn text(&self, drawn: &Self::State) -> String {
        let token = |pair: &String| match drawn.iter().find(|it| it.0 == *pair) {
            Some((_, side)) => ["r", "b"][*side],
            None => ".",
        };
        let row = |vertex: &char| {
            let own = self.pairs().into_iter().filter(|pair| pair.starts_with(*vertex));
            own.map(|pair| token(&pair)).collect::<String>()
        };
        let (_, with_later) = self.vertices.split_last().expect("there are vertices");
        with_later.iter().map(row).collect::<Vec<_>>().join("/")
    }

    fn next(&self, drawn: &Self::State) -> Next {
        for side in 0..2 {
            if self.has_triangle(drawn, side) {
                return Next::Won(1 - side);
            }
        }
        if drawn.len() == self.pairs().len() { Next::Drawn } else { Next::Plays(drawn.len() % 2) }
    }

    fn moves(&self, drawn: &Self::State) -> Vec<(String, Self::State)> {
        let free = |pair: &String| drawn.iter().all(|it| it.0 != *pair);
        let draw = |pair: String| {
            let after = [&drawn[..], &[(pair.clone(), drawn.len() % 2)]].concat();
            (pair, after)
        };
        self.pairs().into_iter().filter(free).map(draw).collect()
    }
}
