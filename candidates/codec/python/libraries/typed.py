"""What candidates have in common that read and write objects of classes: these are made of the types of each message, untimed."""

from importlib.metadata import version

from records import Records, Unsupported, holds, without_absent


class Typed:
    binding = "typed"
    operations = ["decode", "encode", "round-trip"]

    def __init__(self, name, format):
        self.name, self.format, self.version = name, format, version(self.package)
        self.records = None

    def take_types(self, root, types):
        """Makes the classes of a message."""
        self.records = Records(root, types)
        if self.format == "json" and holds(types, "bytes"):
            raise Unsupported("bytes in JSON, for which it has another text")
        self.with_class(self.records)

    def prepare(self, operation, value):
        return self.object(without_absent(value)) if operation == "encode" else value

    def answer(self, result):
        return self.records.told(self.plain(result))
