//! A web page of all stored runs: to find one, to compare some, to follow a case over time, and to watch a run that is
//! measured. It shows what `wirecost_report` makes of what `wirecost_store` holds, and changes nothing.
//!
//! It is for one user on one machine. Requests that name another host than those that were allowed are refused, so that a
//! page of somebody else cannot read it by a name that leads here (DNS rebinding).

mod answer;
mod guard;
mod live;
mod making;
mod site;
mod unread;
mod views;

use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

pub use guard::Hosts;
pub use site::Site;

/// What the handlers share.
#[derive(Clone)]
struct Shared {
    site: Arc<Site>,
    /// Turns true when the server ends: a stream of events would keep it waiting.
    ends: watch::Receiver<bool>,
    /// The pages that are made.
    making: Arc<making::Making>,
    /// Who may follow a run.
    watchers: Arc<Semaphore>,
    /// What was made and not read yet.
    unread: Arc<unread::Unread>,
}

/// How many streams of events may be open. Each holds a connection to the store.
const WATCHERS: usize = 16;

/// Serves `site` to requests that name one of `hosts`, until `stop` is done.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    site: Site,
    hosts: Hosts,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (end, ends) = watch::channel(false);
    let stopped = async move {
        stop.await;
        // Nobody listens where no stream is open.
        let _ = end.send(true);
    };
    axum::serve(listener, router(site, hosts, ends)).with_graceful_shutdown(stopped).await
}

/// The routes with their guards.
pub fn router(site: Site, hosts: Hosts, ends: watch::Receiver<bool>) -> Router {
    let shared = Shared {
        site: Arc::new(site),
        ends,
        making: Arc::default(),
        watchers: Arc::new(Semaphore::new(WATCHERS)),
        unread: Arc::default(),
    };
    Router::new()
        .route("/", get(views::runs))
        .route("/runs/{run}", get(views::report))
        .route("/runs/{run}/page", get(views::page))
        .route("/runs/{run}/json", get(views::json))
        .route("/runs/{run}/csv", get(views::csv))
        .route("/runs/{run}/markdown", get(views::markdown))
        .route("/runs/{run}/live", get(live::page))
        .route("/runs/{run}/events", get(live::events))
        .route("/compare", get(views::compare))
        .route("/compare/page", get(views::compare_page))
        .route("/history", get(views::history))
        .fallback(views::nothing)
        .layer(from_fn_with_state(shared.clone(), making::in_turn))
        .layer(from_fn_with_state(Arc::new(hosts), guard::host))
        .layer(from_fn(guard::headers))
        .with_state(shared)
}
