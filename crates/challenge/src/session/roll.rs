//! What chance rolls in a game under way. A roll is settled by the seed of the game and by
//! how many moves stand before it: the same choice in the same place rolls the same again,
//! after a restart and after it was taken back.

use super::Session;
use super::answer::generator;
use spar_rules::Game;

/// Rolls have generators of their own, apart from those of the program's choices.
const ROLLS: u64 = 0x726f_6c6c;

/// And so has what the dice show.
const DICE: u64 = 0x6469_6365;

/// The roll that comes next, if chance rolls: each as likely as its weight says.
pub fn roll<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    weight: impl Fn(&G, &G::Position, G::Move) -> u32,
) -> Option<G::Move> {
    if !session.rolls() {
        return None;
    }
    let here = session.here();
    let mut rolls = Vec::new();
    game.moves(here, &mut rolls);
    let weights: Vec<u64> = rolls.iter().map(|mv| weight(game, here, mv.clone()).into()).collect();
    let random = &mut generator(seed ^ ROLLS, session.plies().len());
    random.weighted(weights.into_iter()).map(|index| rolls[index].clone())
}

/// Some dice that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// How many are thrown.
    pub count: u32,
    /// Each shows a number from 1 to this.
    pub faces: u32,
}

/// What dice show that were thrown after so many moves and make this sum: every way in
/// which they can do so is as likely as any other. Empty if they cannot.
pub fn faces(dice: Dice, sum: u32, seed: u64, earlier: usize) -> Vec<u32> {
    let ways = ways(dice, sum);
    let random = &mut generator(seed ^ DICE, earlier);
    let (mut left, mut shown) = (sum, Vec::new());
    for after in (0..dice.count as usize).rev() {
        let rest = |face: u32| left.checked_sub(face).map_or(0, |it| ways[after][it as usize]);
        let weights: Vec<u64> = (1..=dice.faces).map(rest).collect();
        let Some(index) = random.weighted(weights.into_iter()) else { return Vec::new() };
        let face = index as u32 + 1;
        left -= face;
        shown.push(face);
    }
    shown
}

/// In how many ways 0, 1, 2, … dice make each sum up to this one.
fn ways(dice: Dice, most: u32) -> Vec<Vec<u64>> {
    let mut none = vec![0; most as usize + 1];
    none[0] = 1;
    let mut all = vec![none];
    for number in 0..dice.count as usize {
        let one_more = |sum: u32| {
            let before = (1..=dice.faces.min(sum)).map(|face| all[number][(sum - face) as usize]);
            before.fold(0_u64, u64::saturating_add)
        };
        let next = (0..=most).map(one_more).collect();
        all.push(next);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;
    use std::collections::HashMap;

    #[test]
    fn what_dice_show_makes_the_sum_in_every_way_alike() {
        let two = Dice { count: 2, faces: 6 };
        let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
        for seed in 0..6000 {
            let shown = faces(two, 7, seed, 3);
            assert_eq!((shown.len(), shown.iter().sum::<u32>()), (2, 7));
            *seen.entry(shown).or_default() += 1;
        }
        assert_eq!(seen.len(), 6, "1-6 to 6-1");
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!(faces(two, 12, 5, 0), [6, 6]);
        assert_eq!(faces(Dice { count: 1, faces: 6 }, 4, 5, 0), [4]);
        assert!(faces(two, 13, 5, 0).is_empty() && faces(two, 1, 5, 0).is_empty());
    }

    #[test]
    fn many_dice_are_thrown_too() {
        let shown = faces(Dice { count: 8, faces: 31 }, 248, 1, 0);
        assert_eq!(shown, [31; 8]);
        assert_eq!(faces(Dice { count: 8, faces: 31 }, 8, 1, 0), [1; 8]);
    }

    #[test]
    fn what_is_drawn_is_as_likely_as_its_weight() {
        let mut random = SplitMix::new(1);
        let mut counts = [0_u32; 4];
        for _ in 0..10_000 {
            counts[random.weighted([1, 0, 2, 5].into_iter()).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((1100..1400).contains(&counts[0]) && (2300..2700).contains(&counts[2]));
        assert_eq!(random.weighted([0, 0].into_iter()), None);
    }
}
