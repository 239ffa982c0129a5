//! Runs the suites of historical experiments.

use std::collections::BTreeSet;
use std::io::{BufRead as _, IsTerminal as _};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use wirecost_catalog::Catalog;
use wirecost_report::historical::{Experiment, experiments};

use super::args::HistoricalArgs;
use crate::cmd::run::args::RunArgs;
use crate::cmd::run::labs::{Plans, Preparation};
use crate::cmd::run::request::request;
use crate::cmd::run::shown::CASE_FAILED;
use crate::cmd::{run as measuring, setup};
use crate::interrupt;
use crate::options::planned;
use crate::output;
use crate::paths::Paths;
use crate::progress::{Steps, span};
use crate::recorded;
use crate::screen::{Screen, say};

/// What begins the command that installs what a case lacks.
const SETUP: &str = "wirecost setup ";
/// How long a suite takes at most, and all of them, unless --time says otherwise.
const LONGEST: Duration = Duration::from_secs(40 * 60);
const LONGEST_OF_ALL: Duration = Duration::from_secs(150 * 60);

/// A suite that is to be measured.
struct Planned {
    suite: &'static str,
    predicted: Duration,
    /// What `wirecost setup` would install for it.
    lacks: BTreeSet<String>,
}

/// Lists the experiments with the time that they take as this machine is set up.
pub fn list(paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    let mut out = String::new();
    let mut lacks = BTreeSet::new();
    for experiment in experiments() {
        let plans = plan(&[experiment], paths, catalog, screen)?;
        out += &format!("{}, {}: {}\n", experiment.name, experiment.year, experiment.question);
        out += &format!("  {}\n", experiment.document);
        for planned in plans {
            out += &format!("  {:32} about {}\n", planned.suite, span(planned.predicted));
            lacks.extend(planned.lacks);
        }
    }
    let [one, all] = [LONGEST, LONGEST_OF_ALL].map(span);
    out += &format!("\na suite is shortened to {one}, all together to {all}, unless --time says how long\n");
    if !lacks.is_empty() {
        let commands: Vec<String> = lacks.iter().map(|target| format!("{SETUP}{target}")).collect();
        out += &format!("systems that are not installed are left out: {}\n", commands.join(", "));
    }
    output::print(screen.broken(&out).trim_end())
}

/// Measures the suites one after the other, each run stored under the name of its suite. Gives the code to end with where it was
/// stopped.
pub fn run(
    args: &HistoricalArgs,
    chosen: &[&'static Experiment],
    paths: &Paths,
    catalog: &Catalog,
    screen: Screen,
) -> anyhow::Result<ControlFlow<ExitCode, ExitCode>> {
    let mut plans = plan(chosen, paths, catalog, screen)?;
    if install(args, &plans, paths, catalog, screen)? {
        plans = plan(chosen, paths, catalog, screen)?;
    }
    if args.resume {
        let measured = measured(paths)?;
        plans.retain(|planned| !measured.contains(planned.suite));
    }
    let times = times(&plans.iter().map(|planned| planned.predicted).collect::<Vec<_>>(), args.time.map(|time| time.0));
    let noun = if plans.len() == 1 { "suite" } else { "suites" };
    say!("{} {noun}, about {}", plans.len(), span(times.iter().sum()));
    let mut code = ExitCode::SUCCESS;
    for (index, (suite, time)) in plans.iter().zip(&times).enumerate() {
        say!("{} ({} of {}), about {}", suite.suite, index + 1, plans.len(), span(*time));
        let time = (*time < suite.predicted).then(|| format!("--time={}s", time.as_secs().max(1)));
        let words = [suite.suite, "--save-as", suite.suite].map(str::to_owned).into_iter().chain(time);
        let (_, args) = planned::<RunArgs>("run", words)?;
        // What keeps one suite from being measured, such as a disk that is too small, is no reason to lose the others.
        let ended = measuring::run(&args, paths, catalog, screen).unwrap_or_else(|error| {
            screen.warn(&format!("{} is not measured: {}", suite.suite, crate::with_causes(&error)));
            ExitCode::from(CASE_FAILED)
        });
        if interrupt::is_set() {
            say!("stopped; the same command with --resume goes on with the suites that are left");
            return Ok(ControlFlow::Break(ExitCode::from(interrupt::EXIT_CODE)));
        }
        if ended != ExitCode::SUCCESS {
            code = ended;
        }
    }
    Ok(ControlFlow::Continue(code))
}

/// How long each suite may take. None takes longer than is predicted or allowed; if all together would take longer than `wanted`, each is
/// shortened by the same share.
fn times(predicted: &[Duration], wanted: Option<Duration>) -> Vec<Duration> {
    let longest = if wanted.is_some() { Duration::MAX } else { LONGEST };
    let capped: Vec<Duration> = predicted.iter().map(|time| (*time).min(longest)).collect();
    let whole: Duration = capped.iter().sum();
    let share = wanted.unwrap_or(LONGEST_OF_ALL).as_secs_f64() / whole.as_secs_f64().max(1.0);
    capped.iter().map(|time| time.mul_f64(share.min(1.0))).collect()
}

/// Plans the suites of experiments without building anything.
fn plan(
    experiments: &[&'static Experiment],
    paths: &Paths,
    catalog: &Catalog,
    screen: Screen,
) -> anyhow::Result<Vec<Planned>> {
    // What would be built is no news here.
    let steps = Steps::new(Screen { quiet: true, ..screen });
    let mut all = Vec::new();
    for suite in experiments.iter().flat_map(|experiment| &experiment.suites) {
        let (_, args) = planned::<RunArgs>("run", [suite.clone()])?;
        let preparation = Preparation { progress: &steps, build: false };
        let plans = Plans::prepare(&request(&args, catalog, screen)?, paths, catalog, &preparation)?;
        let reasons = plans.unusable().into_iter().chain(plans.reasons());
        let lacks = reasons.filter_map(|reason| Some(target(&reason)?.to_owned())).collect();
        all.push(Planned { suite, predicted: plans.predicted(), lacks });
    }
    steps.finish();
    Ok(all)
}

/// What `wirecost setup` is to install, as a reason says it.
fn target(reason: &str) -> Option<&str> {
    let (_, rest) = reason.split_once(SETUP)?;
    rest.split(|c: char| !c.is_ascii_lowercase()).next().filter(|target| !target.is_empty())
}

/// Installs what suites lack, if the user wants it. Gives whether anything was installed.
fn install(
    args: &HistoricalArgs,
    plans: &[Planned],
    paths: &Paths,
    catalog: &Catalog,
    screen: Screen,
) -> anyhow::Result<bool> {
    let targets: BTreeSet<&String> = plans.iter().flat_map(|planned| &planned.lacks).collect();
    let mut installed = false;
    for target in targets {
        if !args.yes && !agrees(&format!("some systems are not installed; run `{SETUP}{target}` now?"))? {
            say!("left out: what `{SETUP}{target}` would install");
            continue;
        }
        let (_, args) = planned::<setup::SetupArgs>("setup", [target.clone()])?;
        setup::run(&args, paths, catalog, screen)?;
        installed = true;
    }
    Ok(installed)
}

/// Whether the user says yes. Where nobody can be asked, nobody has.
fn agrees(question: &str) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(false);
    }
    say!("{question} [y/N]");
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// The suites whose run under their name was made by this state of wirecost, and ended.
fn measured(paths: &Paths) -> anyhow::Result<BTreeSet<String>> {
    let Some(store) = recorded::store(paths)? else { return Ok(BTreeSet::new()) };
    let mut all = BTreeSet::new();
    for (run_id, names) in store.names()? {
        let run = store.load(&run_id)?.into_document();
        let state = (run.environment.wirecost_version.as_str(), run.environment.git_commit.as_deref());
        if run.ended.is_some() && state == (env!("CARGO_PKG_VERSION"), crate::environment::commit()) {
            all.extend(names);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_share_the_time_that_there_is() {
        let minutes = |minutes: &[u64]| minutes.iter().map(|n| Duration::from_secs(n * 60)).collect::<Vec<_>>();
        assert_eq!(times(&minutes(&[1, 20]), None), minutes(&[1, 20]));
        assert_eq!(times(&minutes(&[180, 20]), None), minutes(&[40, 20]));
        assert_eq!(times(&minutes(&[180; 5]), None), minutes(&[30; 5]));
        assert_eq!(times(&minutes(&[180, 20]), Some(Duration::from_secs(20 * 60))), minutes(&[18, 2]));
        assert!(times(&[], None).is_empty());
    }

    #[test]
    fn a_reason_names_what_is_to_be_installed() {
        assert_eq!(target("it is not set up; wirecost setup java"), Some("java"));
        assert_eq!(target("runner \"java\": it is not set up; try: wirecost setup java"), Some("java"));
        assert_eq!(target("x is not installed; wirecost setup servers, or leave it"), Some("servers"));
        assert_eq!(target("it needs more memory"), None);
    }
}
