//! Receives the events of a run as it goes on.

use std::time::Duration;

use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, TrialDocument};

/// Told of everything as it happens.
pub trait Observer {
    /// Why it cannot go on.
    type Error;

    /// A process starts: what it measures, and how long that was predicted to take.
    fn starts(&mut self, what: &str, predicted: Duration);

    /// A trial is done and can be stored.
    ///
    /// # Errors
    /// If it cannot be stored; the run ends.
    fn trial(
        &mut self,
        case: &CaseDocument,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), Self::Error>;

    /// What is known of a case has changed: it has failed and no further trial of it will be run, or it has a new label.
    ///
    /// # Errors
    /// If that cannot be stored; the run ends.
    fn changed(&mut self, case: &CaseDocument) -> Result<(), Self::Error>;

    /// Whether the run is to stop before the next trial.
    fn cancelled(&self) -> bool;
}
