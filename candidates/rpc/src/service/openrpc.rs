//! OpenRPC 1.3: <https://spec.open-rpc.org/>.

use std::net::SocketAddr;

use serde_json::{Map, Value, json};

use super::shape::{Field, Shape};
use super::{Described, NAME, methods_of_any, structs};

/// The service of the JSON-RPC stack: the one parameter of a method goes by its position.
pub fn openrpc(address: SocketAddr) -> String {
    let methods = methods_of_any();
    let schemas: Map<String, Value> =
        structs(&methods).into_iter().map(|(name, fields)| (name.to_owned(), object(&fields))).collect();
    let described = methods.iter().map(|Described { name, argument, result }| {
        json!({
            "name": name,
            "paramStructure": "by-position",
            "params": [{ "name": "message", "required": true, "schema": schema(argument) }],
            "result": { "name": "result", "schema": schema(result) },
        })
    });
    let document = json!({
        "openrpc": "1.3.2",
        "info": {
            "title": NAME,
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Made by: wirecost start rpc --emit openrpc",
        },
        "servers": [{ "name": "wirecost start rpc json-rpc", "url": format!("http://{address}/") }],
        "methods": described.collect::<Vec<_>>(),
        "components": { "schemas": schemas },
    });
    // A document of strings and maps has a text.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn object(fields: &[Field]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), schema(&field.shape))).collect();
    let required: Vec<&str> = fields.iter().filter(|field| !field.optional).map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn schema(shape: &Shape) -> Value {
    match shape {
        Shape::Any => json!({}),
        Shape::Integer => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        Shape::Float | Shape::Double => json!({ "type": "number" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::List(items) => json!({ "type": "array", "items": schema(items) }),
        Shape::Struct { name, .. } => json!({ "$ref": format!("#/components/schemas/{name}") }),
    }
}
