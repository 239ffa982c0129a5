//! The messages of the catalogue, and candidates' operations on them.

use std::sync::LazyLock;

use wirecost_built::{Form, normal};
use wirecost_catalog::format::needs_schema;
use wirecost_catalog::{Catalog, Message};
use wirecost_codec_protocol::value::{Value, from_value, mapping, xml};
use wirecost_codec_protocol::{Binding, Folded, OperationKind};

use crate::programs::{self, Candidate};

/// The typed messages of the catalogue, one for each type.
pub fn typed_messages() -> &'static [Message] {
    static MESSAGES: LazyLock<Vec<Message>> = LazyLock::new(|| {
        let mut messages = all_typed_messages();
        let mut types: Vec<Option<String>> = Vec::new();
        messages.retain(|message| {
            let of = message.message_type().map(str::to_owned);
            let is_new = !types.contains(&of);
            types.push(of);
            is_new
        });
        messages
    });
    &MESSAGES
}

/// All typed messages of the catalogue.
pub fn all_typed_messages() -> Vec<Message> {
    let catalog = Catalog::default();
    let all = Message::names(&catalog).into_iter().map(|name| Message::load(&name, &catalog).unwrap());
    all.filter(|message| message.message_type().is_some()).collect()
}

/// The first message of a type.
pub fn message_of(message_type: &str) -> &'static Message {
    let is_of = |message: &&Message| message.message_type() == Some(message_type);
    typed_messages().iter().find(is_of).unwrap()
}

/// Every candidate that has the type of `message`.
pub fn candidates_of(message: &Message) -> Vec<&'static Candidate> {
    programs::all().iter().filter(|candidate| candidate.has_type_of(message)).collect()
}

/// Every candidate that takes any data tree.
pub fn dynamic_candidates() -> Vec<&'static Candidate> {
    let dynamic = |candidate: &&Candidate| {
        candidate.types.is_none() && candidate.binding == Binding::Dynamic && !needs_schema(&candidate.format)
    };
    programs::all().iter().filter(dynamic).collect()
}

/// A message without a type, as one of a user's.
pub fn untyped() -> Message {
    let Message { name, source, content, .. } = Message::load("empty", &Catalog::default()).unwrap();
    Message::to_size(name, source, content.value, content.xml)
}

/// The value of a message in the types that `of` gives for a candidate; the value itself, if it has no generated types.
fn in_form(
    candidate: &Candidate,
    message: &Message,
    value: &Value,
    of: fn(&Form, &Value) -> Result<Value, String>,
) -> Result<Value, String> {
    let Some(form) = candidate.form(message) else { return Ok(value.clone()) };
    let typed = form.model().fit(value).map_err(|misfit| misfit.to_string())?;
    of(form, &typed)
}

/// What a candidate holds in memory of a value of a message.
pub fn held(candidate: &Candidate, message: &Message, value: &Value) -> Result<Value, String> {
    in_form(candidate, message, value, |form, typed| form.value(typed).map_err(|refusal| refusal.to_string()))
}

/// What a candidate lends of a value of a message.
pub fn lent(candidate: &Candidate, message: &Message, value: &Value) -> Result<Value, String> {
    let lent = in_form(candidate, message, value, |form, typed| {
        let value = if form.is_generated() { form.lent(typed) } else { form.value(typed) };
        value.map_err(|refusal| refusal.to_string())
    });
    lent.map(|value| compared(candidate, message, value))
}

/// A value as it is compared: generated types have one way to say that nothing is there.
pub fn compared(candidate: &Candidate, message: &Message, value: Value) -> Value {
    if candidate.form(message).is_some() { normal(value) } else { value }
}

/// Runs an operation of a candidate once.
pub fn answer(candidate: &Candidate, kind: OperationKind, message: &Message, input: Value) -> Result<Value, String> {
    let answer = programs::run(candidate, kind, message, input)?;
    match (kind, candidate.binding) {
        // What was counted is shown beside the events.
        (OperationKind::Decode, Binding::Events) => {
            from_value::<Folded>(answer).map(|told| told.value).map_err(|error| error.to_string())
        }
        (OperationKind::Decode, _) => Ok(compared(candidate, message, answer)),
        _ => Ok(answer),
    }
}

/// `value` in the format of the candidate: by itself where it writes, else as the XML that the mapping gives.
pub fn encoded(candidate: &Candidate, message: &Message, value: &Value) -> Result<Value, String> {
    if candidate.operations.contains(&OperationKind::Encode) {
        return answer(candidate, OperationKind::Encode, message, held(candidate, message, value)?);
    }
    assert_eq!(candidate.format, "xml", "{} decodes a format that nothing here writes", candidate.name);
    if let (true, Some(Value::Float32(x))) = (message.has_own_xml(), value.get("value")) {
        let document = message.content.xml.as_ref().map_err(Clone::clone)?;
        let text = String::from_utf8(document.bytes.clone()).unwrap().replacen("3.14159", &x.to_string(), 1);
        return Ok(Value::Bytes(text.into_bytes()));
    }
    let defined = message.defined().unwrap();
    let infoset = mapping::to_infoset(value, &defined.root, Some(&defined.shape)).map_err(|error| error.to_string())?;
    Ok(Value::Bytes(xml::write(&infoset).map_err(|error| error.to_string())?))
}
