//! Protocol Buffers: <https://protobuf.dev/reference/protobuf/proto3-spec/>.

use std::fmt::Write as _;

use super::shape::{Field, Shape};
use super::{Described, NAME, methods, structs};

/// The service of the gRPC stack. Fields are numbered in their order, as prost's structs have them.
pub fn proto() -> String {
    let methods = methods();
    let mut out = String::from(
        "// The service of wirecost's gRPC server: wirecost start rpc grpc\n\
         // Made by: wirecost start rpc --emit proto\n\nsyntax = \"proto3\";\n\npackage wirecost;\n\n",
    );
    let _ = writeln!(out, "service {NAME} {{");
    for Described { name, argument, result } in &methods {
        let _ = writeln!(out, "  rpc {name}({}) returns ({});", named(argument), named(result));
    }
    out.push_str("}\n");
    for (name, fields) in structs(&methods) {
        let _ = writeln!(out, "\nmessage {name} {{");
        for (index, Field { name, shape, optional }) in fields.iter().enumerate() {
            let presence = if *optional { "optional " } else { "" };
            let _ = writeln!(out, "  {presence}{} {name} = {};", named(shape), index + 1);
        }
        out.push_str("}\n");
    }
    out
}

fn named(shape: &Shape) -> String {
    match shape {
        Shape::Any => "google.protobuf.Any".to_owned(),
        Shape::Integer => "int32".to_owned(),
        Shape::Float => "float".to_owned(),
        Shape::Double => "double".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::List(items) => format!("repeated {}", named(items)),
        Shape::Struct { name, .. } => (*name).to_owned(),
    }
}
