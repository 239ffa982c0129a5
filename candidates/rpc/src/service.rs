//! The service as interface descriptions, for clients in any language: made of the methods that the servers register and of
//! the structs that these take, so that a description cannot say anything else than a server does.

mod openrpc;
mod proto;
mod recorded;
mod shape;
mod thrift;
mod wsdl;

use std::net::SocketAddr;

use serde::de::DeserializeOwned;

use crate::every_method;
use crate::messages::{Method, Payload};
use shape::{Field, Shape};

pub use wsdl::wsdl;

/// The name of the service where a description wants one.
const NAME: &str = "Wirecost";

/// The languages that the service is described in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Protocol Buffers, for gRPC.
    Proto,
    /// Thrift's interface description language.
    Thrift,
    /// WSDL 1.1, for SOAP.
    Wsdl,
    /// OpenRPC, for JSON-RPC.
    OpenRpc,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Proto, Kind::Thrift, Kind::Wsdl, Kind::OpenRpc];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Proto => "proto",
            Kind::Thrift => "thrift",
            Kind::Wsdl => "wsdl",
            Kind::OpenRpc => "openrpc",
        }
    }

    /// The name of its file in the documentation.
    pub fn file(self) -> &'static str {
        match self {
            Kind::Proto => "wirecost.proto",
            Kind::Thrift => "wirecost.thrift",
            Kind::Wsdl => "wirecost.wsdl",
            Kind::OpenRpc => "wirecost.openrpc.json",
        }
    }

    /// The description of a service at `address`, which WSDL and OpenRPC name.
    pub fn describe(self, address: SocketAddr) -> String {
        match self {
            Kind::Proto => proto::proto(),
            Kind::Thrift => thrift::thrift(),
            Kind::Wsdl => wsdl(address),
            Kind::OpenRpc => openrpc::openrpc(address),
        }
    }
}

/// A method with what it takes and returns.
struct Described {
    name: &'static str,
    argument: Shape,
    result: Shape,
}

/// The methods of the typed messages.
fn methods() -> Vec<Described> {
    let mut methods = Vec::new();
    every_method!(add(&mut methods));
    methods
}

/// These, and those that take any message.
fn methods_of_any() -> Vec<Described> {
    let mut methods = Vec::new();
    every_method!(any add(&mut methods));
    methods
}

fn add<T: Payload, R: DeserializeOwned>(methods: &mut Vec<Described>, method: Method<T, R>) {
    let (argument, result) = (Shape::of::<T>(), Shape::of::<R>());
    methods.push(Described { name: method.name, argument, result });
}

/// Every struct of the methods, those that others hold before them.
fn structs(methods: &[Described]) -> Vec<(&'static str, Vec<Field>)> {
    let mut found = Vec::new();
    for method in methods {
        method.argument.structs(&mut found);
        method.result.structs(&mut found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_stand_before_those_that_hold_them() {
        let methods = methods();
        let names: Vec<&str> = methods.iter().map(|method| method.name).collect();
        assert!(names.starts_with(&["echoFloat", "countFloat"]) && names.len() == 10, "{names:?}");
        let names: Vec<&str> = structs(&methods).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["EchoFloat", "Count", "Empty", "Text", "Doubles", "DnsRecord", "Dns"]);
    }

    /// The files in docs/service were emitted by this code.
    #[test]
    fn the_published_descriptions_are_current() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/service");
        for kind in Kind::ALL {
            let published = std::fs::read_to_string(folder.join(kind.file())).unwrap_or_default();
            let due = kind.describe(([127, 0, 0, 1], 4000).into());
            let (name, file) = (kind.name(), kind.file());
            assert!(
                published == due,
                "write it anew: wirecost start rpc --emit {name} --listen 127.0.0.1:4000 > docs/service/{file}"
            );
        }
    }
}
