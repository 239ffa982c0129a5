//! apache-avro by a schema that is known at run time only: <https://docs.rs/apache-avro>.
//!
//! README.md says what was chosen and why.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::de::Error as _;
use wirecost_codec_protocol::value::{self, ConvertError};
use wirecost_codec_protocol::{CandidateError, Case, Decoder, Encoder, Prepared, codec};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    let failed = |error: &dyn std::fmt::Display| CandidateError::Failed(error.to_string());
    let schema = case.schema.as_ref().ok_or_else(|| CandidateError::Unsupported("the message has no schema".into()))?;
    let text = std::str::from_utf8(&schema.text).map_err(|error| failed(&error))?;
    // A process prepares a case or a few, and the library borrows the schema for as long as it reads.
    let schema: &'static Schema = Box::leak(Box::new(Schema::parse_str(text).map_err(|error| failed(&error))?));
    let reader = GenericDatumReader::builder(schema).build().map_err(|error| failed(&error))?;
    let writer = GenericDatumWriter::builder(schema).build().map_err(|error| failed(&error))?;
    codec(case, Dynamic { schema, reader, writer })
}

struct Dynamic {
    schema: &'static Schema,
    reader: GenericDatumReader<'static>,
    writer: GenericDatumWriter<'static>,
}

impl Decoder for Dynamic {
    type Output<'a> = Value;
    type Error = apache_avro::Error;

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Value, apache_avro::Error> {
        self.reader.read_value(&mut bytes)
    }

    fn value(output: &Value) -> Result<value::Value, ConvertError> {
        from_avro(output)
    }
}

impl Encoder for Dynamic {
    type Input = Value;
    type Error = apache_avro::Error;

    fn input(&self, value: value::Value) -> Result<Value, ConvertError> {
        loose(value)?.resolve(self.schema).map_err(ConvertError::custom)
    }

    fn encode(&mut self, input: &Value, out: &mut Vec<u8>) -> Result<(), apache_avro::Error> {
        self.writer.write_value_ref(out, input).map(drop)
    }
}

fn from_avro(value: &Value) -> Result<value::Value, ConvertError> {
    Ok(match value {
        Value::Null => value::Value::Null,
        Value::Boolean(b) => value::Value::Boolean(*b),
        Value::Int(n) | Value::Date(n) | Value::TimeMillis(n) => (*n).into(),
        Value::Long(n)
        | Value::TimeMicros(n)
        | Value::TimestampMillis(n)
        | Value::TimestampMicros(n)
        | Value::TimestampNanos(n)
        | Value::LocalTimestampMillis(n)
        | Value::LocalTimestampMicros(n)
        | Value::LocalTimestampNanos(n) => (*n).into(),
        Value::Float(x) => value::Value::Float32(*x),
        Value::Double(x) => value::Value::Float64(*x),
        Value::Bytes(bytes) | Value::Fixed(_, bytes) => value::Value::Bytes(bytes.clone()),
        Value::String(text) | Value::Enum(_, text) => value::Value::text(text),
        Value::Union(_, value) => from_avro(value)?,
        Value::Array(items) => value::Value::Sequence(items.iter().map(from_avro).collect::<Result<_, _>>()?),
        Value::Map(entries) => entries_of(entries.iter())?,
        Value::Record(fields) => entries_of(fields.iter().map(|(name, value)| (name, value)))?,
        other => return Err(ConvertError::custom(format!("{other:?} has no counterpart in the data tree"))),
    })
}

fn entries_of<'a>(entries: impl Iterator<Item = (&'a String, &'a Value)>) -> Result<value::Value, ConvertError> {
    let entry = |(key, value): (&String, &Value)| Ok((key.clone(), from_avro(value)?));
    Ok(value::Value::Map(entries.map(entry).collect::<Result<_, ConvertError>>()?))
}

/// A value in the widest types there are, which the schema then narrows.
fn loose(value: value::Value) -> Result<Value, ConvertError> {
    Ok(match value {
        value::Value::Null | value::Value::Absent => Value::Null,
        value::Value::Boolean(b) => Value::Boolean(b),
        value::Value::Integer(n) => {
            let n = i64::try_from(n.get()).map_err(|_| ConvertError::custom(format!("{n:?} does not fit a long")))?;
            // A union has a branch for each, and the narrower is meant where it fits.
            i32::try_from(n).map_or(Value::Long(n), Value::Int)
        }
        value::Value::Float32(x) => Value::Float(x),
        value::Value::Float64(x) => Value::Double(x),
        value::Value::Text(text) => Value::String(text),
        value::Value::Bytes(bytes) => Value::Bytes(bytes),
        value::Value::Sequence(items) => Value::Array(items.into_iter().map(loose).collect::<Result<_, _>>()?),
        value::Value::Map(entries) => {
            let entries = entries.into_iter().map(|(key, value)| Ok((key, loose(value)?)));
            Value::Record(entries.collect::<Result<_, ConvertError>>()?)
        }
    })
}
