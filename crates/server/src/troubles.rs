//! Trouble in the log: told at once when it begins, then counted, so that trouble that goes
//! on fills no disk.

use spar_store::StoreError;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The same trouble is told once, then at most once in this time, with its count.
const BETWEEN: Duration = Duration::from_mins(1);

/// Kinds of trouble that are told apart; what comes on top counts as one kind.
const MOST_KINDS: usize = 64;

/// Trouble so far.
#[derive(Default)]
pub(crate) struct Troubles(Mutex<HashMap<String, Seen>>);

struct Seen {
    told: Instant,
    /// How often it has come since.
    since: u64,
}

/// What the log is to say.
#[derive(Debug, PartialEq, Eq)]
enum Tell {
    /// That it came for the first time.
    First,
    /// That it came so often since it was told last.
    Times(u64),
    /// Nothing for now.
    Nothing,
}

impl Troubles {
    /// Tells the log that the store failed, unless it was told just now.
    pub(crate) fn tell(&self, error: &StoreError) {
        match self.note(&error.to_string(), Instant::now()) {
            Tell::First => tracing::error!(%error, "the store failed"),
            Tell::Times(times) => tracing::error!(%error, times, "the store failed again"),
            Tell::Nothing => {}
        }
    }

    fn note(&self, what: &str, now: Instant) -> Tell {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new_kind = !seen.contains_key(what);
        let kind = if is_new_kind && seen.len() >= MOST_KINDS { "" } else { what };
        let Some(known) = seen.get_mut(kind) else {
            seen.insert(kind.to_owned(), Seen { told: now, since: 0 });
            return Tell::First;
        };
        known.since += 1;
        if now.saturating_duration_since(known.told) < BETWEEN {
            return Tell::Nothing;
        }
        known.told = now;
        Tell::Times(std::mem::take(&mut known.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_told_at_once_and_then_counted() {
        let (troubles, begin) = (Troubles::default(), Instant::now());
        assert_eq!(troubles.note("full", begin), Tell::First);
        for second in 0..59 {
            let now = begin + Duration::from_secs(second);
            assert_eq!(troubles.note("full", now), Tell::Nothing);
        }
        assert_eq!(troubles.note("locked", begin), Tell::First, "another kind is told at once");
        assert_eq!(troubles.note("full", begin + BETWEEN), Tell::Times(60));
        assert_eq!(troubles.note("full", begin + BETWEEN), Tell::Nothing);
        assert_eq!(troubles.note("full", begin + 5 * BETWEEN), Tell::Times(2));
    }

    #[test]
    fn kinds_beyond_the_most_are_one() {
        let (troubles, now) = (Troubles::default(), Instant::now());
        let told = |number: usize| troubles.note(&number.to_string(), now) == Tell::First;
        assert_eq!((0..1000).filter(|it| told(*it)).count(), MOST_KINDS + 1);
    }
}
