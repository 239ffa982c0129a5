//! Avro: <https://avro.apache.org/docs/1.12.0/specification/>.

use std::collections::HashSet;

use wirecost_value::Value;

use super::json::{object, pretty};
use crate::TimeUnit;
use crate::lower::{Field, Kind, Lowered, Missing, Ty};

pub fn print(lowered: &Lowered) -> String {
    pretty(&Printer { lowered, defined: HashSet::new() }.ty(&lowered.root))
}

/// Definitions stand where they are first used, and are named from there on.
struct Printer<'a> {
    lowered: &'a Lowered,
    defined: HashSet<usize>,
}

impl Printer<'_> {
    fn ty(&mut self, ty: &Ty) -> Value {
        let logical =
            |base: &str, name: &str| object([("type", Value::text(base)), ("logicalType", Value::text(name))]);
        Value::text(match ty {
            Ty::Void => "null",
            Ty::Boolean => "boolean",
            Ty::Integer(int) if int.bits() == 64 => "long",
            Ty::Integer(_) => "int",
            Ty::Float32 => "float",
            Ty::Float64 => "double",
            Ty::Text => "string",
            Ty::Bytes { .. } => "bytes",
            Ty::Timestamp(unit) => {
                return logical(
                    "long",
                    match unit {
                        TimeUnit::Seconds | TimeUnit::Milliseconds => "timestamp-millis",
                        TimeUnit::Microseconds => "timestamp-micros",
                        TimeUnit::Nanoseconds => "timestamp-nanos",
                    },
                );
            }
            Ty::Date => return logical("int", "date"),
            Ty::Uuid => return logical("string", "uuid"),
            Ty::Decimal { precision, scale } => {
                return object([
                    ("type", Value::text("bytes")),
                    ("logicalType", Value::text("decimal")),
                    ("precision", (*precision).into()),
                    ("scale", (*scale).into()),
                ]);
            }
            Ty::List(item) | Ty::Set(item) => {
                return object([("type", Value::text("array")), ("items", self.ty(item))]);
            }
            Ty::Map(_, value) => return object([("type", Value::text("map")), ("values", self.ty(value))]),
            Ty::Optional(inner) => {
                let mut branches = vec![Value::text("null")];
                match &**inner {
                    Ty::Union(more) => branches.extend(more.iter().map(|(ty, _)| self.ty(ty))),
                    one => branches.push(self.ty(one)),
                }
                return Value::Sequence(branches);
            }
            Ty::Union(branches) => return Value::Sequence(branches.iter().map(|(ty, _)| self.ty(ty)).collect()),
            Ty::Item(index) => return self.item(*index),
        })
    }

    fn item(&mut self, index: usize) -> Value {
        let item = &self.lowered.items[index];
        let namespace = self.lowered.package.as_ref();
        let name = match namespace {
            Some(namespace) => format!("{namespace}.{}", item.name),
            None => item.name.clone(),
        };
        if !self.defined.insert(index) {
            return Value::text(name);
        }
        let name = Value::text(name);
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let symbols = symbols.iter().map(|symbol| Value::text(&symbol.name)).collect();
                object([("type", Value::text("enum")), ("name", name), ("symbols", Value::Sequence(symbols))])
            }
            Kind::Fixed(size) => object([("type", Value::text("fixed")), ("name", name), ("size", (*size).into())]),
            Kind::Record(fields) | Kind::Union(fields) => {
                let fields = fields.iter().map(|field| self.field(field)).collect();
                object([("type", Value::text("record")), ("name", name), ("fields", Value::Sequence(fields))])
            }
        }
    }

    fn field(&mut self, field: &Field) -> Value {
        let mut entries = vec![("name".to_owned(), Value::text(&field.name)), ("type".to_owned(), self.ty(&field.ty))];
        let default = match (&field.ty, &field.default) {
            (Ty::Optional(_), Some(Value::Null)) => Some(Value::Null),
            (Ty::Optional(_), None) if field.missing == Missing::AbsentIsNull => Some(Value::Null),
            (Ty::Boolean | Ty::Integer(_) | Ty::Text, Some(value)) => Some(value.clone()),
            (Ty::Float32 | Ty::Float64, Some(Value::Float32(x))) if x.is_finite() => Some(Value::Float32(*x)),
            (Ty::Float32 | Ty::Float64, Some(Value::Float64(x))) if x.is_finite() => Some(Value::Float64(*x)),
            (Ty::List(_), Some(Value::Sequence(items))) if items.is_empty() => Some(Value::Sequence(Vec::new())),
            (Ty::Map(..), Some(Value::Map(items))) if items.is_empty() => Some(Value::Map(Vec::new())),
            (Ty::Item(index), Some(Value::Text(symbol)))
                if matches!(self.lowered.items[*index].kind, Kind::Enumeration(_)) =>
            {
                Some(Value::text(symbol))
            }
            _ => None,
        };
        entries.extend(default.map(|value| ("default".to_owned(), value)));
        let is_name = |alias: &&String| {
            alias.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && alias.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let aliases: Vec<Value> = field.aliases.iter().filter(is_name).map(Value::text).collect();
        if !aliases.is_empty() {
            entries.push(("aliases".to_owned(), Value::Sequence(aliases)));
        }
        if field.name != field.source {
            entries.push(("doc".to_owned(), Value::text(format!("called {:?} in the message", field.source))));
        }
        Value::Map(entries)
    }
}
