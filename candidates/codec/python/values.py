"""The encoding of values in the runner protocol (docs/PROTOCOL.md), to and from Python's own types.

A 32-bit float is a Float32; absent is ABSENT; every other kind is the Python type that stands for it.
"""

import struct

ABSENT = object()


class Float32(float):
    """An IEEE 754 binary32 number."""


def encode(value):
    out = bytearray()
    _write(value, out)
    return out


def _write(value, out):
    kind = type(value)
    if value is None:
        out.append(0)
    elif value is False:
        out.append(1)
    elif value is True:
        out.append(2)
    elif kind is int:
        out += struct.pack("<Bq", 3, value) if value < 0 else struct.pack("<BQ", 4, value)
    elif kind is Float32:
        out += struct.pack("<Bf", 5, value)
    elif kind is float:
        out += struct.pack("<Bd", 6, value)
    elif kind is str:
        content = value.encode()
        out += struct.pack("<BI", 7, len(content)) + content
    elif kind in (bytes, bytearray):
        out += struct.pack("<BI", 8, len(value)) + value
    elif kind in (list, tuple):
        out += struct.pack("<BI", 9, len(value))
        for item in value:
            _write(item, out)
    elif kind is dict:
        out += struct.pack("<BI", 10, len(value))
        for key, item in value.items():
            content = key.encode()
            out += struct.pack("<I", len(content)) + content
            _write(item, out)
    elif value is ABSENT:
        out.append(11)
    else:
        raise TypeError(f"{kind.__name__} has no data tree")


def decode(content):
    value, end = _read(content, 0)
    if end != len(content):
        raise ValueError("bytes after the value")
    return value


def _text(content, at):
    (length,) = struct.unpack_from("<I", content, at)
    end = at + 4 + length
    return content[at + 4 : end], end


def _read(content, at):
    tag = content[at]
    at += 1
    if tag < 3:
        return (None, False, True)[tag], at
    if tag in (3, 4):
        return struct.unpack_from("<q" if tag == 3 else "<Q", content, at)[0], at + 8
    if tag == 5:
        return Float32(struct.unpack_from("<f", content, at)[0]), at + 4
    if tag == 6:
        return struct.unpack_from("<d", content, at)[0], at + 8
    if tag in (7, 8):
        text, at = _text(content, at)
        return (text.decode() if tag == 7 else bytes(text)), at
    if tag == 9:
        (count,) = struct.unpack_from("<I", content, at)
        items, at = [], at + 4
        for _ in range(count):
            item, at = _read(content, at)
            items.append(item)
        return items, at
    if tag == 10:
        (count,) = struct.unpack_from("<I", content, at)
        entries, at = {}, at + 4
        for _ in range(count):
            key, at = _text(content, at)
            entries[key.decode()], at = _read(content, at)
        return entries, at
    if tag == 11:
        return ABSENT, at
    raise ValueError(f"unknown tag {tag} at byte {at - 1}")
