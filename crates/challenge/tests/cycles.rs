//! Games with cycles: every question has an answer, which agrees with that of another method.

use spar_challenge::chance::Chances;
use spar_challenge::duel::{self, Exact};
use spar_challenge::judge::Goal;
use spar_challenge::oracle::{Oracle, evaluate};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Both, Player, Policy, Seen, Ties, Unknown, Valued, Valuer, Weights};
use spar_challenge::rating::{Odds, Task};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_games::morris::{Morris, Position};
use spar_games::settings::Configured;
use spar_rules::{Game, Side, SplitMix, Turn, Value};
use spar_solve::{Budget, Context, Interval};
use spar_testkit::{Chain, PlainGraph, Shape, move_values, truth};
use std::collections::HashMap;

fn morris(settings: &[(&str, &str)]) -> Morris {
    Morris::new(settings).unwrap()
}

/// The values by definition, as a source of values for players.
fn knows(
    values: &HashMap<Position, Value>,
) -> impl Fn(&Morris, &Position) -> Result<Valued<Morris>, Unknown> + '_ {
    |game, position| Ok(move_values(game, values, position))
}

/// A player that makes every move with the same probability.
struct AnyMove;

impl<G: Game> Policy<G> for AnyMove {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        out.extend(seen.game.legal(seen.position).into_iter().map(|mv| (mv, 1)));
        Ok(())
    }
}

fn intervals(chances: Chances) -> [Interval; 3] {
    match chances {
        Chances::Bounded { win, draw, loss } => [win, draw, loss],
        other => other.to_f64().map(|it| Interval { low: it - 1e-12, high: it + 1e-12 }),
    }
}

#[test]
fn duels_hold_the_fractions_of_the_markov_chain() {
    let (mut cyclic, shape) = (0, Shape { cyclic: true, ..Shape::default() });
    for seed in 0..300 {
        let game = PlainGraph::random(seed, shape);
        let chain = Chain::of(&game, &game.start(), |position| {
            game.legal(position).into_iter().map(|mv| (mv, 1)).collect()
        });
        let mut exact = Exact::new(&game, Budget::unlimited());
        for (position, chances) in chain.positions.iter().zip(chain.chances()) {
            let found = exact.chances(&mut AnyMove, position).unwrap();
            cyclic += u32::from(matches!(found, Chances::Bounded { .. }));
            for (interval, chance) in intervals(found).into_iter().zip(chances) {
                let chance = chance.to_f64().value();
                assert!(interval.low - 1e-12 <= chance && chance <= interval.high + 1e-12);
                assert!(interval.high - interval.low < 1e-9, "{seed} {position:?} {interval:?}");
            }
        }
    }
    assert!(cyclic > 100, "{cyclic} positions from which a cycle can be met");
}

#[test]
fn a_duel_ends_with_its_budget() {
    let game = morris(&[]);
    let budget = Budget::unlimited().with_nodes(100);
    assert_eq!(duel::chances(&game, &mut AnyMove, &game.start(), &budget), Err(Unknown));
    // All positions fit into the budget, but the bounds of their chances are still wide.
    let budget = Budget::unlimited().with_nodes(50_000);
    assert_eq!(duel::chances(&game, &mut AnyMove, &game.start(), &budget), Err(Unknown));
    let stopped = Budget::unlimited();
    stopped.stop();
    assert_eq!(duel::chances(&game, &mut AnyMove, &game.start(), &stopped), Err(Unknown));
}

#[test]
fn every_position_is_valued_by_the_definitions() {
    for settings in [&[][..], &[("diagonals", "no")], &[("moves", "anywhere")]] {
        let game = morris(settings);
        let (values, context) = (truth(&game), Context::bare(Budget::unlimited()));
        let mut oracle = Oracle::new(&game, "morris", &context);
        for (index, (position, value)) in values.iter().enumerate() {
            let Turn::Play(_) = game.turn(position) else { continue };
            let expected = move_values(&game, &values, position);
            assert_eq!(oracle.move_values(&game, position).as_ref(), Ok(&expected));
            if index % 50 == 0 {
                let found = evaluate(&game, "morris", position, &context);
                assert_eq!(found.value(), Some(*value));
                assert!(found.is_exact());
                // Lines of wins and losses end with the game; in a draw, play is endless.
                let is_whole = value.plies().is_none_or(|it| it as usize == found.line().len());
                assert!(
                    is_whole && found.line().len() < values.len(),
                    "{value} {:?}",
                    found.line()
                );
            }
        }
    }
}

#[test]
fn who_plays_perfectly_wins_what_is_won() {
    let game = morris(&[]);
    let values = truth(&game);
    let players = LookAhead::new(Known::new(&game, knows(&values), Budget::unlimited()));
    let budget = Budget::unlimited();
    for rival in [Player::random(), Player::foresight(2, Ties::Any), Player::perfect()] {
        let mut both = Both::named(&players, &Player::perfect(), &rival).unwrap();
        let sample = duel::sample(&game, &mut both, &game.start(), (40, 1), &budget).unwrap();
        assert_eq!((sample.wins, sample.plays()), (40, 40), "{rival}");
        let chances = duel::chances(&game, &mut both, &game.start(), &budget).unwrap();
        assert!(chances.to_f64()[0] > 1.0 - 1e-9, "{rival}");
    }
}

#[test]
fn play_without_end_is_a_draw() {
    let game = morris(&[("diagonals", "no")]);
    let values = truth(&game);
    let players = LookAhead::new(Known::new(&game, knows(&values), Budget::unlimited()));
    let mut both = Both::named(&players, &Player::perfect(), &Player::perfect()).unwrap();
    let budget = Budget::unlimited();
    let sample = duel::sample(&game, &mut both, &game.start(), (3, 1), &budget).unwrap();
    assert_eq!(sample.draws, 3);
    let chances = duel::chances(&game, &mut both, &game.start(), &budget).unwrap();
    assert!(chances.to_f64()[1] > 1.0 - 1e-9);
}

/// Positions from the whole game in which the side to move has this kind of value.
fn some(values: &HashMap<Position, Value>, like: fn(Value) -> bool) -> Vec<Position> {
    let mut all: Vec<Position> = values.iter().filter(|it| like(*it.1)).map(|it| *it.0).collect();
    all.sort();
    let every = all.len() / 12;
    all.into_iter().step_by(every.max(1)).collect()
}

#[test]
fn who_never_slips_solves_what_a_duel_wins() {
    let game = morris(&[]);
    let values = truth(&game);
    let budget = Budget::unlimited();
    let mut odds = Odds::new(&game, knows(&values), &budget);
    let players = LookAhead::new(Known::new(&game, knows(&values), budget.clone()));
    let (mut drawn, mut won, perfect) = (0.0, 0.0, Player::perfect());
    let opponents = [Player::random(), Player::foresight(1, Ties::Any), Player::perfect()];
    for (index, position) in some(&values, |it| it == Value::Draw).into_iter().enumerate() {
        let (side, opponent) = (game.side(&position), &opponents[index % 3]);
        let (first, second) =
            if side == Side::First { (&perfect, opponent) } else { (opponent, &perfect) };
        let mut both = Both::named(&players, first, second).unwrap();
        let chances = duel::chances(&game, &mut both, &position, &budget).unwrap();
        let chances = if side == Side::First { chances } else { chances.opposite() };
        let [win, draw, _] = chances.to_f64();
        (won, drawn) = (won + win, drawn + draw);
        // A perfect player does not lose from here, but it may not win.
        for (goal, chance) in [(Goal::Draw, win + draw), (Goal::Win, win)] {
            let task = Task { position, side, goal, opponent: opponent.clone() };
            let found = odds.solved(&task, &perfect.clone().into()).unwrap();
            assert!((found.middle() - chance).abs() < 1e-9, "{goal:?} {found:?} {chance}");
            let mut generator = SplitMix::new(5);
            odds.attempt(&task, &perfect.clone().into(), &mut generator).unwrap();
        }
    }
    assert!(won > 1.0 && drawn > 1.0, "{won} {drawn}");
}

#[test]
fn levels_are_proved_again_without_recursion() {
    let game = morris(&[]);
    let values = truth(&game);
    let budget = Budget::unlimited();
    let players = LookAhead::new(Known::new(&game, knows(&values), budget.clone()));
    let mut checker = Checker::new(&game, 200_000);
    let (learner, opponent) = (Player::foresight(1, Ties::Any), Player::random());
    for position in some(&values, |it| matches!(it, Value::Win(3..))) {
        let valued = move_values(&game, &values, &position);
        assert_eq!(checker.move_values(&position).as_ref(), Ok(&valued));
        let learner_side = game.side(&position);
        let (first, second) = match learner_side {
            Side::First => (&learner, &opponent),
            Side::Second => (&opponent, &learner),
        };
        let mut both = Both::named(&players, first, second).unwrap();
        let chances = duel::chances(&game, &mut both, &position, &budget).unwrap();
        let chances = if learner_side == Side::First { chances } else { chances.opposite() };
        let claimed = match chances {
            Chances::Exact(it) => Claimed::Exact {
                win: it.win,
                draw: it.draw,
                loss: it.loss,
                whole: it.win + it.draw + it.loss,
            },
            other => Claimed::Bounded(intervals(other).map(|it| (it.low, it.high))),
        };
        let value = values[&position];
        let moves = |like: &dyn Fn(Value) -> bool| {
            valued.iter().filter(|it| like(it.1)).map(|it| it.0).collect::<Vec<_>>()
        };
        let mut claim = Claim {
            position,
            learner_side,
            learner: learner.clone(),
            opponent: opponent.clone(),
            value,
            winning: moves(&|it| it > Value::Draw),
            fastest: moves(&|it| it == value),
            chances: claimed,
        };
        assert_eq!(checker.check(&claim), Ok(()), "{position:?}");
        claim.chances = Claimed::Bounded([(0.0, 1e-9), (0.0, 1e-9), (1.0 - 1e-9, 1.0)]);
        assert!(matches!(checker.check(&claim), Err(Doubt::Chance { .. })), "{position:?}");
        claim.value = Value::Draw;
        assert_eq!(checker.check(&claim), Err(Doubt::NotDrawn { winner: learner_side }));
        let few = Checker::new(&game, 50).check(&claim);
        assert_eq!(few, Err(Doubt::TooMuch { positions: 50 }));
    }
}
