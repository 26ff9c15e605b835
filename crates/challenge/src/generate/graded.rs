//! Levels from easy to hard, spread over all chances that there are.

/// Picks up to `count` of the candidates, each a turn with the learner's chance in
/// units: those nearest to chances evenly spaced from the best to the worst, no one
/// twice, of equal ones the earlier turn. They come from easy to hard.
pub fn graded(candidates: &[(u64, u32)], count: u64) -> Vec<u64> {
    let mut left: Vec<(u32, u64)> =
        candidates.iter().map(|(turn, units)| (*units, *turn)).collect();
    left.sort_unstable_by_key(|(units, turn)| (*units, std::cmp::Reverse(*turn)));
    let (Some(worst), Some(best)) = (left.first(), left.last()) else { return Vec::new() };
    let (worst, best) = (u128::from(worst.0), u128::from(best.0));
    let n = u128::from(count).min(left.len() as u128);
    let mut picked = Vec::new();
    for step in 0..n {
        let target = (best - (best - worst) * step / (n - 1).max(1)) as u32;
        // The last one at most as large as the target is the earliest turn of its
        // chance; so is the last one of the next larger chance.
        let above = left.partition_point(|(units, _)| *units <= target);
        let next = left
            .get(above)
            .map(|(larger, _)| left.partition_point(|(units, _)| units <= larger) - 1);
        let distance = |place: usize| left[place].0.abs_diff(target);
        let place = match (above.checked_sub(1), next) {
            (Some(low), Some(high)) if distance(high) < distance(low) => high,
            (Some(low), _) => low,
            (None, Some(high)) => high,
            (None, None) => break,
        };
        picked.push(left.remove(place));
    }
    picked.sort_unstable_by_key(|(units, turn)| (std::cmp::Reverse(*units), *turn));
    picked.into_iter().map(|(_, turn)| turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progression_goes_from_easy_to_hard_and_spreads_out() {
        let candidates: Vec<(u64, u32)> =
            (0..100).map(|turn| (turn, (turn as u32 * 37) % 101)).collect();
        let chance = |turn: &u64| candidates[*turn as usize].1;
        let picked = graded(&candidates, 5);
        let chances: Vec<u32> = picked.iter().map(chance).collect();
        assert_eq!(chances.len(), 5);
        assert!(chances.windows(2).all(|pair| pair[0] >= pair[1]), "{chances:?}");
        assert_eq!((chances[0], chances[4]), (100, 0));
        assert!(chances[2].abs_diff(50) <= 1, "{chances:?}");
    }

    #[test]
    fn equal_chances_go_by_turn_and_none_comes_twice() {
        let candidates = [(7, 10), (3, 10), (5, 10), (1, 0)];
        assert_eq!(graded(&candidates, 3), [3, 5, 1]);
        assert_eq!(graded(&candidates, 9), [3, 5, 7, 1]);
        assert_eq!(graded(&candidates, 1), [3]);
        assert_eq!(graded(&[], 4), [0_u64; 0]);
    }
}
