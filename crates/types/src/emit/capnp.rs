//! Cap'n Proto: <https://capnproto.org/language.html>.
//!
//! A scalar that may be absent is a union with `none`; text, bytes, a list or a struct that may be absent is a pointer that
//! may be null.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::lower::{Field, Kind, Lowered, Named, Ty, without_keyword};
use crate::{Format, Int};

/// The schema. Its identifier follows from what it says, so that the same types have the same one.
pub fn print(lowered: &Lowered) -> String {
    let mut body = String::new();
    for item in &lowered.items {
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let _ = writeln!(body, "\nenum {} {{", item.name);
                for (ordinal, symbol) in symbols.iter().enumerate() {
                    let _ = writeln!(body, "  {} @{ordinal};", symbol.name);
                }
                body.push_str("}\n");
            }
            Kind::Record(fields) => {
                let _ = writeln!(body, "\nstruct {} {{", item.name);
                record(lowered, fields, &mut body);
                body.push_str("}\n");
            }
            Kind::Union(fields) => {
                let _ = writeln!(body, "\nstruct {} {{\n  union {{", item.name);
                for (ordinal, field) in fields.iter().enumerate() {
                    let _ = writeln!(body, "    {} @{ordinal} :{};", field.name, ty(lowered, &field.ty));
                }
                body.push_str("  }\n}\n");
            }
            Kind::Fixed(_) => {}
        }
    }
    format!("@{:#018x};\n{body}", identifier(&body))
}

fn record(lowered: &Lowered, fields: &[Field], out: &mut String) {
    let mut ordinals = 0_usize..;
    let mut next = || ordinals.next().unwrap_or_default();
    let mut groups = super::groups(fields);
    for field in fields {
        let called = super::called(field, "#");
        if let Some(group) = &field.group {
            if let Some(place) = groups.iter().position(|(name, _)| name == group) {
                let (_, members) = groups.swap_remove(place);
                let union = union_of(group, fields);
                let _ = writeln!(out, "  {} :union {{\n    {} @{} :Void;", union.name, union.none, next());
                for member in members {
                    let _ = writeln!(out, "    {} @{} :{};", member.name, next(), ty(lowered, &member.ty));
                }
                out.push_str("  }\n");
            }
            continue;
        }
        let ty = ty(lowered, &field.ty);
        let _ = if field.is_optional && !is_pointer(lowered, &field.ty) {
            let (none, some) = (next(), next());
            writeln!(out, "  {} :union {{ none @{none} :Void; some @{some} :{ty}; }}{called}", field.name)
        } else {
            writeln!(out, "  {} @{} :{ty};{called}", field.name, next())
        };
    }
}

/// The union that a group of fields is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnionOfGroup {
    /// Its name.
    pub name: String,
    /// The member that stands for none of them.
    pub none: &'static str,
}

/// What the group of this name is called in a record with these fields.
pub fn union_of(group: &str, fields: &[Field]) -> UnionOfGroup {
    let mut taken: HashSet<String> = fields.iter().map(|field| field.name.clone()).collect();
    let mut name = String::new();
    // Groups whose names differ for the model may be called the same here, so those before it count.
    for (before, _) in super::groups(fields) {
        name = union_name(before);
        while !taken.insert(name.clone()) {
            name.push_str("Group");
        }
        if before == group {
            break;
        }
    }
    let is_taken = fields.iter().any(|field| field.group.as_deref() == Some(group) && field.name == "none");
    UnionOfGroup { name, none: if is_taken { "noneOf" } else { "none" } }
}

/// The name of a group in the language's case.
fn union_name(group: &str) -> String {
    let name = heck::ToLowerCamelCase::to_lower_camel_case(group);
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.is_ascii();
    without_keyword(Format::CapnProto, Named::Field, if is_word { name } else { "oneOf".to_owned() })
}

/// Whether the format holds a type behind a pointer, which can be null.
pub fn is_pointer(lowered: &Lowered, ty: &Ty) -> bool {
    match ty {
        Ty::Item(index) => !matches!(lowered.items[*index].kind, Kind::Enumeration(_)),
        Ty::Text | Ty::Bytes { .. } | Ty::List(_) => true,
        _ => false,
    }
}

fn ty(lowered: &Lowered, ty: &Ty) -> String {
    match ty {
        Ty::Void => "Void".to_owned(),
        Ty::Boolean => "Bool".to_owned(),
        Ty::Integer(int) => match int {
            Int::I8 => "Int8",
            Int::I16 => "Int16",
            Int::I32 => "Int32",
            Int::I64 => "Int64",
            Int::U8 => "UInt8",
            Int::U16 => "UInt16",
            Int::U32 => "UInt32",
            Int::U64 => "UInt64",
        }
        .to_owned(),
        Ty::Float32 => "Float32".to_owned(),
        Ty::Float64 => "Float64".to_owned(),
        Ty::Bytes { .. } => "Data".to_owned(),
        Ty::List(item) => format!("List({})", self::ty(lowered, item)),
        Ty::Item(index) => lowered.items[*index].name.clone(),
        _ => "Text".to_owned(),
    }
}

/// 64 bits with the highest one set, as the language asks: FNV-1a of the text.
fn identifier(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    hash | 1 << 63
}
