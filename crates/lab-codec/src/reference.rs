//! The candidates that stand for formats: they make the bytes that others read, and read what others write.

use std::time::Duration;

use wirecost_catalog::format::{is_self_describing, needs_schema};
use wirecost_catalog::{Content, Lack, Message};
use wirecost_codec_protocol::{CandidateDescription, OperationKind, Prepare, Process, ProcessError};
use wirecost_value::Value;

use crate::error::TrialError;
use crate::meaning::meaning;
use crate::{Runner, own};

/// The runners among whose candidates those are that stand for formats.
#[derive(Debug, Clone, Copy)]
pub struct References<'a> {
    runners: &'a [Runner],
    /// How long an answer may take.
    timeout: Duration,
}

/// A candidate that stands for a format.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'a> {
    /// Which of the runners holds it.
    pub index: usize,
    /// That runner.
    pub runner: &'a Runner,
    /// The candidate.
    pub candidate: &'a CandidateDescription,
}

impl<'a> References<'a> {
    /// Those among these runners, which answer within `timeout`.
    pub fn new(runners: &'a [Runner], timeout: Duration) -> Self {
        Self { runners, timeout }
    }

    fn all(&self) -> impl Iterator<Item = Reference<'a>> + use<'a> {
        let runners = self.runners.iter().enumerate();
        runners.flat_map(|(index, runner)| {
            let candidates = runner.candidates().iter().filter(|candidate| candidate.reference);
            candidates.map(move |candidate| Reference { index, runner, candidate })
        })
    }

    /// The candidate that stands for `format` for a message. `is_built`: it is wanted by a candidate that was built for the message.
    ///
    /// # Errors
    /// That there is none, or that it is not built.
    pub fn find(&self, format: &str, message: &Message, is_built: bool) -> Result<Reference<'a>, String> {
        let of_format: Vec<Reference<'_>> = self.all().filter(|it| it.candidate.format == format).collect();
        let ranked = of_format.iter().filter_map(|it| Some((it.rank(message, is_built)?, it)));
        let missing = match ranked.min_by_key(|(rank, _)| *rank) {
            Some((_, found)) if found.is_there() => return Ok(*found),
            Some((_, found)) => Some(found),
            None => of_format.iter().find(|it| it.runner.is_to_build()),
        };
        Err(match missing {
            Some(Reference { candidate: CandidateDescription { name, .. }, .. }) => {
                format!("{name} writes it, which is not built; name it with --candidate to have it built")
            }
            None => format!("no reference candidate for format {format:?}"),
        })
    }

    /// Starts one, in a process that is idle while anything is timed, and makes it ready for `operation` on `message`.
    ///
    /// # Errors
    /// If it cannot be started or does not take the message.
    pub(crate) fn start(
        &self,
        reference: Reference<'_>,
        message: &Message,
        operation: OperationKind,
        input: Value,
    ) -> Result<Process, TrialError> {
        let Reference { runner, candidate, .. } = reference;
        let request = Prepare {
            candidate: runner.called(candidate).to_owned(),
            operation,
            message: message.name.clone(),
            message_type: runner.type_name(message).map(str::to_owned),
            types: message.runner_types().map(|told| told.types.clone()),
            schema: message.definition(&candidate.format),
            inputs: vec![input],
            reference: None,
        };
        self.prepared(runner, request)
            .map_err(|error| TrialError::from(error).of(&format!("the reference candidate {:?}", candidate.name)))
    }

    fn prepared(&self, runner: &Runner, request: Prepare) -> Result<Process, ProcessError> {
        let mut process = runner.spec.start(0, self.timeout)?;
        process.prepare(request)?;
        Ok(process)
    }

    /// These messages in a format: written here where that can be, else by the candidate that stands for the format.
    ///
    /// # Errors
    /// Why the format does not hold them, or which candidate is not there.
    pub fn encoded(&self, format: &str, message: &Message, variants: &[Content]) -> Result<Vec<Vec<u8>>, Lack> {
        if format == own::EXTERNAL {
            return own::external(message.vocabulary(format), variants);
        }
        self.bytes(format, message, false, variants).map_err(|error| Lack::new(error.reason()))
    }

    /// The same for candidates that read them; `is_built` says whether these were built for the message.
    pub(crate) fn bytes(
        &self,
        format: &str,
        message: &Message,
        is_built: bool,
        variants: &[Content],
    ) -> Result<Vec<Vec<u8>>, TrialError> {
        if own::holds(format) {
            let own = variants.iter().filter_map(|variant| own::write(format, variant)).collect::<Result<_, Lack>>();
            return Ok(own.map_err(String::from)?);
        }
        let reference = self.find(format, message, is_built).map_err(TrialError::Unsupported)?;
        let form = reference.runner.form().map(AsRef::as_ref);
        let values = variants.iter().map(|variant| meaning(reference.candidate, form, variant));
        let values = values.collect::<Result<Vec<Value>, String>>()?;
        let first = values.first().cloned().ok_or_else(|| "no inputs".to_owned())?;
        let mut process = self.start(reference, message, OperationKind::Encode, first)?;
        let answers = process.verify(values);
        let answers =
            answers.map_err(|error| TrialError::from(error).of(&format!("the reference candidate of {format}")))?;
        let bytes = answers.into_iter().map(|answer| match answer {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(TrialError::Failed(format!("the reference of {format} answers {} to encode", other.kind()))),
        });
        bytes.collect()
    }
}

impl Reference<'_> {
    /// Whether it can be started.
    fn is_there(&self) -> bool {
        self.runner.built().is_none_or(|built| built.document.is_some())
    }

    /// How well it can stand for its format where a message is concerned, the best first; none if it cannot. The one that knows the
    /// message best is first: by types of its own, or by a schema of the user's; then one that needs no types, whose readings hold
    /// for all; then one that was built for the message.
    fn rank(&self, message: &Message, is_built: bool) -> Option<u8> {
        if self.runner.is_to_build() {
            return None;
        }
        if let Some(built) = self.runner.built() {
            match &built.form {
                Ok(None) if built.is_usual => {}
                Ok(_) if built.is_for(&message.name) => return Some(if built.is_usual { 3 } else { 4 }),
                _ => return None,
            }
        }
        let format = &self.candidate.format;
        match (&self.candidate.types, message.message_type()) {
            // Where the format leaves it open how a type is written, types that are compiled in may write it otherwise.
            (Some(types), Some(name)) if types.iter().any(|known| known == name) => {
                (!is_built || is_self_describing(format)).then_some(0)
            }
            (Some(_), _) => is_self_describing(format).then_some(2),
            (None, _) if needs_schema(format) => message.schema().is_some().then_some(0),
            (None, _) => Some(1),
        }
    }
}
