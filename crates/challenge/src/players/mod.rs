//! The players of games with an evaluation, the names of all players, and their parser.
//!
//! To add a player, write a file with its `KIND` and its `make`, and add the file to the list
//! of `players!` below.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `names` | the parser of names |
//! | `random`, `foresight`, `perfect` | those players; `foresight` also has their shared knowledge |
//! | `respond`, `trap` | best responses to a given player |
//! | `track` | the names of the players of races |

pub mod foresight;
mod names;
pub mod perfect;
pub mod random;
pub mod respond;
pub mod track;
pub mod trap;

use crate::policy::{Kind, Player, Policy, Roster};
pub use foresight::{Foresight, Known};
pub use perfect::Perfect;
pub use random::{Random, Undecided};
use spar_rules::{Reward, Tactics};

/// The players of games with an evaluation, each a file with its `KIND` and its `make`.
macro_rules! players {
    ($($file:ident),*) => {
        /// The kinds of players that [`LookAhead`] makes.
        pub const LOOKING_AHEAD: &[&Kind] = &[$(&$file::KIND),*];

        /// The player with this name, if it is one of these.
        fn make<'a, G: Tactics + Reward>(
            known: &Known<'a, G>,
            player: &Player,
        ) -> Option<Box<dyn Policy<G> + 'a>> {
            match player {
                $(_ if player.is(&$file::KIND) => Some($file::make(known, player)),)*
                _ => None,
            }
        }
    };
}
players!(random, foresight, perfect, respond, trap);

/// Creates the players of games with an evaluation.
pub struct LookAhead<'a, G: Tactics + Reward> {
    known: Known<'a, G>,
}

impl<'a, G: Tactics + Reward> LookAhead<'a, G> {
    /// Creates it with this knowledge.
    pub fn new(known: Known<'a, G>) -> LookAhead<'a, G> {
        LookAhead { known }
    }

    /// The shared knowledge.
    pub fn known(&self) -> &Known<'a, G> {
        &self.known
    }
}

impl<'a, G: Tactics + Reward> Roster<'a, G> for LookAhead<'a, G> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        make(&self.known, player)
    }
}

/// All kinds of players. A game's roster determines which of them the game has.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    let walking = [&track::NOVICE, &track::FASTEST, &track::KEEP_IN_GAME, &track::POLICY];
    LOOKING_AHEAD.iter().copied().chain(walking)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Seen, Unknown, Valued, Valuer, Weights, choose};
    use spar_games::lines::{Keys, Lines};
    use spar_rules::{Game, Notation, SplitMix, Turn, Value};
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
        policy.weights(&Seen::at(game, here), &mut weights).unwrap();
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
        let roster = LookAhead::new(Known::new(&game, from(&values), Budget::unlimited()));
        let players = ["random", "perfect", "1", "2", "foresight:rounds=3,ties=fastest"];
        for player in players.map(|it| it.parse().unwrap()) {
            let mut policy = roster.policy(&player).unwrap();
            for position in values.keys() {
                check_law(&mut policy, &game, position);
            }
        }
    }

    #[test]
    fn perfect_play_never_lowers_the_value_and_leaves_out_no_best_move() {
        let (game, values) = solved();
        let mut moves = Vec::new();
        let known = Known::new(&game, from(&values), Budget::unlimited());
        let mut perfect = LookAhead::new(known).policy(&Player::perfect()).unwrap();
        for (position, value) in &values {
            let weights = weights(&mut perfect, &game, position);
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
                seen: &Seen<'_, Lines>,
                out: &mut Weights<Lines>,
            ) -> Result<(), Unknown> {
                out.extend(seen.legal().into_iter().zip([1, 3]));
                Ok(())
            }
        }
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let mut random = SplitMix::new(1);
        let weights = weights(&mut Fixed, &game, &game.start());
        let mut drawn = [0_u32; 2];
        for _ in 0..4000 {
            let mv = choose(&mut Fixed, &Seen::at(&game, &game.start()), &mut random).unwrap();
            drawn[weights.iter().position(|it| Some(it.0) == mv).unwrap()] += 1;
        }
        // The standard deviation is 27; 137 is five times that.
        assert!(drawn[0].abs_diff(1000) < 137, "{drawn:?}");
    }

    #[test]
    fn nothing_is_drawn_where_the_game_is_over() {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let over = game.read_position("xxx/oo./...").unwrap();
        assert_eq!(choose(&mut Random, &Seen::at(&game, &over), &mut SplitMix::new(1)), Ok(None));
    }

    /// A valuer in which each value costs nodes.
    struct Dear<V> {
        values: V,
        nodes: u64,
    }

    impl<V: Valuer<Lines>> Valuer<Lines> for Dear<V> {
        fn move_values(&mut self, game: &Lines, here: &Board) -> Result<Valued<Lines>, Unknown> {
            self.nodes += 1000;
            self.values.move_values(game, here)
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }
    }

    /// A trap player needs the values of all positions that play reaches; all of them together
    /// must not cost more than its budget.
    #[test]
    fn a_trap_ends_when_its_values_have_cost_the_budget() {
        let (game, values) = solved();
        let start = game.start();
        for (nodes, is_known) in [(100_000, false), (100_000_000, true)] {
            let dear = Dear { values: from(&values), nodes: 0 };
            let known = Known::new(&game, dear, Budget::unlimited().with_nodes(nodes));
            let mut trap = trap::make(&known, &"trap:against=1".parse().unwrap());
            let weights = trap.weights(&Seen::at(&game, &start), &mut Vec::new());
            assert_eq!(weights.is_ok(), is_known, "{nodes}");
            let spent = known.valuer().nodes();
            assert!(spent > 0 && spent <= nodes + 1000, "{spent} of {nodes}");
        }
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
