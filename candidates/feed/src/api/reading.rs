//! Home pages, profiles and unread counts.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Service;
use super::answer::{Answer, Sent, Wanted, done};
use super::who::User;
use crate::keys::{EntryId, Node};
use crate::model::{Entries, Problem, ReadUpTo, Unread};
use crate::pubsub::Filter;

/// How many entries a page has, where the client does not say.
const USUAL: usize = 50;

/// What of a page the client wants.
#[derive(Deserialize, IntoParams)]
pub struct Wish {
    /// The most entries: 1 to 100; 50 without it.
    limit: Option<usize>,
    /// Entries before this one alone; for profiles.
    before: Option<EntryId>,
    /// Entries of this media type alone.
    media: Option<String>,
    /// Entries with this tag alone.
    tag: Option<String>,
}

impl Wish {
    fn limit(&self) -> usize {
        self.limit.unwrap_or(USUAL)
    }

    fn filter(&self) -> Filter {
        Filter { media: self.media.clone(), tag: self.tag.clone() }
    }
}

/// Shows the newest entries of all that the user subscribes to: the recent ones, without paging.
#[utoipa::path(get, path = "/v1/home", params(Wish), security(("user" = [])), responses((status = 200, body = Entries)))]
pub async fn home(
    State(service): State<Arc<Service>>,
    User(user): User,
    Query(wish): Query<Wish>,
    wanted: Wanted,
) -> Answer {
    wanted.ok(&service.pubsub.home(user, wish.limit(), &wish.filter())?)
}

/// Shows the entries of a source, back to its first.
#[utoipa::path(get, path = "/v1/sources/{source}/entries", params(("source" = u32, Path), Wish), security(("user" = [])),
    responses((status = 200, body = Entries), (status = 404, body = Problem)))]
pub async fn profile(
    State(service): State<Arc<Service>>,
    _: User,
    Path(source): Path<Node>,
    Query(wish): Query<Wish>,
    wanted: Wanted,
) -> Answer {
    let before = wish.before.unwrap_or(EntryId::MAX);
    wanted.ok(&service.pubsub.profile(source, before, wish.limit(), &wish.filter())?)
}

/// Counts the entries of the home page that are newer than what the user has read.
#[utoipa::path(get, path = "/v1/home/unread", security(("user" = [])), responses((status = 200, body = Unread)))]
pub async fn unread(State(service): State<Arc<Service>>, User(user): User, wanted: Wanted) -> Answer {
    wanted.ok(&Unread { unread: service.pubsub.unread(user)? })
}

/// Notes that the user has read up to an entry.
#[utoipa::path(put, path = "/v1/home/read", request_body = ReadUpTo, security(("user" = [])), responses((status = 204)))]
pub async fn mark(State(service): State<Arc<Service>>, User(user): User, Sent(read): Sent<ReadUpTo>) -> Answer {
    service.pubsub.mark_read(user, read.up_to).await?;
    done()
}
