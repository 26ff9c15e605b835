//! Compares the counts of a survey with separate ratings of every position.

use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::generate::Span;
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::level::{Match, Rater};
use spar_challenge::policy::{Player, Ties, Unknown};
use spar_challenge::survey::{Asked, Count, Survey, survey};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Outcome, Side, Symmetric, Turn, Value};
use spar_solve::{Budget, Silent, SolveError, minimax};
use std::collections::{HashMap, HashSet};

type Place = <Lines as Game>::Move;

fn asked(rounds: &[u32], ties: Ties) -> Asked {
    let fraction = |text: &str| text.parse().unwrap();
    Asked {
        players: rounds.iter().map(|rounds| Player::foresight(*rounds, ties)).collect(),
        thresholds: Thresholds::default(),
        even: Span { least: fraction("0.45"), most: fraction("0.55") },
    }
}

fn surveyed(name: &str, asked: &Asked) -> Survey {
    let game = Lines::named(name).unwrap();
    survey(&game, name, asked, &Budget::unlimited(), &Silent).unwrap()
}

/// The value of every position that play reaches, by recursion.
fn values(game: &Lines) -> HashMap<Board, Value> {
    fn fill(game: &Lines, here: &Board, values: &mut HashMap<Board, Value>) {
        if values.contains_key(here) {
            return;
        }
        let mut moves = Vec::new();
        game.moves(here, &mut moves);
        for mv in &moves {
            fill(game, &game.after(here, *mv), values);
        }
        let seen = |mv: Place| minimax::move_value(game, here, mv, |next| values[next]);
        let value = match game.turn(here) {
            Turn::Over(outcome) => Value::of(outcome, game.side(here)),
            _ => moves.iter().map(|mv| seen(*mv)).max().unwrap(),
        };
        values.insert(*here, value);
    }
    let mut values = HashMap::new();
    fill(game, &game.start(), &mut values);
    values
}

/// Counts positions, and their canonical images without duplicates.
#[derive(Default)]
struct Plain {
    distinct: HashSet<Board>,
    all: u64,
}

impl Plain {
    fn add(&mut self, game: &Lines, board: &Board) {
        self.distinct.insert(game.canonical(board));
        self.all += 1;
    }

    fn count(&self) -> Count {
        Count { distinct: self.distinct.len() as u64, all: self.all }
    }
}

/// Rates every position separately for every learner, opponent and pair.
fn check(name: &str, asked: &Asked) {
    let game = Lines::named(name).unwrap();
    let values = values(&game);
    let survey = surveyed(name, asked);
    let ratings = survey.ratings.as_ref().unwrap();
    assert_eq!(survey.summary.positions, values.len() as u64, "{name}");
    assert_eq!(survey.summary.value, values[&game.start()], "{name}");
    let by_values = |game: &Lines, here: &Board| -> Result<Vec<(Place, Value)>, Unknown> {
        let mut moves = Vec::new();
        game.moves(here, &mut moves);
        let value = |mv| minimax::move_value(game, here, mv, |next| values[next]);
        Ok(moves.into_iter().map(|mv| (mv, value(mv))).collect())
    };
    let unfinished: Vec<Board> =
        values.keys().filter(|it| matches!(game.turn(it), Turn::Play(_))).copied().collect();
    for learner in &asked.players {
        for opponent in &asked.players {
            let of = Match {
                learner: learner.clone(),
                opponent: opponent.clone(),
                ties: Ties::Any,
                thresholds: asked.thresholds,
            };
            let mut rater = Rater::new(&game, of, by_values, &Budget::unlimited());
            let mut levels: HashMap<(u32, Hardness), Plain> = HashMap::new();
            let mut even = Plain::default();
            for board in &unfinished {
                let side = game.side(board);
                let mut exact = |side| {
                    let Ok(Chances::Exact(parts)) = rater.chances(board, side, learner) else {
                        panic!("{name}: no fractions")
                    };
                    parts
                };
                if let Value::Win(plies @ 3..) = values[board] {
                    let hardness = asked.thresholds.of(exact(side).wins());
                    levels.entry((plies.div_ceil(2), hardness)).or_default().add(&game, board);
                }
                // Here the learner plays the first side in every position.
                let score = exact(Side::First).score().unwrap();
                if asked.even.least <= score && score <= asked.even.most {
                    even.add(&game, board);
                }
            }
            let here = format!("{name} {learner} against {opponent}");
            let found =
                ratings.levels.iter().find(|it| (&it.learner, &it.opponent) == (learner, opponent));
            let found = found.unwrap();
            let mut n_levels = 0;
            for (moves, by) in &found.won_in {
                let count = |hardness| {
                    levels.get(&(*moves, hardness)).map(Plain::count).unwrap_or_default()
                };
                assert_eq!(by.easy, count(Hardness::Easy), "{here} easy in {moves}");
                assert_eq!(by.medium, count(Hardness::Medium), "{here} medium in {moves}");
                assert_eq!(by.hard, count(Hardness::Hard), "{here} hard in {moves}");
                assert_eq!(by.open, Count::default(), "{here}");
                n_levels += by.easy.all + by.medium.all + by.hard.all;
            }
            assert_eq!(n_levels, levels.values().map(|it| it.all).sum::<u64>(), "{here}");
            let duel = ratings
                .duels
                .iter()
                .find(|it| (&it.pairing.first, &it.pairing.second) == (learner, opponent));
            let duel = duel.unwrap();
            assert_eq!(
                duel.chances,
                rater.chances(&game.start(), Side::First, learner).unwrap(),
                "{here}"
            );
            match duel.even {
                None => assert_eq!(learner, opponent),
                Some(found) => {
                    assert_eq!(found.even, even.count(), "{here}");
                    assert_eq!(found.open, Count::default(), "{here}");
                }
            }
        }
    }
    check_worth(&game, &values, &survey);
}

fn check_worth(game: &Lines, values: &HashMap<Board, Value>, survey: &Survey) {
    let mut by_winner: HashMap<Outcome, u64> = HashMap::new();
    for (board, value) in values {
        if let Turn::Play(side) = game.turn(board) {
            let outcome = match value {
                Value::Win(_) => Outcome::Win(side),
                Value::Draw => Outcome::Draw,
                Value::Loss(_) => Outcome::Win(side.other()),
            };
            *by_winner.entry(outcome).or_default() += 1;
        }
    }
    let count = |outcome| by_winner.get(&outcome).copied().unwrap_or(0);
    assert_eq!(survey.worth.first, count(Outcome::Win(Side::First)));
    assert_eq!(survey.worth.draw, count(Outcome::Draw));
    assert_eq!(survey.worth.second, count(Outcome::Win(Side::Second)));
}

#[test]
fn a_survey_counts_what_single_ratings_find() {
    check("tictactoe", &asked(&[0, 1, 2], Ties::Any));
    check("bottom2", &asked(&[1, 3], Ties::Fastest));
    check("tictactoe:line=loses", &asked(&[0, 2], Ties::Any));
    check("connect3:rows=3,cols=3,along=rd", &asked(&[0, 1, 2], Ties::Any));
    check("connect3:rows=3", &asked(&[1, 2], Ties::Any));
    check("lines:rows=2,cols=4,connect=3,gravity=none", &asked(&[2], Ties::Any));
}

#[test]
fn random_play_of_tictactoe_has_the_known_chances() {
    let survey = surveyed("tictactoe", &asked(&[0], Ties::Any));
    let ratings = survey.ratings.unwrap();
    let Chances::Exact(parts) = ratings.duels[0].chances else { panic!("no fractions") };
    // In the 9! orders of naming all cells, x completes a line first in 212 256, o in 104 544,
    // and 46 080 fill the board: the known 737/1260, 121/420 and 8/63.
    let fraction = |a, b| Fraction::new(a, b).unwrap();
    assert_eq!(parts.wins(), fraction(212_256, 362_880));
    assert_eq!(parts.losses(), fraction(104_544, 362_880));
    assert_eq!(parts.draws(), fraction(46_080, 362_880));
    assert_eq!(survey.summary.positions, 5478);
}

#[test]
fn a_game_beyond_the_memory_and_a_stop_are_told() {
    let game = Lines::named("connect4").unwrap();
    let asked = asked(&[0], Ties::Any);
    let budget = Budget::unlimited().with_memory(1 << 20);
    let error = survey(&game, "connect4", &asked, &budget, &Silent).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { .. }));
    let budget = Budget::unlimited();
    budget.stop();
    let game = Lines::named("tictactoe").unwrap();
    let error = survey(&game, "tictactoe", &asked, &budget, &Silent).unwrap_err();
    assert_eq!(error, SolveError::Stopped);
}
