//! Explanations: what a move does, which lines decide a position, and how a line of moves ends.
//!
//! An explanation is data: facts, each with one sentence and the lines and tokens that it
//! speaks of. Text and drawings come from the same facts, so they never contradict each other.
//! Every fact holds for the position alone; none depends on a search.
//!
//! Games with lines to complete ([`Threats`](spar_rules::Threats)) get facts about cells and
//! lines, races facts about rolls. In all other games the facts are about forced replies, which any
//! game can tell.

mod story;

pub use story::{Ending, LONGEST_LINE, Story, StoryStep, continued, written};

use crate::say::{Voices, capital, number};
use spar_rules::scene::Scene;
use spar_rules::{Game, Notation, Outcome, Side, Threat, Turn};

/// What a game can show of its positions, as function pointers; by default nothing.
pub struct Pictures<G: Game> {
    /// The scene of a position.
    pub scene: Option<fn(&G, &G::Position) -> Scene>,
    /// The cell that shows a move.
    pub shows_on: Option<OfMove<G, Option<usize>>>,
    /// The lines that a side lacks one cell of.
    pub threats: Option<ThreatsOf<G>>,
    /// What the rolls of a choice reach, in one sentence.
    pub rolls: Option<OfMove<G, Option<String>>>,
}

/// A function of a position and a move.
pub type OfMove<G, T> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> T;

/// Returns the lines that a side lacks one cell of.
pub type ThreatsOf<G> = fn(&G, &<G as Game>::Position, Side) -> Vec<Threat>;

// Not derived, as that would require `G: Copy`.
impl<G: Game> Clone for Pictures<G> {
    fn clone(&self) -> Pictures<G> {
        *self
    }
}
impl<G: Game> Copy for Pictures<G> {}
impl<G: Game> Default for Pictures<G> {
    fn default() -> Pictures<G> {
        Pictures { scene: None, shows_on: None, threats: None, rolls: None }
    }
}

/// Explains positions and moves of a game to these people.
pub struct Explainer<'a, G: Game> {
    game: &'a G,
    pictures: Pictures<G>,
    voices: Voices<'a>,
}

/// The kind of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactKind {
    /// The move completes a line.
    Completes,
    /// The move ends the game in another way.
    Ends,
    /// The move takes away a cell where the other side could have completed a line.
    Block,
    /// After the move, its maker could complete a line at one or more cells.
    Threat,
    /// After the move, its maker could complete a line at several cells, and the other side
    /// cannot prevent them all.
    Fork,
    /// Only one reply does not lose at once.
    OnlyReply,
    /// Every reply loses at once.
    NoReply,
    /// Every reply loses at once, although the maker of the move threatens nothing.
    Zugzwang,
    /// A cell that cannot be played yet would complete a line of either side.
    SharedCell,
    /// A side could complete a line here if it were to move.
    Standing,
    /// What the rolls of the choice reach.
    Rolls,
}

/// A fact, with its sentence and what it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its kind.
    pub kind: FactKind,
    /// One sentence. If it is about a move, it begins with `It`.
    pub text: String,
    /// The lines that it speaks of.
    pub lines: Vec<DrawnLine>,
    /// The token that a forced reply would place.
    pub ghosts: Vec<Ghost>,
}

impl Fact {
    /// A fact that speaks of no cell.
    fn plain(kind: FactKind, text: impl Into<String>) -> Fact {
        Fact { kind, text: text.into(), lines: Vec::new(), ghosts: Vec::new() }
    }
}

/// A line to draw on the board. Cells are indices into the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLine {
    /// The side that completes it.
    pub side: Side,
    /// All its cells.
    pub cells: Vec<usize>,
    /// The cell that it lacks; `None` if it is complete.
    pub missing: Option<usize>,
}

/// A token that is not on the board but would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The cell.
    pub cell: usize,
    /// The side.
    pub side: Side,
}

/// The caption of ghosts and of lines that are played out.
pub const CAPTION: &str = "What would happen";

/// The replies to a move that do not lose at once.
enum Replies<M> {
    /// The other side is not to move.
    None,
    /// There are several, or there is only one move.
    Several,
    /// Of several moves, only this one.
    Only(M),
    /// There are none.
    Lost {
        /// Whether one of them ends the game.
        ends: bool,
    },
}

impl<'a, G: Game> Explainer<'a, G> {
    /// Explains to these people.
    pub fn new(game: &'a G, pictures: Pictures<G>, voices: Voices<'a>) -> Explainer<'a, G> {
        Explainer { game, pictures, voices }
    }

    /// The game.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// To whom it explains.
    pub fn voices(&self) -> &Voices<'a> {
        &self.voices
    }

    /// The open threats of a side, and the others; `None` if the game cannot tell.
    fn threats(&self, position: &G::Position, side: Side) -> Option<[Vec<Threat>; 2]> {
        let all = self.pictures.threats?(self.game, position, side);
        let (open, closed) = all.into_iter().partition(|it| it.is_open);
        Some([open, closed])
    }

    /// The cell that shows a move.
    fn cell(&self, position: &G::Position, mv: G::Move) -> Option<usize> {
        self.pictures.shows_on?(self.game, position, mv)
    }

    /// The names of these cells: `a1`, `a1 and c3`.
    fn names(&self, cells: &[usize], word: &str) -> String {
        let scene = self.pictures.scene.map(|scene| scene(self.game, &self.game.start()));
        let name = |cell: &usize| {
            let found = scene.as_ref().and_then(|it| it.cells.get(*cell));
            found.map_or_else(String::new, |it| it.name.clone())
        };
        listed(&cells.iter().map(name).collect::<Vec<_>>(), word)
    }
}

/// `a1`, `a1 and c3`, `a1, b2 and c3`.
fn listed(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// The missing cells of threats, each once.
fn missing(threats: &[Threat]) -> Vec<usize> {
    let mut cells: Vec<usize> = threats.iter().map(|it| it.missing).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn drawn(threats: &[Threat], side: Side, is_complete: bool) -> Vec<DrawnLine> {
    let line = |it: &Threat| DrawnLine {
        side,
        cells: it.line.clone(),
        missing: (!is_complete).then_some(it.missing),
    };
    threats.iter().map(line).collect()
}

impl<G: Notation> Explainer<'_, G> {
    /// What stands on the board: the cells where a side could complete a line now. Nothing in a
    /// game without lines.
    pub fn standing(&self, position: &G::Position) -> Vec<Fact> {
        let mover = self.game.side(position);
        let of = |side: Side| {
            let [open, _] = self.threats(position, side)?;
            let cells = missing(&open);
            let (who, at) = (self.voices.subject(side), self.names(&cells, "and"));
            let can = match (side == mover, self.voices.is_you(side)) {
                (true, _) => "can",
                (false, true) => "threaten to",
                (false, false) => "threatens to",
            };
            let text = format!("{who} {can} complete a line at {at}.");
            let lines = drawn(&open, side, false);
            let fact = || Fact { lines, ..Fact::plain(FactKind::Standing, text) };
            (!cells.is_empty()).then(fact)
        };
        [mover, mover.other()].into_iter().filter_map(of).collect()
    }

    /// What a move does. Empty if nothing can be said.
    pub fn of_move(&self, position: &G::Position, mv: G::Move) -> Vec<Fact> {
        let game = self.game;
        let Turn::Play(side) = game.turn(position) else { return Vec::new() };
        let next = game.after(position, mv.clone());
        let rolls = self.pictures.rolls.and_then(|rolls| rolls(game, position, mv.clone()));
        let cell = self.cell(position, mv);
        if let Turn::Over(outcome) = game.turn(&next) {
            return vec![self.end(position, cell, side, outcome)];
        }
        let mut facts: Vec<Fact> =
            rolls.map(|text| Fact::plain(FactKind::Rolls, text)).into_iter().collect();
        facts.extend(self.block(position, &next, cell, side));
        facts.extend(self.pressure(&next, side));
        facts.extend(self.shared_cell(&next));
        facts
    }

    /// A move that ends the game.
    fn end(
        &self,
        position: &G::Position,
        cell: Option<usize>,
        side: Side,
        outcome: Outcome,
    ) -> Fact {
        let lines = self.completed(position, cell, side);
        if let (Outcome::Win(winner), Some(line)) = (outcome, lines.first())
            && winner == side
        {
            let text = format!("It completes {} in a line.", number(line.cells.len()));
            return Fact { lines, ..Fact::plain(FactKind::Completes, text) };
        }
        let text = match outcome {
            Outcome::Draw => "It ends the game in a draw.",
            Outcome::Win(winner) if winner == side => "It wins at once.",
            Outcome::Win(_) => "It loses at once.",
        };
        Fact::plain(FactKind::Ends, text)
    }

    /// The lines that a move on this cell completes.
    fn completed(&self, position: &G::Position, cell: Option<usize>, side: Side) -> Vec<DrawnLine> {
        let Some([open, _]) = self.threats(position, side) else { return Vec::new() };
        let here: Vec<Threat> = open.into_iter().filter(|it| Some(it.missing) == cell).collect();
        drawn(&here, side, true)
    }

    /// Which cells of the other side it takes away.
    fn block(
        &self,
        position: &G::Position,
        next: &G::Position,
        cell: Option<usize>,
        side: Side,
    ) -> Option<Fact> {
        let other = side.other();
        let Some([before, _]) = self.threats(position, other) else {
            let stops =
                self.game.wins_next(position, other)? && !self.game.wins_next(next, other)?;
            let text = format!("It stops {} from winning at once.", self.voices.who(other));
            return stops.then(|| Fact::plain(FactKind::Block, text));
        };
        let [after, _] = self.threats(next, other)?;
        let still = missing(&after);
        let stopped: Vec<Threat> =
            before.into_iter().filter(|it| !still.contains(&it.missing)).collect();
        let cells = missing(&stopped);
        let would = format!("{} could have completed a line", self.voices.who(other));
        let text = match cells[..] {
            [] => return None,
            [one] if Some(one) == cell => {
                format!("It takes {}, where {would}.", self.names(&cells, "and"))
            }
            _ => format!("It closes {}, where {would}.", self.names(&cells, "and")),
        };
        let lines = drawn(&stopped, other, false);
        Some(Fact { lines, ..Fact::plain(FactKind::Block, text) })
    }

    /// What the other side has to answer after the move of this side to `next`.
    fn pressure(&self, next: &G::Position, side: Side) -> Option<Fact> {
        let replies = self.replies(next, side);
        let (who, wins) = (self.voices.who(side.other()), self.voices.wins(side));
        let open = self.threats(next, side).map(|[open, _]| open);
        let has_lines = open.is_some();
        let open = open.unwrap_or_default();
        let cells = missing(&open);
        let threatens = self.threatens(next, side, &cells);
        let mut ghosts = Vec::new();
        let (kind, text) = match (replies, threatens) {
            (Replies::Lost { ends: false }, None) if has_lines => {
                let must = format!("{who} must move, and after every move {wins} at once");
                (FactKind::Zugzwang, format!("It threatens nothing yet, but {must}."))
            }
            (Replies::Lost { .. }, _) if cells.len() > 1 => {
                let all = if cells.len() == 2 { "both" } else { "all of them" };
                let (count, at) = (number(cells.len()), self.names(&cells, "and"));
                let text =
                    format!("It makes {count} threats at once, {at}: {who} cannot stop {all}.");
                (FactKind::Fork, text)
            }
            (Replies::Lost { .. }, _) if cells.len() == 1 => {
                let (text, answer) = self.stacked(next, cells[0], side);
                ghosts = answer;
                (FactKind::NoReply, text)
            }
            (Replies::Lost { .. }, _) => {
                let text = format!("It leaves {who} no move that does not lose at once.");
                (FactKind::NoReply, text)
            }
            (Replies::Only(reply), threatens) => {
                let written = self.game.write_move(next, reply.clone());
                let shown = self.cell(next, reply);
                ghosts.extend(shown.map(|cell| Ghost { cell, side: side.other() }));
                let there = if shown.is_some() && shown == cells.first().copied() {
                    "there"
                } else {
                    &written
                };
                match threatens {
                    Some(to) => (
                        FactKind::Threat,
                        format!("It threatens to {to}, so {who} must answer {there}."),
                    ),
                    None => (
                        FactKind::OnlyReply,
                        format!("It leaves {who} one move that does not lose at once, {written}."),
                    ),
                }
            }
            (Replies::Several | Replies::None, Some(to)) => {
                (FactKind::Threat, format!("It threatens to {to}."))
            }
            (Replies::Several | Replies::None, None) => return None,
        };
        Some(Fact { kind, text, lines: drawn(&open, side, false), ghosts })
    }

    /// What this side would do next: `complete a line at a1`, `win at once`.
    fn threatens(&self, next: &G::Position, side: Side, cells: &[usize]) -> Option<String> {
        match cells {
            [] if self.game.wins_next(next, side) == Some(true) => Some("win at once".to_owned()),
            [] => None,
            _ => Some(format!("complete a line at {}", self.names(cells, "and"))),
        }
    }

    /// A single threat that cannot be stopped: the answer there opens another one. The text and
    /// the token of that answer.
    fn stacked(&self, next: &G::Position, cell: usize, side: Side) -> (String, Vec<Ghost>) {
        let (who, wins) = (self.voices.who(side.other()), self.voices.wins(side));
        let at = self.names(&[cell], "and");
        let mut answers = self.game.legal(next).into_iter();
        let answer = answers.find(|mv| self.cell(next, mv.clone()) == Some(cell));
        let then = answer.map(|mv| self.game.after(next, mv)).and_then(|then| {
            let [open, _] = self.threats(&then, side)?;
            Some(missing(&open)).filter(|it| !it.is_empty())
        });
        let Some(cells) = then else {
            let text =
                format!("It threatens to complete a line at {at}, which {who} cannot prevent.");
            return (text, Vec::new());
        };
        let answers = if self.voices.is_you(side.other()) { "answer" } else { "answers" };
        let then = self.names(&cells, "or");
        let text = format!(
            "It threatens to complete a line at {at}; if {who} {answers} there, {wins} at {then}."
        );
        (text, vec![Ghost { cell, side: side.other() }])
    }

    /// The replies in `next`, after a move of this side.
    fn replies(&self, next: &G::Position, side: Side) -> Replies<G::Move> {
        let game = self.game;
        if game.turn(next) != Turn::Play(side.other()) {
            return Replies::None;
        }
        let replies = game.legal(next);
        let then = |mv: &G::Move| game.turn(&game.after(next, mv.clone()));
        if replies.iter().any(|mv| then(mv) == Turn::Over(Outcome::Win(side.other()))) {
            return Replies::Several;
        }
        let loses = |mv: &G::Move| match then(mv) {
            Turn::Over(outcome) => outcome == Outcome::Win(side),
            Turn::Play(mover) if mover == side => {
                game.wins_next(&game.after(next, mv.clone()), side) == Some(true)
            }
            Turn::Play(_) | Turn::Roll => false,
        };
        let mut safe = replies.iter().filter(|mv| !loses(mv));
        match (safe.next(), safe.next()) {
            (None, _) => {
                Replies::Lost { ends: replies.iter().any(|mv| matches!(then(mv), Turn::Over(_))) }
            }
            (Some(only), None) if replies.len() > 1 => Replies::Only(only.clone()),
            _ => Replies::Several,
        }
    }

    /// The first cell that cannot be played yet and would complete a line of either side.
    fn shared_cell(&self, position: &G::Position) -> Option<Fact> {
        let [_, first] = self.threats(position, Side::First)?;
        let [_, second] = self.threats(position, Side::Second)?;
        let of_second = missing(&second);
        let cell = missing(&first).into_iter().find(|it| of_second.contains(it))?;
        let at = self.names(&[cell], "and");
        let text =
            format!("Either side would complete a line at {at}, which cannot be played yet.");
        let at = |it: &Threat| it.missing == cell;
        let mut lines = drawn(&kept(&first, at), Side::First, false);
        lines.extend(drawn(&kept(&second, at), Side::Second, false));
        Some(Fact { lines, ..Fact::plain(FactKind::SharedCell, text) })
    }
}

fn kept(threats: &[Threat], fits: impl Fn(&Threat) -> bool) -> Vec<Threat> {
    threats.iter().filter(|it| fits(it)).cloned().collect()
}

/// The sentences of facts.
pub fn sentences(facts: &[Fact]) -> String {
    facts.iter().map(|it| capital(&it.text)).collect::<Vec<_>>().join(" ")
}
