//! The counts of paths in `tests/perft`, by every implementation.
//!
//! In a file, `game NAME` says whose positions follow; then a line is a position
//! and its number of paths of 1, 2, 3 … moves.

use crate::table::{row_of, rows};
use std::collections::BTreeSet;
use std::path::Path;

/// Naive rules count no more paths than this.
const NAIVELY: u64 = 1_000_000;

/// A line of a file.
struct Line {
    game: String,
    position: String,
    counts: Vec<u64>,
}

fn read_files() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut lines = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut game = None;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix("game ") {
                game = Some(name.to_owned());
                continue;
            }
            let mut words = line.split_whitespace().map(str::to_owned);
            lines.push(Line {
                game: game.clone().expect("`game` comes first"),
                position: words.next().expect("a line is not empty"),
                counts: words.map(|word| word.parse().unwrap()).collect(),
            });
        }
    }
    lines
}

#[test]
fn paths_are_counted_as_the_files_say() {
    for Line { game, position, counts } in read_files() {
        let counted = (row_of(&game).perft)(&game, &position, counts.len() as u32);
        assert_eq!(counted, counts, "{game} {position}");
    }
}

#[test]
fn naive_rules_count_the_same_paths() {
    for Line { game, position, counts } in read_files() {
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
#[ignore = "prints lines for a new file: cargo test -p spar-games --test every_game -- \
            --ignored --nocapture naive_counts"]
#[expect(clippy::print_stdout, reason = "a person copies them")]
fn naive_counts_for_a_file() {
    for row in rows() {
        let Some(naive) = row.naive else { continue };
        for variant in row.variants {
            let few = |depth: &u32| naive(variant).perft("start", *depth).last() <= Some(&NAIVELY);
            let depth = (1..=20).take_while(few).last().unwrap_or(1);
            let counts = naive(variant).perft("start", depth);
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            println!("game {variant}\nstart  {}\n", counts.join(" "));
        }
    }
}
