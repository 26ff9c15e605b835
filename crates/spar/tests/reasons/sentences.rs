//! Parses the sentences of levels and hints clause by clause, and checks each clause with the
//! naive rules. The definitions are in docs/reasons.md.

use crate::facts::Told;
use crate::naive::{Board, Naive, Worth};
use std::collections::HashMap;

/// A position with every move by its name and value.
pub(crate) struct Checked<'a> {
    rules: &'a mut Naive,
    board: Board,
    worths: Vec<(String, usize, Worth)>,
}

/// A clause that is wrong or cannot be parsed.
pub(crate) type Wrong = String;

impl<'a> Checked<'a> {
    pub(crate) fn new(rules: &'a mut Naive, text: &str) -> Checked<'a> {
        let board = rules.read(text);
        let worths = rules.worths(board);
        let worths = worths.into_iter().map(|(cell, it)| (rules.name(cell), cell, it)).collect();
        Checked { rules, board, worths }
    }

    /// Checks the reason of a level. Returns the number of clauses.
    pub(crate) fn why(&mut self, sentence: &str) -> Result<usize, Wrong> {
        let text = sentence.strip_suffix('.').ok_or("no full stop")?;
        let (rest, first) = self.first_clause(text)?;
        let mut clauses = 2;
        for clause in rest.split("; ").filter(|it| !it.is_empty()) {
            self.later_clause(clause, first).map_err(|it| format!("{it}: {clause}"))?;
            clauses += 1;
        }
        Ok(clauses)
    }

    /// Checks the number of winning moves, the named one and its effect. Returns the rest of
    /// the text and the named move.
    fn first_clause<'t>(&mut self, text: &'t str) -> Result<(&'t str, usize), Wrong> {
        let n_moves = self.worths.len();
        let n_winning = self.worths.iter().filter(|it| it.2.is_win()).count();
        let best = self.best();
        let n_fastest = self.worths.iter().filter(|it| it.2 == best).count();
        let is = |so: bool, what: &str| if so { Ok(()) } else { Err(what.to_owned()) };
        let (name, rest) = if let Some(rest) = text.strip_prefix("There is just one move, ") {
            is(n_moves == 1, "there are more moves")?;
            rest.split_once("; it ").ok_or("no clause after the only move")?
        } else if let Some(rest) = text.strip_prefix("Only 1 of ") {
            let (count, rest) = rest.split_once(" moves wins, ").ok_or("no count")?;
            is(count == n_moves.to_string() && n_winning == 1, "wrong counts")?;
            rest.split_once(", and it ").ok_or("no clause after the winning move")?
        } else {
            let (count, rest) = text.split_once("; ").ok_or("no count")?;
            let (some, all) = match count.strip_suffix(" moves win") {
                Some(counts) => counts.split_once(" of ").ok_or("no counts")?,
                None if count == "Every move wins" => ("all", "all"),
                None => return Err(format!("cannot read {count}")),
            };
            let (n_winning, n_moves) = (n_winning.to_string(), n_moves.to_string());
            let is_so = match some {
                "all" => n_winning == n_moves,
                some => some == n_winning && all == n_moves,
            };
            is(is_so, "wrong counts")?;
            let (rest, one) = match rest.strip_prefix("one of the fastest, ") {
                Some(rest) => (rest, false),
                None => (rest.strip_prefix("the fastest, ").ok_or("no fastest move")?, true),
            };
            is(one == (n_fastest == 1), "wrong number of fastest moves")?;
            rest.split_once(", ").ok_or("no clause after the fastest move")?
        };
        let (kind, rest) = rest.split_once("; ").unwrap_or((rest, ""));
        let (cell, worth) = self.named(name)?;
        is(worth == best && worth.is_win(), "the named move is not the fastest win")?;
        is(self.character(name)? == kind, &format!("{name} does not do this: {kind}"))?;
        Ok((rest, cell))
    }

    fn later_clause(&mut self, clause: &str, first: usize) -> Result<(), Wrong> {
        if clause == "a player who looks 1 round ahead picks a winning move" {
            let liked = self.rules.preferred(self.board, 1);
            let wins = |cell: &usize| self.worths.iter().any(|it| it.1 == *cell && it.2.is_win());
            return if liked.iter().all(wins) { Ok(()) } else { Err("it may not".to_owned()) };
        }
        if let Some(rest) = clause.strip_prefix("a player who looks ") {
            let (rounds, rest) = rest.split_once(" round").ok_or("no rounds")?;
            let rounds: u32 = rounds.parse().map_err(|_| "no number of rounds")?;
            let rest =
                if rounds == 1 { rest } else { rest.strip_prefix('s').ok_or("no plural")? };
            let rest = rest.strip_prefix(" ahead may fall for ").ok_or("no trap")?;
            let (name, does) = rest.split_once(", which ").ok_or("no worth of the trap")?;
            let (cell, worth) = self.named(name)?;
            let is_so = match does {
                "loses" => matches!(worth, Worth::Loss(_)),
                "only draws" => worth == Worth::Draw,
                _ => false,
            };
            let is_liked = self.rules.preferred(self.board, rounds).contains(&cell);
            return match (is_so, is_liked) {
                (false, _) => Err(format!("it is worth {worth:?}")),
                (_, false) => Err("such a player does not".to_owned()),
                _ => Ok(()),
            };
        }
        let times = clause.strip_prefix("later, at least ").ok_or("cannot read")?;
        let times = times.strip_suffix(", just one move keeps the win").ok_or("cannot read")?;
        let times = match times {
            "once" => 1,
            "twice" => 2,
            more => {
                more.strip_suffix(" times").and_then(|it| it.parse().ok()).ok_or("no number")?
            }
        };
        let winner = Naive::mover(self.board);
        let next = Naive::after(self.board, first);
        let found = only_turns(self.rules, next, winner, &mut HashMap::new());
        if found == times { Ok(()) } else { Err(format!("{found} times")) }
    }

    /// The effect of a move, in the words of a sentence.
    fn character(&self, name: &str) -> Result<&'static str, Wrong> {
        let (cell, _) = self.named(name)?;
        let side = Naive::mover(self.board);
        let next = Naive::after(self.board, cell);
        if self.rules.is_over(next) {
            return Ok("wins at once");
        }
        let stops =
            self.rules.wins_next(self.board, 1 - side) && !self.rules.wins_next(next, 1 - side);
        Ok(match (stops, self.rules.wins_next(next, side)) {
            (true, true) => {
                "stops the other side from winning at once and threatens to win at once"
            }
            (true, false) => "stops the other side from winning at once",
            (false, true) => "threatens to win at once",
            (false, false) => "is quiet: it neither blocks an immediate win nor threatens one",
        })
    }

    /// Checks the three stages of hints with their cells. Returns the number of clauses.
    pub(crate) fn hints(&self, hints: &[String; 3], cells: &[Vec<u64>; 3]) -> Result<usize, Wrong> {
        if hints.iter().all(|text| text.contains("not known")) {
            return Ok(0);
        }
        self.counts(&hints[0]).map_err(|it| format!("{it}: {}", hints[0]))?;
        let (name, does) = hints[2]
            .strip_prefix("Play ")
            .and_then(|it| it.split_once(". "))
            .ok_or_else(|| format!("cannot read: {}", hints[2]))?;
        let (cell, worth) = self.named(name)?;
        if worth != self.best() {
            return Err(format!("{name} is not a best move"));
        }
        let outcome = match worth {
            Worth::Win(1) => "wins at once".to_owned(),
            Worth::Win(plies) => format!("wins in {}", plies.div_ceil(2)),
            Worth::Draw => "holds the draw".to_owned(),
            Worth::Loss(_) => "lasts longest".to_owned(),
        };
        let ends = self.rules.is_over(Naive::after(self.board, cell));
        let rest = if ends {
            does
        } else {
            let rest =
                does.strip_prefix(&format!("It {outcome}.")).ok_or(format!("not {outcome}"))?;
            rest.trim_start()
        };
        let who = if Naive::mover(self.board) == 0 { ["you", "O"] } else { ["X", "you"] };
        let told = |mv| Told { rules: self.rules, before: self.board, mv, who };
        let clauses = told(Some(cell)).check(rest)?.len();
        let (part, standing) =
            hints[1].split_once(". ").unwrap_or((hints[1].trim_end_matches('.'), ""));
        let clauses = clauses + told(None).check(standing)?.len();
        self.part(part, cells).map_err(|it| format!("{it}: {}", hints[1]))?;
        Ok(3 + clauses)
    }

    /// Checks that the second stage names a part of the board with the move of the third.
    fn part(&self, text: &str, [_, cells, best]: &[Vec<u64>; 3]) -> Result<(), Wrong> {
        let all_best = self.worths.iter().all(|it| it.2 == self.best());
        let is_so = match text {
            "There is just one move" => self.worths.len() == 1,
            "Anywhere: all moves are equally good" => all_best,
            "The board has no part to point at here" => cells.is_empty(),
            other => other.starts_with("Look at ") && best.iter().all(|it| cells.contains(it)),
        };
        if is_so { Ok(()) } else { Err("wrong part".to_owned()) }
    }

    /// The first stage: how many moves keep the outcome.
    fn counts(&self, text: &str) -> Result<(), Wrong> {
        let count = |fits: fn(Worth) -> bool| self.worths.iter().filter(|it| fits(it.2)).count();
        let wins = count(Worth::is_win);
        let draws = count(|it| it == Worth::Draw);
        let losses = self.worths.len() - wins - draws;
        if let Some(rest) = text.strip_prefix("At least ") {
            let (number, _) = rest.split_once(' ').ok_or("no number")?;
            let keeps = match self.best() {
                Worth::Win(_) => wins,
                Worth::Draw => draws,
                Worth::Loss(_) => losses,
            };
            return if read(number)? <= keeps { Ok(()) } else { Err("fewer".to_owned()) };
        }
        let (text, more) = text.split_once('.').ok_or("no full stop")?;
        if !matches!(more, "" | " Last as long as you can.") {
            return Err("cannot read the end".to_owned());
        }
        let all = self.worths.len();
        for clause in text.split(", ") {
            let (number, does) = match clause {
                _ if clause.starts_with("Every move ") => (all, &clause["Every move ".len()..]),
                _ if clause.starts_with("The only move ") => (1, &clause["The only move ".len()..]),
                _ => {
                    let (number, does) = clause.split_once(' ').ok_or("cannot read")?;
                    (read(&number.to_lowercase())?, does)
                }
            };
            let does = does.trim_start_matches("moves ").trim_start_matches("move ");
            let wanted = match does {
                "wins" | "win" => wins,
                "holds the draw" | "hold the draw" | "only draws" | "only draw" => draws,
                "loses" | "lose" => losses,
                _ => return Err(format!("cannot read {does}")),
            };
            if number != wanted {
                return Err(format!("{wanted}, not {number}"));
            }
        }
        Ok(())
    }

    fn best(&self) -> Worth {
        self.worths.iter().map(|it| it.2).max().expect("there is a move")
    }

    fn named(&self, name: &str) -> Result<(usize, Worth), Wrong> {
        let found = self.worths.iter().find(|it| it.0 == name);
        found.map(|it| (it.1, it.2)).ok_or_else(|| format!("{name} is not a move"))
    }
}

/// The minimum, over all lines of best play, of the number of turns with a single winning move.
fn only_turns(
    rules: &mut Naive,
    board: Board,
    winner: usize,
    known: &mut HashMap<Board, usize>,
) -> usize {
    if rules.is_over(board) {
        return 0;
    }
    if let Some(found) = known.get(&board) {
        return *found;
    }
    let mut fewest = usize::MAX;
    for cell in rules.best_moves(board) {
        fewest = fewest.min(only_turns(rules, Naive::after(board, cell), winner, known));
    }
    let is_only = Naive::mover(board) == winner && rules.n_winning(board) == 1;
    let found = fewest + usize::from(is_only);
    known.insert(board, found);
    found
}

/// Reads a number in words or digits.
pub(crate) fn read(number: &str) -> Result<usize, Wrong> {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let by_word = WORDS.iter().position(|it| *it == number);
    by_word.or_else(|| number.parse().ok()).ok_or_else(|| format!("{number} is not a number"))
}
