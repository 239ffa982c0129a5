//! The kv lab: what stores of values by key cost, and what they lose when they are killed.
//!
//! A trial is a fresh server with an empty store that goes through the steps of a load in their order: every key is stored,
//! every key is fetched, then come mixes of both, each a case of its own. Every answer is checked: a value tells its key and
//! the write that it is of ([`wirecost_load::protocol::store`]). A crash has a server of its own ([`crash`]), and so has memory
//! that runs out. An engine without a server is called in a process of its own, which makes and checks the operations.
//!
//! Servers, placement and the records of trials are those of all labs of servers (`wirecost-server-lab`).

mod asking;
mod bench;
mod binding;
mod case;
pub mod client;
mod client_library;
mod course;
pub mod crash;
mod embedded;
mod full_memory;
mod needs;
mod part;
mod plan;
mod planned;
mod power_cut;
mod session;
mod start;
mod steps;
mod stopping;
mod store;
mod turns;
pub mod values;

use wirecost_catalog::{Catalog, Measure, Parameter, PlanError, Suite};
use wirecost_lab::{Chosen, Discovered, Folders, Lab, Planning};
use wirecost_model::{CaseDocument, EstimateId};
use wirecost_server_lab::candidate::Found;
use wirecost_server_lab::{Candidate, Known, conclude};

use crate::binding::binding;
pub use crate::binding::has_server;
use crate::part::{NAME, part};
pub use crate::part::{Operation, Part, StoreLoad};
use crate::plan::KvPlan;
pub use crate::start::{Size, launch};
use crate::steps::Row;

/// The lab, for the list of labs.
pub static LAB: Kv = Kv;

/// The kv lab: values are stored and fetched.
#[derive(Debug, Clone, Copy)]
pub struct Kv;

impl Kv {
    /// Its candidates.
    pub fn candidates(&self, catalog: &Catalog, folders: &Folders) -> Vec<Found> {
        store::candidates(catalog, folders)
    }
}

impl Lab for Kv {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "Key-value stores: sets, gets, mixes, and crashes"
    }

    fn has_servers(&self) -> bool {
        true
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        Ok(part(suite)?.is_some())
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        match part(suite)? {
            Some(part) => suite.tables.set(NAME, &Part { trials, ..part }),
            None => Ok(()),
        }
    }

    fn set_values(&self, suite: &mut Suite, keys: Option<u64>, value_bytes: Option<usize>) -> Result<bool, PlanError> {
        let Some(mut part) = part(suite)? else { return Ok(false) };
        for load in &mut part.load {
            load.keys = keys.unwrap_or(load.keys);
            // A value that holds a message is as long as that.
            if load.message.is_none() {
                load.value_bytes = value_bytes.unwrap_or(load.value_bytes);
            }
        }
        suite.tables.set(NAME, &part)?;
        Ok(true)
    }

    fn refuses(&self, planning: &Planning<'_>) -> Option<String> {
        let selection = planning.selection;
        if planning.compares_builds {
            return Some("only the codec lab compares builds".into());
        }
        if selection.measure == Measure::Instructions {
            return Some("--measure instructions is for the codec lab".into());
        }
        if !selection.operations.is_empty() {
            return Some("--operation is for the codec lab".into());
        }
        (!selection.messages.is_empty()).then(|| "the kv lab makes values of its own and takes no message".into())
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let part = part(planning.suite)?;
        let part = part.ok_or_else(|| PlanError::Choice(format!("suite {:?} has no [{NAME}]", planning.suite.name)))?;
        planning.progress.begin("looking for the servers of the kv lab");
        let named = &planning.selection.candidates;
        let patterns = if named.is_empty() { &part.candidates } else { named };
        let found = self.candidates(planning.catalog, planning.folders);
        let known = Known::of(&found);
        let mut chosen = wirecost_server_lab::plan::choose(found, patterns)?;
        let languages = &planning.selection.languages;
        chosen.retain(|found| {
            languages.is_empty() || found.as_ref().is_ok_and(|candidate| languages.contains(&candidate.file.language))
        });
        let rows = steps::rows(&part, planning.catalog)
            .map_err(|error| planning.suite.tables.fault(NAME, error.to_string()))?;
        Ok(Box::new(Stores { part, rows, known, chosen, planning }))
    }

    fn conclude(&self, cases: &mut [CaseDocument], _: EstimateId) {
        conclude(&wirecost_model::Lab::KV, cases);
    }
}

/// The stores that a run could measure.
struct Stores<'a> {
    part: Part,
    rows: Vec<Row>,
    known: Known,
    chosen: Vec<Found>,
    planning: &'a Planning<'a>,
}

impl Stores<'_> {
    /// Whether the command line names candidates, and none of this lab.
    fn is_passed_over(&self) -> bool {
        let selection = self.planning.selection;
        self.chosen.is_empty() && !(selection.candidates.is_empty() && selection.languages.is_empty())
    }
}

impl Discovered for Stores<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        if self.is_passed_over() {
            return Vec::new();
        }
        let named = |(name, value): (&str, String)| Parameter { name: name.to_owned(), value };
        let durable = self.chosen.iter().flatten().filter_map(Candidate::durability);
        let durable = durable.map(|durability| ("durability", durability.name().to_owned()));
        let bound = self.chosen.iter().flatten().filter_map(binding).map(|binding| ("binding", binding.to_owned()));
        let steps = self.rows.iter().flat_map(|row| &row.steps).flat_map(|step| step.parameters());
        steps.chain(durable).chain(bound).map(named).collect()
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        self.known.has(named)
    }

    fn languages(&self) -> Vec<String> {
        self.known.languages.clone()
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        let nothing = |why: String| Ok(Chosen::Nothing(PlanError::Choice(why)));
        let selection = self.planning.selection;
        if self.is_passed_over() {
            let named = [&selection.candidates[..], &selection.languages].concat().join(", ");
            return Ok(Chosen::Nothing(PlanError::NoCandidate(format!(
                "no candidate matches {named}; `wirecost list` shows them"
            ))));
        }
        let plan = KvPlan::new(self.part, self.rows, self.chosen, self.planning);
        if plan.is_empty() {
            let name = &self.planning.suite.name;
            return nothing(format!("no load of suite {name:?} has all of the parameters that were chosen"));
        }
        Ok(Chosen::Plan(Box::new(plan)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = r#"
summary = "s"
[kv]
budget = "1m"
trials = 1
candidates = ["map"]
[[kv.load]]
keys = 1000
value_bytes = 100
operations = ["set", "get"]
"#;

    #[test]
    fn the_command_line_sets_keys_and_bytes_but_for_values_that_hold_a_message() {
        let mut suite = Suite::parse("s", "s.toml", SUITE).unwrap();
        let more = "[[kv.load]]\nkeys = 10\nmessage = \"dns-record\"\nformats = [\"json\"]\noperations = [\"get\"]\n";
        assert!(LAB.set_values(&mut suite, Some(50), Some(1000)).unwrap());
        let load = part(&suite).unwrap().unwrap().load.remove(0);
        assert_eq!((load.keys, load.value_bytes), (50, 1000));
        let mut suite = Suite::parse("s", "s.toml", &format!("{SUITE}\n{more}")).unwrap();
        LAB.set_values(&mut suite, None, Some(1000)).unwrap();
        let load = part(&suite).unwrap().unwrap().load.pop().unwrap();
        assert_eq!((load.keys, load.value_bytes), (10, 0));
        LAB.set_values(&mut suite, None, Some(3)).unwrap();
        assert!(part(&suite).unwrap_err().to_string().contains("value_bytes must be from 24"));
    }

    #[test]
    fn options_that_make_no_load_are_refused() {
        let is_in = |text: &str| LAB.is_in(&Suite::parse("s", "s.toml", text).unwrap());
        assert!(is_in(SUITE).unwrap());
        for (sound, broken, said) in [
            ("trials = 1", "trials = 0", "trials"),
            ("keys = 1000", "keys = 0", "keys"),
            ("[[kv.load]]\nkeys = 1000", "slices = \"9ms\"\n[[kv.load]]\nkeys = 1", "at least 2"),
            ("value_bytes = 100", "value_bytes = 10", "value_bytes must be from 24"),
            ("value_bytes = 100", "message = \"dns-record\"", "needs formats"),
            ("value_bytes = 100", "value_bytes = 100\nformats = [\"json\"]", "formats need a message"),
            ("\"set\", \"get\"", "\"get\", \"set\"", "set must come first"),
            ("\"set\", \"get\"", "\"put\"", "unknown variant"),
            ("\"set\", \"get\"", "", "no operation"),
            ("keys = 1000", "keys = 1000\npipeline = [0]", "pipeline"),
            ("\"get\"", "\"full-memory\"", "full-memory needs more"),
            ("keys = 1000", "keys = 1000\nrate_per_s = [0]", "rates"),
            ("keys = 1000", "keys = 1000\norder = [\"zpif\"]", "`uniform`, `zipf`, `latest`"),
        ] {
            let error = is_in(&SUITE.replace(sound, broken)).unwrap_err().to_string();
            assert!(error.starts_with("s.toml") && error.contains(said), "{broken}: {error}");
        }
    }

    #[test]
    fn stores_of_the_default_suite_take_turns_for_as_long_as_a_tenth_needs() {
        let catalog = Catalog::default();
        let suite = Suite::load(wirecost_catalog::suite::DEFAULT, &catalog).unwrap();
        let part = part(&suite).unwrap().unwrap();
        // What a simulation of verdicts takes (crates/verdict/tests/verdicts.rs, METHOD 13).
        assert!(part.slices.0 >= std::time::Duration::from_millis(240) && part.trials == 6);
        // A pass over so few keys has room for few slices.
        let rows = steps::rows(&part, &catalog).unwrap();
        assert!(rows.iter().flat_map(|row| &row.steps).all(|step| step.operation.mix().is_some()));
    }
}
