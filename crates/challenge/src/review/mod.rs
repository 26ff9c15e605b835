//! Reviews of games: the verdict on each move, where the outcome changed, and which move would
//! have been better there.
//!
//! The verdicts are those of [`crate::judge`], from the same evaluations as in play.

mod words;

use crate::cost::Cost;
use crate::judge::{Verdict, Worth, judge_among};
use crate::oracle::{Evaluation, MoveChances, Values};
use crate::policy::{Ties, Unknown};
use crate::response::Responses;
use crate::say::{Say, Voices, capital, within};
use crate::session::{By, Ply, Session, TakenBack};
use spar_rules::{Game, Notation, Outcome, Side, Value};
use spar_solve::Interval;

/// Players of foresight 1 to this are asked what they would have played.
pub const FORESIGHTS: u32 = 3;

/// The review of a finished or unfinished game. Positions and moves are text.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The perspective of the values: the person's side, or the first.
    pub seen_by: Side,
    /// `The win slipped on your 5th move.`
    pub headline: String,
    /// The word on it.
    pub say: Say,
    /// The value where it began.
    pub start: Option<Value>,
    /// The chance to win where it began, seen by the same side, in a game with chance.
    pub start_chance: Option<Interval>,
    /// Every move that stands, in order.
    pub moves: Vec<Reviewed>,
    /// The index of the slip that matters most, if there is one.
    pub slip: Option<usize>,
    /// Moves that lost the outcome and were taken back, in the order they were tried.
    pub slips: Vec<Slip>,
    /// Whether every value is known.
    pub exact: bool,
}

/// The review of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// The move.
    pub mv: String,
    /// The side that made it.
    pub side: Side,
    /// Who made it.
    pub by: By,
    /// The position before it.
    pub before: String,
    /// What the mover had before it.
    pub had: Option<Value>,
    /// What the mover has after it.
    pub has: Option<Value>,
    /// The value of the position after it, seen by [`Review::seen_by`].
    pub value: Option<Value>,
    /// What kind of move it was.
    pub verdict: Verdict,
    /// One sentence that a person understands.
    pub sentence: String,
    /// After a move that changed the outcome: what would have been better.
    pub better: Option<Better>,
    /// After a move of the person that kept the outcome: one that keeps it too and does better
    /// against the player on the other side.
    pub trap: Option<Untried>,
    /// The chances to win around it, in a game with chance.
    pub chance: Option<Chanced>,
}

/// A move that keeps the outcome too and does better against the player on the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untried {
    /// The move.
    pub mv: String,
    /// One sentence that a person understands.
    pub sentence: String,
}

/// The chances to win around a move or a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chanced {
    /// The mover's before it.
    pub had: Interval,
    /// The mover's after it.
    pub has: Interval,
    /// After it, seen by [`Review::seen_by`].
    pub value: Interval,
    /// What a choice cost, if that is known; a roll costs nothing.
    pub cost: Option<Cost>,
}

/// The review of a move that lost the outcome and was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// It was tried before the move of this index, or after the last one; `None` if
    /// moves before it were taken back as well, so that it is off the line.
    pub at: Option<usize>,
    /// The position before it.
    pub before: String,
    /// What the person had before it.
    pub had: Option<Value>,
    /// What the person would have had after it.
    pub has: Option<Value>,
    /// One sentence that a person understands.
    pub sentence: String,
    /// The move and the line that punishes it.
    pub line: Vec<String>,
}

/// What would have been better than a move that changed the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// Best play from the position before the move, as far as it is known.
    pub line: Vec<String>,
    /// One sentence about it.
    pub sentence: String,
    /// What players of foresight 1, 2, 3 would have played there.
    pub foresights: Vec<ForesightMoves>,
}

/// What a player of some foresight would have played: any of these, with equal chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForesightMoves {
    /// Rounds that it looks ahead.
    pub rounds: u32,
    /// Its moves with their values for the mover.
    pub moves: Vec<(String, Option<Value>)>,
}

/// Reviews a game. `ask` values positions in the same way as in play; `likes`
/// gives the moves that look best to a player of some foresight; `responses` are those of the
/// person to the player on the other side, if they are known; `named` gives the display name of
/// a choice.
// Long: one pass over the moves, then what follows from all of them.
pub fn review<G: Notation>(
    game: &G,
    session: &Session<G>,
    voices: &Voices<'_>,
    mut ask: impl FnMut(&G::Position) -> Evaluation<G::Move>,
    mut likes: impl FnMut(&G::Position, u32, Ties) -> Result<Vec<G::Move>, Unknown>,
    responses: Option<&Responses<G>>,
    named: impl Fn(&G::Position, G::Move) -> String,
) -> Review {
    let seen_by = session.seen_by();
    let seen = |position: &G::Position, known: &Evaluation<G::Move>| {
        let same = game.side(position) == seen_by;
        known.value().map(|value| if same { value } else { value.for_other_reader() })
    };
    let plan = session.plan();
    let mut known = session.known(game, 0, &mut ask);
    let start = seen(&plan.start, &known);
    let start_chance = chance_seen(game, &plan.start, &known, seen_by);
    let mut moves: Vec<Reviewed> = Vec::new();
    for (index, ply) in session.plies().iter().enumerate() {
        let after = session.at(index + 1).unwrap_or(session.here());
        let next = session.known(game, index + 1, &mut ask);
        let values = match &known {
            Evaluation::Values(values) => values,
            Evaluation::Chances(chances) => {
                let around = Around { chances, next: &next, after, seen_by };
                moves.push(around.reviewed(game, ply, voices, &named));
                known = next;
                continue;
            }
        };
        let goal = plan.goal.filter(|_| plan.seats.person() == Some(ply.side));
        let worth = Worth::of(game, &ply.before, ply.mv.clone(), values, |_| next.clone());
        let verdict = worth.verdict(goal);
        let better = lost(&worth).map(|had| better(game, &ply.before, had, values, &mut likes));
        let mv = game.write_move(&ply.before, ply.mv.clone());
        let trap = session.rival().zip(responses).filter(|it| it.0.0 == ply.side);
        let trap = trap.and_then(|((_, rival), responses)| {
            let trap = responses.trap(game, &ply.before, (ply.mv.clone(), worth.has()?), values)?;
            let better = game.write_move(&ply.before, trap.better.clone());
            let sentence = words::trap(&mv, &better, &trap, &rival.phrase());
            Some(Untried { mv: better, sentence })
        });
        moves.push(Reviewed {
            sentence: words::sentence(&mv, ply.side, &worth, verdict, voices),
            mv,
            side: ply.side,
            by: ply.by,
            before: game.write_position(&ply.before),
            had: worth.had(),
            has: worth.has(),
            value: seen(after, &next),
            verdict,
            better,
            trap,
            chance: None,
        });
        known = next;
    }
    let slips = session.slips().iter().map(|it| taken_back(game, session, it, voices, &mut ask));
    let slips: Vec<Slip> = slips.collect();
    let slip = slip_that_matters(&moves, plan.seats.person(), session.outcome());
    let is_known = |it: &Reviewed| it.had.is_some() && it.has.is_some() && it.value.is_some();
    let exact = (start.is_some() || start_chance.is_some())
        && moves.iter().all(|it| it.chance.is_some() || is_known(it));
    let headline = words::headline(session, &moves, slip, start, exact, voices);
    let say = words::say(game, session, &moves, slip, voices);
    Review { seen_by, headline, say, start, start_chance, moves, slip, slips, exact }
}

/// A move that was taken back, judged as it was in play.
fn taken_back<G: Notation>(
    game: &G,
    session: &Session<G>,
    slip: &TakenBack<G::Position, G::Move>,
    voices: &Voices<'_>,
    ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
) -> Slip {
    let TakenBack { mv, side, before, repeating, .. } = slip;
    let judged = judge_among(game, before, mv.clone(), session.plan().goal, repeating, ask);
    let text = game.write_move(before, mv.clone());
    // The move alone, if what punishes it is not known this time.
    let line = if judged.line.is_empty() { vec![mv.clone()] } else { judged.line };
    Slip {
        at: session.place(slip),
        before: game.write_position(before),
        had: judged.worth.had(),
        has: judged.worth.has(),
        sentence: words::sentence(&text, *side, &judged.worth, judged.verdict, voices),
        line: written(game, before, &line),
    }
}

/// The win or the draw that the move lost for sure, whatever the goal was.
fn lost(worth: &Worth) -> Option<Value> {
    match worth.verdict(None) {
        Verdict::Slip { had, .. } => Some(had),
        _ => None,
    }
}

/// The last slip of the person by which a win was lost, else the last; with two people
/// of the loser, or of both if there is none. Where chance rolls, the costliest.
fn slip_that_matters(
    moves: &[Reviewed],
    person: Option<Side>,
    outcome: Option<Outcome>,
) -> Option<usize> {
    let of = person.or(match outcome {
        Some(Outcome::Win(winner)) => Some(winner.other()),
        Some(Outcome::Draw) | None => None,
    });
    let last = |least: Value| {
        moves.iter().rposition(|it| {
            let lost = matches!(it.verdict, Verdict::Slip { had, .. } if had >= least);
            lost && of.is_none_or(|side| side == it.side)
        })
    };
    let any_win = Value::Win(u32::MAX);
    let cost = |it: &Reviewed| match it.verdict {
        Verdict::Costs { points } if of.is_none_or(|side| side == it.side) => Some(points),
        _ => None,
    };
    let costs = moves.iter().enumerate().filter_map(|(index, it)| Some((index, cost(it)?)));
    let costliest = || costs.rev().max_by_key(|it| it.1).map(|it| it.0);
    last(any_win).or_else(|| last(Value::Draw)).or_else(costliest)
}

/// What would have been better where the mover could have had at least this.
fn better<G: Notation>(
    game: &G,
    position: &G::Position,
    had: Value,
    known: &Values<G::Move>,
    likes: &mut impl FnMut(&G::Position, u32, Ties) -> Result<Vec<G::Move>, Unknown>,
) -> Better {
    let value = |mv: &G::Move| known.moves.iter().find(|it| it.0 == *mv).and_then(|it| it.1);
    let foresights = (1..=FORESIGHTS).filter_map(|rounds| {
        let liked = likes(position, rounds, Ties::Any).ok()?;
        let moves = liked.iter().map(|mv| (game.write_move(position, mv.clone()), value(mv)));
        Some(ForesightMoves { rounds, moves: moves.collect() })
    });
    let foresights = foresights.collect();
    let line = written(game, position, &best_line(had, known));
    let sentence = words::better(line.first().map(String::as_str), known.value.unwrap_or(had));
    Better { line, sentence, foresights }
}

/// Best play; where the budget ended before it was known, a move that keeps what was
/// proven, if one is known.
fn best_line<M: Clone>(had: Value, known: &Values<M>) -> Vec<M> {
    if !known.line.is_empty() {
        return known.line.clone();
    }
    let keeps = |it: &&(M, Option<Value>)| it.1.is_some_and(|value| value >= had);
    known.moves.iter().find(keeps).map(|it| it.0.clone()).into_iter().collect()
}

/// A line of moves from a position as text.
pub fn written<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut here = position.clone();
    let write = |mv: &G::Move| {
        let text = game.write_move(&here, mv.clone());
        here = game.after(&here, mv.clone());
        text
    };
    line.iter().map(write).collect()
}

// Reviews of choices and rolls in games with chance.

/// The evaluations before and after a move.
struct Around<'a, P, M> {
    /// Of the position before it.
    chances: &'a MoveChances<M>,
    /// Of the position after it.
    next: &'a Evaluation<M>,
    /// The position after it.
    after: &'a P,
    /// The perspective of the curve.
    seen_by: Side,
}

impl<P, M: Clone + PartialEq> Around<'_, P, M> {
    /// The review of a choice or a roll.
    fn reviewed<G: Notation<Position = P, Move = M>>(
        &self,
        game: &G,
        ply: &Ply<P, M>,
        voices: &Voices<'_>,
        named: &impl Fn(&P, M) -> String,
    ) -> Reviewed {
        let mv = game.write_move(&ply.before, ply.mv.clone());
        let MoveChances { here: had, best, .. } = self.chances;
        let after = chance_seen(game, self.after, self.next, ply.side);
        let cost = Cost::of(self.chances, &ply.mv).filter(|_| ply.by != By::Chance);
        let name = |mv: M| named(&ply.before, mv);
        let best_name = best.clone().map(name).unwrap_or_default();
        let (verdict, sentence) = match (&cost, after) {
            (Some(cost), _) => {
                (cost.verdict(), cost.sentence(ply.side, &name(ply.mv.clone()), &best_name, voices))
            }
            (None, Some(has)) => (Verdict::Unknown, rolled(&mv, ply.side, *had, has, voices)),
            (None, None) => (Verdict::Unknown, format!("{} rolled {mv}.", voices.name(ply.side))),
        };
        let has = cost.map(|it| it.has).or(after);
        let value = chance_seen(game, self.after, self.next, self.seen_by);
        let chance = has.zip(value).map(|(has, value)| {
            let cost = cost.filter(|it| it.verdict() != Verdict::Unknown);
            Chanced { had: *had, has, value, cost }
        });
        let better = cost.filter(|it| it.verdict().is_slip()).map(|cost| Better {
            line: best.iter().map(|mv| game.write_move(&ply.before, mv.clone())).collect(),
            sentence: format!("Better was {best_name}: it wins {}.", within(cost.had)),
            foresights: Vec::new(),
        });
        Reviewed {
            mv,
            side: ply.side,
            by: ply.by,
            before: game.write_position(&ply.before),
            had: None,
            has: None,
            value: None,
            verdict,
            sentence,
            better,
            trap: None,
            chance,
        }
    }
}

/// What a roll changed: `You rolled 7. You win 67 % now if both play their best; before the roll
/// it was 60 %.`
fn rolled(steps: &str, side: Side, had: Interval, has: Interval, voices: &Voices<'_>) -> String {
    let now =
        format!("{} {} now if both play their best", capital(&voices.wins(side)), within(has));
    format!(
        "{} rolled {steps}. {now}; before the roll it was {}.",
        voices.subject(side),
        within(had)
    )
}

/// The chance to win of this side, if it is known.
fn chance_seen<G: Game>(
    game: &G,
    position: &G::Position,
    known: &Evaluation<G::Move>,
    by: Side,
) -> Option<Interval> {
    let chance = known.chance()?;
    Some(if game.side(position) == by { chance } else { chance.opposite() })
}
