//! What a run is about, before anything is built for it: which candidates, on which messages, in which operations.

use std::collections::HashMap;

use globset::GlobSet;
use wirecost_catalog::{Measure, Message, Parameter, PlanError, Selection, Suite, globs};
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind};

use crate::Runner;
use crate::fit::{Unfit, unfit};
use crate::variations::Variations;

/// What was chosen of a suite.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The suite.
    pub suite: Suite,
    /// What trials count.
    pub measure: Measure,
    /// The seed of every draw.
    pub seed: u64,
    /// The messages.
    pub messages: Vec<Message>,
    /// The runners, of which one may stand for the candidates that are built.
    pub runners: Vec<Runner>,
    /// What was chosen, by runner and candidate.
    pub choices: Vec<Choice>,
}

/// A candidate on a message.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Which of the runners holds the candidate.
    pub runner: usize,
    /// The candidate.
    pub candidate: CandidateDescription,
    /// The name of the message.
    pub message: String,
    /// What the candidate does with it.
    pub operations: Vec<OperationKind>,
    /// Whether it was chosen as it is, and not only with what is varied of it.
    pub is_plain: bool,
    /// Why it cannot; none if it can.
    pub unfit: Option<Unfit>,
}

/// Which candidates and operations the suite and the command line name.
struct Choosing<'a> {
    selection: &'a Selection,
    /// What the names of candidates are matched with, and how they were written.
    named: GlobSet,
    texts: Vec<String>,
    /// The names on the command line that vary nothing; `None` where the command line names no candidate.
    plain: Option<GlobSet>,
    excluded: GlobSet,
    operations: Vec<OperationKind>,
}

impl<'a> Choosing<'a> {
    fn new(suite: &Suite, selection: &'a Selection, runners: &[Runner]) -> Result<Self, PlanError> {
        let names_any = !selection.candidates.is_empty();
        let variations = Variations::of(selection, runners);
        let texts = if names_any { variations.usual() } else { suite.candidates.clone() };
        let plain = names_any.then(|| globs(&variations.plain())).transpose()?;
        // What a suite leaves out stands where somebody asks for it by name or by language.
        let by_suite = !names_any && selection.languages.is_empty();
        let excluded = if by_suite { globs(&suite.exclude)? } else { GlobSet::empty() };
        let operations = match &selection.operations[..] {
            [] => suite.operations.clone(),
            chosen => chosen.to_vec(),
        };
        Ok(Self { selection, named: globs(&texts)?, texts, plain, excluded, operations })
    }

    fn speaks(&self, runner: &Runner) -> bool {
        let languages = &self.selection.languages;
        languages.is_empty() || languages.contains(&runner.description.language)
    }

    fn takes(&self, candidate: &CandidateDescription, message: &Message) -> bool {
        let parameter = |name: &str| candidate.parameters.get(name).map(String::as_str);
        let parameters = &self.selection.parameters;
        if !self.named.is_match(&candidate.name) || !parameters.admit(parameter) {
            return false;
        }
        // Of a message of the user's every format is in the result: by its reference, and as trees of values.
        let shows_format = match candidate.binding {
            Binding::Typed => candidate.reference,
            binding => binding == Binding::Dynamic,
        };
        // Of a document, structs stand beside trees and events.
        let binds = candidate.binding == Binding::Typed
            && matches!(candidate.format.as_str(), "xml" | "fast-infoset")
            && message.is_document_with_data();
        let is_shown = message.message_type().is_none() && (shows_format || binds);
        is_shown || parameters.name(parameter) || !self.excluded.is_match(&candidate.name)
    }

    /// What a candidate does with these messages, none if it was not chosen.
    fn choices(&self, runner: usize, candidate: &CandidateDescription, messages: &[Message]) -> Vec<Choice> {
        let taken = messages.iter().filter(|message| self.takes(candidate, message));
        let operations = candidate.operations.iter().filter(|operation| self.operations.contains(operation));
        let operations: Vec<OperationKind> = operations.copied().collect();
        let is_plain = self.plain.as_ref().is_none_or(|plain| plain.is_match(&candidate.name));
        let choice = |message: &Message| Choice {
            runner,
            candidate: candidate.clone(),
            message: message.name.clone(),
            operations: operations.clone(),
            is_plain,
            unfit: unfit(candidate, message),
        };
        taken.map(choice).collect()
    }
}

/// The control of a runner, which is measured with every case of it, whatever was chosen.
fn control(runner: usize, candidate: &CandidateDescription, messages: &[Message]) -> Option<Choice> {
    Some(Choice {
        runner,
        candidate: candidate.clone(),
        message: messages.first()?.name.clone(),
        operations: candidate.operations.clone(),
        is_plain: true,
        unfit: None,
    })
}

impl Draft {
    /// What a selection leaves of a suite, on these messages.
    ///
    /// # Errors
    /// If a glob is broken or names nothing, or two candidates share a name.
    pub fn new(
        suite: Suite,
        selection: &Selection,
        messages: Vec<Message>,
        runners: Vec<Runner>,
        seed: u64,
    ) -> Result<Self, PlanError> {
        let mut draft = Self { measure: selection.measure, seed, messages, runners, choices: Vec::new(), suite };
        draft.check_names()?;
        let choosing = Choosing::new(&draft.suite, selection, &draft.runners)?;
        draft.choices = draft.chosen(&choosing);
        if draft.choices.is_empty() {
            draft.check_languages(selection)?;
            return Err(draft.matches_none(&choosing));
        }
        draft.choices.retain(|choice| !choice.operations.is_empty());
        Ok(draft)
    }

    fn chosen(&self, choosing: &Choosing<'_>) -> Vec<Choice> {
        let compares = self.compares_builds();
        let mut all = Vec::new();
        for (index, runner) in self.runners.iter().enumerate() {
            if !choosing.speaks(runner) || compares && runner.spec.side.is_none() {
                continue;
            }
            let is_control = |candidate: &&CandidateDescription| candidate.binding == Binding::Nothing;
            let (controls, candidates): (Vec<_>, Vec<_>) = runner.candidates().iter().partition(is_control);
            let of_runner = candidates.into_iter().map(|it| (it, choosing.choices(index, it, &self.messages)));
            let mut of_runner: Vec<_> = of_runner.filter(|(_, choices)| !choices.is_empty()).collect();
            if of_runner.is_empty() {
                continue;
            }
            of_runner
                .extend(controls.into_iter().map(|it| (it, control(index, it, &self.messages).into_iter().collect())));
            // As the runner lists them.
            let place = |it: &CandidateDescription| runner.candidates().iter().position(|other| other.name == it.name);
            of_runner.sort_by_key(|(candidate, _)| place(candidate));
            all.extend(of_runner.into_iter().flat_map(|(_, choices)| choices));
        }
        all
    }

    /// Whether two builds of the same candidates are compared.
    pub fn compares_builds(&self) -> bool {
        self.runners.iter().any(|runner| runner.spec.side.is_some())
    }

    /// The parameters that candidates of these runners have.
    pub fn parameters(runners: &[Runner]) -> impl Iterator<Item = Parameter> {
        let parameters = runners.iter().flat_map(Runner::candidates).flat_map(|candidate| &candidate.parameters);
        parameters.map(|(name, value)| Parameter { name: name.clone(), value: value.clone() })
    }

    /// The message of this name.
    pub fn message(&self, name: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.name == name)
    }

    fn check_names(&self) -> Result<(), PlanError> {
        let mut seen = HashMap::new();
        for runner in &self.runners {
            let name = &runner.spec.name;
            for candidate in runner.candidates() {
                if let Some(other) = seen.insert((&runner.spec.side, &candidate.name), name) {
                    return Err(PlanError::Choice(format!(
                        "candidate {:?} is in runner {name:?} and in runner {other:?}; names must differ",
                        candidate.name
                    )));
                }
            }
        }
        Ok(())
    }

    /// Refuses languages that no runner has.
    fn check_languages(&self, selection: &Selection) -> Result<(), PlanError> {
        let known: Vec<&str> = self.runners.iter().map(|runner| runner.description.language.as_str()).collect();
        let unknown = selection.languages.iter().find(|language| !known.contains(&language.as_str()));
        unknown.map_or(Ok(()), |language| {
            let known = known.join(", ");
            Err(PlanError::Choice(format!("no candidate in {language:?} on this machine; there are those in {known}")))
        })
    }

    fn matches_none(&self, choosing: &Choosing<'_>) -> PlanError {
        let known: Vec<&str> =
            self.runners.iter().flat_map(Runner::candidates).map(|candidate| candidate.name.as_str()).collect();
        let parameters = if choosing.selection.parameters.is_empty() { "" } else { " with the chosen parameters" };
        let (chosen, known) = (choosing.texts.join(", "), known.join(", "));
        PlanError::NoCandidate(format!("no candidate matches {chosen}{parameters}; give one of {known}"))
    }
}
