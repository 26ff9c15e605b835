//! Accepts correct claims according to slow code that follows the definitions literally.

use crate::{Pair, is_win};
use spar_challenge::policy::{Habit, Player, Ties};
use spar_challenge::verify::{Claim, Claimed};
use spar_rules::{Game, Outcome, Reward, Side, Turn, Value};
use spar_solve::minimax;
use std::collections::HashMap;

/// Values by `minimax` and chances by definition, both cached.
pub(crate) struct Slow<'a, G: Reward> {
    game: &'a G,
    values: HashMap<G::Position, Value>,
    chances: HashMap<(G::Position, Side, Pair), [Part; 3]>,
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part(u128, u128);

impl Part {
    fn plus(self, other: Part) -> Part {
        Part(self.0 * other.1 + other.0 * self.1, self.1 * other.1).lowest()
    }

    fn divided_by(self, count: usize) -> Part {
        Part(self.0, self.1 * count as u128).lowest()
    }

    fn lowest(self) -> Part {
        let divisor = greatest_divisor(self.0, self.1);
        Part(self.0 / divisor, self.1 / divisor)
    }
}

fn greatest_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl<'a, G: Reward> Slow<'a, G> {
    pub(crate) fn new(game: &'a G) -> Slow<'a, G> {
        Slow { game, values: HashMap::new(), chances: HashMap::new() }
    }

    pub(crate) fn claim(
        &mut self,
        position: &G::Position,
        learner_side: Side,
        pair: &Pair,
    ) -> Claim<G> {
        let valued = self.moves(position);
        let value = valued.iter().map(|it| it.1).max().unwrap();
        let kept = |keep: &dyn Fn(Value) -> bool| {
            valued.iter().filter(|it| keep(it.1)).map(|it| it.0.clone()).collect()
        };
        Claim {
            position: position.clone(),
            learner_side,
            learner: pair.0.clone(),
            opponent: pair.1.clone(),
            value,
            winning: kept(&is_win),
            fastest: kept(&|it| is_win(it) && it == value),
            chances: self.claimed(position, learner_side, pair),
        }
    }

    pub(crate) fn claimed(
        &mut self,
        position: &G::Position,
        learner_side: Side,
        pair: &Pair,
    ) -> Claimed {
        let parts = self.chances(position, learner_side, pair);
        let whole =
            parts.iter().fold(1, |whole, part| whole / greatest_divisor(whole, part.1) * part.1);
        let [win, draw, loss] = parts.map(|part| part.0 * (whole / part.1));
        Claimed::Exact { win, draw, loss, whole }
    }

    fn value(&mut self, position: &G::Position) -> Value {
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Value::of(outcome, self.game.side(position));
        }
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let value = self.moves(position).into_iter().map(|it| it.1).max().unwrap();
        self.values.insert(position.clone(), value);
        value
    }

    fn moves(&mut self, position: &G::Position) -> Vec<(G::Move, Value)> {
        let game = self.game;
        let valued = |mv: G::Move| {
            (mv.clone(), minimax::move_value(game, position, mv, |next| self.value(next)))
        };
        legal(game, position).into_iter().map(valued).collect()
    }

    fn chances(&mut self, position: &G::Position, learner: Side, pair: &Pair) -> [Part; 3] {
        let (none, all) = (Part(0, 1), Part(1, 1));
        let mover = match self.game.turn(position) {
            Turn::Over(Outcome::Draw) => return [none, all, none],
            Turn::Over(Outcome::Win(side)) if side == learner => return [all, none, none],
            Turn::Over(_) => return [none, none, all],
            _ => self.game.side(position),
        };
        let key = (position.clone(), learner, pair.clone());
        if let Some(chances) = self.chances.get(&key) {
            return *chances;
        }
        let chosen = self.chosen(position, if mover == learner { &pair.0 } else { &pair.1 });
        let mut sums = [none; 3];
        for mv in &chosen {
            let chances = self.chances(&self.game.after(position, mv.clone()), learner, pair);
            for (sum, part) in sums.iter_mut().zip(chances) {
                *sum = sum.plus(part);
            }
        }
        let chances = sums.map(|sum| sum.divided_by(chosen.len()));
        self.chances.insert(key, chances);
        chances
    }

    fn chosen(&mut self, position: &G::Position, player: &Player) -> Vec<G::Move> {
        let game = self.game;
        match player.habit().expect("these games have only such players") {
            Habit::Any => legal(game, position),
            Habit::Best => best(&self.moves(position)),
            Habit::Foresight(rounds, ties) => {
                let sign = if game.side(position) == Side::First { 1.0 } else { -1.0 };
                let look = |mv| look(game, &game.after(position, mv), 1, 2 * rounds, ties);
                let looks =
                    legal(game, position).into_iter().map(|mv| (mv.clone(), sign * look(mv)));
                best(&looks.collect::<Vec<_>>())
            }
        }
    }
}

fn best<M: Clone, V: PartialOrd + Copy>(valued: &[(M, V)]) -> Vec<M> {
    let is_best = |value: &V| valued.iter().all(|other| *value >= other.1);
    valued.iter().filter(|it| is_best(&it.1)).map(|it| it.0.clone()).collect()
}

/// The evaluation of a position `ply` plies below the root of a tree of depth `depth`, by
/// definition: for a win, infinity (rule A), or a large number minus the plies (rule B).
fn look<G: Reward>(game: &G, position: &G::Position, ply: u32, depth: u32, ties: Ties) -> f64 {
    let side = match game.turn(position) {
        Turn::Over(outcome) => {
            let won = match ties {
                Ties::Any => f64::INFINITY,
                Ties::Fastest => 1e9 - f64::from(ply),
            };
            return match outcome {
                Outcome::Draw => 0.0,
                Outcome::Win(Side::First) => won,
                Outcome::Win(Side::Second) => -won,
            };
        }
        _ => game.side(position),
    };
    if ply == depth {
        return f64::from(game.reward(position));
    }
    let below = legal(game, position).into_iter();
    let below = below.map(|mv| look(game, &game.after(position, mv), ply + 1, depth, ties));
    match side {
        Side::First => below.fold(f64::NEG_INFINITY, f64::max),
        Side::Second => below.fold(f64::INFINITY, f64::min),
    }
}

fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}
