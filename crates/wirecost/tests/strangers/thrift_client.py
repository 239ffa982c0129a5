"""thriftpy2, with what it makes of the emitted .thrift."""

import sys

import thriftpy2
from thriftpy2.protocol import TBinaryProtocolFactory, TCompactProtocolFactory
from thriftpy2.rpc import make_client
from thriftpy2.thrift import TApplicationException
from thriftpy2.transport import TFramedTransportFactory

from messages import BARE, BITS, DOUBLES, FLOAT, RECORD, TEXT, check

PROTOCOLS = {"binary": TBinaryProtocolFactory, "compact": TCompactProtocolFactory}


def main(address, description, protocol):
    idl = thriftpy2.load(description, module_name="wirecost_thrift")
    host, port = address.rsplit(":", 1)
    client = make_client(
        idl.Wirecost, host, int(port), proto_factory=PROTOCOLS[protocol](), trans_factory=TFramedTransportFactory()
    )
    check("echoFloat", client.echoFloat(idl.EchoFloat(value=FLOAT)).value, FLOAT)
    check("countFloat", client.countFloat(idl.EchoFloat(value=FLOAT)), BITS)
    check("echoEmpty", client.echoEmpty(idl.Empty()), idl.Empty())
    check("countEmpty", client.countEmpty(idl.Empty()), 0)
    check("echoText", client.echoText(idl.Text(value=TEXT)).value, TEXT)
    check("countText", client.countText(idl.Text(value=TEXT)), len(TEXT.encode()))
    check("echoDoubles", client.echoDoubles(idl.Doubles(values=DOUBLES)).values, DOUBLES)
    check("countDoubles", client.countDoubles(idl.Doubles(values=DOUBLES)), len(DOUBLES))
    # The wire knows fields by their numbers; the struct in Rust cannot have one of the name `type`.
    whole = idl.DnsRecord(record_type=RECORD["type"], ttl=RECORD["ttl"], **BARE)
    dns = idl.Dns(records=[whole, idl.DnsRecord(**BARE)])
    check("echoDns", client.echoDns(dns), dns)
    check("countDns", client.countDns(dns), 2)
    try:
        client.echoText(idl.Text())
    except TApplicationException as error:
        check("a field is missing", error.type, TApplicationException.PROTOCOL_ERROR)
    else:
        raise SystemExit("a text without its field is echoed")
    check("it goes on", client.countEmpty(idl.Empty()), 0)
    client.close()


main(*sys.argv[1:])
print("ok")
