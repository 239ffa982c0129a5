//! How much equal servers, and equal stores, differ in a run: the noise floor, below which nothing is said of them
//! (METHOD 12 and 31).
//!
//! A lab of servers measures one case under each kind of load twice, under two names: an A/A pair. Its two sides are
//! equal, so what they may differ by is noise. A run without a pair, such as one with few trials or of an older
//! wirecost, has no floor that is known; [`MARGIN`] stands for it then, and whoever shows a verdict says so.

use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_model::{CaseDocument, Durability, EstimateId, Lab, Placement, RunDocument, ServerLoad, Status};

use crate::turns;

/// The difference that must be exceeded where no floor is known, as a share: the highest rate of one server differed by
/// so much between runs that were made one after the other (docs/METHODOLOGY.md, "Servers and stores").
pub const MARGIN: f64 = 0.15;

/// The A/A pairs of a run's servers and stores.
#[derive(Debug, Clone, Default)]
pub struct Pairs<'a> {
    pairs: Vec<[&'a CaseDocument; 2]>,
}

/// What equals may differ by in a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// The largest difference between equals that the run leaves possible, as a share; none if no pair tells.
    pub known: Option<f64>,
    /// The difference that four of five such runs would show; infinite where no pair tells, or with too few trials.
    pub detectable: f64,
    /// Whether two equals looked different, so that every verdict on this figure is advice only.
    pub biased: bool,
}

impl Floor {
    /// Of what is counted exactly.
    const EXACT: Self = Self { known: Some(0.0), detectable: 0.0, biased: false };
    /// Where no pair tells.
    const UNKNOWN: Self = Self { known: None, detectable: f64::INFINITY, biased: false };

    /// The difference that a claim must exceed, as a share.
    pub fn claimed_over(self) -> f64 {
        self.known.unwrap_or(MARGIN)
    }

    /// The wider of two.
    fn or_wider(self, other: Self) -> Self {
        let known = self.known.into_iter().chain(other.known).reduce(f64::max);
        Self { known, detectable: self.detectable.max(other.detectable), biased: self.biased || other.biased }
    }

    fn of(comparison: &Comparison) -> Self {
        Self {
            known: Some(comparison.largest_possible()),
            detectable: comparison.detectable,
            biased: comparison.shows_difference(ALPHA),
        }
    }
}

impl<'a> Pairs<'a> {
    /// The pairs of `run` of which both sides were measured.
    pub fn of(run: &'a RunDocument) -> Self {
        let sound = |case: &&CaseDocument| case.lab != Lab::CODEC && case.status == Status::Ok;
        let twins = run.cases.iter().filter(sound).filter(|case| case.is_twin());
        let pair = |twin: &'a CaseDocument| {
            let case = run.cases.iter().filter(sound).find(|case| is_twin_of(twin, case))?;
            Some([case, twin])
        };
        Self { pairs: twins.filter_map(pair).collect() }
    }

    /// The cases that were measured twice.
    pub fn cases(&self) -> impl Iterator<Item = &'a CaseDocument> {
        self.pairs.iter().map(|[case, _]| *case)
    }

    /// What equals under the load of `like` may differ by in a figure: by the pair under this very load, else by the
    /// widest of the pairs under a load of its kind.
    pub fn floor(&self, like: &CaseDocument, id: EstimateId) -> Floor {
        if matches!(id, EstimateId::RequestBytes | EstimateId::ReplyBytes) {
            return Floor::EXACT;
        }
        let of_pair = |[case, twin]: &[&CaseDocument; 2]| {
            let apart = || compare::independent(&case.trial_values(id), &twin.trial_values(id), ALPHA);
            turns::compare(case, twin, id).or_else(apart).as_ref().map(Floor::of)
        };
        let same = self.pairs.iter().find(|[case, _]| load(case) == load(like)).and_then(of_pair);
        let alike = || self.pairs.iter().filter(|[case, _]| kind(case) == kind(like));
        same.or_else(|| alike().filter_map(of_pair).reduce(Floor::or_wider)).unwrap_or(Floor::UNKNOWN)
    }
}

/// The parameters of a case that say what is asked of it, not who is asked.
fn of_load(case: &CaseDocument) -> impl Iterator<Item = (&String, &String)> {
    case.parameters.iter().filter(|(name, _)| !matches!(name.as_str(), "twin" | "binding"))
}

fn is_twin_of(twin: &CaseDocument, case: &CaseDocument) -> bool {
    !case.is_twin() && (&case.candidate, &case.version) == (&twin.candidate, &twin.version) && load(case) == load(twin)
}

/// What is asked, and how.
fn load(case: &CaseDocument) -> (&Lab, &str, &str, Vec<(&String, &String)>) {
    (&case.lab, &case.message, &case.operation, of_load(case).collect())
}

/// What loads must share so that the noise under one tells of that under another: whether requests are planned, whether
/// one client calls alone, where it runs, and for stores how safe a write is.
#[derive(PartialEq)]
struct Kind<'a> {
    lab: &'a Lab,
    is_planned: bool,
    is_alone: bool,
    placement: Option<Placement>,
    durability: Option<Durability>,
}

fn kind(case: &CaseDocument) -> Kind<'_> {
    let load = ServerLoad::of(&case.parameters);
    Kind {
        lab: &case.lab,
        is_planned: load.is_some_and(|load| load.rate_per_s.is_some()),
        is_alone: load.is_some_and(|load| load.connections == 1),
        placement: load.map(|load| load.placement),
        durability: case.durability(),
    }
}
