//! What JSON over HTTP can: a failure is a status and a body, in which a code can stand.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::{Caller, path};
use crate::Fault;
use crate::ability::{self, Abilities, Attempt, FAIL, MEET, Probed, fails_with, have_met};
use crate::call::CallError;
use crate::client::Calling;
use crate::messages::Count;
use crate::phases::Stamps;

pub(super) const ABILITIES: Abilities = Abilities {
    integers: Attempt::Message,
    fault_code: Attempt::Calls(|calling| fails_with::<Count>(&mut Caller::connect(calling, FAIL)?, ability::CODE)),
    concurrent: Attempt::Calls(concurrent),
    ..Abilities::OVER_HTTP
};

/// The body of an answer that says that a method failed.
#[derive(Debug, Serialize, Deserialize)]
struct Failure {
    code: i32,
    text: String,
}

/// The methods of a probe.
pub(super) fn routes() -> Router {
    let router = Router::new().route(&path(FAIL), post(fail)).route(&path(MEET), post(meet));
    router.with_state(Arc::<Probed>::default())
}

async fn fail(Json(code): Json<Count>) -> (StatusCode, Json<Failure>) {
    (StatusCode::CONFLICT, Json(Failure { code: code.value, text: "as it was told".to_owned() }))
}

/// It waits on a thread of tokio's for what blocks.
async fn meet(State(probed): State<Arc<Probed>>, Json(longest): Json<Count>) -> Result<Json<Count>, StatusCode> {
    let met = tokio::task::spawn_blocking(move || probed.meet(longest.value)).await;
    met.map(|met| Json(met.into())).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}

/// Reads the body of an answer that is none to a right call.
pub(super) fn stated(status: &str, body: &[u8]) -> CallError {
    match serde_json::from_slice(body) {
        Ok(Failure { code, text }) => CallError::coded(code, format!("{status}: {text}")),
        // Of the router or the extractor.
        Err(_) => CallError::stated(format!("{status}: {}", String::from_utf8_lossy(body))),
    }
}

/// Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2).
fn concurrent(calling: &Calling) -> Result<(), Fault> {
    let mut caller = Caller::connect(calling, MEET)?;
    let request = serde_json::to_vec(&Count::from(ability::longest_meeting(calling)))?;
    for _ in 0..2 {
        caller.poster.send(&request)?;
    }
    have_met(caller.receive::<Count>(&mut Stamps::default())?.value)
}
