//! Pairs of squares as levels: hard, easy or even for two players.

use super::course::squares;
use super::{Counts, Course, CoursePlayers, FASTEST, Meeting, NOVICE, actions};
use crate::chance::{Chances, Fraction};
use crate::generate::{
    Census, Even, Found, GenerateError, Order, Pick, Request, Span, Take, Wanted, graded,
};
use crate::level::{Best, Level, Match};
use crate::policy::{Player, Policy, Roster, Unknown};
use crate::rating::LevelRating;
use crate::rating::scale::STATED;
use crate::why::rolls::{KnownChances, Reason, best_choices};
use spar_rules::{Separable, Side};
use spar_solve::interval::{down, up};
use spar_solve::{Budget, Interval, SolveError};
use std::ops::ControlFlow;

/// The least chance of the learner and of best play to win in a level.
pub const LEAST: f64 = 1e-9;

/// The learner's chances to win and to lose, and the chance of best play to win.
#[derive(Clone, Debug)]
pub struct Meetings {
    wins: Meeting,
    /// `None` if every game ends: then games that are not won are lost.
    losses: Option<Meeting>,
    /// Best play against the same opponent.
    best: Meeting,
}

impl Meetings {
    /// Computes the chances of a learner against an opponent.
    ///
    /// # Errors
    /// If the race does not have such a player, or if the work is stopped.
    pub fn of<G: Separable>(
        game: &G,
        course: &Course,
        players: (&Player, &Player),
        budget: &Budget,
    ) -> Result<Meetings, Unknown> {
        let count = |counts| Meeting::of(game, course, players, counts, budget);
        let ends = Meeting::always_ends(game, course, players, budget)?;
        let losses = if ends { None } else { Some(count(Counts::Losses)?) };
        let best = Meeting::best(game, course, players.1, budget)?;
        Ok(Meetings { wins: count(Counts::Wins)?, losses, best })
    }

    /// The chances of the learner who plays this side. Endless games count as draws.
    pub fn chances<G: Separable>(&self, game: &G, position: &G::Position, side: Side) -> Chances {
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
pub fn level<G: Separable>(
    game: &G,
    course: &Course,
    meetings: &Meetings,
    of: &Match,
    (position, side): (&G::Position, Side),
) -> Found<G> {
    let chances = meetings.chances(game, position, side);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let win = meetings.wins.chance(game, position, side);
    let worth = meetings.best.taking(game, position, side);
    let squares = squares(game, position);
    let players = CoursePlayers(course);
    let policy = |player| Roster::<G>::policy(&players, player);
    let takes = |mut it: Box<dyn Policy<G> + '_>| actions(game, &mut *it, squares).ok();
    let usual = policy(&of.learner).and_then(takes).unwrap_or_default();
    let usual: Vec<usize> = usual.into_iter().map(|it| it.0).collect();
    let known = KnownChances { squares, worth: &worth, usual: &usual, chance: win };
    let mut opponent = policy(&of.opponent);
    let answers = |faced| match actions(game, &mut **opponent.as_mut()?, [squares[1], faced])
        .ok()?
        .as_slice()
    {
        [(one, _)] => Some(*one),
        _ => None,
    };
    let why = (!worth.is_empty()).then(|| Reason::of(game, &known, answers)).flatten();
    let best_moves = best_choices(&worth).into_iter().filter_map(|it| moves.get(it).cloned());
    let best = Best {
        chance: meetings.best.chance(game, position, side),
        best_moves: best_moves.collect(),
        moves: moves.iter().cloned().zip(worth.iter().copied()).collect(),
        why,
    };
    Level {
        position: position.clone(),
        side,
        of: of.clone(),
        value: None,
        moves: moves.into_iter().map(|mv| (mv, None)).collect(),
        chances,
        hardness: of.thresholds.of_share(win, best.chance),
        easy_from: None,
        why: None,
        guessed: 0,
        best: Some(best),
    }
}

/// Finds levels among all pairs of squares on which pieces can stand. The learner moves first.
/// Pairs on which the learner or best play cannot win are not levels. The seed determines their
/// random order.
///
/// # Errors
/// If the work is stopped, or the race does not have such players.
pub fn find<G: Separable>(
    game: &G,
    course: &Course,
    request: &Request<'_, G::Position>,
    budget: &Budget,
    take: &mut Take<'_, G>,
) -> Result<Census, GenerateError> {
    let wanted = request.wanted;
    let players = (&wanted.of.learner, &wanted.of.opponent);
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
        let level = level(game, course, &meetings, &wanted.of, (position, *side));
        match fits(wanted, &level) {
            Some(true) => fitting.push((turn, level)),
            Some(false) => {}
            None => census.undecided += 1,
        }
    }
    census.exist = (census.undecided == 0).then_some(fitting.len() as u64);
    if request.pick == Pick::Graded {
        let share = |level: &Found<G>| {
            let best = level.best.as_ref().map_or(1.0, |it| it.chance.middle());
            (level.chances.to_f64()[0] / best).min(1.0)
        };
        let units = |level: &Found<G>| (share(level) * f64::from(u32::MAX)) as u32;
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

/// Every start position for the learner, with the learner's side.
fn starts<G: Separable>(game: &G, wanted: &Wanted) -> Vec<(G::Position, Side)> {
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

/// For each square, whether a piece can stand on it: it is the start, or some roll ends there.
pub fn stands<G: Separable>(game: &G) -> Vec<bool> {
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

/// Returns whether a level matches; `None` if its bounds leave it open.
fn fits<P, M>(wanted: &Wanted, level: &Level<P, M>) -> Option<bool> {
    let (Chances::Bounded { win, draw: _, loss }, Some(best)) = (level.chances, &level.best) else {
        return None;
    };
    if wanted.needs_choice && !level.can_go_wrong() {
        return Some(false);
    }
    let can_win = |chance: Interval| at_least(chance, (LEAST, LEAST));
    let mut all = vec![can_win(win), can_win(best.chance)];
    if !wanted.hardness.is_empty() {
        all.push(level.hardness.map(|it| wanted.hardness.contains(&it)));
    }
    all.extend(wanted.chance.map(|span| lies_in(win, span)));
    if let Some(Even { score, least_wins }) = wanted.even {
        // An endless game counts one half, as a draw does.
        let found = Interval {
            low: down(down(down(win.low - loss.high) + 1.0) / 2.0).clamp(0.0, 1.0),
            high: up(up(up(win.high - loss.low) + 1.0) / 2.0).clamp(0.0, 1.0),
        };
        all.push(lies_in(found, score));
        let wins = Span { least: least_wins, most: Fraction::ONE };
        all.extend([lies_in(win, wins), lies_in(loss, wins)]);
    }
    if all.contains(&Some(false)) {
        Some(false)
    } else {
        all.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
    }
}

/// Returns whether a number with these bounds is at least another one, which is between two
/// floats.
fn at_least(bounds: Interval, (below, above): (f64, f64)) -> Option<bool> {
    if bounds.low >= above { Some(true) } else { (bounds.high < below).then_some(false) }
}

/// Returns whether a number with these bounds is in the range.
fn lies_in(bounds: Interval, span: Span<Fraction>) -> Option<bool> {
    // The float of a fraction has an error of less than one step.
    let around = |it: Fraction| (it.to_f64().next_down(), it.to_f64().next_up());
    let (mut least, mut most) = (around(span.least), around(span.most));
    // Chances cannot exceed these ends.
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

// The ratings of levels in races: how often the stated players of a race finish without a slip.

/// The player of a race with the same stated rating as the player with this foresight: the
/// random, the novice, the fastest and the perfect player. Without a novice, the fastest player
/// takes its place.
pub fn stated(number: usize, has_novice: bool) -> Player {
    match number {
        0 => Player::random(),
        1 if has_novice => Player::of_kind(&NOVICE),
        1 | 2 => Player::of_kind(&FASTEST),
        _ => Player::perfect(),
    }
}

/// The chances of players to solve the levels of a race against one opponent.
#[derive(Clone, Debug)]
pub struct Tries {
    meetings: Vec<Meeting>,
    /// Best play against the opponent.
    best: Meeting,
}

impl Tries {
    /// Computes the chance of each stated player to make no slip.
    ///
    /// # Errors
    /// If the race does not have such an opponent, or if the work is stopped.
    pub fn of<G: Separable>(
        game: &G,
        course: &Course,
        opponent: &Player,
        budget: &Budget,
    ) -> Result<Tries, Unknown> {
        let meeting = |number| {
            let learner = stated(number, course.has_novice());
            Meeting::of(game, course, (&learner, opponent), Counts::NoSlip, budget)
        };
        let meetings = (0..STATED.len()).map(meeting).collect::<Result<_, _>>()?;
        Ok(Tries { meetings, best: Meeting::best(game, course, opponent, budget)? })
    }

    /// The approximate size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.meetings.iter().chain([&self.best]).map(Meeting::bytes).sum()
    }

    /// Returns whether best play of this side wins often enough from here for a level.
    pub fn can_win<G: Separable>(&self, game: &G, position: &G::Position, side: Side) -> bool {
        self.best.chance(game, position, side).low >= LEAST
    }

    /// The maximum width of the chances that determine a rating.
    pub const WITHIN: f64 = 1e-6;

    /// The rating of the level that starts here, for the learner on this side.
    ///
    /// # Errors
    /// If the chances are not known precisely enough.
    pub fn rating<G: Separable>(
        &self,
        game: &G,
        position: &G::Position,
        side: Side,
    ) -> Result<LevelRating, Unknown> {
        let mut solved = [Interval::exact(0.0); STATED.len()];
        for (chance, meeting) in solved.iter_mut().zip(&self.meetings) {
            *chance = meeting.chance(game, position, side);
            if chance.error() > Tries::WITHIN {
                return Err(Unknown);
            }
        }
        Ok(LevelRating::fitted(solved))
    }
}
