//! Compares studies of two pieces with figures of another program.

use spar_games::ladders::{Ladders, Setup};
use spar_solve::mdp::track::pairs::plain::Plain;
use spar_solve::mdp::track::pairs::{
    Course, Mirror, PairPolicy, PairSweeps, PairTrials, Payoff, Quits, Rival, Setting, Updates,
    best_response, experience, follow,
};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Silent};

fn track(settings: &[(&str, &str)]) -> Track {
    Track::of(&Ladders::new(Setup::read(settings).unwrap()).unwrap())
}

/// Asserts that both are equal to this many decimals.
fn same(ours: f64, theirs: f64, decimals: i32, what: &str) {
    assert!((ours - theirs).abs() <= 0.500_001 * 10_f64.powi(-decimals), "{what}: {ours} {theirs}");
}

#[test]
fn distance_is_paid_for_as_in_equation_12() {
    let track = track(&[]);
    let novice = Policy::novice(&track).unwrap();
    let (rival, budget) = (Rival::Alone(&novice), Budget::unlimited());
    let known = [
        (0.5, -20.828_996, 22, 0.534_666),
        (0.9, -52.839_949, 35, 0.575_631),
        (0.99, -61.641_933, 39, 0.575_805),
    ];
    for (discount, value, sweeps, win) in known {
        let found = experience(&track, rival, discount, 1e-11, &budget, &Silent).unwrap();
        assert!(found.at(0, 0).width() < 1e-8, "{:?}", found.at(0, 0));
        same(found.at(0, 0).middle(), value, 6, "value");
        assert!(found.sweeps <= sweeps + 1, "rows at once need one sweep more at most");
        let setting = Setting::wins(rival);
        let chances = follow(&track, &found.policy, &setting, 1e-9, &budget, &Silent).unwrap();
        same(chances.at(0, 0).middle(), win, 6, "win");
        assert!(found.policy.letters(&track, 3).ends_with("1T"), "square 18 ends the game");
    }
}

#[test]
fn the_papers_self_play_runs_in_a_circle_on_small_boards() {
    let budget = Budget::unlimited();
    let cases = [
        ("8", "1-0.2-6", Updates::InPlace, [(4, 0, 0.6713, 0.7027), (0, 4, 0.7222, 0.6402)]),
        ("8", "1-0.2-6.3-0", Updates::InPlace, [(4, 0, 0.6806, 0.7107), (0, 4, 0.7222, 0.6422)]),
    ];
    for (n, jumps, updates, flips) in cases {
        let track = track(&[("n", n), ("jumps", jumps)]);
        let mut mirror = Mirror::new(&track, 1.0, updates);
        for _ in 0..3000 {
            assert!(mirror.sweep().1 > 0);
        }
        let seen = |mirror: &Mirror<'_>| flips.map(|(own, other, ..)| mirror.at(own, other));
        let before = seen(&mirror);
        mirror.sweep();
        let after = seen(&mirror);
        for (at, (.., one, other)) in flips.into_iter().enumerate() {
            let (one, other): (f64, f64) = (one, other);
            let (low, high) = (before[at].min(after[at]), before[at].max(after[at]));
            // One of the other program's figures was rounded twice.
            assert!((low - one.min(other)).abs() < 6e-5, "{jumps}");
            assert!((high - one.max(other)).abs() < 6e-5, "{jumps}");
        }
        let course = Mirror::new(&track, 1.0, updates).run(3000, &budget).unwrap();
        assert_eq!(course, Course::Circles(2));
    }
    let line = track(&[("n", "3")]);
    for updates in [Updates::InPlace, Updates::Jacobi] {
        let course = Mirror::new(&line, 0.0, updates).run(3000, &budget).unwrap();
        assert_eq!(course, Course::Circles(2));
    }
    let jacobi = track(&[("n", "8"), ("jumps", "2-0.4-6")]);
    let course = Mirror::new(&jacobi, 1.0, Updates::Jacobi).run(3000, &budget).unwrap();
    assert_eq!(course, Course::Circles(2));
    let halves = Mirror::new(&jacobi, 0.5, Updates::Jacobi).run(3000, &budget).unwrap();
    assert!(matches!(halves, Course::Settled(_)));
}

#[test]
fn games_played_to_learn_are_behind_sweeps_without_a_heuristic_and_ahead_with_one() {
    let settings = [("n", "200"), ("ladders", "20"), ("snakes", "20"), ("longest", "20")];
    let track = track(&settings);
    let novice = Policy::novice(&track).unwrap();
    let (rival, budget) = (Rival::Alone(&novice), Budget::unlimited());
    let setting = Setting { rival, quits: Quits::Apart(100), payoff: Payoff::WIN };
    let win = |policy: &PairPolicy| {
        let chances = follow(&track, policy, &setting, 1e-9, &budget, &Silent).unwrap();
        chances.at(0, 0).middle()
    };
    let best = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
    same(best.chances.at(0, 0).middle(), 0.7705, 4, "best");
    for (start, known) in [
        (0.0, [(1, 0.7547), (2, 0.7686), (4, 0.7704)]),
        (1.0, [(1, 0.0002), (4, 0.1538), (8, 0.7701)]),
    ] {
        let mut sweeps = Plain::new(&track, rival, setting.quits);
        sweeps.values.fill(start);
        assert_eq!(sweeps.n_live(), 29_701);
        let mut done = 0;
        for (until, chance) in known {
            while done < until {
                sweeps.sweep();
                done += 1;
            }
            same(win(&sweeps.policy()), chance, 4, "sweeps");
        }
    }
    let mut trials = PairTrials::new(&track, setting, 1);
    let mut before = 0.0;
    for sweeps in [1, 4, 16] {
        trials.run(sweeps * 29_701, &budget).unwrap();
        let chance = win(&trials.policy());
        assert!(chance > before && chance < 0.7686, "{sweeps}: {chance}");
        before = chance;
    }
    assert!(trials.n_seen() < 29_701 && trials.updates() == 16 * 29_701);
    // The values without quitting take eight sweeps. Starting from these, the updates of one
    // sweep are enough: another program, with other rolls, has 0.7698.
    let mut heuristic = Plain::new(&track, rival, Quits::Never);
    let mut sweeps = 1;
    while heuristic.sweep() >= 1e-3 {
        sweeps += 1;
    }
    assert_eq!(sweeps, 8);
    for seed in 1..=3 {
        let start = heuristic.values.clone();
        let mut trials = PairTrials::starting_from(&track, setting, start, seed);
        trials.run(29_701, &budget).unwrap();
        let chance = win(&trials.policy());
        assert!((chance - 0.7698).abs() < 0.0015, "{chance}; one sweep has 0.7547");
    }
}

#[test]
fn rows_at_once_come_to_what_pairs_one_by_one_come_to() {
    let track = track(&[("n", "60"), ("seed", "3")]);
    let novice = Policy::novice(&track).unwrap();
    let setting = Setting::wins(Rival::Alone(&novice));
    let mut rows = PairSweeps::new(&track, &setting, 0.0);
    let mut pairs = Plain::new(&track, setting.rival, setting.quits);
    while rows.sweep() > 1e-14 {}
    while pairs.sweep() > 1e-14 {}
    for own in 0..track.goal() {
        for other in 0..track.goal() {
            let (one, two) = (rows.at(own, other), pairs.values[own * track.n() + other]);
            assert!((one - two).abs() < 1e-11, "{own} {other}: {one} {two}");
        }
    }
    assert_eq!(rows.policy(), pairs.policy());
}

#[test]
fn a_given_policy_needs_as_many_turns_as_it_must() {
    let budget = Budget::unlimited();
    let track = track(&[("n", "60"), ("seed", "3")]);
    let best = turns::fewest(&track, 1e-12, &budget, &Silent).unwrap();
    let given = turns::of_policy(&track, &best.policy, &budget).unwrap();
    let novice = Policy::novice(&track).unwrap();
    let slower = turns::of_policy(&track, &novice, &budget).unwrap();
    for square in 0..track.goal() {
        assert!(given[square].meets(best.at(square)) && given[square].width() < 1e-9);
        // No policy is faster than the fastest.
        assert!(slower[square].high >= best.at(square).low);
    }
    // From the last square but one, two dice always overflow.
    let line = Track::of(&Ladders::new(Setup::read(&[("n", "3")]).unwrap()).unwrap());
    let stalls = turns::of_policy(&line, &Policy::read(&line, "1TT").unwrap(), &budget).unwrap();
    assert!(stalls[0].low.is_infinite() && stalls[2].high == 0.0);
    let steps = turns::of_policy(&line, &Policy::read(&line, "11T").unwrap(), &budget).unwrap();
    assert!(steps[0].holds(2.0) && steps[1].holds(1.0));
}
