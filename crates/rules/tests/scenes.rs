//! The laws of scenes detect faults, tested with a toy game that has a move of every kind.

use spar_rules::scene::{
    Button, Cell, Change, Group, Link, Point, Scene, Shape, State, Supply, Token, link, mark, token,
};
use spar_rules::{Arranged, Deterministic, Game, Outcome, ReadError, Scenic, Side, Turn, laws};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A single cell. The first side takes it with either of two pieces, or leaves it; then the
/// game is over. Taking it also changes the link's owner and decides the group.
struct Toy {
    /// The fault in its scene.
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A change of the link is missing.
    ForgottenChange,
    /// An unchanged cell is listed as changed.
    NoChange,
    /// A move is shown on a missing cell.
    NoCell,
    /// Two moves on one cell have no buttons.
    Alike,
    /// Two buttons have the same key.
    OneKey,
    /// A button has a key that every board uses.
    TakenKey,
    /// A token is not in the supply.
    NoSupply,
    /// The position is set up with the other side to move.
    OtherTurn,
    /// A cell is in a missing group.
    NoGroup,
    /// A link ends at a missing cell.
    NoEnd,
    /// A token has the count 0.
    NoToken,
    /// Only one of two groups has a place.
    HalfPlaced,
    /// A move has neither cells nor a button.
    NoWay,
    /// Two buttons after the same cell have the same text.
    OneText,
    /// The board has more tokens than the supply allows.
    SmallSupply,
}

const MAN: Token = Token::new(Side::First, token::PAWN);
const KING: Token = Token::new(Side::First, "king");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Act {
    Man,
    King,
    Pass,
}

impl Game for Toy {
    type Position = Option<Act>;
    type Move = Act;

    fn start(&self) -> Option<Act> {
        None
    }
    fn turn(&self, position: &Option<Act>) -> Turn {
        match position {
            None => Turn::Play(Side::First),
            Some(Act::Pass) => Turn::Over(Outcome::Draw),
            Some(_) => Turn::Over(Outcome::Win(Side::First)),
        }
    }
    fn side(&self, position: &Option<Act>) -> Side {
        if position.is_none() { Side::First } else { Side::Second }
    }
    fn moves(&self, position: &Option<Act>, out: &mut Vec<Act>) {
        if position.is_none() {
            out.extend([Act::Man, Act::King, Act::Pass]);
        }
    }
    fn after(&self, _position: &Option<Act>, mv: Act) -> Option<Act> {
        Some(mv)
    }
}

impl Deterministic for Toy {}

impl Scenic for Toy {
    fn scene(&self, position: &Option<Act>) -> Scene {
        let cell = |name: &str, tokens: Vec<Token>| Cell {
            name: name.to_owned(),
            at: Point::new(if name == "a" { 0 } else { 150 }, 25),
            group: usize::from(self.fault == Fault::NoGroup),
            shape: Shape::Node,
            tokens,
            marks: Vec::new(),
        };
        let taken = match position {
            Some(Act::Man) if self.fault == Fault::NoToken => vec![Token { count: 0, ..MAN }],
            Some(Act::Man) => vec![MAN],
            Some(Act::King) => vec![KING],
            _ => Vec::new(),
        };
        let owner = (!taken.is_empty()).then_some(Side::First);
        let group = Group {
            width: 3,
            height: 2,
            state: owner.map_or(State::Open, State::Won),
            ..Group::default()
        };
        Scene {
            links: vec![Link {
                from: 0,
                to: if self.fault == Fault::NoEnd { 2 } else { 1 },
                kind: link::EDGE,
                side: owner,
                directed: false,
                label: String::new(),
                marks: owner.map(|_| mark::LINE).into_iter().collect(),
            }],
            groups: match self.fault {
                Fault::HalfPlaced => {
                    vec![group.clone(), Group { at: Some(Point::default()), ..group }]
                }
                _ => vec![group],
            },
            cells: vec![cell("a", taken), cell("b", Vec::new())],
        }
    }

    fn touches(&self, _position: &Option<Act>, mv: Act) -> Vec<usize> {
        if mv == Act::Pass { Vec::new() } else { vec![0] }
    }

    fn button(&self, _position: &Option<Act>, mv: Act) -> Option<Button> {
        let (key, text) = match mv {
            Act::Man if self.fault == Fault::OneKey => ('k', "man"),
            Act::Man if self.fault == Fault::OneText => ('m', "king"),
            Act::Man => ('m', "man"),
            Act::King => ('k', "king"),
            Act::Pass if self.fault == Fault::TakenKey => ('u', "pass"),
            Act::Pass => ('p', "pass"),
        };
        let has_none = match self.fault {
            Fault::Alike => mv != Act::Pass,
            Fault::NoWay => mv == Act::Pass,
            _ => false,
        };
        (!has_none).then(|| Button { key: Some(key), text: text.to_owned() })
    }

    fn shows_on(&self, position: &Option<Act>, mv: Act) -> Option<usize> {
        let cell = self.touches(position, mv).last().copied();
        if self.fault == Fault::NoCell { cell.map(|_| 2) } else { cell }
    }

    fn changes(&self, position: &Option<Act>, mv: Act) -> Vec<Change> {
        let before = self.scene(position);
        let mut changes = before.changes_to(&self.scene(&self.after(position, mv)));
        match self.fault {
            Fault::ForgottenChange => changes.retain(|it| !matches!(it, Change::Link { .. })),
            Fault::NoChange => {
                changes.push(Change::Cell { cell: 1, tokens: Vec::new(), marks: Vec::new() });
            }
            _ => {}
        }
        changes
    }
}

impl Arranged for Toy {
    fn supply(&self) -> Vec<Supply> {
        let tokens = if self.fault == Fault::NoSupply { vec![MAN] } else { vec![MAN, KING] };
        let most = Some(u32::from(self.fault != Fault::SmallSupply));
        tokens.into_iter().map(|token| Supply { token, most, shares: false }).collect()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Option<Act>, ReadError> {
        let position = match tokens[0][..] {
            [] if self.fault == Fault::OtherTurn => Some(Act::Pass),
            [] => None,
            [token] if token == MAN => Some(Act::Man),
            _ => Some(Act::King),
        };
        let fits = self.fault == Fault::OtherTurn || self.side(&position) == turn;
        if fits { Ok(position) } else { Err(ReadError::new("the other side is to move")) }
    }
}

/// Returns whether the toy satisfies the laws.
fn is_lawful(fault: Fault) -> bool {
    let check = || {
        laws::check(&Toy { fault }, 10, |game, position| {
            laws::scenes(game, position);
            laws::arranged(game, position);
        });
    };
    catch_unwind(AssertUnwindSafe(check)).is_ok()
}

#[test]
fn a_game_with_buttons_edges_and_states_keeps_the_laws() {
    assert!(is_lawful(Fault::None));
}

#[test]
fn every_fault_of_a_scene_is_found() {
    for fault in [
        Fault::ForgottenChange,
        Fault::NoChange,
        Fault::NoCell,
        Fault::Alike,
        Fault::OneKey,
        Fault::TakenKey,
        Fault::NoSupply,
        Fault::OtherTurn,
        Fault::NoGroup,
        Fault::NoEnd,
        Fault::NoToken,
        Fault::HalfPlaced,
        Fault::NoWay,
        Fault::OneText,
        Fault::SmallSupply,
    ] {
        assert!(!is_lawful(fault), "{fault:?}");
    }
}

#[test]
fn changes_lead_from_one_scene_to_the_other() {
    let game = Toy { fault: Fault::None };
    let (start, end) = (game.scene(&None), game.scene(&Some(Act::King)));
    let changes = start.changes_to(&end);
    assert_eq!(changes.len(), 3, "a cell, a link and a group");
    let mut changed = start;
    changed.apply(&changes);
    assert_eq!(changed, end);
    assert_eq!(changed.n_tokens(), 1);
    assert!(changed.changes_to(&end).is_empty());
}
