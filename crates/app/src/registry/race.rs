//! The abilities of a race: chances of every position, and players that choose by squares.

mod levels;

use super::any::{Choices, Graded, TextLevel};
use super::kit::{At, Kit};
use super::levels::Generate;
use super::verify::Verify;
use spar_challenge::level::Match;
use spar_challenge::oracle::Evaluation;
use spar_challenge::player::Player;
use spar_challenge::policy::Unknown;
use spar_challenge::race::{Course, stands};
use spar_challenge::rating::{LevelRating, Task};
use spar_rules::{Game, Notation, Race, Side, Turn};
use spar_solve::Desk;
use spar_solve::mdp::race::{Policy, Track};
use std::sync::{Arc, OnceLock};

/// What was found out of a race, if it was.
pub(super) type Held = Arc<OnceLock<Arc<Course>>>;

/// What a race can do, as plain functions.
pub(super) struct Racing<G: Game> {
    /// The moves among which a player chooses, each alike.
    pub(super) habits: Habits<G>,
    /// Whether it has all that the novice needs.
    pub(super) has_novice: fn(&G) -> bool,
    /// What a player chooses on every square.
    pub(super) choices: fn(&At<G>, Player, &Desk) -> Result<Choices, Unknown>,
    /// Levels: found, rated, proved again.
    pub(super) generate: Generate<G>,
    pub(super) rate: fn(&At<G>, Match, Side, &Desk) -> Result<TextLevel, Unknown>,
    pub(super) level_rating: Rates<G>,
    pub(super) graded: Grades<G>,
    pub(super) verify: Verify<G>,
}

type Rates<G> = fn(&At<G>, Task<()>, &Desk) -> Result<LevelRating, Unknown>;
type Grades<G> = fn(&At<G>, Player, &Desk) -> Result<Vec<Graded>, Unknown>;
type Habits<G> =
    fn(&At<G>, &<G as Game>::Position, Player, &Desk) -> Result<Vec<<G as Game>::Move>, Unknown>;

impl<G: Game> Clone for Racing<G> {
    fn clone(&self) -> Racing<G> {
        *self
    }
}
impl<G: Game> Copy for Racing<G> {}

impl<G: Notation + Race> Kit<G> {
    /// It can be solved as a race.
    #[must_use]
    pub fn with_track(mut self) -> Kit<G> {
        self.abilities.track = Some(Track::of);
        self.abilities.squares = Some(G::squares_of);
        self
    }

    /// Its positions have chances, and it has the players of a race.
    #[must_use]
    pub fn with_race(mut self) -> Kit<G> {
        self.abilities.evaluate = Some(evaluated);
        let has_novice = |game: &G| Policy::novice(&Track::of(game)).is_ok();
        self.abilities.race = Some(Racing {
            habits,
            has_novice,
            choices,
            generate: levels::generate,
            rate: levels::rate,
            level_rating: levels::level_rating,
            graded: levels::graded,
            verify: levels::verify,
        });
        self
    }
}

/// All there is to know of the race: found out once.
pub(super) fn course<G: Notation + Race>(at: &At<G>, desk: &Desk) -> Result<Arc<Course>, Unknown> {
    const KEY: &str = "the whole race";
    if let Some(course) = at.course.get() {
        return Ok(Arc::clone(course));
    }
    let recalled = desk.memory.as_ref().and_then(|it| it.recall(&at.name, KEY));
    let course = match recalled.and_then(|it| it.downcast::<Course>().ok()) {
        Some(course) => course,
        None => Arc::new(Course::of(&*at.game, &desk.budget).map_err(|_| Unknown)?),
    };
    if let Some(memory) = &desk.memory {
        let found = Arc::<Course>::clone(&course);
        memory.keep_large(&at.name, KEY.to_owned(), found, course.bytes());
    }
    Ok(Arc::clone(at.course.get_or_init(|| course)))
}

fn evaluated<G: Notation + Race>(
    at: &At<G>,
    position: &G::Position,
    desk: &Desk,
) -> Evaluation<G::Move> {
    match course(at, desk) {
        Ok(course) => course.evaluate(&*at.game, position),
        Err(Unknown) => at.unknown(position),
    }
}

fn habits<G: Notation + Race>(
    at: &At<G>,
    position: &G::Position,
    player: Player,
    desk: &Desk,
) -> Result<Vec<G::Move>, Unknown> {
    course(at, desk)?.habits(&*at.game, position, player)
}

/// What a player chooses on every square that one can stand on.
fn choices<G: Notation + Race>(
    at: &At<G>,
    player: Player,
    desk: &Desk,
) -> Result<Choices, Unknown> {
    let (game, course) = (&*at.game, course(at, desk)?);
    let [first, second] = game.squares_of(&at.position);
    let (side, other) = match game.side(&at.position) {
        Side::First => (Side::First, second),
        Side::Second => (Side::Second, first),
    };
    let stands = stands(game);
    let letter = |square: u32| {
        let squares = match side {
            Side::First => [square, other],
            Side::Second => [other, square],
        };
        let chooses = matches!(game.turn(&game.facing(squares, side)), Turn::Play(_));
        let chosen = course.choices(game, player, [square, other]).ok()?;
        let action = game.actions().get(*chosen.first()?)?;
        (chooses && stands[square as usize]).then_some(action.letter)
    };
    let actions = game.actions().iter().map(|it| (it.letter, it.name.clone())).collect();
    Ok(Choices { actions, letters: (0..game.squares()).map(letter).collect() })
}
