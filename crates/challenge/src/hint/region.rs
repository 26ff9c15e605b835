//! Natural parts of a board: columns, rows, halves, layers.

use super::Picture;
use spar_rules::scene::{Cell, Group, Scene};
use std::ops::Range;

/// A part of the board.
pub(super) struct Region {
    /// How people call it: `columns a and b`.
    pub(super) name: String,
    /// Its cells.
    pub(super) cells: Vec<usize>,
}

/// The smallest natural part that holds all best moves, or at least the first of them;
/// `best` are indices of moves. It holds another move too where one does: a part that
/// leaves no choice would be the move itself.
pub(super) fn smallest(picture: &Picture, best: &[usize]) -> Option<Region> {
    let Picture { scene, touches } = picture;
    let regions = regions(scene);
    let holds = |region: &Region, mv: &usize| {
        let cells = &touches[*mv];
        !cells.is_empty() && cells.iter().all(|cell| region.cells.contains(cell))
    };
    let n_moves = |region: &Region| (0..touches.len()).filter(|mv| holds(region, mv)).count();
    let first = best.get(..1)?;
    let wishes = [(best, 2), (first, 2), (first, 1)];
    let fit = |(wanted, least): (&[usize], usize)| {
        let fits = |region: &&Region| {
            wanted.iter().all(|mv| holds(region, mv)) && n_moves(region) >= least
        };
        regions.iter().filter(fits).min_by_key(|region| region.cells.len())
    };
    let found = wishes.into_iter().find_map(fit)?;
    Some(Region { name: found.name.clone(), cells: found.cells.clone() })
}

/// All natural parts of more than one cell and less than the board.
fn regions(scene: &Scene) -> Vec<Region> {
    let mut regions = Vec::new();
    for (index, group) in scene.groups.iter().enumerate() {
        let of = match group.name.as_str() {
            "" => String::new(),
            name => format!(" of {name}"),
        };
        let mut add = |name: String, inside: &dyn Fn(&Cell) -> bool| {
            let here = |it: &(usize, &Cell)| it.1.group == index && inside(it.1);
            let cells = scene.cells.iter().enumerate().filter(here).map(|it| it.0).collect();
            regions.push(Region { name: format!("{name}{of}"), cells });
        };
        for (name, columns) in bands(["column", "left", "right"], &group.columns, group.width) {
            add(name, &|cell| columns.contains(&cell.at.grid().0));
        }
        // Where stones fall, a column is chosen, and a row would light cells that cannot be.
        if !group.falls {
            for (name, rows) in bands(["row", "upper", "lower"], &group.rows, group.height) {
                add(name, &|cell| rows.contains(&cell.at.grid().1));
            }
        }
        regions.push(whole(scene, index, group));
    }
    regions.retain(|region| (2..scene.cells.len()).contains(&region.cells.len()));
    regions
}

fn whole(scene: &Scene, index: usize, group: &Group) -> Region {
    let cells = scene.cells.iter().enumerate().filter(|it| it.1.group == index);
    let name = if group.name.is_empty() { "this part".to_owned() } else { group.name.clone() };
    Region { name, cells: cells.map(|it| it.0).collect() }
}

/// One band, two neighbouring bands, and both halves, each with its name. Bands without
/// a label have no name, so there are halves only.
fn bands([noun, near, far]: [&str; 3], labels: &[String], size: u16) -> Vec<(String, Range<i32>)> {
    let size = i32::from(size);
    let labelled = || (0..).zip(labels);
    let ones = labelled().map(|(at, label)| (format!("{noun} {label}"), at..at + 1));
    let pairs = labelled()
        .zip(labels.iter().skip(1))
        .map(|((at, label), next)| (format!("{noun}s {label} and {next}"), at..at + 2));
    let half = (size + 1) / 2;
    let halves = [(near, 0..half), (far, size - half..size)];
    let halves = halves.map(|(word, bands)| (format!("the {word} half"), bands));
    ones.chain(pairs).chain(halves).collect()
}
