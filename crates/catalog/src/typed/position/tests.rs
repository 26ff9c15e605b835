//! Tests of players with a budget and with a cache.

use crate::AnyPosition;
use spar_challenge::policy::{Player, Ties};
use spar_challenge::session::By;
use spar_rules::SplitMix;
use spar_solve::{Budget, Context, Memory};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn what_is_remembered_changes_no_choice() {
    let memory = Arc::new(Memory::new(100_000, 0));
    let bare = || Context::bare(Budget::unlimited());
    let context = Context { memory: Some(Arc::clone(&memory)), ..bare() };
    let without = bare();
    for name in ["tictactoe:rows=4,cols=4", "connect4:rows=4,cols=5", "bottom2:rows=4,cols=4"] {
        let game = crate::open_name(name).unwrap();
        for (seed, ties) in (0..60).zip([Ties::Any, Ties::Fastest].into_iter().cycle()) {
            let mut random = SplitMix::new(seed);
            let mut position: Box<dyn AnyPosition> = game.start();
            for _ in 0..=2 * (seed % 3) {
                let Some(mv) = random.pick(&position.moves().iter().collect::<Vec<_>>()).cloned()
                else {
                    break;
                };
                position.play(&mv).unwrap();
            }
            let player = Player::foresight(2, ties);
            let choose =
                |context: &Context| position.choose(&player, &mut SplitMix::new(seed), context);
            let chosen = choose(&without);
            assert_eq!(choose(&context), chosen, "{name} {}", position.text());
            assert_eq!(choose(&context), chosen, "{name} {}, again", position.text());
        }
    }
    assert!(memory.counts().hits > 30, "it is asked and knows");
}

/// The moves that the perfect player guesses at the start of a large board.
fn guesses(context: &Context, n_seeds: u64) -> BTreeSet<String> {
    let game = crate::open_name("lines:rows=8,cols=8,connect=5").unwrap();
    let start = game.start();
    let choose = |seed| start.choose(&Player::perfect(), &mut SplitMix::new(seed), context);
    let guesses = (0..n_seeds).map(|seed| choose(seed).unwrap());
    guesses
        .map(|(mv, by)| {
            assert_eq!(by, By::Guess);
            mv
        })
        .collect()
}

#[test]
fn a_guess_looks_ahead_only_while_there_is_time() {
    let context = Context::bare(Budget::unlimited().with_nodes(1000));
    context.budget.stop();
    let n_moves = guesses(&context, 400).len();
    assert!(n_moves > 55, "it looked ahead though it was stopped: {n_moves} of 64 moves");
}
