"""The types of a message (docs/FORMAT.md) for candidates that read and write objects: what a record is made of, and values of it."""

from typing import Any, NamedTuple

from values import ABSENT, Float32

INTEGERS = {f"{sign}{bits}" for sign in "iu" for bits in (8, 16, 32, 64)}


class Unsupported(Exception):
    """Raised by a candidate that cannot hold a message: the case is skipped with this reason."""


def holds(types, type):
    """Whether a type is in those of a message, which may have none."""
    every = [told for fields in (types or {}).values() for _, told in fields]
    return any(type == each.strip("[]{}?") for each in every)


class Field(NamedTuple):
    name: str
    type: str
    optional: bool


class Records:
    """The records of a message by name."""

    def __init__(self, root, types):
        if not types or root not in types:
            raise Unsupported("its type has no classes here: a field may be null, a union or a time")
        self.root, self.fields = root, {}
        for name, fields in types.items():
            pairs = [(field, type.removesuffix("?"), type.endswith("?")) for field, type in fields]
            self.fields[name] = [Field(*pair) for pair in pairs]
        self.classes = {}

    def make(self, name, make_class):
        """The class of a record: `make_class` gets the name, and for each field its name, its type in Python and whether it may be absent."""
        if name not in self.classes:
            self.classes[name] = None
            fields = [(field.name, self.python(field.type, make_class), field.optional) for field in self.fields[name]]
            self.classes[name] = make_class("".join(part.capitalize() for part in name.split("-")), fields)
        if self.classes[name] is None:
            raise Unsupported(f"{name} contains itself")
        return self.classes[name]

    def python(self, type, make_class) -> Any:
        if type.startswith("["):
            return list[self.python(type[1:-1], make_class)]
        if type.startswith("{"):
            return dict[str, self.python(type[1:-1], make_class)]
        if type in INTEGERS:
            return int
        if type in ("f32", "f64"):
            return float
        if type in ("bool", "text", "bytes"):
            return {"bool": bool, "text": str, "bytes": bytes}[type]
        if type in self.fields:
            return self.make(type, make_class)
        raise Unsupported(f"{type}, which has no class here")

    def told(self, plain):
        """What a candidate read, as plain values, with the kinds of the types: 32-bit floats, and floats that are whole."""
        return self.of_type(self.root, plain)

    def of_type(self, type, plain):
        if type.startswith("["):
            return [self.of_type(type[1:-1], item) for item in plain]
        if type.startswith("{"):
            return {key: self.of_type(type[1:-1], item) for key, item in plain.items()}
        if type == "f32":
            return Float32(plain)
        if type == "f64":
            return float(plain)
        if type in self.fields:
            return {
                field.name: self.of_type(field.type, plain[field.name]) if field.name in plain else ABSENT
                for field in self.fields[type]
            }
        return plain


def without_absent(value):
    """A value as libraries take it that know no absent fields."""
    if isinstance(value, dict):
        return {key: without_absent(item) for key, item in value.items() if item is not ABSENT}
    if isinstance(value, list):
        return [without_absent(item) for item in value]
    return float(value) if isinstance(value, Float32) else value
