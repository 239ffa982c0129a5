//! What generators of formats make of a schema: prost-build and others of Protocol Buffers, planus-codegen of FlatBuffers, capnpc of
//! Cap'n Proto.

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};
use wirecost_types::lower::{Field, Item, Kind, Lowered, Origin, Ty, Wrapper};
use wirecost_types::{Format, Model, Wire, emit, import};
use wirecost_value::{Integer, Value};

use crate::sources::Files;
use crate::{Recipe, Refusal, capnp};

/// What a generator makes the types of, and what names the one that the message is.
pub struct Generated {
    /// The schema, by the names that the build script looks for.
    pub schemas: Files,
    /// The module `root`.
    pub root: String,
}

/// The schema of a model for its generator, and which of the generated types the message is.
///
/// # Errors
/// If the format cannot hold the model, its schema does not compile, or the generator does not take one of its types.
pub fn files(candidate: &str, model: &Model, lowered: &Lowered, recipe: &Recipe) -> Result<Generated, Refusal> {
    if let (false, Some((place, name))) = (recipe.well_known, well_known(lowered)) {
        return Err(Refusal::Generator { what: name, place, candidate: candidate.to_owned() });
    }
    if let Some(place) = group(lowered) {
        return Err(Refusal::Generator { what: "a group", place, candidate: candidate.to_owned() });
    }
    let schema = emit(model, lowered.format)?.text;
    let mut schemas = Files::new();
    match lowered.format {
        Format::Protobuf => {
            let compiled = import::proto_text("message.proto", &schema, None).or_else(|_| {
                import::proto_text("message.proto", &schema, lowered.root_item().map(|item| item.name.as_str()))
            });
            let imported = compiled.map_err(|error| Refusal::Schema(error.to_string()))?;
            let descriptors = imported.definition.ok_or_else(|| Refusal::Schema("it has no descriptors".to_owned()))?;
            schemas.insert("schema.bin".to_owned(), descriptors);
            schemas.insert("message.proto".to_owned(), schema.into_bytes());
        }
        Format::CapnProto => drop(schemas.insert("schema.capnp".to_owned(), schema.into_bytes())),
        _ => drop(schemas.insert("schema.fbs".to_owned(), schema.into_bytes())),
    }
    let root = match lowered.format {
        Format::CapnProto => capnp::print(lowered),
        _ => root(lowered) + &own(lowered, &recipe.name),
    };
    Ok(Generated { schemas, root })
}

/// The first field that is a group, which no generator here takes.
fn group(lowered: &Lowered) -> Option<String> {
    lowered.items.iter().filter(|_| lowered.format == Format::Protobuf).find_map(|item| {
        let (Kind::Record(fields) | Kind::Union(fields)) = &item.kind else { return None };
        let field = fields.iter().find(|field| field.wire.value == Wire::Group)?;
        Some(format!("{}.{}", item.name, field.name))
    })
}

/// The first field whose type the library of the format brings, and what such a type is.
fn well_known(lowered: &Lowered) -> Option<(String, &'static str)> {
    let is_own = |item: &Item| match &item.origin {
        Origin::Named(name) => name.starts_with("google.protobuf."),
        Origin::Wrapper(wrapper, _) => *wrapper == Wrapper::Timestamp,
    };
    lowered.items.iter().find_map(|item| {
        let (Kind::Record(fields) | Kind::Union(fields)) = &item.kind else { return None };
        let holds = |field: &&Field| holds(lowered, &field.ty, &is_own);
        let field = fields.iter().find(holds).filter(|_| !is_own(item))?;
        Some((format!("{}.{}", item.name, field.name), "a type that comes with Protocol Buffers"))
    })
}

/// Whether a type is, or is a list or map of, an item of which `of` is true.
fn holds(lowered: &Lowered, ty: &Ty, of: &dyn Fn(&Item) -> bool) -> bool {
    match ty {
        Ty::Item(index) => lowered.items.get(*index).is_some_and(of),
        Ty::List(inner) | Ty::Map(_, inner) | Ty::Optional(inner) => holds(lowered, inner, of),
        _ => false,
    }
}

/// The message as another library of the format generates it, beside that by which values are compared.
fn own(lowered: &Lowered, candidate: &str) -> String {
    match (candidate, lowered.root_item()) {
        ("buffa", Some(item)) => format!("pub type Own = {};\n", own_path(lowered, item)),
        // It has no modules for packages.
        ("protobuf", Some(item)) => format!("pub type Own = crate::own::{};\n", item.name),
        _ => String::new(),
    }
}

/// A type of another library of Protocol Buffers that has a module for each part of the package.
pub fn own_path(lowered: &Lowered, item: &Item) -> String {
    let package = lowered.package.iter().flat_map(|package| package.split('.'));
    let path: String = package.map(|part| format!("{}::", escaped(part))).collect();
    format!("crate::own::{path}{}", item.name)
}

/// A name that is a keyword, as a raw identifier where Rust has one.
pub fn escaped(name: &str) -> String {
    match name {
        "self" | "super" | "crate" | "Self" => format!("{name}_"),
        name if crate::names::is_keyword(name) => format!("r#{name}"),
        name => name.to_owned(),
    }
}

/// The module that says which type the message is.
fn root(lowered: &Lowered) -> String {
    let path = lowered.root_item().map(|item| path(lowered, item)).unwrap_or_default();
    let mut out = format!("//! The type of the message.\n\npub type Root = {path};\n");
    if lowered.format == Format::FlatBuffers {
        out.push_str(&format!("pub type RootRef<'a> = {path}Ref<'a>;\n"));
    }
    out
}

/// The type that a generator makes of an item.
pub fn path(lowered: &Lowered, item: &Item) -> String {
    let package = lowered.package.iter().flat_map(|package| package.split('.'));
    let path: String = package.map(|part| format!("{}::", module(lowered.format, part))).collect();
    format!("crate::generated::{path}{}", item.name.to_upper_camel_case())
}

/// What generators call a name of an enumeration or of a branch.
pub fn variant(name: &str) -> String {
    name.to_upper_camel_case()
}

/// What the generator calls the module of a part of a package.
fn module(format: Format, part: &str) -> String {
    let name = field_name(format, part);
    if format == Format::Protobuf && crate::names::is_keyword(&name) { format!("r#{name}") } else { name }
}

/// A value of the schema as the generated types have it through serde: bytes as numbers, enumerations and unions by what the
/// generator calls them.
pub fn value(lowered: &Lowered, ty: &Ty, value: Value) -> Value {
    let inner = |ty: &Ty, value| self::value(lowered, ty, value);
    match (ty, value) {
        (_, Value::Bytes(bytes)) => Value::Sequence(bytes.into_iter().map(Value::from).collect()),
        (Ty::Optional(ty), value) => inner(ty, value),
        (Ty::List(item), Value::Sequence(items)) => {
            Value::Sequence(items.into_iter().map(|value| inner(item, value)).collect())
        }
        (Ty::Map(_, item), Value::Map(entries)) => {
            Value::Map(entries.into_iter().map(|(key, value)| (key, inner(item, value))).collect())
        }
        (Ty::Item(index), value) => lowered.items.get(*index).map_or(Value::Null, |item| of_item(lowered, item, value)),
        (_, value) => value,
    }
}

fn of_item(lowered: &Lowered, item: &Item, value: Value) -> Value {
    let is_proto = lowered.format == Format::Protobuf;
    match (&item.kind, value) {
        (Kind::Enumeration(symbols), Value::Text(name)) => {
            let symbol = symbols.iter().find(|symbol| symbol.name == name);
            match symbol {
                Some(symbol) if is_proto => Value::Integer(Integer::from(i64::from(symbol.number))),
                _ => Value::Text(variant(&name)),
            }
        }
        (Kind::Union(fields), Value::Map(entries)) if is_proto => {
            let mut holder = "value".to_owned();
            while fields.iter().any(|field| field.name == holder) {
                holder.push('_');
            }
            let branch = branches(lowered, fields, entries, variant);
            Value::Map(vec![(holder, Value::Map(branch))])
        }
        (Kind::Record(fields) | Kind::Union(fields), Value::Map(entries)) => {
            let (grouped, plain): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| {
                is_proto && fields.iter().any(|field| field.name == *key && field.group.is_some())
            });
            let mut all = branches(lowered, fields, plain, |name| field_name(lowered.format, name));
            for (key, value) in grouped.into_iter().filter(|(_, value)| *value != Value::Absent) {
                let group = fields.iter().find(|field| field.name == key).and_then(|field| field.group.clone());
                let branch = branches(lowered, fields, vec![(key, value)], variant);
                all.push((group.unwrap_or_default().to_snake_case(), Value::Map(branch)));
            }
            Value::Map(all)
        }
        (_, value) => value,
    }
}

fn branches(
    lowered: &Lowered,
    fields: &[Field],
    entries: Vec<(String, Value)>,
    name: impl Fn(&str) -> String,
) -> Vec<(String, Value)> {
    let of_entry = |(key, value): (String, Value)| match fields.iter().find(|field| field.name == key) {
        Some(field) => (name(&key), self::value(lowered, &field.ty, value)),
        None => (key, value),
    };
    entries.into_iter().map(of_entry).collect()
}

/// What serde calls a field of generated code.
pub fn field_name(format: Format, name: &str) -> String {
    const OF_PATHS: &[&str] = &["self", "super", "crate", "extern"];
    let snake = name.to_snake_case();
    let is_renamed = match format {
        // Others are raw identifiers, which serde gives without the mark.
        Format::Protobuf => OF_PATHS.contains(&snake.as_str()),
        // planus knows the words of edition 2021, which has no `gen`.
        _ => crate::names::is_keyword(&snake) && snake != "gen",
    };
    if is_renamed { snake + "_" } else { snake }
}
