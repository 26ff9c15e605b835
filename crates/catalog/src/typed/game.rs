//! The typed game, which implements `AnyGame` once for all games.

use super::book::BooksOf;
use super::levels::Levels;
use super::position::{TypedPosition, remembered};
use super::session::TypedSession;
use super::solved::{Solved, line};
use super::twin::{AllPositions, TwinOf, all_positions, twin};
use crate::any::{
    AnyGame, AnyOpenings, AnyPosition, AnySearch, AnySession, AnyWhole, Choices, Doubted, Facts,
    Line, RatedLevel, Report, TextClaim, TextLevel, TextPlan, Wish,
};
use crate::budgets;
use crate::players::Players;
use spar_challenge::chance::Chances;
use spar_challenge::explain::{OfMove, Pictures};
use spar_challenge::generate::GenerateError;
use spar_challenge::judge::Goal;
use spar_challenge::level::Match;
use spar_challenge::oracle::{self, Evaluation};
use spar_challenge::players::{Random, random};
use spar_challenge::policy::{Player, Policy, Roster, Unknown};
use spar_challenge::response::{
    NoResponse, Question, Response, Responses, WholeResponses, respond,
};
use spar_challenge::session::Dice;
use spar_challenge::survey::{Asked, PositionRating, RateError, Survey};
use spar_challenge::track::Walk;
use spar_rules::scene::{Arranged, Button, Change, Scene, Scenic, Supply, Token, token};
use spar_rules::{
    Deterministic, Game, Notation, Ranked, ReadError, Score, Scored, Side, Stochastic, Symmetric,
    Tactics, Threats, read_position_and_moves,
};
use spar_solve::alpha_beta::{Search, Solution};
use spar_solve::book::{Book, BookError};
use spar_solve::whole::Layered;
use spar_solve::{Budget, Context, Progress, SolveError, score};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A game with its registered abilities. Each `with_…` method exists only for games with the
/// required traits, so the compiler rejects abilities that a game does not support.
pub struct TypedGame<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) facts: Facts,
    pub(super) players: Arc<Players>,
    pub(super) abilities: Abilities<G>,
    /// Nodes for an answer that a person waits for.
    pub(super) quick: u64,
    /// The nodes of a search that cost as much as one node of foresight.
    pub(super) sight_cost: u64,
    /// Cached results about the game, while it is open.
    kept: ResultCache,
}

/// The abilities of a game in addition to play, as function pointers.
pub(super) struct Abilities<G: Game> {
    pub(super) scenes: Option<Scenes<G>>,
    /// What explanations show.
    pub(super) pictures: Pictures<G>,
    pub(super) set_up: Option<SetUp<G>>,
    pub(super) images: Option<Images<G>>,
    pub(super) evaluate: Option<Evaluator<G>>,
    pub(super) bounds: Option<Prover<G>>,
    pub(super) books: Option<BooksOf<G>>,
    pub(super) ranks: Option<fn(&G) -> Option<u64>>,
    pub(super) walk: Option<fn(&G, &G::Position) -> Walk>,
    pub(super) meet: Option<Meet<G>>,
    pub(super) solve: Option<Solver<G>>,
    pub(super) all_positions: Option<AllPositions<G>>,
    pub(super) layered: Layered,
    pub(super) levels: Option<Levels<G>>,
    /// A note about which variants have levels and of what kind, if needed.
    pub(super) levels_note: Option<fn() -> String>,
    /// Creates its players.
    pub(super) roster: RosterOf<G>,
    /// A player's choices on every square, if they depend on squares alone.
    pub(super) choices: Option<ChoicesOf<G>>,
    pub(super) score: Option<ScoreOf<G>>,
    /// Computes the best response of a side to a player.
    pub(super) respond: Responder<G>,
    /// Computes best responses from all positions that play reaches from a given one.
    pub(super) responses: ResponsesOf<G>,
    /// Computes best responses from all positions of a solved game, in one sweep.
    pub(super) sweep: Option<Sweeper<G>>,
    pub(super) thrown: Option<Throws<G>>,
}

/// Creates the players of a game. They use the context's budget.
pub(super) type RosterOf<G> =
    for<'a> fn(&'a TypedPosition<G>, &'a Context) -> Box<dyn Roster<'a, G> + 'a>;

/// The score of a position, and the best score that play can reach.
pub(super) struct ScoreOf<G: Game> {
    pub(super) now: fn(&G, &G::Position) -> Score,
    pub(super) best: BestScoreOf<G>,
}

pub(super) type BestScoreOf<G> =
    fn(&G, &<G as Game>::Position, &Context) -> Found<<G as Game>::Move>;

pub(super) type Found<M> = Result<score::Best<M>, score::Unfinished<M>>;

/// The best response of a side to a player from every position of the game, if it can be
/// computed.
pub(super) type Sweeper<G> =
    fn(&TypedPosition<G>, &Question, &Context) -> Option<Arc<WholeResponses<G>>>;

/// The best responses of a side to a player from every position that play reaches.
pub(super) type ResponsesOf<G> = fn(
    &G,
    &<G as Game>::Position,
    Side,
    &mut dyn Policy<G>,
    &Budget,
    &dyn Progress,
) -> Result<Responses<G>, NoResponse>;

pub(super) type Responder<G> = fn(
    &TypedPosition<G>,
    &Question,
    &mut dyn Policy<G>,
    &Context,
) -> Result<Response<<G as Game>::Move>, NoResponse>;

/// Computes a player's choices on every square.
pub(super) type ChoicesOf<G> = fn(&TypedPosition<G>, &Player, &Context) -> Result<Choices, Unknown>;

/// Computes the chances of the first player when it plays the first side and when it plays the
/// second, if possible.
pub(super) type Meet<G> = fn(&TypedPosition<G>, [&Player; 2], &Context) -> [Option<Chances>; 2];

/// Converts a move to a roll.
pub(super) type Throws<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> Option<Thrown>;

/// A roll: the number of steps, and its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The number of steps.
    pub steps: u32,
    /// The dice, if there are any.
    pub dice: Option<Dice>,
}

pub(super) type Evaluator<G> =
    fn(&TypedPosition<G>, &<G as Game>::Position, &Context) -> Evaluation<<G as Game>::Move>;
pub(super) type Prover<G> = fn(&G, &str, &<G as Game>::Position, &Context) -> Solution;
pub(super) type Solver<G> = fn(&TypedGame<G>, &Context) -> Result<Box<dyn AnyWhole>, SolveError>;

/// The symmetries of a game.
pub(super) struct Images<G: Game> {
    /// The canonical image of a position.
    pub(super) canonical: fn(&G, &G::Position) -> G::Position,
    /// All images of a position, and whether each is mirrored.
    pub(super) all: AllImages<G>,
}

pub(super) type AllImages<G> = fn(&G, &<G as Game>::Position) -> Vec<(<G as Game>::Position, bool)>;

pub(super) struct Scenes<G: Game> {
    pub(super) scene: fn(&G, &G::Position) -> Scene,
    pub(super) touches: OfMove<G, Vec<usize>>,
    pub(super) button: OfMove<G, Option<Button>>,
    pub(super) shows_on: OfMove<G, Option<usize>>,
    pub(super) changes: OfMove<G, Vec<Change>>,
    pub(super) also: OfMove<G, Vec<usize>>,
    pub(super) walk: OfMove<G, Vec<usize>>,
}

/// The set-up of positions token by token.
pub(super) struct SetUp<G: Game> {
    pub(super) supply: fn(&G) -> Vec<Supply>,
    pub(super) arranged: Arrange<G>,
    pub(super) twin: TwinOf<G>,
}

pub(super) type Arrange<G> =
    fn(&G, &[Vec<Token>], Side) -> Result<<G as Game>::Position, ReadError>;

impl<G: Notation + Stochastic> TypedGame<G> {
    /// Creates a game that supports notation, play and `perft`.
    pub fn new(game: G, facts: Facts) -> TypedGame<G> {
        let abilities = Abilities {
            scenes: None,
            pictures: Pictures::default(),
            set_up: None,
            images: None,
            evaluate: None,
            bounds: None,
            books: None,
            ranks: None,
            walk: None,
            meet: None,
            solve: None,
            all_positions: None,
            layered: Layered::No,
            levels: None,
            levels_note: None,
            score: None,
            respond: responded,
            responses: Responses::reached,
            sweep: None,
            thrown: None,
            roster: |_, _| Box::new(OnlyRandom),
            choices: None,
        };
        let quick = budgets::scaled(budgets::QUICK_NODES, game.legal(&game.start()).len());
        let (game, players) = (Arc::new(game), Arc::new(Players::random()));
        TypedGame {
            game,
            facts,
            players,
            abilities,
            quick,
            sight_cost: 1,
            kept: ResultCache::default(),
        }
    }

    /// Adds scenes.
    #[must_use]
    pub fn with_scenes(mut self) -> TypedGame<G>
    where
        G: Scenic,
    {
        self.abilities.pictures.scene = Some(G::scene);
        self.abilities.pictures.shows_on = Some(G::shows_on);
        self.abilities.scenes = Some(Scenes {
            scene: G::scene,
            touches: G::touches,
            button: G::button,
            shows_on: G::shows_on,
            changes: G::changes,
            also: G::also,
            walk: G::walk,
        });
        self
    }

    /// Adds lines to complete.
    #[must_use]
    pub fn with_threats(mut self) -> TypedGame<G>
    where
        G: Threats,
    {
        self.abilities.pictures.threats = Some(G::threats);
        self
    }

    /// Adds setting up positions token by token.
    #[must_use]
    pub fn with_set_up(mut self) -> TypedGame<G>
    where
        G: Arranged,
    {
        let (supply, arranged) = (G::supply, G::arranged);
        self.abilities.set_up = Some(SetUp { supply, arranged, twin: twin::<G> });
        self
    }

    /// Adds a score.
    #[must_use]
    pub fn with_score(mut self) -> TypedGame<G>
    where
        G: Scored + Deterministic,
    {
        let best = |game: &G, position: &G::Position, context: &Context| {
            score::solve(game, position, &context.budget, &*context.progress)
        };
        self.abilities.score = Some(ScoreOf { now: G::score, best });
        self
    }

    /// Adds the dice of its rolls.
    #[must_use]
    pub fn with_dice(mut self, thrown: Throws<G>) -> TypedGame<G> {
        self.abilities.thrown = Some(thrown);
        self
    }

    /// Adds symmetries.
    #[must_use]
    pub fn with_symmetry(mut self) -> TypedGame<G>
    where
        G: Symmetric,
    {
        self.abilities.images = Some(Images { canonical: G::canonical, all: all_images });
        self
    }

    /// Adds values of single positions and of the whole game.
    #[must_use]
    pub fn with_values(mut self, layered: Layered) -> TypedGame<G>
    where
        G: Ranked + Tactics + Symmetric,
    {
        if Search::new(&*self.game).is_packed() {
            self.quick *= budgets::PACKED_NODES;
            self.sight_cost = budgets::PACKED_NODES;
        }
        self.abilities.evaluate = Some(remembered::<G>);
        self.abilities.bounds = Some(oracle::bounds::<G>);
        self.abilities.books = Some(BooksOf::new());
        self.abilities.ranks = Some(G::ranks);
        self.abilities.solve = Some(Solved::get);
        self.abilities.all_positions = Some(all_positions::<G>);
        self.abilities.layered = layered;
        self
    }

    /// The game with its types hidden.
    pub fn boxed(self) -> Box<dyn AnyGame> {
        Box::new(self)
    }

    pub(super) fn at(&self, position: G::Position) -> TypedPosition<G> {
        let (game, abilities) = (Arc::clone(&self.game), self.abilities);
        let (name, kept) = (self.facts.name.as_str().into(), self.kept.clone());
        let sides = Arc::new(self.facts.sides.clone());
        let (quick, sight_cost) = (self.quick, self.sight_cost);
        TypedPosition { game, name, sides, abilities, position, quick, sight_cost, kept }
    }
}

impl<G: Notation + Stochastic> AnyGame for TypedGame<G> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn retitled(mut self: Box<Self>, title: String) -> Box<dyn AnyGame> {
        self.facts.title = title;
        self
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(self.at(self.game.start()))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ReadError> {
        Ok(Box::new(self.at(read_position_and_moves(&*self.game, text)?)))
    }

    fn session(&self, plan: &TextPlan) -> Result<Box<dyn AnySession>, ReadError> {
        Ok(Box::new(TypedSession::new(self, plan)?))
    }

    fn supply(&self) -> Vec<Supply> {
        self.abilities.set_up.map_or(Vec::new(), |set_up| (set_up.supply)(&self.game))
    }

    fn token_of(&self, side: Side) -> Token {
        let supply = self.supply().into_iter().map(|it| it.token);
        let placed = || self.start().scene().unwrap_or_default().cells;
        let own = |token: &Token| token.side == Some(side);
        let found = supply.into_iter().find(own);
        let found = found.or_else(|| placed().into_iter().flat_map(|it| it.tokens).find(own));
        found.map_or(Token::new(side, token::DISC), |token| Token { count: 1, ..token })
    }

    fn arranged(
        &self,
        tokens: &[Vec<Token>],
        turn: Side,
    ) -> Option<Result<Box<dyn AnyPosition>, ReadError>> {
        let position = match (self.abilities.set_up?.arranged)(&self.game, tokens, turn) {
            Ok(position) => position,
            Err(error) => return Some(Err(error)),
        };
        Some(Ok(Box::new(self.at(position))))
    }

    fn whole(&self, context: &Context) -> Option<Result<Box<dyn AnyWhole>, SolveError>> {
        self.abilities.solve.map(|solve| solve(self, context))
    }

    fn openings(
        &self,
        plies: u32,
        budget: &Budget,
    ) -> Option<Result<Box<dyn AnyOpenings + '_>, SolveError>> {
        self.abilities.books.map(|books| (books.openings)(self, plies, budget))
    }

    fn search(&self, budget: &Budget) -> Option<Box<dyn AnySearch + '_>> {
        self.abilities.books.map(|books| (books.search)(self, budget))
    }

    fn book(&self, context: &Context, remarks: &mut Vec<String>) -> Option<Arc<Book>> {
        (self.abilities.books?.get)(self, context, remarks)
    }

    fn open_book(&self, bytes: Vec<u8>) -> Option<Result<Book, BookError>> {
        self.abilities.books.map(|books| (books.open)(self, bytes))
    }

    fn generate(
        &self,
        wish: &Wish<'_>,
        context: &Context,
        take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
    ) -> Option<Result<Report, GenerateError>> {
        let generate = self.abilities.levels?.generate;
        Some(generate(self, wish, context, take))
    }

    fn lists_levels(&self) -> bool {
        self.abilities.levels.is_some_and(|levels| levels.listed.is_some())
    }

    fn listed_levels(&self, opponent: &Player, context: &Context) -> Option<Vec<RatedLevel>> {
        let listed = self.abilities.levels?.listed?;
        listed(&self.at(self.game.start()), opponent, context).ok()
    }

    fn verify(
        &self,
        claims: &[TextClaim],
        most_positions: u64,
        budget: &Budget,
    ) -> Option<Vec<Result<(), Doubted>>> {
        let verify = self.abilities.levels?.verify;
        Some(verify(&self.game, claims, most_positions, budget))
    }

    fn survey(&self, asked: &Asked, budget: &Budget) -> Option<Result<Survey, SolveError>> {
        let survey = self.abilities.levels?.survey?;
        Some(survey(self, asked, budget))
    }

    fn rate_each(
        &self,
        of: &Match,
        context: &Context,
        remarks: &mut Vec<String>,
        visit: &mut dyn FnMut(&Line, &PositionRating) -> ControlFlow<()>,
    ) -> Option<Result<ControlFlow<()>, RateError>> {
        let rate_each = self.abilities.levels?.rate_each?;
        let mut visit = |at: &G::Position, rated: PositionRating| {
            visit(&line(&*self.game, at, rated.value), &rated)
        };
        Some(rate_each(self, of, context, remarks, &mut visit))
    }

    fn most_positions(&self) -> Option<u64> {
        self.abilities.ranks.and_then(|ranks| ranks(&self.game))
    }

    fn quick_nodes(&self) -> u64 {
        self.quick
    }

    fn players(&self) -> &Players {
        &self.players
    }

    fn goals(&self) -> &'static [Goal] {
        self.abilities.levels.map_or(&[], |levels| levels.goals)
    }

    fn levels_note(&self) -> Option<String> {
        self.abilities.levels_note.map(|note| note())
    }

    fn abilities(&self) -> Vec<&'static str> {
        let Abilities { scenes, set_up, images, evaluate, bounds, walk, levels, .. } =
            &self.abilities;
        let abilities = [
            scenes.as_ref().map(|_| "scenes"),
            set_up.as_ref().map(|_| "set-up"),
            images.as_ref().map(|_| "symmetry"),
            bounds.as_ref().map(|_| "values"),
            evaluate.as_ref().filter(|_| bounds.is_none()).map(|_| "chances"),
            walk.as_ref().map(|_| "policies"),
            levels.as_ref().map(|_| "levels"),
        ];
        abilities.into_iter().flatten().collect()
    }
}

fn responded<G: Notation + Stochastic>(
    at: &TypedPosition<G>,
    question: &Question,
    rival: &mut dyn Policy<G>,
    context: &Context,
) -> Result<Response<G::Move>, NoResponse> {
    let mut values = |position: &G::Position| match at.known(position, context) {
        Evaluation::Values(known) => known.moves,
        Evaluation::Chances(known) => known.moves.into_iter().map(|it| (it.0, None)).collect(),
    };
    let mut sweep = || at.abilities.sweep.and_then(|sweep| sweep(at, question, context));
    let limits = (&context.budget, &*context.progress as &dyn Progress);
    let asked = (question.side, question.among);
    respond(&*at.game, &at.position, asked, rival, &mut values, &mut sweep, limits)
}

fn all_images<G: Symmetric>(game: &G, position: &G::Position) -> Vec<(G::Position, bool)> {
    let image = |number| (game.image(position, number), game.is_mirror(number));
    (0..game.symmetries()).map(image).collect()
}

/// The players of a game whose positions cannot be evaluated: only the random one.
struct OnlyRandom;

impl<'a, G: Game> Roster<'a, G> for OnlyRandom {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        player.is(&random::KIND).then(|| Box::new(Random) as _)
    }
}

// Not derived, as that would require `G: Copy`. Function pointers are always `Copy`.
impl<G: Game> Clone for Abilities<G> {
    fn clone(&self) -> Abilities<G> {
        *self
    }
}
impl<G: Game> Copy for Abilities<G> {}
impl<G: Game> Clone for ScoreOf<G> {
    fn clone(&self) -> ScoreOf<G> {
        *self
    }
}
impl<G: Game> Copy for ScoreOf<G> {}
impl<G: Game> Clone for Scenes<G> {
    fn clone(&self) -> Scenes<G> {
        *self
    }
}
impl<G: Game> Copy for Scenes<G> {}
impl<G: Game> Clone for SetUp<G> {
    fn clone(&self) -> SetUp<G> {
        *self
    }
}
impl<G: Game> Copy for SetUp<G> {}
impl<G: Game> Clone for Images<G> {
    fn clone(&self) -> Images<G> {
        *self
    }
}
impl<G: Game> Copy for Images<G> {}

/// A cache with one value per type.
#[derive(Clone, Default)]
pub(super) struct ResultCache(Arc<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>);

impl ResultCache {
    /// The value of this type, if there is one.
    pub(super) fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(values.get(&TypeId::of::<T>())?).downcast().ok()
    }

    /// Stores a value unless there is one of its type, and returns the stored one.
    pub(super) fn keep<T: Any + Send + Sync>(&self, value: Arc<T>) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = values.entry(TypeId::of::<T>()).or_insert_with(|| value.clone());
        Arc::clone(kept).downcast().unwrap_or(value)
    }

    /// The value of this type; created if there is none.
    pub(super) fn or_default<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        self.get().unwrap_or_else(|| self.keep(Arc::default()))
    }
}
