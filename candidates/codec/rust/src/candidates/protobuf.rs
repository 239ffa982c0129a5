//! Google's Protocol Buffers, version 4 of its crate: <https://docs.rs/protobuf>. Rust in front of upb, which is C.
//!
//! Choices: the code in `generated/messages_protobuf.rs`, made of `messages.proto` by protoc; an edition, so that text is checked
//! for UTF-8; `parse`, which also checks that required fields are there. What it decodes into are messages of upb in an arena of
//! their own, text copied: every field has been read then, and none is a Rust struct. `serialize` makes the `Vec` anew.
//! upb calls `malloc` by itself, so that allocations are not counted.

use std::marker::PhantomData;

use protobuf::{MapView, Message, ParseError, ProtoStr, ProtoString, RepeatedView, SerializeError, Singular};
use serde::Serializer;
use serde::ser::{Error as _, SerializeStruct as _};
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Candidate, CandidateError, Case, Decoder, Encoder, Operation, codec, uncounted};

use super::prost;
use crate::library::{OWNS, TYPED};
use crate::types::by_type;
use crate::views::{self, Entries, Items, Lent, View};

#[allow(missing_docs, nonstandard_style, unused, rustdoc::all, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "../../generated/messages_protobuf.rs"]
mod generated;

use generated::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, Quality, State, Telemetry, Text};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "protobuf",
    package: "protobuf",
    version: env!("VERSION_PROTOBUF"),
    format: "protobuf",
    operations: OWNS,
    prepare,
    ..TYPED
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, CandidateError> {
    by_type!(case, of)
}

fn of<T>(case: Case) -> Result<Box<dyn Operation>, CandidateError>
where
    T: Message + 'static,
    for<'a> T::View<'a>: Lent,
{
    let to_bytes = prost::to_bytes(&case)?;
    codec(case, Of::<T> { to_bytes, of: PhantomData }).map(uncounted)
}

struct Of<T> {
    to_bytes: prost::ToBytes,
    of: PhantomData<T>,
}

impl<T: Message> Decoder for Of<T>
where
    for<'a> T::View<'a>: Lent,
{
    type Output<'a> = T;
    type Error = ParseError;

    fn decode(&mut self, bytes: &[u8]) -> Result<T, ParseError> {
        T::parse(bytes)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(&View(output.as_view()))
    }
}

impl<T: Message> Encoder for Of<T> {
    type Input = T;
    type Error = SerializeError;

    fn input(&self, value: Value) -> Result<T, ConvertError> {
        T::parse(&(self.to_bytes)(value)?).map_err(serde::ser::Error::custom)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), SerializeError> {
        *out = input.serialize()?;
        Ok(())
    }
}

/// Makes records of the views that generated code gives: fields that are always there, and after `;` those that may be absent,
/// with the method that says whether they are there.
macro_rules! records {
    ($($view:ident { $($field:ident),* $(; $($optional:ident: $key:literal),*)? })*) => {$(
        impl Lent for generated::$view<'_> {
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[allow(unused_mut)]
                let mut record = serializer.serialize_struct("", 0)?;
                $(views::field(&mut record, stringify!($field), self.$field())?;)*
                $($(views::field(&mut record, $key, self.$optional())?;)*)?
                record.end()
            }
        }
    )*};
}
records! {
    EchoFloatView { value }
    EmptyView {}
    TextView { value }
    DoublesView { values }
    DnsView { records }
    DnsRecordView { key, value, first, last; record_type_opt: "type", ttl_opt: "ttl" }
    TelemetryView {
        device, state, online, offset, level, drift, time_ns, flags, port, count, sequence, temperature, pressure, payload,
        position, readings, counters; note_opt: "note", retries_opt: "retries", calibration_opt: "calibration"
    }
    PositionView { latitude, longitude; altitude_opt: "altitude" }
    ReadingView { channel, value, quality }
    InvoiceView {
        id, issue_date, due_date, type_code, currency, supplier, customer, payment, lines, tax_subtotals, totals;
        note_opt: "note", order_reference_opt: "order_reference"
    }
    PartyView { name, street, city, postcode, country, tax_id; contact_opt: "contact" }
    ContactView { name; telephone_opt: "telephone", mail_opt: "mail" }
    PaymentView { means_code, account, terms }
    InvoiceLineView {
        id, name, description, quantity, unit_code, price, amount, tax_category, tax_percent, seller_item_id, origin;
        note_opt: "note", standard_item_id_opt: "standard_item_id"
    }
    TaxSubtotalView { taxable, tax, tax_category, tax_percent }
    TotalsView { line_extension, tax_exclusive, tax_inclusive, payable }
}

impl Lent for ProtoStr {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_str().read(serializer)
    }
}

impl<'a, T: Singular + Clone> Lent for RepeatedView<'a, T>
where
    protobuf::View<'a, T>: Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Items(self.iter()).read(serializer)
    }
}

impl Lent for MapView<'_, ProtoString, i64> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries: Vec<_> = self.iter().collect();
        Entries(entries.into_iter()).read(serializer)
    }
}

macro_rules! enumerations {
    ($($name:ident { $($variant:ident: $text:literal),* })*) => {$(
        impl Lent for $name {
            fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match *self {
                    $($name::$variant => serializer.serialize_str($text),)*
                    other => Err(S::Error::custom(format!("{other:?} is no number of the enumeration"))),
                }
            }
        }
    )*};
}
enumerations! {
    State { Idle: "idle", Running: "running", Fault: "fault" }
    Quality { Good: "good", Uncertain: "uncertain", Bad: "bad" }
}
