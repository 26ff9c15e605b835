//! One turn of two pieces: the opponent, the ways in which the game can end, and the two halves
//! of a turn, row by row or pair by pair.

use super::choice::{PairPolicy, always_ends};
use super::respond::Setting;
use crate::mdp::track::layout::Track;
use crate::mdp::track::policy::Policy;

/// How the opponent chooses its actions.
#[derive(Clone, Copy, Debug)]
pub enum Rival<'a> {
    /// By its own square.
    Alone(&'a Policy),
    /// By both squares.
    Seeing(&'a PairPolicy),
}

impl Rival<'_> {
    /// The number of its action, for its own square and ours.
    #[inline]
    pub(super) fn action(&self, own: usize, other: usize) -> usize {
        match self {
            Rival::Alone(policy) => usize::from(policy.0[own]),
            Rival::Seeing(policy) => usize::from(policy.action(own, other)),
        }
    }

    /// Returns whether it takes this roll anywhere.
    pub(super) fn mixes(&self, roll: u8) -> bool {
        match self {
            Rival::Alone(policy) => policy.0.contains(&roll),
            Rival::Seeing(policy) => policy.takes(roll),
        }
    }

    /// The squares that the opponent never leaves and from which it never reaches the goal. If
    /// the opponent looks at both squares: all squares if it may wait forever, otherwise none.
    pub(super) fn for_ever(&self, track: &Track) -> Vec<bool> {
        match self {
            Rival::Alone(policy) => policy.leads(track).iter().map(|it| !it).collect(),
            Rival::Seeing(policy) => vec![!always_ends(track, policy); track.n()],
        }
    }
}

/// When the opponent gives up: decided after each full turn in which no side has arrived.
#[derive(Clone, Copy)]
pub enum Quits<'a> {
    /// Never.
    Never,
    /// As soon as the pieces are at least this many squares apart.
    Apart(usize),
    /// With this probability, depending on our square and theirs.
    Chance(&'a (dyn Fn(usize, usize) -> f64 + Sync)),
}

impl Quits<'_> {
    /// The probability that the opponent gives up for these squares.
    #[inline]
    pub fn chance(&self, ours: usize, theirs: usize) -> f64 {
        match self {
            Quits::Never => 0.0,
            Quits::Apart(far) => f64::from(u8::from(ours.abs_diff(theirs) >= *far)),
            Quits::Chance(chance) => chance(ours, theirs).clamp(0.0, 1.0),
        }
    }

    pub(super) fn is_never(&self) -> bool {
        matches!(self, Quits::Never)
    }
}

/// The payoffs of the ways in which a game ends, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// We arrive, and they do not in the same full turn.
    pub we_arrive: f64,
    /// Both arrive in the same full turn. If players move in turn, we were first.
    pub both_arrive: f64,
    /// They arrive.
    pub they_arrive: f64,
    /// They give up.
    pub they_quit: f64,
}

impl Payoff {
    /// A win counts; players move in turn.
    pub const WIN: Payoff =
        Payoff { we_arrive: 1.0, both_arrive: 1.0, they_arrive: 0.0, they_quit: 0.0 };
    /// A loss counts.
    pub const LOSS: Payoff =
        Payoff { we_arrive: 0.0, both_arrive: 0.0, they_arrive: 1.0, they_quit: 0.0 };
    /// The opponent's giving up counts.
    pub const QUIT: Payoff =
        Payoff { we_arrive: 0.0, both_arrive: 0.0, they_arrive: 0.0, they_quit: 1.0 };

    /// A win counts; both arriving at once counts `common`.
    pub fn at_once(common: f64) -> Payoff {
        Payoff { both_arrive: common, ..Payoff::WIN }
    }
}

/// The number of columns processed at once, so that the sums stay in the cache.
const BLOCK: usize = 256;

/// A number for each pair of squares, indexed by our square, then theirs.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    n: usize,
    cells: Vec<f64>,
}

impl Grid {
    pub(super) fn new(n: usize, value: f64) -> Grid {
        Grid { n, cells: vec![value; n * n] }
    }

    /// Creates a grid from the numbers of all pairs, indexed by our square, then theirs.
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

/// Computes the expected value of every action on `square`, for all columns from `from` on: the
/// weighted rows of the squares where it lands. `out` has one row for each action or roll.
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
            // Four rows at a time, for fewer loads and stores of the sums.
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

/// Computes a row of values before the opponent's move from the values after the full turn.
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

    /// Computes one row; `ours` holds the values after the full turn.
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

/// The value of a full turn in which we take one action and they another; `value` returns the
/// value of a pair after it.
pub(super) fn worth(
    track: &Track,
    setting: &Setting<'_>,
    (ours, action): (usize, usize),
    (theirs, answer): (usize, usize),
    value: impl Fn(usize, usize) -> f64,
) -> f64 {
    let Payoff { we_arrive, both_arrive, they_arrive, they_quit } = setting.payoff;
    let goal = track.goal();
    let mut sum = 0.0;
    for (to, weight) in track.outcomes(ours, action) {
        let mut part = 0.0;
        for (there, share) in track.outcomes(theirs, answer) {
            let worth = match (to == goal, there == goal) {
                (true, true) => both_arrive,
                (true, false) => we_arrive,
                (false, true) => they_arrive,
                (false, false) => {
                    let quits = setting.quits.chance(to, there);
                    quits * they_quit + (1.0 - quits) * value(to, there)
                }
            };
            part += f64::from(share) * worth;
        }
        sum += f64::from(weight) * part;
    }
    let total = |number: usize| f64::from(track.roll(number).total());
    sum / (total(action) * total(answer))
}

/// The index of the first value that is within a relative tolerance `tie` of the best, and the
/// best value.
pub(super) fn first_of(worths: impl Iterator<Item = f64> + Clone, tie: f64) -> (usize, f64) {
    let best = worths.clone().fold(f64::NEG_INFINITY, f64::max);
    let mut worths = worths;
    let first = worths.position(|worth| worth >= best - tie * best.abs());
    (first.unwrap_or_default(), best)
}
