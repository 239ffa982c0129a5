//! Typed values as a text format spells them.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use wirecost_value::Value;

use crate::fit::time;
use crate::{Definition, Model, Type};

impl Model {
    /// A value with its types as JSON spells it: timestamps and dates as RFC 3339 writes them, UUIDs in their usual form,
    /// bytes as base64, floats that are not finite as `NaN`, `INF` and `-INF`. [`Model::fit`] reads it back.
    ///
    /// A time outside the years 1 to 9999 stays a number.
    pub fn spell(&self, value: &Value) -> Value {
        self.spell_type(&self.root, value)
    }

    /// The same of a value of a type that the model has.
    pub fn spell_type(&self, ty: &Type, value: &Value) -> Value {
        match (ty, value) {
            (Type::Nullable(inner), _) => self.spell_type(inner, value),
            (Type::List(item) | Type::Set(item), Value::Sequence(items)) => {
                Value::Sequence(items.iter().map(|value| self.spell_type(item, value)).collect())
            }
            (Type::Map(_, item), Value::Map(entries)) => {
                Value::Map(entries.iter().map(|(key, value)| (key.clone(), self.spell_type(item, value))).collect())
            }
            (Type::Union(branches), _) => self.spell_branch(branches, value),
            (Type::Named(name), _) => match (self.types.get(name), value) {
                (Some(Definition::Union(branches)), _) => self.spell_branch(branches, value),
                (Some(Definition::Record(record)), Value::Map(_)) => {
                    let spelt = |field: &crate::Field| {
                        let value = value.get(&field.name).unwrap_or(&Value::Absent);
                        (field.name.clone(), self.spell_type(&field.ty, value))
                    };
                    Value::Map(record.fields.iter().map(spelt).collect())
                }
                _ => value.clone(),
            },
            (Type::Timestamp(unit), Value::Integer(n)) => {
                let nanos = n.get() * unit.nanoseconds();
                let text = time::timestamp_text(nanos.div_euclid(time::NANOS), nanos.rem_euclid(time::NANOS));
                text.map_or_else(|| value.clone(), Value::Text)
            }
            (Type::Date, Value::Integer(n)) => time::date_text(n.get()).map_or_else(|| value.clone(), Value::Text),
            (Type::Uuid, _) => uuid(value).unwrap_or_else(|| value.clone()),
            (Type::Bytes { .. }, Value::Bytes(bytes)) => Value::Text(BASE64_STANDARD.encode(bytes)),
            (Type::Float64 | Type::Float32, Value::Float64(x)) => infinite(*x).unwrap_or_else(|| value.clone()),
            (Type::Float64 | Type::Float32, Value::Float32(x)) => {
                infinite(f64::from(*x)).unwrap_or_else(|| value.clone())
            }
            _ => value.clone(),
        }
    }

    fn spell_branch(&self, branches: &[Type], value: &Value) -> Value {
        match self.branch(branches, value) {
            Some(index) => self.spell_type(&branches[index], value),
            None => value.clone(),
        }
    }
}

fn infinite(x: f64) -> Option<Value> {
    match x {
        x if x.is_nan() => Some(Value::text("NaN")),
        x if x.is_infinite() => Some(Value::text(if x > 0.0 { "INF" } else { "-INF" })),
        _ => None,
    }
}

/// The usual form of a UUID.
pub fn uuid(value: &Value) -> Option<Value> {
    let Value::Bytes(bytes) = value else { return None };
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| digits.get(range).map(str::to_owned));
    let groups: Option<Vec<String>> = groups.into_iter().collect();
    Some(Value::Text(groups?.join("-")))
}
