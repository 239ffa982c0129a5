//! Fetching a feed, within limits.

use std::io::Read as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use ureq::http::{HeaderMap, StatusCode};
use ureq::unversioned::transport::DefaultConnector;

use super::guard::Guard;
use super::parse::MOST_BYTES;

/// How long a fetch may take, with all redirects.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many redirects are followed.
const REDIRECTS: u32 = 5;

/// What a server said last, to ask whether anything is new (RFC 9110, section 13).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// Its `ETag`.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub last_modified: Option<String>,
}

/// What a server answered.
#[derive(Debug)]
pub enum Fetched {
    /// The feed, and how to ask the next time.
    New(Vec<u8>, Validators),
    /// Nothing is new.
    Same,
    /// There is no feed any more, and will be none (410).
    Gone,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NotFetched {
    reason: String,
    /// How long the server wants not to be asked.
    pub retry_after: Option<Duration>,
}

/// Fetches feeds.
pub struct Fetcher(ureq::Agent);

/// The longest validator that is kept.
const VALIDATOR: usize = 500;

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).filter(|value| value.len() <= VALIDATOR).map(str::to_owned)
}

impl Fetcher {
    /// A fetcher that connects to public addresses, or to any.
    pub fn new(allows_internal: bool) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(REDIRECTS)
            .http_status_as_error(false)
            .max_idle_connections(0)
            .proxy(None)
            .user_agent(concat!("wirecost-feed/", env!("CARGO_PKG_VERSION")))
            .accept("application/atom+xml, application/rss+xml, application/feed+json, application/xml, */*;q=0.5")
            .build();
        Self(ureq::Agent::with_parts(config, DefaultConnector::default(), Guard::new(allows_internal)))
    }

    /// Fetches a feed, if it is not as it was.
    ///
    /// # Errors
    /// If it cannot be reached, its address is not public, it takes too long, is too long, or the server answers with an error.
    pub fn fetch(&self, url: &str, known: &Validators) -> Result<Fetched, NotFetched> {
        let not_fetched = |reason: String| NotFetched { reason, retry_after: None };
        let mut request = self.0.get(url);
        if let Some(etag) = &known.etag {
            request = request.header("If-None-Match", etag);
        }
        if let Some(date) = &known.last_modified {
            request = request.header("If-Modified-Since", date);
        }
        let response = request.call().map_err(|error| not_fetched(error.to_string()))?;
        let (head, body) = response.into_parts();
        match head.status {
            StatusCode::NOT_MODIFIED => return Ok(Fetched::Same),
            StatusCode::GONE => return Ok(Fetched::Gone),
            status if !status.is_success() => {
                let seconds = header(&head.headers, "retry-after").and_then(|text| text.parse().ok());
                let retry_after = seconds.map(Duration::from_secs);
                return Err(NotFetched { reason: format!("the server answered {status}"), retry_after });
            }
            _ => {}
        }
        let validators =
            Validators { etag: header(&head.headers, "etag"), last_modified: header(&head.headers, "last-modified") };
        let mut bytes = Vec::new();
        // Of what came out of a compressed body, too.
        let most = MOST_BYTES as u64 + 1;
        let read = body.into_with_config().limit(most).reader().take(most).read_to_end(&mut bytes);
        read.map_err(|error| not_fetched(error.to_string()))?;
        if bytes.len() > MOST_BYTES {
            return Err(not_fetched(format!("it has more than {MOST_BYTES} bytes")));
        }
        Ok(Fetched::New(bytes, validators))
    }
}
