//! A learner's chances for every position of a solved game, position by position.

use super::Unrated;
use super::rating::{ExactRating, SurveyRating, questions};
use crate::chance::Chances;
use crate::duel::{ChanceTable, Exact, Pairing};
use crate::generate::Playable;
use crate::hardness::Hardness;
use crate::level::Match;
use crate::policy::{Both, Unknown};
use spar_rules::{Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::tables::TableError;
use spar_solve::whole::Whole;
use spar_solve::{Budget, Progress, SolveError};
use std::ops::ControlFlow;

/// The rating of a position for a learner who plays the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionRating {
    /// The value for the side to move, or for the side that would move next if the game is
    /// over.
    pub value: Value,
    /// The learner's chances: exact, or certified bounds.
    pub chances: Chances,
    /// The hardness; `None` if the bounds leave it open, or if the game is over.
    pub hardness: Option<Hardness>,
}

/// Why not all positions could be rated.
#[derive(Debug, thiserror::Error)]
pub enum RateError {
    /// The stored table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// They could not be rated.
    #[error(transparent)]
    Unrated(#[from] Unrated),
}

/// Receives a position with its rating.
pub type Visit<'v, P> = dyn FnMut(&P, PositionRating) -> ControlFlow<()> + 'v;

/// Calls `visit` with every position of a game, finished ones included, in the table's order.
/// The learner plays the side to move. If the players allow it, one sweep rates all positions;
/// otherwise they are rated one by one.
///
/// # Errors
/// If the table cannot be read, the memory does not suffice, there are too many positions, or
/// the work is stopped.
pub fn rate_each<G: Playable>(
    game: &G,
    whole: Whole<G>,
    of: &Match,
    (budget, progress): (&Budget, &dyn Progress),
    visit: &mut Visit<'_, G::Position>,
) -> Result<ControlFlow<()>, RateError> {
    let whole = &whole.in_memory()?;
    let rating = SurveyRating { game, whole, budget, progress };
    let pairings = [Side::First, Side::Second].map(|side| of.pairing(side));
    match whole {
        Whole::Solved(table) if rating.fits(&pairings) => {
            let flow = rating.each_by_sweep(table, of, &pairings, visit);
            Ok(flow.map_err(Unrated::from)?)
        }
        _ => Ok(rating.each_singly(of, &pairings, visit)?),
    }
}

impl<G: Playable> SurveyRating<'_, G> {
    fn each_by_sweep(
        &self,
        table: &Table,
        of: &Match,
        pairings: &[Pairing; 2],
        visit: &mut Visit<'_, G::Position>,
    ) -> Result<ControlFlow<()>, SolveError> {
        let asked = questions(pairings);
        let rates = ChanceTable::sweep(table, self.game, &asked, self.budget, self.progress)?;
        let mut fractions = [(); 2].map(|()| ExactRating::new(self.game, self.budget));
        let flow = self.visit(of, visit, |position, side| {
            let place = side as usize;
            let wins = [2 * place, 2 * place + 1];
            let rounded = rates.rounded(position, wins);
            let rounded = rounded.expect("invariant: a sweep answers for the whole table");
            if of.thresholds.of_chances(&seen_by(side, rounded)).is_some() {
                return Ok(rounded);
            }
            let exact = fractions[place].of(&mut rates.players(wins[0]), position);
            Ok(exact.unwrap_or(rounded))
        })?;
        Ok(flow)
    }

    fn each_singly(
        &self,
        of: &Match,
        pairings: &[Pairing; 2],
        visit: &mut Visit<'_, G::Position>,
    ) -> Result<ControlFlow<()>, Unrated> {
        self.refuse_too_many()?;
        // A third of the memory for the chances of each pairing, and a third for the players'
        // evaluations.
        let budget = self.budget.clone().with_memory(self.budget.memory / 3);
        let roster = self.roster(&budget);
        let mut seats = Vec::new();
        for Pairing { first, second } in pairings {
            let players = self.known(Both::named(&roster, first, second).ok_or(Unknown))?;
            seats.push((players, Exact::new(self.game, budget.clone())));
        }
        let flow = self.visit(of, visit, |position, side| {
            let (players, exact) = &mut seats[side as usize];
            self.known(exact.chances(players, position))
        })?;
        Ok(flow)
    }

    /// Visits every position; `chances_of` returns the chances of the first side if the learner
    /// plays the given side.
    fn visit(
        &self,
        of: &Match,
        visit: &mut Visit<'_, G::Position>,
        mut chances_of: impl FnMut(&G::Position, Side) -> Result<Chances, SolveError>,
    ) -> Result<ControlFlow<()>, SolveError> {
        let flow = self.whole.visit(self.game, |position, value| {
            if self.budget.is_stopped() {
                return ControlFlow::Break(Err(SolveError::Stopped));
            }
            let side = self.game.side(position);
            let chances = match chances_of(position, side) {
                Ok(chances) => seen_by(side, chances),
                Err(error) => return ControlFlow::Break(Err(error)),
            };
            let goes_on = matches!(self.game.turn(position), Turn::Play(_));
            let hardness = goes_on.then(|| of.thresholds.of_chances(&chances)).flatten();
            match visit(position, PositionRating { value, chances, hardness }) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(()) => ControlFlow::Break(Ok(())),
            }
        });
        match flow.expect("invariant: a table in memory can be read") {
            ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
            ControlFlow::Break(Ok(())) => Ok(ControlFlow::Break(())),
            ControlFlow::Break(Err(error)) => Err(error),
        }
    }
}

/// The first side's chances from this side's perspective.
fn seen_by(side: Side, chances: Chances) -> Chances {
    match side {
        Side::First => chances,
        Side::Second => chances.opposite(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardness::Thresholds;
    use crate::policy::{Player, Ties};
    use spar_games::lines::{Board, Lines};
    use spar_solve::Silent;
    use spar_solve::explicit::HashedTable;
    use std::collections::HashMap;

    fn each(game: &Lines, whole: Whole<Lines>, of: &Match) -> HashMap<Board, PositionRating> {
        let mut all = HashMap::new();
        let limits = (&Budget::unlimited(), &Silent as &dyn Progress);
        let flow = rate_each(game, whole, of, limits, &mut |position, rated| {
            assert!(all.insert(*position, rated).is_none(), "twice: {position:?}");
            ControlFlow::Continue(())
        });
        assert!(flow.unwrap().is_continue());
        all
    }

    /// A sweep with ranks and single fractions without give the same positions, hardness and
    /// chances.
    #[test]
    fn a_sweep_and_single_positions_agree() {
        let budget = Budget::unlimited();
        let thresholds = Thresholds::default();
        for (name, learner, opponent, ties) in [
            ("tictactoe", "1", "2", Ties::Any),
            ("bottom2:line=loses", "random", "2", Ties::Fastest),
            ("connect3:rows=3,cols=4", "2", "perfect", Ties::Any),
            ("connect3:rows=3,cols=4", "2", "2", Ties::Any),
        ] {
            let game = Lines::named(name).unwrap();
            let player = |it: &str| it.parse::<Player>().unwrap().with_ties(ties);
            let (learner, opponent) = (player(learner), player(opponent));
            let of = Match { learner, opponent, ties, thresholds };
            let table = Table::solve(&game, &budget, &Silent).unwrap();
            let n_positions = table.summary().positions;
            let swept = each(&game, Whole::Solved(table), &of);
            let hashed = HashedTable::solve(&game, &budget, &Silent).unwrap();
            let singly = each(&game, Whole::Hashed(hashed), &of);
            assert_eq!((swept.len() as u64, singly.len() as u64), (n_positions, n_positions));
            let mut n_bounded = 0;
            for (position, exact) in &singly {
                let found = swept[position];
                assert_eq!((found.value, found.hardness), (exact.value, exact.hardness));
                match (found.chances, exact.chances) {
                    (Chances::Bounded { win, draw, loss }, Chances::Exact(parts)) => {
                        n_bounded += 1;
                        let parts = [parts.wins(), parts.draws(), parts.losses()];
                        for (bounds, part) in [win, draw, loss].into_iter().zip(parts) {
                            assert!(bounds.holds(part.to_f64()), "{name} {position:?}");
                        }
                    }
                    (found, exact) => assert_eq!(found, exact, "{name} {position:?}"),
                }
            }
            assert!(n_bounded < singly.len() / 2, "{n_bounded}");
        }
    }
}
