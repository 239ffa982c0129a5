//! Names that a format takes, each standing for one of the model.

use std::collections::{HashMap, HashSet};

use heck::{ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase};

use super::Format;
use super::keywords::is_keyword;
use crate::{Key, Type};

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Type,
    Field,
    Symbol,
}

/// Names of one scope, all different.
#[derive(Debug, Default)]
pub struct Scope {
    taken: HashSet<String>,
    /// Names of another scope that holds in this one too.
    outer: HashSet<String>,
    /// The number that the next name gets which is taken.
    next: HashMap<String, usize>,
}

impl Scope {
    /// No name of this scope will be one of these, letter by letter.
    pub fn avoid(&mut self, names: impl IntoIterator<Item = String>) {
        self.outer.extend(names);
    }

    /// A name of this scope for `source`: in the format's case, without characters that it lacks, and with a number where it
    /// is taken.
    pub fn name(&mut self, format: Format, named: Named, source: &str) -> String {
        if format == Format::JsonSchema {
            return source.to_owned();
        }
        let mut base = cased(format, named, source);
        if base.is_empty() || base.starts_with(|c: char| c.is_ascii_digit()) {
            let prefix = match named {
                Named::Type => "type_",
                Named::Field => "field_",
                Named::Symbol => "name_",
            };
            base = cased(format, named, &format!("{prefix}{base}"));
        }
        let base = without_keyword(format, named, base);
        let mut name = base.clone();
        let number = self.next.entry(base.clone()).or_insert(2);
        while is_keyword(format, named, &name)
            || self.outer.contains(&name)
            || !self.taken.insert(folded(format, &name))
        {
            // The number does not change the case of the name.
            let is_camel = cased(format, named, "a_b") == "aB" || cased(format, named, "a_b") == "AB";
            let between = if is_camel { "" } else { "_" };
            name = format!("{base}{between}{number}");
            *number += 1;
        }
        name
    }
}

/// The name, with something after it where the format keeps it for itself.
pub fn without_keyword(format: Format, named: Named, name: String) -> String {
    if !is_keyword(format, named, &name) {
        return name;
    }
    match (format, named) {
        (Format::CapnProto, Named::Type) | (Format::Rust, Named::Type | Named::Symbol) => name + "Type",
        (Format::CapnProto, _) => name + "Value",
        _ => name + "_",
    }
}

/// The name of a symbol after the prefix of its enumeration, unless it has the prefix already. It is never the prefix alone, which may
/// be the name of a type.
pub fn with_prefix(prefix: &str, source: &str) -> String {
    let shouted = source.to_shouty_snake_case();
    match shouted.as_str() {
        _ if prefix.is_empty() || shouted.starts_with(prefix) => source.to_owned(),
        "" => format!("{prefix}NAME"),
        _ => format!("{prefix}{source}"),
    }
}

/// A package, or namespace, none of whose parts is a keyword.
pub fn package_name(format: Format, package: &str) -> String {
    let parts = package.split('.').map(|part| without_keyword(format, Named::Field, part.to_owned()));
    parts.collect::<Vec<_>>().join(".")
}

/// The name as other names are compared with it.
fn folded(format: Format, name: &str) -> String {
    match format {
        // The names that its JSON form has leave underscores out.
        Format::Protobuf => name.replace('_', "").to_ascii_lowercase(),
        _ => name.to_owned(),
    }
}

fn cased(format: Format, named: Named, source: &str) -> String {
    let plain: String = source.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match (format, named) {
        // Names that are words already stay, since readers look for them.
        (Format::Avro | Format::Thrift, Named::Field | Named::Symbol) => plain,
        (Format::Xdr, Named::Type | Named::Field) => plain.to_snake_case(),
        (Format::FlatBuffers, Named::Symbol) => plain,
        (Format::CapnProto, Named::Field | Named::Symbol) => plain.to_lower_camel_case(),
        (Format::Protobuf | Format::Xdr, Named::Symbol) => plain.to_shouty_snake_case(),
        (_, Named::Type) | (Format::Rust, Named::Symbol) => plain.to_pascal_case(),
        (_, _) => plain.to_snake_case(),
    }
}

/// A name for a type that has none, by what it holds: `f64-list`, `nullable-text`, `i64-or-text`.
pub fn content_name(ty: &Type) -> String {
    /// A longer name says less than a number.
    const LONGEST: usize = 48;
    let name = match ty {
        Type::Null
        | Type::Boolean
        | Type::Integer(_)
        | Type::Float32
        | Type::Float64
        | Type::Text
        | Type::Date
        | Type::Uuid => ty.to_string(),
        Type::Bytes { length: None } => "bytes".to_owned(),
        Type::Bytes { length: Some(length) } => format!("bytes-{length}"),
        Type::Timestamp(unit) => format!("timestamp-{}", unit.symbol()),
        Type::Decimal { precision, scale } => format!("decimal-{precision}-{scale}"),
        Type::List(item) => format!("{}-list", content_name(item)),
        Type::Set(item) => format!("{}-set", content_name(item)),
        Type::Map(key, value) => format!("{}{}-map", key_prefix(*key), content_name(value)),
        Type::Nullable(inner) => format!("nullable-{}", content_name(inner)),
        Type::Union(branches) => branches.iter().map(content_name).collect::<Vec<_>>().join("-or-"),
        Type::Named(name) => name.rsplit('.').next().unwrap_or(name).to_owned(),
    };
    match ty {
        Type::Union(_) if name.len() > LONGEST => "union".to_owned(),
        Type::List(_) if name.len() > LONGEST => "list".to_owned(),
        Type::Set(_) if name.len() > LONGEST => "set".to_owned(),
        Type::Map(..) if name.len() > LONGEST => "map".to_owned(),
        _ => name,
    }
}

/// A name for the entries of a map.
pub fn entry_name(key: Key, value: &Type) -> String {
    format!("{}{}-entry", key_prefix(key), content_name(value))
}

fn key_prefix(key: Key) -> String {
    match key {
        Key::Text => String::new(),
        Key::Boolean => "bool-to-".to_owned(),
        Key::Integer(int) => format!("{}-to-", int.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::keywords::all;

    #[test]
    fn no_name_is_a_keyword() {
        let words: Vec<&str> = Format::ALL.into_iter().flat_map(all).collect();
        for format in Format::ALL {
            for named in [Named::Type, Named::Field, Named::Symbol] {
                let mut scope = Scope::default();
                let names: Vec<String> = words.iter().map(|word| scope.name(format, named, word)).collect();
                let kept: Vec<&String> = names.iter().filter(|name| is_keyword(format, named, name)).collect();
                assert!(kept.is_empty(), "{format} {named:?}: {kept:?}");
            }
        }
        let mut scope = Scope::default();
        let ints = ["Int"; 70].map(|word| scope.name(Format::CapnProto, Named::Type, word));
        assert!(!ints.iter().any(|name| name == "Int8" || name == "Int64"), "{ints:?}");
        assert_eq!(package_name(Format::FlatBuffers, "lance.table.v1"), "lance.table_.v1");
        assert_eq!(package_name(Format::Thrift, "function.tables"), "function_.tables");
        assert_eq!(package_name(Format::Protobuf, "lance.package"), "lance.package");
    }

    #[test]
    fn a_name_of_an_outer_scope_is_taken() {
        let mut scope = Scope::default();
        scope.avoid(["E".to_owned()]);
        let names = ["e", "E", "E_2"].map(|source| scope.name(Format::Thrift, Named::Symbol, source));
        assert_eq!(names, ["e", "E_2", "E_2_2"]);
    }

    #[test]
    fn names_are_valid_and_differ() {
        let names = |format, named, sources: &[&str]| -> Vec<String> {
            let mut scope = Scope::default();
            sources.iter().map(|source| scope.name(format, named, source)).collect()
        };
        let fields = ["orderId", "order_id", "@type", "type", "1st", "日本", ""];
        assert_eq!(
            names(Format::Protobuf, Named::Field, &fields),
            ["order_id", "order_id_2", "type", "type_2", "field_1st", "field", "field_2"]
        );
        assert_eq!(
            names(Format::Rust, Named::Field, &fields),
            ["order_id", "order_id_2", "type_", "type__2", "field_1st", "field", "field_2"]
        );
        assert_eq!(names(Format::Thrift, Named::Field, &["from", "x-y", "orderId"]), ["from_", "x_y", "orderId"]);
        assert_eq!(names(Format::CapnProto, Named::Field, &["order_id", "struct"]), ["orderId", "structValue"]);
        assert_eq!(names(Format::Protobuf, Named::Type, &["dns-record", "dns.record"]), ["DnsRecord", "DnsRecord2"]);
        assert_eq!(names(Format::JsonSchema, Named::Field, &["@type"]), ["@type"]);
    }
}
