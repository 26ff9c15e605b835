//! Matches between two players, each in both seats: computed where possible, otherwise played.

mod seats;

pub use seats::seats;

use crate::chance::{Chances, Sample};
use crate::duel::{self, LONGEST_PLAY, Score};
use crate::policy::{Policy, Seen, Unknown};
use crate::session::{self, By};
use spar_rules::{Game, Notation, Outcome, Side, SplitMix, Stochastic, Turn};
use spar_solve::{Budget, Context};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The parameters of a match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The number of games in each seat, if games have to be played.
    pub plays: u64,
    /// The seed of the games.
    pub seed: u64,
    /// Whether games are played even if chances can be computed.
    pub simulate: bool,
    /// The budget for computing; the rest of the context's budget is for playing.
    pub computing: Budget,
}

/// The result of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// The first player's results as the first side and as the second side.
    pub seats: [SeatResult; 2],
    /// Whether everything requested was computed or played.
    pub is_complete: bool,
    /// Whether play may be endless. Endless games count as draws.
    pub may_be_endless: bool,
}

/// The results of the first player in one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatResult {
    /// Its chances; `None` if nothing is known.
    pub chances: Option<Chances>,
    /// The number of distinct games among those played.
    pub distinct: u64,
    /// The number of games in which a player had to guess a move.
    pub guessed: u64,
}

/// Why a match has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// A game lasted too long.
    #[error("a game between these players does not end")]
    Endless,
    /// A player returned no move in an unfinished game.
    #[error("a player found no move")]
    NoMove,
}

/// A match with its game type.
pub struct Contest<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The start position.
    pub position: &'a G::Position,
    /// The two players.
    pub players: &'a dyn Opponents<G>,
    /// Computes the first player's chances as the first side and as the second side, as far as
    /// possible.
    pub compute: &'a dyn Fn(&Context) -> [Option<Chances>; 2],
    /// Creates a context like the first with another budget.
    pub context: &'a dyn Fn(Budget) -> Context,
}

/// Creates the two players of a match.
pub trait Opponents<G: Game> {
    /// The players, which use this context; `None` if the game does not have one of them.
    fn policies<'d>(&'d self, context: &'d Context) -> Option<[Box<dyn Policy<G> + 'd>; 2]>;
}

/// The maximum number of plies in a game with chance.
const LONGEST_WITH_CHANCE: u64 = 100_000_000;

/// The number of games played in each seat before anything is computed, so that there is a
/// result if the match is interrupted.
const FIRST_PLAYS: u64 = 4;

/// The factor by which the number of games grows from round to round. The games of a seed are
/// the same in each round.
const MORE_PLAYS: u64 = 8;

/// The node limit for each move of the first games.
const FIRST_NODES: u64 = 2_000;

/// The effect of a guessed move on the games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guesses {
    /// The games continue, and the guess is counted.
    Count,
    /// The games end.
    EndIt,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl MatchResult {
    /// The score of the first player over both seats.
    pub fn score(&self) -> Score {
        Score::of([self.seats[0].chances.as_ref(), self.seats[1].chances.as_ref()])
    }

    /// The number of games played in both seats.
    pub fn plays(&self) -> u64 {
        self.seats.iter().map(SeatResult::plays).sum()
    }

    /// Returns whether some games may be endless, according to the computed chances.
    pub fn has_endless_games(&self) -> bool {
        let draws = |seat: &SeatResult| match &seat.chances {
            Some(chances @ (Chances::Exact(_) | Chances::Bounded { .. })) => {
                chances.to_f64()[1] > 1e-6
            }
            _ => false,
        };
        self.may_be_endless && self.seats.iter().any(draws)
    }
}

impl SeatResult {
    /// The number of games played.
    pub fn plays(&self) -> u64 {
        match &self.chances {
            Some(Chances::Sampled(sample)) => sample.plays(),
            _ => 0,
        }
    }

    fn is_computed(&self) -> bool {
        matches!(self.chances, Some(Chances::Exact(_) | Chances::Bounded { .. }))
    }
}

/// A game in progress.
struct MatchPlay<G: Game> {
    here: G::Position,
    /// Empty if no player needs it.
    history: Vec<(G::Position, G::Move)>,
    plies: u64,
    moves: DefaultHasher,
    guessed: bool,
}

impl<G: Game> Clone for MatchPlay<G> {
    fn clone(&self) -> MatchPlay<G> {
        let MatchPlay { here, history, plies, moves, guessed } = self;
        let (here, history, moves) = (here.clone(), history.clone(), moves.clone());
        MatchPlay { here, history, plies: *plies, moves, guessed: *guessed }
    }
}

impl<G: Notation + Stochastic> Contest<'_, G> {
    /// Runs the match. If it is stopped early, returns the partial results.
    ///
    /// # Errors
    /// If a game does not end, or if a player returns no move.
    pub fn hold(&self, plan: &MatchPlan, budget: &Budget) -> Result<MatchResult, MatchError> {
        let mut seats = [SeatResult::default(), SeatResult::default()];
        let mut is_cut = false;
        if !plan.simulate {
            let few = (self.context)(plan.computing.clone().with_nodes(FIRST_NODES));
            for side in SIDES {
                let plays = FIRST_PLAYS.min(plan.plays);
                // With few nodes, results that need guesses are not useful.
                let first = self.played(side, plays, plan.seed, Guesses::EndIt, &few);
                seats[side as usize] = first.unwrap_or_default();
            }
            let known = (self.compute)(&(self.context)(plan.computing.clone()));
            for (seat, chances) in seats.iter_mut().zip(known).filter(|it| it.1.is_some()) {
                *seat = SeatResult { chances, ..SeatResult::default() };
            }
            is_cut = plan.computing.is_stopped();
        }
        let context = (self.context)(budget.clone());
        // Alternate between the seats with more and more games, so that both have results when
        // time is up.
        let mut plays = FIRST_PLAYS.min(plan.plays);
        loop {
            for side in SIDES {
                let seat = &mut seats[side as usize];
                if seat.is_computed() {
                    continue;
                }
                let played = self.played(side, plays, plan.seed, Guesses::Count, &context)?;
                if played.plays() > seat.plays() {
                    *seat = played;
                }
            }
            if plays == plan.plays || budget.is_stopped() {
                break;
            }
            plays = plays.saturating_mul(MORE_PLAYS).min(plan.plays);
        }
        let is_whole = |it: &SeatResult| it.is_computed() || (!is_cut && it.plays() == plan.plays);
        let is_complete = seats.iter().all(is_whole);
        if !is_complete && !budget.is_stopped() && !is_cut {
            return Err(MatchError::NoMove);
        }
        let may_be_endless = self.game.horizon(self.position).is_none();
        Ok(MatchResult { seats, is_complete, may_be_endless })
    }

    /// Plays games with the first player on this side, until the budget ends.
    fn played(
        &self,
        side: Side,
        plays: u64,
        seed: u64,
        guesses: Guesses,
        context: &Context,
    ) -> Result<SeatResult, MatchError> {
        let (mut distinct, mut guessed, mut fault) = (HashSet::new(), 0, None);
        let start = MatchPlay {
            here: self.position.clone(),
            history: Vec::new(),
            plies: 0,
            moves: DefaultHasher::new(),
            guessed: false,
        };
        let Some(mut policies) = self.players.policies(context) else {
            return Ok(SeatResult::default());
        };
        let looks_back = policies.iter().any(|it| !it.is_memoryless());
        let mut next = |line: &mut MatchPlay<G>, random: &mut SplitMix| {
            let ended = self.ended(line).map_err(|error| {
                fault = Some(error);
                Unknown
            })?;
            if let Some(outcome) = ended {
                distinct.insert(line.moves.finish());
                guessed += u64::from(line.guessed);
                return Ok(Some(outcome));
            }
            let (mv, by) =
                self.chosen(line, side, &mut policies, random, context).ok_or(Unknown)?;
            self.move_on(line, mv, looks_back);
            line.guessed |= by == By::Guess;
            if line.guessed && guesses == Guesses::EndIt {
                return Err(Unknown);
            }
            Ok(None)
        };
        let seeded = (plays, seed ^ u64::from(side == Side::Second).reverse_bits());
        let sample = duel::play(&start, seeded, &context.budget, &*context.progress, &mut next);
        if let Some(fault) = fault {
            return Err(fault);
        }
        if sample.plays() == 0 {
            return Ok(SeatResult::default());
        }
        let sample = Chances::Sampled(Sample { seed, ..sample });
        let chances = if side == Side::First { sample } else { sample.opposite() };
        Ok(SeatResult { chances: Some(chances), distinct: distinct.len() as u64, guessed })
    }

    /// The outcome of a game, if it has ended.
    fn ended(&self, line: &MatchPlay<G>) -> Result<Option<Outcome>, MatchError> {
        match self.game.turn(&line.here) {
            Turn::Over(outcome) => Ok(Some(outcome)),
            _ if self.game.may_come_back(&line.here) && line.plies >= LONGEST_PLAY => {
                Ok(Some(Outcome::Draw))
            }
            _ if line.plies >= LONGEST_WITH_CHANCE => Err(MatchError::Endless),
            _ => Ok(None),
        }
    }

    /// The next move or roll, and who chose it; `None` if a player has no move. A player that
    /// cannot compute its move is recreated once, as it may have used up its nodes before.
    fn chosen<'d>(
        &'d self,
        line: &MatchPlay<G>,
        side: Side,
        policies: &mut [Box<dyn Policy<G> + 'd>; 2],
        random: &mut SplitMix,
        context: &'d Context,
    ) -> Option<(G::Move, By)> {
        let game = self.game;
        let seen = Seen { history: &line.history, ..Seen::at(game, &line.here) };
        let Turn::Play(mover) = game.turn(&line.here) else {
            let rolls = seen.legal();
            let weights = rolls.iter().map(|it| u64::from(game.weight(&line.here, it.clone())));
            return Some((rolls.get(random.weighted(weights)?)?.clone(), By::Chance));
        };
        let number = usize::from(mover != side);
        let before = random.clone();
        let chosen = session::choose(&mut *policies[number], &seen, random)?;
        if chosen.1 != By::Guess {
            return Some(chosen);
        }
        *random = before;
        *policies = self.players.policies(context)?;
        session::choose(&mut *policies[number], &seen, random)
    }

    fn move_on(&self, line: &mut MatchPlay<G>, mv: G::Move, looks_back: bool) {
        self.game.write_move(&line.here, mv.clone()).hash(&mut line.moves);
        let next = self.game.after(&line.here, mv.clone());
        let before = std::mem::replace(&mut line.here, next);
        if looks_back {
            line.history.push((before, mv));
        }
        line.plies += 1;
    }
}
