//! Compares the checker with figures of other programs.

use crate::{PLENTY, found, game, is_win};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::verify::{Checker, Claim, Claimed};
use spar_games::lines::{Lines, Place};
use spar_rules::{Game, Notation, Side, Value};
use spar_solve::alpha_beta::Search;
use spar_solve::{Budget, Silent};
use std::collections::HashMap;

const POSITIONS: &str = include_str!("../figures/positions.txt");

const ANY: [(u32, u32); 6] = [(1, 3), (2, 3), (3, 3), (1, 2), (2, 2), (3, 2)];
const FASTEST: [(u32, u32); 3] = [(1, 3), (2, 3), (3, 3)];

/// A row of the file.
struct Row {
    game: &'static str,
    board: &'static str,
    side: Side,
    value: Value,
    best: Vec<&'static str>,
    any: Vec<&'static str>,
    fastest: Vec<&'static str>,
}

fn rows() -> Vec<Row> {
    let rows = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(read).collect()
}

fn read(line: &'static str) -> Row {
    let parts: Vec<&str> = line.split(" | ").collect();
    let &[game, board, side, value, best, any, fastest] = &parts[..] else { panic!("{line}") };
    let words = |text: &'static str| text.split(' ').collect();
    let value = match value.split_once(' ') {
        None => Value::Draw,
        Some(("win", plies)) => Value::Win(plies.parse().unwrap()),
        Some((_, plies)) => Value::Loss(plies.parse().unwrap()),
    };
    let side = if side == "x" { Side::First } else { Side::Second };
    Row { game, board, side, value, best: words(best), any: words(any), fastest: words(fastest) }
}

/// The moves that keep the win, by the fast search.
fn winning(game: &Lines, position: &<Lines as Game>::Position) -> Vec<Place> {
    let study = Search::new(game).study(position, &Budget::unlimited(), &Silent);
    let wins = study.moves.into_iter().filter(|it| it.1.exact().is_some_and(is_win));
    wins.map(|it| it.0).collect()
}

/// Returns whether the exact chance equals that of the file: a fraction in lowest terms, or a
/// decimal with six digits.
fn agrees(figure: &str, chances: Claimed) -> bool {
    let Claimed::Exact { win, whole, .. } = chances else { return false };
    if figure.contains('.') {
        return format!("{:.6}", win as f64 / whole as f64) == figure;
    }
    let (part, of) = figure.split_once('/').unwrap_or((figure, "1"));
    let [part, of]: [u128; 2] = [part, of].map(|it| it.parse().unwrap());
    part * whole == win * of
}

#[test]
fn values_fastest_wins_and_chances_are_the_known_ones() {
    let rows = rows();
    assert_eq!(rows.len(), 84);
    let names: Vec<&str> = rows.iter().map(|row| row.game).collect();
    let games: HashMap<&str, Lines> = names.into_iter().map(|name| (name, game(name))).collect();
    let mut checkers: HashMap<&str, Checker<'_, Lines>> =
        games.iter().map(|(name, game)| (*name, Checker::new(game, PLENTY))).collect();
    for row in rows {
        let game = &games[row.game];
        let position = game.read_position(row.board).unwrap();
        assert_eq!(game.side(&position), row.side, "{}", row.board);
        let fastest = row.best.iter().map(|mv| game.read_move(&position, mv).unwrap());
        let mut claim = Claim::<Lines> {
            position,
            learner_side: Side::First,
            learner: Player::random(),
            opponent: Player::random(),
            value: row.value,
            winning: if is_win(row.value) { winning(game, &position) } else { Vec::new() },
            fastest: if is_win(row.value) { fastest.collect() } else { Vec::new() },
            chances: Claimed::Exact { win: 0, draw: 0, loss: 0, whole: 0 },
        };
        assert_eq!((row.any.len(), row.fastest.len()), (ANY.len(), FASTEST.len()));
        let any = ANY.iter().zip(&row.any).map(|it| (Ties::Any, it));
        let fastest = FASTEST.iter().zip(&row.fastest).map(|it| (Ties::Fastest, it));
        for (ties, (&(learner, opponent), figure)) in any.chain(fastest) {
            claim.learner = Player::foresight(learner, ties);
            claim.opponent = Player::foresight(opponent, ties);
            let chances = found(checkers.get_mut(row.game).unwrap(), &claim);
            let who = format!("{} {} {learner} {opponent} {ties}", row.game, row.board);
            assert!(agrees(figure, chances), "{who}: {figure} is not {chances}");
        }
    }
}
