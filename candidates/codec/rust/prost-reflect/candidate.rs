//! prost-reflect: <https://docs.rs/prost-reflect>. Protocol Buffers by a schema that is known at run time only.
//!
//! README.md says what was chosen and why.

use std::collections::HashMap;

use prost_reflect::prost::{DecodeError, EncodeError, Message as _};
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, ReflectMessage as _, Value,
};
use serde::de::Error as _;
use wirecost_codec_protocol::value::{self, ConvertError};
use wirecost_codec_protocol::{CandidateError, Case, Decoder, Encoder, Prepared, codec};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    let schema = case.schema.as_ref().ok_or_else(|| CandidateError::Unsupported("the message has no schema".into()))?;
    let pool =
        DescriptorPool::decode(schema.text.as_slice()).map_err(|error| CandidateError::Failed(error.to_string()))?;
    let descriptor = pool.get_message_by_name(&schema.type_name);
    let descriptor = descriptor.ok_or_else(|| CandidateError::Failed(format!("no type {:?}", schema.type_name)))?;
    codec(case, Dynamic { descriptor })
}

struct Dynamic {
    descriptor: MessageDescriptor,
}

impl Decoder for Dynamic {
    type Output<'a> = DynamicMessage;
    type Error = DecodeError;

    fn decode(&mut self, bytes: &[u8]) -> Result<DynamicMessage, DecodeError> {
        DynamicMessage::decode(self.descriptor.clone(), bytes)
    }

    fn value(output: &DynamicMessage) -> Result<value::Value, ConvertError> {
        from_message(output)
    }
}

impl Encoder for Dynamic {
    type Input = DynamicMessage;
    type Error = EncodeError;

    fn input(&self, value: value::Value) -> Result<DynamicMessage, ConvertError> {
        to_message(value, &self.descriptor)
    }

    fn encode(&mut self, input: &DynamicMessage, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        input.encode(out)
    }
}

fn from_message(message: &DynamicMessage) -> Result<value::Value, ConvertError> {
    let descriptor = message.descriptor();
    let fields = descriptor.fields().filter(|field| !field.supports_presence() || message.has_field(field));
    let entry =
        |field: FieldDescriptor| Ok((field.name().to_owned(), from_field(&message.get_field(&field), &field.kind())?));
    Ok(value::Value::Map(fields.map(entry).collect::<Result<_, ConvertError>>()?))
}

fn from_field(value: &Value, kind: &Kind) -> Result<value::Value, ConvertError> {
    Ok(match value {
        Value::Bool(b) => value::Value::Boolean(*b),
        Value::I32(n) => (*n).into(),
        Value::I64(n) => (*n).into(),
        Value::U32(n) => (*n).into(),
        Value::U64(n) => (*n).into(),
        Value::F32(x) => value::Value::Float32(*x),
        Value::F64(x) => value::Value::Float64(*x),
        Value::String(text) => value::Value::text(text),
        Value::Bytes(bytes) => value::Value::Bytes(bytes.to_vec()),
        Value::EnumNumber(number) => match kind.as_enum().and_then(|names| names.get_value(*number)) {
            Some(named) => value::Value::text(named.name()),
            None => (*number).into(),
        },
        Value::Message(message) => from_message(message)?,
        Value::List(items) => {
            value::Value::Sequence(items.iter().map(|item| from_field(item, kind)).collect::<Result<_, _>>()?)
        }
        Value::Map(entries) => {
            let entry = kind.as_message().ok_or_else(|| ConvertError::custom("a map that is none"))?;
            let kind = entry.map_entry_value_field().kind();
            let entries = entries.iter().map(|(key, value)| Ok((text_of(key), from_field(value, &kind)?)));
            value::Value::Map(entries.collect::<Result<_, ConvertError>>()?)
        }
    })
}

fn text_of(key: &MapKey) -> String {
    match key {
        MapKey::Bool(b) => b.to_string(),
        MapKey::I32(n) => n.to_string(),
        MapKey::I64(n) => n.to_string(),
        MapKey::U32(n) => n.to_string(),
        MapKey::U64(n) => n.to_string(),
        MapKey::String(text) => text.clone(),
    }
}

fn to_message(value: value::Value, descriptor: &MessageDescriptor) -> Result<DynamicMessage, ConvertError> {
    let value::Value::Map(entries) = value else { return Err(misfit(&value, descriptor.full_name())) };
    let mut message = DynamicMessage::new(descriptor.clone());
    for (name, value) in entries {
        let field = descriptor.get_field_by_name(&name);
        let field = field.ok_or_else(|| ConvertError::custom(format!("no field {name:?}")))?;
        let converted = match value {
            value::Value::Sequence(items) if field.is_list() => {
                Value::List(items.into_iter().map(|item| to_field(item, &field.kind())).collect::<Result<_, _>>()?)
            }
            value::Value::Map(entries) if field.is_map() => Value::Map(to_map(entries, &field.kind())?),
            value => to_field(value, &field.kind())?,
        };
        message.try_set_field(&field, converted).map_err(ConvertError::custom)?;
    }
    Ok(message)
}

fn to_map(entries: Vec<(String, value::Value)>, kind: &Kind) -> Result<HashMap<MapKey, Value>, ConvertError> {
    let entry = kind.as_message().ok_or_else(|| ConvertError::custom("a map that is none"))?;
    let (key_kind, value_kind) = (entry.map_entry_key_field().kind(), entry.map_entry_value_field().kind());
    let parsed = |text: &str| -> Option<MapKey> {
        Some(match key_kind {
            Kind::Bool => MapKey::Bool(text.parse().ok()?),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => MapKey::I32(text.parse().ok()?),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => MapKey::I64(text.parse().ok()?),
            Kind::Uint32 | Kind::Fixed32 => MapKey::U32(text.parse().ok()?),
            Kind::Uint64 | Kind::Fixed64 => MapKey::U64(text.parse().ok()?),
            _ => MapKey::String(text.to_owned()),
        })
    };
    let entries = entries.into_iter().map(|(key, value)| {
        let key = parsed(&key).ok_or_else(|| ConvertError::custom(format!("no key: {key:?}")))?;
        Ok((key, to_field(value, &value_kind)?))
    });
    entries.collect()
}

fn to_field(value: value::Value, kind: &Kind) -> Result<Value, ConvertError> {
    let misfits = misfit(&value, &format!("{kind:?}"));
    let converted = match (kind, value) {
        (Kind::Message(descriptor), value) => return to_message(value, descriptor).map(Value::Message),
        (_, value::Value::Boolean(b)) => Some(Value::Bool(b)),
        (_, value::Value::Float32(x)) => Some(Value::F32(x)),
        (_, value::Value::Float64(x)) => Some(Value::F64(x)),
        (_, value::Value::Bytes(bytes)) => Some(Value::Bytes(bytes.into())),
        (Kind::Enum(names), value::Value::Text(name)) => {
            names.get_value_by_name(&name).map(|value| Value::EnumNumber(value.number()))
        }
        (_, value::Value::Text(text)) => Some(Value::String(text)),
        (Kind::Int32 | Kind::Sint32 | Kind::Sfixed32, value::Value::Integer(n)) => {
            n.get().try_into().ok().map(Value::I32)
        }
        (Kind::Int64 | Kind::Sint64 | Kind::Sfixed64, value::Value::Integer(n)) => {
            n.get().try_into().ok().map(Value::I64)
        }
        (Kind::Uint32 | Kind::Fixed32, value::Value::Integer(n)) => n.get().try_into().ok().map(Value::U32),
        (Kind::Uint64 | Kind::Fixed64, value::Value::Integer(n)) => n.get().try_into().ok().map(Value::U64),
        _ => None,
    };
    converted.ok_or(misfits)
}

fn misfit(value: &value::Value, due: &str) -> ConvertError {
    ConvertError::custom(format!("{value} is no {due}"))
}
