//! Compares the solvers with known figures of line games from data files.

use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game, Notation, Outcome, Side, Turn, Value};
use spar_solve::explicit::{HashedTable, Summary, Table};
use spar_solve::{Budget, Silent, minimax};
use std::collections::HashMap;
use std::ops::ControlFlow;

const GAMES: &str = include_str!("figures/games.txt");
const POSITIONS: &str = include_str!("figures/positions.txt");

/// A game's figures, by the keywords of the file.
struct Figures {
    name: &'static str,
    by_word: HashMap<&'static str, &'static str>,
}

/// A position's value, best moves and layers.
struct Known {
    game: &'static str,
    text: &'static str,
    side: Side,
    value: Value,
    best: Vec<&'static str>,
    layers: Vec<usize>,
}

fn lines_of(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn read_games() -> Vec<Figures> {
    let mut games: Vec<Figures> = Vec::new();
    for line in lines_of(GAMES) {
        let (word, rest) = line.split_once(' ').expect("a word and what it says");
        if word == "game" {
            games.push(Figures { name: rest, by_word: HashMap::new() });
        } else {
            let game = games.last_mut().expect("`game` comes first");
            assert_eq!(game.by_word.insert(word, rest), None, "{line}");
        }
    }
    games
}

fn read_positions() -> Vec<Known> {
    lines_of(POSITIONS).map(read_known).collect()
}

fn read_known(line: &'static str) -> Known {
    let parts: Vec<&str> = line.split(" | ").collect();
    let &[game, text, side, value, best, layers] = &parts[..] else { panic!("{line}") };
    Known {
        game,
        text,
        side: if side == "x" { Side::First } else { Side::Second },
        value: read_value(value),
        best: best.split(' ').collect(),
        layers: layers.split(' ').filter_map(|layer| layer.parse().ok()).collect(),
    }
}

fn read_value(text: &str) -> Value {
    match text.split_once(' ') {
        None => Value::Draw,
        Some(("win", plies)) => Value::Win(plies.parse().unwrap()),
        Some(("loss", plies)) => Value::Loss(plies.parse().unwrap()),
        Some(_) => panic!("{text}"),
    }
}

impl Figures {
    fn number(&self, word: &str) -> u64 {
        self.by_word[word].parse().unwrap()
    }

    /// `plies:count` pairs.
    fn counts(&self, word: &str) -> Option<Vec<(u32, u64)>> {
        let pair = |text: &str| {
            let (plies, count) = text.split_once(':').unwrap();
            (plies.parse().unwrap(), count.parse().unwrap())
        };
        self.by_word.get(word).map(|text| text.split(' ').map(pair).collect())
    }
}

fn game(name: &str) -> Lines {
    let (preset, settings) = name.split_once(':').unwrap_or((name, ""));
    let pairs: Vec<(&str, &str)> =
        settings.split(',').filter_map(|it| it.split_once('=')).collect();
    Lines::new(Keys::preset(preset).unwrap().with(&pairs).unwrap()).unwrap()
}

/// Compares a whole game's summary with its figures.
fn compare_summary(figures: &Figures, summary: &Summary) {
    let name = figures.name;
    let Summary { positions, ended, full, wins, draws, losses, .. } = *summary;
    let words = ["positions", "ended", "full", "won", "drawn", "lost"];
    let expected = words.map(|word| figures.number(word));
    assert_eq!([positions, ended, full, wins, draws, losses], expected, "{name}");
    assert_eq!(summary.value, read_value(figures.by_word["start"]), "{name}");
    if let Some(won_in) = figures.counts("won_in") {
        assert_eq!(summary.win_in, won_in, "{name}");
        assert_eq!(Some(&summary.loss_in), figures.counts("lost_in").as_ref(), "{name}");
    }
    if let Some(layers) = figures.by_word.get("layers") {
        let layers: Vec<u64> = layers.split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(summary.layers.map(Vec::from), Some(layers), "{name}");
    }
}

/// Compares the won positions with the first side to move, by distance.
fn compare_first_side(figures: &Figures, game: &Lines, table: &Table) {
    let Some(expected) = figures.counts("first_won_in") else { return };
    let mut counts = HashMap::new();
    let seen = table.visit(game, |position, value| {
        if let (Side::First, Value::Win(plies)) = (game.side(position), value) {
            *counts.entry(plies).or_insert(0) += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(seen.is_continue());
    for (plies, count) in expected {
        let found = counts.get(&plies).copied().unwrap_or(0);
        assert_eq!(found, count, "{}: won in {plies}", figures.name);
    }
}

/// Compares a position's known value and best moves with any solver.
fn compare_position(known: &Known, game: &Lines, value_of: impl Fn(&Board) -> Value) {
    let context = format!("{} {}", known.game, known.text);
    let board = game.read_position(known.text).unwrap();
    assert_eq!(game.side(&board), known.side, "{context}");
    assert_eq!(value_of(&board), known.value, "{context}");
    let best: Vec<_> =
        known.best.iter().map(|cell| game.read_move(&board, cell).unwrap()).collect();
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    for mv in moves {
        let value = minimax::move_value(game, &board, mv, &value_of);
        assert_eq!(value == known.value, best.contains(&mv), "{context}: {mv:?} {value:?}");
    }
}

/// Solves a game of the file and compares all known figures.
fn compare_game(figures: &Figures) {
    let game = game(figures.name);
    let budget = Budget::unlimited();
    let mut table = Table::solve(&game, &budget, &Silent).unwrap();
    table.count_layers(&game, &budget, &Silent).unwrap();
    compare_summary(figures, table.summary());
    compare_first_side(figures, &game, &table);
    for known in read_positions().iter().filter(|known| known.game == figures.name) {
        compare_position(known, &game, |board| table.value(&game, board).expect("reachable"));
    }
}

/// Compares all games of a preset on boards of at most this many cells. Returns their number.
fn compare_games(preset: &str, most_cells: usize) -> usize {
    let is_asked = |figures: &Figures| {
        let game = game(figures.name);
        let cells = game.write_position(&game.start()).matches('.').count();
        figures.name.starts_with(preset) && cells <= most_cells
    };
    let games: Vec<Figures> = read_games().into_iter().filter(is_asked).collect();
    games.iter().for_each(compare_game);
    games.len()
}

fn compare_named(name: &str) {
    let games = read_games();
    compare_game(games.iter().find(|figures| figures.name == name).expect("in the file"));
}

#[test]
fn games_of_connect3_have_their_figures() {
    assert_eq!(compare_games("connect3", 16), 4);
}

#[test]
fn games_of_bottom2_have_their_figures() {
    assert_eq!(compare_games("bottom2", 16), 8);
}

#[test]
fn games_of_tictactoe_have_their_figures() {
    assert_eq!(compare_games("tictactoe", 16), 8);
}

#[test]
#[ignore = "7 s: cargo test -p spar-solve --test figures -- --ignored connect4_5x5_rcd"]
fn connect4_5x5_rcd_has_its_figures() {
    compare_named("connect4:rows=5,cols=5");
}

#[test]
#[ignore = "9 s: cargo test -p spar-solve --test figures -- --ignored connect4_5x5_rc_"]
fn connect4_5x5_rc_has_its_figures() {
    compare_named("connect4:rows=5,cols=5,along=rc");
}

#[test]
#[ignore = "14 s: cargo test -p spar-solve --test figures -- --ignored connect4_5x5_rd"]
fn connect4_5x5_rd_has_its_figures() {
    compare_named("connect4:rows=5,cols=5,along=rd");
}

#[test]
#[ignore = "14 s: cargo test -p spar-solve --test figures -- --ignored connect4_5x5_cd"]
fn connect4_5x5_cd_has_its_figures() {
    compare_named("connect4:rows=5,cols=5,along=cd");
}

#[test]
#[ignore = "16 s: cargo test -p spar-solve --test figures -- --ignored connect4_4_rows"]
fn connect4_4_rows_6_columns_has_its_figures() {
    compare_named("connect4:rows=4,cols=6");
}

#[test]
fn hashed_positions_give_the_same_figures() {
    for figures in read_games().iter().filter(|figures| figures.number("positions") < 100_000) {
        let game = game(figures.name);
        let mut table = HashedTable::solve(&game, &Budget::unlimited(), &Silent).unwrap();
        table.count_layers();
        compare_summary(figures, table.summary());
    }
}

/// The maximum number of remaining moves for which minimax is fast.
const FEW_EMPTY: usize = 9;

#[test]
fn the_yardstick_finds_the_values_of_late_positions() {
    let late: Vec<Known> = read_positions()
        .into_iter()
        .filter(|known| known.text.matches('.').count() <= FEW_EMPTY)
        .collect();
    assert!(late.len() > 60, "{}", late.len());
    for known in &late {
        let game = game(known.game);
        compare_position(known, &game, |board| minimax::value(&game, board));
    }
}

/// Returns whether the first side, to move, can force a win with exactly its (layer + 1)-th
/// move.
fn is_in_layer(game: &Lines, board: &Board, layer: usize) -> bool {
    let next = |board: &Board| -> Vec<Board> {
        let mut moves = Vec::new();
        game.moves(board, &mut moves);
        moves.into_iter().map(|mv| game.after(board, mv)).collect()
    };
    if layer == 0 {
        return next(board).iter().any(|it| game.turn(it) == Turn::Over(Outcome::Win(Side::First)));
    }
    next(board).iter().any(|played| {
        let answers = next(played);
        !answers.is_empty() && answers.iter().all(|answer| is_in_layer(game, answer, layer - 1))
    })
}

#[test]
fn positions_are_in_the_layers_of_the_file_and_in_no_others() {
    for known in read_positions() {
        let game = game(known.game);
        let board = game.read_position(known.text).unwrap();
        for layer in 0..4 {
            let is_in = known.side == Side::First && is_in_layer(&game, &board, layer);
            let context = format!("{} {} layer {layer}", known.game, known.text);
            assert_eq!(is_in, known.layers.contains(&layer), "{context}");
        }
    }
}

#[test]
fn the_files_are_whole() {
    let games = read_games();
    assert_eq!(games.len(), 25);
    assert_eq!(read_positions().len(), 84);
    for figures in &games {
        let parts = ["ended", "full", "won", "drawn", "lost"].map(|word| figures.number(word));
        assert_eq!(parts.iter().sum::<u64>(), figures.number("positions"), "{}", figures.name);
    }
    assert!(read_positions().iter().all(|it| games.iter().any(|game| game.name == it.game)));
}
