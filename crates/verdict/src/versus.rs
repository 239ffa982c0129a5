//! How cases compare with one that a reader chose to compare them with: a baseline within the run.

use serde::Serialize;
use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_measure::finding::{Finding, Found};
use wirecost_measure::power::Bar;
use wirecost_model::{CaseDocument, EstimateId, RunDocument};

use crate::group::is_ranked;
use crate::pace::Pace;
use crate::trust::Pair;
use crate::{LAYOUT, common_estimate, cost_estimate};

/// How a case compares with the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Versus {
    /// Its cost in units of the baseline's, by medians: below 1 where it costs less.
    pub ratio: f64,
    /// What the trials show: a difference above the noise floor of the run, none, or nothing at all.
    pub finding: Finding,
}

impl Versus {
    /// Whether the trials show that the two differ.
    pub fn is_shown(&self) -> bool {
        self.finding == Finding::Differ
    }
}

/// Two cases, compared.
struct Compared {
    id: EstimateId,
    ratio: f64,
    /// The trials that were compared.
    trials: [Vec<f64>; 2],
    comparison: Comparison,
}

impl Compared {
    fn finding(&self, bar: Bar) -> Option<Finding> {
        if self.id == EstimateId::Instructions {
            return Some(counted(&self.comparison, bar.floor));
        }
        let [base, other] = &self.trials;
        Found::of([base, other], &self.comparison, true, bar).map(|found| found.finding)
    }
}

/// What counts say of two: all that they vary by is in their ranges.
pub(crate) fn counted(comparison: &Comparison, floor: f64) -> Finding {
    let size = comparison.ratio.median.max(1.0 / comparison.ratio.median) - 1.0;
    if comparison.shows_difference(ALPHA) && size > floor { Finding::Differ } else { Finding::Alike }
}

/// What a run knows of its own noise, read once for many comparisons.
#[derive(Debug, Clone)]
pub struct Judge<'a> {
    run: &'a RunDocument,
    pace: Pace<'a>,
    noise_floor: Option<f64>,
}

impl<'a> Judge<'a> {
    /// The judge of a run's cases.
    pub fn of(run: &'a RunDocument) -> Self {
        let pace = Pace::of(run);
        let noise_floor = Pair::with(run, &pace).map(|pair| pair.noise_floor());
        Self { run, pace, noise_floor }
    }

    /// How each of `others` compares with `base`, in the order given. None for a case that cannot be compared with it: one of
    /// the two is not ranked, or they were measured in different ways.
    ///
    /// Of the differences that are shown of all `others` together, at most one in twenty is chance (METHOD 15).
    pub fn versus(&self, base: &CaseDocument, others: &[&CaseDocument]) -> Vec<Option<Versus>> {
        let compared: Vec<Option<Compared>> = others.iter().map(|other| self.compare(base, other)).collect();
        let p: Vec<f64> = compared.iter().flatten().map(|compared| compared.comparison.p).collect();
        let mut levels = compare::discovery_levels(&p, ALPHA).into_iter();
        let floor = self.floor(base);
        let mut versus = |compared: Compared| {
            let bar = Bar { alpha: levels.next().unwrap_or_default(), floor, ..Bar::ALONE };
            Some(Versus { ratio: compared.ratio, finding: compared.finding(bar)? })
        };
        compared.into_iter().map(|compared| compared.and_then(&mut versus)).collect()
    }

    fn compare(&self, base: &CaseDocument, other: &CaseDocument) -> Option<Compared> {
        let id = cost_estimate(self.run, base);
        let alike = id == cost_estimate(self.run, other) && is_ranked(base) && is_ranked(other);
        let ratio = other.median(id)? / base.median(id)?;
        if !alike || !ratio.is_finite() || ratio <= 0.0 {
            return None;
        }
        let trials = match id {
            EstimateId::Instructions => [base, other].map(|case| case.trial_values(id)),
            _ => self.pace.level(base, other),
        };
        let comparison = match id {
            EstimateId::Instructions => compare::ranges(&trials[0], &trials[1]),
            _ => compare::independent(&trials[0], &trials[1], ALPHA),
        };
        let comparison = comparison?;
        // Medians of two kinds have no ratio.
        let ratio = if common_estimate([base, other], id) == id { ratio } else { comparison.ratio.median };
        Some(Compared { id, ratio, trials, comparison })
    }

    /// What equal cases may differ by, as a share.
    fn floor(&self, base: &CaseDocument) -> f64 {
        let exact = cost_estimate(self.run, base) == EstimateId::Instructions;
        self.noise_floor.unwrap_or_default().max(if exact { LAYOUT } else { 0.0 })
    }
}
