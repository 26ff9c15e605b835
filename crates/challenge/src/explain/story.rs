//! Lines of moves, told to their end: who plays what, what it does, and how it ends.

use super::{DrawnLine, Explainer, Fact, Replies, drawn, missing, sentences};
use crate::oracle::Evaluation;
use crate::say::{capital, number};
use spar_rules::{Game, Notation, Outcome, Side, Turn, Value};

/// The maximum length of a line that is shown, in plies.
pub const LONGEST_LINE: usize = 12;

/// A line of moves, told to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Its moves.
    pub moves: Vec<String>,
    /// What each move does.
    pub steps: Vec<StoryStep>,
    /// How it ends.
    pub ending: Ending,
    /// How it ends, in one sentence; empty if nothing is known.
    pub sentence: String,
    /// The lines on the board at its end: the completed ones, or those of two threats.
    pub lines: Vec<DrawnLine>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryStep {
    /// The move and what it does, in sentences.
    pub text: String,
    /// What it does.
    pub facts: Vec<Fact>,
}

/// How a line of moves ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is over, with this outcome.
    Over(Outcome),
    /// This side can complete a line at several cells, and the other side cannot prevent them
    /// all.
    TwoWays(Side),
    /// It is cut; this side goes on and wins with this number of its moves.
    Wins {
        /// The winner.
        side: Side,
        /// The number of the winner's further moves.
        moves: u32,
    },
    /// It is cut; best play holds the draw.
    Draws,
    /// What follows is not known.
    Open,
}

/// The text of a line of moves from a position.
pub fn written<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut here = position.clone();
    let write = |mv: &G::Move| {
        let text = game.write_move(&here, mv.clone());
        here = game.after(&here, mv.clone());
        text
    };
    line.iter().map(write).collect()
}

/// The line with this beginning, continued by best play to the end of a game that is won, or to
/// the longest length. `ask` evaluates positions.
pub fn continued<G: Game>(
    game: &G,
    position: &G::Position,
    mut line: Vec<G::Move>,
    ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
) -> Vec<G::Move> {
    line.truncate(LONGEST_LINE);
    let mut here = line.iter().fold(position.clone(), |here, mv| game.after(&here, mv.clone()));
    while line.len() < LONGEST_LINE && matches!(game.turn(&here), Turn::Play(_)) {
        let Evaluation::Values(known) = ask(&here) else { break };
        if known.value.is_none_or(|value| value == Value::Draw) {
            break;
        }
        let Some(mv) = known.line.first().or(known.best().next()).cloned() else { break };
        here = game.after(&here, mv.clone());
        line.push(mv);
    }
    line
}

impl<G: Notation> Explainer<'_, G> {
    /// Tells a line from this position. After its first `known.0` moves it is best play, from a
    /// position with the value `known.1` for the side to move there.
    pub fn story(
        &self,
        position: &G::Position,
        line: &[G::Move],
        known: Option<(usize, Value)>,
    ) -> Story {
        let game = self.game;
        let mut line = line;
        let mut positions = vec![position.clone()];
        for mv in line {
            let next = game.after(&positions[positions.len() - 1], mv.clone());
            positions.push(next);
        }
        let is_over = |at: usize| matches!(game.turn(&positions[at]), Turn::Over(_));
        // A line that is cut is cut where two threats stand, if they stand at its end.
        if !is_over(line.len()) {
            let ends = (line.len().saturating_sub(1)..=line.len()).filter(|at| *at > 0);
            if let Some(at) = ends.into_iter().find(|at| self.two_ways(&positions[*at]).is_some()) {
                line = &line[..at];
            }
        }
        let steps = line.iter().zip(&positions).map(|(mv, here)| self.step(here, mv.clone()));
        let end = &positions[line.len()];
        let last = line.last().zip(line.len().checked_sub(1).map(|at| &positions[at]));
        let known = known.filter(|it| it.0 <= line.len()).map(|(from, value)| {
            let side = game.side(&positions[from]);
            let winner = if value > Value::Draw { side } else { side.other() };
            let left = value.plies().map(|it| it.saturating_sub((line.len() - from) as u32));
            (winner, left)
        });
        let (ending, lines) = self.ending(last, end, known);
        Story {
            moves: written(game, position, line),
            steps: steps.collect(),
            ending,
            sentence: self.sentence(ending, &lines),
            lines,
        }
    }

    fn step(&self, here: &G::Position, mv: G::Move) -> StoryStep {
        let side = self.game.side(here);
        let plays = if self.voices.is_you(side) { "play" } else { "plays" };
        let written = self.game.write_move(here, mv.clone());
        let plain = format!("{} {plays} {written}.", self.voices.subject(side));
        let facts = self.of_move(here, mv);
        let text = if facts.is_empty() { plain } else { format!("{plain} {}", sentences(&facts)) };
        StoryStep { text, facts }
    }

    /// How a line ends in the position `end`, where this side wins after this number of plies, or
    /// nobody does.
    fn ending(
        &self,
        last: Option<(&G::Move, &G::Position)>,
        end: &G::Position,
        known: Option<(Side, Option<u32>)>,
    ) -> (Ending, Vec<DrawnLine>) {
        if let Turn::Over(outcome) = self.game.turn(end) {
            let completed = last.map(|(mv, before)| {
                let cell = self.cell(before, mv.clone());
                self.completed(before, cell, self.game.side(before))
            });
            return (Ending::Over(outcome), completed.unwrap_or_default());
        }
        if let Some((side, lines)) = self.two_ways(end) {
            return (Ending::TwoWays(side), lines);
        }
        let ending = match known {
            Some((side, Some(plies))) => {
                let moves = if self.game.side(end) == side { plies.div_ceil(2) } else { plies / 2 };
                Ending::Wins { side, moves }
            }
            Some((_, None)) => Ending::Draws,
            None => Ending::Open,
        };
        (ending, Vec::new())
    }

    /// The side that can complete a line at several cells here, with these lines, if the other
    /// side is to move, cannot win at once, and cannot prevent them all.
    fn two_ways(&self, here: &G::Position) -> Option<(Side, Vec<DrawnLine>)> {
        let Turn::Play(mover) = self.game.turn(here) else { return None };
        let side = mover.other();
        let [open, _] = self.threats(here, side)?;
        let is_lost =
            missing(&open).len() > 1 && matches!(self.replies(here, side), Replies::Lost { .. });
        is_lost.then(|| (side, drawn(&open, side, false)))
    }

    fn sentence(&self, ending: Ending, lines: &[DrawnLine]) -> String {
        let voices = self.voices;
        let has = |side: Side| if voices.is_you(side) { "have" } else { "has" };
        match ending {
            Ending::Over(Outcome::Draw) => "The game ends in a draw.".to_owned(),
            Ending::Over(Outcome::Win(side)) => match lines.iter().find(|it| it.side == side) {
                Some(line) => {
                    let count = number(line.cells.len());
                    format!("{} {} {count} in a line.", voices.subject(side), has(side))
                }
                None => format!("{}.", capital(&voices.wins(side))),
            },
            Ending::TwoWays(side) => {
                let mut cells: Vec<usize> = lines.iter().filter_map(|it| it.missing).collect();
                cells.sort_unstable();
                cells.dedup();
                let (count, at) = (number(cells.len()), self.names(&cells, "and"));
                format!("{} {} {count} ways to finish: {at}.", voices.subject(side), has(side))
            }
            Ending::Wins { side, moves } => {
                let goes = if voices.is_you(side) { ["go", "win"] } else { ["goes", "wins"] };
                format!("{} {} on and {} in {moves}.", voices.subject(side), goes[0], goes[1])
            }
            Ending::Draws => "It stays a draw with best play.".to_owned(),
            Ending::Open => String::new(),
        }
    }
}
