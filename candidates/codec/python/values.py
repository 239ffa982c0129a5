"""The encoding of values in the runner protocol (docs/PROTOCOL.md), to and from Python's own types.

A 32-bit float is a Float32; absent is ABSENT; every other kind is the Python type that stands for it.
"""

import struct

ABSENT = object()


class Float32(float):
    """An IEEE 754 binary32 number."""


_LENGTH = struct.Struct("<I")
_TAGGED = struct.Struct("<BI")
_SIGNED = struct.Struct("<q")
_UNSIGNED = struct.Struct("<Q")
_FLOAT32 = struct.Struct("<f")
_FLOAT64 = struct.Struct("<d")


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
    elif kind is float:
        out.append(6)
        out += _FLOAT64.pack(value)
    elif kind is int:
        out.append(3 if value < 0 else 4)
        out += (_SIGNED if value < 0 else _UNSIGNED).pack(value)
    elif kind is Float32:
        out.append(5)
        out += _FLOAT32.pack(value)
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


def _read(content, at, length=_LENGTH.unpack_from):
    tag = content[at]
    at += 1
    if tag == 7:
        begin = at + 4
        end = begin + length(content, at)[0]
        return content[begin:end].decode(), end
    if tag == 10:
        (count,) = length(content, at)
        entries, at = {}, at + 4
        for _ in range(count):
            begin = at + 4
            end = begin + length(content, at)[0]
            entries[content[begin:end].decode()], at = _read(content, end)
        return entries, at
    if tag == 9:
        (count,) = length(content, at)
        items, at = [], at + 4
        for _ in range(count):
            item, at = _read(content, at)
            items.append(item)
        return items, at
    if tag == 6:
        return _FLOAT64.unpack_from(content, at)[0], at + 8
    if tag in (3, 4):
        return (_SIGNED if tag == 3 else _UNSIGNED).unpack_from(content, at)[0], at + 8
    if tag < 3:
        return (None, False, True)[tag], at
    if tag == 5:
        return Float32(_FLOAT32.unpack_from(content, at)[0]), at + 4
    if tag == 8:
        begin = at + 4
        end = begin + length(content, at)[0]
        return bytes(content[begin:end]), end
    if tag == 11:
        return ABSENT, at
    raise ValueError(f"unknown tag {tag} at byte {at - 1}")
