//! Protocol Buffers: <https://protobuf.dev/programming-guides/proto3/>, and its JSON mapping for how a value may be spelt.

use std::path::Path;

use indexmap::IndexMap;
use prost_reflect::{Cardinality, DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, Value as Default};
use protox::Compiler;
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver, IncludeFileResolver};
use wirecost_value::Value;

use super::{Chosen, Imported, TypeNames, choose};
use crate::model::Messages;
use crate::{Definition, Enumeration, Field, Format, Int, Key, MAX_BYTES, Model, Presence, Record, Type, TypesError};

/// Compiles a `.proto` file; imports are looked for beside it.
///
/// # Errors
/// If it does not compile, with file, line and column, or has no such type.
pub fn load(path: &Path, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut resolver = ChainFileResolver::new();
    resolver.add(Limited(IncludeFileResolver::new(folder.to_owned())));
    resolver.add(GoogleFileResolver::new());
    compile(&path.display().to_string(), resolver, path, type_name)
}

/// Compiles the text of a `.proto` file that imports nothing but what comes with Protocol Buffers. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    if text.len() > MAX_BYTES {
        return Err(TypesError::at(file, format_args!("{} bytes; a schema may have {MAX_BYTES}", text.len())));
    }
    let mut resolver = ChainFileResolver::new();
    resolver.add(Text { file: file.to_owned(), text: text.to_owned() });
    resolver.add(GoogleFileResolver::new());
    compile(file, resolver, Path::new(file), type_name)
}

/// Files of a folder, none larger than a schema may be.
struct Limited(IncludeFileResolver);

impl FileResolver for Limited {
    fn resolve_path(&self, path: &Path) -> Option<String> {
        self.0.resolve_path(path)
    }

    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let file = self.0.open_file(name)?;
        match file.source().is_some_and(|text| text.len() > MAX_BYTES) {
            true => Err(protox::Error::new(std::io::Error::other(format!("{name} has more than {MAX_BYTES} bytes")))),
            false => Ok(file),
        }
    }
}

/// One file.
struct Text {
    file: String,
    text: String,
}

impl FileResolver for Text {
    fn resolve_path(&self, path: &Path) -> Option<String> {
        (path == Path::new(&self.file)).then(|| self.file.clone())
    }

    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match name == self.file {
            true => File::from_source(name, &self.text),
            false => Err(protox::Error::file_not_found(name)),
        }
    }
}

fn compile(
    place: &str,
    resolver: ChainFileResolver,
    path: &Path,
    type_name: Option<&str>,
) -> Result<Imported, TypesError> {
    // The library's `Debug` is its text with file, line and column.
    let broken = |error: protox::Error| {
        let text = format!("{error:?}");
        match text.split_once(": ") {
            Some((at, reason)) if at.contains(':') => TypesError::at(at, reason),
            _ => TypesError::at(place, text),
        }
    };
    let mut compiler = Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).open_file(path).map_err(broken)?;
    let own: Vec<String> =
        compiler.files().filter(|file| !file.is_import()).map(|file| file.name().to_owned()).collect();
    let pool = compiler.descriptor_pool();
    let messages: Vec<MessageDescriptor> = pool.all_messages().filter(|message| !message.is_map_entry()).collect();
    let is_own = |message: &&MessageDescriptor| own.iter().any(|file| file == message.parent_file().name());
    let names: Vec<String> = messages.iter().filter(is_own).map(|message| message.full_name().to_owned()).collect();
    let Chosen { name: type_name, note } = choose(place, type_name, &names, |name| is_used(&pool, name))?;
    let mut importer = Importer { names: TypeNames::default() };
    let mut types = IndexMap::new();
    for message in &messages {
        let fields = message.fields().map(|field| importer.field(&field)).collect::<Result<_, _>>();
        let fields = fields.map_err(|(field, why)| TypesError::at(place, format_args!("{field}: {why}")))?;
        types.insert(importer.names.of(message.full_name()), Definition::Record(Record { fields }));
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
    model.messages = Messages(Some(pool));
    model.check()?;
    model.type_defaults();
    let definition = Some(compiler.encode_file_descriptor_set());
    Ok(Imported { model, format: Some(Format::Protobuf), type_name, note, definition })
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
}

impl Importer {
    /// # Errors
    /// The field's full name, and why it has no type.
    fn field(&mut self, field: &FieldDescriptor) -> Result<Field, (String, String)> {
        let entry = match field.kind() {
            Kind::Message(entry) if field.is_map() => Some(entry),
            _ => None,
        };
        let ty = match (entry, field.kind()) {
            (Some(entry), _) => {
                let key = match self.kind(entry.map_entry_key_field().kind()) {
                    Type::Boolean => Key::Boolean,
                    Type::Integer(int) => Key::Integer(int),
                    _ => Key::Text,
                };
                Type::Map(key, Box::new(self.kind(entry.map_entry_value_field().kind())))
            }
            (None, item) if field.is_list() => Type::list(self.kind(item)),
            (None, item) => self.kind(item),
        };
        let presence = match () {
            () if field.cardinality() == Cardinality::Required => Presence::Required,
            () if field.supports_presence() => Presence::Optional,
            () => Presence::Default(default(field)),
        };
        let aliases = if field.json_name() == field.name() { Vec::new() } else { vec![field.json_name().to_owned()] };
        let group = field.containing_oneof().filter(|oneof| !oneof.is_synthetic());
        Ok(Field {
            name: field.name().to_owned(),
            number: Some(field.number()),
            ty,
            presence,
            aliases,
            group: group.map(|oneof| oneof.name().to_owned()),
        })
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

/// What a message holds in a field without presence that is not written.
fn default(field: &FieldDescriptor) -> Value {
    match field.default_value() {
        Default::Bool(b) => Value::Boolean(b),
        Default::I32(n) => n.into(),
        Default::I64(n) => n.into(),
        Default::U32(n) => n.into(),
        Default::U64(n) => n.into(),
        Default::F32(x) => Value::Float32(x),
        Default::F64(x) => Value::Float64(x),
        Default::String(text) => Value::Text(text),
        Default::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        Default::EnumNumber(number) => match field.kind() {
            Kind::Enum(names) => names.get_value(number).map_or(Value::Null, |value| Value::text(value.name())),
            _ => Value::Null,
        },
        Default::List(_) => Value::Sequence(Vec::new()),
        Default::Map(_) | Default::Message(_) => Value::Map(Vec::new()),
    }
}
