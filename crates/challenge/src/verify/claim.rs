//! The claims of a level, and a check for repeated positions in a list.

use crate::policy::Player;
use rustc_hash::FxHashMap;
use spar_rules::{Game, Side, Symmetric, Value};
use std::fmt;

/// The claims of a level that the checker proves again.
#[derive(Clone, Debug)]
pub struct Claim<G: Game> {
    /// The position of the level.
    pub position: G::Position,
    /// The side that the learner plays; the opponent plays the other one.
    pub learner_side: Side,
    /// The learner.
    pub learner: Player,
    /// The opponent.
    pub opponent: Player,
    /// The value for the side to move.
    pub value: Value,
    /// All moves that keep the win, in any order; empty if the value is not a win.
    pub winning: Vec<G::Move>,
    /// Those of them that also keep its distance.
    pub fastest: Vec<G::Move>,
    /// The learner's chances in a game between these players.
    pub chances: Claimed,
}

/// The claimed chances of the learner to win, to draw and to lose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claimed {
    /// As fractions with a common denominator, not necessarily in lowest terms.
    Exact {
        /// Parts in which the learner wins.
        win: u128,
        /// Parts that are drawn.
        draw: u128,
        /// Parts in which the learner loses.
        loss: u128,
        /// The sum of all parts.
        whole: u128,
    },
    /// A lower and an upper bound each of win, draw and loss.
    Bounded([(f64, f64); 3]),
}

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claimed::Exact { win, draw, loss, whole } => {
                write!(f, "win {win}, draw {draw}, loss {loss} of {whole}")
            }
            Claimed::Bounded([win, draw, loss]) => {
                let [win, draw, loss] =
                    [win, draw, loss].map(|(low, high)| format!("{low} to {high}"));
                write!(f, "win {win}, draw {draw}, loss {loss}")
            }
        }
    }
}

/// A position that equals an earlier one or an image of it, both as indices into the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first of the equivalent positions.
    pub earlier: usize,
    /// The later one.
    pub later: usize,
}

/// Every position that repeats an earlier one up to symmetry, in the order of the list.
pub fn repeats<G: Symmetric>(game: &G, positions: &[G::Position]) -> Vec<Repeat> {
    let mut first_seen = FxHashMap::default();
    let mut repeats = Vec::new();
    for (later, position) in positions.iter().enumerate() {
        let earlier = *first_seen.entry(game.canonical(position)).or_insert(later);
        if earlier != later {
            repeats.push(Repeat { earlier, later });
        }
    }
    repeats
}
