//! Cases made as a run makes them, in the process that measures.

use wirecost_catalog::{Content, Message};
use wirecost_codec_protocol::value::{Value, json, to_value};
use wirecost_codec_protocol::{Candidate, Case, OperationKind};

/// Inputs taken in turn, as in a trial.
const INPUTS: usize = 8;

/// The case, where the candidate offers the operation and holds the message.
pub fn case(candidate: &Candidate, kind: OperationKind, message: &Message, all: &[Candidate]) -> Option<Case> {
    if !candidate.operations.contains(&kind) {
        return None;
    }
    let variants = message.variants(INPUTS, 1);
    let inputs = match kind {
        OperationKind::Encode => {
            variants.iter().map(|variant| meaning(candidate, variant)).collect::<Option<Vec<_>>>()?
        }
        _ => bytes(candidate, message, &variants, all)?,
    };
    Some(of(kind, message, inputs))
}

fn of(operation: OperationKind, message: &Message, inputs: Vec<Value>) -> Case {
    let (name, message_type) = (message.name.clone(), message.message_type.clone());
    Case { operation, message: name, message_type, schema: None, inputs }
}

fn meaning(candidate: &Candidate, variant: &Content) -> Option<Value> {
    match candidate.binding.is_infoset() {
        true => to_value(&variant.xml.as_ref().ok()?.infoset).ok(),
        false => variant.value.clone().ok(),
    }
}

/// What the candidate decodes: the harness's own text, or what the reference of the format makes of the message.
fn bytes(candidate: &Candidate, message: &Message, variants: &[Content], all: &[Candidate]) -> Option<Vec<Value>> {
    let written = |variant: &Content| match candidate.format {
        "json" => json::write(variant.value.as_ref().ok()?).ok().map(Value::Bytes),
        "xml" => Some(Value::Bytes(variant.xml.as_ref().ok()?.bytes.clone())),
        format => {
            let reference = all.iter().find(|other| other.format == format && other.reference)?;
            let input = meaning(reference, variant)?;
            let mut encode = (reference.prepare)(of(OperationKind::Encode, message, vec![input.clone()])).ok()?;
            encode.answer(input).ok()
        }
    };
    variants.iter().map(written).collect()
}

/// The middle of `values`, which are not none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
