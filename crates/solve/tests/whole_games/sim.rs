//! Sim.

use crate::figures::{by_hash, by_ranks, classes};
use spar_games::settings::Configured;
use spar_games::sim::Sim;
use spar_rules::{Notation, Symmetric, Value};

fn sim(vertices: &str) -> Sim {
    Sim::new(&[("vertices", vertices)]).unwrap()
}

#[test]
fn with_six_vertices_it_has_its_figures_and_the_second_side_wins() {
    let game = sim("6");
    let mut by_edges = [0; 16];
    let (counts, value) = by_ranks(&game, |position, _| {
        let text = game.write_position(position);
        by_edges[text.matches(['r', 'b']).count()] += 1;
    });
    assert_eq!((counts.positions, counts.moves), (2_230_702, 8_562_585));
    assert_eq!((counts.ends.iter().sum::<u64>(), counts.ends[1]), (880_680, 0), "no draw");
    assert!(matches!(value, Value::Loss(_)), "{value}");
    let known = [
        1, 15, 210, 1365, 8190, 30_030, 95_700, 215_325, 371_250, 519_750, 446_796, 363_690,
        127_800, 46_440, 3960, 180,
    ];
    assert_eq!(by_edges, known);
}

#[test]
fn with_six_vertices_there_are_3729_classes() {
    let game = sim("6");
    assert_eq!(game.symmetries(), 720);
    assert_eq!(classes(&game), (3729, 1479));
}

#[test]
fn ranks_and_hashes_count_the_same() {
    for vertices in ["4", "5"] {
        let game = sim(vertices);
        let (counts, value) = by_ranks(&game, |_, _| ());
        assert!(counts.ends[1] > 0, "without six vertices a draw exists: {counts:?}");
        assert_eq!(by_hash(&game, |_, _| ()), (counts, value));
    }
    let game = sim("4");
    // All six edges: of the 20 ways to halve them, 8 contain a triangle of one colour.
    let full = |position: &_| !game.write_position(position).contains('.');
    let mut drawn = 0;
    by_hash(&game, |position, value| drawn += u32::from(full(position) && value == Value::Draw));
    assert_eq!(drawn, 12);
}
