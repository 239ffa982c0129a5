//! Remarks that many cases of a run share: they are said once, with their number.

use wirecost_model::{CaseDocument, Label, Rank, RunDocument, Status};

/// A label is counted if this many cases have it ...
const FEWEST: usize = 5;

/// ... and on one of this many of those with figures.
const SHARE: usize = 4;

/// How many names a line shows; the others are counted.
const NAMES: usize = 4;

/// The labels that many cases of a run have.
#[derive(Debug, Clone)]
pub struct Common<'a> {
    labels: Vec<(&'a str, usize)>,
    cases: usize,
}

impl<'a> Common<'a> {
    /// Those of a run, the most frequent first.
    pub fn of(run: &'a RunDocument) -> Self {
        let measured: Vec<&CaseDocument> = run.cases.iter().filter(|case| !case.estimates.is_empty()).collect();
        let mut labels: Vec<(&str, usize)> = Vec::new();
        for case in &measured {
            let mut names: Vec<&str> =
                case.all_labels().filter(|label| may_be_counted(label)).map(Label::name).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                match labels.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, count)) => *count += 1,
                    None => labels.push((name, 1)),
                }
            }
        }
        let cases = measured.len();
        labels.retain(|(_, count)| *count >= FEWEST && count * SHARE >= cases);
        labels.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        Self { labels, cases }
    }

    /// The labels with their numbers; none if no label is shared by many cases.
    pub fn line(&self) -> Option<String> {
        let said = |(name, count): &(&str, usize)| format!("{name} ({count} of {} cases)", self.cases);
        let labels: Vec<String> = self.labels.iter().map(said).collect();
        (!labels.is_empty()).then(|| format!("notes on many cases: {}; -v shows each", labels.join(", ")))
    }
}

/// Whether a label says nothing of the rank of its case: what takes a rank away is always shown.
fn may_be_counted(label: &Label) -> bool {
    label.rank() == Rank::Ranked
}

/// The cases that could not be measured, a line for each of the `most` frequent reasons.
pub fn skipped(run: &RunDocument, most: usize) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>, usize)> = Vec::new();
    for case in run.cases.iter().filter(|case| case.status == Status::Skipped) {
        let reason = case.reason.as_deref().unwrap_or("no reason recorded");
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((_, names, count)) => {
                if !names.contains(&case.candidate.as_str()) {
                    names.push(&case.candidate);
                }
                *count += 1;
            }
            None => reasons.push((reason, vec![&case.candidate], 1)),
        }
    }
    reasons.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    let said = |(reason, names, count): &(&str, Vec<&str>, usize)| {
        format!("skipped: {} of {}: {reason}", some_of(*count, "case"), some(names))
    };
    let mut lines: Vec<String> = reasons.iter().take(most).map(said).collect();
    let rest = reasons.iter().skip(most);
    let (more, cases) = rest.fold((0, 0), |(more, cases), (.., count)| (more + 1, cases + count));
    if more > 0 {
        let (cases, reasons) = (some_of(cases, "case"), some_of(more, "other reason"));
        lines.push(format!("skipped: {cases} more, for {reasons}; -v shows each"));
    }
    lines
}

/// So many of a thing.
fn some_of(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// The first few of some names, and the number of the others.
fn some(names: &[&str]) -> String {
    let more = if names.len() > NAMES { format!(" and {} more", names.len() - NAMES) } else { String::new() };
    format!("{}{more}", names[..names.len().min(NAMES)].join(", "))
}
