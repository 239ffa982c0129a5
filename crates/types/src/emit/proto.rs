//! Protocol Buffers: <https://protobuf.dev/reference/protobuf/proto2-spec/> and proto3.
//!
//! proto2, since only it says that a field is required, and writes such a field always: proto3 leaves out what is zero, and
//! some of its libraries take -0.0 for that. A model whose fields are those of proto3, as one that was read from proto3, is
//! written as proto3.

use std::fmt::Write as _;

use wirecost_value::Value;

use crate::lower::{Field, Item, Kind, Lowered, Origin, Ty, Wrapper};
use crate::{Int, Key, well_known};

pub fn print(lowered: &Lowered) -> String {
    let own: Vec<&Item> = lowered.items.iter().filter(|item| file_of(item).is_none()).collect();
    let proto3 = is_proto3(lowered, &own);
    let mut out = format!("syntax = \"{}\";\n", if proto3 { "proto3" } else { "proto2" });
    if let Some(package) = &lowered.package {
        let _ = writeln!(out, "\npackage {package};");
    }
    let mut files: Vec<&str> = lowered.items.iter().filter_map(file_of).collect();
    files.sort_unstable();
    files.dedup();
    if !files.is_empty() {
        out.push('\n');
    }
    for file in files {
        let _ = writeln!(out, "import \"google/protobuf/{file}.proto\";");
    }
    for item in own {
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let _ = writeln!(out, "\nenum {} {{", item.name);
                for symbol in symbols {
                    let _ = writeln!(out, "  {} = {};", symbol.name, symbol.number);
                }
                out.push_str("}\n");
            }
            Kind::Union(fields) => {
                let _ = writeln!(out, "\nmessage {} {{", item.name);
                let members: Vec<&Field> = fields.iter().collect();
                oneof(lowered, &super::free_name("value", fields, "_"), &members, &mut out);
                out.push_str("}\n");
            }
            Kind::Record(fields) => {
                let _ = writeln!(out, "\nmessage {} {{", item.name);
                record(lowered, fields, proto3, &mut out);
                out.push_str("}\n");
            }
            Kind::Fixed(_) => {}
        }
    }
    out
}

fn record(lowered: &Lowered, fields: &[Field], proto3: bool, out: &mut String) {
    let mut groups = super::groups(fields);
    for field in fields {
        if let Some(group) = &field.group {
            // All members stand where the first of them does.
            if let Some(place) = groups.iter().position(|(name, _)| name == group) {
                let (name, members) = groups.swap_remove(place);
                let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
                let name =
                    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("group_{name}") };
                oneof(lowered, &super::free_name(&name, fields, "_"), &members, out);
            }
            continue;
        }
        let (name, number, called) = (&field.name, field.number, super::called(field, "//"));
        let ty = ty(lowered, &field.ty);
        let _ = match &field.ty {
            Ty::Map(..) => writeln!(out, "  {ty} {name} = {number};{called}"),
            Ty::List(item) if !proto3 && is_packed(lowered, item) => {
                writeln!(out, "  repeated {ty} {name} = {number} [packed = true];{called}")
            }
            Ty::List(_) => writeln!(out, "  repeated {ty} {name} = {number};{called}"),
            _ if proto3 && !field.is_optional => writeln!(out, "  {ty} {name} = {number};{called}"),
            _ => {
                let presence = if field.is_optional { "optional" } else { "required" };
                writeln!(out, "  {presence} {ty} {name} = {number};{called}")
            }
        };
    }
}

fn oneof(lowered: &Lowered, name: &str, members: &[&Field], out: &mut String) {
    let _ = writeln!(out, "  oneof {name} {{");
    for field in members {
        let ty = ty(lowered, &field.ty);
        let _ = writeln!(out, "    {ty} {} = {};{}", field.name, field.number, super::called(field, "//"));
    }
    out.push_str("  }\n");
}

/// Whether every field is one that proto3 has as it is, and one of them is of the kind that only proto3 has.
fn is_proto3(lowered: &Lowered, own: &[&Item]) -> bool {
    let (mut implicit, mut all) = (false, true);
    for item in own {
        match &item.kind {
            Kind::Enumeration(symbols) => all &= symbols.first().is_some_and(|symbol| symbol.number == 0),
            Kind::Record(fields) => {
                for field in fields.iter().filter(|field| !matches!(field.ty, Ty::List(_) | Ty::Map(..))) {
                    let is_zero = field.default.as_ref().is_some_and(|value| is_zero(lowered, &field.ty, value));
                    implicit |= is_zero;
                    all &= is_zero || field.is_optional;
                }
            }
            Kind::Union(_) | Kind::Fixed(_) => {}
        }
    }
    implicit && all
}

/// Whether the value is what proto3 leaves out.
fn is_zero(lowered: &Lowered, ty: &Ty, value: &Value) -> bool {
    match value {
        Value::Boolean(b) => !b,
        Value::Integer(n) => n.get() == 0,
        Value::Float32(x) => x.to_bits() == 0,
        Value::Float64(x) => x.to_bits() == 0,
        Value::Text(text) => match ty {
            Ty::Item(index) => match &lowered.items[*index].kind {
                Kind::Enumeration(symbols) => symbols.iter().any(|symbol| symbol.name == *text && symbol.number == 0),
                _ => false,
            },
            _ => text.is_empty(),
        },
        Value::Bytes(bytes) => bytes.is_empty(),
        _ => false,
    }
}

fn is_packed(lowered: &Lowered, item: &Ty) -> bool {
    match item {
        Ty::Boolean | Ty::Integer(_) | Ty::Float32 | Ty::Float64 => true,
        Ty::Item(index) => matches!(lowered.items[*index].kind, Kind::Enumeration(_)),
        _ => false,
    }
}

fn ty(lowered: &Lowered, ty: &Ty) -> String {
    match ty {
        Ty::Boolean => "bool".to_owned(),
        Ty::Integer(int) => integer(*int).to_owned(),
        Ty::Float32 => "float".to_owned(),
        Ty::Float64 => "double".to_owned(),
        Ty::Bytes { .. } => "bytes".to_owned(),
        Ty::List(item) => self::ty(lowered, item),
        Ty::Map(key, value) => {
            let key = match key {
                Key::Text => "string",
                Key::Boolean => "bool",
                Key::Integer(int) => integer(*int),
            };
            format!("map<{key}, {}>", self::ty(lowered, value))
        }
        Ty::Item(index) => match &lowered.items[*index] {
            item if file_of(item).is_none() => item.name.clone(),
            Item { origin: Origin::Named(name), .. } => format!(".{name}"),
            item => format!(".{}", item.name),
        },
        _ => "string".to_owned(),
    }
}

fn integer(int: Int) -> &'static str {
    match int {
        Int::I8 | Int::I16 | Int::I32 => "int32",
        Int::I64 => "int64",
        Int::U8 | Int::U16 | Int::U32 => "uint32",
        Int::U64 => "uint64",
    }
}

/// The file of Protocol Buffers' own that defines the item; none if the schema must.
fn file_of(item: &Item) -> Option<&'static str> {
    let name = match &item.origin {
        Origin::Named(name) => name.strip_prefix(well_known::PACKAGE)?,
        Origin::Wrapper(Wrapper::Timestamp, _) => "Timestamp",
        Origin::Wrapper(..) => return None,
    };
    Some(match name {
        "Any" => "any",
        "Duration" => "duration",
        "Empty" => "empty",
        "FieldMask" => "field_mask",
        "Struct" | "Value" | "ListValue" | "NullValue" => "struct",
        "Timestamp" => "timestamp",
        wrapper if well_known::is_wrapper(wrapper) => "wrappers",
        _ => return None,
    })
}
