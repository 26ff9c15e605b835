//! Small games with the value of every position, computed by `minimax`.

use spar_challenge::oracle::{self, Evaluation};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Roster as _, Unknown, Valued, Valuer};
use spar_challenge::say::Voices;
use spar_challenge::session::{By, Session, answer};
use spar_challenge::sight::Sight;
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game, Notation, Side, Turn, Value};
use spar_solve::{Budget, Context, minimax};
use std::collections::HashMap;

pub(crate) type Place = <Lines as Game>::Move;

pub(crate) fn lines(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

/// Games of different kinds: with draws, gravity and losing lines.
pub(crate) fn games() -> Vec<Lines> {
    vec![
        lines("tictactoe", &[]),
        lines("tictactoe", &[("line", "loses")]),
        lines("bottom2", &[]),
        lines("connect3", &[("rows", "3"), ("cols", "4")]),
    ]
}

/// The value of every position that play can reach.
pub(crate) fn values(game: &Lines) -> HashMap<Board, Value> {
    let mut values = HashMap::new();
    fill(game, &game.start(), &mut values);
    values
}

fn fill(game: &Lines, position: &Board, values: &mut HashMap<Board, Value>) {
    if values.contains_key(position) {
        return;
    }
    let moves = moves(game, position);
    for mv in &moves {
        fill(game, &game.after(position, *mv), values);
    }
    let value = match game.turn(position) {
        Turn::Over(outcome) => Value::of(outcome, game.side(position)),
        _ => moves.iter().map(|mv| of_move(game, position, *mv, values)).max().unwrap(),
    };
    values.insert(*position, value);
}

pub(crate) fn of_move(
    game: &Lines,
    position: &Board,
    mv: Place,
    values: &HashMap<Board, Value>,
) -> Value {
    minimax::move_value(game, position, mv, |next| values[next])
}

pub(crate) fn moves(game: &Lines, position: &Board) -> Vec<Place> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The evaluation of a position by a search of this many nodes.
pub(crate) fn ask(game: &Lines, position: &Board, nodes: u64) -> Evaluation<Place> {
    let context = Context::bare(Budget::unlimited().with_nodes(nodes));
    oracle::evaluate(game, &game.name(), position, &context)
}

/// The moves that such a search does not prove to be bad.
pub(crate) fn sound(game: &Lines, position: &Board, nodes: u64) -> Vec<Place> {
    match ask(game, position, nodes) {
        Evaluation::Values(known) => known.sound,
        Evaluation::Chances(_) => unreachable!("nothing is rolled"),
    }
}

/// Values by a search of this many nodes per question.
struct Searched(u64);

impl Valuer<Lines> for Searched {
    fn move_values(&mut self, game: &Lines, position: &Board) -> Result<Valued<Lines>, Unknown> {
        let known = ask(game, position, self.0);
        known.moves().into_iter().map(|(mv, value, _)| Ok((*mv, value.ok_or(Unknown)?))).collect()
    }

    fn best_moves(&mut self, game: &Lines, position: &Board) -> Result<Vec<Place>, Unknown> {
        let best: Vec<Place> = ask(game, position, self.0).best().copied().collect();
        if best.is_empty() { Err(Unknown) } else { Ok(best) }
    }

    fn sound(&mut self, game: &Lines, position: &Board) -> Vec<Place> {
        sound(game, position, self.0)
    }
}

pub(crate) fn sight(game: &Lines, nodes: u64) -> Sight<'_, Lines> {
    Sight::new(game, Budget::unlimited().with_nodes(nodes))
}

/// Players with this node limit, for values, foresight and guesses each.
pub(crate) fn players(game: &Lines, nodes: u64) -> LookAhead<'_, Lines> {
    LookAhead::new(Known::new(game, Searched(nodes), Budget::unlimited().with_nodes(nodes)))
}

/// The program's move with this many nodes; `None` if it is not its turn.
pub(crate) fn answered(
    game: &Lines,
    session: &Session<Lines>,
    seed: u64,
    nodes: u64,
) -> Option<(Place, By)> {
    let (_, player) = session.program_to_move()?;
    let mut policy = players(game, nodes).policy(player).unwrap();
    answer(game, session, seed, None, &mut *policy)
}

/// The evaluations of all these positions.
pub(crate) fn ask_all(
    game: &Lines,
    values: &HashMap<Board, Value>,
    nodes: u64,
) -> HashMap<Board, Evaluation<Place>> {
    values.keys().map(|position| (*position, ask(game, position, nodes))).collect()
}

pub(crate) fn read(game: &Lines, text: &str) -> Board {
    game.read_position(text).unwrap()
}

pub(crate) fn voices(person: Option<Side>) -> Voices<'static> {
    Voices { names: ["X", "O"], person }
}

/// Loss, draw, win.
pub(crate) fn kind(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}
