//! The word on a game under way: whose turn it is, what is wanted, how it ended.

use super::{By, Goal, REPEATED, Session, State};
use crate::oracle::Evaluation;
use crate::say::{Say, Tone, Voices, capital};
use spar_rules::{Game, Notation, Outcome, Value};

/// What is wanted, with its figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// What is wanted.
    pub goal: Goal,
    /// In so many moves of the person, if that is known.
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

/// The word on a game under way.
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
