//! The harness alone compares (METHOD 1 to 3).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};

use wirecost_built::{Form, normal};
use wirecost_catalog::Message;
use wirecost_codec_protocol::{Answer, Binding, Folded, OperationKind, Process};
use wirecost_types::xml::data_of;
use wirecost_value::infoset::{Event, Infoset};
use wirecost_value::{Shape, Value, difference, encoding, fold, from_value, mapping};

use crate::error::TrialError;
use crate::expected::Expected;
use crate::inputs::{Inputs, Variant};
use crate::own;
use crate::reference::Reference;
use crate::{Case, CodecPlan};

/// The most bytes of one encoding whose meaning is remembered from trial to trial.
const REMEMBERED_BYTES: usize = 1 << 20;

/// A reference candidate: the number of its runner, its name, and the message that it is about.
type Reader = (usize, String, String);

/// Compares answers with what was expected.
pub struct Judge<'a> {
    plan: &'a CodecPlan,
    /// What encodings meant to the reference candidate of their format: every trial of a case writes the same, and a
    /// process need not be started to read it again.
    meanings: RefCell<HashMap<(Reader, Vec<u8>), Answer>>,
    /// Reference candidates that are ready to read. They are idle while anything is timed.
    readers: RefCell<HashMap<Reader, Process>>,
    /// The number of the case, the input and the digest of each answer that was right. An answer that is here needs no second look.
    right: RefCell<HashSet<(usize, Variant, Digest)>>,
    keys: [RandomState; 2],
}

/// A digest under keys that are drawn for each run, so that no runner can make two answers that have the same.
type Digest = [u64; 2];

/// The most reference candidates that are ready at a time.
const MOST_READERS: usize = 8;

impl<'a> Judge<'a> {
    /// A judge of the cases of `plan`.
    pub fn new(plan: &'a CodecPlan) -> Self {
        Self {
            plan,
            meanings: RefCell::default(),
            readers: RefCell::default(),
            right: RefCell::default(),
            keys: [RandomState::new(), RandomState::new()],
        }
    }

    /// Checks the answer of the case at `index` to one of its inputs.
    ///
    /// # Errors
    /// What is wrong with it, with the place of the first difference.
    pub(crate) fn check(&self, index: usize, inputs: &Inputs, variant: Variant, answer: &Answer) -> Result<(), String> {
        let mut bytes = Vec::new();
        let is_whole = encoding::encode(answer, &mut bytes).is_ok();
        let key = (index, variant, [0, 1].map(|key: usize| self.keys[key].hash_one(&bytes)));
        if is_whole && self.right.borrow().contains(&key) {
            return Ok(());
        }
        let case = &self.plan.cases[index];
        let Some(message) = self.plan.message(case) else { return Err("its message is gone".into()) };
        self.compare(case, message, &inputs.expected(variant, case, message)?, answer)?;
        if is_whole {
            self.right.borrow_mut().insert(key);
        }
        Ok(())
    }

    /// Compares one answer with what a case must give.
    fn compare(&self, case: &Case, message: &Message, expected: &Expected, answer: &Answer) -> Result<(), String> {
        match (case.operation, expected) {
            (_, Expected::Nothing) => Ok(()),
            (OperationKind::Decode, expected) if case.form.is_some() => compare(expected, &normal(answer.clone())),
            (OperationKind::Decode, expected) if counts_events(case) => check_events(expected, answer),
            (OperationKind::Decode, expected) => compare(expected, answer),
            (OperationKind::Borrow, expected) => {
                let read = if case.form.is_some() { normal } else { std::convert::identity };
                check_borrowed(expected, answer, read, |value| match (&case.form, defined_shape(message)) {
                    (Some(form), _) => Some(form.fold(value)),
                    (None, Some(shape)) => Some(fold::of_value(value, shape)),
                    (None, None) => None,
                })
            }
            (OperationKind::Encode | OperationKind::RoundTrip, expected) => {
                let Value::Bytes(bytes) = answer else {
                    return Err(format!("wrong answer: {} where bytes were due", answer.kind()));
                };
                self.check_written(case, message, expected, bytes)
            }
        }
    }

    /// Reads what a candidate wrote, with a reader that is not the candidate's own where there is one, and compares it.
    fn check_written(&self, case: &Case, message: &Message, expected: &Expected, bytes: &[u8]) -> Result<(), String> {
        let wrong = |reason: String| format!("wrong answer: {} bytes that cannot be read: {reason}", bytes.len());
        let format = case.candidate.format.as_str();
        let (form, told) = (case.form.as_deref(), message.runner_types());
        if let Some(read) = own::read(format, bytes) {
            let read = read.map_err(wrong)?;
            let is_document = matches!(format, "xml" | "fast-infoset");
            let meaning = match (expected, form) {
                (Expected::Document(..) | Expected::Data(_), _) => Ok(read),
                // The types say how the text of a document is to be read.
                _ if is_document => from_document(read, defined_shape(message)).and_then(|it| in_form(form, it)),
                (_, Some(form)) => form.read(&read).map(normal).map_err(|refusal| refusal.to_string()),
                (_, None) => match told.filter(|_| tells_less(case, message)) {
                    Some(told) => told.shape.apply(&read).map_err(|error| error.to_string()),
                    None => Ok(read),
                },
            };
            return compare(expected, &meaning.map_err(wrong)?);
        }
        let reference = self.plan.references().find(format, message, form.is_some())?;
        let answer = self.ask(reference, message, bytes)?;
        match (reference.runner.form(), form) {
            // Both have the types of one format.
            (Some(_), Some(_)) => compare(expected, &normal(answer)),
            // The reference has types that were generated, and what it reads is compared in their terms.
            (Some(of_reference), None) => {
                let Expected::Value(value) = expected else { return Err("types were generated for a document".into()) };
                let expected = of_reference.read(value).map_err(|refusal| refusal.to_string())?;
                compare(&Expected::Value(normal(expected)), &normal(answer))
            }
            (None, Some(form)) => {
                let meaning = form.read(&answer).map_err(|refusal| wrong(refusal.to_string()))?;
                compare(expected, &normal(meaning))
            }
            (None, None) => {
                let is_document = reference.candidate.binding.is_infoset();
                let meaning = translated(answer, is_document, expected, defined_shape(message)).map_err(wrong)?;
                compare(expected, &meaning)
            }
        }
    }

    /// What `bytes` mean to a reference candidate.
    fn ask(&self, reference: Reference<'_>, message: &Message, bytes: &[u8]) -> Result<Answer, String> {
        let reader = (reference.index, reference.candidate.name.clone(), message.name.clone());
        let key = (reader, bytes.to_vec());
        if let Some(answer) = self.meanings.borrow().get(&key) {
            return Ok(answer.clone());
        }
        let answer = self.read_by_reference(reference, message, key.0.clone(), bytes)?;
        if bytes.len() <= REMEMBERED_BYTES {
            self.meanings.borrow_mut().insert(key, answer.clone());
        }
        Ok(answer)
    }

    /// Has a reference candidate read `bytes`.
    fn read_by_reference(
        &self,
        reference: Reference<'_>,
        message: &Message,
        place: Reader,
        bytes: &[u8],
    ) -> Result<Answer, String> {
        let mut readers = self.readers.borrow_mut();
        let mut reader = match readers.remove(&place) {
            Some(reader) => reader,
            None => {
                let input = Value::Bytes(bytes.to_vec());
                let started = self.plan.references().start(reference, message, OperationKind::Decode, input);
                started.map_err(TrialError::reason)?
            }
        };
        let read = reader.verify(vec![Value::Bytes(bytes.to_vec())]);
        let answers = read.map_err(|error| format!("the reference candidate: {error}"))?;
        if readers.len() >= MOST_READERS {
            readers.clear();
        }
        readers.insert(place, reader);
        let answer = answers.into_iter().next().ok_or("the reference candidate gives no answer")?;
        if reference.candidate.binding == Binding::Events {
            return from_value::<Folded>(answer).map(|told| told.value).map_err(|error| error.to_string());
        }
        Ok(answer)
    }
}

/// Whether a case's answers count the events that its timed code received. Those of events do, since they keep nothing else.
fn counts_events(case: &Case) -> bool {
    case.candidate.binding == Binding::Events
}

/// What a reference read, in the model that is expected: its own may be the other one.
fn translated(answer: Answer, is_document: bool, expected: &Expected, shape: Option<&Shape>) -> Result<Answer, String> {
    match expected {
        Expected::Value(_) if is_document => from_document(answer, shape),
        _ => Ok(answer),
    }
}

/// The data tree that a document stands for.
fn from_document(document: Answer, shape: Option<&Shape>) -> Result<Value, String> {
    let infoset: Infoset = from_value(document).map_err(|error| error.to_string())?;
    mapping::from_infoset(&infoset, shape).map_err(|error| error.to_string())
}

/// A data tree in the form that a candidate gives: that of its generated types, if it has any.
fn in_form(form: Option<&Form>, value: Value) -> Result<Value, String> {
    match form {
        Some(form) => form.read(&value).map(normal).map_err(|refusal| refusal.to_string()),
        None => Ok(value),
    }
}

/// The type that the message's own definition gives it.
fn defined_shape(message: &Message) -> Option<&Shape> {
    message.defined().map(|told| &told.shape)
}

/// Whether a format leaves it open which type a value is, so that what was read gets its types from the message: JSON for a candidate
/// that has them, and formats that know several widths of a number for a message whose type is defined.
fn tells_less(case: &Case, message: &Message) -> bool {
    match case.candidate.format.as_str() {
        "json" => case.candidate.binding == Binding::Typed,
        _ => message.defined().is_some(),
    }
}

fn compare(expected: &Expected, answer: &Answer) -> Result<(), String> {
    match expected {
        Expected::Nothing => Ok(()),
        Expected::Value(expected) => match difference(expected, answer) {
            None => Ok(()),
            Some(difference) => Err(format!("wrong answer {difference}")),
        },
        Expected::Document(expected, omit) => compare_events(expected, &infoset(answer.clone())?.normalised(omit)),
        Expected::Data(expected) => compare_events(expected, &data_of(&infoset(answer.clone())?)),
    }
}

fn infoset(answer: Answer) -> Result<Infoset, String> {
    from_value(answer).map_err(|error| format!("wrong answer: {error}"))
}

fn compare_events(expected: &Infoset, found: &Infoset) -> Result<(), String> {
    let differs = expected.events.iter().zip(&found.events).position(|(a, b)| a != b);
    match differs {
        None if expected.events.len() == found.events.len() => Ok(()),
        None => {
            Err(format!("wrong answer: {} events where {} were expected", found.events.len(), expected.events.len()))
        }
        Some(at) => {
            Err(format!("wrong answer at event {at}: expected {:?}, found {:?}", expected.events[at], found.events[at]))
        }
    }
}

/// Compares what was borrowed, and that the timed code read all of it (METHOD 5).
fn check_borrowed(
    expected: &Expected,
    answer: &Answer,
    read: fn(Value) -> Value,
    due: impl FnOnce(&Value) -> Option<u64>,
) -> Result<(), String> {
    let borrowed: Folded = from_value(answer.clone()).map_err(|error| format!("wrong answer: {error}"))?;
    compare(expected, &read(borrowed.value))?;
    let due = if let Expected::Value(value) = expected { due(value) } else { None };
    let Some(due) = due else { return Err("only a message with a type can be borrowed".into()) };
    if borrowed.fold == due {
        return Ok(());
    }
    Err(format!("not every field was read: they fold to {:#x}, those of the message to {due:#x}", borrowed.fold))
}

/// Compares a document that came as events, and checks that the timed code received all of them (METHOD 35).
fn check_events(expected: &Expected, answer: &Answer) -> Result<(), String> {
    let told: Folded = from_value(answer.clone()).map_err(|error| format!("wrong answer: {error}"))?;
    compare(expected, &told.value)?;
    let infoset: Infoset = from_value(told.value).map_err(|error| format!("wrong answer: {error}"))?;
    let due = LENGTHS.map(|length| events_fold(&infoset, length));
    if due.contains(&told.fold) {
        return Ok(());
    }
    Err(format!("not every event was read: they count {}, those of the message {}", told.fold, due[0]))
}

/// How long a text is, by the units that languages count in: bytes of UTF-8, units of UTF-16, characters.
const LENGTHS: [fn(&str) -> usize; 3] = [str::len, |text| text.encode_utf16().count(), |text| text.chars().count()];

/// One for each element that starts or ends, each attribute, comment and instruction, and the length of all content.
fn events_fold(infoset: &Infoset, length: fn(&str) -> usize) -> u64 {
    let of = |event: &Event| match event {
        Event::Start(start) => 1 + start.attributes.iter().map(|attribute| 1 + length(&attribute.value)).sum::<usize>(),
        Event::End => 1,
        Event::Text(text) => length(text),
        Event::Comment(text) => 1 + length(text),
        Event::Instruction { data, .. } => 1 + length(data),
    };
    infoset.events.iter().map(|event| of(event) as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_value::xml;

    /// METHOD 5: a lazy view that leaves a field unread while it is timed is found out.
    #[test]
    fn method_5_a_borrow_reads_every_field() {
        let fields = vec![("a".to_owned(), "text".to_owned()), ("b".to_owned(), "i32".to_owned())];
        let shape = Shape::parse("m", &[("m".to_owned(), fields)].into()).unwrap();
        let value = Value::Map(vec![("a".into(), Value::text("xyz")), ("b".into(), 7.into())]);
        let expected = Expected::Value(value.clone());
        let answer = |fold, value: &Value| wirecost_value::to_value(&Folded { fold, value: value.clone() }).unwrap();
        let read: fn(Value) -> Value = std::convert::identity;
        let due = |value: &Value| Some(fold::of_value(value, &shape));
        let whole = 3 + u64::from(b'x') + u64::from(b'z') + 7;
        assert_eq!(check_borrowed(&expected, &answer(whole, &value), read, due), Ok(()));
        let error = check_borrowed(&expected, &answer(whole - 7, &value), read, due).unwrap_err();
        assert!(error.contains("not every field was read"), "{error}");
        let other = Value::Map(vec![("a".into(), Value::text("xyz")), ("b".into(), 8.into())]);
        let error = check_borrowed(&expected, &answer(whole, &other), read, due).unwrap_err();
        assert!(error.contains("wrong answer at b"), "{error}");
        assert!(check_borrowed(&expected, &value, read, due).is_err());
    }

    /// METHOD 35: a parser that skips events while it is timed is found out.
    #[test]
    fn method_35_events_are_counted_while_they_are_timed() {
        let infoset = xml::read("<a b='cé'>text<c/><!--no--></a>".as_bytes()).unwrap();
        let value = wirecost_value::to_value(&infoset).unwrap();
        let expected = Expected::Document(infoset, Vec::new());
        let answer = |fold| wirecost_value::to_value(&Folded { fold, value: value.clone() }).unwrap();
        // Two starts and ends, an attribute and its value, a text, a comment.
        let bytes = 4 + (1 + 3) + 4 + (1 + 2);
        assert_eq!(check_events(&expected, &answer(bytes)), Ok(()));
        assert_eq!(check_events(&expected, &answer(bytes - 1)), Ok(()), "by characters, é is one");
        let error = check_events(&expected, &answer(bytes - 4)).unwrap_err();
        assert!(error.contains("not every event was read"), "{error}");
        assert!(check_events(&expected, &value).is_err());
    }

    #[test]
    fn a_document_of_an_infoset_reference_is_compared_as_a_data_tree() {
        let document = wirecost_value::to_value(&xml::read(b"<message><a>1</a></message>").unwrap()).unwrap();
        let value = Value::Map(vec![("a".into(), Value::Text("1".into()))]);
        let expected = Expected::Value(value.clone());
        assert_eq!(translated(document.clone(), true, &expected, None), Ok(value.clone()));
        assert_eq!(translated(value.clone(), false, &expected, None), Ok(value));
        let document_expected = Expected::Document(Infoset::default(), Vec::new());
        assert_eq!(translated(document.clone(), true, &document_expected, None), Ok(document));
    }
}
