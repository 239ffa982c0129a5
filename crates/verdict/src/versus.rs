//! How cases compare with one that a reader chose to compare them with: a baseline within the run.

use serde::Serialize;
use wirecost_measure::compare::{self, ALPHA, Comparison};
use wirecost_model::{CaseDocument, EstimateId, RunDocument};

use crate::group::is_ranked;
use crate::pace::Pace;
use crate::trust::Pair;
use crate::{LAYOUT, cost_estimate};

/// How a case compares with the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Versus {
    /// Its cost in units of the baseline's, by medians: below 1 where it costs less.
    pub ratio: f64,
    /// Whether the trials show that it differs, and by more than the noise floor of the run.
    pub is_shown: bool,
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
    /// All `others` are one declared set: the chance of any false difference among them is held at [`ALPHA`] (METHOD 15).
    /// So a reader may pick the best of them afterwards.
    pub fn versus(&self, base: &CaseDocument, others: &[&CaseDocument]) -> Vec<Option<Versus>> {
        let compared: Vec<Option<(f64, Comparison)>> = others.iter().map(|other| self.compare(base, other)).collect();
        let p: Vec<f64> = compared.iter().flatten().map(|(_, comparison)| comparison.p).collect();
        let mut adjusted = compare::holm(&p).into_iter();
        let floor = self.floor(base);
        let mut versus = |(ratio, comparison): (f64, Comparison)| {
            let beyond = ratio.max(1.0 / ratio) - 1.0 > floor;
            let p = adjusted.next().unwrap_or(1.0);
            Versus { ratio, is_shown: beyond && comparison.shows_difference(ALPHA) && p <= ALPHA }
        };
        compared.into_iter().map(|compared| compared.map(&mut versus)).collect()
    }

    /// The ratio of the medians, and what the trials say of it.
    fn compare(&self, base: &CaseDocument, other: &CaseDocument) -> Option<(f64, Comparison)> {
        let id = cost_estimate(self.run, base);
        let alike = id == cost_estimate(self.run, other) && is_ranked(base) && is_ranked(other);
        let ratio = other.median(id)? / base.median(id)?;
        if !alike || !ratio.is_finite() || ratio <= 0.0 {
            return None;
        }
        let comparison = match id {
            EstimateId::Instructions => compare::ranges(&base.trial_values(id), &other.trial_values(id)),
            _ => {
                let [base, other] = self.pace.level(base, other);
                compare::independent(&base, &other, ALPHA)
            }
        };
        Some((ratio, comparison?))
    }

    /// What equal cases may differ by, as a share.
    fn floor(&self, base: &CaseDocument) -> f64 {
        let exact = cost_estimate(self.run, base) == EstimateId::Instructions;
        self.noise_floor.unwrap_or_default().max(if exact { LAYOUT } else { 0.0 })
    }
}
