//! What all parts of a load or of a run do together, `wirecost.part/1`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The name and version of the form of the document.
pub const SCHEMA: &str = "wirecost.part/1";

/// More parts than this are a mistake.
pub const MOST_PARTS: u64 = 100_000;

/// The placeholder in an argument for the folder of the plan's files.
const FILES: &str = "{files}/";

/// What the workers do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// They load a server together. Each takes its share: every n-th request of the schedule, and its part of the
    /// connections.
    #[default]
    Load,
    /// Each measures a suite, or its part of one.
    Run,
}

impl Work {
    /// The verb that a worker stands in for.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Run => "run",
        }
    }

    fn is_load(&self) -> bool {
        *self == Self::Load
    }
}

/// What several workers do together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: String,
    /// The name of the run. Results of another run are not added to it.
    pub run: String,
    /// How many parts there are.
    pub parts: u64,
    /// Which part the worker takes, from 0 on. Without it, an option of the worker or the engine says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u64>,
    /// The part of each place that an engine numbers, where only some parts are placed. Without it, they are the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<u64>,
    /// What they do.
    #[serde(default, skip_serializing_if = "Work::is_load")]
    pub work: Work,
    /// The arguments of `wirecost load` or `wirecost run` for all of it. `{files}/NAME` is a file of `files`.
    pub arguments: Vec<String>,
    /// Further arguments of each part, where parts differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<Vec<String>>,
    /// Files that the arguments name, base64.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The server of network time that every worker compares its clock with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
}

/// A name for a run that no other has.
pub fn run_name() -> String {
    format!("{:x}-{:08x}", wirecost_load::unix_ns() / 1_000_000_000, fastrand::u32(..))
}

/// Whether a name can appear in the name of a file, of a job and in a script as it is.
fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !name.is_empty() && name.len() <= 100 && !name.starts_with(['.', '-']) && name.chars().all(plain)
}

impl Plan {
    /// A plan for `parts` workers, under a new name.
    pub fn new(parts: u64, arguments: Vec<String>) -> Self {
        Self {
            schema: SCHEMA.into(),
            run: run_name(),
            parts,
            rank: None,
            ranks: Vec::new(),
            work: Work::Load,
            arguments,
            own: Vec::new(),
            files: BTreeMap::new(),
            clock: None,
        }
    }

    /// Takes a file into the plan. What stands for it in the arguments.
    pub fn add_file(&mut self, name: &str, content: &[u8]) -> String {
        self.files.insert(name.to_owned(), STANDARD.encode(content));
        format!("{FILES}{name}")
    }

    /// Reads and checks a plan.
    ///
    /// # Errors
    /// [`Error::Plan`] if it is none, or contradicts itself.
    pub fn from_json(text: &str) -> Result<Plan, Error> {
        let plan: Plan = serde_json::from_str(text).map_err(|fault| Error::Plan(fault.to_string()))?;
        let fault = if plan.schema != SCHEMA {
            format!("its schema is {:?}, not {SCHEMA:?}", plan.schema)
        } else if !is_plain(&plan.run) {
            format!("the name of the run {:?} may hold only letters, digits, '-', '_' and '.'", plan.run)
        } else if !(1..=MOST_PARTS).contains(&plan.parts) {
            format!("it has {} parts; from 1 to {MOST_PARTS} are possible", plan.parts)
        } else if let Some(rank) = plan.rank.filter(|rank| *rank >= plan.parts) {
            format!("part {rank} of {} does not exist; the first is 0", plan.parts)
        } else if let Some(rank) = plan.ranks.iter().find(|rank| **rank >= plan.parts) {
            format!("it places part {rank} of {}; the first is 0", plan.parts)
        } else if !plan.own.is_empty() && plan.own.len() as u64 != plan.parts {
            format!("it has {} parts and arguments for {}", plan.parts, plan.own.len())
        } else if let Some(name) = plan.files.keys().find(|name| !is_plain(name)) {
            format!("the file name {name:?} has other characters than letters, digits, '-', '_' and '.'")
        } else {
            return Ok(plan);
        };
        Err(Error::Plan(fault))
    }

    /// Reads and checks a plan from a file.
    ///
    /// # Errors
    /// Those of [`Plan::from_json`], and [`Error::File`].
    pub fn read(path: &Path) -> Result<Plan, Error> {
        Plan::from_json(&wirecost_load::read_text(path).map_err(Error::file(path))?)
    }

    /// The plan as one line of text.
    pub fn to_json(&self) -> String {
        // Texts and numbers alone always have a form.
        serde_json::to_string(self).unwrap_or_else(|fault| unreachable!("a plan: {fault}"))
    }

    /// The part of a place that an engine numbers, from 0 on.
    pub fn rank_of_place(&self, place: u64) -> Option<u64> {
        if self.ranks.is_empty() { Some(place) } else { self.ranks.get(place as usize).copied() }
    }

    /// Writes the files of the plan into a folder, and gives the arguments of a part with their paths.
    ///
    /// # Errors
    /// [`Error::Plan`] if a file is not base64 or an argument names one that is not there; [`Error::File`].
    pub fn unpacked(&self, rank: u64, folder: &Path) -> Result<Vec<String>, Error> {
        for (name, content) in &self.files {
            let content =
                STANDARD.decode(content).map_err(|fault| Error::Plan(format!("the file {name:?}: {fault}")))?;
            let path = folder.join(name);
            std::fs::write(&path, content).map_err(Error::file(&path))?;
        }
        let own = self.own.get(rank as usize).into_iter().flatten();
        self.arguments.iter().chain(own).map(|argument| self.with_path(argument, folder)).collect()
    }

    fn with_path(&self, argument: &str, folder: &Path) -> Result<String, Error> {
        let (option, value) = argument.split_once('=').map_or((None, argument), |(name, value)| (Some(name), value));
        let Some(name) = value.strip_prefix(FILES) else { return Ok(argument.to_owned()) };
        if !self.files.contains_key(name) {
            return Err(Error::Plan(format!("{argument:?} names a file that is not in the plan")));
        }
        let path: PathBuf = folder.join(name);
        Ok(option.map_or(String::new(), |option| format!("{option}=")) + &path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_as_it_was_written_and_brings_its_files() {
        let mut plan = Plan::new(3, vec!["http://127.0.0.1:1/".into(), "--rate=100".into()]);
        let body = plan.add_file("body", b"{\"pieces\":3}");
        plan.arguments.push(format!("--body={body}"));
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        let folder = tempfile::tempdir().unwrap();
        let arguments = plan.unpacked(0, folder.path()).unwrap();
        let path = arguments[2].strip_prefix("--body=").unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), "{\"pieces\":3}");
        plan.files.clear();
        assert!(plan.unpacked(0, folder.path()).unwrap_err().to_string().contains("not in the plan"));
    }

    #[test]
    fn a_part_has_the_arguments_of_all_and_its_own() {
        let mut plan = Plan { work: Work::Run, ..Plan::new(2, Vec::new()) };
        plan.arguments = vec![plan.add_file("mine.toml", b"summary = \"s\"")];
        plan.own = ["a", "b"].map(|name| vec![format!("--candidate={name}")]).to_vec();
        assert_eq!(Plan::from_json(&plan.to_json()).unwrap(), plan);
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path().join("mine.toml").display().to_string();
        assert_eq!(plan.unpacked(1, folder.path()).unwrap(), [suite, "--candidate=b".to_owned()]);
        plan.own.pop();
        assert!(Plan::from_json(&plan.to_json()).unwrap_err().to_string().contains("2 parts and arguments for 1"));
    }

    #[test]
    fn plans_that_contradict_themselves_are_refused() {
        let plan = Plan::new(3, Vec::new());
        let changed = |change: fn(&mut Plan)| {
            let mut plan = plan.clone();
            change(&mut plan);
            Plan::from_json(&plan.to_json()).unwrap_err().to_string()
        };
        assert!(changed(|plan| plan.schema = "wirecost.part/2".into()).contains("wirecost.part/2"));
        assert!(changed(|plan| plan.parts = 0).contains("0 parts"));
        assert!(changed(|plan| plan.rank = Some(3)).contains("part 3 of 3 does not exist"));
        assert!(changed(|plan| plan.ranks = vec![1, 3]).contains("part 3 of 3"));
        assert!(changed(|plan| plan.run = "../up".into()).contains("../up"));
        assert!(changed(|plan| drop(plan.files.insert("../up".into(), String::new()))).contains("../up"));
        assert!(Plan::from_json("{").is_err());
    }

    #[test]
    fn places_take_the_parts_that_are_placed() {
        let plan = Plan::new(5, Vec::new());
        assert_eq!(plan.rank_of_place(3), Some(3));
        let some = Plan { ranks: vec![1, 4], ..plan };
        assert_eq!([0, 1, 2].map(|place| some.rank_of_place(place)), [Some(1), Some(4), None]);
        assert_eq!(Plan::from_json(&some.to_json()).unwrap(), some);
    }

    #[test]
    fn no_two_runs_have_one_name() {
        assert!(is_plain(&run_name()) && run_name() != run_name());
    }
}
