//! The paper's experiment: thirty plays of each position, or of a selection.

use super::found::{RuleStudy, Sampled, Set};
use super::lowest::Lowest;
use super::paper::{PaperGame, RatedSelection};
use super::study::{LEARNERS, OPPONENTS, Studied, Unfinished, pairing};
use crate::fault::Fault;
use rayon::prelude::*;
use spar_challenge::duel::{ChanceTable, sample};
use spar_challenge::tally::Experiment;
use spar_rules::SplitMix;
use spar_solve::Context;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A position that may be selected.
pub(super) struct Candidate<P> {
    pub(super) position: P,
    /// The number of positions that it stands for: itself and its images.
    pub(super) images: u32,
}

/// The selected positions of a set, and how they were selected.
pub(super) struct Chosen<P> {
    how: &'static str,
    seed: u64,
    positions: Vec<P>,
}

/// Selects positions as the paper did: all, five thousand drawn at random, or the hundred with
/// the lowest scores.
pub(super) fn choose<G: Studied>(
    game: &G,
    paper: &PaperGame,
    candidates: [Vec<Candidate<G::Position>>; Set::ALL.len()],
    lowest: &[Option<Lowest<G::Position>>; Set::ALL.len()],
    seed: u64,
) -> Vec<Chosen<G::Position>> {
    let seed = paper.name.bytes().fold(seed, |seed, byte| mixed(seed, byte.into()));
    let of = |(place, candidates): (usize, Vec<Candidate<G::Position>>)| {
        let (set, seed) = (Set::ALL[place], mixed(seed, place as u64));
        let count = candidates.iter().map(|it| u64::from(it.images)).sum();
        let rated = paper.rated(set).filter(|rated| count > rated.count());
        let positions = match (rated, &lowest[place]) {
            (Some(RatedSelection::Lowest), Some(lowest)) => lowest.positions(game, seed),
            (Some(rated), _) => {
                let drawn = draw(count, rated.count(), &mut SplitMix::new(seed));
                at(game, candidates.iter(), &drawn)
            }
            (None, _) => at(game, candidates.iter(), &(0..count).collect()),
        };
        Chosen { how: RatedSelection::word(rated), seed, positions }
    };
    candidates.into_iter().enumerate().map(of).collect()
}

/// Draws distinct numbers below `count`; every selection has the same probability (Floyd's
/// algorithm).
pub(super) fn draw(count: u64, wanted: u64, random: &mut SplitMix) -> BTreeSet<u64> {
    let mut drawn = BTreeSet::new();
    for top in count - wanted..count {
        let number = random.below(top + 1);
        if !drawn.insert(number) {
            drawn.insert(top);
        }
    }
    drawn
}

/// The positions at these indices; images count separately.
pub(super) fn at<'c, G: Studied>(
    game: &G,
    candidates: impl Iterator<Item = &'c Candidate<G::Position>>,
    places: &BTreeSet<u64>,
) -> Vec<G::Position>
where
    G::Position: 'c,
{
    let mut found = Vec::with_capacity(places.len());
    let mut places = places.iter().copied().peekable();
    let (mut low, mut images) = (0, Vec::new());
    for candidate in candidates {
        let high = low + u64::from(candidate.images);
        while let Some(place) = places.next_if(|place| *place < high) {
            images.clear();
            game.unfold(&candidate.position, &mut images);
            found.push(images[(place - low) as usize].clone());
        }
        low = high;
    }
    found
}

/// Plays the selected positions and stores the results.
pub(super) fn play<G: Studied>(
    game: &G,
    rates: &ChanceTable<'_, G>,
    chosen: &Chosen<G::Position>,
    seed: u64,
    context: &Context,
    rule: &mut RuleStudy,
) -> Result<(), Unfinished>
where
    G::Position: Send + Sync,
{
    if chosen.positions.is_empty() {
        return Ok(());
    }
    let total = (chosen.positions.len() * LEARNERS.len() * OPPONENTS.len()) as u64;
    let done = AtomicU64::new(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.budget.threads).build();
    let pool = pool.map_err(|error| Fault::new(format!("cannot start threads: {error}")))?;
    for (opponent, study) in rule.opponents.iter_mut().enumerate() {
        for (learner, cell) in study.learners.iter_mut().enumerate() {
            let pairing = pairing(opponent, learner);
            let seed =
                mixed(mixed(mixed(seed, chosen.seed), pairing as u64), rule.ties.len() as u64);
            let one = |(index, position): (usize, &G::Position)| -> Option<[u64; 3]> {
                if context.budget.is_stopped() {
                    return None;
                }
                let experiment = Experiment::PAPER;
                let (mut players, seed) = (rates.players(pairing), mixed(seed, index as u64));
                let played =
                    sample(game, &mut players, position, (experiment.plays, seed), &context.budget)
                        .ok()?;
                let mut counts = [0; 3];
                counts[experiment.hardness(played.wins) as usize] = 1;
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                if done.is_multiple_of(1000) {
                    context.progress.report("playing", done, total);
                }
                Some(counts)
            };
            let sum = |a: [u64; 3], b: [u64; 3]| Some([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
            let counts = pool.install(|| {
                let all = chosen.positions.par_iter().enumerate();
                all.map(one).try_reduce(|| [0; 3], sum)
            });
            let [easy, medium, hard] = counts.ok_or(Unfinished::Stopped)?;
            let positions = chosen.positions.len() as u64;
            cell.sampled = Some(Sampled { positions, chosen: chosen.how, easy, medium, hard });
        }
    }
    Ok(())
}

/// The seed of a part, derived from the seed of the whole.
fn mixed(seed: u64, part: u64) -> u64 {
    SplitMix::new(seed ^ SplitMix::new(part).next_u64()).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_drawn_equally_often() {
        let mut random = SplitMix::new(1);
        let mut counts = [0_u32; 10];
        for _ in 0..4000 {
            let drawn = draw(10, 3, &mut random);
            assert_eq!(drawn.len(), 3);
            for number in drawn {
                counts[number as usize] += 1;
            }
        }
        // Each is drawn 1200 times on average, with a standard deviation of 29.
        assert!(counts.iter().all(|it| it.abs_diff(1200) < 145), "{counts:?}");
        assert_eq!(draw(5, 5, &mut random).len(), 5);
    }
}
