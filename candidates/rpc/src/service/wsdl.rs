//! WSDL 1.1, document and literal: <https://www.w3.org/TR/2001/NOTE-wsdl-20010315>.

use std::fmt::Write as _;
use std::net::SocketAddr;

use serde::de::DeserializeOwned;

use super::NAME;
use super::shape::{Field, Shape};
use crate::every_method;
use crate::messages::{Method, Payload};
use crate::stacks::soap::PATH;
use crate::stacks::soap::bind::{Parameters, Part, Written};
use crate::stacks::soap::envelope::NAMESPACE;

/// A method's element and its result's, as the server reads and writes them.
struct Elements {
    method: &'static str,
    request: String,
    reply: String,
}

/// The service of the SOAP stack, at an address.
pub fn wsdl(address: SocketAddr) -> String {
    let mut methods = Vec::new();
    every_method!(add(&mut methods));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- The service of wirecost's SOAP server: wirecost start rpc soap -->\n\
         <definitions name=\"{NAME}\" targetNamespace=\"{NAMESPACE}\" xmlns=\"http://schemas.xmlsoap.org/wsdl/\"\n    \
         xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"\n    \
         xmlns:tns=\"{NAMESPACE}\">\n  <types>\n    \
         <xsd:schema targetNamespace=\"{NAMESPACE}\" elementFormDefault=\"qualified\">\n"
    );
    for Elements { request, reply, .. } in &methods {
        out.push_str(request);
        out.push_str(reply);
    }
    out.push_str("    </xsd:schema>\n  </types>\n");
    for Elements { method, .. } in &methods {
        for (message, element) in [("Request", ""), ("Reply", "Result")] {
            let _ = writeln!(
                out,
                "  <message name=\"{method}{message}\"><part name=\"parameters\" element=\"tns:{method}{element}\"/></message>"
            );
        }
    }
    let _ = writeln!(out, "  <portType name=\"{NAME}\">");
    for Elements { method, .. } in &methods {
        let _ = writeln!(
            out,
            "    <operation name=\"{method}\">\n      <input message=\"tns:{method}Request\"/>\n      \
             <output message=\"tns:{method}Reply\"/>\n    </operation>"
        );
    }
    let _ = writeln!(
        out,
        "  </portType>\n  <binding name=\"{NAME}Soap\" type=\"tns:{NAME}\">\n    \
         <soap:binding style=\"document\" transport=\"http://schemas.xmlsoap.org/soap/http\"/>"
    );
    for Elements { method, .. } in &methods {
        let _ = writeln!(
            out,
            "    <operation name=\"{method}\">\n      <soap:operation soapAction=\"{NAMESPACE}{method}\"/>\n      \
             <input><soap:body use=\"literal\"/></input>\n      <output><soap:body use=\"literal\"/></output>\n    \
             </operation>"
        );
    }
    let _ = writeln!(
        out,
        "  </binding>\n  <service name=\"{NAME}\">\n    <port name=\"{NAME}\" binding=\"tns:{NAME}Soap\">\n      \
         <soap:address location=\"http://{address}{PATH}\"/>\n    </port>\n  </service>\n</definitions>"
    );
    out
}

fn add<T: Payload + Parameters, R: Parameters + DeserializeOwned>(methods: &mut Vec<Elements>, method: Method<T, R>) {
    methods.push(Elements {
        method: method.name,
        request: element::<T>(method.name, Part::Request),
        reply: element::<R>(&format!("{}Result", method.name), Part::Reply),
    });
}

/// The declaration of the element that holds a message.
fn element<T: Written + DeserializeOwned>(name: &str, part: Part) -> String {
    let mut out = format!("      <xsd:element name=\"{name}\"><xsd:complexType><xsd:sequence>\n");
    if let Shape::Struct { fields, .. } = Shape::of::<T>() {
        for field in &fields {
            declare(&mut out, 8, T::element(field.name, part), field);
        }
    }
    out.push_str("      </xsd:sequence></xsd:complexType></xsd:element>\n");
    out
}

/// Declares the element of a field; a list is an element with an `item` for each.
fn declare(out: &mut String, indent: usize, name: &str, field: &Field) {
    let occurs = if field.optional { " minOccurs=\"0\"" } else { "" };
    declare_as(out, indent, name, occurs, &field.shape);
}

fn declare_as(out: &mut String, indent: usize, name: &str, occurs: &str, shape: &Shape) {
    let simple = match shape {
        Shape::Any => "anyType",
        Shape::Integer => "int",
        Shape::Float => "float",
        Shape::Double => "double",
        Shape::Text => "string",
        Shape::List(items) => {
            let inner = |out: &mut String| {
                declare_as(out, indent + 2, "item", " minOccurs=\"0\" maxOccurs=\"unbounded\"", items);
            };
            return complex(out, indent, name, occurs, inner);
        }
        Shape::Struct { fields, .. } => {
            let inner = |out: &mut String| {
                fields.iter().for_each(|field| declare(out, indent + 2, field.name, field));
            };
            return complex(out, indent, name, occurs, inner);
        }
    };
    let _ = writeln!(out, "{:indent$}<xsd:element name=\"{name}\" type=\"xsd:{simple}\"{occurs}/>", "");
}

fn complex(out: &mut String, indent: usize, name: &str, occurs: &str, inner: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "{:indent$}<xsd:element name=\"{name}\"{occurs}><xsd:complexType><xsd:sequence>", "");
    inner(out);
    let _ = writeln!(out, "{:indent$}</xsd:sequence></xsd:complexType></xsd:element>", "");
}
