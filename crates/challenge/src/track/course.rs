//! A solved race: the winning chance of the side to move for every pair of squares under best
//! play of both, and the choices of the players.

use crate::oracle::{Evaluation, MoveChances};
use spar_rules::{Separable, Side, Turn, Value};
use spar_solve::mdp::track::pairs::{BothBest, both_best};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Interval, Silent, SolveError};

/// A solved race.
#[derive(Clone, Debug)]
pub struct Course {
    /// Best play of both sides.
    both: BothBest,
    /// The policy with the fewest expected turns.
    fastest: Policy,
    /// The novice's policy, if the race has the required actions.
    novice: Option<Policy>,
}

/// The approximate width of the bounds of chances.
const PRECISION: f64 = 1e-9;

impl Course {
    /// The maximum number of squares of a race that is solved for all pairs.
    pub const MOST_SQUARES: u32 = 400;

    /// Solves a race.
    ///
    /// # Errors
    /// If the race has too many squares, the memory does not suffice, or the work is stopped.
    pub fn of<G: Separable>(game: &G, budget: &Budget) -> Result<Course, SolveError> {
        if game.squares() > Course::MOST_SQUARES {
            let pairs = u128::from(game.squares()).pow(2);
            let needed = pairs * size_of::<Interval>() as u128;
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        let track = Track::of(game);
        let both = both_best(&track, PRECISION, budget, &Silent)?;
        let fastest = turns::fewest(&track, PRECISION, budget, &Silent)?;
        let novice = Policy::novice(&track).ok();
        Ok(Course { both, fastest: fastest.policy, novice })
    }

    /// The approximate size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.both.bytes()
    }

    /// The winning chance of the side to move with best play of both, for its own square and
    /// the opponent's.
    pub fn facing(&self, own: u32, other: u32) -> Interval {
        self.both.chance(own as usize, other as usize)
    }

    /// The winning chance of the side to move if it takes this action.
    pub fn taking(&self, [own, other]: [u32; 2], action: usize) -> Interval {
        self.both.after(own as usize, other as usize, action)
    }

    /// Like [`taking`](Course::taking), faster for many pairs of squares.
    pub(super) fn taking_many(&self) -> impl Fn([u32; 2], usize) -> Interval {
        let both = self.both.for_many();
        move |[own, other], action| both.after(own as usize, other as usize, action)
    }

    /// The winning chance of a side that has just arrived on this square.
    fn landed(&self, own: u32, other: u32) -> Interval {
        self.facing(other, own).opposite()
    }

    /// The number of the action of best play.
    pub(super) fn wins_most(&self, own: u32, other: u32) -> usize {
        usize::from(self.both.policy.action(own as usize, other as usize))
    }

    /// The evaluation of a position.
    pub fn evaluate<G: Separable>(&self, game: &G, position: &G::Position) -> Evaluation<G::Move> {
        let side = game.side(position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let [own, other] = squares(game, position);
        let (chances, best): (Vec<Interval>, _) = match game.turn(position) {
            Turn::Over(outcome) => return Evaluation::over(Value::of(outcome, side)),
            Turn::Play(_) => {
                let taking = |action| self.taking([own, other], action);
                let best = self.wins_most(own, other);
                ((0..moves.len()).map(taking).collect(), moves.get(best).cloned())
            }
            Turn::Roll => {
                let to = |mv: &G::Move| squares(game, &game.after(position, mv.clone()))[1];
                (moves.iter().map(|mv| self.landed(to(mv), other)).collect(), None)
            }
        };
        let here = if best.is_some() {
            self.facing(own, other)
        } else {
            let weight = |mv: &G::Move| game.weight(position, mv.clone());
            Interval::mean(moves.iter().map(weight).zip(chances.iter().copied()))
        };
        let moves = moves.into_iter().zip(chances).collect();
        Evaluation::Chances(MoveChances { here, moves, best })
    }

    /// The number of the action of the fastest policy.
    pub(super) fn fastest(&self, own: u32, _other: u32) -> usize {
        usize::from(self.fastest.0[own as usize])
    }

    /// Returns whether the race has the actions that the novice needs.
    pub fn has_novice(&self) -> bool {
        self.novice.is_some()
    }

    /// The number of the novice's action; 0 if there is no novice.
    pub(super) fn novice(&self, own: u32, _other: u32) -> usize {
        self.novice.as_ref().map_or(0, |novice| usize::from(novice.0[own as usize]))
    }
}

/// The square of the side to move, and the other side's.
pub(super) fn squares<G: Separable>(game: &G, position: &G::Position) -> [u32; 2] {
    let [first, second] = game.squares_of(position);
    match game.side(position) {
        Side::First => [first, second],
        Side::Second => [second, first],
    }
}
