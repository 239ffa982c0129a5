//! Who leads by a figure, as a document.

use schemars::JsonSchema;
use serde::Serialize;

use crate::leader::Leader;
use crate::words::name;

/// Who leads by a figure.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LeaderDocument {
    what: &'static str,
    /// The best first; more than one where no difference between them is shown.
    candidates: Vec<String>,
    value: String,
    /// Whether the first is shown to be best.
    difference_shown: bool,
    /// How many trials would decide; null where these do: the first is best, or all tie.
    trials_to_decide: Option<usize>,
    /// By how much equals differ in this figure, as a share; null without an A/A pair.
    noise_floor: Option<f64>,
    /// The difference that a claim must exceed, as a share: the noise floor, or a margin where that is not known.
    claimed_over: f64,
    /// Whether two equals looked different, so that the verdict is advice only.
    biased: bool,
}

impl LeaderDocument {
    /// The document of a leader.
    pub(super) fn of(leader: &Leader<'_>) -> Self {
        Self {
            what: leader.by.what,
            candidates: leader.cases.iter().map(|case| name(case)).collect(),
            value: leader.value.clone(),
            difference_shown: leader.is_shown,
            trials_to_decide: leader.trials_to_decide,
            // The trials of a pair may leave any difference possible.
            noise_floor: leader.floor.known.filter(|floor| floor.is_finite()),
            claimed_over: leader.floor.claimed_over(),
            biased: leader.floor.biased,
        }
    }
}
