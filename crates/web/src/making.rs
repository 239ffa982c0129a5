//! Pages are made a few at a time, and one that several wait for is made once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::response::Parts;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::{OnceCell, Semaphore};

use crate::{Shared, unread};

/// How many pages are made at once. Each may hold some tens of runs for as long as it is made.
const MAKERS: usize = 2;

/// What is made, and what waits for its turn.
pub(crate) struct Making {
    /// Turns of the list of runs, which takes a moment.
    listers: Semaphore,
    /// Turns of all other pages.
    makers: Semaphore,
    /// The pages that wait for their turn, by what was asked. Whoever asks for one of them gets it as it is made then: no
    /// page is older than its request.
    waiting: Mutex<HashMap<String, Arc<OnceCell<Made>>>>,
}

/// An answer that several may get.
struct Made {
    head: Parts,
    body: Bytes,
}

impl Default for Making {
    fn default() -> Self {
        let turns = || Semaphore::new(MAKERS);
        Self { listers: turns(), makers: turns(), waiting: Mutex::default() }
    }
}

impl Making {
    /// The page that waits for its turn, which may be a new one.
    fn join(&self, asked: &str) -> Arc<OnceCell<Made>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(waiting.entry(asked.to_owned()).or_default())
    }

    /// From now on, whoever asks for the page waits for another.
    fn begin(&self, asked: &str, page: &Arc<OnceCell<Made>>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.get(asked).is_some_and(|known| Arc::ptr_eq(known, page)) {
            waiting.remove(asked);
        }
    }
}

/// Makes the page of a request in its turn. A stream of events is no page.
pub(crate) async fn in_turn(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let uri = request.uri();
    if uri.path().ends_with("/events") {
        return next.run(request).await;
    }
    let is_search = uri.query().is_some_and(|query| query.contains("search="));
    let turns = if uri.path() == "/" && !is_search { &shared.making.listers } else { &shared.making.makers };
    let asked = format!("{} {uri}", request.method());
    let page = shared.making.join(&asked);
    let made = page.get_or_init(|| async {
        let _turn = turns.acquire().await;
        shared.making.begin(&asked, &page);
        let (head, body) = next.run(request).await.into_parts();
        // What is made is in memory already, and whole.
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
        Made { head, body }
    });
    let Made { head, body } = made.await;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = head.status;
    *response.headers_mut() = head.headers.clone();
    *response.body_mut() = unread::body(&shared.unread, body.clone(), response.headers_mut());
    response
}
