//! Best responses, the players based on them and the sentences about them, compared with every
//! play of small games.

#[path = "../copycat/mod.rs"]
mod copycat;
mod said;

use spar_challenge::chance::{Fraction, Parts};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Player, Policy, Roster as _, Seen, Unknown, Valued};
use spar_challenge::response::{Among, Question, WholeResponses, respond};
use spar_games::lines::{Board, Lines, Place};
use spar_rules::{Game, Outcome, Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::mdp::expected::{Expected, Outlook, respond_among};
use spar_solve::{Budget, Silent, minimax};
use spar_testkit::truth;
use std::collections::HashMap;
use std::sync::Arc;

type Truth = HashMap<Board, Value>;

/// A game small enough to enumerate every play, with the value of every position.
struct Small {
    game: Lines,
    values: Truth,
}

impl Small {
    fn named(name: &str) -> Small {
        let game = Lines::named(name).unwrap();
        let values = truth(&game);
        Small { game, values }
    }

    fn roster(&self) -> LookAhead<'_, Lines> {
        let valuer = |game: &Lines, here: &Board| -> Result<Valued<Lines>, Unknown> {
            Ok(self.move_values(game, here))
        };
        LookAhead::new(Known::new(&self.game, valuer, Budget::unlimited()))
    }

    fn move_values(&self, game: &Lines, here: &Board) -> Valued<Lines> {
        let value = |mv| minimax::move_value(game, here, mv, |next| self.values[next]);
        game.legal(here).into_iter().map(|mv| (mv, value(mv))).collect()
    }

    /// The moves that keep the outcome.
    fn keeping(&self, here: &Board) -> Vec<Place> {
        let valued = self.move_values(&self.game, here);
        let most = valued.iter().map(|it| outcome(it.1)).max();
        let keeps = valued.into_iter().filter(|it| Some(outcome(it.1)) == most);
        keeps.map(|it| it.0).collect()
    }

    fn policy<'a>(&'a self, name: &str) -> Box<dyn Policy<Lines> + 'a> {
        self.roster().policy(&name.parse::<Player>().unwrap()).unwrap()
    }
}

fn weights(policy: &mut dyn Policy<Lines>, game: &Lines, here: &Board) -> Vec<(Place, u32)> {
    let mut weights = Vec::new();
    policy.weights(&Seen::at(game, here), &mut weights).unwrap();
    weights
}

/// The best expected result of `side` by enumerating every play, and the most wins of policies
/// with that result. `allowed` filters the moves of `side`.
fn best(
    small: &Small,
    here: &Board,
    side: Side,
    rival: &mut dyn Policy<Lines>,
    allowed: &dyn Fn(&Board, Place) -> bool,
    known: &mut HashMap<Board, (Fraction, Fraction)>,
) -> (Fraction, Fraction) {
    let game = &small.game;
    if let Some(found) = known.get(here) {
        return *found;
    }
    let found = match game.turn(here) {
        Turn::Over(Outcome::Draw) => (Fraction::new(1, 2).unwrap(), Fraction::ZERO),
        Turn::Over(Outcome::Win(winner)) if winner == side => (Fraction::ONE, Fraction::ONE),
        Turn::Over(_) => (Fraction::ZERO, Fraction::ZERO),
        Turn::Play(mover) if mover == side => {
            let moves = game.legal(here).into_iter().filter(|mv| allowed(here, *mv));
            let results: Vec<(Fraction, Fraction)> = moves
                .map(|mv| best(small, &game.after(here, mv), side, rival, allowed, known))
                .collect();
            results.into_iter().max().unwrap()
        }
        Turn::Play(_) => {
            let all = weights(rival, game, here);
            let whole: u32 = all.iter().map(|it| it.1).sum();
            let share = |sum: Fraction, weight: u32, then: Fraction| {
                let numerator = u128::from(weight) * then.numerator();
                let share = Fraction::new(numerator, u128::from(whole) * then.denominator());
                sum.plus(share.unwrap()).unwrap()
            };
            all.into_iter().fold((Fraction::ZERO, Fraction::ZERO), |sums, (mv, weight)| {
                let then = best(small, &game.after(here, mv), side, rival, allowed, known);
                (share(sums.0, weight, then.0), share(sums.1, weight, then.1))
            })
        }
        Turn::Roll => unreachable!(),
    };
    known.insert(*here, found);
    found
}

const GAMES: [&str; 3] = ["tictactoe", "bottom2", "connect3:rows=3,cols=4"];
const RIVALS: [&str; 4] = ["random", "1", "2", "3"];

/// Allows every move.
fn any(_: &Board, _: Place) -> bool {
    true
}

fn sides() -> [Side; 2] {
    [Side::First, Side::Second]
}

#[test]
fn the_best_response_is_that_of_all_plays_on_every_position() {
    for name in GAMES {
        let small = Small::named(name);
        for rival in RIVALS {
            let mut policy = small.policy(rival);
            let mut values = |here: &Board| {
                let valued = small.move_values(&small.game, here);
                valued.into_iter().map(|(mv, value)| (mv, Some(value))).collect()
            };
            for side in sides() {
                let mut known = HashMap::new();
                for here in small.values.keys() {
                    let slow = best(&small, here, side, &mut policy, &any, &mut known);
                    let found = respond(
                        &small.game,
                        here,
                        (side, Among::All),
                        &mut policy,
                        &mut values,
                        &mut || None,
                        (&Budget::unlimited(), &Silent),
                    );
                    let found = found.unwrap();
                    let parts = found.outlook.exact().unwrap();
                    assert_eq!(parts.rank(), Some(slow), "{name} {rival} {side} {here:?}");
                    let sum = |parts: &Parts| {
                        let [wins, draws] = [parts.wins(), parts.draws()];
                        wins.plus(draws)?.plus(parts.losses())
                    };
                    assert_eq!(sum(&parts), Some(Fraction::ONE), "{name} {rival} {here:?}");
                    for (mv, outlook) in &found.moves {
                        let next = small.game.after(here, *mv);
                        let slow = best(&small, &next, side, &mut policy, &any, &mut known);
                        assert_eq!(outlook.exact().unwrap().rank(), Some(slow), "{mv:?} {here:?}");
                        assert_eq!(found.best.contains(mv), Some(slow) == parts.rank());
                    }
                }
            }
        }
    }
}

/// The expected chances of `side` from every position, by fractions from each position that no
/// earlier one reaches.
fn one_by_one(
    small: &Small,
    rival: &mut dyn Policy<Lines>,
    side: Side,
    among: Among,
) -> HashMap<Board, Outlook> {
    let game = &small.game;
    let mut boards: Vec<&Board> = small.values.keys().collect();
    boards.sort_by_key(|board| board.n_stones());
    let mut known = HashMap::new();
    for board in boards {
        if known.contains_key(board) {
            continue;
        }
        let mut choices = |here: &Board| -> Result<Vec<Place>, Unknown> {
            Ok(match among {
                Among::All => game.legal(here),
                Among::Keeping => small.keeping(here),
            })
        };
        let mut weights =
            |here: &Board, out: &mut Vec<(Place, u32)>| rival.weights(&Seen::at(game, here), out);
        let budget = Budget::unlimited();
        let found =
            respond_among(game, board, side, &mut choices, &mut weights, &budget, &Silent).unwrap();
        let seen = |outlook: Outlook| match side {
            Side::First => outlook,
            Side::Second => outlook.opposite(),
        };
        known.extend(found.entries().map(|(board, outlook)| (*board, seen(outlook))));
    }
    known
}

#[test]
fn a_sweep_tells_the_same_of_every_position_as_one_by_one() {
    for name in ["tictactoe", "connect3", "bottom2"] {
        let small = Small::named(name);
        let game = &small.game;
        let table = Arc::new(Table::solve(game, &Budget::unlimited(), &Silent).unwrap());
        assert_eq!(table.summary().positions, small.values.len() as u64, "{name}");
        for rival in RIVALS {
            for (side, among) in sides()
                .into_iter()
                .flat_map(|side| [Among::All, Among::Keeping].map(|among| (side, among)))
            {
                let about = format!("{name} {rival} {side} {among:?}");
                let slow = one_by_one(&small, &mut *small.policy(rival), side, among);
                let question = Question { rival: rival.parse().unwrap(), side, among };
                let limits = Budget::unlimited().with_threads(2);
                let quick = WholeResponses::sweep(&table, game, &question, &limits, &Silent);
                let quick = quick.unwrap();
                for here in small.values.keys() {
                    let found = quick.outlook(game, here).unwrap();
                    assert!(found.exact().is_some(), "{about} {here:?}");
                    assert_eq!(found, slow[here], "{about} {here:?}");
                    if game.turn(here) != Turn::Play(side) {
                        continue;
                    }
                    let moves = match among {
                        Among::All => game.legal(here),
                        Among::Keeping => small.keeping(here),
                    };
                    assert_eq!(quick.choices(game, here).unwrap(), moves, "{about} {here:?}");
                    let after = |mv: Place| (mv, slow[&game.after(here, mv)]);
                    let best = Expected::<Lines>::best_of(moves.into_iter().map(after).collect());
                    assert_eq!(quick.best(game, here).unwrap(), best, "{about} {here:?}");
                }
            }
        }
    }
}

/// The winner, without the distance.
fn outcome(value: Value) -> i32 {
    match value {
        Value::Loss(_) => -1,
        Value::Draw => 0,
        Value::Win(_) => 1,
    }
}

#[test]
fn players_that_respond_take_the_best_moves_and_traps_keep_the_value() {
    for name in GAMES {
        let small = Small::named(name);
        let keeps = |here: &Board, mv: Place| small.keeping(here).contains(&mv);
        for rival in ["random", "2"] {
            let mut policy = small.policy(rival);
            let mut respond = small.policy(&format!("respond:against={rival}"));
            let mut trap = small.policy(&format!("trap:against={rival}"));
            for here in small.values.keys() {
                let Turn::Play(side) = small.game.turn(here) else { continue };
                for (player, allowed) in
                    [(&mut respond, &any as &dyn Fn(&Board, Place) -> bool), (&mut trap, &keeps)]
                {
                    let mut known = HashMap::new();
                    let most = best(&small, here, side, &mut policy, allowed, &mut known);
                    let taken: Vec<Place> = weights(&mut **player, &small.game, here)
                        .into_iter()
                        .map(|it| it.0)
                        .collect();
                    for mv in small.game.legal(here) {
                        let next = small.game.after(here, mv);
                        let then = best(&small, &next, side, &mut policy, allowed, &mut known);
                        let is_best = allowed(here, mv) && then == most;
                        assert_eq!(taken.contains(&mv), is_best, "{name} {rival} {mv:?} {here:?}");
                    }
                }
            }
        }
    }
}
