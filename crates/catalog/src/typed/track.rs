//! The abilities of a race: chances of every position, and players that choose by squares.

mod levels;

use super::game::TypedGame;
use super::levels::Levels;
use super::position::TypedPosition;
use crate::any::Choices;
use crate::players::{Offered, Players};
use spar_challenge::judge::Goal;
use spar_challenge::oracle::Evaluation;
use spar_challenge::players::{Random, Undecided, perfect, random};
use spar_challenge::policy::{Player, Policy, Roster, Unknown};
use spar_challenge::rating::scale::STATED;
use spar_challenge::track::{
    Course, CoursePlayers, FASTEST, KEEP_IN_GAME, NOVICE, POLICY, TrackPlayers, Walk, Walker,
    actions, stands, stated,
};
use spar_challenge::why::rolls;
use spar_rules::{Game, Notation, Separable, Side, Turn};
use spar_solve::mdp::track::{self, Track};
use spar_solve::{CacheKey, Context};
use std::sync::Arc;

impl<G: Notation + Separable> TypedGame<G> {
    /// Adds policies by squares, and the players that follow them. For games in which each side
    /// moves its own piece.
    #[must_use]
    pub fn with_track(mut self) -> TypedGame<G> {
        self.abilities.walk = Some(Walk::at);
        self.abilities.pictures.rolls = Some(|game, here, mv| rolls::reached(game, here, &mv));
        self.abilities.levels_note = Some(levels_note);
        self.abilities.meet = Some(levels::meet);
        self.abilities.roster = |at, context| {
            let (cache, budget) = (at.kept.or_default(), context.budget.clone());
            Box::new(TrackPlayers { cache, budget })
        };
        self.players = Arc::new(players(&self.game));
        self
    }

    /// Adds chances of positions, and the players of a race.
    #[must_use]
    pub fn with_walks(mut self) -> TypedGame<G> {
        self.abilities.evaluate = Some(evaluated);
        self.abilities.roster = roster;
        self.abilities.choices = Some(choices);
        self.abilities.levels = Some(Levels {
            goals: &[Goal::Best],
            generate: levels::generate,
            rate: levels::rate,
            level_rating: levels::level_rating,
            verify: levels::verify,
            eyes: None,
            survey: None,
            rate_each: None,
            listed: Some(levels::listed),
        });
        self
    }
}

fn levels_note() -> String {
    let most = Course::MOST_SQUARES;
    format!("levels of this game need a board of at most {most} squares")
}

/// The players of a race. The novice is left out if the board lacks an action that it needs.
fn players<G: Separable>(game: &Arc<G>) -> Players {
    let has_novice = track::Policy::novice(&Track::of(&**game)).is_ok();
    let [novice, fastest, fair] = [&NOVICE, &FASTEST, &KEEP_IN_GAME].map(Player::of_kind);
    let mut players = Players {
        offered: vec![
            Offered::new(Player::random(), "plays random moves", 0),
            Offered::new(novice, "rolls as many dice as fit", 1),
            Offered::new(fastest.clone(), "takes the fastest way, wherever you are", 3),
            Offered::new(fair, "wins, but keeps you in the game", 4),
            Offered::new(Player::perfect(), "wins as often as possible", 5),
        ],
        usual: fastest,
        strongest: Player::perfect(),
        compared: Vec::new(),
        stated: (0..STATED.len()).map(|it| stated(it, has_novice)).collect(),
        kinds: vec![&random::KIND, &NOVICE, &FASTEST, &KEEP_IN_GAME, &POLICY, &perfect::KIND],
        note: "",
        check: {
            let game = Arc::clone(game);
            Arc::new(move |player| {
                if !player.is(&POLICY) {
                    return Ok(());
                }
                Walker::read(&Track::of(&*game), player.setting("letters")).map(|_| ())
            })
        },
    };
    if !has_novice {
        // The fair opponent is computed against the novice.
        players.offered.retain(|it| !it.player.is(&NOVICE) && !it.player.is(&KEEP_IN_GAME));
        players.kinds.retain(|it| it.name != NOVICE.name);
    }
    let offered = players.offered.iter().map(|it| it.player.clone());
    players.compared = offered.filter(|it| *it != players.strongest).collect();
    players
}

/// The cache key of the chances for all pairs of squares.
#[derive(PartialEq, Eq, Hash)]
struct CourseKey;

/// The solved race, computed once.
pub(super) fn course<G: Notation + Separable>(
    at: &TypedPosition<G>,
    context: &Context,
) -> Result<Arc<Course>, Unknown> {
    if let Some(course) = at.kept.get() {
        return Ok(course);
    }
    let key = CacheKey::new(&at.name, CourseKey);
    let recalled = context.memory.as_ref().and_then(|it| it.recall(&key));
    let course = match recalled.and_then(|it| it.downcast::<Course>().ok()) {
        Some(course) => course,
        None => Arc::new(Course::of(&*at.game, &context.budget).map_err(|_| Unknown)?),
    };
    if let Some(memory) = &context.memory {
        let found = Arc::<Course>::clone(&course);
        memory.keep_large(key, found, course.bytes());
    }
    Ok(at.kept.keep(course))
}

fn evaluated<G: Notation + Separable>(
    at: &TypedPosition<G>,
    position: &G::Position,
    context: &Context,
) -> Evaluation<G::Move> {
    match course(at, context) {
        Ok(course) => course.evaluate(&*at.game, position),
        Err(Unknown) => at.unknown(position),
    }
}

/// The players of the race; if it is not solved in time, all but the random one guess.
fn roster<'a, G: Notation + Separable>(
    at: &'a TypedPosition<G>,
    context: &'a Context,
) -> Box<dyn Roster<'a, G> + 'a> {
    match course(at, context) {
        Ok(course) => Box::new(CoursePlayers(course)),
        Err(Unknown) => Box::new(NotKnown),
    }
}

/// The players of a race that could not be solved in time.
struct NotKnown;

impl<'a, G: Game> Roster<'a, G> for NotKnown {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        Some(if player.is(&random::KIND) { Box::new(Random) } else { Box::new(Undecided) })
    }
}

/// The choices of a player on every square where a pawn can stand.
fn choices<G: Notation + Separable>(
    at: &TypedPosition<G>,
    player: &Player,
    context: &Context,
) -> Result<Choices, Unknown> {
    let (game, players) = (&*at.game, CoursePlayers(course(at, context)?));
    let mut policy = Roster::<G>::policy(&players, player).ok_or(Unknown)?;
    let [first, second] = game.squares_of(&at.position);
    let (side, other) = match game.side(&at.position) {
        Side::First => (Side::First, second),
        Side::Second => (Side::Second, first),
    };
    let stands = stands(game);
    let mut letter = |square: u32| {
        let squares = match side {
            Side::First => [square, other],
            Side::Second => [other, square],
        };
        let chooses = matches!(game.turn(&game.facing(squares, side)), Turn::Play(_));
        let chosen = actions(game, &mut *policy, [square, other]).ok()?;
        let action = game.actions().get(chosen.first()?.0)?;
        (chooses && stands[square as usize]).then_some(action.letter)
    };
    let actions = game.actions().iter().map(|it| (it.letter, it.name.clone())).collect();
    Ok(Choices { actions, letters: (0..game.squares()).map(&mut letter).collect(), other })
}
