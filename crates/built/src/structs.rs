//! The types of a message as the Rust candidates take them, with lists of them for macros that declare something for each.

use std::fmt::Write as _;
use std::path::Path;

use wirecost_types::lower::{Field, Item, Kind, Lowered, Ty, look_alike};
use wirecost_types::{Format, Key};

use crate::names::Scope;
use crate::sources::Files;
use crate::{Recipe, Refusal};

/// What is around the types in a candidate's own crate, whatever they are.
const FRAME: &str = include_str!("types.txt");

/// What is around the structs.
const STRUCTS: &str = include_str!("structs.txt");

/// How the structs of the crate that candidates share become trees: in that crate, which is hardly optimised, since nobody times it.
const TREES: &str = include_str!("trees.txt");

/// What stands for the structs where they are in the crate that candidates share.
const USE_SHARED: &str = "pub use wirecost_message::__MESSAGE__::types::*;\n";

/// What a candidate that takes documents, too, finds where the message is none.
const NO_DOCUMENT: &str = "pub const DOCUMENT: Option<crate::document::Document> = None;\n\n";

/// The module `types` of a message.
pub struct Types {
    /// In the crate of a candidate.
    pub own: String,
    /// In the crate that candidates share; none where the structs are those of one candidate alone.
    pub shared: Option<String>,
}

/// The sources of the module `types` for a candidate.
///
/// # Errors
/// If a type is one that is not generated, with its place.
pub fn print(lowered: &Lowered, type_name: &str, candidate: &str, recipe: &Recipe) -> Result<Types, Refusal> {
    let printer = Printer::new(lowered, candidate, recipe);
    if let (false, Some(item)) = (recipe.recursion, lowered.recursive()) {
        return printer.refuse("a type that contains itself", &item.name);
    }
    if let (true, Some(item)) = (recipe.lends_text_only, printer.lends_bytes_only()) {
        return printer.refuse("bytes beside no text", &item.name);
    }
    if recipe.text_keys_only && printer.has_keys(&lowered.root, &mut Vec::new()) {
        return printer.refuse("a map whose keys are no text", "the message");
    }
    if recipe.takes_documents_alone() {
        return printer.refuse("a message that is no XML document", type_name);
    }
    let root = printer.root();
    let declarations = printer.declarations()?;
    let lists = printer.lists()?;
    let lends = printer.lends(&lowered.root);
    // What has no names for fields writes of each whether it is there, and what it is.
    let lent_present = if recipe.positional { "" } else { "#[serde(deserialize_with = \"crate::types::present\")]" };
    let is_own = has_own(recipe);
    let structs = STRUCTS
        .replace("        __DECLARATIONS__", &declarations)
        .replace("__TREES__\n", if is_own { "" } else { TREES })
        .replace("__LENT_PRESENT__", lent_present)
        .replace("__ROOT__", &root);
    let own = FRAME
        .replace("__STRUCTS__", if is_own { &structs } else { USE_SHARED })
        .replace("__DOCUMENT__", if recipe.documents.is_some() { NO_DOCUMENT } else { "" })
        .replace("            __EACH_RECORD__", &lists.records)
        .replace("            __EACH_NUMBERED__", &lists.numbered)
        .replace("            __EACH_ENUMERATION__", &lists.enumerations)
        .replace("            __EACH_UNION__", &lists.unions)
        .replace("__FAMILY__", &if lends { format!("{root}<'a>") } else { root.clone() })
        .replace("__ROOT__", &root)
        .replace("__TYPE_NAME__", &format!("{type_name:?}"));
    Ok(Types { own, shared: (!is_own).then_some(structs) })
}

/// The root of the crate of structs that candidates share; a line for each message follows.
const ROOT: &str = r#"//! The structs of messages, for all candidates that go through serde.
#![allow(unused, clippy::all)]

pub use wirecost_codec_protocol::value::{ConvertError, Value, from_value, to_value};

/// A message as the data tree has it.
pub trait Tree: Sized {
    fn to_tree(&self) -> Result<Value, ConvertError>;
    fn of_tree(tree: Value) -> Result<Self, ConvertError>;
}

"#;

/// The crate of structs that candidates share, without its modules' files. `library` is the folder of the runner library.
pub fn crate_of(modules: &[String], library: &Path, recipe: &Recipe) -> Files {
    let features = STRUCT_FEATURES.map(|name| format!("{name} = []\n")).concat();
    let version = |name: &str| recipe.manifest.get("dependencies")?.get(name).map(ToString::to_string);
    let of = |name: &str, or: &str| format!("{name} = {}\n", version(name).unwrap_or_else(|| or.to_owned()));
    let manifest = format!(
        "[package]\nname = \"wirecost-message\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[features]\n{features}\n[dependencies]\n\
         {}{}wirecost-codec-protocol = {{ path = {:?} }}\n",
        of("base64", "\"0.23\""),
        of("serde", "{ version = \"1\", features = [\"derive\"] }"),
        library.join("crates/codec-protocol").display().to_string(),
    );
    let modules_of_root: String = modules.iter().map(|module| format!("pub mod {module};\n")).collect();
    let mut files = Files::from([
        ("Cargo.toml".to_owned(), manifest.into_bytes()),
        ("src/lib.rs".to_owned(), format!("{ROOT}{modules_of_root}").into_bytes()),
    ]);
    let of_module = "pub mod types;\npub use crate::{ConvertError, Tree, Value, from_value, to_value};\n";
    files.extend(modules.iter().map(|module| (format!("src/{module}/mod.rs"), of_module.into())));
    files
}

/// The features of a crate with structs.
pub const STRUCT_FEATURES: [&str; 3] = ["plain", "positional", "lent"];

/// Whether the structs of a candidate are its own: it declares them itself, or what it says of their fields is in its own modules.
fn has_own(recipe: &Recipe) -> bool {
    declares(recipe) || recipe.lists.is_some()
}

/// Whether a candidate declares its structs itself, with derives of its library.
fn declares(recipe: &Recipe) -> bool {
    says(recipe, "message_types!")
}

fn says(recipe: &Recipe, word: &str) -> bool {
    recipe.files.values().any(|text| String::from_utf8_lossy(text).contains(word))
}

/// The kinds of structs that the crate of a candidate has, as the features that bring them. What nobody uses is not compiled.
pub fn features(recipe: &Recipe, lends: bool) -> Vec<&'static str> {
    let own = match (says(recipe, "positional_type"), declares(recipe)) {
        (true, _) => Some("positional"),
        (false, true) => None,
        (false, false) => Some("plain"),
    };
    own.into_iter().chain((lends && recipe.lends()).then_some("lent")).collect()
}

/// How text and bytes are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As what the macro was given.
    Macro,
    /// As types of the standard library.
    Plain,
}

#[derive(Default)]
struct Lists {
    records: String,
    numbered: String,
    enumerations: String,
    unions: String,
}

struct Printer<'a> {
    lowered: &'a Lowered,
    candidate: &'a str,
    recipe: &'a Recipe,
    names: Vec<String>,
    fields: Vec<Vec<String>>,
    /// For each item: whether it holds text or bytes, which can be lent.
    lending: Vec<bool>,
    cycles: Vec<Option<usize>>,
}

impl<'a> Printer<'a> {
    fn new(lowered: &'a Lowered, candidate: &'a str, recipe: &'a Recipe) -> Self {
        let mut scope = Scope::default();
        let suffix = |kind: &Kind| match kind {
            Kind::Record(_) => "Record",
            Kind::Union(_) => "Union",
            Kind::Enumeration(_) => "Enumeration",
            Kind::Fixed(_) => "Fixed",
        };
        let names = lowered.items.iter().map(|item| scope.type_name(&item.name, suffix(&item.kind))).collect();
        let of_item = |item: &Item| {
            let mut scope = Scope::default();
            match &item.kind {
                Kind::Record(fields) => fields.iter().map(|field| scope.field(&field.name)).collect(),
                Kind::Union(fields) => fields.iter().map(|field| scope.type_name(&field.name, "")).collect(),
                Kind::Enumeration(symbols) => symbols.iter().map(|it| scope.type_name(&it.name, "")).collect(),
                Kind::Fixed(_) => Vec::new(),
            }
        };
        let fields = lowered.items.iter().map(of_item).collect();
        let mut printer = Self {
            lowered,
            candidate,
            recipe,
            names,
            fields,
            lending: vec![false; lowered.items.len()],
            cycles: lowered.cycles(),
        };
        printer.find_lending();
        printer
    }

    /// Until nothing more is found: an item lends where a field of it does.
    fn find_lending(&mut self) {
        loop {
            let found: Vec<bool> = self.lowered.items.iter().map(|item| self.item_lends(item)).collect();
            if found == self.lending {
                return;
            }
            self.lending = found;
        }
    }

    fn item_lends(&self, item: &Item) -> bool {
        match &item.kind {
            Kind::Record(fields) | Kind::Union(fields) => fields.iter().any(|field| self.lends(&field.ty)),
            Kind::Enumeration(_) => false,
            Kind::Fixed(_) => true,
        }
    }

    fn lends(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Text | Ty::Bytes { .. } | Ty::Uuid | Ty::Map(Key::Text, _) => true,
            Ty::List(inner) | Ty::Optional(inner) | Ty::Map(_, inner) => self.lends(inner),
            Ty::Union(branches) => branches.iter().any(|(ty, _)| self.lends(ty)),
            Ty::Item(index) => self.lending[*index],
            _ => false,
        }
    }

    /// An item that holds bytes and no text, so that only the bytes of it can be lent.
    fn lends_bytes_only(&self) -> Option<&Item> {
        let without = Lowered { items: self.lowered.items.iter().map(without_bytes).collect(), ..self.lowered.clone() };
        let of_text = Printer::new(&without, self.candidate, self.recipe).lending;
        let differs = self.lending.iter().zip(of_text).position(|(any, text)| *any && !text);
        differs.and_then(|index| self.lowered.items.get(index))
    }

    /// What the message's own type is called.
    fn root(&self) -> String {
        match self.lowered.root {
            Ty::Item(index) => self.names[index].clone(),
            _ => "MessageRoot".to_owned(),
        }
    }

    fn refuse<T>(&self, what: &'static str, place: &str) -> Result<T, Refusal> {
        Err(Refusal::Generator { what, place: place.to_owned(), candidate: self.candidate.to_owned() })
    }

    fn declarations(&self) -> Result<String, Refusal> {
        let mut out = String::new();
        for (index, item) in self.lowered.items.iter().enumerate() {
            match &item.kind {
                Kind::Record(fields) => self.record(index, item, fields, &mut out)?,
                Kind::Union(_) if !self.recipe.unions => return self.refuse("a union", &item.name),
                Kind::Union(fields) if look_alike(fields.iter().map(|field| &field.source_ty)) => {
                    return self.refuse("a union of times and numbers, or of UUIDs and bytes", &item.name);
                }
                Kind::Union(fields) => self.union(index, item, fields, &mut out)?,
                Kind::Enumeration(symbols) => {
                    self.head("Clone, Copy", "enum", index, &mut out);
                    for (symbol, variant) in symbols.iter().zip(&self.fields[index]) {
                        let key = if self.is_named_by_source() { &symbol.source } else { &symbol.name };
                        let _ = writeln!(out, "            #[serde(rename = {key:?})]\n            {variant},");
                    }
                    out.push_str("        }\n\n");
                }
                Kind::Fixed(_) => {}
            }
        }
        if !matches!(self.lowered.root, Ty::Item(_)) {
            let lifetime = if self.lends(&self.lowered.root) { " $($lifetime)*" } else { "" };
            let root = self.ty(&self.lowered.root, None, Style::Macro, "the message")?;
            let _ = writeln!(out, "        pub type MessageRoot{lifetime} = {root};");
        }
        Ok(out)
    }

    /// Derives and the first line of an item.
    fn head(&self, more: &str, word: &str, index: usize, out: &mut String) {
        let more = if more.is_empty() { String::new() } else { format!("{more}, ") };
        let lifetime = if self.lending[index] { " $($lifetime)*" } else { "" };
        // Its library looks for the schema's names.
        let named = match self.lowered.format {
            Format::Avro => format!("\n        #[serde(rename = {:?})]", self.lowered.items[index].name),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "        #[derive({more}serde::Serialize, serde::Deserialize)]\n        \
             $(#[$derive])*{}{named}\n        pub {word} {}{lifetime} {{",
            if word == "enum" && !more.contains("Copy") { "\n        #[serde(untagged)]" } else { "" },
            self.names[index]
        );
    }

    fn record(&self, index: usize, item: &Item, fields: &[Field], out: &mut String) -> Result<(), Refusal> {
        self.head("", "struct", index, out);
        for (field, name) in fields.iter().zip(&self.fields[index]) {
            let place = format!("{}.{}", item.name, field.name);
            let key = self.key(field);
            if name != key {
                let _ = writeln!(out, "            #[serde(rename = {key:?})]");
            }
            for alias in &field.aliases {
                let _ = writeln!(out, "            #[serde(alias = {alias:?})]");
            }
            if field.is_optional {
                out.push_str("            $(#[$optional])*\n");
                if matches!(field.ty, Ty::Optional(_)) {
                    out.push_str("            $(#[$present])*\n");
                }
            }
            if let Ty::Bytes { length } = field.ty {
                if length.is_some() && self.lowered.format == Format::Xdr {
                    // XDR writes no length for them, and a vector has one.
                    return self.refuse("bytes of a fixed length", &place);
                }
                if field.is_optional {
                    return self.refuse("bytes that may be absent", &place);
                }
                let _ = writeln!(out, "            $(#[$as_bytes])*\n            pub {name}: $bytes,");
                continue;
            }
            if self.lends(&field.ty) {
                out.push_str("            $(#[$borrow])*\n");
            }
            let ty = self.ty(&field.ty, Some(index), Style::Macro, &place)?;
            if let (Some(lists), Ty::List(_)) = (&self.recipe.lists, &field.ty) {
                if field.is_optional {
                    return self.refuse("a list that may be absent", &place);
                }
                let _ = writeln!(out, "            #[serde(with = {lists:?})]");
            }
            let ty = if field.is_optional { format!("Option<{ty}>") } else { ty };
            let _ = writeln!(out, "            pub {name}: {ty},");
        }
        out.push_str("        }\n\n");
        Ok(())
    }

    fn union(&self, index: usize, item: &Item, fields: &[Field], out: &mut String) -> Result<(), Refusal> {
        self.head("", "enum", index, out);
        let mut members: Vec<(&Field, &String)> = fields.iter().zip(&self.fields[index]).collect();
        // serde takes the first that takes a value, and a float takes an integer.
        members.sort_by_key(|(field, _)| matches!(field.ty, Ty::Float32 | Ty::Float64));
        for (field, name) in members {
            let place = format!("{}.{}", item.name, field.name);
            if self.has_keys(&field.ty, &mut Vec::new()) {
                // serde keeps what may be of several types aside, with keys as text.
                return self.refuse("a map in a union whose keys are no text", &place);
            }
            let ty = self.ty(&field.ty, Some(index), Style::Macro, &place)?;
            let borrow = if self.lends(&field.ty) { "$(#[$borrow])* " } else { "" };
            let _ = writeln!(out, "            {borrow}{name}({ty}),");
        }
        out.push_str("        }\n\n");
        Ok(())
    }

    /// Whether a map whose keys are no text is in a type, or in one that it names.
    fn has_keys(&self, ty: &Ty, seen: &mut Vec<usize>) -> bool {
        match ty {
            Ty::Map(key, value) => *key != Key::Text || self.has_keys(value, seen),
            Ty::List(inner) | Ty::Optional(inner) => self.has_keys(inner, seen),
            Ty::Item(index) if !seen.contains(index) => {
                seen.push(*index);
                match &self.lowered.items[*index].kind {
                    Kind::Record(fields) | Kind::Union(fields) => fields.iter().any(|it| self.has_keys(&it.ty, seen)),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The lists of all types, for macros that declare something for each.
    fn lists(&self) -> Result<Lists, Refusal> {
        let mut lists = Lists::default();
        for (index, item) in self.lowered.items.iter().enumerate() {
            let (name, members) = (&self.names[index], &self.fields[index]);
            match &item.kind {
                Kind::Record(fields) => {
                    let keys: Vec<String> = fields
                        .iter()
                        .zip(members)
                        .map(|(field, name)| format!("{name}: {:?}", self.key(field)))
                        .collect();
                    let keys = keys.join(", ");
                    let _ = writeln!(
                        lists.records,
                        "            {name}, {name}Ref, Archived{name}, {name}View {{ {keys} }}"
                    );
                    let numbered: Vec<String> = fields
                        .iter()
                        .zip(members)
                        .map(|(field, of)| self.numbered(item, index, field, of))
                        .collect::<Result<_, _>>()?;
                    let _ = writeln!(lists.numbered, "            {name} {{ {} }}", numbered.join(", "));
                }
                Kind::Enumeration(symbols) => {
                    let symbols: Vec<String> = symbols
                        .iter()
                        .zip(members)
                        .map(|(symbol, name)| {
                            let key = if self.is_named_by_source() { &symbol.source } else { &symbol.name };
                            format!("{name} = {}: {key:?}", symbol.number)
                        })
                        .collect();
                    let symbols = symbols.join(", ");
                    let _ = writeln!(lists.enumerations, "            {name}, Archived{name} {{ {symbols} }}");
                }
                Kind::Union(_) => {
                    let _ = writeln!(lists.unions, "            {name}, Archived{name} {{ {} }}", members.join(", "));
                }
                Kind::Fixed(_) => {}
            }
        }
        Ok(lists)
    }

    fn numbered(&self, item: &Item, index: usize, field: &Field, name: &str) -> Result<String, Refusal> {
        let ty = match &field.ty {
            Ty::Bytes { .. } => "Vec<u8>".to_owned(),
            ty => self.ty(ty, Some(index), Style::Plain, &format!("{}.{}", item.name, field.name))?,
        };
        let ty = if field.is_optional { format!("Option<{ty}>") } else { ty };
        Ok(format!("{}: {name}: {ty}", field.number))
    }

    /// What a field is called in values.
    fn key<'f>(&self, field: &'f Field) -> &'f str {
        if self.is_named_by_source() { &field.source } else { &field.name }
    }

    fn is_named_by_source(&self) -> bool {
        self.lowered.format == Format::Rust
    }

    /// The type; `within` is the item that holds it by value, if one does.
    fn ty(&self, ty: &Ty, within: Option<usize>, style: Style, place: &str) -> Result<String, Refusal> {
        let text = if style == Style::Macro { "$text" } else { "String" };
        Ok(match ty {
            // Some libraries write the unit as something else than null.
            Ty::Void if self.is_named_by_source() => "Option<bool>".to_owned(),
            Ty::Void => "()".to_owned(),
            Ty::Boolean => "bool".to_owned(),
            Ty::Integer(int) => int.name().to_owned(),
            Ty::Float32 => "f32".to_owned(),
            Ty::Float64 => "f64".to_owned(),
            Ty::Text | Ty::Uuid => text.to_owned(),
            Ty::Timestamp(_) => "i64".to_owned(),
            Ty::Date => "i32".to_owned(),
            Ty::List(item) => format!("Vec<{}>", self.ty(item, None, style, place)?),
            Ty::Map(key, value) => {
                let key = match key {
                    Key::Text => text,
                    Key::Boolean => "bool",
                    Key::Integer(int) => int.name(),
                };
                format!("std::collections::BTreeMap<{key}, {}>", self.ty(value, None, style, place)?)
            }
            Ty::Optional(inner) => format!("Option<{}>", self.ty(inner, within, style, place)?),
            Ty::Item(index) => self.item(*index, within, style, place)?,
            Ty::Bytes { .. } => {
                return self.refuse("bytes within a list, a map or a union, or that may be null", place);
            }
            Ty::Decimal { .. } => return self.refuse("a decimal", place),
            Ty::Set(_) => return self.refuse("a set, which it writes as a list", place),
            Ty::Union(_) => return self.refuse("a union", place),
        })
    }

    fn item(&self, index: usize, within: Option<usize>, style: Style, place: &str) -> Result<String, Refusal> {
        if let Kind::Fixed(_) = self.lowered.items[index].kind {
            return self.refuse("bytes of a fixed length", place);
        }
        let lifetime = if self.lending[index] && style == Style::Macro { " $($lifetime)*" } else { "" };
        let name = format!("{}{lifetime}", self.names[index]);
        let is_own =
            within.is_some_and(|outer| self.cycles[outer].is_some() && self.cycles[outer] == self.cycles[index]);
        Ok(if is_own { format!("Box<{name}>") } else { name })
    }
}

/// An item with numbers in the place of bytes.
fn without_bytes(item: &Item) -> Item {
    let mut item = item.clone();
    if let Kind::Record(fields) | Kind::Union(fields) = &mut item.kind {
        for field in fields.iter_mut().filter(|field| matches!(field.ty, Ty::Bytes { .. })) {
            field.ty = Ty::Boolean;
        }
    }
    item
}
