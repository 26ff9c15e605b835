//! The players of games with an evaluation, the names of all players, and their parser.
//!
//! To add a player, write a file with its `KIND` and its `make`, and add the file to the list
//! of `players!` below.
//!
//! ```
//! use spar_challenge::policy::{Player, Ties};
//!
//! let player: Player = "foresight:rounds=2,ties=fastest".parse().unwrap();
//! assert_eq!(player, Player::foresight(2, Ties::Fastest));
//! assert_eq!("2".parse(), Ok(Player::foresight(2, Ties::Any)));
//! assert_eq!(player.title(), "Foresight 2, fastest");
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `random`, `foresight`, `perfect` | those players; `foresight` also has their shared knowledge |
//! | `respond`, `trap` | best responses to a given player |
//! | `track` | the names of the players of races |

pub mod foresight;
pub mod perfect;
pub mod random;
pub mod respond;
pub mod track;
pub mod trap;

use crate::policy::{Habit, Kind, Player, Policy, Roster, Seen, Ties, Unknown, Weights};
pub use foresight::{Foresight, Known};
pub use perfect::Perfect;
pub use random::{Random, Undecided};
use spar_rules::{Game, Notation, ReadError, Reward, Symmetric, Tactics, nearest, quoted};
use spar_solve::{CacheKey, Memory};
use std::str::FromStr;
use std::sync::Arc;

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

    /// The same players, whose answers are cached under the name of the game.
    pub fn cached(self, game: &'a Arc<str>, memory: &'a Memory) -> CachedPlayers<'a, G> {
        CachedPlayers { players: self, game, memory }
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

// Cached answers: the first positions of a game come up most often, and cost most.

/// The least cost in nodes of a cached result. Cheaper ones would only evict more expensive
/// ones.
const WORTH_KEEPING: u64 = 1000;

/// Players that look ahead, whose answers are cached.
pub struct CachedPlayers<'a, G: Tactics + Reward> {
    players: LookAhead<'a, G>,
    /// The name of the game.
    game: &'a Arc<str>,
    memory: &'a Memory,
}

impl<'a, G: Notation + Symmetric + Tactics + Reward> Roster<'a, G> for CachedPlayers<'a, G> {
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>> {
        let policy = self.players.policy(player)?;
        if player.habit() == Some(Habit::Any) {
            return Some(policy);
        }
        let (game, memory, player) = (self.game, self.memory, player.clone());
        Some(Box::new(Cached { policy, memory, game, player }))
    }
}

/// The key of the weights in a position, which represents all its images.
#[derive(PartialEq, Eq, Hash)]
struct WeightsKey {
    player: Player,
    position: String,
}

/// A policy with a cache that others share. Images of a position share an entry.
struct Cached<'a, G: Game> {
    policy: Box<dyn Policy<G> + 'a>,
    memory: &'a Memory,
    /// The name of the game.
    game: &'a Arc<str>,
    player: Player,
}

impl<G: Notation + Symmetric> Policy<G> for Cached<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        if !self.policy.is_memoryless() {
            return self.policy.weights(seen, out);
        }
        let (game, position) = (seen.game, seen.position);
        let canonical = game.canonical(position);
        let symmetry = (0..game.symmetries()).find(|it| game.image(position, *it) == canonical);
        let Some(symmetry) = symmetry else { return self.policy.weights(seen, out) };
        let image = |mv: G::Move| game.image_move(mv, symmetry);
        let (player, position) = (self.player.clone(), game.write_position(&canonical));
        let key = CacheKey::new(self.game, WeightsKey { player, position });
        let recalled = self.memory.recall(&key);
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
            self.memory.keep(key, Arc::new(found));
        }
        Ok(())
    }

    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        self.policy.is_sure_to_win(seen)
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

/// All kinds of players. A game's roster determines which of them the game has.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    let walking = [&track::NOVICE, &track::FASTEST, &track::KEEP_IN_GAME, &track::POLICY];
    LOOKING_AHEAD.iter().copied().chain(walking)
}

impl Player {
    /// The longest foresight, in rounds.
    pub const MOST_ROUNDS: u32 = 32;

    /// The names of players of every kind, as a list.
    pub fn listed() -> String {
        kinds().map(|it| it.listed).collect::<Vec<_>>().join(", ")
    }

    /// The random player.
    pub fn random() -> Player {
        Player::of_kind(&random::KIND)
    }

    /// The player with this foresight; 0 is the random player.
    pub fn foresight(rounds: u32, ties: Ties) -> Player {
        if rounds == 0 {
            return Player::random();
        }
        Player::with_values(&foresight::KIND, [rounds.to_string(), ties.to_string()])
    }

    /// The perfect player.
    pub fn perfect() -> Player {
        Player::of_kind(&perfect::KIND)
    }

    /// The player with a given policy: one letter per square, or one line of letters per square
    /// of the opponent.
    pub fn policy(text: &str) -> Player {
        let lines: Vec<&str> = text.split_whitespace().collect();
        Player::with_values(&track::POLICY, [lines.join("/")])
    }

    /// The same player with this rule for ties, if it has one.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Player {
        match self.habit() {
            Some(Habit::Foresight(rounds, _)) => Player::foresight(rounds, ties),
            _ => self,
        }
    }
}

/// Reads a name, or a number of rounds for a foresight.
impl FromStr for Player {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Player, ReadError> {
        if text.bytes().all(|it| it.is_ascii_digit()) {
            return read_rounds(text).map(|it| Player::foresight(it, Ties::Any)).ok_or_else(|| {
                ReadError::new(format!("{} is not a valid player", quoted(text))).hint(hint())
            });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = kinds().find(|it| it.name == name) else {
            let error = ReadError::new(format!("{} is not a valid player", quoted(text)));
            return Err(error.hint(match nearest(name, kinds().map(|it| it.name)) {
                Some(near) => format!("did you mean `{near}`? {}", hint()),
                None => hint(),
            }));
        };
        let mut values: Vec<String> =
            kind.parameters.iter().map(|it| it.default.to_owned()).collect();
        let mut said: Vec<&str> = Vec::new();
        for (key, value) in pairs(kind, settings) {
            if said.contains(&key) {
                return Err(ReadError::new(format!("`{key}` is set twice in {}", quoted(text))));
            }
            said.push(key);
            let Some(index) = kind.parameters.iter().position(|it| it.name == key) else {
                let what = format!("the player `{name}` has no parameter {}", quoted(key));
                return Err(ReadError::new(what).hint(takes(kind)));
            };
            let parameter = &kind.parameters[index];
            values[index] = (parameter.read)(value).ok_or_else(|| {
                let what = format!("{} is not a valid `{key}` of `{name}`", quoted(value));
                ReadError::new(what).hint(format!("it takes {}", parameter.takes))
            })?;
        }
        let player = Player::with_values(kind, values);
        match player.missing() {
            Some(missing) => {
                let what = format!("the player `{name}` needs `{missing}`");
                Err(ReadError::new(what).hint(takes(kind)))
            }
            // Foresight 0 is the random player.
            None if player.rounds() == Some(0) => Ok(Player::random()),
            None => Ok(player),
        }
    }
}

/// The settings of a name. If a value is a name with settings of its own, it extends to the end
/// of the text. A kind with one parameter needs no key.
fn pairs<'t>(kind: &Kind, text: &'t str) -> Vec<(&'t str, &'t str)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (key, value) = match (rest.split_once('='), kind.parameters) {
            (Some((key, value)), _) if kind.parameters.iter().any(|it| it.name == key) => {
                (key, value)
            }
            (_, [only]) => (only.name, rest),
            (Some((key, value)), _) => (key, value),
            (None, _) => (rest, ""),
        };
        let end = if value.contains(':') { None } else { value.split_once(',') };
        let (value, next) = end.unwrap_or((value, ""));
        pairs.push((key, value));
        rest = next;
    }
    pairs
}

/// The hint that lists the players.
fn hint() -> String {
    format!("players are {}; foresight goes up to {}", Player::listed(), Player::MOST_ROUNDS)
}

fn takes(kind: &Kind) -> String {
    if kind.parameters.is_empty() {
        return format!("`{}` has no parameters", kind.name);
    }
    let all = kind.parameters.iter().map(|it| format!("`{}` ({})", it.name, it.takes));
    format!("`{}` takes {}", kind.name, all.collect::<Vec<_>>().join(", "))
}

/// Reads a foresight.
fn read_rounds(text: &str) -> Option<u32> {
    text.parse().ok().filter(|it| *it <= Player::MOST_ROUNDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Valued, Valuer, choose};
    use spar_games::lines::{Keys, Lines};
    use spar_rules::{SplitMix, Turn, Value};
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

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["random", "1", "32", "novice", "fastest", "perfect"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for (text, canonical) in [
            ("0", "random"),
            ("foresight:rounds=0", "random"),
            ("foresight:rounds=3", "3"),
            ("foresight:ties=any,rounds=3", "3"),
            ("foresight:rounds=3,ties=fastest", "foresight:rounds=3,ties=fastest"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn what_is_not_a_player_gets_a_sentence() {
        for (text, said) in [
            ("", "`` is not a valid player"),
            ("33", "`33` is not a valid player"),
            ("-1", "`-1` is not a valid player"),
            ("1.5", "`1.5` is not a valid player"),
            ("99999999999999999999", "is not a valid player"),
            ("perfekt", "did you mean `perfect`?"),
            ("foresight", "the player `foresight` needs `rounds`"),
            ("foresight:rounds=33", "`33` is not a valid `rounds` of `foresight`"),
            ("foresight:depth=2", "the player `foresight` has no parameter `depth`"),
            ("foresight:rounds=1,rounds=2", "`rounds` is set twice"),
            ("perfect:rounds=2", "`perfect` has no parameters"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn every_kind_has_its_own_name() {
        for (index, kind) in kinds().enumerate() {
            assert!(kinds().take(index).all(|it| it.name != kind.name), "{}", kind.name);
            assert!(kind.about.ends_with('.'), "{}", kind.name);
        }
    }
}
