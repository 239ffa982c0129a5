"""xmlrpc.client of Python's standard library."""

import struct
import sys
import xmlrpc.client

from messages import BARE, BITS, DOUBLES, FLOAT, RECORD, TEXT, check


def main(address, stack, arrays):
    service = xmlrpc.client.ServerProxy(f"http://{address}/RPC2").wirecost
    check("echoFloat", service.echoFloat({"value": FLOAT}), {"value": FLOAT})
    check("countFloat", service.countFloat({"value": FLOAT}), BITS)
    check("echoEmpty", service.echoEmpty({}), {})
    check("countEmpty", service.countEmpty({}), 0)
    check("echoText", service.echoText({"value": TEXT}), {"value": TEXT})
    check("countText", service.countText({"value": TEXT}), len(TEXT.encode()))
    if arrays == "arrays":
        check("echoDoubles", service.echoDoubles({"values": DOUBLES}), {"values": DOUBLES})
        check("countDoubles", service.countDoubles({"values": DOUBLES}), len(DOUBLES))
    else:
        content = xmlrpc.client.Binary(struct.pack(f">{len(DOUBLES)}d", *DOUBLES))
        check("echoDoubles", service.echoDoubles({"values": content})["values"].data, content.data)
        check("countDoubles", service.countDoubles({"values": content}), len(DOUBLES))
    dns = {"records": [RECORD, BARE]}
    check("echoDns", service.echoDns(dns), dns)
    check("countDns", service.countDns(dns), 2)
    wrong = [lambda: service.noSuchMethod({}), lambda: service.echoText(), lambda: service.countText(7)]
    # Methods in Python give back whatever they get.
    if stack == "xml-rpc":
        wrong.append(lambda: service.echoText(7))
    for call in wrong:
        try:
            call()
        except xmlrpc.client.Fault:
            continue
        raise SystemExit("a wrong call is answered as if it were right")
    check("it goes on", service.countEmpty({}), 0)


main(*sys.argv[1:])
print("ok")
