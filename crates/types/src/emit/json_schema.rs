//! JSON Schema, draft 2020-12: <https://json-schema.org/draft/2020-12>. It describes the JSON that
//! [`Model::spell`](crate::Model::spell) gives.

use wirecost_value::Value;

use super::json::{object, pretty};
use crate::lower::{Field, Kind, Lowered, Ty};
use crate::{Int, Key};

pub fn print(lowered: &Lowered) -> String {
    let dialect = Value::text("https://json-schema.org/draft/2020-12/schema");
    let mut entries = vec![("$schema".to_owned(), dialect)];
    if let Value::Map(root) = ty(lowered, &lowered.root) {
        entries.extend(root);
    }
    let definition = |index: usize| (lowered.items[index].name.clone(), item(lowered, index));
    let definitions: Vec<_> = (0..lowered.items.len()).map(definition).collect();
    if !definitions.is_empty() {
        entries.push(("$defs".to_owned(), Value::Map(definitions)));
    }
    pretty(&Value::Map(entries))
}

fn item(lowered: &Lowered, index: usize) -> Value {
    let item = &lowered.items[index];
    match &item.kind {
        Kind::Enumeration(symbols) => {
            let names = symbols.iter().map(|symbol| Value::text(&symbol.source)).collect();
            object([("enum", Value::Sequence(names))])
        }
        Kind::Union(fields) => any_of(fields.iter().map(|field| ty(lowered, &field.ty)).collect()),
        Kind::Record(fields) => record(lowered, fields),
        Kind::Fixed(_) => Value::Map(Vec::new()),
    }
}

fn record(lowered: &Lowered, fields: &[Field]) -> Value {
    let property = |field: &Field| {
        let mut schema = ty(lowered, &field.ty);
        if let (Value::Map(entries), Some(default)) = (&mut schema, &field.default) {
            entries.push(("default".to_owned(), default.clone()));
        }
        (field.source.clone(), schema)
    };
    let required = fields.iter().filter(|field| !field.is_optional && field.default.is_none());
    let required: Vec<Value> = required.map(|field| Value::text(&field.source)).collect();
    let mut entries = vec![
        ("type".to_owned(), Value::text("object")),
        ("properties".to_owned(), Value::Map(fields.iter().map(property).collect())),
    ];
    if !required.is_empty() {
        entries.push(("required".to_owned(), Value::Sequence(required)));
    }
    entries.push(("additionalProperties".to_owned(), Value::Boolean(false)));
    Value::Map(entries)
}

fn any_of(branches: Vec<Value>) -> Value {
    object([("anyOf", Value::Sequence(branches))])
}

fn ty(lowered: &Lowered, ty: &Ty) -> Value {
    let text = |keyword: &str, value: &str| object([("type", Value::text("string")), (keyword, Value::text(value))]);
    match ty {
        Ty::Void => object([("type", Value::text("null"))]),
        Ty::Boolean => object([("type", Value::text("boolean"))]),
        Ty::Integer(int) => integer(*int),
        Ty::Float32 => object([("type", Value::text("number")), ("format", Value::text("float"))]),
        Ty::Float64 => object([("type", Value::text("number"))]),
        Ty::Text => object([("type", Value::text("string"))]),
        Ty::Bytes { length: None } => text("contentEncoding", "base64"),
        Ty::Bytes { length: Some(length) } => {
            let characters = length.div_ceil(3) * 4;
            let mut schema = text("contentEncoding", "base64");
            if let Value::Map(entries) = &mut schema {
                entries.push(("minLength".to_owned(), characters.into()));
                entries.push(("maxLength".to_owned(), characters.into()));
            }
            schema
        }
        Ty::Timestamp(_) => text("format", "date-time"),
        Ty::Date => text("format", "date"),
        Ty::Uuid => text("format", "uuid"),
        Ty::Decimal { precision, scale } => text("pattern", &decimal_pattern(*precision, *scale)),
        Ty::List(item) | Ty::Set(item) => object([("type", Value::text("array")), ("items", self::ty(lowered, item))]),
        Ty::Map(key, value) => {
            let mut entries = vec![
                ("type".to_owned(), Value::text("object")),
                ("additionalProperties".to_owned(), self::ty(lowered, value)),
            ];
            let names = match key {
                Key::Text => None,
                Key::Boolean => {
                    Some(object([("enum", Value::Sequence(vec![Value::text("false"), Value::text("true")]))]))
                }
                Key::Integer(int) => Some(object([("format", Value::text(format_of(*int)))])),
            };
            entries.extend(names.map(|names| ("propertyNames".to_owned(), names)));
            Value::Map(entries)
        }
        Ty::Optional(inner) => {
            let null = self::ty(lowered, &Ty::Void);
            match self::ty(lowered, inner) {
                Value::Map(entries) if entries.len() == 1 && entries[0].0 == "anyOf" => match &entries[0].1 {
                    Value::Sequence(branches) => any_of(branches.iter().cloned().chain([null]).collect()),
                    _ => any_of(vec![null]),
                },
                one => any_of(vec![one, null]),
            }
        }
        Ty::Union(branches) => any_of(branches.iter().map(|(branch, _)| self::ty(lowered, branch)).collect()),
        Ty::Item(index) => {
            let name = lowered.items[*index].name.replace('~', "~0").replace('/', "~1");
            object([("$ref", Value::text(format!("#/$defs/{name}")))])
        }
    }
}

fn integer(int: Int) -> Value {
    let bound = |n: i128| crate::fit::integer_of(n).unwrap_or(Value::Null);
    let range = int.range();
    object([("type", Value::text("integer")), ("minimum", bound(*range.start())), ("maximum", bound(*range.end()))])
}

/// The name of an integer in the format registry of OpenAPI.
fn format_of(int: Int) -> &'static str {
    match int {
        Int::I8 => "int8",
        Int::I16 => "int16",
        Int::I32 => "int32",
        Int::I64 => "int64",
        Int::U8 => "uint8",
        Int::U16 => "uint16",
        Int::U32 => "uint32",
        Int::U64 => "uint64",
    }
}

/// The regular expression of decimals of that many digits, in their one spelling.
pub fn decimal_pattern(precision: u8, scale: u8) -> String {
    let whole = match precision - scale {
        0 => "0".to_owned(),
        1 => "[0-9]".to_owned(),
        digits => format!("(0|[1-9][0-9]{{0,{}}})", digits - 1),
    };
    match scale {
        0 => format!("^-?{whole}$"),
        _ => format!("^-?{whole}\\.[0-9]{{{scale}}}$"),
    }
}
