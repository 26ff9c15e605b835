//! Questions about a race: the fastest policy, the best response to a player, optimal play of
//! both, keeping the opponent in the game, staying close, and the chances of two given players.

use super::{Place, QuitRule, Walker};
use crate::chance::Chances;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::plain::{Plain, PlainBoth};
use spar_solve::mdp::track::pairs::{
    self, Follow, PairPolicy, Payoff, Setting, best_so_far, both_best, experience, follow,
};
use spar_solve::mdp::track::turns::{self, Order, Sweeps};
use spar_solve::{Budget, Context, Interval, SolveError};

/// The objective of a policy.
#[derive(Clone, Debug)]
pub enum Objective {
    /// The fewest expected turns of a single piece.
    Fastest,
    /// The most wins against a player.
    Against(Walker),
    /// Optimal play of both sides.
    BothBest,
    /// The most wins against a player before it gives up.
    KeepInGame(Walker, QuitRule),
    /// Staying close to a player: each turn costs the squared distance, and later turns are
    /// discounted by this factor.
    Experience(Walker, f64),
}

/// A question.
#[derive(Clone, Debug)]
pub struct PolicyQuestion {
    /// The objective.
    pub objective: Objective,
    /// The requested width of the bounds.
    pub precision: f64,
    /// Whether to report plain value iteration too, sweep by sweep.
    pub with_sweeps: bool,
}

/// A policy as letters, one for each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyLetters {
    /// Indexed by the own square.
    Alone(String),
    /// Indexed by the opponent's square, then the own square.
    Pairs(Vec<String>),
}

/// The answer to a question, with certified bounds.
#[derive(Clone, Debug)]
pub struct PolicyAnswer {
    /// The expected number of turns to reach the goal alone from our square, with the fastest
    /// policy.
    pub turns: Interval,
    /// The best policy.
    pub policy: PolicyLetters,
    /// The chance to win.
    pub chance: Option<Interval>,
    /// Against a player that may give up: the chances of each end.
    pub ends: Option<QuitEnds>,
    /// The value of the game in which each turn costs the squared distance between the pieces,
    /// later turns discounted.
    pub experience: Option<Interval>,
    /// The squares from which the opponent may wait forever.
    pub stalls: Vec<u32>,
    /// The values after each sweep of plain value iteration.
    pub sweeps: Option<Vec<PlainSweep>>,
    /// The reason if the bounds are wider than requested.
    pub shortfall: Option<Shortfall>,
}

/// The chances of the ends of games against a player that may give up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuitEnds {
    /// We win.
    pub win: Interval,
    /// The chances that we lose and that the opponent gives up; `None` if the work was stopped.
    pub others: Option<[Interval; 2]>,
}

/// Why bounds are wider than requested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shortfall {
    /// The work was stopped when the bounds had this width.
    Stopped(f64),
    /// Double arithmetic is not precise enough for a smaller width than this. For expected turns,
    /// the width is relative to the value.
    Rounding(f64),
    /// The opponent may wait forever, and there are too many pairs of squares to solve this
    /// case.
    Waiting,
    /// Both sides can wait forever without a loss somewhere, so the value could not be
    /// determined.
    Unsettled,
}

/// One sweep of plain value iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainSweep {
    /// Its number, from 1.
    pub number: u32,
    /// The largest change.
    pub change: f64,
    /// For one piece: the value of every square. For two pieces: one number, for the given
    /// position: our chance with us to move, or with optimal play of both the mover's chance.
    pub values: Vec<f64>,
}

impl Objective {
    /// The opponent, if there is one.
    pub fn rival(&self) -> Option<&Walker> {
        match self {
            Objective::Fastest | Objective::BothBest => None,
            Objective::Against(rival)
            | Objective::KeepInGame(rival, _)
            | Objective::Experience(rival, _) => Some(rival),
        }
    }
}

/// Answers a question about a place.
///
/// # Errors
/// If nothing was proven before the work was stopped, or if the memory does not suffice.
pub(super) fn answer(
    track: &Track,
    place: &Place,
    question: &PolicyQuestion,
    context: &Context,
) -> Result<PolicyAnswer, SolveError> {
    let fastest = turns::fewest(track, question.precision, &context.budget, &*context.progress)?;
    let asked = TrackQuery { track, place, precision: question.precision, context };
    let mut found = PolicyAnswer {
        turns: fastest.at(place.ours),
        policy: PolicyLetters::Alone(fastest.policy.letters(track)),
        chance: None,
        ends: None,
        experience: None,
        stalls: question.objective.rival().map_or(Vec::new(), |rival| rival.stalls(track)),
        sweeps: None,
        shortfall: asked.rounding(fastest.relative_width()),
    };
    match &question.objective {
        Objective::Fastest => {}
        Objective::Against(rival) => asked.against(rival, &mut found)?,
        Objective::BothBest => asked.both(&mut found)?,
        Objective::KeepInGame(rival, quits) => asked.keep(rival, quits, &mut found)?,
        Objective::Experience(rival, discount) => asked.stay(rival, *discount, &mut found)?,
    }
    if question.with_sweeps {
        found.sweeps = Some(sweeps(track, place, &question.objective, &context.budget)?);
    }
    Ok(found)
}

struct TrackQuery<'a> {
    track: &'a Track,
    place: &'a Place,
    precision: f64,
    context: &'a Context,
}

impl TrackQuery<'_> {
    fn both(&self, found: &mut PolicyAnswer) -> Result<(), SolveError> {
        let TrackQuery { track, place, precision, context } = *self;
        let both = both_best(track, precision, &context.budget, &*context.progress)?;
        let chance = place.chance_of_both(&both);
        found.chance = Some(chance);
        found.policy = letters(track, &both.policy);
        let unsettled = (!both.finishes).then_some(Shortfall::Unsettled);
        found.shortfall = unsettled.or(self.rounding(chance.width())).or(found.shortfall);
        Ok(())
    }

    fn against(&self, rival: &Walker, found: &mut PolicyAnswer) -> Result<(), SolveError> {
        let TrackQuery { track, place, precision, context } = *self;
        let setting = Setting::wins(rival.rival());
        let best = best_so_far(track, &setting, precision, &context.budget, &*context.progress)?;
        let chance = place.chance(&best.chances);
        found.chance = Some(chance);
        self.note(&best, chance, found);
        Ok(())
    }

    fn keep(
        &self,
        rival: &Walker,
        quits: &QuitRule,
        found: &mut PolicyAnswer,
    ) -> Result<(), SolveError> {
        let TrackQuery { track, place, precision, context } = *self;
        let (budget, progress) = (&context.budget, &*context.progress);
        quits.with(|quits| {
            let setting = |payoff| Setting { rival: rival.rival(), quits, payoff };
            let best = best_so_far(track, &setting(Payoff::WIN), precision, budget, progress)?;
            let share = |payoff| {
                let setting = setting(payoff);
                follow(track, &best.policy, &setting, precision, budget, progress)
                    .map(|chances| place.chance(&chances))
            };
            let win = place.chance(&best.chances);
            let others = if best.chances.stopped {
                None
            } else {
                Some([share(Payoff::LOSS)?, share(Payoff::QUIT)?])
            };
            found.ends = Some(QuitEnds { win, others });
            self.note(&best, win, found);
            Ok(())
        })
    }

    fn stay(
        &self,
        rival: &Walker,
        discount: f64,
        found: &mut PolicyAnswer,
    ) -> Result<(), SolveError> {
        let TrackQuery { track, place, precision, context } = *self;
        let (budget, progress) = (&context.budget, &*context.progress);
        let change = precision * (1.0 - discount) / 4.0;
        let best = experience(track, rival.rival(), discount, change, budget, progress)?;
        let setting = Setting::wins(rival.rival());
        let chances = follow(track, &best.policy, &setting, precision, budget, progress)?;
        let worth = best.at(place.ours, place.theirs);
        found.experience = Some(worth);
        found.chance = Some(place.chance(&chances));
        found.policy = letters(track, &best.policy);
        let relative = worth.width() / worth.middle().abs().max(1.0);
        found.shortfall =
            self.rounding(relative).map(|_| Shortfall::Rounding(worth.width())).or(found.shortfall);
        Ok(())
    }

    /// Sets the fields that the answers against a player share.
    fn note(&self, best: &Follow, chance: Interval, found: &mut PolicyAnswer) {
        found.policy = letters(self.track, &best.policy);
        let shortfall = match &best.chances {
            chances if chances.stopped => Some(Shortfall::Stopped(chance.width())),
            chances if chances.is_unknown() => Some(Shortfall::Waiting),
            _ => self.rounding(chance.width()),
        };
        found.shortfall = shortfall.or(found.shortfall);
    }

    fn rounding(&self, width: f64) -> Option<Shortfall> {
        (width > self.precision).then_some(Shortfall::Rounding(width))
    }
}

fn letters(track: &Track, policy: &PairPolicy) -> PolicyLetters {
    PolicyLetters::Pairs((0..track.n()).map(|other| policy.letters(track, other)).collect())
}

/// Sweeps end when no value changes by more than this.
const LEAST_CHANGE: f64 = 1e-4;

/// Sweeps end after this number.
const MOST_SWEEPS: u32 = 200;

/// The maximum memory for all sweeps of one piece, in bytes.
pub fn sweep_bytes(track: &Track) -> u128 {
    track.n() as u128 * 8 * u128::from(MOST_SWEEPS)
}

/// Plain value iteration as in textbooks, sweep by sweep.
fn sweeps(
    track: &Track,
    place: &Place,
    objective: &Objective,
    budget: &Budget,
) -> Result<Vec<PlainSweep>, SolveError> {
    let Place { ours, theirs, .. } = *place;
    let n = track.n();
    let never = QuitRule::Never;
    let quits = match objective {
        Objective::KeepInGame(_, quits) => quits,
        _ => &never,
    };
    match objective.rival() {
        _ if matches!(objective, Objective::BothBest) => {
            let (mover, other) = if place.we_move { (ours, theirs) } else { (theirs, ours) };
            let mut plain = PlainBoth::new(track);
            each_sweep(budget, || (plain.sweep(), vec![plain.values[mover * n + other]]))
        }
        Some(rival) => quits.with(|quits| {
            let mut plain = Plain::new(track, rival.rival(), quits);
            each_sweep(budget, || (plain.sweep(), vec![plain.values[ours * n + theirs]]))
        }),
        // In place, starting at the goal, with the distances in single steps as initial values.
        None => {
            let mut plain = Sweeps::new(track, Order::FromGoal, Sweeps::distances(track));
            each_sweep(budget, || (plain.sweep(), plain.values().to_vec()))
        }
    }
}

fn each_sweep(
    budget: &Budget,
    mut sweep: impl FnMut() -> (f64, Vec<f64>),
) -> Result<Vec<PlainSweep>, SolveError> {
    let mut all = Vec::new();
    for number in 1..=MOST_SWEEPS {
        if budget.is_stopped() {
            return Err(SolveError::Stopped);
        }
        let (change, values) = sweep();
        all.push(PlainSweep { number, change, values });
        if change <= LEAST_CHANGE {
            break;
        }
    }
    Ok(all)
}

// Two players with given choices, on every pair of squares.

/// How often the first of two players wins and loses, and how often the second gives up.
pub struct Followed {
    win: pairs::Chances,
    loss: pairs::Chances,
    quit: Option<pairs::Chances>,
}

/// The requested width of the bounds.
const PRECISION: f64 = 1e-9;

/// The maximum width of bounds that are returned.
const WIDEST: f64 = 1e-6;

impl Followed {
    /// Computes the chances of two players; the second gives up by a rule.
    ///
    /// # Errors
    /// If the work is stopped, or the memory does not suffice.
    pub fn between(
        track: &Track,
        [one, other]: [&Walker; 2],
        quits: &QuitRule,
        context: &Context,
    ) -> Result<Followed, SolveError> {
        let needed = (track.n() as u128).pow(2);
        let allowed = context.budget.memory;
        let one = one.on_pairs(track, &context.budget);
        let one = one.ok_or(SolveError::TooLarge { needed, allowed })?;
        quits.with(|quits| {
            let ends = |payoff| {
                let setting = Setting { rival: other.rival(), quits, payoff };
                follow(track, &one, &setting, PRECISION, &context.budget, &*context.progress)
            };
            let quit = match quits {
                pairs::Quits::Never => None,
                _ => Some(ends(Payoff::QUIT)?),
            };
            Ok(Followed { win: ends(Payoff::WIN)?, loss: ends(Payoff::LOSS)?, quit })
        })
    }

    /// The first player's chances at this place; the remaining chance is a draw, which includes
    /// endless games. `None` if the bounds are too wide.
    pub fn chances(&self, place: &Place) -> Option<Chances> {
        let (win, loss) = (place.chance(&self.win), place.chance(&self.loss));
        let quit = self.quits(place);
        let widest = win.error().max(loss.error()).max(quit.error());
        let over = Interval { low: loss.low + quit.low, high: loss.high + quit.high };
        let draw = Interval::rest(win, over);
        (widest < WIDEST).then_some(Chances::Bounded { win, draw, loss })
    }

    /// The chance that the second player gives up.
    pub fn quits(&self, place: &Place) -> Interval {
        self.quit.as_ref().map_or(Interval::exact(0.0), |quit| place.chance(quit))
    }
}
