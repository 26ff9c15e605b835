//! Why a request is refused, and how repeated errors are logged.

use crate::api::Refusal;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use spar_rules::ReadError;
use spar_store::{Millis, StoreError};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A request that is refused.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong, and how to fix it.
    pub refusal: Refusal,
    /// Seconds after which to try again.
    pub retry_after: Option<u64>,
}

impl Refused {
    /// Refuses with this status and message.
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Refused {
        let refusal = Refusal { error: error.into(), hint: None };
        Refused { status, refusal, retry_after: None }
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Refused {
        self.refusal.hint = Some(hint.into());
        self
    }

    /// Adds the seconds after which to try again.
    #[must_use]
    pub(crate) fn after(mut self, seconds: u64) -> Refused {
        self.retry_after = Some(seconds);
        self
    }

    /// Something in the request does not exist.
    pub(crate) fn absent(error: ReadError) -> Refused {
        Refused { status: StatusCode::NOT_FOUND, ..Refused::from(error) }
    }

    /// The server has too much work.
    pub(crate) fn busy() -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy")
            .hint("try again in a few seconds")
            .after(3)
    }

    /// The server is stopping.
    pub(crate) fn stopping() -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
            .hint("try again when it is back")
            .after(5)
    }

    /// An error in the server itself.
    pub(crate) fn broken() -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "an internal error occurred in the server")
            .hint("the server's log has details")
    }
}

/// An invalid text from a person.
impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Refused {
        let refusal = Refusal { error: error.what, hint: error.hint };
        Refused { status: StatusCode::UNPROCESSABLE_ENTITY, refusal, retry_after: None }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.refusal)).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// An error of the store as a refused request. Failures are logged.
pub(crate) fn refused(error: StoreError, troubles: &Troubles) -> Refused {
    match error {
        StoreError::Conflict => conflict(),
        StoreError::Gone => {
            Refused::new(StatusCode::NOT_FOUND, "it does not exist, or it belongs to somebody else")
        }
        StoreError::Full => Refused::busy(),
        error => {
            troubles.tell(&error);
            Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the store is not available right now")
                .hint("try again in a moment; the server's log has details")
                .after(5)
        }
    }
}

/// Another change came first.
pub(crate) fn conflict() -> Refused {
    Refused::new(StatusCode::CONFLICT, "this game has changed in the meantime")
        .hint("reload it to see its current state")
}

/// A time as RFC 3339.
pub(crate) fn time(at: Millis) -> String {
    jiff::Timestamp::from_millisecond(at).unwrap_or_default().to_string()
}

/// A repeated error is logged at most once in this time, with its count.
const BETWEEN: Duration = Duration::from_mins(1);

/// The most kinds of errors that are counted separately; all others count as one kind.
const MOST_KINDS: usize = 64;

/// Errors so far.
#[derive(Default)]
pub(crate) struct Troubles(Mutex<HashMap<String, Seen>>);

struct Seen {
    told: Instant,
    /// How often it occurred since.
    since: u64,
}

/// What to log.
#[derive(Debug, PartialEq, Eq)]
enum Tell {
    /// The first occurrence.
    First,
    /// The number of occurrences since the last log line.
    Times(u64),
    /// Nothing for now.
    Nothing,
}

impl Troubles {
    /// Logs a failure of the store, unless the same was logged just now.
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
