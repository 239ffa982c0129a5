//! The generated readers as views: every field is read where it lies.

use capnp::message::TypedReader;
use capnp::serialize::BufferSegments;
use capnp::traits::{Owned, OwnedStruct};
use capnp::{primitive_list, struct_list};
use serde::Serializer;
use serde::ser::SerializeSeq as _;

use super::messages_capnp::{
    Quality as WireQuality, State as WireState, contact, counter, dns, dns_record, doubles, echo_float, empty, invoice,
    invoice_line, message, party, payment, position, reading, tax_subtotal, telemetry, totals,
};
use crate::views::{Entries, Lent, View, record};

record!(echo_float::Reader<'_>, view {
    "value": view.get_value(),
});
record!(empty::Reader<'_>, view {});
record!(message::Reader<'_>, view {
    "value": view.get_text(),
});
record!(doubles::Reader<'_>, view {
    "values": view.get_values(),
});
record!(dns::Reader<'_>, view {
    "records": view.get_records(),
});
record!(dns_record::Reader<'_>, view {
    "key": view.get_key(),
    "value": view.get_value(),
    "first": view.get_first(),
    "last": view.get_last(),
    "type": view.has_record_type().then(|| view.get_record_type()),
    "ttl": view.get_ttl().which().map(|ttl| match ttl {
        dns_record::ttl::None(()) => None,
        dns_record::ttl::Some(ttl) => Some(ttl),
    }),
});
record!(telemetry::Reader<'_>, view {
    "device": view.get_device(),
    "state": view.get_state(),
    "online": view.get_online(),
    "offset": view.get_offset(),
    "level": view.get_level(),
    "drift": view.get_drift(),
    "time_ns": view.get_time_ns(),
    "flags": view.get_flags(),
    "port": view.get_port(),
    "count": view.get_count(),
    "sequence": view.get_sequence(),
    "temperature": view.get_temperature(),
    "pressure": view.get_pressure(),
    "note": view.has_note().then(|| view.get_note()),
    "retries": view.get_retries().which().map(|retries| match retries {
        telemetry::retries::None(()) => None,
        telemetry::retries::Some(retries) => Some(retries),
    }),
    "calibration": view.get_calibration().which().map(|calibration| match calibration {
        telemetry::calibration::None(()) => None,
        telemetry::calibration::Some(calibration) => Some(calibration),
    }),
    "payload": view.get_payload(),
    "position": view.get_position(),
    "readings": view.get_readings(),
    "counters": view.get_counters(),
});
record!(position::Reader<'_>, view {
    "latitude": view.get_latitude(),
    "longitude": view.get_longitude(),
    "altitude": view.get_altitude().which().map(|altitude| match altitude {
        position::altitude::None(()) => None,
        position::altitude::Some(altitude) => Some(altitude),
    }),
});
record!(reading::Reader<'_>, view {
    "channel": view.get_channel(),
    "value": view.get_value(),
    "quality": view.get_quality(),
});
record!(invoice::Reader<'_>, view {
    "id": view.get_id(),
    "issue_date": view.get_issue_date(),
    "due_date": view.get_due_date(),
    "type_code": view.get_type_code(),
    "currency": view.get_currency(),
    "note": view.has_note().then(|| view.get_note()),
    "order_reference": view.has_order_reference().then(|| view.get_order_reference()),
    "supplier": view.get_supplier(),
    "customer": view.get_customer(),
    "payment": view.get_payment(),
    "lines": view.get_lines(),
    "tax_subtotals": view.get_tax_subtotals(),
    "totals": view.get_totals(),
});
record!(party::Reader<'_>, view {
    "name": view.get_name(),
    "street": view.get_street(),
    "city": view.get_city(),
    "postcode": view.get_postcode(),
    "country": view.get_country(),
    "tax_id": view.get_tax_id(),
    "contact": view.has_contact().then(|| view.get_contact()),
});
record!(contact::Reader<'_>, view {
    "name": view.get_name(),
    "telephone": view.has_telephone().then(|| view.get_telephone()),
    "mail": view.has_mail().then(|| view.get_mail()),
});
record!(payment::Reader<'_>, view {
    "means_code": view.get_means_code(),
    "account": view.get_account(),
    "terms": view.get_terms(),
});
record!(invoice_line::Reader<'_>, view {
    "id": view.get_id(),
    "name": view.get_name(),
    "description": view.get_description(),
    "note": view.has_note().then(|| view.get_note()),
    "quantity": view.get_quantity(),
    "unit_code": view.get_unit_code(),
    "price": view.get_price(),
    "amount": view.get_amount(),
    "tax_category": view.get_tax_category(),
    "tax_percent": view.get_tax_percent(),
    "seller_item_id": view.get_seller_item_id(),
    "standard_item_id": view.has_standard_item_id().then(|| view.get_standard_item_id()),
    "origin": view.get_origin(),
});
record!(tax_subtotal::Reader<'_>, view {
    "taxable": view.get_taxable(),
    "tax": view.get_tax(),
    "tax_category": view.get_tax_category(),
    "tax_percent": view.get_tax_percent(),
});
record!(totals::Reader<'_>, view {
    "line_extension": view.get_line_extension(),
    "tax_exclusive": view.get_tax_exclusive(),
    "tax_inclusive": view.get_tax_inclusive(),
    "payable": view.get_payable(),
});

impl<T: Owned> Lent for TypedReader<BufferSegments<&[u8]>, T>
where
    for<'a> T::Reader<'a>: Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().read(serializer)
    }
}

impl Lent for capnp::text::Reader<'_> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_str().read(serializer)
    }
}

impl<'a, T: OwnedStruct> Lent for struct_list::Reader<'a, T>
where
    T::Reader<'a>: Lent,
{
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.len() as usize))?;
        for item in self.iter() {
            sequence.serialize_element(&View(item))?;
        }
        sequence.end()
    }
}

impl Lent for primitive_list::Reader<'_, f64> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.len() as usize))?;
        for item in self.iter() {
            sequence.serialize_element(&item)?;
        }
        sequence.end()
    }
}

impl<'a> Lent for struct_list::Reader<'a, counter::Owned> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = *self;
        Entries((0..list.len()).map(|index| list.get(index)).map(|counter| (counter.get_key(), counter.get_value())))
            .read(serializer)
    }
}

impl Lent for WireState {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Idle => "idle",
            Self::Running => "running",
            Self::Fault => "fault",
        })
    }
}

impl Lent for WireQuality {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Good => "good",
            Self::Uncertain => "uncertain",
            Self::Bad => "bad",
        })
    }
}
