//! Messages encoded by the model of their types.
//!
//! An [`Encoding`] writes values of a [`Model`] in a format that needs a schema. No compiler and no generated code is involved, so it
//! serves where only the size of a message is asked. Avro and postcard are written by their libraries. The other formats are written
//! here, after their specifications, since their libraries write generated types only. Each encoder names its source
//! ([`Format::source`]). Where a specification leaves a choice, the encoder chooses as the named library does. A test of
//! `wirecost-built` compares all bytes with those of candidates built alone.

mod error;
mod flatbuffers;
mod protobuf;
mod shape;
mod thrift;
mod typed;
mod xdr;

pub use error::EncodeError;

use apache_avro::Schema;
use apache_avro::writer::datum::GenericDatumWriter;
use wirecost_types::{Lowered, Model, emit, lower};
use wirecost_value::Value;

use crate::shape::Shape;
use crate::typed::Typed;

/// A format that is written by a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Format {
    Avro,
    FlatBuffers,
    Postcard,
    Protobuf,
    ThriftBinary,
    ThriftCompact,
    Xdr,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Avro,
        Self::FlatBuffers,
        Self::Postcard,
        Self::Protobuf,
        Self::ThriftBinary,
        Self::ThriftCompact,
        Self::Xdr,
    ];

    /// The format that candidates call by this name; none if it is not written by a model.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name by which candidates call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avro => "avro",
            Self::FlatBuffers => "flatbuffers",
            Self::Postcard => "postcard",
            Self::Protobuf => "protobuf",
            Self::ThriftBinary => "thrift-binary",
            Self::ThriftCompact => "thrift-compact",
            Self::Xdr => "xdr",
        }
    }

    /// Who encodes, and by what: a library, or wirecost with the specification, and the library that it agrees with.
    pub fn source(self) -> &'static str {
        match self {
            Self::Avro => "the crate apache-avro",
            Self::FlatBuffers => "wirecost, as the crate planus: equal texts, bytes and vtables once",
            Self::Postcard => "the crate postcard",
            Self::Protobuf => "wirecost, as the crate prost: entries of maps leave out zero keys and values",
            Self::ThriftBinary => "wirecost, as the crate thrift: binary protocol, without a message header",
            Self::ThriftCompact => "wirecost, as the crate thrift: compact protocol, without a message header",
            Self::Xdr => "wirecost, by RFC 4506",
        }
    }

    /// The format as models are brought to it.
    pub fn types(self) -> wirecost_types::Format {
        match self {
            Self::Avro => wirecost_types::Format::Avro,
            Self::FlatBuffers => wirecost_types::Format::FlatBuffers,
            Self::Postcard => wirecost_types::Format::Rust,
            Self::Protobuf => wirecost_types::Format::Protobuf,
            Self::ThriftBinary | Self::ThriftCompact => wirecost_types::Format::Thrift,
            Self::Xdr => wirecost_types::Format::Xdr,
        }
    }
}

/// A model, ready to be written in a format.
pub struct Encoding<'m> {
    format: Format,
    model: &'m Model,
    lowered: Lowered,
    /// Avro's schema.
    schema: Option<Schema>,
    /// Whether Protocol Buffers leaves out fields that are zero, as proto3 does.
    is_proto3: bool,
}

impl<'m> Encoding<'m> {
    /// Brings the model to the format.
    ///
    /// # Errors
    /// If the format cannot hold it, with the field and the reason.
    pub fn new(format: Format, model: &'m Model) -> Result<Self, EncodeError> {
        let lowered = lower(model, format.types())?;
        let schema = match format {
            Format::Avro => Some(emit(model, format.types())?.text),
            _ => None,
        };
        let schema = schema.map(|text| Schema::parse_str(&text).map_err(EncodeError::library)).transpose()?;
        let is_proto3 =
            format == Format::Protobuf && emit(model, format.types())?.text.starts_with("syntax = \"proto3\"");
        Ok(Self { format, model, lowered, schema, is_proto3 })
    }

    /// The model as the format holds it.
    pub fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// A value of the model, with its types ([`Model::fit`]), in the format.
    ///
    /// # Errors
    /// If the value is not of the model, or the format does not hold it.
    pub fn encode(&self, typed: &Value) -> Result<Vec<u8>, EncodeError> {
        let value = self.lowered.wrap(self.model, typed)?;
        let shape = Shape { lowered: &self.lowered, ty: &self.lowered.root };
        match self.format {
            Format::Avro => {
                let schema =
                    self.schema.as_ref().ok_or_else(|| EncodeError::Library("there is no schema".to_owned()))?;
                let writer = GenericDatumWriter::builder(schema).human_readable(false).build();
                let mut out = Vec::new();
                let written =
                    writer.map_err(EncodeError::library)?.write_ser(&mut out, &Typed { shape, value: &value });
                written.map(|_| out).map_err(EncodeError::library)
            }
            Format::Postcard => {
                postcard::to_extend(&Typed { shape, value: &value }, Vec::new()).map_err(EncodeError::library)
            }
            Format::Protobuf => protobuf::encode(shape, &value, self.is_proto3),
            Format::ThriftBinary => thrift::encode(thrift::Protocol::Binary, shape, &value),
            Format::ThriftCompact => thrift::encode(thrift::Protocol::Compact, shape, &value),
            Format::Xdr => xdr::encode(shape, &value),
            Format::FlatBuffers => flatbuffers::encode(shape, &value),
        }
    }
}

#[cfg(test)]
mod tests;
