//! When an entry was published, as documents say it: its number holds the microseconds.

use chrono::{DateTime, Utc};

use crate::keys::EntryId;

fn at(id: EntryId) -> DateTime<Utc> {
    i64::try_from(id).ok().and_then(DateTime::from_timestamp_micros).unwrap_or_default()
}

/// As RSS 2.0 says it (RFC 2822).
pub fn rfc2822(id: EntryId) -> String {
    at(id).to_rfc2822()
}

/// As Atom says it (RFC 3339).
pub fn rfc3339(id: EntryId) -> String {
    at(id).to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
