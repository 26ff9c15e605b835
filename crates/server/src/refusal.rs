//! Why a request is refused: a status and a sentence, always as [`Refusal`].

use crate::api::Refusal;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use spar_rules::ReadError;

/// A request that is refused.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong, and how to mend it.
    pub refusal: Refusal,
    /// After how many seconds it is worth trying again.
    pub retry_after: Option<u64>,
}

impl Refused {
    /// Refuses with this status and clause.
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Refused {
        let refusal = Refusal { error: error.into(), hint: None };
        Refused { status, refusal, retry_after: None }
    }

    /// The same with a way to mend it.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Refused {
        self.refusal.hint = Some(hint.into());
        self
    }

    /// The same with the seconds after which it is worth trying again.
    #[must_use]
    pub(crate) fn after(mut self, seconds: u64) -> Refused {
        self.retry_after = Some(seconds);
        self
    }

    /// What was named is not here.
    pub(crate) fn absent(error: ReadError) -> Refused {
        Refused { status: StatusCode::NOT_FOUND, ..Refused::from(error) }
    }

    /// Too much is being done already.
    pub(crate) fn busy() -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy")
            .hint("try again in a few seconds")
            .after(3)
    }

    /// Nothing more is begun.
    pub(crate) fn stopping() -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
            .hint("try again when it is back")
            .after(5)
    }

    /// Something broke in the server itself.
    pub(crate) fn broken() -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "something broke in the server")
            .hint("the server's log says more")
    }
}

/// What a person wrote and cannot be used.
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
