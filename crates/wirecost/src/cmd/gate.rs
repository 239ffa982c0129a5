//! `wirecost gate`

mod github;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use wirecost_catalog::suite::Span;
use wirecost_catalog::{Catalog, GlobSet, Measure, Selection, escape, globs};
use wirecost_measure::compare::{ALPHA, fewest_pairs};
use wirecost_model::{CaseDocument, RunDocument};
use wirecost_verdict::gate::{self, Decision};

use super::run::args::MeasureArg;
use super::run::labs::Plans;
use super::run::measure::{self, RunOptions};
use super::run::request::{Request, absolute, named_runners};
use super::run::time::parse_span;
use crate::labs::LABS;
use crate::output;
use crate::paths::Paths;
use crate::recorded;
use crate::screen::Screen;

/// A gate found a regression.
const REGRESSED: u8 = 3;
/// A gate could not decide.
const UNDECIDED: u8 = 4;

/// The form of the document of an outcome.
pub const SCHEMA: &str = "wirecost.outcome/1";

/// The fewest trials of either build. A large number of cases may ask for more.
const FEWEST_TRIALS: usize = 10;
/// The most, unless the number of cases asks for more.
const MOST_TRIALS: usize = 150;

/// What all trials of a gate are predicted to take, where that leaves room for more than the fewest: more trials detect smaller slowdowns.
const TAKES: Duration = Duration::from_secs(30);

/// The names that the two builds must be given.
const BUILDS: [&str; 2] = ["base", "new"];

/// Options of `gate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct GateArgs {
    /// Compare these stored runs or JSON files: three or more earlier runs, then the run in question. Or judge again
    /// one run that a gate made
    #[arg(value_name = "RUN", conflicts_with = "runner")]
    pub runs: Vec<String>,

    /// Compare two builds: base=PROGRAM and new=PROGRAM. Both speak the runner protocol of docs/PROTOCOL.md
    #[arg(long, value_name = "NAME=PROGRAM", num_args = 1)]
    pub runner: Vec<String>,

    /// Allow a slowdown up to this percentage
    #[arg(long, value_name = "PERCENT", default_value = "3%", value_parser = parse_share)]
    pub max_slowdown: f64,

    /// Measure the two builds with the messages and rules of this suite
    #[arg(long, value_name = "SUITE|FILE.toml", default_value = wirecost_catalog::suite::DEFAULT)]
    pub suite: String,

    /// Measure this message in place of those of the suite: a file, or a name from `wirecost list`. With stored runs, judge
    /// only the messages of this name, or of the name of this file (repeatable)
    #[arg(long, value_name = "FILE|NAME")]
    pub message: Vec<String>,

    /// Compare only candidates that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub candidate: Vec<String>,

    /// Do not judge the cases lab/candidate/message/operation that match this glob, such as those that the new build drops on
    /// purpose. The outcome names them (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,

    /// Make this many trials of each build [default: as many as half a minute holds, from 10 to 150, or more if the
    /// number of cases needs them]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub trials: Option<u32>,

    /// Measure time, or count instructions. Instructions are exact on noisy machines
    #[arg(long, value_name = "WHAT", default_value = "time")]
    pub measure: MeasureArg,

    /// Refuse to start if the measuring is predicted to take longer than this
    #[arg(long, value_name = "SPAN", default_value = "15m", value_parser = parse_span)]
    pub time: Span,

    /// Take the order of trials and all inputs from this seed [default: a new one for each run, which is recorded]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Refuse to measure on a machine that is too busy (exit code 5)
    #[arg(long)]
    pub strict: bool,

    /// Write the outcome as Markdown too, for a comment on a pull request
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,

    /// Write the outcome as JSON too
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  wirecost gate --runner base=old/my-runner --runner new=target/release/my-runner --max-slowdown 3%
  wirecost gate --runner base=A --runner new=B --message order.json --markdown comment.md
  wirecost gate --runner base=A --runner new=B --measure instructions   exact, for noisy machines
  wirecost gate monday.json tuesday.json wednesday.json latest          a run against three earlier ones

A case has regressed if the interval of its ratio, adjusted for the number of cases, lies above 1, and the ratio lies
above both --max-slowdown and the noise floor of the run. docs/GATE.md has a job for CI. Within GitHub Actions, the gate adds
annotations, and its outcome to the summary of the step.

A case that the base measures, and that fails or is missing in the new build, is named, and the gate does not pass. Name what you
drop on purpose with --exclude.

Exit codes: 0 passed; 2 refused; 3 a case regressed; 4 could not decide: no regression is shown, but a slowdown above
--max-slowdown could have stayed undetected, or a case of the base could not be judged; 5 the machine is too busy (--strict); 130 interrupted.";

/// A percentage as a share: `3%`, `3 %` or `3`.
pub fn parse_share(text: &str) -> anyhow::Result<f64> {
    let number = text.trim().trim_end_matches('%').trim();
    let percent: f64 = number.parse().map_err(|_| anyhow::anyhow!("{text:?} is not a percentage such as 3%"))?;
    anyhow::ensure!((0.0..=1000.0).contains(&percent), "give a percentage from 0% to 1000%");
    Ok(percent / 100.0)
}

/// Compares two builds or stored runs, and says by the exit code whether something got slower.
pub fn run(args: &GateArgs, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<ExitCode> {
    for file in [&args.json, &args.markdown].into_iter().flatten() {
        output::check(file)?;
    }
    let chosen = Chosen::of(args)?;
    let mut outcome = match args.runs.as_slice() {
        [] => match measure(args, paths, catalog, screen)? {
            // What is not chosen was not measured.
            Ok(run) => gate::builds(&run, BUILDS, args.max_slowdown, |case| chosen.excludes(case)),
            Err(code) => return Ok(code),
        },
        [one] => {
            let run = recorded::load(one, paths)?;
            anyhow::ensure!(
                run.cases.iter().any(|case| case.side().is_some()),
                "{} holds one build; give earlier runs before it, or --runner base=PROGRAM --runner new=PROGRAM",
                run.run_id
            );
            gate::builds(&run, BUILDS, args.max_slowdown, |case| !chosen.judges(case))
        }
        [earlier @ .., later] => {
            let earlier: Vec<RunDocument> =
                earlier.iter().map(|name| recorded::load(name, paths)).collect::<anyhow::Result<_>>()?;
            gate::runs(&earlier, &recorded::load(later, paths)?, args.max_slowdown, |case| !chosen.judges(case))
        }
    };
    outcome.chosen = chosen.said;
    if let Some(path) = &args.markdown {
        output::write(path, wirecost_report::outcome::markdown(&outcome))?;
    }
    if let Some(path) = &args.json {
        output::write(path, output::document(SCHEMA, &outcome)?)?;
    }
    output::print(&wirecost_report::outcome::terminal(&outcome, screen.width))?;
    github::Job::of_environment().tell(&outcome)?;
    Ok(match outcome.decision() {
        Decision::Passed => ExitCode::SUCCESS,
        Decision::Regressed => ExitCode::from(REGRESSED),
        Decision::Undecided => ExitCode::from(UNDECIDED),
    })
}

/// Which cases the user wants judged.
struct Chosen {
    candidates: GlobSet,
    messages: GlobSet,
    excluded: GlobSet,
    /// The options, as they were given.
    said: Vec<String>,
}

impl Chosen {
    fn of(args: &GateArgs) -> anyhow::Result<Self> {
        // A message from a file has the name of the file.
        let name = |message: &String| match Path::new(message).file_stem().and_then(|stem| stem.to_str()) {
            Some(stem) if message.contains(['/', '.']) => escape(stem),
            _ => message.clone(),
        };
        let options = [("--candidate", &args.candidate), ("--message", &args.message), ("--exclude", &args.exclude)];
        let said = |(option, values): (&str, &Vec<String>)| {
            values.iter().map(|value| format!("{option} {value}")).collect::<Vec<_>>()
        };
        Ok(Self {
            candidates: globs(&args.candidate)?,
            messages: globs(&args.message.iter().map(name).collect::<Vec<_>>())?,
            excluded: globs(&args.exclude)?,
            said: options.into_iter().flat_map(said).collect(),
        })
    }

    fn excludes(&self, case: &CaseDocument) -> bool {
        self.excluded.is_match(case.key())
    }

    fn judges(&self, case: &CaseDocument) -> bool {
        let admits = |globs: &GlobSet, name: &str| globs.is_empty() || globs.is_match(name);
        admits(&self.candidates, &case.candidate) && admits(&self.messages, &case.message) && !self.excludes(case)
    }
}

/// Measures the two builds side by side, there and back, and stores the run.
fn measure(
    args: &GateArgs,
    paths: &Paths,
    catalog: &Catalog,
    screen: Screen,
) -> anyhow::Result<Result<RunDocument, ExitCode>> {
    output::check(&paths.database)?;
    anyhow::ensure!(
        !args.runner.is_empty(),
        "nothing to compare: give --runner base=PROGRAM --runner new=PROGRAM, or stored runs (`wirecost runs` lists them)"
    );
    let runners = named_runners(&args.runner)?;
    let mut names: Vec<&str> = runners.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    anyhow::ensure!(names == BUILDS, "a gate compares two builds: --runner base=PROGRAM --runner new=PROGRAM");
    let mut suite = LABS.suite(&args.suite, catalog)?;
    let measure = Measure::from(args.measure);
    suite.trials = match (args.trials, measure) {
        (Some(trials), _) => trials as usize,
        (None, Measure::Time) => FEWEST_TRIALS,
        // Counts hardly vary; two processes show whether they do.
        (None, Measure::Instructions) => 2,
    };
    let mut request = Request {
        suite_name: suite.name.clone(),
        suite,
        selection: Selection {
            messages: absolute(&args.message)?,
            candidates: args.candidate.clone(),
            measure,
            ..Selection::default()
        },
        labs: Vec::new(),
        runners,
        builds: true,
        provisional: false,
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53)),
        fingerprint: Vec::new(),
    };
    let mut plans = Plans::new(&request, paths, catalog, screen)?;
    let compared = comparisons(&plans)?;
    let needed = fewest_pairs(ALPHA / compared.max(1) as f64);
    if measure == Measure::Time {
        anyhow::ensure!(
            args.trials.is_none() || request.suite.trials >= needed,
            "{} trials cannot show a difference among {compared} cases; use --trials {needed}, or choose fewer cases with \
             --candidate or --message",
            request.suite.trials,
        );
    }
    if measure == Measure::Time && args.trials.is_none() {
        let predicted: Duration = plans.all().map(wirecost_lab::Plan::predicted_whole).sum();
        request.suite.trials = trials(needed, predicted.div_f64(request.suite.trials as f64));
        plans = Plans::new(&request, paths, catalog, screen)?;
    }
    let options = RunOptions { time: Some(args.time), strict: args.strict, screen, goes_on: false };
    measure::measure(&mut request, &plans, None, &options, paths)
}

/// How many trials of each build a gate makes by itself.
fn trials(needed: usize, each: Duration) -> usize {
    let fit = TAKES.as_secs_f64() / each.as_secs_f64().max(1e-9);
    (fit as usize).clamp(FEWEST_TRIALS, MOST_TRIALS).max(needed)
}

/// How many comparisons the plan declares.
///
/// # Errors
/// If a build cannot be measured.
fn comparisons(plans: &Plans) -> anyhow::Result<usize> {
    let (measured, left_out): (Vec<_>, Vec<_>) = plans.all().map(wirecost_lab::Plan::documents).unzip();
    let (measured, left_out) = (measured.concat(), left_out.concat());
    let started = |name: &&str| measured.iter().chain(&left_out).any(|case| case.side() == Some(*name));
    if let Some(missing) = BUILDS.iter().find(|name| !started(name)) {
        anyhow::bail!("the build {missing:?} cannot be measured");
    }
    let base =
        |case: &&wirecost_model::CaseDocument| case.side() == Some(BUILDS[0]) && !case.is_twin() && !case.is_control();
    Ok(measured.iter().filter(base).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_as_many_as_half_a_minute_holds() {
        let trials_of = |needed, ms| trials(needed, Duration::from_millis(ms));
        assert_eq!([trials_of(6, 1000), trials_of(6, 0), trials_of(6, 60_000)], [30, 150, 10]);
        assert_eq!([trials_of(12, 60_000), trials_of(200, 100)], [12, 200]);
    }

    #[test]
    fn shares_are_percentages() {
        assert_eq!(["3%", "3", "3 %", "0.5%"].map(|text| parse_share(text).unwrap()), [0.03, 0.03, 0.03, 0.005]);
        assert!(parse_share("fast").is_err() && parse_share("-1%").is_err() && parse_share("NaN").is_err());
    }
}
