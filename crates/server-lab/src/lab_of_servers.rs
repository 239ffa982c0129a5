//! A lab of servers as one of the labs of a program.

use wirecost_catalog::{Measure, Parameter, PlanError, Suite, glob};
use wirecost_lab::{Chosen, Discovered, Folders, Lab, Planning};
use wirecost_model::{CaseDocument, EstimateId};

use crate::candidate::{Candidate, Found, name_of};
use crate::lab::ServerLab;
use crate::part::part;
use crate::plan::{Building, ServerPlan, choose};
use crate::serving::Serving;

/// A lab of servers as one of the labs of a program.
#[derive(Debug, Clone, Copy)]
pub struct LabOfServers(pub &'static dyn ServerLab);

impl LabOfServers {
    /// Its candidates.
    pub fn candidates(&self, catalog: &wirecost_catalog::Catalog, folders: &Folders) -> Vec<Found> {
        Candidate::find(catalog, self.0.name(), folders)
    }
}

impl Lab for LabOfServers {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn has_servers(&self) -> bool {
        true
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        match part(self.0.name(), suite)? {
            Some(serving) if serving.says_how_to_call() && !self.0.calls() => {
                let fault = "operations, stamped, client and transfer have no meaning here; they are for calls";
                Err(suite.tables.fault(self.0.name(), fault))
            }
            serving => Ok(serving.is_some()),
        }
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        match part(self.0.name(), suite)? {
            Some(serving) => suite.tables.set(self.0.name(), &Serving { trials, ..serving }),
            None => Ok(()),
        }
    }

    fn refuses(&self, planning: &Planning<'_>) -> Option<String> {
        match planning.selection.measure {
            _ if planning.compares_builds => Some("only the codec lab compares builds".into()),
            Measure::Instructions => Some("--measure instructions is for the codec lab".into()),
            Measure::Time if !planning.selection.operations.is_empty() => {
                Some("--operation is for the codec lab".into())
            }
            Measure::Time => None,
        }
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let name = self.0.name();
        let serving = part(name, planning.suite)?;
        let serving =
            serving.ok_or_else(|| PlanError::Choice(format!("suite {:?} has no [{name}]", planning.suite.name)))?;
        planning.progress.begin(&format!("looking for the servers of the {name} lab"));
        let found = self.candidates(planning.catalog, planning.folders);
        let known = Known::of(&found);
        let control = |name: &str| found.iter().find(|found| name_of(found) == name).cloned();
        let controls = match &serving.control {
            Some(name) => {
                let unknown =
                    || planning.suite.tables.fault(self.0.name(), format!("control: no candidate is called {name:?}"));
                vec![control(name).ok_or_else(unknown)?]
            }
            None => self.0.controls().iter().filter_map(|name| control(name)).collect(),
        };
        let named = &planning.selection.candidates;
        let mut chosen = choose(found, if named.is_empty() { &serving.candidates } else { named })?;
        let languages = &planning.selection.languages;
        chosen.retain(|found| {
            languages.is_empty() || found.as_ref().is_ok_and(|candidate| languages.contains(&candidate.file.language))
        });
        Ok(Box::new(Servers { lab: self.0, serving, known, chosen, controls, planning }))
    }

    fn conclude(&self, cases: &mut [CaseDocument], _: EstimateId) {
        crate::conclude(&self.0.lab(), cases);
    }
}

/// The candidates that there are, chosen or not.
#[derive(Debug)]
pub struct Known {
    names: Vec<String>,
    /// Their languages; one whose folder is broken has none.
    pub languages: Vec<String>,
}

impl Known {
    /// What was found of a lab.
    pub fn of(found: &[Found]) -> Self {
        let languages = found.iter().flatten().map(|candidate| candidate.file.language.clone());
        Self { names: found.iter().map(|found| name_of(found).to_owned()).collect(), languages: languages.collect() }
    }

    /// Whether a text of the command line names one of them.
    ///
    /// # Errors
    /// If it is a broken glob.
    pub fn has(&self, named: &str) -> Result<bool, PlanError> {
        let glob = glob(named)?;
        Ok(self.names.iter().any(|name| glob.is_match(name)))
    }
}

/// The servers that a run could measure.
struct Servers<'a> {
    lab: &'static dyn ServerLab,
    serving: Serving,
    known: Known,
    chosen: Vec<Found>,
    controls: Vec<Found>,
    planning: &'a Planning<'a>,
}

impl Servers<'_> {
    /// Whether the command line names candidates, and none of this lab.
    fn is_passed_over(&self) -> bool {
        let selection = self.planning.selection;
        self.chosen.is_empty() && !(selection.candidates.is_empty() && selection.languages.is_empty())
    }
}

impl Discovered for Servers<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        if self.is_passed_over() {
            return Vec::new();
        }
        let named = |(name, value): (&str, String)| Parameter { name: name.to_owned(), value };
        self.serving.loads().iter().flat_map(|load| self.lab.parameters(load)).map(named).collect()
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        self.known.has(named)
    }

    fn languages(&self) -> Vec<String> {
        self.known.languages.clone()
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        let Planning { suite, selection, catalog, seed, .. } = *self.planning;
        if self.is_passed_over() {
            let named = [&selection.candidates[..], &selection.languages].concat().join(", ");
            return Ok(Chosen::Nothing(PlanError::NoCandidate(format!(
                "no candidate matches {named}; `wirecost list` shows them"
            ))));
        }
        let building = Building { now: self.planning.build, progress: self.planning.progress };
        let plan =
            ServerPlan::new(self.lab, self.serving, (self.chosen, self.controls), selection, catalog, seed, building)?;
        if plan.loads.is_empty() {
            let name = &suite.name;
            return Ok(Chosen::Nothing(PlanError::Choice(format!(
                "no load of suite {name:?} has all of the parameters that were chosen"
            ))));
        }
        Ok(Chosen::Plan(Box::new(plan)))
    }
}
