//! A load from many machines.

use std::io::IsTerminal as _;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use wirecost_load::{Address, Error, LoadResult, Stop, Url, find_rate_by};
use wirecost_scale::engine::{WorkerSite, reached};
use wirecost_scale::{Job, Plan, Watched, merge_parts};

use super::live::Live;
use super::values::span;
use super::{DURATION, INTERRUPTED, LoadArgs, Outputs, deliver, demanded, obey_signals, part, search};
use crate::cmd::place::PlaceArgs;
use crate::screen::say;

/// Options that name files, which travel in the plan.
const OF_FILES: [&str; 5] = ["body", "expect-body", "targets", "trace", "cacert"];
/// Beyond the longest answer, a worker needs this long at most to end its window and to leave its result.
const SLACK: Duration = Duration::from_secs(30);

/// Options of a load from many machines.
#[derive(Args)]
pub struct ManyArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,

    /// Agree on a start this long after the workers are placed; with kubernetes, after the job is submitted [default: 2s local,
    /// 5s ssh and slurm, 30s kubernetes, 2m in a manifest of --emit]
    #[arg(long, value_name = "SPAN", requires = "on", value_parser = span, help_heading = "Many machines")]
    lead: Option<Duration>,

    /// Compare the clock of each worker with this server of network time (NTP), before and after its part
    #[arg(long, value_name = "HOST[:PORT]", requires = "on", help_heading = "Many machines")]
    clock: Option<String>,
}

/// Loads a server from many places.
pub fn run(args: &LoadArgs, place: &WorkerSite) -> anyhow::Result<ExitCode> {
    check(args, place)?;
    // The options are checked here, before anything is placed.
    let prepared = super::prepare(args)?;
    prepared.options.check()?;
    let target = prepared.options.target.name.clone();
    drop(prepared);
    let plan = plan(args, place)?;
    if let Some(file) = &args.many.place.emit {
        let folder = args.many.place.kept_folder(place, &plan, false)?.unwrap_or_default();
        return args.many.place.emit(&job(args, place, plan, &folder)?, place, file);
    }
    let stop = Stop::default();
    obey_signals(stop.clone())?;
    let mut live = Live::new(!args.quiet && std::io::stderr().is_terminal());
    let Some(goal) = args.find_rate else {
        let result = launch(args, place, plan, &stop, &mut live);
        live.clear();
        return match result {
            // What was cut short may not add up, which is no fault of the command.
            Err(error) if stop.is_stopped() && does_not_add_up(&error) => {
                say!("{error}");
                Ok(INTERRUPTED.into())
            }
            result => conclude(args, &result?, &stop),
        };
    };
    // Each probe is a run of its own. What keeps one from happening ends the search.
    let mut fault = None;
    let mut probe = 0;
    let searched = search::of(args, goal);
    let found = find_rate_by(&target, &searched, &stop, |rate_per_s, duration| {
        probe += 1;
        let mut plan = Plan { run: format!("{}-{probe}", plan.run), ..plan.clone() };
        plan.arguments.push(format!("--rate={rate_per_s}"));
        plan.arguments.push(format!("--duration={}", duration.as_secs_f64()));
        plan.arguments.push(format!("--warmup={}", searched.warmup(args.warmup(), duration).as_secs_f64()));
        launch(args, place, plan, &stop, &mut live).map_err(|error| {
            fault = Some(error);
            Error::Stopped
        })
    });
    live.clear();
    if let Some(fault) = fault.filter(|_| !stop.is_stopped()) {
        return Err(fault);
    }
    search::conclude(args, &found?, stop.is_stopped())
}

/// Whether there are results, but none that hold together.
fn does_not_add_up(error: &anyhow::Error) -> bool {
    use wirecost_scale::Error::{Load, Mixed, NoPart};
    matches!(error.downcast_ref(), Some(Mixed(_) | NoPart(_) | Load(_)))
}

fn conclude(args: &LoadArgs, result: &LoadResult, stop: &Stop) -> anyhow::Result<ExitCode> {
    let code = deliver(result, &Outputs::new(&args.json, &args.html, &args.hdr, &args.beside))?;
    let code = demanded(args, result, code)?;
    Ok(if stop.is_stopped() { INTERRUPTED.into() } else { code })
}

/// Refuses what cannot be done from many places.
fn check(args: &LoadArgs, place: &WorkerSite) -> anyhow::Result<()> {
    part::check(args, place.parts())?;
    ensure!(
        !args.given.is_password_shown,
        "--on does not pass on --password: set WIRECOST_PASSWORD, here (local, slurm) or on the machines of the workers"
    );
    if let Some(url) = &args.url {
        let url = Url::parse(url)?;
        let instead = if url.scheme.is_http() { "send it as a --header" } else { "set WIRECOST_PASSWORD" };
        ensure!(url.password.is_none(), "--on does not pass on the password of a URL: {instead}");
    }
    ensure!(
        !(args.many.place.namespaces && args.many.clock.is_some()),
        "--clock compares the clocks of machines: workers in namespaces have that of this machine. Leave it out"
    );
    args.many.place.check(place)
}

/// What all workers do.
fn plan(args: &LoadArgs, place: &WorkerSite) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(place.parts(), Vec::new());
    plan.clock.clone_from(&args.many.clock);
    let is_search = args.find_rate.is_some();
    for argument in &args.given.arguments {
        // A search gives these to each of its probes.
        if is_search && ["--rate=", "--duration=", "--warmup="].iter().any(|option| argument.starts_with(option)) {
            continue;
        }
        let option = argument.split_once('=').and_then(|(option, file)| Some((option.strip_prefix("--")?, file)));
        let argument = match option.filter(|(option, _)| OF_FILES.contains(option)) {
            Some((option, file)) => format!("--{option}={}", take_file(&mut plan, option, Path::new(file))?),
            None => argument.clone(),
        };
        plan.arguments.push(argument);
    }
    Ok(plan)
}

/// Takes a file into the plan, with the files that it names.
fn take_file(plan: &mut Plan, option: &str, file: &Path) -> anyhow::Result<String> {
    let read = |file: &Path| wirecost_load::read_file(file).with_context(|| file.display().to_string());
    let content = read(file)?;
    if option != "targets" {
        return Ok(plan.add_file(option, &content));
    }
    // A line of targets that begins with @ names a file beside it.
    let text = String::from_utf8(content).with_context(|| file.display().to_string())?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(named) = line.trim().strip_prefix('@') else {
            lines.push(line.to_owned());
            continue;
        };
        let name = format!("target-{index}");
        plan.add_file(&name, &read(&folder.join(named))?);
        lines.push(format!("@{name}"));
    }
    Ok(plan.add_file(option, (lines.join("\n") + "\n").as_bytes()))
}

/// What workers in namespaces reach of this machine.
fn reached_by(args: &LoadArgs) -> anyhow::Result<Vec<Ipv4Addr>> {
    match super::prepare(args)?.options.target.address {
        Address::Tcp(server) => Ok(vec![reached(server)?]),
        // Files are the same in all namespaces.
        Address::Unix(_) => Ok(Vec::new()),
    }
}

fn job(args: &LoadArgs, place: &WorkerSite, plan: Plan, folder: &Path) -> anyhow::Result<Job> {
    let many = &args.many;
    let of_itself = super::schedule(args)?.span_ns().map(Duration::from_nanos);
    let window = match (args.duration, args.requests, of_itself) {
        (Some(duration), ..) => duration,
        // As many requests may take as long as a result may last.
        (None, Some(_), _) => Duration::from_secs(604_800),
        (None, None, of_itself) => of_itself.unwrap_or(DURATION),
    };
    let slack = args.timeout + SLACK;
    Ok(Job {
        folder: folder.to_owned(),
        ranks: (0..plan.parts).collect(),
        plan,
        program: many.place.program(place)?,
        lead: many.lead.unwrap_or_else(|| place.lead(many.place.emit.is_some())),
        longest: args.warmup() + window + slack,
        slack,
        engine_options: many.place.engine_option.clone(),
        image: many.place.image.clone(),
        namespaces: many.place.namespaces.then(|| reached_by(args)).transpose()?,
    })
}

/// Runs all parts once, and adds what they found.
fn launch(args: &LoadArgs, place: &WorkerSite, plan: Plan, stop: &Stop, live: &mut Live) -> anyhow::Result<LoadResult> {
    // The probes of a search have a folder each.
    let kept = args.many.place.kept_folder(place, &plan, args.find_rate.is_some())?;
    let passing = tempfile::tempdir()?;
    let folder = kept.clone().unwrap_or_else(|| passing.path().to_owned());
    let job = job(args, place, plan, &folder)?;
    job.prepare()?;
    let found = job.run(place, || stop.is_stopped(), |watched| live.say(line(watched)))?;
    let merged = merge_parts(&found, Some(job.plan.parts), Some(&job.plan.run));
    let incomplete = merged.as_ref().map_or(true, |merged| merged.generators.merged < job.plan.parts);
    if let (Some(folder), true) = (kept, incomplete) {
        live.clear();
        say!("the outputs of the workers are in {}", folder.display());
    }
    Ok(merged?)
}

/// How far all workers are, in one line.
fn line(watched: &Watched) -> String {
    let Watched { going, ended, parts, at_s, ok_per_s, errors, .. } = *watched;
    if going == 0 {
        return format!("{ended} of {parts} workers have ended, the others wait for their place or the start");
    }
    let phase = if at_s < 0.0 { "warm-up " } else { "" };
    format!("{phase}{at_s:.1} s  {ok_per_s:.0}/s from {going} of {parts} workers  {errors} errors")
}
