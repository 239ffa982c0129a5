//! The labs of a run: what each of them plans.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use wirecost_catalog::suite::Span;
use wirecost_catalog::{Catalog, Suite, did_you_mean};
use wirecost_lab::budget::{self, Shortened};
use wirecost_lab::{Folders, Plan, Planning, Progress};
use wirecost_model::CaseDocument;
use wirecost_report::answer::{BEST, By, baseline_names, can_be_baseline};
use wirecost_report::units;

use super::request::Request;
use crate::labs::LABS;
use crate::paths::Paths;
use crate::progress::{Steps, span};
use crate::screen::Screen;
use crate::suggestions;

/// What the labs of a run are to do; one that takes no part has no plan.
pub struct Plans {
    plans: Vec<Box<dyn Plan>>,
    /// What `--time` made of them.
    shortened: Vec<String>,
}

/// The form of the document of plans.
pub const PLAN_SCHEMA: &str = "wirecost.plan/1";

/// What would run, for programs.
#[derive(Serialize)]
pub struct PlansDocument {
    predicted_s: f64,
    /// What `--time` shortened, in words.
    shortened: Vec<String>,
    labs: Vec<LabPlan>,
}

#[derive(Serialize)]
struct LabPlan {
    lab: String,
    trials: usize,
    processes_per_round: usize,
    predicted_s: f64,
    cases: Vec<String>,
    /// Cases that cannot be measured, with their reasons.
    skipped: BTreeMap<String, String>,
    not_usable: Vec<String>,
}

/// How plans are made.
pub struct Preparation<'a> {
    /// Told of what takes long.
    pub progress: &'a dyn Progress,
    /// Whether servers are built that must be; else they are only planned.
    pub build: bool,
}

impl Plans {
    /// As [`Plans::prepare`], and builds what must be built.
    pub fn new(request: &Request, paths: &Paths, catalog: &Catalog, screen: Screen) -> anyhow::Result<Self> {
        Self::prepare(request, paths, catalog, &Preparation { progress: &Steps::new(screen), build: true })
    }

    /// Makes the plans of the labs that the request names, or else of all that its suite has a part for.
    pub fn prepare(
        request: &Request,
        paths: &Paths,
        catalog: &Catalog,
        preparation: &Preparation<'_>,
    ) -> anyhow::Result<Self> {
        // A suite that was stored with a run has no name.
        let suite = Suite { name: request.suite_name.clone(), ..request.suite.clone() };
        let planning = Planning {
            suite: &suite,
            selection: &request.selection,
            runners: &request.runners,
            compares_builds: request.builds,
            seed: request.seed,
            catalog,
            folders: &Folders { cache: paths.cache.clone() },
            build: preparation.build,
            progress: preparation.progress,
        };
        let plans = LABS.plans(&request.labs, &planning);
        let plans =
            suggestions::or_meant(plans, &request.selection.candidates, || suggestions::candidates(paths, catalog))?;
        Ok(Self { plans, shortened: Vec::new() })
    }

    /// The plans, in the order in which they take turns.
    pub fn all(&self) -> impl Iterator<Item = &dyn Plan> {
        self.plans.iter().map(AsRef::as_ref)
    }

    /// What could not be used, with the reasons.
    pub fn unusable(&self) -> Vec<String> {
        self.all().flat_map(Plan::unusable).collect()
    }

    /// Refuses a baseline that no planned case can be, before anything is measured.
    pub fn check_baseline(&self, baseline: &str) -> anyhow::Result<()> {
        let cases: Vec<CaseDocument> = self.all().flat_map(|plan| plan.documents().0).collect();
        if baseline == BEST || cases.iter().any(|case| can_be_baseline(case, By::Format, baseline)) {
            return Ok(());
        }
        let names: Vec<String> = cases.iter().flat_map(|case| baseline_names(case, By::Format)).collect();
        let meant = did_you_mean(baseline, names.iter().map(String::as_str));
        anyhow::bail!(
            "no codec of this run has the format, library or language {baseline:?} to compare with{meant}; \
             --dry-run lists the cases"
        )
    }

    /// What must be the same for a run to go on.
    pub fn fingerprint(&self) -> Vec<String> {
        let entries = self.all().flat_map(Plan::fingerprint);
        entries.chain([format!("wirecost {}", env!("WIRECOST_COMMIT"))]).collect()
    }

    /// The same as [`Plans::describe`], for programs.
    pub fn document(&self) -> PlansDocument {
        let lab = |plan: &dyn Plan| {
            let (cases, left_out) = plan.documents();
            let skipped = left_out.iter().map(|case| (case.key(), case.reason.clone().unwrap_or_default()));
            LabPlan {
                lab: plan.lab().to_string(),
                trials: plan.trials(),
                processes_per_round: plan.processes().len(),
                predicted_s: plan.predicted_whole().as_secs_f64(),
                cases: cases.iter().map(CaseDocument::key).collect(),
                skipped: skipped.collect(),
                not_usable: plan.unusable(),
            }
        };
        let labs = self.all().map(lab).collect();
        PlansDocument { predicted_s: self.predicted().as_secs_f64(), shortened: self.shortened.clone(), labs }
    }

    /// What would run and how long it would take.
    pub fn describe(&self, screen: Screen) -> String {
        let mut out = String::new();
        // The time that follows has ten characters.
        let column = screen.width.saturating_sub(10).min(100);
        for plan in self.all() {
            let ((cases, left_out), processes) = (plan.documents(), plan.processes());
            for (index, of_process) in processes.iter().enumerate() {
                let what = match of_process.as_slice() {
                    [case] => cases[*case].key(),
                    several => plan.describe(several),
                };
                let predicted = units::time(plan.predicted(index, 1).as_nanos() as f64);
                let _ = writeln!(out, "{what:column$} {predicted}");
            }
            for line in skipped(&left_out, screen.verbose) {
                let _ = writeln!(out, "{}", screen.wrap(&line, 2));
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

    /// Says what was shortened, and what takes longer than `time` or, without it, than the suite is meant to.
    pub fn say_budget(&self, time: Option<Span>, screen: Screen) {
        for what in &self.shortened {
            screen.note(&format!("shortened by --time: {what}"));
        }
        if let Some(time) = time {
            let predicted = self.predicted();
            if predicted > time.0 {
                let (about, time) = (span(predicted), span(time.0));
                screen.warn(&format!("this takes about {about}, longer than --time {time}: fewer cases shorten it"));
            }
            return;
        }
        for plan in self.all().filter(|plan| plan.predicted_whole() > plan.budget().0) {
            let (lab, about, budget) = (plan.lab(), span(plan.predicted_whole()), span(plan.budget().0));
            let more = "shorten it by --time SPAN, --trials N or --candidate GLOB";
            screen.note(&format!("note: {lab} takes about {about}; the suite's budget is {budget}; {more}"));
        }
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

    /// Why cases are left out.
    pub fn reasons(&self) -> impl Iterator<Item = String> {
        let left_out = self.all().flat_map(|plan| plan.documents().1);
        left_out.filter_map(|case| case.reason)
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

/// The cases that cannot be measured: a line for each reason, or for each case.
fn skipped(cases: &[CaseDocument], verbose: bool) -> Vec<String> {
    let mut reasons: Vec<(&str, String, usize)> = Vec::new();
    for case in cases {
        let reason = case.reason.as_deref().unwrap_or_default();
        match reasons.iter_mut().find(|(known, ..)| *known == reason && !verbose) {
            Some((.., more)) => *more += 1,
            None => reasons.push((reason, case.key(), 0)),
        }
    }
    let line = |(reason, key, more): (&str, String, usize)| match more {
        0 => format!("skipped: {key}: {reason}"),
        more => format!("skipped: {key} and {more} more: {reason}"),
    };
    reasons.into_iter().map(line).collect()
}

/// What was shortened, in words.
fn worded(what: &Shortened) -> String {
    let trials = what.trials.map(|(trials, planned)| format!("{trials} trials in place of {planned}"));
    let share = what.share.map(|share| format!("warm-ups and windows at {:.0} %", share * 100.0));
    let done: Vec<String> = trials.into_iter().chain(share).collect();
    format!("{}: {}: about {} in place of {}", what.lab, done.join(", "), span(what.after), span(what.before))
}
