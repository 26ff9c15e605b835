//! The chances of every position for all pairs of players: by sweeps over the whole game, with
//! as many pairings at once as the memory allows; or, if no sweep supports the players'
//! foresight, one position after the other.

use super::tally::{SurveyTally, TalliedPosition};
use super::{Asked, Ratings, Unrated};
use crate::chance::Chances;
use crate::duel::{ChanceTable, DuelQuestion, Exact, Pairing};
use crate::generate::{Playable, stands_for_images};
use crate::players::{Known, LookAhead};
use crate::policy::{Both, Policy, Unknown, Valued};
use spar_rules::Turn;
use spar_solve::explicit::Table;
use spar_solve::whole::{Whole, move_values};
use spar_solve::{Budget, Progress, SolveError};

/// The maximum number of positions whose fractions are cached.
const REMEMBERED: u64 = 1 << 18;

/// The maximum number of unfinished positions for rating them one by one.
const MOST_SINGLY: u64 = 1 << 20;

/// Rates the whole game.
pub(super) fn rate<G: Playable>(
    game: &G,
    whole: &Whole<G>,
    asked: &Asked,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Ratings, Unrated> {
    let survey = SurveyRating { game, whole, budget, progress };
    let tally = SurveyTally::new(asked);
    match whole {
        Whole::Solved(table)
            if tally.pairings().iter().all(|it| survey.fits(std::slice::from_ref(it))) =>
        {
            survey.by_sweeps(table, tally)
        }
        _ => survey.singly(tally),
    }
}

pub(super) struct SurveyRating<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) whole: &'a Whole<G>,
    pub(super) budget: &'a Budget,
    pub(super) progress: &'a dyn Progress,
}

/// The questions for the wins of both sides; the remaining chance is that of a draw.
pub(super) fn questions(pairings: &[Pairing]) -> Vec<DuelQuestion> {
    pairings.iter().flat_map(DuelQuestion::wins).collect()
}

impl<G: Playable> SurveyRating<'_, G> {
    pub(super) fn fits(&self, pairings: &[Pairing]) -> bool {
        ChanceTable::fits(self.game, &questions(pairings))
    }

    fn by_sweeps(&self, table: &Table, mut tally: SurveyTally<'_>) -> Result<Ratings, Unrated> {
        let pairings = tally.pairings();
        let mut starts = Vec::new();
        while starts.len() < pairings.len() {
            let from = starts.len();
            let (rates, n_pairs) = self.sweep(table, &pairings[from..])?;
            self.count(&rates, from..from + n_pairs, &mut tally);
            starts.extend((0..n_pairs).map(|it| self.start(&rates, it)));
            if self.budget.is_stopped() {
                return Err(SolveError::Stopped.into());
            }
        }
        Ok(tally.finish(starts))
    }

    /// Sweeps for as many of the first pairings as fit into the records and the memory. Returns
    /// their number.
    fn sweep<'t>(
        &'t self,
        table: &'t Table,
        pairings: &[Pairing],
    ) -> Result<(ChanceTable<'t, G>, usize), SolveError> {
        let mut n_pairs = pairings.len();
        loop {
            let some = &pairings[..n_pairs];
            if n_pairs > 1 && !self.fits(some) {
                n_pairs -= 1;
                continue;
            }
            match ChanceTable::sweep(table, self.game, &questions(some), self.budget, self.progress)
            {
                Err(error) if error.is_memory() && n_pairs > 1 => n_pairs = n_pairs.div_ceil(2),
                swept => return Ok((swept?, n_pairs)),
            }
        }
    }

    /// Counts every unfinished position for these pairings.
    fn count(
        &self,
        rates: &ChanceTable<'_, G>,
        pairs: std::ops::Range<usize>,
        tally: &mut SurveyTally<'_>,
    ) {
        let game = self.game;
        let mut fractions: Vec<ExactRating<'_, G>> =
            pairs.clone().map(|_| ExactRating::new(game, self.budget)).collect();
        rates.each(|rated| {
            let Turn::Play(side) = game.turn(&rated.position) else { return };
            if self.budget.is_stopped() {
                return;
            }
            let seen = TalliedPosition { side, value: rated.value, images: rated.images };
            for (place, pair) in pairs.clone().enumerate() {
                if !tally.matters(pair, seen) {
                    continue;
                }
                let [first, second] = [2 * place, 2 * place + 1].map(|it| rated.rate(it));
                let distinct = || stands_for_images(game, &rated.position, self.whole);
                let exact = || fractions[place].of(&mut rates.players(2 * place), &rated.position);
                tally.add(pair, seen, Some([first, second]), distinct, exact);
            }
        });
    }

    /// The first side's chances from the start, as fractions if possible.
    fn start(&self, rates: &ChanceTable<'_, G>, place: usize) -> Chances {
        let budget = self.budget.clone().with_memory(u64::MAX).with_nodes(REMEMBERED);
        let chances = rates.chances(&self.game.start(), [2 * place, 2 * place + 1], &budget);
        chances.expect("law: a table holds the start")
    }

    /// Rates one position after the other, using only the rules and the values.
    fn singly(&self, mut tally: SurveyTally<'_>) -> Result<Ratings, Unrated> {
        let (game, whole) = (self.game, self.whole);
        self.refuse_too_many()?;
        // Half of the memory for the chances, half for the players' evaluations.
        let budget = self.budget.clone().with_memory(self.budget.memory / 2);
        let mut starts = Vec::new();
        for (pair, pairing) in tally.pairings().into_iter().enumerate() {
            let roster = self.roster(&budget);
            let players = Both::named(&roster, &pairing.first, &pairing.second);
            let mut players = self.known(players.ok_or(Unknown))?;
            let mut exact = Exact::new(game, budget.clone());
            starts.push(self.known(exact.chances(&mut players, &game.start()))?);
            for place in 0..whole.len() {
                let at = whole.at(game, place);
                let (position, value) = at.expect("invariant: a table in memory can be read");
                let Turn::Play(side) = game.turn(&position) else { continue };
                let images = match whole {
                    Whole::Hashed(_) => 1,
                    Whole::Solved(_) | Whole::Kept(_) => game.fold(&position).1,
                };
                let seen = TalliedPosition { side, value, images };
                if tally.matters(pair, seen) {
                    let chances = self.known(exact.chances(&mut players, &position))?;
                    let distinct = || stands_for_images(game, &position, whole);
                    tally.add(pair, seen, None, distinct, || Some(chances));
                }
            }
            self.progress.report("rating", starts.len() as u64, tally.pairings().len() as u64);
        }
        Ok(tally.finish(starts))
    }

    /// Checks that there are not too many unfinished positions to rate them one by one.
    pub(super) fn refuse_too_many(&self) -> Result<(), Unrated> {
        let summary = self.whole.summary();
        let positions = summary.wins + summary.draws + summary.losses;
        if positions > MOST_SINGLY { Err(Unrated::TooMany { positions }) } else { Ok(()) }
    }

    /// The game's players, with access to all values.
    pub(super) fn roster(&self, budget: &Budget) -> LookAhead<'_, G> {
        let valuer = |game: &G, here: &G::Position| -> Result<Valued<G>, Unknown> {
            let valued = move_values(game, here, |next| self.whole.value(game, next));
            valued.ok().flatten().ok_or(Unknown)
        };
        LookAhead::new(Known::new(self.game, valuer, budget.clone()))
    }

    /// Converts an unknown result to an error: only a lack of memory or a stop can be the
    /// cause.
    pub(super) fn known<T>(&self, found: Result<T, Unknown>) -> Result<T, SolveError> {
        found.map_err(|Unknown| {
            let allowed = self.budget.memory;
            let too_large = SolveError::TooLarge { needed: 2 * u128::from(allowed), allowed };
            if self.budget.is_stopped() { SolveError::Stopped } else { too_large }
        })
    }
}

/// Computes fractions for the few positions that rounded chances leave open.
pub(super) struct ExactRating<'a, G: Playable> {
    game: &'a G,
    exact: Exact<'a, G>,
    budget: Budget,
}

impl<'a, G: Playable> ExactRating<'a, G> {
    pub(super) fn new(game: &'a G, budget: &Budget) -> ExactRating<'a, G> {
        let budget = budget.clone().with_memory(u64::MAX).with_nodes(REMEMBERED);
        ExactRating { game, exact: Exact::new(game, budget.clone()), budget }
    }

    /// The chances of the first side. Cached results speed up later calls, while there is
    /// memory; they do not affect the results.
    pub(super) fn of(
        &mut self,
        players: &mut impl Policy<G>,
        position: &G::Position,
    ) -> Option<Chances> {
        if let Ok(chances) = self.exact.chances(players, position) {
            return Some(chances);
        }
        let fresh = |nodes| Exact::new(self.game, self.budget.clone().with_nodes(nodes));
        let chances = fresh(u64::MAX).chances(players, position).ok();
        self.exact = fresh(REMEMBERED);
        chances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Span;
    use crate::hardness::Thresholds;
    use crate::policy::{Player, Ties};
    use spar_games::lines::Lines;
    use spar_solve::Silent;
    use spar_solve::explicit::HashedTable;

    fn asked(ties: Ties) -> Asked {
        let fraction = |text: &str| text.parse().unwrap();
        let mut players: Vec<Player> =
            [0, 1, 2].map(|rounds| Player::foresight(rounds, ties)).to_vec();
        players.push(Player::perfect());
        let even = Span { least: fraction("0.45"), most: fraction("0.55") };
        Asked { players, thresholds: Thresholds::default(), even }
    }

    fn by_sweeps(game: &Lines, table: Table, asked: &Asked, memory: u64) -> Ratings {
        let budget = Budget::unlimited().with_memory(memory);
        let whole = Whole::Solved(table);
        let rating = SurveyRating { game, whole: &whole, budget: &budget, progress: &Silent };
        let Whole::Solved(table) = &whole else { unreachable!() };
        rating.by_sweeps(table, SurveyTally::new(asked)).unwrap()
    }

    #[test]
    fn sweeps_and_single_positions_agree_with_ranks_and_without() {
        let budget = Budget::unlimited();
        for (name, ties) in [
            ("tictactoe", Ties::Any),
            ("bottom2:line=loses", Ties::Fastest),
            ("connect3:rows=3,cols=4,along=rc", Ties::Fastest),
        ] {
            let game = Lines::named(name).unwrap();
            let asked = asked(ties);
            let solve = || Table::solve(&game, &budget, &Silent).unwrap();
            let swept = by_sweeps(&game, solve(), &asked, u64::MAX);
            let singly = |whole: &Whole<Lines>| {
                let rating =
                    SurveyRating { game: &game, whole, budget: &budget, progress: &Silent };
                rating.singly(SurveyTally::new(&asked)).unwrap()
            };
            assert_eq!(singly(&Whole::Solved(solve())), swept, "{name}");
            let hashed = HashedTable::solve(&game, &budget, &Silent).unwrap();
            assert_eq!(singly(&Whole::Hashed(hashed)), swept, "{name}");
        }
    }

    #[test]
    fn little_memory_takes_more_sweeps_and_changes_nothing() {
        let game = Lines::named("connect3").unwrap();
        let budget = Budget::unlimited();
        let solve = || Table::solve(&game, &budget, &Silent).unwrap();
        let asked = asked(Ties::Any);
        let (table, plenty) = (solve(), by_sweeps(&game, solve(), &asked, u64::MAX));
        // The memory for records of two words: lanes, and the chances of one pairing.
        let little = table.bytes() + 16 * table.len();
        assert_eq!(by_sweeps(&game, table, &asked, little), plenty);
        let budget = Budget::unlimited().with_memory(little - 1);
        let whole = Whole::Solved(solve());
        let rated = rate(&game, &whole, &asked, &budget, &Silent);
        assert!(matches!(rated, Err(Unrated::Solve(SolveError::TooLarge { .. }))), "{rated:?}");
    }
}
