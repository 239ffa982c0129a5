//! The crawler: it fetches the feeds that there are sources for, and publishes what is new in them.

mod fetch;
mod guard;
mod hosts;
mod parse;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use wirecost_kv_rust::View as _;

use self::fetch::{Fetched, Fetcher, NotFetched, Validators};
use self::hosts::Hosts;
pub use self::parse::{MOST_ENTRIES, NoFeed, Parsed, parse};
use crate::body;
use crate::keys::{self, Node};
use crate::pubsub::{By, Pubsub};
use crate::refusal::Refusal;
use crate::turn::scan_prefix;

/// How often the crawler looks for feeds that are due.
const LOOK: Duration = Duration::from_millis(500);

/// The longest that a feed which fails is left alone.
const LONGEST: Duration = Duration::from_secs(24 * 3_600);

/// How the crawler works.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How long a feed is left alone that was fetched.
    pub interval: Duration,
    /// How long a host is left alone after a fetch.
    pub host_pause: Duration,
    /// How many feeds are fetched at once, each of another host.
    pub threads: usize,
    /// Whether addresses of this machine and its networks are fetched as well.
    pub allows_internal: bool,
}

impl Default for Options {
    fn default() -> Self {
        let (interval, host_pause) = (Duration::from_secs(900), Duration::from_secs(1));
        Self { interval, host_pause, threads: 4, allows_internal: false }
    }
}

/// What the store holds of a feed for the crawler.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Known {
    validators: Validators,
    /// When it is to be fetched next, seconds since 1970.
    due_s: u64,
    /// How often it failed since it was last fetched.
    failures: u32,
    /// Whether it is gone for good.
    is_gone: bool,
}

/// What became of a fetch.
#[derive(Debug, PartialEq, Eq)]
pub enum Crawled {
    /// It was read.
    Read {
        /// Entries that were not there.
        new: usize,
        /// Entries that were changed.
        updated: usize,
        /// Entries that were refused.
        refused: usize,
    },
    /// The server says that nothing is new.
    Same,
    /// It is gone, and is not fetched any more.
    Gone,
}

/// Why a feed was not crawled.
#[derive(Debug, thiserror::Error)]
pub enum NotCrawled {
    /// It could not be fetched.
    #[error("cannot fetch {url}: {reason}")]
    Fetch {
        /// Its URL.
        url: String,
        /// Why.
        reason: String,
    },
    /// It is no feed.
    #[error("cannot read {url}: {reason}")]
    Feed {
        /// Its URL.
        url: String,
        /// Why.
        reason: NoFeed,
    },
    /// The store gave up, or the source is gone.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// A crawler.
pub struct Crawler {
    service: Arc<Pubsub>,
    options: Options,
    fetcher: Fetcher,
    hosts: Hosts,
}

fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// How long a feed is left alone that has failed this often: twice as long each time.
fn pause(interval: Duration, failures: u32, wanted: Option<Duration>) -> Duration {
    let doubled = interval.saturating_mul(2_u32.saturating_pow(failures));
    doubled.max(wanted.unwrap_or_default()).min(LONGEST.max(interval))
}

impl Crawler {
    /// A crawler for a service.
    pub fn new(service: Arc<Pubsub>, options: Options) -> Self {
        let (fetcher, hosts) = (Fetcher::new(options.allows_internal), Hosts::new(options.host_pause));
        Self { service, options, fetcher, hosts }
    }

    /// Crawls what is due until `stop` is set. What fails is told to `told`.
    pub fn run(&self, stop: &AtomicBool, told: &(dyn Fn(&NotCrawled) + Sync)) {
        while !stop.load(Ordering::Relaxed) {
            match self.due() {
                Ok(due) => self.crawl_all(&due, stop, told),
                Err(refusal) => told(&refusal.into()),
            }
            std::thread::sleep(LOOK);
        }
    }

    fn crawl_all(&self, due: &[Node], stop: &AtomicBool, told: &(dyn Fn(&NotCrawled) + Sync)) {
        let next = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.options.threads.clamp(1, due.len().max(1)) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(source) = due.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        if let Err(failure) = self.crawl_if_free(*source) {
                            told(&failure);
                        }
                    }
                });
            }
        });
    }

    /// The feeds that are to be fetched.
    fn due(&self) -> Result<Vec<Node>, Refusal> {
        self.service.store().read(|view, _| {
            let (now, mut due) = (now_s(), Vec::new());
            scan_prefix(view, keys::CRAWLED, keys::CRAWLED, &mut |key, known| {
                let known = known_of(known);
                if !known.is_gone && known.due_s <= now {
                    due.push(keys::node_at(key, 1));
                }
                true
            })?;
            Ok(due)
        })
    }

    /// Crawls a feed unless its host is busy or was just asked; then it stays due.
    fn crawl_if_free(&self, source: Node) -> Result<(), NotCrawled> {
        let url = self.service.source(source)?.url;
        let Some(_turn) = self.hosts.turn(&url) else { return Ok(()) };
        self.crawl(source).map(|_| ())
    }

    /// Fetches a feed now, publishes what is new in it, and notes when it is due again.
    ///
    /// # Errors
    /// If it cannot be fetched or read, or the store gave up.
    pub fn crawl(&self, source: Node) -> Result<Crawled, NotCrawled> {
        let url = self.service.source(source)?.url;
        let known = self
            .service
            .store()
            .read(|view, _| Ok(view.get(&keys::crawled(source))?.map(|bytes| known_of(&bytes)).unwrap_or_default()))?;
        let after = |failures, wanted| now_s() + pause(self.options.interval, failures, wanted).as_secs();
        let failures = known.failures + 1;
        match self.fetcher.fetch(&url, &known.validators) {
            Ok(Fetched::Same) => {
                self.note(source, Known { due_s: after(0, None), failures: 0, ..known })?;
                Ok(Crawled::Same)
            }
            Ok(Fetched::Gone) => {
                self.note(source, Known { is_gone: true, ..known })?;
                Ok(Crawled::Gone)
            }
            Ok(Fetched::New(bytes, validators)) => match parse(&bytes, &url) {
                Ok(parsed) => {
                    let crawled = self.publish(source, parsed)?;
                    // Only now: what was fetched and not published must be fetched again.
                    self.note(source, Known { validators, due_s: after(0, None), ..Known::default() })?;
                    Ok(crawled)
                }
                Err(reason) => {
                    self.note(source, Known { due_s: after(failures, None), failures, ..known })?;
                    Err(NotCrawled::Feed { url, reason })
                }
            },
            Err(error) => {
                let NotFetched { retry_after, .. } = error;
                self.note(source, Known { due_s: after(failures, retry_after), failures, ..known })?;
                Err(NotCrawled::Fetch { url, reason: error.to_string() })
            }
        }
    }

    fn publish(&self, source: Node, parsed: Parsed) -> Result<Crawled, Refusal> {
        let (mut new, mut updated, mut refused) = (0, 0, 0);
        for entry in parsed.entries {
            match self.service.publish_now(source, By::Crawler, entry) {
                Ok(published) if published.outcome == "new" => new += 1,
                Ok(published) if published.outcome == "updated" => updated += 1,
                Ok(_) => {}
                Err(Refusal::Invalid(_)) => refused += 1,
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(Crawled::Read { new, updated, refused })
    }

    fn note(&self, source: Node, known: Known) -> Result<(), Refusal> {
        self.service.store().write_now(move |turn| {
            // The source may be gone meanwhile.
            if turn.get(&keys::crawled(source))?.is_some() {
                turn.put(keys::crawled(source), body::write(&known)?);
            }
            Ok(())
        })
    }
}

/// What the store holds; where it holds nothing yet, the feed is due.
fn known_of(bytes: &[u8]) -> Known {
    body::read(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_that_fails_is_left_alone_twice_as_long_each_time() {
        let (interval, s) = (Duration::from_secs(900), Duration::from_secs);
        assert_eq!(pause(interval, 0, None), s(900));
        assert_eq!(pause(interval, 1, None), s(1_800));
        assert_eq!(pause(interval, 3, None), s(7_200));
        assert_eq!(pause(interval, 30, None), LONGEST);
        assert_eq!(pause(interval, 1, Some(s(5_000))), s(5_000));
        assert_eq!(pause(interval, 1, Some(s(10_000_000))), LONGEST);
    }
}
