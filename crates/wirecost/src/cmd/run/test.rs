//! `wirecost run --test`: every case once, for correctness only.

use std::convert::Infallible;
use std::process::ExitCode;
use std::time::Duration;

use wirecost_codec::lab::{Lab, Observer};
use wirecost_codec::runners::RunnerSpec;
use wirecost_measure::Sample;
use wirecost_plan::suite::{Span, SuiteRules};
use wirecost_plan::{Case, Plan};
use wirecost_store::{CaseDocument, Status, TrialDocument};

/// The shortest trial there is: its batches are taken and not looked at.
const ONCE: SuiteRules = SuiteRules {
    sample: Span(Duration::from_nanos(1)),
    warmup: Span(Duration::ZERO),
    window: Span(Duration::ZERO),
    min_samples: 1,
};

struct Quiet;

impl Observer for Quiet {
    type Error = Infallible;

    fn starts(&mut self, _: &[&Case], _: usize) {}

    fn trial(&mut self, case: &CaseDocument, _: usize, _: &TrialDocument, _: &[Sample]) -> Result<(), Infallible> {
        println!("ok      {}", case.key());
        Ok(())
    }

    fn failed(&mut self, case: &CaseDocument) -> Result<(), Infallible> {
        let word = if case.status == Status::Failed { "failed " } else { "skipped" };
        println!("{word} {}: {}", case.key(), case.reason.as_deref().unwrap_or_default());
        Ok(())
    }

    fn cancelled(&self) -> bool {
        false
    }
}

/// Runs every case of the plan once and stores nothing.
pub fn run(mut plan: Plan, specs: &[RunnerSpec]) -> anyhow::Result<ExitCode> {
    plan.suite.rules = ONCE;
    plan.suite.best_of = None;
    plan.order.truncate(1);
    // Whether the second of the A/A pair answers right says nothing new.
    plan.order[0].retain(|&unit| plan.units[unit].cases.iter().all(|&case| !plan.cases[case].twin));
    let mut lab = Lab::new(&plan, specs).map_err(anyhow::Error::msg)?;
    let Ok(()) = lab.run(&mut Quiet, |_, _| false);
    let documents = lab.documents();
    let count = |status| documents.iter().filter(|case| case.status == status).count();
    let (ok, failed, skipped) = (count(Status::Ok), count(Status::Failed), count(Status::Skipped));
    println!("{ok} passed, {failed} failed, {skipped} skipped");
    Ok(if failed > 0 { ExitCode::from(super::CASE_FAILED) } else { ExitCode::SUCCESS })
}
