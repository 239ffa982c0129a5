//! `wirecost doctor`

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use wirecost_codec::instructions::Source;
use wirecost_codec::runners;
use wirecost_plan::Catalog;

use crate::environment;
use crate::paths::Paths;

/// Says what this machine is fit for and what is missing. Nothing that is missing is an error.
pub fn run(paths: &Paths, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let environment = environment::before();
    let mut out = String::new();
    let mut line = |good: bool, what: &str| {
        let mark = if good { "\u{1b}[32mok\u{1b}[0m     " } else { "\u{1b}[33mmissing\u{1b}[0m" };
        let _ = writeln!(out, "{mark} {what}");
    };
    let cpu = environment.cpu.as_deref().unwrap_or("an unknown processor");
    line(true, &format!("{cpu}, {} cores, {}, kernel {}", environment.cores, environment.os, environment.kernel));
    let warnings = environment::warnings(&environment);
    for warning in &warnings {
        line(false, warning);
    }
    if warnings.is_empty() {
        line(true, "quiet enough to measure; built with optimisation and aligned functions");
    }
    let virtualised = match environment.virtualised {
        Some(true) => "a virtual machine",
        Some(false) => "no virtual machine",
        None => "not known whether a virtual machine",
    };
    line(true, &format!("{virtualised}: verdicts use {}", environment::verdict_estimate(&environment)));
    match Source::find() {
        Ok(source) => line(true, &format!("--measure instructions: by {}", source.name())),
        Err(reason) => line(false, &format!("--measure instructions: {reason}")),
    }
    let (specs, unusable) = runners::find(catalog, &own, &paths.cache, &[]);
    for runner in unusable {
        line(false, &runner.to_string());
    }
    for spec in specs {
        match spec.describe() {
            Ok((runner, start_up)) => {
                let (count, ms) = (runner.candidates.len(), start_up.as_secs_f64() * 1e3);
                line(
                    true,
                    &format!("runner {}: {}, {count} candidates, starts in {ms:.1} ms", spec.name, runner.runtime),
                );
            }
            Err(reason) => line(false, &reason.to_string()),
        }
    }
    line(true, &format!("runs are kept in {}", paths.database.display()));
    match catalog.overlay() {
        Some(folder) => line(true, &format!("your own suites, messages and candidates: {}", folder.display())),
        None => line(true, &format!("no suites, messages or candidates of your own in {}", paths.overlay.display())),
    }
    super::print(&out)
}
