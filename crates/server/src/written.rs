//! What the store says, as answers to requests.

use super::refusal::Refused;
use super::troubles::Troubles;
use axum::http::StatusCode;
use spar_store::{Millis, StoreError};

/// Why the store refused, as a request is refused; trouble is told to the log.
pub(crate) fn refused(error: StoreError, troubles: &Troubles) -> Refused {
    match error {
        StoreError::Conflict => conflict(),
        StoreError::Gone => {
            Refused::new(StatusCode::NOT_FOUND, "there is no such thing, or it is not yours")
        }
        StoreError::Full => Refused::busy(),
        error => {
            troubles.tell(&error);
            Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the store cannot be used now")
                .hint("try again in a moment; the server's log says more")
                .after(5)
        }
    }
}

/// Somebody was faster.
pub(crate) fn conflict() -> Refused {
    Refused::new(StatusCode::CONFLICT, "this game has gone on meanwhile")
        .hint("load it again to see how it stands")
}

/// A time as RFC 3339.
pub(crate) fn time(at: Millis) -> String {
    jiff::Timestamp::from_millisecond(at).unwrap_or_default().to_string()
}
