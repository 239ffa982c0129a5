//! FlatBuffers: <https://flatbuffers.dev/schema/>.
//!
//! A union is a table with one field for each branch: its own unions hold tables only. Every float has the default null,
//! since -0.0 equals the default 0.0 and would not be written.

use std::fmt::Write as _;

use crate::Int;
use crate::lower::{Field, Kind, Lowered, Symbol, Ty};

pub fn print(lowered: &Lowered) -> String {
    let mut out = String::new();
    if let Some(package) = &lowered.package {
        let _ = writeln!(out, "namespace {package};\n");
    }
    // A default can only name an enumeration that comes before it.
    let (enumerations, tables): (Vec<_>, Vec<_>) =
        lowered.items.iter().partition(|item| matches!(item.kind, Kind::Enumeration(_)));
    for item in enumerations.into_iter().chain(tables) {
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let _ = writeln!(out, "enum {}: {} {{", item.name, base(symbols));
                for symbol in in_order(symbols) {
                    let _ = writeln!(out, "  {} = {},", symbol.name, symbol.number);
                }
            }
            Kind::Record(fields) | Kind::Union(fields) => {
                let _ = writeln!(out, "table {} {{", item.name);
                for field in fields {
                    let ty = ty(lowered, &field.ty);
                    let _ = writeln!(
                        out,
                        "  {}: {ty}{};{}",
                        field.name,
                        presence(lowered, field),
                        super::called(field, "//")
                    );
                }
            }
            Kind::Fixed(_) => continue,
        }
        out.push_str("}\n\n");
    }
    if let Some(root) = lowered.root_item() {
        let _ = writeln!(out, "root_type {};", root.name);
    }
    out
}

fn in_order(symbols: &[Symbol]) -> Vec<&Symbol> {
    let mut symbols: Vec<&Symbol> = symbols.iter().collect();
    symbols.sort_by_key(|symbol| symbol.number);
    symbols
}

/// The smallest integer that holds all numbers.
fn base(symbols: &[Symbol]) -> &'static str {
    let fits = |int: Int| symbols.iter().all(|symbol| int.range().contains(&symbol.number.into()));
    match () {
        () if fits(Int::I8) => "byte",
        () if fits(Int::I16) => "short",
        () => "int",
    }
}

fn presence(lowered: &Lowered, field: &Field) -> String {
    match &field.ty {
        Ty::Boolean | Ty::Integer(_) if field.is_optional => " = null".to_owned(),
        Ty::Boolean | Ty::Integer(_) => String::new(),
        Ty::Float32 | Ty::Float64 => " = null".to_owned(),
        Ty::Item(index) => match &lowered.items[*index].kind {
            Kind::Enumeration(_) if field.is_optional => " = null".to_owned(),
            Kind::Enumeration(symbols) if symbols.iter().any(|symbol| symbol.number == 0) => String::new(),
            Kind::Enumeration(symbols) => {
                in_order(symbols).first().map_or(String::new(), |symbol| format!(" = {}", symbol.name))
            }
            _ if field.is_optional => String::new(),
            _ => " (required)".to_owned(),
        },
        _ if field.is_optional => String::new(),
        _ => " (required)".to_owned(),
    }
}

fn ty(lowered: &Lowered, ty: &Ty) -> String {
    match ty {
        Ty::Boolean => "bool".to_owned(),
        Ty::Integer(int) => match int {
            Int::I8 => "int8",
            Int::I16 => "int16",
            Int::I32 => "int32",
            Int::I64 => "int64",
            Int::U8 => "uint8",
            Int::U16 => "uint16",
            Int::U32 => "uint32",
            Int::U64 => "uint64",
        }
        .to_owned(),
        Ty::Float32 => "float".to_owned(),
        Ty::Float64 => "double".to_owned(),
        Ty::Bytes { .. } => "[uint8]".to_owned(),
        Ty::List(item) => format!("[{}]", self::ty(lowered, item)),
        Ty::Item(index) => lowered.items[*index].name.clone(),
        _ => "string".to_owned(),
    }
}
