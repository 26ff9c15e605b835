//! The two halves of a turn, row by row.

use super::rival::{Payoff, Quits, Rival};
use crate::mdp::track::layout::Track;

/// Columns that are worked on at once, so that sums stay near.
const BLOCK: usize = 256;

/// A number for each pair of squares, ours before theirs.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    n: usize,
    cells: Vec<f64>,
}

impl Grid {
    pub(super) fn new(n: usize, value: f64) -> Grid {
        Grid { n, cells: vec![value; n * n] }
    }

    /// The numbers of all pairs, ours before theirs.
    pub(super) fn of(n: usize, cells: Vec<f64>) -> Grid {
        Grid { n, cells }
    }

    #[inline]
    pub(super) fn row(&self, ours: usize) -> &[f64] {
        &self.cells[ours * self.n..(ours + 1) * self.n]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, ours: usize) -> &mut [f64] {
        &mut self.cells[ours * self.n..(ours + 1) * self.n]
    }

    #[inline]
    pub(super) fn at(&self, ours: usize, theirs: usize) -> f64 {
        self.cells[ours * self.n + theirs]
    }

    #[inline]
    pub(super) fn set(&mut self, ours: usize, theirs: usize, value: f64) {
        self.cells[ours * self.n + theirs] = value;
    }

    pub(super) fn cells(&self) -> &[f64] {
        &self.cells
    }

    pub(super) fn cells_mut(&mut self) -> &mut [f64] {
        &mut self.cells
    }
}

/// What every action gives on `square`, for all columns from `from` on: the weighted rows
/// of where it lands. `out` has one row for each action, or for each roll.
pub(super) fn each_action(
    track: &Track,
    square: usize,
    table: &Grid,
    from: usize,
    out: &mut [Vec<f64>],
) {
    let n = track.n();
    let mut start = from;
    while start < n {
        let end = n.min(start + BLOCK);
        for (number, row) in out.iter_mut().enumerate() {
            let row = &mut row[start..end];
            let total = f64::from(track.roll(number).total());
            let mut landings = track.outcomes(square, number);
            if track.roll(number).steps.len() == 1 {
                let (to, _) = landings.next().unwrap_or((square, 1));
                row.copy_from_slice(&table.row(to)[start..end]);
                continue;
            }
            row.fill(0.0);
            // Four rows at a time: fewer loads and stores of the sums.
            while let Some((first, weight)) = landings.next() {
                let part = |it: Option<(usize, u32)>| {
                    let (to, weight) = it.unwrap_or((first, 0));
                    (&table.row(to)[start..end], f64::from(weight) / total)
                };
                let (row0, share0) = part(Some((first, weight)));
                let (row1, share1) = part(landings.next());
                let (row2, share2) = part(landings.next());
                let (row3, share3) = part(landings.next());
                for (at, sum) in row.iter_mut().enumerate() {
                    *sum += (row0[at] * share0 + row1[at] * share1)
                        + (row2[at] * share2 + row3[at] * share3);
                }
            }
        }
        start = end;
    }
}

/// What the row of our square is worth before the other's move, by what it is worth after
/// the full turn.
pub(super) struct Theirs<'a> {
    pub(super) track: &'a Track,
    pub(super) rival: Rival<'a>,
    pub(super) quits: Quits<'a>,
    pub(super) payoff: Payoff,
    stand: Vec<f64>,
    arrive: Vec<f64>,
}

impl<'a> Theirs<'a> {
    pub(super) fn new(
        track: &'a Track,
        rival: Rival<'a>,
        quits: Quits<'a>,
        payoff: Payoff,
    ) -> Theirs<'a> {
        let stand = vec![0.0; track.n()];
        Theirs { track, rival, quits, payoff, stand, arrive: Vec::new() }
    }

    /// Works out one row: `ours` is worth what it says after the full turn.
    pub(super) fn row(&mut self, own: usize, ours: &[f64], out: &mut [f64]) {
        let (track, goal) = (self.track, self.track.goal());
        if own == goal {
            for (theirs, value) in out[..goal].iter_mut().enumerate() {
                let action = self.rival.action(theirs, own);
                let total = f64::from(track.roll(action).total());
                let there = track.outcomes(theirs, action).filter(|it| it.0 == goal);
                let chance = there.map(|it| f64::from(it.1)).sum::<f64>() / total;
                let Payoff { we_arrive, both_arrive, .. } = self.payoff;
                *value = we_arrive + chance * (both_arrive - we_arrive);
            }
            out[goal] = self.payoff.both_arrive;
            return;
        }
        self.stand.copy_from_slice(ours);
        self.stand[goal] = self.payoff.they_arrive;
        if !self.quits.is_never() {
            let (quits, worth) = (self.quits, self.payoff.they_quit);
            for (theirs, value) in self.stand[..goal].iter_mut().enumerate() {
                let chance = quits.chance(own, theirs);
                *value = chance * worth + (1.0 - chance) * *value;
            }
        }
        track.arrivals(&self.stand, &mut self.arrive);
        for (theirs, value) in out[..goal].iter_mut().enumerate() {
            let action = self.rival.action(theirs, own);
            *value = track.expected(theirs, action, &self.arrive, &self.stand);
        }
        out[goal] = self.payoff.they_arrive;
    }
}
