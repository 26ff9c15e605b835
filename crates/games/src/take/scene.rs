//! Take-away games as people see them: heaps of sticks, and the rules in words.

use super::{Move, Position, Take};
use crate::boards::check_cells;
use crate::described::Described;
use crate::texts::{counted, letter, listed};
use spar_rules::scene::{Button, Cell, Change, Group, Point, Scene, Shape, Supply, Token, token};
use spar_rules::{Arranged, Game, Notation, ReadError, Scenic, Side};

impl Scenic for Take {
    /// The heaps side by side.
    fn scene(&self, Position(heaps, _): &Position) -> Scene {
        let n_heaps = self.heaps.len();
        let names = (0..n_heaps as u32).map(|heap| letter(heap).to_string());
        let columns: Vec<String> = if n_heaps > 1 { names.collect() } else { Vec::new() };
        let cell = |heap: usize| Cell {
            name: columns.get(heap).cloned().unwrap_or_else(|| "heap".to_owned()),
            at: Point::in_grid(heap as u32, 0),
            group: 0,
            shape: Shape::Square,
            tokens: sticks(heaps[heap]),
            marks: Vec::new(),
        };
        let cells = (0..n_heaps).map(cell).collect();
        let group = Group { width: n_heaps as u16, height: 1, columns, ..Group::default() };
        Scene { cells, groups: vec![group], links: Vec::new() }
    }

    /// The heap, if there are several.
    fn touches(&self, _position: &Position, Move(heap, _): Move) -> Vec<usize> {
        if self.heaps.len() > 1 { vec![heap.into()] } else { Vec::new() }
    }

    /// How many sticks to take; up to nine have a key.
    fn button(&self, _position: &Position, Move(_, sticks): Move) -> Option<Button> {
        let key = char::from_digit(sticks.into(), 10);
        Some(Button { key, text: format!("take {sticks}") })
    }

    fn changes(&self, position: &Position, mv: Move) -> Vec<Change> {
        let (heap, Position(heaps, _)) = (usize::from(mv.0), self.after(position, mv));
        vec![Change::Cell { cell: heap, tokens: sticks(heaps[heap]), marks: Vec::new() }]
    }
}

/// The tokens of a heap.
fn sticks(left: u8) -> Vec<Token> {
    if left > 0 { vec![Token::neutral(token::STICK, left.into())] } else { Vec::new() }
}

impl Arranged for Take {
    fn supply(&self) -> Vec<Supply> {
        let most = self.heaps.iter().map(|all| u32::from(*all)).sum();
        vec![Supply { token: Token::neutral(token::STICK, 1), most: Some(most), shares: true }]
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        check_cells(tokens, self.heaps.len())?;
        let is_stick = |it: &Token| it.side.is_none() && it.kind == token::STICK;
        if !tokens.iter().flatten().all(is_stick) {
            return Err(ReadError::new("there is something other than sticks in the heaps"));
        }
        let left = |heap: &Vec<Token>| heap.iter().map(|it| u64::from(it.count)).sum::<u64>();
        let left: Vec<u64> = tokens.iter().map(left).collect();
        if let Some(heap) = (0..left.len()).find(|heap| left[*heap] > self.heaps[*heap].into()) {
            let (sticks, all) = (counted(left[heap] as usize, "stick"), self.heaps[heap]);
            let what = format!("a heap has {sticks}; at the start it has {all}");
            return Err(ReadError::new(what));
        }
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

    fn rules(&self) -> Vec<String> {
        let (heaps, one_heap) = match self.heaps[..] {
            [sticks] => (format!("a heap of {sticks}"), ""),
            _ => (self.size(), " from one of the heaps"),
        };
        let largest = self.heaps.iter().copied().fold(0, u8::max);
        let takes = match self.most {
            1 => "one stick".to_owned(),
            most if most == largest => "one or more sticks".to_owned(),
            most => format!("1 to {most} sticks"),
        };
        let verb = if self.last_wins { "wins" } else { "loses" };
        vec![
            format!("By turns First and Second take sticks from {heaps}; First begins."),
            format!("A move takes {takes}{one_heap}."),
            format!("Who takes the last stick of all {verb}; there are no draws."),
        ]
    }
}
