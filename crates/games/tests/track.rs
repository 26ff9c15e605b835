//! The picture of a track: which way its snakes and ladders go, and pawns walk.

use spar_games::ladders::{Ladders, Overflow, Recipe, Setup, Shape};
use spar_rules::scene::{LinkKind, Point, Scene};
use spar_rules::{Game, Notation, Race, Scenic, Side, read_position_and_moves};

fn random(n: u32, jumps: u32, longest: u32, seed: u64) -> Ladders {
    let recipe = Recipe { n, ladders: jumps, snakes: jumps, longest, seed };
    Ladders::new(Setup { shape: Shape::Random(recipe), ..Setup::default() }).unwrap()
}

fn scene(game: &Ladders) -> Scene {
    game.scene(&game.start())
}

/// From the middle of one cell to the middle of the other.
fn straight(scene: &Scene) -> Vec<Vec<Point>> {
    let middle = |cell: usize| {
        let cell = &scene.cells[cell];
        Point::new(i32::from(cell.x) * 100 + 50, i32::from(cell.y) * 100 + 50)
    };
    scene.links.iter().map(|link| vec![middle(link.from), middle(link.to)]).collect()
}

fn paths(scene: &Scene) -> Vec<Vec<Point>> {
    scene.links.iter().map(|link| link.path.clone()).collect()
}

#[test]
fn routes_never_cross_more_than_straight_lines_and_mostly_less() {
    let (mut fewer, mut boards) = (0, 0);
    for seed in 1..=40 {
        for (n, jumps, longest) in [(20, 3, 10), (30, 4, 12), (100, 10, 10), (100, 8, 60)] {
            let scene = scene(&random(n, jumps, longest, seed));
            let (ours, lines) = (scene.crossings(&paths(&scene)), straight(&scene));
            let theirs = scene.crossings(&lines);
            assert!(ours <= theirs, "n={n} seed={seed}: {ours} > {theirs}");
            fewer += u32::from(ours < theirs);
            boards += u32::from(theirs > 0);
        }
    }
    assert!(2 * fewer > boards, "fewer on {fewer} of {boards} boards with crossings");
}

#[test]
fn ladders_are_straight_and_snakes_wind_inside_the_board() {
    let scene = scene(&random(100, 10, 40, 7));
    let (width, height) = (scene.groups[0].width, scene.groups[0].height);
    let (width, height) = (i32::from(width) * 100, i32::from(height) * 100);
    for link in &scene.links {
        match link.kind {
            LinkKind::Ladder => assert_eq!(link.path.len(), 2),
            LinkKind::Snake => assert!(link.path.len() <= 14),
        }
        let inside =
            |point: &Point| (0..=width).contains(&point.x) && (0..=height).contains(&point.y);
        assert!(link.path.iter().all(inside), "{link:?}");
        for (cell, end) in [(link.from, &link.path[0]), (link.to, &link.path[link.path.len() - 1])]
        {
            let cell = &scene.cells[cell];
            assert_eq!((end.x / 100, end.y / 100), (i32::from(cell.x), i32::from(cell.y)));
        }
    }
    let winding = scene.links.iter().filter(|link| link.path.len() > 2).count();
    assert!(winding >= 8, "{winding} of 10 snakes wind");
}

#[test]
fn the_largest_picture_is_always_routed_alike() {
    let one = scene(&random(400, 100, 399, 3));
    assert_eq!(one.links.len(), 200);
    assert_eq!(one, scene(&random(400, 100, 399, 3)));
}

#[test]
fn a_pawn_walks_to_where_it_lands() {
    for overflow in Overflow::ALL {
        for seed in 1..=5 {
            let recipe = Recipe { n: 30, ladders: 4, snakes: 4, longest: 9, seed };
            let shape = Shape::Random(recipe);
            let game = Ladders::new(Setup { shape, overflow, ..Setup::default() }).unwrap();
            for square in 0..29 {
                let position = game.facing([square, 5], Side::First);
                for roll in ["1", "D,3", "D,6", "T,12"] {
                    let (before, last) = roll.split_once(',').unwrap_or(("", roll));
                    let text = game.write_position(&position);
                    let text = if before.is_empty() { text } else { format!("{text}+{before}") };
                    let here = read_position_and_moves(&game, &text).unwrap();
                    let mv = game.read_move(&here, last).unwrap();
                    let walk = game.walk(&here, mv);
                    let after = game.after(&here, mv);
                    assert_eq!(walk.first().copied(), Some(square as usize));
                    assert_eq!(walk.last().copied(), Some(after.squares()[0] as usize));
                    let steps = walk.windows(2);
                    let linked = |pair: &[usize]| {
                        pair[0].abs_diff(pair[1]) == 1
                            || game.board().jumps().contains(&(pair[0] as u32, pair[1] as u32))
                    };
                    assert!(steps.into_iter().all(linked), "{overflow:?} {text} {walk:?}");
                }
            }
        }
    }
}
