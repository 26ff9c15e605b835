//! Take-away games: 21 sticks in one heap, or Nim with several heaps.
//!
//! Two sides take turns to remove at least one and at most `most` sticks from one of the heaps.
//! The side that takes the last stick loses, or wins in some variants.

use crate::boards::counts;
use crate::cells::{counted, joined, letter, listed, only_as_written};
use crate::settings::{Configured, Described, Key, Settings, numbers};
use spar_rules::scene::{Button, Cell, Group, Point, Scene, Shape, Supply, Token, token};
use spar_rules::{
    Arranged, Deterministic, Game, Notation, Outcome, Ranked, ReadError, Reward, Scenic, Side,
    Symmetric, Tactics, Turn,
};

/// A take-away game: the heaps at the start, and the maximum number of sticks per move.
#[derive(Clone, Debug)]
pub struct Take {
    heaps: Vec<u8>,
    most: u8,
    last_wins: bool,
}

/// A position: the sticks in each heap, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position([u8; 8], Side);

/// A move: the heap, and the number of sticks to take from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8, u8);

impl Configured for Take {
    const NAME: &'static str = "take";
    const KEYS: &'static [Key] = &[
        Key::new("sticks", "Sticks", "sticks in one heap, 1 to 100").numbers(1, 100).default("21"),
        Key::new("heaps", "Heaps", "instead of sticks: 2 to 8 heaps of 1 to 12, such as 3-5-7"),
        Key::new("most", "At most", "1 to 100; with heaps any number").numbers(1, 100).default("3"),
        Key::new("last", "Last stick", "loses or wins").one_of(&["loses", "wins"]).default("loses"),
    ];

    fn new(given: &[(&str, &str)]) -> Result<Take, ReadError> {
        let settings = Settings::read::<Take>(given)?;
        settings.refuse_both("sticks", "heaps")?;
        let heaps = match settings.given("heaps") {
            Some(heaps) => numbers("heaps", heaps, 2..=8, 1..=12)?,
            None => vec![settings.number("sticks") as u8],
        };
        let most = settings.number_or("most", if heaps.len() == 1 { 3 } else { 12 }) as u8;
        let most = most.min(heaps.iter().copied().fold(0, u8::max));
        Ok(Take { heaps, most, last_wins: settings.text("last") == "wins" })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let heaps = if self.heaps.len() == 1 { "sticks" } else { "heaps" };
        let last = if self.last_wins { "wins" } else { "loses" };
        vec![(heaps, joined(&self.heaps)), ("most", self.most.to_string()), ("last", last.into())]
    }
}

impl Game for Take {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position(std::array::from_fn(|heap| *self.heaps.get(heap).unwrap_or(&0)), Side::First)
    }

    fn side(&self, &Position(_, side): &Position) -> Side {
        side
    }

    fn turn(&self, &Position(heaps, side): &Position) -> Turn {
        let winner = if self.last_wins { side.other() } else { side };
        if heaps == [0; 8] { Turn::Over(Outcome::Win(winner)) } else { Turn::Play(side) }
    }

    fn moves(&self, Position(heaps, _): &Position, out: &mut Vec<Move>) {
        for (heap, left) in (0..).zip(heaps) {
            out.extend((1..=self.most.min(*left)).map(|sticks| Move(heap, sticks)));
        }
    }

    fn after(&self, &Position(mut heaps, side): &Position, Move(heap, sticks): Move) -> Position {
        heaps[usize::from(heap)] -= sticks;
        Position(heaps, side.other())
    }

    fn horizon(&self, Position(heaps, _): &Position) -> Option<u32> {
        Some(heaps.iter().map(|left| u32::from(*left)).sum())
    }
}

impl Notation for Take {
    /// The heaps and the side to move: `21-first`, `3-0-7-second`.
    fn write_position(&self, Position(heaps, side): &Position) -> String {
        format!("{}-{side}", joined(&heaps[..self.heaps.len()]))
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let Position(mut heaps, _) = self.start();
        for (heap, left) in heaps.iter_mut().zip(text.split('-')) {
            *heap = left.parse().unwrap_or(*heap).min(*heap);
        }
        let side = if text.ends_with("-second") { Side::Second } else { Side::First };
        only_as_written(self, Position(heaps, side), text)
    }

    /// `2` takes two sticks; with several heaps, `b2` takes two from the second.
    fn write_move(&self, _position: &Position, Move(heap, sticks): Move) -> String {
        let heap = (self.heaps.len() > 1).then(|| letter(heap.into()));
        heap.into_iter().chain(sticks.to_string().chars()).collect()
    }
}

impl Ranked for Take {
    fn ranks(&self) -> Option<u64> {
        Some(2 * self.heaps.iter().map(|all| u64::from(*all) + 1).product::<u64>())
    }

    /// The sticks taken from each heap are the digits of a number; the side to move is the last
    /// digit.
    fn rank(&self, Position(heaps, side): &Position) -> u64 {
        let digits = self.heaps.iter().zip(heaps).map(|(all, left)| [all - left, all + 1]);
        let next = |rank, digit: [u8; 2]| rank * u64::from(digit[1]) + u64::from(digit[0]);
        2 * digits.fold(0, next) + *side as u64
    }

    fn unrank(&self, rank: u64) -> Position {
        let (mut heaps, mut rest) = ([0; 8], rank / 2);
        for (heap, all) in heaps.iter_mut().zip(&self.heaps).rev() {
            let base = u64::from(*all) + 1;
            (*heap, rest) = (all - (rest % base) as u8, rest / base);
        }
        Position(heaps, [Side::First, Side::Second][rank as usize % 2])
    }
}

impl Deterministic for Take {}
impl Reward for Take {}
impl Symmetric for Take {}

impl Tactics for Take {
    type Key = Position;
    type Note = ();

    fn note(&self, _position: &Position) {}

    fn key(&self, position: &Position) -> Position {
        *position
    }
}

impl Scenic for Take {
    /// The heaps next to each other.
    fn scene(&self, Position(heaps, _): &Position) -> Scene {
        let n_heaps = self.heaps.len();
        let cell = |heap: usize| Cell {
            name: if n_heaps > 1 { letter(heap as u32).into() } else { "heap".to_owned() },
            at: Point::in_grid(heap as u32, 0),
            group: 0,
            shape: Shape::Square,
            tokens: Vec::from_iter((heaps[heap] > 0).then(|| sticks(heaps[heap]))),
            marks: Vec::new(),
        };
        let cells: Vec<Cell> = (0..n_heaps).map(cell).collect();
        let names = cells.iter().map(|cell| cell.name.clone());
        let columns = if n_heaps > 1 { names.collect() } else { Vec::new() };
        let group = Group { width: n_heaps as u16, height: 1, columns, ..Group::default() };
        Scene { cells, groups: vec![group], links: Vec::new() }
    }

    /// The cell of the heap, if there are several.
    fn touches(&self, _position: &Position, Move(heap, _): Move) -> Vec<usize> {
        if self.heaps.len() > 1 { vec![heap.into()] } else { Vec::new() }
    }

    /// The number of sticks to take. Numbers up to nine have a key.
    fn button(&self, _position: &Position, Move(_, sticks): Move) -> Option<Button> {
        let key = char::from_digit(sticks.into(), 10);
        Some(Button { key, text: format!("take {sticks}") })
    }
}

fn sticks(count: u8) -> Token {
    Token::neutral(token::STICK, count.into())
}

impl Arranged for Take {
    fn supply(&self) -> Vec<Supply> {
        let most = self.heaps.iter().map(|all| u32::from(*all)).sum();
        vec![Supply { token: sticks(1), most: Some(most), shares: true }]
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        let left = counts(tokens, self.heaps.len(), sticks(1))?;
        let left: Vec<String> = left.iter().map(u64::to_string).collect();
        self.read_position(&format!("{}-{turn}", left.join("-")))
    }
}

impl Described for Take {
    const TITLE: &'static str = "Take-away";
    const ABOUT: &'static str = "21, Nim and others: sticks are taken from heaps, the last decides";

    fn size(&self) -> String {
        if let [sticks] = self.heaps[..] {
            return counted(sticks.into(), "stick");
        }
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        format!("heaps of {}", listed(&heaps, "and"))
    }

    fn summary(&self) -> String {
        format!("Take {}; whoever takes the last stick {}.", self.takes(), self.last())
    }

    fn rules(&self) -> Vec<String> {
        let heaps = match self.heaps[..] {
            [sticks] => format!("a heap of {sticks}"),
            _ => self.size(),
        };
        vec![
            format!("First and Second take turns to take sticks from {heaps}; First begins."),
            format!("A move takes {}.", self.takes()),
            format!("Whoever takes the last stick {}; there are no draws.", self.last()),
        ]
    }
}

impl Take {
    /// What a move takes: `1 to 3 sticks`.
    fn takes(&self) -> String {
        let largest = self.heaps.iter().copied().fold(0, u8::max);
        let sticks = match self.most {
            1 => "one stick".to_owned(),
            most if most == largest => "one or more sticks".to_owned(),
            most => format!("1 to {most} sticks"),
        };
        let one_heap = if self.heaps.len() > 1 { " from one of the heaps" } else { "" };
        format!("{sticks}{one_heap}")
    }

    /// What happens to whoever takes the last stick.
    fn last(&self) -> &'static str {
        if self.last_wins { "wins" } else { "loses" }
    }
}
