// The service of wirecost's Thrift servers, framed: wirecost start rpc thrift-binary, thrift-compact
// Made by: wirecost start rpc --emit thrift

namespace * wirecost

struct EchoFloat {
  1: double value
}

struct Empty {
}

struct Text {
  1: string value
}

struct Doubles {
  1: list<double> values
}

struct DnsRecord {
  1: string key
  2: string value
  3: optional string record_type
  4: optional i32 ttl
  5: string first
  6: string last
}

struct Dns {
  1: list<DnsRecord> records
}

service Wirecost {
  EchoFloat echoFloat(1: EchoFloat message)
  i32 countFloat(1: EchoFloat message)
  Empty echoEmpty(1: Empty message)
  i32 countEmpty(1: Empty message)
  Text echoText(1: Text message)
  i32 countText(1: Text message)
  Doubles echoDoubles(1: Doubles message)
  i32 countDoubles(1: Doubles message)
  Dns echoDns(1: Dns message)
  i32 countDns(1: Dns message)
}
