//! A race known from end to end: the chance of whoever is to move on every pair of squares
//! with best play of both, and what each player chooses.

use super::solved;
use crate::chance::Bounds;
use crate::oracle::{Evaluation, MoveChances};
use crate::player::Player;
use crate::policy::Unknown;
use spar_rules::{Race, Side, Turn, Value};
use spar_solve::Budget;

/// A race known from end to end.
#[derive(Clone, Debug)]
pub struct Course {
    n: usize,
    /// The chance of the side to move, by its square and then by the other's.
    best: Vec<Bounds>,
    /// The number of the action that best play takes there.
    perfect: Vec<u8>,
    /// The number of the action that needs the fewest turns, by square.
    fastest: Vec<u8>,
    /// The number of the action that the novice takes, by square.
    novice: Vec<u8>,
}

impl Course {
    /// No race with more squares is known from end to end: it has too many pairs of them.
    pub const MOST_SQUARES: u32 = 400;

    /// Finds out all there is to know of a race.
    ///
    /// # Errors
    /// If it has too many squares, or the work was stopped.
    pub fn of<G: Race>(game: &G, budget: &Budget) -> Result<Course, Unknown> {
        if game.squares() > Course::MOST_SQUARES {
            return Err(Unknown);
        }
        let n = game.squares() as usize;
        let best = solved::both_best(game, budget).ok_or(Unknown)?;
        let fastest = solved::fastest(game, budget).ok_or(Unknown)?;
        let novice = solved::novice(game);
        let mut course = Course { n, best, perfect: Vec::new(), fastest, novice };
        let pairs = (0..n).flat_map(|own| (0..n).map(move |other| (own as u32, other as u32)));
        course.perfect = pairs.map(|(own, other)| course.wins_most(game, own, other)).collect();
        Ok(course)
    }

    /// The chance of the side to move on its own square, with best play of both.
    pub fn facing(&self, own: u32, other: u32) -> Bounds {
        let (own, other, goal) = (own as usize, other as usize, self.n - 1);
        if own == goal || other == goal {
            return Bounds::exactly(f64::from(u8::from(own == goal)));
        }
        self.best[own * self.n + other]
    }

    /// The chance of the side to move if it takes the action of this number.
    fn taking<G: Race>(&self, game: &G, [own, other]: [u32; 2], action: usize) -> Bounds {
        let steps = game.actions()[action].steps.iter();
        let lands = |(steps, weight): &(u32, u32)| (*weight, game.lands(own, *steps));
        Bounds::mean(steps.map(lands).map(|(weight, to)| (weight, self.landed(to, other))))
    }

    /// The chance of a side that has come to this square.
    fn landed(&self, own: u32, other: u32) -> Bounds {
        self.facing(other, own).opposite()
    }

    /// The action that wins most often; the first of those that do.
    fn wins_most<G: Race>(&self, game: &G, own: u32, other: u32) -> u8 {
        let mut best = (0, 0.0);
        for action in 0..game.actions().len() {
            let chance = self.taking(game, [own, other], action).middle();
            if chance > best.1 * (1.0 + NEAR) {
                best = (action as u8, chance);
            }
        }
        best.0
    }

    /// What is known of a position.
    pub fn evaluate<G: Race>(&self, game: &G, position: &G::Position) -> Evaluation<G::Move> {
        let side = game.side(position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let [own, other] = squares(game, position);
        let (chances, best): (Vec<Bounds>, _) = match game.turn(position) {
            Turn::Over(outcome) => return Evaluation::over(Value::of(outcome, side)),
            Turn::Play(_) => {
                let taking = |action| self.taking(game, [own, other], action);
                let best = self.perfect[own as usize * self.n + other as usize];
                ((0..moves.len()).map(taking).collect(), moves.get(usize::from(best)).copied())
            }
            Turn::Roll => {
                let to = |mv: &G::Move| squares(game, &game.after(position, *mv))[1];
                (moves.iter().map(|mv| self.landed(to(mv), other)).collect(), None)
            }
        };
        let here = match best {
            Some(_) => self.facing(own, other),
            None => {
                let weight = |mv: &G::Move| game.weight(position, *mv);
                Bounds::mean(moves.iter().map(weight).zip(chances.iter().copied()))
            }
        };
        let unknown = Evaluation::unknown(moves.iter().copied());
        let moves = moves.into_iter().zip(chances).collect();
        let line = best.into_iter().collect();
        Evaluation { chances: Some(MoveChances { here, moves, best }), line, ..unknown }
    }

    /// The numbers of the actions among which a player chooses on its square, each alike.
    ///
    /// # Errors
    /// If a race has no such player.
    pub fn choices<G: Race>(
        &self,
        game: &G,
        player: Player,
        [own, other]: [u32; 2],
    ) -> Result<Vec<usize>, Unknown> {
        let own = own as usize;
        let one = |number: u8| vec![usize::from(number)];
        match player {
            Player::Random => Ok((0..game.actions().len()).collect()),
            Player::Novice => Ok(one(self.novice[own])),
            Player::Fastest => Ok(one(self.fastest[own])),
            Player::Perfect => Ok(one(self.perfect[own * self.n + other as usize])),
            Player::Foresight(..) => Err(Unknown),
        }
    }

    /// The moves among which a player chooses in this position, each alike.
    ///
    /// # Errors
    /// If a race has no such player, or nobody chooses here.
    pub fn habits<G: Race>(
        &self,
        game: &G,
        position: &G::Position,
        player: Player,
    ) -> Result<Vec<G::Move>, Unknown> {
        let Turn::Play(_) = game.turn(position) else { return Err(Unknown) };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let choices = self.choices(game, player, squares(game, position))?;
        Ok(choices.into_iter().map(|action| moves[action]).collect())
    }
}

/// Chances that differ by no more than this part of themselves are alike.
const NEAR: f64 = 1e-9;

/// The square of the side whose turn it is, and the other's.
pub(super) fn squares<G: Race>(game: &G, position: &G::Position) -> [u32; 2] {
    let [first, second] = game.squares_of(position);
    match game.side(position) {
        Side::First => [first, second],
        Side::Second => [second, first],
    }
}
