//! What a run says, in sentences: always of a library and its version, with the interval, and never a bare winner
//! (METHOD 17 and 23).

use wirecost_measure::compare::Comparison;
use wirecost_store::{CaseDocument, RunDocument};
use wirecost_verdict::group::{Group, comparisons};
use wirecost_verdict::trust::Pair;

/// A candidate with its version. Candidates are named after their library, so that the version is its.
pub fn name(case: &CaseDocument) -> String {
    format!("{} {}", case.candidate, case.version)
}

/// What a group of cases shows, e.g. `typed: prost 0.14.4 decodes dns-100 1.42x faster than thrift 0.23.0
/// (1.38-1.47)`; none where there is nobody to compare with.
pub fn fastest(group: &Group<'_>) -> Option<String> {
    let first = name(group.fastest.case);
    let does = format!("{}: {first} {}s {}", group.binding, group.operation, group.message);
    let slower = group.next().map(|(next, comparison)| format!("{does} {}", faster(&comparison, &name(next.case))));
    let ties: Vec<_> = group.ties().collect();
    let names: Vec<String> = ties.iter().map(|(tie, _)| name(tie.case)).collect();
    // What would have been seen of all of them.
    let seen =
        ties.iter().map(|(_, comparison)| comparison.map_or(f64::INFINITY, |c| c.detectable)).fold(0.0, f64::max);
    let tied = || format!("between {first} and {}: {}", names.join(", "), no_difference(seen));
    match (slower, ties.is_empty()) {
        (Some(slower), true) => Some(slower),
        (Some(slower), false) => Some(format!("{slower}; {}", tied())),
        (None, false) => Some(format!("{}: {} {}: {}", group.binding, group.operation, group.message, tied())),
        (None, true) => None,
    }
}

/// How much faster the first of a comparison is than the second, `other`: `1.42x faster than other (1.38-1.47)`.
pub fn faster(comparison: &Comparison, other: &str) -> String {
    let ratio = comparison.ratio;
    format!("{:.2}x faster than {other} ({:.2}-{:.2})", ratio.median, ratio.low, ratio.high)
}

/// That nothing is shown, and what would have been: `no difference shown (could have seen 2.1 %)`.
pub fn no_difference(detectable: f64) -> String {
    match detectable.is_finite() {
        true => format!("no difference shown (could have seen {})", percent(detectable)),
        false => "no difference shown (too few trials to see any)".into(),
    }
}

/// A share as a percentage with two digits that mean something.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent.abs() {
        p if p >= 9.95 => format!("{percent:.0} %"),
        p if p >= 0.095 || p == 0.0 => format!("{percent:.1} %"),
        _ => format!("{percent:.2} %"),
    }
}

/// What the run shows of itself: the A/A pair, the noise floor, how many comparisons were made and how many of them
/// would show a difference between equals.
pub fn trust(run: &RunDocument, groups: &[Group<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    match Pair::of(run) {
        Some(pair) => {
            let (c, case) = (&pair.comparison, pair.case);
            lines.push(format!(
                "A/A: {} {} {} against itself: {:.3}x ({:.3}-{:.3}); noise floor {}, least detectable difference {}",
                name(case),
                case.operation,
                case.message,
                c.ratio.median,
                c.ratio.low,
                c.ratio.high,
                percent(pair.noise_floor()),
                if c.detectable.is_finite() { percent(c.detectable) } else { "unknown with so few trials".into() },
            ));
            if pair.is_biased() {
                lines.push(
                    "warning: the A/A pair shows a difference between equals; every verdict of this run is advice only"
                        .into(),
                );
            }
        }
        None => lines.push("no A/A pair: what equals differ by in this run is unknown".into()),
    }
    let made = comparisons(groups);
    if made > 0 {
        lines.push(format!(
            "{made} comparison{}, none declared beforehand: {:.1} of them would show a difference if all were equal",
            if made == 1 { "" } else { "s" },
            made as f64 * wirecost_measure::compare::ALPHA
        ));
    }
    let outliers: usize = run.cases.iter().flat_map(|case| &case.trials).map(|trial| trial.outliers).sum();
    let samples: usize = run.cases.iter().flat_map(|case| &case.trials).map(|trial| trial.samples).sum();
    if samples > 0 {
        lines.push(format!("{outliers} of {samples} samples lie far out; all are kept"));
    }
    lines
}
