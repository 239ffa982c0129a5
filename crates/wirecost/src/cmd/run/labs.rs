//! The labs of a run: what each of them plans.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Context as _;
use wirecost_catalog::suite::Span;
use wirecost_catalog::{Catalog, Suite};
use wirecost_lab::budget::{self, Shortened};
use wirecost_lab::{Plan, Planning, Rooms};

use super::Request;
use crate::labs::LABS;
use crate::paths::Paths;
use crate::progress::{Steps, span};

/// What the labs of a run are to do; one that takes no part has no plan.
pub struct Plans {
    plans: Vec<Box<dyn Plan>>,
    /// What `--time` made of them.
    shortened: Vec<String>,
}

/// How plans are made.
pub struct Preparation<'a> {
    /// Told of what takes long.
    pub steps: &'a Steps,
    /// Whether servers are built that must be; else they are only planned.
    pub build: bool,
}

impl Plans {
    /// As [`Plans::prepare`], and builds what must be built.
    pub fn new(request: &Request, paths: &Paths, catalog: &Catalog) -> anyhow::Result<Self> {
        Self::prepare(request, paths, catalog, &Preparation { steps: &Steps::new(), build: true })
    }

    /// Makes the plans of the labs that the request names, or else of all that its suite has a part for.
    pub fn prepare(
        request: &Request,
        paths: &Paths,
        catalog: &Catalog,
        preparation: &Preparation<'_>,
    ) -> anyhow::Result<Self> {
        let own = std::env::current_exe().context("cannot find this program's own file")?;
        // A suite that was stored with a run has no name.
        let suite = Suite { name: request.suite_name.clone(), ..request.suite.clone() };
        let planning = Planning {
            suite: &suite,
            selection: &request.selection,
            runners: &request.runners,
            compares_builds: request.builds,
            seed: request.seed,
            catalog,
            rooms: &Rooms { own, cache: paths.cache.clone() },
            build: preparation.build,
            progress: preparation.steps,
        };
        Ok(Self { plans: LABS.plans(&request.labs, &planning)?, shortened: Vec::new() })
    }

    /// The plans, in the order in which they take turns.
    pub fn all(&self) -> impl Iterator<Item = &dyn Plan> {
        self.plans.iter().map(AsRef::as_ref)
    }

    /// What could not be used, with the reasons.
    pub fn unusable(&self) -> Vec<String> {
        self.all().flat_map(Plan::unusable).collect()
    }

    /// What must be the same for a run to go on.
    pub fn fingerprint(&self) -> Vec<String> {
        let entries = self.all().flat_map(Plan::fingerprint);
        entries.chain([format!("wirecost {}", env!("WIRECOST_COMMIT"))]).collect()
    }

    /// What would run and how long it would take.
    pub fn describe(&self) -> String {
        let mut out = String::new();
        for plan in self.all() {
            let ((cases, left_out), processes) = (plan.documents(), plan.processes());
            for (index, of_process) in processes.iter().enumerate() {
                let what = match of_process.as_slice() {
                    [case] => cases[*case].key(),
                    several => plan.describe(several),
                };
                let _ = writeln!(out, "{what:100} {:.0?}", plan.predicted(index, 1));
            }
            for case in &left_out {
                let _ = writeln!(out, "skipped: {}: {}", case.key(), case.reason.as_deref().unwrap_or_default());
            }
            out.extend(plan.unusable().iter().map(|what| format!("not usable: {what}\n")));
            let (lab, trials, whole) = (plan.lab(), plan.trials(), span(plan.predicted_whole()));
            let (cases, processes) = (cases.len(), processes.len());
            let _ =
                writeln!(out, "{lab}: {cases} cases, {processes} processes a round, {trials} trials: about {whole}");
        }
        out
    }

    /// Shortens what would take longer than `time`, and writes into `suite` what was shortened, so that a resumed run is
    /// shortened as well. `fixed` says that the command line chose the number of trials.
    pub fn shorten_to(&mut self, time: Span, fixed: bool, suite: &mut Suite) {
        let before = suite.clone();
        let shortened = budget::shorten_all(&mut self.plans, &before, time.0, fixed);
        self.shortened.extend(shortened.iter().map(worded));
        self.plans.iter().for_each(|plan| plan.write_to(suite));
    }

    /// What was shortened.
    pub fn shortened(&self) -> &[String] {
        &self.shortened
    }

    /// What is to be said of the time that it will take: what was shortened, and what takes longer than `time` or, without
    /// it, than the suite is meant to.
    pub fn told_budget(&self, time: Option<Span>) -> Vec<String> {
        let mut lines: Vec<String> = self.shortened.iter().map(|what| format!("shortened by --time: {what}")).collect();
        let more = "shorten it by --time SPAN, --trials N or --candidate GLOB";
        let predicted = self.predicted();
        if let Some(time) = time {
            if predicted > time.0 {
                let (about, time) = (span(predicted), span(time.0));
                lines.push(format!(
                    "warning: this takes about {about}, longer than --time {time}: fewer cases shorten it"
                ));
            }
            return lines;
        }
        for plan in self.all().filter(|plan| plan.predicted_whole() > plan.budget().0) {
            let (lab, about, budget) = (plan.lab(), span(plan.predicted_whole()), span(plan.budget().0));
            lines.push(format!("note: {lab} takes about {about}; the suite's budget is {budget}; {more}"));
        }
        lines
    }

    /// The runners with their runtimes.
    pub fn runtimes(&self) -> BTreeMap<String, String> {
        self.all().flat_map(Plan::runtimes).collect()
    }

    /// Trials of each case: the fewest, where labs differ.
    pub fn trials(&self) -> usize {
        self.all().map(Plan::trials).min().unwrap_or(0)
    }

    /// Processes that are started.
    pub fn processes(&self) -> usize {
        self.all().flat_map(Plan::order).map(Vec::len).sum()
    }

    /// How long the measuring will take.
    pub fn predicted(&self) -> Duration {
        self.all().map(Plan::predicted_whole).sum()
    }

    /// Leaves one short trial of each case: enough to check the answers.
    pub fn check_only(&mut self) {
        self.plans.iter_mut().for_each(|plan| plan.check_only());
    }
}

/// What was shortened, in words.
fn worded(what: &Shortened) -> String {
    let trials = what.trials.map(|(trials, planned)| format!("{trials} trials in place of {planned}"));
    let share = what.share.map(|share| format!("warm-ups and windows at {:.0} %", share * 100.0));
    let done: Vec<String> = trials.into_iter().chain(share).collect();
    format!("{}: {}: about {} in place of {}", what.lab, done.join(", "), span(what.after), span(what.before))
}
