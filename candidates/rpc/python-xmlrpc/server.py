"""Wirecost's methods by xmlrpc.server: https://docs.python.org/3/library/xmlrpc.server.html"""

import os
import socketserver
import struct
import sys
import threading
from xmlrpc.client import Binary, Fault
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer


class Handler(SimpleXMLRPCRequestHandler):
    # The library's default, HTTP/1.0, ends every connection with its answer.
    protocol_version = "HTTP/1.1"
    rpc_paths = ("/RPC2",)


class Server(socketserver.ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True
    # As web servers set it; with the library's 5, connections wait for a second.
    request_queue_size = 4096


def read_octets(octets):
    return list(struct.unpack(f">{len(octets.data) // 8}d", octets.data))


def write_octets(values):
    return Binary(struct.pack(f">{len(values)}d", *values))


def methods(read_doubles, write_doubles):
    bits = struct.Struct("<f")

    def count_float(message):
        return int.from_bytes(bits.pack(message["value"]), "little", signed=True)

    def echo_doubles(message):
        return {"values": write_doubles(read_doubles(message["values"]))}

    def echo(message):
        return message

    return {
        "echoFloat": echo,
        "countFloat": count_float,
        "echoEmpty": echo,
        "countEmpty": lambda message: 0,
        "echoText": echo,
        "countText": lambda message: len(message["value"].encode()),
        "echoDoubles": echo_doubles,
        "countDoubles": lambda message: len(read_doubles(message["values"])),
        "echoDns": echo,
        "countDns": lambda message: len(message["records"]),
    }


def fail(code):
    raise Fault(code, "as it was told")


def methods_of_a_probe():
    # A barrier gives up for good when somebody waited too long; the next two meet at another one.
    barriers = [threading.Barrier(2)]

    def meet(longest_ms):
        barrier = barriers[-1]
        try:
            barrier.wait(min(max(longest_ms, 0) / 1000, 10))
            return 1
        except threading.BrokenBarrierError:
            barriers[-1] = threading.Barrier(2)
            return 0

    return {"fail": fail, "meet": meet, "echoTime": lambda moment: moment}


def main():
    doubles = {"arrays": (list, list), "base64": (read_octets, write_octets)}[sys.argv[1]]
    server = Server(("127.0.0.1", int(os.environ["WIRECOST_PORT"])), Handler, logRequests=False)
    for name, method in (methods(*doubles) | methods_of_a_probe()).items():
        server.register_function(method, f"wirecost.{name}")
    server.serve_forever()


if __name__ == "__main__":
    main()
