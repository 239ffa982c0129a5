//! What a run says, in sentences: always of a library and its version, with the interval, and never a bare winner
//! (METHOD 17 and 23).

use std::borrow::Cow;

use wirecost_measure::compare::Comparison;
use wirecost_measure::estimate::coverage;
use wirecost_model::{CaseDocument, Lab, RunDocument};
use wirecost_verdict::group::Group;

use crate::units;

/// A candidate with its version. Candidates are named after their library, so that the version is its.
pub fn name(case: &CaseDocument) -> String {
    format!("{} {}", case.candidate, case.version)
}

/// The parameters of a case, each by its name.
pub fn parameters(case: &CaseDocument) -> String {
    let others = case.parameters.iter().filter(|(name, _)| *name != "binding");
    others.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

/// How many trials the cases of a run were to have, each lab by the fewest of its cases: `6`, or `6 to 10`.
pub fn trials(run: &RunDocument) -> String {
    let mut fewest: Vec<(&Lab, usize)> = Vec::new();
    for case in run.cases.iter().filter(|case| case.trials_planned > 0) {
        match fewest.iter_mut().find(|(lab, _)| *lab == &case.lab) {
            Some((_, trials)) => *trials = case.trials_planned.min(*trials),
            None => fewest.push((&case.lab, case.trials_planned)),
        }
    }
    let counts = || fewest.iter().map(|(_, trials)| *trials);
    match (counts().min(), counts().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(all), _) => all.to_string(),
        _ => run.trials_planned.to_string(),
    }
}

/// What a group of cases shows: its winner, or that none is shown and who ties; who is certainly slower; and how many
/// were too fast to rank. E.g. `typed: decode dns-100: prost 0.14.4 is the fastest, 1.42x faster than thrift
/// 0.23.0 (1.38-1.47)`. None where there is nobody to compare with.
pub fn fastest(group: &Group<'_>) -> Option<String> {
    let does = match group.apart {
        Some(apart) => format!("{}, {apart}", group.binding),
        None => group.binding.to_owned(),
    };
    let said = [too_fast(group, usize::MAX), verdict(group)];
    let said: Vec<String> = said.into_iter().flatten().collect();
    (!said.is_empty()).then(|| format!("{does}: {} {}: {}", group.operation, group.message, said.join("; ")))
}

/// The cases of a group that are too fast to rank, the first `names` of them by name: `2 too fast to rank (under
/// 14.0 ns): postcard 1.1.3, planus 1.2.0`; none if there is none.
pub fn too_fast(group: &Group<'_>, names: usize) -> Option<String> {
    let under = group.too_fast_below().map_or(String::new(), |below| format!(" (under {})", units::time(below)));
    let count = match group.too_fast.as_slice() {
        [] => return None,
        all => all.len(),
    };
    let named: Vec<String> = group.too_fast.iter().take(names).map(|ranked| name(ranked.case)).collect();
    let more = if count > named.len() { format!(" and {} more", count - named.len()) } else { String::new() };
    Some(format!("{count} too fast to rank{under}: {}{more}", named.join(", ")))
}

/// What is shown of the ranked cases of a group; none if there are not two.
fn verdict(group: &Group<'_>) -> Option<String> {
    let first = name(group.fastest?.case);
    let others = if group.too_fast.is_empty() { "" } else { "of the others " };
    match (group.slower().next(), leads_alone(group)) {
        (Some(next), true) => {
            let faster = next.comparison.map(|comparison| faster(&comparison, &name(next.ranked.case)))?;
            Some(format!("{others}{first} is the fastest, {faster}"))
        }
        (None, true) => None,
        (slower, false) => {
            let tied = format!("{others}no winner shown: {}", unbeaten(group, usize::MAX));
            Some(match slower {
                Some(_) => format!("{tied}; {}", certainly_slower(group)),
                None => tied,
            })
        }
    }
}

/// Whether every other of a group is certainly slower than the fastest, as far as there are others.
pub fn leads_alone(group: &Group<'_>) -> bool {
    group.ties().chain(group.undecided()).next().is_none()
}

/// Who is not certainly slower than the fastest of a group: those that tie with it, with the detectable difference, and those of which
/// the trials do not tell: `A 1, B 1 tie (a difference of 2.1 % would have been detected); undecided: C 1 (8 trials would decide)`. Of
/// either the first `names` are named.
pub fn unbeaten(group: &Group<'_>, names: usize) -> String {
    let first = group.fastest.map_or(String::new(), |fastest| name(fastest.case));
    let some = |of: Vec<String>| match of.len().saturating_sub(names) {
        0 => of.join(", "),
        more => format!("{} and {more} more", of[..names].join(", ")),
    };
    let ties = some(group.ties().map(|tie| name(tie.ranked.case)).collect());
    let undecided = some(group.undecided().map(|other| name(other.ranked.case)).collect());
    let tied =
        format!("{first}, {ties} tie (a difference of {} would have been detected)", percent(group.detectable()));
    let open = group.trials_to_decide().map(|trials| format!("undecided: {undecided} ({trials} trials would decide)"));
    match (ties.is_empty(), open) {
        (true, Some(open)) => format!("{first} has the least median; {open}"),
        (false, Some(open)) => format!("{tied}; {open}"),
        (_, None) => tied,
    }
}

/// Who is certainly slower than the fastest of a group: the next by name, the others by their number.
fn certainly_slower(group: &Group<'_>) -> String {
    let mut slower = group.slower();
    let first = slower.next().map(|next| {
        let ratio = next.comparison.map_or(String::new(), |c| format!(" {}", ratio(&c)));
        format!("{}{ratio}", name(next.ranked.case))
    });
    let more = match slower.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let fastest = group.fastest.map_or(String::new(), |fastest| name(fastest.case));
    format!("certainly slower than {fastest}: {}{more}", first.unwrap_or_default())
}

/// How much faster the first of a comparison is than the second, `other`: `1.42x faster than other (1.38-1.47)`.
pub fn faster(comparison: &Comparison, other: &str) -> String {
    let ratio = comparison.ratio;
    format!("{:.2}x faster than {other} ({:.2}-{:.2})", ratio.median, ratio.low, ratio.high)
}

fn ratio(comparison: &Comparison) -> String {
    let ratio = comparison.ratio;
    format!("{:.2}x ({:.2}-{:.2})", ratio.median, ratio.low, ratio.high)
}

/// The heading of a column of intervals of medians, before it is known what they cover.
pub const INTERVAL: &str = "interval";

/// What the intervals of the medians of `cases` are: `96.9 % interval` of six trials each, `75 to 96.9 % interval` of three and six.
pub fn interval<'a>(cases: impl IntoIterator<Item = &'a CaseDocument>) -> String {
    interval_of(cases.into_iter().map(|case| case.trials.iter().filter(|trial| !trial.estimates.is_empty()).count()))
}

/// The same by numbers of trials. One trial has no interval.
pub fn interval_of(trials: impl Iterator<Item = usize>) -> String {
    let covered = trials.filter(|count| *count > 1).map(coverage);
    let ends = covered.fold(None, |ends: Option<(f64, f64)>, share| {
        ends.map_or(Some((share, share)), |(low, high)| Some((low.min(share), high.max(share))))
    });
    // Three digits, without zeros at the end.
    let said = |share: f64| (share * 1000.0).round() / 10.0;
    match ends {
        None => INTERVAL.to_owned(),
        Some((low, high)) if said(low) == said(high) => format!("{} % {INTERVAL}", said(low)),
        Some((low, high)) => format!("{} to {} % {INTERVAL}", said(low), said(high)),
    }
}

/// A heading with what the intervals of these cases cover, if it heads intervals.
pub fn heading<'h, 'a>(heading: &'h str, cases: impl IntoIterator<Item = &'a CaseDocument>) -> Cow<'h, str> {
    if heading == INTERVAL { Cow::Owned(interval(cases)) } else { Cow::Borrowed(heading) }
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
