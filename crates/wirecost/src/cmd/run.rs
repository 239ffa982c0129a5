//! `wirecost run`

use std::process::ExitCode;

use anyhow::Context as _;
use wirecost_catalog::{Catalog, Measure, PlanError, Selection};
use wirecost_lab::{Lab as _, Progress as _};
use wirecost_model::{RecordedRun, RunDocument};
use wirecost_store::Store;

use self::args::RunArgs;
use self::labs::{Plans, Preparation};
use self::measure::{RunOptions, end, interrupted, measure};
use self::preview::Preview;
use self::request::{Request, request};
use crate::interrupt;
use crate::labs::LABS;
use crate::output;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::recorded;
use crate::screen::{Screen, say};

pub mod args;
pub mod labs;
pub mod many;
pub mod measure;
mod preview;
pub mod request;
pub mod shown;
pub mod side_by_side;
mod test;
pub mod time;
pub mod turn;

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
        None => (None, request(args, catalog, screen)?),
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
            output::write(path, output::document(labs::PLAN_SCHEMA, &plans.document())?)?;
        }
        let code = output::print(&plans.describe(screen))?;
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
        measured = measure_later(&mut request, codecs, plans, &RunOptions { goes_on: false, ..options }, paths)?;
    }
    match measured {
        Ok(run) => shown::show(args, &run, (paths, catalog), screen),
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
fn measure_later(
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
            Ok(Ok(recorded::concluded(RecordedRun::new(run))))
        }
    }
}

/// Whether the user has stopped it while it was planned.
fn is_interrupted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(PlanError::Interrupted))
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
