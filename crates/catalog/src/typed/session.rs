//! The typed session, which implements [`AnySession`] once for all games.

use super::game::{Thrown, TypedGame};
use super::position::TypedPosition;
use crate::any::{
    AnyGame as _, AnyPosition, AnySession, EventError, Rolled, TextEvent, TextJudged, TextPlan,
    TextPly,
};
use crate::budgets;
use spar_challenge::cost::Cost;
use spar_challenge::explain::Explainer;
use spar_challenge::hint::{Hint, Picture};
use spar_challenge::judge::{Goal, Worth};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{Player, Seen, Unknown};
use spar_challenge::response::{Responses, earliest};
use spar_challenge::review::{Review, review};
use spar_challenge::say::{Say, Voices};
use spar_challenge::session::{self, Aim, By, Decided, Plan, RESPONSE, Seat, Session, State};
use spar_rules::{Notation, ReadError, Side, Stochastic, Value, read_position_and_moves};
use spar_solve::{Context, Silent};
use std::collections::HashMap;

/// A session with its types.
pub(super) struct TypedSession<G: Notation + Stochastic> {
    /// The start, with the abilities of the game.
    start: TypedPosition<G>,
    session: Session<G>,
    sides: [String; 2],
}

impl<G: Notation + Stochastic> TypedSession<G> {
    pub(super) fn new(typed: &TypedGame<G>, plan: &TextPlan) -> Result<TypedSession<G>, ReadError> {
        let start = read_position_and_moves(&*typed.game, &plan.start)?;
        for side in [Side::First, Side::Second] {
            if let Seat::Program(player) = plan.seats.of(side) {
                typed.players().check(player)?;
            }
        }
        check_goal(plan.goal, typed.goals())?;
        let settled = Plan { start: start.clone(), seats: plan.seats.clone(), goal: plan.goal };
        let session = Session::new(&*typed.game, settled).map_err(EventError::Game)?;
        Ok(TypedSession { start: typed.at(start), session, sides: typed.facts.sides.clone() })
    }

    fn game(&self) -> &G {
        &self.start.game
    }

    fn voices(&self) -> Voices<'_> {
        let [first, second] = &self.sides;
        Voices { names: [first, second], person: self.session.plan().seats.person() }
    }

    /// Explains the game to its person.
    fn explainer(&self) -> Explainer<'_, G> {
        Explainer::new(self.game(), self.start.abilities.pictures, self.voices())
    }

    /// The display name of a move.
    fn named(&self, position: &G::Position, mv: G::Move) -> String {
        self.start.name_of(position, mv)
    }

    fn ask(&self, position: &G::Position, context: &Context) -> Evaluation<G::Move> {
        self.start.known(position, context)
    }

    /// The evaluation of the current position, given the moves that led to it.
    fn known_here(&self, context: &Context) -> Evaluation<G::Move> {
        self.session.known(self.game(), self.n_moves(), |position| self.ask(position, context))
    }

    /// Evaluates the positions of the session until they have cost `nodes`, and returns the
    /// nodes that are left. The last positions come first, because they are the cheapest and
    /// most important; then the positions after slips. A cached value counts its original cost,
    /// so that a review is always the same.
    fn known_from_the_end(
        &self,
        nodes: u64,
        context: &Context,
    ) -> (HashMap<G::Position, Evaluation<G::Move>>, u64) {
        let line = (0..=self.n_moves()).rev().filter_map(|it| self.session.at(it).cloned());
        let slips = self.session.slips().iter();
        let slips =
            slips.flat_map(|it| [it.before.clone(), self.game().after(&it.before, it.mv.clone())]);
        let mut known = HashMap::new();
        let mut left = nodes;
        for position in line.chain(slips) {
            if left == 0 {
                break;
            }
            known.entry(position).or_insert_with_key(|position| {
                let found = self.ask(position, context);
                left = left.saturating_sub(found.nodes());
                found
            });
        }
        (known, left)
    }

    /// The best responses of the person to an opponent that may make mistakes: from the
    /// earliest of these positions that the nodes allow, and from all positions that play
    /// reaches from there.
    fn responses(
        &self,
        positions: &[&G::Position],
        nodes: u64,
        context: &Context,
    ) -> Option<Responses<G>> {
        let (side, rival) = self.session.rival()?;
        let game = self.game();
        let most = budgets::scaled(budgets::RESPONSE_NODES, game.legal(&game.start()).len());
        // A shared cache would affect how far the budget goes, so use none. The small memory
        // limit prevents opponents that are best responses themselves from solving the whole
        // game.
        let plain = Context::bare(context.budget.clone().with_memory(budgets::RESPONSE_MEMORY));
        earliest(positions, nodes.min(most), |position, nodes| {
            let mut rival = self.start.roster(&plain).policy(rival)?;
            let budget = context.budget.clone().with_nodes(nodes);
            let respond = self.start.abilities.responses;
            respond(game, position, side, &mut *rival, &budget, &Silent).ok()
        })
    }

    fn picture(&self) -> Option<Picture> {
        let scenes = self.start.abilities.scenes.as_ref()?;
        let (game, here) = (self.game(), self.session.here());
        let mut moves = Vec::new();
        game.moves(here, &mut moves);
        let touches = moves.into_iter().map(|mv| (scenes.touches)(game, here, mv)).collect();
        Some(Picture { scene: (scenes.scene)(game, here), touches })
    }
}

impl<G: Notation + Stochastic> AnySession for TypedSession<G> {
    fn plan(&self) -> TextPlan {
        let Plan { start, seats, goal } = self.session.plan();
        Plan { start: self.game().write_position(start), seats: seats.clone(), goal: *goal }
    }

    fn n_events(&self) -> usize {
        self.session.log().len()
    }

    fn apply(&mut self, event: TextEvent) -> Result<TextEvent, EventError> {
        let game = &*self.start.game;
        let here = self.session.here().clone();
        let typed = event.try_map(|text| game.read_move(&here, &text))?;
        self.session.apply(game, typed.clone())?;
        Ok(typed.map(|mv| game.write_move(&here, mv)))
    }

    fn here(&self) -> Box<dyn AnyPosition> {
        Box::new(self.start.moved_to(self.session.here()))
    }

    fn at(&self, n_moves: usize) -> Option<Box<dyn AnyPosition>> {
        let position = self.session.at(n_moves)?;
        Some(Box::new(self.start.moved_to(position)))
    }

    fn moves(&self) -> Vec<TextPly> {
        let (game, session) = (self.game(), &self.session);
        let plies = session.plies().iter().enumerate();
        let text = |(index, ply): (usize, &session::Ply<G::Position, G::Move>)| TextPly {
            mv: game.write_move(&ply.before, ply.mv.clone()),
            side: ply.side,
            by: ply.by,
            before: game.write_position(&ply.before),
            after: game.write_position(session.at(index + 1).unwrap_or(session.here())),
        };
        plies.map(text).collect()
    }

    fn n_moves(&self) -> usize {
        self.session.plies().len()
    }

    fn version(&self) -> usize {
        self.session.version()
    }

    fn state(&self) -> State {
        self.session.state()
    }

    fn result(&self) -> Option<Value> {
        self.session.result()
    }

    fn reached(&self) -> Option<bool> {
        self.session.reached()
    }

    fn decided(&self) -> Option<Decided> {
        self.session.decided()
    }

    fn person_to_move(&self) -> Option<Side> {
        self.session.person_to_move()
    }

    fn is_programs_turn(&self) -> bool {
        self.session.program_to_move().is_some()
    }

    fn hinted(&self) -> u8 {
        self.session.hinted()
    }

    fn next_stage(&self) -> u8 {
        self.session.next_stage()
    }

    fn helped(&self) -> bool {
        self.session.helped()
    }

    fn has_response(&self) -> bool {
        self.session.has_response()
    }

    fn slips(&self) -> u32 {
        (self.session.slips().len() + self.session.missed()) as u32
    }

    fn can_undo(&self) -> bool {
        self.session.can_undo()
    }

    fn evaluate(&self, context: &Context) -> Option<Evaluation> {
        self.start.abilities.evaluate?;
        Some(self.start.moved_to(self.session.here()).written(self.known_here(context)))
    }

    fn say(&self) -> Say {
        session::say(self.game(), &self.session, &self.voices())
    }

    fn aim(&self, context: &Context) -> Option<Aim> {
        self.session.plan().goal?;
        let (position, known) = match self.session.state() {
            State::Open => (self.session.here(), self.known_here(context)),
            _ => (&self.start.position, self.ask(&self.start.position, context)),
        };
        Aim::of(self.game(), &self.session, position, &known, &self.voices())
    }

    fn judge(&self, mv: &str, context: &Context) -> Result<TextJudged, ReadError> {
        let (game, here) = (self.game(), self.session.here());
        let mv = game.read_move(here, mv)?;
        if let Evaluation::Chances(chances) = self.ask(here, context)
            && let Some(cost) = Cost::of(&chances, &mv)
        {
            let best = chances.best.map(|mv| self.named(here, mv)).unwrap_or_default();
            let say = cost.say(game.side(here), &self.named(here, mv), &best, &self.voices());
            let (worth, verdict) = (Worth::default(), cost.verdict());
            return Ok(TextJudged { worth, verdict, say, story: None });
        }
        let judged = self.session.judge(game, mv, &mut |position| self.ask(position, context));
        Ok(TextJudged {
            worth: judged.worth,
            verdict: judged.verdict,
            say: judged.say(game, here, &self.voices()),
            story: judged.story(&self.explainer(), here),
        })
    }

    fn last_miss(&self) -> Option<(Box<dyn AnyPosition>, String)> {
        let (before, mv) = self.session.last_miss()?;
        let mv = self.game().write_move(before, mv.clone());
        Some((Box::new(self.start.moved_to(before)), mv))
    }

    fn hint(&self, stage: u8, context: &Context) -> Hint {
        let (game, here) = (self.game(), self.session.here());
        let named = |mv| self.named(here, mv);
        if let (RESPONSE, Some((_, rival))) = (stage, self.session.rival()) {
            let responses = self.responses(&[here], u64::MAX, context);
            // Values are only needed together with responses.
            let known = responses.as_ref().map(|_| self.known_here(context));
            let known = known.unwrap_or_else(|| self.start.unknown(here));
            let (rival, picture) = (rival.phrase(), || self.picture());
            return Hint::against(game, here, &rival, responses.as_ref(), &known, picture, named);
        }
        let known = self.known_here(context);
        Hint::of(&self.explainer(), here, stage, &known, || self.picture(), named)
    }

    fn review(&self, nodes: u64, context: &Context) -> Review {
        let (known, left) = self.known_from_the_end(nodes, context);
        let own = self.session.plies().iter().filter(|ply| ply.by == By::Person);
        let own: Vec<&G::Position> = own.map(|ply| &ply.before).collect();
        let responses = self.responses(&own, left, context);
        let ask = |position: &G::Position| {
            known.get(position).cloned().unwrap_or_else(|| self.start.unknown(position))
        };
        // A shared cache would affect how far the budget goes, so use none.
        let plain = Context::quiet(context.budget.clone(), context.sources.clone());
        let roster = self.start.roster(&plain);
        let likes = |position: &G::Position, rounds, ties| {
            let mut policy = roster.policy(&Player::foresight(rounds, ties)).ok_or(Unknown)?;
            let mut weights = Vec::new();
            policy.weights(&Seen::at(self.game(), position), &mut weights)?;
            Ok(weights.into_iter().map(|it| it.0).collect())
        };
        let named = |position: &G::Position, mv| self.named(position, mv);
        let (explainer, responses) = (self.explainer(), responses.as_ref());
        review(self.game(), &self.session, &explainer, ask, likes, responses, named)
    }

    fn answer(&self, seed: u64, context: &Context) -> Option<(String, By)> {
        let (game, session) = (self.game(), &self.session);
        let (_, player) = session.program_to_move()?;
        let mut policy = self.start.roster(context).policy(player)?;
        let chosen = session::answer(game, session, seed, None, &mut *policy);
        chosen.map(|(mv, by)| (game.write_move(session.here(), mv), by))
    }

    fn roll(&self, seed: u64) -> Option<String> {
        let (game, session) = (self.game(), &self.session);
        let rolled = session::roll(game, session, seed, G::weight);
        rolled.map(|mv| game.write_move(session.here(), mv))
    }

    fn rolled(&self, index: usize, seed: u64) -> Option<Rolled> {
        let ply = self.session.plies().get(index).filter(|ply| ply.by == By::Chance)?;
        let thrown = self.start.abilities.thrown?;
        let Thrown { steps, dice } = thrown(self.game(), &ply.before, ply.mv.clone())?;
        let dice = dice.map(|dice| session::faces(dice, steps, seed, index));
        Some(Rolled { steps, dice: dice.unwrap_or_default() })
    }
}

/// Checks that the game has the goal. Games with chance have only the goal `best`, and other
/// games do not have it.
fn check_goal(goal: Option<Goal>, goals: &[Goal]) -> Result<(), ReadError> {
    match goal {
        Some(goal) if goals.contains(&goal) => Ok(()),
        Some(Goal::Win | Goal::Draw) if goals.contains(&Goal::Best) => {
            Err(ReadError::new("the goals `win` and `draw` are not for games with dice")
                .hint("use the goal `best`: a game without a slip"))
        }
        Some(Goal::Best) => Err(ReadError::new("the goal `best` is only for games with dice")
            .hint("use the goal `win` or `draw`")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
