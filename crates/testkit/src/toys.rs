//! Small games without chance: one for each property that a solver must support.

use spar_rules::{
    Deterministic, Game, Notation, Outcome, Ranked, ReadError, Reward, Score, Scored, Side,
    Symmetric, Tactics, Turn,
};

/// **Cycles.** The sides take turns to move a token one step either way on a ring of six
/// squares. Whoever moves it to square 3 wins; play may be endless.
#[derive(Clone, Copy, Debug)]
pub struct Ring;

impl Game for Ring {
    type Position = (u8, Side);
    type Move = i8;

    fn start(&self) -> (u8, Side) {
        (0, Side::First)
    }

    fn side(&self, position: &(u8, Side)) -> Side {
        position.1
    }

    fn turn(&self, &(square, side): &(u8, Side)) -> Turn {
        if square == 3 { Turn::Over(Outcome::Win(side.other())) } else { Turn::Play(side) }
    }

    fn moves(&self, position: &(u8, Side), out: &mut Vec<i8>) {
        if position.0 != 3 {
            out.extend([1, -1]);
        }
    }

    fn after(&self, &(square, side): &(u8, Side), step: i8) -> (u8, Side) {
        ((square as i8 + step).rem_euclid(6) as u8, side.other())
    }
}

impl Deterministic for Ring {}

/// **One side, cycles.** A row of lamps; a move toggles a lamp and its neighbours. The game is
/// won when all lamps are off. Some starts cannot be won.
#[derive(Clone, Copy, Debug)]
pub struct Lamps {
    /// The number of lamps, at most 16.
    pub n: u32,
    /// The lamps that are lit at the start, as bits.
    pub lit: u16,
}

impl Game for Lamps {
    type Position = u16;
    type Move = u32;

    fn start(&self) -> u16 {
        self.lit
    }

    fn side(&self, _: &u16) -> Side {
        Side::First
    }

    fn turn(&self, lit: &u16) -> Turn {
        if *lit == 0 { Turn::Over(Outcome::Win(Side::First)) } else { Turn::Play(Side::First) }
    }

    fn moves(&self, lit: &u16, out: &mut Vec<u32>) {
        if *lit != 0 {
            out.extend(0..self.n);
        }
    }

    fn after(&self, lit: &u16, lamp: u32) -> u16 {
        let switched = (0b111 << lamp) >> 1;
        lit ^ (switched & ((1_u32 << self.n) - 1)) as u16
    }
}

impl Deterministic for Lamps {}

/// **A side may move twice, with ranks.** Take one, two or three; a side that takes three moves
/// again. Whoever takes the last one wins. The game is drawn if exactly `drawn` are left.
#[derive(Clone, Copy, Debug)]
pub struct TakeAgain {
    /// The number at the start.
    pub start: u8,
    /// The number at which the game is drawn; 0 for never.
    pub drawn: u8,
}

impl Game for TakeAgain {
    type Position = (u8, Side);
    type Move = u8;

    fn start(&self) -> (u8, Side) {
        (self.start, Side::First)
    }

    fn side(&self, position: &(u8, Side)) -> Side {
        position.1
    }

    fn turn(&self, &(left, side): &(u8, Side)) -> Turn {
        match left {
            0 => Turn::Over(Outcome::Win(side.other())),
            left if left == self.drawn => Turn::Over(Outcome::Draw),
            _ => Turn::Play(side),
        }
    }

    fn moves(&self, position: &(u8, Side), out: &mut Vec<u8>) {
        if let Turn::Play(_) = self.turn(position) {
            out.extend(1..=position.0.min(3));
        }
    }

    fn after(&self, &(left, side): &(u8, Side), taken: u8) -> (u8, Side) {
        (left - taken, if taken == 3 { side } else { side.other() })
    }
}

impl Deterministic for TakeAgain {}

impl Tactics for TakeAgain {
    type Key = (u8, Side);
    type Note = ();

    fn note(&self, _position: &(u8, Side)) {}

    fn key(&self, position: &(u8, Side)) -> (u8, Side) {
        *position
    }
}

impl Ranked for TakeAgain {
    fn ranks(&self) -> Option<u64> {
        Some(2 * u64::from(self.start) + 2)
    }

    fn rank(&self, &(left, side): &(u8, Side)) -> u64 {
        2 * u64::from(self.start - left) + side as u64
    }

    fn unrank(&self, rank: u64) -> (u8, Side) {
        let side = if rank.is_multiple_of(2) { Side::First } else { Side::Second };
        (self.start - (rank / 2) as u8, side)
    }
}

/// **Heap positions, passes, score, symmetries that move the start.** Each side starts with a
/// cell at one end of the middle row. The sides take turns to claim a free cell next to one of
/// their own; a side that cannot passes. When neither can, the side with more cells wins.
///
/// Of the four symmetries of the board, those that swap left and right move the start. The
/// other reflection keeps the start if the height is odd; the identity always does.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The number of columns, at least 2.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

/// A position of [`Spread`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpreadPosition {
    cells: Vec<Option<Side>>,
    side: Side,
}

impl Spread {
    /// The free cells next to one of this side's cells.
    fn open_to(self, position: &SpreadPosition, side: Side) -> Vec<usize> {
        let is_own = |x: usize, y: usize| {
            let is_on_board = x < self.width && y < self.height;
            is_on_board && position.cells[y * self.width + x] == Some(side)
        };
        let is_open = |cell: &usize| {
            let (x, y) = (cell % self.width, cell / self.width);
            let near = is_own(x + 1, y)
                || is_own(x, y + 1)
                || is_own(x.wrapping_sub(1), y)
                || is_own(x, y.wrapping_sub(1));
            position.cells[*cell].is_none() && near
        };
        (0..position.cells.len()).filter(is_open).collect()
    }

    fn image_of(self, cell: usize, symmetry: usize) -> usize {
        let (x, y) = (cell % self.width, cell / self.width);
        let x = if symmetry & 1 == 0 { x } else { self.width - 1 - x };
        let y = if symmetry & 2 == 0 { y } else { self.height - 1 - y };
        y * self.width + x
    }
}

impl Game for Spread {
    type Position = SpreadPosition;
    /// A cell, or a pass.
    type Move = Option<usize>;

    fn start(&self) -> SpreadPosition {
        let mut cells = vec![None; self.width * self.height];
        let row = self.height / 2 * self.width;
        cells[row] = Some(Side::First);
        cells[row + self.width - 1] = Some(Side::Second);
        SpreadPosition { cells, side: Side::First }
    }

    fn side(&self, position: &SpreadPosition) -> Side {
        position.side
    }

    fn turn(&self, position: &SpreadPosition) -> Turn {
        let can_play = |side| !self.open_to(position, side).is_empty();
        if can_play(Side::First) || can_play(Side::Second) {
            Turn::Play(position.side)
        } else {
            Turn::Over(self.score(position).outcome())
        }
    }

    fn moves(&self, position: &SpreadPosition, out: &mut Vec<Option<usize>>) {
        let open = self.open_to(position, position.side);
        if open.is_empty() && !self.open_to(position, position.side.other()).is_empty() {
            out.push(None);
        }
        out.extend(open.into_iter().map(Some));
    }

    fn after(&self, position: &SpreadPosition, mv: Option<usize>) -> SpreadPosition {
        let mut next = position.clone();
        next.side = position.side.other();
        if let Some(cell) = mv {
            next.cells[cell] = Some(position.side);
        }
        next
    }

    fn owned_bytes(&self, position: &SpreadPosition) -> usize {
        position.cells.capacity() * size_of::<Option<Side>>()
    }
}

impl Deterministic for Spread {}

impl Scored for Spread {
    fn score(&self, position: &SpreadPosition) -> Score {
        let count = |side| position.cells.iter().filter(|cell| **cell == Some(side)).count() as u32;
        Score { first: count(Side::First), second: count(Side::Second) }
    }
}

impl Symmetric for Spread {
    fn symmetries(&self) -> usize {
        4
    }

    fn image(&self, position: &SpreadPosition, symmetry: usize) -> SpreadPosition {
        // Each symmetry is its own inverse.
        let cells = 0..position.cells.len();
        let cells = cells.map(|cell| position.cells[self.image_of(cell, symmetry)]).collect();
        SpreadPosition { cells, side: position.side }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        symmetry == 1 || symmetry == 2
    }

    fn image_move(&self, mv: Option<usize>, symmetry: usize) -> Option<usize> {
        mv.map(|cell| self.image_of(cell, symmetry))
    }
}

/// **Heap positions, score.** The sides take turns to take a coin at one end of a row. The side
/// with the larger sum at the end wins.
#[derive(Clone, Debug)]
pub struct Coins {
    /// The coins at the start.
    pub row: Vec<u32>,
}

/// A position of [`Coins`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoinsPosition {
    row: Vec<u32>,
    taken: [u32; 2],
    side: Side,
}

impl Game for Coins {
    type Position = CoinsPosition;
    /// The index of the coin in the row.
    type Move = usize;

    fn start(&self) -> CoinsPosition {
        CoinsPosition { row: self.row.clone(), taken: [0, 0], side: Side::First }
    }

    fn side(&self, position: &CoinsPosition) -> Side {
        position.side
    }

    fn turn(&self, position: &CoinsPosition) -> Turn {
        if position.row.is_empty() {
            Turn::Over(self.score(position).outcome())
        } else {
            Turn::Play(position.side)
        }
    }

    fn moves(&self, position: &CoinsPosition, out: &mut Vec<usize>) {
        out.extend((!position.row.is_empty()).then_some(0));
        out.extend((position.row.len() > 1).then(|| position.row.len() - 1));
    }

    fn after(&self, position: &CoinsPosition, place: usize) -> CoinsPosition {
        let mut next = position.clone();
        next.taken[position.side as usize] += next.row.remove(place);
        next.side = position.side.other();
        next
    }

    fn owned_bytes(&self, position: &CoinsPosition) -> usize {
        position.row.capacity() * size_of::<u32>()
    }
}

impl Deterministic for Coins {}

impl Scored for Coins {
    fn score(&self, position: &CoinsPosition) -> Score {
        let [first, second] = position.taken;
        Score { first, second }
    }
}

/// **Positions, moves and search keys are texts.** The sides take turns to append a letter. A
/// side that makes the text end with a repetition (`abab`, `cc`) loses; at the maximum length,
/// the game is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Stutter {
    /// The number of letters, starting with `a`.
    pub letters: u8,
    /// The maximum length.
    pub longest: usize,
}

impl Stutter {
    fn stutters(text: &str) -> bool {
        (1..=text.len() / 2).any(|n| {
            let (rest, last) = text.split_at(text.len() - n);
            rest.ends_with(last)
        })
    }
}

impl Game for Stutter {
    type Position = String;
    type Move = Box<str>;

    fn start(&self) -> String {
        String::new()
    }

    fn side(&self, text: &String) -> Side {
        if text.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn turn(&self, text: &String) -> Turn {
        if Stutter::stutters(text) {
            Turn::Over(Outcome::Win(self.side(text)))
        } else if text.len() >= self.longest {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Play(self.side(text))
        }
    }

    fn moves(&self, text: &String, out: &mut Vec<Box<str>>) {
        if let Turn::Play(_) = self.turn(text) {
            let letters = (0..self.letters).map(|letter| char::from(b'a' + letter));
            out.extend(letters.map(|letter| letter.to_string().into_boxed_str()));
        }
    }

    fn after(&self, text: &String, letter: Box<str>) -> String {
        format!("{text}{letter}")
    }

    fn owned_bytes(&self, text: &String) -> usize {
        text.capacity()
    }

    fn horizon(&self, text: &String) -> Option<u32> {
        Some((self.longest - text.len()) as u32)
    }
}

impl Deterministic for Stutter {}
impl Ranked for Stutter {}
impl Symmetric for Stutter {}

impl Tactics for Stutter {
    type Key = String;
    type Note = ();

    fn note(&self, _position: &String) {}

    /// The text with its letters renamed in the order of their first occurrence.
    fn key(&self, text: &String) -> String {
        let mut met: Vec<u8> = Vec::new();
        let renamed = text.bytes().map(|letter| {
            let known = met.iter().position(|it| *it == letter);
            let place = known.unwrap_or_else(|| {
                met.push(letter);
                met.len() - 1
            });
            char::from(b'a' + place as u8)
        });
        renamed.collect()
    }

    fn key_bytes(&self, key: &String) -> usize {
        key.capacity()
    }
}

impl Reward for Stutter {
    /// The number of distinct letters in the text.
    fn reward(&self, text: &String) -> i32 {
        (0..self.letters).filter(|letter| text.contains(char::from(b'a' + letter))).count() as i32
    }

    fn most_reward(&self) -> u32 {
        self.letters.into()
    }
}

impl Notation for Stutter {
    /// The text between two dots.
    fn write_position(&self, text: &String) -> String {
        format!(".{text}.")
    }

    fn read_position(&self, text: &str) -> Result<String, ReadError> {
        let inner = text.strip_prefix('.').and_then(|it| it.strip_suffix('.'));
        let is_letter = |it: char| it >= 'a' && u32::from(it) < u32::from(b'a' + self.letters);
        let fits = |it: &&str| it.len() <= self.longest && it.chars().all(is_letter);
        let error = || ReadError::new(format!("{text} is not a text of this game"));
        inner.filter(fits).map(str::to_owned).ok_or_else(error)
    }

    fn write_move(&self, _: &String, letter: Box<str>) -> String {
        letter.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reachable, truth};
    use spar_rules::{Value, laws};
    use std::collections::{HashMap, HashSet};

    #[test]
    fn toy_games_keep_their_laws() {
        laws::check(&Ring, 5, |game, it| drop(laws::moves(game, it)));
        laws::check(&Lamps { n: 5, lit: 0b10011 }, 5, |game, it| drop(laws::moves(game, it)));
        laws::check(&TakeAgain { start: 30, drawn: 4 }, 20, |game, position| {
            laws::moves(game, position);
            laws::ranks(game, position);
        });
        for height in [2, 3] {
            laws::check(&Spread { width: 3, height }, 30, |game, position| {
                laws::moves(game, position);
                laws::scores(game, position);
                laws::symmetry(game, position);
            });
        }
        laws::check(&Coins { row: vec![3, 1, 4, 1, 5] }, 20, |game, position| {
            laws::moves(game, position);
            laws::scores(game, position);
        });
        let game = Stutter { letters: 3, longest: 7 };
        let values = truth(&game);
        laws::check(&game, 20, |game, position| {
            laws::moves(game, position);
            laws::notation(game, position);
            laws::symmetry(game, position);
            laws::rewards(game, position);
            laws::tactics(game, position, |it| values[it]);
        });
    }

    #[test]
    fn spread_has_passes_and_symmetries_that_move_the_start() {
        for (height, n_kept) in [(2, 1), (3, 2)] {
            let game = Spread { width: 3, height };
            let (start, positions) = (game.start(), reachable(&game));
            assert!(positions.iter().any(|it| game.legal(it) == [None]));
            assert_eq!((0..4).filter(|it| game.image(&start, *it) == start).count(), n_kept);
            assert!(positions.iter().all(|it| game.owned_bytes(it) >= 3 * height));
            // Play reaches some position but not its image under a symmetry that moves the
            // start.
            let all: HashSet<_> = positions.iter().collect();
            assert!(positions.iter().any(|it| !all.contains(&game.image(it, 1))));
        }
    }

    /// A countdown with a flag that has no effect; `folds` folds positions that differ only in
    /// the flag.
    struct Flagged {
        folds: bool,
    }

    impl Game for Flagged {
        type Position = (u8, bool);
        type Move = ();
        fn start(&self) -> (u8, bool) {
            (3, false)
        }
        fn side(&self, _: &(u8, bool)) -> Side {
            Side::First
        }
        fn turn(&self, position: &(u8, bool)) -> Turn {
            let is_over = position.0 == 0;
            if is_over { Turn::Over(Outcome::Draw) } else { Turn::Play(Side::First) }
        }
        fn moves(&self, position: &(u8, bool), out: &mut Vec<()>) {
            out.extend((position.0 > 0).then_some(()));
        }
        fn after(&self, &(left, flag): &(u8, bool), (): ()) -> (u8, bool) {
            (left - 1, flag)
        }
    }

    impl Deterministic for Flagged {}

    impl Ranked for Flagged {
        fn ranks(&self) -> Option<u64> {
            Some(8)
        }
        fn rank(&self, &(left, flag): &(u8, bool)) -> u64 {
            2 * u64::from(3 - left) + u64::from(flag)
        }
        fn unrank(&self, rank: u64) -> (u8, bool) {
            (3 - (rank / 2) as u8, rank % 2 == 1)
        }
        fn fold(&self, position: &(u8, bool)) -> (u64, u32) {
            let rank = self.rank(position);
            if self.folds { (rank & !1, 2) } else { (rank, 1) }
        }
        fn unfold(&self, position: &(u8, bool), out: &mut Vec<(u8, bool)>) {
            out.push(*position);
            out.extend(self.folds.then_some((position.0, !position.1)));
        }
    }

    #[test]
    fn images_that_do_not_fold_the_start_keep_the_law_of_ranks() {
        laws::check(&Flagged { folds: false }, 1, laws::ranks);
    }

    #[test]
    #[should_panic(expected = "keep the start")]
    fn images_that_move_the_start_break_the_law_of_ranks() {
        laws::check(&Flagged { folds: true }, 1, laws::ranks);
    }

    #[test]
    fn coins_are_taken_as_a_reader_would() {
        // Taking 2 leaves 9 to the other side; taking 3 leaves 2 or 9: the second side gets 9.
        let value = |row: &[u32]| truth(&Coins { row: row.to_vec() })[&start_of(row)];
        assert_eq!(value(&[2, 9, 3]), Value::Loss(3));
        assert_eq!(value(&[9, 2, 3]), Value::Win(3));
        assert_eq!(value(&[5, 5]), Value::Draw);
    }

    fn start_of(row: &[u32]) -> CoinsPosition {
        Coins { row: row.to_vec() }.start()
    }

    #[test]
    fn texts_of_two_letters_stutter_soon() {
        // aba has no safe move: abaa and abab both end with a repetition.
        let game = Stutter { letters: 2, longest: 9 };
        let longest = reachable(&game).iter().map(String::len).max();
        assert_eq!(longest, Some(4));
        assert_eq!(truth(&game)[""], Value::Win(4));
    }

    #[test]
    fn texts_with_one_key_have_one_value_and_one_reward() {
        let game = Stutter { letters: 3, longest: 6 };
        let mut known = HashMap::new();
        let values = truth(&game);
        for (text, value) in &values {
            let told = (*value, game.reward(text));
            assert_eq!(*known.entry(game.key(text)).or_insert(told), told, "{text}");
        }
        assert!(5 * known.len() < values.len(), "{} keys", known.len());
    }
}
