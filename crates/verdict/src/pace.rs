//! The trials of a run's cases, freed of what the machine did from round to round where that is known.

use wirecost_measure::rounds::Rounds;
use wirecost_model::{CaseDocument, EstimateId, Lab, Label, RunDocument, Status};

use crate::cost_estimate;

/// The figures of a case's trials; none if a trial has none, since the others could not be assigned to rounds.
fn of_all_rounds(run: &RunDocument, case: &CaseDocument) -> Vec<f64> {
    let figures = case.trial_values(cost_estimate(run, case));
    if figures.len() == case.trials.len() { figures } else { Vec::new() }
}

/// CPU time corrected by the reference, where some trials of either case have no better figure: it is up to a fifth off the quiet one, so
/// that the one and the other would differ between equals. None where both have quiet figures, or some trials have neither.
pub fn of_one_kind(first: &CaseDocument, second: &CaseDocument) -> Option<[Vec<f64>; 2]> {
    let is_mixed = |case: &CaseDocument| case.labels.iter().any(|label| matches!(label, Label::TooFewQuiet { .. }));
    if !is_mixed(first) && !is_mixed(second) {
        return None;
    }
    let corrected = [first, second].map(|case| (case.trials.len(), case.trial_values(EstimateId::CorrectedNs)));
    let is_whole = corrected.iter().all(|(trials, values)| *trials == values.len());
    is_whole.then(|| corrected.map(|(_, values)| values))
}

/// The cases of a run that share rounds.
#[derive(Debug, Clone)]
pub struct Pace<'a> {
    run: &'a RunDocument,
    cases: Vec<&'a CaseDocument>,
    rounds: Rounds,
}

impl<'a> Pace<'a> {
    /// What the cases of `run` tell of its rounds. Builds that are measured side by side are compared as pairs and need
    /// no pace. Several machines have no pace in common.
    pub fn of(run: &'a RunDocument) -> Self {
        let of_several = run.hosts.len() > 1;
        let tells = |case: &&CaseDocument| {
            case.lab == Lab::CODEC
                && case.status == Status::Ok
                && !case.is_control()
                && case.side().is_none()
                && !of_several
        };
        let cases: Vec<&CaseDocument> = run.cases.iter().filter(tells).collect();
        let trials: Vec<Vec<f64>> = cases.iter().map(|case| of_all_rounds(run, case)).collect();
        Self { run, cases, rounds: Rounds::of(&trials) }
    }

    /// The rounds.
    pub fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// The index of `case` in [`Pace::rounds`]; of a case that is not among them, one that no case has.
    pub fn index(&self, case: &CaseDocument) -> usize {
        self.cases.iter().position(|known| std::ptr::eq(*known, case)).unwrap_or(usize::MAX)
    }

    /// The trials of two cases that are to be compared, by figures of one kind: see [`of_one_kind`].
    pub fn level(&self, first: &CaseDocument, second: &CaseDocument) -> [Vec<f64>; 2] {
        if let Some(corrected) = of_one_kind(first, second) {
            return corrected;
        }
        let whole = [first, second].map(|case| !of_all_rounds(self.run, case).is_empty());
        if whole != [true; 2] {
            return [first, second].map(|case| case.trial_values(cost_estimate(self.run, case)));
        }
        let without = [self.index(first), self.index(second)];
        [first, second].map(|case| self.rounds.level(&case.trial_values(cost_estimate(self.run, case)), &without))
    }
}
