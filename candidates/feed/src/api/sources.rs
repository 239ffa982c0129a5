//! Sources, and who subscribes to them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::Service;
use super::answer::{Answer, Sent, Wanted, done};
use super::who::User;
use crate::keys::Node;
use crate::model::{NewSource, Problem, Source, Sources};

/// Makes a feed or a group.
#[utoipa::path(post, path = "/v1/sources", request_body = NewSource, security(("user" = [])), responses(
    (status = 201, body = Source), (status = 422, body = Problem)))]
pub async fn make(
    State(service): State<Arc<Service>>,
    User(user): User,
    wanted: Wanted,
    Sent(new): Sent<NewSource>,
) -> Answer {
    wanted.answer(StatusCode::CREATED, &service.pubsub.make_source(user, new).await?)
}

/// Shows a source.
#[utoipa::path(get, path = "/v1/sources/{source}", params(("source" = u32, Path)), security(("user" = [])), responses(
    (status = 200, body = Source), (status = 404, body = Problem)))]
pub async fn show(State(service): State<Arc<Service>>, _: User, Path(source): Path<Node>, wanted: Wanted) -> Answer {
    wanted.ok(&service.pubsub.source(source)?)
}

/// Removes a feed or a group. Its entries and subscriptions go in the background.
#[utoipa::path(delete, path = "/v1/sources/{source}", params(("source" = u32, Path)), security(("user" = [])),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn remove(State(service): State<Arc<Service>>, User(user): User, Path(source): Path<Node>) -> Answer {
    service.pubsub.delete_source(source, user).await?;
    done()
}

/// Shows what the user subscribes to.
#[utoipa::path(get, path = "/v1/subscriptions", security(("user" = [])), responses((status = 200, body = Sources)))]
pub async fn subscriptions(State(service): State<Arc<Service>>, User(user): User, wanted: Wanted) -> Answer {
    wanted.ok(&service.pubsub.subscriptions(user)?)
}

/// Subscribes to a source; nothing changes where the user does.
#[utoipa::path(put, path = "/v1/subscriptions/{source}", params(("source" = u32, Path)), security(("user" = [])),
    responses((status = 204), (status = 404, body = Problem)))]
pub async fn subscribe(State(service): State<Arc<Service>>, User(user): User, Path(source): Path<Node>) -> Answer {
    service.pubsub.subscribe(user, source).await?;
    done()
}

/// Ends a subscription; nothing changes where there is none.
#[utoipa::path(delete, path = "/v1/subscriptions/{source}", params(("source" = u32, Path)), security(("user" = [])),
    responses((status = 204)))]
pub async fn unsubscribe(State(service): State<Arc<Service>>, User(user): User, Path(source): Path<Node>) -> Answer {
    service.pubsub.unsubscribe(user, source).await?;
    done()
}
