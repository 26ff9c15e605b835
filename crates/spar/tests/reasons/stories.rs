//! Checks every line of moves that verdicts and reviews show, in games of all kinds: that it can
//! be played, that it ends as its last sentence says, and that every sentence about its moves is
//! true. Line games are checked with the naive rules, all others with nothing but legal moves.

use crate::facts::Told;
use crate::naive::{Naive, Worth};
use crate::sentences::Wrong;
use spar_catalog::{AnyGame, AnyPosition, AnySession, TextEvent, TextPlan, open_name};
use spar_challenge::explain::{DrawnLine, Ending, FactKind, LONGEST_LINE, Story};
use spar_challenge::judge::{Goal, Verdict};
use spar_challenge::policy::Player;
use spar_challenge::session::{By, Event, Seats, State};
use spar_rules::{Outcome, Side, SplitMix, Turn, Value};
use spar_solve::{Budget, Context};
use std::collections::BTreeMap;

/// How many of each kind were checked.
#[derive(Default)]
pub(crate) struct Counts {
    /// Verdicts, hints and reviews.
    pub(crate) asked: usize,
    /// Clauses, by kind.
    pub(crate) clauses: BTreeMap<String, usize>,
    /// Lines, by their ending.
    pub(crate) endings: BTreeMap<&'static str, usize>,
    pub(crate) wrong: Vec<String>,
}

/// A game with its naive rules, if it is a line game.
pub(crate) struct Checker {
    game: Box<dyn AnyGame>,
    rules: Option<Naive>,
    /// Whether the naive rules can find values here in time.
    is_small: bool,
    nodes: u64,
}

/// A position after a move.
fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    let mut next = position.copied();
    next.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    next
}

fn won(side: Side) -> Turn {
    Turn::Over(Outcome::Win(side))
}

/// Whether the side to move can win with its next move.
fn wins_now(position: &dyn AnyPosition) -> bool {
    let Turn::Play(side) = position.turn() else { return false };
    position.moves().iter().any(|mv| after(position, mv).turn() == won(side))
}

impl Checker {
    pub(crate) fn new(name: &str, is_line_game: bool, is_small: bool) -> Checker {
        let rules = is_line_game.then(|| Naive::named(name));
        Checker { game: open_name(name).unwrap(), rules, is_small, nodes: 300_000 }
    }

    fn context(&self) -> Context {
        Context::bare(Budget::unlimited().with_nodes(self.nodes))
    }

    /// Plays a random game from a random position, and asks about its positions.
    pub(crate) fn play(&mut self, seed: u64, skipped: usize, counts: &mut Counts) {
        let mut random = SplitMix::new(seed);
        let mut here = self.game.start();
        for _ in 0..skipped {
            let Some(mv) = random.pick(&here.moves()) else { break };
            here = after(&*here, &mv);
        }
        if matches!(here.turn(), Turn::Over(_)) {
            return;
        }
        let Turn::Play(side) = here.turn() else { return };
        self.level(&*here, side, counts);
        // A game without a goal, in which slips stand.
        let seats = Seats::against(side, Player::random());
        let mut free = self.session(&*here, seats, None);
        while free.state() == State::Open && free.n_moves() < 14 {
            let rolled = free.roll(seed).map(|mv| (mv, By::Chance));
            let (mv, by) =
                rolled.or_else(|| free.answer(seed, &self.context())).unwrap_or_else(|| {
                    let moves = free.here().moves();
                    (random.pick(&moves).unwrap(), By::Person)
                });
            let event = Event::Move { mv, by };
            free.apply(event).unwrap();
        }
        self.review(&*free, counts);
    }

    fn session(
        &self,
        at: &dyn AnyPosition,
        seats: Seats,
        goal: Option<Goal>,
    ) -> Box<dyn AnySession> {
        self.game.session(&TextPlan { start: at.text(), seats, goal }).unwrap()
    }

    /// Every verdict and every hint of a level, and its review after all its slips.
    fn level(&mut self, here: &dyn AnyPosition, side: Side, counts: &mut Counts) {
        let Some(known) = here.evaluate(&self.context()) else { return };
        let goal = match known.value() {
            Some(Value::Win(_)) => Goal::Win,
            Some(Value::Draw) => Goal::Draw,
            None if known.chances().is_some() => Goal::Best,
            _ => return,
        };
        let seats = Seats::against(side, Player::random());
        let mut level = self.session(here, seats, Some(goal));
        for mv in here.moves() {
            let judged = level.judge(&mv, &self.context()).unwrap();
            counts.asked += 1;
            let Verdict::Slip { has, .. } = judged.verdict else { continue };
            if let Some(story) = &judged.story {
                let says_so = judged.say.text.contains("and wins");
                if says_so != matches!(has, Value::Loss(_)) && story.moves.len() > 1 {
                    counts.wrong.push(format!("{}: {}", here.text(), judged.say.text));
                }
                self.story(here, story, Some(side), says_so, counts);
            }
            level.apply(TextEvent::Slip(mv)).unwrap();
        }
        for stage in 1..=3 {
            let hint = level.hint(stage, &self.context());
            counts.asked += 1;
            let best = hint.say.text.strip_prefix("Play ").and_then(|it| it.split_once(". "));
            let best_choice = known.chances().and_then(|it| it.best.as_deref());
            let about = best.map(|it| it.0).or(best_choice.filter(|_| stage > 2));
            let text = hint.facts.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ");
            if !hint.say.text.ends_with(&text) {
                counts.wrong.push(format!("{}: {}", here.text(), hint.say.text));
            }
            self.sentences(here, about, &text, Some(side), counts);
        }
        self.review(&*level, counts);
    }

    fn review(&mut self, session: &dyn AnySession, counts: &mut Counts) {
        let review = session.review(4 * self.nodes, &self.context());
        counts.asked += 1;
        let person = session.plan().seats.person();
        for slip in &review.slips {
            let before = self.game.read_position(&slip.before).unwrap();
            let wins = matches!(slip.has, Some(Value::Loss(_)));
            self.story(&*before, &slip.story, person, wins, counts);
        }
        for reviewed in &review.moves {
            let Some(better) = &reviewed.better else { continue };
            let before = self.game.read_position(&reviewed.before).unwrap();
            let wins = better.sentence.contains(" wins ") && reviewed.had.is_some();
            self.story(&*before, &better.story, person, wins, counts);
        }
    }

    /// Checks a line; `wins` if a sentence before it says that a side wins.
    fn story(
        &mut self,
        before: &dyn AnyPosition,
        story: &Story,
        person: Option<Side>,
        wins: bool,
        counts: &mut Counts,
    ) {
        let mut here = before.copied();
        for (mv, step) in story.moves.iter().zip(&story.steps) {
            let side = here.side();
            let (name, verb) =
                if person == Some(side) { ("You", "play") } else { (self.side(side), "plays") };
            let plain = format!("{name} {verb} {mv}.");
            match step.text.strip_prefix(&plain) {
                Some(facts) => {
                    self.sentences(&*here, Some(mv), facts.trim_start(), person, counts);
                    let next = after(&*here, mv);
                    for fact in &step.facts {
                        let at = if fact.kind == FactKind::Block { &here } else { &next };
                        fact.lines.iter().for_each(|line| Checker::drawn(&**at, line, counts));
                    }
                }
                None => counts.wrong.push(format!("{}: {}", here.text(), step.text)),
            }
            here = after(&*here, mv);
        }
        assert_eq!(story.moves.len(), story.steps.len());
        if let Err(wrong) = self.ending(&*here, story, person, wins, counts) {
            let line = story.moves.join(" ");
            counts.wrong.push(format!(
                "{} {}: {wrong}: {line}",
                self.game.facts().name,
                before.text()
            ));
        }
    }

    fn side(&self, side: Side) -> &str {
        &self.game.facts().sides[usize::from(side == Side::Second)]
    }

    /// Checks how a line ends.
    fn ending(
        &mut self,
        end: &dyn AnyPosition,
        story: &Story,
        person: Option<Side>,
        wins: bool,
        counts: &mut Counts,
    ) -> Result<(), Wrong> {
        let so = |is_so: bool, what: &str| if is_so { Ok(()) } else { Err(what.to_owned()) };
        let who = |side| if person == Some(side) { "You" } else { self.side(side) };
        let (kind, sentence) = match story.ending {
            Ending::Over(outcome) => {
                so(end.turn() == Turn::Over(outcome), "it is not over")?;
                match outcome {
                    Outcome::Draw => ("drawn", "The game ends in a draw.".to_owned()),
                    Outcome::Win(side) => {
                        let is_you = person == Some(side);
                        let said = match story.lines.first() {
                            Some(line) => {
                                let count =
                                    ["no", "one", "two", "three", "four", "five"][line.cells.len()];
                                let has = if is_you { "have" } else { "has" };
                                format!("{} {has} {count} in a line.", who(side))
                            }
                            None => {
                                format!("{} {}.", who(side), if is_you { "win" } else { "wins" })
                            }
                        };
                        ("won", said)
                    }
                }
            }
            Ending::TwoWays(side) => {
                so(end.side() != side && !wins_now(end), "the loser wins at once")?;
                for mv in end.moves() {
                    so(wins_now(&*after(end, &mv)), "a reply stops both")?;
                }
                let rules = self.rules.as_ref().ok_or("not a line game")?;
                let board = rules.read(&end.text());
                let number = usize::from(side == Side::Second);
                let cells = rules.moves(board).into_iter();
                let ways: Vec<usize> =
                    cells.filter(|cell| rules.completes(board, number, *cell)).collect();
                so(ways.len() > 1, "there are not two ways")?;
                let names: Vec<String> = ways.iter().map(|cell| rules.cell_name(*cell)).collect();
                so(names.iter().all(|it| story.sentence.contains(it.as_str())), "other ways")?;
                ("two ways", story.sentence.clone())
            }
            Ending::Wins { side, moves } => {
                so(story.moves.len() == LONGEST_LINE, "it is cut too early")?;
                let (goes, wins) =
                    if person == Some(side) { ("go", "win") } else { ("goes", "wins") };
                let said = format!("{} {goes} on and {wins} in {moves}.", who(side));
                self.distance(end, side, moves)?;
                ("cut", said)
            }
            Ending::Draws => ("stays a draw", "It stays a draw with best play.".to_owned()),
            Ending::Open => ("open", String::new()),
        };
        so(story.sentence == sentence, &story.sentence)?;
        let is_win = ["won", "two ways", "cut"].contains(&kind);
        so(is_win || !wins, "the win is not shown")?;
        if kind != "two ways" {
            story.lines.iter().for_each(|line| Checker::drawn(end, line, counts));
        }
        *counts.endings.entry(kind).or_default() += 1;
        Ok(())
    }

    /// Checks that this side wins in this number of its moves.
    fn distance(&mut self, end: &dyn AnyPosition, side: Side, moves: u32) -> Result<(), Wrong> {
        let found = match &mut self.rules {
            Some(rules) if self.is_small => {
                let board = rules.read(&end.text());
                match rules.worths(board).into_iter().map(|it| it.1).max() {
                    Some(Worth::Win(plies)) => Some((end.side(), plies.div_ceil(2))),
                    Some(Worth::Loss(plies)) => Some((end.side().other(), plies / 2)),
                    _ => None,
                }
            }
            // The value by another search, of this position alone.
            _ => {
                match end.evaluate(&Context::bare(Budget::unlimited())).and_then(|it| it.value()) {
                    Some(value @ Value::Win(_)) => value.winner_moves().map(|it| (end.side(), it)),
                    Some(value @ Value::Loss(_)) => {
                        value.winner_moves().map(|it| (end.side().other(), it))
                    }
                    _ => None,
                }
            }
        };
        if found == Some((side, moves)) { Ok(()) } else { Err(format!("{found:?}, not {moves}")) }
    }

    /// Checks the sentences about a position or about a move from it.
    fn sentences(
        &mut self,
        before: &dyn AnyPosition,
        mv: Option<&str>,
        text: &str,
        person: Option<Side>,
        counts: &mut Counts,
    ) {
        let name = |side| if person == Some(side) { "you" } else { self.side(side) };
        let who = [name(Side::First), name(Side::Second)];
        let checked = match &self.rules {
            Some(rules) => {
                let board = rules.read(&before.text());
                let cell = mv.map(|mv| {
                    let mut moves = rules.moves(board).into_iter();
                    moves.find(|cell| rules.name(*cell) == mv).expect("a move")
                });
                Told { rules, before: board, mv: cell, who }.check(text)
            }
            None => mv.map_or(Ok(Vec::new()), |mv| plainly(&*self.game, before, mv, text, who)),
        };
        match checked {
            Ok(kinds) => kinds.iter().for_each(|kind| {
                *counts.clauses.entry((*kind).to_owned()).or_default() += 1;
            }),
            Err(wrong) => {
                let (game, at) = (&self.game.facts().name, before.text());
                counts.wrong.push(format!("{game} {at} {}: {wrong}", mv.unwrap_or("")));
            }
        }
    }

    /// Checks that the cells of a line lie in a row and hold the side's tokens, but for the
    /// missing one.
    fn drawn(at: &dyn AnyPosition, line: &DrawnLine, counts: &mut Counts) {
        let scene = at.scene().expect("a scene");
        let place = |cell: &usize| {
            let cell = &scene.cells[*cell];
            let (x, y) = cell.at.grid();
            [x, y, cell.group as i32]
        };
        let places: Vec<[i32; 3]> = line.cells.iter().map(place).collect();
        let step = |pair: &[[i32; 3]]| [0, 1, 2].map(|axis| pair[1][axis] - pair[0][axis]);
        let steps: Vec<[i32; 3]> = places.windows(2).map(step).collect();
        let is_straight = steps.windows(2).all(|pair| pair[0] == pair[1]);
        let holds = |cell: &usize| {
            let token = scene.cells[*cell].tokens.first();
            match line.missing {
                Some(missing) if missing == *cell => token.is_none(),
                _ => token.is_some_and(|it| it.side == Some(line.side)),
            }
        };
        let is_near = steps.iter().flatten().all(|it| it.abs() <= 1);
        if !is_straight || !is_near || !line.cells.iter().all(holds) {
            counts.wrong.push(format!("{}: {line:?}", at.text()));
        }
        *counts.clauses.entry("drawn line".to_owned()).or_default() += 1;
    }
}

/// Checks sentences about a move of any game, with nothing but legal moves.
fn plainly(
    game: &dyn AnyGame,
    before: &dyn AnyPosition,
    mv: &str,
    text: &str,
    who: [&str; 2],
) -> Result<Vec<&'static str>, Wrong> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let side = before.side();
    let next = after(before, mv);
    let other = who[usize::from(side == Side::First)];
    let loses = |reply: &String| {
        let then = after(&*next, reply);
        then.turn() == won(side) || then.side() == side && wins_now(&*then)
    };
    let safe = || -> Vec<String> { next.moves().into_iter().filter(|it| !loses(it)).collect() };
    let all = text.strip_suffix('.').ok_or("no full stop")?;
    let one = |text: &str| -> Result<&'static str, Wrong> {
        let (is_so, kind) = if text == "It wins at once" {
            (next.turn() == won(side), "ends")
        } else if text == "It loses at once" {
            (next.turn() == won(side.other()), "ends")
        } else if text == "It ends the game in a draw" {
            (next.turn() == Turn::Over(Outcome::Draw), "ends")
        } else if text == format!("It stops {other} from winning at once") {
            match passed(game, before) {
                Some(now) => (now && !wins_now(&*next), "block"),
                None => (true, "block, not checked"),
            }
        } else if text == "It threatens to win at once" {
            match passed(game, &*next) {
                Some(now) => (now, "threat"),
                None => (true, "threat, not checked"),
            }
        } else if text == format!("It leaves {other} no move that does not lose at once") {
            (safe().is_empty(), "no reply")
        } else if let Some(reply) =
            text.strip_prefix(&format!("It threatens to win at once, so {other} must answer "))
        {
            (safe() == [reply] && next.moves().len() > 1, "forced")
        } else if let Some(reply) =
            text.strip_prefix(&format!("It leaves {other} one move that does not lose at once, "))
        {
            (safe() == [reply] && next.moves().len() > 1, "only reply")
        } else if let Some(reaches) = text.strip_prefix("It reaches ") {
            (reached(before, mv) == format!("reaches {reaches}"), "rolls")
        } else if let Some(goes) = text.strip_prefix("It goes ") {
            (reached(before, mv) == format!("goes {goes}"), "rolls")
        } else {
            return Err(format!("cannot read: {text}"));
        };
        if is_so { Ok(kind) } else { Err(format!("not so: {text}")) }
    };
    all.split(". ").map(one).collect()
}

/// Whether the side that is not to move could win at once if it were, where such a position can
/// be set up.
fn passed(game: &dyn AnyGame, here: &dyn AnyPosition) -> Option<bool> {
    let tokens: Vec<_> = here.scene()?.cells.into_iter().map(|cell| cell.tokens).collect();
    let turned = game.arranged(&tokens, here.side().other())?.ok()?;
    Some(wins_now(&*turned))
}

/// What the rolls of a choice reach, counted from where the pawn goes.
fn reached(before: &dyn AnyPosition, choice: &str) -> String {
    let taken = after(before, choice);
    let scene = before.scene().expect("a scene");
    let square = |cell: usize| scene.cells[cell].name.parse::<usize>().expect("a number");
    let goal = (0..scene.cells.len()).map(square).max().expect("a square");
    let walks: Vec<(Vec<usize>, u32)> = if taken.turn() == Turn::Roll {
        let rolls = taken.moves().into_iter().zip(taken.weights().expect("weights"));
        rolls.map(|(roll, weight)| (taken.move_on_board(&roll).unwrap().walk, weight)).collect()
    } else {
        vec![(before.move_on_board(choice).unwrap().walk, 1)]
    };
    let all: u32 = walks.iter().map(|it| it.1).sum();
    let mut counts = [0; 4];
    for (walk, weight) in walks {
        let squares: Vec<usize> = walk.into_iter().map(square).collect();
        // A pawn that would go past the goal stays.
        let end = squares.last().copied().filter(|_| squares.len() > 1);
        // A jump is a last hop of more than one square, or one that goes back.
        let hop = squares.windows(2).last().map_or(0, |pair| pair[1] as isize - pair[0] as isize);
        let kind = match (end, hop) {
            (None, _) => 3,
            (Some(end), _) if end == goal => 0,
            (_, hop) if hop > 1 => 1,
            (_, hop) if hop < 0 => 2,
            _ => continue,
        };
        counts[kind] += weight;
    }
    let names = ["reaches the goal", "reaches a ladder", "reaches a snake", "goes past the goal"];
    let counted = counts.iter().zip(names).filter(|it| *it.0 > 0);
    let clauses: Vec<String> = counted
        .map(|(count, name)| match *count {
            count if count == all => format!("{name} on every roll"),
            count => format!("{name} on {count} of {all} rolls"),
        })
        .collect();
    match clauses.as_slice() {
        [] => "reaches neither a ladder nor a snake".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
