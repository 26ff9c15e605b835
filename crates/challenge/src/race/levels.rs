//! Pairs of squares as levels: hard, easy or even for two players.

use super::{Counts, Course, Meeting};
use crate::chance::{Chances, Fraction};
use crate::generate::{
    Census, Found, GenerateError, Order, Pick, Request, Span, Take, Wanted, graded,
};
use crate::level::{Level, Match};
use crate::player::Player;
use crate::policy::Unknown;
use spar_rules::{Race, Side};
use spar_solve::Interval;
use spar_solve::{Budget, SolveError};
use std::ops::ControlFlow;

/// How often a learner wins and loses.
#[derive(Clone, Debug)]
pub struct Meetings {
    wins: Meeting,
    /// Where games may go on for ever; else what is not won is lost.
    losses: Option<Meeting>,
}

impl Meetings {
    /// Of a learner against an opponent.
    ///
    /// # Errors
    /// If a race has no such player, or the work was stopped.
    pub fn of<G: Race>(
        game: &G,
        course: &Course,
        players: (Player, Player),
        budget: &Budget,
    ) -> Result<Meetings, Unknown> {
        let count = |counts| Meeting::of(game, course, players, counts, budget);
        let ends = Meeting::always_ends(game, course, players, budget)?;
        let losses = if ends { None } else { Some(count(Counts::Losses)?) };
        Ok(Meetings { wins: count(Counts::Wins)?, losses })
    }

    /// The chances of the learner who plays this side. A game may go on for ever; then nobody
    /// has won it, as in a draw.
    pub fn chances<G: Race>(&self, game: &G, position: &G::Position, side: Side) -> Chances {
        let win = self.wins.chance(game, position, side);
        let Some(losses) = &self.losses else {
            let (draw, loss) = (Interval::exact(0.0), win.opposite());
            return Chances::Bounded { win, draw, loss };
        };
        let loss = losses.chance(game, position, side);
        Chances::Bounded { win, draw: Interval::rest(win, loss), loss }
    }
}

/// A position as a level for the learner who plays this side.
pub fn level<G: Race>(
    game: &G,
    meetings: &Meetings,
    of: Match,
    position: &G::Position,
    side: Side,
) -> Found<G> {
    let chances = meetings.chances(game, position, side);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    Level {
        position: position.clone(),
        side,
        of,
        value: None,
        moves: moves.into_iter().map(|mv| (mv, None)).collect(),
        chances,
        hardness: of.thresholds.of_chances(&chances),
        easy_from: None,
        why: None,
    }
}

/// Finds levels among all pairs of squares on which one can stand; the learner moves first.
/// A seed puts them into a random order.
///
/// # Errors
/// If the work was stopped, or a race has no such players.
pub fn find<G: Race>(
    game: &G,
    course: &Course,
    request: &Request<'_, G::Position>,
    budget: &Budget,
    take: &mut Take<'_, G>,
) -> Result<Census, GenerateError> {
    let wanted = request.wanted;
    let players = (wanted.of.learner, wanted.of.opponent);
    let meetings = Meetings::of(game, course, players, budget);
    let meetings = meetings.map_err(|_| SolveError::Stopped)?;
    let starts = starts(game, wanted);
    let order = Order::new(request.seed, starts.len() as u64);
    let mut census = Census { taken: 0, exist: None, undecided: 0 };
    let mut fitting: Vec<(u64, Found<G>)> = Vec::new();
    for turn in 0..starts.len() as u64 {
        let (position, side) = &starts[order.place(turn) as usize];
        if !(request.also)(position) {
            continue;
        }
        let level = level(game, &meetings, wanted.of, position, *side);
        match fits(wanted, &level.chances) {
            Some(true) => fitting.push((turn, level)),
            Some(false) => {}
            None => census.undecided += 1,
        }
    }
    census.exist = (census.undecided == 0).then_some(fitting.len() as u64);
    if request.pick == Pick::Graded {
        let units = |level: &Found<G>| (level.chances.to_f64()[0] * f64::from(u32::MAX)) as u32;
        let candidates: Vec<(u64, u32)> = fitting.iter().map(|it| (it.0, units(&it.1))).collect();
        let picked = graded(&candidates, request.count);
        let place = |turn: u64| picked.iter().position(|it| *it == turn);
        fitting.retain(|it| place(it.0).is_some());
        fitting.sort_by_key(|it| place(it.0));
    }
    for (_, level) in fitting.into_iter().take(request.count as usize) {
        census.taken += 1;
        if take(level) == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(census)
}

/// Every position in which the learner may begin, with the learner's side.
fn starts<G: Race>(game: &G, wanted: &Wanted) -> Vec<(G::Position, Side)> {
    let goal = game.squares() - 1;
    let stands = stands(game);
    let squares: Vec<u32> = (0..goal).filter(|it| stands[*it as usize]).collect();
    let sides = [Side::First, Side::Second].into_iter().filter(|side| wanted.fits_side(*side));
    let of = |side: Side| {
        let pairs = squares.iter().flat_map(|first| squares.iter().map(|second| [*first, *second]));
        pairs.map(move |pair| (game.facing(pair, side), side)).collect::<Vec<_>>()
    };
    sides.flat_map(of).collect()
}

/// Whether a piece can stand on each square: it starts there, or some roll ends there.
pub fn stands<G: Race>(game: &G) -> Vec<bool> {
    let n = game.squares();
    let mut stands = vec![false; n as usize];
    for square in game.squares_of(&game.start()) {
        stands[square as usize] = true;
    }
    for square in 0..n.saturating_sub(1) {
        for (steps, _) in game.actions().iter().flat_map(|it| &it.steps) {
            let to = game.lands(square, *steps);
            if to != square {
                stands[to as usize] = true;
            }
        }
    }
    stands
}

/// Whether the chances fit: yes, no, or left open by their bounds.
fn fits(wanted: &Wanted, chances: &Chances) -> Option<bool> {
    let Chances::Bounded { win, .. } = chances else { return None };
    if !wanted.hardness.is_empty()
        && !wanted.hardness.contains(&wanted.of.thresholds.of_chances(chances)?)
    {
        return Some(false);
    }
    // Nothing is drawn, so the score is the chance to win.
    let spans = [wanted.chance, wanted.even].into_iter().flatten();
    let mut all = Some(true);
    for span in spans {
        match lies_in(*win, span) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Whether what lies within the bounds lies in the span.
fn lies_in(bounds: Interval, span: Span<Fraction>) -> Option<bool> {
    // The float of a fraction is off by less than one step.
    let around = |it: Fraction| (it.to_f64().next_down(), it.to_f64().next_up());
    let (mut least, mut most) = (around(span.least), around(span.most));
    // No chance lies beyond these ends.
    if span.least == Fraction::ZERO {
        least = (0.0, 0.0);
    }
    if span.most == Fraction::ONE {
        most = (1.0, 1.0);
    }
    let inside = bounds.low >= least.1 && bounds.high <= most.0;
    let outside = bounds.high < least.0 || bounds.low > most.1;
    if inside { Some(true) } else { outside.then_some(false) }
}
