//! Protocol Buffers: <https://protobuf.dev/programming-guides/proto3/>, and its JSON mapping for how a value may be spelt.

use std::collections::BTreeMap;
use std::path::Path;

use prost_reflect::{Cardinality, FieldDescriptor, Kind, MessageDescriptor, Value as Default};
use wirecost_codec_protocol::SchemaDefinition;
use wirecost_value::Value;

use super::{Chosen, Field, Missing, Schema, Type, choose};
use crate::PlanError;

/// Compiles a `.proto` file; imports are looked for beside it.
pub fn load(path: &Path, type_name: Option<&str>) -> Result<Schema, PlanError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut compiler = protox::Compiler::new([folder])?;
    compiler.include_imports(true).open_file(path)?;
    let own: Vec<String> =
        compiler.files().filter(|file| !file.is_import()).map(|file| file.name().to_owned()).collect();
    let pool = compiler.descriptor_pool();
    let messages: Vec<MessageDescriptor> = pool.all_messages().filter(|message| !message.is_map_entry()).collect();
    let names: Vec<String> = messages
        .iter()
        .filter(|message| own.iter().any(|file| file == message.parent_file().name()))
        .map(|message| message.full_name().to_owned())
        .collect();
    let used = |name: &str| {
        let others = pool.all_messages().filter(|message| message.full_name() != name);
        // The values of a map are fields of an entry, which is no type of the file's.
        let entry_of = |message: &MessageDescriptor| {
            message.is_map_entry() && message.parent_message().is_some_and(|parent| parent.full_name() == name)
        };
        let mut fields = others
            .filter(|message| !entry_of(message))
            .flat_map(|message| message.fields().map(|field| field.kind()).collect::<Vec<_>>());
        fields.any(|kind| matches!(kind, Kind::Message(message) if message.full_name() == name))
    };
    let Chosen { name: type_name, note } = choose(path, type_name, &names, used)?;
    let records: BTreeMap<String, Vec<Field>> = messages
        .iter()
        .map(|message| (message.full_name().to_owned(), message.fields().map(field).collect()))
        .collect();
    Ok(Schema {
        format: "protobuf",
        definition: SchemaDefinition { text: compiler.encode_file_descriptor_set(), type_name: type_name.clone() },
        note,
        root: Type::Record(type_name),
        records,
        pool: Some(pool),
    })
}

fn field(field: FieldDescriptor) -> Field {
    let shape = match field.kind() {
        Kind::Message(entry) if field.is_map() => Type::Map(
            Box::new(kind(entry.map_entry_key_field().kind())),
            Box::new(kind(entry.map_entry_value_field().kind())),
        ),
        item if field.is_list() => Type::Sequence(Box::new(kind(item))),
        item => kind(item),
    };
    let missing = match () {
        () if field.cardinality() == Cardinality::Required => Missing::Refused,
        () if field.supports_presence() => Missing::Absent,
        () => Missing::Default(default(&field)),
    };
    Field {
        name: field.name().to_owned(),
        aliases: vec![field.json_name().to_owned()],
        shape,
        missing,
        oneof: field.containing_oneof().map(|oneof| oneof.name().to_owned()),
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

fn kind(kind: Kind) -> Type {
    let integer = |min: i128, max: i128| Type::Integer { min, max };
    match kind {
        Kind::Double => Type::Float64,
        Kind::Float => Type::Float32,
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => integer(i32::MIN.into(), i32::MAX.into()),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => integer(i64::MIN.into(), i64::MAX.into()),
        Kind::Uint32 | Kind::Fixed32 => integer(0, u32::MAX.into()),
        Kind::Uint64 | Kind::Fixed64 => integer(0, u64::MAX.into()),
        Kind::Bool => Type::Boolean,
        Kind::String => Type::Text,
        Kind::Bytes => Type::Bytes { length: None },
        Kind::Message(message) => Type::Record(message.full_name().to_owned()),
        Kind::Enum(names) => {
            let mut values: Vec<_> = names.values().collect();
            // Of several names for a number, the one first that the number is read back as.
            values
                .sort_by_key(|value| names.get_value(value.number()).is_none_or(|first| first.name() != value.name()));
            Type::Enumeration(values.iter().map(|value| (value.name().to_owned(), value.number())).collect())
        }
    }
}
