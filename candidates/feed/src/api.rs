//! The API over HTTP.

mod accounts;
mod answer;
mod entries;
mod live;
mod open_api;
mod page;
mod reading;
mod sources;
mod syndication;
mod tokens;
mod who;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};

use crate::pubsub::Pubsub;
use crate::refusal::Refusal;
use tokens::Tokens;
pub use tokens::secret;

/// The most bytes of a body.
const BODY: usize = 64 << 10;

/// What all handlers share.
pub struct Service {
    pubsub: Arc<Pubsub>,
    tokens: Tokens,
}

/// The routes of a service. `operator_secret` is that of the client `operator`.
///
/// # Errors
/// If the store gave up.
pub fn routes(pubsub: Arc<Pubsub>, operator_secret: &str) -> Result<Router, Refusal> {
    let tokens = Tokens::new(&pubsub, operator_secret)?;
    let service = Arc::new(Service { pubsub, tokens });
    let api = Router::new()
        .route("/oauth/token", post(accounts::token))
        .route("/v1/users", post(accounts::make))
        .route("/v1/sources", post(sources::make))
        .route("/v1/sources/{source}", get(sources::show).delete(sources::remove))
        .route("/v1/sources/{source}/entries", get(reading::profile).post(entries::publish))
        .route("/v1/sources/{source}/rss", get(syndication::rss))
        .route("/v1/sources/{source}/atom", get(syndication::atom))
        .route("/v1/entries/{entry}", get(entries::show).delete(entries::remove))
        .route("/v1/entries/{entry}/comments", get(entries::comments).post(entries::comment))
        .route("/v1/entries/{entry}/comments/{comment}", delete(entries::remove_comment))
        .route("/v1/subscriptions", get(sources::subscriptions))
        .route("/v1/subscriptions/{source}", put(sources::subscribe).delete(sources::unsubscribe))
        .route("/v1/home", get(reading::home))
        .route("/v1/home/unread", get(reading::unread))
        .route("/v1/home/read", put(reading::mark))
        .route("/v1/live", get(live::stream))
        .route("/openapi.json", get(open_api::document));
    Ok(api.merge(page::routes()).layer(DefaultBodyLimit::max(BODY)).with_state(service))
}
