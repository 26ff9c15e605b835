//! A typed position that implements [`AnyPosition`], written once for all games, what is known
//! of it, and the players that choose in it.

use super::game::{Abilities, ResultCache};
use crate::any::{AnyPosition, BestScore, Choices, OnBoard, TextEyes, TextLevel, TwinResult};
use crate::counting;
use spar_challenge::explain::{Explainer, Story, written};
use spar_challenge::generate::Playable;
use spar_challenge::judge::Goal;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::matches::{Contest, MatchError, MatchPlan, MatchResult, Opponents};
use spar_challenge::oracle::{self, Evaluation, MoveChances, Values};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Player, Policy, Roster, Seen, Unknown, Valued, Valuer};
use spar_challenge::rating::{LevelRating, Task};
use spar_challenge::response::{NoResponse, Question, Response, Sweeps, WholeResponses};
use spar_challenge::say::Voices;
use spar_challenge::session::{self, By};
use spar_challenge::track::Walk;
use spar_rules::scene::Scene;
use spar_rules::{
    Game, Notation, Ranked, ReadError, Score, Side, SplitMix, Stochastic, Symmetric, Tactics, Turn,
};
use spar_solve::alpha_beta::Solution;
use spar_solve::{Budget, CacheKey, Context, score};
use std::sync::Arc;

/// A position with its game.
pub(super) struct TypedPosition<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) name: Arc<str>,
    /// The display names of the sides.
    pub(super) sides: Arc<[String; 2]>,
    pub(super) abilities: Abilities<G>,
    pub(super) position: G::Position,
    /// Nodes for an answer that a person waits for.
    pub(super) quick: u64,
    /// The nodes of a search that cost as much as one node of foresight.
    pub(super) sight_cost: u64,
    pub(super) kept: ResultCache,
}

impl<G: Notation + Stochastic> TypedPosition<G> {
    /// Another position of the same game.
    pub(super) fn moved_to(&self, position: &G::Position) -> TypedPosition<G> {
        let (game, name, abilities) =
            (Arc::clone(&self.game), Arc::clone(&self.name), self.abilities);
        let (sides, position, kept) =
            (Arc::clone(&self.sides), position.clone(), self.kept.clone());
        let (quick, sight_cost) = (self.quick, self.sight_cost);
        TypedPosition { game, name, sides, abilities, position, quick, sight_cost, kept }
    }

    /// The evaluation of a position of this game; without values if it cannot be evaluated.
    pub(super) fn known(&self, position: &G::Position, context: &Context) -> Evaluation<G::Move> {
        if let Some(evaluate) = self.abilities.evaluate {
            return evaluate(self, position, context);
        }
        self.unknown(position)
    }

    /// Makes the game's players, which compute in this context.
    pub(super) fn roster<'a>(&'a self, context: &'a Context) -> Box<dyn Roster<'a, G> + 'a> {
        (self.abilities.roster)(self, context)
    }

    /// The evaluation of a position about which only the moves are known.
    pub(super) fn unknown(&self, position: &G::Position) -> Evaluation<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        Evaluation::unknown(moves)
    }

    /// The display name of a move.
    pub(super) fn name_of(&self, position: &G::Position, mv: G::Move) -> String {
        let scenes = self.abilities.scenes.as_ref();
        let button = scenes.and_then(|it| (it.button)(&self.game, position, mv.clone()));
        button.map_or_else(|| self.game.write_move(position, mv), |button| button.text)
    }

    fn typed_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        moves
    }

    fn write(&self, mv: G::Move) -> String {
        self.game.write_move(&self.position, mv)
    }

    /// A move with its appearance in the scene.
    fn drawn(&self, mv: G::Move) -> OnBoard {
        let Some(scenes) = self.abilities.scenes.as_ref() else {
            return OnBoard::bare(self.write(mv));
        };
        let (game, position) = (&*self.game, &self.position);
        OnBoard {
            mv: self.write(mv.clone()),
            cells: (scenes.touches)(game, position, mv.clone()),
            also: (scenes.also)(game, position, mv.clone()),
            button: (scenes.button)(game, position, mv.clone()),
            shows_on: (scenes.shows_on)(game, position, mv.clone()),
            walk: (scenes.walk)(game, position, mv.clone()),
            changes: (scenes.changes)(game, position, mv),
        }
    }

    /// An evaluation with its moves as text.
    pub(super) fn written(&self, evaluation: Evaluation<G::Move>) -> Evaluation {
        match evaluation {
            Evaluation::Values(Values { value, bounds, moves, sound, line, nodes, remarks }) => {
                let moves = moves.into_iter().map(|(mv, value)| (self.write(mv), value)).collect();
                let sound = sound.into_iter().map(|mv| self.write(mv)).collect();
                let line = written(&*self.game, &self.position, &line);
                Evaluation::Values(Values { value, bounds, moves, sound, line, nodes, remarks })
            }
            Evaluation::Chances(MoveChances { here, moves, best }) => {
                let written = |(mv, chance)| (self.write(mv), chance);
                let moves = moves.into_iter().map(written).collect();
                let best = best.map(|mv| self.write(mv));
                Evaluation::Chances(MoveChances { here, moves, best })
            }
        }
    }
}

impl<G: Notation + Stochastic> AnyPosition for TypedPosition<G> {
    fn text(&self) -> String {
        self.game.write_position(&self.position)
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn side(&self) -> Side {
        self.game.side(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        self.typed_moves().into_iter().map(|mv| self.write(mv)).collect()
    }

    fn weights(&self) -> Option<Vec<u32>> {
        let weight = |mv| self.game.weight(&self.position, mv);
        let rolls = self.game.turn(&self.position) == Turn::Roll;
        rolls.then(|| self.typed_moves().into_iter().map(weight).collect())
    }

    fn walk(&self) -> Option<Walk> {
        self.abilities.walk.map(|walk| walk(&self.game, &self.position))
    }

    fn play(&mut self, mv: &str) -> Result<String, ReadError> {
        let mv = self.game.read_move(&self.position, mv)?;
        let text = self.write(mv.clone());
        self.position = self.game.after(&self.position, mv);
        Ok(text)
    }

    fn choose(
        &self,
        player: &Player,
        random: &mut SplitMix,
        context: &Context,
    ) -> Option<(String, By)> {
        let mut policy = self.roster(context).policy(player)?;
        let seen = Seen::at(&*self.game, &self.position);
        let (mv, by) = session::choose(&mut *policy, &seen, random)?;
        Some((self.write(mv), by))
    }

    fn scene(&self) -> Option<Scene> {
        let scenes = self.abilities.scenes.as_ref()?;
        Some((scenes.scene)(&self.game, &self.position))
    }

    fn on_board(&self) -> Vec<OnBoard> {
        self.typed_moves().into_iter().map(|mv| self.drawn(mv)).collect()
    }

    fn move_on_board(&self, mv: &str) -> Result<OnBoard, ReadError> {
        Ok(self.drawn(self.game.read_move(&self.position, mv)?))
    }

    fn canonical(&self) -> Option<String> {
        let canonical = self.abilities.images?.canonical;
        Some(self.game.write_position(&canonical(&self.game, &self.position)))
    }

    fn images(&self) -> Vec<(String, bool)> {
        let Some(images) = self.abilities.images else { return Vec::new() };
        let images = (images.all)(&self.game, &self.position).into_iter();
        images.map(|(image, is_mirror)| (self.game.write_position(&image), is_mirror)).collect()
    }

    fn evaluate(&self, context: &Context) -> Option<Evaluation> {
        let evaluate = self.abilities.evaluate?;
        Some(self.written(evaluate(self, &self.position, context)))
    }

    fn story(&self, evaluation: &Evaluation) -> Option<Story> {
        let value = evaluation.value()?;
        let (game, mut here) = (&*self.game, self.position.clone());
        let mut line = Vec::new();
        for text in evaluation.line() {
            let mv = game.read_move(&here, text).ok()?;
            here = game.after(&here, mv.clone());
            line.push(mv);
        }
        let [first, second] = &*self.sides;
        let voices = Voices { names: [first, second], person: None };
        let explainer = Explainer::new(game, self.abilities.pictures, voices);
        (!line.is_empty()).then(|| explainer.story(&self.position, &line, Some((0, value))))
    }

    fn bounds(&self, context: &Context) -> Option<Solution> {
        let bounds = self.abilities.bounds?;
        Some(bounds(&self.game, &self.name, &self.position, context))
    }

    fn rate(
        &self,
        of: &Match,
        side: Side,
        sample: &SamplePlan,
        context: &Context,
    ) -> Option<Result<TextLevel, Unknown>> {
        self.abilities.levels.map(|levels| (levels.rate)(self, of, side, sample, context))
    }

    fn hold_match(
        &self,
        players: [&Player; 2],
        plan: &MatchPlan,
        budget: &Budget,
        context: &dyn Fn(Budget) -> Context,
    ) -> Result<MatchResult, MatchError> {
        let meet = |context: &Context| match self.abilities.meet {
            Some(meet) => meet(self, players, context),
            None => [None; 2],
        };
        let contest = Contest {
            game: &*self.game,
            position: &self.position,
            players: &Named { at: self, players },
            compute: &meet,
            context,
        };
        contest.hold(plan, budget)
    }

    fn score(&self) -> Option<Score> {
        self.abilities.score.map(|score| (score.now)(&self.game, &self.position))
    }

    fn best_score(&self, context: &Context) -> Option<BestScore> {
        let best = self.abilities.score?.best;
        let leads = |moves: Vec<(G::Move, i64)>| {
            moves.into_iter().map(|(mv, lead)| (self.write(mv), lead)).collect()
        };
        Some(match best(&self.game, &self.position, context) {
            Ok(score::Best { score, line, moves, nodes }) => {
                let line = written(&*self.game, &self.position, &line);
                Ok(score::Best { score, line, moves: leads(moves), nodes })
            }
            Err(score::Unfinished { why, moves }) => {
                Err(score::Unfinished { why, moves: leads(moves) })
            }
        })
    }

    fn respond(&self, question: &Question, context: &Context) -> Result<Response, NoResponse> {
        let (game, here) = (&*self.game, &self.position);
        let mut rival = self.roster(context).policy(&question.rival).ok_or(NoResponse::Player)?;
        let found = (self.abilities.respond)(self, question, &mut *rival, context)?;
        let reply = |mv: &G::Move, reply| game.write_move(&game.after(here, mv.clone()), reply);
        Ok(found.map(|mv| self.write(mv), reply))
    }

    fn level_rating(
        &self,
        task: &Task<()>,
        context: &Context,
    ) -> Option<Result<LevelRating, Unknown>> {
        self.abilities.levels.map(|levels| (levels.level_rating)(self, task, context))
    }

    fn eyes(&self, rounds: u32, budget: &Budget) -> Option<Result<TextEyes, Unknown>> {
        let eyes = self.abilities.levels?.eyes?;
        Some(eyes(self, rounds, budget))
    }

    fn twin(
        &self,
        mv: &str,
        goal: Option<Goal>,
        context: &Context,
    ) -> Result<Option<TwinResult<String>>, ReadError> {
        let mv = self.game.read_move(&self.position, mv)?;
        let Some(set_up) = &self.abilities.set_up else { return Ok(None) };
        let found = (set_up.twin)(self, mv, goal, context);
        Ok(Some(found.map(|told| told.map(|it| self.game.write_position(it)))))
    }

    fn policy(&self, player: &Player, context: &Context) -> Option<Result<Choices, Unknown>> {
        let choices = self.abilities.choices?;
        Some(choices(self, player, context))
    }

    fn perft(&self, depth: u32, budget: &Budget) -> Option<u64> {
        counting::perft(&*self.game, &self.position, depth, budget)
    }

    fn divide(&self, depth: u32, budget: &Budget) -> Option<Vec<(String, u64)>> {
        let counts = counting::divide(&*self.game, &self.position, depth, budget)?;
        Some(counts.into_iter().map(|(mv, count)| (self.write(mv), count)).collect())
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(self.moved_to(&self.position))
    }
}

/// Two players of a game, given by name.
struct Named<'a, G: Game> {
    at: &'a TypedPosition<G>,
    players: [&'a Player; 2],
}

impl<G: Notation + Stochastic> Opponents<G> for Named<'_, G> {
    fn policies<'d>(&'d self, context: &'d Context) -> Option<[Box<dyn Policy<G> + 'd>; 2]> {
        let roster = self.at.roster(context);
        let [one, other] = self.players;
        Some([roster.policy(one)?, roster.policy(other)?])
    }
}

/// The cache key of an evaluation.
#[derive(PartialEq, Eq, Hash)]
struct EvaluationKey {
    position: String,
}

/// The value of a position, of its moves, and the principal variation: from the context's
/// cache, or computed and cached.
pub(super) fn remembered<G: Notation + Ranked + Tactics + Symmetric>(
    at: &TypedPosition<G>,
    position: &G::Position,
    context: &Context,
) -> Evaluation<G::Move> {
    let (game, name) = (&*at.game, &*at.name);
    let Some(memory) = &context.memory else {
        return oracle::evaluate(game, name, position, context);
    };
    let key = CacheKey::new(&at.name, EvaluationKey { position: game.write_position(position) });
    let known = memory.recall(&key).and_then(|it| it.downcast::<Evaluation<_>>().ok());
    if let Some(known) = known {
        return Evaluation::clone(&known);
    }
    let found = oracle::evaluate(game, name, position, context);
    // A stopped search may have weaker bounds, so its result is not cached.
    if !context.budget.is_stopped() {
        memory.keep(key, Arc::new(found.clone()));
    }
    found
}

/// The players of a game with an evaluation, with the budget of an answer that a person waits
/// for.
pub(super) fn roster<'a, G: Notation + Playable>(
    at: &'a TypedPosition<G>,
    context: &'a Context,
) -> Box<dyn Roster<'a, G> + 'a> {
    let game = &*at.game;
    let valuer = ByEvaluation { at, context, last: None, nodes: 0 };
    // The search may have used up its budget; a guess may use the rest of the whole budget.
    let (sight, whole) = (context.budget.clone(), context.budget.whole());
    let (nodes, guess_nodes) =
        (sight.nodes / at.sight_cost, whole.nodes.min(at.quick) / at.sight_cost);
    let (sight, guesses) = (sight.with_nodes(nodes), whole.with_nodes(guess_nodes));
    let known = Known::with_guesses(game, valuer, sight, guesses);
    let players = LookAhead::new(known.with_sweeps(move |question| swept(at, question, context)));
    match &context.memory {
        Some(memory) => Box::new(players.cached(&at.name, memory)),
        None => Box::new(players),
    }
}

/// Best responses from every position. Not available if the context has a cache, as on a
/// server, which has many games open and no memory for whole ones.
pub(super) fn swept<G: Notation + Playable>(
    at: &TypedPosition<G>,
    question: &Question,
    context: &Context,
) -> Option<Arc<WholeResponses<G>>> {
    let may_sweep = context.memory.is_none();
    may_sweep
        .then(|| at.kept.or_default::<Sweeps<G>>().get(&*at.game, &at.name, question, context))
        .flatten()
}

/// Nodes that an evaluation counts as on top of its search: tables and caches are asked first.
const LOOK_UP: u64 = 100;

/// Values moves by what is known of their position, asked once in a row.
struct ByEvaluation<'a, G: Game> {
    at: &'a TypedPosition<G>,
    context: &'a Context,
    last: Option<(G::Position, Evaluation<G::Move>)>,
    nodes: u64,
}

impl<G: Notation + Playable> ByEvaluation<'_, G> {
    fn of(&mut self, position: &G::Position) -> &Evaluation<G::Move> {
        let known = self.last.take().filter(|it| it.0 == *position);
        let known = known.unwrap_or_else(|| {
            let found = self.at.known(position, self.context);
            self.nodes += found.nodes() + LOOK_UP;
            (position.clone(), found)
        });
        &self.last.insert(known).1
    }
}

impl<G: Notation + Playable> Valuer<G> for ByEvaluation<'_, G> {
    fn move_values(&mut self, _: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        let Evaluation::Values(known) = self.of(position) else { return Err(Unknown) };
        let known = known.moves.iter().map(|(mv, value)| Some((mv.clone(), (*value)?)));
        known.collect::<Option<_>>().ok_or(Unknown)
    }

    fn best_moves(&mut self, _: &G, position: &G::Position) -> Result<Vec<G::Move>, Unknown> {
        let best: Vec<G::Move> = self.of(position).best().cloned().collect();
        if best.is_empty() { Err(Unknown) } else { Ok(best) }
    }

    fn sound(&mut self, _: &G, position: &G::Position) -> Vec<G::Move> {
        match self.of(position) {
            Evaluation::Values(known) => known.sound.clone(),
            Evaluation::Chances(known) => known.best.clone().into_iter().collect(),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests;
