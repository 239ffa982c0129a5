//! How quiet the machine was, and what a run can show for that.

use wirecost_model::{EstimateId, Lab, RunDocument, Status};
use wirecost_verdict::floor::Pairs;
use wirecost_verdict::trust::{self, Pair};

use crate::words::percent;

/// The largest difference that may go unseen on a machine that is called quiet enough, as a share.
const QUIET_ENOUGH: f64 = 0.1;

/// What a run says about the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machine {
    /// Whether others used it so much before or during the run that figures vary.
    pub busy: bool,
    /// The difference that most comparisons of this run show: not below what equals may differ by. As a share, infinite with
    /// too few trials; none if no case was measured twice. In a run without codecs, of the CPU time for a request.
    pub seen: Option<f64>,
    /// Whether two equal cases looked different: every verdict is advice only.
    pub biased: bool,
    /// How many cases the machine was too busy to measure.
    pub set_aside: usize,
}

impl Machine {
    /// What `run` tells.
    pub fn of(run: &RunDocument) -> Self {
        let (seen, biased) = seen(run);
        Self {
            busy: trust::is_busy(&run.environment),
            seen,
            biased,
            set_aside: run.cases.iter().filter(|case| case.status == Status::Invalid).count(),
        }
    }

    /// The state in words: `quiet enough (differences over 3.0 % are seen)`.
    pub fn words(&self) -> String {
        let state = match (self.busy, self.seen) {
            (true, _) => "busy",
            (false, Some(seen)) if seen <= QUIET_ENOUGH => "quiet enough",
            (false, Some(_)) => "noisy",
            (false, None) => "not busy",
        };
        match self.seen {
            _ if self.biased => format!("{state} (two equals differ: every verdict is advice only)"),
            Some(seen) if seen.is_finite() => format!("{state} (differences over {} are seen)", percent(seen)),
            Some(_) => {
                format!("{} (too few trials to see any difference)", if self.busy { "busy" } else { "not busy" })
            }
            None => format!("{state} (no A/A pair tells how much equals differ)"),
        }
    }
}

/// The difference that comparisons of a run show, and whether two equals looked different.
fn seen(run: &RunDocument) -> (Option<f64>, bool) {
    if let Some(pair) = Pair::of(run) {
        return (trust::seen(run), pair.is_biased());
    }
    if run.cases.iter().any(|case| case.lab == Lab::CODEC) {
        return (None, false);
    }
    let pairs = Pairs::of(run);
    let floors: Vec<_> = pairs.cases().map(|case| pairs.floor(case, EstimateId::ServerCpuNs)).collect();
    let seen = floors.iter().filter_map(|floor| Some(floor.known?.max(floor.detectable))).reduce(f64::max);
    (seen, floors.iter().any(|floor| floor.biased))
}
