//! A run on many machines: each measures everything, or its part of the candidates.

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use wirecost_catalog::Catalog;
use wirecost_lab::Lab as _;
use wirecost_lab_codec::LAB;
use wirecost_load::Stop;
use wirecost_model::{CaseDocument, Lab, RunDocument, Status};
use wirecost_report::hosts::{self, ByHost};
use wirecost_scale::engine::WorkerSite;
use wirecost_scale::{Job, Plan, Suites, Watched, Work, collect_suites};
use wirecost_store::{Store, StoreError};

use super::args::RunArgs;
use super::labs::{Plans, Preparation};
use super::measure::{RunOptions, measure};
use super::request::request;
use super::shown;
use super::shown::CASE_FAILED;
use super::side_by_side::show;
use crate::cmd::load::live::Live;
use crate::interrupt;
use crate::options::planned;
use crate::output;
use crate::paths::Paths;
use crate::progress::{Steps, span};
use crate::recorded;
use crate::screen::{Screen, say};

/// Options that name files, which travel in the plan. What else is on a path must be on every machine.
const OF_FILES: [&str; 4] = ["message", "schema", "types", "vocabulary"];
/// Options that name what cannot travel.
const OF_THIS_MACHINE: [&str; 2] = ["corpus", "runner"];
/// How often a worker looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);
/// A machine may be this many times slower than this one ...
const SLOWER: u32 = 4;
/// ... and build its candidates first.
const BUILDING: Duration = Duration::from_secs(1800);

/// Places a run, and shows what comes of it.
pub fn run(
    args: &RunArgs,
    place: &WorkerSite,
    paths: &Paths,
    catalog: &Catalog,
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    if !args.dry_run {
        args.place.check(place)?;
    }
    let steps = Steps::new(screen);
    let request = request(args, catalog, screen)?;
    let plans = Plans::prepare(&request, paths, catalog, &Preparation { progress: &steps, build: false })?;
    steps.finish();
    let mut plan = plan(args, place)?;
    if args.split {
        plan.own = dealt(args, &plans, place.parts())?;
    }
    if args.dry_run {
        return output::print(&described(&plan, &plans, place));
    }
    let folder = args.place.kept_folder(place, &plan, false)?;
    if let Some(file) = &args.place.emit {
        let job = job(args, place, plan, &plans, &folder.unwrap_or_default())?;
        return args.place.emit(&job, place, file);
    }
    output::check(&paths.database)?;
    let passing = tempfile::tempdir()?;
    let kept = folder.is_some();
    let mut job = job(args, place, plan, &plans, &folder.unwrap_or_else(|| passing.path().to_owned()))?;
    if args.missing {
        job.resume()?;
    } else {
        job.prepare()?;
    }
    let found = placed(&job, place, screen)?;
    let (code, is_whole) = taken(args, &found, &job.plan, (paths, catalog), screen)?;
    if !is_whole && kept {
        let folder = job.folder.display();
        say!("the outputs of the workers are in {folder}; the same command with --missing measures what is missing");
    }
    Ok(if interrupt::is_set() { ExitCode::from(interrupt::EXIT_CODE) } else { code })
}

/// Stores and shows what workers left of a run; `merge` does so for a folder.
pub fn merged(
    found: &[wirecost_scale::Found],
    plan: &Plan,
    [json, html]: [Option<PathBuf>; 2],
    (paths, catalog): (&Paths, &Catalog),
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    ensure!(plan.work == Work::Run, "the plan's arguments are not those of a run");
    let (_, args) = planned::<RunArgs>("run", plan.arguments.iter().cloned())?;
    Ok(taken(&RunArgs { json, html, ..args }, found, plan, (paths, catalog), screen)?.0)
}

/// The exit code, and whether each part has a result.
fn taken(
    args: &RunArgs,
    found: &[wirecost_scale::Found],
    plan: &Plan,
    (paths, catalog): (&Paths, &Catalog),
    screen: Screen,
) -> anyhow::Result<(ExitCode, bool)> {
    let suites = collect_suites(found, plan.parts, &plan.run)?;
    let left_out = suites.left_out();
    left_out.iter().for_each(|line| say!("{line}"));
    let code = if plan.own.is_empty() {
        side_by_side(args, suites, plan, paths, screen)?
    } else {
        one_run(args, suites, plan, (paths, catalog), screen)?
    };
    Ok(if left_out.is_empty() { (code, true) } else { (ExitCode::from(CASE_FAILED), false) })
}

/// Measures a part of a run, or all of it, as a worker: nothing is printed but progress, and nothing is stored but in
/// `folder`. None where it was interrupted.
pub fn measure_part(
    args: &RunArgs,
    paths: &Paths,
    catalog: &Catalog,
    folder: &Path,
    stop: Stop,
) -> anyhow::Result<Option<RunDocument>> {
    let cancelled = interrupt::flag()?;
    std::thread::spawn(move || {
        while !stop.is_stopped() {
            std::thread::sleep(LOOK);
        }
        cancelled.store(true, Ordering::Relaxed);
    });
    let screen = Screen::new(false, false);
    let steps = Steps::new(screen);
    let mut request = request(args, catalog, screen)?;
    let plans = Plans::prepare(&request, paths, catalog, &Preparation { progress: &steps, build: true });
    if plans.as_ref().is_err_and(super::is_interrupted) {
        return Ok(None);
    }
    let mut plans = plans?;
    if let Some(time) = args.time {
        plans.shorten_to(time, args.trials.is_some(), &mut request.suite);
    }
    steps.finish();
    let own = Paths { database: folder.join("runs.db"), ..paths.clone() };
    let options = RunOptions { time: args.time, strict: false, screen, goes_on: false };
    Ok(measure(&mut request, &plans, None, &options, &own)?.ok())
}

/// What all workers do.
fn plan(args: &RunArgs, place: &WorkerSite) -> anyhow::Result<Plan> {
    let mut plan = Plan { work: Work::Run, ..Plan::new(place.parts(), Vec::new()) };
    for argument in &args.given.arguments {
        let option = argument.split_once('=').and_then(|(option, value)| Some((option.strip_prefix("--")?, value)));
        let argument = match option {
            Some((option, _)) if OF_THIS_MACHINE.contains(&option) => {
                bail!("--{option} names what is on this machine only: leave out --on")
            }
            Some((option, file)) if OF_FILES.contains(&option) && Path::new(file).exists() => {
                format!("--{option}={}", take_file(&mut plan, Path::new(file))?)
            }
            // A suite of the user's.
            None if argument.ends_with(".toml") => take_file(&mut plan, Path::new(argument))?,
            _ => argument.clone(),
        };
        plan.arguments.push(argument);
    }
    Ok(plan)
}

/// Takes a file into the plan, under its own name: that of a message is the name of its file.
fn take_file(plan: &mut Plan, file: &Path) -> anyhow::Result<String> {
    let place = || file.display().to_string();
    ensure!(file.is_file(), "{}: a folder does not travel to other machines: leave out --on", place());
    let name = file.file_name().and_then(|name| name.to_str()).with_context(place)?;
    ensure!(!plan.files.contains_key(name), "{}: another file has that name; workers need both: rename one", place());
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    ensure!(name.chars().all(plain), "{}: rename it, with letters, digits, '-', '_' and '.' only", place());
    Ok(plan.add_file(name, &wirecost_load::read_file(file).with_context(place)?))
}

/// The candidates of the codec lab, dealt one by one; each part has that of the A/A pair too.
fn dealt(args: &RunArgs, plans: &Plans, parts: u64) -> anyhow::Result<Vec<Vec<String>>> {
    let only = "--split deals the candidates of the codec lab: add --lab codec";
    ensure!(plans.all().all(|plan| plan.lab() == Lab::CODEC), "{only}");
    let cases: Vec<CaseDocument> = plans.all().flat_map(|plan| plan.documents().0).collect();
    let pair =
        cases.iter().find(|case| case.is_twin()).context("--split needs the case of an A/A pair, and there is none")?;
    let mut seen = BTreeSet::new();
    let mut names = cases.iter().filter(|case| !case.is_control()).map(|case| case.candidate.as_str());
    let names: Vec<&str> = names.by_ref().filter(|name| *name != pair.candidate && seen.insert(*name)).collect();
    ensure!(
        names.len() as u64 >= parts,
        "there are {} candidates beside that of the A/A pair, fewer than the {parts} workers",
        names.len()
    );
    let mut own: Vec<Vec<String>> = vec![vec![format!("--candidate={}", pair.candidate)]; parts as usize];
    for (index, name) in names.into_iter().enumerate() {
        own[index % parts as usize].push(format!("--candidate={name}"));
    }
    // What chose the candidates before they were dealt would choose them again.
    ensure!(
        args.candidate.iter().all(|glob| !glob.contains(['@', '+', '='])),
        "--split takes the candidates that come with wirecost, not versions and features: leave out --split"
    );
    Ok(own)
}

/// What would be placed.
fn described(plan: &Plan, plans: &Plans, place: &WorkerSite) -> String {
    let predicted = span(plans.predicted());
    if plan.own.is_empty() {
        return format!("{} workers, each about {predicted}: {}", place.parts(), plan.arguments.join(" "));
    }
    let part = |(rank, own): (usize, &Vec<String>)| {
        let names: Vec<&str> = own.iter().filter_map(|word| word.strip_prefix("--candidate=")).collect();
        format!("part {rank}: {}", names.join(", "))
    };
    let parts: Vec<String> = plan.own.iter().enumerate().map(part).collect();
    format!("{}\nall candidates on one machine: about {predicted}", parts.join("\n"))
}

fn job(args: &RunArgs, place: &WorkerSite, mut plan: Plan, plans: &Plans, folder: &Path) -> anyhow::Result<Job> {
    if args.split {
        // The candidates that were given are among those that were dealt.
        plan.arguments.retain(|argument| !argument.starts_with("--candidate=") && !argument.starts_with("--lab="));
        plan.arguments.push(format!("--lab={}", LAB.name()));
    }
    let longest = plans.predicted() * SLOWER + BUILDING;
    Ok(Job {
        folder: folder.to_owned(),
        ranks: (0..plan.parts).collect(),
        plan,
        program: args.place.program(place)?,
        lead: Duration::ZERO,
        longest,
        slack: longest,
        engine_options: args.place.engine_option.clone(),
        image: args.place.image.clone(),
        // What is measured there listens in the namespace.
        namespaces: args.place.namespaces.then(Vec::new),
    })
}

/// Runs all parts. The first signal ends them; what they have then is not taken.
fn placed(job: &Job, place: &WorkerSite, screen: Screen) -> anyhow::Result<Vec<wirecost_scale::Found>> {
    let cancelled = interrupt::flag()?;
    screen.note(&format!("{}: {} workers begin", job.plan.run, job.ranks.len()));
    let live = Live::new(!screen.quiet && std::io::stderr().is_terminal());
    let found = job.run(place, || cancelled.load(Ordering::Relaxed), |watched| live.say(line(watched)));
    live.clear();
    Ok(found?)
}

/// How far all workers are, in one line.
fn line(watched: &Watched) -> String {
    let Watched { going, ended, parts, processes: [done, all], .. } = *watched;
    match going {
        0 => format!("{ended} of {parts} workers have ended, the others prepare or wait for their place"),
        _ => format!("{done} of {all} processes on {going} machines; {ended} of {parts} workers have ended"),
    }
}

/// Stores the run that the parts make together, and shows its answers.
fn one_run(
    args: &RunArgs,
    mut suites: Suites,
    plan: &Plan,
    (paths, catalog): (&Paths, &Catalog),
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    let missing: Vec<String> = suites.left_out().iter().map(|line| format!("not measured: {line}")).collect();
    suites.name_apart();
    let Some(mut run) = suites.combined() else { return Ok(ExitCode::from(CASE_FAILED)) };
    run.command = std::env::args().collect::<Vec<_>>().join(" ");
    run.warnings.extend(missing);
    run.together = Some(plan.run.clone());
    run.run_id = format!("{}-{}of{}", plan.run, run.hosts.len(), plan.parts);
    let mut store = Store::open(&paths.database)?;
    stored(&mut store, &mut run)?;
    shown::show(args, &recorded::concluded(store.load(&run.run_id)?), (paths, catalog), screen)
}

/// Stores a run, unless that was done when its parts were looked at before. Parts that were measured again since then make a run
/// of another name.
fn stored(store: &mut Store, run: &mut RunDocument) -> Result<(), StoreError> {
    let name = run.run_id.clone();
    for again in 2.. {
        match store.insert(run, "") {
            Err(StoreError::Exists { .. }) if store.load(&run.run_id)?.document().cases == run.cases => break,
            Err(StoreError::Exists { .. }) => run.run_id = format!("{name}-{again}"),
            other => return other,
        }
    }
    Ok(())
}

/// Stores the run of each machine, and shows them side by side.
fn side_by_side(
    args: &RunArgs,
    mut suites: Suites,
    plan: &Plan,
    paths: &Paths,
    screen: Screen,
) -> anyhow::Result<ExitCode> {
    suites.name_apart();
    let mut store = Store::open(&paths.database)?;
    let mut runs = Vec::new();
    for (rank, mut run) in suites.runs {
        run.together = Some(plan.run.clone());
        // Workers that begin in one second may choose one name.
        run.run_id = format!("{}-{rank}", plan.run);
        stored(&mut store, &mut run)?;
        runs.push(recorded::concluded(store.load(&run.run_id)?));
    }
    let Some(last) = runs.last() else { return Ok(ExitCode::from(CASE_FAILED)) };
    let details = format!("report --by host {}", last.run_id);
    let failed = runs.iter().flat_map(|run| &run.cases).any(|case| case.status == Status::Failed);
    if let Some(path) = &args.json {
        output::write(path, output::document(hosts::SCHEMA, &ByHost::of(&runs))?)?;
    }
    show(&runs, screen)?;
    screen.note(&format!("stored: {} runs; wirecost {details} shows this table again", runs.len()));
    Ok(ExitCode::from(if failed { CASE_FAILED } else { 0 }))
}
