"""xmlrpc.client of the standard library: https://docs.python.org/3/library/xmlrpc.client.html

Choices: a method response with the message as its one value; bytes become bytes (use_builtin_types). XML-RPC
(http://xmlrpc.com/spec.md) has integers of 32 bits, doubles, text, base64, arrays and structs, and no null.
"""

import xmlrpc.client


class XmlRpc:
    name, package, format, binding = "python-xmlrpc", "python", "xml-rpc", "dynamic"
    operations = ["decode", "encode", "round-trip"]
    reference = True

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        ((value,), _) = xmlrpc.client.loads(encoded, use_builtin_types=True)
        return value

    def answer(self, result):
        return result

    def encode(self, value):
        return xmlrpc.client.dumps((value,), methodresponse=True).encode()


CANDIDATES = [XmlRpc()]
