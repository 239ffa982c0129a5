//! What a load gave, as its page takes it.

/// The quantiles of the table, and one in how many answers is above each.
pub const QUANTILES: [(&str, f64); 6] =
    [("p50", 2.0), ("p90", 10.0), ("p99", 100.0), ("p99.9", 1e3), ("p99.99", 1e4), ("p99.999", 1e5)];

/// What a load found.
#[derive(Debug)]
pub struct Loaded {
    /// What it is called beside others.
    pub name: String,
    /// The server.
    pub target: String,
    /// Good answers per second.
    pub rate_per_s: f64,
    /// What was found, a sentence each.
    pub sentences: Vec<String>,
    /// Why the result shows the generator or a busy machine; none if it is valid.
    pub not_valid: Option<String>,
    /// The distributions: latency first, where requests were planned.
    pub distributions: Vec<Distribution>,
    /// What became of requests, with their number; nothing of what did not occur.
    pub outcomes: Vec<(String, u64)>,
    /// The course of the window.
    pub course: Vec<Interval>,
    /// Under which conditions, a sentence each.
    pub conditions: Vec<String>,
}

/// A distribution of times.
#[derive(Debug)]
pub struct Distribution {
    /// What it is of.
    pub name: &'static str,
    /// Its [`QUANTILES`], nanoseconds; those that rest on too few answers are missing.
    pub quantiles: [Option<u64>; QUANTILES.len()],
    /// Its longest.
    pub max_ns: Option<u64>,
}

impl Distribution {
    /// The quantiles that it has: one in how many answers is above each, and nanoseconds.
    pub(super) fn points(&self) -> Vec<(f64, f64)> {
        let known = QUANTILES.iter().zip(self.quantiles);
        known.filter_map(|((_, above), ns)| Some((*above, ns? as f64))).collect()
    }
}

/// A part of the window.
#[derive(Debug)]
pub struct Interval {
    /// Its beginning, seconds from that of the window.
    pub at_s: f64,
    /// Good answers per second.
    pub ok_per_s: f64,
    /// Median time of its answers, nanoseconds.
    pub p50_ns: Option<u64>,
    /// Their longest.
    pub max_ns: Option<u64>,
}

/// What [`Distribution::name`] begins with where it is that of latency.
pub const LATENCY: &str = "latency";
/// The same of the time from the send.
pub const SERVICE_TIME: &str = "service time";

impl Loaded {
    /// The distribution of latency; none if nothing was planned.
    pub(super) fn latency(&self) -> Option<&Distribution> {
        self.distribution(LATENCY)
    }

    /// That of the time from the send.
    pub(super) fn service_time(&self) -> Option<&Distribution> {
        self.distribution(SERVICE_TIME)
    }

    fn distribution(&self, of: &str) -> Option<&Distribution> {
        self.distributions.iter().find(|it| it.name.starts_with(of))
    }
}
