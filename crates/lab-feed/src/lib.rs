//! The feed lab: what a published entry costs, by how it is delivered and where it is stored.
//!
//! Each trial is a fresh process of the service in `candidates/feed`, with users who follow each other by a power law. It measures what its
//! operations take and checks what readers see against the graph.

mod bench;
mod part;
mod plan;
mod row;

use std::collections::BTreeSet;

use wirecost_built::{Watch, Workshop};
use wirecost_catalog::{Parameter, PlanError, Suite, glob};
use wirecost_lab::{Chosen, Discovered, Lab, Planning, Progress};

use crate::part::{NAME, Part, engine};
use crate::plan::FeedPlan;
use crate::row::Row;

/// The lab, for the list of labs.
pub static LAB: FeedLab = FeedLab;

/// The feed lab.
#[derive(Debug)]
pub struct FeedLab;

impl Lab for FeedLab {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "Feeds: delivering, reading and storing entries"
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        Ok(Part::of(suite)?.is_some())
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        let Some(part) = Part::of(suite)? else { return Ok(()) };
        suite.tables.set(NAME, &Part { trials, ..part })
    }

    fn refuses(&self, planning: &Planning<'_>) -> Option<String> {
        planning.compares_builds.then(|| "the feed lab compares no builds of yours".to_owned())
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let part = Part::of(planning.suite)?;
        let part = part.ok_or_else(|| PlanError::Choice(format!("the suite has no part [{NAME}]")))?;
        Ok(Box::new(Feeds { planning, part }))
    }
}

/// What the lab could measure.
struct Feeds<'a> {
    planning: &'a Planning<'a>,
    part: Part,
}

/// Shows how far a build is.
struct Watching<'a> {
    progress: &'a dyn Progress,
}

impl Watch for Watching<'_> {
    fn waits(&self) {
        self.progress.update("another wirecost builds first");
    }

    fn compiles(&self, done: usize, of: usize) {
        self.progress.update(&format!("{done} of {of} packages"));
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}

impl Feeds<'_> {
    /// Builds the service with each engine that is needed.
    fn build(&self, plan: &mut FeedPlan) -> Result<(), PlanError> {
        let workshop = Workshop::new(&self.planning.folders.cache);
        let engines: BTreeSet<&str> = plan.rows.iter().map(|row| engine(&row.store)).collect();
        for engine in engines {
            let job = workshop.servers(NAME, engine);
            let job = job.ok_or_else(|| PlanError::Choice("this wirecost holds no feed service".into()))?;
            if workshop.finished(&job).is_none() {
                self.planning.progress.begin(&format!("building {}", job.name));
            }
            let built = workshop.build(&job, &Watching { progress: self.planning.progress });
            let built = built.map_err(|error| PlanError::Choice(format!("{}: {error}", job.name)))?;
            plan.programs.insert(engine.to_owned(), built.program);
        }
        Ok(())
    }
}

impl Discovered for Feeds<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        let of = |name: &str, value: String| Parameter { name: name.to_owned(), value };
        let texts = |name: &'static str, values: &[String]| {
            values.iter().map(move |value| of(name, value.clone())).collect::<Vec<_>>()
        };
        let mut parameters = texts("delivery", &self.part.deliveries);
        parameters.extend(texts("store", &self.part.stores));
        parameters.extend(texts("unread", &self.part.unread));
        parameters
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        let named = glob(named)?;
        Ok(Row::all(&self.part).iter().any(|row| named.is_match(row.name())))
    }

    fn languages(&self) -> Vec<String> {
        vec!["rust".into()]
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        let selection = self.planning.selection;
        let chosen = selection.candidates.iter().map(|pattern| glob(pattern)).collect::<Result<Vec<_>, _>>()?;
        let is_chosen = |row: &Row| {
            let of = |name: &str| match name {
                "delivery" => Some(row.delivery.as_str()),
                "store" => Some(row.store.as_str()),
                "unread" => Some(row.unread.as_str()),
                _ => None,
            };
            let is_named = chosen.is_empty() || chosen.iter().any(|glob| glob.is_match(row.name()));
            let is_language = selection.languages.is_empty() || selection.languages.iter().any(|it| it == "rust");
            is_named && is_language && selection.parameters.admit(of)
        };
        let rows: Vec<Row> = Row::all(&self.part).into_iter().filter(is_chosen).collect();
        if rows.is_empty() {
            return Ok(Chosen::Nothing(PlanError::Choice("no design of the feed lab is chosen".into())));
        }
        let mut plan = FeedPlan::new(self.part.clone(), rows, self.planning.seed);
        if self.planning.build {
            self.build(&mut plan)?;
        }
        Ok(Chosen::Plan(Box::new(plan)))
    }
}
