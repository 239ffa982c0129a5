//! What candidates are given and what they must answer.
//!
//! The harness makes both. The bytes to decode are the same for all candidates of a format: its own for JSON and
//! XML, those of the format's reference candidate for any other. Verification inputs are none of the timed ones.

use std::collections::HashMap;
use std::rc::Rc;

use wirecost_built::Form;
use wirecost_catalog::format::{is_self_describing, needs_schema};
use wirecost_catalog::{Content, Lack, Message};
use wirecost_codec_protocol::{Binding, CandidateDescription, OperationKind, Prepare, Process, ProcessError};
use wirecost_value::{ConvertError, Value, to_value};

use crate::measured::TrialError;
use crate::own;
use crate::runners::RunnerSpec;
use crate::verify::Expected;
use crate::{Case, CodecPlan};

/// Timed inputs of a case, taken in turn: the most, and the fewest where they are short ...
const TIMED: usize = 8;
const FEWEST_TIMED: usize = 4;

/// Verification inputs of a case.
pub const VERIFIED: usize = 2;

/// Inputs that are handed over with a batch and never before: the most, and the fewest ...
const MOST_FRESH: usize = 128;
const FEWEST_FRESH: usize = 2;

/// ... what they may hold together in bytes in between ...
const FRESH_BYTES: usize = 64 << 10;

/// ... and the largest message that has any: a larger one takes longer to hand over than a trial takes.
const LARGEST_FRESH: usize = 8 << 20;

/// ... what they may hold together in bytes in between, so that they stay in the cache as one message would, and what they may hold at
/// most: beyond it there are fewer, down to one. Each of them is handed over
/// in every trial.
const TIMED_BYTES: usize = 64 << 10;
const MOST_TIMED_BYTES: usize = 1 << 20;

/// The inputs of a case and what is expected of it.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// Timed inputs; the first is the message itself.
    pub timed: Vec<Value>,
    /// Verification inputs. They are the timed ones of a message that cannot be varied, and the case says that one input was used.
    pub verified: Vec<Value>,
    /// Inputs that the candidate has never seen; empty where the message cannot be varied or is too large to.
    pub fresh: Vec<Value>,
    /// What all of these mean: the timed inputs first, the fresh ones last.
    variants: Rc<[Content]>,
}

/// Which variant of its message an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant(usize);

impl Variant {
    /// The message itself.
    pub const ITSELF: Self = Self(0);
}

impl Inputs {
    /// That of the timed input at `index`.
    pub fn of_timed(&self, index: usize) -> Variant {
        Variant(index)
    }

    /// Those of the verification inputs.
    pub fn of_verified(&self) -> impl Iterator<Item = Variant> {
        let fresh = self.variants.len() - self.fresh.len();
        (fresh - self.verified.len()..fresh).map(Variant)
    }

    /// That of the fresh input at `index`.
    pub fn of_fresh(&self, index: usize) -> Variant {
        Variant(self.variants.len() - self.fresh.len() + index)
    }

    /// What a case must give for a variant of its message.
    ///
    /// # Errors
    /// Why the message has no such meaning.
    pub(crate) fn expected(&self, variant: Variant, case: &Case, message: &Message) -> Result<Expected, String> {
        Expected::new(case, message, &self.variants[variant.0])
    }
}

/// How many inputs of a message are timed in turn.
pub fn timed_of(message: &Message) -> usize {
    let fit = |bytes: usize| bytes / message.size().max(1);
    fit(TIMED_BYTES).max(FEWEST_TIMED).min(fit(MOST_TIMED_BYTES)).clamp(1, TIMED)
}

/// Makes inputs, each message's once.
pub struct InputMaker<'a> {
    plan: &'a CodecPlan,
    specs: &'a [RunnerSpec],
    variants: HashMap<String, Rc<[Content]>>,
    bytes: HashMap<FormatOfMessage, Result<Vec<Vec<u8>>, TrialError>>,
}

/// A format, a message, and whether the candidates that read it were built alone for the message.
type FormatOfMessage = (String, String, bool);

impl<'a> InputMaker<'a> {
    /// A maker for the cases of `plan`, whose runners `specs` start.
    pub fn new(plan: &'a CodecPlan, specs: &'a [RunnerSpec]) -> Self {
        Self { plan, specs, variants: HashMap::new(), bytes: HashMap::new() }
    }

    /// The inputs of a case.
    ///
    /// # Errors
    /// Why the case cannot be measured.
    pub(crate) fn inputs(&mut self, case: &Case) -> Result<Inputs, TrialError> {
        let message = self.plan.message(case).ok_or_else(|| "its message is gone".to_owned())?;
        let variants = self.variants(message);
        let bytes = match case.candidate.binding {
            Binding::Nothing => vec![Vec::new(); variants.len()],
            _ if !case.operation.reads() => vec![Vec::new(); variants.len()],
            _ => self.bytes(&case.candidate.format, message, case.form.is_some(), &variants)?,
        };
        let inputs = variants.iter().zip(bytes).map(|(variant, bytes)| match case.candidate.binding {
            Binding::Nothing => Ok(Value::Null),
            _ if case.operation.reads() => Ok(Value::Bytes(bytes)),
            _ => meaning(&case.candidate, case.form.as_deref(), variant),
        });
        let mut timed = inputs.collect::<Result<Vec<_>, String>>()?;
        let fresh = match message.varies {
            true => timed.split_off(timed.len().min(timed_of(message) + VERIFIED)),
            false => Vec::new(),
        };
        let mut verified = timed.split_off(timed.len() - verified_of(timed.len()));
        if verified.is_empty() {
            verified.clone_from(&timed);
        }
        Ok(Inputs { timed, verified, fresh, variants })
    }

    /// The bytes of messages like `message` in a format, in order.
    ///
    /// # Errors
    /// Why the format does not hold them.
    pub fn encoded(&self, format: &str, message: &Message, variants: &[Content]) -> Result<Vec<Vec<u8>>, ConvertError> {
        self.make_bytes(format, message, false, variants).map_err(|error| ConvertError::new(error.reason()))
    }

    fn variants(&mut self, message: &Message) -> Rc<[Content]> {
        if let Some(variants) = self.variants.get(&message.name) {
            return Rc::clone(variants);
        }
        let timed = timed_of(message);
        let fresh = match message.size() <= LARGEST_FRESH && message.varies {
            true => (FRESH_BYTES / message.size().max(1)).clamp(FEWEST_FRESH, MOST_FRESH),
            false => 0,
        };
        let variants: Rc<[Content]> = message.variants(timed + VERIFIED + fresh, self.plan.seed).into();
        self.variants.insert(message.name.clone(), Rc::clone(&variants));
        variants
    }

    /// The bytes of every variant in a format.
    fn bytes(
        &mut self,
        format: &str,
        message: &Message,
        alone: bool,
        variants: &[Content],
    ) -> Result<Vec<Vec<u8>>, TrialError> {
        let key = (format.to_owned(), message.name.clone(), alone);
        if let Some(bytes) = self.bytes.get(&key) {
            return bytes.clone();
        }
        let bytes = self.make_bytes(format, message, alone, variants);
        self.bytes.insert(key, bytes.clone());
        bytes
    }

    fn make_bytes(
        &self,
        format: &str,
        message: &Message,
        alone: bool,
        variants: &[Content],
    ) -> Result<Vec<Vec<u8>>, TrialError> {
        let own: Option<Result<Vec<Vec<u8>>, Lack>> =
            variants.iter().map(|variant| own::write(format, variant)).collect();
        match own {
            Some(bytes) => Ok(bytes.map_err(String::from)?),
            None => self.reference_bytes(format, message, alone, variants),
        }
    }

    /// Has the reference candidate of a format encode the variants.
    fn reference_bytes(
        &self,
        format: &str,
        message: &Message,
        alone: bool,
        variants: &[Content],
    ) -> Result<Vec<Vec<u8>>, TrialError> {
        let found = reference(self.plan, format, message, alone).map_err(TrialError::Unsupported)?;
        let (runner, candidate) = found;
        let form = form(self.plan, runner);
        let values = variants.iter().map(|variant| meaning(candidate, form, variant));
        let values: Result<Vec<Value>, String> = values.collect();
        let values = values?;
        let first = values.first().cloned().ok_or_else(|| "no inputs".to_owned())?;
        let mut process = start_reference(self.plan, self.specs, found, message, OperationKind::Encode, first)?;
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

/// A reference candidate, and which of the plan's runners holds it.
pub(crate) type Found<'a> = (usize, &'a CandidateDescription);

/// The candidate that stands for `format` where it is about `message`; `alone` says whether for candidates that were
/// built for it.
pub(crate) fn reference<'a>(
    plan: &'a CodecPlan,
    format: &str,
    message: &Message,
    alone: bool,
) -> Result<Found<'a>, String> {
    let candidates = plan
        .runners
        .iter()
        .enumerate()
        .flat_map(|(index, runner)| runner.description.candidates.iter().map(move |candidate| (index, candidate)));
    let mut references: Vec<Found<'_>> =
        candidates.filter(|(_, candidate)| candidate.format == format && candidate.reference).collect();
    // The one that knows the message best is first: by types of its own, or by a schema of the user's; then one that needs no
    // types, whose readings hold for all; then one that was built for the message.
    references.retain(|(runner, candidate)| rank(plan, *runner, candidate, message, alone).is_some());
    references.sort_by_key(|(runner, candidate)| rank(plan, *runner, candidate, message, alone));
    let known =
        plan.runners.iter().filter(|runner| runner.is_built()).flat_map(|runner| &runner.description.candidates);
    let unbuilt = |runner: usize| plan.runners[runner].alone.as_ref().is_some_and(|alone| alone.built.is_none());
    let missing = match references.first() {
        Some(found) if !unbuilt(found.0) => return Ok(*found),
        Some(found) => Some(&found.1.name),
        None => known.into_iter().find(|it| it.format == format && it.reference).map(|it| &it.name),
    };
    Err(match missing {
        Some(name) => format!("{name} writes it, which is not built; name it with --candidate to have it built"),
        None => format!("no reference candidate for format {format:?}"),
    })
}

/// How well a candidate of its format can stand for it where a message is concerned, the best first; none if it cannot.
fn rank(
    plan: &CodecPlan,
    runner: usize,
    candidate: &CandidateDescription,
    message: &Message,
    alone: bool,
) -> Option<u8> {
    if plan.runners[runner].is_built() {
        return None;
    }
    if let Some(alone) = &plan.runners[runner].alone {
        match &alone.form {
            Ok(None) if alone.is_usual => {}
            Ok(_) if alone.is_for(&message.name) => return Some(if alone.is_usual { 3 } else { 4 }),
            _ => return None,
        }
    }
    match (&candidate.types, &message.message_type) {
        // Where the format leaves it open how a type is written, types that are compiled in may write it otherwise.
        (Some(types), Some(name)) if types.contains(name) => {
            (!alone || is_self_describing(&candidate.format)).then_some(0)
        }
        (Some(_), _) => is_self_describing(&candidate.format).then_some(2),
        (None, _) if needs_schema(&candidate.format) => message.schema.is_some().then_some(0),
        (None, _) => Some(1),
    }
}

/// The form of the message for the candidate of a runner that was built for it.
pub(crate) fn form(plan: &CodecPlan, runner: usize) -> Option<&Form> {
    plan.runners[runner].alone.as_ref()?.form.as_ref().ok()?.as_deref()
}

/// Starts a reference candidate, in a process that is idle while anything is timed, and makes it ready for `operation`
/// on `message`.
pub(crate) fn start_reference(
    plan: &CodecPlan,
    specs: &[RunnerSpec],
    (runner, candidate): Found<'_>,
    message: &Message,
    operation: OperationKind,
    input: Value,
) -> Result<Process, TrialError> {
    let spec = specs.get(runner).ok_or_else(|| format!("no runner for {:?}", candidate.name))?;
    let start = || -> Result<Process, ProcessError> {
        let mut process = spec.start(0, plan.suite.answer_timeout.0)?;
        process.prepare(Prepare {
            candidate: plan.called(runner, candidate),
            operation,
            message: message.name.clone(),
            message_type: match form(plan, runner) {
                Some(form) => Some(form.type_name.clone()),
                None => message.told_type().map(str::to_owned),
            },
            types: message.told_types().cloned(),
            schema: message.schema.as_ref().map(|schema| schema.definition.clone()),
            inputs: vec![input],
            reference: None,
        })?;
        Ok(process)
    };
    start().map_err(|error| TrialError::from(error).of(&format!("the reference candidate {:?}", candidate.name)))
}

/// What is in memory for a candidate: a data tree, with the schema's types where it goes by one and in its own form where
/// it has one, or an infoset.
fn meaning(candidate: &CandidateDescription, form: Option<&Form>, variant: &Content) -> Result<Value, String> {
    if let Some(form) = form {
        return formed(form, variant);
    }
    if candidate.binding.is_infoset() {
        let xml = variant.xml.clone()?;
        return to_value(&xml.infoset).map_err(text);
    }
    let value = data_tree(candidate, variant)?;
    // A library's generic tree has no way to say that a field is known and absent.
    Ok(if candidate.binding == Binding::Dynamic { value.without_absent() } else { value })
}

/// The data tree of a message as a candidate has it that was built for it.
pub(crate) fn formed(form: &Form, variant: &Content) -> Result<Value, String> {
    let typed = variant.typed.as_ref().ok_or("the message has no types")?;
    form.value(typed).map_err(|refusal| refusal.to_string())
}

/// The data tree of a message as it is lent by a candidate that was built for it.
pub(crate) fn lent(form: &Form, variant: &Content) -> Result<Value, String> {
    let typed = variant.typed.as_ref().ok_or("the message has no types")?;
    let value = if form.is_generated() { form.lent(typed) } else { form.value(typed) };
    value.map_err(|refusal| refusal.to_string())
}

/// The data tree that a candidate holds: with the message's types where it gets them or goes by its schema.
pub(crate) fn data_tree(candidate: &CandidateDescription, variant: &Content) -> Result<Value, String> {
    if candidate.types.is_none() && needs_schema(&candidate.format) {
        return variant.typed.clone().ok_or_else(|| "the message has no schema".into());
    }
    let is_told = candidate.types.is_none() && candidate.binding == Binding::Typed;
    if let Some(typed) = variant.typed.as_ref().filter(|_| is_told) {
        return Ok(typed.clone());
    }
    let value = variant.value.clone()?;
    Ok(match &variant.typed {
        // There a whole number is no float, and all candidates read the same bytes.
        Some(typed) if tells_floats(&candidate.format) => with_floats(value, typed),
        _ => value,
    })
}

/// The value with floats where it has whole numbers and its type has floats.
pub(crate) fn with_floats(value: Value, typed: &Value) -> Value {
    match (value, typed) {
        (Value::Integer(_), Value::Float64(x)) => Value::Float64(*x),
        (Value::Integer(_), Value::Float32(x)) => Value::Float64(f64::from(*x)),
        (Value::Sequence(items), Value::Sequence(of)) if items.len() == of.len() => {
            Value::Sequence(items.into_iter().zip(of).map(|(item, of)| with_floats(item, of)).collect())
        }
        (Value::Map(entries), Value::Map(_)) => {
            let entry = |(key, value): (String, Value)| match typed.get(&key) {
                Some(of) => (key, with_floats(value, of)),
                None => (key, value),
            };
            Value::Map(entries.into_iter().map(entry).collect())
        }
        (value, _) => value,
    }
}

/// Whether a format that needs no types writes a float otherwise than a whole number.
fn tells_floats(format: &str) -> bool {
    matches!(format, "messagepack" | "cbor")
}

/// Whether a value reads as another where a format says what a value is: a whole number may stand for a float.
pub(crate) fn same_kinds(plain: &Value, typed: &Value) -> bool {
    match (plain, typed) {
        (Value::Sequence(a), Value::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_kinds(a, b))
        }
        (Value::Map(entries), Value::Map(_)) => {
            entries.iter().all(|(key, value)| same_kinds(value, typed.get(key).unwrap_or(&Value::Absent)))
        }
        (Value::Integer(_), Value::Float32(_) | Value::Float64(_)) | (Value::Float64(_), Value::Float32(_)) => true,
        (Value::Null | Value::Absent, Value::Null | Value::Absent) => true,
        (a, b) => a.kind() == b.kind(),
    }
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
        let variant = Content { value: Err(Lack::new("attribute \"b\" at line 1")), xml: Ok(xml), typed: None };
        for binding in [Binding::Events, Binding::Tree] {
            assert_eq!(meaning(&candidate("xml", binding, None), None, &variant), Ok(to_value(&infoset).unwrap()));
        }
        let typed = candidate("postcard", Binding::Typed, Some(Vec::new()));
        assert_eq!(meaning(&typed, None, &variant), Err("attribute \"b\" at line 1".into()));
    }

    #[test]
    fn a_candidate_that_goes_by_a_schema_is_given_its_types() {
        let (value, typed) = (Value::Float64(0.5), Value::Float32(0.5));
        let variant = Content { value: Ok(value.clone()), xml: Err(Lack::new("")), typed: Some(typed.clone()) };
        assert_eq!(meaning(&candidate("protobuf", Binding::Dynamic, None), None, &variant), Ok(typed));
        assert_eq!(meaning(&candidate("messagepack", Binding::Dynamic, None), None, &variant), Ok(value));
    }
}
