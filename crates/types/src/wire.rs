//! Messages in the bytes of the format whose schema says their type.

mod avro;
mod capnp;
mod flatbuffers;
mod protobuf;
mod thrift;
mod unfolded;

use wirecost_value::Value;

use crate::import::{Imported, Layout};
use crate::{Format, TypesError};

/// How the messages of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WireForm {
    /// One message of Protocol Buffers: <https://protobuf.dev/programming-guides/encoding/>.
    Protobuf,
    /// Messages of Protocol Buffers, each after its length as a varint.
    ProtobufDelimited,
    /// A message of Protocol Buffers as text: <https://protobuf.dev/reference/protobuf/textformat-spec/>.
    ProtobufText,
    /// One Avro datum, alone or with the header of a single object.
    Avro,
    /// A struct of Thrift by its binary protocol.
    ThriftBinary,
    /// A struct of Thrift by its compact protocol.
    ThriftCompact,
    /// A buffer of FlatBuffers.
    FlatBuffers,
    /// A message of Cap'n Proto with its segments.
    CapnProto,
}

impl WireForm {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Protobuf,
        Self::ProtobufDelimited,
        Self::ProtobufText,
        Self::Avro,
        Self::ThriftBinary,
        Self::ThriftCompact,
        Self::FlatBuffers,
        Self::CapnProto,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Protobuf => "protobuf",
            Self::ProtobufDelimited => "protobuf-delimited",
            Self::ProtobufText => "protobuf-text",
            Self::Avro => "avro",
            Self::ThriftBinary => "thrift-binary",
            Self::ThriftCompact => "thrift-compact",
            Self::FlatBuffers => "flatbuffers",
            Self::CapnProto => "capnp",
        }
    }

    /// The format of the schema that it needs.
    pub fn format(self) -> Format {
        match self {
            Self::Protobuf | Self::ProtobufDelimited | Self::ProtobufText => Format::Protobuf,
            Self::Avro => Format::Avro,
            Self::ThriftBinary | Self::ThriftCompact => Format::Thrift,
            Self::FlatBuffers => Format::FlatBuffers,
            Self::CapnProto => Format::CapnProto,
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// The messages, with the types of the schema; more than one where the form has several.
    pub values: Vec<Value>,
    /// Fields that the schema does not know, which were passed over.
    pub unknown_fields: usize,
}

/// Reads the messages of a file by a schema.
///
/// # Errors
/// If the bytes are no message of the type, or the schema is of another format.
pub fn read(imported: &Imported, form: WireForm, bytes: &[u8]) -> Result<Held, TypesError> {
    let fault = |reason: String| TypesError::at(form.name(), reason);
    if imported.format != Some(form.format()) {
        return Err(fault(format!("it needs a schema of {}", form.format())));
    }
    let (values, unknown_fields) = match form {
        WireForm::Protobuf => protobuf::one(imported, bytes),
        WireForm::ProtobufDelimited => protobuf::delimited(imported, bytes),
        WireForm::ProtobufText => protobuf::text(imported, bytes),
        WireForm::Avro => avro::datum(imported, bytes).map(|value| (vec![value], 0)),
        WireForm::ThriftBinary => thrift::binary(&imported.model, bytes),
        WireForm::ThriftCompact => thrift::compact(&imported.model, bytes),
        WireForm::FlatBuffers | WireForm::CapnProto => match &imported.layout {
            Some(Layout::FlatBuffers(layout)) => flatbuffers::root(layout, bytes),
            Some(Layout::CapnProto(layout)) => capnp::root(layout, bytes),
            None => Err("the schema does not say where fields lie".to_owned()),
        },
    }
    .map_err(fault)?;
    let fitted = values.iter().map(|value| imported.model.fit(value));
    let values = fitted.collect::<Result<_, _>>().map_err(|misfit| fault(misfit.to_string()))?;
    Ok(Held { values, unknown_fields })
}

/// The type and the messages of an Avro container file, which holds its schema.
///
/// # Errors
/// If it is broken, or has a schema that a model cannot hold. `file` names it.
pub fn avro_container(file: &str, bytes: &[u8]) -> Result<(Imported, Vec<Value>), TypesError> {
    avro::container(file, bytes)
}

#[cfg(test)]
mod tests;
