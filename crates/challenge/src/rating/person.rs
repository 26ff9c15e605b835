//! The rating of a person and its deviation: Glicko-2, updated after every attempt.

use super::scale;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// The rating of a person at one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate, on the scale of [`scale`].
    pub rating: f64,
    /// The uncertainty of the estimate: its standard deviation.
    pub deviation: f64,
    /// The expected fluctuation of the strength itself.
    pub volatility: f64,
}

/// More days than this without a rated try do not increase the deviation further.
const MOST_DAYS: u32 = 3650;

impl Rating {
    /// The initial rating.
    pub const NEW: Rating = Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// The rating after a rated try at a level with the rating `level`, `days` whole days after
    /// the last rated try.
    #[must_use]
    pub fn after(self, level: i32, solved: bool, days: u32) -> Rating {
        // A level's rating is computed, so it has no uncertainty.
        let level = Glicko2Rating { rating: f64::from(level), deviation: 0.0, volatility: 0.0 };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let person = self.away(days).into();
        let after: Rating =
            glicko2_rating_period(&person, &[(level, outcome)], &Glicko2Config::new()).into();
        // The rating period adds the volatility to the deviation and has no cap of its own; a
        // nearly certain result removes less than that.
        Rating { deviation: after.deviation.min(Rating::NEW.deviation), ..after }
    }

    /// The rating after a number of whole days without a rated try: the deviation grows.
    #[must_use]
    pub fn away(self, days: u32) -> Rating {
        let mut person = Glicko2Rating::from(self);
        for _ in 0..days.min(MOST_DAYS) {
            person = decay_deviation(&person);
        }
        person.into()
    }

    /// The expected chance to solve a level with this rating.
    pub fn expected(self, level: i32) -> f64 {
        scale::expected(self.rating, f64::from(level))
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(it: Glicko2Rating) -> Rating {
        Rating { rating: it.rating, deviation: it.deviation, volatility: it.volatility }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(it: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: it.rating, deviation: it.deviation, volatility: it.volatility }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Glicko-2 as published, for one result against a rating without uncertainty. Finds the
    /// volatility by bisection instead of the faster published method.
    fn by_the_book(person: Rating, level: i32, solved: bool) -> Rating {
        let unit = 173.7178;
        let (mu, phi) = ((person.rating - 1500.0) / unit, person.deviation / unit);
        let expected = 1.0 / (1.0 + (-(mu - (f64::from(level) - 1500.0) / unit)).exp());
        let v = 1.0 / (expected * (1.0 - expected));
        let surprise = f64::from(u8::from(solved)) - expected;
        let delta = v * surprise;
        let (tau, a) = (0.5_f64, (person.volatility * person.volatility).ln());
        let f = |x: f64| {
            let whole = phi * phi + v + x.exp();
            x.exp() * (delta * delta - whole) / (2.0 * whole * whole) - (x - a) / (tau * tau)
        };
        let (mut low, mut high) = (a - 20.0, a + 20.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        let volatility = (low / 2.0).exp();
        let before = phi.hypot(volatility);
        let after = 1.0 / (1.0 / (before * before) + 1.0 / v).sqrt();
        let rating = mu + after * after * surprise;
        Rating { rating: rating * unit + 1500.0, deviation: after * unit, volatility }
    }

    #[test]
    fn a_try_moves_a_rating_as_the_book_says() {
        let mut person = Rating::NEW;
        for (level, solved) in
            [(1500, true), (1700, true), (1900, false), (1650, false), (600, true), (2400, false)]
        {
            let (moved, book) =
                (person.after(level, solved, 0), by_the_book(person, level, solved));
            assert!((moved.rating - book.rating).abs() < 1e-3, "{moved:?} {book:?}");
            assert!((moved.deviation - book.deviation).abs() < 1e-3, "{moved:?} {book:?}");
            assert!((moved.volatility - book.volatility).abs() < 1e-6, "{moved:?} {book:?}");
            assert_eq!(moved.rating > person.rating, solved);
            person = moved;
        }
    }

    #[test]
    fn days_away_make_it_less_sure_and_no_more_than_at_first() {
        let person = Rating { deviation: 60.0, ..Rating::NEW };
        assert_eq!(person.away(0), person);
        let month = person.away(30);
        assert!((month.deviation - 60.0_f64.hypot(30.0_f64.sqrt() * 0.06 * 173.7178)).abs() < 1e-6);
        assert_eq!(month, Rating { deviation: month.deviation, ..person });
        assert_eq!(person.away(u32::MAX), Rating::NEW);
        assert_eq!(person.after(1500, true, 30), month.after(1500, true, 0));
    }
}
