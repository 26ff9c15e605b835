//! One pass over a rated game, which counts the positions in the sets.

use super::found::{Find, LearnerCell, OpponentStudy, PaperCell, RuleStudy, Set};
use super::lowest::{Lowest, Scored};
use super::paper::{PaperGame, RatedSelection};
use super::plays::Candidate;
use super::study::{LEARNERS, N_PAIRINGS, OPPONENTS, Studied, pairing};
use spar_challenge::chance::Chances;
use spar_challenge::duel::{ChanceRow as Entry, ChanceTable, ChanceUnits, Exact};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::policy::Ties;
use spar_challenge::tally::{Expected, Experiment, Growth, Tally};
use spar_rules::{Side, Value};
use spar_solve::Budget;
use spar_solve::explicit::Layers;

/// The counts for one set.
struct SetCounts {
    tallies: [Tally; N_PAIRINGS],
    growth: [Growth; OPPONENTS.len()],
}

/// A position for Figure 1: its chance for a foresight, and for one round less.
struct Best<P> {
    below: ChanceUnits,
    at: ChanceUnits,
    position: P,
}

/// A pass over all entries of a rated game.
pub(super) struct Pass<'a, G: Studied> {
    game: &'a G,
    start: G::Position,
    layers: &'a Layers<'a>,
    rates: &'a ChanceTable<'a, G>,
    budget: &'a Budget,
    thresholds: Thresholds,
    exact: Vec<Exact<'a, G>>,
    counts: [SetCounts; Set::ALL.len()],
    /// Positions of each set for the plays, if plays are requested.
    pub(super) candidates: Option<[Vec<Candidate<G::Position>>; Set::ALL.len()]>,
    /// For sets in which the paper rated only the positions with the lowest scores: all
    /// positions.
    scored: [Option<Vec<Scored<G::Position>>>; Set::ALL.len()],
    /// The best position for Figure 1 so far, for categories 2 and 3.
    finds: [Option<Best<G::Position>>; 2],
    /// A position whose hardness neither rates nor fractions could decide.
    pub(super) undecided: Option<String>,
}

impl<'a, G: Studied> Pass<'a, G> {
    pub(super) fn new(
        game: &'a G,
        layers: &'a Layers<'a>,
        rates: &'a ChanceTable<'a, G>,
        paper: &PaperGame,
        budget: &'a Budget,
    ) -> Pass<'a, G> {
        let counts = || SetCounts {
            tallies: std::array::from_fn(|_| Tally::default()),
            growth: std::array::from_fn(|_| Growth::new(LEARNERS.len())),
        };
        Pass {
            game,
            start: game.start(),
            layers,
            rates,
            budget,
            thresholds: Thresholds::default(),
            exact: (0..N_PAIRINGS).map(|_| Exact::new(game, budget.clone())).collect(),
            counts: std::array::from_fn(|_| counts()),
            candidates: None,
            scored: Set::ALL
                .map(|set| (paper.rated(set) == Some(RatedSelection::Lowest)).then(Vec::new)),
            finds: [None, None],
            undecided: None,
        }
    }

    /// Counts an entry if it is in one of the sets.
    pub(super) fn see(&mut self, entry: &Entry<'_, G::Position>) {
        // A position of W_2 or W_3 is won in exactly five or seven plies: if it were won
        // sooner, it would be in an earlier layer.
        let (Value::Win(plies @ (5 | 7)), Side::First) =
            (entry.value, self.game.side(&entry.position))
        else {
            return;
        };
        if entry.position == self.start || self.undecided.is_some() || self.budget.is_stopped() {
            return;
        }
        let set = self.layers.of(self.game, &entry.position);
        let least = set.and_then(|set| set.least(self.game, &entry.position));
        let rates: [ChanceUnits; N_PAIRINGS] = std::array::from_fn(|pairing| entry.rate(pairing));
        let mut hardness = [Hardness::Easy; N_PAIRINGS];
        for (pairing, rate) in rates.into_iter().enumerate() {
            match self.hardness(&entry.position, pairing, rate) {
                Some(found) => hardness[pairing] = found,
                None => self.undecided = Some(self.game.write_position(&entry.position)),
            }
        }
        for (place, set) in Set::ALL.into_iter().enumerate() {
            let is_in = match set {
                Set::Layer(j) => least == Some(j),
                Set::Distance(j) => plies as usize == 2 * j + 1,
            };
            if is_in {
                self.count(place, entry, &rates, hardness);
            }
        }
    }

    fn count(
        &mut self,
        place: usize,
        entry: &Entry<'_, G::Position>,
        rates: &[ChanceUnits; N_PAIRINGS],
        hardness: [Hardness; N_PAIRINGS],
    ) {
        let images = u64::from(entry.images);
        let counts = &mut self.counts[place];
        for (index, tally) in counts.tallies.iter_mut().enumerate() {
            tally.add(hardness[index], rates[index].bounds().middle(), images);
        }
        for (opponent, growth) in counts.growth.iter_mut().enumerate() {
            let first = pairing(opponent, 0);
            growth.add(&hardness[first..first + LEARNERS.len()], images);
        }
        if let (Some(candidates), Set::Layer(_)) = (&mut self.candidates, Set::ALL[place]) {
            let position = entry.position.clone();
            candidates[place].push(Candidate { position, images: entry.images });
        }
        if let Some(scored) = &mut self.scored[place] {
            let position = entry.position.clone();
            let candidate = Candidate { position, images: entry.images };
            scored.push(Scored { candidate, rates: *rates, hardness });
        }
        if Set::ALL[place] == Set::Layer(2) {
            self.consider(entry, rates, hardness);
        }
    }

    /// Keeps the position if its chance for one round less than needed is smaller than that of
    /// all earlier positions, against the opponent with the longest foresight.
    fn consider(
        &mut self,
        entry: &Entry<'_, G::Position>,
        rates: &[ChanceUnits; N_PAIRINGS],
        hardness: [Hardness; N_PAIRINGS],
    ) {
        for (index, find) in self.finds.iter_mut().enumerate() {
            let below = pairing(OPPONENTS.len() - 1, index);
            let is_one = hardness[below] != Hardness::Easy && hardness[below + 1] == Hardness::Easy;
            if is_one && find.as_ref().is_none_or(|best| rates[below].units < best.below.units) {
                let position = entry.position.clone();
                *find = Some(Best { below: rates[below], at: rates[below + 1], position });
            }
        }
    }

    fn hardness(
        &mut self,
        here: &G::Position,
        pairing: usize,
        rate: ChanceUnits,
    ) -> Option<Hardness> {
        self.thresholds.of_rate(rate).or_else(|| {
            let players = &mut self.rates.players(pairing);
            let chances: Chances = self.exact[pairing].chances(players, here).ok()?;
            self.thresholds.of_chances(&chances)
        })
    }

    pub(super) fn finds(&self, game: &G) -> Vec<Find> {
        let find = |(index, found): (usize, &Option<Best<G::Position>>)| {
            let Best { below, at, position } = found.as_ref()?;
            Some(Find {
                category: index + 2,
                position: game.write_position(position),
                chance_below: below.bounds().middle(),
                chance: at.bounds().middle(),
            })
        };
        self.finds.iter().enumerate().filter_map(find).collect()
    }

    /// The positions with the lowest scores, for the sets in which the paper rated only these.
    pub(super) fn lowest(&mut self) -> [Option<Lowest<G::Position>>; Set::ALL.len()] {
        let scored = std::mem::take(&mut self.scored);
        scored.map(|it| Some(Lowest::of(it?, RatedSelection::Lowest.count())))
    }

    /// The counts of every set, next to the paper's figures.
    pub(super) fn rules(
        &self,
        paper: &PaperGame,
        ties: Ties,
        lowest: &[Option<Lowest<G::Position>>; Set::ALL.len()],
    ) -> Vec<(Set, RuleStudy)> {
        let of = |(place, counts): (usize, &SetCounts)| {
            let set = Set::ALL[place];
            let opponent =
                |index: usize| counts.opponent(index, set, paper, lowest[place].as_ref());
            let opponents = (0..OPPONENTS.len()).map(opponent).collect();
            (set, RuleStudy { ties: ties.word(), opponents })
        };
        self.counts.iter().enumerate().map(of).collect()
    }
}

impl SetCounts {
    fn opponent<P>(
        &self,
        opponent: usize,
        set: Set,
        paper: &PaperGame,
        lowest: Option<&Lowest<P>>,
    ) -> OpponentStudy {
        let growth = &self.growth[opponent];
        let cell = |learner: usize| {
            let pairing = pairing(opponent, learner);
            let tally = &self.tallies[pairing];
            let experiment = &Experiment::PAPER;
            let expected = match (paper.rated(set), lowest) {
                (Some(RatedSelection::Lowest), Some(lowest)) => {
                    lowest.expected(pairing, experiment)
                }
                (Some(rated), _) => tally.expected_of_sample(experiment, rated.count()),
                (None, _) => tally.expected(experiment),
            };
            let printed = paper.found(set, OPPONENTS[opponent], LEARNERS[learner]);
            cell(tally, LEARNERS[learner], expected, printed)
        };
        OpponentStudy {
            foresight: OPPONENTS[opponent],
            learners: (0..LEARNERS.len()).map(cell).collect(),
            newly_hard: growth.newly_hard.clone(),
            no_longer_easy: growth.no_longer_easy.clone(),
            categories: growth.categories.clone(),
            interesting: growth.ever_not_easy,
        }
    }
}

fn cell(
    tally: &Tally,
    learner: u32,
    expected: [Expected; 3],
    printed: Option<[u64; 2]>,
) -> LearnerCell {
    let [easy, medium, hard] = tally.counts();
    let [_, expected_medium, expected_hard] = expected;
    let paper = printed.map(|[medium, hard]| PaperCell {
        medium,
        medium_is_far: expected_medium.is_far_from(medium as f64),
        hard,
        hard_is_far: expected_hard.is_far_from(hard as f64),
    });
    LearnerCell {
        foresight: learner,
        easy,
        medium,
        hard,
        expected_medium: expected_medium.into(),
        expected_hard: expected_hard.into(),
        paper,
        sampled: None,
    }
}
