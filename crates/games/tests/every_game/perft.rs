//! Compares the path counts in `tests/perft` with every implementation.
//!
//! In a file, `game NAME` names the game of the following lines; each line is a position and
//! its numbers of paths of 1, 2, 3 … moves. Many publications also count games that ended
//! earlier as paths: `24571056+228` states their number.
//! earlier as a path too: `24571056+228` says how many there are.

use crate::rows;
use crate::table::row_of;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The maximum number of paths that the naive rules count.
const NAIVELY: u64 = 200_000;

/// A line of a file.
struct Line {
    game: String,
    position: String,
    counts: Vec<u64>,
    /// The number of games that end before a number of moves, if the file states it.
    ended: Vec<(u32, u64)>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn read_files() -> Vec<Line> {
    let mut lines = Vec::new();
    for entry in folder().read_dir().unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut game = None;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix("game ") {
                game = Some(name.to_owned());
                continue;
            }
            let mut words = line.split_whitespace();
            let position = words.next().expect("a line is not empty").to_owned();
            let game = game.clone().expect("`game` comes first");
            let mut line = Line { game, position, counts: Vec::new(), ended: Vec::new() };
            for (depth, word) in (1..).zip(words) {
                let (paths, ended) = word.split_once('+').unwrap_or((word, ""));
                line.counts.push(paths.parse().unwrap());
                line.ended.extend(ended.parse().map(|ended| (depth, ended)));
            }
            lines.push(line);
        }
    }
    lines
}

#[test]
fn paths_are_counted_as_the_files_say() {
    for Line { game, position, counts, ended } in read_files() {
        let counted = (row_of(&game).perft)(&game, &position, counts.len() as u32);
        assert_eq!(counted, counts, "{game} {position}");
        for (depth, ended) in ended {
            let counted = (row_of(&game).ended)(&game, &position, depth);
            assert_eq!(counted, ended, "{game} {position}: over before {depth} moves");
        }
    }
}

#[test]
fn naive_rules_count_the_same_paths() {
    for Line { game, position, counts, .. } in read_files() {
        let Some(naive) = row_of(&game).naive else { continue };
        let few = counts.iter().take_while(|count| **count <= NAIVELY).count();
        let counted = naive(&game).perft(&position, few as u32);
        assert_eq!(counted, counts[..few], "{game} {position}");
    }
}

#[test]
fn every_game_has_counts() {
    let base = |name: &str| name.split(':').next().unwrap().to_owned();
    let counted: BTreeSet<String> = read_files().iter().map(|line| base(&line.game)).collect();
    for row in rows() {
        for variant in row.variants {
            assert!(counted.contains(&base(variant)), "{variant} has no file in tests/perft");
        }
    }
}

#[test]
#[ignore = "writes a file: scripts/add-game calls it with a name in GAME"]
fn counts_of_a_game_are_written() {
    let game = std::env::var("GAME").expect("the name of a game in GAME");
    let file = folder().join(format!("{game}.txt"));
    let row = row_of(&game);
    let naive = row.naive.expect("naive rules");
    let counted = row.variants.iter().map(|variant| {
        let twin = naive(variant);
        let few = |depth: &u32| twin.perft("start", *depth).last() <= Some(&NAIVELY);
        let depth = (1..=20).take_while(few).last().unwrap_or(1);
        let mut counts = twin.perft("start", depth);
        let is_over = |counts: &[u64]| matches!(counts, [.., 0, 0]);
        while is_over(&counts) {
            counts.pop();
        }
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        format!("\ngame {variant}\nstart  {}\n", counts.join(" "))
    });
    let by = format!("the naive rules of `tests/every_game/{game}.rs`");
    let head =
        format!("# Paths of 1, 2, 3 … moves, counted by {by}.\n# Made by scripts/add-game.\n");
    std::fs::write(&file, head + &counted.collect::<String>()).unwrap();
}
