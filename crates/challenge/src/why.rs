//! Why a won position is hard, worked out from exact values and from what players
//! of short sight prefer.

use crate::player::{Player, Ties};
use crate::policy::{Unknown, Valued, Valuer};
use crate::sight::Sight;
use spar_rules::{Game, Outcome, Reward, Side, Tactics, Turn, Value};

/// What makes a won position easy or hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why<M> {
    /// How many moves there are.
    pub n_moves: usize,
    /// The moves that win, the fastest first.
    pub winning: Vec<M>,
    /// How many of them are equally fast.
    pub n_fastest: usize,
    /// The learner's rounds of foresight, if it has an end.
    pub rounds: Option<u32>,
    /// What kind of move the fastest win is.
    pub character: Character,
    /// From this foresight on only winning moves look best.
    pub seen_from: u32,
    /// What players of less foresight like better, the shortest sight first.
    pub traps: Vec<Trap<M>>,
    /// How many moves the winner makes in best play.
    pub line_moves: u32,
    /// How many of those are the only ones that win.
    pub only_moves: u32,
}

/// A move that looks best to a player of some foresight, and does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap<M> {
    /// Rounds of foresight.
    pub rounds: u32,
    /// The first such move in the game's order.
    pub mv: M,
    /// What it is worth: a draw or a loss.
    pub value: Value,
}

/// What kind of move a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Character {
    /// It ends the game.
    Ends,
    /// After every other move the other side could win at once.
    Block,
    /// The side that makes it would win at once after every answer but one at most.
    Threat,
    /// Both.
    BlockAndThreat,
    /// Neither.
    Quiet,
}

impl Character {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Character::Ends => "wins at once",
            Character::Block => "block",
            Character::Threat => "threat",
            Character::BlockAndThreat => "block and threat",
            Character::Quiet => "quiet",
        }
    }

    /// What such a move does, as the end of a sentence about it.
    pub(crate) fn clause(self) -> &'static str {
        match self {
            Character::Ends => "wins at once",
            Character::Block => "stops the other side, which would win at once",
            Character::Threat => "threatens to win at once",
            Character::BlockAndThreat => "stops a win of the other side and threatens one",
            Character::Quiet => "looks quiet: it stops and threatens no win at once",
        }
    }
}

/// Why a position is hard for a learner who is to move; `None` if that side does not
/// win. `ties` is for the players of other foresights.
///
/// # Errors
/// If values or looks cannot be found out within the budget.
pub fn explain<G: Tactics + Reward>(
    game: &G,
    position: &G::Position,
    (learner, ties): (Player, Ties),
    sight: &mut Sight<'_, G>,
    valuer: &mut impl Valuer<G>,
) -> Result<Option<Why<G::Move>>, Unknown> {
    let valued = valuer.move_values(game, position)?;
    let Some(Value::Win(plies)) = valued.iter().map(|it| it.1).max() else { return Ok(None) };
    let mut winning: Vec<(G::Move, u32)> = wins(&valued).collect();
    winning.sort_by_key(|it| it.1);
    let character = character(game, position, winning[0].0);
    let (mut traps, mut liked) = (Vec::new(), Vec::new());
    let mut seen_from = 1;
    // Who sees so many rounds sees the win.
    for rounds in 1..=plies.div_ceil(2) {
        liked.clear();
        sight.preferred(position, rounds, ties, &mut liked)?;
        let value = |mv: &G::Move| valued.iter().find(|it| it.0 == *mv).map(|it| it.1);
        let slip = liked.iter().find_map(|mv| match value(mv)? {
            Value::Win(_) => None,
            value => Some(Trap { rounds, mv: *mv, value }),
        });
        if let Some(trap) = slip {
            traps.push(trap);
            seen_from = rounds + 1;
        }
    }
    let (line_moves, only_moves) = only_moves(game, position, &valued, valuer)?;
    Ok(Some(Why {
        n_moves: valued.len(),
        n_fastest: winning.iter().filter(|it| it.1 == plies).count(),
        winning: winning.into_iter().map(|it| it.0).collect(),
        rounds: learner.rounds(),
        character,
        seen_from,
        traps,
        line_moves,
        only_moves,
    }))
}

fn wins<M: Copy>(valued: &[(M, Value)]) -> impl Iterator<Item = (M, u32)> {
    valued.iter().filter_map(|(mv, value)| match value {
        Value::Win(plies) => Some((*mv, *plies)),
        _ => None,
    })
}

/// Along best play, how many moves the winner makes, and how many of them are the
/// only ones that win.
fn only_moves<G: Game>(
    game: &G,
    position: &G::Position,
    valued: &Valued<G>,
    valuer: &mut impl Valuer<G>,
) -> Result<(u32, u32), Unknown> {
    let winner = game.side(position);
    let (mut here, mut valued) = (position.clone(), valued.clone());
    let (mut moves, mut only) = (0, 0);
    loop {
        let best = valued.iter().map(|it| it.1).max();
        let Some((mv, _)) = valued.iter().find(|it| Some(it.1) == best) else { break };
        if game.side(&here) == winner {
            moves += 1;
            only += u32::from(wins(&valued).count() == 1);
        }
        here = game.after(&here, *mv);
        if matches!(game.turn(&here), Turn::Over(_)) {
            break;
        }
        valued = valuer.move_values(game, &here)?;
    }
    Ok((moves, only))
}

/// What kind of move a move is.
pub(crate) fn character<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> Character {
    let side = game.side(position);
    let next = game.after(position, mv);
    if matches!(game.turn(&next), Turn::Over(_)) {
        return Character::Ends;
    }
    let moves = moves_of(game, position);
    let lets_win = |mv: &G::Move| wins_at_once(game, &game.after(position, *mv), side.other());
    let is_block = moves.len() > 1 && moves.iter().all(|it| (*it == mv) != lets_win(it));
    let answers = moves_of(game, &next);
    let punished = answers.iter().filter(|it| wins_at_once(game, &game.after(&next, **it), side));
    let is_threat = answers.len() > 1 && punished.count() + 1 >= answers.len();
    match (is_block, is_threat) {
        (true, true) => Character::BlockAndThreat,
        (true, false) => Character::Block,
        (false, true) => Character::Threat,
        (false, false) => Character::Quiet,
    }
}

/// Whether it is this side's turn and one of its moves wins.
fn wins_at_once<G: Game>(game: &G, position: &G::Position, side: Side) -> bool {
    let won = Turn::Over(Outcome::Win(side));
    game.turn(position) == Turn::Play(side)
        && moves_of(game, position).iter().any(|mv| game.turn(&game.after(position, *mv)) == won)
}

fn moves_of<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

impl<M> Why<M> {
    /// The same with moves written otherwise.
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
            line_moves: self.line_moves,
            only_moves: self.only_moves,
        }
    }
}

impl<M: std::fmt::Display> Why<M> {
    /// The same in one sentence that a child understands.
    pub fn sentence(&self) -> String {
        let (n_winning, n_moves) = (self.winning.len(), self.n_moves);
        let fastest = match self.n_fastest {
            1 => format!("the fastest, {},", self.winning[0]),
            _ => format!("one of the fastest, {},", self.winning[0]),
        };
        let only = &self.winning[0];
        let kind = self.character.clause();
        let moves = match (n_winning, n_moves) {
            (1, 1) => format!("There is just one move, {only}; it {kind}"),
            (all, moves) if all == moves => format!("Every move wins; {fastest} {kind}"),
            (1, moves) => format!("Only 1 of {moves} moves wins, {only}, and it {kind}"),
            (some, moves) => format!("{some} of {moves} moves win; {fastest} {kind}"),
        };
        let mut clauses = vec![moves];
        // What the learner itself falls for says most, else the deepest trap.
        let own = self.traps.iter().find(|trap| Some(trap.rounds) == self.rounds);
        if let Some(trap) = own.or(self.traps.last()) {
            let rounds = if trap.rounds == 1 { "round" } else { "rounds" };
            let worth = match trap.value {
                Value::Loss(_) => "loses",
                Value::Draw | Value::Win(_) => "only draws",
            };
            clauses.push(format!(
                "who looks {} {rounds} ahead may fall for {}, which {worth}",
                trap.rounds, trap.mv
            ));
        } else if n_winning < n_moves && self.character != Character::Ends {
            clauses.push("who looks 1 round ahead picks a winning move".to_owned());
        }
        match self.only_moves.saturating_sub(u32::from(n_winning == 1)) {
            0 => {}
            1 => clauses.push("later, once, just one move keeps the win".to_owned()),
            more => clauses.push(format!("later, {more} times, just one move keeps the win")),
        }
        clauses.join("; ") + "."
    }
}
