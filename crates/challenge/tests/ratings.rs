//! Compares ratings with references: the stated players' duels, and chances by enumerating all
//! plays.

use spar_challenge::chance::Fraction;
use spar_challenge::duel::Exact;
use spar_challenge::judge::Goal;
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Both, Player, Policy as _, Roster as _, Seen, Ties, Unknown, Valued};
use spar_challenge::rating::scale::{STATED, expected, stated_player};
use spar_challenge::rating::{Learner, Odds, Task};
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game, Notation, Outcome, Side, Symmetric, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::{Budget, Silent, minimax};
use std::collections::BTreeSet;

fn preset(name: &str) -> Lines {
    Lines::new(Keys::preset(name).unwrap()).unwrap()
}

/// All positions up to symmetry that the side to move wins, but not with its next move.
fn won_later(game: &Lines, table: &Table) -> Vec<Board> {
    let (mut seen, mut won) = (BTreeSet::new(), Vec::new());
    let mut left = vec![game.canonical(&game.start())];
    while let Some(here) = left.pop() {
        if !seen.insert(here) {
            continue;
        }
        if matches!(table.value(game, &here), Some(Value::Win(plies)) if plies > 1) {
            won.push(here);
        }
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        left.extend(moves.into_iter().map(|mv| game.canonical(&game.after(&here, mv))));
    }
    won
}

/// The points of the first player against the second in both seatings, from 0 to 1.
fn points(game: &Lines, starts: &[Board], one: &Player, other: &Player) -> f64 {
    let none = |_: &Lines, _: &Board| -> Result<Valued<Lines>, Unknown> { Err(Unknown) };
    let roster = LookAhead::new(Known::new(game, none, Budget::unlimited()));
    let of_first = |first, second| -> f64 {
        let mut both = Both::named(&roster, first, second).unwrap();
        let mut exact = Exact::new(game, Budget::unlimited());
        let chances = starts.iter().map(|it| exact.chances(&mut both, it).unwrap().to_f64());
        chances.map(|[win, draw, _]| win + draw / 2.0).sum::<f64>() / starts.len() as f64
    };
    (of_first(one, other) + 1.0 - of_first(other, one)) / 2.0
}

#[test]
fn the_stated_ratings_follow_from_exact_duels() {
    let mut table = [[0.0; STATED.len()]; STATED.len()];
    let games = ["tictactoe", "bottom2", "connect3"];
    for name in games {
        let game = preset(name);
        let solved = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
        let starts = won_later(&game, &solved);
        for (one, row) in table.iter_mut().enumerate() {
            for (other, cell) in row.iter_mut().enumerate() {
                let points = points(&game, &starts, &stated_player(one), &stated_player(other));
                *cell += points / games.len() as f64;
            }
        }
    }
    // Moves each rating in turn to where the expected points equal the actual ones.
    let mut ratings = [1500.0_f64; STATED.len()];
    for _ in 0..5000 {
        for one in 0..ratings.len() {
            let surprise =
                |other: usize| table[one][other] - expected(ratings[one], ratings[other]);
            let others = (0..ratings.len()).filter(|other| *other != one);
            ratings[one] += 100.0 * others.map(surprise).sum::<f64>();
        }
    }
    let shift = 1500.0 - ratings[1];
    assert_eq!(ratings.map(|it| (it + shift).round() as i32), STATED);
}

#[allow(clippy::unnecessary_wraps, reason = "a valuer may not know")]
fn by_minimax(game: &Lines, here: &Board) -> Result<Valued<Lines>, Unknown> {
    Ok(minimax::moves(game, here))
}

/// Win, draw or loss as 2, 1 or 0.
fn outcome(value: Value) -> u8 {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}

/// Enumerates every play, directly from the definition. A play ends when a move loses the
/// outcome.
fn every_play(game: &Lines, here: &Board, task: &Task<Board>, learner: &Learner) -> Fraction {
    let side = match game.turn(here) {
        Turn::Over(Outcome::Win(side)) if side == task.side => return Fraction::ONE,
        Turn::Over(Outcome::Draw) if task.goal == Goal::Draw => return Fraction::ONE,
        Turn::Over(_) => return Fraction::ZERO,
        Turn::Play(side) => side,
        Turn::Roll => unreachable!(),
    };
    let is_own = side == task.side;
    let player = if is_own { &learner.player } else { &task.opponent };
    let roster = LookAhead::new(Known::new(game, by_minimax, Budget::unlimited()));
    let mut weights = Vec::new();
    let mut policy = roster.policy(player).unwrap();
    policy.weights(&Seen::at(game, here), &mut weights).unwrap();
    let valued = minimax::moves(game, here);
    let had = valued.iter().map(|it| outcome(it.1)).max().unwrap();
    let enough = if task.goal == Goal::Draw { 1 } else { 2 };
    let whole: u32 = weights.iter().map(|it| it.1).sum();
    let slips = if is_own { u128::from(learner.slips) } else { 0 };
    let mut sum = Fraction::ZERO;
    for (mv, value) in &valued {
        let liked = weights.iter().find(|it| it.0 == *mv).map_or(0, |it| it.1);
        let looking = Fraction::new(u128::from(liked) * (100 - slips), u128::from(whole) * 100);
        let blind = Fraction::new(slips, 100 * valued.len() as u128);
        let chance = looking.unwrap().plus(blind.unwrap()).unwrap();
        if is_own && outcome(*value).min(enough) < had.min(enough) {
            continue;
        }
        let then = every_play(game, &game.after(here, *mv), task, learner);
        let numerator = chance.numerator() * then.numerator();
        let part = Fraction::new(numerator, chance.denominator() * then.denominator()).unwrap();
        sum = sum.plus(part).unwrap();
    }
    sum
}

#[test]
fn the_chance_to_solve_a_level_is_that_of_every_play() {
    let foresight = |rounds| Player::foresight(rounds, Ties::Any);
    for name in ["tictactoe", "bottom2"] {
        let game = preset(name);
        let solved = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
        let few = |it: &Board| game.horizon(it).is_some_and(|plies| plies <= 6);
        let starts: Vec<Board> = won_later(&game, &solved).into_iter().filter(few).collect();
        assert!(starts.len() > 30, "{name}: {}", starts.len());
        let mut odds = Odds::new(&game, by_minimax, &Budget::unlimited());
        for (index, position) in starts.into_iter().enumerate() {
            let opponent = [foresight(1), Player::perfect(), Player::random()][index % 3].clone();
            let goal = if index % 5 == 0 { Goal::Draw } else { Goal::Win };
            let task = Task { position, side: game.side(&position), goal, opponent };
            for (rounds, slips) in [(0, 0), (1, 0), (2, 0), (1, 30)] {
                let learner = Learner { player: foresight(rounds), slips };
                let bounds = odds.solved(&task, &learner).unwrap();
                let exact = every_play(&game, &position, &task, &learner).to_f64();
                let text = game.write_position(&position);
                assert!((bounds.low..=bounds.high).contains(&exact), "{text} {learner:?}");
                assert!(bounds.error() < 1e-12);
            }
        }
    }
}

#[test]
fn nobody_solves_what_cannot_be_reached_and_the_perfect_solve_all_that_can() {
    let game = preset("tictactoe");
    let mut odds = Odds::new(&game, by_minimax, &Budget::unlimited());
    let position = game.read_position("xx./oo./...").unwrap();
    let mut solved = |side, goal| {
        let task = Task { position, side, goal, opponent: Player::perfect() };
        odds.solved(&task, &Player::perfect().into()).unwrap().middle()
    };
    assert!((solved(Side::First, Goal::Win) - 1.0).abs() < 1e-12);
    assert!((solved(Side::First, Goal::Draw) - 1.0).abs() < 1e-12);
    assert!(solved(Side::Second, Goal::Draw) < 1e-12);
}

#[test]
fn what_cannot_be_valued_has_no_rating() {
    let game = preset("tictactoe");
    let none = |_: &Lines, _: &Board| -> Result<Valued<Lines>, Unknown> { Err(Unknown) };
    let mut odds = Odds::new(&game, none, &Budget::unlimited());
    let (position, opponent) = (game.start(), Player::random());
    let task = Task { position, side: Side::First, goal: Goal::Win, opponent };
    assert_eq!(odds.rating(&task).unwrap_err(), Unknown);
}
