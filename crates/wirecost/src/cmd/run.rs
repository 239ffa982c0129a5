//! `wirecost run`

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use wirecost_catalog::suite::Span;
use wirecost_catalog::{Catalog, Measure, PlanError, Selection, Suite};
use wirecost_lab::{Lab as _, Progress as _, Session};
use wirecost_model::{Environment, EstimateId, Label, RecordedRun, RunDocument, SCHEMA, Status};
use wirecost_report::answer::{Answers, By};
use wirecost_report::plain;
use wirecost_report::terminal;
use wirecost_store::{Store, StoreError};

use self::labs::{Plans, Preparation};
use self::preview::Preview;
pub use self::turn::lock;
use self::turn::{sign, wait_for_turn};
use crate::cli::RunArgs;
use crate::environment::{self, CpuTimes};
use crate::interrupt;
use crate::labs::LABS;
use crate::languages;
use crate::output;
use crate::paths::{self, Paths};
use crate::progress::{Progress, Steps, span};
use crate::recorder::Recorder;
use crate::screen::{Screen, for_terminal, say};

pub mod labs;
pub mod many;
mod preview;
mod test;
pub mod time;
mod turn;

/// A candidate failed.
const CASE_FAILED: u8 = 1;
/// The machine is too busy, and `--strict` was given.
const UNFIT: u8 = 5;

/// All that the plan of a run follows from: what resuming it needs.
#[derive(Clone, Serialize, Deserialize)]
pub struct Request {
    /// The suite's name.
    pub suite_name: String,
    /// The suite, with what the command line changed.
    pub suite: Suite,
    /// What the command line chose of it.
    pub selection: Selection,
    /// The labs that the command line names; empty: all of the suite.
    #[serde(default)]
    pub labs: Vec<String>,
    /// The user's runners by name.
    pub runners: Vec<(String, PathBuf)>,
    /// Whether these are two builds of one thing, to be compared with each other and with nothing else.
    #[serde(default)]
    pub builds: bool,
    /// Whether it is a first look, while others are still to be built.
    #[serde(default)]
    pub provisional: bool,
    /// The seed of every draw.
    pub seed: u64,
    /// The digests of the messages and the versions of the candidates then.
    #[serde(default)]
    pub fingerprint: Vec<String>,
}

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

/// Measures a suite.
pub fn run(args: &RunArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    for file in [&args.json, &args.html].into_iter().flatten() {
        output::check(file)?;
    }
    if let Some(place) = &args.place.on {
        return many::run(args, place, paths, catalog, screen);
    }
    if !args.test && !args.dry_run {
        output::check(&paths.database)?;
    }
    let steps = Steps::new(screen);
    steps.begin("reading the suite and its messages");
    let resumed = match &args.resume {
        Some(name) => {
            let store = Store::existing(&paths.database)?;
            let run_id = store.find(name)?;
            let request = store.request(&run_id)?;
            let request: Request = serde_json::from_str(&request)
                .with_context(|| format!("run {run_id} cannot be resumed: it came from another machine"))?;
            Some((store, run_id, request))
        }
        None => None,
    };
    let (resumed, request) = match resumed {
        Some((store, run_id, request)) => (Some((store, run_id)), request),
        None => (None, self::request(args, catalog, screen)?),
    };
    let (now, later) = if resumed.is_none() { in_parts(&request, args)? } else { (request.labs.clone(), Vec::new()) };
    let prepare = |labs: &[String], build: bool| {
        let of_labs = Request { labs: labs.to_vec(), ..request.clone() };
        let preview = Preview::new(args, &of_labs, &steps, (paths, catalog), screen);
        Plans::prepare(&of_labs, paths, catalog, &Preparation { progress: &preview, build })
    };
    if !later.is_empty() {
        // What is wrong with their part of the suite is said before anything is built.
        prepare(&later, false)?;
    }
    let plans = prepare(&now, !args.dry_run);
    // A server that was not built to its end is only a row, and the run would begin without it.
    if plans.as_ref().is_err_and(is_interrupted) || steps.is_cancelled() {
        steps.finish();
        say!("interrupted; what was built is kept, and the same command goes on with the rest");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    let mut plans = plans?;
    if resumed.is_some() {
        check_unchanged(&request, &plans)?;
    }
    if let Some(baseline) = &args.baseline {
        plans.check_baseline(baseline)?;
    }
    if args.test {
        steps.finish();
        return test::run(plans);
    }
    // What was shortened once is resumed as it was then.
    let mut request = request.clone();
    if let Some(time) = args.time.filter(|_| resumed.is_none()) {
        plans.shorten_to(time, args.trials.is_some(), &mut request.suite);
    }
    if args.dry_run {
        steps.finish();
        if let Some(path) = &args.json {
            output::write(path, super::document(labs::PLAN_SCHEMA, &plans.document())?)?;
        }
        let code = super::print(&plans.describe(screen))?;
        plans.say_budget(args.time, screen);
        return Ok(code);
    }
    steps.finish();
    let options = RunOptions { time: args.time, strict: args.strict, screen, goes_on: !later.is_empty() };
    let mut measured = measure(&mut request, &plans, resumed, &options, paths)?;
    if let (Ok(codecs), true) = (&measured, options.goes_on) {
        preview::show_codecs(codecs, screen)?;
        steps.follow_trials();
        let plans = prepare(&later, true);
        steps.finish();
        measured = go_on(&mut request, codecs, plans, &RunOptions { goes_on: false, ..options }, paths)?;
    }
    match measured {
        Ok(run) => report(args, &run, (paths, catalog), screen),
        Err(code) => Ok(code),
    }
}

/// The labs that are measured at once, and those whose servers are built when the codecs have been measured: nobody who asks for the
/// default suite waits for them. What the command line chooses or shortens is planned in one.
fn in_parts(request: &Request, args: &RunArgs) -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let at_once = (request.labs.clone(), Vec::new());
    let Selection { candidates, languages, parameters, operations, measure, .. } = &request.selection;
    let chooses =
        [!candidates.is_empty(), !languages.is_empty(), !parameters.is_empty(), !operations.is_empty()].contains(&true);
    let is_whole = request.labs.is_empty() && !chooses && *measure == Measure::Time;
    if !is_whole || args.test || args.dry_run || args.time.is_some() || !request.suite.has_codec() {
        return Ok(at_once);
    }
    let codecs = wirecost_lab_codec::LAB.name();
    let mut servers = Vec::new();
    for lab in LABS.iter().filter(|lab| lab.name() != codecs) {
        if lab.is_in(&request.suite)? {
            servers.push(lab.name().to_owned());
        }
    }
    Ok((vec![codecs.to_owned()], servers))
}

/// Measures what else belongs to a run whose codecs are measured. Where that cannot be planned, the run ends with them and says why.
fn go_on(
    request: &mut Request,
    codecs: &RunDocument,
    plans: anyhow::Result<Plans>,
    options: &RunOptions,
    paths: &Paths,
) -> anyhow::Result<Result<RunDocument, ExitCode>> {
    // A server that was not built to its end would be stored as one that cannot be measured.
    if interrupt::is_set() || plans.as_ref().is_err_and(is_interrupted) {
        return Ok(Err(interrupted(codecs)));
    }
    let mut store = Store::existing(&paths.database)?;
    match plans {
        Ok(plans) => measure(request, &plans, Some((store, codecs.run_id.clone())), options, paths),
        Err(reason) => {
            let mut run = store.load(&codecs.run_id)?.into_document();
            run.warnings.push(format!("not measured: {reason:#}"));
            end(&mut run);
            store.update_run(&run)?;
            Ok(Ok(super::concluded(RecordedRun::new(run))))
        }
    }
}

/// Whether the user has stopped it while it was planned.
fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(PlanError::Interrupted))
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

/// Refuses to resume a run if a message or a candidate of it has changed.
fn check_unchanged(request: &Request, plans: &Plans) -> anyhow::Result<()> {
    let now = plans.fingerprint();
    let Some(gone) = request.fingerprint.iter().find(|entry| !now.contains(entry)) else { return Ok(()) };
    let changed = now.iter().find(|entry| !request.fingerprint.contains(entry));
    anyhow::bail!(
        "it has changed since the run began: {}; start a new run",
        changed.cloned().unwrap_or_else(|| format!("{gone} is gone"))
    )
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

fn request(args: &RunArgs, catalog: &Catalog, screen: Screen) -> anyhow::Result<Request> {
    let mut suite = LABS.suite(&args.suite, catalog)?;
    let measure = args.measure.into();
    if let Some(trials) = args.trials {
        LABS.iter().try_for_each(|lab| lab.set_trials(&mut suite, trials as usize))?;
    } else if measure == Measure::Instructions {
        // Instructions hardly vary; two processes show whether they do.
        suite.trials = suite.trials.min(2);
    }
    // Nothing is timed then, and starting an interpreter takes longer than everything else.
    suite.interpreted.share_process |= args.test;
    let mut messages = absolute(&args.message)?;
    let mut labs = args.lab.clone();
    // Who brings a message asks what it costs in every format; servers and stacks have to be asked for.
    let own_message = !(args.message.is_empty() && args.corpus.is_empty());
    if own_message && labs.is_empty() && args.candidate.is_empty() && suite.has_codec() {
        labs.push(wirecost_lab_codec::LAB.name().to_owned());
    }
    for folder in &args.corpus {
        let corpus = wirecost_catalog::corpus(&std::path::absolute(folder)?)?;
        corpus.left_out.iter().for_each(|reason| screen.note(&format!("not measured: {reason}")));
        messages.extend(corpus.files.iter().map(|file| file.display().to_string()));
    }
    let schema = args.schema.as_ref().map(std::path::absolute).transpose()?;
    let types = args.types.as_ref().map(std::path::absolute).transpose()?;
    let roots = args.include.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
    Ok(Request {
        suite_name: suite.name.clone(),
        suite,
        selection: Selection {
            messages,
            schema: schema.map(|file| file.display().to_string()),
            types: types.map(|file| file.display().to_string()),
            schema_type: args.schema_type.clone(),
            roots,
            format: args.format.clone(),
            candidates: args.candidate.clone(),
            languages: args.language.clone(),
            parameters: args.parameter.iter().cloned().collect(),
            operations: args.operation.iter().map(|&operation| operation.into()).collect(),
            measure,
        },
        labs,
        runners: named_runners(&args.runner)?,
        builds: false,
        provisional: false,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53)),
        fingerprint: Vec::new(),
    })
}

/// Messages with the paths of files made absolute: a run may be resumed from another folder.
pub fn absolute(messages: &[String]) -> anyhow::Result<Vec<String>> {
    let messages = messages.iter().map(|name| match std::path::Path::new(name).is_file() {
        true => Ok(std::path::absolute(name)?.display().to_string()),
        false => Ok(name.clone()),
    });
    messages.collect()
}

/// Runners as the command line names them: `NAME=PROGRAM`, or a program alone.
pub fn named_runners(runners: &[String]) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let runners = runners.iter().enumerate().map(|(index, runner)| match runner.split_once('=') {
        Some((name, program)) => Ok((name.to_owned(), std::path::absolute(program)?)),
        None => Ok((format!("runner-{}", index + 1), std::path::absolute(runner)?)),
    });
    runners.collect()
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
        return Ok(Ok(super::concluded(recorded)));
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
    Ok(Ok(super::concluded(store.load(&run.run_id)?)))
}

/// Says that nothing more belongs to a run.
fn end(run: &mut RunDocument) {
    run.warnings.extend(environment::steal_warning(&run.environment));
    run.ended = Some(jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
}

/// Says how to go on; the exit code of a run that was interrupted.
fn interrupted(run: &RunDocument) -> ExitCode {
    say!("interrupted; every finished trial is stored. To continue: wirecost run --resume {}", run.run_id);
    ExitCode::from(interrupt::EXIT_CODE)
}

fn report(
    args: &RunArgs,
    run: &RunDocument,
    (paths, catalog): (&Paths, &Catalog),
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    let html = args.html.clone().unwrap_or_else(|| paths.report(&run.run_id));
    // A page that cannot be written is no reason to keep the answers back.
    let written = super::report::html(run, paths).and_then(|page| output::write(&html, page));
    let page = written.is_ok().then(|| paths::shown(&html));
    let lines = plain::mapped(run, plain::line);
    let answers = super::report::answers(&lines, By::Format, args.baseline.as_deref());
    // The run is done and stored: what the screen lacks is no reason to lose it.
    if let Err(error) = &answers {
        screen.warn(&error.to_string());
    }
    let answers = answers.unwrap_or_else(|_| Answers::by_default(&lines, By::Format));
    let others = languages::others(run, paths, catalog);
    let options = terminal::Rendering { page: page.as_deref(), others: Some(&others), ..screen.of_answers() };
    super::print(&terminal::answered(&answers, &options))?;
    if let Some(path) = &args.json {
        output::write(path, serde_json::to_string_pretty(run)?)?;
        screen.note(&format!("JSON:   {}", path.display()));
    }
    screen.note(&format!("stored: {} in {}", run.run_id, paths::shown(&paths.database)));
    written?;
    let failed = run.cases.iter().any(|case| case.status == Status::Failed);
    let unfit = || run.cases.iter().any(|case| case.status == Status::Invalid || case.all_labels().any(lacks_windows));
    Ok(ExitCode::from(match () {
        () if failed => CASE_FAILED,
        () if args.strict && unfit() => UNFIT,
        () => 0,
    }))
}

/// Whether half of the windows of a case or more were not valid.
fn lacks_windows(label: &Label) -> bool {
    matches!(label, Label::WindowsNotValid { count, trials, .. } if count * 2 >= *trials)
}
