"""Data blocks: typed values one after the other, little-endian.

| SBW | Python |
| --- | --- |
| byte | Byte |
| int, double, boolean, complex | int (32 bits), float, bool, complex |
| string | str; bytes that are not UTF-8 come and go as surrogate escapes |
| T[], T[][] ... | Array; array.array and bytes are written as arrays too |
| {} | list; a tuple is written as a list too |
"""

import array
import struct
import sys

from .errors import BlockError

BYTE, INTEGER, DOUBLE, BOOLEAN, STRING, ARRAY, LIST, COMPLEX, TERMINATOR = 0, 1, 2, 3, 4, 5, 6, 8, 0xFF
# The words of libSBW in its exceptions.
NAMES = {BYTE: "byte", INTEGER: "integer", DOUBLE: "double", BOOLEAN: "boolean", STRING: "string", ARRAY: "array",
         LIST: "list", COMPLEX: "complex", TERMINATOR: "terminator"}

MAX_DIMENSIONS = 8

# Bytes that the smallest body of a type takes.
_LEAST = {BYTE: 1, BOOLEAN: 1, INTEGER: 4, STRING: 4, LIST: 4, DOUBLE: 8, ARRAY: 9, COMPLEX: 16}
_I32, _F64, _COMPLEX = struct.Struct("<i"), struct.Struct("<d"), struct.Struct("<dd")
# The type codes of array.array that have the sizes of the wire.
_CODES = {INTEGER: next(code for code in "il" if array.array(code).itemsize == 4), DOUBLE: "d"}


class Limits:
    """What a reader accepts beyond what the bytes themselves bound."""

    DEPTH = 64
    VALUES = 1 << 20


class Byte(int):
    """A byte, 0 to 255."""

    def __new__(cls, value):
        if not 0 <= value <= 255:
            raise BlockError(f"{value} is no byte")
        return super().__new__(cls, value)

    def __repr__(self):
        return f"Byte({int(self)})"


class Array:
    """Elements of one type in row-major order: array.array for int and double, bytes for byte, else a list."""

    def __init__(self, kind, sizes, elements):
        sizes = tuple(sizes)
        if not 1 <= len(sizes) <= MAX_DIMENSIONS or any(not 0 <= size < 2**31 for size in sizes):
            raise BlockError(f"sizes {sizes} cannot be")
        if _product(sizes) != len(elements):
            raise BlockError(f"sizes {sizes} do not hold {len(elements)} elements")
        self.kind, self.sizes, self.elements = kind, sizes, _stored(kind, elements)

    def __len__(self):
        return len(self.elements)

    def __iter__(self):
        return iter(self.elements)

    def __getitem__(self, place):
        return self.elements[place]

    def __eq__(self, other):
        if not isinstance(other, Array):
            return NotImplemented
        return (self.kind, self.sizes, self.elements) == (other.kind, other.sizes, other.elements)

    __hash__ = None

    def __repr__(self):
        return f"Array({NAMES[self.kind]}, {self.sizes}, {self.elements!r})"


def _product(sizes):
    product = 1
    for size in sizes:
        product *= size
    return product


def _stored(kind, elements):
    try:
        if kind in _CODES:
            same = isinstance(elements, array.array) and elements.typecode == _CODES[kind]
            return elements if same else array.array(_CODES[kind], elements)
        return bytes(elements) if kind == BYTE else list(elements)
    except (TypeError, ValueError, OverflowError) as error:
        raise BlockError(f"not elements of type {NAMES[kind]}: {error}") from error


def encode(*values):
    """The items of a block, without terminator."""
    out = bytearray()
    for value in values:
        _write_item(out, value, Limits.DEPTH)
    return bytes(out)


def _write_item(out, value, depth):
    kind = kind_of(value)
    out.append(kind)
    _write_body(out, kind, value, depth)


def kind_of(value):
    """The type code with which a value is written."""
    # bool and Byte are ints too, so they come first.
    if isinstance(value, bool):
        return BOOLEAN
    return BYTE if isinstance(value, Byte) else _kind(value)


def mismatch(encountered, required):
    """What is wrong with a value of another type than a method takes, in the words of libSBW."""
    return BlockError(f"encountered {NAMES[encountered]} required {NAMES[required]} ")


def _kind(value):
    if isinstance(value, int):
        return INTEGER
    if isinstance(value, float):
        return DOUBLE
    if isinstance(value, str):
        return STRING
    if isinstance(value, complex):
        return COMPLEX
    if isinstance(value, (list, tuple)):
        return LIST
    if isinstance(value, (Array, array.array, bytes, bytearray)):
        return ARRAY
    raise BlockError(f"a {type(value).__name__} cannot stand in a data block")


def _write_body(out, kind, value, depth):
    try:
        if kind == INTEGER:
            out += _I32.pack(value)
        elif kind == BYTE:
            out.append(value)
        elif kind == DOUBLE:
            out += _F64.pack(value)
        elif kind == BOOLEAN:
            out.append(bool(value))
        elif kind == COMPLEX:
            out += _COMPLEX.pack(value.real, value.imag)
        elif kind == STRING:
            content = value.encode("utf-8", "surrogateescape")
            out += _I32.pack(len(content)) + content
        elif depth == 0:
            raise BlockError(f"values nested deeper than {Limits.DEPTH} levels")
        elif kind == LIST:
            out += _I32.pack(len(value))
            for item in value:
                _write_item(out, item, depth - 1)
        else:
            _write_array(out, value, depth - 1)
    except (struct.error, AttributeError) as error:
        raise BlockError(f"{value!r} is no {NAMES[kind]}: {error}") from error


def _write_array(out, value, depth):
    value = as_array(value)
    out.append(value.kind)
    out += _I32.pack(len(value.sizes))
    for size in value.sizes:
        out += _I32.pack(size)
    if value.kind == BYTE:
        out += value.elements
    elif value.kind in _CODES:
        elements = value.elements
        if sys.byteorder == "big":
            elements = array.array(elements.typecode, elements)
            elements.byteswap()
        out += elements.tobytes()
    else:
        for element in value.elements:
            _write_body(out, value.kind, element, depth)


def as_array(value):
    """The Array that a value is written as."""
    if isinstance(value, Array):
        return value
    if isinstance(value, (bytes, bytearray)):
        return Array(BYTE, (len(value),), value)
    if not isinstance(value, array.array):
        raise BlockError(f"{value!r} is no array")
    kinds = {code: kind for kind, code in _CODES.items()}
    if value.typecode not in kinds:
        raise BlockError(f"array.array of type {value.typecode!r} has no SBW type")
    return Array(kinds[value.typecode], (len(value),), value)


def decode(content):
    """All values of a block, which may end in the terminator."""
    reader, values = _Reader(content), []
    while not reader.at_end():
        values.append(reader.item(Limits.DEPTH))
    return values


class _Reader:
    def __init__(self, content):
        self.content, self.at, self.values = memoryview(content), 0, 0

    def at_end(self):
        return self.at >= len(self.content) or self.content[self.at] == TERMINATOR

    def take(self, count):
        if count > len(self.content) - self.at:
            raise BlockError(f"{count} bytes needed, {len(self.content) - self.at} left")
        self.at += count
        return self.content[self.at - count:self.at]

    def integer(self):
        return _I32.unpack(self.take(4))[0]

    def code(self):
        code = self.take(1)[0]
        if code not in _LEAST:
            raise BlockError(f"{code} is not the type code of an item")
        return code

    def count(self, what, least):
        count = self.integer()
        if count < 0 or count * least > len(self.content) - self.at:
            raise BlockError(f"a {what} of {count} cannot be: {len(self.content) - self.at} bytes are left")
        return count

    def charge(self, values):
        self.values += values
        if self.values > Limits.VALUES:
            raise BlockError(f"more than {Limits.VALUES} values in one block")

    def item(self, depth):
        self.charge(1)
        return self.body(self.code(), depth)

    def body(self, kind, depth):
        if kind == BYTE:
            return Byte(self.take(1)[0])
        if kind == INTEGER:
            return self.integer()
        if kind == DOUBLE:
            return _F64.unpack(self.take(8))[0]
        if kind == BOOLEAN:
            return self.take(1)[0] != 0
        if kind == COMPLEX:
            return complex(*_COMPLEX.unpack(self.take(16)))
        if kind == STRING:
            return str(self.take(self.count("string length", 1)), "utf-8", "surrogateescape")
        if depth == 0:
            raise BlockError(f"values nested deeper than {Limits.DEPTH} levels")
        if kind == LIST:
            # An item takes at least its type code and one byte.
            return [self.item(depth - 1) for _ in range(self.count("list count", 2))]
        return self.array(depth - 1)

    def array(self, depth):
        kind, dimensions = self.code(), self.integer()
        if not 1 <= dimensions <= MAX_DIMENSIONS:
            raise BlockError(f"an array of {dimensions} dimensions")
        sizes = tuple(self.integer() for _ in range(dimensions))
        # Python's integers do not overflow.
        count = _product(sizes)
        if min(sizes) < 0 or count * _LEAST[kind] > len(self.content) - self.at:
            raise BlockError(f"array sizes {sizes} cannot be: {len(self.content) - self.at} bytes are left")
        if kind == BYTE:
            return Array(kind, sizes, bytes(self.take(count)))
        if kind in _CODES:
            elements = array.array(_CODES[kind])
            elements.frombytes(self.take(count * _LEAST[kind]))
            if sys.byteorder == "big":
                elements.byteswap()
            return Array(kind, sizes, elements)
        self.charge(count)
        return Array(kind, sizes, [self.body(kind, depth) for _ in range(count)])
