//! The flow of a game: what follows when a person acts in it. It works on a session alone, without
//! a network or a store.

use super::refusal::Refused;
use crate::api::{Frame, Verdict, VerdictKind};
use crate::views;
use spar_catalog::{AnySession, TextEvent};
use spar_challenge::judge;
use spar_challenge::session::By;
use spar_rules::ReadError;
use spar_solve::Context;

/// What follows from a move.
#[derive(Debug, Default)]
pub(crate) struct MoveOutcome {
    /// The verdict on the move, in a level and if it is known.
    pub(crate) verdict: Option<Verdict>,
    /// The moves that were made, in order.
    pub(crate) frames: Vec<Frame>,
    /// The events, in order.
    pub(crate) events: Vec<TextEvent>,
}

/// Makes a person's move. In a level the move is judged first: one that loses the outcome is
/// taken back, and the line that punishes it is shown. Any other move is answered. In games
/// with chance a slip is not taken back either.
///
/// # Errors
/// If it is not a legal move, or not the person's turn.
pub(crate) fn make(
    session: &mut dyn AnySession,
    mv: &str,
    seed: u32,
    context: &Context,
) -> Result<MoveOutcome, Refused> {
    let mut turn = MoveOutcome::default();
    let mut missed = false;
    let is_level = session.plan().goal.is_some() && session.person_to_move().is_some();
    if is_level {
        let judged = session.judge(mv, context)?;
        if matches!(judged.verdict, judge::Verdict::Slip { .. }) {
            turn.events.push(applied(session, TextEvent::Slip(mv.to_owned()))?);
            let moves = judged.story.as_ref().map_or(&[][..], |it| &it.moves);
            let line = views::frames(&*session.here(), moves);
            let (kind, say) = (VerdictKind::Slip, judged.say.into());
            let story = judged.story.map(views::story);
            turn.verdict = Some(Verdict { kind, say, line, story, stands: false });
            return Ok(turn);
        }
        let kind = views::verdict_kind(judged.verdict);
        missed = judged.verdict.is_slip();
        if kind != VerdictKind::Unknown {
            let (say, line) = (judged.say.into(), Vec::new());
            turn.verdict = Some(Verdict { kind, say, line, story: None, stands: missed });
        }
    }
    turn.play(session, mv.to_owned(), By::Person)?;
    if missed {
        turn.events.push(applied(session, TextEvent::Missed)?);
    }
    turn.answer(session, seed, context)?;
    Ok(turn)
}

/// Lets the program move first, if it is its turn.
///
/// # Errors
/// Never, if the game's laws hold.
pub(crate) fn open(
    session: &mut dyn AnySession,
    seed: u32,
    context: &Context,
) -> Result<MoveOutcome, Refused> {
    let mut turn = MoveOutcome::default();
    turn.answer(session, seed, context)?;
    Ok(turn)
}

impl MoveOutcome {
    /// Plays the program's moves and the rolls until it is a person's turn or the game is over.
    fn answer(
        &mut self,
        session: &mut dyn AnySession,
        seed: u32,
        context: &Context,
    ) -> Result<(), Refused> {
        let seed = u64::from(seed);
        loop {
            let rolled = session.roll(seed).map(|mv| (mv, By::Chance));
            let Some((mv, by)) = rolled.or_else(|| session.answer(seed, context)) else {
                return Ok(());
            };
            let frame = self.play(session, mv, by)?;
            frame.roll = session.rolled(session.n_moves() - 1, seed).map(views::roll);
        }
    }

    /// Makes one move, and returns how it is shown.
    fn play(
        &mut self,
        session: &mut dyn AnySession,
        mv: String,
        by: By,
    ) -> Result<&mut Frame, Refused> {
        let frame = views::frame(&*session.here(), &mv);
        self.events.push(applied(session, TextEvent::Move { mv, by })?);
        self.frames.push(frame?);
        self.frames.last_mut().ok_or_else(Refused::broken)
    }
}

/// Applies an event, and returns it with the canonical text of its move.
///
/// # Errors
/// If the game does not allow it.
pub(crate) fn applied(
    session: &mut dyn AnySession,
    event: TextEvent,
) -> Result<TextEvent, Refused> {
    session.apply(event).map_err(|refused| ReadError::from(refused).into())
}

/// Gives a person help, and returns the event to store: none if it changes nothing, so that
/// repeated requests do not make the log longer.
///
/// # Errors
/// If the game does not allow it.
pub(crate) fn helped(
    session: &mut dyn AnySession,
    event: TextEvent,
) -> Result<Vec<TextEvent>, Refused> {
    let before = (session.hinted(), session.helped());
    let event = applied(session, event)?;
    let is_new = (session.hinted(), session.helped()) != before;
    Ok(is_new.then_some(event).into_iter().collect())
}
