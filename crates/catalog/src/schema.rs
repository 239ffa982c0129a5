//! Schemas of the user's: what a message means to the formats that need one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wirecost_codec_protocol::SchemaDefinition;
use wirecost_types::import::{self, Imported};
use wirecost_types::{Definition, Format, Model, Type};
use wirecost_value::{ConvertError, Value};

use crate::PlanError;

/// A schema, read from a file.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The format that it belongs to.
    pub format: &'static str,
    /// What candidates are given.
    pub definition: SchemaDefinition,
    /// Why the type was taken, where nobody said which is meant and there are several.
    pub note: Option<String>,
    model: Arc<Model>,
}

impl Schema {
    /// Reads a schema: Protocol Buffers (`.proto`) or Avro (`.avsc`, `.avdl`). `type_name` says which message of the
    /// file is meant; it may be left out where there is one, or one that no other message has as a field. What the file imports is
    /// looked for beside it, and in the folders `roots`.
    ///
    /// # Errors
    /// If the file is broken, with its place where the compiler says it, has no such type, or has a type that no candidate
    /// takes.
    pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Self, PlanError> {
        Self::check(path)?;
        Self::of(path, import::file(path, type_name, roots)?)
    }

    /// Refuses a file that is no schema which candidates take.
    ///
    /// # Errors
    /// If it is of another format.
    pub(crate) fn check(path: &Path) -> Result<(), PlanError> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("proto" | "avsc" | "avdl") => Ok(()),
            _ => Err(PlanError::at(path.display(), "a schema is a .proto, an .avsc or an .avdl file")),
        }
    }

    /// The same of one that was read.
    ///
    /// # Errors
    /// If it has a type that no candidate takes.
    pub(crate) fn of(path: &Path, imported: Imported) -> Result<Self, PlanError> {
        let format = if imported.format == Some(Format::Protobuf) { "protobuf" } else { "avro" };
        let Imported { model, type_name, note, definition, .. } = imported;
        if let Some(logical) = model.types.values().flat_map(types_of).chain([&model.root]).find_map(unsupported) {
            let reason = format!("no candidate takes the logical type {logical}; leave logicalType out");
            return Err(PlanError::at(path.display(), reason));
        }
        let text = definition.ok_or_else(|| {
            PlanError::at(
                path.display(),
                "no descriptor says all of its features together; give it with --types in place of --schema",
            )
        })?;
        Ok(Self { format, definition: SchemaDefinition { text, type_name }, note, model: Arc::new(model) })
    }

    /// Its types.
    pub fn model(&self) -> Arc<Model> {
        Arc::clone(&self.model)
    }

    /// The value as the schema types it, exactly or not at all: `1` is a 32-bit integer where the schema says so, base64 text is
    /// bytes, and a field that a message of the format always has is there with its default.
    ///
    /// # Errors
    /// If it does not fit, with the place in the value. Nothing is rounded or cut.
    pub fn typed(&self, value: &Value) -> Result<Value, ConvertError> {
        self.model.fit(value).map_err(|misfit| ConvertError::new(misfit.to_string()))
    }
}

fn types_of(definition: &Definition) -> Vec<&Type> {
    match definition {
        Definition::Record(record) => record.fields.iter().map(|field| &field.ty).collect(),
        Definition::Union(branches) => branches.iter().collect(),
        Definition::Enumeration(_) => Vec::new(),
    }
}

/// The type within this one that the data tree holds in another form than a candidate wants it.
fn unsupported(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Uuid => Some("uuid"),
        Type::Decimal { .. } => Some("decimal"),
        Type::List(item) | Type::Set(item) | Type::Map(_, item) | Type::Nullable(item) => unsupported(item),
        Type::Union(branches) => branches.iter().find_map(unsupported),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROTO: &str = "syntax = \"proto3\";\npackage shop;\nmessage Order { uint64 id = 1; bytes photo = 2; Line line = 3; }\n\
        message Line { float price = 1; }\n";

    fn schema(name: &str, text: &str, type_name: Option<&str>) -> Result<Schema, PlanError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Schema::load(&path, type_name, &[])
    }

    fn typed(schema: &Schema, text: &str) -> Result<Value, String> {
        schema.typed(&wirecost_value::json::read(text.as_bytes()).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_protobuf_schema_types_a_value_and_is_handed_on_with_its_imports() {
        let schema = schema("shop.proto", PROTO, None).unwrap();
        assert_eq!((schema.format, schema.definition.type_name.as_str()), ("protobuf", "shop.Order"));
        assert!(schema.note.as_ref().unwrap().contains("type shop.Order is used"));
        let pool = prost_reflect::DescriptorPool::decode(schema.definition.text.as_slice()).unwrap();
        assert!(pool.get_message_by_name("shop.Line").is_some());
        let value = typed(&schema, r#"{"id": "7", "photo": "AQI=", "line": {"price": 0.1}}"#).unwrap();
        assert_eq!(value.get("id"), Some(&7.into()));
        assert_eq!(value.get("photo"), Some(&Value::Bytes(vec![1, 2])));
        assert_eq!(value.get("line").unwrap().get("price"), Some(&Value::Float32(0.1)));
        let reason = typed(&schema, r#"{"line": {"price": "x"}}"#).unwrap_err();
        assert!(reason.contains("at .line.price"), "{reason}");
    }

    #[test]
    fn an_avro_schema_is_handed_on_as_it_is_written() {
        let text = r#"{"type": "record", "name": "R", "fields": [{"name": "at", "type": ["null", "int"]}]}"#;
        let schema = schema("r.avsc", text, None).unwrap();
        assert_eq!((schema.format, schema.definition.text.as_slice()), ("avro", text.as_bytes()));
        assert_eq!(typed(&schema, r#"{"at": 3}"#).unwrap().get("at"), Some(&3.into()));
        assert_eq!(typed(&schema, "{}").unwrap().get("at"), Some(&Value::Null));
    }

    #[test]
    fn schemas_beyond_every_candidate_are_refused() {
        let refused = |name: &str, text: &str| schema(name, text, None).unwrap_err().to_string();
        let uuid = r#"{"type": "record", "name": "R", "fields": [{"name": "id", "type":
            {"type": "array", "items": {"type": "string", "logicalType": "uuid"}}}]}"#;
        assert!(refused("r.avsc", uuid).contains("logical type uuid"));
        let decimal = r#"{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}"#;
        assert!(refused("r.avsc", decimal).contains("logical type decimal"));
        assert!(refused("r.xsd", "").contains(".proto, an .avsc or an .avdl"));
        assert!(refused("r.proto", "syntax = \"proto3\";\nmessage M {\n  strin x = 1;\n}\n").contains("r.proto:3:"));
    }
}
