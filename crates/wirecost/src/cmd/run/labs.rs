//! The labs of a run: what each of them plans.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use wirecost_codec_protocol::Description;
use wirecost_lab::Plan;
use wirecost_lab::budget::{self, Shortened};
use wirecost_lab_codec::Planned;
use wirecost_lab_codec::runners::{self, Unusable};
use wirecost_lab_http::Http;
use wirecost_lab_rpc::Rpc;
use wirecost_plan::suite::Span;
use wirecost_plan::{Catalog, Measure, Parameter, Runner, Suite, globs};
use wirecost_served::{Building, Rooms, ServerLab, ServerPlan};

use super::Request;
use crate::cli::LabArg;
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
        let named = |lab| request.labs.contains(&lab);
        let wanted = |lab| request.labs.is_empty() || named(lab);
        let (name, suite) = (&request.suite_name, &request.suite);
        ensure!(suite.has_codec() || !named(LabArg::Codec), "suite {name:?} has no messages for the codec lab");
        // Builds are compared by the codec lab alone.
        let counts = request.builds || request.selection.measure == Measure::Instructions;
        let own = std::env::current_exe().context("cannot find this program's own file")?;
        let mut served = Vec::new();
        let parts: [(_, &'static dyn ServerLab, _); 2] =
            [(LabArg::Http, &Http, &suite.http), (LabArg::Rpc, &Rpc, &suite.rpc)];
        for (lab, of, serving) in parts {
            ensure!(serving.is_some() || !named(lab), "suite {name:?} has no part [{}]", of.lab());
            ensure!(!counts || !named(lab), "--measure instructions is for the codec lab");
            if let Some(serving) = serving.as_ref().filter(|_| wanted(lab) && !counts) {
                let rooms = Rooms { own: own.clone(), cache: paths.cache.clone() };
                let serving = serving.clone();
                preparation.steps.begin(&format!("looking for the servers of the {} lab", of.lab()));
                let tell = |what: &str| match preparation.build {
                    true => preparation.steps.begin(what),
                    false => preparation.steps.note(what),
                };
                let building = Building { now: preparation.build, tell: &tell };
                let (selection, seed) = (&request.selection, request.seed);
                let plan = ServerPlan::new(of, serving, selection, catalog, &rooms, seed, building)?;
                served.extend(plan);
            }
        }
        let of_loads: Option<Vec<Parameter>> =
            (!served.is_empty()).then(|| served.iter().flat_map(ServerPlan::parameters).collect());
        let codec = match suite.has_codec() && wanted(LabArg::Codec) {
            true => codec(request, (catalog, &own, paths), of_loads, preparation.steps)?,
            false => {
                request.selection.parameters.check(of_loads.into_iter().flatten())?;
                None
            }
        };
        if !served.is_empty() && served.iter().all(|plan| plan.loads.is_empty()) && codec.is_none() {
            bail!("no load of suite {name:?} has all of the parameters that were chosen");
        }
        if codec.is_none() && served.is_empty() {
            bail!("no candidate matches {}; `wirecost list` shows them", request.selection.candidates.join(", "));
        }
        let codec = codec.into_iter().map(|plan| Box::new(plan) as Box<dyn Plan>);
        let served = served.into_iter().map(|plan| Box::new(plan) as Box<dyn Plan>);
        Ok(Self { plans: codec.chain(served).collect(), shortened: Vec::new() })
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

/// The plan of the codec lab; none where the command line names candidates of another lab only. `of_loads` are the
/// parameters of the http lab, where it takes part.
fn codec(
    request: &Request,
    (catalog, own, paths): (&Catalog, &Path, &Paths),
    of_loads: Option<Vec<Parameter>>,
    steps: &Steps,
) -> anyhow::Result<Option<Planned>> {
    let (found, mut unusable) = runners::find(catalog, own, &paths.cache, &request.runners);
    let (mut specs, mut started) = (Vec::new(), Vec::new());
    let first_of_user = found.len() - request.runners.len();
    for (index, mut spec) in found.into_iter().enumerate() {
        let build = request.builds && request.runners.iter().any(|(name, _)| *name == spec.name);
        spec.side = build.then(|| spec.name.clone());
        steps.begin(&format!("starting runner {:?}", spec.name));
        match spec.describe().and_then(|(description, start_up)| sound(&spec.name, description, start_up)) {
            // What the user named is not left out: a typing error must not look like a measured runner.
            Err(reason) if index >= first_of_user => {
                bail!("{reason}; --runner takes a program that speaks the runner protocol (docs/PROTOCOL.md)")
            }
            Ok((description, start_up)) => {
                let (name, interpreted, side) = (spec.name.clone(), spec.interpreted, spec.side.clone());
                started.push(Runner { name, description, interpreted, start_up, side });
                specs.push(spec);
            }
            Err(reason) => {
                steps.note(&format!("not measured: {reason}"));
                unusable.push(reason);
            }
        }
    }
    let optional = of_loads.is_some();
    request
        .selection
        .parameters
        .check(wirecost_plan::Plan::parameters(&started).chain(of_loads.into_iter().flatten()))?;
    let named = globs(&request.selection.candidates)?;
    let mut candidates = started.iter().flat_map(|runner| &runner.description.candidates);
    let matches = named.is_empty() || candidates.any(|candidate| named.is_match(&candidate.name));
    if optional && !matches {
        return Ok(None);
    }
    let suite = Suite { name: request.suite_name.clone(), ..request.suite.clone() };
    let plan = wirecost_plan::Plan::new(suite, &request.selection, catalog, started, request.seed)?;
    crate::cmd::say_notes(&plan);
    Ok(Some(Planned { plan, specs, unusable }))
}

/// A runner's description, unless a text in it would break the lines of a table: a control character, or none at all.
fn sound(name: &str, description: Description, start_up: Duration) -> Result<(Description, Duration), Unusable> {
    let Description { language, runtime, candidates, .. } = &description;
    let mut texts = vec![("the name of the runner", name), ("its language", language), ("its runtime", runtime)];
    for candidate in candidates {
        let of = [
            ("the name of a candidate", candidate.name.as_str()),
            ("the package of a candidate", &candidate.package),
            ("the version of a candidate", &candidate.version),
            ("the format of a candidate", &candidate.format),
        ];
        texts.extend(of);
        let parameters = candidate.parameters.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        texts.extend(parameters.map(|text| ("a parameter of a candidate", text)));
    }
    let broken = texts.iter().find(|(_, text)| text.chars().any(char::is_control));
    let broken = broken.map(|(what, text)| format!("{what} holds a control character: {text:?}"));
    let unnamed =
        candidates.iter().any(|candidate| candidate.name.is_empty()).then(|| "a candidate has no name".to_owned());
    match broken.or(unnamed) {
        Some(reason) => Err(Unusable { name: name.to_owned(), reason }),
        None => Ok((description, start_up)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_that_would_break_a_table_is_refused() {
        let described = |name: &str, version: &str| Description {
            protocol: 1,
            language: "c".into(),
            runtime: "cc 1".into(),
            candidates: vec![
                serde_json::from_value(serde_json::json!({"name": name, "package": "p", "version": version,
                    "format": "json", "binding": "typed", "operations": []}))
                .unwrap(),
            ],
        };
        let told = |name: &str, version: &str| {
            let refused = sound("mine", described(name, version), Duration::ZERO).map(|_| ());
            refused.map_err(|reason| reason.to_string())
        };
        assert_eq!(told("a b", "1.0"), Ok(()));
        let name = told("a\nb", "1.0").unwrap_err();
        assert_eq!(name, "runner \"mine\": the name of a candidate holds a control character: \"a\\nb\"");
        assert!(told("a", "1\u{1b}[31m").unwrap_err().contains("the version of a candidate"));
        assert!(told("", "1.0").unwrap_err().contains("no name"));
    }
}
