//! Protocol Buffers: <https://protobuf.dev/programming-guides/proto3/>, and its JSON mapping for how a value may be spelt.

mod editions;
mod words;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use prost_reflect::{
    Cardinality, DescriptorPool, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor, Syntax,
    Value as Default,
};
use protox::Compiler;
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver, IncludeFileResolver};
use wirecost_value::Value;

use super::{Chosen, Imported, TypeNames, choose};
use crate::model::Messages;
use crate::{
    Definition, Enumeration, Field, Format, Int, Key, MAX_BYTES, Model, Presence, Record, Type, TypesError, Wire, Wires,
};
use editions::{Editions, Resolved};

/// Compiles a `.proto` file. The names of imports start at a root that no file names, so they are looked for in the folders `roots`, beside
/// the file, in the working directory, and in the folders above the file.
///
/// # Errors
/// If it does not compile, with file, line and column, or has no such type.
pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    let place = path.display().to_string();
    if !path.is_file() {
        return Err(TypesError::at(place, "no such file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let above = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let compiled = twice(|editions| {
        let mut resolver = ChainFileResolver::new();
        let given = roots.iter().map(PathBuf::as_path);
        let all = given.chain([folder, Path::new(".")]).chain(above.ancestors().skip(1));
        all.for_each(|root| resolver.add(Folder::new(root, editions)));
        compile(&place, (resolver, editions), path)
    })?;
    import(&place, compiled, type_name)
}

/// Compiles the text of a `.proto` file that imports nothing but what comes with Protocol Buffers. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    super::within_bounds(file, text)?;
    let compiled = twice(|editions| {
        let mut resolver = ChainFileResolver::new();
        resolver.add(Text { file: file.to_owned(), text: text.to_owned(), editions: editions.clone() });
        compile(file, (resolver, editions), Path::new(file))
    })?;
    import(file, compiled, type_name)
}

/// A file with all that it imports.
struct Compiled {
    /// The files of which a message may be chosen.
    own: Vec<String>,
    resolved: Resolved,
}

/// Reads a file; where that fails, once more without options of others and imports that are not found, which its messages may not need.
fn twice(read: impl Fn(&Editions) -> Result<Compiled, TypesError>) -> Result<Compiled, TypesError> {
    read(&Editions::new(false)).or_else(|error| read(&Editions::new(true)).map_err(|_| error))
}

/// Nothing, in the place of files that are not found.
struct Nothing;

impl FileResolver for Nothing {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        File::from_source(name, "")
    }
}

/// Files of a folder, none larger than a schema may be.
struct Folder {
    root: PathBuf,
    files: IncludeFileResolver,
    editions: Editions,
}

impl Folder {
    fn new(root: &Path, editions: &Editions) -> Self {
        Self { root: root.to_owned(), files: IncludeFileResolver::new(root.to_owned()), editions: editions.clone() }
    }
}

impl FileResolver for Folder {
    fn resolve_path(&self, path: &Path) -> Option<String> {
        self.files.resolve_path(path)
    }

    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let file = self.files.open_file(name).and_then(|file| {
            if self.editions.is_lenient {
                self.editions.open(name, file.source().unwrap_or_default())
            } else {
                Ok(file)
            }
        });
        let file = file.or_else(|error| {
            if error.is_file_not_found() {
                return Err(error);
            }
            // The library's parser refuses some of what the language has.
            super::read(&self.root.join(name)).map_err(|_| error).and_then(|text| self.editions.open(name, &text))
        })?;
        if file.source().is_some_and(|text| text.len() > MAX_BYTES) {
            Err(protox::Error::new(std::io::Error::other(format!("{name} has more than {MAX_BYTES} bytes"))))
        } else {
            Ok(file)
        }
    }
}

/// One file.
struct Text {
    file: String,
    text: String,
    editions: Editions,
}

impl FileResolver for Text {
    fn resolve_path(&self, path: &Path) -> Option<String> {
        (path == Path::new(&self.file)).then(|| self.file.clone())
    }

    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        if name == self.file { self.editions.open(name, &self.text) } else { Err(protox::Error::file_not_found(name)) }
    }
}

fn compile(
    place: &str,
    (mut resolver, editions): (ChainFileResolver, &Editions),
    path: &Path,
) -> Result<Compiled, TypesError> {
    // The library's `Debug` is its text with file, line and column.
    let broken = |error: protox::Error| {
        let text = format!("{error:?}");
        // What a resolver refuses has no such text.
        let text = if text.starts_with("Custom {") { error.to_string() } else { text };
        match text.split_once(": ") {
            Some((at, reason)) if at.contains(':') => TypesError::at(at, reason),
            _ => TypesError::at(place, text),
        }
    };
    resolver.add(GoogleFileResolver::new());
    if editions.is_lenient {
        resolver.add(Nothing);
    }
    let mut compiler = Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).open_file(path).map_err(broken)?;
    let own: Vec<String> =
        compiler.files().filter(|file| !file.is_import()).map(|file| file.name().to_owned()).collect();
    let resolved = editions.resolve(compiler.file_descriptor_set()).unwrap_or_else(|| {
        let definition = Some(compiler.encode_file_descriptor_set());
        Ok(Resolved { pool: compiler.descriptor_pool(), definition, implicit: HashSet::new() })
    });
    Ok(Compiled { own, resolved: resolved? })
}

fn import(place: &str, compiled: Compiled, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let Compiled { own, resolved: Resolved { pool, definition, implicit } } = compiled;
    let messages: Vec<MessageDescriptor> = pool.all_messages().filter(|message| !message.is_map_entry()).collect();
    let is_own = |message: &&MessageDescriptor| own.iter().any(|file| file == message.parent_file().name());
    let names: Vec<String> = messages.iter().filter(is_own).map(|message| message.full_name().to_owned()).collect();
    let Chosen { name: type_name, note } = choose(place, type_name, &names, |name| is_used(&pool, name))?;
    let mut importer = Importer { names: TypeNames::default(), implicit };
    let mut types = IndexMap::new();
    for message in &messages {
        let mut fields: Vec<Field> = message.fields().map(|field| importer.field(&field)).collect();
        fields.extend(message.extensions().map(|extension| importer.extension(&extension)));
        let extensions = message.extension_ranges().map(|range| (range.start, range.end)).collect();
        types.insert(importer.names.of(message.full_name()), Definition::Record(Record { fields, extensions }));
    }
    for names in pool.all_enums() {
        let mut values: Vec<_> = names.values().collect();
        // Of several names for a number, the one first that the number is read back as.
        values.sort_by_key(|value| names.get_value(value.number()).is_none_or(|first| first.name() != value.name()));
        let symbols = values.iter().map(|value| (value.name().to_owned(), value.number())).collect();
        types.insert(
            importer.names.of(names.full_name()),
            Definition::Enumeration(Enumeration { symbols, is_numbered: true }),
        );
    }
    let root = Type::Named(importer.names.of(&type_name));
    let mut model = Model::new(root, types).without_unused();
    let is_set = |message: &&MessageDescriptor| {
        let options = message.descriptor_proto().options.as_ref();
        options.is_some_and(|options| options.message_set_wire_format())
    };
    let reached = |message: &&MessageDescriptor| model.types.contains_key(&importer.names.of(message.full_name()));
    if let Some(message) = messages.iter().filter(is_set).find(reached) {
        let reason = "it has the wire format of message sets, which no type describes";
        return Err(TypesError::at(format_args!("{place}: {}", message.full_name()), reason));
    }
    model.messages = Messages(Some(pool));
    model.check()?;
    model.type_defaults();
    Ok(Imported { model, format: Some(Format::Protobuf), type_name, note, layout: None, definition })
}

/// Whether a field of another message has this type.
fn is_used(pool: &DescriptorPool, name: &str) -> bool {
    let others = pool.all_messages().filter(|message| message.full_name() != name);
    // The values of a map are fields of an entry, which is no type of the file's.
    let entry_of = |message: &MessageDescriptor| {
        message.is_map_entry() && message.parent_message().is_some_and(|parent| parent.full_name() == name)
    };
    let mut fields = others
        .filter(|message| !entry_of(message))
        .flat_map(|message| message.fields().map(|field| field.kind()).collect::<Vec<_>>());
    fields.any(|kind| matches!(kind, Kind::Message(message) if message.full_name() == name))
}

struct Importer {
    names: TypeNames,
    /// Fields that have no presence, whatever their descriptors say.
    implicit: HashSet<String>,
}

/// The name of a field: that which it has in JSON, where its own means another field there.
fn name(field: &FieldDescriptor) -> String {
    let message = field.parent_message();
    let is_of_other = message.get_field_by_json_name(field.name()).is_some_and(|other| other != *field);
    let means_other = message.get_field_by_name(field.json_name()).is_some_and(|other| other != *field);
    if is_of_other || means_other { field.json_name() } else { field.name() }.to_owned()
}

/// What fields and extensions have in common.
struct Declared {
    name: String,
    json_name: String,
    number: u32,
    kind: Kind,
    is_list: bool,
    is_map: bool,
    is_group: bool,
    is_packed: bool,
    is_required: bool,
    has_presence: bool,
    has_default: bool,
    default: Default,
}

/// Reads what fields and extensions have in common: their descriptors have the same methods and no trait for them.
macro_rules! declared {
    ($field:expr, $name:expr) => {
        Declared {
            name: $name,
            json_name: $field.json_name().to_owned(),
            number: $field.number(),
            kind: $field.kind(),
            is_list: $field.is_list(),
            is_map: $field.is_map(),
            is_group: $field.is_group(),
            // The descriptor's own answer is older than its options.
            is_packed: match $field.field_descriptor_proto().options.as_ref().and_then(|options| options.packed) {
                Some(is_packed) => is_packed,
                None => $field.parent_file().syntax() == Syntax::Proto3,
            },
            is_required: $field.cardinality() == Cardinality::Required,
            has_presence: $field.supports_presence(),
            has_default: $field.field_descriptor_proto().default_value.is_some(),
            default: $field.default_value(),
        }
    };
}

impl Importer {
    fn field(&mut self, field: &FieldDescriptor) -> Field {
        let group = field.containing_oneof().filter(|oneof| !oneof.is_synthetic());
        let group = group.map(|oneof| oneof.name().to_owned());
        let mut declared = declared!(field, name(field));
        declared.has_presence &= !self.implicit.contains(field.full_name());
        Field { group, ..self.declared(declared) }
    }

    /// An extension is written as a field is, and JSON has its full name in brackets.
    fn extension(&mut self, extension: &ExtensionDescriptor) -> Field {
        self.declared(declared!(extension, extension.json_name().to_owned()))
    }

    fn declared(&mut self, field: Declared) -> Field {
        let entry = match &field.kind {
            Kind::Message(entry) if field.is_map => Some(entry.clone()),
            _ => None,
        };
        let mut wire = Wires::default();
        let ty = match (entry, field.kind.clone()) {
            (Some(entry), _) => {
                let (key, value) = (entry.map_entry_key_field().kind(), entry.map_entry_value_field().kind());
                (wire.key, wire.value) = (self::wire(&key), self::wire(&value));
                let key = match self.kind(key) {
                    Type::Boolean => Key::Boolean,
                    Type::Integer(int) => Key::Integer(int),
                    _ => Key::Text,
                };
                Type::Map(key, Box::new(self.kind(value)))
            }
            (None, item) => {
                let is_number = !matches!(item, Kind::String | Kind::Bytes | Kind::Message(_));
                wire.value = if field.is_group { Wire::Group } else { self::wire(&item) };
                wire.is_unpacked = field.is_list && is_number && !field.is_packed;
                let item = self.kind(item);
                if field.is_list { Type::list(item) } else { item }
            }
        };
        let value = default(field.default, &field.kind);
        let (presence, absent) = match () {
            () if field.is_required => (Presence::Required, None),
            () if field.has_presence => (Presence::Optional, field.has_default.then_some(value)),
            () => (Presence::Default(value), None),
        };
        let aliases = if field.json_name == field.name { Vec::new() } else { vec![field.json_name] };
        Field { number: Some(field.number), presence, aliases, absent, wire, ..Field::new(field.name, ty) }
    }

    fn kind(&mut self, kind: Kind) -> Type {
        match kind {
            Kind::Double => Type::Float64,
            Kind::Float => Type::Float32,
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Type::Integer(Int::I32),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Type::Integer(Int::I64),
            Kind::Uint32 | Kind::Fixed32 => Type::Integer(Int::U32),
            Kind::Uint64 | Kind::Fixed64 => Type::Integer(Int::U64),
            Kind::Bool => Type::Boolean,
            Kind::String => Type::Text,
            Kind::Bytes => Type::Bytes { length: None },
            Kind::Message(message) => Type::Named(self.names.of(message.full_name())),
            Kind::Enum(names) => Type::Named(self.names.of(names.full_name())),
        }
    }
}

fn wire(kind: &Kind) -> Wire {
    match kind {
        Kind::Sint32 | Kind::Sint64 => Wire::Zigzag,
        Kind::Fixed32 | Kind::Fixed64 | Kind::Sfixed32 | Kind::Sfixed64 => Wire::Fixed,
        _ => Wire::Usual,
    }
}

/// What a message holds in a field that is not written.
fn default(value: Default, kind: &Kind) -> Value {
    match value {
        Default::Bool(b) => Value::Boolean(b),
        Default::I32(n) => n.into(),
        Default::I64(n) => n.into(),
        Default::U32(n) => n.into(),
        Default::U64(n) => n.into(),
        Default::F32(x) => Value::Float32(x),
        Default::F64(x) => Value::Float64(x),
        Default::String(text) => Value::Text(text),
        Default::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        Default::EnumNumber(number) => match kind {
            Kind::Enum(names) => names.get_value(number).map_or(Value::Null, |value| Value::text(value.name())),
            _ => Value::Null,
        },
        Default::List(_) => Value::Sequence(Vec::new()),
        Default::Map(_) | Default::Message(_) => Value::Map(Vec::new()),
    }
}
