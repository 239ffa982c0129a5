//! The codec lab as one of the labs of a program: it starts the runners that there are, and plans with those that answer.

use std::collections::BTreeSet;
use std::time::Duration;

use wirecost_catalog::{Message, Parameter, PlanError, Suite, glob, globs, messages};
use wirecost_codec_protocol::{Binding, CandidateDescription, Description};
use wirecost_lab::{Chosen, Discovered, Lab, Planning};
use wirecost_model::{CaseDocument, EstimateId};

use crate::conclude::conclude;
use crate::runners::{self, Unusable};
use crate::variations::Variations;
use crate::{CodecPlan, Draft, Planned, Runner, at_once, build};

/// The lab, for the list of labs.
pub static LAB: Codec = Codec;

/// The codec lab. Its part of a suite is everything outside of tables of other labs.
#[derive(Debug, Clone, Copy)]
pub struct Codec;

impl Lab for Codec {
    fn name(&self) -> &'static str {
        "codec"
    }

    fn summary(&self) -> &'static str {
        "Encoding and decoding"
    }

    fn is_in(&self, suite: &Suite) -> Result<bool, PlanError> {
        Ok(suite.has_codec())
    }

    fn part(&self) -> String {
        "messages for the codec lab".into()
    }

    fn set_trials(&self, suite: &mut Suite, trials: usize) -> Result<(), PlanError> {
        suite.trials = trials;
        Ok(())
    }

    fn discover<'a>(&self, planning: &'a Planning<'a>) -> Result<Box<dyn Discovered + 'a>, PlanError> {
        let Planning { runners: of_user, catalog, folders, progress, .. } = *planning;
        let (found, unusable) = runners::find(catalog, &folders.cache, of_user);
        let mut runners = Runners { planning, found: Vec::new(), unusable };
        let first_of_user = found.len() - of_user.len();
        for (index, mut spec) in found.into_iter().enumerate() {
            let build = planning.compares_builds && of_user.iter().any(|(name, _)| *name == spec.name);
            spec.side = build.then(|| spec.name.clone());
            progress.begin(&format!("starting runner {:?}", spec.name));
            match spec.describe().and_then(|(description, start_up)| sound(&spec.name, description, start_up)) {
                // What the user named is not left out: a typing error must not look like a measured runner.
                Err(reason) if index >= first_of_user => {
                    return Err(PlanError::Choice(format!(
                        "{reason}; --runner takes a program that speaks the runner protocol (docs/PROTOCOL.md)"
                    )));
                }
                Ok((description, start_up)) => {
                    if let Some(interpreter) = &description.interpreter {
                        spec.start_interpreter(interpreter);
                    }
                    // Whatever takes long before a trial.
                    let start_up = start_up + spec.warmup.map_or(Duration::ZERO, |warmup| warmup.least.0);
                    runners.found.push(Runner::found(spec, description, start_up));
                }
                Err(reason) => {
                    progress.note(&format!("not measured: {reason}"));
                    runners.unusable.push(reason);
                }
            }
        }
        Ok(Box::new(runners))
    }

    fn conclude(&self, cases: &mut [CaseDocument], verdict: EstimateId) {
        conclude(cases, verdict);
    }
}

/// The runners that a run could measure.
struct Runners<'a> {
    planning: &'a Planning<'a>,
    found: Vec<Runner>,
    unusable: Vec<Unusable>,
}

impl Runners<'_> {
    /// The runners that are measured: where builds are compared, these alone.
    fn measured(&self) -> impl Iterator<Item = &Runner> {
        self.found.iter().filter(|runner| !self.planning.compares_builds || runner.spec.side.is_some())
    }

    fn candidates(&self) -> impl Iterator<Item = &CandidateDescription> {
        let candidates = self.measured().flat_map(Runner::candidates);
        candidates.filter(|candidate| candidate.binding != Binding::Nothing)
    }
}

impl Discovered for Runners<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        Draft::parameters(&self.found).collect()
    }

    fn has_candidate(&self, named: &str) -> Result<bool, PlanError> {
        let usual = Variations::of(self.planning.selection, &self.found).usual_name(named);
        let glob = glob(&usual)?;
        Ok(self.candidates().any(|candidate| glob.is_match(&candidate.name)))
    }

    fn languages(&self) -> Vec<String> {
        self.measured().map(|runner| runner.description.language.clone()).collect()
    }

    /// A candidate of a runner that is not set up is named after it, as `java-gson` is.
    fn lacks(&self, named: &str) -> Option<String> {
        let is_named =
            |name: &str| named.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        self.unusable.iter().find(|runner| is_named(&runner.name)).map(ToString::to_string)
    }

    fn plan(self: Box<Self>) -> Result<Chosen, PlanError> {
        let Planning { suite, selection, catalog, seed, progress, .. } = *self.planning;
        let named = globs(&Variations::of(selection, &self.found).usual())?;
        let matches = named.is_empty() || self.candidates().any(|candidate| named.is_match(&candidate.name));
        let mut messages = messages(&suite.messages, selection, catalog)?;
        if self.found.iter().flat_map(Runner::candidates).any(compiles) {
            messages.iter_mut().for_each(Message::infer_type);
        }
        let mut draft = match Draft::new(suite.clone(), selection, messages, self.found, seed) {
            Ok(draft) => draft,
            // The candidates that the command line names may be those of another lab.
            Err(reason) if !matches => return Ok(Chosen::Nothing(reason)),
            Err(reason) => return Err(reason),
        };
        let built = build::build(self.planning, &mut draft, |draft| {
            at_once::table(draft).iter().for_each(|table| progress.note(table));
        })?;
        let plan = CodecPlan::new(draft, built);
        // What was taken where the command line left it open.
        let notes = plan.messages.iter().filter_map(|message| message.schema()?.note.as_deref());
        notes.collect::<BTreeSet<&str>>().into_iter().for_each(|note| progress.note(note));
        Ok(Chosen::Plan(Box::new(Planned { plan, unusable: self.unusable })))
    }
}

/// Whether a candidate gets the types of a message and compiles them.
fn compiles(candidate: &CandidateDescription) -> bool {
    candidate.binding == Binding::Typed && candidate.types.is_none()
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
    use wirecost_codec_protocol::PROTOCOL;

    #[test]
    fn a_description_that_would_break_a_table_is_refused() {
        let described = |name: &str, version: &str| Description {
            protocol: PROTOCOL,
            language: "c".into(),
            runtime: "cc 1".into(),
            interpreter: None,
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
