//! Measures what is planned, and stores it as it comes.

use std::collections::{BTreeSet, HashMap};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use wirecost_catalog::Measure;
use wirecost_catalog::suite::Span;
use wirecost_lab::{Progress as _, Session};
use wirecost_model::{Environment, EstimateId, RunDocument, SCHEMA, Status};
use wirecost_store::{Store, StoreError};

use super::labs::Plans;
use super::request::Request;
use super::turn::{lock, sign, wait_for_turn};
use crate::environment::{self, CpuTimes};
use crate::interrupt;
use crate::paths::Paths;
use crate::progress::{Progress, Steps, span};
use crate::recorded;
use crate::recorder::Recorder;
use crate::screen::{Screen, for_terminal, say};

/// The machine is too busy, and `--strict` was given.
pub const UNFIT: u8 = 5;

/// How a run goes about it, beside what it measures.
pub struct RunOptions {
    /// How long it is meant to take, in place of the suite's budget.
    pub time: Option<Span>,
    /// Whether to refuse a machine that is too busy.
    pub strict: bool,
    /// How much it says meanwhile.
    pub screen: Screen,
    /// Whether other labs follow, so that the run does not end with what is measured now.
    pub goes_on: bool,
}

/// Measures what `plans` say, or goes on with a run of it, and gives the run, or the exit code where it was interrupted
/// or refused.
pub fn measure(
    request: &mut Request,
    plans: &Plans,
    resumed: Option<(Store, String)>,
    options: &RunOptions,
    paths: &Paths,
) -> anyhow::Result<Result<RunDocument, ExitCode>> {
    let new = plans.fingerprint().into_iter().filter(|entry| !request.fingerprint.contains(entry));
    request.fingerprint = request.fingerprint.iter().cloned().chain(new).collect();
    let screen = options.screen;
    plans.say_budget(options.time, screen);
    let steps = Steps::new(screen);
    steps.begin("making the inputs of all cases");
    let mut session = Session::new(plans.all())?;
    steps.finish();
    let environment = Environment { runners: plans.runtimes(), ..environment::before() };
    if let Some(reason) = environment::unfit(&environment) {
        let style = anstyle::AnsiColor::Yellow.on_default();
        say!("{}", for_terminal(&format!("{style}warning:{style:#} {reason}")));
        if options.strict {
            return Ok(Err(ExitCode::from(UNFIT)));
        }
    }
    let (mut store, run) = match resumed {
        Some((mut store, run_id)) => {
            let mut run = store.load(&run_id)?.into_document();
            add_plans(&mut run, plans, environment);
            store.add_cases(&run, &session.documents(), &serde_json::to_string(request)?)?;
            (store, run)
        }
        None => {
            let mut store = Store::open(&paths.database)?;
            let run = new_run(request, plans, &session, environment);
            store.insert(&run, &serde_json::to_string(request)?)?;
            (store, run)
        }
    };
    execute(plans, &mut session, &mut store, run, (paths, options))
}

/// Adds what these plans say of a run as a whole.
fn add_plans(run: &mut RunDocument, plans: &Plans, environment: Environment) {
    run.trials_planned = run.trials_planned.min(plans.trials());
    run.environment.runners.extend(environment.runners);
    let new = left_out(plans).filter(|warning| !run.warnings.contains(warning)).collect::<Vec<_>>();
    run.warnings.extend(new);
}

/// The runners that are not measured, with the reasons.
fn left_out(plans: &Plans) -> impl Iterator<Item = String> {
    plans.unusable().into_iter().map(|runner| format!("not measured: {runner}"))
}

fn new_run(request: &Request, plans: &Plans, session: &Session<'_>, environment: Environment) -> RunDocument {
    let now = jiff::Timestamp::now();
    let mut warnings = environment::warnings(&environment);
    warnings.extend(left_out(plans));
    warnings.extend(plans.shortened().iter().map(|what| format!("shortened by --time: {what}")));
    let trials = plans.trials();
    if trials < 6 && request.selection.measure == Measure::Time {
        let coverage = wirecost_measure::estimate::coverage(trials) * 100.0;
        warnings.push(format!("with {trials} trials an interval covers the median with {coverage:.0} %, not 95 %"));
    }
    RunDocument {
        schema: SCHEMA.into(),
        run_id: format!("{}-{:04x}", now.strftime("%Y%m%d-%H%M%S"), fastrand::u16(..)),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        started: now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        ended: None,
        seed: request.seed,
        suite: request.suite_name.clone(),
        trials_planned: trials,
        verdict_estimate: EstimateId::CostNs,
        environment,
        together: None,
        hosts: Vec::new(),
        provisional: request.provisional,
        warnings,
        cases: session.documents(),
    }
}

fn execute(
    plans: &Plans,
    session: &mut Session<'_>,
    store: &mut Store,
    mut run: RunDocument,
    (paths, options): (&Paths, &RunOptions),
) -> anyhow::Result<Result<RunDocument, ExitCode>> {
    let screen = options.screen;
    let predicted = plans.predicted();
    let (cases, processes) = (session.cases(), plans.processes());
    screen.note(&format!("{}: {cases} cases in {processes} processes, about {}", run.run_id, span(predicted)));
    // The first signal waits for the trial that runs, if that does not take long.
    let cancelled = interrupt::flag()?;
    let Some(alone) = wait_for_turn(paths, screen, &cancelled)? else { return Ok(Err(interrupted(&run))) };
    sign(&alone, &run.run_id).with_context(|| format!("cannot write {}", lock(paths).display()))?;
    // While this process waited, another may have gone on with the same run.
    let recorded = store.load(&run.run_id)?;
    if recorded.document().ended.is_some() {
        screen.note(&format!("{} is complete already", run.run_id));
        return Ok(Ok(recorded::concluded(recorded)));
    }
    run = recorded.into_document();
    let start = CpuTimes::now();
    // By the rows that are stored: a damaged one is not measured again.
    let done = run.cases.iter().map(|case| Ok((case.key(), (case.status, store.trials(&run.run_id, &case.key())?))));
    let done: HashMap<String, (Status, BTreeSet<usize>)> = done.collect::<Result<_, StoreError>>()?;
    let mut recorder = Recorder {
        run_id: &run.run_id.clone(),
        progress: Progress::new(plans.processes(), predicted, screen),
        cancelled: Arc::clone(&cancelled),
        store,
    };
    session.stop_with(&cancelled);
    session.run(&mut recorder, |case, number| {
        done.get(&case.key()).is_some_and(|(status, trials)| *status == Status::Failed || trials.contains(&number))
    })?;
    recorder.progress.finish();
    if cancelled.load(Ordering::Relaxed) {
        return Ok(Err(interrupted(&run)));
    }
    environment::after(&mut run.environment, start);
    if !options.goes_on {
        end(&mut run);
    }
    store.update_run(&run)?;
    Ok(Ok(recorded::concluded(store.load(&run.run_id)?)))
}

/// Says that nothing more belongs to a run.
pub fn end(run: &mut RunDocument) {
    run.warnings.extend(environment::steal_warning(&run.environment));
    run.ended = Some(jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
}

/// Says how to go on; the exit code of a run that was interrupted.
pub fn interrupted(run: &RunDocument) -> ExitCode {
    say!("interrupted; every finished trial is stored. To continue: wirecost run --resume {}", run.run_id);
    ExitCode::from(interrupt::EXIT_CODE)
}
