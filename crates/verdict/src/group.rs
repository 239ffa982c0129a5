//! Who is fastest and who is smallest, among cases that do the same work.

use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_store::{CaseDocument, EstimateDocument, RunDocument, Status};

use crate::{binding, estimate_name};

/// The labels of a case that keep it out of every ranking, by how they begin.
const UNRANKED: [&str; 4] = ["at the floor", "partial", "less than the least work", "remembers answers"];

/// Whether a case does all of the work and its figure is a case's own.
pub fn is_ranked(case: &CaseDocument) -> bool {
    case.status == Status::Ok
        && !case.is_control()
        && !case.is_twin()
        && binding(case) != "floor"
        && !case.labels.iter().any(|label| is_unranked(label))
}

/// Whether a label keeps its case out of every ranking.
pub fn is_unranked(label: &str) -> bool {
    UNRANKED.iter().any(|unranked| label.starts_with(unranked))
}

/// The cases of one message, operation and binding: those whose costs may be compared.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// The message.
    pub message: &'a str,
    /// The operation.
    pub operation: &'a str,
    /// What they decode into or encode from.
    pub binding: &'a str,
    /// The fastest by its median.
    pub fastest: Ranked<'a>,
    /// The others in order of their medians, each with what it costs in units of the fastest.
    pub others: Vec<(Ranked<'a>, Option<Comparison>)>,
}

/// A case with its cost.
#[derive(Debug, Clone, Copy)]
pub struct Ranked<'a> {
    /// The case.
    pub case: &'a CaseDocument,
    /// Its cost.
    pub cost: EstimateDocument,
}

/// The groups of a run, in the order of its cases.
pub fn groups(run: &RunDocument) -> Vec<Group<'_>> {
    let mut gathered: Vec<Vec<Ranked<'_>>> = Vec::new();
    for case in run.cases.iter().filter(|case| is_ranked(case) && case.side().is_none()) {
        let Some(cost) = case.estimates.get(estimate_name(run, case)).copied() else { continue };
        let ranked = Ranked { case, cost };
        match gathered.iter_mut().find(|group| place(group[0].case) == place(case)) {
            Some(group) => group.push(ranked),
            None => gathered.push(vec![ranked]),
        }
    }
    gathered.into_iter().map(|cases| group(run, cases)).collect()
}

fn place(case: &CaseDocument) -> (&str, &str, &str) {
    (&case.message, &case.operation, binding(case))
}

fn group<'a>(run: &'a RunDocument, mut cases: Vec<Ranked<'a>>) -> Group<'a> {
    cases.sort_by(|a, b| a.cost.median.total_cmp(&b.cost.median));
    let fastest = cases.remove(0);
    let name = estimate_name(run, fastest.case);
    let base = fastest.case.trial_values(name);
    let compared = |other: Ranked<'a>| (other, compare::independent(&base, &other.case.trial_values(name), ALPHA));
    let (message, operation, binding) = place(fastest.case);
    Group { message, operation, binding, fastest, others: cases.into_iter().map(compared).collect() }
}

impl<'a> Group<'a> {
    /// Those of the others that no difference from the fastest is shown of.
    pub fn ties(&self) -> impl Iterator<Item = &(Ranked<'a>, Option<Comparison>)> {
        self.others.iter().filter(|(_, comparison)| !comparison.is_some_and(|c| c.shows_difference(ALPHA)))
    }

    /// The first of the others that is certainly slower than the fastest.
    pub fn next(&self) -> Option<(Ranked<'a>, Comparison)> {
        let mut others = self.others.iter().filter_map(|(other, comparison)| Some((*other, (*comparison)?)));
        others.find(|(_, comparison)| comparison.shows_difference(ALPHA))
    }
}

/// How many comparisons the groups make. Of equals, [`ALPHA`] of them would show a difference all the same
/// (METHOD 15): nobody declared them beforehand.
pub fn comparisons(groups: &[Group<'_>]) -> usize {
    groups.iter().flat_map(|group| &group.others).filter(|(_, comparison)| comparison.is_some()).count()
}

/// The formats of a message by size, the smallest first: format, octets, and the candidates that write or read these
/// octets. Sizes are exact (METHOD 14), so that equal ones are ties and others are not.
pub fn sizes<'a>(run: &'a RunDocument, message: &str, estimate: &str) -> Vec<(f64, Vec<&'a CaseDocument>)> {
    let mut sizes: Vec<(f64, Vec<&CaseDocument>)> = Vec::new();
    for case in run.cases.iter().filter(|case| case.message == message && is_measured_whole(case)) {
        let Some(size) = case.median(estimate) else { continue };
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, cases)) => cases.push(case),
            None => sizes.push((size, vec![case])),
        }
    }
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    sizes
}

/// Whether the size of a case is that of the whole message, however fast the case is.
fn is_measured_whole(case: &CaseDocument) -> bool {
    let partial = case.labels.iter().any(|label| label.starts_with("partial"));
    case.status == Status::Ok && !case.is_control() && !case.is_twin() && binding(case) != "floor" && !partial
}
