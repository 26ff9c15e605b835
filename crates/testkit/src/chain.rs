//! Exact outcome probabilities of games in which all players play by weights.

use dashu::rational::RBig;
use spar_rules::{Outcome, Side, Stochastic, Turn};
use std::collections::HashMap;

/// A game without choices, as a Markov chain: every position leads on by integer weights.
#[derive(Clone, Debug)]
pub struct Chain<P> {
    /// The positions that play reaches; the start is first.
    pub positions: Vec<P>,
    /// The successors of each position, with weights.
    pub rows: Vec<Vec<(usize, u32)>>,
    /// The outcome of each position, if the game is over there.
    pub ends: Vec<Option<Outcome>>,
}

impl<P: Clone + Eq + std::hash::Hash> Chain<P> {
    /// Builds the chain of all positions that follow from `start` if both sides play by
    /// `weights`.
    pub fn of<G: Stochastic<Position = P>>(
        game: &G,
        start: &P,
        mut weights: impl FnMut(&P) -> Vec<(G::Move, u32)>,
    ) -> Chain<P> {
        let mut chain =
            Chain { positions: vec![start.clone()], rows: Vec::new(), ends: Vec::new() };
        let mut places = HashMap::from([(start.clone(), 0)]);
        while chain.rows.len() < chain.positions.len() {
            let position = chain.positions[chain.rows.len()].clone();
            let turn = game.turn(&position);
            let weighted = match turn {
                Turn::Over(_) => Vec::new(),
                Turn::Play(_) => weights(&position),
                Turn::Roll => {
                    let weight = |mv: G::Move| (mv.clone(), game.weight(&position, mv));
                    game.legal(&position).into_iter().map(weight).collect()
                }
            };
            let mut row = Vec::new();
            for (mv, weight) in weighted.into_iter().filter(|it| it.1 > 0) {
                let next = game.after(&position, mv);
                let place = *places.entry(next.clone()).or_insert(chain.positions.len());
                if place == chain.positions.len() {
                    chain.positions.push(next);
                }
                row.push((place, weight));
            }
            chain.rows.push(row);
            let Turn::Over(outcome) = turn else {
                chain.ends.push(None);
                continue;
            };
            chain.ends.push(Some(outcome));
        }
        chain
    }

    /// For each position the probabilities that the first side wins, draws and loses. Endless
    /// play counts as a draw.
    pub fn chances(&self) -> Vec<[RBig; 3]> {
        let [wins, losses] = [Side::First, Side::Second].map(|side| {
            let is_target = |end: &Option<Outcome>| *end == Some(Outcome::Win(side));
            reach(&self.rows, &self.ends.iter().map(is_target).collect::<Vec<_>>())
        });
        let all = |(win, loss): (RBig, RBig)| {
            let draw = RBig::ONE - &win - &loss;
            [win, draw, loss]
        };
        wins.into_iter().zip(losses).map(all).collect()
    }

    /// For each position the expected result of the first side: a win counts 1, a draw 1/2, a
    /// loss 0.
    pub fn results(&self) -> Vec<RBig> {
        let result = |[win, draw, _]: [RBig; 3]| win + draw / RBig::from(2);
        self.chances().into_iter().map(result).collect()
    }
}

/// For each state of a chain, the probability of ever reaching a target. Solves the linear
/// equations by elimination.
///
/// # Panics
/// If a row contains a state outside the chain.
pub fn reach(rows: &[Vec<(usize, u32)>], targets: &[bool]) -> Vec<RBig> {
    let n = rows.len();
    let mut leads = targets.to_vec();
    for _ in 0..n {
        for state in 0..n {
            leads[state] |= rows[state].iter().any(|it| leads[it.0]);
        }
    }
    // `x` is the weighted mean of the successors' `x` where a target can be reached; elsewhere
    // `x` is known.
    let mut equations: Vec<Vec<RBig>> = vec![vec![RBig::ZERO; n + 1]; n];
    for state in 0..n {
        equations[state][state] = RBig::ONE;
        if targets[state] {
            equations[state][n] = RBig::ONE;
        } else if leads[state] {
            let total: u64 = rows[state].iter().map(|it| u64::from(it.1)).sum();
            for &(to, weight) in &rows[state] {
                equations[state][to] -= RBig::from(weight) / RBig::from(total);
            }
        }
    }
    for at in 0..n {
        let pivot = (at..n).find(|row| !equations[*row][at].is_zero()).expect("one solution");
        equations.swap(at, pivot);
        let divisor = equations[at][at].clone();
        equations[at].iter_mut().for_each(|it| *it /= &divisor);
        let own = equations[at].clone();
        for other in (0..n).filter(|row| *row != at) {
            let factor = equations[other][at].clone();
            if !factor.is_zero() {
                let pairs = equations[other].iter_mut().zip(&own).skip(at);
                pairs.for_each(|(it, own)| *it -= &factor * own);
            }
        }
    }
    equations.into_iter().map(|mut row| row.swap_remove(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bust, GraphGame, Node, Shape};
    use spar_rules::Game;

    fn fraction(numerator: u32, denominator: u32) -> RBig {
        RBig::from(numerator) / RBig::from(denominator)
    }

    #[test]
    fn chances_by_hand() {
        // Heads wins, tails goes back; one time in four the other side wins.
        let nodes = vec![
            Node::Roll(vec![(1, 2), (0, 1), (2, 1)]),
            Node::Over(Outcome::Win(Side::First)),
            Node::Over(Outcome::Win(Side::Second)),
        ];
        let game = GraphGame::new(nodes);
        let chain = Chain::of(&game, &0, |_| Vec::new());
        assert_eq!(chain.chances()[0], [fraction(2, 3), fraction(0, 1), fraction(1, 3)]);
        assert_eq!(chain.results()[0], fraction(2, 3));
    }

    #[test]
    fn going_round_is_a_draw() {
        let game = GraphGame::new(vec![
            Node::Play(Side::First, vec![1, 2]),
            Node::Play(Side::Second, vec![0]),
            Node::Over(Outcome::Win(Side::First)),
        ]);
        let with = |weights: [u32; 2]| {
            let weights = move |at: &u8| match at {
                0 => vec![(0, weights[0]), (1, weights[1])],
                _ => vec![(0, 1)],
            };
            Chain::of(&game, &0, weights).chances()[0].clone()
        };
        assert_eq!(with([1, 0]), [0, 1, 0].map(|it| fraction(it, 1)));
        assert_eq!(with([9, 1]), [1, 0, 0].map(|it| fraction(it, 1)));
    }

    #[test]
    fn fractions_are_what_many_plays_come_to() {
        let game = Bust { limit: 5, faces: 3 };
        let any = |at: &_| game.legal(at).into_iter().map(|mv| (mv, 1)).collect();
        let chance = &Chain::of(&game, &game.start(), any).chances()[0];
        let mut random = spar_rules::SplitMix::new(1);
        let mut wins = 0;
        for _ in 0..40_000 {
            let mut at = game.start();
            while !matches!(game.turn(&at), Turn::Over(_)) {
                let moves = game.legal(&at);
                let weights = moves.iter().map(|mv| u64::from(game.weight(&at, *mv)));
                let place = random.weighted(weights).unwrap();
                at = game.after(&at, moves[place]);
            }
            wins += u32::from(game.turn(&at) == Turn::Over(Outcome::Win(Side::First)));
        }
        let share = fraction(wins, 40_000);
        let apart = (share - &chance[0]) * RBig::from(100);
        assert!(&apart * &apart < RBig::ONE, "{wins} {chance:?}");
    }

    #[test]
    fn chances_sum_to_one() {
        let shape = Shape { cyclic: true, chance: true, one_sided: false };
        for seed in 0..100 {
            let game = GraphGame::random(seed, shape);
            let any = |at: &u8| game.legal(at).into_iter().map(|mv| (mv, 1)).collect();
            for chances in Chain::of(&game, &0, any).chances() {
                assert_eq!(chances.iter().fold(RBig::ZERO, |sum, it| sum + it), RBig::ONE);
                assert!(chances.iter().all(|it| *it >= RBig::ZERO));
            }
        }
    }
}
