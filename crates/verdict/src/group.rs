//! Who is fastest and who is smallest, among cases that do the same work.

use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_measure::control::FLOOR_FACTOR;
use wirecost_measure::fastest;
use wirecost_measure::finding::{Finding, Found};
use wirecost_measure::power::{self, Bar};
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Lab, Label, Rank, RunDocument, Status};

use crate::pace::Pace;
use crate::trust::Pair;
use crate::{LAYOUT, binding, cost_estimate, versus};

fn has(case: &CaseDocument, wanted: Rank) -> bool {
    case.all_labels().any(|label| label.rank() == wanted)
}

/// Whether a case does all of the work and its figure is a case's own.
pub fn is_ranked(case: &CaseDocument) -> bool {
    is_candidates_own(case) && !has(case, Rank::TooFast) && !has(case, Rank::LessWork)
}

/// Whether a case does all of the work, too fast for its figure to be a case's own.
pub fn is_too_fast(case: &CaseDocument) -> bool {
    is_candidates_own(case) && has(case, Rank::TooFast) && !has(case, Rank::LessWork)
}

/// Whether a label keeps its case out of every ranking.
pub fn is_unranked(label: &Label) -> bool {
    matches!(label.rank(), Rank::TooFast | Rank::LessWork)
}

/// What begins the label that a case is ranked apart for, if it has one.
pub fn apart(case: &CaseDocument) -> Option<&str> {
    case.all_labels().find(|label| label.rank() == Rank::Apart).map(Label::heading)
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
    /// Why they are ranked apart from others like them, if they are.
    pub apart: Option<&'a str>,
    /// The fastest by its median; none if all are too fast to rank.
    pub fastest: Option<Ranked<'a>>,
    /// The others in order of their medians.
    pub others: Vec<Standing<'a>>,
    /// The cases that are too fast to rank, the fastest first.
    pub too_fast: Vec<Ranked<'a>>,
    /// By how much equal cases may differ in this run, as a share; none without an A/A pair.
    pub noise_floor: Option<f64>,
}

/// A case with its cost.
#[derive(Debug, Clone, Copy)]
pub struct Ranked<'a> {
    /// The case.
    pub case: &'a CaseDocument,
    /// Its cost.
    pub cost: EstimateDocument,
}

/// How a case compares with the fastest of its group.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The case with its cost.
    pub ranked: Ranked<'a>,
    /// What it costs in units of the fastest; none if the two cannot be compared.
    pub comparison: Option<Comparison>,
    /// What the trials say: it differs where it is certainly slower than the fastest, and by more than the run's noise floor.
    pub finding: Finding,
    /// The difference from the fastest that four of five such runs would have shown of it, as a share.
    pub detectable: f64,
}

impl<'a> Standing<'a> {
    /// Of a case that cannot be compared with the fastest.
    fn uncompared(ranked: Ranked<'a>, trials: usize) -> Self {
        let finding = Finding::Undecided { trials };
        Self { ranked, comparison: None, finding, detectable: f64::INFINITY }
    }
}

/// The groups of a run, in the order of its cases.
pub fn groups(run: &RunDocument) -> Vec<Group<'_>> {
    among(run, |_| true)
}

/// The groups that those cases of a run make up for which `keep` holds.
pub fn among(run: &RunDocument, keep: impl Fn(&CaseDocument) -> bool) -> Vec<Group<'_>> {
    let mut gathered: Vec<Vec<Ranked<'_>>> = Vec::new();
    let shown = |case: &&CaseDocument| case.lab == Lab::CODEC && case.side().is_none() && keep(case);
    for case in run.cases.iter().filter(shown).filter(|case| is_ranked(case) || is_too_fast(case)) {
        let Some(cost) = case.estimates.get(&cost_estimate(run, case)).copied() else { continue };
        let ranked = Ranked { case, cost };
        match gathered.iter_mut().find(|group| place(group[0].case) == place(case)) {
            Some(group) => group.push(ranked),
            None => gathered.push(vec![ranked]),
        }
    }
    let pace = Pace::of(run);
    let noise_floor = Pair::with(run, &pace).map(|pair| pair.noise_floor());
    gathered.into_iter().map(|cases| group(run, cases, &pace, noise_floor)).collect()
}

type Place<'a> = (&'a str, &'a str, &'a str, Option<&'a str>);

fn place(case: &CaseDocument) -> Place<'_> {
    (&case.message, &case.operation, binding(case), apart(case))
}

fn group<'a>(run: &'a RunDocument, mut cases: Vec<Ranked<'a>>, pace: &Pace<'a>, noise_floor: Option<f64>) -> Group<'a> {
    let (message, operation, binding, apart) = place(cases[0].case);
    cases.sort_by(|a, b| a.cost.median.total_cmp(&b.cost.median));
    let (too_fast, cases): (Vec<_>, Vec<_>) = cases.into_iter().partition(|ranked| is_too_fast(ranked.case));
    let exact = cases.iter().any(|ranked| cost_estimate(run, ranked.case) == EstimateId::Instructions);
    let noise_floor = if exact { Some(noise_floor.unwrap_or_default().max(LAYOUT)) } else { noise_floor };
    let others = if exact {
        counted(run, &cases, noise_floor.unwrap_or_default())
    } else {
        timed(run, &cases, pace, noise_floor.unwrap_or_default())
    };
    Group { message, operation, binding, apart, fastest: cases.first().copied(), others, too_fast, noise_floor }
}

/// The others of `cases` beside the first, by tests of chance.
fn timed<'a>(run: &'a RunDocument, cases: &[Ranked<'a>], pace: &Pace<'a>, floor: f64) -> Vec<Standing<'a>> {
    let trials: Vec<Vec<f64>> =
        cases.iter().map(|ranked| ranked.case.trial_values(cost_estimate(run, ranked.case))).collect();
    let indexed: Vec<(usize, &[f64])> =
        cases.iter().zip(&trials).map(|(ranked, trials)| (pace.index(ranked.case), trials.as_slice())).collect();
    let slower = fastest::slower(&indexed, pace.rounds());
    let bar = Bar { floor, reach: fastest::reach(cases.len()), ..Bar::ALONE };
    let standing = |(other, slower): (&Ranked<'a>, bool)| {
        let [base, trials] = pace.level(cases[0].case, other.case);
        let comparison = compare::independent(&base, &trials, ALPHA);
        let found = comparison.as_ref().and_then(|told| Found::of([&base, &trials], told, slower, bar));
        match found {
            Some(Found { finding, detectable }) => Standing { ranked: *other, comparison, finding, detectable },
            None => Standing::uncompared(*other, power::fewest_trials(ALPHA)),
        }
    };
    cases.iter().skip(1).zip(slower).map(standing).collect()
}

/// The same of counts, which two differ by where their ranges do.
fn counted<'a>(run: &'a RunDocument, cases: &[Ranked<'a>], floor: f64) -> Vec<Standing<'a>> {
    let trials = |case: &CaseDocument| case.trial_values(cost_estimate(run, case));
    let standing = |other: &Ranked<'a>| {
        let same = cost_estimate(run, other.case) == cost_estimate(run, cases[0].case);
        let comparison = same.then(|| compare::ranges(&trials(cases[0].case), &trials(other.case))).flatten();
        let Some(told) = comparison else { return Standing::uncompared(*other, 1) };
        let (finding, detectable) = (versus::counted(&told, floor), told.detectable.max(floor));
        Standing { ranked: *other, comparison, finding, detectable }
    };
    cases.iter().skip(1).map(standing).collect()
}

impl<'a> Group<'a> {
    /// The fastest, where every other is certainly slower. Nobody wins alone, and nobody wins over cases that are
    /// too fast to rank (METHOD 31 and 37).
    pub fn winner(&self) -> Option<Ranked<'a>> {
        let beats_all = !self.others.is_empty() && self.others.iter().all(|other| other.finding == Finding::Differ);
        self.fastest.filter(|_| beats_all && !self.hides_faster())
    }

    /// Whether a case that is too fast to rank is faster than the fastest that is ranked.
    pub fn hides_faster(&self) -> bool {
        let faster = |case: &Ranked<'_>| self.fastest.is_none_or(|fastest| case.cost.median < fastest.cost.median);
        self.too_fast.iter().any(faster)
    }

    /// Those of the others that tie with the fastest: a difference as large as the measured one would have been shown.
    pub fn ties(&self) -> impl Iterator<Item = &Standing<'a>> {
        self.others.iter().filter(|other| other.finding == Finding::Alike)
    }

    /// Those of the others of which the trials do not tell whether they are slower than the fastest.
    pub fn undecided(&self) -> impl Iterator<Item = &Standing<'a>> {
        self.others.iter().filter(|other| matches!(other.finding, Finding::Undecided { .. }))
    }

    /// Those of the others that are certainly slower than the fastest, in order of their medians.
    pub fn slower(&self) -> impl Iterator<Item = &Standing<'a>> {
        self.others.iter().filter(|other| other.finding == Finding::Differ)
    }

    /// How many trials of each would decide who is fastest; none if these do.
    pub fn trials_to_decide(&self) -> Option<usize> {
        self.others.iter().filter_map(|other| other.finding.trials_to_decide()).max()
    }

    /// The difference from the fastest that would have been said of every one that ties with it, as a share.
    pub fn detectable(&self) -> f64 {
        self.ties().map(|tie| tie.detectable).fold(self.noise_floor.unwrap_or_default(), f64::max)
    }

    /// The cost below which a case is too fast to rank; none if that is not a multiple of an empty operation's.
    pub fn too_fast_below(&self) -> Option<f64> {
        let at_floor = |ranked: &Ranked<'_>| ranked.case.all_labels().any(|label| label == &Label::AtFloor);
        if !self.too_fast.iter().all(at_floor) {
            return None;
        }
        let empty = |ranked: &Ranked<'_>| ranked.case.median(EstimateId::EmptyNs);
        self.too_fast.iter().filter_map(empty).reduce(f64::max).map(|empty| FLOOR_FACTOR * empty)
    }
}

/// How many groups there are in which one candidate could be called faster than another. Where all candidates of each
/// were equal, at most [`ALPHA`] of these groups would say so (METHOD 37).
pub fn ranked_groups(groups: &[Group<'_>]) -> usize {
    groups.iter().filter(|group| group.others.iter().any(|other| other.comparison.is_some())).count()
}

/// The formats of a message by size, the smallest first: format, bytes, and the candidates that write or read these
/// bytes. Sizes are exact (METHOD 14), so that equal ones are ties and others are not.
pub fn sizes<'a>(run: &'a RunDocument, message: &str, estimate: EstimateId) -> Vec<(f64, Vec<&'a CaseDocument>)> {
    let mut sizes: Vec<(f64, Vec<&CaseDocument>)> = Vec::new();
    let whole = |case: &&CaseDocument| case.message == message && is_candidates_own(case) && !is_partial(case);
    for case in run.cases.iter().filter(whole) {
        let Some(size) = case.median(estimate) else { continue };
        match sizes.iter_mut().find(|(known, _)| *known == size) {
            Some((_, cases)) => cases.push(case),
            None => sizes.push((size, vec![case])),
        }
    }
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    sizes
}

/// Whether a case was measured and is a candidate's own: no control, no twin, no floor.
fn is_candidates_own(case: &CaseDocument) -> bool {
    case.status == Status::Ok && !case.is_control() && !case.is_twin() && !case.is_floor()
}

/// Whether the size of a case is not that of the whole message.
fn is_partial(case: &CaseDocument) -> bool {
    case.all_labels().any(|label| matches!(label, Label::Partial { .. }))
}
