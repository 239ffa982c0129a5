"""zeep, through the WSDL: a file that was emitted, and what the server gives under ?wsdl."""

import sys

import zeep

from messages import BARE, BITS, DOUBLES, FLOAT, RECORD, TEXT, check


def items(of):
    """A list of zeep's objects, which it may hand over as it is or within the element that holds it."""
    found = zeep.helpers.serialize_object(of, dict)
    return found["item"] if isinstance(found, dict) else found


def calls(service, factory):
    check("echoFloat", service.echoFloat(FLOAT), FLOAT)
    check("countFloat", service.countFloat(FLOAT), BITS)
    check("echoEmpty", service.echoEmpty(), None)
    check("countEmpty", service.countEmpty(), 0)
    check("echoText", service.echoText(TEXT), TEXT)
    check("no text", service.echoText(""), None)
    check("countText", service.countText(TEXT), len(TEXT.encode()))
    check("echoDoubles", items(service.echoDoubles({"item": DOUBLES})), DOUBLES)
    check("special doubles", items(service.echoDoubles({"item": [float("inf"), float("-inf")]})), [float("inf"), float("-inf")])
    check("countDoubles", service.countDoubles({"item": DOUBLES}), len(DOUBLES))
    check("no doubles", service.countDoubles({"item": []}), 0)
    records = items(service.echoDns({"item": [RECORD, BARE]}))
    check("echoDns", [{name: value for name, value in record.items() if value is not None} for record in records], [RECORD, BARE])
    check("countDns", service.countDns({"item": [RECORD, BARE]}), 2)


def main(address, description):
    file = zeep.Client(description)
    served = zeep.Client(f"http://{address}/soap?wsdl")
    for client in (file, served):
        binding = next(iter(client.wsdl.bindings))
        calls(client.create_service(binding, f"http://{address}/soap"), client)
    calls(served.service, served)
    try:
        served.transport.post(f"http://{address}/soap", b"<a", {})
        answer = served.transport.post(f"http://{address}/soap", b"<a", {"SOAPAction": '""'})
        check("no envelope", (answer.status_code, b"Fault" in answer.content), (500, True))
    finally:
        check("it goes on", served.service.countEmpty(), 0)


main(*sys.argv[1:])
print("ok")
