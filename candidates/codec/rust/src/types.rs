//! The message types as Rust structs, for candidates that go through serde.
//!
//! A candidate whose library wants structs of its own (Protocol Buffers, XML) keeps these in its own file.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_runner::{Case, Operation, PrepareError};

/// `echo-float` and `echo-float-reply`: one number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EchoFloat {
    /// The number.
    pub value: f32,
}

/// `dns`: an answer of a passive DNS service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dns {
    /// The records.
    pub records: Vec<DnsRecord>,
}

/// A record of a [`Dns`] answer. Type and time to live are absent where they have their defaults, `A` and 86400.
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

/// `doubles`: an array of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Doubles {
    /// The numbers.
    pub values: Vec<f64>,
}

/// The names of the types above, for [`wirecost_runner::Candidate::types`].
pub const TYPES: &[&str] = &["echo-float", "echo-float-reply", "dns", "doubles"];

/// Makes an operation for whichever type a message has.
pub trait Build {
    /// Makes the operation for messages of type `T`.
    ///
    /// # Errors
    /// As the candidate's `prepare`.
    fn build<T: Serialize + DeserializeOwned + 'static>(case: Case) -> Result<Box<dyn Operation>, PrepareError>;
}

/// Calls [`Build::build`] with the type that the case's message has.
///
/// # Errors
/// As [`Build::build`], and [`PrepareError::Unsupported`] for a type that is none of these.
pub fn with_type<B: Build>(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.message_type.as_deref() {
        Some("echo-float" | "echo-float-reply") => B::build::<EchoFloat>(case),
        Some("dns") => B::build::<Dns>(case),
        Some("doubles") => B::build::<Doubles>(case),
        _ => Err(no_type(&case)),
    }
}

/// The reason for a message that a candidate has no type for.
pub fn no_type(case: &Case) -> PrepareError {
    PrepareError::Unsupported(match &case.message_type {
        Some(name) => format!("no struct for messages of type {name:?}"),
        None => "the message has no type, so no struct was compiled for it".into(),
    })
}
