//! The labs of a run: what each of them plans and runs, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use wirecost_codec_protocol::Description;
use wirecost_lab_codec::runners::{self, RunnerSpec, Unusable};
use wirecost_model::CaseDocument;
use wirecost_plan::suite::Span;
use wirecost_plan::{Catalog, Measure, Parameter, Plan, Runner, Suite, globs};
use wirecost_serve::{Building, Kind, Rooms};

use super::Request;
use super::budget::{self, Shortened};
use crate::cli::LabArg;
use crate::paths::Paths;
use crate::progress::{Steps, span};
use crate::recorder::description;

/// What the labs of a run are to do; one that takes no part has no plan.
pub struct Plans {
    codec: Option<Codec>,
    served: Vec<wirecost_serve::Plan>,
    /// What `--time` made of it.
    shortened: Vec<String>,
}

/// How plans are made.
pub struct Preparation<'a> {
    /// Told of what takes long.
    pub steps: &'a Steps,
    /// Whether servers are built that must be; else they are only planned.
    pub build: bool,
}

/// The plan of the codec lab, with what starts its runners.
struct Codec {
    plan: Plan,
    specs: Vec<RunnerSpec>,
    unusable: Vec<Unusable>,
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
        for (lab, kind, serving) in [(LabArg::Http, Kind::Http, &suite.http), (LabArg::Rpc, Kind::Rpc, &suite.rpc)] {
            ensure!(serving.is_some() || !named(lab), "suite {name:?} has no part [{}]", kind.name());
            ensure!(!counts || !named(lab), "--measure instructions is for the codec lab");
            if let Some(serving) = serving.as_ref().filter(|_| wanted(lab) && !counts) {
                let rooms = Rooms { own: own.clone(), cache: paths.cache.clone() };
                let serving = serving.clone();
                preparation.steps.begin(&format!("looking for the servers of the {} lab", kind.name()));
                let tell = |what: &str| match preparation.build {
                    true => preparation.steps.begin(what),
                    false => preparation.steps.note(what),
                };
                let building = Building { now: preparation.build, tell: &tell };
                let (selection, seed) = (&request.selection, request.seed);
                let plan = wirecost_serve::Plan::new(kind, serving, selection, catalog, &rooms, seed, building)?;
                served.extend(plan);
            }
        }
        let of_loads: Option<Vec<Parameter>> =
            (!served.is_empty()).then(|| served.iter().flat_map(wirecost_serve::Plan::parameters).collect());
        let codec = match suite.has_codec() && wanted(LabArg::Codec) {
            true => Codec::new(request, (catalog, &own, paths), of_loads, preparation.steps)?,
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
        Ok(Self { codec, served, shortened: Vec::new() })
    }

    /// The runners that could not be used.
    pub fn unusable(&self) -> &[Unusable] {
        self.codec.as_ref().map_or(&[], |codec| &codec.unusable)
    }

    /// The plan of the codec lab.
    pub fn codec_plan(&self) -> Option<&Plan> {
        self.codec.as_ref().map(|codec| &codec.plan)
    }

    /// What must be the same for a run to go on.
    pub fn fingerprint(&self) -> Vec<String> {
        let mut entries = Vec::new();
        if let Some(Codec { plan, .. }) = &self.codec {
            entries.extend(plan.messages.iter().map(|message| {
                let schema = message.schema.as_ref().map(|schema| wirecost_plan::sha256(&schema.definition.text));
                format!("message {} {}{}", message.name, message.sha256, schema.unwrap_or_default())
            }));
            entries.extend(plan.cases.iter().map(|case| format!("{} {}", case.key().0, case.candidate.version)));
        }
        for plan in &self.served {
            let messages = plan.messages.iter();
            entries.extend(messages.map(|message| format!("{} {} {}", plan.kind.name(), message.name, message.sha256)));
            let documents = plan.cases.iter().map(|case| plan.document(case));
            entries.extend(documents.map(|document| format!("{} {}", document.key(), document.version)));
        }
        entries.push(format!("wirecost {}", env!("WIRECOST_COMMIT")));
        entries
    }

    /// What would run and how long it would take.
    pub fn describe(&self) -> String {
        let mut out = String::new();
        let skipped = |key: &str, reason: &str| format!("skipped: {key}: {reason}\n");
        if let Some(Codec { plan, unusable, .. }) = &self.codec {
            for unit in &plan.units {
                let cases: Vec<_> = unit.cases.iter().map(|&case| &plan.cases[case]).collect();
                let _ = writeln!(out, "{:60} {:?}", description(&cases), plan.predicted_unit(unit));
            }
            out.extend(plan.skipped.iter().map(|it| skipped(&it.case.key().0, &it.reason)));
            out.extend(unusable.iter().map(|runner| format!("not usable: {runner}\n")));
            let (cases, units, trials) = (plan.cases.len(), plan.units.len(), plan.suite.trials);
            let predicted = span(plan.predicted());
            let _ = writeln!(out, "{cases} cases, {units} processes a round, {trials} trials: about {predicted}");
        }
        for plan in &self.served {
            for case in &plan.cases {
                let _ = writeln!(out, "{:100} {:?}", plan.document(case).key(), plan.predicted_trial(case));
            }
            let unmeasured = plan.unmeasured.iter();
            out.extend(unmeasured.map(|case| skipped(&case.key(), case.reason.as_deref().unwrap_or_default())));
            let (cases, trials, predicted) = (plan.cases.len(), plan.serving.trials, span(plan.predicted()));
            let _ = writeln!(out, "{}: {cases} cases, {trials} trials: about {predicted}", plan.kind.name());
        }
        out
    }

    /// Shortens what would take longer than `time`, and writes into `suite` what was shortened, so that a resumed run is
    /// shortened as well. `fixed` says that the command line chose the number of trials.
    pub fn shorten_to(&mut self, time: Span, fixed: bool, suite: &mut Suite) {
        let whole = self.predicted();
        if whole <= time.0 {
            return;
        }
        let before = suite.clone();
        let share = |part: &dyn Shortened| time.0.mul_f64(part.predicted().as_secs_f64() / whole.as_secs_f64());
        let codec = self.codec.iter_mut().map(|codec| &mut codec.plan as &mut dyn Shortened);
        let served = self.served.iter_mut().map(|plan| plan as &mut dyn Shortened);
        for part in codec.chain(served) {
            let time = share(part);
            self.shortened.extend(budget::shorten(part, &before, time, fixed));
        }
        if let Some(codec) = &self.codec {
            (suite.trials, suite.rules) = (codec.plan.suite.trials, codec.plan.suite.rules);
        }
        for plan in &self.served {
            let table = if plan.kind == Kind::Http { &mut suite.http } else { &mut suite.rpc };
            *table = Some(plan.serving.clone());
        }
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
        let codec = self.codec.iter().map(|Codec { plan, .. }| ("codec", plan.predicted(), plan.suite.budget));
        let served = self.served.iter().map(|plan| (plan.kind.name(), plan.predicted(), plan.serving.budget));
        for (name, predicted, budget) in codec.chain(served) {
            if predicted > budget.0 {
                let (about, budget) = (span(predicted), span(budget.0));
                lines.push(format!("note: {name} takes about {about}; the suite's budget is {budget}; {more}"));
            }
        }
        lines
    }

    /// The runners with their runtimes.
    pub fn runtimes(&self) -> BTreeMap<String, String> {
        let runners = self.codec.iter().flat_map(|codec| &codec.plan.runners);
        runners.map(|runner| (runner.name.clone(), runner.description.runtime.clone())).collect()
    }

    /// Trials of each case: the fewest, where labs differ.
    pub fn trials(&self) -> usize {
        let codec = self.codec.as_ref().map(|codec| codec.plan.suite.trials);
        codec.into_iter().chain(self.served.iter().map(|plan| plan.serving.trials)).min().unwrap_or(0)
    }

    /// Cases that are measured.
    pub fn cases(&self) -> usize {
        let codec = self.codec.as_ref().map_or(0, |codec| codec.plan.cases.len());
        codec + self.served.iter().map(|plan| plan.cases.len()).sum::<usize>()
    }

    /// Processes that are started.
    pub fn processes(&self) -> usize {
        let codec = self.codec.as_ref().map_or(0, |codec| codec.plan.units.len() * codec.plan.suite.trials);
        codec + self.served.iter().map(|plan| plan.cases.len() * plan.serving.trials).sum::<usize>()
    }

    /// How long the measuring will take.
    pub fn predicted(&self) -> Duration {
        let codec = self.codec.as_ref().map_or(Duration::ZERO, |codec| codec.plan.predicted());
        codec + self.served.iter().map(|plan| plan.predicted()).sum::<Duration>()
    }

    /// Shortens every trial to what a check of the answers needs: `codec` and `served` change the plans there are.
    pub fn shorten(&mut self, codec: impl FnOnce(&mut Plan), served: impl FnMut(&mut wirecost_serve::Plan)) {
        if let Some(it) = &mut self.codec {
            codec(&mut it.plan);
        }
        self.served.iter_mut().for_each(served);
    }
}

impl Codec {
    /// The plan of the codec lab; none where the command line names candidates of another lab only. `of_loads` are the
    /// parameters of the http lab, where it takes part.
    fn new(
        request: &Request,
        (catalog, own, paths): (&Catalog, &Path, &Paths),
        of_loads: Option<Vec<Parameter>>,
        steps: &Steps,
    ) -> anyhow::Result<Option<Self>> {
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
        request.selection.parameters.check(Plan::parameters(&started).chain(of_loads.into_iter().flatten()))?;
        let named = globs(&request.selection.candidates)?;
        let mut candidates = started.iter().flat_map(|runner| &runner.description.candidates);
        let matches = named.is_empty() || candidates.any(|candidate| named.is_match(&candidate.name));
        if optional && !matches {
            return Ok(None);
        }
        let suite = Suite { name: request.suite_name.clone(), ..request.suite.clone() };
        let plan = Plan::new(suite, &request.selection, catalog, started, request.seed)?;
        crate::cmd::say_notes(&plan);
        Ok(Some(Self { plan, specs, unusable }))
    }
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

/// The labs with what became of their cases so far.
pub struct Labs<'a> {
    codec: Option<wirecost_lab_codec::lab::Lab<'a>>,
    served: Vec<wirecost_serve::Lab<'a>>,
}

impl<'a> Labs<'a> {
    /// The labs of `plans`.
    pub fn new(plans: &'a Plans) -> anyhow::Result<Self> {
        let codec = plans.codec.as_ref().map(|codec| wirecost_lab_codec::lab::Lab::new(&codec.plan, &codec.specs));
        let codec = codec.transpose().map_err(anyhow::Error::msg)?;
        Ok(Self { codec, served: plans.served.iter().map(wirecost_serve::Lab::new).collect() })
    }

    /// The cases as they stand.
    pub fn documents(&self) -> Vec<CaseDocument> {
        let codec = self.codec.as_ref().map(wirecost_lab_codec::lab::Lab::documents);
        let served = self.served.iter().flat_map(wirecost_serve::Lab::documents);
        codec.unwrap_or_default().into_iter().chain(served).collect()
    }

    /// Runs every trial that `stored` does not say is stored already.
    pub fn run<O, E>(&mut self, observer: &mut O, stored: impl Fn(&CaseDocument, usize) -> bool) -> Result<(), E>
    where
        O: wirecost_lab_codec::lab::Observer<Error = E> + wirecost_serve::Observer<Error = E>,
    {
        if let Some(codec) = &mut self.codec {
            codec.run(observer, &stored)?;
        }
        for lab in &mut self.served {
            lab.run(observer, &stored)?;
        }
        Ok(())
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
