//! Trials that are made up for: a trial whose parts were hardly ever quiet is measured once more, at the end of the run. Its marks
//! alone decide, never its figure.

use std::time::Duration;

use wirecost_lab::{Outcome, Slot};
use wirecost_model::EstimateId;

/// How long all of this takes at most, as a share of the time that was measured before, ...
const SHARE: f64 = 0.04;

/// ... and what is allowed to short runs.
const LEAST: Duration = Duration::from_millis(500);

/// A trial that had too few quiet parts.
pub struct Disturbed {
    /// The case.
    pub index: usize,
    /// Its place in the order of the run.
    pub place: Slot,
    /// What it gave, for want of something better.
    pub outcome: Outcome,
}

/// The trials of a run that had too few quiet parts.
#[derive(Default)]
pub struct Disturbances {
    trials: Vec<Disturbed>,
}

impl Disturbances {
    /// Keeps the outcome of a trial of `index` to itself, if it lacks quiet parts and `can_repeat` holds.
    pub fn keep(&mut self, index: usize, place: Slot, outcome: Outcome, can_repeat: bool) -> Option<Outcome> {
        if !can_repeat || !is_disturbed(&outcome) {
            return Some(outcome);
        }
        self.trials.push(Disturbed { index, place, outcome });
        None
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Measures each once more, in the order of the run and then again, until all are quiet or the time is up: `measured` says how long
    /// the run has measured so far, and `again` measures a trial and says how long that took. Returns what became of all.
    pub fn make_up(
        self,
        measured: Duration,
        mut again: impl FnMut(&Disturbed) -> (Outcome, Duration),
    ) -> Vec<(usize, Outcome)> {
        let mut left = measured.mul_f64(SHARE).max(LEAST);
        let mut trials = self.trials;
        trials.sort_by_key(|trial| trial.place.position);
        let mut trials = std::collections::VecDeque::from(trials);
        let mut ended = Vec::new();
        while let Some(mut trial) = trials.pop_front() {
            if left.is_zero() {
                ended.push((trial.index, trial.outcome));
                continue;
            }
            let (outcome, took) = again(&trial);
            left = left.saturating_sub(took);
            if is_disturbed(&outcome) {
                trial.outcome = outcome;
                trials.push_back(trial);
            } else {
                ended.push((trial.index, outcome));
            }
        }
        ended
    }
}

/// Whether a trial took marks, and too few of its parts were quiet.
fn is_disturbed(outcome: &Outcome) -> bool {
    let Outcome::Trial { trial, .. } = outcome else { return false };
    let has = |id: EstimateId| trial.estimates.contains_key(&id);
    has(EstimateId::QuietShare) && !has(EstimateId::QuietNs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_model::TrialDocument;

    fn outcome(position: usize, estimates: &[(EstimateId, f64)]) -> Outcome {
        let trial = TrialDocument {
            estimates: estimates.iter().copied().collect(),
            samples: 5,
            outliers: 0,
            position,
            warmup: None,
            load: None,
        };
        Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() }
    }

    fn disturbed(position: usize) -> Outcome {
        outcome(position, &[(EstimateId::QuietShare, 0.01), (EstimateId::CorrectedNs, 9.0)])
    }

    fn quiet(position: usize) -> Outcome {
        outcome(position, &[(EstimateId::QuietShare, 0.5), (EstimateId::QuietNs, 7.0)])
    }

    fn of(positions: &[usize]) -> Disturbances {
        let mut all = Disturbances::default();
        for position in positions {
            let place = Slot { round: 0, position: *position };
            assert_eq!(all.keep(10 + position, place, disturbed(*position), true), None);
        }
        all
    }

    #[test]
    fn method_30_disturbed_trials_are_measured_again_in_the_order_of_the_run_within_a_bound() {
        let mut asked = Vec::new();
        let ended = of(&[5, 2, 9]).make_up(Duration::from_secs(50), |trial| {
            asked.push(trial.place.position);
            let is_quiet = asked.len() > 3 || trial.place.position == 2;
            let outcome = if is_quiet { quiet(trial.place.position) } else { disturbed(trial.place.position) };
            (outcome, Duration::from_millis(400))
        });
        assert_eq!(asked, [2, 5, 9, 5, 9], "two seconds for fifty");
        let quiet_ones: Vec<usize> =
            ended.iter().filter(|(_, it)| !is_disturbed(it)).map(|(index, _)| *index).collect();
        assert_eq!(quiet_ones, [12, 15, 19]);
    }

    #[test]
    fn what_stays_disturbed_keeps_what_it_gave() {
        let mut asked = 0;
        let ended = of(&[1, 2]).make_up(Duration::ZERO, |trial| {
            asked += 1;
            (disturbed(trial.place.position), Duration::from_millis(200))
        });
        assert_eq!(asked, 3, "half a second for the shortest run");
        assert_eq!(ended.len(), 2);
        assert!(ended.iter().all(|(_, outcome)| is_disturbed(outcome)));
    }

    #[test]
    fn only_marks_decide_and_only_where_a_trial_can_be_repeated() {
        let place = Slot { round: 0, position: 1 };
        let mut all = Disturbances::default();
        assert!(all.keep(1, place, quiet(1), true).is_some());
        assert!(all.keep(1, place, disturbed(1), false).is_some(), "several cases share its process");
        assert!(all.keep(1, place, outcome(1, &[(EstimateId::CpuNs, 9.0)]), true).is_some(), "no marks");
        assert!(all.keep(1, place, Outcome::Failed("wrong".into()), true).is_some());
        assert_eq!(all.len(), 0);
    }
}
