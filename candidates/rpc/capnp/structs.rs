//! The messages out of the generated readers and into the generated builders.

use super::messages_capnp::{dns, dns_record, doubles, echo_float, empty, message};
use crate::messages::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text};

fn owned(text: capnp::Result<capnp::text::Reader<'_>>) -> capnp::Result<String> {
    Ok(text?.to_str()?.to_owned())
}

pub fn read_echo_float(reader: echo_float::Reader<'_>) -> capnp::Result<EchoFloat> {
    Ok(EchoFloat { value: reader.get_value() })
}

pub fn write_echo_float(message: &EchoFloat, mut builder: echo_float::Builder<'_>) {
    builder.set_value(message.value);
}

pub fn read_empty(_: empty::Reader<'_>) -> capnp::Result<Empty> {
    Ok(Empty {})
}

pub fn write_empty(_: &Empty, _: empty::Builder<'_>) {}

pub fn read_text(reader: message::Reader<'_>) -> capnp::Result<Text> {
    Ok(Text { value: owned(reader.get_text())? })
}

pub fn write_text(message: &Text, mut builder: message::Builder<'_>) {
    builder.set_text(message.value.as_str());
}

pub fn read_doubles(reader: doubles::Reader<'_>) -> capnp::Result<Doubles> {
    Ok(Doubles { values: reader.get_values()?.iter().collect() })
}

pub fn write_doubles(message: &Doubles, builder: doubles::Builder<'_>) {
    let mut values = builder.init_values(message.values.len() as u32);
    for (index, value) in message.values.iter().enumerate() {
        values.set(index as u32, *value);
    }
}

pub fn read_dns(reader: dns::Reader<'_>) -> capnp::Result<Dns> {
    Ok(Dns { records: reader.get_records()?.iter().map(read_record).collect::<capnp::Result<_>>()? })
}

pub fn write_dns(message: &Dns, builder: dns::Builder<'_>) {
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
