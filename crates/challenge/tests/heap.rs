//! Games whose positions, moves and search keys own heap memory: duels, sampled plays and best
//! responses agree with plain recursion, and budgets count the owned memory.

use spar_challenge::chance::Chances;
use spar_challenge::duel::{self, Exact};
use spar_challenge::players::{Known, LookAhead, Random};
use spar_challenge::policy::{
    Both, Player, Policy, Roster as _, Seen, Ties, Unknown, Valued, Weights,
};
use spar_challenge::response::{Among, respond};
use spar_rules::{Deterministic, Game, Outcome, Side, Turn, Value};
use spar_solve::{Budget, Silent};
use spar_testkit::{Chain, Stutter, move_values, truth};
use std::collections::HashMap;

const GAME: Stutter = Stutter { letters: 3, longest: 6 };

type Truth = HashMap<String, Value>;

fn roster(values: &Truth) -> LookAhead<'_, Stutter> {
    let valuer = |game: &Stutter, here: &String| -> Result<Valued<Stutter>, Unknown> {
        Ok(move_values(game, values, here))
    };
    LookAhead::new(Known::new(&GAME, valuer, Budget::unlimited()))
}

fn players() -> [Player; 4] {
    [
        Player::random(),
        Player::foresight(1, Ties::Any),
        Player::foresight(2, Ties::Fastest),
        Player::perfect(),
    ]
}

fn weights(policy: &mut dyn Policy<Stutter>, here: &String) -> Weights<Stutter> {
    let mut weights = Vec::new();
    policy.weights(&Seen::at(&GAME, here), &mut weights).unwrap();
    weights
}

#[test]
fn duels_and_sampled_play_have_the_chances_of_the_markov_chain() {
    let values = truth(&GAME);
    let roster = roster(&values);
    for first in players() {
        for second in players() {
            let mut both = Both::named(&roster, &first, &second).unwrap();
            let chain = Chain::of(&GAME, &GAME.start(), |here| weights(&mut both, here));
            let mut exact = Exact::new(&GAME, Budget::unlimited());
            let all = chain.chances();
            for (position, chances) in chain.positions.iter().zip(&all) {
                let found = exact.chances(&mut both, position).unwrap();
                assert!(matches!(found, Chances::Exact(_)), "{first} {second} {position}");
                for (found, chance) in found.to_f64().into_iter().zip(chances) {
                    let chance = chance.to_f64().value();
                    assert!((found - chance).abs() < 1e-12, "{first} {second} {position}");
                }
            }
            let (plays, start, budget) = (4_000, GAME.start(), Budget::unlimited());
            let sample = duel::sample(&GAME, &mut both, &start, (plays, 1), &budget).unwrap();
            let counts = [sample.wins, sample.draws, sample.losses];
            for (count, chance) in counts.into_iter().zip(&all[0]) {
                let (mean, chance) = (count as f64 / plays as f64, chance.to_f64().value());
                // Five standard deviations, with a margin for chances near 0.
                let most = 5.0 * (chance * (1.0 - chance) / plays as f64).sqrt() + 1e-9;
                assert!((mean - chance).abs() <= most, "{first} {second}: {mean} {chance}");
            }
        }
    }
}

/// The best result of `side` against a player, directly from the definition.
fn best(here: &String, side: Side, rival: &mut dyn Policy<Stutter>) -> f64 {
    match GAME.turn(here) {
        Turn::Over(Outcome::Draw) => 0.5,
        Turn::Over(Outcome::Win(winner)) => f64::from(u8::from(winner == side)),
        Turn::Play(mover) if mover == side => {
            let results = GAME.legal(here).into_iter();
            results.map(|mv| best(&GAME.after(here, mv), side, rival)).fold(0.0, f64::max)
        }
        _ => {
            let all = weights(rival, here);
            let whole: f64 = all.iter().map(|it| f64::from(it.1)).sum();
            let result = |(mv, weight): (Box<str>, u32)| {
                f64::from(weight) * best(&GAME.after(here, mv), side, rival)
            };
            all.into_iter().map(result).sum::<f64>() / whole
        }
    }
}

#[test]
fn best_responses_are_those_of_all_plays() {
    let values = truth(&GAME);
    let roster = roster(&values);
    let mut moves = |here: &String| {
        let valued = move_values(&GAME, &values, here).into_iter();
        valued.map(|(mv, value)| (mv, Some(value))).collect()
    };
    for rival in players() {
        let mut policy = roster.policy(&rival).unwrap();
        for side in [Side::First, Side::Second] {
            for here in ["", "a", "ab", "aba", "abac"].map(String::from) {
                let found = respond(
                    &GAME,
                    &here,
                    (side, Among::All),
                    &mut policy,
                    &mut moves,
                    &mut || None,
                    (&Budget::unlimited(), &Silent),
                );
                let found = found.unwrap();
                let result = found.outlook.result().middle();
                assert!((result - best(&here, side, &mut policy)).abs() < 1e-12, "{rival} {here}");
                for (mv, outlook) in found.moves {
                    let slow = best(&GAME.after(&here, mv), side, &mut policy);
                    assert!((outlook.result().middle() - slow).abs() < 1e-12, "{rival} {here}");
                }
            }
        }
    }
}

/// Take one, two or three; whoever takes the last one wins. Each position owns a block of
/// memory.
struct Heavy {
    start: u32,
    block: usize,
    ends: bool,
}

impl Game for Heavy {
    type Position = (u32, Side, Vec<u8>);
    type Move = u32;

    fn start(&self) -> Self::Position {
        (self.start, Side::First, vec![0; self.block])
    }

    fn side(&self, position: &Self::Position) -> Side {
        position.1
    }

    fn turn(&self, &(left, side, _): &Self::Position) -> Turn {
        if left == 0 { Turn::Over(Outcome::Win(side.other())) } else { Turn::Play(side) }
    }

    fn moves(&self, position: &Self::Position, out: &mut Vec<u32>) {
        out.extend(1..=position.0.min(3));
    }

    fn after(&self, (left, side, block): &Self::Position, taken: u32) -> Self::Position {
        (left - taken, side.other(), block.clone())
    }

    fn owned_bytes(&self, position: &Self::Position) -> usize {
        position.2.capacity()
    }

    fn horizon(&self, position: &Self::Position) -> Option<u32> {
        self.ends.then_some(position.0)
    }
}

impl Deterministic for Heavy {}

#[test]
fn a_budget_in_bytes_counts_what_positions_own() {
    let budget = Budget::unlimited().with_memory(200_000);
    // Fractions, bounds if fractions overflow, and a game with cycles.
    for (start, ends, is_exact) in [(40, true, true), (120, true, false), (40, false, true)] {
        let chances = |block| {
            let game = Heavy { start, block, ends };
            duel::chances(&game, &mut Random, &game.start(), &budget)
        };
        let light = chances(0).unwrap();
        assert_eq!(matches!(light, Chances::Exact(_)), is_exact, "{start} {light:?}");
        // At least 40 positions of 10 000 bytes.
        assert_eq!(chances(10_000), Err(Unknown), "{start} {ends}");
    }
}
