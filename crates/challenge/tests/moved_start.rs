//! A game whose symmetry moves the start. The image of a reachable position may be unreachable,
//! but no class of levels may be lost.

use spar_challenge::generate::{Pick, Request, Span, Wanted, from_solved};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_rules::{
    Deterministic, Game, Notation, Outcome, Ranked, ReadError, Reward, Side, Symmetric, Tactics,
    Turn, laws,
};
use spar_solve::whole::{Layered, Whole};
use spar_solve::{Budget, Context};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Two heaps of sticks: take some from one of them; whoever takes the last stick wins.
/// Exchanging the heaps is a symmetry.
struct Heaps {
    start: [u8; 2],
    with_ranks: bool,
}

/// The heaps, and whose turn it is.
type Sticks = ([u8; 2], Side);

impl Game for Heaps {
    type Position = Sticks;
    /// The heap, and the number of sticks.
    type Move = (usize, u8);

    fn start(&self) -> Sticks {
        (self.start, Side::First)
    }

    fn turn(&self, &(heaps, side): &Sticks) -> Turn {
        if heaps == [0, 0] { Turn::Over(Outcome::Win(side.other())) } else { Turn::Play(side) }
    }

    fn side(&self, position: &Sticks) -> Side {
        position.1
    }

    fn moves(&self, (heaps, _): &Sticks, out: &mut Vec<(usize, u8)>) {
        for (heap, &sticks) in heaps.iter().enumerate() {
            out.extend((1..=sticks).map(|taken| (heap, taken)));
        }
    }

    fn after(&self, &(mut heaps, side): &Sticks, (heap, taken): (usize, u8)) -> Sticks {
        heaps[heap] -= taken;
        (heaps, side.other())
    }
}

impl Deterministic for Heaps {}
impl Reward for Heaps {}

impl Notation for Heaps {
    fn write_position(&self, ([a, b], side): &Sticks) -> String {
        format!("{a}-{b}-{side:?}")
    }

    fn read_position(&self, text: &str) -> Result<Sticks, ReadError> {
        let mut parts = text.split('-');
        let mut heap = || parts.next()?.parse().ok();
        let heaps = heap().zip(heap());
        let side = match parts.next() {
            Some("First") => Some(Side::First),
            Some("Second") => Some(Side::Second),
            _ => None,
        };
        let position = heaps.zip(side).map(|((a, b), side)| ([a, b], side));
        position.ok_or_else(|| ReadError::new("heaps and a side are expected"))
    }

    fn write_move(&self, _position: &Sticks, (heap, taken): (usize, u8)) -> String {
        format!("{heap}-{taken}")
    }
}

impl Tactics for Heaps {
    type Key = Sticks;
    type Note = ();

    fn note(&self, _position: &Sticks) {}

    fn key(&self, position: &Sticks) -> Sticks {
        *position
    }
}

impl Symmetric for Heaps {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, &([a, b], side): &Sticks, symmetry: usize) -> Sticks {
        (if symmetry == 0 { [a, b] } else { [b, a] }, side)
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        symmetry == 1
    }

    fn image_move(&self, (heap, taken): (usize, u8), symmetry: usize) -> (usize, u8) {
        (if symmetry == 0 { heap } else { 1 - heap }, taken)
    }
}

impl Ranked for Heaps {
    fn ranks(&self) -> Option<u64> {
        self.with_ranks.then_some(512)
    }

    /// Positions with fewer sticks have larger ranks.
    fn rank(&self, &([a, b], side): &Sticks) -> u64 {
        511 - (u64::from(a) * 16 + u64::from(b)) * 2 - u64::from(side == Side::Second)
    }

    fn unrank(&self, rank: u64) -> Sticks {
        let rest = 511 - rank;
        let side = if rest.is_multiple_of(2) { Side::First } else { Side::Second };
        ([(rest / 32) as u8, (rest / 2 % 16) as u8], side)
    }
}

/// Every won position that play reaches, up to exchange of the heaps: those with different
/// heaps (Bouton 1901).
fn won_classes([a, b]: [u8; 2]) -> BTreeSet<Sticks> {
    let mut found = BTreeSet::new();
    for left in 0..=a {
        for right in 0..=b {
            let taken = (a - left) + (b - right);
            let sides = [(Side::First, 0), (Side::Second, 1)];
            // A move takes any number from one heap. So the number of moves is at least the
            // number of touched heaps, and at most the number of sticks taken.
            let touched = u8::from(left < a) + u8::from(right < b);
            for (side, parity) in sides {
                let reached = (touched..=taken).any(|moves| moves % 2 == parity);
                if reached && left != right {
                    found.insert(([left.min(right), left.max(right)], side));
                }
            }
        }
    }
    found
}

#[test]
fn no_class_is_lost_and_none_is_given_twice() {
    for with_ranks in [false, true] {
        for start in [[5, 3], [3, 5], [4, 4], [7, 1], [0, 6]] {
            let game = Heaps { start, with_ranks };
            laws::check(&game, 30, |game, position| {
                laws::deterministic(game, position);
                laws::symmetry(game, position);
                laws::notation(game, position);
                laws::ranks(game, position);
            });
            let player = |rounds| Player::foresight(rounds, Ties::Any);
            let wanted = Wanted {
                of: Match {
                    learner: player(1),
                    opponent: player(1),
                    ties: Ties::Any,
                    thresholds: Thresholds::default(),
                },
                side: None,
                wins_in: Some(Span { least: 1, most: 20 }),
                hardness: vec![],
                easy_from: None,
                chance: None,
                even: None,
                needs_choice: false,
            };
            let also = |_: &Sticks| true;
            let request = Request {
                wanted: &wanted,
                also: &also,
                count: u64::MAX,
                pick: Pick::Fair,
                seed: 1,
            };
            let context = Context::bare(Budget::unlimited());
            let whole = Whole::get(&game, "heaps", Layered::No, &context, &mut Vec::new()).unwrap();
            let mut found = Vec::new();
            let census = from_solved(&game, whole, &request, &context, &mut |level| {
                found.push(game.canonical(&level.position));
                ControlFlow::Continue(())
            });
            let classes: BTreeSet<Sticks> = found.iter().copied().collect();
            assert_eq!(classes, won_classes(start), "{start:?} {with_ranks}");
            assert_eq!(classes.len(), found.len(), "{start:?} {with_ranks}");
            assert_eq!(census.unwrap().exist, Some(found.len() as u64), "{start:?} {with_ranks}");
        }
    }
}
