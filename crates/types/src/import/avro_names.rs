//! The names that Avro's own tools take: letters of any alphabet, where the specification has those of ASCII.

use std::sync::Once;

use apache_avro::AvroResult;
use apache_avro::error::Details;
use apache_avro::validator::{
    EnumSymbolNameValidator, RecordFieldNameValidator, SchemaNameValidator, SchemaNamespaceValidator,
    set_enum_symbol_name_validator, set_record_field_name_validator, set_schema_name_validator,
    set_schema_namespace_validator,
};

/// What the library says that a name should be.
const DUE: &str = "letters, digits and _";

/// Has the library take such names. It asks once for all schemas of a process.
pub fn allow() {
    static ALLOWED: Once = Once::new();
    ALLOWED.call_once(|| {
        // Where somebody was first, theirs holds.
        let _ = set_schema_name_validator(Box::new(AnyAlphabet));
        let _ = set_schema_namespace_validator(Box::new(AnyAlphabet));
        let _ = set_enum_symbol_name_validator(Box::new(AnyAlphabet));
        let _ = set_record_field_name_validator(Box::new(AnyAlphabet));
    });
}

struct AnyAlphabet;

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl SchemaNameValidator for AnyAlphabet {
    fn validate(&self, name: &str) -> AvroResult<usize> {
        if !name.split('.').all(is_name) {
            return Err(Details::InvalidSchemaName(name.to_owned(), DUE).into());
        }
        Ok(name.rfind('.').map_or(0, |dot| dot + 1))
    }
}

impl SchemaNamespaceValidator for AnyAlphabet {
    fn validate(&self, namespace: &str) -> AvroResult<()> {
        if !namespace.is_empty() && !namespace.split('.').all(is_name) {
            return Err(Details::InvalidNamespace(namespace.to_owned(), DUE).into());
        }
        Ok(())
    }
}

impl EnumSymbolNameValidator for AnyAlphabet {
    fn validate(&self, symbol: &str) -> AvroResult<()> {
        if is_name(symbol) { Ok(()) } else { Err(Details::EnumSymbolName(symbol.to_owned()).into()) }
    }
}

impl RecordFieldNameValidator for AnyAlphabet {
    fn validate(&self, name: &str) -> AvroResult<()> {
        if is_name(name) { Ok(()) } else { Err(Details::FieldName(name.to_owned()).into()) }
    }
}
