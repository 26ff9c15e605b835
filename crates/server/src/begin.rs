//! Starts a game: checks the requested settings, lets the program move first if it is its turn, and
//! plays the first move if the request gives one.

use super::fit;
use super::flow::{self, MoveOutcome};
use super::people::{self, New, Who};
use super::refusal::Refused;
use super::request::Body;
use super::sessions::{Answered, told};
use super::state::{App, Shared, open};
use crate::api::{Begin, GoalWord, MoveAnswer, NewSession, Refusal, SessionView};
use crate::views::Shown;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use spar_catalog::budgets::MOST_FORESIGHT;
use spar_catalog::ladder::{self, Rung};
use spar_catalog::{AnyGame, AnySession, TextEvent, TextPlan, first_level, words};
use spar_challenge::judge::Goal;
use spar_challenge::policy::Player;
use spar_challenge::rating::{LevelRating, Task};
use spar_challenge::session::Seats;
use spar_rules::{ReadError, Side, Turn};
use spar_solve::Context;
use spar_store::{Change, Event, Millis, Person, Plan, Served, Try};
use std::sync::Arc;

/// Begins a game, with the first move if one is given.
#[utoipa::path(post, path = "/api/sessions", operation_id = "begin_session", tag = "play",
    request_body = NewSession, responses(
    (status = 201, description = "The new game. A new person gets a cookie.", body = MoveAnswer),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "What is not valid, and why.", body = Refusal),
))]
pub(crate) async fn begin(
    State(app): State<Shared>,
    who: Who,
    Body(new): Body<NewSession>,
) -> Result<Response, Refused> {
    let new = Arc::new(new);
    let opened = NewGame { id: people::id(), seed: new.seed.unwrap_or_else(people::number) };
    let asker = who.id();
    let worked = Worked::out(&app, &new, &opened, &asker, true).await?;
    let (player, new_player) = who.or_new(&app)?;
    let known = new_player.as_ref().map(|it| &it.change);
    let answer = match worked.kept(&app, &opened, &player, known).await {
        // Another request began the same level first: this try is not rated.
        Err(refused) if refused.status == StatusCode::CONFLICT => {
            let worked = Worked::out(&app, &new, &opened, &asker, false).await?;
            worked.kept(&app, &opened, &player, known).await?
        }
        answer => answer?,
    };
    let (answer, next) = answer.ready()?;
    next.look_ahead(&app);
    let mut response = (StatusCode::CREATED, answer).into_response();
    if let Some(New { cookie, .. }) = new_player {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The id and the seed of a new game.
struct NewGame {
    id: String,
    seed: u32,
}

/// A new game that is computed but not stored yet.
struct Worked {
    begun: Begun,
    /// The rating of the level, if a try is rated.
    level: Option<i32>,
    events: Vec<TextEvent>,
    tried: Option<Try>,
    now: Millis,
    answer: Answered,
}

impl Worked {
    /// Computes a new game; `may_count` says whether a try may be rated.
    async fn out(
        app: &Shared,
        new: &Arc<NewSession>,
        NewGame { id, seed }: &NewGame,
        player: &str,
        may_count: bool,
    ) -> Result<Worked, Refused> {
        let (new, id, seed, now) = (Arc::clone(new), id.clone(), *seed, app.now());
        let player = player.to_owned();
        let work = move |app: &App| {
            let begun = Begun::read_as(app.open(&new.begin.game)?, &new.begin)?;
            begun.check(app)?;
            // A person who chooses the seed may know what the opponent will do.
            let may_count = may_count && new.seed.is_none();
            let level = if may_count { begun.counts(app, &player)? } else { None };
            let mut session = begun.session()?;
            let context = app.context(&*begun.game);
            let mut turn = flow::open(&mut *session, seed, &context)?;
            if let Some(mv) = &new.mv {
                let made = flow::make(&mut *session, mv, seed, &context)?;
                turn.verdict = made.verdict;
                turn.frames.extend(made.frames);
                turn.events.extend(made.events);
            }
            let (id, game, session) = (Some(id.as_str()), &*begun.game, &*session);
            let shown = Shown { id, seed, game, session, level, tried: None };
            let MoveOutcome { verdict, frames, events } = turn;
            let answer = MoveAnswer { verdict, frames, session: shown.view(&context) };
            let answer = Answered::new(answer)?;
            let tried = Try::of(session, now);
            Ok(Worked { begun, level, events, tried, now, answer })
        };
        app.think(work).await
    }

    /// Stores it for a person, who is added first if they are new.
    async fn kept(
        self,
        app: &Shared,
        NewGame { id, seed }: &NewGame,
        player: &Person,
        known: Option<&Change>,
    ) -> Result<Answered, Refused> {
        let Worked { begun, level, events, tried, now, mut answer } = self;
        let (id, player, seed) = (id.clone(), player.id.clone(), *seed);
        let plan = begun.plan(NewPlan { id, player, seed, level, now });
        let served = begun.served(&plan);
        let events = events.iter().map(|event| Event::of(event, now)).collect();
        let begins = Change::NewSession { plan, events, served, tried };
        // All or nothing: a person is only added together with their game.
        let changes = known.cloned().into_iter().chain([begins]).collect();
        let written = app.write(Change::All(changes)).await?;
        told(app, written, &mut answer).await?;
        Ok(answer)
    }
}

/// A game that may begin.
pub(crate) struct Begun {
    /// The game.
    pub(crate) game: Arc<dyn AnyGame>,
    /// The rung on the game's ladder: for the goal `win`, that of the built-in level with this
    /// start, else the requested one; for the goal `best`, the requested one. None for a first
    /// level, unless one is requested.
    pub(crate) rung: Option<u32>,
    /// The canonical text of the start.
    canonical: String,
    against: Option<Player>,
    plan: TextPlan,
}

/// The fields of a plan that the request does not give.
pub(crate) struct NewPlan {
    pub(crate) id: String,
    pub(crate) player: String,
    pub(crate) seed: u32,
    /// The rating of the level, if a try is rated.
    pub(crate) level: Option<i32>,
    pub(crate) now: Millis,
}

impl Begun {
    /// Reads a request.
    ///
    /// # Errors
    /// If a setting is not valid.
    pub(crate) fn read(begin: &Begin) -> Result<Begun, Refused> {
        Begun::read_as(open(&begin.game)?.into(), begin)
    }

    /// Like [`read`](Begun::read), with a game that is already open.
    ///
    /// # Errors
    /// If a setting is not valid.
    pub(crate) fn read_as(game: Arc<dyn AnyGame>, begin: &Begin) -> Result<Begun, Refused> {
        let start = game.read_position(begin.position.as_deref().unwrap_or("start"))?;
        if matches!(start.turn(), Turn::Over(_)) && begin.goal.is_some() {
            let what = "the game is already over in this position, so it cannot have a goal";
            return Err(ReadError::new(what).into());
        }
        let players = game.players();
        let usual = || Ok(Some(players.usual.clone()));
        let against = begin.against.as_deref().map_or_else(usual, opponent)?;
        against.as_ref().map_or(Ok(()), |it| players.check(it))?;
        let seats = match (against.clone(), begin.side) {
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
        let asked = begin.rung.filter(|it| Rung::numbered(*it).is_some());
        // The requested rung is not checked: a wrong one affects only this person.
        let kept = || ladder::kept_level(&game.facts().name, &canonical).map(|it| it.rung);
        // A first level is not rated, even if it is also a built-in level.
        let first = plan.goal.and_then(|goal| first_level(&*game, &canonical, goal));
        let rung = match begin.goal {
            _ if begin.unrated || asked.is_none() && first.is_some() => None,
            Some(GoalWord::Win) => kept().or(asked),
            Some(GoalWord::Best) => asked,
            Some(GoalWord::Draw) | None => None,
        };
        Ok(Begun { game, rung, canonical, against, plan })
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// If settings contradict each other.
    pub(crate) fn session(&self) -> Result<Box<dyn AnySession>, Refused> {
        Ok(self.game.session(&self.plan)?)
    }

    /// Checks that the moves of a level can be judged. Only levels with the goal `best` are
    /// tested. Testing the start is enough: if its chances are known, all are.
    ///
    /// # Errors
    /// If the chances cannot be computed within the budget of an answer.
    pub(crate) fn check(&self, app: &App) -> Result<(), Refused> {
        // Contradicting settings are reported first.
        self.session()?;
        if self.plan.goal != Some(Goal::Best) {
            return Ok(());
        }
        let start = self.game.read_position(&self.plan.start)?;
        if app.evaluate(&*self.game, &*start).chances().is_some() {
            return Ok(());
        }
        let what = "the chances of this game take too long to compute, so no choice can be judged";
        Err(ReadError::new(what)
            .hint("play it without a goal, or choose fewer squares or smaller dice")
            .into())
    }

    /// The game as it is shown before it has begun.
    ///
    /// # Errors
    /// If settings contradict each other.
    pub(crate) fn view(
        &self,
        level: Option<i32>,
        context: &Context,
    ) -> Result<SessionView, Refused> {
        let session = self.session()?;
        let (game, session) = (&*self.game, &*session);
        Ok(Shown { id: None, seed: 0, game, session, level, tried: None }.view(context))
    }

    /// Its difficulty, if it is a level and the difficulty can be computed quickly.
    pub(crate) fn hard(&self, app: &App) -> Option<LevelRating> {
        let (side, goal) = (self.plan.seats.person()?, self.plan.goal?);
        let task = Task { position: (), side, goal, opponent: self.against.clone()? };
        let start = self.game.read_position(&self.plan.start).ok()?;
        fit::hard(app, &*start, &*self.game, &task)
    }

    /// The rating of the level, if a try of this person is rated: it has a rung, they have not
    /// had this level before, and its rating can be computed quickly.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) fn counts(&self, app: &App, player: &str) -> Result<Option<i32>, Refused> {
        if self.rung.is_none() {
            return Ok(None);
        }
        let name = &self.game.facts().name;
        let had = app.store.read(|reader| reader.had(player, name, &self.canonical));
        let had = had.map_err(|it| app.refused(it))?;
        Ok(if had { None } else { self.hard(app).map(|it| it.rating) })
    }

    /// The plan that is stored.
    pub(crate) fn plan(&self, new: NewPlan) -> Plan {
        let NewPlan { id, player, seed, level, now } = new;
        Plan {
            id,
            player,
            game: self.game.facts().name.clone(),
            start: self.plan.start.clone(),
            against: words::opponent_id(self.against.as_ref()),
            you: self.plan.seats.person().map(Into::into),
            goal: self.plan.goal.map(Into::into),
            seed,
            rung: self.rung,
            level,
            made: now,
        }
    }

    /// The record that the level was given to the person, if it has a rung.
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

/// The names of a game and of an opponent as a server stores them.
///
/// # Errors
/// If the server would reject one of them.
pub fn playable(game: &str, against: &str) -> Result<(String, String), ReadError> {
    let begin = Begin {
        game: game.to_owned(),
        position: None,
        against: Some(against.to_owned()),
        side: None,
        goal: None,
        rung: None,
        unrated: true,
    };
    let begun = Begun::read(&begin)
        .map_err(|Refused { refusal, .. }| ReadError { what: refusal.error, hint: refusal.hint })?;
    if begun.against.is_none() {
        return Err(ReadError::new("`human` is not a computer player").hint("name a player: `2`"));
    }
    Ok((begun.game.facts().name.clone(), words::opponent_id(begun.against.as_ref())))
}

/// Reads an opponent: a player, or `human` for a second person.
fn opponent(text: &str) -> Result<Option<Player>, ReadError> {
    if text == words::HUMAN {
        return Ok(None);
    }
    let player: Player = text.parse()?;
    if let Some(rounds) = player.rounds().filter(|rounds| *rounds > MOST_FORESIGHT) {
        let what = format!("foresight {rounds} is above this server's limit of {MOST_FORESIGHT}");
        let hint = format!("use `random`, 1 to {MOST_FORESIGHT}, `perfect` or `human`");
        return Err(ReadError::new(what).hint(hint));
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
            unrated: false,
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
        let first = spar_catalog::first_levels("take")[0];
        assert!(ladder::kept("take").any(|it| it.level.position == first.position));
        let begin = Begin {
            game: "take".to_owned(),
            position: Some(first.position.to_owned()),
            against: None,
            side: None,
            goal: win,
            rung: None,
            unrated: false,
        };
        assert_eq!(Begun::read(&begin).map_or(None, |it| it.rung), None, "a first level");
    }

    #[test]
    fn an_unrated_try_at_a_built_in_level_has_no_rung() {
        let kept = ladder::kept("tictactoe").find(|it| it.rung == 2).unwrap();
        let text = kept.level.position.as_str();
        let begin = serde_json::json!({
            "game": "tictactoe", "position": text, "goal": "win", "rung": 2, "unrated": true
        });
        let begin: Begin = serde_json::from_value(begin).unwrap();
        assert_eq!(Begun::read(&begin).map_or(Some(0), |begun| begun.rung), None);
    }
}
