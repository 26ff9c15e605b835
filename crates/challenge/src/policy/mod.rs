//! Players: their names, and the policies that choose their moves.
//!
//! A policy gives weights to the moves of a position. It is made from a [`Player`], a name,
//! by the [`Roster`] of a game. To add a player, write a file with its `KIND` and its `make`,
//! and name the file below, in the list of `players`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `name` | names of players and their one parser |
//! | `random`, `foresight`, `perfect` | those players; `foresight` also has the roster of games with an evaluation |
//! | `respond`, `trap` | players made to beat a given one |

pub mod foresight;
mod name;
pub mod perfect;
pub mod random;
pub mod respond;
pub mod trap;

use crate::track;
pub use foresight::{Foresight, Known, LookAhead};
pub use name::{Habit, Kind, Player, PlayerParameter, Ties};
pub use perfect::{Perfect, Valued, Valuer};
pub use random::{Random, Undecided};
use spar_rules::{Game, Notation, Reward, Side, SplitMix, Symmetric, Tactics};
use spar_solve::Memory;
use std::sync::Arc;

/// The players of games with an evaluation, each a file with its `KIND` and its `make`.
macro_rules! players {
    ($($file:ident),*) => {
        /// The kinds of players that [`LookAhead`] makes.
        pub const LOOKING_AHEAD: &[&Kind] = &[$(&$file::KIND),*];

        /// The player of this name, if it is one of them.
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

/// All kinds of players that there are. Which of them a game has, its roster says.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    let walking = [&track::NOVICE, &track::FASTEST, &track::KEEP_IN_GAME, &track::POLICY];
    LOOKING_AHEAD.iter().copied().chain(walking)
}

/// A player, as the weights that it gives to the moves of a position.
///
/// Law: only legal moves are listed, none twice, none with weight 0; the list is
/// empty exactly where no side plays. The chance of a move is its weight
/// divided by the sum of all weights here.
pub trait Policy<G: Game> {
    /// Appends the moves that this player may make here, with their weights. A
    /// player may remember what it has worked out.
    ///
    /// # Errors
    /// If the budget is not enough to find its move.
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown>;

    /// Whether its answer depends on the position alone. If so, duels are exact; if not,
    /// they are sampled.
    fn is_memoryless(&self) -> bool {
        true
    }

    /// The moves of which it takes one, each with the same chance, where the budget is not
    /// enough to find its move. By default all.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        seen.legal()
    }

    /// Positions visited so far: the cost of its answers.
    fn nodes(&self) -> u64 {
        0
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        (**self).weights(seen, out)
    }

    fn is_memoryless(&self) -> bool {
        (**self).is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        (**self).guess(seen)
    }

    fn nodes(&self) -> u64 {
        (**self).nodes()
    }
}

/// What a player may see when it chooses.
pub struct Seen<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// Its history: each earlier position with the move made there, rolls included.
    /// Empty where it is unknown.
    pub history: &'a [(G::Position, G::Move)],
    /// The person on the other side, if there is one.
    pub person: Option<Person>,
}

/// A person, as a player sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// Their rating in this game.
    pub rating: f64,
}

impl<'a, G: Game> Seen<'a, G> {
    /// A position without its history.
    pub fn at(game: &'a G, position: &'a G::Position) -> Seen<'a, G> {
        Seen { game, position, history: &[], person: None }
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(self.position, &mut moves);
        moves
    }
}

/// Makes the players of a game from their names. What one of them has seen helps the others.
pub trait Roster<'a, G: Game> {
    /// The player of this name; none if the game does not have it.
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>>;
}

/// A player's choice, or the values it asks for, cannot be computed within the
/// budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not found out within the budget")]
pub struct Unknown;

/// Moves with their weights.
pub type Weights<G> = Vec<(<G as Game>::Move, u32)>;

/// One move of a player, drawn by its weights; `None` where there is no move.
///
/// # Errors
/// If the budget is not enough to find its move.
pub fn choose<G: Game>(
    policy: &mut (impl Policy<G> + ?Sized),
    seen: &Seen<'_, G>,
    random: &mut SplitMix,
) -> Result<Option<G::Move>, Unknown> {
    let mut weights = Vec::new();
    policy.weights(seen, &mut weights)?;
    let drawn = random.weighted(weights.iter().map(|it| u64::from(it.1)));
    Ok(drawn.map(|index| weights[index].0.clone()))
}

// Cached policies: the first positions of a game come up most often, and cost most.

/// Answers that cost fewer nodes are not cached: they would only evict more expensive ones.
const WORTH_KEEPING: u64 = 1000;

/// A roster of players whose answers are cached.
pub struct CachedRoster<R> {
    /// Makes the players.
    pub roster: R,
    /// The name of the game.
    pub game: Arc<str>,
    /// The cache.
    pub memory: Arc<dyn Memory>,
}

impl<'a, G: Notation + Symmetric, R: Roster<'a, G>> Roster<'a, G> for CachedRoster<R> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        let (game, memory) = (Arc::clone(&self.game), Arc::clone(&self.memory));
        let (policy, player) = (self.roster.policy(player)?, player.clone());
        if player.habit() == Some(Habit::Any) {
            return Some(policy);
        }
        Some(Box::new(Cached { policy, memory, game, player }))
    }
}

/// A policy with a cache that others share. Images of a position share an entry.
struct Cached<P> {
    policy: P,
    memory: Arc<dyn Memory>,
    /// The name of the game.
    game: Arc<str>,
    player: Player,
}

impl<G: Notation + Symmetric, P: Policy<G>> Policy<G> for Cached<P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        if !self.policy.is_memoryless() {
            return self.policy.weights(seen, out);
        }
        let (game, position) = (seen.game, seen.position);
        let canonical = game.canonical(position);
        let symmetry = (0..game.symmetries()).find(|it| game.image(position, *it) == canonical);
        let Some(symmetry) = symmetry else { return self.policy.weights(seen, out) };
        let image = |mv: G::Move| game.image_move(mv, symmetry);
        let key = format!("weights of {:?}: {}", self.player, game.write_position(&canonical));
        let recalled = self.memory.recall(&self.game, &key);
        if let Some(known) = recalled.and_then(|it| it.downcast::<Weights<G>>().ok()) {
            let weight = |mv: G::Move| {
                let image = image(mv.clone());
                known.iter().find(|it| it.0 == image).map(|it| (mv, it.1))
            };
            out.extend(seen.legal().into_iter().filter_map(weight));
            return Ok(());
        }
        let (before, first) = (self.policy.nodes(), out.len());
        self.policy.weights(seen, out)?;
        if self.policy.nodes().saturating_sub(before) >= WORTH_KEEPING {
            let found: Weights<G> =
                out[first..].iter().map(|it| (image(it.0.clone()), it.1)).collect();
            self.memory.keep(&self.game, key, Arc::new(found));
        }
        Ok(())
    }

    fn is_memoryless(&self) -> bool {
        self.policy.is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        self.policy.guess(seen)
    }

    fn nodes(&self) -> u64 {
        self.policy.nodes()
    }
}

// Two players, one for each side.

/// The players of both sides as one policy.
pub struct Both<'a, G: Game> {
    first: Box<dyn Policy<G> + 'a>,
    second: Box<dyn Policy<G> + 'a>,
}

impl<'a, G: Game> Both<'a, G> {
    /// These two.
    pub fn new(first: Box<dyn Policy<G> + 'a>, second: Box<dyn Policy<G> + 'a>) -> Both<'a, G> {
        Both { first, second }
    }

    /// The two players of these names; none if the game does not have one of them.
    pub fn named(
        roster: &(impl Roster<'a, G> + ?Sized),
        first: &Player,
        second: &Player,
    ) -> Option<Both<'a, G>> {
        Some(Both { first: roster.policy(first)?, second: roster.policy(second)? })
    }

    fn player(&mut self, seen: &Seen<'_, G>) -> &mut (dyn Policy<G> + 'a) {
        match seen.game.side(seen.position) {
            Side::First => &mut *self.first,
            Side::Second => &mut *self.second,
        }
    }
}

impl<G: Game> Policy<G> for Both<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        self.player(seen).weights(seen, out)
    }

    fn is_memoryless(&self) -> bool {
        self.first.is_memoryless() && self.second.is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        self.player(seen).guess(seen)
    }

    fn nodes(&self) -> u64 {
        self.first.nodes() + self.second.nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        // The standard deviation is 27, so five of them are 137.
        assert!(drawn[0].abs_diff(1000) < 137, "{drawn:?}");
    }

    #[test]
    fn nothing_is_drawn_where_the_game_is_over() {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let over = game.read_position("xxx/oo./...").unwrap();
        assert_eq!(choose(&mut Random, &Seen::at(&game, &over), &mut SplitMix::new(1)), Ok(None));
    }

    /// Values that each take nodes to find.
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

    /// A trap needs the values of every position that play reaches: all of them together may
    /// cost no more than its budget.
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
