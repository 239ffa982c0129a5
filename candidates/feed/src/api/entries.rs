//! Entries and the comments on them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::Service;
use super::answer::{Answer, Sent, Wanted, done};
use super::who::User;
use crate::keys::{EntryId, Node};
use crate::model::{Comment, Comments, Entry, NewComment, NewEntry, Problem, Published};
use crate::pubsub::By;

/// Publishes an entry, or changes it where the source has published its resource before.
#[utoipa::path(post, path = "/v1/sources/{source}/entries", params(("source" = u32, Path)), request_body = NewEntry,
    security(("user" = [])), responses((status = 200, body = Published), (status = 201, body = Published),
    (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub async fn publish(
    State(service): State<Arc<Service>>,
    User(user): User,
    Path(source): Path<Node>,
    wanted: Wanted,
    Sent(new): Sent<NewEntry>,
) -> Answer {
    let published = service.pubsub.publish(source, By::User(user), new).await?;
    let status = if published.outcome == "new" { StatusCode::CREATED } else { StatusCode::OK };
    wanted.answer(status, &published)
}

/// Shows an entry.
#[utoipa::path(get, path = "/v1/entries/{entry}", params(("entry" = u64, Path)), security(("user" = [])), responses(
    (status = 200, body = Entry), (status = 404, body = Problem)))]
pub async fn show(State(service): State<Arc<Service>>, _: User, Path(entry): Path<EntryId>, wanted: Wanted) -> Answer {
    wanted.ok(&service.pubsub.entry(entry)?)
}

/// Removes an entry. Its references in inboxes go in the background.
#[utoipa::path(delete, path = "/v1/entries/{entry}", params(("entry" = u64, Path)), security(("user" = [])), responses(
    (status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn remove(State(service): State<Arc<Service>>, User(user): User, Path(entry): Path<EntryId>) -> Answer {
    service.pubsub.delete_entry(entry, user).await?;
    done()
}

/// Shows the comments on an entry, oldest first.
#[utoipa::path(get, path = "/v1/entries/{entry}/comments", params(("entry" = u64, Path)), security(("user" = [])),
    responses((status = 200, body = Comments), (status = 404, body = Problem)))]
pub async fn comments(
    State(service): State<Arc<Service>>,
    _: User,
    Path(entry): Path<EntryId>,
    wanted: Wanted,
) -> Answer {
    wanted.ok(&Comments { comments: service.pubsub.comments(entry)? })
}

/// Comments on an entry.
#[utoipa::path(post, path = "/v1/entries/{entry}/comments", params(("entry" = u64, Path)), request_body = NewComment,
    security(("user" = [])), responses((status = 201, body = Comment), (status = 404, body = Problem),
    (status = 422, body = Problem)))]
pub async fn comment(
    State(service): State<Arc<Service>>,
    User(user): User,
    Path(entry): Path<EntryId>,
    wanted: Wanted,
    Sent(new): Sent<NewComment>,
) -> Answer {
    let comment = service.pubsub.comment(entry, user, new.text).await?;
    wanted.answer(StatusCode::CREATED, &comment)
}

/// Removes a comment.
#[utoipa::path(delete, path = "/v1/entries/{entry}/comments/{comment}", params(("entry" = u64, Path),
    ("comment" = u64, Path)), security(("user" = [])), responses((status = 204), (status = 403, body = Problem),
    (status = 404, body = Problem)))]
pub async fn remove_comment(
    State(service): State<Arc<Service>>,
    User(user): User,
    Path((entry, comment)): Path<(EntryId, u64)>,
) -> Answer {
    service.pubsub.delete_comment(entry, comment, user).await?;
    done()
}
