"""pickle of the standard library: https://docs.python.org/3/library/pickle.html

Choices: the highest protocol; dicts, lists and Python's own numbers, not classes. Never read a pickle that others made.
"""

import pickle


class Pickle:
    name, package, format, binding = "python-pickle", "python", "pickle", "dynamic"
    operations = ["decode", "encode", "round-trip"]
    reference = True

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        return pickle.loads(encoded)

    def answer(self, result):
        return result

    def encode(self, value):
        return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


CANDIDATES = [Pickle()]
