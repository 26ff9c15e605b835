//! Levels that are reported to be impossible are impossible: players never miss a win that they
//! see.

use spar_challenge::duel::{ChanceTable, DuelQuestion, Pairing, UNITS};
use spar_challenge::generate::{Even, Span, Wanted};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::level::Match;
use spar_challenge::policy::{Player, Ties};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Outcome, Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::{Budget, Silent};
use std::collections::{HashMap, HashSet};

const GAMES: [&str; 6] = [
    "tictactoe",
    "tictactoe:line=loses",
    "bottom2",
    "bottom2:line=loses",
    "connect3",
    "connect3:line=loses,along=rc",
];

fn wanted(learner: &Player, wins_in: (u32, u32), hardness: &[Hardness]) -> Wanted {
    let (least, most) = wins_in;
    Wanted {
        of: Match {
            learner: learner.clone(),
            opponent: Player::foresight(2, Ties::Any),
            ties: Ties::Any,
            thresholds: Thresholds::default(),
        },
        side: None,
        wins_in: Some(Span { least, most }),
        hardness: hardness.to_vec(),
        easy_from: None,
        chance: None,
        even: None,
        needs_choice: false,
    }
}

/// Checks every position of solved games, against every kind of opponent, with both rules for
/// ties.
#[test]
fn whoever_sees_a_win_has_the_chance_one() {
    let budget = Budget::unlimited();
    let mut looked_at = 0;
    for name in GAMES {
        let game = Lines::named(name).unwrap();
        let table = Table::solve(&game, &budget, &Silent).unwrap();
        for ties in [Ties::Any, Ties::Fastest] {
            let player = |rounds| Player::foresight(rounds, ties);
            let opponents = [player(0), player(1), player(2), player(3), Player::perfect()];
            for learner in &[player(1), player(2), player(3), Player::perfect()] {
                for opponent in &opponents {
                    let ask = |side| DuelQuestion {
                        pairing: Pairing::of(learner, opponent, side),
                        outcome: Outcome::Win(side),
                    };
                    let questions = [ask(Side::First), ask(Side::Second)];
                    let rates =
                        ChanceTable::sweep(&table, &game, &questions, &budget, &Silent).unwrap();
                    rates.each(|rated| {
                        let Turn::Play(side) = game.turn(&rated.position) else { return };
                        let Value::Win(plies) = rated.value else { return };
                        let moves = plies.div_ceil(2);
                        let hard = [Hardness::Medium, Hardness::Hard];
                        if wanted(learner, (moves, moves), &hard).impossible().is_some() {
                            let rate = rated.rate(side as usize);
                            assert_eq!((rate.units, rate.error), (UNITS, 0), "{name} {learner}");
                            looked_at += 1;
                        }
                    });
                }
            }
        }
    }
    assert!(looked_at > 800_000, "{looked_at}");
}

/// The same from the rules alone: the learner makes only moves after which it can force a win
/// within its foresight, and both sides are otherwise free.
#[test]
fn a_win_that_is_kept_in_sight_is_won_against_every_answer() {
    for name in GAMES {
        let game = Lines::named(name).unwrap();
        for rounds in 1..=2 {
            let mut plain = Plain { game: &game, forced: HashMap::new(), sure: HashMap::new() };
            let mut n_seen = 0;
            for position in reached(&game) {
                let Turn::Play(side) = game.turn(&position) else { continue };
                if plain.forces(&position, side, 2 * rounds) {
                    assert!(plain.is_sure(&position, side, rounds), "{name} {position:?}");
                    n_seen += 1;
                }
            }
            assert!(n_seen > 20, "{name}: {n_seen}");
        }
    }
}

struct Plain<'a> {
    game: &'a Lines,
    forced: HashMap<(Board, Side, u32), bool>,
    sure: HashMap<Board, bool>,
}

impl Plain<'_> {
    fn next(&self, position: &Board) -> Vec<Board> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().map(|mv| self.game.after(position, mv)).collect()
    }

    /// Returns whether this side can force a win within this many plies.
    fn forces(&mut self, position: &Board, side: Side, plies: u32) -> bool {
        let mover = match self.game.turn(position) {
            Turn::Over(outcome) => return outcome == Outcome::Win(side),
            _ if plies == 0 => return false,
            _ => self.game.side(position),
        };
        if let Some(known) = self.forced.get(&(*position, side, plies)) {
            return *known;
        }
        let next = self.next(position);
        let forces = if mover == side {
            next.iter().any(|it| self.forces(it, side, plies - 1))
        } else {
            next.iter().all(|it| self.forces(it, side, plies - 1))
        };
        self.forced.insert((*position, side, plies), forces);
        forces
    }

    /// Returns whether this side wins every game in which it makes only moves that keep a win
    /// in sight, whatever the opponent does.
    fn is_sure(&mut self, position: &Board, side: Side, rounds: u32) -> bool {
        if let Turn::Over(outcome) = self.game.turn(position) {
            return outcome == Outcome::Win(side);
        }
        if let Some(known) = self.sure.get(position) {
            return *known;
        }
        let mut next = self.next(position);
        if self.game.side(position) == side {
            next.retain(|it| self.forces(it, side, 2 * rounds - 1));
        }
        let sure = !next.is_empty() && next.iter().all(|it| self.is_sure(it, side, rounds));
        self.sure.insert(*position, sure);
        sure
    }
}

fn reached(game: &Lines) -> Vec<Board> {
    let mut all = vec![game.start()];
    let mut known: HashSet<Board> = all.iter().copied().collect();
    let mut next = 0;
    while next < all.len() {
        let mut moves = Vec::new();
        game.moves(&all[next], &mut moves);
        for mv in moves {
            let after = game.after(&all[next], mv);
            if known.insert(after) {
                all.push(after);
            }
        }
        next += 1;
    }
    all
}

#[test]
fn only_what_cannot_be_is_called_impossible() {
    let player = |rounds| Player::foresight(rounds, Ties::Any);
    let is_impossible = |wanted: &Wanted| wanted.impossible().is_some();
    let hard = [Hardness::Hard];
    assert!(is_impossible(&wanted(&player(3), (3, 3), &hard)));
    assert!(is_impossible(&wanted(&player(3), (1, 3), &hard)));
    assert!(!is_impossible(&wanted(&player(3), (3, 4), &hard)), "a win in 4 may be missed");
    assert!(!is_impossible(&wanted(&player(2), (3, 3), &hard)));
    assert!(!is_impossible(&wanted(&player(0), (1, 1), &hard)), "random play sees nothing");
    assert!(!is_impossible(&wanted(&player(3), (3, 3), &[])), "easy levels will do");
    assert!(!is_impossible(&wanted(&player(3), (3, 3), &[Hardness::Hard, Hardness::Easy])));
    assert!(is_impossible(&wanted(&Player::perfect(), (2, u32::MAX), &hard)));
    let fraction = |text: &str| text.parse().unwrap();
    let span = |least, most| Some(Span { least: fraction(least), most: fraction(most) });
    let chance = Wanted { chance: span("1/5", "2/5"), ..wanted(&player(2), (2, 2), &[]) };
    assert!(is_impossible(&chance));
    assert!(!is_impossible(&Wanted { chance: span("1/5", "1"), ..chance.clone() }));
    let even = Even { score: span("9/20", "11/20").unwrap(), least_wins: fraction("0") };
    let even = Wanted { chance: None, even: Some(even), ..chance };
    assert!(is_impossible(&even));
    assert!(!is_impossible(&Wanted { wins_in: None, ..even }), "it need not be won");
    let category = |easy_from, most| Wanted {
        easy_from: Some(easy_from),
        ..wanted(&player(1), (2, most), &[])
    };
    assert!(is_impossible(&category(3, 2)), "foresight 2 finds it easy already");
    assert!(!is_impossible(&category(3, 3)) && !is_impossible(&category(1, 2)));
}
