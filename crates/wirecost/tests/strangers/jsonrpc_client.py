"""JSON-RPC by the standard library, with the methods that the OpenRPC document names."""

import json
import sys
import urllib.request

from messages import BARE, BITS, DOUBLES, FLOAT, RECORD, TEXT, check

ARGUMENTS = {
    "EchoFloat": ({"value": FLOAT}, BITS),
    "Empty": ({}, 0),
    "Text": ({"value": TEXT}, len(TEXT.encode())),
    "Doubles": ({"values": DOUBLES}, len(DOUBLES)),
    "Dns": ({"records": [RECORD, BARE]}, 2),
    None: ([1, "a", None, {"b": True}], 4),
}


def main(address, description):
    document = json.load(open(description))
    url = document["servers"][0]["url"]
    check("its address", url, f"http://{address}/")
    for method in document["methods"]:
        schema = method["params"][0]["schema"].get("$ref")
        argument, count = ARGUMENTS[schema and schema.rsplit("/", 1)[1]]
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method["name"], "params": [argument]})
        request = urllib.request.Request(url, body.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        due = {"value": count} if method["name"].startswith("count") else argument
        if method["name"] == "echoDns":
            found["result"]["records"] = [{k: v for k, v in r.items() if v is not None} for r in found["result"]["records"]]
        check(method["name"], found.get("result"), due)


main(*sys.argv[1:])
print("ok")
