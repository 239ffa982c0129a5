//! Avro, by its schema: <https://avro.apache.org/docs/1.12.0/specification/#data-serialization-and-deserialization>.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value as Avro;
use apache_avro::{Reader, Schema};
use wirecost_value::Value;

use crate::import::{Imported, avro};
use crate::{Definition, Model, Type, TypesError};

/// What a single object begins with, before the 8 bytes of its schema's fingerprint.
const SINGLE_OBJECT: [u8; 2] = [0xc3, 0x01];
const HEADER_BYTES: usize = 10;

pub fn datum(imported: &Imported, bytes: &[u8]) -> Result<Value, String> {
    let text = imported.definition.as_deref().and_then(|text| std::str::from_utf8(text).ok());
    let schema = Schema::parse_str(text.ok_or("it needs an .avsc or .avdl")?).map_err(|error| error.to_string())?;
    let reader = GenericDatumReader::builder(&schema).build().map_err(|error| error.to_string())?;
    let read = |mut bytes: &[u8]| {
        let value = reader.read_value(&mut bytes).map_err(|error| error.to_string())?;
        match bytes.len() {
            0 => tree(&imported.model, &imported.model.root, value),
            more => Err(format!("{more} bytes after the datum")),
        }
    };
    match bytes.strip_prefix(&SINGLE_OBJECT) {
        Some(_) if bytes.len() >= HEADER_BYTES => {
            read(&bytes[HEADER_BYTES..]).or_else(|error| read(bytes).map_err(|_| error))
        }
        _ => read(bytes),
    }
}

pub fn container(file: &str, bytes: &[u8]) -> Result<(Imported, Vec<Value>), TypesError> {
    let broken = |error: &dyn std::fmt::Display| TypesError::at(file, error);
    crate::import::allow_any_alphabet();
    let reader = Reader::new(bytes).map_err(|error| broken(&error))?;
    let schema = serde_json::to_string(reader.writer_schema()).map_err(|error| broken(&error))?;
    let imported = avro(file, &schema, None)?;
    let mut values = Vec::new();
    for value in reader {
        let value = value.map_err(|error| broken(&error))?;
        let value = tree(&imported.model, &imported.model.root, value).map_err(|error| broken(&error))?;
        values.push(imported.model.fit(&value)?);
    }
    if values.is_empty() {
        return Err(broken(&"it holds no record"));
    }
    Ok((imported, values))
}

/// The value in the data tree, of a type that says how many digits a decimal has after its point.
fn tree(model: &Model, ty: &Type, value: Avro) -> Result<Value, String> {
    Ok(match value {
        Avro::Null => Value::Null,
        Avro::Boolean(b) => Value::Boolean(b),
        Avro::Int(n) | Avro::Date(n) | Avro::TimeMillis(n) => n.into(),
        Avro::Long(n)
        | Avro::TimeMicros(n)
        | Avro::TimestampMillis(n)
        | Avro::TimestampMicros(n)
        | Avro::TimestampNanos(n)
        | Avro::LocalTimestampMillis(n)
        | Avro::LocalTimestampMicros(n)
        | Avro::LocalTimestampNanos(n) => n.into(),
        Avro::Float(x) => Value::Float32(x),
        Avro::Double(x) => Value::Float64(x),
        Avro::Bytes(bytes) | Avro::Fixed(_, bytes) => Value::Bytes(bytes),
        Avro::String(text) | Avro::Enum(_, text) => Value::Text(text),
        Avro::Uuid(uuid) => Value::text(uuid.to_string()),
        Avro::Union(_, inner) => tree(model, ty, *inner)?,
        Avro::Array(items) => {
            let inner = branch(model, ty, |ty| matches!(ty, Type::List(_)));
            let item = if let Type::List(item) = inner { item } else { ty };
            Value::Sequence(items.into_iter().map(|value| tree(model, item, value)).collect::<Result<_, _>>()?)
        }
        Avro::Map(entries) => {
            let inner = branch(model, ty, |ty| matches!(ty, Type::Map(..)));
            let item = if let Type::Map(_, item) = inner { item } else { ty };
            let entries = entries.into_iter().map(|(key, value)| Ok((key, tree(model, item, value)?)));
            let mut entries = entries.collect::<Result<Vec<_>, String>>()?;
            // The library keeps no order.
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Map(entries)
        }
        Avro::Record(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                let ty = field(model, ty, &name).unwrap_or(ty);
                Ok((name, tree(model, ty, value)?))
            });
            Value::Map(fields.collect::<Result<_, String>>()?)
        }
        Avro::Decimal(decimal) => {
            let bytes = Vec::<u8>::try_from(decimal).map_err(|error| error.to_string())?;
            match branch(model, ty, |ty| matches!(ty, Type::Decimal { .. })) {
                Type::Decimal { scale, .. } => Value::Text(decimal_text(&bytes, *scale)?),
                // One that is too long for a model is the bytes that it is made of.
                _ => Value::Bytes(bytes),
            }
        }
        Avro::BigDecimal(_) | Avro::Duration(_) => {
            return Err("a logical type that the data tree does not hold".to_owned());
        }
    })
}

/// The type itself, or the branch of it that is meant.
fn branch<'m>(model: &'m Model, ty: &'m Type, is_meant: impl Fn(&Type) -> bool + Copy) -> &'m Type {
    let branches: &[Type] = match ty {
        Type::Nullable(inner) => return branch(model, inner, is_meant),
        Type::Union(branches) => branches,
        Type::Named(name) => match model.types.get(name) {
            Some(Definition::Union(branches)) => branches,
            _ => return ty,
        },
        _ => return ty,
    };
    branches.iter().find(|branch| is_meant(branch)).unwrap_or(ty)
}

/// The type of a field of the record that a type is, or that a branch of it is.
fn field<'m>(model: &'m Model, ty: &'m Type, name: &str) -> Option<&'m Type> {
    let of_record = |ty: &Type| match ty {
        Type::Named(record) => match model.types.get(record) {
            Some(Definition::Record(record)) => record.fields.iter().find(|field| field.name == name),
            _ => None,
        },
        _ => None,
    };
    of_record(branch(model, ty, |branch| of_record(branch).is_some())).map(|field| &field.ty)
}

/// A number in two's complement, the highest byte first, with so many digits after the point.
fn decimal_text(bytes: &[u8], scale: u8) -> Result<String, String> {
    const WIDTH: usize = 16;
    let is_negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let mut wide = [if is_negative { 0xff } else { 0 }; WIDTH];
    let start = bytes.len().saturating_sub(WIDTH);
    if bytes[..start].iter().any(|byte| *byte != wide[0]) {
        return Err("a decimal of more than 128 bits".to_owned());
    }
    let bytes = &bytes[start..];
    wide[WIDTH - bytes.len()..].copy_from_slice(bytes);
    let number = i128::from_be_bytes(wide);
    let digits = format!("{:0>width$}", number.unsigned_abs(), width = usize::from(scale) + 1);
    let (whole, fraction) = digits.split_at(digits.len() - usize::from(scale));
    let sign = if number < 0 { "-" } else { "" };
    Ok(if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}
