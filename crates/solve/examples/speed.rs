use spar_games::lines::{Keys, Lines};
use spar_solve::{Budget, Silent, explicit::Table};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let threads: usize = a[3].parse().unwrap();
    let keys = Keys::preset("connect4").unwrap().with(&[("rows", &a[1]), ("cols", &a[2])]).unwrap();
    let game = Lines::new(keys).unwrap();
    for _ in 0..3 {
        let t = Instant::now();
        let f = floor(149_818_972);
        let floor_time = t.elapsed().as_secs_f64();
        let t = Instant::now();
        let mut table =
            Table::solve(&game, &Budget::unlimited().with_threads(threads), &Silent).unwrap();
        let solve_time = t.elapsed().as_secs_f64();
        println!(
            "floor {floor_time:.2} solve {solve_time:.2} ratio {:.3} positions {} {f}",
            solve_time / floor_time,
            table.summary().positions
        );
        if a.len() > 4 {
            let t = Instant::now();
            table.count_layers(&game, &Budget::unlimited().with_threads(threads), &Silent).unwrap();
            println!("layers {:.2} {:?}", t.elapsed().as_secs_f64(), table.summary());
        }
    }
}
fn floor(edges: u64) -> u64 {
    let table: Vec<u64> = (0..220_000_000 / 8).collect();
    let lines = table.len() as u64 / 8;
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    let mut sum = 0u64;
    for _ in 0..2 * edges {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        sum = sum.wrapping_add(table[((x as u128 * lines as u128) >> 64) as usize * 8]);
    }
    sum
}
