//! One game of the tables: solved, layered, rated for every pair of foresights with
//! both rules for ties, and counted.

use super::found::{Cell, Find, OpponentStudy, PaperCell, RuleStudy, Set, SetStudy, Study};
use super::paper::{PaperGame, Rated};
use super::plays::{self, Candidate, Chosen};
use crate::fault::Fault;
use crate::units::write_bytes;
use spar_challenge::chance::Chances;
use spar_challenge::duel::{Exact, Kept, Pairing, Rate, Rated as Entry, Rates};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::player::{Player, Ties};
use spar_challenge::tally::{Expected, Experiment, Growth, Tally};
use spar_rules::{Notation, Ranked, Reward, Side, Tactics, Value};
use spar_solve::explicit::{Layers, Table, estimate};
use spar_solve::whole::{Layered, Whole, chain};
use spar_solve::{Budget, Desk, SolveError};

/// Foresights of player 1.
pub const LEARNERS: [u32; 3] = [1, 2, 3];
/// Foresights of player 2.
pub const OPPONENTS: [u32; 2] = [2, 3];
/// Rules for ties.
pub const TIES: [Ties; 2] = [Ties::Any, Ties::Fastest];

const N_PAIRINGS: usize = LEARNERS.len() * OPPONENTS.len();

/// What a study needs of a game.
pub trait Studied: Ranked + Tactics + Reward + Notation + Sync {}
impl<G: Ranked + Tactics + Reward + Notation + Sync> Studied for G {}

/// Which pairing this is, opponents outside, learners inside.
pub(super) fn pairing(opponent: usize, learner: usize) -> usize {
    opponent * LEARNERS.len() + learner
}

/// Every learner against every opponent, in the order of [`pairing`].
pub fn pairings(ties: Ties) -> Vec<Pairing> {
    let player = |rounds| Player::of_foresight(rounds, ties);
    let with = |second| LEARNERS.map(|first| Pairing { first: player(first), second });
    OPPONENTS.iter().flat_map(|rounds| with(player(*rounds))).collect()
}

/// The name of a rule for ties, as it is written.
fn word(ties: Ties) -> &'static str {
    match ties {
        Ties::Any => "any",
        Ties::Fastest => "fastest",
    }
}

/// Why there is no study.
#[derive(Debug)]
pub enum Unfinished {
    /// The budget was stopped.
    Stopped,
    /// Something failed.
    Failed(Fault),
}

impl From<Fault> for Unfinished {
    fn from(fault: Fault) -> Unfinished {
        Unfinished::Failed(fault)
    }
}

/// Studies a game; `seed` asks for plays as well.
///
/// # Errors
/// If it was stopped, or does not fit the memory.
pub fn study<G: Studied>(
    game: &G,
    paper: &PaperGame,
    seed: Option<u64>,
    desk: &Desk,
    remarks: &mut Vec<String>,
) -> Result<Study, Unfinished>
where
    G::Position: Send + Sync,
{
    let table = table(game, paper, desk, remarks)?;
    let failed = |error| unfinished(paper, error);
    let layers = table.layers(game, &desk.budget, &*desk.progress).map_err(failed)?;
    // The layers lie beside the records: at most a byte for each position.
    let rest = desk.budget.memory.saturating_sub(table.summary().positions);
    let budget = desk.budget.clone().with_memory(rest);
    let mut sets: Vec<SetStudy> = Vec::new();
    let mut finds = Vec::new();
    let mut chosen: Option<Vec<Chosen<G::Position>>> = None;
    for ties in TIES {
        let rates =
            Rates::sweep(&table, game, &pairings(ties), Kept::Wins, &budget, &*desk.progress);
        let rates = rates.map_err(|error| match error {
            SolveError::TooLarge { needed, .. } => {
                let needed = needed + u128::from(table.summary().positions);
                failed(SolveError::TooLarge { needed, allowed: desk.budget.memory })
            }
            error => failed(error),
        })?;
        let mut pass = Pass::new(game, &layers, &rates, &desk.budget);
        pass.candidates = (seed.is_some() && chosen.is_none()).then(Default::default);
        rates.each(|entry| pass.see(&entry));
        if desk.budget.is_stopped() {
            return Err(Unfinished::Stopped);
        }
        if let Some(position) = pass.undecided {
            return Err(Fault::new(format!(
                "`{}`: the hardness of {position} cannot be decided",
                paper.name
            ))
            .into());
        }
        if let (Some(seed), Some(candidates)) = (seed, pass.candidates.take()) {
            chosen = Some(plays::choose(game, paper, candidates, seed));
        }
        if ties == Ties::Any {
            finds = pass.finds(game);
        }
        let mut rules = pass.rules(paper, ties);
        if let (Some(seed), Some(chosen)) = (seed, &chosen) {
            for (rule, chosen) in rules.iter_mut().zip(chosen) {
                plays::play(game, &rates, chosen, seed, desk, &mut rule.1)?;
            }
        }
        gather(&mut sets, rules, paper);
    }
    Ok(Study {
        game: paper.name.clone(),
        label: paper.label.clone(),
        positions: table.summary().positions,
        paper_positions: paper.positions.clone(),
        sets,
        finds,
    })
}

fn table<G: Studied>(
    game: &G,
    paper: &PaperGame,
    desk: &Desk,
    remarks: &mut Vec<String>,
) -> Result<Table, Unfinished> {
    let whole = Whole::get(game, &paper.name, Layered::Yes, desk, remarks);
    let whole = whole.map_err(|error| unfinished(paper, error))?.in_memory();
    match whole.map_err(|error| Fault::new(chain(&error)))? {
        Whole::Solved(table) => Ok(table),
        Whole::Kept(_) | Whole::Hashed(_) => {
            let needed = game.ranks().map_or(1 << 64, estimate);
            Err(unfinished(paper, SolveError::TooLarge { needed, allowed: desk.budget.memory }))
        }
    }
}

fn unfinished(paper: &PaperGame, error: SolveError) -> Unfinished {
    match error {
        SolveError::Stopped => Unfinished::Stopped,
        SolveError::TooLarge { needed, allowed } => {
            let needed = write_bytes(u64::try_from(needed).unwrap_or(u64::MAX));
            let allowed = write_bytes(allowed);
            Unfinished::Failed(Fault::with_hint(
                format!("`{}` needs {needed}, more than the {allowed} of `--memory`", paper.name),
                "`--memory 2G` suffices for all; `--game tictactoe` asks for smaller games",
            ))
        }
        error @ SolveError::TooLong { .. } => Unfinished::Failed(Fault::new(error.to_string())),
    }
}

/// Adds what one rule for ties has given to the studies of the sets.
fn gather(sets: &mut Vec<SetStudy>, rules: Vec<(Set, RuleStudy)>, paper: &PaperGame) {
    for (set, rule) in rules {
        if let Some(known) = sets.iter_mut().find(|it| it.set == set) {
            known.rules.push(rule);
            continue;
        }
        let cell = rule.opponents.first().and_then(|it| it.learners.first());
        let positions = cell.map_or(0, |cell| cell.easy + cell.medium + cell.hard);
        let paper_positions = paper.size(set).map(str::to_owned);
        sets.push(SetStudy { set, positions, paper_positions, rules: vec![rule] });
    }
}

/// What is counted of one set.
struct Counts {
    tallies: [Tally; N_PAIRINGS],
    growth: [Growth; OPPONENTS.len()],
}

/// One walk over all entries of a rated game.
struct Pass<'a, G: Studied> {
    game: &'a G,
    start: G::Position,
    layers: &'a Layers<'a>,
    rates: &'a Rates<'a, G>,
    budget: &'a Budget,
    thresholds: Thresholds,
    exact: Vec<Exact<'a, G>>,
    counts: [Counts; Set::ALL.len()],
    /// Positions for plays of each set, if they are wanted.
    candidates: Option<[Vec<Candidate<G::Position>>; Set::ALL.len()]>,
    /// For categories 2 and 3 the best position so far for Figure 1.
    finds: [Option<(Rate, Rate, G::Position)>; 2],
    undecided: Option<String>,
}

impl<'a, G: Studied> Pass<'a, G> {
    fn new(
        game: &'a G,
        layers: &'a Layers<'a>,
        rates: &'a Rates<'a, G>,
        budget: &'a Budget,
    ) -> Pass<'a, G> {
        let counts = || Counts {
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
            finds: [None, None],
            undecided: None,
        }
    }

    /// Counts an entry if it lies in one of the sets.
    fn see(&mut self, entry: &Entry<'_, G::Position>) {
        // A position of W_2 or W_3 is won in exactly five or seven plies: were it
        // won sooner, it would lie in an earlier layer.
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
        let rates: [Rate; N_PAIRINGS] = std::array::from_fn(|pairing| entry.win(pairing));
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
                self.count(place, entry, &rates, &hardness);
            }
        }
    }

    fn count(
        &mut self,
        place: usize,
        entry: &Entry<'_, G::Position>,
        rates: &[Rate; N_PAIRINGS],
        hardness: &[Hardness; N_PAIRINGS],
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
            let (position, reward) = (entry.position.clone(), self.game.reward(&entry.position));
            candidates[place].push(Candidate { position, images: entry.images, reward });
        }
        if Set::ALL[place] == Set::Layer(2) {
            self.consider(entry, rates, hardness);
        }
    }

    /// Keeps the position if no earlier one has a smaller chance one round below the
    /// foresight for which it is easy, against the longest foresight.
    fn consider(
        &mut self,
        entry: &Entry<'_, G::Position>,
        rates: &[Rate; N_PAIRINGS],
        hardness: &[Hardness; N_PAIRINGS],
    ) {
        for (index, find) in self.finds.iter_mut().enumerate() {
            let below = pairing(OPPONENTS.len() - 1, index);
            let is_one = hardness[below] != Hardness::Easy && hardness[below + 1] == Hardness::Easy;
            if is_one && find.as_ref().is_none_or(|best| rates[below].units < best.0.units) {
                *find = Some((rates[below], rates[below + 1], entry.position.clone()));
            }
        }
    }

    fn hardness(&mut self, here: &G::Position, pairing: usize, rate: Rate) -> Option<Hardness> {
        self.thresholds.of_rate(rate).or_else(|| {
            let players = &mut self.rates.players(pairing);
            let chances: Chances = self.exact[pairing].chances(players, here).ok()?;
            self.thresholds.of_chances(&chances)
        })
    }

    fn finds(&self, game: &G) -> Vec<Find> {
        let find = |(index, found): (usize, &Option<(Rate, Rate, G::Position)>)| {
            let (below, at, position) = found.as_ref()?;
            Some(Find {
                category: index + 2,
                position: game.write_position(position),
                chance_below: below.bounds().middle(),
                chance: at.bounds().middle(),
            })
        };
        self.finds.iter().enumerate().filter_map(find).collect()
    }

    /// What was counted of every set, beside the paper's figures.
    fn rules(&self, paper: &PaperGame, ties: Ties) -> Vec<(Set, RuleStudy)> {
        let of = |(set, counts): (Set, &Counts)| {
            let opponent = |index: usize| counts.opponent(index, set, paper);
            let opponents = (0..OPPONENTS.len()).map(opponent).collect();
            (set, RuleStudy { ties: word(ties), opponents })
        };
        Set::ALL.into_iter().zip(&self.counts).map(of).collect()
    }
}

impl Counts {
    fn opponent(&self, opponent: usize, set: Set, paper: &PaperGame) -> OpponentStudy {
        let growth = &self.growth[opponent];
        let cell = |learner: usize| {
            let tally = &self.tallies[pairing(opponent, learner)];
            cell(tally, LEARNERS[learner], OPPONENTS[opponent], set, paper)
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

fn cell(tally: &Tally, learner: u32, opponent: u32, set: Set, paper: &PaperGame) -> Cell {
    let [easy, medium, hard] = tally.counts();
    let rated = paper.rated(set);
    let experiment = &Experiment::PAPER;
    let [_, expected_medium, expected_hard] = match rated {
        Some(Rated::Drawn) => tally.expected_of_sample(experiment, Rated::Drawn.count()),
        Some(Rated::Lowest) | None => tally.expected(experiment),
    };
    let is_comparable = rated != Some(Rated::Lowest);
    let is_far =
        |expected: Expected, found: u64| is_comparable && expected.is_far_from(found as f64);
    let paper = paper.found(set, opponent, learner).map(|[medium, hard]| PaperCell {
        medium,
        medium_is_far: is_far(expected_medium, medium),
        hard,
        hard_is_far: is_far(expected_hard, hard),
        is_comparable,
    });
    Cell {
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
