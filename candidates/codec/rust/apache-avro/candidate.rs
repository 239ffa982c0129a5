//! Apache Avro: <https://docs.rs/apache-avro>, <https://avro.apache.org/docs/1.12.0/specification/>.
//!
//! README.md says what was chosen and why.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Library, with_positional_type};
use crate::types::{no_type, schemas};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_positional_type::<Avro>(case)
}

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
