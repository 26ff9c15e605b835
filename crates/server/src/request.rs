//! Parts of requests, and answers as JSON.

use super::refusal::Refused;
use super::state::Shared;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A body in JSON.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Shared) -> Result<Body<T>, Refused> {
        if !is_json(request.headers()) {
            return Err(Refused::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the content type of the body is not JSON",
            )
            .hint("send `Content-Type: application/json`"));
        }
        if length(request.headers()).is_some_and(|it| it > app.settings.body_limit as u64) {
            return Err(too_long());
        }
        let patience = app.settings.patience;
        let read = tokio::time::timeout(patience, Bytes::from_request(request, app)).await;
        let bytes = match read {
            Ok(bytes) => bytes.map_err(|rejection| unread(&rejection))?,
            Err(_) => {
                return Err(Refused::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "the body took too long to arrive",
                ));
            }
        };
        // Every body must be an object; serde's derived readers would also accept an array of
        // fields.
        if bytes.iter().find(|it| !it.is_ascii_whitespace()) == Some(&b'[') {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(unreadable(status, "it is an array, not an object"));
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let value = T::deserialize(&mut json).and_then(|value| json.end().map(|()| value));
        value.map(Body).map_err(|error| unfit(&error))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = kind.map(|it| it.split(';').next().unwrap_or_default().trim().to_lowercase());
    kind.as_deref() == Some("application/json")
}

/// The length of the body, from its header.
fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_long() -> Refused {
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
}

fn unread(rejection: &BytesRejection) -> Refused {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => too_long(),
        _ => Refused::new(StatusCode::BAD_REQUEST, "the body ended too early"),
    }
}

fn unfit(error: &serde_json::Error) -> Refused {
    let status =
        if error.is_data() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::BAD_REQUEST };
    unreadable(status, &error.to_string())
}

fn unreadable(status: StatusCode, why: &str) -> Refused {
    Refused::new(status, format!("the body cannot be read: {why}"))
        .hint("`/api/openapi.json` describes what is valid")
}

/// The query of the address.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Refused> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Asked(value)),
            Err(rejection) => Err(Refused::new(StatusCode::BAD_REQUEST, rejection.body_text())
                .hint("`/api/openapi.json` describes what is valid")),
        }
    }
}

/// A name in the path.
pub(crate) struct Named(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Refused> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Named(name)),
            Err(_) => Err(Refused::new(StatusCode::BAD_REQUEST, "the path is not valid UTF-8")),
        }
    }
}

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
