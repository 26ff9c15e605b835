//! Reviews of games: the verdict on each move, where the outcome changed, and which move would
//! have been better there.
//!
//! The verdicts are those of [`crate::judge`], from the same evaluations as in play.

mod words;

use crate::cost::Cost;
use crate::explain::{Explainer, Story, continued};
use crate::judge::{Verdict, Worth, judge_among};
use crate::oracle::{Evaluation, MoveChances, Values};
use crate::policy::{Ties, Unknown};
use crate::response::Responses;
use crate::say::{Say, Voices, capital, within};
use crate::session::{By, Ply, Session, TakenBack};
use spar_rules::{Game, Notation, Outcome, Side, Value};
use spar_solve::Interval;

/// The largest foresight whose moves are shown.
pub const FORESIGHTS: u32 = 3;

/// The review of a finished or unfinished game. Positions and moves are text.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The perspective of the values: the person's side, or the first side.
    pub seen_by: Side,
    /// The headline: `The win slipped on your 5th move.`
    pub headline: String,
    /// The comment on it.
    pub say: Say,
    /// The value of the start position.
    pub start: Option<Value>,
    /// The chance to win at the start, for the same side, in a game with chance.
    pub start_chance: Option<Interval>,
    /// Every move that was not taken back, in order.
    pub moves: Vec<Reviewed>,
    /// The index of the slip that matters most, if there is one.
    pub slip: Option<usize>,
    /// Moves that lost the outcome and were taken back, in the order in which they were tried.
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
    /// The mover's value before it.
    pub had: Option<Value>,
    /// The mover's value after it.
    pub has: Option<Value>,
    /// The value of the position after it for [`Review::seen_by`].
    pub value: Option<Value>,
    /// The verdict on it.
    pub verdict: Verdict,
    /// A comment in one sentence.
    pub sentence: String,
    /// After a move that changed the outcome: a better move.
    pub better: Option<Better>,
    /// After a move of the person that kept the outcome: another move that keeps it too and
    /// does better against this opponent.
    pub trap: Option<Untried>,
    /// The chances to win before and after it, in a game with chance.
    pub chance: Option<Chanced>,
}

/// A move that keeps the outcome too and does better against this opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untried {
    /// The move.
    pub mv: String,
    /// A comment in one sentence.
    pub sentence: String,
}

/// The chances to win before and after a move or a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chanced {
    /// The mover's chance before it.
    pub had: Interval,
    /// The mover's chance after it.
    pub has: Interval,
    /// The chance after it for [`Review::seen_by`].
    pub value: Interval,
    /// The cost of a choice, if known. A roll has no cost.
    pub cost: Option<Cost>,
}

/// The review of a move that lost the outcome and was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The index of the move before which it was tried, or the number of moves if it was tried
    /// at the end. `None` if moves before it were taken back as well.
    pub at: Option<usize>,
    /// The position before it.
    pub before: String,
    /// The person's value before it.
    pub had: Option<Value>,
    /// The person's value after it.
    pub has: Option<Value>,
    /// A comment in one sentence.
    pub sentence: String,
    /// The move and the line that punishes it, told to its end.
    pub story: Story,
}

/// A better choice than a move that changed the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Better {
    /// Best play from the position before the move, as far as it is known, told to its end.
    pub story: Story,
    /// One sentence about it.
    pub sentence: String,
    /// The moves of players of foresight 1, 2, 3.
    pub foresights: Vec<ForesightMoves>,
}

/// The moves of a player with some foresight, all with the same probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForesightMoves {
    /// The foresight in rounds.
    pub rounds: u32,
    /// Its moves with their values for the mover.
    pub moves: Vec<(String, Option<Value>)>,
}

/// Reviews a game. `ask` evaluates positions in the same way as in play; `likes` returns the
/// moves that look best to a player with some foresight; `responses` are the person's best
/// responses to the opponent, if known; `named` returns the display name of a choice; `explainer`
/// tells lines of moves.
// Long: it makes one pass over the moves and then combines the results.
pub fn review<G: Notation>(
    game: &G,
    session: &Session<G>,
    explainer: &Explainer<'_, G>,
    mut ask: impl FnMut(&G::Position) -> Evaluation<G::Move>,
    mut likes: impl FnMut(&G::Position, u32, Ties) -> Result<Vec<G::Move>, Unknown>,
    responses: Option<&Responses<G>>,
    named: impl Fn(&G::Position, G::Move) -> String,
) -> Review {
    let (seen_by, voices) = (session.seen_by(), explainer.voices());
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
                moves.push(around.reviewed(game, ply, explainer, &named));
                known = next;
                continue;
            }
        };
        let goal = plan.goal.filter(|_| plan.seats.person() == Some(ply.side));
        let worth = Worth::of(game, &ply.before, ply.mv.clone(), values, |_| next.clone());
        let verdict = worth.verdict(goal);
        let better = lost(&worth).map(|had| {
            let line = continued(game, &ply.before, best_line(had, values), &mut ask);
            let known = values.value.map(|it| (0, it));
            let story = explainer.story(&ply.before, &line, known);
            better(game, &ply.before, story, had, values, &mut likes)
        });
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
    let slips = session.slips().iter().map(|it| taken_back(game, session, it, explainer, &mut ask));
    let slips: Vec<Slip> = slips.collect();
    let slip = slip_that_matters(&moves, plan.seats.person(), session.outcome());
    let is_known = |it: &Reviewed| it.had.is_some() && it.has.is_some() && it.value.is_some();
    let exact = (start.is_some() || start_chance.is_some())
        && moves.iter().all(|it| it.chance.is_some() || is_known(it));
    let turned =
        if exact { None } else { turned_by(&moves, plan.seats.person(), session.outcome()) };
    let headline = words::headline(session, &moves, slip.or(turned), start, exact, voices);
    let say = words::say(game, session, &moves, slip, voices);
    Review { seen_by, headline, say, start, start_chance, moves, slip, slips, exact }
}

/// The review of a move that was taken back, judged as in play.
fn taken_back<G: Notation>(
    game: &G,
    session: &Session<G>,
    slip: &TakenBack<G::Position, G::Move>,
    explainer: &Explainer<'_, G>,
    ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
) -> Slip {
    let TakenBack { mv, side, before, repeating, .. } = slip;
    let judged = judge_among(game, before, mv.clone(), session.plan().goal, repeating, ask);
    let text = game.write_move(before, mv.clone());
    // If the punishing line cannot be found this time, show the move alone.
    let alone = || explainer.story(before, std::slice::from_ref(mv), None);
    let story = judged.story(explainer, before).unwrap_or_else(alone);
    Slip {
        at: session.place(slip),
        before: game.write_position(before),
        had: judged.worth.had(),
        has: judged.worth.has(),
        sentence: words::sentence(&text, *side, &judged.worth, judged.verdict, explainer.voices()),
        story,
    }
}

/// The outcome that the move certainly lost, win or draw, for any goal.
fn lost(worth: &Worth) -> Option<Value> {
    match worth.verdict(None) {
        Verdict::Slip { had, .. } => Some(had),
        _ => None,
    }
}

/// The side whose moves matter: the person's, or the loser's if two people play.
fn side_that_matters(person: Option<Side>, outcome: Option<Outcome>) -> Option<Side> {
    person.or(match outcome {
        Some(Outcome::Win(winner)) => Some(winner.other()),
        Some(Outcome::Draw) | None => None,
    })
}

/// The first move after which a loss is proven, if no value before it is known to have been
/// better: the largest proven change of a game in which no slip is proven.
fn turned_by(moves: &[Reviewed], person: Option<Side>, outcome: Option<Outcome>) -> Option<usize> {
    let of = side_that_matters(person, outcome);
    moves.iter().position(|it| {
        let is_lost = matches!(it.has, Some(Value::Loss(_)));
        is_lost && it.verdict == Verdict::Unknown && of.is_none_or(|side| side == it.side)
    })
}

/// The last slip of the person that lost a win, otherwise their last slip. If two people play:
/// the loser's, or either's if nobody lost. In games with chance: the costliest slip.
fn slip_that_matters(
    moves: &[Reviewed],
    person: Option<Side>,
    outcome: Option<Outcome>,
) -> Option<usize> {
    let of = side_that_matters(person, outcome);
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

/// A better choice, where the mover's value was at least `had`.
fn better<G: Notation>(
    game: &G,
    position: &G::Position,
    story: Story,
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
    let first = story.moves.first().map(String::as_str);
    let sentence = words::better(first, known.value.unwrap_or(had));
    Better { story, sentence, foresights }
}

/// The principal variation; if it is unknown, a single move that keeps the proven value, if
/// there is one.
fn best_line<M: Clone>(had: Value, known: &Values<M>) -> Vec<M> {
    if !known.line.is_empty() {
        return known.line.clone();
    }
    let keeps = |it: &&(M, Option<Value>)| it.1.is_some_and(|value| value >= had);
    known.moves.iter().find(keeps).map(|it| it.0.clone()).into_iter().collect()
}

// Reviews of choices and rolls in games with chance.

/// The evaluations before and after a move.
struct Around<'a, P, M> {
    /// The chances of the position before it.
    chances: &'a MoveChances<M>,
    /// The evaluation of the position after it.
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
        explainer: &Explainer<'_, G>,
        named: &impl Fn(&P, M) -> String,
    ) -> Reviewed {
        let voices = explainer.voices();
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
            story: explainer.story(&ply.before, best.as_slice(), None),
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

/// The effect of a roll: `You rolled 7. You win 67 % now if both play their best; before the
/// roll it was 60 %.`
fn rolled(steps: &str, side: Side, had: Interval, has: Interval, voices: &Voices<'_>) -> String {
    let now =
        format!("{} {} now if both play their best", capital(&voices.wins(side)), within(has));
    format!(
        "{} rolled {steps}. {now}; before the roll it was {}.",
        voices.subject(side),
        within(had)
    )
}

/// The chance to win of this side, if known.
fn chance_seen<G: Game>(
    game: &G,
    position: &G::Position,
    known: &Evaluation<G::Move>,
    by: Side,
) -> Option<Interval> {
    let chance = known.chance()?;
    Some(if game.side(position) == by { chance } else { chance.opposite() })
}
