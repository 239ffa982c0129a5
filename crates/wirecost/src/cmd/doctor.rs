//! `wirecost doctor`

mod network;
mod speeds;

use std::fmt::Write as _;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use wirecost_built::Workshop;
use wirecost_catalog::Catalog;
use wirecost_lab::{Folders, Progress as _};
use wirecost_lab_codec::instructions::Source;
use wirecost_lab_codec::runners;
use wirecost_measure::survey::Survey;
use wirecost_report::fitted::wrapped;
use wirecost_server_lab::Candidate;
use wirecost_store::{Checked, Store, StoreError};

use crate::config;
use crate::environment;
use crate::labs::LABS;
use crate::options::JsonArgs;
use crate::output;
use crate::paths::Paths;
use crate::progress::Steps;
use crate::screen::Screen;

/// The most connections that a web server test opens.
const MANY_CONNECTIONS: u64 = 5000;

/// The form of the document.
const SCHEMA: &str = "wirecost.doctor/1";

/// The width of the text before a finding, in characters.
const MARK: usize = 8;

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Mark {
    Ok,
    Warning,
    Missing,
}

impl Mark {
    fn drawn(self) -> (Style, &'static str) {
        match self {
            Self::Ok => (AnsiColor::Green.on_default(), "ok"),
            Self::Warning => (AnsiColor::Yellow.on_default(), "warning"),
            Self::Missing => (AnsiColor::Yellow.on_default(), "missing"),
        }
    }
}

/// What was found of one thing.
#[derive(Serialize)]
struct Finding {
    mark: Mark,
    what: String,
}

#[derive(Default, Serialize)]
struct Findings {
    findings: Vec<Finding>,
    cores: Vec<Core>,
}

/// How often a core was undisturbed.
#[derive(Serialize)]
struct Core {
    core: u64,
    quiet_share: f64,
}

impl Findings {
    fn add(&mut self, mark: Mark, what: impl Into<String>) {
        self.findings.push(Finding { mark, what: what.into() });
    }
}

/// Shows what this machine can measure and what is missing. A missing part is not an error.
pub fn run(args: &JsonArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let mut found = Findings::default();
    of_machine(&mut found);
    of_candidates(&mut found, paths, catalog)?;
    of_load(&mut found);
    of_places(&mut found, paths, catalog);
    of_database(&mut found, paths, screen);
    let surveys = speeds::surveys();
    if surveys.is_empty() {
        found.add(Mark::Missing, "no reference for this machine: verdicts use CPU time over all samples");
    }
    if args.json {
        let core = |survey: &Survey| Core { core: survey.core, quiet_share: survey.quiet_share };
        found.cores = surveys.iter().map(core).collect();
        return output::print_document(SCHEMA, &found);
    }
    let mut out = String::new();
    for Finding { mark, what } in &found.findings {
        let (style, word) = mark.drawn();
        let what = wrapped(what, screen.width, MARK, MARK);
        let _ = writeln!(out, "{style}{word:MARK$}{style:#}{}", what.trim_start());
    }
    if !surveys.is_empty() {
        let drawn = speeds::drawn(&surveys);
        out.extend(drawn.lines().map(|line| wrapped(line, screen.width, 0, 4) + "\n"));
    }
    out.push_str(&network::tables(screen.width));
    output::print(&out)
}

fn of_machine(found: &mut Findings) {
    let environment = environment::before();
    let cpu = environment.cpu.as_deref().unwrap_or("an unknown processor");
    let machine = format!("{cpu}, {} cores, {}, kernel {}", environment.cores, environment.os, environment.kernel);
    found.add(Mark::Ok, machine);
    let warnings = environment::warnings(&environment);
    for warning in &warnings {
        found.add(Mark::Warning, warning);
    }
    if warnings.is_empty() {
        found.add(Mark::Ok, "quiet enough to measure; built with optimisation and aligned functions");
    }
    let virtualised = match environment.virtualised {
        Some(true) => "this is a virtual machine",
        Some(false) => "this is no virtual machine",
        None => "it is not known whether this is a virtual machine",
    };
    found.add(Mark::Ok, virtualised);
    match Source::find() {
        Ok(source) => found.add(Mark::Ok, format!("--measure instructions: by {}", source.name())),
        Err(reason) => found.add(Mark::Missing, format!("--measure instructions: {reason}")),
    }
}

fn of_candidates(found: &mut Findings, paths: &Paths, catalog: &Catalog) -> anyhow::Result<()> {
    let (specs, unusable) = runners::find(catalog, &paths.cache, &[]);
    for runner in unusable {
        found.add(Mark::Missing, runner.to_string());
    }
    for spec in specs {
        if let Some(known) = &spec.known {
            let count = known.candidates.len();
            match Workshop::new(&paths.cache).compiler() {
                Ok(compiler) => {
                    let built =
                        format!("runner {}: {compiler}, {count} candidates, each built when a run needs it", spec.name);
                    found.add(Mark::Ok, built);
                }
                Err(reason) => found.add(Mark::Missing, format!("runner {}: {count} candidates: {reason}", spec.name)),
            }
            continue;
        }
        match spec.describe() {
            Ok((runner, start_up)) => {
                let count = runner.candidates.len();
                let starts = wirecost_report::units::time(start_up.as_nanos() as f64);
                let runtime = &runner.runtime;
                found.add(Mark::Ok, format!("runner {}: {runtime}, {count} candidates, starts in {starts}", spec.name));
            }
            Err(reason) => found.add(Mark::Missing, reason.to_string()),
        }
    }
    let folders = Folders { cache: paths.cache.clone() };
    let servers = LABS
        .of_servers()
        .flat_map(|lab| Candidate::find(catalog, lab.name(), &folders).into_iter().map(move |found| (lab, found)));
    for (lab, candidate) in servers {
        let lab = lab.name();
        let candidate = match candidate {
            Ok(candidate) => candidate,
            Err(broken) => {
                found.add(Mark::Missing, format!("{lab} {broken}"));
                continue;
            }
        };
        let Candidate { name, file, .. } = &candidate;
        match candidate.version() {
            Ok(version) => found.add(Mark::Ok, format!("{lab} {name}: {} {}", file.package, version.version)),
            Err(reason) => found.add(Mark::Missing, format!("{lab} {name}: {reason}")),
        }
    }
    Ok(())
}

fn of_load(found: &mut Findings) {
    let limits = wirecost_load::Limits::now();
    for (most, by, command) in [
        (limits.by_files, "the limit of open files", "ulimit -n 65536"),
        (limits.by_ports, "the local ports to one address", "sysctl -w net.ipv4.ip_local_port_range='1024 65000'"),
    ] {
        match most {
            Some(most) if most < MANY_CONNECTIONS => {
                let limited = format!("load: at most {most} connections, limited by {by}; to raise it: {command}");
                found.add(Mark::Warning, limited);
            }
            Some(most) => found.add(Mark::Ok, format!("load: up to {most} connections, limited by {by}")),
            None => found.add(Mark::Ok, format!("load: {by} sets no limit on connections")),
        }
    }
}

/// The most damaged trials that are named.
const NAMED: usize = 10;

/// Checks every stored trial.
fn of_database(found: &mut Findings, paths: &Paths, screen: Screen) {
    let steps = Steps::new(screen);
    steps.begin("checking the stored runs");
    let checked = Store::read(&paths.database).and_then(|store| store.check());
    steps.finish();
    let Checked { trials, without_digest, damaged, faults } = match checked {
        Ok(checked) => checked,
        Err(StoreError::Missing { .. }) => return,
        Err(error) => return found.add(Mark::Warning, error.to_string()),
    };
    for what in damaged.iter().take(NAMED).map(|trial| format!("{trial} is damaged")).chain(faults.iter().cloned()) {
        found.add(Mark::Warning, format!("{}: {what}", paths.database.display()));
    }
    if damaged.len() > NAMED {
        found.add(Mark::Warning, format!("{} more trials are damaged", damaged.len() - NAMED));
    }
    if damaged.is_empty() && faults.is_empty() {
        let without = match without_digest {
            0 => String::new(),
            few => format!("; {few} of an earlier release have no digest and were not checked"),
        };
        found.add(Mark::Ok, format!("{trials} stored trials are as they were stored{without}"));
    }
}

fn of_places(found: &mut Findings, paths: &Paths, catalog: &Catalog) {
    found.add(Mark::Ok, format!("runs are kept in {}", paths.database.display()));
    found.add(
        Mark::Ok,
        match catalog.overlay() {
            Some(folder) => format!("your own suites, messages and candidates: {}", folder.display()),
            None => format!("no suites, messages or candidates of your own in {}", paths.overlay.display()),
        },
    );
    found.add(
        Mark::Ok,
        match config::place() {
            Some(path) if path.exists() => format!("your defaults are read from {}", path.display()),
            Some(path) => format!("no defaults of your own in {}", path.display()),
            None => format!("no defaults of your own are read: {} is empty", config::VARIABLE),
        },
    );
}
