//! The message types as Rust structs, for candidates that take them as they are.
//!
//! A candidate whose library wants a derive of its own declares the same structs once more in its own file, through
//! `message_types`; one whose library wants other structs (Protocol Buffers, XML) writes these in its own file.

use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::{Case, Operation, PrepareError};

/// Declares a struct for each message type, with `derive`s and field attributes on top of serde's.
///
/// `derive` attributes stand on every struct and enumeration, `optional` ones on every field that may be absent: a
/// format with field names leaves such a field out, one without must write that it is absent.
macro_rules! message_types {
    (derive { $(#[$derive:meta])* } optional { $(#[$optional:meta])* }) => {
        /// `echo-float` and `echo-float-reply`: one number.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct EchoFloat {
            /// The number.
            pub value: f32,
        }

        /// `empty`: nothing.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct Empty {}

        /// `string`: one text.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct Text {
            /// The text.
            pub value: String,
        }

        /// `doubles`: an array of numbers.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct Doubles {
            /// The numbers.
            pub values: Vec<f64>,
        }

        /// `dns`: an answer of a passive DNS service.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct Dns {
            /// The records.
            pub records: Vec<DnsRecord>,
        }

        /// `dns-record`. Type and time to live are absent where they have their defaults, `A` and 86400.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
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
            #[serde(rename = "type")]
            $(#[$optional])*
            pub record_type: Option<String>,
            /// The time to live in seconds.
            $(#[$optional])*
            pub ttl: Option<i32>,
        }

        /// `telemetry`: the state of a device.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Telemetry {
            pub device: String,
            pub state: State,
            pub online: bool,
            pub offset: i8,
            pub level: i16,
            pub drift: i32,
            pub time_ns: i64,
            pub flags: u8,
            pub port: u16,
            pub count: u32,
            pub sequence: u64,
            pub temperature: f32,
            pub pressure: f64,
            $(#[$optional])*
            pub note: Option<String>,
            $(#[$optional])*
            pub retries: Option<u32>,
            $(#[$optional])*
            pub calibration: Option<f64>,
            #[serde(with = "crate::types::octets")]
            pub payload: Vec<u8>,
            pub position: Position,
            pub readings: Vec<Reading>,
            pub counters: std::collections::BTreeMap<String, i64>,
        }

        /// The state of a device.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs)]
        pub enum State {
            Idle,
            Running,
            Fault,
        }

        /// Where a device stands.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Position {
            pub latitude: f64,
            pub longitude: f64,
            $(#[$optional])*
            pub altitude: Option<f32>,
        }

        /// What a channel of a device measured.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Reading {
            pub channel: u8,
            pub value: f64,
            pub quality: Quality,
        }

        /// How far a reading can be trusted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs)]
        pub enum Quality {
            Good,
            Uncertain,
            Bad,
        }

        /// `invoice`: what a UBL 2.1 Invoice holds. Amounts are decimals, which stay text.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Invoice {
            pub id: String,
            pub issue_date: String,
            pub due_date: String,
            pub type_code: u16,
            pub currency: String,
            $(#[$optional])*
            pub note: Option<String>,
            $(#[$optional])*
            pub order_reference: Option<String>,
            pub supplier: Party,
            pub customer: Party,
            pub payment: Payment,
            pub lines: Vec<InvoiceLine>,
            pub tax_subtotals: Vec<TaxSubtotal>,
            pub totals: Totals,
        }

        /// Who sells or buys.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Party {
            pub name: String,
            pub street: String,
            pub city: String,
            pub postcode: String,
            pub country: String,
            pub tax_id: String,
            $(#[$optional])*
            pub contact: Option<Contact>,
        }

        /// Whom to ask.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Contact {
            pub name: String,
            $(#[$optional])*
            pub telephone: Option<String>,
            $(#[$optional])*
            pub mail: Option<String>,
        }

        /// How to pay.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Payment {
            pub means_code: u16,
            pub account: String,
            pub terms: String,
        }

        /// What was sold.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct InvoiceLine {
            pub id: u32,
            pub name: String,
            pub description: String,
            $(#[$optional])*
            pub note: Option<String>,
            pub quantity: f64,
            pub unit_code: String,
            pub price: String,
            pub amount: String,
            pub tax_category: String,
            pub tax_percent: f64,
            pub seller_item_id: String,
            $(#[$optional])*
            pub standard_item_id: Option<String>,
            pub origin: String,
        }

        /// The tax at one rate.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct TaxSubtotal {
            pub taxable: String,
            pub tax: String,
            pub tax_category: String,
            pub tax_percent: f64,
        }

        /// What is due.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Totals {
            pub line_extension: String,
            pub tax_exclusive: String,
            pub tax_inclusive: String,
            pub payable: String,
        }
    };
}
pub(crate) use message_types;

message_types! {
    derive {}
    optional { #[serde(default, skip_serializing_if = "Option::is_none")] }
}

/// The same structs for formats that write no field names, where an absent field takes its place.
pub mod positional {
    message_types! { derive {} optional {} }
}

/// The names of the types above, for [`wirecost_runner::Candidate::types`].
pub const TYPES: &[&str] =
    &["echo-float", "echo-float-reply", "empty", "string", "doubles", "dns", "dns-record", "telemetry", "invoice"];

/// Calls a function that is generic over a message's struct with the struct in scope that the case's message has.
macro_rules! by_type {
    ($case:ident, $($function:ident)::+) => {
        match $case.message_type.as_deref() {
            Some("echo-float" | "echo-float-reply") => $($function)::+::<EchoFloat>($case),
            Some("empty") => $($function)::+::<Empty>($case),
            Some("string") => $($function)::+::<Text>($case),
            Some("doubles") => $($function)::+::<Doubles>($case),
            Some("dns") => $($function)::+::<Dns>($case),
            Some("dns-record") => $($function)::+::<DnsRecord>($case),
            Some("telemetry") => $($function)::+::<Telemetry>($case),
            Some("invoice") => $($function)::+::<Invoice>($case),
            _ => Err($crate::types::no_type(&$case)),
        }
    };
}
pub(crate) use by_type;

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
    by_type!(case, B::build)
}

/// As [`with_type`], with the structs of [`positional`].
///
/// # Errors
/// As [`with_type`].
pub fn with_positional_type<B: Build>(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    use positional::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, Telemetry, Text};
    by_type!(case, B::build)
}

/// The reason for a message that a candidate has no type for.
pub fn no_type(case: &Case) -> PrepareError {
    PrepareError::Unsupported(match &case.message_type {
        Some(name) => format!("no struct for messages of type {name:?}"),
        None => "the message has no type, so no struct was compiled for it".into(),
    })
}

/// Octets through serde: as such in a binary format, in base64 in one that people read.
pub mod octets {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    /// Writes octets.
    ///
    /// # Errors
    /// As the serializer.
    pub fn serialize<S: Serializer>(octets: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&base64::display::Base64Display::new(octets, &BASE64_STANDARD))
        } else {
            serializer.serialize_bytes(octets)
        }
    }

    /// Reads octets.
    ///
    /// # Errors
    /// As the deserializer, and where a text is no base64.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            return BASE64_STANDARD.decode(text).map_err(de::Error::custom);
        }
        deserializer.deserialize_byte_buf(Octets)
    }

    struct Octets;

    impl de::Visitor<'_> for Octets {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("octets")
        }

        fn visit_bytes<E>(self, octets: &[u8]) -> Result<Vec<u8>, E> {
            Ok(octets.to_vec())
        }

        fn visit_byte_buf<E>(self, octets: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(octets)
        }
    }
}
