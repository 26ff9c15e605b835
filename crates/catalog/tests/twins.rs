//! Twins in every game of the catalogue, and in races against a plain search of all squares.

use spar_catalog::{AnyGame, AnyPosition, entries, open, open_name};
use spar_challenge::cost::Cost;
use spar_challenge::judge::Verdict;
use spar_challenge::oracle::Evaluation;
use spar_challenge::twin::{Nearest, NoMiss};
use spar_rules::scene::Token;
use spar_rules::{Side, SplitMix, Turn};
use spar_solve::{Budget, Context};

fn tokens(position: &dyn AnyPosition) -> Vec<Vec<Token>> {
    position.scene().unwrap().cells.into_iter().map(|cell| cell.tokens).collect()
}

fn distance(one: &[Vec<Token>], other: &[Vec<Token>]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

fn verdicts(position: &dyn AnyPosition, context: &Context) -> Vec<(String, Verdict)> {
    let Some(Evaluation::Chances(chances)) = position.evaluate(context) else { return Vec::new() };
    let verdict = |mv: &String| Cost::of(&chances, mv).unwrap().verdict();
    chances.moves.iter().map(|it| (it.0.clone(), verdict(&it.0))).collect()
}

/// Compares the twins of all slips from these many squares of a race.
#[expect(clippy::print_stdout, reason = "the figures of the test")]
fn race(name: &str, n_misses: usize) {
    let game = open(name).unwrap();
    let context = Context::bare(Budget::unlimited());
    let squares = game.start().scene().unwrap().cells.len();
    let mut all = Vec::new();
    for (first, second) in (0..squares).flat_map(|a| (0..squares).map(move |b| (a, b))) {
        for turn in [Side::First, Side::Second] {
            let text = format!("{first}-{second}-{turn}");
            let Ok(position) = game.read_position(&text) else { continue };
            if position.turn() == Turn::Play(turn) {
                let verdicts = verdicts(&*position, &context);
                all.push((tokens(&*position), turn, text, verdicts));
            }
        }
    }
    let is_slip = |it: &Verdict| matches!(it, Verdict::Costs { .. });
    let right = |moves: &[(String, Verdict)], mv: &str| {
        moves.iter().any(|it| it.0 == mv && it.1 == Verdict::Best)
            && moves.iter().any(|it| is_slip(&it.1))
    };
    let misses: Vec<(usize, String)> = all
        .iter()
        .enumerate()
        .flat_map(|(at, it)| {
            let slips = it.3.iter().filter(|it| is_slip(&it.1));
            slips.map(move |it| (at, it.0.clone()))
        })
        .collect();
    let mut random = SplitMix::new(4);
    let (mut found, mut none) = (0, 0);
    for _ in 0..n_misses {
        let (at, mv) = &misses[random.below(misses.len() as u64) as usize];
        let (here, turn, text, _) = &all[*at];
        let twins = all.iter().filter(|it| it.1 == *turn && right(&it.3, mv));
        let wanted = twins.map(|it| (distance(here, &it.0), it.2.clone())).min();
        let position = game.read_position(text).unwrap();
        let told = position.twin(mv, None, &context).unwrap().unwrap().unwrap();
        match told.found {
            Nearest::Twin(twin) => {
                assert_eq!(Some((twin.cells.len(), twin.position)), wanted, "{text} {mv}");
                found += 1;
            }
            Nearest::None => {
                assert_eq!(wanted, None, "{text} {mv}");
                none += 1;
            }
            Nearest::Ended { .. } => panic!("nothing limits the search"),
        }
    }
    println!("{name}: misses {}, twins {found}, none {none}, of {}", found + none, misses.len());
    assert!(found > 0);
}

#[test]
fn a_twin_in_a_race_is_the_nearest_pair_of_squares_in_which_the_choice_is_best() {
    race("ladders:n=16", 40);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_misses_in_a_race_have_the_nearest_twin_or_none() {
    race("ladders:n=16", 1000);
    race("ladders:n=36", 1000);
}

/// Plays at random to the end, and back to an earlier position.
fn some_position(game: &dyn AnyGame, random: &mut SplitMix) -> Box<dyn AnyPosition> {
    let mut line = vec![game.start()];
    loop {
        let mut here = line.last().unwrap().copied();
        let moves = here.moves();
        if moves.is_empty() || line.len() > 60 {
            break;
        }
        here.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
        line.push(here);
    }
    let back = 2 + random.below(5) as usize;
    line.swap_remove(line.len().saturating_sub(back))
}

#[test]
fn what_is_said_about_twins_is_true_in_every_game() {
    let context = Context::bare(Budget::unlimited().with_nodes(20_000).with_memory(1 << 20));
    let patient = Context::bare(Budget::unlimited().with_nodes(200_000).with_memory(1 << 22));
    for entry in entries() {
        let game = open_name(entry.name).unwrap();
        let mut random = SplitMix::new(8);
        for _ in 0..4 {
            let position = some_position(&*game, &mut random);
            for mv in position.moves() {
                let answer = position.twin(&mv, None, &context).unwrap();
                let Some(answer) = answer else { continue };
                let told = match answer {
                    Ok(told) => told,
                    Err(NoMiss::NoMove) => {
                        assert!(!matches!(position.turn(), Turn::Play(_)));
                        continue;
                    }
                    Err(_) => continue,
                };
                assert!(told.sentence.ends_with('.'), "{}", told.sentence);
                assert_eq!(told.difference.is_some(), !told.cells.is_empty());
                let Nearest::Twin(twin) = told.found else { continue };
                let other = game.read_position(&twin.position).unwrap();
                assert_eq!(other.turn(), position.turn());
                let [one, two] = [&*position, &*other].map(tokens);
                assert_eq!(distance(&one, &two), twin.cells.len());
                let Evaluation::Values(known) = other.evaluate(&patient).unwrap() else { continue };
                let value = |of: &str| known.moves.iter().find(|it| it.0 == of).unwrap().1;
                let (own, best) = (value(&mv), known.moves.iter().map(|it| it.1).max().unwrap());
                assert_eq!(own, best, "{} {} {mv}", entry.name, twin.position);
            }
        }
    }
}
