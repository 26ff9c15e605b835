//! Hints in three stages: how many moves keep the outcome, which part of the board, and the
//! move. All stages use one evaluation, so that they never contradict each other. In games with
//! chance the stages are: how good the position is, what not to choose, and what to choose. In
//! free play there is one more hint: the best response to the opponent.

use crate::cost::{Cost, SLIP};
use crate::explain::{Explainer, Fact, FactKind, sentences};
use crate::oracle::{Evaluation, MoveChances, Values};
use crate::response::Responses;
use crate::say::{NOT_KNOWN, Say, Tone, capital, comes_to, does, number, points, within};
use crate::session::RESPONSE;
use spar_rules::scene::{Cell, Group, Scene};
use spar_rules::{Game, Notation, Value};
use spar_solve::mdp::expected::Outlook;
use std::ops::Range;

/// A hint at one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// 1: how many moves keep the outcome; 2: the part of the board; 3: the move; 4: the best
    /// response to the opponent.
    pub stage: u8,
    /// The text of the hint.
    pub say: Say,
    /// The cells to look at; none at the first stage.
    pub cells: Vec<usize>,
    /// What the text tells about lines and replies.
    pub facts: Vec<Fact>,
}

/// The scene of a position, and the cells that choose each legal move, in the order of the
/// game's moves.
pub struct Picture {
    /// The scene.
    pub scene: Scene,
    /// The cells of each move.
    pub touches: Vec<Vec<usize>>,
}

impl Hint {
    /// The hint at this stage for an unfinished position with this evaluation. `picture` is
    /// called only if it is needed; `named` returns the display name of a choice.
    pub fn of<G: Notation>(
        explainer: &Explainer<'_, G>,
        position: &G::Position,
        stage: u8,
        known: &Evaluation<G::Move>,
        picture: impl FnOnce() -> Option<Picture>,
        named: impl Fn(G::Move) -> String,
    ) -> Hint {
        let (text, cells, facts) = match known {
            Evaluation::Values(known) => by_values(explainer, position, stage, known, picture),
            Evaluation::Chances(known) => {
                let best = known.best.clone().filter(|_| stage > 2);
                let facts = best.map(|mv| explainer.of_move(position, mv)).unwrap_or_default();
                (joined(chance_text(stage, known, named), &facts), Vec::new(), facts)
            }
        };
        Hint { stage, say: Say::new(Tone::Hint, "Hint.", text), cells, facts }
    }
}

impl Hint {
    /// The hint with the best response to an opponent, if it is known. `rival` is the
    /// opponent's name for use in a sentence; `responses` are those of the side to move, if
    /// known.
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
        let best = responses.and_then(|it| BestResponse::of(it, game, position, known));
        let unknown = || format!("What does best against {rival} is not known within the budget.");
        let text = best.as_ref().map_or_else(unknown, |it| it.text(rival, known, named));
        let index = best.filter(|it| !it.is_any()).map(|it| it.index);
        let cells = index.and_then(|index| picture()?.touches.into_iter().nth(index));
        let say = Say::new(Tone::Hint, "Hint.", text);
        Hint { stage: RESPONSE, say, cells: cells.unwrap_or_default(), facts: Vec::new() }
    }
}

/// A hint by values: the text, the cells to look at, and what the text tells.
fn by_values<G: Notation>(
    explainer: &Explainer<'_, G>,
    position: &G::Position,
    stage: u8,
    known: &Values<G::Move>,
    picture: impl FnOnce() -> Option<Picture>,
) -> (String, Vec<usize>, Vec<Fact>) {
    let best: Vec<usize> = (0..known.moves.len())
        .filter(|index| known.value.is_some() && known.moves[*index].1 == known.value)
        .collect();
    let (Some(value), Some(first)) = (known.value, best.first()) else {
        return (half_known(known.bounds).to_owned(), Vec::new(), Vec::new());
    };
    match stage {
        0 | 1 => (counts(value, known), Vec::new(), Vec::new()),
        2 => {
            let (text, cells) = part(&best, known, picture().as_ref());
            let facts = to_answer(explainer, position);
            (joined(text, &facts), cells, facts)
        }
        _ => {
            let mv = known.moves[*first].0.clone();
            let play = format!("Play {}.", explainer.game().write_move(position, mv.clone()));
            let cells = picture().and_then(|it| it.touches.into_iter().nth(*first));
            let facts = explainer.of_move(position, mv);
            let ends = |it: &Fact| matches!(it.kind, FactKind::Completes | FactKind::Ends);
            let does =
                if facts.iter().any(ends) { play } else { format!("{play} It {}.", does(value)) };
            (joined(does, &facts), cells.unwrap_or_default(), facts)
        }
    }
}

/// The threats of the other side, unless the side to move can complete a line itself.
fn to_answer<G: Notation>(explainer: &Explainer<'_, G>, position: &G::Position) -> Vec<Fact> {
    let game = explainer.game();
    let mover = game.side(position);
    if game.wins_next(position, mover) == Some(true) {
        return Vec::new();
    }
    explainer.standing(position)
}

/// A sentence, followed by those of these facts.
fn joined(text: String, facts: &[Fact]) -> String {
    if facts.is_empty() { text } else { format!("{text} {}", sentences(facts)) }
}

/// The text if the outcome is proven but no move that keeps it is known.
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

/// The numbers of moves by outcome: `One move wins, two only draw.`
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

/// The part of the board with the best moves: the text and the cells.
fn part<M>(best: &[usize], known: &Values<M>, picture: Option<&Picture>) -> (String, Vec<usize>) {
    if best.len() == known.moves.len() {
        let text = match best.len() {
            1 => "There is just one move.",
            _ => "Anywhere: all moves are equally good.",
        };
        return (text.to_owned(), Vec::new());
    }
    match picture.and_then(|picture| smallest(picture, best)) {
        Some(region) => (format!("Look at {}.", region.name), region.cells),
        None => ("The board has no part to point at here.".to_owned(), Vec::new()),
    }
}

// Hints against one opponent: the best response, and its risk.

/// The best response to an opponent.
struct BestResponse<M> {
    mv: M,
    /// Its index among the legal moves.
    index: usize,
    outlook: Outlook,
    /// The number of moves that may be as good, this one included.
    n_equal: usize,
    n_moves: usize,
}

impl<M: Clone + PartialEq> BestResponse<M> {
    /// Among the moves that may be the best response, the first of those with the best value
    /// under perfect play. `None` if nothing is known.
    fn of<G: Game<Move = M>>(
        responses: &Responses<G>,
        game: &G,
        position: &G::Position,
        known: &Evaluation<M>,
    ) -> Option<BestResponse<M>> {
        let moves = responses.moves(game, position);
        let best = responses.best_of(moves.clone())?;
        let first = best.iter().rev().max_by_key(|mv| value(*mv, known))?;
        let index = moves.iter().position(|it| it.0 == *first)?;
        let (mv, outlook) = moves[index].clone();
        Some(BestResponse { mv, index, outlook, n_equal: best.len(), n_moves: moves.len() })
    }

    /// Returns whether every move may be best, and there is more than one.
    fn is_any(&self) -> bool {
        self.n_equal == self.n_moves && self.n_moves > 1
    }

    /// The hint in words: `Against foresight 2, b does best: it wins 81.2 %.`
    fn text(&self, rival: &str, known: &Evaluation<M>, named: impl Fn(M) -> String) -> String {
        let comes_to = comes_to(&self.outlook);
        if self.is_any() {
            return format!("Against {rival}, every move does equally well: it {comes_to}.");
        }
        let best = match (self.n_moves, self.n_equal) {
            (1, _) => "is the only move",
            (_, 1) => "does best",
            _ => "is one of the best",
        };
        let risk = risk(&self.mv, known);
        format!("Against {rival}, {} {best}: it {comes_to}.{risk}", named(self.mv.clone()))
    }
}

/// The text about what the move gives up, if it does not keep the win or the draw.
fn risk<M: PartialEq>(mv: &M, known: &Evaluation<M>) -> &'static str {
    match (known.value(), value(mv, known)) {
        (Some(Value::Win(_)), Some(Value::Draw)) => " Against perfect play it would only draw.",
        (Some(Value::Win(_) | Value::Draw), Some(Value::Loss(_))) => {
            " Against perfect play it would lose."
        }
        _ => "",
    }
}

/// The value of the move under perfect play, if known.
fn value<M: PartialEq>(mv: &M, known: &Evaluation<M>) -> Option<Value> {
    let Evaluation::Values(Values { moves, .. }) = known else { return None };
    moves.iter().find(|it| it.0 == *mv).and_then(|it| it.1)
}

// Hints in games with chance: how good the position is, what not to choose, and what to choose.

/// The assumption of all chances here.
const BOTH_BEST: &str = "If both play their best";

/// The text of a stage, given the chances; `named` returns the display name of a choice.
fn chance_text<M: Clone + PartialEq>(
    stage: u8,
    chances: &MoveChances<M>,
    named: impl Fn(M) -> String,
) -> String {
    match stage {
        0 | 1 => how_good(chances),
        2 => what_not(chances, &named),
        _ => what_to_take(chances, &named),
    }
}

/// Stage 1: `If both play their best, you win 67 %. One choice is a slip.`
fn how_good<M: PartialEq>(chances: &MoveChances<M>) -> String {
    let costs = || chances.moves.iter().filter_map(|it| Cost::of(chances, &it.0));
    let slips = costs().filter(|it| it.lost.low >= SLIP).count();
    let of = match slips {
        0 => "No choice is known to be a slip".to_owned(),
        1 => "One choice is a slip".to_owned(),
        many => format!("{} of {} choices are slips", many, chances.moves.len()),
    };
    format!("{BOTH_BEST}, you win {}. {of}.", within(chances.here))
}

/// Stage 2: `If both play their best, one step would cost 12 points.`
fn what_not<M: Clone + PartialEq>(
    chances: &MoveChances<M>,
    named: &impl Fn(M) -> String,
) -> String {
    let costs = chances.moves.iter().filter_map(|(mv, _)| Some((mv, Cost::of(chances, mv)?)));
    let Some((mv, cost)) = costs.max_by(|a, b| a.1.lost.low.total_cmp(&b.1.lost.low)) else {
        return NOT_KNOWN.to_owned();
    };
    match cost.points() {
        0 => "All choices are about equally good.".to_owned(),
        count => format!("{BOTH_BEST}, {} would cost {}.", named(mv.clone()), points(count)),
    }
}

/// Stage 3: `Take two dice. If both play their best, that wins 67 %; one die 60 %, one step 55
/// %.`
fn what_to_take<M: Clone + PartialEq>(
    chances: &MoveChances<M>,
    named: &impl Fn(M) -> String,
) -> String {
    let Some(best) = chances.best.clone() else { return NOT_KNOWN.to_owned() };
    let others = chances.moves.iter().filter(|it| it.0 != best);
    let others: Vec<String> =
        others.map(|(mv, chance)| format!("{} {}", named(mv.clone()), within(*chance))).collect();
    let rest = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!("Take {}. {BOTH_BEST}, that wins {}{rest}.", named(best), within(chances.here))
}

// Natural parts of a board: columns, rows, halves, layers.

/// A part of the board.
struct Region {
    /// Its display name: `columns a and b`.
    name: String,
    /// Its cells.
    cells: Vec<usize>,
}

/// The smallest natural part that contains all best moves, or at least the first of them;
/// `best` are indices of moves. Prefers parts that also contain another move, because a part
/// with a single move would reveal it.
fn smallest(picture: &Picture, best: &[usize]) -> Option<Region> {
    let Picture { scene, touches } = picture;
    let regions = regions(scene);
    let holds = |region: &Region, mv: &usize| {
        let cells = &touches[*mv];
        !cells.is_empty() && cells.iter().all(|cell| region.cells.contains(cell))
    };
    let n_moves = |region: &Region| (0..touches.len()).filter(|mv| holds(region, mv)).count();
    let first = best.get(..1)?;
    let wishes = [(best, 2), (first, 2), (first, 1)];
    let fit = |(wanted, least): (&[usize], usize)| {
        let fits = |region: &&Region| {
            wanted.iter().all(|mv| holds(region, mv)) && n_moves(region) >= least
        };
        regions.iter().filter(fits).min_by_key(|region| region.cells.len())
    };
    let found = wishes.into_iter().find_map(fit)?;
    Some(Region { name: found.name.clone(), cells: found.cells.clone() })
}

/// All natural parts with more than one cell that are smaller than the board.
fn regions(scene: &Scene) -> Vec<Region> {
    let mut regions = Vec::new();
    for (index, group) in scene.groups.iter().enumerate() {
        let of = match group.name.as_str() {
            "" => String::new(),
            name => format!(" of {name}"),
        };
        let mut add = |name: String, inside: &dyn Fn(&Cell) -> bool| {
            let here = |it: &(usize, &Cell)| it.1.group == index && inside(it.1);
            let cells = scene.cells.iter().enumerate().filter(here).map(|it| it.0).collect();
            regions.push(Region { name: format!("{name}{of}"), cells });
        };
        for (name, columns) in bands(["column", "left", "right"], &group.columns, group.width) {
            add(name, &|cell| columns.contains(&cell.at.grid().0));
        }
        // If tokens fall, moves choose columns, and a row would highlight cells that cannot be
        // chosen.
        if !group.falls {
            for (name, rows) in bands(["row", "upper", "lower"], &group.rows, group.height) {
                add(name, &|cell| rows.contains(&cell.at.grid().1));
            }
        }
        regions.push(whole(scene, index, group));
    }
    regions.retain(|region| (2..scene.cells.len()).contains(&region.cells.len()));
    regions
}

fn whole(scene: &Scene, index: usize, group: &Group) -> Region {
    let cells = scene.cells.iter().enumerate().filter(|it| it.1.group == index);
    let name = if group.name.is_empty() { "this part".to_owned() } else { group.name.clone() };
    Region { name, cells: cells.map(|it| it.0).collect() }
}

/// Single bands, pairs of adjacent bands, and both halves, each with its name. Without labels,
/// bands have no names, so there are only halves.
fn bands([noun, near, far]: [&str; 3], labels: &[String], size: u16) -> Vec<(String, Range<i32>)> {
    let size = i32::from(size);
    let labelled = || (0..).zip(labels);
    let ones = labelled().map(|(at, label)| (format!("{noun} {label}"), at..at + 1));
    let pairs = labelled()
        .zip(labels.iter().skip(1))
        .map(|((at, label), next)| (format!("{noun}s {label} and {next}"), at..at + 2));
    let half = (size + 1) / 2;
    let halves = [(near, 0..half), (far, size - half..size)];
    let halves = halves.map(|(word, bands)| (format!("the {word} half"), bands));
    ones.chain(pairs).chain(halves).collect()
}
