//! The one place that values a single position for a person: `show`, `play`
//! and its hints all ask here.

use spar_rules::{Tactics, Turn, Value};
use spar_solve::{Budget, minimax};

/// What is known of a position. `None` stands for what the budget did not allow
/// to find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<M = String> {
    /// The value for the side to move, or that would move if it were not over.
    pub value: Option<Value>,
    /// Every legal move with its value for the side that makes it.
    pub moves: Vec<(M, Option<Value>)>,
    /// Best play from here to the end, as far as it is known.
    pub line: Vec<M>,
}

/// The values were not found within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

impl<M> Evaluation<M> {
    /// Whether everything is known.
    pub fn is_exact(&self) -> bool {
        self.value.is_some() && self.moves.iter().all(|(_, value)| value.is_some())
    }

    /// The best moves; none if the value is not known.
    pub fn best(&self) -> impl Iterator<Item = &M> {
        let is_best = |it: &&(M, Option<Value>)| it.1.is_some() && it.1 == self.value;
        self.moves.iter().filter(is_best).map(|(mv, _)| mv)
    }

    /// Every move with its value, if all are known.
    ///
    /// # Errors
    /// If one is not.
    pub fn all(self) -> Result<Vec<(M, Value)>, Unknown> {
        let known = |(mv, value): (M, Option<Value>)| Some((mv, value?));
        self.moves.into_iter().map(known).collect::<Option<_>>().ok_or(Unknown)
    }
}

/// The most plies that a plain search of the whole tree looks ahead: the tree of
/// nine moves has half a million positions.
const HORIZON: u32 = 9;

/// The value of a position, of its moves, and best play.
pub fn evaluate<G: Tactics>(
    game: &G,
    position: &G::Position,
    budget: &Budget,
) -> Evaluation<G::Move> {
    if let Turn::Over(outcome) = game.turn(position) {
        let value = Some(Value::of(outcome, game.side(position)));
        return Evaluation { value, moves: Vec::new(), line: Vec::new() };
    }
    if game.horizon(position) > HORIZON || budget.is_stopped() {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let moves = moves.into_iter().map(|mv| (mv, None)).collect();
        return Evaluation { value: None, moves, line: Vec::new() };
    }
    let valued = minimax::moves(game, position);
    let value = valued.iter().map(|(_, value)| *value).max();
    let moves = valued.into_iter().map(|(mv, value)| (mv, Some(value))).collect();
    Evaluation { value, moves, line: best_line(game, position) }
}

/// Best play to the end; the first of equally good moves.
fn best_line<G: Tactics>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut here = position.clone();
    let mut line = Vec::new();
    loop {
        let valued = minimax::moves(game, &here);
        let best = valued.iter().map(|(_, value)| *value).max();
        let Some((mv, _)) = valued.into_iter().find(|(_, value)| Some(*value) == best) else {
            return line;
        };
        here = game.after(&here, mv);
        line.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use spar_rules::Value::{Draw, Loss, Win};
    use spar_solve::Budget;

    #[test]
    fn a_position_is_valued_with_its_moves_and_best_play() {
        let game = registry::open("tictactoe").unwrap();
        let position = game.read_position("xx./oo./...").unwrap();
        let evaluation = position.evaluate(&Budget::unlimited()).unwrap();
        assert!(evaluation.is_exact());
        assert_eq!(evaluation.value, Some(Win(1)));
        assert_eq!(evaluation.best().collect::<Vec<_>>(), ["c3"]);
        assert_eq!(evaluation.line, ["c3"]);
        let c2 = evaluation.moves.iter().find(|(mv, _)| mv == "c2").unwrap();
        assert_eq!(c2.1, Some(Draw), "it blocks o, and o blocks x");
    }

    #[test]
    fn what_is_over_has_a_value_and_no_moves() {
        let game = registry::open("tictactoe").unwrap();
        let value = |text| {
            let evaluation = game.read_position(text).unwrap().evaluate(&Budget::unlimited());
            let evaluation = evaluation.unwrap();
            assert!(evaluation.moves.is_empty() && evaluation.line.is_empty());
            evaluation.value
        };
        assert_eq!(value("xxx/oo./..."), Some(Loss(0)));
        assert_eq!(value("xox/xxo/oxo"), Some(Draw));
    }
}
