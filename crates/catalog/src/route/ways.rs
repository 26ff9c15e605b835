//! Paths of links: ladders straight, snakes winding, with few crossings and away from the ends
//! of other links.
//!
//! All links begin as straight lines. Then each in turn takes the best of a few paths while the
//! others stay as they are. A path with more crossings is never taken, so there are never more
//! crossings than between straight lines.

use super::curve::{Dot, Trace};
use super::is_routed;
use spar_rules::scene::{Cell, Link, Point, Scene, link};

/// The distance of a link's end from the middle of its cell, towards its other end.
const IN: f64 = 20.0;
/// The least distance of a link from the edge of the board.
const MARGIN: f64 = 8.0;
/// A link that comes nearer than this to the end of another one hides it.
const NEAR_END: f64 = 34.0;
/// Links that run nearer than this to each other look like one.
const NEAR: f64 = 20.0;
/// A crossing this near to a cell in which both links end does not count.
const SHARED: f64 = 50.0;
/// A crossing is as bad as this many flaws.
const CROSSING: u32 = 8;
/// A snake turns about once in this many hundredths of a cell.
const TURN: f64 = 80.0;
/// The least and the greatest number of its turns.
const TURNS: (f64, f64) = (2.0, 12.0);
/// The amplitude of its waves.
const WAVE: f64 = 17.0;
/// How far ladders are shifted and snakes are bent to the side, in the order of trying.
const SHIFTS: [f64; 5] = [0.0, 14.0, -14.0, 28.0, -28.0];
const BENDS: [f64; 9] = [0.0, 30.0, -30.0, 60.0, -60.0, 100.0, -100.0, 150.0, -150.0];
/// The maximum number of rounds in which each link chooses a path.
const ROUNDS: usize = 3;
/// With more links than this, each tries fewer bends: the picture is crowded anyway.
const MANY: usize = 60;
const FEW_BENDS: usize = 5;

/// The path of each of the links; all lie in the first group.
pub(super) fn paths(scene: &Scene) -> Vec<Vec<Point>> {
    let (cells, links) = (&scene.cells[..], &scene.links[..]);
    let extent = scene.groups.first().map_or((0, 0), |group| (group.width, group.height));
    let field = (f64::from(extent.0) * 100.0, f64::from(extent.1) * 100.0);
    let bends = if links.len() > MANY { &BENDS[..FEW_BENDS] } else { &BENDS[..] };
    let ways: Vec<Vec<Way>> =
        links.iter().map(|link| ways(link.kind, middle(cells, link), field, bends)).collect();
    let mut taken = vec![0; links.len()];
    for _ in 0..ROUNDS {
        let mut changed = false;
        for index in 0..links.len() {
            let best = best(&ways, &taken, links, cells, index);
            changed |= std::mem::replace(&mut taken[index], best) != best;
        }
        if !changed {
            break;
        }
    }
    let chosen = ways.into_iter().zip(taken).map(|(mut ways, way)| ways.swap_remove(way).path);
    let routed = links.iter().zip(chosen);
    routed.map(|(link, path)| if is_routed(link.kind) { path } else { Vec::new() }).collect()
}

/// The number of crossings of these paths. Two links that end in the same cell may meet
/// there.
#[cfg(test)]
pub(super) fn crossings(scene: &Scene, paths: &[Vec<Point>]) -> u32 {
    let (cells, links) = (&scene.cells[..], &scene.links[..]);
    let traces: Vec<Trace> = paths.iter().map(|path| Trace::new(path)).collect();
    let pairs = (0..links.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let meet = |(one, other): (usize, usize)| {
        traces[one].meetings(&traces[other], |it| is_shared(cells, &links[one], &links[other], it))
    };
    pairs.map(meet).sum()
}

/// A possible path of a link.
struct Way {
    path: Vec<Point>,
    trace: Trace,
    /// How much worse it looks than the best path, ignoring other links.
    flaw: u32,
}

impl Way {
    fn new(path: Vec<Point>, flaw: u32) -> Way {
        Way { trace: Trace::new(&path), path, flaw }
    }
}

/// The index of the best path of a link while the others stay unchanged. Ties keep the current
/// path, so that the search ends.
fn best(ways: &[Vec<Way>], taken: &[usize], links: &[Link], cells: &[Cell], index: usize) -> usize {
    let others = (0..links.len()).filter(|other| *other != index);
    let others: Vec<(&Link, &Trace)> =
        others.map(|other| (&links[other], &ways[other][taken[other]].trace)).collect();
    let shared = |other: &Link, place: Dot| is_shared(cells, &links[index], other, place);
    // Counting stops once a path is known to be worse.
    let crossings = |way: &Way, most: u32| {
        let mut count = 0;
        for (other, trace) in &others {
            count += way.trace.meetings(trace, |place| shared(other, place));
            if count > most {
                return None;
            }
        }
        Some(count)
    };
    let flaws = |way: &Way, most: u32| {
        let mut count = way.flaw;
        for (other, trace) in &others {
            if count > most {
                return None;
            }
            count += way.trace.n_near(trace, NEAR);
            let ends = [trace.dots.first(), trace.dots.last()].into_iter().flatten();
            let hidden = ends.filter(|end| !shared(other, **end));
            count += 4 * hidden.filter(|end| way.trace.is_near(**end, NEAR_END)).count() as u32;
        }
        Some(count)
    };
    let own = taken[index];
    let most = crossings(&ways[index][own], u32::MAX).unwrap_or(u32::MAX);
    let (mut least, mut best) = (u32::MAX, own);
    let numbers = (0..ways[index].len()).filter(|number| *number != own);
    for number in std::iter::once(own).chain(numbers) {
        let way = &ways[index][number];
        let Some(crossings) = crossings(way, most.min(least / CROSSING)) else { continue };
        let Some(flaws) = flaws(way, least - crossings * CROSSING) else { continue };
        let cost = crossings * CROSSING + flaws;
        if cost < least {
            (least, best) = (cost, number);
        }
    }
    best
}

/// Whether a place lies where two links share the cell of an end.
fn is_shared(cells: &[Cell], one: &Link, other: &Link, place: Dot) -> bool {
    [one.from, one.to].into_iter().any(|cell| {
        let (x, y) = centre(&cells[cell]);
        (cell == other.from || cell == other.to)
            && (place.0 - x).abs() < SHARED
            && (place.1 - y).abs() < SHARED
    })
}

fn centre(cell: &Cell) -> Dot {
    let middle = cell.at.middle();
    (f64::from(middle.x), f64::from(middle.y))
}

/// The middles of the two cells of a link.
fn middle(cells: &[Cell], link: &Link) -> (Dot, Dot) {
    (centre(&cells[link.from]), centre(&cells[link.to]))
}

/// The possible paths of a link, the straight one first.
fn ways(kind: &str, (from, to): (Dot, Dot), field: Dot, bends: &[f64]) -> Vec<Way> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (along, aside) = ((dx / length, dy / length), (-dy / length, dx / length));
    let inner = length - 2.0 * IN;
    // A point after this part of the path, and this far to the side.
    let at = |part: f64, off: f64| {
        let gone = IN + part * inner;
        let x = from.0 + along.0 * gone + aside.0 * off;
        let y = from.1 + along.1 * gone + aside.1 * off;
        Point::new(x.round() as i32, y.round() as i32)
    };
    let straight = vec![at(0.0, 0.0), at(1.0, 0.0)];
    let others: Vec<Way> = match kind {
        link::LADDER => {
            let shifted = |(rank, shift): (usize, &f64)| {
                Way::new(vec![at(0.0, *shift), at(1.0, *shift)], rank as u32)
            };
            SHIFTS.iter().enumerate().skip(1).map(shifted).collect()
        }
        link::SNAKE => {
            let turns = (inner / TURN).round().clamp(TURNS.0, TURNS.1) as usize;
            let bends = bends.iter().enumerate().filter(|it| it.1.abs() <= 0.6 * length);
            let both = bends.flat_map(|(rank, bend)| [(rank, *bend, WAVE), (rank, *bend, -WAVE)]);
            let winding = |(rank, bend, wave): (usize, f64, f64)| {
                let turn = |number: usize| {
                    let part = (number as f64 + 0.5) / turns as f64;
                    let side = if number.is_multiple_of(2) { wave } else { -wave };
                    at(part, bend * 4.0 * part * (1.0 - part) + side)
                };
                let mut path = vec![at(0.0, 0.0)];
                path.extend((0..turns).map(turn));
                path.push(at(1.0, 0.0));
                Way::new(path, rank as u32)
            };
            both.map(winding).collect()
        }
        _ => Vec::new(),
    };
    let is_inside = |way: &Way| way.trace.is_inside(field, MARGIN);
    // A straight snake does not look like one.
    let flaw = if kind == link::SNAKE { 12 } else { 0 };
    let mut ways = vec![Way::new(straight, flaw)];
    ways.extend(others.into_iter().filter(is_inside));
    ways
}
