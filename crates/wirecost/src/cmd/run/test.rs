//! `wirecost run --test`: every case once, for correctness only.

use std::convert::Infallible;
use std::process::ExitCode;
use std::time::Duration;

use wirecost_lab_codec::lab::Observer;
use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, Status, TrialDocument};
use wirecost_plan::Case;
use wirecost_plan::suite::{Span, SuiteRules};

use super::labs::{Labs, Plans};

/// The shortest trial there is: its batches are taken and not looked at.
const ONCE: SuiteRules = SuiteRules {
    sample: Span(Duration::from_nanos(1)),
    warmup: Span(Duration::ZERO),
    window: Span(Duration::ZERO),
    min_samples: 1,
};

/// The load of a server whose answers are looked at and not timed.
const BRIEFLY: Span = Span(Duration::from_millis(100));

struct Quiet;

impl Observer for Quiet {
    type Error = Infallible;

    fn starts(&mut self, _: &[&Case], _: usize) {}

    fn trial(&mut self, case: &CaseDocument, _: usize, _: &TrialDocument, _: &[Sample]) -> Result<(), Infallible> {
        println!("ok      {}", case.key());
        Ok(())
    }

    fn changed(&mut self, case: &CaseDocument) -> Result<(), Infallible> {
        if case.status == Status::Ok {
            return Ok(());
        }
        let word = if case.status == Status::Failed { "failed " } else { "skipped" };
        println!("{word} {}: {}", case.key(), case.reason.as_deref().unwrap_or_default());
        Ok(())
    }

    fn cancelled(&self) -> bool {
        false
    }
}

impl wirecost_serve::Observer for Quiet {
    type Error = Infallible;

    fn starts(&mut self, _: &str, _: Duration) {}

    fn trial(&mut self, case: &CaseDocument, _: usize, _: &TrialDocument) -> Result<(), Infallible> {
        println!("ok      {}", case.key());
        Ok(())
    }

    fn failed(&mut self, case: &CaseDocument) -> Result<(), Infallible> {
        Observer::changed(self, case)
    }

    fn cancelled(&self) -> bool {
        false
    }
}

/// Runs every case of the plans once and stores nothing.
pub fn run(mut plans: Plans) -> anyhow::Result<ExitCode> {
    plans.shorten(
        |codec| {
            codec.suite.rules = ONCE;
            codec.suite.best_of = None;
            codec.order.truncate(1);
            // Whether the second of the A/A pair answers right says nothing new.
            let twin = |unit: usize| codec.units[unit].cases.iter().any(|&case| codec.cases[case].twin);
            codec.order[0].retain(|&unit| !twin(unit));
        },
        |http| {
            (http.serving.warmup, http.serving.window) = (Span(Duration::ZERO), BRIEFLY);
            http.order.truncate(1);
        },
    );
    let mut labs = Labs::new(&plans)?;
    // A candidate whose version does not hold has failed before anything runs.
    for case in labs.documents().iter().filter(|case| case.status == Status::Failed) {
        let Ok(()) = Observer::changed(&mut Quiet, case);
    }
    let Ok(()) = labs.run(&mut Quiet, |_, _| false);
    let mut documents = labs.documents();
    documents.retain(|case| !case.parameters.contains_key("twin"));
    let count = |status| documents.iter().filter(|case| case.status == status).count();
    let [ok, failed, skipped] = [Status::Ok, Status::Failed, Status::Skipped].map(count);
    println!("{ok} passed, {failed} failed, {skipped} skipped");
    Ok(if failed > 0 { ExitCode::from(super::CASE_FAILED) } else { ExitCode::SUCCESS })
}
