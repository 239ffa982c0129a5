//! The harness alone compares (METHOD 1 to 3).

use std::cell::RefCell;
use std::collections::HashMap;

use wirecost_plan::{Case, Content, Message, Plan};
use wirecost_runner::{Answer, Binding, Borrowed, OperationKind};
use wirecost_value::infoset::{Infoset, Omission};
use wirecost_value::{Shape, Value, difference, fold, from_value, json, mapping, xml};

use crate::inputs::{ask_reference, data_tree, reference};
use crate::runners::RunnerSpec;

/// What an answer must mean.
#[derive(Debug, Clone)]
pub enum Expected {
    /// Anything: the control does nothing.
    Nothing,
    /// This data tree.
    Value(Value),
    /// This document, but for what the candidate leaves out.
    Document(Infoset, Vec<Omission>),
}

impl Expected {
    /// What a case must give for one variant of its message.
    pub(crate) fn new(case: &Case, message: &Message, variant: &Content) -> Result<Self, String> {
        if case.candidate.binding == Binding::Nothing {
            return Ok(Self::Nothing);
        }
        let document = |mut omit: Vec<Omission>, extra: &[Omission]| {
            omit.extend(extra);
            variant.xml.clone().map(|xml| Self::Document(xml.infoset.normalised(&omit), omit))
        };
        let omits = case.candidate.omits.clone();
        if case.candidate.binding.is_infoset() {
            return document(omits, &[]);
        }
        // A message with a document of its own is written as that document, whose white space no struct holds.
        if case.candidate.format == "xml" && message.has_own_xml() && case.operation.writes() {
            return document(omits, &[Omission::Whitespace]);
        }
        data_tree(&case.candidate, variant).map(Self::Value)
    }

    /// What of the message the candidate leaves out, as a label; none where that is nothing.
    pub fn partial(case: &Case, message: &Message) -> Option<String> {
        let xml = message.content.xml.as_ref().ok().filter(|_| case.candidate.binding.is_infoset())?;
        let left: Vec<&str> = case
            .candidate
            .omits
            .iter()
            .filter(|omission| xml.infoset.has(**omission))
            .map(|omission| match omission {
                Omission::Comments => "comments",
                Omission::Instructions => "processing instructions",
                Omission::Whitespace => "white space between tags",
            })
            .collect();
        (!left.is_empty()).then(|| format!("partial: leaves out {}", left.join(" and ")))
    }
}

/// The most octets of one encoding whose meaning is remembered from trial to trial.
const REMEMBERED_OCTETS: usize = 1 << 20;

/// A format, a message, and octets.
type Encoding = (String, String, Vec<u8>);

/// Compares answers with what was expected.
pub struct Judge<'a> {
    plan: &'a Plan,
    specs: &'a [RunnerSpec],
    /// What encodings meant to the reference candidate of their format, by format, message and octets: every trial of a
    /// case writes the same, and a process need not be started to read it again.
    meanings: RefCell<HashMap<Encoding, Answer>>,
}

impl<'a> Judge<'a> {
    /// A judge of the cases of `plan`, whose runners `specs` start.
    pub fn new(plan: &'a Plan, specs: &'a [RunnerSpec]) -> Self {
        Self { plan, specs, meanings: RefCell::default() }
    }

    /// Checks one answer.
    ///
    /// # Errors
    /// What is wrong with it, with the place of the first difference.
    pub fn check(&self, case: &Case, expected: &Expected, answer: &Answer) -> Result<(), String> {
        let Some(message) = self.plan.message(case) else { return Err("its message is gone".into()) };
        match (case.operation, expected) {
            (_, Expected::Nothing) => Ok(()),
            (OperationKind::Decode, expected) => compare(expected, answer),
            (OperationKind::Borrow, expected) => check_borrowed(expected, answer, message.shape.as_ref()),
            (OperationKind::Encode | OperationKind::RoundTrip, expected) => {
                let Value::Octets(octets) = answer else {
                    return Err(format!("wrong answer: {} where octets were due", answer.kind()));
                };
                let meaning = self.read(case, message, expected, octets)?;
                compare(expected, &meaning)
            }
        }
    }

    /// Reads what a candidate wrote, with a reader that is not the candidate's own where there is one.
    fn read(&self, case: &Case, message: &Message, expected: &Expected, octets: &[u8]) -> Result<Answer, String> {
        let wrong = |reason: String| format!("wrong answer: {} octets that cannot be read: {reason}", octets.len());
        match (case.candidate.format.as_str(), expected) {
            ("json", _) => {
                let value = json::read(octets).map_err(|error| wrong(error.to_string()))?;
                let shape = message.shape.as_ref().filter(|_| case.candidate.binding == Binding::Typed);
                shape.map_or(Ok(value.clone()), |shape| shape.apply(&value).map_err(|error| wrong(error.to_string())))
            }
            ("xml", Expected::Document(..)) => {
                let infoset = xml::read(octets).map_err(|error| wrong(error.to_string()))?;
                wirecost_value::to_value(&infoset).map_err(|error| wrong(error.to_string()))
            }
            ("xml", _) => {
                let infoset = xml::read(octets).map_err(|error| wrong(error.to_string()))?;
                let shape: Option<&Shape> = message.shape.as_ref();
                mapping::from_infoset(&infoset, shape).map_err(|error| wrong(error.to_string()))
            }
            (format, _) => {
                let answer = self.ask(format, message, octets)?;
                let is_document = reference(self.plan, format, message)?.1.binding.is_infoset();
                translated(answer, is_document, expected, message.shape.as_ref()).map_err(wrong)
            }
        }
    }

    /// What `octets` mean to the reference candidate of `format`.
    fn ask(&self, format: &str, message: &Message, octets: &[u8]) -> Result<Answer, String> {
        let key = (format.to_owned(), message.name.clone(), octets.to_vec());
        if let Some(answer) = self.meanings.borrow().get(&key) {
            return Ok(answer.clone());
        }
        let input = vec![Value::Octets(octets.to_vec())];
        let answers = ask_reference(self.plan, self.specs, format, message, OperationKind::Decode, input)?;
        let answer = answers.into_iter().next().ok_or("the reference candidate gives no answer")?;
        if octets.len() <= REMEMBERED_OCTETS {
            self.meanings.borrow_mut().insert(key, answer.clone());
        }
        Ok(answer)
    }
}

/// What a reference read, in the model that is expected: its own may be the other one.
fn translated(answer: Answer, is_document: bool, expected: &Expected, shape: Option<&Shape>) -> Result<Answer, String> {
    match expected {
        Expected::Value(_) if is_document => {
            let infoset: Infoset = from_value(answer).map_err(|error| error.to_string())?;
            mapping::from_infoset(&infoset, shape).map_err(|error| error.to_string())
        }
        _ => Ok(answer),
    }
}

fn compare(expected: &Expected, answer: &Answer) -> Result<(), String> {
    match expected {
        Expected::Nothing => Ok(()),
        Expected::Value(expected) => match difference(expected, answer) {
            None => Ok(()),
            Some(difference) => Err(format!("wrong answer {difference}")),
        },
        Expected::Document(expected, omit) => {
            let found: Infoset = from_value(answer.clone()).map_err(|error| format!("wrong answer: {error}"))?;
            let found = found.normalised(omit);
            let differs = expected.events.iter().zip(&found.events).position(|(a, b)| a != b);
            match differs {
                None if expected.events.len() == found.events.len() => Ok(()),
                None => Err(format!(
                    "wrong answer: {} events where {} were expected",
                    found.events.len(),
                    expected.events.len()
                )),
                Some(at) => Err(format!(
                    "wrong answer at event {at}: expected {:?}, found {:?}",
                    expected.events[at], found.events[at]
                )),
            }
        }
    }
}

/// Compares what was borrowed, and that the timed code read all of it (METHOD 5).
fn check_borrowed(expected: &Expected, answer: &Answer, shape: Option<&Shape>) -> Result<(), String> {
    let borrowed: Borrowed = from_value(answer.clone()).map_err(|error| format!("wrong answer: {error}"))?;
    compare(expected, &borrowed.value)?;
    let (Expected::Value(value), Some(shape)) = (expected, shape) else {
        return Err("only a message with a type can be borrowed".into());
    };
    let due = fold::of_value(value, shape);
    if borrowed.fold == due {
        return Ok(());
    }
    Err(format!("not every field was read: they fold to {:#x}, those of the message to {due:#x}", borrowed.fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// METHOD 5: a lazy view that leaves a field unread while it is timed is found out.
    #[test]
    fn method_5_a_borrow_reads_every_field() {
        let fields = vec![("a".to_owned(), "text".to_owned()), ("b".to_owned(), "i32".to_owned())];
        let shape = Shape::parse("m", &[("m".to_owned(), fields)].into()).unwrap();
        let value = Value::Map(vec![("a".into(), Value::text("xyz")), ("b".into(), 7.into())]);
        let expected = Expected::Value(value.clone());
        let answer = |fold, value: &Value| wirecost_value::to_value(&Borrowed { fold, value: value.clone() }).unwrap();
        let whole = 3 + u64::from(b'x') + u64::from(b'z') + 7;
        assert_eq!(check_borrowed(&expected, &answer(whole, &value), Some(&shape)), Ok(()));
        let error = check_borrowed(&expected, &answer(whole - 7, &value), Some(&shape)).unwrap_err();
        assert!(error.contains("not every field was read"), "{error}");
        let other = Value::Map(vec![("a".into(), Value::text("xyz")), ("b".into(), 8.into())]);
        let error = check_borrowed(&expected, &answer(whole, &other), Some(&shape)).unwrap_err();
        assert!(error.contains("wrong answer at b"), "{error}");
        assert!(check_borrowed(&expected, &value, Some(&shape)).is_err());
    }

    #[test]
    fn what_a_reference_of_infosets_reads_is_compared_with_a_data_tree_as_one() {
        let document = wirecost_value::to_value(&xml::read(b"<message><a>1</a></message>").unwrap()).unwrap();
        let value = Value::Map(vec![("a".into(), Value::Text("1".into()))]);
        let expected = Expected::Value(value.clone());
        assert_eq!(translated(document.clone(), true, &expected, None), Ok(value.clone()));
        assert_eq!(translated(value.clone(), false, &expected, None), Ok(value));
        let document_expected = Expected::Document(Infoset::default(), Vec::new());
        assert_eq!(translated(document.clone(), true, &document_expected, None), Ok(document));
    }
}
