"""Messages from a socket, however they are cut."""

import socket
import struct

from . import message
from .errors import ProtocolError

_PIECE = 65536
# Only Linux has it.
_QUICKACK = getattr(socket, "TCP_QUICKACK", None)


class Oversized:
    """What is left of a message over the limit, which was thrown away."""

    def __init__(self, head, limit):
        self.length, self.destination, self.kind, self.message_id = message.HEAD.unpack_from(head)
        self.why = f"message of {self.length} is over the limit of {limit}"
        self.source = message.REQUEST.unpack_from(head, 13)[0] if self.kind in (message.SEND, message.CALL) else None


class Stream:
    """Reads whole messages. A message over the limit is thrown away as it comes."""

    def __init__(self, connection, limit):
        self._socket, self._limit, self._kept = connection, limit, bytearray()

    def read(self, count):
        """So many bytes from inside a hello or message; fewer at the end of the stream."""
        self._fill(min(count, _PIECE))
        taken = bytearray(count)
        filled = min(count, len(self._kept))
        taken[:filled] = self._kept[:filled]
        del self._kept[:filled]
        view = memoryview(taken)
        while filled < count:
            self._acknowledge()
            got = self._socket.recv_into(view[filled:])
            if got == 0:
                break
            filled += got
        return bytes(view[:filled])

    def next(self):
        """The next message or an Oversized; None when the peer said goodbye or closed the connection."""
        if not self._kept:
            # Between messages the peer waits for nothing.
            self._kept += self._socket.recv(_PIECE)
        word = self.read(4)
        if len(word) < 4 or word == message.DISCONNECT:
            return None
        length = struct.unpack("<i", word)[0]
        message.check_length(length)
        # Enough to know the type, and for whom it was.
        head = word + self.read(min(length, 25) - 4)
        if length > self._limit:
            self._throw_away(length - len(head))
            whole = Oversized(head, self._limit)
        else:
            whole = head + self.read(length - len(head))
            if len(whole) < length:
                raise ProtocolError("a message broke off")
        if head[8] == message.SEND and not self._kept:
            self._acknowledge()
        return whole

    def _fill(self, count):
        while len(self._kept) < count:
            self._acknowledge()
            received = self._socket.recv(_PIECE)
            if not received:
                return
            self._kept += received

    def _throw_away(self, count):
        while count > 0:
            taken = len(self.read(min(count, _PIECE)))
            if taken == 0:
                raise ProtocolError("a message broke off")
            count -= taken

    def _acknowledge(self):
        """A peer that leaves Nagle's algorithm on holds back its next bytes until these are acknowledged. Where no
        answer does that, the kernel waits for 40 ms or more, unless it is told not to, each time anew."""
        if _QUICKACK is not None:
            self._socket.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)
