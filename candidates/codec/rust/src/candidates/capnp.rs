//! capnp: <https://docs.rs/capnp>. Cap'n Proto: <https://capnproto.org/encoding.html>.
//!
//! Choices: the code in `generated/messages_capnp.rs`, made of `generated/messages.capnp`, whose head says how. To decode
//! is to read every field into structs that own their text, out of segments that `read_message` copies into aligned
//! memory; text is checked for UTF-8. To encode is to build a message from the structs and write it with the stream
//! framing, not packed. It does not claim `invoice`, whose definition is not written yet.

use std::marker::PhantomData;

use capnp::message::{Builder, HeapAllocator, ReaderOptions};
use capnp::serialize;
use serde::{Serialize, de::DeserializeOwned};
use wirecost_runner::value::{ConvertError, Value, from_value, to_value};
use wirecost_runner::{
    Binding, Candidate, Case, Decoder, Encoder, Operation, OperationKind, PrepareError, decode, encode,
};

use crate::types::{
    Dns, DnsRecord, Doubles, EchoFloat, Empty, Position, Quality, Reading, State, Telemetry, Text, no_type,
};

#[allow(dead_code, missing_docs, unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks)]
#[path = "../../generated/messages_capnp.rs"]
mod messages_capnp;

use messages_capnp::{
    Quality as WireQuality, State as WireState, dns, dns_record, doubles, echo_float, empty, message, position, reading,
    telemetry,
};

/// The reference of the format.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "capnp",
    package: "capnp",
    version: env!("VERSION_CAPNP"),
    format: "capnp",
    binding: Binding::Typed,
    operations: &[OperationKind::Decode, OperationKind::Encode],
    types: Some(&["echo-float", "echo-float-reply", "empty", "string", "doubles", "dns", "dns-record", "telemetry"]),
    reference: true,
    omits: &[],
    parameters: &[],
    prepare,
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.message_type.as_deref() {
        Some("echo-float" | "echo-float-reply") => of::<EchoFloat>(case),
        Some("empty") => of::<Empty>(case),
        Some("string") => of::<Text>(case),
        Some("doubles") => of::<Doubles>(case),
        Some("dns") => of::<Dns>(case),
        Some("dns-record") => of::<DnsRecord>(case),
        Some("telemetry") => of::<Telemetry>(case),
        _ => Err(no_type(&case)),
    }
}

fn of<T: Root + Serialize + DeserializeOwned + 'static>(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    match case.operation {
        OperationKind::Decode => decode(case, Of::<T>(PhantomData)),
        OperationKind::Encode => encode(case, Of::<T>(PhantomData)),
    }
}

struct Of<T>(PhantomData<T>);

impl<T: Root + Serialize> Decoder for Of<T> {
    type Output<'a> = T;
    type Error = capnp::Error;

    fn decode(&mut self, octets: &[u8]) -> capnp::Result<T> {
        T::read(&serialize::read_message(octets, ReaderOptions::new())?)
    }

    fn value(output: &T) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<T: Root + DeserializeOwned> Encoder for Of<T> {
    type Input = T;
    type Error = capnp::Error;

    fn input(value: Value) -> Result<T, ConvertError> {
        from_value(value)
    }

    fn encode(&mut self, input: &T, out: &mut Vec<u8>) -> capnp::Result<()> {
        let mut builder = Builder::new_default();
        input.write(&mut builder);
        serialize::write_message(out, &builder)
    }
}

type Message = capnp::message::Reader<serialize::OwnedSegments>;

/// A struct that can be a whole message.
trait Root: Sized {
    fn read(message: &Message) -> capnp::Result<Self>;

    fn write(&self, builder: &mut Builder<HeapAllocator>);
}

macro_rules! roots {
    ($($name:ident: $module:ident $read:ident $write:ident),*) => {$(
        impl Root for $name {
            fn read(message: &Message) -> capnp::Result<Self> {
                $read(message.get_root()?)
            }

            fn write(&self, builder: &mut Builder<HeapAllocator>) {
                $write(self, builder.init_root::<$module::Builder<'_>>());
            }
        }
    )*};
}
roots!(EchoFloat: echo_float read_echo_float write_echo_float, Empty: empty read_empty write_empty,
    Text: message read_text write_text, Doubles: doubles read_doubles write_doubles, Dns: dns read_dns write_dns,
    DnsRecord: dns_record read_record write_record, Telemetry: telemetry read_telemetry write_telemetry);

fn owned(text: capnp::Result<capnp::text::Reader<'_>>) -> capnp::Result<String> {
    Ok(text?.to_str()?.to_owned())
}

fn read_echo_float(reader: echo_float::Reader<'_>) -> capnp::Result<EchoFloat> {
    Ok(EchoFloat { value: reader.get_value() })
}

fn write_echo_float(message: &EchoFloat, mut builder: echo_float::Builder<'_>) {
    builder.set_value(message.value);
}

fn read_empty(_: empty::Reader<'_>) -> capnp::Result<Empty> {
    Ok(Empty {})
}

fn write_empty(_: &Empty, _: empty::Builder<'_>) {}

fn read_text(reader: message::Reader<'_>) -> capnp::Result<Text> {
    Ok(Text { value: owned(reader.get_text())? })
}

fn write_text(message: &Text, mut builder: message::Builder<'_>) {
    builder.set_text(message.value.as_str());
}

fn read_doubles(reader: doubles::Reader<'_>) -> capnp::Result<Doubles> {
    Ok(Doubles { values: reader.get_values()?.iter().collect() })
}

fn write_doubles(message: &Doubles, builder: doubles::Builder<'_>) {
    let mut values = builder.init_values(message.values.len() as u32);
    for (index, value) in message.values.iter().enumerate() {
        values.set(index as u32, *value);
    }
}

fn read_dns(reader: dns::Reader<'_>) -> capnp::Result<Dns> {
    Ok(Dns { records: reader.get_records()?.iter().map(read_record).collect::<capnp::Result<_>>()? })
}

fn write_dns(message: &Dns, builder: dns::Builder<'_>) {
    let mut records = builder.init_records(message.records.len() as u32);
    for (index, record) in message.records.iter().enumerate() {
        write_record(record, records.reborrow().get(index as u32));
    }
}

fn read_record(reader: dns_record::Reader<'_>) -> capnp::Result<DnsRecord> {
    Ok(DnsRecord {
        key: owned(reader.get_key())?,
        value: owned(reader.get_value())?,
        first: owned(reader.get_first())?,
        last: owned(reader.get_last())?,
        record_type: reader.has_record_type().then(|| owned(reader.get_record_type())).transpose()?,
        ttl: match reader.get_ttl().which()? {
            dns_record::ttl::None(()) => None,
            dns_record::ttl::Some(ttl) => Some(ttl),
        },
    })
}

fn write_record(record: &DnsRecord, mut builder: dns_record::Builder<'_>) {
    builder.set_key(record.key.as_str());
    builder.set_value(record.value.as_str());
    builder.set_first(record.first.as_str());
    builder.set_last(record.last.as_str());
    if let Some(record_type) = &record.record_type {
        builder.set_record_type(record_type.as_str());
    }
    if let Some(ttl) = record.ttl {
        builder.init_ttl().set_some(ttl);
    }
}

fn read_telemetry(reader: telemetry::Reader<'_>) -> capnp::Result<Telemetry> {
    Ok(Telemetry {
        device: owned(reader.get_device())?,
        state: match reader.get_state()? {
            WireState::Idle => State::Idle,
            WireState::Running => State::Running,
            WireState::Fault => State::Fault,
        },
        online: reader.get_online(),
        offset: reader.get_offset(),
        level: reader.get_level(),
        drift: reader.get_drift(),
        time_ns: reader.get_time_ns(),
        flags: reader.get_flags(),
        port: reader.get_port(),
        count: reader.get_count(),
        sequence: reader.get_sequence(),
        temperature: reader.get_temperature(),
        pressure: reader.get_pressure(),
        note: reader.has_note().then(|| owned(reader.get_note())).transpose()?,
        retries: match reader.get_retries().which()? {
            telemetry::retries::None(()) => None,
            telemetry::retries::Some(retries) => Some(retries),
        },
        calibration: match reader.get_calibration().which()? {
            telemetry::calibration::None(()) => None,
            telemetry::calibration::Some(calibration) => Some(calibration),
        },
        payload: reader.get_payload()?.to_vec(),
        position: read_position(reader.get_position()?)?,
        readings: reader.get_readings()?.iter().map(read_reading).collect::<capnp::Result<_>>()?,
        counters: reader
            .get_counters()?
            .iter()
            .map(|counter| Ok((owned(counter.get_key())?, counter.get_value())))
            .collect::<capnp::Result<_>>()?,
    })
}

fn write_telemetry(message: &Telemetry, mut builder: telemetry::Builder<'_>) {
    builder.set_device(message.device.as_str());
    builder.set_state(match message.state {
        State::Idle => WireState::Idle,
        State::Running => WireState::Running,
        State::Fault => WireState::Fault,
    });
    builder.set_online(message.online);
    builder.set_offset(message.offset);
    builder.set_level(message.level);
    builder.set_drift(message.drift);
    builder.set_time_ns(message.time_ns);
    builder.set_flags(message.flags);
    builder.set_port(message.port);
    builder.set_count(message.count);
    builder.set_sequence(message.sequence);
    builder.set_temperature(message.temperature);
    builder.set_pressure(message.pressure);
    if let Some(note) = &message.note {
        builder.set_note(note.as_str());
    }
    if let Some(retries) = message.retries {
        builder.reborrow().init_retries().set_some(retries);
    }
    if let Some(calibration) = message.calibration {
        builder.reborrow().init_calibration().set_some(calibration);
    }
    builder.set_payload(&message.payload);
    write_position(&message.position, builder.reborrow().init_position());
    let mut readings = builder.reborrow().init_readings(message.readings.len() as u32);
    for (index, reading) in message.readings.iter().enumerate() {
        write_reading(reading, readings.reborrow().get(index as u32));
    }
    let mut counters = builder.init_counters(message.counters.len() as u32);
    for (index, (key, value)) in message.counters.iter().enumerate() {
        let mut counter = counters.reborrow().get(index as u32);
        counter.set_key(key.as_str());
        counter.set_value(*value);
    }
}

fn read_position(reader: position::Reader<'_>) -> capnp::Result<Position> {
    Ok(Position {
        latitude: reader.get_latitude(),
        longitude: reader.get_longitude(),
        altitude: match reader.get_altitude().which()? {
            position::altitude::None(()) => None,
            position::altitude::Some(altitude) => Some(altitude),
        },
    })
}

fn write_position(position: &Position, mut builder: position::Builder<'_>) {
    builder.set_latitude(position.latitude);
    builder.set_longitude(position.longitude);
    if let Some(altitude) = position.altitude {
        builder.init_altitude().set_some(altitude);
    }
}

fn read_reading(reader: reading::Reader<'_>) -> capnp::Result<Reading> {
    Ok(Reading {
        channel: reader.get_channel(),
        value: reader.get_value(),
        quality: match reader.get_quality()? {
            WireQuality::Good => Quality::Good,
            WireQuality::Uncertain => Quality::Uncertain,
            WireQuality::Bad => Quality::Bad,
        },
    })
}

fn write_reading(reading: &Reading, mut builder: reading::Builder<'_>) {
    builder.set_channel(reading.channel);
    builder.set_value(reading.value);
    builder.set_quality(match reading.quality {
        Quality::Good => WireQuality::Good,
        Quality::Uncertain => WireQuality::Uncertain,
        Quality::Bad => WireQuality::Bad,
    });
}
