//! The types as lists, each for a macro that declares something for all of them.

/// Every record with its fields, for a macro that makes views of them: the struct, what FlatBuffers, rkyv and buffa call its
/// view, and each field with the name that it has in a message.
macro_rules! each_record {
    ($callback:ident) => {
        $callback! {
            EchoFloat, EchoFloatRef, ArchivedEchoFloat, EchoFloatView { value: "value" }
            Empty, EmptyRef, ArchivedEmpty, EmptyView {}
            Text, TextRef, ArchivedText, TextView { value: "value" }
            Doubles, DoublesRef, ArchivedDoubles, DoublesView { values: "values" }
            Dns, DnsRef, ArchivedDns, DnsView { records: "records" }
            DnsRecord, DnsRecordRef, ArchivedDnsRecord, DnsRecordView {
                key: "key", value: "value", first: "first", last: "last", record_type: "type", ttl: "ttl"
            }
            Telemetry, TelemetryRef, ArchivedTelemetry, TelemetryView {
                device: "device", state: "state", online: "online", offset: "offset", level: "level", drift:
                "drift", time_ns: "time_ns", flags: "flags", port: "port", count: "count", sequence: "sequence",
                temperature: "temperature", pressure: "pressure", note: "note", retries: "retries", calibration:
                "calibration", payload: "payload", position: "position", readings: "readings", counters: "counters"
            }
            Position, PositionRef, ArchivedPosition, PositionView {
                latitude: "latitude", longitude: "longitude", altitude: "altitude"
            }
            Reading, ReadingRef, ArchivedReading, ReadingView { channel: "channel", value: "value", quality: "quality" }
            Invoice, InvoiceRef, ArchivedInvoice, InvoiceView {
                id: "id", issue_date: "issue_date", due_date: "due_date", type_code: "type_code", currency:
                "currency", note: "note", order_reference: "order_reference", supplier: "supplier", customer:
                "customer", payment: "payment", lines: "lines", tax_subtotals: "tax_subtotals", totals: "totals"
            }
            Party, PartyRef, ArchivedParty, PartyView {
                name: "name", street: "street", city: "city", postcode: "postcode", country: "country", tax_id:
                "tax_id", contact: "contact"
            }
            Contact, ContactRef, ArchivedContact, ContactView { name: "name", telephone: "telephone", mail: "mail" }
            Payment, PaymentRef, ArchivedPayment, PaymentView { means_code: "means_code", account: "account", terms: "terms" }
            InvoiceLine, InvoiceLineRef, ArchivedInvoiceLine, InvoiceLineView {
                id: "id", name: "name", description: "description", note: "note", quantity: "quantity", unit_code:
                "unit_code", price: "price", amount: "amount", tax_category: "tax_category", tax_percent:
                "tax_percent", seller_item_id: "seller_item_id", standard_item_id: "standard_item_id", origin:
                "origin"
            }
            TaxSubtotal, TaxSubtotalRef, ArchivedTaxSubtotal, TaxSubtotalView {
                taxable: "taxable", tax: "tax", tax_category: "tax_category", tax_percent: "tax_percent"
            }
            Totals, TotalsRef, ArchivedTotals, TotalsView {
                line_extension: "line_extension", tax_exclusive: "tax_exclusive", tax_inclusive: "tax_inclusive",
                payable: "payable"
            }
        }
    };
}

/// Every record with the numbers of its fields and their types: those of the DNS record as the experiment of 2009 published them,
/// any others in their order.
macro_rules! each_numbered {
    ($callback:ident) => {
        $callback! {
            EchoFloat { 1: value: f32 }
            Empty {}
            Text { 1: value: String }
            Doubles { 1: values: Vec<f64> }
            Dns { 1: records: Vec<DnsRecord> }
            DnsRecord { 1: key: String, 2: value: String, 3: record_type: Option<String>, 4: ttl: Option<i32>,
            5: first: String, 6: last: String }
            Telemetry { 1: device: String, 2: state: State, 3: online: bool, 4: offset: i8, 5: level: i16, 6: drift: i32,
            7: time_ns: i64, 8: flags: u8, 9: port: u16, 10: count: u32, 11: sequence: u64, 12: temperature: f32,
            13: pressure: f64, 14: note: Option<String>, 15: retries: Option<u32>, 16: calibration: Option<f64>,
            17: payload: Vec<u8>, 18: position: Position, 19: readings: Vec<Reading>, 20: counters: BTreeMap<String, i64> }
            Position { 1: latitude: f64, 2: longitude: f64, 3: altitude: Option<f32> }
            Reading { 1: channel: u8, 2: value: f64, 3: quality: Quality }
            Invoice { 1: id: String, 2: issue_date: String, 3: due_date: String, 4: type_code: u16, 5: currency: String,
            6: note: Option<String>, 7: order_reference: Option<String>, 8: supplier: Party, 9: customer: Party,
            10: payment: Payment, 11: lines: Vec<InvoiceLine>, 12: tax_subtotals: Vec<TaxSubtotal>, 13: totals: Totals }
            Party { 1: name: String, 2: street: String, 3: city: String, 4: postcode: String, 5: country: String,
            6: tax_id: String, 7: contact: Option<Contact> }
            Contact { 1: name: String, 2: telephone: Option<String>, 3: mail: Option<String> }
            Payment { 1: means_code: u16, 2: account: String, 3: terms: String }
            InvoiceLine { 1: id: u32, 2: name: String, 3: description: String, 4: note: Option<String>, 5: quantity: f64,
            6: unit_code: String, 7: price: String, 8: amount: String, 9: tax_category: String, 10: tax_percent: f64,
            11: seller_item_id: String, 12: standard_item_id: Option<String>, 13: origin: String }
            TaxSubtotal { 1: taxable: String, 2: tax: String, 3: tax_category: String, 4: tax_percent: f64 }
            Totals { 1: line_extension: String, 2: tax_exclusive: String, 3: tax_inclusive: String, 4: payable: String }
        }
    };
}

/// Every enumeration with its names: the enumeration, what rkyv calls its view, and each name as Rust has it, with its number,
/// and as it is in a message.
macro_rules! each_enumeration {
    ($callback:ident) => {
        $callback! {
            State, ArchivedState { Idle = 0: "idle", Running = 1: "running", Fault = 2: "fault" }
            Quality, ArchivedQuality { Good = 0: "good", Uncertain = 1: "uncertain", Bad = 2: "bad" }
        }
    };
}

/// Every union: none of the messages has one.
macro_rules! each_union {
    ($callback:ident) => {
        $callback! {}
    };
}

/// The type of every message, with the lifetime of what it borrows.
macro_rules! each_family {
    ($callback:ident) => {
        $callback! {
            EchoFloat, Empty, Text<'a>, Doubles, Dns<'a>, DnsRecord<'a>, Telemetry<'a>, Invoice<'a>
        }
    };
}
pub(crate) use {each_enumeration, each_family, each_numbered, each_record, each_union};
