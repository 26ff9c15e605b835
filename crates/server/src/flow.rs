//! What happens in a game when a person does something: the events that follow from it,
//! and what is told. Works on a game under way alone, without a network or a store.

use super::refusal::Refused;
use crate::api::{Frame, Verdict, VerdictKind};
use crate::views::{self, Film};
use spar_catalog::{AnySession, TextEvent};
use spar_challenge::judge;
use spar_challenge::session::By;
use spar_rules::ReadError;
use spar_solve::Context;

/// What followed from a move.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    /// What the move was worth, in a level and if it is known.
    pub(crate) verdict: Option<Verdict>,
    /// The moves that were made, in order.
    pub(crate) frames: Vec<Frame>,
    /// All that happened, in order.
    pub(crate) events: Vec<TextEvent>,
}

/// Makes a person's move. In a level it is judged first: one that loses the outcome is
/// taken back, and its punishment is shown. Any other stands and is answered; where chance
/// rolls, also a slip.
///
/// # Errors
/// If it is no move here, or not the person's turn.
pub(crate) fn make(
    session: &mut dyn AnySession,
    mv: &str,
    seed: u32,
    context: &Context,
) -> Result<Turn, Refused> {
    let mut turn = Turn::default();
    let mut film = Film::from(&*session.here());
    let mut missed = false;
    let is_level = session.plan().goal.is_some() && session.person_to_move().is_some();
    if is_level {
        let judged = session.judge(mv, context)?;
        if matches!(judged.verdict, judge::Verdict::Slip { .. }) {
            turn.events.push(applied(session, TextEvent::Slip(mv.to_owned()))?);
            let line = film.play_all(&judged.line);
            let (kind, say) = (VerdictKind::Slip, judged.say.into());
            turn.verdict = Some(Verdict { kind, say, line, stands: false });
            return Ok(turn);
        }
        let kind = kind(judged.verdict);
        missed = judged.verdict.is_slip();
        if kind != VerdictKind::Unknown {
            let (say, line) = (judged.say.into(), Vec::new());
            turn.verdict = Some(Verdict { kind, say, line, stands: missed });
        }
    }
    let event = TextEvent::Move { mv: mv.to_owned(), by: By::Person };
    turn.events.push(applied(session, event)?);
    turn.frames.push(film.play(mv)?);
    if missed {
        turn.events.push(applied(session, TextEvent::Missed)?);
    }
    answer(session, &mut film, seed, context, &mut turn)?;
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
) -> Result<Turn, Refused> {
    let mut turn = Turn::default();
    let mut film = Film::from(&*session.here());
    answer(session, &mut film, seed, context, &mut turn)?;
    Ok(turn)
}

/// The program's moves and what chance rolls, until a person is to move or it is over.
fn answer(
    session: &mut dyn AnySession,
    film: &mut Film,
    seed: u32,
    context: &Context,
    turn: &mut Turn,
) -> Result<(), Refused> {
    let seed = u64::from(seed);
    loop {
        let rolled = session.roll(seed).map(|mv| (mv, By::Chance));
        let Some((mv, by)) = rolled.or_else(|| session.answer(seed, context)) else {
            return Ok(());
        };
        let mut frame = film.play(&mv)?;
        turn.events.push(applied(session, TextEvent::Move { mv, by })?);
        frame.roll = session.rolled(session.n_moves() - 1, seed).map(views::roll);
        turn.frames.push(frame);
    }
}

/// Lets something happen, and says how it is written.
///
/// # Errors
/// If the game does not allow it.
pub(crate) fn applied(
    session: &mut dyn AnySession,
    event: TextEvent,
) -> Result<TextEvent, Refused> {
    session.apply(event).map_err(|refused| ReadError::from(refused).into())
}

/// Lets a person have help, and says what is to be kept of it: nothing if it changes
/// nothing, so that asking again and again makes no log grow.
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

/// A verdict as the wire names it.
pub(crate) fn kind(verdict: judge::Verdict) -> VerdictKind {
    match verdict {
        judge::Verdict::Best => VerdictKind::Best,
        judge::Verdict::Slower { .. } | judge::Verdict::Less { .. } => VerdictKind::Slower,
        judge::Verdict::Slip { .. } | judge::Verdict::Costs { .. } => VerdictKind::Slip,
        judge::Verdict::Unknown => VerdictKind::Unknown,
    }
}
