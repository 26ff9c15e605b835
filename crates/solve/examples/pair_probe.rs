use spar_games::ladders::{Ladders, Setup};
use spar_solve::mdp::race::{Policy, Track, pairs::*, turns};
use spar_solve::{Budget, Silent};
use std::time::Instant;
fn main() {
    let b = Budget::unlimited();
    let arg: Vec<String> = std::env::args().skip(1).collect();
    let settings: Vec<(&str, &str)> = arg.iter().map(|a| a.split_once('=').unwrap()).collect();
    let g = Ladders::new(Setup::read(&settings).unwrap()).unwrap();
    let t = Track::of(&g);
    let fast = turns::fewest(&t, 1e-9, &b, &Silent).unwrap();
    println!("turns {:?} stalls {:?}", fast.at(0), fast.policy.stalls(&t));
    for (name, policy) in
        [("fastest", fast.policy.clone()), ("novice", Policy::novice(&t).unwrap())]
    {
        let t0 = Instant::now();
        let r =
            best_response(&t, &Setting::wins(Rival::Alone(&policy)), 1e-9, &b, &Silent).unwrap();
        println!(
            "{name} first {:?} {:e} second {:?} sweeps {} {:?} {}",
            r.chances.at(0, 0),
            r.chances.at(0, 0).width(),
            r.chances.second(0, 0),
            r.chances.sweeps,
            t0.elapsed(),
            r.finishes
        );
    }
    let t0 = Instant::now();
    let r = both_best(&t, 1e-9, &b, &Silent).unwrap();
    println!(
        "both {:?} {:e} sweeps {} {:?} {}",
        r.chance(0, 0),
        r.chance(0, 0).width(),
        r.sweeps,
        t0.elapsed(),
        r.finishes
    );
    if t.n() == 20 {
        for i in 0..20 {
            println!(
                "{}",
                (0..20)
                    .map(|j| t.actions()[r.policy.action(i, j) as usize].letter)
                    .collect::<String>()
            );
        }
    }
}
