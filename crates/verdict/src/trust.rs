//! How far the verdicts of a run may be trusted: what it shows of two cases that are the same (METHOD 12).

use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_measure::power::{self, Bar};
use wirecost_model::{CaseDocument, Environment, EstimateId, Lab, RunDocument, Status, TWIN};

use crate::group::groups;
use crate::pace::Pace;
use crate::{SideBySide, cost_estimate};

/// The cores that must be free to measure: one for the measured process, less what wirecost itself takes.
const FREE: f64 = 0.8;

/// The share of stolen time above which figures vary.
const STOLEN: f64 = 0.05;

/// Whether others left less than one core free just before the run.
pub fn is_full(environment: &Environment) -> bool {
    environment.busy_before.is_some_and(|busy| (1.0 - busy) * (environment.cores as f64) < FREE)
}

/// The share of the time that the hypervisor took during the run, where that is more than a little.
pub fn stolen(environment: &Environment) -> Option<f64> {
    environment.steal_during.filter(|share| *share > STOLEN)
}

/// Whether others used the machine so much before or during the run that its figures vary.
pub fn is_busy(environment: &Environment) -> bool {
    is_full(environment) || stolen(environment).is_some()
}

/// What two builds of equal code may differ by in time, as a share: where their code and data lie decides that (docs/METHODOLOGY.md, the A/A
/// pair). Instructions do not know of it.
const BUILDS: f64 = 0.03;

/// The A/A pair of a run's codecs. Labs of servers have [their own](crate::floor). A run that was split over several
/// machines has more than one: each machine measures the same case. The pair is then the one that leaves the largest
/// difference possible.
#[derive(Debug, Clone)]
pub struct Pair<'a> {
    /// The case that was measured twice.
    pub case: &'a CaseDocument,
    /// The second in units of the first.
    pub comparison: Comparison,
    /// What two builds of the case's code may differ by, as a share.
    builds: f64,
}

impl<'a> Pair<'a> {
    /// The A/A pair of `run`; none if either did not end well, or an older wirecost made the run.
    pub fn of(run: &'a RunDocument) -> Option<Self> {
        Self::with(run, &Pace::of(run))
    }

    /// The same, where the pace of the run is known already.
    pub fn with(run: &'a RunDocument, pace: &Pace<'a>) -> Option<Self> {
        let of_codecs = |case: &&CaseDocument| case.lab == Lab::CODEC && case.is_twin() && case.status == Status::Ok;
        let pairs = run.cases.iter().filter(of_codecs).filter_map(|twin| Self::of_twin(run, pace, twin));
        pairs.max_by(|one, other| one.noise_floor().total_cmp(&other.noise_floor()))
    }

    fn of_twin(run: &'a RunDocument, pace: &Pace<'a>, twin: &'a CaseDocument) -> Option<Self> {
        let case = run.cases.iter().find(|case| is_twin_of(twin, case) && case.status == Status::Ok)?;
        let name = cost_estimate(run, case);
        let trials = || (case.trial_values(name), twin.trial_values(name));
        let comparison = match (case.side(), name) {
            (Some(_), _) => SideBySide::of([case, twin], name).compare(ALPHA),
            (None, EstimateId::Instructions) => {
                let (first, second) = trials();
                compare::independent(&first, &second, ALPHA)
            }
            (None, _) => {
                let [first, second] = pace.level(case, twin);
                compare::independent(&first, &second, ALPHA)
            }
        };
        let builds = if name == EstimateId::Instructions { 0.0 } else { BUILDS };
        Some(Self { case, comparison: comparison?, builds })
    }

    /// Whether two equal cases look different: something favoured one of them, and may have favoured any other. One
    /// sound run in twenty looks so too.
    pub fn is_biased(&self) -> bool {
        self.comparison.shows_difference(ALPHA)
    }

    /// The largest difference between equals that this run leaves possible, as a share: by its pair, which is one build measured twice,
    /// and by what two builds of equal code differ by.
    pub fn noise_floor(&self) -> f64 {
        self.comparison.largest_possible().max(self.builds)
    }
}

/// The difference that comparisons of a run's codecs show: what four of five runs like it would have shown of the median case beside
/// the fastest of its group. As a share, infinite with too few trials; none if no case was measured twice, or nothing was measured.
pub fn seen(run: &RunDocument) -> Option<f64> {
    let pair = Pair::of(run)?;
    let detectable: Vec<f64> =
        groups(run).iter().flat_map(|group| &group.others).map(|other| other.detectable).collect();
    if !detectable.is_empty() {
        return Some(middle(detectable));
    }
    // A case alone: what two like it would show, with as many trials as it has itself.
    let twin = run.cases.iter().find(|twin| twin.is_twin() && is_twin_of(twin, pair.case))?;
    let values = [pair.case, twin].map(|case| case.trial_values(cost_estimate(run, case)));
    let bar = Bar { floor: pair.noise_floor(), ..Bar::ALONE };
    power::detectable_between([&values[0], &values[1]], run.trials_planned, bar)
}

/// The median, of an even number the larger of the middle two: one of them may be infinite.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn is_twin_of(twin: &CaseDocument, case: &CaseDocument) -> bool {
    let same = |field: fn(&CaseDocument) -> &str| field(twin) == field(case);
    !case.is_twin()
        && same(|c| &c.candidate)
        && same(|c| &c.message)
        && same(|c| &c.operation)
        && settings(twin).eq(settings(case))
}

/// What sets a case apart from others of its candidate.
fn settings(case: &CaseDocument) -> impl Iterator<Item = (&String, &String)> {
    case.parameters.iter().filter(|(name, _)| *name != TWIN)
}
