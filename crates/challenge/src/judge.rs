//! Verdicts on moves, by exact values. Every move that keeps the outcome is right, even a
//! slower one; a move that loses it is a slip.
//!
//! Verdicts in play and in reviews come from here, and only from proven values. If the budget
//! leaves the value of a move open, there is no verdict, so no verdict is ever wrong.

use crate::explain::{Explainer, Story, continued};
use crate::oracle::{Evaluation, Values};
use crate::say::{NOT_KNOWN, Say, Tone, Voices, moves};
use spar_rules::{Game, Notation, Side, Turn, Value, seen_by_mover};

/// The goal of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
    /// To finish the game without a slip, whoever wins: the goal in games with chance.
    Best,
}

impl Goal {
    /// Returns whether a game that ended with this result for the person reaches the goal.
    pub fn is_reached(self, result: Value) -> bool {
        match self {
            Goal::Win => result > Value::Draw,
            Goal::Draw => result >= Value::Draw,
            Goal::Best => true,
        }
    }
}

/// The sentence about a game that ended by repetition.
pub const REPEATED: &str = "The same position for the third time: a draw.";

/// The verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No move is better.
    Best,
    /// It keeps the outcome, but the winner needs this many more moves; if the mover loses in
    /// any case, this many fewer.
    Slower {
        /// The number of the winner's moves.
        moves: u32,
    },
    /// It loses the outcome.
    Slip {
        /// The lower bound of the mover's value before the move.
        had: Value,
        /// The upper bound of the mover's value after the move.
        has: Value,
    },
    /// It lowers the chance to win, but by too little for a slip.
    Less {
        /// The lost points of winning chance, rounded.
        points: u32,
    },
    /// It lowers the chance to win by enough for a slip.
    Costs {
        /// The lost points of winning chance, rounded.
        points: u32,
    },
    /// The budget was not enough for a verdict.
    Unknown,
}

impl Verdict {
    /// Returns whether it is a slip.
    pub fn is_slip(self) -> bool {
        matches!(self, Verdict::Slip { .. } | Verdict::Costs { .. })
    }
}

/// Proven bounds before and after a move, from the perspective of the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Lower and upper bound before the move.
    pub had: (Value, Value),
    /// Lower and upper bound after the move.
    pub has: (Value, Value),
}

impl Worth {
    /// The bounds for a move, from the evaluation of the position before it and, if that is not
    /// enough, from that of the position after it.
    pub fn of<G: Game>(
        game: &G,
        position: &G::Position,
        mv: G::Move,
        before: &Values<G::Move>,
        after: impl FnOnce(&G::Position) -> Evaluation<G::Move>,
    ) -> Worth {
        let known = before.moves.iter().find(|it| it.0 == mv).and_then(|it| it.1);
        let (least, most) = known.map_or_else(
            || {
                let next = game.after(position, mv);
                let (low, high) = after(&next).bounds();
                let seen = |value| seen_by_mover(game, position, &next, value);
                let (a, b) = (seen(low), seen(high));
                (a.min(b), a.max(b))
            },
            |value| (value, value),
        );
        let best = before.moves.iter().filter_map(|it| it.1).max();
        let had_least = before.bounds.0.max(least).max(best.unwrap_or(Value::Loss(0)));
        // No move can be better than the position's upper bound.
        let had_most = before.bounds.1.max(had_least);
        Worth { had: (had_least, had_most), has: (least, most.min(had_most)) }
    }

    /// The value before the move, if it is known.
    pub fn had(&self) -> Option<Value> {
        (self.had.0 == self.had.1).then_some(self.had.0)
    }

    /// The value after the move, if it is known.
    pub fn has(&self) -> Option<Value> {
        (self.has.0 == self.has.1).then_some(self.has.0)
    }

    /// Returns whether a better move is proven to exist.
    pub fn is_slower(&self) -> bool {
        self.has.1 < self.had.0
    }

    /// The verdict on the move for a mover with this goal. If a draw is enough, a win counts as
    /// a draw.
    pub fn verdict(&self, goal: Option<Goal>) -> Verdict {
        let enough = |value| enough(value, goal);
        let [least_had, most_had] = [self.had.0, self.had.1].map(enough);
        let [least, most] = [self.has.0, self.has.1].map(enough);
        if outcome(most) < outcome(least_had) {
            return Verdict::Slip { had: least_had, has: most };
        }
        if least >= most_had {
            return Verdict::Best;
        }
        if least_had != most_had || least != most {
            return Verdict::Unknown;
        }
        let [had, has] = [least_had, least].map(|value| value.winner_moves().unwrap_or_default());
        match had.abs_diff(has) {
            0 => Verdict::Best,
            moves => Verdict::Slower { moves },
        }
    }
}

impl Default for Worth {
    /// No bounds are known.
    fn default() -> Worth {
        let all = (Value::Loss(0), Value::Win(0));
        Worth { had: all, has: all }
    }
}

/// Returns whether a move from value `had` to value `has` loses the outcome for a mover with
/// this goal.
pub(crate) fn is_slip(had: Value, has: Value, goal: Goal) -> bool {
    let [had, has] = [had, has].map(|value| outcome(enough(value, Some(goal))));
    has < had
}

/// A value limited by a goal: nothing counts more than the goal.
fn enough(value: Value, goal: Option<Goal>) -> Value {
    match goal {
        Some(Goal::Draw) => value.min(Value::Draw),
        Some(Goal::Win | Goal::Best) | None => value,
    }
}

/// Loss, draw and win as 0, 1 and 2.
pub(crate) fn outcome(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}

/// A move with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M = String> {
    /// Its proven bounds.
    pub worth: Worth,
    /// The verdict.
    pub verdict: Verdict,
    /// After a slip: the move, followed by best play against it.
    pub line: Vec<M>,
    /// After a slip: the value of the position after it, for the side to move there, if known.
    after: Option<Value>,
    /// Whether it ends the game by repetition.
    repeats: bool,
}

/// Judges a move of this position. `ask` evaluates positions and must be consistent.
pub fn judge<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    goal: Option<Goal>,
    ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
) -> Judged<G::Move> {
    judge_among(game, position, mv, goal, &[], ask)
}

/// Judges a move of a position in which the moves in `draws` end the game by repetition.
pub(crate) fn judge_among<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    goal: Option<Goal>,
    draws: &[G::Move],
    ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
) -> Judged<G::Move> {
    let worth = match ask(position).with_draws(draws) {
        Evaluation::Values(before) => Worth::of(game, position, mv.clone(), &before, &mut *ask),
        // Games with chance are judged by `cost`.
        Evaluation::Chances(_) => Worth::default(),
    };
    let (verdict, repeats) = (worth.verdict(goal), draws.contains(&mv));
    let (mut line, mut after) = (Vec::new(), None);
    if let Verdict::Slip { .. } = verdict {
        line.push(mv.clone());
        if !repeats {
            let reply = ask(&game.after(position, mv));
            line.extend_from_slice(reply.line());
            line = continued(game, position, line, ask);
            after = reply.value();
        }
    }
    Judged { worth, verdict, line, after, repeats }
}

impl<M: Clone> Judged<M> {
    /// The comment on a move of the person.
    pub fn say<G: Notation<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        voices: &Voices<'_>,
    ) -> Say {
        let side = game.side(position);
        let tone = self.worth.has().map_or(Tone::Neutral, Tone::of);
        match self.verdict {
            // Games with chance get their comments from `cost`.
            Verdict::Unknown | Verdict::Less { .. } | Verdict::Costs { .. } => {
                Say::new(Tone::Neutral, "No verdict.", NOT_KNOWN)
            }
            // If a draw is enough, a win may be given away.
            Verdict::Best if outcome(self.worth.has.1) < outcome(self.worth.had.0) => {
                let could = voices.could(side, self.worth.had.0);
                Say::new(tone, "Good enough.", format!("{could}; this holds the draw."))
            }
            Verdict::Best => Say::new(
                tone,
                "Good.",
                match self.worth.has.0 {
                    // If a draw is enough, a slow win is as good as any.
                    Value::Win(_) if self.worth.is_slower() => "It wins.",
                    Value::Win(_) => "No move wins faster.",
                    Value::Draw => "It holds the draw.",
                    Value::Loss(_) => "No move lasts longer.",
                },
            ),
            Verdict::Slower { moves: count } => match self.worth.has.0 {
                Value::Loss(_) => {
                    Say::new(tone, "Lost anyway,", format!("{} sooner.", moves(count)))
                }
                _ => Say::new(tone, "Also good,", format!("{} slower.", moves(count))),
            },
            Verdict::Slip { had, .. } if self.repeats => {
                let could = voices.could(side, had);
                Say::new(Tone::Loss, "Not that one.", format!("{could}. {REPEATED} Try again."))
            }
            Verdict::Slip { had, has } => {
                let could = voices.could(side, had);
                let then = self.answered(game, position, side, has, voices);
                Say::new(Tone::Loss, "Not that one.", format!("{could}; now {then}. Try again."))
            }
        }
    }

    /// After a slip: how it is punished, told to the end of the line.
    pub fn story<G: Notation<Move = M>>(
        &self,
        explainer: &Explainer<'_, G>,
        position: &G::Position,
    ) -> Option<Story> {
        let is_known = !self.line.is_empty();
        is_known.then(|| explainer.story(position, &self.line, self.after.map(|it| (1, it))))
    }

    /// The refutation of a slip in words: `O answers a3 and wins`.
    fn answered<G: Notation<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        side: Side,
        has: Value,
        voices: &Voices<'_>,
    ) -> String {
        let [mv, answer, ..] = &self.line[..] else { return voices.has(side, has) };
        let next = game.after(position, mv.clone());
        let Turn::Play(other) = game.turn(&next) else { return voices.has(side, has) };
        let text = game.write_move(&next, answer.clone());
        let reaches = if has == Value::Draw { "holds the draw" } else { "wins" };
        if other == side {
            return voices.has(side, has);
        }
        format!("{} answers {text} and {reaches}", voices.name(other))
    }
}
