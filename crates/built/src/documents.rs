//! The types of an XML document as libraries that go through serde take them: which attribute, element or text each field is.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;
use wirecost_types::xml::{XmlDocument, XmlName, XmlPlace};
use wirecost_types::{Definition, Enumeration, Field, Model, Presence, Record, Type};
use wirecost_value::Value;

use crate::Refusal;
use crate::names::Scope;

/// How a library names what is in a document where serde asks for names of fields. All call an attribute by `@` and its name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Documents {
    /// The text of an element.
    text: String,
    /// A child element that may be one of several, as an enum by the elements' names; none if the library has no such enums.
    #[serde(default)]
    one_of: Option<String>,
    /// The same as a list.
    #[serde(default)]
    any_of: Option<String>,
    /// Whether an enum of names can be the text of an element; else it is a `String`.
    #[serde(default)]
    symbols: bool,
    /// Whether it also takes messages that are no documents, in the XML of `docs/FORMAT.md`.
    #[serde(default)]
    pub(crate) also_data: bool,
    /// What names have in a document that is read. They have prefixes in one that is written.
    names: Names,
}

/// What a name has that a library gives to serde.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Names {
    /// The local name alone. Attributes of the prefix `xml` have it.
    Local,
    /// The local name alone, of all attributes too, in a library that writes nothing.
    LocalOfAll,
    /// A prefix, if its namespace has one, as the document has it.
    Prefixed,
    /// The same for each namespace, whatever prefix the document has.
    Exact,
}

/// What is around the types in the crate of a candidate.
const FRAME: &str = include_str!("documents.txt");

/// The source of the module `types` for a candidate.
///
/// # Errors
/// If a type is one that the library cannot read and write in a document, with its place.
pub(crate) fn print(model: &Model, type_name: &str, candidate: &str, documents: &Documents) -> Result<String, Refusal> {
    let printer = Printer::new(model, candidate, documents)?;
    let (root, declarations) = printer.declarations()?;
    let namespaces = printer.document.namespaces.iter().map(|(prefix, of)| format!("({prefix:?}, {of:?})"));
    let namespaces: Vec<String> = namespaces.collect();
    Ok(FRAME
        .replace("__DECLARATIONS__", &declarations)
        .replace("__ELEMENT__", &format!("{:?}", printer.document.spell(&printer.document.element, false)))
        .replace("__NAMESPACES__", &namespaces.join(", "))
        .replace("__ROOT__", &root)
        .replace("__TYPE_NAME__", &format!("{type_name:?}")))
}

/// A value of the model as one of these types, by the names that serde has for the fields as they are read.
///
/// # Errors
/// If the model says nothing of documents.
pub(crate) fn value(model: &Model, candidate: &str, documents: &Documents, typed: &Value) -> Result<Value, Refusal> {
    Ok(Printer::new(model, candidate, documents)?.value(&model.root, typed))
}

struct Printer<'a> {
    model: &'a Model,
    document: &'a XmlDocument,
    documents: &'a Documents,
    candidate: &'a str,
    /// What the types are called in Rust.
    names: HashMap<&'a str, String>,
}

impl<'a> Printer<'a> {
    fn new(model: &'a Model, candidate: &'a str, documents: &'a Documents) -> Result<Self, Refusal> {
        let refusal = || Refusal::Generator {
            what: "a message that is no document",
            place: "the message".to_owned(),
            candidate: candidate.to_owned(),
        };
        let document = model.document.as_ref().ok_or_else(refusal)?;
        let mut scope = Scope::default();
        let names = model.types.keys().map(|name| (name.as_str(), scope.type_name(name, "Type"))).collect();
        Ok(Self { model, document, documents, candidate, names })
    }

    fn refuse<T>(&self, what: &'static str, place: &str) -> Result<T, Refusal> {
        Err(Refusal::Generator { what, place: place.to_owned(), candidate: self.candidate.to_owned() })
    }

    /// The name of the message's own type, and all types.
    fn declarations(&self) -> Result<(String, String), Refusal> {
        let mut out = String::new();
        for (name, definition) in &self.model.types {
            match definition {
                Definition::Record(record) if self.is_choice(name) => self.choice(name, record, &mut out)?,
                Definition::Record(record) => self.record(name, record, &mut out)?,
                Definition::Enumeration(names) => self.enumeration(name, names, &mut out),
                // What it may be is told apart by nothing in a document: it is text.
                Definition::Union(_) => {}
            }
        }
        let root = match &self.model.root {
            Type::Named(name) if self.model.record_of(&self.model.root).is_some() => self.type_name(name),
            _ => return self.refuse("a document with text alone", "the message"),
        };
        Ok((root, out))
    }

    /// Whether a record stands for a child element that may be one of several.
    fn is_choice(&self, name: &str) -> bool {
        let names = |field: &Field| {
            field.xml == Some(XmlPlace::Choice) && self.model.record_of(held(&field.ty)).is_some_and(|it| it.0 == name)
        };
        self.model.types.values().any(|definition| match definition {
            Definition::Record(record) => record.fields.iter().any(names),
            _ => false,
        })
    }

    /// What a type of the model is called in Rust.
    fn type_name(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_default()
    }

    fn record(&self, name: &str, record: &Record, out: &mut String) -> Result<(), Refusal> {
        let is_root = self.model.root == Type::Named(name.to_owned());
        let element = self.document.spell(&self.document.element, false);
        if is_root {
            // Some libraries call the root element by the name of its struct.
            let _ = writeln!(out, "#[derive(serde::Serialize, serde::Deserialize)]\n#[serde(rename = {element:?})]");
        } else {
            out.push_str("#[derive(serde::Serialize, serde::Deserialize)]\n");
        }
        let _ = writeln!(out, "pub struct {} {{", self.type_name(name));
        let (mut scope, mut read) = (Scope::default(), self.names_read(name, record)?);
        for field in &record.fields {
            let key = self.key(field, &format!("{name}.{}", field.name))?;
            self.field(name, field, &key.attributes(&read), &scope.field(&field.name), out)?;
            read.extend(key.alias);
        }
        out.push_str("}\n\n");
        Ok(())
    }

    /// What the fields of a record read, which differ.
    fn names_read(&self, name: &str, record: &Record) -> Result<HashSet<String>, Refusal> {
        let mut read = HashSet::new();
        for field in &record.fields {
            let place = format!("{name}.{}", field.name);
            if !read.insert(self.key(field, &place)?.read) {
                return self.refuse("two names that differ in their namespace alone", &place);
            }
        }
        Ok(read)
    }

    fn field(&self, record: &str, field: &Field, key: &str, member: &str, out: &mut String) -> Result<(), Refusal> {
        let place = format!("{record}.{}", field.name);
        let is_list = matches!(field.ty, Type::List(_) | Type::Set(_));
        let ty = self.ty(record, held(&field.ty), is_list, &place)?;
        let is_optional = field.presence != Presence::Required;
        let more = match (is_list, is_optional) {
            (true, _) => ", default",
            (false, true) => ", default, skip_serializing_if = \"Option::is_none\"",
            // An element without text has an empty one.
            (false, false) if field.xml == Some(XmlPlace::Text) && ty == TEXT => ", default",
            (false, false) => "",
        };
        let ty = match (is_list, is_optional) {
            (true, _) => format!("Vec<{ty}>"),
            (false, true) => format!("Option<{ty}>"),
            (false, false) => ty,
        };
        let _ = writeln!(out, "    #[serde({key}{more})]\n    pub {member}: {ty},");
        Ok(())
    }

    /// A child element that may be one of several, as an enum.
    fn choice(&self, name: &str, record: &Record, out: &mut String) -> Result<(), Refusal> {
        let ty = self.type_name(name);
        let _ = writeln!(out, "#[derive(serde::Serialize, serde::Deserialize)]\npub enum {ty} {{");
        let (mut scope, mut read) = (Scope::default(), self.names_read(name, record)?);
        for field in &record.fields {
            let place = format!("{name}.{}", field.name);
            if field.xml == Some(XmlPlace::Text) {
                return self.refuse("text between elements", &place);
            }
            if matches!(field.ty, Type::List(_) | Type::Set(_)) || field.xml == Some(XmlPlace::Choice) {
                return self.refuse("several elements where one of several may be", &place);
            }
            let key = self.key(field, &place)?;
            let alias = key.alias.clone();
            let held = self.ty(name, &field.ty, false, &place)?;
            let (key, variant) = (key.attributes(&read), scope.type_name(&field.name, ""));
            let _ = writeln!(out, "    #[serde({key})]\n    {variant}({held}),");
            read.extend(alias);
        }
        out.push_str("}\n\n");
        Ok(())
    }

    fn enumeration(&self, name: &str, names: &Enumeration, out: &mut String) {
        let ty = self.type_name(name);
        let _ = writeln!(out, "#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]\npub enum {ty} {{");
        let mut scope = Scope::default();
        for (symbol, _) in &names.symbols {
            let _ = writeln!(out, "    #[serde(rename = {symbol:?})]\n    {},", scope.type_name(symbol, ""));
        }
        out.push_str("}\n\n");
    }

    /// The type of what one element or attribute holds.
    fn ty(&self, within: &str, ty: &Type, is_item: bool, place: &str) -> Result<String, Refusal> {
        Ok(match ty {
            Type::Boolean => "bool".to_owned(),
            Type::Integer(int) => int.name().to_owned(),
            Type::Float32 => "f32".to_owned(),
            Type::Float64 => "f64".to_owned(),
            Type::Null | Type::Nullable(_) => return self.refuse("an element that may be nil", place),
            Type::List(_) | Type::Set(_) | Type::Map(..) => return self.refuse("a list in a list, or a map", place),
            Type::Named(name) => match self.model.types.get(name) {
                Some(Definition::Record(_)) if !is_item && self.contains(name, within, &mut HashSet::new()) => {
                    format!("Box<{}>", self.type_name(name))
                }
                Some(Definition::Record(_)) => self.type_name(name),
                Some(Definition::Enumeration(_)) if self.documents.symbols => self.type_name(name),
                _ => TEXT.to_owned(),
            },
            // What it means is for its reader: a document has its text.
            Type::Text
            | Type::Bytes { .. }
            | Type::Timestamp(_)
            | Type::Date
            | Type::Uuid
            | Type::Decimal { .. }
            | Type::Union(_) => TEXT.to_owned(),
        })
    }

    /// Whether a type is within another, or is that type.
    fn contains<'t>(&'t self, outer: &'t str, inner: &str, seen: &mut HashSet<&'t str>) -> bool {
        if outer == inner {
            return true;
        }
        let Some(Definition::Record(record)) = self.model.types.get(outer).filter(|_| seen.insert(outer)) else {
            return false;
        };
        record.fields.iter().any(|field| match held(&field.ty) {
            Type::Named(name) => self.contains(name, inner, seen),
            _ => false,
        })
    }

    /// What serde calls a field.
    fn key(&self, field: &Field, place: &str) -> Result<Key, Refusal> {
        let special = |name: &Option<String>| name.clone().map(Key::same);
        let found = match &field.xml {
            Some(XmlPlace::Element { name, xsi_type: None }) => Some(self.named("", name, false)),
            Some(XmlPlace::Element { .. }) => return self.refuse("an element whose type its xsi:type says", place),
            Some(XmlPlace::Attribute(name)) => Some(self.named("@", name, true)),
            Some(XmlPlace::Text) => Some(Key::same(self.documents.text.clone())),
            Some(XmlPlace::Choice) if matches!(field.ty, Type::List(_) | Type::Set(_)) => {
                special(&self.documents.any_of)
            }
            Some(XmlPlace::Choice) => special(&self.documents.one_of),
            None => return self.refuse("a field that has no place in the document", place),
        };
        match found {
            Some(key) => Ok(key),
            None => self.refuse("an element that may be one of several", place),
        }
    }

    fn named(&self, mark: &str, name: &XmlName, is_attribute: bool) -> Key {
        let written = self.document.spell(name, is_attribute);
        let is_of_xml = is_attribute && written.starts_with("xml:");
        match self.documents.names {
            // A document may have the namespace without a prefix at times.
            Names::Prefixed => {
                Key { alias: (!is_attribute).then(|| name.local.clone()), ..Key::same(format!("{mark}{written}")) }
            }
            Names::Exact => Key::same(format!("{mark}{written}")),
            Names::Local if is_of_xml => Key::same(format!("{mark}{written}")),
            Names::Local => {
                Key { read: format!("{mark}{}", name.local), written: format!("{mark}{written}"), alias: None }
            }
            Names::LocalOfAll => Key::same(format!("{mark}{}", name.local)),
        }
    }

    /// A value of a type by the names that serde reads.
    fn value(&self, ty: &Type, value: &Value) -> Value {
        match (ty, value) {
            (Type::List(item) | Type::Set(item), Value::Sequence(items)) => {
                Value::Sequence(items.iter().map(|value| self.value(item, value)).collect())
            }
            (_, Value::Map(_)) => {
                let Some((name, record)) = self.model.record_of(ty) else { return value.clone() };
                let there = record.fields.iter().filter_map(|field| {
                    let value = value.get(&field.name).filter(|value| !matches!(value, Value::Absent))?;
                    // Each has one: the types were printed.
                    let key = self.key(field, name).ok()?;
                    Some((key.read, self.value(&field.ty, value)))
                });
                Value::Map(there.collect())
            }
            (Type::Boolean | Type::Integer(_) | Type::Float32 | Type::Float64, _) => value.clone(),
            _ => self.model.spell_type(ty, value),
        }
    }
}

/// The type of text.
const TEXT: &str = "String";

/// What serde calls a field of a document that is read, and of one that is written.
struct Key {
    read: String,
    written: String,
    /// What else it may read.
    alias: Option<String>,
}

impl Key {
    fn same(name: String) -> Self {
        Self { read: name.clone(), written: name, alias: None }
    }

    /// What serde is told; `read` are the names that other fields read.
    fn attributes(&self, read: &HashSet<String>) -> String {
        let Self { read: own, written, alias } = self;
        let mut out = if own == written {
            format!("rename = {own:?}")
        } else {
            format!("rename(deserialize = {own:?}, serialize = {written:?})")
        };
        if let Some(alias) = alias.as_ref().filter(|alias| !read.contains(*alias)) {
            let _ = write!(out, ", alias = {alias:?}");
        }
        out
    }
}

/// What a field holds once.
fn held(ty: &Type) -> &Type {
    match ty {
        Type::List(item) | Type::Set(item) => item,
        one => one,
    }
}
