//! Proofs for games with cycles: lists all positions and derives facts about them in rounds
//! until nothing changes.

use super::doubt::TooMuch;
use super::force::{Proven, after_each};
use super::meeting::ClaimedPlayers;
use super::odds::ProvenOdds;
use super::{Checker, WIDEST};
use rustc_hash::FxHashMap;
use spar_rules::{Notation, Outcome, Reward, Side, Turn};

/// The number of rounds after which bounds that have not converged are given up.
const MOST_ROUNDS: u32 = 100_000;

/// The indices of win and loss in the array of chances.
const WIN: usize = 0;
const LOSS: usize = 2;

/// The positions that follow from one, and for each the indices of its successors.
struct Listed<P> {
    positions: Vec<P>,
    next: Vec<Vec<usize>>,
}

impl<G: Reward + Notation> Checker<'_, G> {
    /// Lists all positions that follow from a position; `after` returns the successors.
    /// Finished positions have none.
    fn list(
        &mut self,
        position: &G::Position,
        mut after: impl FnMut(&mut Self, &G::Position) -> Result<Vec<G::Position>, TooMuch>,
    ) -> Result<Listed<G::Position>, TooMuch> {
        let mut places = FxHashMap::from_iter([(position.clone(), 0)]);
        let mut listed = Listed { positions: vec![position.clone()], next: Vec::new() };
        while let Some(here) = listed.positions.get(listed.next.len()).cloned() {
            let mut next = Vec::new();
            if let Turn::Play(_) = self.game.turn(&here) {
                self.spend()?;
                for position in after(self, &here)? {
                    let new = listed.positions.len();
                    let place = *places.entry(position.clone()).or_insert(new);
                    listed.positions.extend((place == new).then_some(position));
                    next.push(place);
                }
            }
            listed.next.push(next);
        }
        Ok(listed)
    }

    /// Proves in how many plies `side` wins from here and from all positions that follow. Round
    /// n finds the positions won in n plies: if `side` is to move, one move must lead to a
    /// position won in n - 1; if the other side is, all moves must lead to won positions.
    pub(super) fn prove_in_rounds(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Result<(), TooMuch> {
        let listed = self.list(position, |it, here| Ok(after_each(it.game, here)))?;
        let turns: Vec<Turn> = listed.positions.iter().map(|it| self.game.turn(it)).collect();
        let at_once = |turn: &Turn| (*turn == Turn::Over(Outcome::Win(side))).then_some(0);
        let mut plies: Vec<Option<u32>> = turns.iter().map(at_once).collect();
        for round in 1.. {
            let is_won = |place: usize| {
                let mut next = listed.next[place].iter();
                match turns[place] {
                    Turn::Play(mover) if mover == side => next.any(|to| plies[*to].is_some()),
                    Turn::Play(_) => next.all(|to| plies[*to].is_some()),
                    Turn::Over(_) | Turn::Roll => false,
                }
            };
            let open = (0..plies.len()).filter(|place| plies[*place].is_none());
            let won: Vec<usize> = open.filter(|place| is_won(*place)).collect();
            if won.is_empty() {
                break;
            }
            for place in won {
                plies[place] = Some(round);
            }
        }
        for (position, plies) in listed.positions.into_iter().zip(plies) {
            self.proven.insert((position, side), Proven::in_plies(plies));
        }
        Ok(())
    }

    /// The learner's chances from here, as means of those that follow. They are fractions for
    /// positions that cannot reach a cycle, and otherwise bounds that become tighter in each
    /// round.
    pub(super) fn odds_in_rounds(
        &mut self,
        position: &G::Position,
        who: &ClaimedPlayers,
    ) -> Result<ProvenOdds, TooMuch> {
        let game = self.game;
        let listed =
            self.list(position, |it, here| it.choices(here, who.player(game.side(here))))?;
        let mut odds: Vec<Option<ProvenOdds>> = Vec::new();
        for position in &listed.positions {
            odds.push(match game.turn(position) {
                Turn::Over(Outcome::Draw) => Some(ProvenOdds::sure(1)),
                Turn::Over(Outcome::Win(it)) if it == who.learner_side => {
                    Some(ProvenOdds::sure(WIN))
                }
                Turn::Over(Outcome::Win(_)) => Some(ProvenOdds::sure(LOSS)),
                Turn::Play(_) | Turn::Roll => None,
            });
        }
        listed.settle_ends(&mut odds);
        let too_much = TooMuch { positions: self.most_positions };
        listed.settle_cycles(&mut odds).ok_or(too_much)?;
        let all = listed.positions.into_iter().zip(odds);
        self.odds.extend(all.filter_map(|(it, odds)| Some(((it, who.clone()), odds?))));
        let here = self.odds.get(&(position.clone(), who.clone()));
        here.copied().ok_or(too_much)
    }
}

impl<P> Listed<P> {
    /// Solves positions whose successors are all solved.
    fn settle_ends(&self, odds: &mut [Option<ProvenOdds>]) {
        let mut before = vec![Vec::new(); odds.len()];
        let mut missing = vec![0; odds.len()];
        for (place, next) in self.next.iter().enumerate() {
            for to in next {
                before[*to].push(place);
            }
            missing[place] = next.len();
        }
        let mut settled: Vec<usize> = (0..odds.len()).filter(|it| odds[*it].is_some()).collect();
        while let Some(place) = settled.pop() {
            for &earlier in &before[place] {
                missing[earlier] -= 1;
                if missing[earlier] == 0 {
                    let all: Option<Vec<ProvenOdds>> =
                        self.next[earlier].iter().map(|to| odds[*to]).collect();
                    odds[earlier] = all.map(|all| ProvenOdds::mean(&all));
                    settled.push(earlier);
                }
            }
        }
    }

    /// The indices of the positions from which play can reach one of these.
    fn leading_to(&self, is_goal: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut leads: Vec<bool> = (0..self.next.len()).map(is_goal).collect();
        loop {
            let more =
                |place: &usize| !leads[*place] && self.next[*place].iter().any(|to| leads[*to]);
            let more: Vec<usize> = (0..leads.len()).filter(more).collect();
            if more.is_empty() {
                return leads;
            }
            for place in more {
                leads[place] = true;
            }
        }
    }

    /// Solves the remaining positions by bounds. Lower bounds start at 0; upper bounds start at
    /// 1 where the event is possible. Returns `None` if the bounds do not converge.
    fn settle_cycles(&self, odds: &mut [Option<ProvenOdds>]) -> Option<()> {
        let open: Vec<usize> = (0..odds.len()).filter(|it| odds[*it].is_none()).collect();
        let known = |it: &Option<ProvenOdds>| it.map_or([(0.0, 0.0); 3], |odds| odds.bounds);
        let mut bounds: Vec<[(f64, f64); 3]> = odds.iter().map(known).collect();
        for chance in [WIN, LOSS] {
            let is_end = |place: usize| self.next[place].is_empty();
            let can = self.leading_to(|place| is_end(place) && bounds[place][chance].0 >= 1.0);
            // If the event cannot be missed, it happens with probability 1.
            let can_miss = self.leading_to(|place| !can[place]);
            for &place in &open {
                let [low, high] = [!can_miss[place], can[place]].map(|it| f64::from(u8::from(it)));
                bounds[place][chance] = (low, high);
            }
        }
        let is_wide = |bounds: &[[(f64, f64); 3]]| {
            let width = |place: usize, chance: usize| {
                let (low, high) = bounds[place][chance];
                high - low
            };
            open.iter().any(|it| width(*it, WIN).max(width(*it, LOSS)) > WIDEST / 4.0)
        };
        let mut rounds = 0;
        while is_wide(&bounds) {
            if rounds == MOST_ROUNDS {
                return None;
            }
            rounds += 1;
            for &place in &open {
                let next = self.next[place].iter().map(|to| ProvenOdds::within(bounds[*to]));
                let mean = ProvenOdds::mean(&next.collect::<Vec<_>>()).bounds;
                for chance in [WIN, LOSS] {
                    let (low, high) = &mut bounds[place][chance];
                    *low = low.max(mean[chance].0);
                    *high = high.min(mean[chance].1);
                }
            }
        }
        for place in open {
            let [win, _, loss] = bounds[place];
            let sure = [(WIN, win.0, loss.1), (1, 1.0 - win.1, loss.1), (LOSS, loss.0, win.1)];
            let sure = sure.iter().find(|(_, low, other)| *low >= 1.0 && *other <= 0.0);
            if let Some((chance, ..)) = sure {
                odds[place] = Some(ProvenOdds::sure(*chance));
                continue;
            }
            let low = (1.0 - win.1 - loss.1).next_down().next_down().max(0.0);
            let high = (1.0 - win.0 - loss.0).next_up().next_up().clamp(0.0, 1.0);
            odds[place] = Some(ProvenOdds::within([win, (low, high), loss]));
        }
        Some(())
    }
}
