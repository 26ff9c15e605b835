//! Players: a name, and the policy that goes with it.
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

/// What all players of one kind share.
pub struct Kind {
    /// As it is written in a name.
    pub name: &'static str,
    /// How it stands in a list of players: `` `perfect` ``.
    pub listed: &'static str,
    /// What can be set.
    pub parameters: &'static [PlayerParameter],
    /// A sentence that describes such a player.
    pub about: &'static str,
    /// The display name: `Foresight 2`.
    pub title: fn(&Player) -> String,
    /// The player within a sentence: `foresight 2`.
    pub phrase: fn(&Player) -> String,
    /// What a sweep over all positions of a game can make of it; none if it must be asked
    /// position by position.
    pub habit: fn(&Player) -> Option<Habit>,
    /// A shorter way to write a player, if there is one.
    pub short: fn(&Player) -> Option<String>,
}

/// A parameter of a kind of players.
pub struct PlayerParameter {
    /// As it is written.
    pub name: &'static str,
    /// What it takes, in a few words.
    pub takes: &'static str,
    /// Its value where the name does not say another; empty if it must.
    pub default: &'static str,
    /// Reads a value and gives it back as it is written.
    pub read: fn(&str) -> Option<String>,
}

/// What a player does, as far as sweeps over whole games know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Takes any move, all with the same chance.
    Any,
    /// Looks this many rounds ahead, one or more, and takes what looks best from there.
    Foresight(u32, Ties),
    /// Takes only best moves, all with the same chance.
    Best,
}

impl Habit {
    /// Rounds of foresight; none for the one that knows everything.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Habit::Any => Some(0),
            Habit::Foresight(rounds, _) => Some(rounds),
            Habit::Best => None,
        }
    }
}

/// Among moves that a player of some foresight finds equally good, it takes any,
/// each with the same chance. This says whether it minds how soon a game that it
/// sees the end of is won or lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// All wins are equal, and so are all losses (rule A of the definitions).
    #[default]
    Any,
    /// The fastest win in sight, the slowest loss in sight (rule B).
    Fastest,
}

impl Player {
    /// A player of a kind that has a default for every parameter.
    ///
    /// # Panics
    /// If a parameter has none.
    pub fn of_kind(kind: &'static Kind) -> Player {
        let defaults = kind.parameters.iter().map(|it| it.default.to_owned());
        let player = Player::with_values(kind, defaults);
        assert_eq!(player.missing(), None, "`{}` needs a value", kind.name);
        player
    }

    /// The first parameter that has no value.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let mut all = self.kind.parameters.iter().zip(&*self.values);
        all.find(|it| it.1.is_empty()).map(|it| it.0.name)
    }

    /// A player of a kind with these values, in the order of its parameters.
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

    /// The value of a parameter; empty if its kind has none of this name.
    pub fn setting(&self, name: &str) -> &str {
        let index = self.kind.parameters.iter().position(|it| it.name == name);
        index.map_or("", |index| &self.values[index])
    }

    /// What a sweep can make of it.
    pub fn habit(&self) -> Option<Habit> {
        (self.kind.habit)(self)
    }

    /// Rounds of foresight; none for players that do not look ahead by rounds.
    pub fn rounds(&self) -> Option<u32> {
        self.habit().and_then(Habit::rounds)
    }

    /// The display name: `Foresight 2`.
    pub fn title(&self) -> String {
        (self.kind.title)(self)
    }

    /// The player within a sentence: `foresight 2`.
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

/// The canonical name: the short form, or the kind with all that is not its default.
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
    /// As it is written on the command line: `any`, `fastest`.
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
    pub person: Option<SeenPerson>,
}

/// A person, as a player sees them.
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

/// Makes the players of a game from their names. What one of them has seen helps the others.
pub trait Roster<'a, G: Game> {
    /// The player of this name; none if the game does not have it.
    fn policy(&self, player: &Player) -> Option<Box<dyn Policy<G> + 'a>>;
}

/// A player's choice, or the values it asks for, cannot be computed within the
/// budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not found within the budget")]
pub struct Unknown;

/// Knows the value of every move: a table, a search, or a plain function.
pub trait Valuer<G: Game> {
    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move cannot be told.
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown>;

    /// The best moves: those that keep the value, the fastest wins and the slowest losses.
    ///
    /// # Errors
    /// If they cannot be told.
    fn best_moves(&mut self, game: &G, position: &G::Position) -> Result<Vec<G::Move>, Unknown> {
        let valued = self.move_values(game, position)?;
        let best = valued.iter().map(|it| it.1).max();
        Ok(valued.into_iter().filter(|it| Some(it.1) == best).map(|it| it.0).collect())
    }

    /// The moves that are not proven to be worse than another, for a player that has to guess.
    fn sound(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    }

    /// Nodes that all values so far took to find, also where they were remembered: the same
    /// question costs the same every time.
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
