//! A game as it is played: its events and why one is refused, the program's moves, rolls, the
//! repetition rule, when a level is decided, and the sentence that describes the state of the game.

use super::{Session, State};
use crate::judge::{Goal, Judged, REPEATED, judge_among};
use crate::oracle::Evaluation;
use crate::policy::{Policy, Seen, SeenPerson};
use crate::say::{Say, Tone, Voices, capital};
use spar_rules::{Game, Notation, Outcome, Side, SplitMix, Turn, Value};

/// An event of a game. The events in order are its log. The state of a game depends only on its
/// plan and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move that is not taken back.
    Move {
        /// The move.
        mv: M,
        /// Who made it.
        by: By,
    },
    /// A person's move in a level that lost the outcome and was taken back.
    Slip(M),
    /// The person's last move in a level is a slip but is not taken back, because chance has
    /// rolled.
    Missed,
    /// A person takes back their last move and everything after it.
    Undo,
    /// The person who plays this side resigns.
    Resign(Side),
    /// A person requested this stage of hints, or [`RESPONSE`](super::RESPONSE).
    Hint(u8),
    /// A person requested the values of the moves.
    Values,
}

impl<M> Event<M> {
    /// Converts the move of the event.
    pub fn map<N>(self, mv: impl FnOnce(M) -> N) -> Event<N> {
        let mapped: Result<_, std::convert::Infallible> = self.try_map(|it| Ok(mv(it)));
        match mapped {
            Ok(event) => event,
        }
    }

    /// Converts the move of the event, if possible.
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
    /// The program, as its player.
    Program,
    /// The program by a guess: the budget was not enough to compute its player's move.
    Guess,
    /// Chance, for the side whose turn it is.
    Chance,
}

/// Why an event is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The game has ended by the rules, or by repetition.
    #[error("the game is over")]
    Over,
    /// A person has resigned.
    #[error("the game was resigned")]
    Resigned,
    /// The move is not legal.
    #[error("that is not a legal move here")]
    NoMove,
    /// It is the program's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is a person's turn.
    #[error("it is not the program's turn")]
    NotProgramsTurn,
    /// Chance rolls next.
    #[error("the dice decide here: a roll cannot be chosen")]
    Rolls,
    /// No roll is pending.
    #[error("there is nothing to roll here")]
    NothingToRoll,
    /// Only the last move, if a person made it, can be a slip.
    #[error("no move of a person stands last, so none is a slip")]
    NothingMissed,
    /// No person has moved yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// The result of a finished level is final.
    #[error("a level that is over cannot be taken back")]
    LevelIsOver,
    /// In a level, no move is taken back after a roll.
    #[error("the dice have fallen: in a level nothing is taken back after a roll")]
    Rolled,
    /// Moves are judged only in levels.
    #[error("moves are taken back for a person only in a level")]
    NoLevel,
    /// The stages of hints must be requested in order.
    #[error("the next hint is number {next}, not {asked}")]
    WrongStage {
        /// The next stage.
        next: u8,
        /// The requested stage.
        asked: u8,
    },
    /// There is no hint against an opponent that makes no mistakes, and none in a level.
    #[error("the best response is shown in free play only, against a player that can err")]
    NoResponse,
    /// Only a person can resign.
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

/// Draws a player's move by its weights. If the budget is not enough to compute the move, the
/// player guesses.
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

/// The random generator for the choice after `earlier` ones. Each choice has its own generator,
/// seeded by the one before, so it does not matter how many numbers a player draws.
pub(super) fn generator(seed: u64, earlier: usize) -> SplitMix {
    (0..earlier).fold(SplitMix::new(seed), |mut random, _| SplitMix::new(random.next_u64()))
}

// Rolls in a game in progress. A roll depends on the game's seed and on the number of moves
// before it: the same choice in the same position gives the same roll again, after a restart
// and after it was taken back.

/// Rolls have generators separate from those of the program's choices.
const ROLLS: u64 = 0x726f_6c6c;

/// The numbers on the dice have separate generators, too.
const DICE: u64 = 0x6469_6365;

/// The next roll, if chance rolls, drawn by the weights.
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

/// Several equal dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// The number of dice.
    pub count: u32,
    /// The number of faces of each.
    pub faces: u32,
}

/// The numbers on dice that were rolled after `earlier` moves and have this sum. All ways to
/// reach the sum have the same probability. Empty if there are none.
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

/// The numbers of ways in which 0, 1, 2, … dice make each sum up to this one.
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

// The repetition rule: in a game with people, the third occurrence of a position is a draw.
//
// The rule applies if choices alone may repeat a position (`Stochastic::may_come_back`): in
// games without chance and without a horizon. The values of positions ignore earlier moves;
// only a move that ends the game by this rule counts as a draw.

/// The occurrence of a position that ends the game.
const LAST_OCCURRENCE: usize = 3;

impl<G: Game> Session<G> {
    /// Returns whether this position, after one more move from the position after `n_moves`
    /// moves, occurs for the third time. False if the game is over by its own rules.
    pub(super) fn is_third(&self, game: &G, next: &G::Position, n_moves: usize) -> bool {
        if !self.may_repeat || matches!(game.turn(next), Turn::Over(_)) {
            return false;
        }
        let earlier = (0..=n_moves).filter(|index| self.at(*index) == Some(next)).count();
        earlier + 1 >= LAST_OCCURRENCE
    }

    /// The moves that would end the game by repetition in the position after `n_moves` moves.
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

    /// Judges a move in the current position. `ask` evaluates positions and must be consistent.
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

// The decision of a try at a level.

/// The result of a try at a level. It is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were requested before it was decided.
    pub helped: bool,
}

impl<G: Game> Session<G> {
    /// The result of the try: decided by the first slip, or else by the end of the level.
    /// `None` without a goal and before the decision.
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
    /// The number of moves that the person still needs, or needed from the start of a game that
    /// is over; if known.
    pub moves: Option<u32>,
    /// `You are X. Win in 3.`, or `You were X, to win in 3.` once the game is over.
    pub words: String,
}

impl Aim {
    /// The goal of a game, given the evaluation of this position: the current one, or the start
    /// of a game that is over. `None` if there is no goal.
    pub fn of<G: Game>(
        game: &G,
        session: &Session<G>,
        position: &G::Position,
        known: &Evaluation<G::Move>,
        voices: &Voices<'_>,
    ) -> Option<Aim> {
        let plan = session.plan();
        let (goal, person) = (plan.goal?, plan.seats.person()?);
        let to_move = game.side(position);
        let seen = |value: Value| if to_move == person { value } else { value.for_other_reader() };
        let moves = match (goal, known.value().map(seen)) {
            (Goal::Win, Some(value @ Value::Win(_))) => value.winner_moves(),
            _ => None,
        };
        let wanted = match (goal, moves) {
            (Goal::Win, Some(moves)) => format!("win in {moves}."),
            (Goal::Win, None) => "win.".to_owned(),
            (Goal::Draw, _) => "hold the draw.".to_owned(),
            (Goal::Best, _) => "finish without a slip.".to_owned(),
        };
        let name = voices.name(person);
        let words = match session.state() {
            State::Open => format!("You are {name}. {}", capital(&wanted)),
            _ => format!("You were {name}, to {wanted}"),
        };
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
            let more = if voices.is_you(side) { " See what decided it." } else { "" };
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

/// The comment on a game that ended by the rules, for the person.
fn over<G: Game>(session: &Session<G>, result: Value) -> Say {
    let wanted_more = session.reached() == Some(false);
    let has_dice = session.plies().iter().any(|ply| ply.by == By::Chance);
    match result {
        // Dice also affect the result, so only judged moves are praised or blamed.
        Value::Loss(_) if has_dice && session.missed() == 0 => {
            Say::new(Tone::Loss, "Lost this time.", "See what decided it.")
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
        Value::Loss(_) => Say::new(Tone::Loss, "Lost this time.", "See what decided it."),
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
