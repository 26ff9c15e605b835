//! Questions about a track: the fastest policy, the best response to a player, both at their best,
//! keeping the other in the game, staying close, and the chances of two given players.

use super::{Place, QuitRule, Walker};
use crate::chance::Chances;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::plain::{Plain, PlainBoth};
use spar_solve::mdp::track::pairs::{
    self, Follow, PairPolicy, Payoff, Setting, best_so_far, both_best, experience, follow,
};
use spar_solve::mdp::track::turns::{self, Order, Sweeps};
use spar_solve::{Budget, Context, Interval, SolveError};

/// What is wanted.
#[derive(Clone, Debug)]
pub enum Objective {
    /// The fewest turns, alone on the board.
    Fastest,
    /// The most wins against a player.
    Against(Walker),
    /// Both sides at their best.
    BothBest,
    /// The most wins against a player before it gives up.
    KeepInGame(Walker, QuitRule),
    /// To stay close to a player: each turn costs the squared distance, and later turns count
    /// for less by this discount.
    Experience(Walker, f64),
}

/// A question.
#[derive(Clone, Debug)]
pub struct PolicyQuestion {
    /// What is wanted.
    pub objective: Objective,
    /// How wide bounds may be.
    pub precision: f64,
    /// Whether plain value iteration is reported too, sweep by sweep.
    pub with_sweeps: bool,
}

/// Letters of a policy: one for each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyLetters {
    /// By the own square.
    Alone(String),
    /// By the other's square, then the own.
    Pairs(Vec<String>),
}

/// The answer to a question, with bounds that hold.
#[derive(Clone, Debug)]
pub struct PolicyAnswer {
    /// The fewest turns on average, alone on the board, from our square.
    pub turns: Interval,
    /// The best policy.
    pub policy: PolicyLetters,
    /// The chance to win.
    pub chance: Option<Interval>,
    /// Against a player that gives up: how often it is beaten, wins and gives up.
    pub ends: Option<QuitEnds>,
    /// What the game is worth if each turn costs the squared distance.
    pub experience: Option<Interval>,
    /// Squares from which the other player may wait forever.
    pub stalls: Vec<u32>,
    /// Values after each sweep of plain value iteration.
    pub sweeps: Option<Vec<PlainSweep>>,
    /// Why bounds are wider than was asked, if they are.
    pub shortfall: Option<Shortfall>,
}

/// How games against a player end that gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuitEnds {
    /// We win.
    pub win: Interval,
    /// We lose, and the other gives up; none if the work was stopped.
    pub others: Option<[Interval; 2]>,
}

/// Why bounds are wider than was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shortfall {
    /// The work was stopped with bounds of this width.
    Stopped(f64),
    /// Double arithmetic does not allow less than this width.
    Rounding(f64),
    /// The other player may wait forever, and there are too many pairs of squares to find
    /// out what comes of that.
    Waiting,
    /// Both sides can wait forever without loss somewhere, so the value is not settled.
    Unsettled,
}

/// One sweep of plain value iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainSweep {
    /// Its number, from 1.
    pub number: u32,
    /// The largest change.
    pub change: f64,
    /// For one piece: the value of every square. For two: our chance with us to move, or that
    /// of the side to move if both are at their best.
    pub values: Vec<f64>,
}

impl Objective {
    /// The other player, if there is one.
    pub fn rival(&self) -> Option<&Walker> {
        match self {
            Objective::Fastest | Objective::BothBest => None,
            Objective::Against(rival)
            | Objective::KeepInGame(rival, _)
            | Objective::Experience(rival, _) => Some(rival),
        }
    }
}

/// Answers a question asked from a place.
///
/// # Errors
/// If nothing was proven before the work was stopped, or the memory does not suffice.
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

    /// Notes what answers against a player share.
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

/// Sweeps end when nothing changes by more than this,
const LEAST_CHANGE: f64 = 1e-4;

/// or after this many.
const MOST_SWEEPS: u32 = 200;

/// What all sweeps of one piece take at most, in bytes.
pub fn sweep_bytes(track: &Track) -> u128 {
    track.n() as u128 * 8 * u128::from(MOST_SWEEPS)
}

/// Plain value iteration, sweep by sweep, as a course teaches it.
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
        // In place, from the goal down, from the distances in single steps.
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

// Two players that choose by squares, on every pair of squares.

/// How often the first of two players wins and loses, and how often the second gives up.
pub struct Followed {
    win: pairs::Chances,
    loss: pairs::Chances,
    quit: Option<pairs::Chances>,
}

/// Bounds are about this wide,
const PRECISION: f64 = 1e-9;

/// and at most this wide where they are told.
const WIDEST: f64 = 1e-6;

impl Followed {
    /// Lets two players meet; the second gives up by a rule.
    ///
    /// # Errors
    /// If the work was stopped or needs too much memory.
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

    /// The chances of the first player at this place; what is left is a draw. None if they
    /// are not sure enough to be told. A game may go on forever; then nobody has won it, as
    /// in a draw.
    pub fn chances(&self, place: &Place) -> Option<Chances> {
        let (win, loss) = (place.chance(&self.win), place.chance(&self.loss));
        let quit = self.quits(place);
        let widest = win.error().max(loss.error()).max(quit.error());
        let over = Interval { low: loss.low + quit.low, high: loss.high + quit.high };
        let draw = Interval::rest(win, over);
        (widest < WIDEST).then_some(Chances::Bounded { win, draw, loss })
    }

    /// How often the second player gives up.
    pub fn quits(&self, place: &Place) -> Interval {
        self.quit.as_ref().map_or(Interval::exact(0.0), |quit| place.chance(quit))
    }
}
