//! A game as it is played: its events and why one is refused, the program's moves, rolls, the
//! repetition rule, when a level is decided, and the sentence that describes the state of the game.

use super::{Session, State};
use crate::judge::{Goal, Judged, REPEATED, judge_among};
use crate::oracle::Evaluation;
use crate::policy::{Policy, Seen, SeenPerson};
use crate::say::{Say, Tone, Voices, capital};
use spar_rules::{Game, Notation, Outcome, Side, SplitMix, Turn, Value};

/// An event of a game. The events in their order are its log. The state of a game follows from
/// its plan and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move that stands.
    Move {
        /// The move.
        mv: M,
        /// Who made it.
        by: By,
    },
    /// A person's move in a level that lost the outcome and was taken back.
    Slip(M),
    /// The move that a person has just made in a level is a slip that stands: where chance
    /// rolls, nothing is taken back.
    Missed,
    /// A person takes the last own move back, and what came after it.
    Undo,
    /// The person who plays this side gives up.
    Resign(Side),
    /// A person asked for this stage of help, or for [`RESPONSE`](super::RESPONSE).
    Hint(u8),
    /// A person asked for the values of the moves.
    Values,
}

impl<M> Event<M> {
    /// The same event with its move converted.
    pub fn map<N>(self, mv: impl FnOnce(M) -> N) -> Event<N> {
        let mapped: Result<_, std::convert::Infallible> = self.try_map(|it| Ok(mv(it)));
        match mapped {
            Ok(event) => event,
        }
    }

    /// The same event with its move converted, if that succeeds.
    ///
    /// # Errors
    /// The error of `mv`.
    pub fn try_map<N, E>(self, mv: impl FnOnce(M) -> Result<N, E>) -> Result<Event<N>, E> {
        Ok(match self {
            Event::Move { mv: it, by } => Event::Move { mv: mv(it)?, by },
            Event::Slip(it) => Event::Slip(mv(it)?),
            Event::Missed => Event::Missed,
            Event::Undo => Event::Undo,
            Event::Resign(side) => Event::Resign(side),
            Event::Hint(stage) => Event::Hint(stage),
            Event::Values => Event::Values,
        })
    }
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A person.
    Person,
    /// The program, as the player that it is.
    Program,
    /// The program, by a guess: the budget was not enough to find the move of its player.
    Guess,
    /// Chance, for the side whose turn it is.
    Chance,
}

/// Why an event is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// It ended by the rules, or by repetition.
    #[error("the game is over")]
    Over,
    /// A person gave up.
    #[error("the game was resigned")]
    Resigned,
    /// The rules do not allow the move.
    #[error("that is not a legal move here")]
    NoMove,
    /// It is the program's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is a person's turn.
    #[error("it is not the program's turn")]
    NotProgramsTurn,
    /// Chance decides what comes next.
    #[error("the dice decide here: a roll cannot be chosen")]
    Rolls,
    /// Nothing waits for a roll.
    #[error("there is nothing to roll here")]
    NothingToRoll,
    /// Only the move that a person has just made can be a slip.
    #[error("no move of a person stands last, so none is a slip")]
    NothingMissed,
    /// No person has moved yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// The result of a finished level is final.
    #[error("a level that is over cannot be taken back")]
    LevelIsOver,
    /// In a level nothing is taken back after a roll.
    #[error("the dice have fallen: in a level nothing is taken back after a roll")]
    Rolled,
    /// Only in a level are moves judged.
    #[error("moves are taken back for a person only in a level")]
    NoLevel,
    /// Stages of help come one after the other.
    #[error("the next hint is number {next}, not {asked}")]
    WrongStage {
        /// The stage that comes next.
        next: u8,
        /// The stage that was requested.
        asked: u8,
    },
    /// There is no response to a player that never errs, and none is shown in a level.
    #[error("the best response is shown in free play only, against a player that can err")]
    NoResponse,
    /// Only a person gives up.
    #[error("no person plays the {0} side")]
    NoPerson(Side),
    /// A goal needs exactly one person.
    #[error("a goal is for one person who plays against the program")]
    GoalForNobody,
}

/// The program's move and its origin; `None` if it is not the program's turn.
///
/// The choice depends only on the seed and on the number of the program's earlier moves, so it
/// is the same after a restart.
pub fn answer<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    person: Option<SeenPerson>,
    policy: &mut dyn Policy<G>,
) -> Option<(G::Move, By)> {
    session.program_to_move()?;
    let is_programs = |ply: &&super::Ply<_, _>| matches!(ply.by, By::Program | By::Guess);
    let earlier = session.plies().iter().filter(is_programs).count();
    let plies = session.plies().iter().filter(|_| !policy.is_memoryless());
    let history: Vec<_> = plies.map(|ply| (ply.before.clone(), ply.mv.clone())).collect();
    let seen = Seen { game, position: session.here(), history: &history, person };
    choose(policy, &seen, &mut generator(seed, earlier))
}

/// The move that a player makes, drawn by its weights. If the budget is not enough
/// to find its move, the player guesses.
pub fn choose<G: Game>(
    policy: &mut dyn Policy<G>,
    seen: &Seen<'_, G>,
    random: &mut SplitMix,
) -> Option<(G::Move, By)> {
    match crate::policy::choose(policy, seen, random) {
        Ok(mv) => mv.map(|mv| (mv, By::Program)),
        Err(_) => random.pick(&policy.guess(seen)).map(|mv| (mv, By::Guess)),
    }
}

/// The generator for the next choice after `earlier` ones: each choice has its own, seeded by
/// the one before, however many numbers a player draws for it.
pub(super) fn generator(seed: u64, earlier: usize) -> SplitMix {
    (0..earlier).fold(SplitMix::new(seed), |mut random, _| SplitMix::new(random.next_u64()))
}

// What chance rolls in a game under way. A roll is settled by the seed of the game and by
// how many moves stand before it: the same choice in the same place rolls the same again,
// after a restart and after it was taken back.

/// Rolls have generators of their own, apart from those of the program's choices.
const ROLLS: u64 = 0x726f_6c6c;

/// And so has what the dice show.
const DICE: u64 = 0x6469_6365;

/// The roll that comes next, if chance rolls: each as likely as its weight says.
pub fn roll<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    weight: impl Fn(&G, &G::Position, G::Move) -> u32,
) -> Option<G::Move> {
    if !session.rolls() {
        return None;
    }
    let here = session.here();
    let mut rolls = Vec::new();
    game.moves(here, &mut rolls);
    let weights: Vec<u64> = rolls.iter().map(|mv| weight(game, here, mv.clone()).into()).collect();
    let random = &mut generator(seed ^ ROLLS, session.plies().len());
    random.weighted(weights.into_iter()).map(|index| rolls[index].clone())
}

/// Some dice that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// How many are thrown.
    pub count: u32,
    /// Each shows a number from 1 to this.
    pub faces: u32,
}

/// What dice show that were thrown after `earlier` moves and make this sum: every way in
/// which they can do so is as likely as any other. Empty if they cannot.
pub fn faces(dice: Dice, sum: u32, seed: u64, earlier: usize) -> Vec<u32> {
    let ways = ways(dice, sum);
    let random = &mut generator(seed ^ DICE, earlier);
    let (mut left, mut shown) = (sum, Vec::new());
    for after in (0..dice.count as usize).rev() {
        let rest = |face: u32| left.checked_sub(face).map_or(0, |it| ways[after][it as usize]);
        let weights: Vec<u64> = (1..=dice.faces).map(rest).collect();
        let Some(index) = random.weighted(weights.into_iter()) else { return Vec::new() };
        let face = index as u32 + 1;
        left -= face;
        shown.push(face);
    }
    shown
}

/// In how many ways 0, 1, 2, … dice make each sum up to this one.
fn ways(dice: Dice, most: u32) -> Vec<Vec<u64>> {
    let mut none = vec![0; most as usize + 1];
    none[0] = 1;
    let mut all = vec![none];
    for number in 0..dice.count as usize {
        let one_more = |sum: u32| {
            let before = (1..=dice.faces.min(sum)).map(|face| all[number][(sum - face) as usize]);
            before.fold(0_u64, u64::saturating_add)
        };
        let next = (0..=most).map(one_more).collect();
        all.push(next);
    }
    all
}

// The third occurrence of a position ends a game with people as a draw.
//
// The rule holds where choices alone may bring a position again
// (`Stochastic::may_come_back`): in games without chance that have no horizon. Values
// are those of positions, whatever was played before; only a move that ends the game by
// this rule counts as a draw.

/// The occurrence of a position that ends the game.
const LAST_OCCURRENCE: usize = 3;

impl<G: Game> Session<G> {
    /// Whether this position, reached by one more move after `n_moves` of those that stand,
    /// stands for the third time. What is over by the rules of the game ended by them.
    pub(super) fn is_third(&self, game: &G, next: &G::Position, n_moves: usize) -> bool {
        if !self.may_repeat || matches!(game.turn(next), Turn::Over(_)) {
            return false;
        }
        let earlier = (0..=n_moves).filter(|index| self.at(*index) == Some(next)).count();
        earlier + 1 >= LAST_OCCURRENCE
    }

    /// The moves that would end the game by repetition after `n_moves` of those that stand.
    pub fn repeating(&self, game: &G, n_moves: usize) -> Vec<G::Move> {
        let Some(position) = self.at(n_moves).filter(|_| self.may_repeat) else {
            return Vec::new();
        };
        let mut moves = game.legal(position);
        moves.retain(|mv| self.is_third(game, &game.after(position, mv.clone()), n_moves));
        moves
    }

    /// The evaluation of the position after the first `n_moves` moves. `ask` evaluates
    /// positions.
    pub fn known(
        &self,
        game: &G,
        n_moves: usize,
        ask: impl FnOnce(&G::Position) -> Evaluation<G::Move>,
    ) -> Evaluation<G::Move> {
        if self.state() == State::Repeated && n_moves >= self.plies.len() {
            return Evaluation::over(Value::Draw);
        }
        let position = self.at(n_moves).unwrap_or(&self.here);
        ask(position).with_draws(&self.repeating(game, n_moves))
    }

    /// Judges a move of the position now. `ask` values positions, always in the same way.
    pub fn judge(
        &self,
        game: &G,
        mv: G::Move,
        ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
    ) -> Judged<G::Move> {
        let draws = self.repeating(game, self.plies.len());
        judge_among(game, &self.here, mv, self.plan.goal, &draws, ask)
    }
}

// When an attempt at a level is decided, and how.

/// The result of an attempt at a level. It is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were requested before it was decided.
    pub helped: bool,
}

impl<G: Game> Session<G> {
    /// The result of the attempt: at the first slip, or else at the end of the level. `None`
    /// without a goal and while it is open.
    pub fn decided(&self) -> Option<Decided> {
        self.plan.goal?;
        let slip = self.log.iter().position(|it| matches!(it, Event::Slip(_) | Event::Missed));
        let solved = if slip.is_some() { false } else { self.reached()? };
        let before = &self.log[..slip.unwrap_or(self.log.len())];
        let helped = before.iter().any(|it| matches!(it, Event::Hint(_) | Event::Values));
        Some(Decided { solved, helped })
    }
}

// The status sentence: whose turn it is, the goal, how the game ended.

/// The goal of a level, with its number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The goal.
    pub goal: Goal,
    /// The number of moves of the person, if that is known.
    pub moves: Option<u32>,
    /// `You are X. Win in 3.`
    pub words: String,
}

impl Aim {
    /// The goal of a game, given what is known of its start; `None` if it has none.
    pub fn of<G: Game>(
        game: &G,
        session: &Session<G>,
        at_start: &Evaluation<G::Move>,
        voices: &Voices<'_>,
    ) -> Option<Aim> {
        let plan = session.plan();
        let (goal, person) = (plan.goal?, plan.seats.person()?);
        let to_move = game.side(&plan.start);
        let seen = |value: Value| if to_move == person { value } else { value.for_other_reader() };
        let moves = match (goal, at_start.value().map(seen)) {
            (Goal::Win, Some(value @ Value::Win(_))) => value.winner_moves(),
            _ => None,
        };
        let wanted = match (goal, moves) {
            (Goal::Win, Some(moves)) => format!("Win in {moves}."),
            (Goal::Win, None) => "Win.".to_owned(),
            (Goal::Draw, _) => "Hold the draw.".to_owned(),
            (Goal::Best, _) => "Come to the end without a slip.".to_owned(),
        };
        let words = format!("You are {}. {wanted}", voices.name(person));
        Some(Aim { goal, moves, words })
    }
}

/// The status sentence of a game.
pub fn say<G: Notation>(game: &G, session: &Session<G>, voices: &Voices<'_>) -> Say {
    match session.state() {
        State::Open => open(game, session, voices),
        State::Resigned(side) => {
            let tone = if voices.is_you(side) { Tone::Loss } else { Tone::Neutral };
            let wins = capital(&voices.wins(side.other()));
            let strong = if voices.is_you(side) {
                "Resigned.".to_owned()
            } else {
                format!("{} resigned.", voices.name(side))
            };
            let more = if voices.is_you(side) { " Look back at what it turned on." } else { "" };
            Say::new(tone, strong, format!("{wins}.{more}"))
        }
        State::Repeated => {
            let wanted_more = session.reached() == Some(false);
            let more = if wanted_more { " The goal was to win." } else { "" };
            Say::new(Tone::Draw, "Drawn.", format!("{REPEATED}{more}"))
        }
        State::Over(outcome) if session.plies().is_empty() => {
            let text = match outcome {
                Outcome::Win(side) => format!("{} has won.", voices.name(side)),
                Outcome::Draw => "It is a draw.".to_owned(),
            };
            Say::new(Tone::Neutral, "The game is already over.", text)
        }
        State::Over(outcome) => match voices.person {
            Some(person) => over(session, Value::of(outcome, person)),
            None => match outcome {
                Outcome::Win(side) => {
                    Say::new(Tone::Neutral, format!("{} has won.", voices.name(side)), "")
                }
                Outcome::Draw => Say::new(Tone::Draw, "Drawn.", "Neither side has won."),
            },
        },
    }
}

fn open<G: Notation>(game: &G, session: &Session<G>, voices: &Voices<'_>) -> Say {
    let side = game.side(session.here());
    let strong = if voices.is_you(side) {
        "Your move.".to_owned()
    } else {
        format!("{} to move.", voices.name(side))
    };
    let text = match session.plies().last() {
        Some(ply) => {
            let mv = game.write_move(&ply.before, ply.mv.clone());
            let guess = if ply.by == By::Guess { ", a guess" } else { "" };
            let verb = if ply.by == By::Chance { "rolled" } else { "played" };
            format!("{} {verb} {mv}{guess}.", voices.subject(ply.side))
        }
        None => voices.person.map_or(String::new(), |it| format!("You are {}.", voices.name(it))),
    };
    Say::new(Tone::Neutral, strong, text)
}

/// How it ended by the rules, for the person.
fn over<G: Game>(session: &Session<G>, result: Value) -> Say {
    let wanted_more = session.reached() == Some(false);
    let has_dice = session.plies().iter().any(|ply| ply.by == By::Chance);
    match result {
        // Dice decide too: nothing is praised or blamed that was not judged.
        Value::Loss(_) if has_dice && session.missed() == 0 => {
            Say::new(Tone::Loss, "Lost this time.", "Look back at what it turned on.")
        }
        Value::Win(_) => {
            let person = session.seen_by();
            let is_own = |ply: &&super::Ply<_, _>| ply.side == person && ply.by != By::Chance;
            let own = session.plies().iter().filter(is_own).count();
            let alone = !session.helped() && session.slips().is_empty() && session.missed() == 0;
            let strong = if own == 0 { "Won.".to_owned() } else { format!("Won in {own}.") };
            let alone = alone && (!has_dice || session.plan().goal.is_some());
            Say::new(Tone::Win, strong, if alone { "Well seen." } else { "You got there." })
        }
        Value::Draw if wanted_more => {
            Say::new(Tone::Draw, "Drawn.", "The goal was to win. See where it slipped.")
        }
        Value::Draw => Say::new(Tone::Draw, "Drawn.", "You held it."),
        Value::Loss(_) => {
            Say::new(Tone::Loss, "Lost this time.", "Look back at what it turned on.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;
    use std::collections::HashMap;

    #[test]
    fn what_dice_show_makes_the_sum_in_every_way_alike() {
        let two = Dice { count: 2, faces: 6 };
        let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
        for seed in 0..6000 {
            let shown = faces(two, 7, seed, 3);
            assert_eq!((shown.len(), shown.iter().sum::<u32>()), (2, 7));
            *seen.entry(shown).or_default() += 1;
        }
        assert_eq!(seen.len(), 6, "1-6 to 6-1");
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!(faces(two, 12, 5, 0), [6, 6]);
        assert_eq!(faces(Dice { count: 1, faces: 6 }, 4, 5, 0), [4]);
        assert!(faces(two, 13, 5, 0).is_empty() && faces(two, 1, 5, 0).is_empty());
    }

    #[test]
    fn many_dice_are_thrown_too() {
        let shown = faces(Dice { count: 8, faces: 31 }, 248, 1, 0);
        assert_eq!(shown, [31; 8]);
        assert_eq!(faces(Dice { count: 8, faces: 31 }, 8, 1, 0), [1; 8]);
    }

    #[test]
    fn what_is_drawn_is_as_likely_as_its_weight() {
        let mut random = SplitMix::new(1);
        let mut counts = [0_u32; 4];
        for _ in 0..10_000 {
            counts[random.weighted([1, 0, 2, 5].into_iter()).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((1100..1400).contains(&counts[0]) && (2300..2700).contains(&counts[2]));
        assert_eq!(random.weighted([0, 0].into_iter()), None);
    }
}
