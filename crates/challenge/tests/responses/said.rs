//! The sentences of hints and reviews about best responses.

use crate::copycat::{Copycat, check_history, copies};
use crate::{Small, any, best, outcome};
use spar_challenge::chance::Fraction;
use spar_challenge::explain::{Explainer, Pictures};
use spar_challenge::hint::{Hint, Picture};
use spar_challenge::oracle::{Evaluation, Values};
use spar_challenge::policy::{Player, Policy, Seen};
use spar_challenge::response::{NoResponse, Responses, earliest};
use spar_challenge::review::{Untried, review};
use spar_challenge::say::Voices;
use spar_challenge::session::{By, Event, Plan, RESPONSE, Seat, Seats, Session};
use spar_games::lines::{Board, Lines, Place};
use spar_rules::{Game, Notation, Scenic, Side, Turn, Value};
use spar_solve::{Budget, Silent, SolveError};
use std::collections::HashMap;

const GAMES: [&str; 2] = ["tictactoe", "connect3:rows=3,cols=4"];
const RIVALS: [&str; 3] = ["random", "1", "2"];

/// For each position the result and the wins, by enumerating every play.
type Plays = HashMap<Board, (Fraction, Fraction)>;

impl Small {
    fn known(&self, here: &Board) -> Evaluation<Place> {
        let moves = self.move_values(&self.game, here);
        let value = self.values[here];
        let known = Values::unknown(moves.iter().map(|it| it.0));
        let moves = moves.into_iter().map(|(mv, value)| (mv, Some(value))).collect();
        Evaluation::Values(Values { value: Some(value), bounds: (value, value), moves, ..known })
    }

    fn responses(
        &self,
        here: &Board,
        side: Side,
        rival: &mut dyn Policy<Lines>,
    ) -> Responses<Lines> {
        let budget = Budget::unlimited();
        Responses::reached(&self.game, here, side, rival, &budget, &Silent).unwrap()
    }

    /// The sentences of the review about each move of a game.
    fn traps(
        &self,
        start: &Board,
        seats: &Seats,
        moves: &[Place],
        responses: Option<&Responses<Lines>>,
    ) -> Vec<Option<Untried>> {
        let game = &self.game;
        let plan = Plan { start: *start, seats: seats.clone(), goal: None };
        let mut session = Session::new(game, plan).unwrap();
        for mv in moves {
            let by = if session.person_to_move().is_some() { By::Person } else { By::Program };
            session.apply(game, Event::Move { mv: *mv, by }).unwrap();
        }
        let voices = Voices { names: ["X", "O"], person: seats.person() };
        let explainer = Explainer::new(game, Pictures::default(), voices);
        let ask = |here: &Board| self.known(here);
        let named = |here: &Board, mv| game.write_move(here, mv);
        let likes = |_: &Board, _, _| Ok(Vec::new());
        let found = review(game, &session, &explainer, ask, likes, responses, named);
        found.moves.into_iter().map(|it| it.trap).collect()
    }
}

/// A chance in the form of the sentences.
fn percent(chance: Fraction) -> String {
    let share = 100.0 * chance.numerator() as f64 / chance.denominator() as f64;
    match share {
        share if share > 99.9 => "over 99.9 %".to_owned(),
        share if share < 0.1 => "under 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

/// A result with this many wins, in the form of the sentences.
fn comes_to((result, wins): (Fraction, Fraction)) -> String {
    let half = Fraction::new(1, 2).unwrap();
    if result == Fraction::ZERO || result == Fraction::ONE {
        return format!("always {}", if result == Fraction::ONE { "wins" } else { "loses" });
    }
    let numerator = 2 * (result.numerator() * wins.denominator())
        - 2 * (wins.numerator() * result.denominator());
    let draws = Fraction::new(numerator, result.denominator() * wins.denominator()).unwrap();
    match (wins == Fraction::ZERO, draws == Fraction::ZERO) {
        (true, _) if result == half => "always draws".to_owned(),
        (true, _) => format!("draws {}", percent(draws)),
        (_, true) => format!("wins {}", percent(wins)),
        _ => format!("wins {} and draws {}", percent(wins), percent(draws)),
    }
}

/// Returns whether the first result is at least 0.01 better.
fn is_worth_saying(better: Fraction, than: Fraction) -> bool {
    // a/b - c/d >= 1/100
    let (a, b) = (better.numerator(), better.denominator());
    let (c, d) = (than.numerator(), than.denominator());
    100 * a * d >= 100 * c * b + b * d
}

#[test]
fn a_review_names_the_better_move_of_the_same_value_by_all_plays() {
    let mut n_said = 0;
    for name in GAMES {
        let small = Small::named(name);
        let game = &small.game;
        for rival in RIVALS {
            let player: Player = rival.parse().unwrap();
            let mut policy = small.policy(rival);
            let mut plays = [Plays::new(), Plays::new()];
            for (here, value) in &small.values {
                let Turn::Play(side) = game.turn(here) else { continue };
                let plays = &mut plays[side as usize];
                let responses = small.responses(here, side, &mut *policy);
                let seats = Seats::against(side, player.clone());
                let valued = small.move_values(game, here);
                for (mv, has) in &valued {
                    let trap = small.traps(here, &seats, &[*mv], Some(&responses)).pop().unwrap();
                    let mut after = |mv: Place| {
                        best(&small, &game.after(here, mv), side, &mut policy, &any, plays)
                    };
                    let was = after(*mv);
                    let same = valued.iter().filter(|it| outcome(it.1) == outcome(*has));
                    let most =
                        same.map(|it| (after(it.0), it.0)).fold(None, |best, it| match best {
                            Some((most, _)) if most >= it.0 => best,
                            _ => Some(it),
                        });
                    let (could, better) = most.unwrap();
                    let is_said =
                        outcome(*has) == outcome(*value) && is_worth_saying(could.0, was.0);
                    let about = format!("{name} {rival} {mv:?} {here:?}: {trap:?}");
                    assert_eq!(trap.is_some(), is_said, "{about}");
                    let Some(Untried { mv: named, sentence }) = trap else { continue };
                    n_said += 1;
                    assert_eq!(named, game.write_move(here, better), "{about}");
                    let keeps = if *has == Value::Draw { "draws" } else { "loses" };
                    let falls = if could.0 == Fraction::ONE { "would" } else { "might" };
                    let mv = game.write_move(here, *mv);
                    let wanted = format!(
                        "{mv} also {keeps}, but {} {falls} have fallen for {named}: against it \
                         {named} {}, {mv} {}.",
                        player.phrase(),
                        comes_to(could),
                        comes_to(was),
                    );
                    assert_eq!(sentence, wanted, "{about}");
                }
            }
        }
    }
    assert!(n_said > 1000, "{n_said}: hardly tried");
}

#[test]
fn a_hint_names_what_does_best_against_the_opponent_by_all_plays() {
    for name in GAMES {
        let small = Small::named(name);
        let game = &small.game;
        for rival in RIVALS {
            let player: Player = rival.parse().unwrap();
            let mut policy = small.policy(rival);
            let mut plays = [Plays::new(), Plays::new()];
            for (here, value) in &small.values {
                let Turn::Play(side) = game.turn(here) else { continue };
                let plays = &mut plays[side as usize];
                let hint =
                    hint(&small, here, &player, Some(&small.responses(here, side, &mut *policy)));
                let mut after =
                    |mv: Place| best(&small, &game.after(here, mv), side, &mut policy, &any, plays);
                let legal = game.legal(here);
                let results: Vec<_> = legal.iter().map(|mv| after(*mv)).collect();
                let most = results.iter().max().unwrap();
                let n_equal = results.iter().filter(|it| *it == most).count();
                let about = format!("{name} {rival} {here:?}: {hint:?}");
                let against = format!("Against {}, ", player.phrase());
                let text = hint.say.text.strip_prefix(&against).expect(&about);
                let comes_to = comes_to(*most);
                if n_equal == legal.len() && n_equal > 1 {
                    assert_eq!(text, format!("every move does equally well: it {comes_to}."));
                    assert!(hint.cells.is_empty(), "{about}");
                    continue;
                }
                let (named, rest) = text.split_once(' ').unwrap();
                let mv = game.read_move(here, named).unwrap();
                assert_eq!(after(mv), *most, "{about}");
                assert_eq!(hint.cells, game.touches(here, mv), "{about}");
                let best = match (legal.len(), n_equal) {
                    (1, _) => "is the only move",
                    (_, 1) => "does best",
                    _ => "is one of the best",
                };
                // Among several, prefer one that keeps the better value.
                let has = |mv: Place| {
                    small.move_values(game, here).into_iter().find(|it| it.0 == mv).unwrap().1
                };
                for (other, result) in legal.iter().zip(&results) {
                    assert!(result != most || has(*other) <= has(mv), "{about}");
                }
                let risk = match (outcome(*value), outcome(has(mv))) {
                    (1, 0) => " Against perfect play it would only draw.",
                    (1 | 0, -1) => " Against perfect play it would lose.",
                    _ => "",
                };
                assert_eq!(rest, format!("{best}: it {comes_to}.{risk}"), "{about}");
            }
        }
    }
}

fn hint(small: &Small, here: &Board, rival: &Player, responses: Option<&Responses<Lines>>) -> Hint {
    let game = &small.game;
    let picture = || {
        let touches = game.legal(here).into_iter().map(|mv| game.touches(here, mv)).collect();
        Some(Picture { scene: game.scene(here), touches })
    };
    let named = |mv| game.write_move(here, mv);
    let hint =
        Hint::against(game, here, &rival.phrase(), responses, &small.known(here), picture, named);
    assert_eq!(hint.stage, RESPONSE);
    hint
}

#[test]
fn one_question_tells_of_every_move_of_a_game() {
    let small = Small::named("tictactoe");
    let game = &small.game;
    let start = game.start();
    let mut policy = small.policy("random");
    let whole = small.responses(&start, Side::First, &mut *policy);
    let seats = Seats::against(Side::First, Player::random());
    let mut here = start;
    let mut moves = Vec::new();
    for text in "b3 b2 c2 a3 c1 c3 a1 b1 a2".split(' ') {
        moves.push(game.read_move(&here, text).unwrap());
        here = game.after(&here, moves[moves.len() - 1]);
    }
    let found = small.traps(&start, &seats, &moves, Some(&whole));
    let mut here = start;
    for (index, mv) in moves.iter().enumerate() {
        let alone = if game.turn(&here) == Turn::Play(Side::First) {
            let alone = small.responses(&here, Side::First, &mut *policy);
            small.traps(&here, &seats, &[*mv], Some(&alone)).pop().unwrap()
        } else {
            None
        };
        assert_eq!(found[index], alone, "{index}");
        here = game.after(&here, *mv);
    }
    assert!(found.iter().flatten().count() >= 1, "{found:?}");
}

#[test]
fn nothing_is_said_against_people_nor_against_who_never_errs() {
    let small = Small::named("tictactoe");
    let game = &small.game;
    let start = game.read_position(".x./.o./...").unwrap();
    let edge = game.read_move(&start, "c2").unwrap();
    let responses = small.responses(&start, Side::First, &mut *small.policy("random"));
    let trap = |seats: &Seats| small.traps(&start, seats, &[edge], Some(&responses))[0].clone();
    let said = |seats: &Seats| trap(seats).is_some();
    assert_eq!(
        trap(&Seats::against(Side::First, Player::random())).unwrap().sentence,
        "c2 also draws, but random play might have fallen for a3: against it a3 wins 95.8 % and \
         draws 4.2 %, c2 wins 87.5 % and draws 12.5 %."
    );
    assert!(!said(&Seats::against(Side::First, Player::perfect())));
    assert!(!said(&Seats::PEOPLE));
    let two = Seat::Program(Player::random());
    assert!(!said(&Seats { first: two.clone(), second: two }));
    assert!(!said(&Seats::against(Side::Second, Player::random())), "it was not the person");
    let unknown =
        small.traps(&start, &Seats::against(Side::First, Player::random()), &[edge], None);
    assert_eq!(unknown, [None], "the responses are not known");
    let unknown = hint(&small, &start, &Player::random(), None).say.text;
    assert_eq!(unknown, "What does best against random play is not known within the budget.");
}

#[test]
fn who_remembers_has_no_responses() {
    let small = Small::named("connect3:rows=3,cols=4");
    let (game, start) = (&small.game, small.game.start());
    // The player does use the history: it would play differently after another move.
    check_history(&Seen::at(game, &start), &start);
    assert_ne!(copies(game, &start, game.legal(&start).first().copied()), game.legal(&start));
    let mut copycat = Copycat { start };
    let budget = Budget::unlimited();
    let found = Responses::reached(game, &start, Side::First, &mut copycat, &budget, &Silent).err();
    assert_eq!(found, Some(NoResponse::Remembers));
}

#[test]
fn a_small_budget_leaves_responses_out() {
    let small = Small::named("tictactoe");
    let (game, start) = (&small.game, small.game.start());
    let ask = |rival: &str, nodes: u64| {
        let budget = Budget::unlimited().with_nodes(nodes);
        let mut rival = small.policy(rival);
        Responses::reached(game, &start, Side::First, &mut *rival, &budget, &Silent).err()
    };
    assert_eq!(ask("random", 6000), None, "there are 5478 positions");
    assert_eq!(ask("random", 5000), Some(NoResponse::Solve(SolveError::Stopped)));
    assert_eq!(ask("3", 3), Some(NoResponse::Player), "looking ahead costs too much");
}

#[test]
fn later_positions_are_asked_where_earlier_ones_cost_too_much() {
    let asked = |first_cheap: u32| {
        let mut asked = Vec::new();
        let found = earliest(&[0, 1, 2, 3, 4, 5, 6, 7], 100, |at: &u32, nodes| {
            asked.push((*at, nodes));
            (*at >= first_cheap).then_some(*at)
        });
        (found, asked)
    };
    assert_eq!(asked(0), (Some(0), vec![(0, 100)]));
    assert_eq!(asked(5), (Some(6), vec![(0, 100), (4, 50), (6, 25)]));
    assert_eq!(asked(9), (None, vec![(0, 100), (4, 50), (6, 25), (7, 12)]));
    assert_eq!(earliest(&[1], 0, |_, _| Some(())), None, "no nodes, no question");
}
