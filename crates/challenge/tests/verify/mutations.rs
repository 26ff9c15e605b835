//! Every single change of a correct claim is rejected.

use crate::slow::Slow;
use crate::{PLENTY, game, pairs, reachable, sample};
use spar_challenge::verify::{Checker, Claim, Claimed};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Side, Value};

/// Every claim that differs from a correct one in value or moves.
fn changed_play(game: &Lines, right: &Claim<Lines>) -> Vec<Claim<Lines>> {
    let mut changed = Vec::new();
    for value in other_values(right.value) {
        changed.push(Claim { value, ..right.clone() });
    }
    let mut legal = Vec::new();
    game.moves(&right.position, &mut legal);
    for mv in legal {
        changed.push(Claim { winning: toggled(&right.winning, mv), ..right.clone() });
        changed.push(Claim { fastest: toggled(&right.fastest, mv), ..right.clone() });
    }
    for mv in &right.winning {
        changed.push(Claim { winning: [&right.winning[..], &[*mv]].concat(), ..right.clone() });
    }
    changed
}

fn other_values(value: Value) -> Vec<Value> {
    let plies = value.plies().unwrap_or(3);
    let near = (0..=plies + 2).flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
    near.chain([Value::Draw]).filter(|other| *other != value).collect()
}

fn toggled<M: Clone + PartialEq>(moves: &[M], mv: M) -> Vec<M> {
    let mut rest: Vec<M> = moves.iter().filter(|it| **it != mv).cloned().collect();
    if rest.len() == moves.len() {
        rest.push(mv);
    }
    rest
}

/// Every claim whose chances differ by one part from a correct one's, with and without a
/// compensating change.
fn changed_chances(right: &Claim<Lines>) -> Vec<Claim<Lines>> {
    let Claimed::Exact { win, draw, loss, whole } = right.chances else { panic!("all are exact") };
    let numbers = [win, draw, loss, whole];
    let mut all = Vec::new();
    for more in 0..4 {
        let mut one_more = numbers;
        one_more[more] += 1;
        all.push(one_more);
        for less in (0..4).filter(|less| numbers[*less] > 0) {
            let mut one_less = numbers;
            one_less[less] -= 1;
            all.push(one_less);
            one_less[more] += 1;
            all.push(one_less);
        }
    }
    all.retain(|it| *it != numbers);
    let claims = all.into_iter().map(|[win, draw, loss, whole]| Claim {
        chances: Claimed::Exact { win, draw, loss, whole },
        ..right.clone()
    });
    claims.collect()
}

/// The same claim for other players or the other side, where the chances differ.
fn other_players(slow: &mut Slow<'_, Lines>, right: &Claim<Lines>) -> Vec<Claim<Lines>> {
    let mut others = Vec::new();
    for learner_side in [Side::First, Side::Second] {
        for (learner, opponent) in pairs() {
            for pair in [(learner, right.opponent.clone()), (right.learner.clone(), opponent)] {
                if slow.claimed(&right.position, learner_side, &pair) != right.chances {
                    let (learner, opponent) = pair;
                    others.push(Claim { learner_side, learner, opponent, ..right.clone() });
                }
            }
        }
    }
    others
}

/// Checks that all changed claims are rejected. Returns their number by kind.
fn refuse_changes(game: &Lines, positions: &[Board]) -> [usize; 3] {
    let mut checker = Checker::new(game, PLENTY);
    let mut slow = Slow::new(game);
    let (mut counts, pairs) = ([0; 3], pairs());
    for (index, position) in positions.iter().enumerate() {
        let side = if (index / pairs.len()).is_multiple_of(2) { Side::First } else { Side::Second };
        let right = slow.claim(position, side, &pairs[index % pairs.len()]);
        assert_eq!(checker.check(&right), Ok(()), "{}", game.write_position(position));
        let play = changed_play(game, &right);
        let chances = changed_chances(&right);
        let players = other_players(&mut slow, &right);
        for (kind, claims) in [play, chances, players].into_iter().enumerate() {
            counts[kind] += claims.len();
            for claim in claims {
                assert!(
                    checker.check(&claim).is_err(),
                    "{claim:?} {}",
                    game.write_position(position)
                );
            }
        }
    }
    counts
}

#[test]
fn of_every_position_of_tictactoe() {
    let game = game("tictactoe");
    let counts = refuse_changes(&game, &reachable(&game, &game.start()));
    assert!(counts.iter().all(|count| *count > 10_000), "{counts:?}");
}

#[test]
fn of_hundreds_of_positions_of_variants() {
    for name in ["bottom2", "connect3", "connect3:along=cd", "tictactoe:line=loses"] {
        let game = game(name);
        let cells = u32::from(game.keys().rows * game.keys().cols);
        for stones in [cells - 8, cells - 7, cells - 6] {
            let counts = refuse_changes(&game, &sample(&game, stones, 60, u64::from(stones)));
            assert!(counts.iter().all(|count| *count > 200), "{name} {counts:?}");
        }
    }
}
