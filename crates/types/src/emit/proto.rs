//! Protocol Buffers: <https://protobuf.dev/reference/protobuf/proto2-spec/> and proto3.
//!
//! proto2, since only it says that a field is required, and writes such a field always: proto3 leaves out what is zero, and
//! some of its libraries take -0.0 for that. A model whose fields are those of proto3, as one that was read from proto3, is
//! written as proto3.

use std::fmt::Write as _;

use wirecost_value::Value;

use crate::lower::{Field, Item, Kind, Lowered, Origin, Ty, Wrapper};
use crate::{Definition, Format, Int, Key, Model, NotRepresentable, Presence, Type, Wire, Wires, well_known};

pub fn print(lowered: &Lowered, model: &Model) -> Result<String, NotRepresentable> {
    let own: Vec<&Item> = lowered.items.iter().filter(|item| file_of(item).is_none()).collect();
    let proto3 = is_proto3(lowered, model, &own);
    if !proto3 && model.messages.0.is_some() {
        check_proto2(model, &own)?;
    }
    let mut printer = Printer { lowered, model, proto3, out: String::new() };
    printer.out = format!("syntax = \"{}\";\n", if proto3 { "proto3" } else { "proto2" });
    if let Some(package) = &lowered.package {
        let _ = writeln!(printer.out, "\npackage {package};");
    }
    let mut files: Vec<&str> = lowered.items.iter().filter_map(file_of).collect();
    files.sort_unstable();
    files.dedup();
    if !files.is_empty() {
        printer.out.push('\n');
    }
    for file in files {
        let _ = writeln!(printer.out, "import \"google/protobuf/{file}.proto\";");
    }
    let groups = groups_only(lowered);
    for item in own.into_iter().filter(|item| !groups.contains(&item.name.as_str())) {
        match &item.kind {
            Kind::Enumeration(symbols) => {
                let _ = writeln!(printer.out, "\nenum {} {{", item.name);
                for symbol in symbols {
                    let _ = writeln!(printer.out, "  {} = {};", symbol.name, symbol.number);
                }
                printer.out.push_str("}\n");
            }
            Kind::Union(fields) => {
                let _ = writeln!(printer.out, "\nmessage {} {{", item.name);
                let members: Vec<&Field> = fields.iter().collect();
                printer.oneof(&super::free_name("value", fields, "_"), &members, 1)?;
                printer.out.push_str("}\n");
            }
            Kind::Record(fields) => {
                let _ = writeln!(printer.out, "\nmessage {} {{", item.name);
                printer.record(item, fields, 1)?;
                printer.out.push_str("}\n");
            }
            Kind::Fixed(_) => {}
        }
    }
    Ok(printer.out)
}

/// The name of a group of fields, as far as letters and digits are in it.
fn oneof_name(group: &str) -> String {
    let name: String = group.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("group_{name}") }
}

/// The deepest nesting of groups in groups.
const MAX_GROUPS: usize = 32;

struct Printer<'a> {
    lowered: &'a Lowered,
    model: &'a Model,
    proto3: bool,
    out: String,
}

impl Printer<'_> {
    /// The members of a message, `depth` levels in.
    fn record(&mut self, item: &Item, fields: &[Field], depth: usize) -> Result<(), NotRepresentable> {
        let mut groups = super::groups(fields);
        let mut oneofs: Vec<String> = Vec::new();
        for field in fields {
            if let Some(group) = &field.group {
                // All members stand where the first of them does.
                if let Some(place) = groups.iter().position(|(name, _)| name == group) {
                    let (name, members) = groups.swap_remove(place);
                    let mut name = super::free_name(&oneof_name(name), fields, "_");
                    while oneofs.contains(&name) {
                        name = super::free_name(&(name + "_"), fields, "_");
                    }
                    self.oneof(&name, &members, depth)?;
                    oneofs.push(name);
                }
                continue;
            }
            let presence = match (&field.ty, field.is_optional) {
                (Ty::Map(..), _) => "",
                (Ty::List(_), _) => "repeated ",
                (_, false) if self.proto3 => "",
                (_, true) => "optional ",
                (_, false) => "required ",
            };
            self.field(presence, field, depth)?;
        }
        self.extensions(item, fields);
        Ok(())
    }

    fn oneof(&mut self, name: &str, members: &[&Field], depth: usize) -> Result<(), NotRepresentable> {
        let indent = "  ".repeat(depth);
        let _ = writeln!(self.out, "{indent}oneof {name} {{");
        members.iter().try_for_each(|field| self.field("", field, depth + 1))?;
        let _ = writeln!(self.out, "{indent}}}");
        Ok(())
    }

    fn field(&mut self, presence: &str, field: &Field, depth: usize) -> Result<(), NotRepresentable> {
        let indent = "  ".repeat(depth);
        let (name, number, called) = (&field.name, field.number, super::called(field, "//"));
        let item = match &field.ty {
            Ty::List(item) => item,
            ty => ty,
        };
        if let (Wire::Group, Ty::Item(index)) = (field.wire.value, item) {
            let item = &self.lowered.items[*index];
            let Kind::Record(fields) = &item.kind else { return Ok(()) };
            if depth > MAX_GROUPS {
                let why = format!("groups in groups, deeper than {MAX_GROUPS} levels");
                return Err(NotRepresentable { format: Format::Protobuf, field: field.source.clone(), why });
            }
            let group = self.group_name(name);
            let _ = writeln!(self.out, "{indent}{presence}group {group} = {number} {{{called}");
            self.record(item, fields, depth + 1)?;
            let _ = writeln!(self.out, "{indent}}}");
            return Ok(());
        }
        let mut options = Vec::new();
        if let (Ty::List(item), false) = (&field.ty, self.proto3)
            && is_packed(self.lowered, item)
            && !field.wire.is_unpacked
        {
            options.push("packed = true".to_owned());
        }
        if self.proto3 && field.wire.is_unpacked {
            options.push("packed = false".to_owned());
        }
        let is_name = matches!(field.ty, Ty::Item(_));
        let absent = field.absent.as_ref().and_then(|value| match value {
            Value::Text(name) if is_name => Some(name.clone()),
            value => literal(value),
        });
        options.extend(absent.map(|text| format!("default = {text}")));
        let options = if options.is_empty() { String::new() } else { format!(" [{}]", options.join(", ")) };
        let ty = ty(self.lowered, &field.ty, field.wire);
        let _ = writeln!(self.out, "{indent}{presence}{ty} {name} = {number}{options};{called}");
        Ok(())
    }

    /// The name of a group, in small letters that of its field; not that of a type, which it would hide.
    fn group_name(&self, field: &str) -> String {
        let mut name = field.to_owned();
        name[..1].make_ascii_uppercase();
        let is_taken = self.lowered.items.iter().any(|item| item.name == name);
        if is_taken { field.to_ascii_uppercase() } else { name }
    }

    /// The numbers that are left to extensions; those that are known are fields.
    fn extensions(&mut self, item: &Item, fields: &[Field]) {
        let Origin::Named(name) = &item.origin else { return };
        let ranges = self.model.record(name).map_or(&[][..], |record| &record.extensions);
        let mut numbers: Vec<u32> = fields.iter().map(|field| field.number).collect();
        numbers.sort_unstable();
        for (start, end) in ranges {
            let mut from = *start;
            let taken = numbers.iter().copied().filter(|number| (*start..*end).contains(number));
            for until in taken.chain([*end]) {
                if from < until {
                    let _ = writeln!(self.out, "  extensions {from} to {};", until - 1);
                }
                from = until + 1;
            }
        }
    }
}

/// The names of the items that are groups and nothing else, which stand where they are used.
fn groups_only(lowered: &Lowered) -> Vec<&str> {
    fn items(ty: &Ty, into: &mut Vec<usize>) {
        match ty {
            Ty::Item(index) => into.push(*index),
            Ty::List(inner) | Ty::Map(_, inner) => items(inner, into),
            _ => {}
        }
    }
    let (mut groups, mut others) = (Vec::new(), Vec::new());
    items(&lowered.root, &mut others);
    for item in &lowered.items {
        let (Kind::Record(fields) | Kind::Union(fields)) = &item.kind else { continue };
        for field in fields {
            items(&field.ty, if field.wire.value == Wire::Group { &mut groups } else { &mut others });
        }
    }
    groups.retain(|index| !others.contains(index));
    groups.into_iter().map(|index| lowered.items[index].name.as_str()).collect()
}

/// Checks that no field of a model that was read from `.proto` files is written in another way by proto2.
fn check_proto2(model: &Model, own: &[&Item]) -> Result<(), NotRepresentable> {
    if !own.iter().any(|item| is_proto2(model, item)) {
        return Ok(());
    }
    for item in own {
        let Origin::Named(name) = &item.origin else { continue };
        let Some(record) = model.record(name) else { continue };
        let is_implicit = |field: &&crate::Field| {
            matches!(field.presence, Presence::Default(_)) && !matches!(field.ty, Type::List(_) | Type::Map(..))
        };
        if let Some(field) = record.fields.iter().find(is_implicit) {
            let why = "proto3 leaves it out where it is zero, and other messages here are of proto2; one schema has one of the two";
            let field = format!("{name}.{}", field.name);
            return Err(NotRepresentable { format: Format::Protobuf, field, why: why.to_owned() });
        }
    }
    Ok(())
}

/// Whether only proto2 has an item.
fn is_proto2(model: &Model, item: &Item) -> bool {
    let Origin::Named(name) = &item.origin else { return false };
    match model.types.get(name) {
        Some(Definition::Record(record)) => {
            let is_proto2 = |field: &crate::Field| {
                field.presence == Presence::Required || field.absent.is_some() || field.wire.value == Wire::Group
            };
            !record.extensions.is_empty() || record.fields.iter().any(is_proto2)
        }
        Some(Definition::Enumeration(names)) => names.symbols.first().is_some_and(|(_, number)| *number != 0),
        _ => false,
    }
}

/// A value as Protocol Buffers writes a default; none if it has no way to.
fn literal(value: &Value) -> Option<String> {
    let float = |x: f64, shortest: String| match x {
        x if x.is_nan() => "nan".to_owned(),
        x if x.is_infinite() => if x > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ => shortest,
    };
    let quoted = |bytes: &[u8]| {
        let escaped = bytes.iter().map(|byte| match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => char::from(*byte).to_string(),
            byte => format!("\\{byte:03o}"),
        });
        format!("\"{}\"", escaped.collect::<String>())
    };
    Some(match value {
        Value::Boolean(b) => b.to_string(),
        Value::Integer(n) => n.get().to_string(),
        Value::Float32(x) => float(f64::from(*x), format!("{x:?}")),
        Value::Float64(x) => float(*x, format!("{x:?}")),
        Value::Text(text) => quoted(text.as_bytes()),
        Value::Bytes(bytes) => quoted(bytes),
        _ => return None,
    })
}

/// Whether every field is one that proto3 has as it is, and one of them is of the kind that only proto3 has.
fn is_proto3(lowered: &Lowered, model: &Model, own: &[&Item]) -> bool {
    let (mut implicit, mut all) = (false, true);
    for item in own {
        if let Origin::Named(name) = &item.origin {
            all &= model.record(name).is_none_or(|record| record.extensions.is_empty());
        }
        match &item.kind {
            Kind::Enumeration(symbols) => all &= symbols.first().is_some_and(|symbol| symbol.number == 0),
            Kind::Record(fields) => {
                all &= fields.iter().all(|field| field.wire.value != Wire::Group && field.absent.is_none());
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

fn ty(lowered: &Lowered, ty: &Ty, wire: Wires) -> String {
    match ty {
        Ty::Boolean => "bool".to_owned(),
        Ty::Integer(int) => integer(*int, wire.value).to_owned(),
        Ty::Float32 => "float".to_owned(),
        Ty::Float64 => "double".to_owned(),
        Ty::Bytes { .. } => "bytes".to_owned(),
        Ty::List(item) => self::ty(lowered, item, wire),
        Ty::Map(key, value) => {
            let key = match key {
                Key::Text => "string",
                Key::Boolean => "bool",
                Key::Integer(int) => integer(*int, wire.key),
            };
            format!("map<{key}, {}>", self::ty(lowered, value, wire))
        }
        Ty::Item(index) => match &lowered.items[*index] {
            item if file_of(item).is_none() => item.name.clone(),
            Item { origin: Origin::Named(name), .. } => format!(".{name}"),
            item => format!(".{}", item.name),
        },
        _ => "string".to_owned(),
    }
}

fn integer(int: Int, wire: Wire) -> &'static str {
    match (wire, int.bits(), int.is_signed()) {
        (Wire::Zigzag, 64, true) => return "sint64",
        (Wire::Zigzag, _, true) => return "sint32",
        (Wire::Fixed, 64, true) => return "sfixed64",
        (Wire::Fixed, _, true) => return "sfixed32",
        (Wire::Fixed, 64, false) => return "fixed64",
        (Wire::Fixed, _, false) => return "fixed32",
        _ => {}
    }
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
