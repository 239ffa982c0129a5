//! The codec lab as a plan of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use wirecost_catalog::suite::{Span, SuiteRules};
use wirecost_catalog::{PlanError, Suite};
use wirecost_model::CaseDocument;

use crate::bench::{self, CodecBench};
use crate::runner::Origin;
use crate::runners::{BUILT, Unusable};
use crate::{Case, CodecPlan, Runner};

/// The shortest trial there is: its batches are taken and not looked at.
const ONCE: SuiteRules = SuiteRules {
    sample: Span(Duration::from_nanos(1)),
    warmup: Span(Duration::ZERO),
    window: Span(Duration::ZERO),
    patience: None,
    min_samples: 1,
};

/// The plan of the codec lab, with what it has to do without.
pub struct Planned {
    /// The plan.
    pub plan: CodecPlan,
    /// The runners that could not be used.
    pub unusable: Vec<Unusable>,
}

impl wirecost_lab::Plan for Planned {
    fn lab(&self) -> wirecost_model::Lab {
        wirecost_model::Lab::CODEC
    }

    fn documents(&self) -> (Vec<CaseDocument>, Vec<CaseDocument>) {
        bench::documents(&self.plan)
    }

    fn processes(&self) -> Vec<Vec<usize>> {
        self.plan.units.iter().map(|unit| unit.cases.clone()).collect()
    }

    fn order(&self) -> &[Vec<usize>] {
        &self.plan.order
    }

    fn describe(&self, cases: &[usize]) -> String {
        match cases {
            [case] => description(&self.plan.cases[*case]),
            [case, ..] => format!("{} ({} cases)", self.plan.cases[*case].candidate.name, cases.len()),
            [] => String::new(),
        }
    }

    fn predicted(&self, process: usize, round: usize) -> Duration {
        let unit = &self.plan.units[process];
        let periods = if round == 0 { self.plan.predicted_periods(unit) } else { Duration::ZERO };
        self.plan.predicted_unit(unit) + periods
    }

    fn fingerprint(&self) -> Vec<String> {
        let messages = self.plan.messages.iter().map(|message| {
            // The same message may be given another type.
            let types = message.type_sha256(true).unwrap_or_default();
            let vocabulary = message.vocabulary_sha256().unwrap_or_default();
            format!("message {} {}{types}{vocabulary}", message.name, message.sha256)
        });
        let cases = self.plan.cases.iter().map(|case| format!("{} {}", case.key(), case.candidate.version));
        // Another program of the same version, such as one of another compiler, is another candidate.
        let built = self.plan.runners.iter().filter_map(|runner| {
            let candidate = runner.built()?;
            let (build, digest) = (candidate.document.as_ref()?, candidate.digest.as_ref()?);
            Some(format!("{}: {}, {}, {digest}", runner.spec.name, build.compiler, build.features.join(" ")))
        });
        messages.chain(cases).chain(built).collect()
    }

    fn budget(&self) -> Span {
        self.plan.suite.budget
    }

    fn trials(&self) -> usize {
        self.plan.suite.trials
    }

    fn keep_trials(&mut self, trials: usize) {
        self.plan.suite.trials = trials;
        self.plan.order.truncate(trials);
    }

    fn scale(&mut self, suite: &Suite, share: f64) {
        let rules = &mut self.plan.suite.rules;
        (rules.warmup, rules.window) = (suite.rules.warmup.times(share), suite.rules.window.times(share));
    }

    fn write_to(&self, suite: &mut Suite) {
        (suite.trials, suite.rules) = (self.plan.suite.trials, self.plan.suite.rules);
    }

    fn check_only(&mut self) {
        let plan = &mut self.plan;
        plan.suite.rules = ONCE;
        plan.suite.best_of = None;
        plan.runners.iter_mut().for_each(|runner| runner.spec.warmup = None);
        self.plan.order.truncate(1);
        // Whether the second of the A/A pair answers right says nothing new, and neither does the first once more.
        let (units, cases) = (&self.plan.units, &self.plan.cases);
        let is_new = |unit: usize| units.iter().position(|other| other == &units[unit]) == Some(unit);
        self.plan.order[0].retain(|&unit| is_new(unit) && !units[unit].cases.iter().any(|&case| cases[case].twin));
    }

    fn runtimes(&self) -> BTreeMap<String, String> {
        // Those that were built were all built by one compiler.
        let name = |runner: &Runner| match runner.origin {
            Origin::Built(_) | Origin::ToBuild => BUILT.to_owned(),
            Origin::Found => runner.spec.name.clone(),
        };
        self.plan.runners.iter().map(|runner| (name(runner), runner.description.runtime.clone())).collect()
    }

    fn unusable(&self) -> Vec<String> {
        self.unusable.iter().map(Unusable::to_string).collect()
    }

    fn start(&self) -> Result<Box<dyn wirecost_lab::Bench + '_>, PlanError> {
        Ok(Box::new(CodecBench::new(&self.plan)?))
    }
}

/// A case in a few words.
fn description(case: &Case) -> String {
    format!("{} {} {}", case.candidate.name, case.operation.name(), case.message)
}
