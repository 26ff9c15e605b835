//! The scale on which levels and people are rated: who has 400 points more than a level
//! is ten times as likely to solve it as not.
//!
//! Players of some foresight have stated ratings on it. They were derived once, from exact
//! duels between each two of them: from every position of `tictactoe`, `bottom2` and
//! `connect3` (up to symmetry) that the side to move wins, but not at once, in both seatings;
//! a draw is half a point; the games weigh alike. The ratings are those under which the
//! points of each player are what the scale expects, with foresight 1 at 1500.

use crate::policy::{Player, Ties};

/// Who has so many points more is ten times as likely to solve a level as not.
const POINTS: f64 = 400.0;

/// The ratings of the players of foresight 0, 1, 2 and 3.
pub const STATED: [i32; 4] = [1233, 1500, 1530, 1533];

/// The player whose rating is the one of this number in [`STATED`].
pub fn stated_player(number: usize) -> Player {
    Player::foresight(number as u32, Ties::Any)
}

/// The chance that goes with these ratings.
pub fn expected(person: f64, level: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((level - person) / POINTS))
}

/// The rating of a level that somebody of this rating solves with this chance, above 0 and
/// below 1.
pub fn level_for(person: f64, chance: f64) -> f64 {
    person + POINTS * ((1.0 - chance) / chance).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_for_a_chance_is_solved_with_it() {
        for chance in [0.02, 0.3, 0.5, 0.9] {
            assert!((expected(1600.0, level_for(1600.0, chance)) - chance).abs() < 1e-12);
        }
        assert!((expected(1900.0, 1500.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
