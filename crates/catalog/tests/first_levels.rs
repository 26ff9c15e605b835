//! The first levels of every game: anybody solves them. Their odds are computed over all plays.

use spar_catalog::{
    AnyGame, AnyPosition, FirstLevel, budgets, entries, first_level, first_levels, open,
};
use spar_challenge::judge::Goal;
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{Player, Ties};
use spar_challenge::rating::Task;
use spar_rules::{Turn, Value};
use spar_solve::{Budget, Context, Interval};

/// The name of the general line game, which has no usual board and so no first levels.
const GENERAL: &str = "lines";

/// The budget of a server for the odds of a level.
fn context(game: &dyn AnyGame) -> Context {
    let nodes = budgets::scaled_for(budgets::RATING_NODES, game);
    Context::bare(Budget::unlimited().with_nodes(nodes).with_memory(budgets::QUICK_MEMORY))
}

fn solved(game: &dyn AnyGame, here: &dyn AnyPosition, task: &Task<()>) -> [Interval; 4] {
    here.level_rating(task, &context(game)).unwrap().unwrap().solved
}

/// Every first level with its game and its number from 0.
fn all() -> Vec<(Box<dyn AnyGame>, usize, &'static FirstLevel)> {
    let mut all = Vec::new();
    for entry in entries() {
        for (number, level) in entry.first.iter().enumerate() {
            all.push((open(entry.name).unwrap(), number, level));
        }
    }
    all
}

/// A least chance in percent; sampled chances would not do.
fn assert_at_least(percent: f64, chance: Interval, what: &str) {
    assert!(chance.error() < 1e-6, "{what}: {chance:?} is not exact");
    assert!(chance.low >= percent / 100.0 - 1e-6, "{what}: {:.4}", chance.low);
}

#[test]
fn every_game_has_three_first_levels_with_different_ideas() {
    for entry in entries() {
        let wanted = if entry.name == GENERAL { 0 } else { 3 };
        assert_eq!(entry.first.len(), wanted, "{}", entry.name);
        assert_eq!(first_levels(entry.name), entry.first);
        let mut ideas: Vec<&str> = entry.first.iter().map(|it| it.idea).collect();
        ideas.sort_unstable();
        ideas.dedup();
        assert_eq!(ideas.len(), wanted);
    }
    assert!(first_levels("connect3:rows=5").is_empty(), "a variant has its own positions");
}

#[test]
#[expect(clippy::print_stdout, reason = "the odds are for a reader")]
fn anybody_solves_the_first_levels() {
    for (game, number, level) in all() {
        let name = &game.facts().name;
        let here = game.read_position(level.position).unwrap();
        let odds = solved(&*game, &*here, &level.of(here.side()));
        let percent = odds.map(|it| format!("{:5.1}", 100.0 * it.middle())).join(" ");
        println!("{name:10} {number} {:24} {percent}  {}", level.idea, level.position);
        let what = |player: usize| format!("{name}, {}, player {player}", level.idea);
        match number {
            0 => {
                assert_at_least(25.0, odds[0], &what(0));
                (1..4).for_each(|player| assert_at_least(95.0, odds[player], &what(player)));
            }
            _ => assert_at_least(60.0, odds[1], &what(1)),
        }
    }
}

#[test]
fn an_opponent_who_resists_longer_changes_nothing() {
    for (game, number, level) in all() {
        let here = game.read_position(level.position).unwrap();
        let Some(rounds) = level.opponent().rounds() else { continue };
        let resisting = Player::foresight(rounds, Ties::Fastest);
        let task = Task { opponent: resisting, ..level.of(here.side()) };
        let odds = solved(&*game, &*here, &task);
        let (least, what) = (if number == 0 { 95.0 } else { 60.0 }, level.position);
        assert_at_least(least, odds[1], what);
        if number == 0 {
            assert_at_least(25.0, odds[0], what);
        }
    }
}

#[test]
fn a_first_level_is_a_level_that_can_be_missed() {
    for (game, number, level) in all() {
        let here = game.read_position(level.position).unwrap();
        assert_eq!(here.text(), level.position);
        assert!(matches!(here.turn(), Turn::Play(_)));
        assert!(game.goals().contains(&level.goal), "{}", level.position);
        assert!(game.players().check(&level.opponent()).is_ok(), "{}", level.opponent);
        let loses = match here.evaluate(&context(&*game)).unwrap() {
            Evaluation::Values(found) => {
                let had = found.value.unwrap();
                assert!(level.goal.is_reached(had), "{}: {had:?}", level.position);
                let keeps = |it: &(String, Option<_>)| level.goal.is_reached(it.1.unwrap());
                found.moves.iter().filter(|it| !keeps(it)).count()
            }
            Evaluation::Chances(found) => {
                assert_eq!(level.goal, Goal::Best);
                let best = found.moves.iter().map(|it| it.1.low).fold(0.0, f64::max);
                found.moves.iter().filter(|it| best - it.1.high > 0.05).count()
            }
        };
        assert!(loses > 0, "{}: nothing to choose", level.position);
        let found = first_level(&*game, &here.stands_for(), level.goal);
        assert_eq!(found, Some((number, level)));
    }
}

/// The move after which the other side wins at once.
const LOSES_AT_ONCE: Value = Value::Loss(2);

#[test]
fn the_ideas_of_line_games_are_what_they_say() {
    let mut n_checked = 0;
    for (game, _, level) in all() {
        let here = game.read_position(level.position).unwrap();
        let Some(Evaluation::Values(found)) = here.evaluate(&context(&*game)) else { continue };
        let threatens = found.moves.iter().any(|it| it.1 == Some(LOSES_AT_ONCE));
        let (value, what) = (found.value.unwrap(), level.position);
        match level.idea {
            "Complete the line" => {
                assert_eq!(value, Value::Win(1), "{what}");
                assert!(threatens || !level.task.contains("before they"), "{what}");
            }
            "Stop theirs" => {
                assert_eq!((value, threatens), (Value::Win(3), true), "{what}");
                let keeps = |it: &&(String, Option<Value>)| it.1 != Some(LOSES_AT_ONCE);
                assert_eq!(found.moves.iter().filter(keeps).count(), 1, "{what}");
            }
            // The other side has no threat to answer, and cannot stop the win on the next move.
            "Make two threats at once" => {
                assert_eq!((value, threatens), (Value::Win(3), false), "{what}");
            }
            _ => continue,
        }
        n_checked += 1;
    }
    assert_eq!(n_checked, 18, "six games");
}
