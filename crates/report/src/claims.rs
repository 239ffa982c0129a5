//! What historical documents claim, and what runs of today show of each claim.
//!
//! Times cannot be compared over twenty years, ratios can: a claim is about one case beside another of the same run, or about a figure
//! that does not depend on the machine, such as a size. It holds if all of today's interval is within its bounds, it does not hold if
//! all of it is outside, and else it cannot be told.

use std::collections::BTreeMap;

use serde::Deserialize;
use wirecost_measure::compare::{self, ALPHA};
use wirecost_measure::estimate::Estimate;
use wirecost_model::{CaseDocument, EstimateId, Label, RunDocument, Status};
use wirecost_verdict::group::is_unranked;
use wirecost_verdict::pace::Pace;
use wirecost_verdict::trust::Pair;
use wirecost_verdict::{cost_estimate, turns};

use crate::{units, words};

/// Runs of today by the names of their suites.
pub type Runs = BTreeMap<String, RunDocument>;

/// Something that a document says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What it says, as a sentence that holds or does not.
    pub claim: String,
    /// Its figures.
    pub then: String,
    /// Why no run can show it; else what follows says how it is shown.
    pub cannot: Option<String>,
    /// The suite whose run shows it.
    pub suite: Option<String>,
    of: Option<Pick>,
    /// What the first is divided by; else the claim is about the figure itself.
    by: Option<Pick>,
    /// The figure, if it is neither what an operation costs nor how long a call takes.
    estimate: Option<EstimateId>,
    /// The message, operation and parameters of both cases, unless one has its own.
    message: Option<String>,
    operation: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    /// The claim holds from here on.
    least: Option<f64>,
    /// The claim holds up to here.
    most: Option<f64>,
}

/// A case of a run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pick {
    candidate: String,
    message: Option<String>,
    operation: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

/// What a run of today says of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Today's figure with its interval; empty where there is none.
    pub now: String,
    /// Whether the claim holds.
    pub verdict: Verdict,
}

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Held,
    /// It does not.
    DidNotHold,
    /// The interval lies on both sides of a bound, or no run can show it.
    CannotBeTold(String),
    /// A run could show it, and there is none that does.
    NotMeasured(String),
}

impl Verdict {
    /// In words, and why it is open.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Self::Held => ("held", ""),
            Self::DidNotHold => ("did not hold", ""),
            Self::CannotBeTold(why) => ("cannot be told", why),
            Self::NotMeasured(why) => ("not measured", why),
        }
    }
}

type Open<T> = Result<T, Verdict>;

impl Claim {
    /// Whether a run can show it, or it says why none can.
    #[cfg(test)]
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let says_how = self.suite.is_some() && self.of.is_some() && (self.least.is_some() || self.most.is_some());
        match () {
            () if self.claim.is_empty() || self.then.is_empty() => Err("it says nothing"),
            () if self.cannot.is_some() == says_how => Err("either it says how it is shown, or why it cannot be"),
            () if matches!(self.estimate, Some(EstimateId::Foreign(_))) => Err("its estimate is unknown"),
            () => Ok(()),
        }
    }

    /// What runs say of it, by the names of their suites.
    pub fn judge(&self, runs: &Runs) -> Judged {
        self.figure(runs).unwrap_or_else(|verdict| Judged { now: String::new(), verdict })
    }

    fn figure(&self, runs: &Runs) -> Open<Judged> {
        if let Some(why) = &self.cannot {
            return Err(Verdict::CannotBeTold(why.clone()));
        }
        let (Some(suite), Some(of)) = (&self.suite, &self.of) else {
            return Err(Verdict::NotMeasured("nothing says how".into()));
        };
        let Some(run) = runs.get(suite) else {
            return Err(Verdict::NotMeasured(format!("no run of {suite}")));
        };
        let first = self.find(run, of)?;
        let id = self.estimate.unwrap_or_else(|| usual(run, first));
        let Some(by) = &self.by else {
            let figure = estimate(first, id).ok_or_else(|| lacks(first, id))?;
            return Ok(self.judged(figure, 0.0, |value| shown(value, id), ""));
        };
        let second = self.find(run, by)?;
        let lacking = if first.estimates.contains_key(&id) { second } else { first };
        let ratio = ratio(run, [first, second], id).ok_or_else(|| lacks(lacking, id))?;
        let floor = if has_floor(first, id) { Pair::of(run).map_or(0.0, |pair| pair.noise_floor()) } else { 0.0 };
        Ok(self.judged(ratio, floor, |value| format!("{value:.2}"), " times"))
    }

    /// `floor` is what equals may differ by, as a share.
    fn judged(&self, figure: Estimate, floor: f64, text: impl Fn(f64) -> String, unit: &str) -> Judged {
        let (low, high) = (figure.low / (1.0 + floor), figure.high * (1.0 + floor));
        let (least, most) = (self.least.unwrap_or(f64::NEG_INFINITY), self.most.unwrap_or(f64::INFINITY));
        let verdict = if least <= low && high <= most {
            Verdict::Held
        } else if high < least || most < low {
            Verdict::DidNotHold
        } else {
            Verdict::CannotBeTold("the interval has values for it and against it".into())
        };
        let median = text(figure.median);
        let interval = if figure.low < figure.high {
            format!(" ({} to {})", text(figure.low), text(figure.high))
        } else {
            String::new()
        };
        Judged { now: format!("{median}{unit}{interval}"), verdict }
    }

    fn find<'a>(&self, run: &'a RunDocument, pick: &Pick) -> Open<&'a CaseDocument> {
        let message = pick.message.as_ref().or(self.message.as_ref());
        let operation = pick.operation.as_ref().or(self.operation.as_ref());
        let mut parameters = self.parameters.clone();
        parameters.extend(pick.parameters.clone());
        let is_it = |case: &&CaseDocument| {
            case.candidate == pick.candidate
                && !case.is_twin()
                && message.is_none_or(|name| case.message == *name)
                && operation.is_none_or(|name| case.operation == *name)
                && parameters.iter().all(|(name, value)| case.parameters.get(name) == Some(value))
        };
        let name = &pick.candidate;
        let Some(case) = run.cases.iter().find(is_it) else {
            return Err(Verdict::NotMeasured(format!("{name} is not in the run")));
        };
        if case.status != Status::Ok {
            let reason = case.reason.as_deref().unwrap_or("no reason is given");
            return Err(Verdict::NotMeasured(format!("{name}: {reason}")));
        }
        // What is doubtful about times says nothing of sizes.
        let is_timed = self.estimate.is_none_or(|id| !id.name().ends_with("_bytes"));
        match case.all_labels().find(|label| is_timed && (is_unranked(label) || is_doubtful(label))) {
            Some(label) => Err(Verdict::CannotBeTold(format!("{name}: {label}"))),
            None => Ok(case),
        }
    }
}

/// Whether two clocks differ about a case: what it costs is then the greater figure, which is enough to rank it and too little to judge
/// others by it.
fn is_doubtful(label: &Label) -> bool {
    matches!(label, Label::CpuBySystem { .. } | Label::TimeByHarness { .. })
}

/// What a claim is about unless it says so: what an operation costs, or how long a call takes.
fn usual(run: &RunDocument, case: &CaseDocument) -> EstimateId {
    let cost = cost_estimate(run, case);
    if case.estimates.contains_key(&cost) { cost } else { EstimateId::TimeNs }
}

fn lacks(case: &CaseDocument, id: EstimateId) -> Verdict {
    Verdict::NotMeasured(format!("{} has no {}", words::name(case), id.name()))
}

fn estimate(case: &CaseDocument, id: EstimateId) -> Option<Estimate> {
    let found = case.estimates.get(&id)?;
    Some(Estimate { median: found.median, low: found.low, high: found.high })
}

/// The ratio of the first case to the second: by the trials in which both took turns, or else by all trials.
fn ratio(run: &RunDocument, [first, second]: [&CaseDocument; 2], id: EstimateId) -> Option<Estimate> {
    if let Some(compared) = turns::compare(second, first, id) {
        return Some(compared.ratio);
    }
    let [base, other] = if id == cost_estimate(run, first) {
        Pace::of(run).level(second, first)
    } else {
        [second, first].map(|case| case.trial_values(id))
    };
    let ratio = compare::independent(&base, &other, ALPHA).map(|compared| compared.ratio);
    // A size is no estimate of trials.
    ratio.or_else(|| {
        let exact = estimate(first, id)?.median / estimate(second, id)?.median;
        (base.is_empty() && exact.is_finite()).then_some(Estimate { median: exact, low: exact, high: exact })
    })
}

/// Whether the run knows by how much equals may differ in this figure.
fn has_floor(case: &CaseDocument, id: EstimateId) -> bool {
    case.lab == wirecost_model::Lab::CODEC && id.name().ends_with("_ns")
}

fn shown(value: f64, id: EstimateId) -> String {
    match id.name() {
        name if name.ends_with("_ns") => units::time(value),
        name if name.ends_with("_bytes") => units::size(value),
        name if name.ends_with("_per_s") => units::per_s(value),
        _ => units::significant(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(bounds: &str) -> Claim {
        let text = format!("claim = \"c\"\nthen = \"t\"\nsuite = \"s\"\nof = {{ candidate = \"a\" }}\n{bounds}");
        toml::from_str(&text).unwrap()
    }

    #[test]
    fn an_interval_decides_as_a_whole() {
        let verdict = |bounds: &str, [low, median, high]: [f64; 3], floor: f64| {
            claim(bounds).judged(Estimate { median, low, high }, floor, |value| value.to_string(), "").verdict
        };
        assert_eq!(verdict("most = 1", [0.7, 0.8, 0.9], 0.0), Verdict::Held);
        assert_eq!(verdict("most = 1", [1.1, 1.2, 1.3], 0.0), Verdict::DidNotHold);
        assert!(matches!(verdict("most = 1", [0.9, 1.0, 1.1], 0.0), Verdict::CannotBeTold(_)));
        assert_eq!(verdict("least = 2\nmost = 3", [2.1, 2.5, 2.9], 0.0), Verdict::Held);
        assert_eq!(verdict("least = 2\nmost = 3", [3.1, 3.2, 3.3], 0.0), Verdict::DidNotHold);
        // Within what equals differ by, nothing is shown.
        assert!(matches!(verdict("most = 1", [0.97, 0.98, 0.99], 0.02), Verdict::CannotBeTold(_)));
        assert_eq!(verdict("least = 113\nmost = 113", [113.0; 3], 0.0), Verdict::Held);
    }

    #[test]
    fn a_claim_without_its_run_is_not_measured() {
        let judged = claim("most = 1").judge(&Runs::new());
        assert_eq!(judged.verdict, Verdict::NotMeasured("no run of s".into()));
        let text = "claim = \"c\"\nthen = \"t\"\ncannot = \"it is gone\"";
        let lost: Claim = toml::from_str(text).unwrap();
        assert_eq!(lost.judge(&Runs::new()).verdict, Verdict::CannotBeTold("it is gone".into()));
    }
}
