//! A player is a distribution over moves.
//!
//! | file | the player |
//! | --- | --- |
//! | `random` | every move alike |
//! | `perfect` | only best moves, each of them alike |

mod perfect;
mod random;

pub use perfect::{Perfect, Valued, Valuer};
pub use random::Random;

use spar_rules::{Game, SplitMix};

/// A player, as the weights that it gives to the moves of a position.
///
/// Law: only legal moves are listed, none twice, none with weight 0; the list is
/// empty exactly when there is no move. The chance of a move is its weight
/// divided by the sum of all weights here.
pub trait Policy<G: Game> {
    /// Why a player cannot say what it would do.
    type Error;

    /// The moves that this player may make here, with their weights.
    ///
    /// # Errors
    /// If the player cannot find out what it would do.
    fn weights(&self, game: &G, position: &G::Position) -> Result<Weights<G>, Self::Error>;
}

/// Moves with their weights.
pub type Weights<G> = Vec<(<G as Game>::Move, u32)>;

/// One move of a player, drawn by its weights; `None` where there is no move.
///
/// # Errors
/// If the player cannot find out what it would do.
pub fn choose<G: Game, P: Policy<G>>(
    policy: &P,
    game: &G,
    position: &G::Position,
    random: &mut SplitMix,
) -> Result<Option<G::Move>, P::Error> {
    let weights = policy.weights(game, position)?;
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
    use spar_games::lines::{Keys, Lines};
    use spar_rules::{Notation, Turn, Value};
    use spar_solve::minimax;
    use std::collections::HashMap;
    use std::convert::Infallible;

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

    fn check_law<P: Policy<Lines, Error = Infallible>>(policy: &P, game: &Lines, here: &Board) {
        let Ok(weights) = policy.weights(game, here);
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
        for position in values.keys() {
            check_law(&Random, &game, position);
            check_law(&Perfect(from(&values)), &game, position);
        }
    }

    #[test]
    fn perfect_play_never_lowers_the_value_and_leaves_out_no_best_move() {
        let (game, values) = solved();
        let mut moves = Vec::new();
        for (position, value) in &values {
            let Ok(weights) = Perfect(from(&values)).weights(&game, position);
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
        let Ok(weights) = Random.weights(&game, &game.read_position("111111").unwrap());
        assert_eq!(weights.iter().map(|it| it.1).collect::<Vec<_>>(), [1; 6]);
    }

    #[test]
    fn a_move_is_drawn_as_often_as_its_weight_says() {
        struct Fixed;
        impl Policy<Lines> for Fixed {
            type Error = Infallible;
            fn weights(&self, game: &Lines, here: &Board) -> Result<Weights<Lines>, Infallible> {
                let mut moves = Vec::new();
                game.moves(here, &mut moves);
                Ok(moves.into_iter().zip([1, 3]).collect())
            }
        }
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let mut random = SplitMix::new(1);
        let Ok(weights) = Fixed.weights(&game, &game.start());
        let mut drawn = [0_u32; 2];
        for _ in 0..4000 {
            let Ok(mv) = choose(&Fixed, &game, &game.start(), &mut random);
            drawn[weights.iter().position(|it| Some(it.0) == mv).unwrap()] += 1;
        }
        // The standard deviation is 27, so five of them are 137.
        assert!(drawn[0].abs_diff(1000) < 137, "{drawn:?}");
    }

    #[test]
    fn nothing_is_drawn_where_the_game_is_over() {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let over = game.read_position("xxx/oo./...").unwrap();
        assert_eq!(choose(&Random, &game, &over, &mut SplitMix::new(1)), Ok(None));
    }

    fn from(values: &HashMap<Board, Value>) -> impl Valuer<Lines, Error = Infallible> {
        |game: &Lines, position: &Board| {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let value = |mv| minimax::move_value(game, position, mv, |next| values[next]);
            Ok(moves.into_iter().map(|mv| (mv, value(mv))).collect())
        }
    }
}
