//! `wirecost run`

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use wirecost_codec::lab::Lab;
use wirecost_codec::runners::{self, RunnerSpec, Unusable};
use wirecost_plan::{Catalog, Measure, Plan, Runner, Selection, Suite};
use wirecost_store::{Environment, RunDocument, SCHEMA, Status, Store};

use crate::cli::{MeasureArg, RunArgs};
use crate::environment::{self, CpuTimes};
use crate::paths::{self, Paths};
use crate::progress::Progress;
use crate::recorder::{Recorder, description};

mod test;

/// A case failed.
const CASE_FAILED: u8 = 1;
/// The machine is unfit, and `--strict` was given.
const UNFIT: u8 = 5;
/// What a shell reports of a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

/// All that the plan of a run follows from: what resuming it needs.
#[derive(Serialize, Deserialize)]
struct Request {
    suite_name: String,
    suite: Suite,
    selection: Selection,
    runners: Vec<(String, PathBuf)>,
    seed: u64,
    /// The digests of the messages and the versions of the candidates then.
    #[serde(default)]
    fingerprint: Vec<String>,
}

/// Measures a suite.
pub fn run(args: &RunArgs, paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let mut store = None;
    let resumed = match &args.resume {
        Some(name) => {
            let opened = Store::open(&paths.database)?;
            let run_id = opened.find(name)?;
            let request = opened.request(&run_id)?;
            let request: Request = serde_json::from_str(&request)
                .with_context(|| format!("run {run_id} cannot be resumed: it came from another machine"))?;
            store = Some(opened);
            Some((run_id, request))
        }
        None => None,
    };
    let (resumed, mut request) = match resumed {
        Some((run_id, request)) => (Some(run_id), request),
        None => (None, self::request(args, catalog)?),
    };
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let (specs, runners, unusable) = start_runners(catalog, &own, paths, &request);
    let suite = Suite { name: request.suite_name.clone(), ..request.suite.clone() };
    let plan = Plan::new(suite, &request.selection, catalog, runners, request.seed)?;
    for runner in &unusable {
        eprintln!("not measured: {runner}");
    }
    if args.test {
        return test::run(plan, &specs);
    }
    let fingerprint = fingerprint(&plan);
    if resumed.is_some() && fingerprint != request.fingerprint {
        let changed = fingerprint.iter().find(|entry| !request.fingerprint.contains(entry));
        anyhow::bail!(
            "not the same any more: {}; start a new run",
            changed.map_or("a candidate is gone", String::as_str)
        );
    }
    request.fingerprint = fingerprint;
    if args.dry_run {
        return dry_run(&plan, &unusable);
    }
    let budget = args.time.unwrap_or(plan.suite.budget);
    plan.check_budget(budget.0)?;
    let mut lab = Lab::new(&plan, &specs).map_err(anyhow::Error::msg)?;
    let environment = describe_environment(&plan);
    if let Some(reason) = environment::unfit(&environment) {
        let style = anstyle::AnsiColor::Yellow.on_default();
        anstream::eprintln!("{style}warning:{style:#} {reason}");
        if args.strict {
            return Ok(ExitCode::from(UNFIT));
        }
    }
    let mut store = match store {
        Some(store) => store,
        None => Store::open(&paths.database)?,
    };
    let run = match resumed {
        Some(run_id) => store.load(&run_id)?,
        None => {
            let run = new_run(&plan, &lab, environment, &unusable);
            store.insert(&run, &serde_json::to_string(&request)?)?;
            run
        }
    };
    execute(args, &plan, &mut lab, &mut store, run, paths)
}

fn request(args: &RunArgs, catalog: &Catalog) -> anyhow::Result<Request> {
    let mut suite = Suite::load(&args.suite, catalog)?;
    if let Some(trials) = args.trials {
        suite.trials = trials as usize;
    } else if matches!(args.measure, MeasureArg::Instructions) {
        // Instructions hardly vary; two processes show whether they do.
        suite.trials = suite.trials.min(2);
    }
    let runners = args.runner.iter().enumerate().map(|(index, runner)| match runner.split_once('=') {
        Some((name, program)) => Ok((name.to_owned(), std::path::absolute(program)?)),
        None => Ok((format!("runner-{}", index + 1), std::path::absolute(runner)?)),
    });
    // A run may be resumed from another folder.
    let messages = args.message.iter().map(|name| match std::path::Path::new(name).is_file() {
        true => Ok(std::path::absolute(name)?.display().to_string()),
        false => Ok(name.clone()),
    });
    let mut messages = messages.collect::<anyhow::Result<Vec<_>>>()?;
    for folder in &args.corpus {
        let corpus = wirecost_plan::corpus(&std::path::absolute(folder)?)?;
        corpus.left_out.iter().for_each(|reason| eprintln!("not measured: {reason}"));
        messages.extend(corpus.files.iter().map(|file| file.display().to_string()));
    }
    Ok(Request {
        suite_name: suite.name.clone(),
        suite,
        selection: Selection {
            messages,
            candidates: args.candidate.clone(),
            measure: match args.measure {
                MeasureArg::Time => Measure::Time,
                MeasureArg::Instructions => Measure::Instructions,
            },
        },
        runners: runners.collect::<anyhow::Result<_>>()?,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53)),
        fingerprint: Vec::new(),
    })
}

/// Starts every runner once to learn what it is; one that cannot be used is left out, and said so.
fn start_runners(
    catalog: &Catalog,
    own: &std::path::Path,
    paths: &Paths,
    request: &Request,
) -> (Vec<RunnerSpec>, Vec<Runner>, Vec<Unusable>) {
    let (found, mut unusable) = runners::find(catalog, own, &paths.cache, &request.runners);
    let (mut specs, mut started) = (Vec::new(), Vec::new());
    for spec in found {
        match spec.describe() {
            Ok((description, start_up)) => {
                let (name, interpreted) = (spec.name.clone(), spec.interpreted);
                started.push(Runner { name, description, interpreted, start_up, side: spec.side.clone() });
                specs.push(spec);
            }
            Err(reason) => unusable.push(reason),
        }
    }
    (specs, started, unusable)
}

/// What must be the same for a run to go on.
fn fingerprint(plan: &Plan) -> Vec<String> {
    let messages = plan.messages.iter().map(|message| format!("message {} {}", message.name, message.sha256));
    let cases = plan.cases.iter().map(|case| format!("{} {}", case.key().0, case.candidate.version));
    messages.chain(cases).chain([format!("wirecost {}", env!("WIRECOST_COMMIT"))]).collect()
}

fn dry_run(plan: &Plan, unusable: &[Unusable]) -> anyhow::Result<ExitCode> {
    let mut out = String::new();
    for unit in &plan.units {
        let cases: Vec<_> = unit.cases.iter().map(|&case| &plan.cases[case]).collect();
        out += &format!("{:60} {:?}\n", description(&cases), plan.predicted_unit(unit));
    }
    for skipped in &plan.skipped {
        out += &format!("skipped: {}: {}\n", skipped.case.key().0, skipped.reason);
    }
    for runner in unusable {
        out += &format!("not usable: {runner}\n");
    }
    out += &format!(
        "{} cases, {} processes a round, {} trials: about {:.0} s\n",
        plan.cases.len(),
        plan.units.len(),
        plan.suite.trials,
        plan.predicted().as_secs_f64()
    );
    super::print(&out)
}

fn describe_environment(plan: &Plan) -> Environment {
    let mut environment = environment::before();
    let runners = plan.runners.iter();
    environment.runners = runners.map(|runner| (runner.name.clone(), runner.description.runtime.clone())).collect();
    environment
}

fn new_run(plan: &Plan, lab: &Lab<'_>, environment: Environment, unusable: &[Unusable]) -> RunDocument {
    let now = jiff::Timestamp::now();
    let mut warnings = environment::warnings(&environment);
    warnings.extend(unusable.iter().map(|runner| format!("not measured: {runner}")));
    if plan.suite.trials < 6 && plan.measure == Measure::Time {
        let coverage = wirecost_measure::estimate::coverage(plan.suite.trials) * 100.0;
        let trials = plan.suite.trials;
        warnings.push(format!("with {trials} trials an interval covers the median with {coverage:.0} %, not 95 %"));
    }
    RunDocument {
        schema: SCHEMA.into(),
        run_id: format!("{}-{:04x}", now.strftime("%Y%m%d-%H%M%S"), fastrand::u16(..)),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        started: now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        ended: None,
        seed: plan.seed,
        suite: plan.suite.name.clone(),
        trials_planned: plan.suite.trials,
        verdict_estimate: environment::verdict_estimate(&environment).into(),
        environment,
        warnings,
        cases: lab.documents(),
    }
}

fn execute(
    args: &RunArgs,
    plan: &Plan,
    lab: &mut Lab<'_>,
    store: &mut Store,
    mut run: RunDocument,
    paths: &Paths,
) -> anyhow::Result<ExitCode> {
    let predicted = plan.predicted();
    let processes = plan.units.len() * plan.suite.trials;
    eprintln!(
        "{}: {} cases, {} trials each, about {:.0} s",
        run.run_id,
        plan.cases.len(),
        plan.suite.trials,
        predicted.as_secs_f64()
    );
    let cancelled = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // The second one ends wirecost at once; the first waits for the trial that runs.
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&cancelled))?;
        signal_hook::flag::register(signal, Arc::clone(&cancelled))?;
    }
    let _alone = wait_for_turn(paths)?;
    let start = CpuTimes::now();
    let done: std::collections::HashMap<String, (Status, usize)> =
        run.cases.iter().map(|case| (case.key(), (case.status, case.trials.len()))).collect();
    let mut recorder = Recorder {
        run_id: &run.run_id.clone(),
        plan,
        progress: Progress::new(processes, predicted),
        cancelled: Arc::clone(&cancelled),
        store,
    };
    lab.run(&mut recorder, |case, number| {
        // Rounds go in order, so the trials that are stored are the first ones.
        done.get(&case.key()).is_some_and(|(status, trials)| *status == Status::Failed || number < *trials)
    })?;
    recorder.progress.finish();
    if cancelled.load(std::sync::atomic::Ordering::Relaxed) {
        eprintln!("interrupted; every finished trial is stored. To go on: wirecost run --resume {}", run.run_id);
        return Ok(ExitCode::from(INTERRUPTED));
    }
    environment::after(&mut run.environment, start);
    run.warnings.extend(environment::steal_warning(&run.environment));
    run.ended = Some(jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    store.update_run(&run)?;
    report(args, &super::concluded(store.load(&run.run_id)?), paths)
}

/// Exactly one measured process exists at any moment: another wirecost waits here until this one is done.
fn wait_for_turn(paths: &Paths) -> anyhow::Result<std::fs::File> {
    std::fs::create_dir_all(&paths.cache).with_context(|| format!("cannot make {}", paths.cache.display()))?;
    let path = paths.cache.join("measuring.lock");
    let file = std::fs::File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("another wirecost is measuring; waiting for it to finish");
        file.lock()?;
    }
    Ok(file)
}

fn report(args: &RunArgs, run: &RunDocument, paths: &Paths) -> anyhow::Result<ExitCode> {
    super::print(&wirecost_report::terminal::render(run, super::width()))?;
    if let Some(path) = &args.json {
        paths::write(path, serde_json::to_string_pretty(run)?)?;
        eprintln!("JSON:   {}", path.display());
    }
    let html = args.html.clone().unwrap_or_else(|| paths.report(&run.run_id));
    paths::write(&html, super::report::html(run, paths)?)?;
    eprintln!("report: {}", html.display());
    eprintln!("stored: {} in {}", run.run_id, paths.database.display());
    let failed = run.cases.iter().any(|case| matches!(case.status, Status::Failed | Status::Invalid));
    Ok(if failed { ExitCode::from(CASE_FAILED) } else { ExitCode::SUCCESS })
}
