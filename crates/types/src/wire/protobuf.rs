//! Messages of Protocol Buffers, by their descriptors.

use prost_reflect::prost::decode_length_delimiter;
use prost_reflect::{DynamicMessage, MessageDescriptor, Value as Field};
use wirecost_value::{Value, json};

use crate::import::Imported;

/// Values, and how many fields were not known.
type Found = (Vec<Value>, usize);

fn descriptor(imported: &Imported) -> Result<MessageDescriptor, String> {
    let pool = imported.model.messages.0.as_ref();
    pool.and_then(|pool| pool.get_message_by_name(&imported.type_name)).ok_or_else(|| "it needs a .proto".to_owned())
}

pub fn one(imported: &Imported, bytes: &[u8]) -> Result<Found, String> {
    let message = DynamicMessage::decode(descriptor(imported)?, bytes).map_err(|error| error.to_string())?;
    Ok((vec![value(&message)?], unknown(&message)))
}

pub fn text(imported: &Imported, bytes: &[u8]) -> Result<Found, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let message = DynamicMessage::parse_text_format(descriptor(imported)?, text).map_err(|error| error.to_string())?;
    Ok((vec![value(&message)?], 0))
}

pub fn delimited(imported: &Imported, bytes: &[u8]) -> Result<Found, String> {
    let descriptor = descriptor(imported)?;
    let (mut rest, mut values, mut all_unknown) = (bytes, Vec::new(), 0);
    while !rest.is_empty() {
        let at = bytes.len() - rest.len();
        let fault = |reason: String| format!("message {} at byte {at}: {reason}", values.len() + 1);
        let length = decode_length_delimiter(&mut rest).map_err(|error| fault(error.to_string()))?;
        let Some((own, after)) = rest.split_at_checked(length) else {
            return Err(fault(format!("it has {length} bytes, and {} are left", rest.len())));
        };
        let message = DynamicMessage::decode(descriptor.clone(), own).map_err(|error| fault(error.to_string()))?;
        rest = after;
        all_unknown += unknown(&message);
        values.push(value(&message)?);
    }
    if values.is_empty() {
        return Err("it holds no message".to_owned());
    }
    Ok((values, all_unknown))
}

/// The message as its JSON mapping has it, which the types of a `.proto` take.
fn value(message: &DynamicMessage) -> Result<Value, String> {
    let text = serde_json::to_vec(message).map_err(|error| error.to_string())?;
    json::read(&text).map_err(|error| error.reason)
}

/// How many fields of it, and of messages within it, no descriptor knows.
fn unknown(message: &DynamicMessage) -> usize {
    let fields = message.fields().map(|(_, value)| value).chain(message.extensions().map(|(_, value)| value));
    message.unknown_fields().count() + fields.map(unknown_within).sum::<usize>()
}

fn unknown_within(value: &Field) -> usize {
    match value {
        Field::Message(message) => unknown(message),
        Field::List(items) => items.iter().map(unknown_within).sum(),
        Field::Map(entries) => entries.values().map(unknown_within).sum(),
        _ => 0,
    }
}
