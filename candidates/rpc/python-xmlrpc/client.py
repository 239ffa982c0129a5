"""Calls wirecost's methods by xmlrpc.client: https://docs.python.org/3/library/xmlrpc.client.html

It speaks the protocol of crates/rpc-protocol on standard input and output.
"""

import http.client
import json
import os
import struct
import sys
import threading
import time
import xmlrpc.client
from xml.parsers.expat import ExpatError

sys.dont_write_bytecode = True

import abilities
import calls
import message
import service
import turns

TYPES = {"echo-float": "Float", "empty": "Empty", "string": "Text", "doubles": "Doubles", "dns": "Dns"}
PATH = "/RPC2"


class WrongAnswer(Exception):
    pass


class Transport(xmlrpc.client.Transport):
    """The library's, with a timeout, without gzip, and without the second try by which it hides a lost connection."""

    accept_gzip_encoding = False

    def __init__(self, host, port, timeout_s, headers):
        super().__init__(headers=headers)
        # It sets TCP_NODELAY.
        self.connection = http.client.HTTPConnection(host, port, timeout=timeout_s)

    def make_connection(self, host):
        return self.connection

    def close(self):
        self.connection.close()

    def request(self, host, handler, request_body, verbose=False):
        return self.single_request(host, handler, request_body, verbose)

    def parse_response(self, response):
        try:
            return super().parse_response(response)
        except ExpatError:
            # The library takes a body that was cut off for one that ends there.
            if response.length:
                raise http.client.IncompleteRead(b"", response.length)
            raise


class Exchange:
    """One call, which clients make again and again, and the right reply."""

    def __init__(self, calling, argument):
        kind, operation = calling["message_type"], calling["operation"]
        if kind not in TYPES:
            raise ValueError(f"it has no method for a message of type {kind!r}")
        if calling["transfer"] != "whole":
            raise ValueError(f"it sends bodies whole, not {calling['transfer']}")
        self.host, _, port = calling["address"].rpartition(":")
        self.port = int(port)
        self.close = calling["close"]
        self.timeout_s = calling["timeout_ms"] / 1000
        self.read_doubles, self.write_doubles = service.DOUBLES[calling["variant"]]
        self.argument = argument
        self.is_doubles, self.is_echo = kind == "doubles", operation == "echo"
        name = operation + TYPES[kind]
        self.expected = service.methods(list, list)[name](argument)
        self.name = misnamed(name, calling["ability"])

    def request(self):
        """What is sent, made anew for each call."""
        if self.is_doubles:
            return {"values": self.write_doubles(self.argument["values"])}
        return self.argument

    def check(self, reply):
        if self.is_doubles and self.is_echo:
            reply = {**reply, "values": self.read_doubles(reply["values"])}
        if not is_same(reply, self.expected):
            raise WrongAnswer(repr(reply)[:100])


def misnamed(name, ability):
    """The name under which a method is called: another one where a server must refuse the call."""
    if ability == "unknown-method":
        return "noSuchMethod"
    if ability == "wrong-type":
        return "echoText" if name == "echoDoubles" else "echoDoubles"
    return name


def is_same(reply, expected):
    """Equal with their types; floats that are not equal, by their bits."""
    kind = type(expected)
    if type(reply) is not kind:
        return False
    if kind is dict:
        return reply.keys() == expected.keys() and all(is_same(reply[name], expected[name]) for name in expected)
    if kind is list:
        return len(reply) == len(expected) and all(map(is_same, reply, expected))
    if kind is float and reply != expected:
        return struct.pack("<d", reply) == struct.pack("<d", expected)
    return reply == expected


class Client:
    """A connection that carries call after call; with `close`, one for each of them."""

    path = PATH

    def __init__(self, exchange):
        self.exchange = exchange
        headers = [("Connection", "close")] if exchange.close else []
        self.transport = Transport(exchange.host, exchange.port, exchange.timeout_s, headers)
        if not exchange.close:
            self.transport.connection.connect()
        url = f"http://{exchange.host}:{exchange.port}{PATH}"
        self.proxy = xmlrpc.client.ServerProxy(url, transport=self.transport)
        self.method = getattr(self.proxy, f"wirecost.{exchange.name}")

    def call(self):
        try:
            self.exchange.check(self.method(self.exchange.request()))
        finally:
            if self.exchange.close:
                self.transport.close()

    def outcome(self):
        try:
            self.call()
        except Exception as error:
            return outcome_of(error)
        return "ok"

    def close(self):
        self.transport.close()


def outcome_of(error):
    if isinstance(error, (xmlrpc.client.Fault, xmlrpc.client.ProtocolError)):
        return "status"
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ConnectionRefusedError):
        return "connect"
    if isinstance(error, (OSError, http.client.IncompleteRead)):
        return "closed"
    # Whatever the library's readers say of a reply: their errors have no common class.
    return "wrong_answer"


def told(error):
    """An error for people."""
    if isinstance(error, (xmlrpc.client.Fault, xmlrpc.client.ProtocolError)):
        return f"the server answered with a fault: {error}"
    if outcome_of(error) == "wrong_answer":
        return f"wrong answer: {type(error).__name__}: {error}"
    return f"the connection failed: {type(error).__name__}: {error}"


def say(what):
    sys.stdout.write(json.dumps(what, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def end_with_input():
    """Nobody waits for the report any more when standard input ends."""
    while os.read(0, 4096):
        pass
    os._exit(1)


def main():
    calling = json.loads(sys.stdin.buffer.readline())
    exchange = Exchange(calling, message.decode(sys.stdin.buffer.read(calling["message_bytes"])))
    try:
        if calling["ability"] is not None:
            say(abilities.find(calling["ability"], Client(exchange), told))
            return
        start_ns = time.monotonic_ns()
        client = Client(exchange)
        client.call()
        cold_ns = time.monotonic_ns() - start_ns
        client.call()
        client.close()
    except Exception as error:
        sys.exit(told(error))
    takes_turns = calling.get("in_turn", False)
    say({"cold_ns": cold_ns, "takes_turns": takes_turns})
    if takes_turns:
        turns.take(calling, lambda: Client(exchange), sys.stdin.buffer, say)
        return
    begin = sys.stdin.buffer.readline()
    if not begin:
        return
    threading.Thread(target=end_with_input, daemon=True).start()
    log = calls.run(calling, lambda: Client(exchange), json.loads(begin)["start_unix_ns"])
    say({"calls": log, "stamped": None})


if __name__ == "__main__":
    main()
