//! Players as policies, and the names of players.
//!
//! A policy gives weights to the moves of a position. It is made from a [`Player`], a name,
//! `kind[:key=value,…]`, by the [`Roster`] of a game. The players themselves are in
//! [`players`](crate::players), with the parser of their names, and for races in
//! [`track`](crate::track).

use spar_rules::{Game, ReadError, Side, SplitMix, Value, quoted};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// The name of a player that the program can be. It is what is stored, shared and shown; a
/// game's [`Roster`] makes the [`Policy`] that goes with it.
#[derive(Clone)]
pub struct Player {
    kind: &'static Kind,
    /// The value of each parameter of the kind, in its order.
    values: Arc<[String]>,
}

/// The common properties of all players of one kind.
pub struct Kind {
    /// The first part of the name.
    pub name: &'static str,
    /// Its entry in a list of players: `` `perfect` ``.
    pub listed: &'static str,
    /// Its parameters.
    pub parameters: &'static [PlayerParameter],
    /// A sentence that describes such a player.
    pub about: &'static str,
    /// The display name: `Foresight 2`.
    pub title: fn(&Player) -> String,
    /// The name for use in a sentence: `foresight 2`.
    pub phrase: fn(&Player) -> String,
    /// How sweeps over whole games can simulate it; `None` if it must be called position by
    /// position.
    pub habit: fn(&Player) -> Option<Habit>,
    /// A short form of its name, if there is one.
    pub short: fn(&Player) -> Option<String>,
}

/// A parameter of a kind of players.
pub struct PlayerParameter {
    /// The key in names.
    pub name: &'static str,
    /// A short description of its values.
    pub takes: &'static str,
    /// Its default value; empty if a value is required.
    pub default: &'static str,
    /// Parses a value and returns its canonical form.
    pub read: fn(&str) -> Option<String>,
}

/// How a player chooses, for players that sweeps over whole games support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Any move, all with the same probability.
    Any,
    /// The moves that look best with a foresight of this many rounds, at least one.
    Foresight(u32, Ties),
    /// Only best moves, all with the same probability.
    Best,
}

impl Habit {
    /// The foresight in rounds; `None` for the perfect player.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Habit::Any => Some(0),
            Habit::Foresight(rounds, _) => Some(rounds),
            Habit::Best => None,
        }
    }
}

/// A player with foresight chooses among the moves that it finds equally good, all with the
/// same probability. This rule determines whether the distance of a win or loss in sight
/// matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// All wins are equal, and so are all losses (rule A of the definitions).
    #[default]
    Any,
    /// The fastest win in sight, the slowest loss in sight (rule B).
    Fastest,
}

impl Player {
    /// Creates a player of a kind whose parameters all have defaults.
    ///
    /// # Panics
    /// If a parameter has no default.
    pub fn of_kind(kind: &'static Kind) -> Player {
        let defaults = kind.parameters.iter().map(|it| it.default.to_owned());
        let player = Player::with_values(kind, defaults);
        assert_eq!(player.missing(), None, "`{}` needs a value", kind.name);
        player
    }

    /// The first parameter without a value.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let mut all = self.kind.parameters.iter().zip(&*self.values);
        all.find(|it| it.1.is_empty()).map(|it| it.0.name)
    }

    /// Creates a player of a kind with these values, in the order of its parameters.
    pub(crate) fn with_values(
        kind: &'static Kind,
        values: impl IntoIterator<Item = String>,
    ) -> Player {
        Player { kind, values: values.into_iter().collect() }
    }

    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Whether it is of this kind.
    pub fn is(&self, kind: &Kind) -> bool {
        self.kind.name == kind.name
    }

    /// The value of a parameter; empty if its kind has no such parameter.
    pub fn setting(&self, name: &str) -> &str {
        let index = self.kind.parameters.iter().position(|it| it.name == name);
        index.map_or("", |index| &self.values[index])
    }

    /// How sweeps can simulate it, if they can.
    pub fn habit(&self) -> Option<Habit> {
        (self.kind.habit)(self)
    }

    /// The foresight in rounds; `None` for players without limited foresight.
    pub fn rounds(&self) -> Option<u32> {
        self.habit().and_then(Habit::rounds)
    }

    /// The display name: `Foresight 2`.
    pub fn title(&self) -> String {
        (self.kind.title)(self)
    }

    /// The name for use in a sentence: `foresight 2`.
    pub fn phrase(&self) -> String {
        (self.kind.phrase)(self)
    }
}

impl PartialEq for Player {
    fn eq(&self, other: &Player) -> bool {
        self.is(other.kind) && self.values == other.values
    }
}

impl Eq for Player {}

impl Hash for Player {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.name.hash(state);
        self.values.hash(state);
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The canonical name: the short form, or the kind with all values that are not defaults.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(short) = (self.kind.short)(self) {
            return f.write_str(&short);
        }
        f.write_str(self.kind.name)?;
        let pairs = self.kind.parameters.iter().zip(&*self.values);
        let said = pairs.filter(|(parameter, value)| parameter.default != *value);
        for (index, (parameter, value)) in said.enumerate() {
            let sign = if index == 0 { ':' } else { ',' };
            write!(f, "{sign}{}={value}", parameter.name)?;
        }
        Ok(())
    }
}

impl Ties {
    /// The word for the rule: `any`, `fastest`.
    pub fn word(self) -> &'static str {
        match self {
            Ties::Any => "any",
            Ties::Fastest => "fastest",
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Ties {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Ties, ReadError> {
        match text {
            "any" => Ok(Ties::Any),
            "fastest" => Ok(Ties::Fastest),
            _ => Err(ReadError::new(format!("{} is not a valid rule for ties", quoted(text)))
                .hint("`any`: all wins in sight are equal; `fastest`: the fastest one")),
        }
    }
}

// Policies.

/// A player, as the weights that it gives to the moves of a position.
///
/// Law: the list contains only legal moves, without duplicates and without weights of 0; it is
/// empty if and only if no side is to move. The probability of a move is its weight divided by
/// the sum of all weights.
pub trait Policy<G: Game> {
    /// Appends the moves that this player may make here, with their weights. A player may cache
    /// results.
    ///
    /// # Errors
    /// If the budget is not enough to find its move.
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown>;

    /// Returns whether this player, which is to move in a game without cycles, is sure to win: it
    /// sees a win now, and each of its moves keeps one in sight whatever the other side does. A
    /// duel need not be played out from here. The default sees nothing.
    ///
    /// # Errors
    /// If the budget is not enough to tell.
    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        let _ = seen;
        Ok(false)
    }

    /// Returns whether its moves depend on the position alone. If so, the chances
    /// of duels can be computed, as fractions or certified bounds; if not, they are sampled.
    fn is_memoryless(&self) -> bool {
        true
    }

    /// The moves that it chooses from, all with the same probability, if the budget is not
    /// enough to compute its move. The default is all moves.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        seen.legal()
    }

    /// The number of visited positions: the cost of its moves.
    fn nodes(&self) -> u64 {
        0
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        (**self).weights(seen, out)
    }

    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        (**self).is_sure_to_win(seen)
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

/// The information that a player may use for its choice.
pub struct Seen<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// Its history: each earlier position with the move made there, rolls included. Empty if
    /// the history is unknown.
    pub history: &'a [(G::Position, G::Move)],
    /// The person who plays the other side, if there is one.
    pub person: Option<SeenPerson>,
}

/// A person, as far as players may know them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPerson {
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

/// Creates the players of a game from their names. The players share caches.
pub trait Roster<'a, G: Game> {
    /// The player with this name; `None` if the game does not have it.
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>>;
}

/// A player's move, or a value it needs, cannot be computed within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not found within the budget")]
pub struct Unknown;

/// A source of the values of moves: a table, a search, or a function.
pub trait Valuer<G: Game> {
    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move is unknown.
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown>;

    /// The best moves: those that keep the value, the fastest wins and the slowest losses.
    ///
    /// # Errors
    /// If they are unknown.
    fn best_moves(&mut self, game: &G, position: &G::Position) -> Result<Vec<G::Move>, Unknown> {
        let valued = self.move_values(game, position)?;
        let best = valued.iter().map(|it| it.1).max();
        Ok(valued.into_iter().filter(|it| Some(it.1) == best).map(|it| it.0).collect())
    }

    /// The moves that are not proven to be worse than another, for guesses.
    fn sound(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    }

    /// The number of nodes that all values so far took to compute. Cached values count too, so
    /// the same question always has the same cost.
    fn nodes(&self) -> u64 {
        0
    }
}

/// Moves with their values for the side that makes them.
pub type Valued<G> = Vec<(<G as Game>::Move, Value)>;

impl<G: Game, F> Valuer<G> for F
where
    F: FnMut(&G, &G::Position) -> Result<Valued<G>, Unknown>,
{
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        self(game, position)
    }
}

/// Moves with their weights.
pub type Weights<G> = Vec<(<G as Game>::Move, u32)>;

/// Draws one move of a player by its weights; `None` if there is no move.
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

// Two players, one for each side.

/// The players of both sides as one policy.
pub struct Both<'a, G: Game> {
    first: Box<dyn Policy<G> + 'a>,
    second: Box<dyn Policy<G> + 'a>,
}

impl<'a, G: Game> Both<'a, G> {
    /// Combines the players of both sides.
    pub fn new(first: Box<dyn Policy<G> + 'a>, second: Box<dyn Policy<G> + 'a>) -> Both<'a, G> {
        Both { first, second }
    }

    /// Creates the two players with these names; `None` if the game does not have one of them.
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

    fn is_sure_to_win(&mut self, seen: &Seen<'_, G>) -> Result<bool, Unknown> {
        self.player(seen).is_sure_to_win(seen)
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
