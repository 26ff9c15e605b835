//! Why a won position is hard, derived from exact values and from the preferences of players
//! with limited foresight.

pub mod rolls;

use crate::players::Known;
use crate::policy::{Ties, Unknown, Valuer};
use spar_rules::{Game, Reward, Side, Tactics, Turn, Value};
use std::collections::HashMap;

/// The reasons why a won position is easy or hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why<M> {
    /// The number of moves.
    pub n_moves: usize,
    /// The winning moves, fastest first.
    pub winning: Vec<M>,
    /// The number of fastest ones.
    pub n_fastest: usize,
    /// The learner's foresight in rounds, if it is limited.
    pub rounds: Option<u32>,
    /// The character of the fastest win.
    pub character: Character,
    /// The least foresight for which only winning moves look best.
    pub seen_from: u32,
    /// The moves that players with less foresight prefer, shortest foresight first.
    pub traps: Vec<Trap<M>>,
    /// After the first move in `winning`, the winner has at least this many turns with a single
    /// winning move, in every line of best play; `None` if there are too many lines.
    pub later_only: Option<u32>,
}

/// A move that looks best to a player with some foresight but does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap<M> {
    /// The foresight in rounds.
    pub rounds: u32,
    /// The first such move in the game's order.
    pub mv: M,
    /// Its value: a draw or a loss.
    pub value: Value,
}

/// The immediate effect of a move. A side *could win at once* if one of its moves would win if
/// it were its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// It ends the game.
    Ends,
    /// The opponent could win at once before it, but not after it.
    Block,
    /// After it, its maker could win at once if the opponent passed.
    Threat,
    /// Both a block and a threat.
    BlockAndThreat,
    /// Neither.
    Quiet,
    /// The game does not support the question who could win at once.
    Unknown,
}

impl Character {
    /// The effect as a short phrase.
    pub fn word(self) -> &'static str {
        match self {
            Character::Ends => "wins at once",
            Character::Block => "block",
            Character::Threat => "threat",
            Character::BlockAndThreat => "block and threat",
            Character::Quiet => "quiet",
            Character::Unknown => "unknown",
        }
    }

    /// The effect as the end of a sentence about the move; `None` if there is nothing to say.
    fn clause(self) -> Option<&'static str> {
        Some(match self {
            Character::Ends => "wins at once",
            Character::Block => "stops the other side from winning at once",
            Character::Threat => "threatens to win at once",
            Character::BlockAndThreat => {
                "stops the other side from winning at once and threatens to win at once"
            }
            Character::Quiet => "is quiet: it neither blocks an immediate win nor threatens one",
            Character::Unknown => return None,
        })
    }
}

/// The maximum number of positions on the lines of best play that are followed.
const LINE_POSITIONS: usize = 200;

/// Why a position is hard for a learner who is to move; `None` if that side does not win.
/// `ties` applies to the players with other foresights.
///
/// # Errors
/// If values or evaluations cannot be computed within the budget.
pub fn explain<G: Tactics + Reward>(
    game: &G,
    position: &G::Position,
    (rounds_seen, ties): (Option<u32>, Ties),
    known: &Known<'_, G>,
) -> Result<Option<Why<G::Move>>, Unknown> {
    let valued = known.valuer().move_values(game, position)?;
    let Some(Value::Win(plies)) = valued.iter().map(|it| it.1).max() else { return Ok(None) };
    let mut winning: Vec<(G::Move, u32)> = wins(&valued).collect();
    winning.sort_by_key(|it| it.1);
    let character = character(game, position, winning[0].0.clone());
    let (mut traps, mut liked) = (Vec::new(), Vec::new());
    let mut seen_from = 1;
    // A player with this foresight sees the win.
    for rounds in 1..=plies.div_ceil(2) {
        liked.clear();
        known.sight().preferred(position, rounds, ties, &mut liked)?;
        let value = |mv: &G::Move| valued.iter().find(|it| it.0 == *mv).map(|it| it.1);
        let slip = liked.iter().find_map(|mv| match value(mv)? {
            Value::Win(_) => None,
            value => Some(Trap { rounds, mv: mv.clone(), value }),
        });
        if let Some(trap) = slip {
            traps.push(trap);
            seen_from = rounds + 1;
        }
    }
    let first = game.after(position, winning[0].0.clone());
    let valuer = &mut *known.valuer();
    let mut lines = Lines { game, winner: game.side(position), valuer, known: HashMap::new() };
    let later_only = lines.only_turns(&first)?;
    Ok(Some(Why {
        n_moves: valued.len(),
        n_fastest: winning.iter().filter(|it| it.1 == plies).count(),
        winning: winning.into_iter().map(|it| it.0).collect(),
        rounds: rounds_seen,
        character,
        seen_from,
        traps,
        later_only,
    }))
}

fn wins<M: Clone>(valued: &[(M, Value)]) -> impl Iterator<Item = (M, u32)> {
    valued.iter().filter_map(|(mv, value)| match value {
        Value::Win(plies) => Some((mv.clone(), *plies)),
        _ => None,
    })
}

/// The lines of best play of a won position: the winner wins as fast as possible, the loser
/// delays as long as possible.
struct Lines<'a, 'v, G: Game> {
    game: &'a G,
    winner: Side,
    valuer: &'a mut (dyn Valuer<G> + 'v),
    known: HashMap<G::Position, u32>,
}

impl<G: Game> Lines<'_, '_, G> {
    /// The minimum, over all lines from here, of the number of turns at which the winner has a
    /// single winning move; `None` if there are too many positions.
    fn only_turns(&mut self, here: &G::Position) -> Result<Option<u32>, Unknown> {
        if matches!(self.game.turn(here), Turn::Over(_)) {
            return Ok(Some(0));
        }
        if let Some(fewest) = self.known.get(here) {
            return Ok(Some(*fewest));
        }
        let valued = self.valuer.move_values(self.game, here)?;
        let best = valued.iter().map(|it| it.1).max();
        let mut fewest = u32::MAX;
        for (mv, _) in valued.iter().filter(|it| Some(it.1) == best) {
            let Some(later) = self.only_turns(&self.game.after(here, mv.clone()))? else {
                return Ok(None);
            };
            fewest = fewest.min(later);
        }
        if self.game.side(here) == self.winner && wins(&valued).count() == 1 {
            fewest += 1;
        }
        self.known.insert(here.clone(), fewest);
        Ok((self.known.len() <= LINE_POSITIONS).then_some(fewest))
    }
}

/// The immediate effect of a move.
fn character<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> Character {
    let side = game.side(position);
    let next = game.after(position, mv);
    if matches!(game.turn(&next), Turn::Over(_)) {
        return Character::Ends;
    }
    let stops = || {
        let now = game.wins_next(position, side.other())?;
        let then = game.wins_next(&next, side.other())?;
        Some(now && !then)
    };
    match (stops(), game.wins_next(&next, side)) {
        (Some(true), Some(true)) => Character::BlockAndThreat,
        (Some(true), Some(false)) => Character::Block,
        (Some(false), Some(true)) => Character::Threat,
        (Some(false), Some(false)) => Character::Quiet,
        (None, _) | (_, None) => Character::Unknown,
    }
}

impl<M> Why<M> {
    /// Converts its moves.
    pub fn map<N>(self, mut mv: impl FnMut(M) -> N) -> Why<N> {
        Why {
            n_moves: self.n_moves,
            winning: self.winning.into_iter().map(&mut mv).collect(),
            n_fastest: self.n_fastest,
            rounds: self.rounds,
            character: self.character,
            seen_from: self.seen_from,
            traps: self
                .traps
                .into_iter()
                .map(|Trap { rounds, mv: it, value }| Trap { rounds, mv: mv(it), value })
                .collect(),
            later_only: self.later_only,
        }
    }
}

impl<M: std::fmt::Display> Why<M> {
    /// The reason in one simple sentence.
    pub fn sentence(&self) -> String {
        let (n_winning, n_moves) = (self.winning.len(), self.n_moves);
        let fastest = &self.winning[0];
        let one_of = if self.n_fastest == 1 { "the" } else { "one of the" };
        let kind = self.character.clause();
        let moves = match (n_winning, n_moves, kind) {
            (1, 1, Some(kind)) => format!("There is just one move, {fastest}; it {kind}"),
            (1, 1, None) => format!("There is just one move, {fastest}"),
            (1, moves, Some(kind)) => {
                format!("Only 1 of {moves} moves wins, {fastest}, and it {kind}")
            }
            (1, moves, None) => format!("Only 1 of {moves} moves wins, {fastest}"),
            (some, moves, kind) => {
                let win = match some {
                    all if all == moves => "Every move wins".to_owned(),
                    some => format!("{some} of {moves} moves win"),
                };
                match kind {
                    Some(kind) => format!("{win}; {one_of} fastest, {fastest}, {kind}"),
                    None => format!("{win}; {one_of} fastest is {fastest}"),
                }
            }
        };
        let mut clauses = vec![moves];
        // The learner's own trap is the most relevant; otherwise the one for the longest
        // foresight.
        let own = self.traps.iter().find(|trap| Some(trap.rounds) == self.rounds);
        if let Some(trap) = own.or(self.traps.last()) {
            let rounds = if trap.rounds == 1 { "round" } else { "rounds" };
            let worth = match trap.value {
                Value::Loss(_) => "loses",
                Value::Draw | Value::Win(_) => "only draws",
            };
            clauses.push(format!(
                "a player who looks {} {rounds} ahead may fall for {}, which {worth}",
                trap.rounds, trap.mv
            ));
        } else if n_winning < n_moves && self.character != Character::Ends {
            clauses.push("a player who looks 1 round ahead picks a winning move".to_owned());
        }
        let times = match self.later_only.unwrap_or(0) {
            0 => None,
            1 => Some("once".to_owned()),
            2 => Some("twice".to_owned()),
            more => Some(format!("{more} times")),
        };
        clauses
            .extend(times.map(|it| format!("later, at least {it}, just one move keeps the win")));
        clauses.join("; ") + "."
    }
}
