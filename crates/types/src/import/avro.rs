//! Avro: <https://avro.apache.org/docs/1.12.0/specification/>.

use apache_avro::schema::{FixedSchema, InnerDecimalSchema, Name, RecordSchema, ResolvedSchema, Schema};
use indexmap::IndexMap;
use wirecost_value::Value;

use super::{Imported, TypeNames, choose};
use crate::{Definition, Enumeration, Field, Format, Int, Key, Model, Presence, Record, TimeUnit, Type, TypesError};

/// Reads the text of an `.avsc` file. `file` names it in errors.
///
/// # Errors
/// If it is broken, with its place where that is known, has no such type, or says what a model cannot.
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let broken = |error: &dyn std::fmt::Display| TypesError::at(file, error);
    // The library says what is wrong and not where; that it is JSON at all is found out first.
    super::document(file, text)?;
    super::avro_names::allow();
    let schema = Schema::parse_str(text).map_err(|error| broken(&error))?;
    let root_name = schema.name().map_or_else(|| "the root".to_owned(), |name| name.to_string());
    if choose(file, type_name, std::slice::from_ref(&root_name), |_| false).is_err() {
        return super::avdl::of_schema(file, text, type_name);
    }
    let resolved = ResolvedSchema::new(&schema).map_err(|error| broken(&error))?;
    let mut importer = Importer { resolved: &resolved, names: TypeNames::default(), types: IndexMap::new() };
    let root = importer.ty(&schema).map_err(|reason| broken(&reason))?;
    let mut model = Model::new(root, importer.types);
    model.check().map_err(|error| broken(&error))?;
    model.type_defaults();
    let definition = Some(text.as_bytes().to_vec());
    Ok(Imported { model, format: Some(Format::Avro), type_name: root_name, note: None, layout: None, definition })
}

struct Importer<'a> {
    resolved: &'a ResolvedSchema<'a>,
    names: TypeNames,
    types: IndexMap<String, Definition>,
}

impl Importer<'_> {
    fn ty(&mut self, schema: &Schema) -> Result<Type, String> {
        Ok(match schema {
            Schema::Null => Type::Null,
            Schema::Boolean => Type::Boolean,
            Schema::Int | Schema::TimeMillis => Type::Integer(Int::I32),
            // A time without a zone is no instant, and is the number that it is.
            Schema::Long
            | Schema::TimeMicros
            | Schema::LocalTimestampMillis
            | Schema::LocalTimestampMicros
            | Schema::LocalTimestampNanos => Type::Integer(Int::I64),
            Schema::TimestampMillis => Type::Timestamp(TimeUnit::Milliseconds),
            Schema::TimestampMicros => Type::Timestamp(TimeUnit::Microseconds),
            Schema::TimestampNanos => Type::Timestamp(TimeUnit::Nanoseconds),
            Schema::Date => Type::Date,
            Schema::Float => Type::Float32,
            Schema::Double => Type::Float64,
            Schema::Bytes => Type::Bytes { length: None },
            Schema::String => Type::Text,
            Schema::Uuid(_) => Type::Uuid,
            Schema::Fixed(FixedSchema { size, .. }) => {
                let length = u32::try_from(*size).map_err(|_| format!("a fixed of {size} bytes is too long"))?;
                Type::Bytes { length: Some(length) }
            }
            Schema::Decimal(decimal) => match (u8::try_from(decimal.precision), u8::try_from(decimal.scale)) {
                (Ok(precision @ 1..=38), Ok(scale)) => Type::Decimal { precision, scale },
                // Beyond what a model has, it is what it is made of, as the specification says of logical types that are not known.
                _ => match &decimal.inner {
                    InnerDecimalSchema::Fixed(fixed) => self.ty(&Schema::Fixed(fixed.clone()))?,
                    InnerDecimalSchema::Bytes => Type::Bytes { length: None },
                },
            },
            Schema::Enum(names) => {
                let numbered = names.symbols.iter().zip(0..).map(|(name, number)| (name.clone(), number));
                let name = self.names.of(names.name.as_ref());
                let symbols = numbered.collect();
                self.types
                    .entry(name.clone())
                    .or_insert(Definition::Enumeration(Enumeration { symbols, is_numbered: false }));
                Type::Named(name)
            }
            Schema::Array(array) => Type::list(self.ty(&array.items)?),
            Schema::Map(map) => Type::Map(Key::Text, Box::new(self.ty(&map.types)?)),
            Schema::Union(union) => {
                let branches = union.variants().iter().map(|branch| self.ty(branch));
                let branches = branches.collect::<Result<Vec<_>, _>>()?;
                if branches.is_empty() {
                    return Err("a union without branches".to_owned());
                }
                Type::union(branches)
            }
            Schema::Record(record) => self.record(record)?,
            Schema::Ref { name } => self.named(name)?,
            Schema::BigDecimal => return Err(unsupported("big-decimal")),
            Schema::Duration(_) => return Err(unsupported("duration")),
        })
    }

    fn named(&mut self, name: &Name) -> Result<Type, String> {
        match self.resolved.get_names().get(name) {
            Some(Schema::Record(_)) => Ok(Type::Named(self.names.of(name.as_ref()))),
            Some(schema) => self.ty(schema),
            None => Err(format!("the type {name} is not known")),
        }
    }

    fn record(&mut self, record: &RecordSchema) -> Result<Type, String> {
        let name = self.names.of(record.name.as_ref());
        // It keeps its place before the records within it.
        self.types.insert(name.clone(), Definition::Record(Record::default()));
        let is_own = |alias: &str| record.fields.iter().any(|field| field.name == alias);
        let mut fields = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            let is_nullable = matches!(&field.schema, Schema::Union(union) if union.is_nullable());
            fields.push(Field {
                // An alias is for readers of older data; here the name of another field says more.
                aliases: field.aliases.iter().filter(|alias| !is_own(alias)).cloned().collect(),
                // A default is for readers of older data: who writes must write every field.
                presence: if is_nullable { Presence::Default(Value::Null) } else { Presence::Required },
                ..Field::new(&field.name, self.ty(&field.schema)?)
            });
        }
        self.types.insert(name.clone(), Definition::Record(Record::new(fields)));
        Ok(Type::Named(name))
    }
}

fn unsupported(logical: &str) -> String {
    format!("the logical type {logical} has no counterpart in the data tree; leave logicalType out")
}
