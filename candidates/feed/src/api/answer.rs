//! Bodies in the format that the client speaks, and refusals as statuses.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::{BODY, Service};
use crate::format::{Body, Format};
use crate::model::Problem;
use crate::refusal::Refusal;

/// What a handler gives.
pub type Answer = Result<Response, Failed>;

/// The format that the client wants to read.
#[derive(Debug, Clone, Copy)]
pub struct Wanted(pub Format);

/// Something that was not done, as its status and words.
#[derive(Debug)]
pub struct Failed {
    pub status: StatusCode,
    pub problem: String,
}

impl Failed {
    pub fn new(status: StatusCode, problem: impl Into<String>) -> Self {
        Self { status, problem: problem.into() }
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        let status = match &refusal {
            Refusal::NotFound(_) => StatusCode::NOT_FOUND,
            Refusal::Forbidden(_) => StatusCode::FORBIDDEN,
            Refusal::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::Engine(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, refusal.to_string())
    }
}

/// As JSON, whatever the client reads: what it asked for may be what is wrong.
impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&Problem { problem: self.problem }).unwrap_or_default();
        (self.status, [(CONTENT_TYPE, Format::Json.media_type())], body).into_response()
    }
}

fn text(headers: &HeaderMap, name: axum::http::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl FromRequestParts<Arc<Service>> for Wanted {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Service>) -> Result<Self, Failed> {
        let known = || Format::ALL.map(Format::media_type).join(", ");
        Format::accepted(text(&parts.headers, ACCEPT))
            .map(Self)
            .ok_or_else(|| Failed::new(StatusCode::NOT_ACCEPTABLE, format!("Accept: there are {}", known())))
    }
}

impl Wanted {
    /// An answer with a body.
    pub fn answer(self, status: StatusCode, body: &impl Body) -> Answer {
        let bytes = self.0.write(body).map_err(|error| Failed::new(StatusCode::NOT_ACCEPTABLE, error.to_string()))?;
        Ok((status, [(CONTENT_TYPE, self.0.media_type())], bytes).into_response())
    }

    /// An answer with a body, to a request that was fulfilled.
    pub fn ok(self, body: &impl Body) -> Answer {
        self.answer(StatusCode::OK, body)
    }
}

/// An answer without a body.
pub fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The body of a request, in the format that its `Content-Type` names.
pub struct Sent<T>(pub T);

impl<T: Body> FromRequest<Arc<Service>> for Sent<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, _: &Arc<Service>) -> Result<Self, Failed> {
        let format = text(request.headers(), CONTENT_TYPE).map_or(Some(Format::Json), Format::of_media_type);
        let Some(format) = format else {
            let known = Format::ALL.map(Format::media_type).join(", ");
            return Err(Failed::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("Content-Type: there are {known}")));
        };
        let bytes = axum::body::to_bytes(request.into_body(), BODY)
            .await
            .map_err(|_| Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "a body has at most 65,536 bytes"))?;
        let sent = format.read(&bytes).map_err(|error| Failed::new(StatusCode::BAD_REQUEST, error.to_string()))?;
        Ok(Self(sent))
    }
}
