//! Generation of levels: the cases `first-level-5x5` and `levels-7x6`.

use super::cases::{connect4, solved};
use super::clock::elapsed;
use super::{Measured, must};
use crate::fault::Fault;
use spar_challenge::generate::{self, Pick, Request, Searched, Span, Wanted};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_games::lines::{Board, Lines};
use spar_rules::Value;
use spar_solve::tables::Shelf;
use spar_solve::whole::{Layered, Whole, chain};
use spar_solve::{Budget, Context, Silent};
use std::ops::ControlFlow;

fn wanted(learner: u32, opponent: u32, hardness: Vec<Hardness>) -> Wanted {
    let player = |rounds| Player::foresight(rounds, Ties::Any);
    let thresholds = Thresholds::default();
    Wanted {
        of: Match {
            learner: player(learner),
            opponent: player(opponent),
            ties: Ties::Any,
            thresholds,
        },
        side: None,
        wins_in: Some(Span { least: 3, most: 3 }),
        hardness,
        easy_from: None,
        chance: None,
        even: None,
        needs_choice: false,
    }
}

/// Finds the first hard level of CONNECT-4 on 5×5 from its stored table, for ten seeds.
pub(super) fn first_level() -> Result<Measured, Fault> {
    let folder = std::env::temp_dir().join(format!("spar-bench-levels-{}", std::process::id()));
    let measured = first_level_in(&Shelf::new(&folder));
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn first_level_in(shelf: &Shelf) -> Result<Measured, Fault> {
    let failed = |error: &dyn std::error::Error| Fault::new(chain(error));
    let game = connect4("5", "5");
    let (name, budget) = (game.name(), Budget::unlimited().with_threads(2));
    shelf
        .put(&game, &name, &solved(&game, 2)?, &budget, &Silent)
        .map_err(|error| failed(&error))?;
    let context = Context::quiet(budget, shelf.clone());
    let wanted = wanted(2, 3, vec![Hardness::Hard]);
    let mut times = Vec::new();
    for seed in 0..10 {
        let request =
            Request { wanted: &wanted, also: &|_: &Board| true, count: 1, pick: Pick::Fair, seed };
        let mut value = None;
        let (seconds, found) = elapsed(|| -> Result<(), Fault> {
            let whole = Whole::get(&game, &name, Layered::No, &context, &mut Vec::new())
                .map_err(|error| failed(&error))?;
            let take = &mut |level: generate::Found<Lines>| {
                value = level.value;
                ControlFlow::Continue(())
            };
            generate::from_solved(&game, whole, &request, &context, take)
                .map_err(|error| failed(&error))?;
            Ok(())
        });
        found?;
        must(value == Some(Value::Win(5)), "a level that is won in three moves")?;
        times.push(seconds);
    }
    let slowest = times.iter().copied().fold(0.0, f64::max);
    let arms = vec![("first level", super::clock::median(&times))];
    let measured = Measured { arms, ratio: None, notes: Vec::new() };
    Ok(measured.note(format!("the slowest of ten seeds: {slowest:.2} s")))
}

/// Finds levels of CONNECT-4 on 7×6 with 20 to 30 stones, won in three moves, on one thread: any for
/// players 2 and 2, and hard ones for 1 against 4.
pub(super) fn searched() -> Result<Measured, Fault> {
    let (all, told) = hunt(&wanted(2, 2, Vec::new()), 300)?;
    let (hard, told_of_hard) = hunt(&wanted(1, 4, vec![Hardness::Hard]), 60)?;
    let arms = vec![("300 levels", all), ("60 hard levels", hard)];
    let measured = Measured { arms, ratio: None, notes: Vec::new() };
    Ok(measured.note(told).note(format!("hard ones, 1 against 4: {told_of_hard}")))
}

/// Finds this many levels. Returns the seconds that it took, and a line about the search.
fn hunt(wanted: &Wanted, count: u64) -> Result<(f64, String), Fault> {
    let game = connect4("6", "7");
    let also = |board: &Board| (20..=30).contains(&board.n_stones());
    let request = Request { wanted, also: &also, count, pick: Pick::Fair, seed: 0 };
    let context = Context::bare(Budget::unlimited().with_threads(1));
    let mut searched = Searched::default();
    let mut wrong = 0;
    let (seconds, ended) = elapsed(|| {
        generate::search(&game, &request, u64::MAX, &context, &mut searched, &mut |level| {
            wrong += u64::from(level.value != Some(Value::Win(5)));
            ControlFlow::Continue(())
        })
    });
    ended.map_err(|error| Fault::new(chain(&error)))?;
    must(wrong == 0 && searched.taken == count, "every level is won in three moves")?;
    let recall = searched.recall().map(|it| format!(", share found about {:.0} %", 100.0 * it));
    let told = format!(
        "{:.0} proved and rated levels a second; {} random plays, {} given up{}",
        count as f64 / seconds,
        searched.attempts,
        searched.given_up,
        recall.unwrap_or_default()
    );
    Ok((seconds, told))
}
