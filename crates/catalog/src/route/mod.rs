//! The paths of the links of a scene in a picture.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `ways` | ladders straight, snakes winding, with few crossings |
//! | `curve` | smooth curves through points, and where they meet |

mod curve;
mod ways;

pub use curve::smooth;

use spar_rules::scene::{Point, Scene, link};
use std::sync::{Arc, Mutex, PoisonError};

/// The path of each link: points of a [`smooth`] curve, from the corner of the first group.
/// Empty for links that are drawn as a straight line from cell to cell, such as edges.
pub type Paths = Arc<Vec<Vec<Point>>>;

/// Boards whose paths are remembered: routing the largest takes a second.
const REMEMBERED: usize = 32;

/// The path of each link, with few crossings. The same cells and links always get the same
/// paths.
pub fn paths(scene: &Scene) -> Paths {
    static CACHE: Mutex<Vec<(Board, Paths)>> = Mutex::new(Vec::new());
    if !scene.links.iter().any(|link| is_routed(link.kind)) {
        return Arc::new(vec![Vec::new(); scene.links.len()]);
    }
    let board = Board::of(scene);
    let cached = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = cached().iter().find(|it| it.0 == board).map(|it| Arc::clone(&it.1));
    if let Some(known) = known {
        return known;
    }
    let paths = Arc::new(ways::paths(scene));
    let mut cache = cached();
    if cache.len() >= REMEMBERED {
        cache.remove(0);
    }
    cache.push((board, Arc::clone(&paths)));
    paths
}

/// Whether links of this kind need a path of their own.
fn is_routed(kind: &str) -> bool {
    matches!(kind, link::LADDER | link::SNAKE)
}

/// Everything that the paths depend on.
#[derive(PartialEq, Eq)]
struct Board {
    extent: (u16, u16),
    cells: Vec<Point>,
    links: Vec<(usize, usize, &'static str)>,
}

impl Board {
    fn of(scene: &Scene) -> Board {
        Board {
            extent: scene.groups.first().map_or((0, 0), |group| (group.width, group.height)),
            cells: scene.cells.iter().map(|cell| cell.at).collect(),
            links: scene.links.iter().map(|link| (link.from, link.to, link.kind)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(n: u32, jumps: u32, longest: u32, seed: u64) -> Scene {
        let name = format!(
            "ladders:board=random,n={n},ladders={jumps},snakes={jumps},longest={longest},seed={seed}"
        );
        crate::open(&name).unwrap().start().scene().unwrap()
    }

    /// From the middle of one cell to the middle of the other.
    fn straight(scene: &Scene) -> Vec<Vec<Point>> {
        let middle = |cell: usize| scene.cells[cell].at.middle();
        scene.links.iter().map(|link| vec![middle(link.from), middle(link.to)]).collect()
    }

    #[test]
    fn routes_never_cross_more_than_straight_lines_and_mostly_less() {
        let (mut fewer, mut boards) = (0, 0);
        for seed in 1..=40 {
            for (n, jumps, longest) in [(20, 3, 10), (30, 4, 12), (100, 10, 10), (100, 8, 60)] {
                let scene = random(n, jumps, longest, seed);
                let ours = ways::crossings(&scene, &paths(&scene));
                let theirs = ways::crossings(&scene, &straight(&scene));
                assert!(ours <= theirs, "n={n} seed={seed}: {ours} > {theirs}");
                fewer += u32::from(ours < theirs);
                boards += u32::from(theirs > 0);
            }
        }
        assert!(2 * fewer > boards, "fewer on {fewer} of {boards} boards with crossings");
    }

    #[test]
    fn ladders_are_straight_and_snakes_wind_inside_the_board() {
        let scene = random(100, 10, 40, 7);
        let (width, height) = (scene.groups[0].width, scene.groups[0].height);
        let (width, height) = (i32::from(width) * 100, i32::from(height) * 100);
        let paths = paths(&scene);
        for (link, path) in scene.links.iter().zip(&*paths) {
            match link.kind {
                link::LADDER => assert_eq!(path.len(), 2),
                _ => assert!(path.len() <= 14),
            }
            let inside =
                |point: &Point| (0..=width).contains(&point.x) && (0..=height).contains(&point.y);
            assert!(path.iter().all(inside), "{link:?}");
            for (cell, end) in [(link.from, path[0]), (link.to, path[path.len() - 1])] {
                assert_eq!(end.grid(), scene.cells[cell].at.grid());
            }
        }
        let winding = paths.iter().filter(|path| path.len() > 2).count();
        assert!(winding >= 8, "{winding} of 10 snakes wind");
    }

    #[test]
    fn the_largest_picture_is_always_routed_alike() {
        let one = random(400, 100, 399, 3);
        assert_eq!(one.links.len(), 200);
        assert_eq!(*paths(&one), ways::paths(&random(400, 100, 399, 3)));
    }

    #[test]
    fn edges_have_no_path_of_their_own() {
        let mut scene = random(20, 3, 10, 1);
        scene.links.iter_mut().for_each(|link| link.kind = link::EDGE);
        assert!(paths(&scene).iter().all(Vec::is_empty));
    }
}
