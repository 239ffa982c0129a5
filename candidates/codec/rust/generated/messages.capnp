# The typed messages in Cap'n Proto. A field that may be absent is a group with a union; text that may be absent is a
# pointer that may be null. messages_capnp.rs is made of this, and checked to be current, by: ../generate/run write,
# ../generate/run check (capnp 0.9.2, capnpc 0.27)

@0xd1c5a1b7e3f24a69;

using Rust = import "/rust.capnp";
$Rust.parentModule("candidates::capnp");

struct EchoFloat { value @0 :Float32; }
struct Empty {}
struct Message { text @0 :Text; }
struct Doubles { values @0 :List(Float64); }
struct Dns { records @0 :List(DnsRecord); }

struct DnsRecord {
  key @0 :Text;
  value @1 :Text;
  first @2 :Text;
  last @3 :Text;
  recordType @4 :Text;
  ttl :union { none @5 :Void; some @6 :Int32; }
}

enum State { idle @0; running @1; fault @2; }
enum Quality { good @0; uncertain @1; bad @2; }

struct Telemetry {
  device @0 :Text;
  state @1 :State;
  online @2 :Bool;
  offset @3 :Int8;
  level @4 :Int16;
  drift @5 :Int32;
  timeNs @6 :Int64;
  flags @7 :UInt8;
  port @8 :UInt16;
  count @9 :UInt32;
  sequence @10 :UInt64;
  temperature @11 :Float32;
  pressure @12 :Float64;
  note @13 :Text;
  retries :union { none @14 :Void; some @15 :UInt32; }
  calibration :union { none @16 :Void; some @17 :Float64; }
  payload @18 :Data;
  position @19 :Position;
  readings @20 :List(Reading);
  counters @21 :List(Counter);
}

struct Position {
  latitude @0 :Float64;
  longitude @1 :Float64;
  altitude :union { none @2 :Void; some @3 :Float32; }
}

struct Reading { channel @0 :UInt8; value @1 :Float64; quality @2 :Quality; }
struct Counter { key @0 :Text; value @1 :Int64; }

struct Invoice {
  id @0 :Text;
  issueDate @1 :Text;
  dueDate @2 :Text;
  typeCode @3 :UInt16;
  currency @4 :Text;
  note @5 :Text;
  orderReference @6 :Text;
  supplier @7 :Party;
  customer @8 :Party;
  payment @9 :Payment;
  lines @10 :List(InvoiceLine);
  taxSubtotals @11 :List(TaxSubtotal);
  totals @12 :Totals;
}

struct Party {
  name @0 :Text;
  street @1 :Text;
  city @2 :Text;
  postcode @3 :Text;
  country @4 :Text;
  taxId @5 :Text;
  contact @6 :Contact;
}

struct Contact { name @0 :Text; telephone @1 :Text; mail @2 :Text; }
struct Payment { meansCode @0 :UInt16; account @1 :Text; terms @2 :Text; }

struct InvoiceLine {
  id @0 :UInt32;
  name @1 :Text;
  description @2 :Text;
  note @3 :Text;
  quantity @4 :Float64;
  unitCode @5 :Text;
  price @6 :Text;
  amount @7 :Text;
  taxCategory @8 :Text;
  taxPercent @9 :Float64;
  sellerItemId @10 :Text;
  standardItemId @11 :Text;
  origin @12 :Text;
}

struct TaxSubtotal { taxable @0 :Text; tax @1 :Text; taxCategory @2 :Text; taxPercent @3 :Float64; }
struct Totals { lineExtension @0 :Text; taxExclusive @1 :Text; taxInclusive @2 :Text; payable @3 :Text; }
