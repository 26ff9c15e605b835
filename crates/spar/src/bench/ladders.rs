//! Races: the cases `ladders-…`.

use super::clock::busy;
use super::rates::{Work, peak_elsewhere};
use super::{Measured, must};
use crate::fault::Fault;
use spar_catalog::units::write_bytes;
use spar_games::ladders::{Ladders, Recipe, Setup, Shape};
use spar_solve::mdp::track::pairs::{Follow, PairSweeps, Rival, Setting, best_response};
use spar_solve::mdp::track::turns::{self, Order, PartwiseValues, Sweeps, Turns};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Silent, SolveError};

/// Sweeps end when no value changes by more than this.
const STILL: f64 = 1e-9;

/// The relative width of the certified bounds.
const WIDTH: f64 = 1e-9;

/// The expected turns from square 0 of the board with 100 000 squares, except for the last
/// digits.
const TURNS: f64 = 5_645.662_325;

/// The time of the best current model checker for building and solving, with precision 1e-6, in
/// seconds of processor time: one player on 100 000 squares, two players on 200.
const CHECKER: [f64; 2] = [1.25 + 2.5, 0.61 + 0.135];

fn failed(error: &SolveError) -> Fault {
    Fault::new(error.to_string())
}

/// A random board with seed 1: a tenth of the squares start a ladder and a tenth a snake, with
/// jumps of at most `longest` squares.
fn board(n: u32, longest: u32) -> Result<Track, Fault> {
    let recipe = Recipe { n, ladders: n / 10, snakes: n / 10, longest, seed: 1 };
    let setup = Setup { shape: Shape::Random(recipe), ..Setup::default() };
    Ok(Track::of(&Ladders::new(setup)?))
}

fn certified(track: &Track, width: f64) -> Result<Turns, Fault> {
    turns::fewest(track, width, &Budget::unlimited(), &Silent).map_err(|error| failed(&error))
}

fn by_parts(track: &Track) -> Result<PartwiseValues<'_>, Fault> {
    let budget = Budget::unlimited();
    let mut parts = PartwiseValues::new(track, &budget).map_err(|error| failed(&error))?;
    parts.settle(STILL, &budget, &Silent).map_err(|error| failed(&error))?;
    Ok(parts)
}

fn is_near(found: f64, known: f64, share: f64) -> bool {
    (found - known).abs() <= share * known
}

pub(super) fn parts() -> Result<Measured, Fault> {
    let track = board(100_000, 100)?;
    let mut swept = Vec::new();
    let (seconds, (n_sweeps, jacobi)) = busy(|| {
        let mut sweeps = Sweeps::new(&track, Order::Jacobi, vec![0.0; track.n()]);
        let mut n_sweeps = 1;
        while sweeps.sweep() >= STILL {
            n_sweeps += 1;
        }
        (n_sweeps, sweeps.values()[0])
    });
    swept.push(seconds);
    must(is_near(jacobi, TURNS, 1e-8), "the turns by Jacobi")?;
    let (mut parted, mut updates) = (Vec::new(), 0.0);
    for _ in 0..5 {
        let (seconds, parts) = busy(|| by_parts(&track));
        let parts = parts?;
        parted.push(seconds);
        updates = parts.updates();
        must(is_near(parts.values()[0], TURNS, 1e-8), "the turns by parts")?;
    }
    Ok(Measured::ratio(("Jacobi from 0", &swept), ("by parts", &parted))
        .note(format!("values given to each square: {n_sweeps} by Jacobi, {updates:.2} by parts")))
}

pub(super) fn proof() -> Result<Measured, Fault> {
    let track = board(100_000, 100)?;
    let (mut proven, mut plain, mut width) = (Vec::new(), Vec::new(), 0.0);
    for _ in 0..5 {
        let (seconds, found) = busy(|| certified(&track, WIDTH));
        let found = found?;
        proven.push(seconds);
        width = found.relative_width();
        must(width <= WIDTH && is_near(found.at(0).middle(), TURNS, 1e-8), "certified turns")?;
        let (seconds, parts) = busy(|| by_parts(&track));
        plain.push(seconds);
        must(is_near(parts?.values()[0], TURNS, 1e-8), "the turns")?;
    }
    let peak = peak_elsewhere(Work::LaddersAlone)?;
    must(peak < 60_000_000, "less than 60 MB of memory")?;
    Ok(Measured::ratio(("certified", &proven), ("not certified", &plain))
        .note(format!("relative width of the bounds {width:.1e}; peak {}", write_bytes(peak))))
}

/// For each square and action, the squares that it leads to, with probabilities.
type Leads = Vec<Vec<Vec<(usize, f64)>>>;

fn leads(track: &Track) -> Leads {
    let action = |square: usize, number: usize| {
        let total = f64::from(track.actions()[number].total());
        let outcomes = track.outcomes(square, number);
        outcomes.map(|(to, weight)| (to, f64::from(weight) / total)).collect()
    };
    let square = |square: usize| (0..track.actions().len()).map(|it| action(square, it)).collect();
    (0..track.goal()).map(square).collect()
}

/// One sweep with the double sum over both rolls, pair by pair from the goal, given the
/// probabilities of all rolls. Returns the largest change.
fn double_sum(leads: &Leads, policy: &Policy, values: &mut [f64]) -> f64 {
    let (goal, n) = (leads.len(), leads.len() + 1);
    let mut largest: f64 = 0.0;
    for own in (0..goal).rev() {
        for other in (0..goal).rev() {
            let answers = &leads[other][usize::from(policy.0[other])];
            let mut best: f64 = 0.0;
            for action in &leads[own] {
                let mut sum = 0.0;
                for &(to, chance) in action {
                    // A piece on the goal has the value 1 against every square.
                    let row = &values[to * n..(to + 1) * n];
                    let answered: f64 = answers.iter().map(|(at, share)| share * row[*at]).sum();
                    sum += chance * answered;
                }
                best = best.max(sum);
            }
            let value = &mut values[own * n + other];
            largest = largest.max((best - *value).abs());
            *value = best;
        }
    }
    largest
}

pub(super) fn factored() -> Result<Measured, Fault> {
    let track = board(1_000, 100)?;
    let policy = certified(&track, WIDTH)?.policy;
    let setting = Setting::wins(Rival::Alone(&policy));
    let mut rows = PairSweeps::new(&track, &setting, 0.0);
    let (mut by_rows, mut by_pairs) = (Vec::new(), Vec::new());
    loop {
        let (seconds, largest) = busy(|| rows.sweep());
        by_rows.push(seconds);
        if largest < 1e-12 {
            break;
        }
    }
    let (n, goal) = (track.n(), track.goal());
    let mut values = vec![0.0; n * n];
    for own in 0..goal {
        for other in 0..goal {
            values[own * n + other] = rows.at(own, other);
        }
    }
    values[goal * n..].fill(1.0);
    let leads = leads(&track);
    for _ in 0..5 {
        let (seconds, largest) = busy(|| double_sum(&leads, &policy, &mut values));
        by_pairs.push(seconds);
        must(largest < 1e-10, "both ways agree on every pair")?;
    }
    let measured = Measured::ratio(("double sum", &by_pairs), ("factored", &by_rows));
    let each = |arm: usize| 1e9 * measured.arms[arm].1 / (n * n) as f64;
    let note = format!(
        "{:.1} and {:.1} ns for each pair and sweep; {} sweeps to 1e-12",
        each(0),
        each(1),
        by_rows.len()
    );
    Ok(measured.note(note))
}

fn response(track: &Track, policy: &Policy, width: f64) -> Result<Follow, Fault> {
    let setting = Setting::wins(Rival::Alone(policy));
    best_response(track, &setting, width, &Budget::unlimited(), &Silent)
        .map_err(|error| failed(&error))
}

/// The fewest turns on 100 000 squares, certified; to measure the memory.
pub(super) fn alone() -> Result<(), Fault> {
    let found = certified(&board(100_000, 100)?, WIDTH)?;
    must(is_near(found.at(0).middle(), TURNS, 1e-8), "certified turns")
}

/// The best response on 5000 squares; to measure the memory.
pub(super) fn together() -> Result<(), Fault> {
    let track = board(5_000, 100)?;
    let policy = certified(&track, WIDTH)?.policy;
    let chance = response(&track, &policy, 1e-6)?.chances.at(0, 0);
    must(chance.width() < 1e-6 && chance.low > 0.5, "a certified chance above one half")
}

pub(super) fn large() -> Result<Measured, Fault> {
    let (seconds, peak) = super::clock::elapsed(|| peak_elsewhere(Work::LaddersTogether));
    let peak = peak?;
    must(peak < 2_000_000_000, "less than 2 GB of memory")?;
    let arms = vec![("best response", seconds)];
    Ok(Measured { arms, ratio: None, notes: vec![format!("peak {}", write_bytes(peak))] })
}

pub(super) fn million() -> Result<Measured, Fault> {
    let track = board(1_000_000, 100)?;
    let (seconds, found) = busy(|| certified(&track, WIDTH));
    let found = found?;
    must(found.relative_width() <= WIDTH, "certified to a relative 1e-9")?;
    let note = format!(
        "{} turns, relative width {:.1e}, {:.2} values given to each square",
        found.at(0),
        found.relative_width(),
        found.updates
    );
    Ok(Measured { arms: vec![("certified", seconds)], ratio: None, notes: vec![note] })
}

/// Builds the board, solves it and reads the answer, as the model checker also has to build its
/// model.
pub(super) fn checker() -> Result<Measured, Fault> {
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let (seconds, found) = busy(|| certified(&board(100_000, 100)?, 1e-6));
        alone.push(seconds);
        must(found?.relative_width() <= 1e-6, "certified turns")?;
        let (seconds, chance) = busy(|| -> Result<_, Fault> {
            let track = board(200, 100)?;
            let policy = certified(&track, 1e-6)?.policy;
            Ok(response(&track, &policy, 1e-6)?.chances.at(0, 0))
        });
        together.push(seconds);
        must(chance?.width() <= 1e-6, "a certified chance")?;
    }
    let times = [&alone, &together].map(|it| super::clock::median(it));
    let share = |which: usize| times[which] / CHECKER[which];
    let note = format!(
        "{:.4} and {:.4} of the {} s and {} s stated for the model checker",
        share(0),
        share(1),
        CHECKER[0],
        CHECKER[1]
    );
    let arms = vec![("one player, 100 000 squares", times[0]), ("two, 200 squares", times[1])];
    Ok(Measured { arms, ratio: None, notes: vec![note] })
}
