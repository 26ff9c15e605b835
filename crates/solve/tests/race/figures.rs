//! Known figures of the 2010 paper's board and of small boards.

use super::{boards, game, track, written};
use dashu::rational::RBig;
use spar_rules::{Separable, Side};
use spar_solve::mdp::track::pairs::plain::Plain;
use spar_solve::mdp::track::pairs::{
    PairPolicy, Payoff, Quits, Rival, Setting, best_response, both_best, follow,
};
use spar_solve::mdp::track::turns::{self, Order, Sweeps};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Interval, Silent};

fn fastest(track: &Track) -> turns::Turns {
    turns::fewest(track, 1e-12, &Budget::unlimited(), &Silent).unwrap()
}

fn response(track: &Track, rival: Rival<'_>) -> spar_solve::mdp::track::pairs::Follow {
    best_response(track, &Setting::wins(rival), 1e-9, &Budget::unlimited(), &Silent).unwrap()
}

/// Returns whether an interval is narrow and contains a fraction (after `~`: a decimal, up to
/// 1e-9).
fn holds(interval: Interval, text: &str) -> bool {
    assert!(interval.width() <= 1e-9 * interval.high.max(1.0), "{interval:?}");
    if let Some(text) = text.strip_prefix('~') {
        return (interval.middle() - text.parse::<f64>().unwrap()).abs() < 1e-9;
    }
    let value: RBig = text.parse().unwrap();
    let exactly = |it: f64| RBig::try_from(it).unwrap();
    exactly(interval.low) <= value && value <= exactly(interval.high)
}

#[test]
fn small_boards_have_the_values_of_exact_elimination() {
    let mut cases = 0;
    for line in include_str!("../data/tracks.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, n, jumps, overflow, turns, policy, first, second, best] =
            line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let jumps = jumps.replace('>', "-").replace(',', ".");
        let jumps = if jumps == "-" { "none" } else { &jumps };
        let track = track(&[("n", n), ("jumps", jumps), ("overflow", overflow)]);
        let found = fastest(&track);
        assert!(holds(found.at(0), turns), "{name} {overflow}: {:?}", found.at(0));
        assert_eq!(found.policy.letters(&track), policy, "{name} {overflow}");
        let other = response(&track, Rival::Alone(&found.policy));
        assert!(holds(other.chances.at(0, 0), first), "{name} {:?}", other.chances.at(0, 0));
        assert!(holds(other.chances.second(0, 0), second), "{name}");
        assert!(other.finishes);
        let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        assert!(holds(both.chance(0, 0), best), "{name} {:?}", both.chance(0, 0));
        assert!(both.finishes, "{name}");
        cases += 1;
    }
    assert_eq!(cases, 36);
}

#[test]
fn the_papers_board_has_its_turns() {
    let track = track(&[]);
    let found = fastest(&track);
    for (square, value) in
        [(0, "131398800175/35886675456"), (3, "32779/10683"), (6, "1817/648"), (8, "47/18")]
    {
        assert!(holds(found.at(square), value), "{square}: {:?}", found.at(square));
    }
    // The value is that of a piece standing on the foot of a ladder.
    assert!((found.at(11).middle() - 2.923_077).abs() < 5e-7);
    assert!((found.at(14).middle() - 3.0).abs() < 1e-9);
}

/// Table I of the paper: sweeps 1, 2, 3 and 9, and the action.
const TABLE: [(f64, f64, f64, f64, char); 20] = [
    (4.03, 3.70, 3.67, 3.66, 'T'),
    (3.75, 3.50, 3.48, 3.47, 'T'),
    (3.44, 3.28, 3.26, 3.26, 'T'),
    (4.18, 3.17, 3.08, 3.07, 'T'),
    (3.67, 3.00, 2.94, 2.93, 'T'),
    (3.26, 2.91, 2.88, 2.87, 'T'),
    (2.84, 2.82, 2.81, 2.80, 'T'),
    (2.82, 2.78, 2.77, 2.77, 'T'),
    (2.62, 2.61, 2.61, 2.61, 'D'),
    (2.72, 2.69, 2.67, 2.67, 'D'),
    (2.00, 2.00, 2.00, 2.00, '1'),
    (2.42, 2.40, 2.39, 2.39, 'T'),
    (2.00, 2.00, 2.00, 2.00, '1'),
    (2.00, 2.00, 2.00, 2.00, '1'),
    (2.00, 2.00, 2.00, 2.00, 'T'),
    (3.33, 3.11, 3.04, 3.00, 'D'),
    (3.00, 3.00, 3.00, 3.00, '1'),
    (2.00, 2.00, 2.00, 2.00, '1'),
    (1.00, 1.00, 1.00, 1.00, '1'),
    (0.00, 0.00, 0.00, 0.00, 'T'),
];

#[test]
fn sweeps_give_table_one() {
    let track = track(&[("overflow", "rejump")]);
    let mut sweeps = Sweeps::new(&track, Order::FromGoal, Sweeps::distances(&track));
    let printed = |value: f64, text: f64| format!("{value:.2}") == format!("{text:.2}");
    for sweep in 1..=9 {
        sweeps.sweep();
        for (square, row) in TABLE.iter().enumerate() {
            let value = sweeps.values()[square];
            let wanted = match sweep {
                1 => row.0,
                2 => row.1,
                3 => row.2,
                9 => row.3,
                _ => continue,
            };
            assert!(printed(value, wanted), "sweep {sweep}, square {square}: {value}");
        }
    }
    let letters: String = TABLE.iter().map(|row| row.4).collect();
    assert_eq!(sweeps.policy().letters(&track), letters);
    assert_eq!(fastest(&track).policy.letters(&track), letters);
    // With Jacobi updates the numbers are different.
    let mut jacobi = Sweeps::new(&track, Order::Jacobi, Sweeps::distances(&track));
    jacobi.sweep();
    assert!(printed(jacobi.values()[0], 13.28), "{}", jacobi.values()[0]);
}

/// Figure 5 of the paper, by the mover's square.
const FIGURE: [&str; 20] = [
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "TTTTTTTTTTTTTTTTTT1T",
    "DTTTTTTTTTTTTTTTTTTT",
    "DDDDDDDDDDDDDDDDDDTT",
    "1DDDDDDDDDDDDDDDDDTT",
    "111111111111111111TT",
    "1TTTTTTTTTTTTTTTTTTT",
    "111111111111111111TT",
    "111111111111111111DT",
    "TTTTTTTTTTTTTTTTTTDT",
    "DDDDDDDDDDDDDDDDDDDT",
    "1111DDDDDDDDDDDDDDDT",
    "111111111111111111DT",
    "1111111111111111111T",
    "TTTTTTTTTTTTTTTTTTTT",
];

#[test]
fn both_at_their_best_give_figure_five() {
    let track = track(&[("overflow", "rejump")]);
    let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert!(both.finishes);
    for (own, row) in FIGURE.iter().enumerate() {
        let letter = |other| track.actions()[usize::from(both.policy.action(own, other))].letter;
        assert_eq!((0..20).map(letter).collect::<String>(), **row, "square {own}");
    }
    assert!((both.chance(0, 0).middle() - 0.665_883_148_2).abs() < 5e-11);
    // The policy that the caption describes is different.
    let fast = fastest(&track).policy;
    let caption = response(&track, Rival::Alone(&fast));
    let differs = |(own, other): &(usize, usize)| {
        let wanted = FIGURE[*own].as_bytes()[*other];
        track.actions()[usize::from(caption.policy.action(*own, *other))].letter as u8 != wanted
    };
    let cells = (0..19).flat_map(|own| (0..19).map(move |other| (own, other)));
    let wrong: Vec<(usize, usize)> = cells.filter(differs).collect();
    for cell in [(7, 16), (9, 1), (9, 16), (11, 1), (11, 16), (16, 4), (16, 5), (16, 16)] {
        assert!(wrong.contains(&cell), "{cell:?} of {wrong:?}");
    }
}

#[test]
fn the_papers_board_has_its_chances() {
    let track = track(&[]);
    let budget = Budget::unlimited();
    let near = |interval: Interval, value: f64| {
        assert!((interval.middle() - value).abs() <= 5e-7, "{interval:?} {value}");
        assert!(interval.width() < 1e-9);
    };
    let fast = fastest(&track).policy;
    let novice = Policy::novice(&track).unwrap();
    assert_eq!(novice.letters(&track), "TTTTTTTTTTTTTTDDD111");
    let (rival, other) = (Rival::Alone(&fast), Rival::Alone(&novice));
    let own = PairPolicy::alone(&fast);
    let same = follow(&track, &own, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
    near(same.at(0, 0), 0.667_603);
    let best = response(&track, rival);
    near(best.chances.at(0, 0), 0.698_228);
    near(best.chances.second(0, 0), 0.364_852);
    for (common, value) in [(1.0, 0.698_228), (0.5, 0.516_842), (0.0, 0.350_842)] {
        let setting = Setting { payoff: Payoff::at_once(common), ..Setting::wins(rival) };
        let at_once = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
        near(at_once.chances.at(0, 0), value);
    }
    let both = both_best(&track, 1e-9, &budget, &Silent).unwrap();
    let against =
        follow(&track, &both.policy, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
    near(against.at(0, 0), 0.697_842);
    let best = response(&track, other);
    near(best.chances.at(0, 0), 0.706_179);
    near(best.chances.second(0, 0), 0.431_651);
    let single = follow(&track, &own, &Setting::wins(other), 1e-9, &budget, &Silent).unwrap();
    near(single.at(0, 0), 0.684_505);
    assert!(holds(response(&track, rival).chances.at(17, 18), "1/6"));
}

#[test]
fn giving_up_has_its_shares() {
    // Wins, losses and quits on the paper's board against the novice, in per cent.
    let track = track(&[]);
    let budget = Budget::unlimited();
    let novice = Policy::novice(&track).unwrap();
    let rival = Rival::Alone(&novice);
    let quits = Quits::Apart(10);
    let shares = |policy: &PairPolicy| {
        [Payoff::WIN, Payoff::LOSS, Payoff::QUIT].map(|payoff| {
            let setting = Setting { rival, quits, payoff };
            let chances = follow(&track, policy, &setting, 1e-9, &budget, &Silent).unwrap();
            format!("{:.1}", 100.0 * chances.at(0, 0).middle())
        })
    };
    let fast = PairPolicy::alone(&fastest(&track).policy);
    assert_eq!(shares(&fast), ["58.6", "23.5", "17.9"]);
    let best = response(&track, rival);
    assert_eq!(shares(&best.policy), ["60.6", "21.6", "17.9"]);
    let setting = Setting { rival, quits, payoff: Payoff::WIN };
    let keeping = best_response(&track, &setting, 1e-9, &budget, &Silent).unwrap();
    assert_eq!(shares(&keeping.policy), ["60.7", "22.0", "17.3"]);
}

#[test]
fn gates_are_passed_where_plain_value_iteration_gives_up() {
    for (n_gates, turns, chance) in [(1, "72", "36/71"), (2, "2664", "1678356/3355451")] {
        let board = boards::Board::gates(n_gates);
        let n = board.n.to_string();
        let track = track(&[("n", &n), ("jumps", &written(&board.jumps))]);
        let found = fastest(&track);
        assert!(holds(found.at(0), turns), "{:?}", found.at(0));
        let rival = Rival::Alone(&found.policy);
        let best = response(&track, rival);
        assert!(holds(best.chances.at(0, 0), chance), "{:?}", best.chances.at(0, 0));
        // Sweeps that stop at a small change are far from the true value.
        let mut plain = Plain::new(&track, rival, Quits::Never);
        while plain.sweep() > 1e-5 {}
        assert!(plain.values[0] < best.chances.at(0, 0).low - 3e-5, "{}", plain.values[0]);
    }
    let board = boards::Board::gates(3);
    let track = track(&[("n", "40"), ("jumps", &written(&board.jumps))]);
    let found = fastest(&track);
    assert!(found.at(0).holds(95_976.0), "{:?}", found.at(0));
    let best = response(&track, Rival::Alone(&found.policy));
    let chance = best.chances.at(0, 0);
    assert!(0.500_004_7 < chance.low && chance.high < 0.500_005_7, "{chance:?}");
}

#[test]
fn waiting_is_no_win() {
    // The opponent stays on 6 forever, and gives up if we are four squares away.
    let track = track(&[("n", "8"), ("jumps", "4-3.5-0")]);
    let waits = Policy(vec![2; 8]);
    assert_eq!(waits.stalls(&track), [0, 1, 2, 3, 4, 6]);
    let setting =
        Setting { rival: Rival::Alone(&waits), quits: Quits::Apart(4), payoff: Payoff::WIN };
    let best = best_response(&track, &setting, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert!(holds(best.chances.at(3, 6), "5/6"), "{:?}", best.chances.at(3, 6));
    assert_eq!(best.policy.action(3, 6), 2, "two dice, not the step that comes back");
    assert!(best.finishes);
    let own = follow(&track, &best.policy, &setting, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert!(holds(own.at(3, 6), "5/6"), "{:?}", own.at(3, 6));
    // If it never gives up, we always win.
    let best = response(&track, Rival::Alone(&waits));
    assert!(best.finishes && holds(best.chances.at(3, 6), "1"));
}

#[test]
fn three_squares_prove_what_they_should() {
    let game = game(&[("n", "3")]);
    let track = Track::of(&game);
    assert_eq!(game.squares_of(&game.facing([0, 1], Side::First)), [0, 1]);
    let (steps, dice) = (Policy(vec![0, 0, 0]), Policy(vec![0, 1, 0]));
    let at_once = response(&track, Rival::Alone(&steps));
    assert!(holds(at_once.chances.at(0, 1), "1/6"));
    assert_eq!(at_once.policy.action(0, 1), 1);
    let slow = response(&track, Rival::Alone(&dice));
    assert!(holds(slow.chances.at(0, 1), "5/6"));
    let budget = Budget::unlimited();
    let for_ever = PairPolicy::alone(&Policy(vec![1, 0, 0]));
    let setting = Setting::wins(Rival::Alone(&dice));
    let value = follow(&track, &for_ever, &setting, 1e-9, &budget, &Silent).unwrap();
    assert!(holds(value.at(0, 1), "11/16"), "{:?}", value.at(0, 1));
}
