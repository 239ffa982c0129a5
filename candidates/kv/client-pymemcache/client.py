"""Calls a store through a client library: LIBRARY, which is pymemcache or redis.

It listens on WIRECOST_PORT and takes jobs, one a line of JSON, as the crate wirecost-kv-protocol has them. The store is at
WIRECOST_STORE. Each connection is a thread of its own with a client of its own, as in the experiment of 2009.
"""

import json
import os
import socket
import sys
import threading
import time


def memcached(host, port):
    from pymemcache.client.base import Client

    client = Client((host, port), no_delay=True, default_noreply=False, connect_timeout=10, timeout=10)
    return client.set, client.get


def redis(host, port):
    import redis

    client = redis.Redis(host=host, port=port, socket_connect_timeout=10, socket_timeout=10, single_connection_client=True)
    return client.set, client.get


class Caller:
    """The calls of one connection: every so many of all requests, in their order."""

    def __init__(self, clients, work, written, index, start_ns):
        self.set, self.get = clients[index]
        self.work, self.written, self.start_ns = work, written, start_ns
        self.requests = range(index, work["requests"], work["turn"])
        self.calls = []

    def value(self, key, write):
        bodies = self.work["bodies"]
        return b"%012d%012d" % (key, write) + bodies[(key * 31 + write) % len(bodies)]

    def store(self, key, request):
        write = self.work["first_write"] + request
        value = self.value(key, write)
        sent = time.perf_counter_ns()
        done = self.set("key:%012d" % key, value)
        ended = time.perf_counter_ns()
        self.written[key] = write
        return sent, ended, "ok" if done else "status"

    def fetch(self, key):
        sent = time.perf_counter_ns()
        value = self.get("key:%012d" % key)
        ended = time.perf_counter_ns()
        if value is None:
            return sent, ended, "miss"
        return sent, ended, "ok" if value == self.value(key, self.written.get(key, 0)) else "wrong_answer"

    def run(self):
        window, clock = self.work["window_ns"], time.perf_counter_ns
        for request in self.requests:
            before = clock()
            if before - self.start_ns >= window:
                break
            key = request % self.work["among"]
            try:
                sent, ended, outcome = self.store(key, request) if self.work["writes"] else self.fetch(key)
            except Exception as error:  # The library says in its own way that something went wrong.
                sent, ended, outcome = before, clock(), "status"
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            self.calls.append((sent - self.start_ns, sent - self.start_ns, ended - self.start_ns, outcome))


class Jobs:
    def __init__(self, connect):
        self.connect = connect
        # The last write of each key, and how many there were.
        self.written, self.writes, self.clients = {}, 0, []

    def check(self, word):
        store, fetch = self.connect()
        store("who", word.encode())
        value = fetch("who")
        return {"checked": None if value is None else value.decode()}

    def load(self, work):
        if work["order"] != "in-order" or work["writes"] not in (0.0, 1.0):
            return {"failed": "a client library stores or fetches keys in order"}
        work["bodies"] = [bytes(body) for body in work["bodies"]]
        work["window_ns"] = work["window"]["secs"] * 10**9 + work["window"]["nanos"]
        work["first_write"] = self.writes + 1
        self.writes += work["requests"]
        while len(self.clients) < work["turn"]:
            self.clients.append(self.connect())
        start_unix_ns, start_ns = time.time_ns(), time.perf_counter_ns()
        callers = [Caller(self.clients, work, self.written, index, start_ns) for index in range(work["turn"])]
        threads = [threading.Thread(target=caller.run) for caller in callers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        calls = [{"connected": True, "calls": caller.calls} for caller in callers]
        return {"logged": {"start_unix_ns": start_unix_ns, "callers": calls}}

    def serve(self, stream):
        for line in stream:
            job = json.loads(line)
            done = self.check(job["word"]) if job["job"] == "check" else self.load(job)
            stream.write(json.dumps(done, separators=(",", ":")).encode() + b"\n")
            stream.flush()


def main():
    library = {"pymemcache": memcached, "redis": redis}[sys.argv[1]]
    host, port = os.environ["WIRECOST_STORE"].rsplit(":", 1)
    jobs = Jobs(lambda: library(host, int(port)))
    # Imported before anything is measured.
    jobs.connect()
    listener = socket.create_server(("127.0.0.1", int(os.environ["WIRECOST_PORT"])))
    while True:
        connection, _ = listener.accept()
        jobs.serve(connection.makefile("rwb"))


if __name__ == "__main__":
    main()
