//! The scale on which levels and people are rated.

/// Who has so many points more is ten times as likely to solve a level.
const POINTS: f64 = 400.0;

/// The chance that goes with these ratings.
pub fn expected(person: f64, level: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((level - person) / POINTS))
}
