//! Twins: the position most like that of a miss in which the missed move is the right one.
//!
//! A twin has the same side to move and the outcome that the goal asks for, and the missed move is
//! one of the best there: no move wins faster, or it holds the draw. In games with chance no choice
//! is better, and another one is a slip. Some other move is worse, because otherwise there would be
//! nothing to choose.
//!
//! The distance of two positions is the number of cells with different tokens. Among the twins at
//! the least distance, the first one in the order of their texts is chosen.
//!
//! Candidates are made by changing the tokens of one cell, of two cells and so on. Of a solved
//! game only positions that play reaches count; once there are more arrangements than positions,
//! all positions are compared instead, so a missing twin is proved not to exist.

use crate::cost::Cost;
use crate::judge::{Goal, Verdict, outcome};
use crate::oracle::{Evaluation, Values};
use crate::say::{capital, number};
use spar_rules::scene::{Arranged, Scene, Supply, Token};
use spar_rules::{Game, Notation, Ranked, Side, Tactics, Turn, Value};
use spar_solve::Budget;
use spar_solve::whole::{Whole, move_values};
use std::ops::ControlFlow;

/// Nodes that the evaluation of a candidate costs in addition to its search.
const LOOK_UP: u64 = 100;

/// A move that missed the goal of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss<P> {
    /// The position.
    pub position: P,
    /// The text of the move.
    pub mv: String,
    /// What the move missed.
    pub goal: Goal,
}

/// Why a move is not a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMiss {
    /// Nobody moves here: the game is over, or chance rolls.
    NoMove,
    /// The move keeps what can be reached.
    Kept,
    /// No move can reach anything.
    Lost,
    /// The budget is not enough to know.
    Unknown,
}

impl NoMiss {
    /// Why the move with this name is not a miss, as a clause.
    pub fn clause(self, name: &str) -> String {
        match self {
            NoMiss::NoMove => "nobody chooses a move in this position".to_owned(),
            NoMiss::Kept => format!("{name} is not a miss: it loses nothing that counts"),
            NoMiss::Lost => format!("{name} is not a miss: every move loses here"),
            NoMiss::Unknown => format!("whether {name} is a miss is not known within the budget"),
        }
    }
}

/// The answer to the question for a twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest<P> {
    /// The nearest twin.
    Twin(Twin<P>),
    /// There is none: every position was checked.
    None,
    /// The budget ended. There is no twin that differs in up to this many cells.
    Ended {
        /// The number of cells.
        checked: u32,
    },
}

/// A twin of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin<P> {
    /// Its position.
    pub position: P,
    /// The cells of the scene with other tokens, in their order.
    pub cells: Vec<usize>,
    /// Whether no position that differs in fewer cells is a twin. If not, the budget was too
    /// small to decide some of them.
    pub is_nearest: bool,
}

impl<P> Twin<P> {
    /// The number of cells that differ.
    pub fn distance(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The same twin with its position converted.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Twin<Q> {
        let Twin { position: it, cells, is_nearest } = self;
        Twin { position: position(it), cells, is_nearest }
    }
}

impl<P> Nearest<P> {
    /// The same answer with its position converted.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Nearest<Q> {
        match self {
            Nearest::Twin(twin) => Nearest::Twin(twin.map(position)),
            Nearest::None => Nearest::None,
            Nearest::Ended { checked } => Nearest::Ended { checked },
        }
    }
}

/// A miss with its twin, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<P> {
    /// The miss.
    pub miss: Miss<P>,
    /// Its twin, if one was found.
    pub found: Nearest<P>,
    /// The names of the cells that differ.
    pub cells: Vec<String>,
    /// Whether only positions that play reaches from the start were candidates.
    pub is_reached: bool,
    /// One sentence: what is right in the twin, or that there is none.
    pub sentence: String,
    /// If there is a twin: one sentence about the cells that differ.
    pub difference: Option<String>,
}

impl<P> Told<P> {
    /// Puts an answer into words; `name` is the display name of the move and `scene` that of the
    /// position.
    pub fn new(
        miss: Miss<P>,
        found: Nearest<P>,
        is_reached: bool,
        name: &str,
        scene: &Scene,
    ) -> Told<P> {
        let what = match miss.goal {
            Goal::Win => "one of the moves that win fastest",
            Goal::Draw => "a move that holds the draw",
            Goal::Best => "a best choice",
        };
        let kind = if is_reached { "that play can reach" } else { "that the rules accept" };
        let mut cells = Vec::new();
        let sentence = match &found {
            Nearest::Twin(twin) => {
                cells = twin.cells.iter().map(|cell| scene.cells[*cell].name.clone()).collect();
                let nearest = if twin.is_nearest { "" } else { " A nearer twin may exist." };
                format!("Here {name} is {what}.{nearest}")
            }
            Nearest::None => format!(
                "There is no twin: in no position {kind}, with the same side to move, is {name} \
                 {what}."
            ),
            Nearest::Ended { checked: 0 } => "No twin was found within the budget.".to_owned(),
            Nearest::Ended { checked } => format!(
                "No twin was found within the budget; none differs in up to {}.",
                n_cells(*checked)
            ),
        };
        let differ = |cells: &[String]| match cells {
            [one] => format!("One cell differs: {one}."),
            [most @ .., last] => {
                let count = capital(&number(cells.len()));
                format!("{count} cells differ: {} and {last}.", most.join(", "))
            }
            [] => String::new(),
        };
        let difference = matches!(found, Nearest::Twin(_)).then(|| differ(&cells));
        Told { miss, found, cells, is_reached, sentence, difference }
    }

    /// The same with its positions converted.
    pub fn map<Q>(self, position: impl Fn(&P) -> Q) -> Told<Q> {
        let Told { miss, found, cells, is_reached, sentence, difference } = self;
        let miss = Miss { position: position(&miss.position), mv: miss.mv, goal: miss.goal };
        let found = found.map(|it| position(&it));
        Told { miss, found, cells, is_reached, sentence, difference }
    }
}

/// `1 cell`, `2 cells`.
fn n_cells(count: u32) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

impl<P> Miss<P> {
    /// The miss of this move, given what is known of its position. Without a goal, it is what
    /// the position allows.
    ///
    /// # Errors
    /// If it is not a miss.
    pub fn new<G: Notation<Position = P>>(
        game: &G,
        position: P,
        mv: G::Move,
        goal: Option<Goal>,
        known: &Evaluation<G::Move>,
    ) -> Result<Miss<P>, NoMiss> {
        let Turn::Play(_) = game.turn(&position) else { return Err(NoMiss::NoMove) };
        let goal = match known {
            Evaluation::Values(known) => missed(known, &mv, goal)?,
            Evaluation::Chances(known) => match Cost::of(known, &mv).map(|it| it.verdict()) {
                Some(Verdict::Costs { .. }) => Goal::Best,
                Some(Verdict::Best | Verdict::Less { .. }) => return Err(NoMiss::Kept),
                _ => return Err(NoMiss::Unknown),
            },
        };
        let mv = game.write_move(&position, mv);
        Ok(Miss { position, mv, goal })
    }
}

/// The goal that a move misses.
fn missed<M: PartialEq>(known: &Values<M>, mv: &M, goal: Option<Goal>) -> Result<Goal, NoMiss> {
    let (Some(had), Some(has)) =
        (known.value, known.moves.iter().find(|it| it.0 == *mv).and_then(|it| it.1))
    else {
        return Err(NoMiss::Unknown);
    };
    let goal = match (had, goal) {
        (Value::Loss(_), _) => return Err(NoMiss::Lost),
        (Value::Win(_), None | Some(Goal::Win | Goal::Best)) => Goal::Win,
        (Value::Win(_) | Value::Draw, _) => Goal::Draw,
    };
    let enough = if goal == Goal::Win { Value::Win(0) } else { Value::Draw };
    if outcome(has) >= outcome(enough) { Err(NoMiss::Kept) } else { Ok(goal) }
}

/// Returns whether the move that `is_it` names is one of the best and reaches this goal, and some
/// other move is worse; `None` if that is not known. The goal must be the best that the position
/// allows.
fn is_right<M: PartialEq>(
    known: &Evaluation<M>,
    goal: Goal,
    is_it: impl Fn(&M) -> bool,
) -> Option<bool> {
    match known {
        Evaluation::Values(known) => {
            let wanted = match goal {
                Goal::Win => Value::Win(0),
                Goal::Draw => Value::Draw,
                Goal::Best => return Some(false),
            };
            let best = known.value?;
            if outcome(best) != outcome(wanted) {
                return Some(false);
            }
            let own = known.moves.iter().find(|it| is_it(&it.0))?.1?;
            let has_worse = || known.moves.iter().any(|it| it.1.is_some_and(|it| it < best));
            let is_known = || known.moves.iter().all(|it| it.1.is_some());
            match own == best {
                true if has_worse() => Some(true),
                true => is_known().then_some(false),
                false => Some(false),
            }
        }
        Evaluation::Chances(chances) => {
            let verdict = |mv: &M| Some(Cost::of(chances, mv)?.verdict());
            let own = chances.moves.iter().find(|it| is_it(&it.0))?;
            let is_slip = |mv: &M| verdict(mv).map(Verdict::is_slip);
            match verdict(&own.0)? {
                Verdict::Best => {
                    let slips: Vec<_> = chances.moves.iter().map(|it| is_slip(&it.0)).collect();
                    let is_known = || slips.iter().all(Option::is_some);
                    if slips.contains(&Some(true)) {
                        Some(true)
                    } else {
                        is_known().then_some(false)
                    }
                }
                Verdict::Unknown => None,
                _ => Some(false),
            }
        }
    }
}

/// Returns whether a position is a twin of this miss, as far as its moves tell; `None` if that is
/// not known.
pub fn is_twin<G: Notation>(
    game: &G,
    miss: &Miss<G::Position>,
    position: &G::Position,
    known: &Evaluation<G::Move>,
) -> Option<bool> {
    let is_it = |mv: &G::Move| game.write_move(position, mv.clone()) == miss.mv;
    if !known.moves().iter().any(|it| is_it(it.0)) {
        return Some(false);
    }
    is_right(known, miss.goal, is_it)
}

/// All positions of a solved game.
pub trait Solved<G: Game> {
    /// The number of entries; images of a position may share one.
    fn n_entries(&self) -> u64;

    /// What is known of a position; `None` if play does not reach it.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Evaluation<G::Move>>;

    /// Calls `visit` with every position until it breaks. Returns whether all were visited.
    fn visit(&self, game: &G, visit: &mut dyn FnMut(&G::Position) -> ControlFlow<()>) -> bool;
}

impl<G: Ranked + Tactics> Solved<G> for Whole<G> {
    fn n_entries(&self) -> u64 {
        self.len()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Evaluation<G::Move>> {
        let value = self.value(game, position).ok()??;
        let moves = move_values(game, position, |next| self.value(game, next)).ok()??;
        let moves = moves.into_iter().map(|(mv, value)| (mv, Some(value))).collect();
        Some(Evaluation::Values(Values::exact(value, moves, Vec::new())))
    }

    fn visit(&self, game: &G, visit: &mut dyn FnMut(&G::Position) -> ControlFlow<()>) -> bool {
        let visited = Whole::visit(self, game, |position, _| visit(position));
        matches!(visited, Ok(ControlFlow::Continue(())))
    }
}

/// Where the values of candidates come from.
pub enum Source<'a, G: Game> {
    /// A solved game: only positions that play reaches are candidates.
    Solved(&'a dyn Solved<G>),
    /// Evaluations, one by one: every position that the game accepts is a candidate.
    Asked(&'a mut dyn FnMut(&G::Position) -> Evaluation<G::Move>),
}

/// Finds the nearest twin. The budget's nodes limit the arrangements that are tried and the
/// evaluations together.
pub fn nearest<'a, G: Notation + Arranged>(
    game: &'a G,
    miss: &'a Miss<G::Position>,
    source: Source<'a, G>,
    budget: &'a Budget,
) -> Nearest<G::Position> {
    let tokens = tokens(game.scene(&miss.position));
    let mut search = Search {
        game,
        miss,
        side: game.side(&miss.position),
        contents: contents(&game.supply()),
        supply: game.supply(),
        source,
        budget,
        nodes: budget.nodes,
        tokens,
        candidates: Vec::new(),
    };
    search.run()
}

/// A search for the nearest twin.
struct Search<'a, G: Game> {
    game: &'a G,
    miss: &'a Miss<G::Position>,
    side: Side,
    supply: Vec<Supply>,
    /// What a cell may hold.
    contents: Vec<Vec<Token>>,
    source: Source<'a, G>,
    budget: &'a Budget,
    /// The nodes that are left.
    nodes: u64,
    /// The tokens of the position.
    tokens: Vec<Vec<Token>>,
    /// The candidates at one distance, with their texts.
    candidates: Vec<(String, G::Position)>,
}

impl<G: Notation + Arranged> Search<'_, G> {
    fn run(&mut self) -> Nearest<G::Position> {
        // All positions that differ in up to this many cells are known not to be twins.
        let mut checked = None;
        for distance in 1..=self.most_distance() {
            if let Source::Solved(solved) = self.source
                && self.n_arrangements(distance) > u128::from(solved.n_entries())
            {
                return self.compare_all(solved, distance);
            }
            let arranged = self.arrange(distance);
            self.candidates.sort_by(|a, b| a.0.cmp(&b.0));
            let mut is_open = arranged.is_break();
            for (_, position) in std::mem::take(&mut self.candidates) {
                match self.check(&position) {
                    Some(true) => return self.twin(position, checked.is_none()),
                    Some(false) => {}
                    None => is_open = true,
                }
                if self.is_stopped() {
                    is_open = true;
                    break;
                }
            }
            if is_open {
                checked.get_or_insert(distance - 1);
            }
            if self.is_stopped() {
                break;
            }
        }
        checked.map_or(Nearest::None, |checked| Nearest::Ended { checked })
    }

    /// No two positions differ in more cells.
    fn most_distance(&self) -> u32 {
        let n_cells = self.tokens.len() as u32;
        let n_taken = self.tokens.iter().filter(|it| !it.is_empty()).count() as u32;
        let limits: Option<u32> = self.supply.iter().map(|it| it.most).sum();
        limits.map_or(n_cells, |most| n_cells.min(n_taken.saturating_add(most)))
    }

    fn is_stopped(&self) -> bool {
        self.nodes == 0 || self.budget.is_stopped()
    }

    fn twin(&self, position: G::Position, is_nearest: bool) -> Nearest<G::Position> {
        let other = tokens(self.game.scene(&position));
        let differs = |cell: &usize| self.tokens[*cell] != other[*cell];
        let cells = (0..other.len()).filter(differs).collect();
        Nearest::Twin(Twin { position, cells, is_nearest })
    }

    /// Returns whether a candidate is a twin; `None` if that is not known.
    fn check(&mut self, position: &G::Position) -> Option<bool> {
        let known = match &mut self.source {
            Source::Solved(solved) => {
                let Some(known) = solved.evaluate(self.game, position) else {
                    return Some(false);
                };
                known
            }
            Source::Asked(ask) => ask(position),
        };
        self.nodes = self.nodes.saturating_sub(known.nodes() + LOOK_UP);
        is_twin(self.game, self.miss, position, &known)
    }

    /// Returns whether a position has the same side to move and the missed move is legal.
    fn fits(&self, position: &G::Position) -> bool {
        let written = |mv| self.game.write_move(position, mv);
        self.game.turn(position) == Turn::Play(self.side)
            && self.game.legal(position).into_iter().any(|mv| written(mv) == self.miss.mv)
    }

    /// Compares all positions of a solved game that differ in at least this many cells.
    fn compare_all(&mut self, solved: &dyn Solved<G>, least: u32) -> Nearest<G::Position> {
        let mut best: Option<(u32, String, G::Position)> = None;
        let game = self.game;
        let all = solved.visit(game, &mut |position| {
            self.nodes = self.nodes.saturating_sub(1);
            if self.is_stopped() {
                return ControlFlow::Break(());
            }
            if game.turn(position) != Turn::Play(self.side) {
                return ControlFlow::Continue(());
            }
            let scene = game.scene(position);
            let cells = scene.cells.iter().zip(&self.tokens);
            let distance = cells.filter(|(cell, tokens)| cell.tokens != **tokens).count() as u32;
            let is_nearer = best.as_ref().is_none_or(|it| distance <= it.0);
            if distance < least || !is_nearer || !self.fits(position) {
                return ControlFlow::Continue(());
            }
            let text = game.write_position(position);
            let is_first = best.as_ref().is_none_or(|it| (distance, &text) < (it.0, &it.1));
            if is_first && self.check(position) == Some(true) {
                best = Some((distance, text, position.clone()));
            }
            ControlFlow::Continue(())
        });
        match best {
            Some((_, _, position)) => self.twin(position, all),
            None if all => Nearest::None,
            None => Nearest::Ended { checked: least - 1 },
        }
    }

    /// The number of ways to change the tokens of this many cells.
    fn n_arrangements(&self, distance: u32) -> u128 {
        let n_cells = self.tokens.len() as u128;
        let others = self.contents.len().saturating_sub(1) as u128;
        (0..u128::from(distance))
            .fold(1, |ways, taken| ways.saturating_mul((n_cells - taken) * others) / (taken + 1))
    }

    /// Collects the candidates that differ in exactly this many cells. Breaks if the budget
    /// ends.
    fn arrange(&mut self, distance: u32) -> ControlFlow<()> {
        // Cells with tokens come first: later changes only add tokens, so too many stay too many.
        let mut order: Vec<usize> = (0..self.tokens.len()).collect();
        order.sort_by_key(|cell| self.tokens[*cell].is_empty());
        let mut tokens = self.tokens.clone();
        self.change(&mut tokens, &order, distance)
    }

    /// Changes this many of the cells in `order` in all ways.
    fn change(
        &mut self,
        tokens: &mut Vec<Vec<Token>>,
        order: &[usize],
        distance: u32,
    ) -> ControlFlow<()> {
        if distance == 0 {
            return self.add(tokens);
        }
        for (index, &cell) in order.iter().enumerate() {
            if order.len() - index < distance as usize {
                break;
            }
            for content in 0..self.contents.len() {
                if self.contents[content] == self.tokens[cell] {
                    continue;
                }
                tokens[cell].clone_from(&self.contents[content]);
                if self.tokens[cell].is_empty() && self.has_too_many(tokens) {
                    continue;
                }
                self.change(tokens, &order[index + 1..], distance - 1)?;
            }
            tokens[cell].clone_from(&self.tokens[cell]);
        }
        ControlFlow::Continue(())
    }

    /// Returns whether there are more tokens of a kind than the supply has.
    fn has_too_many(&self, tokens: &[Vec<Token>]) -> bool {
        let limited = self.supply.iter().filter_map(|it| Some((it.token, it.most?)));
        limited.into_iter().any(|(token, most)| {
            let is_same = |it: &&Token| (it.side, it.kind) == (token.side, token.kind);
            tokens.iter().flatten().filter(is_same).map(|it| it.count).sum::<u32>() > most
        })
    }

    /// Adds the position with these tokens to the candidates, if it is one.
    fn add(&mut self, tokens: &[Vec<Token>]) -> ControlFlow<()> {
        self.nodes = self.nodes.saturating_sub(1);
        if self.is_stopped() {
            return ControlFlow::Break(());
        }
        if let Ok(position) = self.game.arranged(tokens, self.side)
            && self.fits(&position)
        {
            self.candidates.push((self.game.write_position(&position), position));
        }
        ControlFlow::Continue(())
    }
}

fn tokens(scene: Scene) -> Vec<Vec<Token>> {
    scene.cells.into_iter().map(|cell| cell.tokens).collect()
}

/// What a cell may hold: nothing, one token that stands alone, or tokens that share it.
fn contents(supply: &[Supply]) -> Vec<Vec<Token>> {
    let mut shared = vec![Vec::new()];
    for it in supply.iter().filter(|it| it.shares) {
        let with = |content: &Vec<Token>, count: u32| {
            let more = (count > 0).then_some(Token { count, ..it.token });
            content.iter().copied().chain(more).collect()
        };
        let counts = 0..=it.most.unwrap_or(1);
        shared = counts.flat_map(|count| shared.iter().map(move |it| with(it, count))).collect();
    }
    let alone = supply.iter().filter(|it| !it.shares).map(|it| vec![it.token]);
    shared.into_iter().chain(alone).collect()
}
