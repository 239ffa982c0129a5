//! The messages that are simple enough for code by hand, as structs for serde.
//!
//! The codec candidate quick-xml-reader and the rpc candidates share this file: the former fills the structs, and the
//! methods of the latter take and return them.

use serde::{Deserialize, Serialize};

/// `echo-float` and `echo-float-reply`: one number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EchoFloat {
    /// The number.
    pub value: f32,
}

/// `empty`: nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Empty {}

/// `string`: one text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The text.
    pub value: String,
}

/// `doubles`: an array of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Doubles {
    /// The numbers.
    pub values: Vec<f64>,
}

/// `dns`: an answer of a passive DNS service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dns {
    /// The records.
    pub records: Vec<DnsRecord>,
}

/// `dns-record`. Type and time to live are absent where they have their defaults, `A` and 86400.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DnsRecord {
    /// The name that was asked for.
    pub key: String,
    /// What it resolved to.
    pub value: String,
    /// When this was first seen.
    pub first: String,
    /// When this was last seen.
    pub last: String,
    /// The record type.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub record_type: Option<String>,
    /// The time to live in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<i32>,
}
