//! The game of a person as the page shows it: the session, its card in a list, its review.

use super::board::{self, frame, frames};
use super::explain;
use super::value::{self, standing};
use crate::api::{
    Better, ByWord, CostView, ForesightView, Frame, GoalView, HintView, MoveValueView,
    OpponentView, PlayedMove, PositionView, ReviewView, ReviewedMove, RollView, Say, SessionCard,
    SessionView, SlipView, StateWord, Tone, TrapView, TriedView, TurnWord, ValueKind, VerdictKind,
};
use crate::refusal::Refused;
use spar_catalog::words::HUMAN;
use spar_catalog::{AnyGame, AnySession, Offered, TextPly, budgets};
use spar_challenge::cost::Cost;
use spar_challenge::judge::{self, Goal};
use spar_challenge::policy::Player;
use spar_challenge::session::{Aim, Seat, Seats, State};
use spar_challenge::{hint, review, say};
use spar_rules::{Side, Value};
use spar_solve::Context;

/// What help costs in a level whose try is rated.
const RATED_COST: &str =
    "If you ask for a hint or the values, this try is not rated and your streak ends.";

/// What help costs in another level.
const UNRATED_COST: &str =
    "This try is not rated. If you ask for a hint or the values, your streak ends.";

/// What help costs in a level whose try is decided.
const DECIDED_COST: &str = "This try has its result already, so help is free.";

/// What help costs elsewhere.
const NO_COST: &str = "Help is free here.";

/// The session that is shown.
pub(crate) struct Shown<'a> {
    /// Its id; none before it has begun.
    pub(crate) id: Option<&'a str>,
    /// The seed of the opponent's choices and of all rolls.
    pub(crate) seed: u32,
    /// The game.
    pub(crate) game: &'a dyn AnyGame,
    /// The state of the session.
    pub(crate) session: &'a dyn AnySession,
    /// The rating of the level, if a try is rated.
    pub(crate) level: Option<i32>,
    /// The result of the try, if it is decided.
    pub(crate) tried: Option<TriedView>,
}

impl Shown<'_> {
    /// The whole session.
    pub(crate) fn view(&self, context: &Context) -> SessionView {
        let (game, session) = (self.game, self.session);
        let plan = session.plan();
        let moves = session.moves().into_iter().enumerate();
        let moves: Vec<PlayedMove> = moves.map(|(index, ply)| self.played(index, ply)).collect();
        let cost = match (plan.goal, session.decided(), self.level) {
            (None, ..) => NO_COST,
            (Some(_), Some(_), _) => DECIDED_COST,
            (Some(_), None, Some(_)) => RATED_COST,
            (Some(_), None, None) => UNRATED_COST,
        };
        SessionView {
            id: self.id.map(str::to_owned),
            you: plan.seats.person().map(board::side),
            against: opponent(game, program(&plan.seats)),
            goal: session.aim(context).map(goal),
            start: plan.start,
            seed: self.seed,
            at: session.version() as u32,
            last: self.last(moves.last()),
            moves,
            now: self.now(),
            state: state(session.state()),
            result: result(session.result()),
            say: session.say().into(),
            slips: session.slips(),
            hinted: session.hinted(),
            has_response: session.has_response(),
            helped: session.helped(),
            cost: cost.to_owned(),
            tried: self.tried.clone(),
            can_undo: session.can_undo(),
            rule: game.facts().summary.clone(),
        }
    }

    /// The current position; a game that ended by repetition has no moves.
    fn now(&self) -> PositionView {
        let now = board::position(self.game, &*self.session.here());
        match self.session.state() {
            State::Repeated => PositionView { turn: TurnWord::Over, moves: Vec::new(), ..now },
            State::Open | State::Over(_) | State::Resigned(_) => now,
        }
    }

    fn played(&self, index: usize, ply: TextPly) -> PlayedMove {
        PlayedMove {
            mv: ply.mv,
            side: board::side(ply.side),
            by: ByWord::from(ply.by),
            position: ply.after,
            roll: self.rolled(index),
        }
    }

    /// What was rolled by the move with this index, if it is a roll.
    fn rolled(&self, index: usize) -> Option<RollView> {
        self.session.rolled(index, self.seed.into()).map(board::roll)
    }

    /// The last move as it is played on the board.
    fn last(&self, mv: Option<&PlayedMove>) -> Option<Frame> {
        let before = self.session.at(self.session.n_moves().checked_sub(1)?)?;
        frame(&*before, &mv?.mv).ok()
    }

    /// The session in a list.
    pub(crate) fn card(&self, at: String) -> SessionCard {
        let (game, session) = (self.game, self.session);
        let scene = session.here().scene().unwrap_or_default();
        SessionCard {
            id: self.id.unwrap_or_default().to_owned(),
            game: game.facts().name.clone(),
            title: game.facts().title.clone(),
            about: about(session),
            state: state(session.state()),
            result: result(session.result()),
            scene: board::scene(scene),
            at,
        }
    }

    /// The review.
    ///
    /// # Errors
    /// Never, if its log can be replayed.
    pub(crate) fn review(&self, context: &Context) -> Result<ReviewView, Refused> {
        let review = self.session.review(budgets::review(&context.budget), context);
        let start = self.session.at(0).unwrap_or_else(|| self.session.here());
        let mut moves = Vec::new();
        for reviewed in review.moves {
            let here = self.session.at(moves.len()).ok_or_else(Refused::broken)?;
            let mut frame = frame(&*here, &reviewed.mv)?;
            frame.roll = self.rolled(moves.len());
            let better = reviewed.better.map(|it| self.better(&reviewed.before, it)).transpose()?;
            let trap = reviewed.trap.map(|it| self.trap(&reviewed.before, it)).transpose()?;
            moves.push(ReviewedMove {
                frame,
                by: ByWord::from(reviewed.by),
                before: reviewed.before,
                had: standing(reviewed.had, reviewed.chance.map(|it| it.had)),
                has: standing(reviewed.has, reviewed.chance.map(|it| it.has)),
                value: standing(reviewed.value, reviewed.chance.map(|it| it.value)),
                kind: verdict_kind(reviewed.verdict),
                cost: reviewed.chance.and_then(|it| it.cost).map(cost),
                sentence: reviewed.sentence,
                better,
                trap,
            });
        }
        Ok(ReviewView {
            session: self.view(context),
            seen_by: board::side(review.seen_by),
            headline: review.headline,
            say: review.say.into(),
            start: board::position(self.game, &*start),
            start_value: standing(review.start, review.start_chance),
            moves,
            slip: review.slip,
            slips: review.slips.into_iter().map(|it| self.slip(it)).collect::<Result<_, _>>()?,
            exact: review.exact,
        })
    }

    fn slip(&self, slip: review::Slip) -> Result<SlipView, Refused> {
        let position = self.game.read_position(&slip.before)?;
        let line = frames(&*position, &slip.story.moves);
        Ok(SlipView {
            at: slip.at,
            frame: line.first().cloned().ok_or_else(Refused::broken)?,
            before: slip.before,
            had: value::value(slip.had),
            has: value::value(slip.has),
            sentence: slip.sentence,
            line,
            story: explain::story(slip.story),
        })
    }

    fn trap(&self, before: &str, trap: review::Untried) -> Result<TrapView, Refused> {
        let position = self.game.read_position(before)?;
        let frame = frame(&*position, &trap.mv)?;
        Ok(TrapView { frame, sentence: trap.sentence })
    }

    fn better(&self, before: &str, better: review::Better) -> Result<Better, Refused> {
        let position = self.game.read_position(before)?;
        let valued = |(mv, value)| MoveValueView { mv, value: value::value(value) };
        let foresight = |it: review::ForesightMoves| ForesightView {
            rounds: it.rounds,
            moves: it.moves.into_iter().map(valued).collect(),
        };
        Ok(Better {
            line: frames(&*position, &better.story.moves),
            story: explain::story(better.story),
            sentence: better.sentence,
            foresights: better.foresights.into_iter().map(foresight).collect(),
        })
    }
}

fn cost(cost: Cost) -> CostView {
    CostView { points: cost.points(), low: cost.lost.low, high: cost.lost.high }
}

fn goal(aim: Aim) -> GoalView {
    GoalView { kind: aim.goal.into(), moves: aim.moves, words: aim.words }
}

fn state(state: State) -> StateWord {
    match state {
        State::Open => StateWord::Open,
        State::Over(_) | State::Repeated => StateWord::Over,
        State::Resigned(_) => StateWord::Resigned,
    }
}

fn result(result: Option<Value>) -> ValueKind {
    result.map_or(ValueKind::Unknown, ValueKind::from)
}

/// The player of the program, if it plays a side.
fn program(seats: &Seats) -> Option<&Player> {
    [Side::First, Side::Second].into_iter().find_map(|side| match seats.of(side) {
        Seat::Program(player) => Some(player),
        Seat::Person => None,
    })
}

/// `Your move against Foresight 3. Goal: win.`
fn about(session: &dyn AnySession) -> String {
    let plan = session.plan();
    let against = match program(&plan.seats) {
        Some(player) => format!("against {}", player.title()),
        None => "between two people".to_owned(),
    };
    let goal = match plan.goal {
        Some(Goal::Win) => " Goal: win.",
        Some(Goal::Draw) => " Goal: hold the draw.",
        Some(Goal::Best) => " Goal: no slip.",
        None => "",
    };
    let said = session.say();
    let strong = said.strong.trim_end_matches('.');
    format!("{strong} {against}.{goal}")
}

impl From<say::Say> for Say {
    fn from(say: say::Say) -> Say {
        let tone = match say.tone {
            say::Tone::Neutral => Tone::Neutral,
            say::Tone::Hint => Tone::Hint,
            say::Tone::Win => Tone::Win,
            say::Tone::Draw => Tone::Draw,
            say::Tone::Loss => Tone::Loss,
        };
        Say { tone, strong: say.strong, text: say.text }
    }
}

/// A hint with the session, which counts as helped from now on.
pub(crate) fn hint(hint: hint::Hint, session: SessionView) -> HintView {
    let facts = explain::facts(hint.facts);
    HintView { stage: hint.stage, say: hint.say.into(), cells: hint.cells, facts, session }
}

/// A verdict as the API names it.
pub(crate) fn verdict_kind(verdict: judge::Verdict) -> VerdictKind {
    match verdict {
        judge::Verdict::Best => VerdictKind::Best,
        judge::Verdict::Slower { .. } | judge::Verdict::Less { .. } => VerdictKind::Slower,
        judge::Verdict::Slip { .. } | judge::Verdict::Costs { .. } => VerdictKind::Slip,
        judge::Verdict::Unknown => VerdictKind::Unknown,
    }
}

/// An opponent in this game.
pub fn opponent(game: &dyn AnyGame, player: Option<&Player>) -> OpponentView {
    let Some(player) = player else {
        let (name, about) = ("Two people".to_owned(), "you share one board".to_owned());
        return OpponentView { id: HUMAN.to_owned(), name, about, strength: 0 };
    };
    let Offered { player, about, strength } = game.players().shown(player);
    OpponentView { id: player.to_string(), name: player.title(), about, strength }
}
