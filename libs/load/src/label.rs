//! How the figures of a result must be read.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How the figures of a result must be read. The document holds its wording, which [`fmt::Display`] writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Label {
    /// HTTP/2: answers count in the order of the requests of their connection.
    #[serde(rename = "HTTP/2")]
    Http2,
    /// The schedule was a closed loop: what the result tells of time is service time.
    #[serde(rename = "service time")]
    ServiceTime,
    /// The rate of a closed loop says what the connections carried, and not what the server could do: the server had time
    /// left, or the connections paused.
    #[serde(rename = "closed loop")]
    ClosedLoop,
    /// The same, where nobody knows how busy the server was.
    #[serde(rename = "closed loop (server CPU unknown)")]
    ClosedLoopServerUnknown,
    /// A closed loop without pauses kept the server busy: its rate is as much as the server does.
    #[serde(rename = "maximum throughput")]
    MaximumThroughput,
    /// The run was ended before its time: `duration_s` is what there was of it.
    #[serde(rename = "ended early")]
    EndedEarly,
    /// Planned requests were never sent, because every connection was busy to the end.
    #[serde(rename = "unsustained rate")]
    UnsustainedRate,
    /// Requests waited because every connection was busy. Their wait is in their latency.
    #[serde(rename = "connections ran out")]
    ConnectionsRanOut,
    /// The caller kept idle cores awake.
    #[serde(rename = "idle cores kept awake")]
    CoresKeptAwake,
    /// What only another release knows, in its words.
    #[serde(untagged)]
    Other(String),
}

impl Label {
    /// Whether it says what the rate of a closed loop means.
    pub fn is_of_loop(&self) -> bool {
        matches!(self, Self::ClosedLoop | Self::ClosedLoopServerUnknown | Self::MaximumThroughput)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_hold_the_wording() {
        let texts = [
            "HTTP/2",
            "service time",
            "closed loop",
            "closed loop (server CPU unknown)",
            "maximum throughput",
            "ended early",
            "unsustained rate",
            "connections ran out",
            "idle cores kept awake",
        ];
        for text in texts {
            let json = serde_json::to_string(text).unwrap();
            let label: Label = serde_json::from_str(&json).unwrap();
            assert!(!matches!(label, Label::Other(_)), "{text}");
            assert_eq!((serde_json::to_string(&label).unwrap(), label.to_string()), (json, text.to_owned()));
        }
    }

    #[test]
    fn labels_of_other_releases_are_kept() {
        let label: Label = serde_json::from_str("\"HTTP/2 by h2, at its own cost\"").unwrap();
        assert_eq!(label, Label::Other("HTTP/2 by h2, at its own cost".into()));
        assert_eq!(serde_json::to_string(&label).unwrap(), "\"HTTP/2 by h2, at its own cost\"");
        assert_eq!(label.to_string(), "HTTP/2 by h2, at its own cost");
    }
}
