//! Answers that are written where they are made, so that a thread of the network has only
//! to send them.

use super::refusal::Refused;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer as JSON.
pub(crate) struct Ready(Vec<u8>);

impl Ready {
    /// Writes an answer.
    ///
    /// # Errors
    /// Never: answers are plain data.
    pub(crate) fn of(answer: &impl Serialize) -> Result<Ready, Refused> {
        let mut bytes = serde_json::to_vec(answer).map_err(|_| Refused::broken())?;
        bytes.shrink_to_fit();
        Ok(Ready(bytes))
    }
}

impl IntoResponse for Ready {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}
