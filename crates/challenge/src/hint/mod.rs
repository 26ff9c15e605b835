//! Help in three stages: how many moves keep the outcome, which part of the board, and
//! the move. All of it from one evaluation, so that no stage contradicts another. Where
//! chance rolls: how good it can be, what not to take, and what to take. Beside them, in free
//! play: what does best against the player on the other side.

mod chance;
mod region;
mod response;

use self::response::Best;
use crate::oracle::{Evaluation, Values};
use crate::response::Responses;
use crate::say::{NOT_KNOWN, Say, Tone, capital, does, number};
use crate::session::RESPONSE;
use crate::why::{Character, character};
use spar_rules::scene::Scene;
use spar_rules::{Notation, Value};

/// Help at one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// 1: how many moves keep the outcome; 2: which part of the board; 3: the move; 4: what does
    /// best against the player on the other side.
    pub stage: u8,
    /// The word on it.
    pub say: Say,
    /// The cells to look at; none at the first stage.
    pub cells: Vec<usize>,
}

/// A picture of the position, and the cells that choose each legal move, in the order
/// of the game's moves.
pub struct Picture {
    /// What it looks like.
    pub scene: Scene,
    /// The cells of each move.
    pub touches: Vec<Vec<usize>>,
}

impl Hint {
    /// Help at this stage in an unfinished position of which this is known. `picture` is
    /// asked for only where it is needed; `named` gives the display name of a choice.
    pub fn of<G: Notation>(
        game: &G,
        position: &G::Position,
        stage: u8,
        known: &Evaluation<G::Move>,
        picture: impl FnOnce() -> Option<Picture>,
        named: impl Fn(G::Move) -> String,
    ) -> Hint {
        let (text, cells) = match known {
            Evaluation::Values(known) => by_values(game, position, stage, known, picture),
            Evaluation::Chances(known) => (chance::text(stage, known, named), Vec::new()),
        };
        Hint { stage, say: Say::new(Tone::Hint, "Hint.", text), cells }
    }
}

impl Hint {
    /// What does best against a player, whom `rival` names within a sentence, where this is
    /// known of the position; `responses` are those of the side to move, if they are known.
    pub fn against<G: Notation>(
        game: &G,
        position: &G::Position,
        rival: &str,
        responses: Option<&Responses<G>>,
        known: &Evaluation<G::Move>,
        picture: impl FnOnce() -> Option<Picture>,
        named: impl Fn(G::Move) -> String,
    ) -> Hint {
        let named = |mv| match known {
            Evaluation::Values(_) => game.write_move(position, mv),
            Evaluation::Chances(_) => named(mv),
        };
        let best = responses.and_then(|it| Best::of(it, game, position, known));
        let unknown = || format!("What does best against {rival} is not known within the budget.");
        let text = best.as_ref().map_or_else(unknown, |it| it.text(rival, known, named));
        let index = best.filter(|it| !it.is_any()).map(|it| it.index);
        let cells = index.and_then(|index| picture()?.touches.into_iter().nth(index));
        let say = Say::new(Tone::Hint, "Hint.", text);
        Hint { stage: RESPONSE, say, cells: cells.unwrap_or_default() }
    }
}

/// Help by values: the text and the cells to look at.
fn by_values<G: Notation>(
    game: &G,
    position: &G::Position,
    stage: u8,
    known: &Values<G::Move>,
    picture: impl FnOnce() -> Option<Picture>,
) -> (String, Vec<usize>) {
    let best: Vec<usize> = (0..known.moves.len())
        .filter(|index| known.value.is_some() && known.moves[*index].1 == known.value)
        .collect();
    let (Some(value), Some(first)) = (known.value, best.first()) else {
        return (half_known(known.bounds).to_owned(), Vec::new());
    };
    match stage {
        0 | 1 => (counts(value, known), Vec::new()),
        2 => part(&best, known, picture().as_ref()),
        _ => {
            let mv = known.moves[*first].0.clone();
            let written = game.write_move(position, mv.clone());
            let cells = picture().and_then(|it| it.touches.into_iter().nth(*first));
            let does = reason(character(game, position, mv), value);
            (format!("Play {written}. It {does}."), cells.unwrap_or_default())
        }
    }
}

/// What is proven of the position where no move is known to keep it.
fn half_known(bounds: (Value, Value)) -> &'static str {
    match bounds {
        (Value::Win(_), _) => "The win is there, but which move keeps it is not known in time.",
        (Value::Draw, Value::Draw) => {
            "The draw is there, but which move keeps it is not known in time."
        }
        (_, Value::Loss(_)) => "It is lost, and which move lasts longest is not known in time.",
        _ => NOT_KNOWN,
    }
}

/// `One move wins, two only draw.`
fn counts<M>(value: Value, known: &Values<M>) -> String {
    let count = |fits: fn(Value) -> bool| {
        known.moves.iter().filter_map(|it| it.1).filter(|it| fits(*it)).count()
    };
    let wins = count(|value| matches!(value, Value::Win(_)));
    let draws = count(|value| value == Value::Draw);
    let losses = count(|value| matches!(value, Value::Loss(_)));
    let (one, many) = match value {
        Value::Win(_) => ("wins", "win"),
        Value::Draw => ("holds the draw", "hold the draw"),
        Value::Loss(_) => ("loses", "lose"),
    };
    let keeps = match value {
        Value::Win(_) => wins,
        Value::Draw => draws,
        Value::Loss(_) => losses,
    };
    let all = known.moves.len();
    if known.moves.iter().any(|it| it.1.is_none()) {
        let verb = if keeps == 1 { format!("move {one}") } else { format!("moves {many}") };
        return format!("At least {} {verb}; of some it is not known.", number(keeps));
    }
    if keeps == all {
        let every = if all == 1 { "The only move" } else { "Every move" };
        let more = if let Value::Loss(_) = value { " Last as long as you can." } else { "" };
        return format!("{every} {one}.{more}");
    }
    let verb = if keeps == 1 { format!("move {one}") } else { format!("moves {many}") };
    let mut clauses = vec![format!("{} {verb}", capital(&number(keeps)))];
    if draws > 0 && value > Value::Draw {
        clauses.push(format!(
            "{} only {}",
            number(draws),
            if draws == 1 { "draws" } else { "draw" }
        ));
    }
    if losses > 0 {
        clauses.push(format!("{} {}", number(losses), if losses == 1 { "loses" } else { "lose" }));
    }
    clauses.join(", ") + "."
}

/// The part of the board that holds the best moves.
fn part<M>(best: &[usize], known: &Values<M>, picture: Option<&Picture>) -> (String, Vec<usize>) {
    if best.len() == known.moves.len() {
        let text = match best.len() {
            1 => "There is just one move.",
            _ => "Anywhere: all moves are equally good.",
        };
        return (text.to_owned(), Vec::new());
    }
    match picture.and_then(|picture| region::smallest(picture, best)) {
        Some(region) => (format!("Look at {}.", region.name), region.cells),
        None => ("The board has no part to point at here.".to_owned(), Vec::new()),
    }
}

/// What the move does.
fn reason(character: Character, value: Value) -> String {
    match (character, character.clause()) {
        (Character::Ends, _) if value == Value::Draw => "ends the game in a draw".to_owned(),
        (Character::Ends | Character::Quiet, _) | (_, None) => does(value),
        (_, Some(clause)) => format!("{clause}, and {}", does(value)),
    }
}
