//! The labs of a run: what each of them plans and runs, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use wirecost_codec::runners::{self, RunnerSpec, Unusable};
use wirecost_plan::suite::Span;
use wirecost_plan::{Catalog, Measure, Parameter, Plan, Runner, Suite, globs};
use wirecost_serve::{Kind, Rooms};
use wirecost_store::CaseDocument;

use super::Request;
use crate::cli::LabArg;
use crate::paths::Paths;
use crate::recorder::description;

/// What the labs of a run are to do; one that takes no part has no plan.
pub struct Plans {
    codec: Option<Codec>,
    served: Vec<wirecost_serve::Plan>,
}

/// The plan of the codec lab, with what starts its runners.
struct Codec {
    plan: Plan,
    specs: Vec<RunnerSpec>,
    unusable: Vec<Unusable>,
}

impl Plans {
    /// Makes the plans of the labs that the request names, or else of all that its suite has a part for.
    pub fn new(request: &Request, paths: &Paths, catalog: &Catalog) -> anyhow::Result<Self> {
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
                let plan = wirecost_serve::Plan::new(kind, serving, &request.selection, catalog, &rooms, request.seed)?;
                served.extend(plan);
            }
        }
        let of_loads: Option<Vec<Parameter>> =
            (!served.is_empty()).then(|| served.iter().flat_map(wirecost_serve::Plan::parameters).collect());
        let codec = match suite.has_codec() && wanted(LabArg::Codec) {
            true => Codec::new(request, suite, catalog, &own, paths, of_loads)?,
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
        Ok(Self { codec, served })
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
            let seconds = plan.predicted().as_secs_f64();
            let _ = writeln!(out, "{cases} cases, {units} processes a round, {trials} trials: about {seconds:.0} s");
        }
        for plan in &self.served {
            for case in &plan.cases {
                let _ = writeln!(out, "{:100} {:?}", plan.document(case).key(), plan.predicted_trial(case));
            }
            let unmeasured = plan.unmeasured.iter();
            out.extend(unmeasured.map(|case| skipped(&case.key(), case.reason.as_deref().unwrap_or_default())));
            let (cases, trials, seconds) = (plan.cases.len(), plan.serving.trials, plan.predicted().as_secs_f64());
            let _ = writeln!(out, "{}: {cases} cases, {trials} trials: about {seconds:.0} s", plan.kind.name());
        }
        out
    }

    /// Refuses what would take longer than `time` or, without it, than the suite allows.
    pub fn check_budget(&self, time: Option<Span>) -> anyhow::Result<()> {
        let mut left = time.map(|time| time.0);
        if let Some(Codec { plan, .. }) = &self.codec {
            plan.check_budget(left.unwrap_or(plan.suite.budget.0))?;
            left = left.map(|left| left.saturating_sub(plan.predicted()));
        }
        for plan in &self.served {
            plan.check_budget(left.unwrap_or(plan.serving.budget.0))?;
            left = left.map(|left| left.saturating_sub(plan.predicted()));
        }
        Ok(())
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
        suite: &Suite,
        catalog: &Catalog,
        own: &std::path::Path,
        paths: &Paths,
        of_loads: Option<Vec<Parameter>>,
    ) -> anyhow::Result<Option<Self>> {
        let (found, mut unusable) = runners::find(catalog, own, &paths.cache, &request.runners);
        let (mut specs, mut started) = (Vec::new(), Vec::new());
        for mut spec in found {
            let build = request.builds && request.runners.iter().any(|(name, _)| *name == spec.name);
            spec.side = build.then(|| spec.name.clone());
            match spec.describe() {
                Ok((description, start_up)) => {
                    let (name, interpreted, side) = (spec.name.clone(), spec.interpreted, spec.side.clone());
                    started.push(Runner { name, description, interpreted, start_up, side });
                    specs.push(spec);
                }
                Err(reason) => {
                    eprintln!("not measured: {reason}");
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
        let suite = Suite { name: request.suite_name.clone(), ..suite.clone() };
        let plan = Plan::new(suite, &request.selection, catalog, started, request.seed)?;
        Ok(Some(Self { plan, specs, unusable }))
    }
}

/// The labs with what became of their cases so far.
pub struct Labs<'a> {
    codec: Option<wirecost_codec::lab::Lab<'a>>,
    served: Vec<wirecost_serve::Lab<'a>>,
}

impl<'a> Labs<'a> {
    /// The labs of `plans`.
    pub fn new(plans: &'a Plans) -> anyhow::Result<Self> {
        let codec = plans.codec.as_ref().map(|codec| wirecost_codec::lab::Lab::new(&codec.plan, &codec.specs));
        let codec = codec.transpose().map_err(anyhow::Error::msg)?;
        Ok(Self { codec, served: plans.served.iter().map(wirecost_serve::Lab::new).collect() })
    }

    /// The cases as they stand.
    pub fn documents(&self) -> Vec<CaseDocument> {
        let codec = self.codec.as_ref().map(wirecost_codec::lab::Lab::documents);
        let served = self.served.iter().flat_map(wirecost_serve::Lab::documents);
        codec.unwrap_or_default().into_iter().chain(served).collect()
    }

    /// Runs every trial that `stored` does not say is stored already.
    pub fn run<O, E>(&mut self, observer: &mut O, stored: impl Fn(&CaseDocument, usize) -> bool) -> Result<(), E>
    where
        O: wirecost_codec::lab::Observer<Error = E> + wirecost_serve::Observer<Error = E>,
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
