//! Search with chance: cuts change only the number of visited positions.

use spar_rules::{Game, Outcome, Side, SplitMix, Stochastic, Turn, laws};
use spar_solve::reference::expectimax::{Cuts, Expectimax, ExpectimaxResult};
use spar_solve::{Budget, SolveError};

/// An artificial game: a position is a number from which everything about it is derived, except
/// that rolls and moves may alternate.
struct Made {
    seed: u64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Sides and rolls alternate.
    Turns,
    /// Sides and rolls in any order.
    Mixed,
    /// Sides and rolls alternate, and good moves come first.
    Ordered,
}

/// The number, the ply, and the first side's gain from good moves.
type At = (u64, u32, i32);

const LONGEST: u32 = 9;

impl Made {
    fn draw(&self, (number, ply, _): At, salt: u64, bound: u64) -> u64 {
        SplitMix::new(self.seed ^ number.rotate_left(17) ^ (u64::from(ply) << 50) ^ salt)
            .below(bound)
    }

    fn judge(&self, at: &At) -> f64 {
        let noise = self.draw(*at, 5, 1001) as f64 / 1000.0;
        match self.kind {
            Kind::Ordered => 0.4 + f64::from(at.2) / 60.0 + noise / 10.0,
            _ => noise,
        }
    }
}

impl Game for Made {
    type Position = At;
    type Move = u8;

    fn start(&self) -> At {
        (0, 0, 0)
    }

    fn turn(&self, at: &At) -> Turn {
        if at.1 >= LONGEST || self.draw(*at, 1, 12) == 0 && at.1 > 0 {
            return Turn::Over(Outcome::Draw);
        }
        let kind =
            if self.kind == Kind::Mixed { self.draw(*at, 2, 4) } else { u64::from(at.1 % 4) };
        match kind {
            0 => Turn::Play(Side::First),
            2 => Turn::Play(Side::Second),
            _ => Turn::Roll,
        }
    }

    fn side(&self, at: &At) -> Side {
        match self.turn(at) {
            Turn::Play(side) => side,
            _ => Side::First,
        }
    }

    fn moves(&self, at: &At, out: &mut Vec<u8>) {
        if !matches!(self.turn(at), Turn::Over(_)) {
            let is_wide = self.kind == Kind::Ordered && self.turn(at) != Turn::Roll;
            out.extend(if is_wide { 0..=7 } else { 0..=self.draw(*at, 3, 4) as u8 });
        }
    }

    fn after(&self, at: &At, mv: u8) -> At {
        let good = match self.turn(at) {
            Turn::Play(Side::First) => 7 - i32::from(mv),
            Turn::Play(Side::Second) => i32::from(mv) - 7,
            _ => 0,
        };
        (SplitMix::new(at.0 ^ u64::from(mv)).next_u64(), at.1 + 1, at.2 + good)
    }
}

impl Stochastic for Made {
    fn weight(&self, at: &At, roll: u8) -> u32 {
        1 + self.draw((at.0 ^ u64::from(roll), at.1, 0), 4, 9) as u32
    }
}

fn run(game: &Made, cuts: Cuts, depth: u32) -> ExpectimaxResult<u8> {
    let search = Expectimax { game, low: 0.0, high: 1.0, judge: |at: &At| game.judge(at), cuts };
    search.run(&game.start(), depth, &Budget::unlimited()).unwrap()
}

/// The value by its definition.
fn by_definition(game: &Made, at: &At, depth: u32) -> f64 {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    if depth == 0 || moves.is_empty() {
        return game.judge(at);
    }
    let values = moves.iter().map(|mv| by_definition(game, &game.after(at, *mv), depth - 1));
    match game.turn(at) {
        Turn::Play(Side::First) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Play(Side::Second) => values.fold(f64::INFINITY, f64::min),
        _ => {
            let weights: Vec<f64> =
                moves.iter().map(|mv| f64::from(game.weight(at, *mv))).collect();
            let sum: f64 = values.zip(&weights).map(|(value, weight)| value * weight).sum();
            sum / weights.iter().sum::<f64>()
        }
    }
}

#[test]
fn the_made_up_game_keeps_the_laws() {
    laws::check(&Made { seed: 1, kind: Kind::Mixed }, 50, |_, _| {});
}

#[test]
fn cuts_change_no_value_and_star1_visits_no_more() {
    let (mut plain_nodes, mut star1_nodes) = (0, 0);
    for seed in 0..600 {
        let kind = [Kind::Turns, Kind::Mixed, Kind::Ordered][(seed % 3) as usize];
        let game = Made { seed, kind };
        let depth = 1 + (seed % 6) as u32;
        let plain = run(&game, Cuts::Nothing, depth);
        let truth = by_definition(&game, &game.start(), depth);
        assert!((plain.value - truth).abs() < 1e-12, "seed {seed}");
        let (star1, star2) = (run(&game, Cuts::Star1, depth), run(&game, Cuts::Star2, depth));
        assert!((star1.value - plain.value).abs() < 1e-12, "seed {seed}: {star1:?}, {plain:?}");
        assert!((star2.value - plain.value).abs() < 1e-12, "seed {seed}: {star2:?}, {plain:?}");
        assert_eq!((star1.best, star2.best), (plain.best, plain.best), "seed {seed}");
        assert!(star1.nodes <= plain.nodes, "seed {seed}: {star1:?}, {plain:?}");
        plain_nodes += plain.nodes;
        star1_nodes += star1.nodes;
    }
    assert!(star1_nodes * 10 < plain_nodes * 9, "{star1_nodes} of {plain_nodes}");
}

#[test]
fn a_look_at_one_move_pays_where_good_moves_come_first() {
    let nodes = |cuts| -> u64 {
        let made = |seed| Made { seed, kind: Kind::Ordered };
        (0..40).map(|seed| run(&made(seed), cuts, 6).nodes).sum()
    };
    let [plain, star1, star2] = [Cuts::Nothing, Cuts::Star1, Cuts::Star2].map(nodes);
    assert!(star1 < plain && star2 < star1, "{plain} {star1} {star2}");
}

#[test]
fn a_spent_budget_stops_the_search() {
    let game = Made { seed: 4, kind: Kind::Turns };
    let judge = |at: &At| game.judge(at);
    let search = Expectimax { game: &game, low: 0.0, high: 1.0, judge, cuts: Cuts::Star1 };
    let few = Budget::unlimited().with_nodes(5);
    assert_eq!(search.run(&game.start(), 6, &few), Err(SolveError::Stopped));
}
