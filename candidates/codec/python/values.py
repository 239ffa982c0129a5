"""The encoding of values in the runner protocol (docs/PROTOCOL.md), to and from Python's own types.

A 32-bit float is a Float32; absent is ABSENT; every other kind is the Python type that stands for it.
"""

import struct

ABSENT = object()


class Float32(float):
    """An IEEE 754 binary32 number."""


_TAGGED = struct.Struct("<BI")
_LENGTH = struct.Struct("<I")
_length = _LENGTH.unpack_from


def encode(value):
    out = bytearray()
    _write(value, out)
    return out


def _write(value, out):
    # The most frequent kinds come first.
    kind = type(value)
    if kind is str:
        content = value.encode()
        out += _TAGGED.pack(7, len(content)) + content
    elif kind is float:
        out += struct.pack("<Bd", 6, value)
    elif kind is dict:
        out += _TAGGED.pack(10, len(value))
        for key, item in value.items():
            content = key.encode()
            out += _LENGTH.pack(len(content)) + content
            _write(item, out)
    elif kind in (list, tuple):
        out += _TAGGED.pack(9, len(value))
        for item in value:
            _write(item, out)
    elif kind is int:
        out += struct.pack("<Bq", 3, value) if value < 0 else struct.pack("<BQ", 4, value)
    elif kind is Float32:
        out += struct.pack("<Bf", 5, value)
    elif value is None:
        out.append(0)
    elif kind is bool:
        out.append(2 if value else 1)
    elif kind in (bytes, bytearray):
        out += _TAGGED.pack(8, len(value)) + value
    elif value is ABSENT:
        out.append(11)
    else:
        raise TypeError(f"{kind.__name__} has no data tree")


def decode(content):
    value, end = _read(content, 0)
    if end != len(content):
        raise ValueError("bytes after the value")
    return value


def _read(content, at):
    # The most frequent kinds come first, and texts are read in place: a function of their own would be called for each.
    tag = content[at]
    at += 1
    if tag == 7:
        begin = at + 4
        end = begin + _length(content, at)[0]
        return content[begin:end].decode(), end
    if tag == 10:
        (count,) = _length(content, at)
        entries, at = {}, at + 4
        for _ in range(count):
            begin = at + 4
            end = begin + _length(content, at)[0]
            entries[content[begin:end].decode()], at = _read(content, end)
        return entries, at
    if tag == 9:
        (count,) = _length(content, at)
        items, at = [], at + 4
        for _ in range(count):
            item, at = _read(content, at)
            items.append(item)
        return items, at
    if tag == 6:
        return struct.unpack_from("<d", content, at)[0], at + 8
    if tag in (3, 4):
        return struct.unpack_from("<q" if tag == 3 else "<Q", content, at)[0], at + 8
    if tag < 3:
        return (None, False, True)[tag], at
    if tag == 5:
        return Float32(struct.unpack_from("<f", content, at)[0]), at + 4
    if tag == 8:
        begin = at + 4
        end = begin + _length(content, at)[0]
        return bytes(content[begin:end]), end
    if tag == 11:
        return ABSENT, at
    raise ValueError(f"unknown tag {tag} at byte {at - 1}")
