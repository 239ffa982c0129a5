//! `wirecost run --test`: every case once, for correctness only.

use std::convert::Infallible;
use std::process::ExitCode;
use std::time::Duration;

use wirecost_lab::{Observer, Session};
use wirecost_measure::Sample;
use wirecost_model::{CaseDocument, Status, TrialDocument};

use super::labs::Plans;

struct Quiet;

impl Observer for Quiet {
    type Error = Infallible;

    fn starts(&mut self, _: &str, _: Duration) {}

    fn trial(&mut self, case: &CaseDocument, _: usize, _: &TrialDocument, _: &[Sample]) -> Result<(), Infallible> {
        tell(&format!("ok      {}", case.key()));
        Ok(())
    }

    fn changed(&mut self, case: &CaseDocument) -> Result<(), Infallible> {
        if case.status == Status::Ok {
            return Ok(());
        }
        let word = if case.status == Status::Failed { "failed " } else { "skipped" };
        tell(&format!("{word} {}: {}", case.key(), case.reason.as_deref().unwrap_or_default()));
        Ok(())
    }

    fn cancelled(&self) -> bool {
        false
    }
}

/// Prints a line. Where it cannot be written, the exit code still says what was found.
fn tell(line: &str) {
    let _ = crate::output::print(line);
}

/// Runs every case of the plans once and stores nothing.
pub fn run(mut plans: Plans) -> anyhow::Result<ExitCode> {
    plans.check_only();
    let mut session = Session::new(plans.all())?;
    // A candidate whose version does not hold has failed before anything runs.
    for case in session.documents().iter().filter(|case| case.status == Status::Failed) {
        let Ok(()) = Observer::changed(&mut Quiet, case);
    }
    // What the plan leaves out has its reason there.
    for case in session.documents().iter().filter(|case| case.status == Status::Skipped) {
        let Ok(()) = Observer::changed(&mut Quiet, case);
    }
    let Ok(()) = session.run(&mut Quiet, |_, _| false);
    let mut documents = session.documents();
    documents.retain(|case| !case.is_twin());
    let count = |status| documents.iter().filter(|case| case.status == status).count();
    let [ok, failed, skipped] = [Status::Ok, Status::Failed, Status::Skipped].map(count);
    tell(&format!("{ok} passed, {failed} failed, {skipped} skipped"));
    Ok(if failed > 0 { ExitCode::from(super::shown::CASE_FAILED) } else { ExitCode::SUCCESS })
}
