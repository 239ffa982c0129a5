//! Live delivery by Server-Sent Events (WHATWG HTML, section 9.2): an event for each entry that reaches the user.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse as _;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;

use super::Service;
use super::answer::Answer;
use super::who::User;
use crate::keys::Node;
use crate::model::Entry;
use crate::pubsub::Listener;
use crate::turn::News;

/// How often a stream that has nothing to say shows that it is there.
const STILL_HERE: Duration = Duration::from_secs(15);

/// Streams the entries that reach the user from now on, each as JSON, named by its number. A client that is too slow is cut off, and
/// sees what it missed on the home page.
#[utoipa::path(get, path = "/v1/live", security(("user" = [])), responses(
    (status = 200, content_type = "text/event-stream", body = Entry, description = "An event `entry` for each")))]
pub async fn stream(State(service): State<Arc<Service>>, User(user): User) -> Answer {
    let listener = service.pubsub.listen(user);
    let events = stream::unfold((service, user, listener), |(service, user, mut listener)| async move {
        let event = next(&service, user, &mut listener).await?;
        Some((Ok::<_, Infallible>(event), (service, user, listener)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(STILL_HERE)).into_response())
}

async fn next(service: &Service, user: Node, listener: &mut Listener) -> Option<Event> {
    loop {
        let id = match listener.next().await? {
            News::Delivered(_, id) => id,
            News::Published(source, id) => match service.pubsub.is_for(user, source, id) {
                Ok(true) => id,
                Ok(false) => continue,
                Err(_) => return None,
            },
        };
        // It may have been removed meanwhile.
        if let Ok(entry) = service.pubsub.entry(id) {
            let body = serde_json::to_string(&entry).ok()?;
            return Some(Event::default().event("entry").id(id.to_string()).data(body));
        }
    }
}
