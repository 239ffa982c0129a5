//! The trials of a run's cases, freed of what the machine did from round to round where that is known.

use wirecost_measure::rounds::Rounds;
use wirecost_model::{CaseDocument, Lab, RunDocument, Status};

use crate::{common_estimate, cost_estimate};

/// The figures of a case's trials; none if a trial has none, since the others could not be assigned to rounds.
fn of_all_rounds(run: &RunDocument, case: &CaseDocument) -> Vec<f64> {
    let figures = case.trial_values(cost_estimate(run, case));
    if figures.len() == case.trials.len() { figures } else { Vec::new() }
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

    /// The trials of two cases that are to be compared.
    pub fn level(&self, first: &CaseDocument, second: &CaseDocument) -> [Vec<f64>; 2] {
        let cost = cost_estimate(self.run, first);
        let id = common_estimate([first, second], cost);
        if id != cost {
            return [first, second].map(|case| case.trial_values(id));
        }
        let whole = [first, second].map(|case| !of_all_rounds(self.run, case).is_empty());
        if whole != [true; 2] {
            return [first, second].map(|case| case.trial_values(cost_estimate(self.run, case)));
        }
        let without = [self.index(first), self.index(second)];
        [first, second].map(|case| self.rounds.level(&case.trial_values(cost_estimate(self.run, case)), &without))
    }
}
