"""Wirecost's methods by xmlrpc.server: https://docs.python.org/3/library/xmlrpc.server.html"""

import os
import socketserver
import sys
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

sys.dont_write_bytecode = True

import probed
import service


class Handler(SimpleXMLRPCRequestHandler):
    # The library's default, HTTP/1.0, ends every connection with its answer.
    protocol_version = "HTTP/1.1"
    rpc_paths = ("/RPC2",)


class Server(socketserver.ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True
    # As web servers set it; with the library's 5, connections wait for a second.
    request_queue_size = 4096


def main():
    host = os.environ.get("WIRECOST_HOST", "127.0.0.1")
    server = Server((host, int(os.environ["WIRECOST_PORT"])), Handler, logRequests=False)
    methods = service.methods(*service.DOUBLES[sys.argv[1]]) | probed.methods()
    for name, method in methods.items():
        server.register_function(method, f"wirecost.{name}")
    server.serve_forever()


if __name__ == "__main__":
    main()
