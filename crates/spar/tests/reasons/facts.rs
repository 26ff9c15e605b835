//! Checks every sentence about a move or a position of a line game with the naive rules.

use crate::naive::{Board, Naive};
use crate::sentences::{Wrong, read};
use std::collections::BTreeSet;

/// A position, and a move from it if the sentences are about one.
pub(crate) struct Told<'a> {
    pub(crate) rules: &'a Naive,
    pub(crate) before: Board,
    /// The cell of the move.
    pub(crate) mv: Option<usize>,
    /// The names of the sides in sentences, such as `you` and `O`.
    pub(crate) who: [&'a str; 2],
}

type Cells = BTreeSet<usize>;

impl Told<'_> {
    /// Checks these sentences. Returns the kind of each.
    pub(crate) fn check(&self, sentences: &str) -> Result<Vec<&'static str>, Wrong> {
        if sentences.is_empty() {
            return Ok(Vec::new());
        }
        let all = sentences.strip_suffix('.').ok_or("no full stop")?;
        all.split(". ")
            .map(|it| self.sentence(it).map_err(|wrong| format!("{wrong}: {it}")))
            .collect()
    }

    fn sentence(&self, text: &str) -> Result<&'static str, Wrong> {
        match self.mv {
            Some(cell) if text.starts_with("It ") => self.of_move(text, cell),
            _ => self.of_position(text),
        }
    }

    fn of_move(&self, text: &str, cell: usize) -> Result<&'static str, Wrong> {
        let (rules, before) = (self.rules, self.before);
        let (side, after) = (Naive::mover(before), Naive::after(before, cell));
        let other = 1 - side;
        let (own, theirs) = (self.finishing(after, side), self.finishing(after, other));
        let who = self.who[other];
        if let Some(rest) = text.strip_prefix("It completes ") {
            let count = read(rest.strip_suffix(" in a line").ok_or("cannot read")?)?;
            return so(rules.is_won(after) && count == rules.connect(), "completes");
        }
        if text == "It ends the game in a draw" {
            return so(rules.is_over(after) && !rules.is_won(after), "draw");
        }
        let could = format!(", where {who} could have completed a line");
        if let Some(cells) = text.strip_suffix(&could) {
            let verb_and_cells = cells.strip_prefix("It takes ").map(|it| (true, it));
            let (takes, cells) = verb_and_cells
                .or_else(|| cells.strip_prefix("It closes ").map(|it| (false, it)))
                .ok_or("cannot read")?;
            let cells = self.cells(cells)?;
            let gone: Cells = self.finishing(before, other).difference(&theirs).copied().collect();
            return so(cells == gone && (!takes || cells == Cells::from([cell])), "block");
        }
        if let Some(rest) = text.strip_prefix("It threatens to complete a line at ") {
            return self.threat(rest, &own, after, side);
        }
        let lost = self.safe(after).is_empty();
        let wins =
            if self.who[side] == "you" { "you win" } else { &format!("{} wins", self.who[side]) };
        if text
            == format!(
                "It threatens nothing yet, but {who} must move, and after every move {wins} at once"
            )
        {
            return so(own.is_empty() && lost, "zugzwang");
        }
        if let Some(rest) = text.strip_prefix("It makes ") {
            let (count, rest) = rest.split_once(" threats at once, ").ok_or("cannot read")?;
            let (cells, rest) = rest.split_once(": ").ok_or("cannot read")?;
            let all = if own.len() == 2 { "both" } else { "all of them" };
            let is_so = self.cells(cells)? == own
                && read(count)? == own.len()
                && rest == format!("{who} cannot stop {all}");
            return so(is_so && own.len() > 1 && lost && theirs.is_empty(), "fork");
        }
        let leaves = format!("It leaves {who} one move that does not lose at once, ");
        if let Some(name) = text.strip_prefix(&leaves) {
            let names: Vec<String> =
                self.safe(after).into_iter().map(|it| rules.name(it)).collect();
            return so(names == [name], "only reply");
        }
        if text == format!("It leaves {who} no move that does not lose at once") {
            return so(lost, "no reply");
        }
        Err("cannot read".to_owned())
    }

    /// `a1`, `a1, so O must answer there`, or `a1; if O answers there, you win at a2`.
    fn threat(
        &self,
        rest: &str,
        own: &Cells,
        after: Board,
        side: usize,
    ) -> Result<&'static str, Wrong> {
        let (rules, who) = (self.rules, self.who[1 - side]);
        let safe = self.safe(after);
        if let Some((cells, reply)) = rest.split_once(&format!(", so {who} must answer ")) {
            let cells = self.cells(cells)?;
            let named = |cell: &usize| rules.name(*cell) == reply;
            let is_it = match reply {
                "there" => Vec::from_iter(cells.clone()) == safe,
                _ => safe.len() == 1 && safe.iter().all(named),
            };
            return so(cells == *own && is_it && rules.moves(after).len() > 1, "forced");
        }
        let answers = if who == "you" { "you answer" } else { &format!("{who} answers") };
        if let Some((cells, then)) = rest.split_once(&format!("; if {answers} there, ")) {
            let (winner, at) = then.split_once(" at ").ok_or("cannot read")?;
            let wins = if self.who[side] == "you" {
                "you win"
            } else {
                &format!("{} wins", self.who[side])
            };
            let cells = self.cells(cells)?;
            let answer = *cells.first().ok_or("no cell")?;
            let left = self.finishing(Naive::after(after, answer), side);
            let is_so =
                cells == *own && cells.len() == 1 && winner == wins && self.cells(at)? == left;
            return so(is_so && safe.is_empty(), "stacked");
        }
        if let Some(cells) = rest.strip_suffix(&format!(", which {who} cannot prevent")) {
            return so(self.cells(cells)? == *own && safe.is_empty(), "stacked");
        }
        so(self.cells(rest)? == *own && !own.is_empty(), "threat")
    }

    fn of_position(&self, text: &str) -> Result<&'static str, Wrong> {
        let (rules, side) = (self.rules, Naive::mover(self.before));
        if let Some(rest) = text.strip_prefix("Either side would complete a line at ") {
            let cells = self
                .cells(rest.strip_suffix(", which cannot be played yet").ok_or("cannot read")?)?;
            let board = self.mv.map_or(self.before, |cell| Naive::after(self.before, cell));
            let is_free = |cell: &usize| {
                !rules.moves(board).contains(cell) && (board[0] | board[1]) >> cell & 1 == 0
            };
            let both = |cell: &usize| (0..2).all(|side| rules.completes(board, side, *cell));
            return so(
                cells.len() == 1 && cells.iter().all(|it| is_free(it) && both(it)),
                "shared",
            );
        }
        let (who, cells) = text.split_once(" to complete a line at ").ok_or("cannot read")?;
        let other = self.who[1 - side];
        let is_who = who == format!("{other} threatens");
        so(is_who && self.cells(cells)? == self.finishing(self.before, 1 - side), "standing")
    }

    /// The playable cells on which this side would complete a line.
    fn finishing(&self, board: Board, side: usize) -> Cells {
        let cells = self.rules.moves(board).into_iter();
        cells.filter(|cell| self.rules.completes(board, side, *cell)).collect()
    }

    /// The replies that do not let the other side win at once.
    fn safe(&self, board: Board) -> Vec<usize> {
        let side = 1 - Naive::mover(board);
        let is_safe = |cell: &usize| {
            let then = Naive::after(board, *cell);
            self.rules.is_over(then) || !self.rules.wins_next(then, side)
        };
        self.rules.moves(board).into_iter().filter(is_safe).collect()
    }

    fn cells(&self, names: &str) -> Result<Cells, Wrong> {
        let names = names.replace(" and ", ", ").replace(" or ", ", ");
        let cell = |name: &str| {
            let found = (0..self.rules.n_cells()).find(|cell| self.rules.cell_name(*cell) == name);
            found.ok_or_else(|| format!("{name} is not a cell"))
        };
        names.split(", ").map(cell).collect()
    }
}

fn so(is_so: bool, kind: &'static str) -> Result<&'static str, Wrong> {
    if is_so { Ok(kind) } else { Err(format!("this {kind} is not so")) }
}
