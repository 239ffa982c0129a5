//! Apache Avro: <https://docs.rs/apache-avro>, <https://avro.apache.org/docs/1.12.0/specification/>.
//!
//! Choices: bare binary datums, schema known to both sides; structs go through serde straight to and from the bytes
//! and not through the library's `Value`; the resolved schema is kept from message to message. A field that may be
//! absent is a union with null. Integers of 8 and 16 bits are `int`, unsigned ones of 32 bits `long`. Avro has no
//! integer of 64 bits without sign, so that this candidate does not claim `telemetry`.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Candidate, CandidateError, Case};

use crate::library::{Library, TYPED, with_positional_type};
use crate::types::{no_type, schemas};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "apache-avro",
    package: "apache-avro",
    version: env!("VERSION_APACHE_AVRO"),
    format: "avro",
    types: Some(schemas::OF_AVRO),
    reference: true,
    prepare: with_positional_type::<Avro>,
    ..TYPED
}];

struct Avro {
    reader: GenericDatumReader<'static>,
    writer: GenericDatumWriter<'static>,
}

impl Library for Avro {
    type ReadError = apache_avro::Error;
    type WriteError = apache_avro::Error;

    fn new(case: &Case) -> Result<Self, CandidateError> {
        let failed = |error: apache_avro::Error| CandidateError::Failed(error.to_string());
        let text = case.message_type.as_deref().and_then(schemas::avro).ok_or_else(|| no_type(case))?;
        // A process prepares a case or a few, and the library borrows the schema for as long as it reads.
        let schema: &'static Schema = Box::leak(Box::new(Schema::parse_str(text).map_err(failed)?));
        Ok(Self {
            reader: GenericDatumReader::builder(schema).human_readable(false).build().map_err(failed)?,
            writer: GenericDatumWriter::builder(schema).human_readable(false).build().map_err(failed)?,
        })
    }

    fn read<T: DeserializeOwned>(&mut self, mut bytes: &[u8]) -> Result<T, apache_avro::Error> {
        self.reader.read_deser(&mut bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), apache_avro::Error> {
        self.writer.write_ser(out, input).map(drop)
    }
}
