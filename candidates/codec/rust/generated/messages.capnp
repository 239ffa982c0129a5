# The typed messages in Cap'n Proto. A field that may be absent is a group with a union; text that may be absent is a
# pointer that may be null. messages_capnp.rs is made of this by:
#   capnp compile -I CAPNPC -orust messages.capnp && rustfmt --edition 2024 messages_capnp.rs
# with capnp 0.9.2, capnpc-rust of the crate capnpc 0.27, and CAPNPC the folder of that crate's source.

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
