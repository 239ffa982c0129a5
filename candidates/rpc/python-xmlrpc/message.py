"""A message as the client is told it, in the encoding of docs/PROTOCOL.md, to what xmlrpc.client takes.

XML-RPC has one kind of float and no null: a 32-bit float is a float, and members that are null or absent are left out.
"""

import struct


def decode(content):
    value, end = _read(content, 0)
    if end != len(content):
        raise ValueError(f"byte {end}: bytes after the message")
    return value


def _sized(content, at):
    (length,) = struct.unpack_from("<I", content, at)
    end = at + 4 + length
    if end > len(content):
        raise ValueError(f"byte {at}: it ends beyond the message")
    return content[at + 4 : end], end


def _read(content, at):
    tag = content[at]
    at += 1
    if tag in (0, 11):
        return None, at
    if tag in (1, 2):
        return tag == 2, at
    if tag in _NUMBERS:
        number = _NUMBERS[tag]
        return number.unpack_from(content, at)[0], at + number.size
    if tag in (7, 8):
        text, at = _sized(content, at)
        return (text.decode() if tag == 7 else text), at
    if tag in (9, 10):
        (count,) = struct.unpack_from("<I", content, at)
        return (_read_items if tag == 9 else _read_members)(content, at + 4, count)
    raise ValueError(f"byte {at - 1}: unknown tag {tag}")


_NUMBERS = {tag: struct.Struct(form) for tag, form in ((3, "<q"), (4, "<Q"), (5, "<f"), (6, "<d"))}


def _read_items(content, at, count):
    items = []
    for _ in range(count):
        item, at = _read(content, at)
        items.append(item)
    return items, at


def _read_members(content, at, count):
    members = {}
    for _ in range(count):
        name, at = _sized(content, at)
        member, at = _read(content, at)
        if member is not None:
            members[name.decode()] = member
    return members, at
