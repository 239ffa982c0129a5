"""What candidates have in common that read and write Python's own types: dicts, lists, numbers and texts.

Each is made of two functions of a library, with the library's own settings; the file of a library says what differs from them.
"""

from importlib.metadata import version

from records import Unsupported, holds


class Plain:
    binding = "dynamic"
    operations = ["decode", "encode", "round-trip"]

    def __init__(self, name, package, format, decode, encode):
        self.name, self.package, self.version, self.format = name, package, version(package), format
        self.decode, self.encode = decode, encode

    def take_types(self, _, types):
        if self.format == "messagepack" and holds(types, "f32"):
            raise Unsupported("a 32-bit float, which Python has no type for")

    def prepare(self, operation, value):
        return value

    def answer(self, result):
        return result
