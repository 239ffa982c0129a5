//! Users and their tokens.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderMap};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Service;
use super::answer::{Answer, Sent, Wanted};
use super::tokens::{LASTS_S, Subject, client_of};
use super::who::Operator;
use crate::model::{NewUser, Problem, Registered};

/// Makes a user, and the client of theirs.
#[utoipa::path(post, path = "/v1/users", request_body = NewUser, security(("operator" = [])), responses(
    (status = 201, body = Registered), (status = 422, body = Problem, description = "The name is taken or broken")))]
pub async fn make(
    State(service): State<Arc<Service>>,
    _: Operator,
    wanted: Wanted,
    Sent(new): Sent<NewUser>,
) -> Answer {
    let user = service.pubsub.make_user(new.name).await?;
    let client_secret = service.tokens.make_client(&service.pubsub, user.id).await?;
    let registered = Registered { id: user.id, client_id: client_of(user.id), client_secret };
    wanted.answer(StatusCode::CREATED, &registered)
}

/// A request for a token (RFC 6749, section 4.4).
#[derive(Deserialize, ToSchema)]
pub struct Grant {
    /// `client_credentials`.
    grant_type: String,
    /// The client, where it is not named by HTTP Basic.
    client_id: Option<String>,
    /// Its secret.
    client_secret: Option<String>,
    /// The operator gets a token for a user with the scope `user:NUMBER`.
    scope: Option<String>,
}

/// A token (RFC 6749, section 5.1).
#[derive(Serialize, ToSchema)]
pub struct Granted {
    /// The token.
    access_token: String,
    /// `Bearer`.
    token_type: &'static str,
    /// How long it is good for, seconds.
    expires_in: u64,
}

/// Why there is no token (RFC 6749, section 5.2).
#[derive(Serialize, ToSchema)]
pub struct NotGranted {
    /// The word of the standard.
    error: &'static str,
    /// What helps.
    error_description: &'static str,
}

fn refused(status: StatusCode, error: &'static str, error_description: &'static str) -> Response {
    let body = serde_json::to_vec(&NotGranted { error, error_description }).unwrap_or_default();
    (status, [("content-type", "application/json"), ("cache-control", "no-store")], body).into_response()
}

/// The client and its secret by HTTP Basic.
fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, said) = value.split_once(' ')?;
    let said = String::from_utf8(STANDARD.decode(said.trim()).ok()?).ok()?;
    let (client, secret) = said.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| (client.to_owned(), secret.to_owned()))
}

/// Gives a client a token.
#[utoipa::path(post, path = "/oauth/token", request_body(content = Grant, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Granted), (status = 400, body = NotGranted), (status = 401, body = NotGranted)))]
pub async fn token(State(service): State<Arc<Service>>, headers: HeaderMap, Form(grant): Form<Grant>) -> Answer {
    if grant.grant_type != "client_credentials" {
        let helps = "the grant is client_credentials";
        return Ok(refused(StatusCode::BAD_REQUEST, "unsupported_grant_type", helps));
    }
    let in_form = grant.client_id.zip(grant.client_secret);
    let client = basic(&headers).or(in_form);
    let subject = match &client {
        Some((client, secret)) => service.tokens.client(&service.pubsub, client, secret)?,
        None => None,
    };
    let Some(subject) = subject else {
        let helps = "send the client and its secret by HTTP Basic, or as client_id and client_secret";
        return Ok(refused(StatusCode::UNAUTHORIZED, "invalid_client", helps));
    };
    let asked = grant.scope.as_deref().filter(|scope| !scope.is_empty());
    let user = asked.and_then(|scope| scope.strip_prefix("user:")).and_then(|user| user.parse().ok());
    let subject = match (asked, subject, user) {
        (None, subject, _) => subject,
        (Some(_), Subject::Operator, Some(user)) if service.pubsub.source(user).is_ok_and(|it| it.kind == "user") => {
            Subject::User(user)
        }
        _ => {
            let helps = "the operator alone asks for a scope, which is user:NUMBER";
            return Ok(refused(StatusCode::BAD_REQUEST, "invalid_scope", helps));
        }
    };
    let access_token = service.tokens.issue(subject);
    let granted = Granted { access_token, token_type: "Bearer", expires_in: LASTS_S };
    let body = serde_json::to_vec(&granted).unwrap_or_default();
    Ok(([(CACHE_CONTROL, "no-store"), (axum::http::header::CONTENT_TYPE, "application/json")], body).into_response())
}
