//! What a lab brings, as the one list of labs holds it.

use std::path::PathBuf;
use std::time::Duration;

use wirecost_catalog::{Catalog, Parameter, PlanError, Selection, Suite};
use wirecost_model::{CaseDocument, EstimateId};

use crate::Plan;

/// A lab.
pub trait Lab: Sync {
    /// Its name: on the command line, in documents, and of its table in a suite.
    fn name(&self) -> &'static str;

    /// What it measures, in a few words.
    fn summary(&self) -> &'static str;

    /// Whether its candidates are servers: folders of `candidates/NAME` with a `candidate.toml`, which can be listed and
    /// installed.
    fn has_servers(&self) -> bool {
        false
    }

    /// Reads its part of a suite, and says whether there is one.
    ///
    /// # Errors
    /// If the part is broken.
    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError>;

    /// The name of its part of a suite, for people.
    fn part(&self) -> String {
        format!("part [{}]", self.name())
    }

    /// Writes a number of trials into its part of a suite, if there is one.
    ///
    /// # Errors
    /// If the part is broken.
    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError>;

    /// Writes what stores are to hold into its part of a suite: how many keys, and bytes of a value. Whether it has stores.
    ///
    /// # Errors
    /// If the part is broken.
    fn set_values(
        &self,
        _suite: &mut Suite,
        _keys: Option<u64>,
        _value_bytes: Option<usize>,
    ) -> Result<bool, PlanError> {
        Ok(false)
    }

    /// Why it cannot take part in such a run; none if it can.
    fn refuses(&self, _planning: &Planning<'_>) -> Option<String> {
        None
    }

    /// Looks for what it could measure.
    ///
    /// # Errors
    /// If what the user named is not there, or is broken.
    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError>;

    /// Adds to its cases what follows only from all trials of a run. `verdict` is the estimate that verdicts use. Cases that
    /// have been through it stay as they are.
    fn conclude(&self, _cases: &mut [CaseDocument], _verdict: EstimateId) {}
}

/// What a lab could measure, before anything is chosen of it.
pub trait Discovered {
    /// The parameters that its cases can have.
    fn parameters(&self) -> Vec<Parameter>;

    /// Whether one of its candidates is named by this text of the command line, chosen or not.
    ///
    /// # Errors
    /// If the text is a broken glob.
    fn has_candidate(&self, named: &str) -> Result<bool, PlanError>;

    /// The languages of its candidates.
    fn languages(&self) -> Vec<String>;

    /// What is missing on this machine where the command line names a candidate or a language that there would be.
    fn lacks(&self, _named: &str) -> Option<String> {
        None
    }

    /// Makes the plan of what is chosen, and builds what must be built first.
    ///
    /// # Errors
    /// If a message or a glob is broken or names nothing.
    fn plan(self: Box<Self>) -> Result<Chosen, PlanError>;
}

/// What the command line leaves of a lab.
pub enum Chosen {
    /// Cases.
    Plan(Box<dyn Plan>),
    /// Nothing, and why.
    Nothing(PlanError),
}

/// All that plans follow from.
pub struct Planning<'a> {
    /// The suite, with what the command line changed in it.
    pub suite: &'a Suite,
    /// What the command line chose of it.
    pub selection: &'a Selection,
    /// The user's runners by name.
    pub runners: &'a [(String, PathBuf)],
    /// Whether these runners are two builds of one thing, to be compared with each other and with nothing else.
    pub compares_builds: bool,
    /// The seed of every draw.
    pub seed: u64,
    /// What there is to measure.
    pub catalog: &'a Catalog,
    /// Where candidates find what they need.
    pub folders: &'a Folders,
    /// Whether candidates are built that must be; else they are in the plan as if they were.
    pub build: bool,
    /// Told of what takes long.
    pub progress: &'a dyn Progress,
}

/// Where candidates find what they need.
#[derive(Debug, Clone)]
pub struct Folders {
    /// What can be made again: unpacked, built and installed candidates.
    pub cache: PathBuf,
}

/// Told of what happens before the first trial.
pub trait Progress {
    /// A step begins that may take a second.
    fn begin(&self, what: &str);

    /// How far the step is.
    fn update(&self, _what: &str) {}

    /// Whether the user has stopped it, so that what takes long ends early.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Something that a reader must know.
    fn note(&self, what: &str);

    /// That these candidates are ready for this message, while it takes about `left` to build the others: time for a first look.
    fn ready(&self, _message: &str, _candidates: &[&str], _left: Duration) {}
}
