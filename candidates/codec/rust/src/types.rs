//! The message types as Rust structs, for candidates that take them as they are.
//!
//! A candidate whose library wants a derive of its own declares the same structs once more in its own file, through
//! `message_types`; one whose library wants other structs (Protocol Buffers, XML) writes these in its own file.

use wirecost_codec_protocol::{CandidateError, Case};

/// Declares a struct for each message type, with `derive`s and field attributes on top of serde's.
///
/// `derive` attributes are on every struct and enumeration, `optional` ones on every field that may be absent: a
/// format with field names leaves such a field out, one without must write that it is absent. Structs that borrow say with
/// which `lifetime`, and as what `text` and `bytes`.
macro_rules! message_types {
    (derive { $(#[$derive:meta])* } optional { $(#[$optional:meta])* }) => {
        crate::types::message_types! {
            derive { $(#[$derive])* }
            optional { $(#[$optional])* }
            lifetime {}
            borrow {}
            text { String }
            bytes { #[serde(with = "crate::types::bytes")] Vec<u8> }
        }
    };
    (
        derive { $(#[$derive:meta])* }
        optional { $(#[$optional:meta])* }
        lifetime { $($lifetime:tt)* }
        borrow { $(#[$borrow:meta])* }
        text { $text:ty }
        bytes { $(#[$as_bytes:meta])* $bytes:ty }
    ) => {
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
        pub struct Text $($lifetime)* {
            /// The text.
            $(#[$borrow])*
            pub value: $text,
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
        pub struct Dns $($lifetime)* {
            /// The records.
            $(#[$borrow])*
            pub records: Vec<DnsRecord $($lifetime)*>,
        }

        /// `dns-record`. Type and time to live are absent where they have their defaults, `A` and 86400.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        pub struct DnsRecord $($lifetime)* {
            /// The name that was asked for.
            $(#[$borrow])*
            pub key: $text,
            /// What it resolved to.
            $(#[$borrow])*
            pub value: $text,
            /// When this was first seen.
            $(#[$borrow])*
            pub first: $text,
            /// When this was last seen.
            $(#[$borrow])*
            pub last: $text,
            /// The record type.
            #[serde(rename = "type")]
            $(#[$optional])*
            $(#[$borrow])*
            pub record_type: Option<$text>,
            /// The time to live in seconds.
            $(#[$optional])*
            pub ttl: Option<i32>,
        }

        /// `telemetry`: the state of a device.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Telemetry $($lifetime)* {
            $(#[$borrow])*
            pub device: $text,
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
            $(#[$borrow])*
            pub note: Option<$text>,
            $(#[$optional])*
            pub retries: Option<u32>,
            $(#[$optional])*
            pub calibration: Option<f64>,
            $(#[$as_bytes])*
            pub payload: $bytes,
            pub position: Position,
            pub readings: Vec<Reading>,
            $(#[$borrow])*
            pub counters: std::collections::BTreeMap<$text, i64>,
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
        pub struct Invoice $($lifetime)* {
            $(#[$borrow])*
            pub id: $text,
            $(#[$borrow])*
            pub issue_date: $text,
            $(#[$borrow])*
            pub due_date: $text,
            pub type_code: u16,
            $(#[$borrow])*
            pub currency: $text,
            $(#[$optional])*
            $(#[$borrow])*
            pub note: Option<$text>,
            $(#[$optional])*
            $(#[$borrow])*
            pub order_reference: Option<$text>,
            $(#[$borrow])*
            pub supplier: Party $($lifetime)*,
            $(#[$borrow])*
            pub customer: Party $($lifetime)*,
            $(#[$borrow])*
            pub payment: Payment $($lifetime)*,
            $(#[$borrow])*
            pub lines: Vec<InvoiceLine $($lifetime)*>,
            $(#[$borrow])*
            pub tax_subtotals: Vec<TaxSubtotal $($lifetime)*>,
            $(#[$borrow])*
            pub totals: Totals $($lifetime)*,
        }

        /// Who sells or buys.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Party $($lifetime)* {
            $(#[$borrow])*
            pub name: $text,
            $(#[$borrow])*
            pub street: $text,
            $(#[$borrow])*
            pub city: $text,
            $(#[$borrow])*
            pub postcode: $text,
            $(#[$borrow])*
            pub country: $text,
            $(#[$borrow])*
            pub tax_id: $text,
            $(#[$optional])*
            $(#[$borrow])*
            pub contact: Option<Contact $($lifetime)*>,
        }

        /// Whom to ask.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Contact $($lifetime)* {
            $(#[$borrow])*
            pub name: $text,
            $(#[$optional])*
            $(#[$borrow])*
            pub telephone: Option<$text>,
            $(#[$optional])*
            $(#[$borrow])*
            pub mail: Option<$text>,
        }

        /// How to pay.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Payment $($lifetime)* {
            pub means_code: u16,
            $(#[$borrow])*
            pub account: $text,
            $(#[$borrow])*
            pub terms: $text,
        }

        /// What was sold.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct InvoiceLine $($lifetime)* {
            pub id: u32,
            $(#[$borrow])*
            pub name: $text,
            $(#[$borrow])*
            pub description: $text,
            $(#[$optional])*
            $(#[$borrow])*
            pub note: Option<$text>,
            pub quantity: f64,
            $(#[$borrow])*
            pub unit_code: $text,
            $(#[$borrow])*
            pub price: $text,
            $(#[$borrow])*
            pub amount: $text,
            $(#[$borrow])*
            pub tax_category: $text,
            pub tax_percent: f64,
            $(#[$borrow])*
            pub seller_item_id: $text,
            $(#[$optional])*
            $(#[$borrow])*
            pub standard_item_id: Option<$text>,
            $(#[$borrow])*
            pub origin: $text,
        }

        /// The tax at one rate.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct TaxSubtotal $($lifetime)* {
            $(#[$borrow])*
            pub taxable: $text,
            $(#[$borrow])*
            pub tax: $text,
            $(#[$borrow])*
            pub tax_category: $text,
            pub tax_percent: f64,
        }

        /// What is due.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$derive])*
        #[allow(missing_docs)]
        pub struct Totals $($lifetime)* {
            $(#[$borrow])*
            pub line_extension: $text,
            $(#[$borrow])*
            pub tax_exclusive: $text,
            $(#[$borrow])*
            pub tax_inclusive: $text,
            $(#[$borrow])*
            pub payable: $text,
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

/// The same structs with text and bytes that lie in the message where the format lets them. Sequences and maps are collected
/// all the same: serde lends leaves only.
pub mod lent {
    use super::lent_leaves::{Bytes, Str};

    message_types! {
        derive {}
        optional { #[serde(default, skip_serializing_if = "Option::is_none")] }
        lifetime { <'a> }
        borrow { #[serde(borrow)] }
        text { Str<'a> }
        bytes { #[serde(borrow)] Bytes<'a> }
    }
}

/// The names of the types above, for [`wirecost_codec_protocol::Candidate::types`].
pub const TYPES: &[&str] =
    &["echo-float", "echo-float-reply", "empty", "string", "doubles", "dns", "dns-record", "telemetry", "invoice"];

/// Calls a function that is generic over a message's struct with the struct that the case's message has: the one in scope,
/// or that of a module.
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
    ($case:ident, $($module:ident)::+, $($function:ident)::+) => {{
        use $($module)::+::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, Telemetry, Text};
        by_type!($case, $($function)::+)
    }};
}
pub(crate) use by_type;

/// The reason for a message that a candidate has no type for.
pub fn no_type(case: &Case) -> CandidateError {
    CandidateError::Unsupported(match &case.message_type {
        Some(name) => format!("no struct for messages of type {name:?}"),
        None => "the message has no type, so no struct was compiled for it".into(),
    })
}

pub mod bytes;
pub mod lent_leaves;
mod lists;
pub mod schemas;

pub(crate) use lists::{each_enumeration, each_family, each_numbered, each_record, each_union};
