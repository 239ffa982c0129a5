//! Rust structs for serde.
//!
//! They are what formats with field names want: a field that is absent is left out. Bytes are `serde_bytes::ByteBuf`, times
//! the integers that the model counts, a union an untagged enumeration.

use std::fmt::Write as _;

use crate::Key;
use crate::lower::{Field, Item, Kind, Lowered, Ty};

/// How a field tells absent from null: absent is `None`, null is `Some(None)`.
const PRESENT: &str = r"
/// Reads a field that is there, null or not.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
";

pub fn print(lowered: &Lowered) -> String {
    let printer = Printer { lowered, cycles: lowered.cycles() };
    let mut out = String::from("use serde::{Deserialize, Serialize};\n");
    let mut has_both = false;
    for (index, item) in lowered.items.iter().enumerate() {
        out.push('\n');
        match &item.kind {
            Kind::Record(fields) => {
                has_both |= fields.iter().any(|field| field.is_optional && matches!(field.ty, Ty::Optional(_)));
                printer.record(index, item, fields, &mut out);
            }
            Kind::Union(fields) => printer.union(index, item, fields, &mut out),
            Kind::Enumeration(symbols) => {
                out.push_str("#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]\n");
                let _ = writeln!(out, "pub enum {} {{", item.name);
                for symbol in symbols {
                    if symbol.name != symbol.source {
                        let _ = writeln!(out, "    #[serde(rename = {:?})]", symbol.source);
                    }
                    let _ = writeln!(out, "    {},", symbol.name);
                }
                out.push_str("}\n");
            }
            Kind::Fixed(_) => {}
        }
    }
    if lowered.root_item().is_none() {
        let mut name = "Message".to_owned();
        while lowered.items.iter().any(|item| item.name == name) {
            name.push_str("Type");
        }
        let _ = writeln!(out, "\npub type {name} = {};", printer.ty(&lowered.root, None));
    }
    if has_both {
        out.push_str(PRESENT);
    }
    out
}

struct Printer<'a> {
    lowered: &'a Lowered,
    /// For each item that contains itself without a list between: the number of the cycle that it is in.
    cycles: Vec<Option<usize>>,
}

impl Printer<'_> {
    fn record(&self, index: usize, item: &Item, fields: &[Field], out: &mut String) {
        out.push_str("#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n");
        let _ = writeln!(out, "pub struct {} {{", item.name);
        for field in fields {
            let mut serde = Vec::new();
            if field.name != field.source {
                serde.push(format!("rename = {:?}", field.source));
            }
            serde.extend(field.aliases.iter().map(|alias| format!("alias = {alias:?}")));
            if field.is_optional {
                serde.push("default, skip_serializing_if = \"Option::is_none\"".to_owned());
                if matches!(field.ty, Ty::Optional(_)) {
                    serde.push("deserialize_with = \"present\"".to_owned());
                }
            }
            if !serde.is_empty() {
                let _ = writeln!(out, "    #[serde({})]", serde.join(", "));
            }
            let ty = self.ty(&field.ty, Some(index));
            let ty = if field.is_optional { format!("Option<{ty}>") } else { ty };
            let _ = writeln!(out, "    pub {}: {ty},", field.name);
        }
        out.push_str("}\n");
    }

    fn union(&self, index: usize, item: &Item, fields: &[Field], out: &mut String) {
        out.push_str("#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n#[serde(untagged)]\n");
        let _ = writeln!(out, "pub enum {} {{", item.name);
        for field in fields {
            let _ = match &field.ty {
                Ty::Void => writeln!(out, "    {},", field.name),
                ty => writeln!(out, "    {}({}),", field.name, self.ty(ty, Some(index))),
            };
        }
        out.push_str("}\n");
    }

    /// The type; `within` is the item that holds it by value, if one does.
    fn ty(&self, ty: &Ty, within: Option<usize>) -> String {
        match ty {
            Ty::Void => "()".to_owned(),
            Ty::Boolean => "bool".to_owned(),
            Ty::Integer(int) => int.name().to_owned(),
            Ty::Float32 => "f32".to_owned(),
            Ty::Float64 => "f64".to_owned(),
            Ty::Bytes { .. } => "serde_bytes::ByteBuf".to_owned(),
            Ty::List(item) => format!("Vec<{}>", self.ty(item, None)),
            Ty::Map(key, value) => {
                let key = match key {
                    Key::Text => "String",
                    Key::Boolean => "bool",
                    Key::Integer(int) => int.name(),
                };
                format!("std::collections::BTreeMap<{key}, {}>", self.ty(value, None))
            }
            Ty::Optional(inner) => format!("Option<{}>", self.ty(inner, within)),
            Ty::Item(index) => {
                let name = &self.lowered.items[*index].name;
                let is_own = within
                    .is_some_and(|outer| self.cycles[outer].is_some() && self.cycles[outer] == self.cycles[*index]);
                if is_own { format!("Box<{name}>") } else { name.clone() }
            }
            _ => "String".to_owned(),
        }
    }
}
