//! A player is a distribution over moves.
//!
//! | file | the player |
//! | --- | --- |
//! | `random` | every move alike |
//! | `perfect` | only best moves, each of them alike |
//! | `pair` | two players at one board, each named by its foresight |

mod pair;
mod perfect;
mod random;

pub use pair::Pair;
pub use perfect::{Perfect, Valued, Valuer};
pub use random::Random;

use spar_rules::{Game, SplitMix};

/// A player, as the weights that it gives to the moves of a position.
///
/// Law: only legal moves are listed, none twice, none with weight 0; the list is
/// empty exactly when there is no move. The chance of a move is its weight
/// divided by the sum of all weights here.
pub trait Policy<G: Game> {
    /// Appends the moves that this player may make here, with their weights. A
    /// player may remember what it has worked out.
    ///
    /// # Errors
    /// If the player cannot find out what it would do.
    fn weights(
        &mut self,
        game: &G,
        position: &G::Position,
        out: &mut Weights<G>,
    ) -> Result<(), Unknown>;
}

/// A player's choice, or the values it asks for, cannot be found out within the
/// budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not found out within the budget")]
pub struct Unknown;

/// Moves with their weights.
pub type Weights<G> = Vec<(<G as Game>::Move, u32)>;

/// One move of a player, drawn by its weights; `None` where there is no move.
///
/// # Errors
/// If the player cannot find out what it would do.
pub fn choose<G: Game>(
    policy: &mut impl Policy<G>,
    game: &G,
    position: &G::Position,
    random: &mut SplitMix,
) -> Result<Option<G::Move>, Unknown> {
    let mut weights = Vec::new();
    policy.weights(game, position, &mut weights)?;
    let whole: u64 = weights.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if whole == 0 {
        return Ok(None);
    }
    let mut ticket = random.below(whole);
    for (mv, weight) in weights {
        match ticket.checked_sub(u64::from(weight)) {
            Some(rest) => ticket = rest,
            None => return Ok(Some(mv)),
        }
    }
    unreachable!("invariant: a ticket is smaller than the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Player, Ties};
    use crate::sight::Sight;
    use spar_games::lines::{Keys, Lines};
    use spar_rules::{Notation, Turn, Value};
    use spar_solve::{Budget, minimax};
    use std::collections::HashMap;

    type Board = <Lines as Game>::Position;

    /// Tic-Tac-Toe with the value of every position that play can reach.
    fn solved() -> (Lines, HashMap<Board, Value>) {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let mut values = HashMap::new();
        fill(&game, &game.start(), &mut values);
        (game, values)
    }

    fn fill(game: &Lines, position: &Board, values: &mut HashMap<Board, Value>) {
        if values.contains_key(position) {
            return;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in &moves {
            fill(game, &game.after(position, *mv), values);
        }
        let seen = |mv: Place| minimax::move_value(game, position, mv, |next| values[next]);
        let value = match game.turn(position) {
            Turn::Over(outcome) => Value::of(outcome, game.side(position)),
            _ => moves.iter().map(|mv| seen(*mv)).max().unwrap(),
        };
        values.insert(*position, value);
    }

    type Place = <Lines as Game>::Move;

    fn weights(policy: &mut impl Policy<Lines>, game: &Lines, here: &Board) -> Weights<Lines> {
        let mut weights = Vec::new();
        policy.weights(game, here, &mut weights).unwrap();
        weights
    }

    fn check_law(policy: &mut impl Policy<Lines>, game: &Lines, here: &Board) {
        let weights = weights(policy, game, here);
        let mut legal = Vec::new();
        game.moves(here, &mut legal);
        assert_eq!(weights.is_empty(), legal.is_empty(), "{here:?}");
        for (index, (mv, weight)) in weights.iter().enumerate() {
            assert!(*weight > 0 && legal.contains(mv), "{mv:?} {here:?}");
            assert!(weights[..index].iter().all(|(earlier, _)| earlier != mv), "{here:?}");
        }
    }

    #[test]
    fn players_give_positive_weights_to_legal_moves_only() {
        let (game, values) = solved();
        assert_eq!(values.len(), 5478, "the known number of positions");
        let mut sight = Sight::new(&game, Budget::unlimited());
        let mut valuer = from(&values);
        for position in values.keys() {
            check_law(&mut Random, &game, position);
            check_law(&mut Perfect(from(&values)), &game, position);
            for rounds in 1..=3 {
                let player = Player::of_foresight(rounds, Ties::Any);
                check_law(&mut Pair::new(player, player, &mut sight, &mut valuer), &game, position);
            }
        }
    }

    #[test]
    fn perfect_play_never_lowers_the_value_and_leaves_out_no_best_move() {
        let (game, values) = solved();
        let mut moves = Vec::new();
        for (position, value) in &values {
            let weights = weights(&mut Perfect(from(&values)), &game, position);
            moves.clear();
            game.moves(position, &mut moves);
            for mv in &moves {
                let kept = minimax::move_value(&game, position, *mv, |next| values[next]) == *value;
                let played = weights.iter().any(|(it, _)| it == mv);
                assert_eq!(kept, played, "{mv:?} {position:?}");
            }
        }
    }

    #[test]
    fn random_gives_every_move_the_same_weight() {
        let game = Lines::new(Keys::preset("connect4").unwrap()).unwrap();
        let weights = weights(&mut Random, &game, &game.read_position("111111").unwrap());
        assert_eq!(weights.iter().map(|it| it.1).collect::<Vec<_>>(), [1; 6]);
    }

    #[test]
    fn a_move_is_drawn_as_often_as_its_weight_says() {
        struct Fixed;
        impl Policy<Lines> for Fixed {
            fn weights(
                &mut self,
                game: &Lines,
                here: &Board,
                out: &mut Weights<Lines>,
            ) -> Result<(), Unknown> {
                let mut moves = Vec::new();
                game.moves(here, &mut moves);
                out.extend(moves.into_iter().zip([1, 3]));
                Ok(())
            }
        }
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let mut random = SplitMix::new(1);
        let weights = weights(&mut Fixed, &game, &game.start());
        let mut drawn = [0_u32; 2];
        for _ in 0..4000 {
            let mv = choose(&mut Fixed, &game, &game.start(), &mut random).unwrap();
            drawn[weights.iter().position(|it| Some(it.0) == mv).unwrap()] += 1;
        }
        // The standard deviation is 27, so five of them are 137.
        assert!(drawn[0].abs_diff(1000) < 137, "{drawn:?}");
    }

    #[test]
    fn nothing_is_drawn_where_the_game_is_over() {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let over = game.read_position("xxx/oo./...").unwrap();
        assert_eq!(choose(&mut Random, &game, &over, &mut SplitMix::new(1)), Ok(None));
    }

    fn from(values: &HashMap<Board, Value>) -> impl Valuer<Lines> {
        |game: &Lines, position: &Board| -> Result<Valued<Lines>, Unknown> {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let value = |mv| minimax::move_value(game, position, mv, |next| values[next]);
            Ok(moves.into_iter().map(|mv| (mv, value(mv))).collect())
        }
    }
}
