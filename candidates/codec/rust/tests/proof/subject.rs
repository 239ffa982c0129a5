//! The messages of the catalogue and a candidate's operations on them, as a runner sees them.

use wirecost_catalog::format::needs_schema;
use wirecost_catalog::{Catalog, Message};
use wirecost_codec_protocol::value::{Shape, Value, from_value, mapping, xml};
use wirecost_codec_protocol::{Binding, Candidate, CandidateError, Case, Folded, OperationKind};

/// The typed messages of the catalogue, one for each type.
pub fn typed_messages() -> Vec<Message> {
    let catalog = Catalog::default();
    let mut messages: Vec<Message> = Vec::new();
    for name in Message::names(&catalog) {
        let message = Message::load(&name, &catalog).unwrap();
        if message.shape.is_some() && messages.iter().all(|other| other.message_type != message.message_type) {
            messages.push(message);
        }
    }
    messages
}

/// Every candidate that has the type of `message`.
pub fn candidates_of(message: &Message) -> Vec<Candidate> {
    let name = message.message_type.as_deref().unwrap();
    let claims = |candidate: &Candidate| candidate.types.is_some_and(|types| types.contains(&name));
    wirecost_codec_rust::candidates::all().into_iter().filter(claims).collect()
}

/// Every candidate that takes any data tree.
pub fn dynamic_candidates() -> Vec<Candidate> {
    let dynamic = |candidate: &Candidate| {
        candidate.types.is_none() && candidate.binding == Binding::Dynamic && !needs_schema(candidate.format)
    };
    wirecost_codec_rust::candidates::all().into_iter().filter(dynamic).collect()
}

/// A message without a type, as one of a user's.
pub fn untyped() -> Message {
    let mut message = Message::load("empty", &Catalog::default()).unwrap();
    (message.message_type, message.shape) = (None, None);
    message
}

/// Runs an operation of a candidate once.
pub fn answer(candidate: &Candidate, kind: OperationKind, message: &Message, input: Value) -> Result<Value, String> {
    let case = Case {
        operation: kind,
        message: message.name.clone(),
        message_type: message.message_type.clone(),
        schema: message.schema.as_ref().map(|schema| schema.definition.clone()),
        inputs: vec![input.clone()],
    };
    let mut operation = (candidate.prepare)(case).map_err(|error: CandidateError| error.to_string())?;
    let answer = operation.answer(input).map_err(|error| error.to_string())?;
    match (kind, candidate.binding) {
        // What was counted is shown beside the events.
        (OperationKind::Decode, Binding::Events) => {
            from_value::<Folded>(answer).map(|told| told.value).map_err(|error| error.to_string())
        }
        _ => Ok(answer),
    }
}

/// `value` in the format of the candidate: by itself where it writes, else as the XML that the mapping gives.
pub fn encoded(candidate: &Candidate, message: &Message, value: &Value) -> Result<Value, String> {
    if candidate.operations.contains(&OperationKind::Encode) {
        return answer(candidate, OperationKind::Encode, message, value.clone());
    }
    assert_eq!(candidate.format, "xml", "{} decodes a format that nothing here writes", candidate.name);
    if let (true, Some(Value::Float32(x))) = (message.has_own_xml(), value.get("value")) {
        let document = message.content.xml.as_ref().map_err(Clone::clone)?;
        let text = String::from_utf8(document.bytes.clone()).unwrap().replacen("3.14159", &x.to_string(), 1);
        return Ok(Value::Bytes(text.into_bytes()));
    }
    let shape: Option<&Shape> = message.shape.as_ref();
    let root = message.message_type.as_deref().unwrap();
    let infoset = mapping::to_infoset(value, root, shape).map_err(|error| error.to_string())?;
    Ok(Value::Bytes(xml::write(&infoset).map_err(|error| error.to_string())?))
}
