//! Whether something got slower: two builds in one run, or a run against earlier ones (METHOD 15 and 16).

use serde::Serialize;
use wirecost_measure::compare::{self, ALPHA, Comparison};
pub use wirecost_measure::gate::{Rule, Verdict};
use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

use crate::trust::Pair;
use crate::{LAYOUT, SideBySide, alike, cost_estimate, followed_estimate};

/// The fewest earlier runs that show how much runs differ.
pub const EARLIER_RUNS: usize = 3;

/// What became of a declared set of comparisons.
#[derive(Debug, Clone, Serialize)]
pub struct Outcome {
    /// The estimate that codecs were compared by.
    pub estimate: EstimateId,
    /// What was asked, and what noise made of it.
    pub rule: Rule,
    /// The cases that both sides have.
    pub cases: Vec<Judged>,
    /// The cases that the base measured and that could not be judged, with their reasons: a regression of theirs would go
    /// unseen.
    pub unjudged: Vec<(String, String)>,
    /// The cases that the base has no figure of, with their reasons: there is nothing to regress from.
    pub left_out: Vec<(String, String)>,
    /// The cases that the user excluded.
    pub excluded: Vec<String>,
    /// The options by which the user chose the cases: `--candidate prost`.
    pub chosen: Vec<String>,
    /// The earlier runs that were not used, with their reasons.
    pub runs_left_out: Vec<(String, String)>,
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
    /// The estimate that was compared.
    pub estimate: EstimateId,
    /// The medians, before and after.
    pub before: f64,
    /// The later one.
    pub after: f64,
    /// How they compare.
    pub comparison: Comparison,
    /// Whether its interval is the range of exact counts, which covers no share that is known.
    pub is_range: bool,
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
        match (any(Verdict::Regressed), any(Verdict::Inconclusive) || !self.unjudged.is_empty()) {
            (true, _) => Decision::Regressed,
            (false, true) => Decision::Undecided,
            (false, false) => Decision::Passed,
        }
    }
}

/// The cases that are not compared.
#[derive(Default)]
struct Sorted {
    unjudged: Vec<(String, String)>,
    left_out: Vec<(String, String)>,
    excluded: Vec<String>,
}

/// A comparison that was declared beforehand: the case, its medians, and how its trials compare at a level.
struct Declared {
    key: String,
    estimate: EstimateId,
    before: f64,
    after: f64,
    is_range: bool,
    compare: Box<dyn Fn(f64) -> Option<Comparison>>,
}

/// Judges a set of comparisons.
fn judge(set: Vec<Declared>, sorted: Sorted, estimate: EstimateId, rule: Rule) -> Outcome {
    let declared = set.len().max(1) as f64;
    let Sorted { mut unjudged, left_out, excluded } = sorted;
    let mut cases = Vec::new();
    for Declared { key, estimate, before, after, is_range, compare } in set {
        // What the set could have shown is asked at the level of its strictest comparison.
        match (compare(ALPHA), compare(ALPHA / declared)) {
            (Some(comparison), Some(strict)) => cases.push(Judged {
                key,
                estimate,
                before,
                after,
                comparison,
                is_range,
                adjusted_p: 1.0,
                detectable: strict.detectable,
                verdict: Verdict::Inconclusive,
            }),
            _ => unjudged.push((key, "a trial took no time at all".to_owned())),
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
    let (chosen, runs_left_out, doubts) = (Vec::new(), Vec::new(), Vec::new());
    Outcome { estimate, rule, cases, unjudged, left_out, excluded, chosen, runs_left_out, geometric_mean, doubts }
}

/// Compares two builds that were measured side by side in one run: the cases of `base` with those of `new`.
///
/// What `base` measured and `new` has no figure for is never passed over: it could not be judged. Cases that `is_excluded` holds for
/// are named and not judged.
pub fn builds(
    run: &RunDocument,
    [base, new]: [&str; 2],
    allowed: f64,
    is_excluded: impl Fn(&CaseDocument) -> bool,
) -> Outcome {
    let of = |side: &str| -> Vec<CaseDocument> {
        run.cases.iter().filter(|case| case.side() == Some(side) && is_judged(case)).map(without_side).collect()
    };
    let (mut set, mut sorted) = (Vec::new(), Sorted::default());
    let mut estimate = run.verdict_estimate;
    let (older, newer) = (of(base), of(new));
    for before in &older {
        if is_excluded(before) {
            sorted.excluded.push(before.key());
        } else if matches!(before.status, Status::Failed | Status::Skipped) {
            sorted.left_out.push((before.key(), format!("{base}: {}", reason(before))));
        } else {
            let name = cost_estimate(run, before);
            let after = figure(before, name).map_err(|reason| format!("{base}: {reason}"));
            match after.and_then(|_| successor(before, name, &newer).map_err(|reason| format!("{new}: {reason}"))) {
                Err(reason) => sorted.unjudged.push((before.key(), reason)),
                Ok(after) => {
                    estimate = name;
                    set.push(side_by_side(before, after, name));
                }
            }
        }
    }
    let added = newer.iter().filter(|after| !is_excluded(after) && alike::namesake(after, &older).is_none());
    sorted.left_out.extend(added.map(|after| (after.key(), format!("{base}: it has no such case"))));
    let pair = Pair::of(run);
    let noise_floor = least_floor(pair.as_ref().map(Pair::noise_floor), estimate);
    let mut outcome = judge(set, sorted, estimate, Rule { allowed, noise_floor });
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

/// Whether a case is one that a gate is about: no control, and not the second of an A/A pair.
fn is_judged(case: &CaseDocument) -> bool {
    !case.is_twin() && !case.is_control()
}

/// A case of a build as the other build has it.
fn without_side(case: &CaseDocument) -> CaseDocument {
    let mut case = case.clone();
    case.parameters.remove("side");
    case
}

/// The case of the new build that stands for one of the base, or why none can be compared with it.
fn successor<'a>(
    before: &CaseDocument,
    name: EstimateId,
    newer: &'a [CaseDocument],
) -> Result<&'a CaseDocument, String> {
    let Some(after) = alike::find(before, newer) else {
        let namesake = alike::namesake(before, newer).and_then(|after| alike::unlike(before, after));
        return Err(namesake.unwrap_or_else(|| "it has no such case".into()));
    };
    figure(after, name).map(|_| after)
}

/// The figure of a case, or why it has none to compare.
fn figure(case: &CaseDocument, name: EstimateId) -> Result<f64, String> {
    match case.status {
        Status::Ok => case.median(name).ok_or_else(|| format!("no {name}")),
        _ => Err(reason(case).to_owned()),
    }
}

fn reason(case: &CaseDocument) -> &str {
    case.reason.as_deref().unwrap_or("no reason recorded")
}

/// A case of both builds, as a comparison.
fn side_by_side(before: &CaseDocument, after: &CaseDocument, name: EstimateId) -> Declared {
    let trials = SideBySide::of([before, after], name);
    Declared {
        key: before.key(),
        estimate: name,
        before: before.median(name).unwrap_or_default(),
        after: after.median(name).unwrap_or_default(),
        is_range: name == EstimateId::Instructions,
        compare: Box::new(move |alpha| match name {
            // Exact counts differ where their ranges do not meet, and their spread is all the noise.
            EstimateId::Instructions => compare::ranges(&trials.pairs[0], &trials.pairs[1]),
            _ => trials.compare(alpha),
        }),
    }
}

/// Counts of instructions differ at least by where things lie.
fn least_floor(noise_floor: Option<f64>, estimate: EstimateId) -> Option<f64> {
    if estimate == EstimateId::Instructions { Some(noise_floor.unwrap_or_default().max(LAYOUT)) } else { noise_floor }
}

/// Compares a run with earlier ones of the same cases. Of the earlier runs only the sound ones count, where these are
/// [`EARLIER_RUNS`] or more. With fewer all of them are shown and every verdict is doubted: what differs between two
/// runs is unknown.
///
/// What an earlier run measured and the later one has no figure for is never passed over: it could not be judged. Cases that
/// `is_excluded` holds for are named and not judged.
pub fn runs(
    earlier: &[RunDocument],
    later: &RunDocument,
    allowed: f64,
    is_excluded: impl Fn(&CaseDocument) -> bool,
) -> Outcome {
    let unsound: Vec<Option<String>> = earlier.iter().map(|run| unsound(run, later)).collect();
    let sound: Vec<&RunDocument> =
        earlier.iter().zip(&unsound).filter(|(_, reason)| reason.is_none()).map(|(run, _)| run).collect();
    let enough = sound.len() >= EARLIER_RUNS;
    let used = if enough { sound } else { earlier.iter().collect() };
    let (mut set, mut sorted) = (Vec::new(), Sorted::default());
    let mut estimate = later.verdict_estimate;
    let mut spreads = Vec::new();
    for after in later.cases.iter().filter(|case| is_judged(case)) {
        if is_excluded(after) {
            sorted.excluded.push(after.key());
            continue;
        }
        let name = shared_estimate(&used, later, after);
        match against(&used, name, after) {
            Ok((declared, spread)) => {
                if after.lab == Lab::CODEC {
                    estimate = name;
                }
                spreads.extend(spread);
                set.push(declared);
            }
            Err(reason) if was_measured(&used, after) => sorted.unjudged.push((after.key(), reason)),
            Err(reason) => sorted.left_out.push((after.key(), reason)),
        }
    }
    for before in gone(&used, later) {
        if is_excluded(before) {
            sorted.excluded.push(before.key())
        } else {
            sorted.unjudged.push((before.key(), format!("run {} has no such case", later.run_id)))
        }
    }
    // Of the usual case; a case that differs more between runs has a wider interval of its own.
    let noise_floor = (!spreads.is_empty()).then(|| wirecost_measure::estimate::median(&spreads));
    let mut outcome = judge(set, sorted, estimate, Rule { allowed, noise_floor: least_floor(noise_floor, estimate) });
    let reasons = earlier.iter().zip(unsound).filter_map(|(run, reason)| Some((run.run_id.clone(), reason?)));
    if enough {
        outcome.runs_left_out = reasons.collect();
    } else {
        outcome.doubts.push(too_few(earlier.len()));
        outcome.doubts.extend(reasons.map(|(run, reason)| format!("{run} {reason}")));
    }
    outcome.doubts.extend(alarm(later).map(|reason| format!("{} {reason}", later.run_id)));
    outcome
}

/// Whether an earlier run has a figure of what bears the name of a case.
fn was_measured(earlier: &[&RunDocument], case: &CaseDocument) -> bool {
    earlier.iter().any(|run| alike::namesake(case, measured_cases(run)).is_some())
}

/// The cases that a run has figures of.
fn measured_cases(run: &RunDocument) -> impl Iterator<Item = &CaseDocument> {
    let has_figure = |case: &&CaseDocument| case.median(followed_estimate(run, case)).is_some();
    run.cases.iter().filter(|case| case.status == Status::Ok && is_judged(case)).filter(has_figure)
}

/// The cases that earlier runs measured and the later one has not, measured or not; each once.
fn gone<'a>(earlier: &[&'a RunDocument], later: &RunDocument) -> Vec<&'a CaseDocument> {
    let mut gone: Vec<&CaseDocument> = Vec::new();
    let candidates = || later.cases.iter().filter(|case| is_judged(case));
    let is_known = |after: &CaseDocument| {
        earlier.iter().flat_map(|run| measured_cases(run)).any(|before| alike::is_same(before, after))
    };
    // A later case of this name that no earlier run has is said to be another one; what is another's under this name stands for that.
    let is_there = |before: &CaseDocument| {
        candidates().any(|after| alike::is_same(before, after))
            || alike::namesake(before, candidates()).is_some_and(|after| !is_known(after))
    };
    for case in earlier.iter().flat_map(|run| measured_cases(run)) {
        if !is_there(case) && alike::namesake(case, gone.iter().copied()).is_none() {
            gone.push(case);
        }
    }
    gone
}

/// The estimate that a case is compared by: that of the later run. Where no earlier run has it, since its release judged by
/// another, this is the latest of theirs that the later run has too.
fn shared_estimate(earlier: &[&RunDocument], later: &RunDocument, after: &CaseDocument) -> EstimateId {
    let own = followed_estimate(later, after);
    let before: Vec<&CaseDocument> = earlier.iter().filter_map(|run| measured(run, after)).collect();
    let is_shared =
        |name: &EstimateId| after.median(*name).is_some() && before.iter().any(|case| case.median(*name).is_some());
    let theirs = earlier.iter().rev().map(|run| run.verdict_estimate);
    std::iter::once(own).chain(theirs).find(is_shared).unwrap_or(own)
}

/// The same case in another run, where that has figures of it.
fn measured<'a>(run: &'a RunDocument, case: &CaseDocument) -> Option<&'a CaseDocument> {
    alike::find(case, run.cases.iter().filter(|other| other.status == Status::Ok))
}

/// A case of a later run against those earlier runs that have it, and what a further run of it would differ by.
fn against(
    earlier: &[&RunDocument],
    name: EstimateId,
    after: &CaseDocument,
) -> Result<(Declared, Option<f64>), String> {
    let new = figure(after, name).map_err(|reason| format!("later: {reason}"))?;
    let of = |run: &&RunDocument| {
        let case = measured(run, after)?;
        Some((case.median(name)?, case.trial_values(name)))
    };
    let before: Vec<(f64, Vec<f64>)> = earlier.iter().filter_map(of).collect();
    let needed = EARLIER_RUNS.min(earlier.len()).max(1);
    if before.is_empty()
        && let Some(reason) = earlier
            .iter()
            .rev()
            .find_map(|run| alike::namesake(after, measured_cases(run)).and_then(|before| alike::unlike(before, after)))
    {
        return Err(reason);
    }
    if before.len() < needed {
        return Err(format!("measured in {} of {} earlier runs, needed in {needed}", before.len(), earlier.len()));
    }
    let last = before.last().map(|(_, trials)| trials.clone()).unwrap_or_default();
    let trials = after.trial_values(name);
    let medians: Vec<f64> = before.into_iter().map(|(median, _)| median).collect();
    let spread = compare::further_run(&medians);
    let declared = Declared {
        key: after.key(),
        estimate: name,
        before: wirecost_measure::estimate::median(&medians),
        after: new,
        is_range: false,
        compare: Box::new(move |alpha| match medians.len() {
            EARLIER_RUNS.. => compare::between_runs(&medians, new, alpha),
            _ => compare::independent(&last, &trials, alpha),
        }),
    };
    Ok((declared, spread))
}

fn too_few(earlier: usize) -> String {
    let (s, sound) =
        (if earlier == 1 { "" } else { "s" }, if earlier < EARLIER_RUNS { "" } else { ", not enough sound" });
    format!(
        "{earlier} earlier run{s}{sound}: to know how much runs of the same code differ, a gate needs \
         {EARLIER_RUNS} or more"
    )
}

/// Why an earlier run says nothing of a later one.
fn unsound(run: &RunDocument, later: &RunDocument) -> Option<String> {
    let machine = |run: &RunDocument| {
        let e = &run.environment;
        (e.cpu.clone(), e.cores, e.kernel.clone())
    };
    if machine(run) != machine(later) {
        return Some(format!("comes from another machine or kernel than {}", later.run_id));
    }
    if run.environment.variables != later.environment.variables {
        let set = |run: &RunDocument| {
            if run.environment.variables.is_empty() { "none".to_owned() } else { run.environment.list_variables() }
        };
        let (own, other) = (set(run), set(later));
        return Some(format!("ran with other variables of the environment ({own}) than {} ({other})", later.run_id));
    }
    if run.verdict_estimate != later.verdict_estimate {
        let (own, other) = (run.verdict_estimate, later.verdict_estimate);
        return Some(format!("is judged by {own}, {} by {other}", later.run_id));
    }
    alarm(run)
}

/// What the A/A pair of a run says against it.
fn alarm(run: &RunDocument) -> Option<String> {
    let biased = Pair::of(run).is_some_and(|pair| pair.is_biased());
    biased.then(|| "has an A/A pair that shows a difference between equals".into())
}
