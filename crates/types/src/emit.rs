//! Writes models as schemas.
//!
//! Each emitter prints a [`Lowered`] model and decides nothing: what a format lacks is settled before.

mod avro;
pub mod capnp;
mod flatbuffers;
mod json;
mod json_schema;
mod proto;
mod rust;
mod thrift;
mod xdr;
mod xsd;

#[cfg(test)]
mod tests;

pub(crate) use json_schema::decimal_pattern;
pub use xsd::print as xml_schema;

use crate::{Format, Lowered, Model, NotRepresentable, lower};

/// A schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Emitted {
    /// Its text.
    pub text: String,
    /// What its names stand for.
    pub lowered: Lowered,
}

/// Writes a model as a schema of the format. The model should have passed [`Model::check`].
///
/// # Errors
/// If the format cannot hold it, with the field and the reason.
pub fn emit(model: &Model, format: Format) -> Result<Emitted, NotRepresentable> {
    let lowered = lower(model, format)?;
    let text = match format {
        Format::Protobuf => proto::print(&lowered, model)?,
        Format::Thrift => thrift::print(&lowered),
        Format::Avro => avro::print(&lowered),
        Format::FlatBuffers => flatbuffers::print(&lowered),
        Format::CapnProto => capnp::print(&lowered),
        Format::Xdr => xdr::print(&lowered),
        Format::JsonSchema => json_schema::print(&lowered),
        Format::Rust => rust::print(&lowered),
    };
    Ok(Emitted { text, lowered })
}

/// What a field is called in the message, as a comment after it; nothing if the names are the same.
fn called(field: &crate::lower::Field, mark: &str) -> String {
    if field.name == field.source { String::new() } else { format!("  {mark} {:?}", field.source) }
}

/// The groups of a record's fields with their members, in the order of their first fields.
fn groups(fields: &[crate::lower::Field]) -> Vec<(&str, Vec<&crate::lower::Field>)> {
    let mut groups: Vec<(&str, Vec<_>)> = Vec::new();
    for field in fields {
        let Some(group) = &field.group else { continue };
        match groups.iter_mut().find(|(name, _)| name == group) {
            Some((_, members)) => members.push(field),
            None => groups.push((group, vec![field])),
        }
    }
    groups
}

/// A name that no field has: `wanted`, with underscores after it where it is taken.
fn free_name(wanted: &str, fields: &[crate::lower::Field], suffix: &str) -> String {
    let mut name = wanted.to_owned();
    while fields.iter().any(|field| field.name == name) {
        name.push_str(suffix);
    }
    name
}
