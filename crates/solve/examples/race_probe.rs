use spar_games::ladders::{Ladders, Setup};
use spar_solve::mdp::race::{
    Track,
    turns::{self, Order, Parts, Sweeps},
};
use spar_solve::{Budget, Silent};
use std::time::Instant;
fn main() {
    let n = std::env::args().nth(1).unwrap_or("100000".into());
    let nn: usize = n.parse().unwrap();
    let j = (nn / 10).to_string();
    let g = Ladders::new(
        Setup::read(&[
            ("n", &n),
            ("ladders", &j),
            ("snakes", &j),
            ("longest", "100"),
            ("seed", "1"),
        ])
        .unwrap(),
    )
    .unwrap();
    let t0 = Instant::now();
    let t = Track::of(&g);
    println!("track {:?}", t0.elapsed());
    let t0 = Instant::now();
    let mut p = Parts::new(&t, &Budget::unlimited()).unwrap();
    println!("components {:?} {:?}", t0.elapsed(), p.starts().len());
    p.settle(1e-9, &Budget::unlimited(), &Silent).unwrap();
    println!("parts {:?} updates {} v0 {:.12}", t0.elapsed(), p.updates(), p.values()[0]);
    let t0 = Instant::now();
    let f = turns::fewest(&t, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    println!(
        "fewest {:?} updates {} {:?} width {:e}",
        t0.elapsed(),
        f.updates,
        f.at(0),
        f.relative_width()
    );
    if std::env::args().nth(2).is_some() {
        return;
    }
    for (order, start) in
        [(Order::FromGoal, Sweeps::distances(&t)), (Order::Jacobi, vec![0.0; t.n()])]
    {
        let t0 = Instant::now();
        let mut s = Sweeps::new(&t, order, start);
        let mut k = 0;
        loop {
            k += 1;
            if s.sweep() < 1e-9 {
                break;
            }
        }
        println!("{order:?} {:?} sweeps {k} v0 {:.12}", t0.elapsed(), s.values()[0]);
    }
}
