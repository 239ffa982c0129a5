//! `wirecost doctor`

mod network;
mod speeds;

use std::fmt::Write as _;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use wirecost_catalog::Catalog;
use wirecost_lab::Rooms;
use wirecost_lab_codec::instructions::Source;
use wirecost_lab_codec::runners;
use wirecost_served::Candidate;

use crate::environment;
use crate::labs::LABS;
use crate::paths::Paths;

/// Connections that a web server test asks for at the most.
const MANY_CONNECTIONS: u64 = 5000;

enum Mark {
    Good,
    Warning,
    Missing,
}

impl Mark {
    fn drawn(self) -> (Style, &'static str) {
        match self {
            Self::Good => (AnsiColor::Green.on_default(), "ok"),
            Self::Warning => (AnsiColor::Yellow.on_default(), "warning"),
            Self::Missing => (AnsiColor::Yellow.on_default(), "missing"),
        }
    }
}

/// Says what this machine is fit for and what is missing. Nothing that is missing is an error.
pub fn run(paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let environment = environment::before();
    let mut out = String::new();
    let mut line = |mark: Mark, what: &str| {
        let (style, word) = mark.drawn();
        let _ = writeln!(out, "{style}{word:8}{style:#}{what}");
    };
    let cpu = environment.cpu.as_deref().unwrap_or("an unknown processor");
    line(Mark::Good, &format!("{cpu}, {} cores, {}, kernel {}", environment.cores, environment.os, environment.kernel));
    let warnings = environment::warnings(&environment);
    for warning in &warnings {
        line(Mark::Warning, warning);
    }
    if warnings.is_empty() {
        line(Mark::Good, "quiet enough to measure; built with optimisation and aligned functions");
    }
    let virtualised = match environment.virtualised {
        Some(true) => "this is a virtual machine",
        Some(false) => "this is no virtual machine",
        None => "it is not known whether this is a virtual machine",
    };
    line(Mark::Good, virtualised);
    match Source::find() {
        Ok(source) => line(Mark::Good, &format!("--measure instructions: by {}", source.name())),
        Err(reason) => line(Mark::Missing, &format!("--measure instructions: {reason}")),
    }
    let (specs, unusable) = runners::find(catalog, &own, &paths.cache, &[]);
    for runner in unusable {
        line(Mark::Missing, &runner.to_string());
    }
    for spec in specs {
        match spec.describe() {
            Ok((runner, start_up)) => {
                let (count, ms) = (runner.candidates.len(), start_up.as_secs_f64() * 1e3);
                line(
                    Mark::Good,
                    &format!("runner {}: {}, {count} candidates, starts in {ms:.1} ms", spec.name, runner.runtime),
                );
            }
            Err(reason) => line(Mark::Missing, &reason.to_string()),
        }
    }
    let rooms = Rooms { own, cache: paths.cache.clone() };
    let found = LABS
        .of_servers()
        .flat_map(|lab| Candidate::find(catalog, lab.name(), &rooms).into_iter().map(move |found| (lab, found)));
    for (lab, candidate) in found {
        let lab = lab.name();
        let candidate = match candidate {
            Ok(candidate) => candidate,
            Err(broken) => {
                line(Mark::Missing, &format!("{lab} {broken}"));
                continue;
            }
        };
        match candidate.version() {
            Ok(version) => {
                line(Mark::Good, &format!("{lab} {}: {} {}", candidate.name, candidate.file.package, version.version))
            }
            Err(reason) => line(Mark::Missing, &format!("{lab} {}: {reason}", candidate.name)),
        }
    }
    let limits = wirecost_load::Limits::now();
    for (most, by, command) in [
        (limits.by_files, "the limit of open files", "ulimit -n 65536"),
        (limits.by_ports, "the local ports to one address", "sysctl -w net.ipv4.ip_local_port_range='1024 65000'"),
    ] {
        match most {
            Some(most) if most < MANY_CONNECTIONS => {
                line(
                    Mark::Warning,
                    &format!("load: at most {most} connections, limited by {by}; to raise it: {command}"),
                );
            }
            Some(most) => line(Mark::Good, &format!("load: up to {most} connections, limited by {by}")),
            None => line(Mark::Good, &format!("load: {by} sets no limit on connections")),
        }
    }
    line(Mark::Good, &format!("runs are kept in {}", paths.database.display()));
    match catalog.overlay() {
        Some(folder) => line(Mark::Good, &format!("your own suites, messages and candidates: {}", folder.display())),
        None => {
            line(Mark::Good, &format!("no suites, messages or candidates of your own in {}", paths.overlay.display()))
        }
    }
    match speeds::speeds() {
        Some(drawn) => out.push_str(&drawn),
        None => line(Mark::Missing, "no reference for this machine: verdicts use CPU time over all samples"),
    }
    out.push_str(&network::tables());
    super::print(&out)
}
