//! Compares path counts by the naive rules with the files in `tests/perft`.
//!
//! In a file, `game NAME` names the game of the following lines; each line is a position and
//! its numbers of paths of 1, 2, 3 … moves.

use crate::variants::Variant;

const TICTACTOE: &str = include_str!("../perft/tictactoe.txt");
const CONNECT: &str = include_str!("../perft/connect.txt");
const BOTTOM2: &str = include_str!("../perft/bottom2.txt");
const PARTIAL3: &str = include_str!("../perft/partial3.txt");
const SPACE: &str = include_str!("../perft/space.txt");

/// Compares every count of a file. Returns the largest one.
fn compare(file: &str) -> u64 {
    let mut variant = None;
    let mut largest = 0;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("game ") {
            variant = Some(Variant::read(name));
            continue;
        }
        let variant = variant.as_ref().expect("`game` comes first");
        let mut words = line.split_whitespace();
        let position = words.next().unwrap();
        let counts: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        largest = largest.max(compare_position(variant, position, &counts));
    }
    largest
}

fn compare_position(variant: &Variant, position: &str, counts: &[u64]) -> u64 {
    let naive = variant.naive();
    let naively = naive.perft(&mut naive.read(position), counts.len());
    assert_eq!(naively, counts, "naively: {variant:?} {position}");
    counts.iter().copied().max().expect("a position has counts")
}

#[test]
fn paths_without_gravity_are_counted_alike() {
    assert!(compare(TICTACTOE) > 10_000_000);
}

#[test]
fn paths_where_stones_fall_are_counted_alike() {
    assert!(compare(CONNECT) > 10_000_000);
}

#[test]
fn paths_under_partial_gravity_are_counted_alike() {
    assert!(compare(BOTTOM2) > 5_000_000);
}

#[test]
fn a_hundred_million_paths_are_counted_alike() {
    assert!(compare(PARTIAL3) > 100_000_000);
}

#[test]
fn paths_in_space_are_counted_alike() {
    assert!(compare(SPACE) > 10_000_000);
}
