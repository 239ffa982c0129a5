//! The messages as prost has them: structs as prost-build would generate them, written by hand to need no protoc.
//!
//! The definition is proto2, so that absent is told from empty. Field numbers of the DNS record are those that the
//! experiment of 2009 published.

use prost::Message;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct EchoFloat {
    #[prost(float, required, tag = "1")]
    pub value: f32,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Empty {}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Text {
    #[prost(string, required, tag = "1")]
    pub value: String,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Doubles {
    #[prost(double, repeated, packed = "true", tag = "1")]
    pub values: Vec<f64>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct Dns {
    #[prost(message, repeated, tag = "1")]
    pub records: Vec<DnsRecord>,
}

#[derive(Clone, PartialEq, Message, Serialize, Deserialize)]
pub struct DnsRecord {
    #[prost(string, required, tag = "1")]
    key: String,
    #[prost(string, required, tag = "2")]
    value: String,
    #[prost(string, required, tag = "3")]
    first: String,
    #[prost(string, required, tag = "4")]
    last: String,
    #[prost(string, optional, tag = "5", default = "A")]
    #[serde(rename = "type")]
    record_type: Option<String>,
    #[prost(int32, optional, tag = "6", default = "86400")]
    ttl: Option<i32>,
}
