//! A level: a position with its players, its exact value, the learner's chances, and the reason
//! why it is hard.

use crate::chance::Chances;
use crate::duel::{self, Pairing};
use crate::hardness::{Hardness, Thresholds, categories};
use crate::players::{Known, LookAhead};
use crate::policy::{self, Both, Player, Policy as _, Seen, Ties, Unknown, Valued, Valuer};
use crate::session::{self, By};
use crate::sight::Sight;
use crate::why::rolls::Reason;
use crate::why::{self, Why};
use spar_rules::{Reward, Side, SplitMix, Tactics, Value};
use spar_solve::{Budget, Interval};
use std::cell::RefMut;

/// The players of a level, a learner and an opponent, and the thresholds of hardness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The learner.
    pub learner: Player,
    /// The opponent.
    pub opponent: Player,
    /// How players with foresight treat ties: these two, and those that a level is compared
    /// with.
    pub ties: Ties,
    /// The thresholds of easy and hard positions.
    pub thresholds: Thresholds,
}

impl Match {
    /// The pairing in which the learner plays this side.
    pub fn pairing(&self, side: Side) -> Pairing {
        Pairing::of(&self.learner, &self.opponent, side)
    }
}

/// A position as a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level<P, M> {
    /// The start position.
    pub position: P,
    /// The side that the learner plays.
    pub side: Side,
    /// The players.
    pub of: Match,
    /// The exact value for the side to move; none if it could not be computed.
    pub value: Option<Value>,
    /// Every move with its value for the side that makes it, if that is known.
    pub moves: Vec<(M, Option<Value>)>,
    /// The learner's chances.
    pub chances: Chances,
    /// The hardness; `None` if the chances leave it open.
    pub hardness: Option<Hardness>,
    /// The foresights, from 1 to [`CATEGORIES`], for which it is easy against this opponent but
    /// not for one round less; `None` if they could not be computed.
    pub easy_from: Option<Vec<u32>>,
    /// Why it is hard, if the side to move wins and the reason is known.
    pub why: Option<Why<M>>,
    /// The number of sampled plays in which a player had to guess a move.
    pub guessed: u64,
    /// Best play against the same opponent, in games with chance.
    pub best: Option<Best<M>>,
}

/// Best play against the opponent of a level, in games with chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Best<M> {
    /// The chance to win.
    pub chance: Interval,
    /// If the learner is to move: the choices that are not proven to be worse than the best.
    pub best_moves: Vec<M>,
    /// Every choice of the learner, with the chance of best play to win after it.
    pub moves: Vec<(M, Interval)>,
    /// Why the level is hard, if the learner is to move and the reason is known.
    pub why: Option<Reason>,
}

/// The plan of a sample of plays, for when exact chances are out of reach.
#[derive(Clone, Debug)]
pub struct SamplePlan {
    /// The number of plays.
    pub plays: u64,
    /// The seed of the plays.
    pub seed: u64,
    /// The budget for exact chances; `None` for the budget of the rating.
    pub computing: Option<Budget>,
    /// Whether fewer plays are enough if the budget ends early.
    pub may_be_short: bool,
    /// Whether a player may guess a move that it cannot find within the budget.
    pub may_guess: bool,
}

impl SamplePlan {
    /// A sample of exactly this many plays, without guesses.
    pub const fn new(plays: u64, seed: u64) -> SamplePlan {
        SamplePlan { plays, seed, computing: None, may_be_short: false, may_guess: false }
    }
}

/// The largest foresight for which the hardness of a level is computed.
pub const CATEGORIES: u32 = 3;

impl<P, M> Level<P, M> {
    /// The moves that keep the win; empty if the position is not won.
    pub fn winning(&self) -> impl Iterator<Item = &M> {
        let wins = |it: &&(M, Option<Value>)| matches!(it.1, Some(Value::Win(_)));
        self.moves.iter().filter(wins).map(|it| &it.0)
    }

    /// The moves that win fastest; empty if the position is not won.
    pub fn fastest(&self) -> impl Iterator<Item = &M> {
        let is_best =
            |it: &&(M, Option<Value>)| it.1 == self.value && matches!(it.1, Some(Value::Win(_)));
        self.moves.iter().filter(is_best).map(|it| &it.0)
    }

    /// Returns whether some move is worse than another: it does not win while others do, or, in
    /// games with chance, it wins less often.
    pub fn can_go_wrong(&self) -> bool {
        match (&self.best, self.value) {
            (Some(best), _) => best.best_moves.len() < best.moves.len(),
            (None, Some(Value::Win(_))) => self.winning().count() < self.moves.len(),
            (None, _) => true,
        }
    }

    /// The number of the winner's moves until the end, if the side to move wins.
    pub fn wins_in(&self) -> Option<u32> {
        match self.value {
            Some(value @ Value::Win(_)) => value.winner_moves(),
            _ => None,
        }
    }

    /// The same level with its position and moves converted.
    pub fn map<Q, N>(
        self,
        position: impl FnOnce(&P) -> Q,
        mut mv: impl FnMut(&P, M) -> N,
    ) -> Level<Q, N> {
        let at = &self.position;
        Level {
            position: position(at),
            side: self.side,
            of: self.of,
            value: self.value,
            moves: self.moves.into_iter().map(|(it, value)| (mv(at, it), value)).collect(),
            chances: self.chances,
            hardness: self.hardness,
            easy_from: self.easy_from,
            why: self.why.map(|why| why.map(|it| mv(at, it))),
            guessed: self.guessed,
            best: self.best.map(|best| Best {
                chance: best.chance,
                best_moves: best.best_moves.into_iter().map(|it| mv(at, it)).collect(),
                moves: best.moves.into_iter().map(|(it, chance)| (mv(at, it), chance)).collect(),
                why: best.why,
            }),
        }
    }
}

impl<P, M: std::fmt::Display> Level<P, M> {
    /// The reason why it is hard in words, if known.
    pub fn reason(&self) -> Option<String> {
        let of_rolls = || self.best.as_ref()?.why.as_ref().map(Reason::sentence);
        self.why.as_ref().map(Why::sentence).or_else(of_rolls)
    }
}

/// Rates positions for one learner against one opponent.
pub struct Rater<'a, G: Tactics + Reward> {
    game: &'a G,
    of: Match,
    players: LookAhead<'a, G>,
    budget: Budget,
    last: Option<LastChances<G::Position>>,
}

/// The chances at the last position that was asked for, so that none is computed twice.
struct LastChances<P> {
    position: P,
    /// The learner's side.
    side: Side,
    /// For each learner and opponent.
    of: Vec<([Player; 2], Chances)>,
}

impl<'a, G: Tactics + Reward> Rater<'a, G> {
    /// Creates a rater with exact values from `valuer`. The budget's node limit applies to all
    /// its work together.
    pub fn new(
        game: &'a G,
        of: Match,
        valuer: impl Valuer<G> + 'a,
        budget: &Budget,
    ) -> Rater<'a, G> {
        Rater::with_known(game, of, Known::new(game, valuer, budget.clone()))
    }

    /// Creates a rater whose players share this knowledge and its budget.
    pub fn with_known(game: &'a G, of: Match, known: Known<'a, G>) -> Rater<'a, G> {
        let budget = known.budget().clone();
        Rater { game, of, players: LookAhead::new(known), budget, last: None }
    }

    /// The chances of a learner with any foresight who plays this side.
    ///
    /// # Errors
    /// If they cannot be computed within the budget.
    pub fn chances(
        &mut self,
        position: &G::Position,
        side: Side,
        learner: &Player,
    ) -> Result<Chances, Unknown> {
        let opponent = self.of.opponent.clone();
        self.chances_against(position, side, learner, &opponent)
    }

    /// The chances of a learner who plays this side against another opponent.
    ///
    /// # Errors
    /// If they cannot be computed within the budget.
    pub fn chances_against(
        &mut self,
        position: &G::Position,
        side: Side,
        learner: &Player,
        opponent: &Player,
    ) -> Result<Chances, Unknown> {
        let known = match self.last.take() {
            Some(known) if (&known.position, known.side) == (position, side) => known,
            _ => LastChances { position: position.clone(), side, of: Vec::new() },
        };
        let known = self.last.insert(known);
        if let Some((_, chances)) =
            known.of.iter().find(|it| [&it.0[0], &it.0[1]] == [learner, opponent])
        {
            return Ok(*chances);
        }
        let pairing = Pairing::of(learner, opponent, side);
        let mut both =
            Both::named(&self.players, &pairing.first, &pairing.second).ok_or(Unknown)?;
        let chances = duel::chances(self.game, &mut both, position, &self.budget)?;
        let chances = if side == Side::First { chances } else { chances.opposite() };
        known.of.push(([learner.clone(), opponent.clone()], chances));
        Ok(chances)
    }

    /// The chances by a sample, and the number of plays in which a player had to guess.
    ///
    /// # Errors
    /// If a player's move cannot be computed within the budget and the plan allows no guesses,
    /// or if there are fewer plays than the plan allows.
    fn sampled(
        &mut self,
        position: &G::Position,
        side: Side,
        plan: &SamplePlan,
    ) -> Result<(Chances, u64), Unknown> {
        let mut both = self.both(&self.of.pairing(side))?;
        let known = self.players.known();
        let remembers = !both.is_memoryless();
        let mut guessed = 0;
        let mut choose = |seen: &Seen<'_, G>, has_guessed: &mut bool, random: &mut SplitMix| {
            if !plan.may_guess {
                return policy::choose(&mut both, seen, random);
            }
            // Each move may use all nodes.
            known.sight().refresh();
            let (mv, by) = session::choose(&mut both, seen, random).ok_or(Unknown)?;
            *has_guessed |= by == By::Guess;
            Ok(Some(mv))
        };
        let plays = (plan.plays, plan.seed);
        let by = (remembers, &mut choose as &mut duel::Choose<'_, G>);
        let sample = duel::sample_by(self.game, position, plays, &self.budget, &mut guessed, by);
        let is_enough = sample.plays() == plan.plays || (plan.may_be_short && sample.plays() > 0);
        if !is_enough {
            return Err(Unknown);
        }
        let sample = Chances::Sampled(sample);
        Ok((if side == Side::First { sample } else { sample.opposite() }, guessed))
    }

    fn both(&self, pairing: &Pairing) -> Result<Both<'a, G>, Unknown> {
        Both::named(&self.players, &pairing.first, &pairing.second).ok_or(Unknown)
    }

    /// The categories: the foresights for which the position is easy against the opponent, but
    /// not for one round less.
    ///
    /// # Errors
    /// If the chances cannot be computed within the budget.
    pub fn easy_from(&mut self, position: &G::Position, side: Side) -> Result<Vec<u32>, Unknown> {
        let ties = self.of.ties;
        let mut is_easy = Vec::new();
        for rounds in 1..=CATEGORIES {
            let chances = self.chances(position, side, &Player::foresight(rounds, ties))?;
            is_easy.push(self.of.thresholds.of_chances(&chances) == Some(Hardness::Easy));
        }
        Ok(categories(&is_easy))
    }

    /// Why the position is hard, if its side to move wins.
    ///
    /// # Errors
    /// If it cannot be computed within the budget.
    pub fn why(&mut self, position: &G::Position) -> Result<Option<Why<G::Move>>, Unknown> {
        let (known, rounds) = (self.players.known(), self.of.learner.rounds());
        why::explain(self.game, position, (rounds, self.of.ties), known)
    }

    /// The position as a level for a learner who plays this side.
    ///
    /// # Errors
    /// If a part of it cannot be computed within the budget, or if the game is over.
    pub fn level(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Result<Level<G::Position, G::Move>, Unknown> {
        let moves = self.move_values(position)?;
        let value = moves.iter().map(|it| it.1).max().ok_or(Unknown)?;
        let chances = self.chances(position, side, &self.of.learner.clone())?;
        Ok(Level {
            position: position.clone(),
            side,
            of: self.of.clone(),
            value: Some(value),
            moves: moves.into_iter().map(|(mv, value)| (mv, Some(value))).collect(),
            chances,
            hardness: self.of.thresholds.of_chances(&chances),
            easy_from: Some(self.easy_from(position, side)?),
            why: self.why(position)?,
            guessed: 0,
            best: None,
        })
    }

    /// As much of the level as can be computed. If exact chances are out of reach, uses a
    /// sample.
    ///
    /// # Errors
    /// If no sample can be drawn either.
    pub fn rating(
        &mut self,
        position: &G::Position,
        side: Side,
        plan: &SamplePlan,
    ) -> Result<Level<G::Position, G::Move>, Unknown> {
        self.exact_rating(position, side)
            .or_else(|Unknown| self.sampled_rating(position, side, plan))
    }

    /// As much of the level as can be computed, with exact chances.
    ///
    /// # Errors
    /// If exact chances are out of reach.
    pub fn exact_rating(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Result<Level<G::Position, G::Move>, Unknown> {
        let chances = self.chances(position, side, &self.of.learner.clone())?;
        self.sight().refresh();
        let easy_from = self.easy_from(position, side).ok();
        Ok(self.rated(position, side, (chances, 0), easy_from))
    }

    /// As much of the level as can be computed, with sampled chances.
    ///
    /// # Errors
    /// If the sample cannot be drawn.
    pub fn sampled_rating(
        &mut self,
        position: &G::Position,
        side: Side,
        plan: &SamplePlan,
    ) -> Result<Level<G::Position, G::Move>, Unknown> {
        self.sight().refresh();
        let sampled = self.sampled(position, side, plan)?;
        Ok(self.rated(position, side, sampled, None))
    }

    /// The level with these chances and this number of plays with guesses.
    fn rated(
        &mut self,
        position: &G::Position,
        side: Side,
        (chances, guessed): (Chances, u64),
        easy_from: Option<Vec<u32>>,
    ) -> Level<G::Position, G::Move> {
        self.sight().refresh();
        let known = self.move_values(position).ok();
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let value = |mv: &G::Move| known.as_ref()?.iter().find(|it| it.0 == *mv).map(|it| it.1);
        let moves: Vec<(G::Move, Option<Value>)> =
            moves.into_iter().map(|mv| (mv.clone(), value(&mv))).collect();
        Level {
            position: position.clone(),
            side,
            of: self.of.clone(),
            value: known.as_ref().and_then(|it| it.iter().map(|it| it.1).max()),
            moves,
            chances,
            hardness: self.of.thresholds.of_chances(&chances),
            easy_from,
            why: self.why(position).ok().flatten(),
            guessed,
            best: None,
        }
    }

    /// The evaluations of the players.
    pub fn sight(&self) -> RefMut<'_, Sight<'a, G>> {
        self.players.known().sight()
    }

    fn move_values(&self, position: &G::Position) -> Result<Valued<G>, Unknown> {
        self.players.known().valuer().move_values(self.game, position)
    }
}
