//! Apache Thrift: <https://thrift.apache.org/docs/idl>.

use std::fmt::Write as _;

use wirecost_value::Value;

use crate::lower::{Field, Kind, Lowered, Ty};
use crate::{Int, Key};

pub fn print(lowered: &Lowered) -> String {
    let mut out = String::new();
    if let Some(package) = &lowered.package {
        let _ = writeln!(out, "namespace * {package}\n");
    }
    // A default can only name an enumeration that comes before it.
    let (enumerations, others): (Vec<_>, Vec<_>) =
        lowered.items.iter().partition(|item| matches!(item.kind, Kind::Enumeration(_)));
    let mut definitions = Vec::new();
    for item in enumerations.into_iter().chain(others) {
        let mut text = String::new();
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let _ = writeln!(text, "enum {} {{", item.name);
                for symbol in symbols {
                    let _ = writeln!(text, "  {} = {},", symbol.name, symbol.number);
                }
            }
            Kind::Record(fields) => {
                // Fields that exclude each other, and nothing else, are a union.
                let is_union = fields.len() > 1
                    && fields.iter().all(|field| field.group.is_some() && field.group == fields[0].group);
                let _ = writeln!(text, "{} {} {{", if is_union { "union" } else { "struct" }, item.name);
                fields.iter().for_each(|field| print_field(lowered, field, is_union, &mut text));
            }
            Kind::Union(fields) => {
                let _ = writeln!(text, "union {} {{", item.name);
                fields.iter().for_each(|field| print_field(lowered, field, true, &mut text));
            }
            Kind::Fixed(_) => continue,
        }
        text.push_str("}\n");
        definitions.push(text);
    }
    out + &definitions.join("\n")
}

fn print_field(lowered: &Lowered, field: &Field, in_union: bool, out: &mut String) {
    let given =
        if field.is_optional { field.default.as_ref().or(field.absent.as_ref()) } else { field.default.as_ref() };
    let default = given.and_then(|value| default(lowered, &field.ty, value));
    let presence = match (in_union, field.is_optional, &default) {
        (true, ..) => "",
        (false, true, _) => "optional ",
        (false, false, None) => "required ",
        (false, false, Some(_)) => "",
    };
    let default = default.map_or(String::new(), |text| format!(" = {text}"));
    let ty = ty(lowered, &field.ty);
    let called = super::called(field, "//");
    let _ = writeln!(out, "  {}: {presence}{ty} {}{default},{called}", field.number, field.name);
}

fn ty(lowered: &Lowered, ty: &Ty) -> String {
    match ty {
        Ty::Boolean => "bool".to_owned(),
        Ty::Integer(int) => integer(*int).to_owned(),
        Ty::Float32 | Ty::Float64 => "double".to_owned(),
        Ty::Bytes { .. } => "binary".to_owned(),
        Ty::List(item) => format!("list<{}>", self::ty(lowered, item)),
        Ty::Set(item) => format!("set<{}>", self::ty(lowered, item)),
        Ty::Map(key, value) => {
            let key = match key {
                Key::Text => "string",
                Key::Boolean => "bool",
                Key::Integer(int) => integer(*int),
            };
            format!("map<{key}, {}>", self::ty(lowered, value))
        }
        Ty::Item(index) => lowered.items[*index].name.clone(),
        _ => "string".to_owned(),
    }
}

fn integer(int: Int) -> &'static str {
    match int.bits() {
        8 => "i8",
        16 => "i16",
        32 => "i32",
        _ => "i64",
    }
}

/// A default as Thrift writes it; none if it has no way to.
fn default(lowered: &Lowered, ty: &Ty, value: &Value) -> Option<String> {
    Some(match (ty, value) {
        (_, Value::Boolean(b)) => b.to_string(),
        (_, Value::Integer(n)) => n.get().to_string(),
        (_, Value::Float64(x)) if x.is_finite() => format!("{x:?}"),
        (Ty::Item(index), Value::Text(text)) => format!("{}.{text}", lowered.items[*index].name),
        // Its escapes are those of few readers.
        (_, Value::Text(text)) if !text.chars().any(|c| c.is_control() || c == '"' || c == '\\') => {
            format!("\"{text}\"")
        }
        (_, Value::Sequence(items)) if items.is_empty() => "[]".to_owned(),
        (Ty::Map(..), Value::Map(entries)) if entries.is_empty() => "{}".to_owned(),
        _ => return None,
    })
}
