//! Duels of two players from one position, each player in both seats. First tries exact
//! fractions; if there are too many positions, a sweep over the whole game if it is small
//! enough; otherwise fractions again.

use crate::chance::Chances;
use crate::duel::{ChanceTable, DuelQuestion, Exact, Pairing};
use crate::generate::Playable;
use crate::oracle::Oracle;
use crate::players::{Known, LookAhead};
use crate::policy::{Both, Player, Policy, Seen, Unknown, Weights};
use crate::response::Sweeps;
use spar_rules::Side;
use spar_solve::explicit::{Table, estimate};
use spar_solve::whole::kept;
use spar_solve::{Context, Progress, SolveError};

/// The number of positions solved by fractions before the whole game is swept.
const FEW: u64 = 100_000;

/// The maximum number of positions for exact fractions after a sweep.
const FEW_AFTER_SWEEP: u64 = 1 << 15;

/// The chances of the first of two players when it plays the first side, and when it plays the
/// second: exact, or certified bounds. `None` if the budget was not enough.
///
/// The budget's node limit applies to positions solved one by one, its memory limit to sweeps.
/// The result does not depend on the number of threads.
pub fn seats<G: Playable>(
    game: &G,
    name: &str,
    position: &G::Position,
    [one, other]: [&Player; 2],
    context: &Context,
) -> [Option<Chances>; 2] {
    let pairings = [Side::First, Side::Second].map(|side| Pairing::of(one, other, side));
    let meeting = SeatMeeting { game, name, position, context, sweeps: Sweeps::default() };
    let mut found = [None; 2];
    meeting.by_fractions(&pairings, FEW.min(context.budget.nodes), &mut found);
    if found.contains(&None)
        && let Ok(swept) = meeting.by_sweep(&pairings)
    {
        found = swept;
    }
    if found.contains(&None) {
        meeting.by_fractions(&pairings, context.budget.nodes, &mut found);
    }
    [found[0], found[1].map(Chances::opposite)]
}

struct SeatMeeting<'a, G: Playable> {
    game: &'a G,
    name: &'a str,
    position: &'a G::Position,
    context: &'a Context,
    /// The sweeps for best responses.
    sweeps: Sweeps<G>,
}

impl<G: Playable> SeatMeeting<'_, G> {
    /// Computes the missing chances of the first side by fractions.
    fn by_fractions(&self, pairings: &[Pairing; 2], nodes: u64, found: &mut [Option<Chances>; 2]) {
        for (seat, pairing) in pairings.iter().enumerate() {
            if self.context.budget.is_stopped() {
                return;
            }
            if seat == 1 && *pairing == pairings[0] {
                found[1] = found[0];
            } else if found[seat].is_none() {
                found[seat] = self.fractions(pairing, nodes).ok();
            }
        }
    }

    fn fractions(&self, pairing: &Pairing, nodes: u64) -> Result<Chances, Unknown> {
        let budget = self.context.budget.clone().with_nodes(nodes);
        let context = Context::quiet(budget.clone(), self.context.sources.clone());
        let oracle = Oracle::new(self.game, self.name, &context);
        let known = Known::new(self.game, oracle, budget.clone());
        let sweep = |question: &_| self.sweeps.get(self.game, self.name, question, self.context);
        let roster = LookAhead::new(known.with_sweeps(sweep));
        let players = Both::named(&roster, &pairing.first, &pairing.second).ok_or(Unknown)?;
        let mut players = Watched { players, progress: &*self.context.progress, seen: 0 };
        Exact::new(self.game, budget).chances(&mut players, self.position)
    }

    /// The chances of the first side by a sweep over the whole game, if it fits into memory and
    /// play reaches the position.
    fn by_sweep(&self, pairings: &[Pairing; 2]) -> Result<[Option<Chances>; 2], SolveError> {
        let (game, Context { budget, progress, .. }) = (self.game, self.context);
        let questions: Vec<DuelQuestion> = pairings.iter().flat_map(DuelQuestion::wins).collect();
        let needed = game.ranks().map_or(1 << 64, estimate);
        if needed > u128::from(budget.memory) || !ChanceTable::fits(game, &questions) {
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        let kept = kept(game, self.name, self.context, &mut Vec::new());
        let table = match kept.and_then(|it| it.load().ok()) {
            Some(table) => table,
            None => Table::solve(game, budget, &**progress)?,
        };
        let rates = ChanceTable::sweep(&table, game, &questions, budget, &**progress)?;
        let fractions = budget.clone().with_nodes(FEW_AFTER_SWEEP);
        let chances = |wins| rates.chances(self.position, [wins, wins + 1], &fractions);
        Ok([chances(0), chances(2)])
    }
}

/// Reports every choice of the players as progress.
struct Watched<'a, P> {
    players: P,
    progress: &'a dyn Progress,
    seen: u64,
}

impl<G: Playable, P: Policy<G>> Policy<G> for Watched<'_, P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        if self.seen.is_multiple_of(64) {
            self.progress.report("computing", self.seen, u64::MAX);
        }
        self.seen += 1;
        self.players.weights(seen, out)
    }

    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        self.players.is_sure_to_win(seen)
    }

    fn is_memoryless(&self) -> bool {
        self.players.is_memoryless()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Fraction;
    use crate::policy::Ties;
    use spar_games::lines::Lines;
    use spar_rules::{Game, Notation};
    use spar_solve::Budget;

    fn player(rounds: u32) -> Player {
        Player::foresight(rounds, Ties::Any)
    }

    /// Returns whether the chances of a sweep contain the fractions.
    fn holds(swept: &Chances, exact: &Chances) -> bool {
        let Chances::Exact(parts) = exact else { return false };
        let fractions = [parts.wins(), parts.draws(), parts.losses()].map(Fraction::to_f64);
        match swept {
            Chances::Exact(_) => swept == exact,
            Chances::Bounded { win, draw, loss } => {
                let mut each = [win, draw, loss].into_iter().zip(fractions);
                each.all(|(it, exact)| it.low <= exact && exact <= it.high && it.error() < 1e-6)
            }
            Chances::Sampled(_) => false,
        }
    }

    #[test]
    fn a_sweep_and_fractions_agree_in_both_seats() {
        for (name, start) in [
            ("tictactoe", "start"),
            ("connect3", "start"),
            ("bottom2:line=loses", "start"),
            ("connect3:rows=3,cols=5,along=d,line=loses", "start"),
            ("connect3", "..../..../.o../.x.."),
        ] {
            let game = Lines::named(name).unwrap();
            let position = match start {
                "start" => game.start(),
                text => game.read_position(text).unwrap(),
            };
            let context = Context::bare(Budget::unlimited());
            let sweeps = Sweeps::default();
            let meeting =
                SeatMeeting { game: &game, name, position: &position, context: &context, sweeps };
            for players in
                [[player(1), player(2)], [player(2), player(2)], [player(0), Player::perfect()]]
            {
                let pairings =
                    [Side::First, Side::Second].map(|it| Pairing::of(&players[0], &players[1], it));
                let mut exact = [None; 2];
                meeting.by_fractions(&pairings, u64::MAX, &mut exact);
                let swept = meeting.by_sweep(&pairings).unwrap();
                for (swept, exact) in swept.into_iter().zip(exact) {
                    let (swept, exact) = (swept.unwrap(), exact.unwrap());
                    assert!(holds(&swept, &exact), "{name} {players:?}: {swept:?} {exact:?}");
                }
            }
        }
    }

    #[test]
    fn where_fractions_take_too_many_positions_a_sweep_answers() {
        let name = "connect3:rows=4,cols=5,along=d,line=loses";
        let game = Lines::named(name).unwrap();
        // Far fewer nodes than fractions would need here.
        let context = Context::bare(Budget::unlimited().with_nodes(10_000));
        let found = seats(&game, name, &game.start(), [&player(2); 2], &context);
        let [first, second] = found.map(Option::unwrap);
        // The fractions, computed position by position.
        let fraction = |text: &str| text.parse::<Fraction>().unwrap().to_f64();
        let win = fraction("92318184331927428947/251942400000000000000");
        let lose = fraction("65922053003740749407/139968000000000000000");
        for (found, [low, high]) in [(first, [win, lose]), (second, [lose, win])] {
            let [wins, _, losses] = found.to_f64();
            assert!((wins - low).abs() < 1e-7 && (losses - high).abs() < 1e-7, "{found:?}");
        }
    }

    #[test]
    fn a_stopped_budget_gives_nothing_at_once() {
        let game = Lines::named("connect4").unwrap();
        let context = Context::bare(Budget::unlimited());
        context.budget.stop();
        assert_eq!(seats(&game, "connect4", &game.start(), [&player(4); 2], &context), [None; 2]);
    }
}
