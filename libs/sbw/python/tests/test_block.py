"""Byte for byte what the original writes, and bytes that no honest peer sends."""

import array
import random
import socket
import struct
import threading
import unittest

from sbw import (Array, BlockError, Byte, Limits, ProtocolError, RegistrationChange, SbwException, Shutdown, Signature,
                 Startup, block, decode, encode, message, notice, signature)
from sbw.stream import Stream

VECTORS = {
    "00 7f": Byte(127),
    "01 fb ff ff ff": -5,
    "02 9a 99 99 99 99 99 b9 3f": 0.1,
    "03 01": True,
    "04 02 00 00 00 68 69": "hi",
    "04 00 00 00 00": "",
    "08 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 f0 bf": complex(1, -1),
    "05 02 01 00 00 00 02 00 00 00 00 00 00 00 00 00 f8 3f 00 00 00 00 00 00 00 c0":
        Array(block.DOUBLE, (2,), [1.5, -2.0]),
    "05 01 01 00 00 00 03 00 00 00 01 00 00 00 02 00 00 00 03 00 00 00": Array(block.INTEGER, (3,), [1, 2, 3]),
    "05 02 01 00 00 00 00 00 00 00": Array(block.DOUBLE, (0,), []),
    "05 04 01 00 00 00 02 00 00 00 01 00 00 00 61 00 00 00 00": Array(block.STRING, (2,), ["a", ""]),
    "05 08 01 00 00 00 01 00 00 00 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40":
        Array(block.COMPLEX, (1,), [complex(1, 2)]),
    "06 03 00 00 00 01 01 00 00 00 04 01 00 00 00 61 06 00 00 00 00": [1, "a", []],
    "05 06 01 00 00 00 02 00 00 00 01 00 00 00 01 01 00 00 00 00 00 00 00": Array(block.LIST, (2,), [[1], []]),
    "06 01 00 00 00 05 05 01 00 00 00 02 00 00 00 01 01 00 00 00 02 00 00 00 07 00 00 00 08 00 00 00 "
    "01 01 00 00 00 00 00 00 00":
        [Array(block.ARRAY, (2,), [Array(block.INTEGER, (2,), [7, 8]), Array(block.INTEGER, (0,), [])])],
}


class Vectors(unittest.TestCase):
    def test_both_ways(self):
        for content, value in VECTORS.items():
            self.assertEqual(encode(value).hex(" "), content)
            (read,) = decode(bytes.fromhex(content) + b"\xff")
            self.assertEqual(read, value)
            self.assertIs(type(read), type(value))

    def test_other_python_types(self):
        self.assertEqual(encode(array.array("d", [1.0])), encode(Array(block.DOUBLE, (1,), [1.0])))
        self.assertEqual(encode(b"ab"), encode(Array(block.BYTE, (2,), b"ab")))
        self.assertEqual(decode(bytes.fromhex("0401000000ff")), ["\udcff"])
        self.assertEqual(encode("\udcff").hex(), "0401000000ff")

    def test_messages(self):
        self.assertEqual(message.request(message.CALL, -1, 101, 5, 0, 0, b"").hex(),
                         "1a000000ffffffff0265000000050000000000000000000000ff")
        self.assertEqual(message.reply(5, 101, b"").hex(), "0e000000050000000065000000ff")
        content = message.exception(5, 101, SbwException(9, "unknown service id"))
        self.assertEqual(content.hex(), "2a00000005000000036500000009" + "0412000000" + b"unknown service id".hex()
                         + "0400000000")


class Hostile(unittest.TestCase):
    def refused(self, content):
        with self.assertRaises(BlockError, msg=content.hex()):
            decode(content)

    def test_lengths_counts_and_sizes(self):
        for count in (-1, -2**31, 2**31 - 1, 100):
            self.refused(b"\x04" + struct.pack("<i", count) + b"abc")
            self.refused(b"\x06" + struct.pack("<i", count) + b"\x03\x01")
            for kind in (0, 1, 2, 3, 4, 5, 6, 8):
                self.refused(bytes((5, kind)) + struct.pack("<ii", 1, count) + b"abc")
                self.refused(bytes((5, kind)) + struct.pack("<iii", 2, 65536, 65536))
        for dimensions in (-1, 0, 9):
            self.refused(b"\x05\x02" + struct.pack("<i", dimensions) + bytes(64))

    def test_depth_types_and_memory(self):
        self.refused(b"\x06\x01\x00\x00\x00" * 40_000)
        self.refused(b"\x07\x00")
        self.refused(b"\x06\x01\x00\x00\x00\x09\x00")
        many = Limits.VALUES + 1
        self.refused(b"\x05\x04" + struct.pack("<ii", 1, many) + bytes(4 * many))
        deep = 1
        for _ in range(65):
            deep = [deep]
        with self.assertRaises(BlockError):
            encode(deep)

    def test_values_that_cannot_be_sent(self):
        for value in (2**31, object(), None, {}, array.array("f", [1.0])):
            with self.assertRaises(BlockError, msg=repr(value)):
                encode(value)

    def test_messages_that_a_broker_refuses_are_not_built(self):
        for build in (lambda items: message.reply(0, 0, items), lambda items: message.request(2, 0, 0, 0, 0, 0, items)):
            with self.assertRaises(BlockError):
                build(bytes(message.MAX_MESSAGE))

    def test_any_bytes_are_read_or_refused(self):
        source = random.Random(1)
        for _ in range(3000):
            content = bytes(source.choice((0, 1, 2, 3, 4, 5, 6, 8, 0xFF, source.randrange(256)))
                           for _ in range(source.randrange(60)))
            try:
                decode(content)
            except BlockError:
                pass
            try:
                message.parse(content)
            except ProtocolError:
                pass


class Signatures(unittest.TestCase):
    def test_what_the_original_accepts_and_refuses(self):
        for good in ("int f(int,)", "int (int)", "double[] [] f()", " \tint f ( ) tail", "int f(int int)", "void f(void[])"):
            Signature.parse(good)
        for bad in ("int f(,int)", "int f(...)", "f()", "int f", "integer f()", "float f()", "int f(void)",
                    "int f(int[ ])", "int f({int)", "", "int f(" + "{" * 30_000):
            with self.assertRaises(SbwException, msg=bad[:20]) as raised:
                Signature.parse(bad)
            self.assertEqual(raised.exception.code, 14)

    def test_methods_are_found(self):
        texts = ["double f(double x)", "int f(int,int)", "double[] echo(double[] data)", "{} take({int, double})"]
        for pattern, place in (("f(double)", 0), ("f(int a int b)", 1), ("echo", 2), ("echo(double[][])", 2), ("take({})", 3)):
            self.assertEqual(signature.find(pattern, texts), place)
        for pattern, code in (("f", 11), ("F(double)", 13), ("take({int})", 13), ("f(float)", 14)):
            with self.assertRaises(SbwException) as raised:
                signature.find(pattern, texts)
            self.assertEqual(raised.exception.code, code)

    def test_arguments_get_the_types_of_the_method(self):
        parsed = Signature.parse("void f(double, double[][], {int, double}, byte, string[])")
        values = decode(parsed.encode([1, [[1, 2], [3, 4]], [1, 2], 7, ["a"]]))
        self.assertEqual(values, [1.0, Array(block.DOUBLE, (2, 2), [1.0, 2.0, 3.0, 4.0]), [1, 2.0], Byte(7),
                                  Array(block.STRING, (1,), ["a"])])
        self.assertIs(type(values[2][1]), float)
        for bad in ([1], [1, [[1], [2, 3]], [1, 2], 7, []], [1, [], [1], 7, []]):
            with self.assertRaises(BlockError):
                parsed.encode(bad)

    def test_arguments_of_another_type_are_refused_in_the_words_of_libsbw(self):
        parsed = Signature.parse("void f(double[] x, {int, string} y, string z)")
        good = [Array(block.DOUBLE, (1,), [1.0]), [1, "a"], "z"]
        self.assertEqual(parsed.check(good + [5]), good)
        ints, matrix = Array(block.INTEGER, (1,), [1]), Array(block.DOUBLE, (1, 1), [1.0])
        for place, value, told in (
                (0, ints, "encountered integer required double "),
                (0, matrix, "expecting 1 dimensional array, received 2 dimensions"),
                (0, [1.0], "encountered list required array "),
                (1, ["a", "a"], "encountered string required integer "),
                (1, [1], "a list of 2 items is expected, not of 1"),
                (2, 1, "encountered integer required string "),
                (2, True, "encountered boolean required string ")):
            with self.assertRaises(BlockError) as raised:
                parsed.check(good[:place] + [value] + good[place + 1:])
            self.assertEqual(str(raised.exception), told)
        with self.assertRaises(BlockError) as raised:
            parsed.check(good[:2])
        self.assertEqual(str(raised.exception), "encountered terminator required string ")
        lists = Signature.parse("void f({int}[] x)")
        lists.check([Array(block.LIST, (2,), [[1], [2]])])
        with self.assertRaises(BlockError):
            lists.check([Array(block.LIST, (2,), [[1], ["a"]])])

    def test_what_is_sent_has_the_types_of_the_method(self):
        parsed = Signature.parse("void f(double[])")
        self.assertEqual(decode(parsed.encode([array.array("i", [1, 2])])), [Array(block.DOUBLE, (2,), [1.0, 2.0])])
        for value in (Array(block.INTEGER, (1,), [1]), Array(block.DOUBLE, (1, 1), [1.0]), b"a", "a", 1.0):
            with self.assertRaises(BlockError, msg=repr(value)):
                parsed.encode([value])
        self.assertEqual(decode(Signature.parse("void f(byte[])").encode([b"ab"])), [Array(block.BYTE, (2,), b"ab")])
        with self.assertRaises(BlockError):
            Signature.parse("void f(byte[][])").encode([b"ab"])


class Notices(unittest.TestCase):
    def test_only_what_is_well_formed_is_a_notice(self):
        self.assertEqual(notice.read(5, encode(7, "\udcff")), Startup(7, "\udcff"))
        self.assertEqual(notice.read(2, encode(7)), Shutdown(7))
        self.assertEqual(notice.read(6, b"\xff"), RegistrationChange())
        for method, items in ((5, encode(7)), (5, encode("a", "b")), (2, b""), (2, b"\x04"), (3, encode(7))):
            self.assertIsNone(notice.read(method, items))


class Streams(unittest.TestCase):
    """A pair of sockets, what is written to one and read from the other."""

    def setUp(self):
        self.ours, theirs = socket.socketpair()
        self.stream = Stream(Tcp(theirs), 1000)
        self.addCleanup(self.ours.close)
        self.addCleanup(theirs.close)

    def test_messages_in_any_pieces_and_what_is_over_the_limit(self):
        small = message.request(message.SEND, 1, message.SEND_ID, 2, 0, 0, encode("hi"))
        large = message.request(message.CALL, 1, 5, 2, 0, 0, encode(b"x" * 200_000))
        reply = message.reply(1, 6, encode(b"x" * 2000))
        content = small + large + small + reply + small + message.DISCONNECT
        writing = threading.Thread(target=lambda: [self.ours.sendall(content[at:at + 777])
                                                   for at in range(0, len(content), 777)])
        writing.start()
        self.addCleanup(writing.join)
        self.assertEqual(self.stream.next(), small)
        thrown_away = self.stream.next()
        self.assertEqual((thrown_away.kind, thrown_away.message_id, thrown_away.source), (message.CALL, 5, 2))
        self.assertIn("over the limit of 1000", thrown_away.why)
        self.assertEqual(self.stream.next(), small)
        thrown_away = self.stream.next()
        self.assertEqual((thrown_away.kind, thrown_away.message_id, thrown_away.destination), (message.REPLY, 6, 1))
        self.assertEqual(self.stream.next(), small)
        self.assertIsNone(self.stream.next())

    def test_lengths_that_cannot_be_and_messages_that_break_off(self):
        self.ours.sendall(struct.pack("<i", 12) + bytes(40))
        with self.assertRaises(ProtocolError):
            self.stream.next()
        self.setUp()
        self.ours.sendall(struct.pack("<i", 30) + bytes(10))
        self.ours.shutdown(socket.SHUT_WR)
        with self.assertRaises(ProtocolError):
            self.stream.next()


class Tcp:
    """A socket that takes the options of TCP, which a pair of sockets has not."""

    def __init__(self, connection):
        self.recv, self.recv_into = connection.recv, connection.recv_into

    def setsockopt(self, *_):
        pass


if __name__ == "__main__":
    unittest.main()
