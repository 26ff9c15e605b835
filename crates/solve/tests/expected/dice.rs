//! Games with dice: Pig compared with value iteration, races with the race solver.

use crate::players::played;
use spar_games::ladders::{Ladders, Recipe, Setup, Shape};
use spar_rules::{Game, Separable, Side, SplitMix, Turn};
use spar_solve::mdp::expected::{Expected, meet, respond};
use spar_solve::mdp::track::pairs::{PairPolicy, Rival, Setting, best_response, both_best, follow};
use spar_solve::mdp::track::{Policy, Track};
use spar_solve::{Budget, Interval, Silent};
use spar_testkit::{Pig, PigPosition};

/// Pig by plain value iteration: the winning chance of the side to move, indexed by its sum,
/// the opponent's sum and the sum of this turn.
struct PigTable {
    goal: usize,
    chances: Vec<f64>,
}

impl PigTable {
    fn new(goal: usize) -> PigTable {
        let mut table = PigTable { goal, chances: vec![0.5; goal * goal * goal] };
        loop {
            let mut change = 0.0_f64;
            for own in 0..goal {
                for other in 0..goal {
                    for rolled in (0..goal - own).rev() {
                        let chance = table.better(own, other, rolled);
                        let known = &mut table.chances[(own * goal + other) * goal + rolled];
                        change = change.max((chance - *known).abs());
                        *known = chance;
                    }
                }
            }
            if change < 1e-15 {
                return table;
            }
        }
    }

    fn at(&self, own: usize, other: usize, rolled: usize) -> f64 {
        let is_won = own + rolled >= self.goal;
        if is_won { 1.0 } else { self.chances[(own * self.goal + other) * self.goal + rolled] }
    }

    fn better(&self, own: usize, other: usize, rolled: usize) -> f64 {
        let faces: f64 = (2..=6).map(|face| self.at(own, other, rolled + face)).sum();
        let rolls = (1.0 - self.at(other, own, 0) + faces) / 6.0;
        if rolled == 0 { rolls } else { rolls.max(1.0 - self.at(other, own + rolled, 0)) }
    }
}

/// Checks that every position before a choice has the chance in the table.
fn check_pig(goal: u8) -> Interval {
    let game = Pig { goal, faces: 6 };
    let found = played(&game, &game.start());
    let table = PigTable::new(usize::from(goal));
    for (position, _) in found.entries() {
        let PigPosition { kept, rolled, side, .. } = *position;
        let Turn::Play(_) = game.turn(position) else { continue };
        let own = usize::from(kept[side as usize]);
        let other = usize::from(kept[side.other() as usize]);
        let expected = table.at(own, other, usize::from(rolled));
        let bounds = found.outlook(position, side).unwrap().bounds();
        // There are no draws, so the result is the chance to win.
        assert!(bounds.draw.high < 1e-9, "{position:?}: {bounds:?}");
        for it in [bounds.result, bounds.win, bounds.loss.opposite()] {
            assert!((it.middle() - expected).abs() < 1e-9, "{position:?}: {it:?} {expected}");
            assert!(it.width() < 1e-9, "{position:?}: {it:?}");
        }
    }
    found.outlook(&game.start(), Side::First).unwrap().result()
}

#[test]
fn pig_has_the_chances_of_value_iteration() {
    check_pig(6);
    let start = check_pig(20);
    assert!(start.low > 0.5, "who begins has the better chance: {start}");
}

#[test]
#[ignore = "60 s: cargo test --release -p spar-solve --test expected -- --ignored"]
fn pig_to_100_is_won_by_who_begins_as_often_as_published() {
    // Neller and Presser, Optimal play of the dice game Pig (2004): 0.530592.
    let game = Pig { goal: 100, faces: 6 };
    let start = played(&game, &game.start()).outlook(&game.start(), Side::First).unwrap();
    assert!((start.result().middle() - 0.530_592).abs() < 1e-6, "{:?}", start.result());
}

/// A small random board on which pieces may bounce or stay.
fn random_board(random: &mut SplitMix) -> Ladders {
    loop {
        let n = 4 + random.below(7) as u32;
        let recipe = Recipe {
            n,
            ladders: random.below(3) as u32,
            snakes: random.below(3) as u32,
            longest: n,
            seed: random.next_u64(),
        };
        let overflow = random.pick(&["stay", "bounce"]).unwrap();
        let mut setup = Setup::read(&[("overflow", overflow)]).unwrap();
        setup.shape = Shape::Random(recipe);
        if let Ok(game) = Ladders::new(setup) {
            return game;
        }
    }
}

/// The expected result of a side to move, for its own square and the opponent's.
fn expects(game: &Ladders, found: &Expected<Ladders>, own: u32, other: u32) -> Option<Interval> {
    let position = game.facing([own, other], Side::First);
    Some(found.outlook(&position, Side::First)?.bounds().result)
}

#[test]
fn races_have_the_chances_of_the_race_solver_if_both_play_their_best() {
    let mut random = SplitMix::new(7);
    let mut n_checked = 0;
    for case in 0..60 {
        let game = random_board(&mut random);
        let both = both_best(&Track::of(&game), 1e-12, &Budget::unlimited(), &Silent).unwrap();
        if !both.finishes {
            // Endless play has value 0 there, and counts as a draw here.
            continue;
        }
        let found = played(&game, &game.start());
        for own in 0..game.squares() {
            for other in 0..game.squares() {
                let Some(result) = expects(&game, &found, own, other) else { continue };
                let chance = both.chance(own as usize, other as usize);
                assert!(result.meets(chance), "{case} {own} {other}: {result:?} {chance:?}");
                assert!(result.width() < 1e-9, "{case} {own} {other}: {result:?}");
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 500, "{n_checked}");
}

#[test]
fn races_have_the_chances_of_the_race_solver_against_a_given_player() {
    let mut random = SplitMix::new(8);
    let budget = Budget::unlimited();
    let mut n_checked = 0;
    for case in 0..120 {
        let game = random_board(&mut random);
        let track = Track::of(&game);
        let n = track.n();
        let n_actions = game.actions().len() as u64;
        let draw =
            |random: &mut SplitMix| Policy((0..n).map(|_| random.below(n_actions) as u8).collect());
        let (ours, theirs) = (draw(&mut random), draw(&mut random));
        if !theirs.stalls(&track).is_empty() {
            // A player may wait forever: endless play has value 0 there, and counts as a draw
            // here.
            continue;
        }
        let setting = Setting::wins(Rival::Alone(&theirs));
        let best = best_response(&track, &setting, 1e-12, &budget, &Silent).unwrap();
        let both = PairPolicy::alone(&ours);
        let followed = follow(&track, &both, &setting, 1e-12, &budget, &Silent).unwrap();
        let mut ask = |position: &_, out: &mut Vec<_>| {
            let Turn::Play(side) = game.turn(position) else { return Err(()) };
            let policy = if side == Side::First { &ours } else { &theirs };
            let square = game.squares_of(position)[side as usize];
            out.push((game.legal(position)[usize::from(policy.0[square as usize])], 1));
            Ok(())
        };
        let start = game.start();
        let met = meet(&game, &start, &mut ask, &budget, &Silent).map_err(|_| ()).unwrap();
        let responded = respond(&game, &start, Side::First, &mut ask, &budget, &Silent);
        let responded = responded.map_err(|_| ()).unwrap();
        for own in 0..n as u32 - 1 {
            for other in 0..n as u32 - 1 {
                let at = (own as usize, other as usize);
                for (found, chance) in
                    [(&met, followed.at(at.0, at.1)), (&responded, best.chances.at(at.0, at.1))]
                {
                    let Some(result) = expects(&game, found, own, other) else { continue };
                    assert!(result.meets(chance), "{case} {at:?}: {result:?} {chance:?}");
                    assert!(result.width() < 1e-9, "{case} {at:?}: {result:?}");
                    n_checked += 1;
                }
            }
        }
    }
    assert!(n_checked > 500, "{n_checked}");
}
