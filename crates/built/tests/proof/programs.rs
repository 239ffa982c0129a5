//! The programs of all candidates, each with types for every message of the catalogue, and what they answer.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use wirecost_built::{Form, Offer, Recipe, Workshop};
use wirecost_catalog::Message;
use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{OperationKind, Prepare, Process, ProcessError};

use crate::common;
use crate::subject::typed_messages;

const TIMEOUT: Duration = Duration::from_secs(60);

/// A candidate with its program.
pub struct Candidate {
    /// What its manifest says of it.
    pub offer: Offer,
    program: PathBuf,
    /// Its generated types, by the names that its program has for them.
    forms: Arc<BTreeMap<String, Form>>,
}

impl std::ops::Deref for Candidate {
    type Target = Offer;

    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl Candidate {
    /// Its generated types for a message.
    pub fn form(&self, message: &Message) -> Option<&Form> {
        self.forms.get(message.message_type()?)
    }

    /// Whether its program has the type of a message.
    pub fn has_type_of(&self, message: &Message) -> bool {
        let has =
            |types: &Vec<String>| message.message_type().is_some_and(|name| types.iter().any(|known| known == name));
        self.form(message).is_some() || self.offer.types.as_ref().is_some_and(has)
    }

    /// What it can do with a message.
    pub fn operations_on(&self, message: &Message) -> Vec<OperationKind> {
        let lends = self.form(message).is_none_or(Form::lends);
        self.operations.iter().copied().filter(|kind| lends || *kind != OperationKind::Borrow).collect()
    }

    /// A process of its program.
    pub fn start(&self) -> Result<Process, ProcessError> {
        Process::start(Command::new(&self.program), TIMEOUT)
    }
}

/// Every candidate of messages that come with wirecost, if this machine can build it. Runs on documents test the others.
pub fn all() -> &'static [Candidate] {
    static ALL: LazyLock<Result<Vec<Candidate>, String>> = LazyLock::new(|| {
        let workshop = common::workshop();
        let (mut built, mut failures) = (Vec::new(), Vec::new());
        for recipe in workshop.recipes().all().filter(|recipe| !recipe.takes_documents_alone()) {
            match candidates(&workshop, recipe) {
                Ok(candidates) => built.extend(candidates),
                Err(reason) => failures.push(format!("{}: {reason}", recipe.name)),
            }
        }
        if failures.is_empty() { Ok(built) } else { Err(failures.join("\n")) }
    });
    ALL.as_ref().unwrap_or_else(|failures| panic!("{failures}"))
}

/// The candidates of a recipe, which one program holds.
fn candidates(workshop: &Workshop, recipe: &Recipe) -> Result<Vec<Candidate>, String> {
    let first = &recipe.candidates[0].name;
    let (mut forms, mut parts) = (BTreeMap::new(), Vec::new());
    for message in typed_messages().iter().filter(|_| recipe.types.is_some()) {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", message.name);
        let model = message.model().map_err(|lack| failed(&lack))?;
        let form = Form::new(recipe, first, model).map_err(|error| failed(&error))?;
        parts.push(workshop.part(recipe, first, &form).map_err(|error| failed(&error))?);
        forms.insert(form.type_name.clone(), form);
    }
    let parts: Vec<_> = parts.iter().collect();
    let job = workshop.job(recipe, first, &parts, &[]).map_err(|error| error.to_string())?;
    let built = common::build(workshop, &job).map_err(|error| error.to_string())?;
    let forms = Arc::new(forms);
    let candidate = |offer: &Offer, program: &PathBuf| Candidate {
        offer: offer.clone(),
        program: program.clone(),
        forms: Arc::clone(&forms),
    };
    let program = built.map(|built| built.program);
    Ok(program.iter().flat_map(|program| recipe.candidates.iter().map(|offer| candidate(offer, program))).collect())
}

/// A process that is kept for one operation.
struct Kept {
    kind: OperationKind,
    process: Process,
    /// Not after an error, which may leave the operation in any state.
    is_prepared: bool,
}

/// The processes of one candidate for one type of message.
#[derive(Default)]
struct Processes {
    candidate: String,
    message_type: Option<String>,
    kept: Vec<Kept>,
}

thread_local! {
    static PROCESSES: RefCell<Processes> = RefCell::default();
}

/// Runs an operation of a candidate once.
///
/// # Panics
/// If its code panics or its process ends, which no input may bring about.
pub fn run(candidate: &Candidate, kind: OperationKind, message: &Message, input: Value) -> Result<Value, String> {
    let answer = PROCESSES.with_borrow_mut(|processes| processes.run(candidate, kind, message, input));
    answer.map_err(|error| {
        assert!(!is_crash(&error), "{} {} {}: {error}", candidate.name, message.name, kind.name());
        error.to_string()
    })
}

/// Whether an error is no refusal: by the candidate, or by the harness, which takes no value with a key that occurs twice.
fn is_crash(error: &ProcessError) -> bool {
    match error {
        ProcessError::Failed(reason, _) => reason.starts_with("panicked"),
        ProcessError::Unsupported(_) | ProcessError::Rubbish { .. } => false,
        ProcessError::Start { .. } | ProcessError::Ended { .. } | ProcessError::TimedOut { .. } => true,
    }
}

impl Processes {
    fn run(
        &mut self,
        candidate: &Candidate,
        kind: OperationKind,
        message: &Message,
        input: Value,
    ) -> Result<Value, ProcessError> {
        if self.candidate != candidate.name || self.message_type.as_deref() != message.message_type() {
            let message_type = message.message_type().map(str::to_owned);
            *self = Self { candidate: candidate.name.clone(), message_type, kept: Vec::new() };
        }
        let mut kept = match self.kept.iter().position(|kept| kept.kind == kind) {
            Some(index) => self.kept.swap_remove(index),
            None => Kept { kind, process: candidate.start()?, is_prepared: false },
        };
        let answer = kept.run(candidate, message, input);
        kept.is_prepared = answer.is_ok();
        // The process lives on after these alone.
        if matches!(answer, Ok(_) | Err(ProcessError::Failed(..) | ProcessError::Unsupported(_))) {
            self.kept.push(kept);
        }
        answer
    }
}

impl Kept {
    fn run(&mut self, candidate: &Candidate, message: &Message, input: Value) -> Result<Value, ProcessError> {
        if !self.is_prepared {
            self.process.prepare(Prepare {
                candidate: candidate.name.clone(),
                operation: self.kind,
                message: message.name.clone(),
                message_type: message.message_type().map(str::to_owned),
                types: None,
                schema: None,
                inputs: vec![input.clone()],
                reference: None,
            })?;
        }
        self.process.verify(vec![input]).map(|mut answers| answers.remove(0))
    }
}
