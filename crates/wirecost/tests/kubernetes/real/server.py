"""A server for loads: `/` answers hello, and `/count` tells how often it did. Its arguments are an address and a port."""

import itertools
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

calls = itertools.count()
count = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self):
        global count
        if self.path == "/count":
            content = f"{count}\n".encode()
        else:
            content = b"hello\n"
            count = next(calls) + 1
        self.send_response(200)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


# Clients that are killed are no fault.
ThreadingHTTPServer.handle_error = lambda *_: None
ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Handler).serve_forever()
