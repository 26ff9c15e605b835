//! Random boards: all solvers agree within their bounds, and policies reach the goal.

use super::boards::{Board, rolls};
use super::random_board;
use spar_rules::SplitMix;
use spar_solve::mdp::general::{Action, Model, Objective, Owner, State, solve};
use spar_solve::mdp::graph::components;
use spar_solve::mdp::track::pairs::plain::{Plain, PlainBoth};
use spar_solve::mdp::track::pairs::{
    PairPolicy, Payoff, Quits, Rival, Setting, best_response, best_so_far, both_best, follow,
};
use spar_solve::mdp::track::turns::{self, Order, Sweeps, by_rounds};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Interval, Progress, Silent, SolveError};

fn near(interval: Interval, value: f64, off: f64) -> bool {
    interval.low - off <= value && value <= interval.high + off
}

#[test]
fn turns_agree_on_a_thousand_boards() {
    let mut random = SplitMix::new(16);
    let budget = Budget::unlimited();
    for case in 0..1000 {
        let (track, board) = random_board(&mut random, 60);
        let found = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap();
        assert!(found.relative_width() <= 1e-9, "{case} {board:?} {}", found.relative_width());
        assert!(found.policy.stalls(&track).is_empty(), "{case} {board:?}");
        assert!(finishes(&board, &as_numbers(&found.policy)), "{case} {board:?}");
        let exact = solve(&board.alone(), &Objective::Reward, 1e-9, &budget, &Silent).unwrap();
        let mut sweeps = Sweeps::new(&track, Order::FromGoal, Sweeps::distances(&track));
        while sweeps.sweep() > 1e-12 * sweeps.values()[0] {}
        let rounds = by_rounds(&track, 1e-12, &budget).unwrap();
        for square in 0..track.n() {
            let value = found.at(square);
            assert!(value.meets(exact.values[square]), "{case} {square} {board:?}");
            let off = 1e-7 * value.high;
            assert!(near(value, sweeps.values()[square], off), "{case} {square} {board:?}");
            assert!(near(value, rounds.values[square], off), "{case} {square} {board:?}");
        }
        let in_turn = Sweeps::new(&track, Order::FromStart, found.values().to_vec()).sweep();
        let at_once = Sweeps::new(&track, Order::Jacobi, found.values().to_vec()).sweep();
        assert!(in_turn.max(at_once) < 1e-9 * found.at(0).high.max(1.0), "{case}");
    }
}

#[test]
fn components_lie_in_the_parts_that_are_swept() {
    let mut random = SplitMix::new(24);
    for case in 0..300 {
        let (track, board) = random_board(&mut random, 60);
        let found = components(track.n(), |square, out| {
            let actions = (0..track.actions().len()).filter(|_| square as usize != track.goal());
            let lands = |number| track.outcomes(square as usize, number).map(|it| it.0 as u32);
            out.extend(actions.flat_map(lands));
        });
        let parts = turns::PartwiseValues::new(&track, &Budget::unlimited()).unwrap();
        let part = |square: &u32| parts.starts().partition_point(|start| start <= square);
        for component in found.iter() {
            let first = part(&component[0]);
            assert!(component.iter().all(|it| part(it) == first), "{case} {board:?}");
        }
    }
}

/// The probability of reaching a state, by the general solver.
fn reached(model: &Model, state: usize) -> Vec<Interval> {
    let goal = Objective::Reach((0..model.n_states()).map(|it| it == state).collect());
    solve(model, &goal, 1e-9, &Budget::unlimited(), &Silent).unwrap().values
}

fn any_policy(random: &mut SplitMix, track: &Track) -> Policy {
    Policy((0..track.n()).map(|_| random.below(3) as u8).collect())
}

/// Returns whether a single piece reaches the goal with probability 1 from everywhere, by
/// definition: the goal is reachable from every square.
fn finishes(board: &Board, policy: &[usize]) -> bool {
    let mut ends: Vec<bool> = (0..board.n).map(|it| it == board.goal()).collect();
    for _ in 0..board.n {
        for square in 0..board.goal() {
            let mut landed = rolls(policy[square]).into_iter().map(|it| board.after(square, it.0));
            ends[square] |= landed.any(|to| ends[to]);
        }
    }
    ends.into_iter().all(|it| it)
}

/// Returns whether a game of two ends with probability 1 from every pair, by definition. The
/// opponent's action is any of those that `answer` returns.
fn ends(
    board: &Board,
    policy: &PairPolicy,
    answers: impl Fn(usize, usize) -> Vec<usize>,
    quits: impl Fn(usize, usize) -> bool,
) -> bool {
    let (n, goal) = (board.n, board.goal());
    let mut ends = vec![false; n * n];
    loop {
        let before = ends.clone();
        for pair in (0..n * n).filter(|pair| pair / n < goal && pair % n < goal) {
            let (own, other) = (pair / n, pair % n);
            let action = usize::from(policy.action(own, other));
            let answered = |to: usize| {
                let ends_by = |answer: &usize| {
                    rolls(*answer)
                        .into_iter()
                        .map(|it| board.after(other, it.0))
                        .any(|landed| landed == goal || quits(to, landed) || ends[to * n + landed])
                };
                to == goal || answers(other, to).iter().all(ends_by)
            };
            ends[pair] |= rolls(action).into_iter().any(|it| answered(board.after(own, it.0)));
        }
        if ends == before {
            return (0..n * n).all(|pair| pair / n == goal || pair % n == goal || ends[pair]);
        }
    }
}

/// A random policy that depends on both squares.
fn any_seeing(random: &mut SplitMix, track: &Track) -> PairPolicy {
    let letters = ['1', 'D', 'T'];
    let mut line = || (0..track.n()).map(|_| letters[random.below(3) as usize]).collect();
    let lines: Vec<String> = (0..track.n()).map(|_| line()).collect();
    PairPolicy::read(track, &lines.iter().map(String::as_str).collect::<Vec<_>>()).unwrap()
}

#[test]
fn players_that_see_both_squares_are_answered_as_the_engine_for_any_problem_does() {
    let mut random = SplitMix::new(27);
    let (budget, mut waits) = (Budget::unlimited(), 0);
    for case in 0..120 {
        let (track, board) = random_board(&mut random, 9);
        let n = track.n();
        let rival = any_seeing(&mut random, &track);
        let setting = Setting::wins(Rival::Seeing(&rival));
        let best = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
        let model = board
            .against_seeing(|theirs, ours| usize::from(rival.action(theirs, ours)), |_, _| false);
        let values = reached(&model, n * n);
        let answer = |theirs, ours| vec![usize::from(rival.action(theirs, ours))];
        let steps = PairPolicy::read(&track, &vec![&*"1".repeat(n); n]).unwrap();
        waits += usize::from(!ends(&board, &steps, answer, |_, _| false));
        assert!(best.finishes && ends(&board, &best.policy, answer, |_, _| false), "{case}");
        for (pair, value) in values[..n * n].iter().enumerate() {
            let chance = best.chances.at(pair / n, pair % n);
            let is_over = pair / n == n - 1 || pair % n == n - 1;
            assert!(
                is_over || chance.meets(*value),
                "{case} {board:?} {pair}: {chance:?} {value:?}"
            );
            assert!(is_over || chance.width() <= 1e-9, "{case} {board:?} {chance:?}");
        }
    }
    assert!(waits > 5, "{waits} cases in which both may wait");
}

#[test]
fn giving_up_by_chance_is_bounded_where_the_other_waits_for_ever() {
    // The opponent stays on 6 forever, as two dice always overflow there.
    let track = super::track(&[("n", "8"), ("jumps", "4-3.5-0")]);
    let rival = Policy(vec![2; 8]);
    for share in [0.5, 0.1, 1e-3] {
        let quits =
            |ours: usize, theirs: usize| if ours.abs_diff(theirs) >= 3 { share } else { 0.01 };
        let quits = Quits::Chance(&quits);
        let setting = Setting { rival: Rival::Alone(&rival), quits, payoff: Payoff::WIN };
        let found = best_response(&track, &setting, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let mut plain = Plain::new(&track, Rival::Alone(&rival), quits);
        while plain.sweep() > 0.0 {}
        for (pair, value) in plain.values.iter().enumerate().filter(|it| it.0 % 8 < 7 && it.0 < 56)
        {
            let chance = found.chances.at(pair / 8, pair % 8);
            assert!(near(chance, *value, 1e-13), "{share} {pair}: {chance:?} {value}");
            assert!(chance.width() < 1e-9, "{share} {pair}: {chance:?}");
        }
    }
}

fn as_numbers(policy: &Policy) -> Vec<usize> {
    policy.0.iter().map(|it| usize::from(*it)).collect()
}

fn check_response(track: &Track, board: &Board, rival: &Policy, quits: Quits<'_>, case: &str) {
    let budget = Budget::unlimited();
    let setting = Setting { rival: Rival::Alone(rival), quits, payoff: Payoff::WIN };
    let best = best_response(track, &setting, 1e-9, &budget, &Silent).unwrap();
    let gives_up = |ours: usize, theirs: usize| quits.chance(ours, theirs) > 0.5;
    let answer = |theirs: usize, _| vec![usize::from(rival.0[theirs])];
    let ended = ends(board, &best.policy, answer, gives_up);
    assert!(best.finishes && ended, "{case} {board:?} {rival:?}");
    let n = track.n();
    let values = reached(&board.against(&as_numbers(rival), gives_up), n * n);
    let own = follow(track, &best.policy, &setting, 1e-9, &budget, &Silent).unwrap();
    for ours in 0..n - 1 {
        for theirs in 0..n - 1 {
            let chance = best.chances.at(ours, theirs);
            assert!(chance.width() <= 1e-9, "{case} {board:?} {chance:?}");
            let value = values[ours * n + theirs];
            assert!(
                chance.meets(value),
                "{case} {board:?} {rival:?} ({ours}, {theirs}): {chance:?} {value:?}"
            );
            let own = own.at(ours, theirs);
            let reaches = own.high >= chance.low - 1e-7;
            assert!(reaches, "{case} {board:?} {rival:?} ({ours}, {theirs}): {own:?} {chance:?}");
        }
    }
}

#[test]
fn responses_agree_with_the_engine_for_any_problem() {
    let mut random = SplitMix::new(17);
    for case in 0..150 {
        let (track, board) = random_board(&mut random, 12);
        let fast = turns::fewest(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap().policy;
        let novice = Policy::novice(&track).unwrap();
        let any = any_policy(&mut random, &track);
        for (name, rival) in [("fastest", &fast), ("novice", &novice), ("any", &any)] {
            for quits in [Quits::Never, Quits::Apart(track.n().div_ceil(2))] {
                check_response(&track, &board, rival, quits, &format!("{case} {name}"));
            }
        }
    }
}

/// The game against a player who takes each of the three actions with equal probability, as an
/// explicit model roll by roll: pairs (ours, then theirs), then one state that is won and one
/// that is lost. `ours` lists our options; an option with several actions mixes them with equal
/// probability.
fn against_random(board: &Board, ours: &[Vec<usize>]) -> Model {
    let (n, goal) = (board.n, board.goal());
    let (won, lost) = ((n * n) as u32, (n * n + 1) as u32);
    // For each of three actions, integer weights of 36.
    let mixed = |actions: &[usize], square: usize| -> Vec<(usize, u64)> {
        let of = |action: &usize| {
            let all = rolls(*action);
            let total: u64 = all.iter().map(|it| it.1).sum();
            let share = 36 / total;
            all.into_iter().map(move |(steps, weight)| (steps, weight * share))
        };
        let all = actions.iter().flat_map(of);
        all.map(|(steps, weight)| (board.after(square, steps), weight)).collect()
    };
    let turn = |own: usize, other: usize, actions: &[usize]| {
        let mut parts = Vec::new();
        for (to, weight) in mixed(actions, own) {
            for (landed, part) in mixed(&[0, 1, 2], other) {
                let next = match (to == goal, landed == goal) {
                    (true, _) => won,
                    (false, true) => lost,
                    (false, false) => (to * n + landed) as u32,
                };
                parts.push((next, weight * part));
            }
        }
        Action::whole(0.0, parts)
    };
    let state = |pair: usize| {
        let (own, other) = (pair / n, pair % n);
        if own == goal || other == goal {
            return State::Terminal;
        }
        let actions = ours.iter().map(|actions| turn(own, other, actions));
        State::Choice(Owner::Max, actions.collect())
    };
    let ends = [State::Terminal, State::Terminal];
    Model::new((0..n * n).map(state).chain(ends).collect()).unwrap()
}

#[test]
fn a_player_who_chooses_by_chance_is_answered_and_can_be_followed() {
    let mut random = SplitMix::new(31);
    let budget = Budget::unlimited();
    for case in 0..60 {
        let (track, board) = random_board(&mut random, 11);
        let n = track.n();
        let any = Policy::random(&track).unwrap();
        let setting = Setting::wins(Rival::Alone(&any));
        let best = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
        let mixed = PairPolicy::alone(&any);
        let both = follow(&track, &mixed, &setting, 1e-9, &budget, &Silent).unwrap();
        let free = reached(&against_random(&board, &[vec![0], vec![1], vec![2]]), n * n);
        let bound = reached(&against_random(&board, &[vec![0, 1, 2]]), n * n);
        for (ours, theirs) in (0..n - 1).flat_map(|it| (0..n - 1).map(move |other| (it, other))) {
            for (found, known) in [
                (best.chances.at(ours, theirs), free[ours * n + theirs]),
                (both.at(ours, theirs), bound[ours * n + theirs]),
            ] {
                assert!(found.width() <= 1e-9, "{case} {board:?} {found:?}");
                assert!(
                    found.meets(known),
                    "{case} {board:?} ({ours}, {theirs}): {found:?} {known:?}"
                );
            }
        }
    }
}

#[test]
fn both_at_their_best_agree_with_the_engine_for_any_problem() {
    let mut random = SplitMix::new(18);
    for case in 0..100 {
        let (track, board) = random_board(&mut random, 10);
        let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let n = track.n();
        let values = reached(&board.game(), 2 * n * n);
        let itself = |own, other| vec![usize::from(both.policy.action(own, other))];
        let ended = ends(&board, &both.policy, itself, |_, _| false);
        assert!(both.finishes && both.policy_ends && ended, "{case} {board:?}");
        let all = |_, _| vec![0, 1, 2];
        assert!(ends(&board, &both.steady, all, |_, _| false), "{case} {board:?}");
        for own in 0..n - 1 {
            for other in 0..n - 1 {
                let chance = both.chance(own, other);
                let value = values[2 * (own * n + other)];
                assert!(
                    chance.meets(value),
                    "{case} {board:?} {own} {other}: {chance:?} {value:?}"
                );
                assert!(chance.width() < 1e-8, "{case} {board:?} {chance:?}");
            }
        }
    }
}

#[test]
fn responses_agree_with_the_double_sum_on_a_thousand_boards() {
    let mut random = SplitMix::new(19);
    let budget = Budget::unlimited();
    for case in 0..1000 {
        let (track, board) = random_board(&mut random, 60);
        let fast = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap().policy;
        let rival = Rival::Alone(&fast);
        let best = best_response(&track, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
        let start = best.chances.at(0, 0);
        assert!(start.width() <= 1e-9 && best.finishes, "{case} {board:?} {start:?}");
        // The two halves of the certified solution are consistent.
        let both = both_best(&track, 1e-9, &budget, &Silent).unwrap();
        assert!(start.high >= both.chance(0, 0).low, "{case}: the best against the best is less");
        assert!(both.finishes && both.policy_ends, "{case} {board:?}");
        if case % 10 != 0 {
            continue;
        }
        let mut plain = PlainBoth::new(&track);
        while plain.sweep() > 1e-14 {}
        for own in 0..track.n() - 1 {
            for other in 0..track.n() - 1 {
                let chance = both.chance(own, other);
                let value = plain.values[own * track.n() + other];
                assert!(near(chance, value, 1e-7), "{case} {board:?} {chance:?} {value}");
            }
        }
        let mut plain = Plain::new(&track, rival, Quits::Never);
        while plain.sweep() > 1e-13 {}
        let n = track.n();
        for (pair, value) in plain.values.iter().enumerate() {
            let (ours, theirs) = (pair / n, pair % n);
            if ours < n - 1 && theirs < n - 1 {
                let chance = best.chances.at(ours, theirs);
                assert!(near(chance, *value, 1e-7), "{case} {board:?} {chance:?} {value}");
            }
        }
    }
}

#[test]
fn a_policy_that_sees_both_squares_is_a_player_too() {
    let mut random = SplitMix::new(20);
    let budget = Budget::unlimited();
    for case in 0..60 {
        let (track, _) = random_board(&mut random, 14);
        let fast = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap().policy;
        let seeing = PairPolicy::alone(&fast);
        let one =
            best_response(&track, &Setting::wins(Rival::Alone(&fast)), 1e-9, &budget, &Silent);
        let other =
            best_response(&track, &Setting::wins(Rival::Seeing(&seeing)), 1e-9, &budget, &Silent);
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(one.policy, other.policy, "{case}");
        for ours in 0..track.n() - 1 {
            for theirs in 0..track.n() - 1 {
                assert!(one.chances.at(ours, theirs).meets(other.chances.at(ours, theirs)));
                assert!(one.chances.second(ours, theirs).meets(other.chances.second(ours, theirs)));
            }
        }
        // Optimal play of both: the chances of the two sides add up to 1.
        let both = both_best(&track, 1e-9, &budget, &Silent).unwrap();
        let rival = Rival::Seeing(&both.policy);
        let most = best_response(&track, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
        let (value, most) = (both.chance(0, 0), most.chances.at(0, 0));
        assert!(
            most.high >= value.low && most.low <= value.high + 1e-7,
            "{case} {value:?} {most:?}"
        );
    }
}

/// Stops the work after this many sweeps.
struct StopAfter<'a> {
    sweeps: u64,
    budget: &'a Budget,
}

impl Progress for StopAfter<'_> {
    fn report(&self, stage: &'static str, done: u64, _: u64) {
        if stage == "sweeps" && done >= self.sweeps {
            self.budget.stop();
        }
    }
}

#[test]
fn bounds_hold_whenever_the_work_is_stopped() {
    let mut random = SplitMix::new(21);
    let (mut stopped, mut narrow) = (0, 0);
    for case in 0..60 {
        let (track, board) = random_board(&mut random, 30);
        let unlimited = Budget::unlimited();
        let fast = turns::fewest(&track, 1e-9, &unlimited, &Silent).unwrap().policy;
        let setting = Setting::wins(Rival::Alone(&fast));
        let truth = best_response(&track, &setting, 1e-9, &unlimited, &Silent).unwrap().chances;
        for sweeps in [1, 2, 3, 5, 8, 13] {
            let budget = Budget::unlimited();
            let progress = StopAfter { sweeps, budget: &budget };
            let found = best_so_far(&track, &setting, 1e-9, &budget, &progress).unwrap().chances;
            assert_eq!(found.stopped, found.sweeps < truth.sweeps, "{case} {board:?}");
            stopped += usize::from(found.stopped);
            narrow += usize::from(found.stopped && found.at(0, 0).width() < 0.1);
            for ours in 0..track.n() - 1 {
                for theirs in 0..track.n() - 1 {
                    let (found, truth) = (found.at(ours, theirs), truth.at(ours, theirs));
                    assert!(found.meets(truth), "{case} {board:?} {found:?} {truth:?}");
                }
            }
        }
        let budget = Budget::unlimited();
        let progress = StopAfter { sweeps: 1, budget: &budget };
        let whole = best_response(&track, &setting, 1e-9, &budget, &progress);
        assert!(truth.sweeps == 1 || matches!(whole, Err(SolveError::Stopped)), "{case}");
    }
    assert!(stopped > 200 && narrow > 50, "{stopped} {narrow}");
}

#[test]
fn games_of_billions_of_turns_are_certified() {
    // Each gate makes a game 36 times as long: turns follow t = 36 t + 72.
    let mut turns = 0.0;
    for n_gates in 1..=6 {
        turns = 36.0 * turns + 72.0;
        let board = Board::gates(n_gates);
        let (n, jumps) = (board.n.to_string(), super::written(&board.jumps));
        let track = super::track(&[("n", &n), ("jumps", &jumps)]);
        let budget = Budget::unlimited();
        let found = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap();
        assert!(found.at(0).holds(turns) && found.relative_width() <= 1e-9, "{:?}", found.at(0));
        assert!(finishes(&board, &as_numbers(&found.policy)));
        let setting = Setting::wins(Rival::Alone(&found.policy));
        let best = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
        let chance = best.chances.at(0, 0);
        assert!(chance.width() <= 1e-9 && chance.low > 0.5, "{chance:?}");
        if n_gates < 5 {
            let both = both_best(&track, 1e-9, &budget, &Silent).unwrap().chance(0, 0);
            assert!(both.width() <= 1e-9 && both.low <= chance.high, "{both:?}");
        }
    }
}

#[test]
fn work_ends_when_its_nodes_are_used_up() {
    let board = Board::gates(6);
    let (n, jumps) = (board.n.to_string(), super::written(&board.jumps));
    let track = super::track(&[("n", &n), ("jumps", &jumps)]);
    let budget = Budget::unlimited().with_nodes(1000);
    let stopped = both_best(&track, 1e-9, &budget, &Silent).map(|_| ());
    assert_eq!(stopped, Err(SolveError::Stopped));
    let far = super::track(&[("n", "300"), ("ladders", "30"), ("snakes", "30")]);
    let both = both_best(&far, 1e-9, &Budget::unlimited().with_nodes(1000), &Silent);
    assert_eq!(both.map(|_| ()), Err(SolveError::Stopped));
}
