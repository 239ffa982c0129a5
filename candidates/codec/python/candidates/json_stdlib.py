"""json of the standard library: https://docs.python.org/3/library/json.html

Choices: loads takes the bytes, whose encoding it detects; dumps without white space and without escaping what JSON
need not escape, then UTF-8.
"""

import json


class Json:
    name, package, format, binding = "python-json", "python", "json", "dynamic"
    operations = ["decode", "encode", "round-trip"]

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        return json.loads(encoded)

    def answer(self, result):
        return result

    def encode(self, value):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


CANDIDATES = [Json()]
