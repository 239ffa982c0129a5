//! Whom a request speaks for.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::Service;
use super::answer::Failed;
use super::tokens::Subject;
use crate::keys::Node;

/// The user that the bearer token speaks for.
#[derive(Debug, Clone, Copy)]
pub struct User(pub Node);

/// That the bearer token speaks for the operator.
#[derive(Debug, Clone, Copy)]
pub struct Operator;

/// A request that no token, or none that is good, came with (RFC 6750, section 3).
#[derive(Debug)]
pub struct Unknown(Failed);

impl Unknown {
    fn new() -> Self {
        let problem = "send a bearer token: POST /oauth/token gives one, for an hour";
        Self(Failed::new(StatusCode::UNAUTHORIZED, problem))
    }
}

impl IntoResponse for Unknown {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        let value = axum::http::HeaderValue::from_static("Bearer realm=\"feed\"");
        response.headers_mut().insert(axum::http::header::WWW_AUTHENTICATE, value);
        response
    }
}

fn subject(parts: &Parts, service: &Service) -> Option<Subject> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| service.tokens.subject(token.trim())).flatten()
}

impl FromRequestParts<Arc<Service>> for User {
    type Rejection = Unknown;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<Service>) -> Result<Self, Unknown> {
        match subject(parts, service) {
            Some(Subject::User(user)) => Ok(Self(user)),
            Some(Subject::Operator) | None => Err(Unknown::new()),
        }
    }
}

impl FromRequestParts<Arc<Service>> for Operator {
    type Rejection = Unknown;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<Service>) -> Result<Self, Unknown> {
        match subject(parts, service) {
            Some(Subject::Operator) => Ok(Self),
            Some(Subject::User(_)) | None => Err(Unknown::new()),
        }
    }
}
