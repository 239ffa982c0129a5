//! Stores trials as soon as they exist, and shows how far the run is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use wirecost_lab::Observer;
use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, Status, TrialDocument};
use wirecost_store::{Store, StoreError};

use crate::progress::Progress;

/// An observer that stores what it receives.
pub struct Recorder<'a> {
    /// The database.
    pub store: &'a mut Store,
    /// The run.
    pub run_id: &'a str,
    /// The progress on standard error.
    pub progress: Progress,
    /// Set by the first Ctrl-C.
    pub cancelled: Arc<AtomicBool>,
}

impl Recorder<'_> {
    /// Stores a trial. One without a figure fails its case, and the run goes on.
    fn add(
        &mut self,
        case: &CaseDocument,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), StoreError> {
        match self.store.add_trial(self.run_id, &case.key(), number, trial, samples) {
            Err(error @ StoreError::NotFinite { .. }) => {
                let reason = Some(error.to_string());
                self.store.update_case(self.run_id, &CaseDocument { status: Status::Failed, reason, ..case.clone() })
            }
            stored => stored,
        }
    }
}

impl Observer for Recorder<'_> {
    type Error = StoreError;

    fn starts(&mut self, what: &str, predicted: Duration) {
        self.progress.starts(what, predicted);
    }

    fn trial(
        &mut self,
        case: &CaseDocument,
        number: usize,
        trial: &TrialDocument,
        samples: &[Sample],
    ) -> Result<(), StoreError> {
        self.add(case, number, trial, samples)
    }

    fn changed(&mut self, case: &CaseDocument) -> Result<(), StoreError> {
        self.store.update_case(self.run_id, case)
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
