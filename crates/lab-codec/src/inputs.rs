//! What candidates are given and what they must answer.
//!
//! The harness makes both. The bytes to decode are the same for all candidates of a format: its own for JSON and
//! XML, those of the format's reference candidate for any other. Verification inputs are none of the timed ones.

use std::collections::HashMap;
use std::rc::Rc;

use wirecost_catalog::format::needs_schema;
use wirecost_catalog::{Content, Message};
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind, Prepare, Process, ProcessError};
use wirecost_value::{ConvertError, Value, json, to_value};

use crate::runners::RunnerSpec;
use crate::verify::Expected;
use crate::{Case, CodecPlan};

/// Timed inputs of a case, taken in turn.
const TIMED: usize = 8;

/// Verification inputs of a case.
const VERIFIED: usize = 2;

/// Inputs that are handed over with a batch and never before: the most, and the fewest ...
const MOST_FRESH: usize = 128;
const FEWEST_FRESH: usize = 2;

/// ... what they may hold together in bytes in between ...
const FRESH_BYTES: usize = 64 << 10;

/// ... and the largest message that has any: a larger one takes longer to hand over than a trial takes.
const LARGEST_FRESH: usize = 8 << 20;

/// What all timed inputs of a case may hold together in bytes, so that they stay in the cache as one message would;
/// beyond it there are fewer, down to one.
const TIMED_BYTES: usize = 1 << 20;

/// The inputs of a case and what is expected of it.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// Timed inputs; the first is the message itself.
    pub timed: Vec<Value>,
    /// What the first timed input must give.
    pub first: Expected,
    /// Verification inputs with what each must give.
    pub verified: Vec<(Value, Expected)>,
    /// Inputs that the candidate has never seen; empty where the message cannot be varied or is too large to.
    pub fresh: Vec<Value>,
    /// What all of these mean: the timed inputs first, the fresh ones last.
    variants: Rc<[Content]>,
}

impl Inputs {
    /// What the timed input at `index` must give in a case about `message`.
    ///
    /// # Errors
    /// Why the message has no such meaning.
    pub(crate) fn of_timed(&self, index: usize, case: &Case, message: &Message) -> Result<Expected, String> {
        Expected::new(case, message, &self.variants[index])
    }

    /// The same for the fresh input at `index`.
    ///
    /// # Errors
    /// Why the message has no such meaning.
    pub(crate) fn of_fresh(&self, index: usize, case: &Case, message: &Message) -> Result<Expected, String> {
        Expected::new(case, message, &self.variants[self.variants.len() - self.fresh.len() + index])
    }
}

/// Makes inputs, each message's once.
pub struct InputMaker<'a> {
    plan: &'a CodecPlan,
    specs: &'a [RunnerSpec],
    variants: HashMap<String, Rc<[Content]>>,
    bytes: HashMap<FormatOfMessage, Result<Vec<Vec<u8>>, String>>,
}

/// A format's name and a message's.
type FormatOfMessage = (String, String);

impl<'a> InputMaker<'a> {
    /// A maker for the cases of `plan`, whose runners `specs` start.
    pub fn new(plan: &'a CodecPlan, specs: &'a [RunnerSpec]) -> Self {
        Self { plan, specs, variants: HashMap::new(), bytes: HashMap::new() }
    }

    /// The inputs of a case.
    ///
    /// # Errors
    /// Why the case cannot be measured.
    pub(crate) fn inputs(&mut self, case: &Case) -> Result<Inputs, String> {
        let message = self.plan.message(case).ok_or("its message is gone")?;
        let variants = self.variants(message);
        let bytes = match case.candidate.binding {
            Binding::Nothing => vec![Vec::new(); variants.len()],
            _ if !case.operation.reads() => vec![Vec::new(); variants.len()],
            _ => self.bytes(&case.candidate.format, message, &variants)?,
        };
        let inputs = variants.iter().zip(bytes).map(|(variant, bytes)| match case.candidate.binding {
            Binding::Nothing => Ok(Value::Null),
            _ if case.operation.reads() => Ok(Value::Bytes(bytes)),
            _ => meaning(&case.candidate, variant),
        });
        let mut timed = inputs.collect::<Result<Vec<_>, String>>()?;
        let fresh = match message.varies {
            true => timed.split_off(timed.len().min(self.timed_of(message) + VERIFIED)),
            false => Vec::new(),
        };
        let mut verified = timed.split_off(timed.len() - verified_of(timed.len()));
        let mut meant = &variants[timed.len()..timed.len() + verified.len()];
        if verified.is_empty() {
            // A message that cannot be varied is verified on itself, and the case says that one input was used.
            (verified, meant) = (timed.clone(), &variants[..]);
        }
        let expected = meant.iter().map(|variant| Expected::new(case, message, variant));
        let expected = expected.collect::<Result<Vec<_>, String>>()?;
        let first = Expected::new(case, message, &variants[0])?;
        Ok(Inputs { timed, first, verified: verified.into_iter().zip(expected).collect(), fresh, variants })
    }

    /// The bytes of the message itself in a format.
    ///
    /// # Errors
    /// Why the format does not hold it.
    pub fn canonical(&self, format: &str, message: &Message) -> Result<Vec<u8>, ConvertError> {
        let bytes =
            self.make_bytes(format, message, std::slice::from_ref(&message.content)).map_err(ConvertError::new)?;
        bytes
            .into_iter()
            .next()
            .ok_or_else(|| ConvertError::new(format_args!("the reference of {format} gives no answer")))
    }

    fn variants(&mut self, message: &Message) -> Rc<[Content]> {
        if let Some(variants) = self.variants.get(&message.name) {
            return Rc::clone(variants);
        }
        let timed = self.timed_of(message);
        let fresh = match message.size() <= LARGEST_FRESH && message.varies {
            true => (FRESH_BYTES / message.size().max(1)).clamp(FEWEST_FRESH, MOST_FRESH),
            false => 0,
        };
        let variants: Rc<[Content]> = message.variants(timed + VERIFIED + fresh, self.plan.seed).into();
        self.variants.insert(message.name.clone(), Rc::clone(&variants));
        variants
    }

    /// How many inputs of a message are timed.
    fn timed_of(&self, message: &Message) -> usize {
        (TIMED_BYTES / message.size().max(1)).clamp(1, TIMED)
    }

    /// The bytes of every variant in a format.
    fn bytes(&mut self, format: &str, message: &Message, variants: &[Content]) -> Result<Vec<Vec<u8>>, String> {
        let key = (format.to_owned(), message.name.clone());
        if let Some(bytes) = self.bytes.get(&key) {
            return bytes.clone();
        }
        let bytes = self.make_bytes(format, message, variants);
        self.bytes.insert(key, bytes.clone());
        bytes
    }

    fn make_bytes(&self, format: &str, message: &Message, variants: &[Content]) -> Result<Vec<Vec<u8>>, String> {
        match format {
            "json" => variants
                .iter()
                .map(|variant| variant.value.clone().and_then(|value| json::write(&value).map_err(text)))
                .collect(),
            "xml" => variants.iter().map(|variant| variant.xml.clone().map(|xml| xml.bytes)).collect(),
            _ => self.reference_bytes(format, message, variants),
        }
    }

    /// Has the reference candidate of a format encode the variants.
    fn reference_bytes(&self, format: &str, message: &Message, variants: &[Content]) -> Result<Vec<Vec<u8>>, String> {
        let (_, candidate) = reference(self.plan, format, message)?;
        let values: Result<Vec<Value>, String> = variants.iter().map(|variant| meaning(candidate, variant)).collect();
        let answers = ask_reference(self.plan, self.specs, format, message, OperationKind::Encode, values?)?;
        let bytes = answers.into_iter().map(|answer| match answer {
            Value::Bytes(bytes) => Ok(bytes),
            other => Err(format!("the reference of {format} answers {} to encode", other.kind())),
        });
        bytes.collect()
    }
}

/// The candidate that stands for `format` where it is about `message`, and which of the plan's runners holds it.
pub(crate) fn reference<'a>(
    plan: &'a CodecPlan,
    format: &str,
    message: &Message,
) -> Result<(usize, &'a CandidateDescription), String> {
    let candidates = plan
        .runners
        .iter()
        .enumerate()
        .flat_map(|(index, runner)| runner.description.candidates.iter().map(move |candidate| (index, candidate)));
    // With a schema of the user's, one that takes its types from there.
    let by_schema = message.schema.is_some();
    let mut references = candidates.filter(|(_, candidate)| {
        let knows = !needs_schema(format) || candidate.types.is_none() == by_schema;
        candidate.format == format && candidate.reference && knows
    });
    references.next().ok_or_else(|| format!("no reference candidate for format {format:?}"))
}

/// Runs the reference candidate of `format` on `inputs`, in a process of its own that is gone before any trial.
pub(crate) fn ask_reference(
    plan: &CodecPlan,
    specs: &[RunnerSpec],
    format: &str,
    message: &Message,
    operation: OperationKind,
    inputs: Vec<Value>,
) -> Result<Vec<Value>, String> {
    let first = inputs.first().cloned().ok_or("no inputs")?;
    let mut process = start_reference(plan, specs, format, message, operation, first)?;
    process.verify(inputs).map_err(|error| format!("the reference candidate of {format}: {error}"))
}

/// Starts the reference candidate of `format` and makes it ready for `operation` on `message`.
pub(crate) fn start_reference(
    plan: &CodecPlan,
    specs: &[RunnerSpec],
    format: &str,
    message: &Message,
    operation: OperationKind,
    input: Value,
) -> Result<Process, String> {
    let (runner, candidate) = reference(plan, format, message)?;
    let spec = specs.get(runner).ok_or_else(|| format!("no runner for {:?}", candidate.name))?;
    let start = || -> Result<Process, ProcessError> {
        let mut process = spec.start(0, plan.suite.answer_timeout.0)?;
        process.prepare(Prepare {
            candidate: candidate.name.clone(),
            operation,
            message: message.name.clone(),
            message_type: message.message_type.clone(),
            schema: message.schema.as_ref().map(|schema| schema.definition.clone()),
            inputs: vec![input],
            reference: None,
        })?;
        Ok(process)
    };
    start().map_err(|error| format!("the reference candidate {:?}: {error}", candidate.name))
}

/// What stands in memory for a candidate: a data tree, with the schema's types where it goes by one, or an infoset.
fn meaning(candidate: &CandidateDescription, variant: &Content) -> Result<Value, String> {
    if candidate.binding.is_infoset() {
        let xml = variant.xml.clone()?;
        return to_value(&xml.infoset).map_err(text);
    }
    let value = data_tree(candidate, variant)?;
    // A library's generic tree has no way to say that a field is known and absent.
    Ok(if candidate.binding == Binding::Dynamic { value.without_absent() } else { value })
}

/// The data tree that a candidate holds: with the schema's types where it goes by one.
pub(crate) fn data_tree(candidate: &CandidateDescription, variant: &Content) -> Result<Value, String> {
    if candidate.types.is_none() && needs_schema(&candidate.format) {
        return variant.typed.clone().ok_or_else(|| "the message has no schema".into());
    }
    variant.value.clone()
}

fn text(error: ConvertError) -> String {
    error.to_string()
}

/// How many of `all` variants verify and are not timed: at least one wherever there are two.
fn verified_of(all: usize) -> usize {
    VERIFIED.min(all.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_catalog::Xml;

    fn candidate(format: &str, binding: Binding, types: Option<Vec<String>>) -> CandidateDescription {
        CandidateDescription {
            name: "c".into(),
            package: "c".into(),
            version: "1".into(),
            format: format.into(),
            binding,
            operations: Vec::new(),
            types,
            reference: true,
            omits: Vec::new(),
            parameters: Default::default(),
            max_depth: None,
        }
    }

    #[test]
    fn a_reference_of_infosets_is_given_the_document_and_any_other_the_data_tree() {
        let infoset = wirecost_value::xml::read(b"<a b='c'/>").unwrap();
        let xml = Xml { bytes: b"<a b='c'/>".to_vec(), infoset: infoset.clone() };
        let variant = Content { value: Err("attribute \"b\" at line 1".into()), xml: Ok(xml), typed: None };
        for binding in [Binding::Events, Binding::Tree] {
            assert_eq!(meaning(&candidate("xml", binding, None), &variant), Ok(to_value(&infoset).unwrap()));
        }
        let typed = candidate("postcard", Binding::Typed, Some(Vec::new()));
        assert_eq!(meaning(&typed, &variant), Err("attribute \"b\" at line 1".into()));
    }

    #[test]
    fn a_candidate_that_goes_by_a_schema_is_given_its_types() {
        let (value, typed) = (Value::Float64(0.5), Value::Float32(0.5));
        let variant = Content { value: Ok(value.clone()), xml: Err(String::new()), typed: Some(typed.clone()) };
        assert_eq!(meaning(&candidate("protobuf", Binding::Dynamic, None), &variant), Ok(typed));
        assert_eq!(meaning(&candidate("messagepack", Binding::Dynamic, None), &variant), Ok(value));
    }
}
