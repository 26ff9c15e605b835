//! The study of one game of the tables: solves it, computes its layers, rates it for every pair
//! of foresights with both rules for ties, and counts.

use super::found::{Claim, RuleStudy, Set, SetStudy, Study};
use super::paper::{PaperGame, RatedSelection, is_size};
use super::pass::Pass;
use super::plays;
use crate::fault::Fault;
use spar_catalog::units::write_bytes;
use spar_challenge::duel::{ChanceTable, DuelQuestion, Pairing};
use spar_challenge::policy::{Player, Ties};
use spar_rules::{Notation, Outcome, Ranked, Reward, Side, Tactics, Value};
use spar_solve::explicit::{Table, estimate};
use spar_solve::whole::{Layered, Whole, chain};
use spar_solve::{Context, SolveError};

/// The foresights of player 1.
pub const LEARNERS: [u32; 3] = [1, 2, 3];
/// The foresights of player 2.
pub const OPPONENTS: [u32; 2] = [2, 3];
/// The rules for ties.
pub const TIES: [Ties; 2] = [Ties::Any, Ties::Fastest];

/// The number of pairings of players 1 and 2.
pub(super) const N_PAIRINGS: usize = LEARNERS.len() * OPPONENTS.len();

/// The traits of a game that a study needs.
pub trait Studied: Ranked + Tactics + Reward + Notation + Sync {}
impl<G: Ranked + Tactics + Reward + Notation + Sync> Studied for G {}

/// The index of a pairing: ordered by opponents, then by learners.
pub(super) fn pairing(opponent: usize, learner: usize) -> usize {
    opponent * LEARNERS.len() + learner
}

/// The questions for the first side's chance to win: every learner against the first opponent,
/// then against the next.
pub fn questions(ties: Ties) -> Vec<DuelQuestion> {
    let player = |rounds| Player::foresight(rounds, ties);
    let outcome = Outcome::Win(Side::First);
    let ask = |first, second| {
        let pairing = Pairing { first: player(first), second: player(second) };
        DuelQuestion { pairing, outcome }
    };
    OPPONENTS.iter().flat_map(|second| LEARNERS.map(|first| ask(first, *second))).collect()
}

/// The reason why a result is missing.
#[derive(Debug)]
pub enum Unfinished {
    /// The work was stopped.
    Stopped,
    /// An error.
    Failed(Fault),
}

impl From<Fault> for Unfinished {
    fn from(fault: Fault) -> Unfinished {
        Unfinished::Failed(fault)
    }
}

/// Studies a game. With a `seed`, also plays the paper's experiment.
///
/// # Errors
/// If the work is stopped, or the game does not fit into memory.
// Long: it makes one pass for each rule for ties and then builds the report.
pub fn study<G: Studied>(
    game: &G,
    paper: &PaperGame,
    seed: Option<u64>,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<Study, Unfinished>
where
    G::Position: Send + Sync,
{
    let table = table(game, paper, context, remarks)?;
    let failed = |error| unfinished(paper, error);
    let layers = table.layers(game, &context.budget, &*context.progress).map_err(failed)?;
    // The layers need memory in addition to the records: at most one byte per position.
    let rest = context.budget.memory.saturating_sub(table.summary().positions);
    let budget = context.budget.clone().with_memory(rest);
    let mut sets: Vec<SetStudy> = Vec::new();
    let mut finds = Vec::new();
    for ties in TIES {
        let rates = ChanceTable::sweep(&table, game, &questions(ties), &budget, &*context.progress);
        let rates = rates.map_err(|error| match error {
            SolveError::TooLarge { needed, .. } => {
                let needed = needed + u128::from(table.summary().positions);
                failed(SolveError::TooLarge { needed, allowed: context.budget.memory })
            }
            error => failed(error),
        })?;
        let mut pass = Pass::new(game, &layers, &rates, paper, &context.budget);
        pass.candidates = seed.is_some().then(Default::default);
        // Wins in five or seven plies: see `Pass::see`.
        let keep = |value: Value| matches!(value, Value::Win(5 | 7));
        rates.each_where(&keep, |entry| pass.see(&entry));
        if context.budget.is_stopped() {
            return Err(Unfinished::Stopped);
        }
        if let Some(position) = pass.undecided {
            return Err(Fault::new(format!(
                "`{}`: the hardness of {position} cannot be decided",
                paper.name
            ))
            .into());
        }
        if ties == Ties::Any {
            finds = pass.finds(game);
        }
        let lowest = pass.lowest();
        let mut rules = pass.rules(paper, ties, &lowest);
        if let (Some(seed), Some(candidates)) = (seed, pass.candidates.take()) {
            let chosen = plays::choose(game, paper, candidates, &lowest, seed);
            for (rule, chosen) in rules.iter_mut().zip(&chosen) {
                plays::play(game, &rates, chosen, seed, context, &mut rule.1)?;
            }
        }
        gather(&mut sets, rules, paper);
    }
    for set in &mut sets {
        set.claims = claims(set, paper);
    }
    // The empty board is excluded from all sets.
    let start = game.start();
    let least = layers.of(game, &start).and_then(|set| set.least(game, &start));
    let counted = table.summary().layers.map_or(0, |counts| counts[4]);
    let positions = table.summary().positions;
    let is_exact = paper.exact.is_none_or(|exact| exact == positions);
    Ok(Study {
        game: paper.name.clone(),
        label: paper.label.clone(),
        positions,
        paper_positions: paper.positions.clone(),
        paper_positions_exact: paper.exact,
        paper_positions_agree: is_exact && is_size(&paper.positions, positions),
        w4: counted - u64::from(least == Some(4)),
        sets,
        finds,
    })
}

fn table<G: Studied>(
    game: &G,
    paper: &PaperGame,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<Table, Unfinished> {
    let whole = Whole::get(game, &paper.name, Layered::Yes, context, remarks);
    let whole = whole.map_err(|error| unfinished(paper, error))?.in_memory();
    match whole.map_err(|error| Fault::new(chain(&error)))? {
        Whole::Solved(table) => Ok(table),
        Whole::Kept(_) | Whole::Hashed(_) => {
            let needed = game.ranks().map_or(1 << 64, estimate);
            Err(unfinished(paper, SolveError::TooLarge { needed, allowed: context.budget.memory }))
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
        error @ (SolveError::TooLong { .. } | SolveError::NoMemory { .. }) => {
            Unfinished::Failed(Fault::new(error.to_string()))
        }
    }
}

/// Adds the results for one rule for ties to the studies of the sets.
fn gather(sets: &mut Vec<SetStudy>, rules: Vec<(Set, RuleStudy)>, paper: &PaperGame) {
    for (set, rule) in rules {
        if let Some(known) = sets.iter_mut().find(|it| it.set == set) {
            known.rules.push(rule);
            continue;
        }
        let cell = rule.opponents.first().and_then(|it| it.learners.first());
        let positions = cell.map_or(0, |cell| cell.easy + cell.medium + cell.hard);
        let printed = paper.size(set);
        sets.push(SetStudy {
            set,
            positions,
            paper_positions: printed.map(str::to_owned),
            paper_positions_agree: printed.map(|it| is_size(it, positions)),
            rated: RatedSelection::word(paper.rated(set)),
            claims: Vec::new(),
            rules: vec![rule],
        });
    }
}

/// The statements of Table 7 about a set, and whether they are true for each rule for ties.
fn claims(set: &SetStudy, paper: &PaperGame) -> Vec<Claim> {
    let Set::Layer(j) = set.set else { return Vec::new() };
    let against = OPPONENTS[OPPONENTS.len() - 1];
    let claim = |category: usize, named: bool| {
        let [any, fastest] = TIES.map(|ties| {
            let found = set.opponent(ties.word(), against).map(|it| it.categories[category - 1]);
            found.is_some_and(|count| (count > 0) == named)
        });
        Claim { category, named, any, fastest }
    };
    paper.claims(j).map(|(category, named)| claim(category, named)).collect()
}
