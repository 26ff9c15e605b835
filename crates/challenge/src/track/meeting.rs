//! Duels in a race for every pair of squares: two given players, or best play against a given
//! player, by bounds that converge from both sides.
//!
//! A chance is the mean of the chances that follow or, with best play, the largest such mean.
//! This update preserves lower and upper bounds. Each sweep tightens both, minus a margin for
//! rounding. Pairs from which the event cannot happen are set to 0 first, so the bounds
//! converge even if both players may wait forever.

use super::course::squares;
use super::{Course, CoursePlayers, actions};
use crate::cost::SLIP;
use crate::policy::{Player, Roster, Unknown};
use spar_rules::{Separable, Side, Turn};
use spar_solve::mdp::track::{Cost, sums};
use spar_solve::{Budget, Interval};

/// The event whose chance is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The learner wins.
    Wins,
    /// The learner loses.
    Losses,
    /// The learner finishes without a slip, whoever wins.
    NoSlip,
}

impl Counts {
    /// The values of the learner's arrival and of the opponent's arrival.
    fn ends(self) -> [f64; 2] {
        match self {
            Counts::Wins => [1.0, 0.0],
            Counts::Losses => [0.0, 1.0],
            Counts::NoSlip => [1.0, 1.0],
        }
    }
}

/// The chances of the event for every pair of squares; the learner's square is first.
#[derive(Clone, Debug)]
pub struct Meeting {
    n: usize,
    counts: Counts,
    /// With the learner to move.
    ours: Vec<Interval>,
    /// With the opponent to move.
    theirs: Vec<Interval>,
}

/// The bounds have converged at this distance.
const CLOSE: f64 = 1e-10;

/// An upper bound of the rounding error of a mean of a few hundred numbers.
const ROUNDING: f64 = 1e-13;

/// The maximum number of means. Larger boards keep the bounds reached so far.
const MOST_MEANS: usize = 40_000_000;

/// The cost of preparing the board and finding all slips, in sweeps.
const LAID_OUT: usize = 4;

/// The choice of a player on a pair of squares.
#[derive(Clone, Copy)]
enum ChoiceRule {
    /// The action with this number.
    One(u8),
    /// Any action, with equal probability.
    Any,
    /// The mixture of actions with this number.
    Mixed(u32),
    /// The action with the largest value.
    Best,
}

impl Meeting {
    /// Computes the chances of a learner against an opponent.
    ///
    /// # Errors
    /// If the race does not have such a player, or if the work is stopped.
    pub fn of<G: Separable>(
        game: &G,
        course: &Course,
        players: (&Player, &Player),
        counts: Counts,
        budget: &Budget,
    ) -> Result<Meeting, Unknown> {
        let cost = laid_out(game, budget)?;
        Board::of(game, course, players, counts)?.meeting(counts, &cost)
    }

    /// Computes the largest winning chances against an opponent.
    ///
    /// # Errors
    /// If the race does not have such a player, or if the work is stopped.
    pub fn best<G: Separable>(
        game: &G,
        course: &Course,
        opponent: &Player,
        budget: &Budget,
    ) -> Result<Meeting, Unknown> {
        let cost = laid_out(game, budget)?;
        let mut board = Board::of(game, course, (opponent, opponent), Counts::Wins)?;
        board.ours.fill(ChoiceRule::Best);
        board.meeting(Counts::Wins, &cost)
    }

    /// If the learner on this side is to move: its chance after each action, in their order, if
    /// play continues with these players.
    pub fn taking<G: Separable>(
        &self,
        game: &G,
        position: &G::Position,
        learner: Side,
    ) -> Vec<Interval> {
        if game.turn(position) != Turn::Play(learner) {
            return Vec::new();
        }
        let [own, other] = squares(game, position);
        let goal = game.squares() - 1;
        let [arrived, _] = self.counts.ends();
        let landed = |to: u32| {
            let there = to as usize * self.n + other as usize;
            if to == goal { Interval::exact(arrived) } else { self.theirs[there] }
        };
        let after = |action: &spar_rules::Action| {
            let each = || action.steps.iter().map(|it| (it.1, landed(game.lands(own, it.0))));
            // Exactly known chances are not rounded.
            let surely = |chance: f64| each().all(|it| it.1 == Interval::exact(chance));
            match [0.0, 1.0].into_iter().find(|it| surely(*it)) {
                Some(chance) => Interval::exact(chance),
                None => Interval::mean(each()),
            }
        };
        game.actions().iter().map(after).collect()
    }

    /// The approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        ((self.ours.len() + self.theirs.len()) * size_of::<Interval>()) as u64
    }

    /// Returns whether the game of a learner and an opponent ends with probability 1 from every
    /// pair.
    ///
    /// # Errors
    /// If the race does not have such a player, or if the work is stopped.
    pub(super) fn always_ends<G: Separable>(
        game: &G,
        course: &Course,
        players: (&Player, &Player),
        budget: &Budget,
    ) -> Result<bool, Unknown> {
        let mut board = Board::of(game, course, players, Counts::Wins)?;
        board.ends = [1.0, 1.0];
        let cost = laid_out(game, budget)?;
        let (n, can) = (board.n, board.possible(&cost)?);
        let may = |table: &Vec<f64>| {
            let under_way = |(pair, _): &(usize, &f64)| pair / n < n - 1 && pair % n < n - 1;
            table.iter().enumerate().filter(under_way).all(|(_, can)| *can > 0.0)
        };
        Ok(can.iter().all(may))
    }

    /// The chance for the learner on this side.
    pub fn chance<G: Separable>(
        &self,
        game: &G,
        position: &G::Position,
        learner: Side,
    ) -> Interval {
        let moves = game.side(position) == learner;
        let [own, other] = squares(game, position).map(|it| it as usize);
        let goal = self.n - 1;
        let over = |won: bool| Interval::exact(self.counts.ends()[usize::from(!won)]);
        match (game.turn(position), moves) {
            (Turn::Over(_), true) => over(own == goal),
            (Turn::Over(_), false) => over(other == goal),
            (Turn::Play(_), true) => self.ours[own * self.n + other],
            (Turn::Play(_), false) => self.theirs[other * self.n + own],
            (Turn::Roll, _) => {
                let mut rolls = Vec::new();
                game.moves(position, &mut rolls);
                let after = |roll: &G::Move| {
                    self.chance(game, &game.after(position, roll.clone()), learner)
                };
                Interval::mean(
                    rolls.iter().map(|it| (game.weight(position, it.clone()), after(it))),
                )
            }
        }
    }
}

/// The values of arrivals and of a slip.
#[derive(Clone, Copy)]
struct Against {
    ends: [f64; 2],
    slip: f64,
}

/// The cost counter for a race. The preparation of its board is counted first, so that work
/// that cannot finish is not started.
fn laid_out<'a, G: Separable>(game: &G, budget: &'a Budget) -> Result<Cost<'a>, Unknown> {
    let n = game.squares() as usize;
    let longest = game.actions().iter().map(|it| it.steps.len()).max();
    let cost = Cost::new(sums(longest.unwrap_or_default()), budget);
    cost.spend(LAID_OUT * n * n).map_err(|_| Unknown)?;
    Ok(cost)
}

/// The data that a sweep needs.
struct Board {
    n: usize,
    /// By square and action: the squares that it may lead to, with probabilities.
    landings: Vec<Vec<Vec<(usize, f64)>>>,
    /// The choice of each player, by its own square and the other's.
    ours: Vec<ChoiceRule>,
    theirs: Vec<ChoiceRule>,
    /// Mixtures of actions: the probability of each action by its number.
    mixtures: Vec<Vec<f64>>,
    /// The actions of the learner that are slips, as bits.
    slips: Vec<u8>,
    /// The values of the learner's arrival and of the opponent's arrival.
    ends: [f64; 2],
}

impl Board {
    fn of<G: Separable>(
        game: &G,
        course: &Course,
        (learner, opponent): (&Player, &Player),
        counts: Counts,
    ) -> Result<Board, Unknown> {
        let n = game.squares() as usize;
        let mut mixtures = Vec::new();
        Ok(Board {
            n,
            landings: landings(game),
            ours: chosen(game, course, learner, &mut mixtures)?,
            theirs: chosen(game, course, opponent, &mut mixtures)?,
            mixtures,
            slips: match counts {
                Counts::Wins | Counts::Losses => vec![0; n * n],
                Counts::NoSlip => slips(game, course),
            },
            ends: counts.ends(),
        })
    }

    /// Computes bounds of the event's chances, from both sides.
    fn meeting(&self, counts: Counts, cost: &Cost<'_>) -> Result<Meeting, Unknown> {
        let n = self.n;
        let mut high = self.possible(cost)?;
        let mut low = self.sure(&high, cost)?;
        for _ in 0..(MOST_MEANS / (n * n)).max(1) {
            cost.spend(n * n).map_err(|_| Unknown)?;
            let rose = self.sweep(&mut low, |new, old| (new - ROUNDING).max(old));
            let fell = self.sweep(&mut high, |new, old| (new + ROUNDING).min(old));
            let apart = |side: usize| {
                let pairs = low[side].iter().zip(&high[side]);
                pairs.map(|(low, high)| high - low).fold(0.0, f64::max)
            };
            if apart(0).max(apart(1)) <= CLOSE || !(rose || fell) {
                break;
            }
        }
        let [ours, theirs] = [0, 1].map(|side| {
            let pairs = low[side].iter().zip(&high[side]);
            pairs.map(|(low, high)| Interval { low: *low, high: *high }).collect()
        });
        Ok(Meeting { n, counts, ours, theirs })
    }

    /// For each pair 1 if the event is possible, else 0.
    fn possible(&self, cost: &Cost<'_>) -> Result<[Vec<f64>; 2], Unknown> {
        let mut can = [vec![0.0; self.n * self.n], vec![0.0; self.n * self.n]];
        while self.sweep(&mut can, |new, old| if new > 0.0 { 1.0 } else { old }) {
            cost.spend(self.n * self.n).map_err(|_| Unknown)?;
        }
        Ok(can)
    }

    /// For each pair 1 if the event is certain, else 0. It is certain if no other end, no slip
    /// and no pair without the event can be reached.
    fn sure(&self, can: &[Vec<f64>; 2], cost: &Cost<'_>) -> Result<[Vec<f64>; 2], Unknown> {
        let against = Against { ends: self.ends.map(|it| 1.0 - it), slip: 1.0 };
        let opposite = |table: &Vec<f64>| table.iter().map(|it| 1.0 - it).collect();
        let mut fails: [Vec<f64>; 2] = [opposite(&can[0]), opposite(&can[1])];
        let keep = |new: f64, old: f64| if new > 0.0 { 1.0 } else { old };
        while self.sweep_by(against, &mut fails, keep) {
            cost.spend(self.n * self.n).map_err(|_| Unknown)?;
        }
        Ok([opposite(&fails[0]), opposite(&fails[1])])
    }

    /// Updates the means of all pairs, for both sides, in place. Returns whether any changed.
    fn sweep(&self, tables: &mut [Vec<f64>; 2], kept: impl Fn(f64, f64) -> f64) -> bool {
        self.sweep_by(Against { ends: self.ends, slip: 0.0 }, tables, kept)
    }

    fn sweep_by(
        &self,
        against: Against,
        [ours, theirs]: &mut [Vec<f64>; 2],
        kept: impl Fn(f64, f64) -> f64,
    ) -> bool {
        let Against { ends: [arrived, beaten], slip } = against;
        let (n, goal) = (self.n, self.n - 1);
        let mut changed = false;
        let mut keep = |new: f64, old: &mut f64| {
            let new = kept(new, *old);
            changed |= new.total_cmp(old).is_ne();
            *old = new;
        };
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let at = own * n + other;
                let after = |to: usize| if to == goal { arrived } else { theirs[to * n + other] };
                let new = self.mean(own, self.ours[at], (self.slips[at], slip), after);
                keep(new, &mut ours[at]);
                let after = |to: usize| if to == goal { beaten } else { ours[own * n + to] };
                let new = self.mean(other, self.theirs[other * n + own], (0, slip), after);
                keep(new, &mut theirs[at]);
            }
        }
        changed
    }

    /// The mean over actions and rolls; a slip has the given value.
    fn mean(
        &self,
        square: usize,
        takes: ChoiceRule,
        (slips, slip): (u8, f64),
        after: impl Fn(usize) -> f64,
    ) -> f64 {
        let actions = &self.landings[square];
        let of = |action: usize| {
            let slipped = slips >> action & 1 == 1;
            let lands = actions[action].iter().map(|(to, share)| share * after(*to));
            if slipped { slip } else { lands.sum() }
        };
        match takes {
            ChoiceRule::One(action) => of(usize::from(action)),
            ChoiceRule::Any => (0..actions.len()).map(of).sum::<f64>() / actions.len() as f64,
            ChoiceRule::Mixed(number) => {
                let shares = self.mixtures[number as usize].iter().enumerate();
                shares.filter(|it| *it.1 > 0.0).map(|(action, share)| share * of(action)).sum()
            }
            ChoiceRule::Best => (0..actions.len()).map(of).fold(0.0, f64::max),
        }
    }
}

fn landings<G: Separable>(game: &G) -> Vec<Vec<Vec<(usize, f64)>>> {
    let of = |square: u32| {
        let action = |action: &spar_rules::Action| {
            let total = f64::from(action.total());
            let lands = |(steps, weight): &(u32, u32)| {
                (game.lands(square, *steps) as usize, f64::from(*weight) / total)
            };
            action.steps.iter().map(lands).collect()
        };
        game.actions().iter().map(action).collect()
    };
    (0..game.squares() - 1).map(of).collect()
}

/// The choices of a player, by its own square and the other's.
fn chosen<G: Separable>(
    game: &G,
    course: &Course,
    player: &Player,
    mixtures: &mut Vec<Vec<f64>>,
) -> Result<Vec<ChoiceRule>, Unknown> {
    let n = game.squares();
    let n_actions = game.actions().len();
    let mut policy = Roster::<G>::policy(&CoursePlayers(course), player).ok_or(Unknown)?;
    let pairs = (0..n).flat_map(|own| (0..n).map(move |other| [own, other]));
    let takes = |pair| {
        let weights = actions(game, &mut *policy, pair)?;
        let equal = |it: &(usize, u32)| it.1 == weights[0].1;
        Ok(match &*weights {
            // There is no choice after the end of the race.
            [] => ChoiceRule::Any,
            [(one, _)] => ChoiceRule::One(*one as u8),
            all if all.len() == n_actions && all.iter().all(equal) => ChoiceRule::Any,
            all => {
                let whole: f64 = all.iter().map(|it| f64::from(it.1)).sum();
                let mut shares = vec![0.0; n_actions];
                for (action, weight) in all {
                    shares[*action] = f64::from(*weight) / whole;
                }
                let known = mixtures.iter().position(|it| *it == shares);
                let number = known.unwrap_or_else(|| {
                    mixtures.push(shares);
                    mixtures.len() - 1
                });
                ChoiceRule::Mixed(number as u32)
            }
        })
    };
    pairs.map(takes).collect()
}

/// The actions that are slips, as bits, by the own square and the other's.
fn slips<G: Separable>(game: &G, course: &Course) -> Vec<u8> {
    let n = game.squares();
    let n_actions = game.actions().len();
    let taking = course.taking_many();
    let of = |own: u32, other: u32| {
        let chances: Vec<Interval> =
            (0..n_actions).map(|action| taking([own, other], action)).collect();
        let most = chances.iter().map(|it| it.low).fold(0.0, f64::max);
        let is_slip = |it: &Interval| (most - it.high).next_down() >= SLIP;
        let bits = chances.iter().enumerate().filter(|it| is_slip(it.1)).map(|it| 1 << it.0);
        bits.sum()
    };
    let goal = n - 1;
    let pairs = (0..n).flat_map(|own| (0..n).map(move |other| (own, other)));
    pairs.map(|(own, other)| if own.max(other) == goal { 0 } else { of(own, other) }).collect()
}
