"""Messages: a data block with a head that says who it is for and what it is."""

import struct
from typing import NamedTuple

from . import block
from .errors import BlockError, ProtocolError

BROKER = -1
SYSTEM_SERVICE = -1
SEND_ID = -1
DISCONNECT = b"\xff\xff\xff\xff"
REPLY, SEND, CALL, EXCEPTION = 0, 1, 2, 3
MAX_MESSAGE = 64 << 20

HEAD = struct.Struct("<iiBi")
REQUEST = struct.Struct("<iii")
_LEAST = {REPLY: 13, SEND: 25, CALL: 25, EXCEPTION: 24}


class Message(NamedTuple):
    """A message taken apart. Calls and sends have a source, service and method; exceptions a code."""

    kind: int
    destination: int
    message_id: int
    source: int
    service: int
    method: int
    code: int
    items: memoryview


def request(kind, destination, message_id, source, service, method, items, limit=MAX_MESSAGE):
    """A call or send."""
    length = _sendable(26 + len(items), limit)
    head = HEAD.pack(length, destination, kind, message_id) + REQUEST.pack(source, service, method)
    return head + items + b"\xff"


def reply(destination, message_id, items, limit=MAX_MESSAGE):
    """The result of a call."""
    return HEAD.pack(_sendable(14 + len(items), limit), destination, REPLY, message_id) + items + b"\xff"


def exception(destination, message_id, error):
    """The failure of a call; like the original's it has no terminator."""
    body = bytes((error.code,)) + block.encode(str(error.message), str(error.detail))
    return HEAD.pack(13 + len(body), destination, EXCEPTION, message_id) + body


def _sendable(length, limit):
    """The other side would throw a larger message away."""
    if length > limit:
        raise BlockError(f"a message of {length} bytes is over the limit of {limit}")
    return length


def check_length(length):
    """Refuses a length that no message can have."""
    if length < 13:
        raise ProtocolError(f"a message cannot have a length of {length} bytes")


def parse(content):
    """Takes apart one whole message, its length included."""
    if len(content) < 13:
        raise ProtocolError(f"a message cannot have a length of {len(content)} bytes")
    length, destination, kind, message_id = HEAD.unpack_from(content)
    if kind not in _LEAST:
        raise ProtocolError(f"{kind} is not a message type")
    if length != len(content) or length < _LEAST[kind]:
        raise ProtocolError(f"a message of type {kind} cannot have a length of {length} bytes")
    view = memoryview(content)
    if kind == REPLY:
        return Message(kind, destination, message_id, 0, 0, 0, 0, view[13:])
    if kind == EXCEPTION:
        return Message(kind, destination, message_id, 0, 0, 0, content[13], view[14:])
    source, service, method = REQUEST.unpack_from(content, 13)
    return Message(kind, destination, message_id, source, service, method, 0, view[25:])
