//! A simulated player's knowledge of a game, and checks that each answer is consistent with it.

use super::player::Wrong;
use serde::Deserialize;

/// An event reported by an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A move of the player or the program that was not taken back.
    Move(String),
    /// A move of the player that was taken back.
    Slip(String),
}

/// A simulated player's knowledge of a game.
#[derive(Clone, Debug)]
pub struct PlayedPly {
    /// Its id in URLs.
    pub id: String,
    /// All events that answers have reported, in order.
    pub told: Vec<Told>,
    /// The last requested move, if it is not answered yet.
    pub asked: Option<String>,
    /// The legal moves; empty when the game is over.
    pub(super) legal: Vec<String>,
}

/// The fields of an answer that a player reads.
#[derive(Deserialize)]
struct LoadAnswer<'a> {
    #[serde(borrow)]
    verdict: Option<Verdict<'a>>,
    #[serde(borrow)]
    frames: Vec<Moved<'a>>,
    #[serde(borrow)]
    session: Seen<'a>,
}

#[derive(Deserialize)]
struct Verdict<'a> {
    kind: &'a str,
}

#[derive(Clone, Copy, Deserialize)]
struct Moved<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
}

/// The fields of a game in an answer.
#[derive(Deserialize)]
struct Seen<'a> {
    id: &'a str,
    at: usize,
    #[serde(borrow)]
    moves: Vec<Moved<'a>>,
    #[serde(borrow)]
    now: SeenPosition<'a>,
    state: &'a str,
    slips: usize,
}

#[derive(Deserialize)]
struct SeenPosition<'a> {
    #[serde(borrow)]
    moves: Vec<Moved<'a>>,
}

impl PlayedPly {
    /// The game that this answer begins.
    ///
    /// # Errors
    /// If the answer is wrong.
    pub(super) fn begun(bytes: &[u8]) -> Result<PlayedPly, Wrong> {
        let LoadAnswer { frames, session, .. } = read(bytes)?;
        let (told, legal) = (Vec::new(), Vec::new());
        let mut played = PlayedPly { id: session.id.to_owned(), told, asked: None, legal };
        played.happened(&frames);
        played.fits(&session)?;
        Ok(played)
    }

    /// Applies the answer to the requested move.
    ///
    /// # Errors
    /// If the player's move or the reply is missing, or the answer contradicts earlier ones.
    pub(super) fn answered(&mut self, bytes: &[u8]) -> Result<(), Wrong> {
        let LoadAnswer { verdict, frames, session } = read(bytes)?;
        let mv = self.asked.clone().unwrap_or_default();
        if verdict.is_some_and(|it| it.kind == "slip") {
            wrong(!frames.is_empty(), "a move that was taken back was answered")?;
            self.told.push(Told::Slip(mv));
        } else {
            wrong(frames.first().is_none_or(|it| it.mv != mv), "the own move is missing")?;
            wrong(session.state == "open" && frames.len() < 2, "the reply is missing")?;
            self.happened(&frames);
        }
        self.fits(&session)?;
        self.asked = None;
        Ok(())
    }

    /// Checks the game as the server shows it after a restart: all reported events must have
    /// happened, and nothing else except the last requested move.
    ///
    /// # Errors
    /// If something was lost, or something else happened.
    pub(super) fn seen_again(&mut self, bytes: &[u8]) -> Result<(), Wrong> {
        let session: Seen<'_> = serde_json::from_slice(bytes).map_err(|error| unread(&error))?;
        let more = session.moves.get(self.moves().count()..).unwrap_or_default();
        if let Some(first) = more.first() {
            wrong(
                self.asked.as_deref() != Some(first.mv),
                "a move was made that no player asked for",
            )?;
            self.happened(more);
        } else if session.slips > self.slips() {
            self.told.extend(self.asked.take().map(Told::Slip));
        }
        self.fits(&session)?;
        self.asked = None;
        Ok(())
    }

    /// The moves that were not taken back.
    fn moves(&self) -> impl Iterator<Item = &str> {
        self.told.iter().filter_map(|it| match it {
            Told::Move(mv) => Some(mv.as_str()),
            Told::Slip(_) => None,
        })
    }

    fn slips(&self) -> usize {
        self.told.iter().filter(|it| matches!(it, Told::Slip(_))).count()
    }

    /// The number of moves. Simulated players take back no moves.
    pub(super) fn at(&self) -> usize {
        self.moves().count()
    }

    fn happened(&mut self, frames: &[Moved<'_>]) {
        self.told.extend(frames.iter().map(|it| Told::Move(it.mv.to_owned())));
    }

    /// Checks that the game agrees with earlier answers, and stores the legal moves.
    fn fits(&mut self, session: &Seen<'_>) -> Result<(), Wrong> {
        wrong(session.id != self.id, "another game was answered")?;
        wrong(
            !session.moves.iter().map(|it| it.mv).eq(self.moves()) || session.at != self.at(),
            "the moves differ from those in earlier answers",
        )?;
        wrong(session.slips != self.slips(), "the slips differ from those in earlier answers")?;
        let is_open = session.state == "open";
        wrong(is_open == session.now.moves.is_empty(), "a game that goes on has moves")?;
        self.legal = session.now.moves.iter().map(|it| it.mv.to_owned()).collect();
        Ok(())
    }
}

fn read(bytes: &[u8]) -> Result<LoadAnswer<'_>, Wrong> {
    serde_json::from_slice(bytes).map_err(|error| unread(&error))
}

fn unread(error: &serde_json::Error) -> Wrong {
    Wrong::Answer(format!("an answer cannot be read: {error}"))
}

fn wrong(is_wrong: bool, what: &str) -> Result<(), Wrong> {
    if is_wrong { Err(Wrong::Answer(what.to_owned())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(frames: &[&str], moves: &[&str], slips: usize) -> Vec<u8> {
        let moved = |moves: &[&str]| moves.iter().map(|mv| json!({"move": mv})).collect::<Vec<_>>();
        let verdict = if frames.is_empty() { json!({"kind": "slip"}) } else { json!(null) };
        let session = json!({"id": "g", "at": moves.len(), "moves": moved(moves), "slips": slips,
                             "state": "open", "now": {"moves": moved(&["c3"])}});
        let answer = json!({"verdict": verdict, "frames": moved(frames), "session": session});
        answer.to_string().into_bytes()
    }

    fn asked(mv: &str) -> PlayedPly {
        let mut played = PlayedPly {
            id: "g".to_owned(),
            told: Vec::new(),
            asked: Some(mv.to_owned()),
            legal: Vec::new(),
        };
        played.answered(&answer(&[mv, "b2"], &[mv, "b2"], 0)).unwrap();
        played.asked = Some("c3".to_owned());
        played
    }

    #[test]
    fn an_answer_has_the_own_move_the_reply_and_all_before_them() {
        let whole = asked("a1").answered(&answer(&["c3", "c1"], &["a1", "b2", "c3", "c1"], 0));
        assert_eq!(whole, Ok(()));
        assert_eq!(asked("a1").answered(&answer(&[], &["a1", "b2"], 1)), Ok(()));
        for (frames, moves, slips) in [
            (&["c3"][..], &["a1", "b2", "c3"][..], 0),
            (&["c2", "c1"], &["a1", "b2", "c2", "c1"], 0),
            (&["c3", "c1"], &["c3", "c1"], 0),
            (&["c3", "c1"], &["a1", "b2", "c3", "c3", "c1"], 0),
            (&["c3", "c1"], &["a1", "b2", "c3", "c1"], 1),
            (&[], &["a1", "b2"], 0),
        ] {
            assert!(asked("a1").answered(&answer(frames, moves, slips)).is_err(), "{moves:?}");
        }
    }
}
