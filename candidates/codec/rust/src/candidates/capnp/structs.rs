//! The message types out of the generated readers and into the generated builders.

use super::messages_capnp::{
    Quality as WireQuality, State as WireState, contact, dns, dns_record, doubles, echo_float, empty, invoice,
    invoice_line, message, party, payment, position, reading, tax_subtotal, telemetry, totals,
};
use crate::types::{
    Contact, Dns, DnsRecord, Doubles, EchoFloat, Empty, Invoice, InvoiceLine, Party, Payment, Position, Quality,
    Reading, State, TaxSubtotal, Telemetry, Text, Totals,
};

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

pub fn read_record(reader: dns_record::Reader<'_>) -> capnp::Result<DnsRecord> {
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

pub fn write_record(record: &DnsRecord, mut builder: dns_record::Builder<'_>) {
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

pub fn read_telemetry(reader: telemetry::Reader<'_>) -> capnp::Result<Telemetry> {
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

pub fn write_telemetry(message: &Telemetry, mut builder: telemetry::Builder<'_>) {
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

pub fn read_position(reader: position::Reader<'_>) -> capnp::Result<Position> {
    Ok(Position {
        latitude: reader.get_latitude(),
        longitude: reader.get_longitude(),
        altitude: match reader.get_altitude().which()? {
            position::altitude::None(()) => None,
            position::altitude::Some(altitude) => Some(altitude),
        },
    })
}

pub fn write_position(position: &Position, mut builder: position::Builder<'_>) {
    builder.set_latitude(position.latitude);
    builder.set_longitude(position.longitude);
    if let Some(altitude) = position.altitude {
        builder.init_altitude().set_some(altitude);
    }
}

pub fn read_reading(reader: reading::Reader<'_>) -> capnp::Result<Reading> {
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

pub fn write_reading(reading: &Reading, mut builder: reading::Builder<'_>) {
    builder.set_channel(reading.channel);
    builder.set_value(reading.value);
    builder.set_quality(match reading.quality {
        Quality::Good => WireQuality::Good,
        Quality::Uncertain => WireQuality::Uncertain,
        Quality::Bad => WireQuality::Bad,
    });
}

pub fn read_invoice(reader: invoice::Reader<'_>) -> capnp::Result<Invoice> {
    Ok(Invoice {
        id: owned(reader.get_id())?,
        issue_date: owned(reader.get_issue_date())?,
        due_date: owned(reader.get_due_date())?,
        type_code: reader.get_type_code(),
        currency: owned(reader.get_currency())?,
        note: reader.has_note().then(|| owned(reader.get_note())).transpose()?,
        order_reference: reader.has_order_reference().then(|| owned(reader.get_order_reference())).transpose()?,
        supplier: read_party(reader.get_supplier()?)?,
        customer: read_party(reader.get_customer()?)?,
        payment: read_payment(reader.get_payment()?)?,
        lines: reader.get_lines()?.iter().map(read_line).collect::<capnp::Result<_>>()?,
        tax_subtotals: reader.get_tax_subtotals()?.iter().map(read_tax_subtotal).collect::<capnp::Result<_>>()?,
        totals: read_totals(reader.get_totals()?)?,
    })
}

pub fn write_invoice(invoice: &Invoice, mut builder: invoice::Builder<'_>) {
    builder.set_id(invoice.id.as_str());
    builder.set_issue_date(invoice.issue_date.as_str());
    builder.set_due_date(invoice.due_date.as_str());
    builder.set_type_code(invoice.type_code);
    builder.set_currency(invoice.currency.as_str());
    if let Some(note) = &invoice.note {
        builder.set_note(note.as_str());
    }
    if let Some(order_reference) = &invoice.order_reference {
        builder.set_order_reference(order_reference.as_str());
    }
    write_party(&invoice.supplier, builder.reborrow().init_supplier());
    write_party(&invoice.customer, builder.reborrow().init_customer());
    write_payment(&invoice.payment, builder.reborrow().init_payment());
    let mut lines = builder.reborrow().init_lines(invoice.lines.len() as u32);
    for (index, item) in invoice.lines.iter().enumerate() {
        write_line(item, lines.reborrow().get(index as u32));
    }
    let mut tax_subtotals = builder.reborrow().init_tax_subtotals(invoice.tax_subtotals.len() as u32);
    for (index, item) in invoice.tax_subtotals.iter().enumerate() {
        write_tax_subtotal(item, tax_subtotals.reborrow().get(index as u32));
    }
    write_totals(&invoice.totals, builder.reborrow().init_totals());
}

pub fn read_party(reader: party::Reader<'_>) -> capnp::Result<Party> {
    Ok(Party {
        name: owned(reader.get_name())?,
        street: owned(reader.get_street())?,
        city: owned(reader.get_city())?,
        postcode: owned(reader.get_postcode())?,
        country: owned(reader.get_country())?,
        tax_id: owned(reader.get_tax_id())?,
        contact: reader.has_contact().then(|| read_contact(reader.get_contact()?)).transpose()?,
    })
}

pub fn write_party(party: &Party, mut builder: party::Builder<'_>) {
    builder.set_name(party.name.as_str());
    builder.set_street(party.street.as_str());
    builder.set_city(party.city.as_str());
    builder.set_postcode(party.postcode.as_str());
    builder.set_country(party.country.as_str());
    builder.set_tax_id(party.tax_id.as_str());
    if let Some(contact) = &party.contact {
        write_contact(contact, builder.init_contact());
    }
}

pub fn read_contact(reader: contact::Reader<'_>) -> capnp::Result<Contact> {
    Ok(Contact {
        name: owned(reader.get_name())?,
        telephone: reader.has_telephone().then(|| owned(reader.get_telephone())).transpose()?,
        mail: reader.has_mail().then(|| owned(reader.get_mail())).transpose()?,
    })
}

pub fn write_contact(contact: &Contact, mut builder: contact::Builder<'_>) {
    builder.set_name(contact.name.as_str());
    if let Some(telephone) = &contact.telephone {
        builder.set_telephone(telephone.as_str());
    }
    if let Some(mail) = &contact.mail {
        builder.set_mail(mail.as_str());
    }
}

pub fn read_payment(reader: payment::Reader<'_>) -> capnp::Result<Payment> {
    Ok(Payment {
        means_code: reader.get_means_code(),
        account: owned(reader.get_account())?,
        terms: owned(reader.get_terms())?,
    })
}

pub fn write_payment(payment: &Payment, mut builder: payment::Builder<'_>) {
    builder.set_means_code(payment.means_code);
    builder.set_account(payment.account.as_str());
    builder.set_terms(payment.terms.as_str());
}

pub fn read_line(reader: invoice_line::Reader<'_>) -> capnp::Result<InvoiceLine> {
    Ok(InvoiceLine {
        id: reader.get_id(),
        name: owned(reader.get_name())?,
        description: owned(reader.get_description())?,
        note: reader.has_note().then(|| owned(reader.get_note())).transpose()?,
        quantity: reader.get_quantity(),
        unit_code: owned(reader.get_unit_code())?,
        price: owned(reader.get_price())?,
        amount: owned(reader.get_amount())?,
        tax_category: owned(reader.get_tax_category())?,
        tax_percent: reader.get_tax_percent(),
        seller_item_id: owned(reader.get_seller_item_id())?,
        standard_item_id: reader.has_standard_item_id().then(|| owned(reader.get_standard_item_id())).transpose()?,
        origin: owned(reader.get_origin())?,
    })
}

pub fn write_line(line: &InvoiceLine, mut builder: invoice_line::Builder<'_>) {
    builder.set_id(line.id);
    builder.set_name(line.name.as_str());
    builder.set_description(line.description.as_str());
    if let Some(note) = &line.note {
        builder.set_note(note.as_str());
    }
    builder.set_quantity(line.quantity);
    builder.set_unit_code(line.unit_code.as_str());
    builder.set_price(line.price.as_str());
    builder.set_amount(line.amount.as_str());
    builder.set_tax_category(line.tax_category.as_str());
    builder.set_tax_percent(line.tax_percent);
    builder.set_seller_item_id(line.seller_item_id.as_str());
    if let Some(standard_item_id) = &line.standard_item_id {
        builder.set_standard_item_id(standard_item_id.as_str());
    }
    builder.set_origin(line.origin.as_str());
}

pub fn read_tax_subtotal(reader: tax_subtotal::Reader<'_>) -> capnp::Result<TaxSubtotal> {
    Ok(TaxSubtotal {
        taxable: owned(reader.get_taxable())?,
        tax: owned(reader.get_tax())?,
        tax_category: owned(reader.get_tax_category())?,
        tax_percent: reader.get_tax_percent(),
    })
}

pub fn write_tax_subtotal(tax_subtotal: &TaxSubtotal, mut builder: tax_subtotal::Builder<'_>) {
    builder.set_taxable(tax_subtotal.taxable.as_str());
    builder.set_tax(tax_subtotal.tax.as_str());
    builder.set_tax_category(tax_subtotal.tax_category.as_str());
    builder.set_tax_percent(tax_subtotal.tax_percent);
}

pub fn read_totals(reader: totals::Reader<'_>) -> capnp::Result<Totals> {
    Ok(Totals {
        line_extension: owned(reader.get_line_extension())?,
        tax_exclusive: owned(reader.get_tax_exclusive())?,
        tax_inclusive: owned(reader.get_tax_inclusive())?,
        payable: owned(reader.get_payable())?,
    })
}

pub fn write_totals(totals: &Totals, mut builder: totals::Builder<'_>) {
    builder.set_line_extension(totals.line_extension.as_str());
    builder.set_tax_exclusive(totals.tax_exclusive.as_str());
    builder.set_tax_inclusive(totals.tax_inclusive.as_str());
    builder.set_payable(totals.payable.as_str());
}
