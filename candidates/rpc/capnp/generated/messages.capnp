# The messages of the service in Cap'n Proto. A field that may be absent is a group with a union; text that may be
# absent is a pointer that may be null. messages_capnp.rs is made of this, and checked to be current, by:
# ../generate/run write, ../generate/run check (capnp 0.9.2, capnpc 0.27)

@0xd1c5a1b7e3f24a69;

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
