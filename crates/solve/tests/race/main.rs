//! Races: known figures, random boards, exact fractions.

#[path = "../general/boards.rs"]
mod boards;
mod budgets;
mod figures;
mod fractions;
mod policies;
mod random;

use spar_games::ladders::{Ladders, Recipe, Setup, Shape};
use spar_rules::SplitMix;
use spar_solve::mdp::track::Track;

/// The game with these settings.
fn game(settings: &[(&str, &str)]) -> Ladders {
    Ladders::new(Setup::read(settings).unwrap()).unwrap()
}

/// The track with these settings.
fn track(settings: &[(&str, &str)]) -> Track {
    Track::of(&game(settings))
}

/// Jumps in the form of a name.
fn written(jumps: &[(usize, usize)]) -> String {
    let jumps: Vec<String> = jumps.iter().map(|(from, to)| format!("{from}-{to}")).collect();
    if jumps.is_empty() { "none".to_owned() } else { jumps.join(".") }
}

/// A random board of at most this many squares, as a track and as a board for the reference.
fn random_board(random: &mut SplitMix, most: u64) -> (Track, boards::Board) {
    loop {
        let n = 4 + random.below(most - 3) as u32;
        let share = |random: &mut SplitMix| random.below(u64::from(n) / 3 + 1) as u32;
        let (ladders, snakes) = (share(random), share(random));
        let longest = 1 + random.below(u64::from(n)) as u32;
        let recipe = Recipe { n, ladders, snakes, longest, seed: random.next_u64() };
        let bounces = random.below(2) == 1;
        let overflow = if bounces { "bounce" } else { "stay" };
        let mut setup = Setup::read(&[("overflow", overflow)]).unwrap();
        setup.shape = Shape::Random(recipe);
        let Ok(game) = Ladders::new(setup) else { continue };
        let jumps = game.board().jumps().iter();
        let jumps: Vec<(usize, usize)> =
            jumps.map(|&(from, to)| (from as usize, to as usize)).collect();
        let mut board = boards::Board::new(n as usize, &jumps);
        if bounces {
            board.overflow = boards::Overflow::Bounce;
        }
        return (Track::of(&game), board);
    }
}
