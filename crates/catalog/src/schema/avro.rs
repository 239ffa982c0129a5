//! Avro: <https://avro.apache.org/docs/1.12.0/specification/>.

use std::collections::BTreeMap;
use std::path::Path;

use apache_avro::schema::{FixedSchema, Name, RecordSchema, ResolvedSchema, Schema as Avro};
use wirecost_codec_protocol::SchemaDefinition;
use wirecost_value::json;

use super::{Field, Missing, Schema, Type, choose};
use crate::{MAX_BYTES, PlanError};

/// Reads an `.avsc` file.
pub fn load(path: &Path, type_name: Option<&str>) -> Result<Schema, PlanError> {
    let broken = |error: &dyn std::fmt::Display| PlanError::at(path.display(), error);
    let size = std::fs::metadata(path).map_err(|error| broken(&error))?.len();
    if size > MAX_BYTES {
        return Err(broken(&format!("{size} bytes; a schema may have {MAX_BYTES}")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| broken(&error))?;
    // The library says what is wrong and not where; that it is JSON at all is found out first.
    json::read(text.as_bytes())
        .map_err(|error| PlanError::at_position(&path.display().to_string(), error.position, error.reason))?;
    let schema = Avro::parse_str(&text).map_err(|error| broken(&error))?;
    let root_name = schema.name().map_or_else(|| "the root".to_owned(), |name| name.to_string());
    choose(path, type_name, std::slice::from_ref(&root_name), |_| false)?;
    let resolved = ResolvedSchema::new(&schema).map_err(|error| broken(&error))?;
    let mut converter = Converter { resolved: &resolved, records: BTreeMap::new() };
    let root = converter.shape(&schema).map_err(|reason| broken(&reason))?;
    let records = converter.records;
    Ok(Schema {
        format: "avro",
        definition: SchemaDefinition { text: text.into_bytes(), type_name: root_name },
        note: None,
        root,
        records,
        pool: None,
    })
}

struct Converter<'a> {
    resolved: &'a ResolvedSchema<'a>,
    records: BTreeMap<String, Vec<Field>>,
}

impl Converter<'_> {
    fn shape(&mut self, schema: &Avro) -> Result<Type, String> {
        let integer = |min: i128, max: i128| Type::Integer { min, max };
        Ok(match schema {
            Avro::Null => Type::Null,
            Avro::Boolean => Type::Boolean,
            Avro::Int | Avro::Date | Avro::TimeMillis => integer(i32::MIN.into(), i32::MAX.into()),
            Avro::Long
            | Avro::TimeMicros
            | Avro::TimestampMillis
            | Avro::TimestampMicros
            | Avro::TimestampNanos
            | Avro::LocalTimestampMillis
            | Avro::LocalTimestampMicros
            | Avro::LocalTimestampNanos => integer(i64::MIN.into(), i64::MAX.into()),
            Avro::Float => Type::Float32,
            Avro::Double => Type::Float64,
            Avro::Bytes => Type::Bytes { length: None },
            Avro::String => Type::Text,
            Avro::Fixed(FixedSchema { size, .. }) => Type::Bytes { length: Some(*size) },
            Avro::Enum(names) => {
                let numbered = names.symbols.iter().zip(0..).map(|(name, number)| (name.clone(), number));
                Type::Enumeration(numbered.collect())
            }
            Avro::Array(array) => Type::Sequence(Box::new(self.shape(&array.items)?)),
            Avro::Map(map) => Type::Map(Box::new(Type::Text), Box::new(self.shape(&map.types)?)),
            Avro::Union(union) => {
                Type::Union(union.variants().iter().map(|branch| self.shape(branch)).collect::<Result<_, _>>()?)
            }
            Avro::Record(record) => self.record(record)?,
            Avro::Ref { name } => self.named(name)?,
            Avro::Uuid(_) => return Err(unsupported("uuid")),
            Avro::Decimal(_) | Avro::BigDecimal => return Err(unsupported("decimal")),
            Avro::Duration(_) => return Err(unsupported("duration")),
        })
    }

    fn named(&mut self, name: &Name) -> Result<Type, String> {
        match self.resolved.get_names().get(name) {
            Some(Avro::Record(_)) => Ok(Type::Record(name.to_string())),
            Some(schema) => self.shape(schema),
            None => Err(format!("the type {name} is not known")),
        }
    }

    fn record(&mut self, record: &RecordSchema) -> Result<Type, String> {
        let name = record.name.to_string();
        let mut fields = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            let nullable = matches!(&field.schema, Avro::Union(union) if union.is_nullable());
            fields.push(Field {
                name: field.name.clone(),
                aliases: field.aliases.clone(),
                shape: self.shape(&field.schema)?,
                // A default is for readers of older data: who writes must write every field.
                missing: if nullable { Missing::Default(wirecost_value::Value::Null) } else { Missing::Refused },
                oneof: None,
            });
        }
        self.records.insert(name.clone(), fields);
        Ok(Type::Record(name))
    }
}

fn unsupported(logical: &str) -> String {
    format!("the logical type {logical} has no counterpart in the data tree; leave logicalType out")
}
