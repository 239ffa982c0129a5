//! A run while it is measured. The store is asked for counts, and only after it has changed.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Html;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::OwnedSemaphorePermit;
use wirecost_report::html::served::{self, Live, LiveCase, Recent};
use wirecost_report::units;
use wirecost_store::Store;

use crate::answer::{Failure, page as answer};
use crate::site::{Site, measured_now};
use crate::views::apart;
use crate::{Shared, WATCHERS};

/// How often the store is asked whether it has changed.
const LOOK: Duration = Duration::from_secs(1);

/// The trials that are shown.
const RECENT: usize = 10;

/// The page of a run that goes on.
pub(crate) async fn page(State(shared): State<Shared>, Path(run): Path<String>) -> Result<Html<String>, Failure> {
    apart(&shared, move |site| {
        let (store, run_id) = site.find(&run)?;
        Ok(answer(served::live(&look(site, &store, &run_id)?)))
    })
    .await
}

/// Its events: `progress` with what the page shows, and at last `done`.
pub(crate) async fn events(
    State(shared): State<Shared>,
    Path(run): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let Ok(place) = Arc::clone(&shared.watchers).try_acquire_owned() else {
        return Err(Failure::Watched { most: WATCHERS });
    };
    let (store, run_id) = apart(&shared, move |site| Ok(site.find(&run)?)).await?;
    let watch = Watch {
        shared,
        _place: place,
        watched: Arc::new(Mutex::new(Watched { store, run_id, seen: None, began: None })),
        is_over: false,
    };
    Ok(Sse::new(unfold(watch, Watch::next)).keep_alive(KeepAlive::default()))
}

/// A stream of events.
struct Watch {
    shared: Shared,
    _place: OwnedSemaphorePermit,
    watched: Arc<Mutex<Watched>>,
    is_over: bool,
}

/// What a stream has seen. The connection to the store stays open: it alone tells whether the store has changed.
struct Watched {
    store: Store,
    run_id: String,
    /// The state of the store, and whether the run was measured, when it was looked at last.
    seen: Option<(i64, bool)>,
    /// When the stream began, and how many trials were stored then.
    began: Option<(Instant, u64)>,
}

impl Watch {
    /// The next event; none after the end of the run, or of the server.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        while !self.is_over {
            if *self.shared.ends.borrow() {
                return None;
            }
            let watched = Arc::clone(&self.watched);
            let found =
                apart(&self.shared, move |site| watched.lock().unwrap_or_else(PoisonError::into_inner).look(site));
            let event = match found.await {
                Ok(Some((event, is_done))) => {
                    self.is_over = is_done;
                    event
                }
                Ok(None) => {
                    let _ = tokio::time::timeout(LOOK, self.shared.ends.changed()).await;
                    continue;
                }
                Err(failure) => {
                    self.is_over = true;
                    Event::default().event("failed").data(failure.to_string())
                }
            };
            return Some((Ok(event), self));
        }
        None
    }
}

impl Watched {
    /// What there is to tell, if anything has changed, and whether it is the last of it.
    fn look(&mut self, site: &Site) -> Result<Option<(Event, bool)>, Failure> {
        let version = self.store.data_version()?;
        let is_running = measured_now(&site.lock).as_deref() == Some(self.run_id.as_str());
        if self.seen == Some((version, is_running)) {
            return Ok(None);
        }
        self.seen = Some((version, is_running));
        let mut live = look(site, &self.store, &self.run_id)?;
        if live.is_done {
            return Ok(Some((Event::default().event("done").data(self.run_id.as_str()), true)));
        }
        let (stored, planned) = live.progress();
        let (began, first) = *self.began.get_or_insert((Instant::now(), stored));
        live.left = left(began.elapsed(), stored.saturating_sub(first), planned - stored);
        Ok(Some((Event::default().event("progress").data(served::fragment(&live)), false)))
    }
}

/// What is left, by how long the trials took that were stored meanwhile.
fn left(elapsed: Duration, done: u64, open: u64) -> Option<String> {
    /// Fewer say nothing: trials differ much.
    const FEWEST: u64 = 5;
    (done >= FEWEST && open > 0).then(|| units::span(elapsed.mul_f64(open as f64 / done as f64)))
}

/// How far a run is.
fn look(site: &Site, store: &Store, run_id: &str) -> Result<Live, Failure> {
    let head = store.head(run_id)?;
    // What a run of an earlier release planned for each case is not known: the fewest of all.
    let fewest = head.trials_planned as u64;
    let cases = store.progress(run_id)?.into_iter().filter(|case| case.is_open);
    let cases = cases
        .map(|case| LiveCase { planned: case.planned.unwrap_or(fewest), key: case.key, trials: case.trials })
        .collect();
    let recent = store.latest_trials(run_id, RECENT)?;
    Ok(Live {
        run_id: run_id.to_owned(),
        started: head.started,
        command: head.command,
        cases,
        recent: recent.into_iter().map(|(key, trial)| Recent { key, trial }).collect(),
        is_done: head.ended.is_some(),
        is_running: head.ended.is_none() && measured_now(&site.lock).as_deref() == Some(run_id),
        left: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_pace_so_far() {
        assert_eq!(left(Duration::from_secs(10), 5, 40).as_deref(), Some("1 m 20 s"));
        assert_eq!(left(Duration::from_secs(10), 4, 40), None);
        assert_eq!(left(Duration::from_secs(10), 50, 0), None);
    }
}
