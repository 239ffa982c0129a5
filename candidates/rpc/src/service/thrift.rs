//! Thrift: <https://thrift.apache.org/docs/idl>.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;

use super::NAME;
use super::recorded::{Recorder, Struct};
use super::shape::sample;
use crate::every_method;
use crate::messages::{Method, Payload};
use crate::stacks::thrift::field::Field as Wire;

/// What the methods are, by what their arguments and results write: the numbers of fields are in no other place.
#[derive(Default)]
struct Service {
    structs: Vec<Struct>,
    /// Result, name and argument.
    methods: Vec<[String; 3]>,
}

/// The service of the Thrift stack.
pub fn thrift() -> String {
    let mut service = Service::default();
    every_method!(add(&mut service));
    let mut out = String::from(
        "// The service of wirecost's Thrift servers, framed: wirecost start rpc thrift-binary, thrift-compact\n\
         // Made by: wirecost start rpc --emit thrift\n\nnamespace * wirecost\n",
    );
    for Struct { name, fields } in &service.structs {
        let _ = writeln!(out, "\nstruct {name} {{");
        for field in fields {
            let presence = if field.optional { "optional " } else { "" };
            let _ = writeln!(out, "  {}: {presence}{} {}", field.number, field.of, field.name);
        }
        out.push_str("}\n");
    }
    let _ = writeln!(out, "\nservice {NAME} {{");
    for [result, name, argument] in &service.methods {
        let _ = writeln!(out, "  {result} {name}(1: {argument} message)");
    }
    out.push_str("}\n");
    out
}

fn add<T: Payload + Wire, R: DeserializeOwned + Wire>(service: &mut Service, method: Method<T, R>) {
    let (argument, result) = (of::<T>(&mut service.structs), of::<R>(&mut service.structs));
    service.methods.push([result, method.name.to_owned(), argument]);
}

/// The type that values of a Rust type have on the wire, and the structs in it. What is written only where everything is
/// there may be absent.
fn of<T: DeserializeOwned + Wire>(structs: &mut Vec<Struct>) -> String {
    let [whole, bare] = [true, false].map(|present| {
        let mut recorder = Recorder::default();
        if let Some(value) = sample::<T>(present) {
            // A recorder takes whatever is written.
            let _ = value.write(&mut recorder);
        }
        recorder
    });
    for mut found in whole.structs {
        let sparse = bare.structs.iter().find(|other| other.name == found.name);
        for field in &mut found.fields {
            field.optional =
                sparse.is_none_or(|sparse| !sparse.fields.iter().any(|other| other.number == field.number));
        }
        if !structs.iter().any(|known| known.name == found.name) {
            structs.push(found);
        }
    }
    whole.root
}
