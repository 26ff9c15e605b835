//! The program's moves in a game under way.

use super::{By, Session};
use crate::oracle::Evaluation;
use crate::player::{Player, Ties};
use crate::policy::Unknown;
use spar_rules::{Game, SplitMix};

/// What the program can find out about a position before it moves.
pub trait Insight<G: Game> {
    /// What is known of its value and of its moves.
    fn known(&mut self, position: &G::Position) -> Evaluation<G::Move>;

    /// The moves that look best to a player of this foresight.
    ///
    /// # Errors
    /// If the budget does not suffice.
    fn preferred(
        &mut self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
    ) -> Result<Vec<G::Move>, Unknown>;

    /// The moves among which a player of a race chooses here.
    ///
    /// # Errors
    /// If the game is no race, or the budget does not suffice.
    fn habits(&mut self, position: &G::Position, player: Player) -> Result<Vec<G::Move>, Unknown> {
        let _ = (position, player);
        Err(Unknown)
    }

    /// Those of these moves that look best with as much foresight as a guess may cost, but
    /// not more than so many rounds; all of them if it may cost none.
    fn furthest(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        rounds: u32,
        ties: Ties,
    ) -> Vec<G::Move>;
}

/// A perfect player who must guess looks no further.
const FURTHEST: u32 = 6;

/// The program's move, and how it came to it; `None` if it is not its turn.
///
/// The choice is settled by the seed and by how many moves of the program stand, so it is
/// the same after a restart.
pub fn answer<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    insight: &mut impl Insight<G>,
) -> Option<(G::Move, By)> {
    let (_, player) = session.program_to_move()?;
    let is_programs = |ply: &&super::Ply<_, _>| matches!(ply.by, By::Program | By::Guess);
    let earlier = session.plies().iter().filter(is_programs).count();
    let (moves, by) = candidates(game, session.here(), player, insight);
    generator(seed, earlier).pick(&moves).map(|mv| (mv, by))
}

/// The moves of which a player makes one, each with the same chance. Where it cannot find
/// out within its budget what it would play, it guesses: by as much foresight as it can
/// afford, and never against what is proven.
pub fn candidates<G: Game>(
    game: &G,
    position: &G::Position,
    player: Player,
    insight: &mut impl Insight<G>,
) -> (Vec<G::Move>, By) {
    let all = || {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    };
    match player {
        Player::Random => (all(), By::Program),
        Player::Foresight(rounds, ties) => match insight.preferred(position, rounds, ties) {
            Ok(liked) => (liked, By::Program),
            Err(Unknown) => {
                (insight.furthest(position, &all(), rounds.saturating_sub(1), ties), By::Guess)
            }
        },
        Player::Novice | Player::Fastest => match insight.habits(position, player) {
            Ok(moves) => (moves, By::Program),
            Err(Unknown) => (all(), By::Guess),
        },
        Player::Perfect => {
            let known = insight.known(position);
            let best: Vec<G::Move> = known.best().copied().collect();
            if best.is_empty() {
                let liked = insight.furthest(position, &known.sound, FURTHEST, Ties::Fastest);
                (liked, By::Guess)
            } else {
                (best, By::Program)
            }
        }
    }
}

/// The generator for the next choice after so many: each choice has its own, seeded by
/// the one before, however many numbers a player draws for it.
pub(super) fn generator(seed: u64, earlier: usize) -> SplitMix {
    (0..earlier).fold(SplitMix::new(seed), |mut random, _| SplitMix::new(random.next_u64()))
}
