//! What historical experiments published, as the files of `historical/` say it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Published times of codecs, and where they were published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codecs {
    pub title: String,
    pub source: String,
    pub machine: String,
    pub statistic: String,
    pub work: String,
    pub message: String,
    /// Those whose costs today add up to what was timed then.
    pub operations: Vec<String>,
    /// The format of all its figures, unless they say their own.
    pub format: Option<String>,
    pub figures: Vec<Figure>,
}

/// A published figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figure {
    pub name: String,
    pub time_us: f64,
    pub size_bytes: Option<f64>,
    pub binding: String,
    pub format: Option<String>,
    /// Candidates that are the same system, the closest first: a name has to hold all these words.
    pub same: Vec<String>,
}

/// What was said of one format against another, and where.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Comparison {
    pub title: String,
    pub source: String,
    pub machine: String,
    pub work: String,
    pub format: String,
    pub against: String,
    pub claims: Vec<Claim>,
}

/// One thing that was said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    pub name: String,
    pub published: String,
    /// What was timed; none if sizes were compared.
    pub operation: Option<String>,
    #[serde(default)]
    pub binding: String,
}

/// Published round trips, and where they were published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Calls {
    pub title: String,
    pub source: String,
    pub machine: String,
    pub statistic: String,
    pub work: String,
    /// Today's operation.
    pub operation: String,
    /// What today's cases were measured under.
    pub parameters: BTreeMap<String, String>,
    pub figures: Vec<Call>,
}

/// A published figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call {
    pub name: String,
    /// Today's message.
    pub message: String,
    pub time_us: f64,
    /// What the authors thought could be reached, the less and the more hopeful.
    pub projected_us: Option<[f64; 2]>,
    /// The stacks of today that do the same, the closest first.
    pub same: Vec<String>,
}

/// Published rates, and where they were published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stores {
    pub title: String,
    pub source: String,
    pub machine: String,
    pub work: String,
    /// The size of the values.
    pub value_bytes: usize,
    pub figures: Vec<StoreFigure>,
}

/// Published rates of a store.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoreFigure {
    pub name: String,
    pub set_per_s: f64,
    pub get_per_s: f64,
    /// The candidate of today that is the same, or serves the same engine.
    pub same: String,
}
