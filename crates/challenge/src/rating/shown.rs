//! The rating as a person sees it. The estimate jumps by more than a hundred points at first. So
//! it is not shown until it has settled a little, and then the shown rating follows it in small
//! steps, never against the result of a try.

/// The number of rated tries after which a rating is shown.
pub const SHOWN_FROM: u32 = 5;

/// The most points by which one try moves the shown rating.
pub const LARGEST_STEP: i32 = 20;

/// The shown rating after some rated tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownRating {
    tries: u32,
    rating: Option<i32>,
}

impl ShownRating {
    /// After one more rated try, which moved the estimate to `estimate`.
    #[must_use]
    pub fn after(self, estimate: f64, solved: bool) -> ShownRating {
        let (tries, estimate) = (self.tries + 1, estimate.round() as i32);
        let rating = match self.rating {
            Some(old) if solved => Some(estimate.clamp(old, old + LARGEST_STEP)),
            Some(old) => Some(estimate.clamp(old - LARGEST_STEP, old)),
            None => (tries >= SHOWN_FROM).then_some(estimate),
        };
        ShownRating { tries, rating }
    }

    /// The rating, once it is shown.
    pub fn rating(self) -> Option<i32> {
        self.rating
    }

    /// The number of rated tries until it is shown.
    pub fn left(self) -> u32 {
        SHOWN_FROM.saturating_sub(self.tries)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rating;
    use super::*;
    use spar_rules::SplitMix;

    #[test]
    fn the_first_tries_show_nothing_and_the_fifth_shows_the_estimate() {
        let (mut rating, mut shown) = (Rating::NEW, ShownRating::default());
        for left in (1..=SHOWN_FROM).rev() {
            assert_eq!((shown.left(), shown.rating()), (left, None));
            rating = rating.after(1480, left % 2 == 0, 0);
            shown = shown.after(rating.rating, left % 2 == 0);
        }
        assert_eq!((shown.left(), shown.rating()), (0, Some(rating.rating.round() as i32)));
    }

    #[test]
    fn one_try_moves_it_a_little_and_never_against_its_result() {
        let mut random = SplitMix::new(1);
        for _ in 0..200 {
            let (mut rating, mut shown) = (Rating::NEW, ShownRating::default());
            for _ in 0..60 {
                let level = 1100 + random.below(900) as i32;
                let solved = random.below(2) == 0;
                let days = random.below(40) as u32;
                let (old, before) = (shown, rating);
                rating = rating.after(level, solved, days);
                shown = shown.after(rating.rating, solved);
                let Some((old, new)) = old.rating().zip(shown.rating()) else { continue };
                let step = new - old;
                assert!(step.abs() <= LARGEST_STEP);
                assert!(if solved { step >= 0 } else { step <= 0 }, "{step} {solved}");
                // It moves towards the estimate, and reaches it if that is near.
                let estimate = rating.rating.round() as i32;
                let is_between = (old.min(estimate)..=old.max(estimate)).contains(&new);
                assert!(is_between, "{old} {new} {estimate} {before:?}");
                let same_way = (estimate >= old) == solved;
                let is_near = (estimate - old).abs() <= LARGEST_STEP;
                assert!(!(same_way && is_near) || new == estimate);
            }
        }
    }

    #[test]
    fn it_finds_the_strength_of_a_steady_player() {
        let mut random = SplitMix::new(7);
        let (mut rating, mut shown) = (Rating::NEW, ShownRating::default());
        for _ in 0..300 {
            let level = rating.rating.round() as i32;
            let chance = super::super::scale::expected(1750.0, f64::from(level));
            let solved = random.below(1_000_000) < (chance * 1e6) as u64;
            rating = rating.after(level, solved, 0);
            shown = shown.after(rating.rating, solved);
        }
        let off = (f64::from(shown.rating().unwrap()) - rating.rating).abs();
        assert!(off < 50.0 && (rating.rating - 1750.0).abs() < 150.0, "{shown:?} {rating:?}");
    }
}
