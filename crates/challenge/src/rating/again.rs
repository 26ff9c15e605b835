//! Spaced repetition: a missed level comes back after two other levels, and then one day and
//! three days after it was solved.

use rustc_hash::FxHashMap;

/// A try at a level, with the data for spaced repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The level: the same text for all images of its position.
    pub level: &'a str,
    /// Whether it was solved.
    pub solved: bool,
    /// Whether help was requested.
    pub helped: bool,
    /// When it was decided, in milliseconds.
    pub at: i64,
}

/// When a level comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// After this number of other levels.
    After(u32),
    /// At this time, in milliseconds.
    At(i64),
}

impl Due {
    /// Returns whether the level is due.
    pub fn is_now(self, now: i64) -> bool {
        match self {
            Due::After(levels) => levels == 0,
            Due::At(at) => at <= now,
        }
    }
}

/// A level that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back {
    /// The index of the last try at it.
    pub last: usize,
    /// When it is due.
    pub due: Due,
}

/// The number of other levels before a missed one comes back.
const OTHERS: u32 = 2;

/// A day in milliseconds.
pub const DAY: i64 = 24 * 60 * 60 * 1000;

/// The whole days from one time in milliseconds to another; 0 if the second is earlier.
pub fn days_between(from: i64, to: i64) -> u32 {
    u32::try_from((to - from).max(0) / DAY).unwrap_or(u32::MAX)
}

/// The days until a level comes back after it was solved once and twice.
const DAYS: [i64; 2] = [1, 3];

/// The levels that come back after these tries at one game, in the order of their last tries.
pub fn coming_back(steps: &[Step<'_>]) -> Vec<Back> {
    // For each level the index of its last try, and how often it was solved without help since
    // it was missed.
    let mut seen: FxHashMap<&str, (usize, Option<usize>)> = FxHashMap::default();
    for (index, step) in steps.iter().enumerate() {
        let (last, solved) = seen.entry(step.level).or_default();
        *last = index;
        *solved = match (step.solved, step.helped, *solved) {
            (false, ..) => Some(0),
            (true, false, Some(times)) => Some(times + 1),
            (true, _, solved) => solved,
        };
    }
    let back = |(last, solved): (usize, Option<usize>)| {
        let due = match solved? {
            0 => Due::After(OTHERS - others(&steps[last + 1..])),
            times => Due::At(steps[last].at + DAYS.get(times - 1)? * DAY),
        };
        Some(Back { last, due })
    };
    let mut back: Vec<Back> = seen.into_values().filter_map(back).collect();
    back.sort_unstable_by_key(|it| it.last);
    back
}

/// The number of other levels after a try, up to the required number.
fn others(after: &[Step<'_>]) -> u32 {
    let Some(first) = after.first() else { return 0 };
    let is_another = after.iter().any(|it| it.level != first.level);
    OTHERS.min(1 + u32::from(is_another))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(words: &str) -> Vec<Step<'_>> {
        let step = |(index, word): (usize, &'static str)| {
            let (level, end) = word.split_at(1);
            let (solved, helped) = (end.starts_with('+'), end.ends_with('h'));
            Step { level, solved, helped, at: index as i64 }
        };
        let words: &'static str = words.to_owned().leak();
        words.split(' ').enumerate().map(step).collect()
    }

    fn back(words: &str) -> Vec<(usize, Due)> {
        coming_back(&steps(words)).into_iter().map(|it| (it.last, it.due)).collect()
    }

    #[test]
    fn a_missed_level_comes_back_after_two_others() {
        assert_eq!(back("a+"), []);
        assert_eq!(back("a-"), [(0, Due::After(2))]);
        assert_eq!(back("a- b+"), [(0, Due::After(1))]);
        assert_eq!(back("a- b+ b+"), [(0, Due::After(1))], "two others, not one twice");
        assert_eq!(back("a- b+ c+"), [(0, Due::After(0))]);
        assert!(Due::After(0).is_now(0) && !Due::After(1).is_now(i64::MAX));
    }

    #[test]
    fn then_after_one_day_and_three_days_and_no_more() {
        assert_eq!(back("a- b+ c+ a+"), [(3, Due::At(3 + DAY))]);
        assert_eq!(back("a- b+ c+ a+ a+"), [(4, Due::At(4 + 3 * DAY))]);
        assert_eq!(back("a- b+ c+ a+ a+ a+"), []);
        assert!(Due::At(5).is_now(5) && !Due::At(5).is_now(4));
    }

    #[test]
    fn only_whole_days_count_and_none_backwards() {
        assert_eq!([DAY - 1, DAY, 3 * DAY, -DAY].map(|to| days_between(0, to)), [0, 1, 3, 0]);
        assert_eq!(days_between(0, i64::MAX), u32::MAX);
    }

    #[test]
    fn missed_again_it_restarts_and_help_does_not_count() {
        assert_eq!(back("a- b+ c+ a+ a-"), [(4, Due::After(2))]);
        assert_eq!(back("a- b+ c+ a+h"), [(3, Due::After(2))]);
        assert_eq!(back("a+h"), []);
        assert_eq!(back("a- b- c+"), [(0, Due::After(0)), (1, Due::After(1))]);
    }
}
