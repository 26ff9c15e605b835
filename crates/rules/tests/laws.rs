//! Every law detects the game that violates it: a toy game with one fault at a time.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "games take their positions by reference")]

use spar_rules::scene::{Cell, Point, Scene, Shape, Token};
use spar_rules::{
    Deterministic, Game, Notation, Outcome, Ranked, ReadError, Reward, Scenic, Score, Scored, Side,
    Symmetric, Tactics, Threat, Threats, Turn, Value, divide, laws, perft, read_position_and_moves,
    seen_by_mover,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The fault of the toy game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    MovesAfterTheEnd,
    NoMovesBeforeTheEnd,
    MoveListedTwice,
    SideOfTheOther,
    HorizonStays,
    WinOverlooked,
    WinImagined,
    MovesCleared,
    MovesReordered,
    ChanceRolls,
    TextWithSpace,
    TextOfAnother,
    MovesWithOneText,
    FirstSymmetryMirrors,
    FirstSymmetryIsAMirror,
    MoveWithoutImage,
    ImageWithAnotherTurn,
    ImagesWithTwoForms,
    RankTooLarge,
    RankOfAnother,
    RankFalls,
    FoldCountsTwice,
    FoldIsNotTheLeast,
    ImageListedTwice,
    StartWithImages,
    UnequalParts,
    PartOverlooked,
    PartGoesBack,
    GlanceSeesWrong,
    GlanceMissesEnd,
    NoteIsNotCarried,
    ForcesOneOfSeveral,
    GlanceInventsMove,
    GlanceMissesBest,
    LimitsTooLow,
    LimitsTooHigh,
    RewardTooLarge,
    RewardOfImageDiffers,
    ScoreOfTheOther,
    ThreatAfterTheEnd,
    ThreatWithoutItsCell,
    ThreatWithAnEmptyCell,
    ThreatClosed,
    ThreatOverlooked,
}

const CELLS: usize = 5;
type Row = [u8; CELLS];

/// Five cells in a row; the sides alternate. Two adjacent stones win; a full row is a draw.
struct Toy(Fault);

fn n_stones(row: &Row) -> usize {
    row.iter().filter(|it| **it > 0).count()
}

fn mover(row: &Row) -> Side {
    if n_stones(row).is_multiple_of(2) { Side::First } else { Side::Second }
}

/// The row with one more stone of this side.
fn with(row: &Row, cell: usize, side: Side) -> Row {
    let mut next = *row;
    next[cell] = if side == Side::First { 1 } else { 2 };
    next
}

fn winner(row: &Row) -> Option<Side> {
    let pair = row.windows(2).find(|pair| pair[0] > 0 && pair[0] == pair[1])?;
    Some(if pair[0] == 1 { Side::First } else { Side::Second })
}

fn mirrored(row: &Row) -> Row {
    let mut row = *row;
    row.reverse();
    row
}

fn number(row: &Row) -> u64 {
    row.iter().fold(0, |number, cell| number * 3 + u64::from(*cell))
}

/// The exact value, by a complete search.
fn value(row: &Row) -> Value {
    let game = Toy(Fault::None);
    let after = |mv: usize| {
        let next = game.after(row, mv);
        seen_by_mover(&game, row, &next, value(&next))
    };
    match game.turn(row) {
        Turn::Over(outcome) => Value::of(outcome, mover(row)),
        _ => game.legal(row).into_iter().map(after).max().unwrap(),
    }
}

impl Game for Toy {
    type Position = Row;
    type Move = usize;

    fn start(&self) -> Row {
        if self.0 == Fault::StartWithImages { [1, 2, 0, 0, 0] } else { [0; CELLS] }
    }

    fn turn(&self, row: &Row) -> Turn {
        match winner(row) {
            Some(side) => Turn::Over(Outcome::Win(side)),
            None if n_stones(row) == CELLS => Turn::Over(Outcome::Draw),
            None if self.0 == Fault::ChanceRolls && n_stones(row) == 2 => Turn::Roll,
            None if self.0 == Fault::ImageWithAnotherTurn && row[0] == 1 => {
                Turn::Over(Outcome::Draw)
            }
            None => Turn::Play(mover(row)),
        }
    }

    fn side(&self, row: &Row) -> Side {
        let side = mover(row);
        if self.0 == Fault::SideOfTheOther && n_stones(row) == 3 { side.other() } else { side }
    }

    fn moves(&self, row: &Row, out: &mut Vec<usize>) {
        let is_over = winner(row).is_some();
        if self.0 == Fault::MovesCleared {
            out.clear();
        }
        let had = out.len();
        if is_over && self.0 != Fault::MovesAfterTheEnd {
            return;
        }
        if self.0 == Fault::NoMovesBeforeTheEnd && n_stones(row) == 3 {
            return;
        }
        out.extend((0..CELLS).filter(|cell| row[*cell] == 0));
        if self.0 == Fault::MoveListedTwice && n_stones(row) == 2 {
            out.push(out[had]);
        }
        if self.0 == Fault::MovesReordered && had > 0 {
            out[had..].reverse();
        }
    }

    fn after(&self, row: &Row, mv: usize) -> Row {
        with(row, mv, mover(row))
    }

    fn horizon(&self, row: &Row) -> Option<u32> {
        let left = (CELLS - n_stones(row)) as u32;
        Some(if self.0 == Fault::HorizonStays { left.max(3) } else { left })
    }

    fn wins_next(&self, row: &Row, side: Side) -> Option<bool> {
        let wins = |cell: usize| row[cell] == 0 && winner(&with(row, cell, side)) == Some(side);
        Some(match self.0 {
            Fault::WinOverlooked => false,
            Fault::WinImagined => n_stones(row) > 1,
            _ => (0..CELLS).any(wins),
        })
    }
}

impl Deterministic for Toy {}

impl Notation for Toy {
    fn write_position(&self, row: &Row) -> String {
        let gap = if self.0 == Fault::TextWithSpace { ' ' } else { '.' };
        row.iter().map(|cell| [gap, 'x', 'o'][usize::from(*cell)]).collect()
    }

    fn read_position(&self, text: &str) -> Result<Row, ReadError> {
        let cells: Option<Vec<u8>> = text
            .chars()
            .map(|it| [". ", "x", "o"].iter().position(|of| of.contains(it)))
            .map(|it| it.map(|it| it as u8))
            .collect();
        let row = cells.and_then(|cells| Row::try_from(cells).ok());
        let row = row.ok_or_else(|| ReadError::new("five cells are needed"))?;
        Ok(if self.0 == Fault::TextOfAnother { mirrored(&row) } else { row })
    }

    fn write_move(&self, _row: &Row, mv: usize) -> String {
        let shown = if self.0 == Fault::MovesWithOneText { mv / 2 } else { mv };
        (shown + 1).to_string()
    }
}

impl Symmetric for Toy {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, row: &Row, symmetry: usize) -> Row {
        let mirrors = symmetry == 1 || self.0 == Fault::FirstSymmetryMirrors;
        if mirrors { mirrored(row) } else { *row }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        symmetry == 1 || self.0 == Fault::FirstSymmetryIsAMirror
    }

    fn image_move(&self, mv: usize, symmetry: usize) -> usize {
        if symmetry == 1 && self.0 != Fault::MoveWithoutImage { CELLS - 1 - mv } else { mv }
    }

    fn canonical(&self, row: &Row) -> Row {
        if self.0 == Fault::ImagesWithTwoForms { *row } else { (*row).min(mirrored(row)) }
    }
}

impl Ranked for Toy {
    fn ranks(&self) -> Option<u64> {
        Some(if self.0 == Fault::RankTooLarge { 81 } else { 243 })
    }

    fn rank(&self, row: &Row) -> u64 {
        match self.0 {
            Fault::RankFalls => 242 - number(row),
            _ => number(row),
        }
    }

    fn unrank(&self, rank: u64) -> Row {
        let rank = if self.0 == Fault::RankFalls { 242 - rank } else { rank };
        let row = [81, 27, 9, 3, 1].map(|power| (rank / power % 3) as u8);
        if self.0 == Fault::RankOfAnother { mirrored(&row) } else { row }
    }

    fn fold(&self, row: &Row) -> (u64, u32) {
        let ranks = [self.rank(row), self.rank(&mirrored(row))];
        let least =
            if self.0 == Fault::FoldIsNotTheLeast { ranks[0] } else { ranks[0].min(ranks[1]) };
        let is_one = ranks[0] == ranks[1] && self.0 != Fault::FoldCountsTwice;
        (least, if is_one { 1 } else { 2 })
    }

    fn unfold(&self, row: &Row, out: &mut Vec<Row>) {
        out.push(*row);
        if mirrored(row) != *row {
            out.push(if self.0 == Fault::ImageListedTwice { *row } else { mirrored(row) });
        }
    }

    fn parts(&self) -> u64 {
        if self.0 == Fault::UnequalParts { 2 } else { 3 }
    }

    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        match self.0 {
            Fault::PartOverlooked => {}
            Fault::PartGoesBack => out.extend(0..3),
            _ => out.extend(part + 1..3),
        }
    }
}

impl Tactics for Toy {
    type Key = Row;
    type Note = usize;

    fn key(&self, row: &Row) -> Row {
        self.canonical(row)
    }

    fn note(&self, row: &Row) -> usize {
        row.iter().filter(|cell| **cell != 0).count()
    }

    fn note_after(&self, note: &usize, _mv: &usize, _next: &Row) -> usize {
        if self.0 == Fault::NoteIsNotCarried { *note } else { note + 1 }
    }

    fn glance(&self, row: &Row, _note: &usize) -> Option<Value> {
        let wins = || self.wins_next(row, mover(row)) == Some(true);
        let wrong = self.0 == Fault::GlanceSeesWrong;
        match self.final_value(row) {
            Some(_) if self.0 == Fault::GlanceMissesEnd => None,
            None if wins() => Some(Value::Win(if wrong { 3 } else { 1 })),
            value => value,
        }
    }

    fn candidates(&self, row: &Row, _note: &usize, out: &mut Vec<usize>) {
        self.moves(row, out);
        match self.0 {
            Fault::GlanceInventsMove => out.push(CELLS),
            Fault::GlanceMissesBest => {
                let worst = |mv: &usize| {
                    let next = self.after(row, *mv);
                    seen_by_mover(self, row, &next, value(&next))
                };
                let worst = out.iter().copied().min_by_key(worst);
                out.retain(|mv| Some(*mv) == worst);
            }
            _ => {}
        }
    }

    fn forced(&self, row: &Row, _note: &usize) -> Option<usize> {
        let moves = self.legal(row);
        (moves.len() == 1 || self.0 == Fault::ForcesOneOfSeveral).then(|| moves[0])
    }

    fn limits(&self, _row: &Row, _note: &usize) -> (Value, Value) {
        match self.0 {
            Fault::LimitsTooLow => (Value::Loss(1), Value::Loss(2)),
            Fault::LimitsTooHigh => (Value::Win(3), Value::Win(1)),
            _ => (Value::Loss(1), Value::Win(1)),
        }
    }
}

impl Reward for Toy {
    fn reward(&self, row: &Row) -> i32 {
        let worth = |cell: u8| [0, 1, -1][usize::from(cell)];
        match self.0 {
            Fault::RewardTooLarge => -2,
            Fault::RewardOfImageDiffers => worth(row[0]),
            _ => worth(row[2]),
        }
    }

    fn most_reward(&self) -> u32 {
        1
    }
}

impl Scored for Toy {
    fn score(&self, row: &Row) -> Score {
        let won = |side| u32::from(winner(row) == Some(side));
        let [first, second] = [won(Side::First), won(Side::Second)];
        if self.0 == Fault::ScoreOfTheOther {
            Score { first: second, second: first }
        } else {
            Score { first, second }
        }
    }
}

impl Scenic for Toy {
    fn scene(&self, row: &Row) -> Scene {
        let token =
            |stone: u8| Token::new(if stone == 1 { Side::First } else { Side::Second }, "s");
        let cell = |cell: usize| Cell {
            name: String::new(),
            at: Point::in_grid(cell as u32, 0),
            group: 0,
            shape: Shape::Square,
            tokens: Some(row[cell]).filter(|it| *it > 0).map(token).into_iter().collect(),
            marks: Vec::new(),
        };
        Scene { cells: (0..CELLS).map(cell).collect(), ..Scene::default() }
    }

    fn touches(&self, _row: &Row, mv: usize) -> Vec<usize> {
        vec![mv]
    }
}

impl Threats for Toy {
    fn threats(&self, row: &Row, side: Side) -> Vec<Threat> {
        let is_over = winner(row).is_some() || n_stones(row) == CELLS;
        if is_over && self.0 != Fault::ThreatAfterTheEnd {
            return Vec::new();
        }
        let pairs = (1..CELLS).flat_map(|at| [(at - 1, at), (at, at - 1)]);
        let lacks = |&(missing, other): &(usize, usize)| {
            row[missing] == 0 && row[other] == with(row, other, side)[other]
        };
        let threat = |(missing, other)| Threat {
            missing,
            line: match self.0 {
                Fault::ThreatWithoutItsCell => vec![other],
                Fault::ThreatWithAnEmptyCell => (0..CELLS).collect(),
                _ => vec![missing.min(other), missing.max(other)],
            },
            is_open: self.0 != Fault::ThreatClosed,
        };
        let overlooks = usize::from(self.0 == Fault::ThreatOverlooked);
        pairs.filter(lacks).map(threat).skip(overlooks).collect()
    }
}

type Law = fn(&Toy, &Row);

const LAWS: [(&str, Law); 9] = [
    ("moves", |game, row| drop(laws::moves(game, row))),
    ("deterministic", laws::deterministic),
    ("notation", laws::notation),
    ("symmetry", laws::symmetry),
    ("ranks", laws::ranks),
    ("tactics", |game, row| laws::tactics(game, row, value)),
    ("rewards", laws::rewards),
    ("scores", laws::scores),
    ("threats", laws::threats),
];

/// The laws that the toy with this fault violates in some position that play without faults can
/// reach.
fn broken(fault: Fault) -> Vec<&'static str> {
    let mut rows = vec![Toy(fault).start()];
    let mut next = 0;
    while next < rows.len() {
        let lawful = Toy(Fault::None);
        for mv in lawful.legal(&rows[next]) {
            let row = lawful.after(&rows[next], mv);
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        next += 1;
    }
    let game = Toy(fault);
    let holds = |law: Law| {
        catch_unwind(AssertUnwindSafe(|| rows.iter().for_each(|row| law(&game, row)))).is_ok()
    };
    LAWS.into_iter().filter(|(_, law)| !holds(*law)).map(|(name, _)| name).collect()
}

#[test]
fn a_game_without_fault_keeps_all_laws() {
    assert_eq!(broken(Fault::None), Vec::<&str>::new());
}

#[test]
fn every_fault_breaks_its_law() {
    use Fault as F;
    for (law, faults) in [
        (
            "moves",
            &[
                F::MovesAfterTheEnd,
                F::NoMovesBeforeTheEnd,
                F::MoveListedTwice,
                F::SideOfTheOther,
                F::HorizonStays,
                F::WinOverlooked,
                F::WinImagined,
                F::MovesCleared,
                F::MovesReordered,
            ][..],
        ),
        ("deterministic", &[F::ChanceRolls]),
        ("notation", &[F::TextWithSpace, F::TextOfAnother, F::MovesWithOneText]),
        (
            "symmetry",
            &[
                F::FirstSymmetryMirrors,
                F::FirstSymmetryIsAMirror,
                F::MoveWithoutImage,
                F::ImageWithAnotherTurn,
                F::ImagesWithTwoForms,
            ],
        ),
        (
            "ranks",
            &[
                F::RankTooLarge,
                F::RankOfAnother,
                F::RankFalls,
                F::FoldCountsTwice,
                F::FoldIsNotTheLeast,
                F::ImageListedTwice,
                F::StartWithImages,
                F::UnequalParts,
                F::PartOverlooked,
                F::PartGoesBack,
            ],
        ),
        (
            "tactics",
            &[
                F::GlanceSeesWrong,
                F::GlanceMissesEnd,
                F::NoteIsNotCarried,
                F::ForcesOneOfSeveral,
                F::GlanceInventsMove,
                F::GlanceMissesBest,
                F::LimitsTooLow,
                F::LimitsTooHigh,
            ],
        ),
        ("rewards", &[F::RewardTooLarge, F::RewardOfImageDiffers]),
        ("scores", &[F::ScoreOfTheOther]),
        (
            "threats",
            &[
                F::ThreatAfterTheEnd,
                F::ThreatWithoutItsCell,
                F::ThreatWithAnEmptyCell,
                F::ThreatClosed,
                F::ThreatOverlooked,
            ],
        ),
    ] {
        for fault in faults {
            let broken = broken(*fault);
            assert!(broken.contains(&law), "{fault:?} breaks {broken:?}, not {law}");
        }
    }
}

/// `check` must reach positions deep in a game.
#[test]
fn a_fault_late_in_a_game_is_found_by_random_games() {
    for fault in [Fault::NoMovesBeforeTheEnd, Fault::SideOfTheOther] {
        let check = || laws::check(&Toy(fault), 20, |_, _| {});
        assert!(catch_unwind(check).is_err(), "{fault:?}");
    }
    laws::check(&Toy(Fault::None), 20, |game, row| {
        laws::notation(game, row);
        laws::ranks(game, row);
    });
}

#[test]
fn paths_are_counted_as_by_hand() {
    fn by_hand(game: &Toy, row: &Row, depth: u32) -> u64 {
        let next = |mv| by_hand(game, &game.after(row, mv), depth - 1);
        if depth == 0 { 1 } else { game.legal(row).into_iter().map(next).sum() }
    }
    let game = Toy(Fault::None);
    for start in [[0; CELLS], [0, 1, 0, 2, 0], [1, 1, 2, 0, 0], [1, 2, 1, 2, 1]] {
        assert_eq!(divide(&game, &start, 0), []);
        for depth in 0..=6 {
            let count = by_hand(&game, &start, depth);
            assert_eq!(perft(&game, &start, depth), count, "{start:?} {depth}");
            let divided = divide(&game, &start, depth);
            let moves: Vec<usize> = divided.iter().map(|it| it.0).collect();
            if depth > 0 {
                assert_eq!(divided.iter().map(|it| it.1).sum::<u64>(), count);
                assert_eq!(moves, game.legal(&start));
            }
        }
    }
    assert_eq!(perft(&game, &game.start(), 2), 20);
    assert_eq!(perft(&game, &game.start(), 6), 0, "nothing is longer than the row");
}

#[test]
fn moves_after_a_position_are_read_with_their_places() {
    let game = Toy(Fault::None);
    let read = |text| read_position_and_moves(&game, text).map_err(|error| error.to_string());
    assert_eq!(read("start"), Ok([0; CELLS]));
    assert_eq!(read("start+1,3,5"), Ok([1, 0, 2, 0, 1]));
    assert_eq!(read("x.o..+5"), Ok([1, 0, 2, 0, 1]));
    for (text, parts) in [
        ("", &["a position is missing", "hint: "][..]),
        ("+1", &["a position is missing"]),
        ("start+", &["move 1 of `start+` is missing", "hint: "]),
        ("start+1,,2", &["move 2 of `start+1,,2` is missing"]),
        ("start+1,3,1", &["move 3: `1` is not a legal move here", "legal: 2 4 5"]),
        ("start+1,3,2,4", &["move 4: `4` is not a legal move here: the game is over"]),
        ("x.o.", &["five cells"]),
    ] {
        let error = read(text).unwrap_err();
        for part in parts {
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
