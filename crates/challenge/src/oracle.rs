//! The oracle: the single module that evaluates positions. `solve`, `show`, `play`, hints and
//! reviews use it. It reads values from a solved game on the shelf if there is one. Otherwise it
//! looks into the book of openings, and searches as far as the budget allows.

use crate::policy::{Unknown, Valued, Valuer};
use spar_rules::{Game, Notation, Ranked, Symmetric, Tactics, Turn, Value};
use spar_solve::alpha_beta::{Search, Solution};
use spar_solve::explicit::HashedTable;
use spar_solve::tables::{Kept, TableError};
use spar_solve::whole::{MoveValues, distrust, kept, move_values, reached};
use spar_solve::{Budget, Context, Interval, Progress, ProvenSoFar, Silent};
use std::collections::HashSet;

/// The evaluation of a position: values, or chances in games with dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation<M = String> {
    /// Values: in games without chance, in finished positions, and if nothing is known.
    Values(Values<M>),
    /// Chances: in unfinished games with chance.
    Chances(MoveChances<M>),
}

/// The value of a position and of its moves. `None` means that the
/// budget was not enough to compute it.
#[derive(Clone, Debug, PartialEq)]
pub struct Values<M = String> {
    /// The value for the side to move, or for the side that would move next if the game is
    /// over.
    pub value: Option<Value>,
    /// Proven lower and upper bound of the value.
    pub bounds: (Value, Value),
    /// Every legal move with its value for the side that makes it.
    pub moves: Vec<(M, Option<Value>)>,
    /// The moves that are not proven to be worse than another; if all values are known, the
    /// best ones.
    pub sound: Vec<M>,
    /// The principal variation to the end, as far as it is known.
    pub line: Vec<M>,
    /// The number of positions that a search visited; 0 if the value comes from a table.
    pub nodes: u64,
    /// Remarks, such as a damaged table.
    pub remarks: Vec<String>,
}

/// The chances to win with best play of both sides, in games with chance.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChances<M = String> {
    /// The chance of the side to move, or of the side for which chance rolls.
    pub here: Interval,
    /// The chance after every legal move or roll, for the same side.
    pub moves: Vec<(M, Interval)>,
    /// The choice of best play; `None` before a roll.
    pub best: Option<M>,
}

/// Bounds without information.
const OPEN: (Value, Value) = (Value::Loss(0), Value::Win(0));

impl<M> Evaluation<M> {
    /// The evaluation of a finished position with this value.
    pub(crate) fn over(value: Value) -> Evaluation<M>
    where
        M: Clone,
    {
        Evaluation::Values(Values::exact(value, Vec::new(), Vec::new()))
    }

    /// The evaluation if these moves end the game as a draw.
    pub(crate) fn with_draws(self, draws: &[M]) -> Evaluation<M>
    where
        M: Clone + PartialEq,
    {
        match self {
            Evaluation::Values(values) if !draws.is_empty() => {
                Evaluation::Values(values.with_draws(draws))
            }
            same => same,
        }
    }

    /// The evaluation if nothing is known.
    pub fn unknown(moves: impl IntoIterator<Item = M>) -> Evaluation<M>
    where
        M: Clone,
    {
        Evaluation::Values(Values::unknown(moves))
    }

    /// The value, if there is one and it is known.
    pub fn value(&self) -> Option<Value> {
        match self {
            Evaluation::Values(it) => it.value,
            Evaluation::Chances(_) => None,
        }
    }

    /// The proven bounds of the value; trivial bounds in games with chance.
    pub fn bounds(&self) -> (Value, Value) {
        match self {
            Evaluation::Values(it) => it.bounds,
            Evaluation::Chances(_) => OPEN,
        }
    }

    /// The chances, in an unfinished game with chance.
    pub fn chances(&self) -> Option<&MoveChances<M>> {
        match self {
            Evaluation::Values(_) => None,
            Evaluation::Chances(it) => Some(it),
        }
    }

    /// The chance to win for the side to move, in a game with chance, finished or not.
    pub fn chance(&self) -> Option<Interval> {
        match self {
            Evaluation::Chances(it) => Some(it.here),
            Evaluation::Values(Values { value: Some(Value::Win(0)), .. }) => {
                Some(Interval::exact(1.0))
            }
            Evaluation::Values(Values { value: Some(Value::Loss(0)), .. }) => {
                Some(Interval::exact(0.0))
            }
            Evaluation::Values(_) => None,
        }
    }

    /// The evaluation of a position of which only the value was asked for.
    pub fn of_value(found: Solution) -> Evaluation<M> {
        Evaluation::Values(Values {
            value: found.exact(),
            bounds: (found.lower, found.upper),
            moves: Vec::new(),
            sound: Vec::new(),
            line: Vec::new(),
            nodes: found.nodes,
            remarks: Vec::new(),
        })
    }

    /// The evaluation of a position, with these moves, whose search is still running.
    pub fn so_far(moves: impl IntoIterator<Item = M>, found: &ProvenSoFar) -> Evaluation<M>
    where
        M: Clone,
    {
        let ProvenSoFar { lower, upper, moves: values } = found;
        let values = values.iter().copied().chain(std::iter::repeat(None));
        let moves: Vec<(M, Option<Value>)> = moves.into_iter().zip(values).collect();
        let value = (lower == upper).then_some(*lower);
        Evaluation::Values(Values {
            value,
            bounds: (*lower, *upper),
            sound: moves.iter().map(|it| it.0.clone()).collect(),
            moves,
            line: Vec::new(),
            nodes: 0,
            remarks: Vec::new(),
        })
    }

    /// Returns whether the value or the chance is known.
    pub fn is_known(&self) -> bool {
        self.value().is_some() || self.chances().is_some()
    }

    /// Returns whether the values of the position and of every move are known.
    pub fn is_exact(&self) -> bool {
        match self {
            Evaluation::Values(it) => {
                it.value.is_some() && it.moves.iter().all(|(_, value)| value.is_some())
            }
            Evaluation::Chances(_) => false,
        }
    }

    /// Every legal move or roll, with its value and its chance, if they exist and are known.
    pub fn moves(&self) -> Vec<(&M, Option<Value>, Option<Interval>)> {
        match self {
            Evaluation::Values(it) => it.moves.iter().map(|it| (&it.0, it.1, None)).collect(),
            Evaluation::Chances(it) => {
                it.moves.iter().map(|it| (&it.0, None, Some(it.1))).collect()
            }
        }
    }

    /// The best moves; empty if the value is not known. In games with chance, the choice of
    /// best play.
    pub fn best(&self) -> impl Iterator<Item = &M> {
        let (valued, chosen) = match self {
            Evaluation::Values(it) => (Some(it.best()), None),
            Evaluation::Chances(it) => (None, it.best.as_ref()),
        };
        valued.into_iter().flatten().chain(chosen)
    }

    /// The principal variation, as far as it is known.
    pub fn line(&self) -> &[M] {
        match self {
            Evaluation::Values(it) => &it.line,
            Evaluation::Chances(it) => it.best.as_slice(),
        }
    }

    /// The number of positions that a search visited; 0 if the value comes from a table.
    pub fn nodes(&self) -> u64 {
        match self {
            Evaluation::Values(it) => it.nodes,
            Evaluation::Chances(_) => 0,
        }
    }

    /// Remarks, such as a damaged table.
    pub fn remarks(&self) -> &[String] {
        match self {
            Evaluation::Values(it) => &it.remarks,
            Evaluation::Chances(_) => &[],
        }
    }
}

impl<M> Values<M> {
    /// The best moves; empty if the value is not known.
    pub fn best(&self) -> impl Iterator<Item = &M> {
        let is_best = |it: &&(M, Option<Value>)| it.1.is_some() && it.1 == self.value;
        self.moves.iter().filter(is_best).map(|(mv, _)| mv)
    }

    /// The values if these moves, at least one, end the game as a draw.
    fn with_draws(mut self, draws: &[M]) -> Values<M>
    where
        M: Clone + PartialEq,
    {
        for (mv, value) in &mut self.moves {
            if draws.contains(mv) {
                *value = Some(Value::Draw);
            }
        }
        let is_known = self.moves.iter().all(|it| it.1.is_some());
        let least = self.moves.iter().filter_map(|it| it.1).max().unwrap_or(Value::Draw);
        // Unknown values of the other moves do not raise the upper bound.
        let most = if is_known { least } else { self.bounds.1.max(least) };
        self.bounds = (least, most);
        self.value = (least == most).then_some(least);
        let kept = self.moves.iter().filter(|it| it.1.is_none_or(|value| value >= least));
        self.sound = kept.map(|it| it.0.clone()).collect();
        let leads = |mv: &M| self.moves.iter().any(|it| it.0 == *mv && it.1 == self.value);
        if self.value.is_none() || !self.line.first().is_some_and(leads) {
            self.line = self.best().take(1).cloned().collect();
        } else if self.line.first().is_some_and(|mv| draws.contains(mv)) {
            self.line.truncate(1);
        }
        self
    }

    /// The values if nothing is known.
    pub fn unknown(moves: impl IntoIterator<Item = M>) -> Values<M>
    where
        M: Clone,
    {
        let sound: Vec<M> = moves.into_iter().collect();
        Values {
            value: None,
            bounds: OPEN,
            moves: sound.iter().map(|mv| (mv.clone(), None)).collect(),
            sound,
            line: Vec::new(),
            nodes: 0,
            remarks: Vec::new(),
        }
    }

    pub(crate) fn exact(value: Value, moves: Vec<(M, Option<Value>)>, line: Vec<M>) -> Values<M>
    where
        M: Clone,
    {
        let (bounds, remarks) = ((value, value), Vec::new());
        let best = moves.iter().filter(|it| it.1 == Some(value));
        let sound = best.map(|it| it.0.clone()).collect();
        Values { value: Some(value), bounds, moves, sound, line, nodes: 0, remarks }
    }
}

/// The moves that are not proven to be bad: the fastest of the proven wins; a proven loss only
/// if all moves are, and then the slowest. All others count as draws.
fn sound<M: Clone>(moves: &[(M, Solution)]) -> Vec<M> {
    let worth = |it: &Solution| Value::Draw.clamp(it.lower, it.upper);
    let best = moves.iter().map(|it| worth(&it.1)).max();
    moves.iter().filter(|it| Some(worth(&it.1)) == best).map(|it| it.0.clone()).collect()
}

/// Evaluates a position and its moves, with the principal variation.
pub fn evaluate<G: Ranked + Tactics + Notation + Symmetric>(
    game: &G,
    name: &str,
    position: &G::Position,
    context: &Context,
) -> Evaluation<G::Move> {
    if let Turn::Over(outcome) = game.turn(position) {
        let value = Value::of(outcome, game.side(position));
        return Evaluation::over(value);
    }
    let mut remarks = Vec::new();
    if let Some(kept) = kept(game, name, context, &mut remarks) {
        match look_up(game, &kept, position) {
            Ok(Some(values)) => return Evaluation::Values(Values { remarks, ..values }),
            Ok(None) => {}
            Err(error) => distrust(name, &error, context, &mut remarks),
        }
    }
    if let Some(table) = reached(game, position, &context.budget, &*context.progress) {
        let values = |here: &G::Position| move_values(game, here, |next| Ok(table.value(next)));
        if let Ok(Some(known)) = exact(game, position, values) {
            return Evaluation::Values(Values { remarks, nodes: table.len(), ..known });
        }
    }
    let mut search = search(game, name, context, &mut remarks);
    let study = search.study(position, &context.budget, &*context.progress);
    Evaluation::Values(Values {
        value: study.solution.exact(),
        bounds: (study.solution.lower, study.solution.upper),
        moves: study.moves.iter().map(|(mv, solution)| (mv.clone(), solution.exact())).collect(),
        sound: sound(&study.moves),
        line: study.line,
        nodes: study.solution.nodes,
        remarks,
    })
}

/// Finds the value of every move, from a stored table or by search. The proven bounds of one
/// search help with the next positions.
pub struct Oracle<'a, G: Tactics> {
    game: &'a G,
    kept: Option<Kept>,
    /// All positions that play can reach from one position, in games with cycles.
    reached: Option<HashedTable<G>>,
    search: Search<'a, G>,
    /// The remaining budget for further searches.
    budget: Budget,
}

impl<'a, G: Ranked + Tactics + Notation + Symmetric> Oracle<'a, G> {
    /// Uses a table on the context's shelf and the book of the game if there are any. The budget's
    /// node limit applies to all searches together.
    pub fn new(game: &'a G, name: &str, context: &Context) -> Oracle<'a, G> {
        let kept = kept(game, name, context, &mut Vec::new());
        let (reached, search) = (None, search(game, name, context, &mut Vec::new()));
        Oracle { game, kept, reached, search, budget: context.budget.clone() }
    }
}

impl<G: Ranked + Tactics> Oracle<'_, G> {
    /// The value of one position, under this budget.
    ///
    /// # Errors
    /// If the budget ends before it is known.
    pub fn value(&mut self, position: &G::Position, budget: &Budget) -> Result<Value, Unknown> {
        self.bounds(position, budget, &Silent).exact().ok_or(Unknown)
    }

    /// The bounds of the value of one position, under this budget.
    fn bounds(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Solution {
        let stored = self.stored(position);
        match stored.or_else(|| self.value_reached(position, budget)) {
            Some(value) => Solution { lower: value, upper: value, nodes: 0 },
            None => self.search.solve(position, budget, progress),
        }
    }

    /// The value in the stored table. A damaged table is as good as none.
    fn stored(&self, position: &G::Position) -> Option<Value> {
        self.kept.as_ref()?.value(self.game, position).ok().flatten()
    }

    /// The value of a position in a game with cycles.
    fn value_reached(&mut self, position: &G::Position, budget: &Budget) -> Option<Value> {
        let known = |it: &Option<HashedTable<G>>| it.as_ref().and_then(|it| it.value(position));
        if known(&self.reached).is_none() {
            self.reached = reached(self.game, position, budget, &Silent);
        }
        known(&self.reached)
    }
}

/// A search that knows the values in the book of the game, if there is one.
fn search<'a, G: Tactics + Notation + Symmetric>(
    game: &'a G,
    name: &str,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Search<'a, G> {
    let search = Search::new(game);
    let Some(book) = context.sources.books.get(game, name, remarks) else { return search };
    // A damaged block is as good as a missing one: the search finds the values.
    search.with_known(Box::new(move |position| book.value(game, position).ok().flatten()))
}

impl<G: Ranked + Tactics> Valuer<G> for Oracle<'_, G> {
    fn move_values(&mut self, _game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        let game = self.game;
        if let Some(kept) = &self.kept
            && let Ok(Some(valued)) = move_values(game, position, |next| kept.value(game, next))
        {
            return Ok(valued);
        }
        let budget = self.budget.clone();
        if self.value_reached(position, &budget).is_some()
            && let Some(table) = &self.reached
            && let Ok(Some(valued)) = move_values(game, position, |next| Ok(table.value(next)))
        {
            return Ok(valued);
        }
        let study = self.search.study(position, &self.budget, &Silent);
        self.budget.nodes = self.budget.nodes.saturating_sub(study.solution.nodes);
        let known = study.moves.iter().map(|(mv, solution)| Some((mv.clone(), solution.exact()?)));
        known.collect::<Option<_>>().ok_or(Unknown)
    }
}

/// The bounds of the value of one position alone, from a stored table, the book of the game or by
/// search.
pub fn bounds<G: Ranked + Tactics + Notation + Symmetric>(
    game: &G,
    name: &str,
    position: &G::Position,
    context: &Context,
) -> Solution {
    if let Turn::Over(outcome) = game.turn(position) {
        let value = Value::of(outcome, game.side(position));
        return Solution { lower: value, upper: value, nodes: 0 };
    }
    Oracle::new(game, name, context).bounds(position, &context.budget, &*context.progress)
}

/// The value from a stored table; `None` if it does not contain the position.
fn look_up<G: Ranked>(
    game: &G,
    kept: &Kept,
    position: &G::Position,
) -> Result<Option<Values<G::Move>>, TableError> {
    if kept.value(game, position)?.is_none() {
        return Ok(None);
    }
    exact(game, position, |here| move_values(game, here, |next| kept.value(game, next)))
}

/// The evaluation of an unfinished position from the values of all its successors; `None` if
/// some are missing.
fn exact<G: Game>(
    game: &G,
    position: &G::Position,
    values: impl Fn(&G::Position) -> MoveValues<G::Move>,
) -> Result<Option<Values<G::Move>>, TableError> {
    let Some(valued) = values(position)? else { return Ok(None) };
    let Some(line) = best_line(game, position, values)? else { return Ok(None) };
    let value = valued.iter().map(|it| it.1).max().expect("law: an unfinished position has moves");
    let moves = valued.into_iter().map(|(mv, value)| (mv, Some(value))).collect();
    Ok(Some(Values::exact(value, moves, line)))
}

/// The principal variation to the end, or to a repeated position; the first of equally good
/// moves.
fn best_line<G: Game>(
    game: &G,
    position: &G::Position,
    values: impl Fn(&G::Position) -> MoveValues<G::Move>,
) -> Result<Option<Vec<G::Move>>, TableError> {
    let mut here = position.clone();
    let (mut line, mut met) = (Vec::new(), HashSet::new());
    while met.insert(here.clone()) {
        let Some(valued) = values(&here)? else { return Ok(None) };
        let best = valued.iter().map(|(_, value)| *value).max();
        let Some((mv, _)) = valued.into_iter().find(|(_, value)| Some(*value) == best) else {
            return Ok(Some(line));
        };
        here = game.after(&here, mv.clone());
        line.push(mv);
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_games::lines::{Keys, Lines};
    use spar_rules::Value::{Draw, Loss, Win};
    use spar_rules::{Notation, read_position_and_moves};
    use spar_solve::Budget;
    use spar_solve::tables::Shelf;
    use spar_solve::whole::{Layered, Whole};

    fn context() -> Context {
        Context::bare(Budget::unlimited())
    }

    fn preset(name: &str) -> Lines {
        Lines::new(Keys::preset(name).unwrap()).unwrap()
    }

    #[test]
    fn a_position_is_valued_with_its_moves_and_best_play() {
        let game = preset("tictactoe");
        let position = game.read_position("xx./oo./...").unwrap();
        let evaluation = evaluate(&game, "tictactoe", &position, &context());
        let written = |mv: &_| game.write_move(&position, *mv);
        assert!(evaluation.is_exact());
        assert_eq!(evaluation.value(), Some(Win(1)));
        assert_eq!(evaluation.best().map(written).collect::<Vec<_>>(), ["c3"]);
        assert_eq!(evaluation.line().iter().map(written).collect::<Vec<_>>(), ["c3"]);
        let c2 = evaluation.moves().into_iter().find(|it| written(it.0) == "c2").unwrap();
        assert_eq!(c2.1, Some(Draw), "o blocks, x must block in turn, and nothing is left");
    }

    #[test]
    fn what_is_over_has_a_value_and_no_moves() {
        let game = preset("tictactoe");
        let value = |text| {
            let position = game.read_position(text).unwrap();
            let evaluation = evaluate(&game, "tictactoe", &position, &context());
            assert!(evaluation.moves().is_empty() && evaluation.line().is_empty());
            evaluation.value()
        };
        assert_eq!(value("xxx/oo./..."), Some(Loss(0)));
        assert_eq!(value("xox/xxo/oxo"), Some(Draw));
    }

    #[test]
    fn a_kept_table_and_a_search_tell_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let game = preset("connect3");
        let with_shelf = Context::quiet(Budget::unlimited(), Shelf::new(folder.path()));
        Whole::get(&game, "connect3", Layered::Yes, &with_shelf, &mut Vec::new()).unwrap();
        for text in ["start", "..../..../.o../.x..", "..../x.../o.../xo..", "start+a,b,c"] {
            let position = read_position_and_moves(&game, text).unwrap();
            let searched = evaluate(&game, "connect3", &position, &context());
            let looked_up = evaluate(&game, "connect3", &position, &with_shelf);
            assert_eq!(looked_up.nodes(), 0, "{text} is in the table");
            let Evaluation::Values(searched) = searched else { panic!("{text}") };
            assert_eq!(looked_up, Evaluation::Values(Values { nodes: 0, ..searched }), "{text}");
        }
        // Play does not reach this position, so a search must find its value.
        let position = game.read_position("..../..../.xx./.oo.").unwrap();
        let searched = evaluate(&game, "connect3", &position, &context());
        assert!(searched.is_exact());
        assert_eq!(evaluate(&game, "connect3", &position, &with_shelf), searched);
    }

    #[test]
    fn a_move_that_ends_in_a_draw_counts_as_one() {
        let moves = vec![('a', Some(Win(3))), ('b', Some(Loss(2))), ('c', Some(Win(5)))];
        let known = Values::exact(Win(3), moves, vec!['a', 'x', 'y']);
        let slower = known.clone().with_draws(&['a', 'b']);
        assert_eq!((slower.value, slower.bounds), (Some(Win(5)), (Win(5), Win(5))));
        assert_eq!((slower.sound, slower.line), (vec!['c'], vec!['c']));
        let drawn = known.clone().with_draws(&['a', 'c']);
        assert_eq!((drawn.value, drawn.sound), (Some(Draw), vec!['a', 'c']));
        assert_eq!(drawn.line, ['a'], "nothing follows it");
        let same = known.with_draws(&['b']);
        assert_eq!((same.value, &same.line[..]), (Some(Win(3)), &['a', 'x', 'y'][..]));
        // Unknown values of the other moves stay unknown.
        let half = Values { moves: vec![('a', None), ('b', Some(Loss(2)))], ..same };
        let half = Values { value: None, bounds: (Loss(2), Win(1)), line: Vec::new(), ..half };
        let half = half.with_draws(&['b']);
        assert_eq!((half.value, half.bounds), (None, (Draw, Win(1))));
        assert_eq!((half.sound, half.line), (vec!['a', 'b'], vec![]));
    }
}
