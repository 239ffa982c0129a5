//! Whether something got slower: two builds in one run, or a run against earlier ones (METHOD 15 and 16).

use serde::Serialize;
use wirecost_measure::compare::{self, ALPHA, Comparison};
pub use wirecost_measure::gate::{Rule, Verdict};
use wirecost_store::{CaseDocument, RunDocument, Status};

use crate::estimate_name;
use crate::trust::Pair;

/// The fewest earlier runs that tell how much runs differ.
pub const EARLIER_RUNS: usize = 3;

/// By how much counts of instructions may differ between builds of the same source: how long a copy or a comparison
/// takes depends on where its operands lie. As a share.
const LAYOUT: f64 = 0.001;

/// What became of a declared set of comparisons.
#[derive(Debug, Clone, Serialize)]
pub struct Outcome {
    /// The estimate that was compared.
    pub estimate: String,
    /// What was asked, and what noise made of it.
    pub rule: Rule,
    /// The cases that both sides have.
    pub cases: Vec<Judged>,
    /// The cases that could not be compared, with their reasons.
    pub left_out: Vec<(String, String)>,
    /// The geometric mean of the ratios, over exactly [`Outcome::cases`].
    pub geometric_mean: Option<f64>,
    /// Why every verdict is no more than advice; empty where nothing speaks against them.
    pub doubts: Vec<String>,
}

/// A case and its verdict.
#[derive(Debug, Clone, Serialize)]
pub struct Judged {
    /// The case.
    pub key: String,
    /// The medians, before and after.
    pub before: f64,
    /// The later one.
    pub after: f64,
    /// How they compare.
    pub comparison: Comparison,
    /// Its p within the whole set (Holm).
    pub adjusted_p: f64,
    /// What the set could have shown of this case, as a share.
    pub detectable: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// What a gate says of all cases together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// No case regressed, and one that had would have been seen.
    Passed,
    /// A case regressed.
    Regressed,
    /// No case is shown to have regressed, and one that has could have gone unseen.
    Undecided,
}

impl Outcome {
    /// The decision.
    pub fn decision(&self) -> Decision {
        let any = |verdict| self.cases.iter().any(|case| case.verdict == verdict);
        if self.cases.is_empty() || !self.doubts.is_empty() {
            return Decision::Undecided;
        }
        match (any(Verdict::Regressed), any(Verdict::Inconclusive)) {
            (true, _) => Decision::Regressed,
            (false, true) => Decision::Undecided,
            (false, false) => Decision::Passed,
        }
    }
}

/// A comparison that was declared beforehand: the case, its medians, and how its trials compare at a level.
struct Declared {
    key: String,
    before: f64,
    after: f64,
    compare: Box<dyn Fn(f64) -> Option<Comparison>>,
}

/// Judges a set of comparisons.
fn judge(set: Vec<Declared>, estimate: &str, rule: Rule) -> Outcome {
    let declared = set.len().max(1) as f64;
    let (mut cases, mut left_out) = (Vec::new(), Vec::new());
    for Declared { key, before, after, compare } in set {
        // What the set could have shown is asked at the level of its strictest comparison.
        match (compare(ALPHA), compare(ALPHA / declared)) {
            (Some(comparison), Some(strict)) => cases.push(Judged {
                key,
                before,
                after,
                comparison,
                adjusted_p: 1.0,
                detectable: strict.detectable,
                verdict: Verdict::Inconclusive,
            }),
            _ => left_out.push((key, "a trial took no time at all".to_owned())),
        }
    }
    let adjusted = compare::holm(&cases.iter().map(|case| case.comparison.p).collect::<Vec<_>>());
    for (case, adjusted_p) in cases.iter_mut().zip(adjusted) {
        case.adjusted_p = adjusted_p;
        case.verdict = rule.judge(&case.comparison, adjusted_p, case.detectable);
    }
    cases.sort_by(|a, b| {
        a.verdict.cmp(&b.verdict).then(b.comparison.ratio.median.total_cmp(&a.comparison.ratio.median))
    });
    let ratios: Vec<f64> = cases.iter().map(|case| case.comparison.ratio.median).collect();
    let geometric_mean = compare::geometric_mean(&ratios);
    Outcome { estimate: estimate.to_owned(), rule, cases, left_out, geometric_mean, doubts: Vec::new() }
}

/// Compares two builds that were measured side by side in one run: the cases of `base` with those of `new`.
pub fn builds(run: &RunDocument, base: &str, new: &str, allowed: f64) -> Outcome {
    let of = |side: &str| -> Vec<&CaseDocument> {
        run.cases.iter().filter(|c| c.side() == Some(side) && !c.is_twin() && !c.is_control()).collect()
    };
    let (mut set, mut left_out) = (Vec::new(), Vec::new());
    let mut estimate = run.verdict_estimate.clone();
    let newer = of(new);
    for before in of(base) {
        let key = format!("{}/{}/{}/{}", before.lab, before.candidate, before.message, before.operation);
        let same = |c: &&&CaseDocument| {
            (&c.candidate, &c.message, &c.operation) == (&before.candidate, &before.message, &before.operation)
        };
        let Some(after) = newer.iter().find(same) else { continue };
        if let Some(reason) = unusable(before, base).or_else(|| unusable(after, new)) {
            left_out.push((key, reason));
            continue;
        }
        let name = estimate_name(run, before);
        name.clone_into(&mut estimate);
        let (first, second) = (before.trial_values(name), after.trial_values(name));
        let exact = name == "instructions";
        set.push(Declared {
            key,
            before: before.median(name).unwrap_or_default(),
            after: after.median(name).unwrap_or_default(),
            compare: Box::new(move |alpha| compare_trials(&first, &second, exact, alpha)),
        });
    }
    let pair = Pair::of(run);
    let mut noise_floor = pair.as_ref().map_or(0.0, Pair::noise_floor);
    if estimate == "instructions" {
        noise_floor = noise_floor.max(LAYOUT);
    }
    let mut outcome = judge(set, &estimate, Rule { allowed, noise_floor });
    outcome.left_out.extend(left_out);
    match pair {
        Some(pair) if pair.is_biased() => outcome.doubts.push(format!(
            "the A/A pair, {} measured twice, shows a difference of {:.1} %: something favours one of two equals",
            pair.case.key(),
            (pair.comparison.ratio.median - 1.0).abs() * 100.0
        )),
        Some(_) => {}
        None => outcome.doubts.push("the run has no A/A pair".into()),
    }
    outcome
}

/// Pairs of trials, or exact counts: these differ where their ranges do not meet, and their spread is all the noise.
fn compare_trials(first: &[f64], second: &[f64], exact: bool, alpha: f64) -> Option<Comparison> {
    if !exact {
        return compare::paired(first, second, alpha);
    }
    compare::ranges(first, second)
}

fn unusable(case: &CaseDocument, side: &str) -> Option<String> {
    let reason = case.reason.as_deref().unwrap_or("no reason recorded");
    (case.status != Status::Ok).then(|| format!("{side}: {reason}"))
}

/// Compares a run with earlier ones of the same cases. With fewer than [`EARLIER_RUNS`] of them every verdict is doubted:
/// what differs between two runs is unknown.
pub fn runs(earlier: &[RunDocument], later: &RunDocument, allowed: f64) -> Outcome {
    let (mut set, mut left_out) = (Vec::new(), Vec::new());
    let mut estimate = later.verdict_estimate.clone();
    let mut spreads = Vec::new();
    for after in later.cases.iter().filter(|case| !case.is_twin() && !case.is_control()) {
        let name = estimate_name(later, after);
        let before: Vec<&CaseDocument> =
            earlier.iter().filter_map(|run| run.cases.iter().find(|case| case.key() == after.key())).collect();
        if before.len() < earlier.len() {
            left_out.push((after.key(), "not in every run".to_owned()));
            continue;
        }
        let failed = before.iter().find_map(|case| unusable(case, "earlier"));
        if let Some(reason) = failed.or_else(|| unusable(after, "later")) {
            left_out.push((after.key(), reason));
            continue;
        }
        let medians: Vec<f64> = before.iter().filter_map(|case| case.median(name)).collect();
        let (Some(new), true) = (after.median(name), medians.len() == earlier.len()) else {
            left_out.push((after.key(), format!("no {name} in every run")));
            continue;
        };
        name.clone_into(&mut estimate);
        let old = wirecost_measure::estimate::median(&medians);
        let trials = (before[before.len() - 1].trial_values(name), after.trial_values(name));
        spreads.extend(spread(&medians));
        set.push(Declared {
            key: after.key(),
            before: old,
            after: new,
            compare: Box::new(move |alpha| match medians.len() {
                EARLIER_RUNS.. => compare::between_runs(&medians, new, alpha),
                _ => compare::independent(&trials.0, &trials.1, alpha),
            }),
        });
    }
    // Of the usual case; a case that differs more between runs has a wider interval of its own.
    let noise_floor = if spreads.is_empty() { 0.0 } else { wirecost_measure::estimate::median(&spreads) };
    let mut outcome = judge(set, &estimate, Rule { allowed, noise_floor });
    outcome.left_out.extend(left_out);
    outcome.doubts = doubts(earlier, later);
    outcome
}

/// By how much the largest of several runs exceeds the smallest, as a share.
fn spread(medians: &[f64]) -> Option<f64> {
    let low = medians.iter().copied().reduce(f64::min)?;
    let high = medians.iter().copied().reduce(f64::max)?;
    (medians.len() > 1 && low > 0.0).then(|| high / low - 1.0)
}

/// What keeps runs from being compared.
fn doubts(earlier: &[RunDocument], later: &RunDocument) -> Vec<String> {
    let mut doubts = Vec::new();
    if earlier.len() < EARLIER_RUNS {
        doubts.push(format!(
            "{} earlier run{}: what differs between two runs of the same thing is only known from {EARLIER_RUNS} or more",
            earlier.len(),
            if earlier.len() == 1 { "" } else { "s" },
        ));
    }
    for run in earlier {
        let machine = |run: &RunDocument| {
            let e = &run.environment;
            (e.cpu.clone(), e.cores, e.kernel.clone())
        };
        if machine(run) != machine(later) {
            doubts.push(format!("{} comes from another machine or kernel than {}", run.run_id, later.run_id));
        }
        if run.verdict_estimate != later.verdict_estimate {
            doubts.push(format!(
                "{} is judged by {}, {} by {}",
                run.run_id, run.verdict_estimate, later.run_id, later.verdict_estimate
            ));
        }
    }
    for run in earlier.iter().chain([later]) {
        if Pair::of(run).is_some_and(|pair| pair.is_biased()) {
            doubts.push(format!("the A/A pair of {} shows a difference between equals", run.run_id));
        }
    }
    doubts
}
