//! What a link or a card asks to begin, checked.

use super::budgets::MOST_FORESIGHT;
use super::games::open;
use super::refusal::Refused;
use super::shown::Shown;
use crate::fault::Fault;
use crate::ladder::{self, Rung};
use crate::registry::{AnyGame, AnySession, TextPlan};
use crate::store::{Millis, Plan, Served};
use crate::views;
use crate::wire::api::{Begin, GoalWord, SessionView};
use crate::words;
use spar_challenge::player::Player;
use spar_challenge::session::Seats;
use spar_rules::{ReadError, Side, Turn};
use spar_solve::Desk;

/// A game that may begin.
pub(crate) struct Begun {
    /// The game.
    pub(crate) game: Box<dyn AnyGame>,
    /// The rung of its ladder, if the start stands on one.
    pub(crate) rung: Option<u32>,
    /// What stands for all images of the start.
    canonical: String,
    against: Option<Player>,
    plan: TextPlan,
}

/// Who a person plays against unless they say another.
const USUAL_OPPONENT: &str = "2";

impl Begun {
    /// Reads what is asked for.
    ///
    /// # Errors
    /// Says what cannot be, and why.
    pub(crate) fn read(begin: &Begin) -> Result<Begun, Refused> {
        let game = open(&begin.game)?;
        let start = game.read_position(begin.position.as_deref().unwrap_or("start"))?;
        if matches!(start.turn(), Turn::Over(_)) && begin.goal.is_some() {
            return Err(ReadError::new("the game is over there, so there is no goal").into());
        }
        let against = opponent(begin.against.as_deref().unwrap_or(USUAL_OPPONENT))?;
        let seats = match (against, begin.side) {
            (None, Some(_)) => {
                return Err(ReadError::new("two people share the board, so neither side is yours")
                    .hint("leave `side` out")
                    .into());
            }
            (None, None) => Seats::PEOPLE,
            (Some(player), side) => Seats::against(side.map_or(start.side(), Side::from), player),
        };
        let plan = TextPlan { start: start.text(), seats, goal: begin.goal.map(Into::into) };
        let canonical = start.stands_for();
        let is_win = begin.goal == Some(GoalWord::Win);
        let asked = begin.rung.filter(|it| Rung::numbered(*it).is_some());
        // Who says that a level was generated for a rung is believed: it matters to nobody else.
        let rung = is_win.then(|| rung(&*game, &canonical).or(asked)).flatten();
        Ok(Begun { game, rung, canonical, against, plan })
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// Says what does not fit together.
    pub(crate) fn session(&self) -> Result<Box<dyn AnySession>, Refused> {
        Ok(self.game.session(&self.plan)?)
    }

    /// The game as it is shown before it has begun.
    ///
    /// # Errors
    /// Says what does not fit together.
    pub(crate) fn view(&self, desk: &Desk) -> Result<SessionView, Refused> {
        let session = self.session()?;
        Ok(Shown { id: None, seed: 0, game: &*self.game, session: &*session }.view(desk))
    }

    /// What is kept of it.
    pub(crate) fn plan(&self, id: String, player: String, seed: u32, now: Millis) -> Plan {
        Plan {
            id,
            player,
            game: self.game.facts().name.clone(),
            start: self.plan.start.clone(),
            against: views::opponent_id(self.against),
            you: self.plan.seats.person().map(views::side),
            goal: self.plan.goal.map(Into::into),
            seed,
            rung: self.rung,
            made: now,
        }
    }

    /// That it was given to somebody, if it is a level of the ladder.
    pub(crate) fn served(&self, plan: &Plan) -> Option<Served> {
        Some(Served {
            player: plan.player.clone(),
            game: plan.game.clone(),
            canonical: self.canonical.clone(),
            rung: self.rung?,
            at: plan.made,
        })
    }
}

/// The names of a game and of an opponent by which a server keeps them.
///
/// # Errors
/// Says what the server would refuse, and why.
pub(crate) fn playable(game: &str, against: &str) -> Result<(String, String), Fault> {
    let begin = Begin {
        game: game.to_owned(),
        position: None,
        against: Some(against.to_owned()),
        side: None,
        goal: None,
        rung: None,
    };
    let begun = Begun::read(&begin).map_err(|Refused { refusal, .. }| {
        Fault::Input(ReadError { what: refusal.error, hint: refusal.hint })
    })?;
    if begun.against.is_none() {
        return Err(Fault::with_hint("two people need no opponent", "name a player"));
    }
    Ok((begun.game.facts().name.clone(), views::opponent_id(begun.against)))
}

/// The rung of the level with this position, if it is one that comes with the program.
fn rung(game: &dyn AnyGame, canonical: &str) -> Option<u32> {
    let mut kept = ladder::kept(&game.facts().name);
    let found = kept.find(|kept| kept.canonical(game).as_deref() == Some(canonical));
    found.map(|kept| kept.rung)
}

/// Reads an opponent: a player, or `human` for a second person.
fn opponent(text: &str) -> Result<Option<Player>, ReadError> {
    if text == words::HUMAN {
        return Ok(None);
    }
    let player: Player = text.parse()?;
    if player.rounds().is_some_and(|rounds| rounds > MOST_FORESIGHT) {
        return Err(ReadError::new(format!("foresight {text} is more than this server plays"))
            .hint(format!("`random`, 1 to {MOST_FORESIGHT}, `perfect` or `human`")));
    }
    Ok(Some(player))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(position: &str, goal: Option<GoalWord>, rung: u32) -> Option<u32> {
        let begin = Begin {
            game: "tictactoe".to_owned(),
            position: Some(position.to_owned()),
            against: None,
            side: None,
            goal,
            rung: Some(rung),
        };
        Begun::read(&begin).map_or(None, |begun| begun.rung)
    }

    #[test]
    fn a_level_stands_on_its_own_rung_or_on_the_one_that_it_was_given_for() {
        let kept = ladder::kept("tictactoe").find(|it| it.rung == 2).unwrap();
        let win = Some(GoalWord::Win);
        assert_eq!(rung(&kept.level.position, win, 5), Some(2));
        assert_eq!(rung("xx./oo./...", win, 5), Some(5));
        assert_eq!(rung("xx./oo./...", win, 0), None);
        assert_eq!(rung("xx./oo./...", win, 8), None);
        assert_eq!(rung("xx./oo./...", Some(GoalWord::Draw), 5), None);
        assert_eq!(rung("xx./oo./...", None, 5), None);
    }
}
