//! The labs that a program has.

use std::collections::BTreeSet;

use wirecost_catalog::{Catalog, PlanError, Selection, Suite, glob};
use wirecost_model::{CaseDocument, RecordedRun, RunDocument};

use crate::{Chosen, Discovered, Lab, Plan, Planning};

/// The labs that a program has, in the order in which they take turns.
#[derive(Clone, Copy)]
pub struct Labs<'a>(pub &'a [&'a dyn Lab]);

impl<'a> Labs<'a> {
    /// Each lab.
    pub fn iter(self) -> impl Iterator<Item = &'a dyn Lab> {
        self.0.iter().copied()
    }

    /// The labs whose candidates are servers.
    pub fn of_servers(self) -> impl Iterator<Item = &'a dyn Lab> {
        self.iter().filter(|lab| lab.has_servers())
    }

    /// Reads the suite that `name` names, with the parts of all labs.
    ///
    /// # Errors
    /// If there is no such suite, or it is broken, with file, line and column.
    pub fn suite(self, name: &str, catalog: &Catalog) -> Result<Suite, PlanError> {
        let suite = Suite::load(name, catalog)?;
        let known: Vec<&str> = self.iter().map(|lab| lab.name()).collect();
        if let Some(stranger) = suite.tables.names().find(|table| !known.contains(table)) {
            return Err(suite.tables.unknown(stranger, &known));
        }
        for lab in self.iter() {
            lab.is_in(&suite)?;
        }
        Ok(suite)
    }

    /// Makes the plans of the labs that are `named`, or else of all that the suite has a part for.
    ///
    /// # Errors
    /// If a lab that is named cannot take part, a choice names nothing, or nothing is left to measure.
    pub fn plans(self, named: &[String], planning: &Planning<'_>) -> Result<Vec<Box<dyn Plan>>, PlanError> {
        let mut prospects = Vec::new();
        let mut reasons = Vec::new();
        for lab in self.iter() {
            let is_named = named.iter().any(|name| name == lab.name());
            if !is_named && !named.is_empty() {
                continue;
            }
            let lacks = || PlanError::Choice(format!("suite {:?} has no {}", planning.suite.name, lab.part()));
            let refused =
                if lab.is_in(planning.suite)? { lab.refuses(planning).map(PlanError::Choice) } else { Some(lacks()) };
            match refused {
                Some(reason) if is_named => return Err(reason),
                Some(reason) => reasons.push(reason),
                None => prospects.push(lab.discover(planning)?),
            }
        }
        // A choice that names nothing is reported before anything is planned.
        planning.selection.parameters.check(prospects.iter().flat_map(|prospect| prospect.parameters()))?;
        check_names(planning, &prospects)?;
        let (mut plans, mut nothing) = (Vec::new(), Vec::new());
        for prospect in prospects {
            match prospect.plan()? {
                Chosen::Plan(plan) => plans.push(plan),
                Chosen::Nothing(reason) => nothing.push(reason),
            }
        }
        if plans.is_empty() {
            let reason = nothing.into_iter().chain(reasons).next();
            return Err(reason.unwrap_or_else(|| PlanError::Choice("there is no lab".into())));
        }
        check_cases(planning, &plans)?;
        Ok(plans)
    }

    /// Adds to the cases of a run what follows only from all of its trials.
    pub fn conclude(self, run: RecordedRun) -> RunDocument {
        let mut run = run.into_document();
        self.iter().for_each(|lab| lab.conclude(&mut run.cases, run.verdict_estimate));
        run
    }
}

/// Refuses candidates and languages that the command line names and no lab of the run has. One that is left out without a word would
/// look like one that was measured.
fn check_names(planning: &Planning<'_>, prospects: &[Box<dyn Discovered + '_>]) -> Result<(), PlanError> {
    let lacking = |named: &String| prospects.iter().find_map(|prospect| prospect.lacks(named)).map(PlanError::Machine);
    for named in &planning.selection.candidates {
        let mut any = false;
        for prospect in prospects {
            any = any || prospect.has_candidate(named)?;
        }
        if !any {
            let unknown =
                || PlanError::NoCandidate(format!("no candidate matches {named}; `wirecost list` shows them"));
            return Err(lacking(named).unwrap_or_else(unknown));
        }
    }
    let known: BTreeSet<String> = prospects.iter().flat_map(|prospect| prospect.languages()).collect();
    let unknown = planning.selection.languages.iter().find(|named| !known.contains(*named));
    unknown.map_or(Ok(()), |named| {
        let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let unknown =
            || PlanError::Choice(format!("no candidate in {named:?} on this machine; there are those in {known}"));
        Err(lacking(named).unwrap_or_else(unknown))
    })
}

/// Refuses what the command line names where all of its choices together leave no case of it.
fn check_cases(planning: &Planning<'_>, plans: &[Box<dyn Plan>]) -> Result<(), PlanError> {
    let documents = plans.iter().flat_map(|plan| {
        let (measured, left_out) = plan.documents();
        measured.into_iter().chain(left_out)
    });
    // A control is in every run, whatever was chosen.
    let cases: Vec<CaseDocument> = documents.filter(|case| !case.is_control()).collect();
    let nothing = |named: &str| {
        PlanError::Choice(format!(
            "{named} has no case with what else was chosen; leave out --candidate, --language, --operation, --message or \
             --parameter, or choose others"
        ))
    };
    let Selection { candidates, languages, operations, .. } = planning.selection;
    for named in candidates {
        let glob = glob(named)?;
        if !cases.iter().any(|case| case.candidate == *named || glob.is_match(&case.candidate)) {
            return Err(nothing(&format!("--candidate {named}")));
        }
    }
    if let Some(named) = languages.iter().find(|named| !cases.iter().any(|case| case.language == **named)) {
        return Err(nothing(&format!("--language {named}")));
    }
    let operations = operations.iter().map(|operation| operation.name());
    let unmatched = { operations }.find(|named| !cases.iter().any(|case| case.operation == *named));
    unmatched.map_or(Ok(()), |named| Err(nothing(&format!("--operation {named}"))))
}
