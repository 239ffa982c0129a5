//! What a gate or a comparison found, for a terminal and for a pull request.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use wirecost_model::EstimateId;
use wirecost_verdict::gate::{Decision, Judged, Outcome, Verdict};

use crate::fitted::{self, Column, wrapped};
use crate::markdown::{escape, table};
use crate::plain;
use crate::units;
use crate::words::{INTERVAL, percent};

const HEADINGS: [&str; 7] = ["verdict", "case", "before", "after", "ratio", INTERVAL, "detectable"];

/// How early a narrow terminal leaves each of them out: the highest first, and 0 never.
const RANKS: [usize; 7] = [0, 0, 3, 4, 0, 1, 2];

/// How many cases a line names.
const NAMES: usize = 3;

/// How many of the headings, from the left, head text.
const TEXTS: usize = 2;

fn columns(outcome: &Outcome) -> Vec<Column<'static>> {
    let heading = |heading: &'static str| if heading == INTERVAL { interval(outcome) } else { heading };
    let column =
        |index: usize| Column { heading: heading(HEADINGS[index]), numeric: index >= TEXTS, rank: RANKS[index] };
    (0..HEADINGS.len()).map(column).collect()
}

/// What the intervals of the ratios are: exact counts have a range.
pub(crate) fn interval(outcome: &Outcome) -> &'static str {
    match (outcome.cases.iter().any(|case| case.is_range), outcome.cases.iter().all(|case| case.is_range)) {
        (true, true) => "range",
        (true, false) => "95 % interval, or range of counts",
        (false, _) => "95 % interval",
    }
}

/// The outcome in lines of at most `width` characters where that can be, with ANSI styles.
pub fn terminal(outcome: &Outcome, width: usize) -> String {
    let mut out = String::new();
    let rows: Vec<Vec<String>> = outcome.cases.iter().map(|case| cells(case).to_vec()).collect();
    if !outcome.cases.is_empty() {
        let lines = fitted::fit(&columns(outcome), &rows, width);
        let styles = outcome.cases.iter().map(|case| style(case.verdict));
        let head = lines.head.iter().map(|line| (line, Style::new().bold()));
        for (line, style) in head.chain(lines.rows.iter().zip(styles)) {
            let _ = writeln!(out, "{style}{line}{style:#}");
        }
        out.push('\n');
    }
    for line in remarks(outcome) {
        let _ = writeln!(out, "{}", wrapped(&plain::line(&line), width, 0, 2));
    }
    let style = match outcome.decision() {
        Decision::Passed => AnsiColor::Green.on_default().bold(),
        Decision::Regressed => AnsiColor::Red.on_default().bold(),
        Decision::Undecided => AnsiColor::Yellow.on_default().bold(),
    };
    for line in wrapped(&plain::line(&decision(outcome)), width, 0, 2).lines() {
        let _ = writeln!(out, "{style}{line}{style:#}");
    }
    out
}

/// The outcome as a comment on a pull request: the decision first, then what changed, then the rest folded away.
pub fn markdown(outcome: &Outcome) -> String {
    let mut out = format!("### wirecost: {}\n\n", decision(outcome));
    let (changed, unchanged): (Vec<_>, Vec<_>) =
        outcome.cases.iter().partition(|case| case.verdict != Verdict::NoDifference);
    write_table(outcome, &changed, &mut out);
    for line in remarks(outcome) {
        let _ = writeln!(out, "- {}", escape(&line));
    }
    if !unchanged.is_empty() {
        let _ = writeln!(out, "\n<details><summary>{} cases with no difference shown</summary>\n", unchanged.len());
        write_table(outcome, &unchanged, &mut out);
        let _ = writeln!(out, "</details>");
    }
    out
}

fn write_table(outcome: &Outcome, cases: &[&Judged], out: &mut String) {
    if cases.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = cases.iter().map(|case| cells(case).map(|cell| escape(&cell)).into()).collect();
    out.push_str(&table(&columns(outcome), &rows));
    out.push('\n');
}

fn cells(case: &Judged) -> [String; HEADINGS.len()] {
    let cost = |value: f64| if case.estimate.is_time() { units::time(value) } else { format!("{value:.0}") };
    let ratio = case.comparison.ratio;
    [
        verdict(case.verdict).to_owned(),
        plain::line(&case.key),
        cost(case.before),
        cost(case.after),
        format!("{:.3}x", ratio.median),
        if case.comparison.enough { format!("{:.3}-{:.3}", ratio.low, ratio.high) } else { "too few trials".into() },
        if case.detectable.is_finite() { percent(case.detectable) } else { "none".into() },
    ]
}

/// What was found in sentences, the most important first.
pub fn sentences(outcome: &Outcome) -> Vec<String> {
    let of = |verdict| outcome.cases.iter().filter(move |case| case.verdict == verdict);
    let counts = [
        (Verdict::Regressed, "slower by more than the bound"),
        (Verdict::Improved, "faster"),
        (Verdict::WithinBound, "slower, but within the bound"),
        (Verdict::NoDifference, "without a difference that is shown"),
        (Verdict::Inconclusive, "inconclusive"),
    ];
    let counted = counts.into_iter().map(|(verdict, said)| (of(verdict).count(), said)).filter(|(count, _)| *count > 0);
    let counted: Vec<String> = counted.map(|(count, said)| format!("{count} {said}")).collect();
    if counted.is_empty() {
        return vec!["No case could be compared.".into()];
    }
    let bound = percent(outcome.rule.bound());
    let mut said = vec![format!("Of {} cases: {}. The bound is {bound}.", outcome.cases.len(), counted.join(", "))];
    let most = |verdict, word: &str, larger: fn(f64, f64) -> bool| {
        let ratio = |case: &Judged| case.comparison.ratio.median;
        let most = of(verdict).reduce(|most, case| if larger(ratio(case), ratio(most)) { case } else { most })?;
        let [_, key, before, after, ratio, interval, _] = cells(most);
        Some(format!("{word} most: {key}, {before} to {after}, {ratio} ({interval})."))
    };
    said.extend(most(Verdict::Regressed, "Slowed down", |a, b| a > b));
    said.extend(most(Verdict::Improved, "Gained", |a, b| a < b));
    said
}

/// A verdict in words.
pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Regressed => "regressed",
        Verdict::Inconclusive => "inconclusive",
        Verdict::WithinBound => "slower, within bound",
        Verdict::NoDifference => "no difference shown",
        Verdict::Improved => "faster",
    }
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Regressed => AnsiColor::Red.on_default(),
        Verdict::Inconclusive => AnsiColor::Yellow.on_default(),
        Verdict::Improved => AnsiColor::Green.on_default(),
        Verdict::WithinBound | Verdict::NoDifference => Style::new(),
    }
}

fn remarks(outcome: &Outcome) -> Vec<String> {
    let rule = outcome.rule;
    let mut estimates: Vec<&str> = outcome.cases.iter().map(|case| case.estimate.name()).collect();
    estimates.sort_unstable();
    estimates.dedup();
    let mut lines = vec![format!(
        "{} comparison{} of {}, declared in advance and adjusted as a set (Holm); a slowdown counts above {}: \
         allowed {}, noise floor {}",
        outcome.cases.len(),
        if outcome.cases.len() == 1 { "" } else { "s" },
        estimates.join(" and "),
        percent(rule.bound()),
        percent(rule.allowed),
        rule.noise_floor.map_or("unknown".into(), percent)
    )];
    if let Some(mean) = outcome.geometric_mean.filter(|_| outcome.cases.len() > 1) {
        lines.push(format!(
            "geometric mean over exactly these cases: {mean:.3}x; it gives each case the same weight, which real traffic does not"
        ));
    }
    let blind = outcome.cases.iter().filter(|case| case.verdict == Verdict::Inconclusive).count();
    if blind > 0 {
        lines.push(format!(
            "{blind} inconclusive: a slowdown of {} could have stayed undetected; use more --trials, a quieter machine, \
             or --measure instructions",
            percent(rule.allowed)
        ));
    }
    lines.extend(outcome.runs_left_out.iter().map(|(run, reason)| format!("not used: run {run} {reason}")));
    lines.extend(outcome.unjudged.iter().map(|(key, reason)| format!("not judged: {key}: {reason}")));
    lines.extend(outcome.left_out.iter().map(|(key, reason)| format!("nothing to compare with: {key}: {reason}")));
    if !outcome.chosen.is_empty() {
        lines.push(format!("limited by {}: other cases are not judged", outcome.chosen.join(" ")));
    }
    if !outcome.excluded.is_empty() {
        lines.push(format!("excluded on purpose: {}", some(&outcome.excluded)));
    }
    lines.extend(outcome.doubts.iter().map(|doubt| format!("advice only: {doubt}")));
    lines
}

/// The first few of some names, and the number of the others.
fn some(names: &[impl AsRef<str>]) -> String {
    let first: Vec<&str> = names.iter().take(NAMES).map(AsRef::as_ref).collect();
    let more = names.len() - first.len();
    if more > 0 { format!("{} and {more} more", first.join(", ")) } else { first.join(", ") }
}

/// What an estimate counts, in words.
pub fn cost(estimate: EstimateId) -> &'static str {
    match estimate {
        EstimateId::Instructions => "instructions",
        EstimateId::ServerCpuNs => "CPU time for a request",
        EstimateId::CpuNs => "CPU time",
        EstimateId::TimeNs => "wall time",
        _ => "cost",
    }
}

/// The decision in a sentence.
pub fn decision(outcome: &Outcome) -> String {
    let of = |verdict| outcome.cases.iter().filter(|case| case.verdict == verdict).count();
    match outcome.decision() {
        Decision::Passed => {
            format!(
                "passed: none of {} cases is slower by more than {}",
                outcome.cases.len(),
                percent(outcome.rule.bound())
            )
        }
        Decision::Regressed => format!("regressed: {} of {} cases", of(Verdict::Regressed), outcome.cases.len()),
        Decision::Undecided if !outcome.unjudged.is_empty() => {
            let keys: Vec<&String> = outcome.unjudged.iter().map(|(key, _)| key).collect();
            format!("could not decide: not judged, though the base measures it: {}", some(&keys))
        }
        Decision::Undecided if outcome.cases.is_empty() => "could not decide: no case to compare".into(),
        Decision::Undecided => "could not decide".into(),
    }
}
