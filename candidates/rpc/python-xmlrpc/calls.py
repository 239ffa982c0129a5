"""Calls as the lab plans them, a thread for each connection, and their log, which `CallLog` in libs/load describes."""

import ctypes
import itertools
import os
import threading
import time
from array import array
from concurrent.futures import ThreadPoolExecutor

# How long a caller that could not connect, or lost its connection, waits before it tries again.
BACKOFF_S = 0.001
# How long after the window calls may still be sent that were planned in it.
DRAIN_NS = 1_000_000_000
# Between the agreement on the start and the start, so that every thread is there.
HEAD_START_NS = 1_000_000
# prctl(2)
PR_SET_TIMERSLACK = 29


def run(calling, connect, start_unix_ns):
    """Calls from the start of the warm-up to the end of the window; the log. `connect` gives a client, whose `outcome`
    makes a call."""
    # The default lets the system wake a sleeper 50 us late. Threads have it from the one that starts them.
    if ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) != 0:
        raise OSError("the timer slack cannot be set")
    return Load(calling, connect, start_unix_ns).run()


class Load:
    def __init__(self, calling, connect, start_unix_ns):
        self.connect, self.asked_unix_ns = connect, start_unix_ns
        self.connections, self.cores = calling["connections"], calling["cores"]
        self.rate_per_s = calling["rate_per_s"]
        self.length_ns = (calling["warmup_ms"] + calling["window_ms"]) * 1_000_000
        # The arrivals of a planned rate, which callers take in their order: who is free takes the next one.
        self.numbers = itertools.count()
        self.barrier = threading.Barrier(self.connections, self.agree)

    def run(self):
        with ThreadPoolExecutor(self.connections) as threads:
            callers = list(threads.map(self.call_on, range(self.connections)))
        return {"start_unix_ns": self.start_unix_ns, "callers": callers}

    def agree(self):
        """When the warm-up begins, once every caller is ready."""
        ahead_ns = max(self.asked_unix_ns - time.time_ns(), HEAD_START_NS)
        self.start_ns = time.monotonic_ns() + ahead_ns
        self.start_unix_ns = time.time_ns() + ahead_ns
        self.end_ns = self.start_ns + self.length_ns

    def try_connect(self):
        try:
            return self.connect()
        except OSError:
            return None

    def call_on(self, index):
        """What one caller's thread does."""
        try:
            if self.cores:
                os.sched_setaffinity(0, {self.cores[index % len(self.cores)]})
            client = self.try_connect()
        except BaseException:
            self.barrier.abort()
            raise
        self.barrier.wait()
        connected = client is not None
        planned_at, sent_at, ended_at, outcomes = array("Q"), array("Q"), array("Q"), []
        for planned_ns in self.due():
            client = client or self.try_connect()
            sent_ns = time.monotonic_ns()
            outcome = client.outcome() if client else "connect"
            ended_at.append(time.monotonic_ns() - self.start_ns)
            sent_at.append(sent_ns - self.start_ns)
            # A closed loop plans nothing: its calls are due when they are made.
            planned_at.append((sent_ns if planned_ns is None else planned_ns) - self.start_ns)
            outcomes.append(outcome)
            if outcome not in ("ok", "status"):
                if client:
                    client.close()
                client = None
                time.sleep(BACKOFF_S)
        if client:
            client.close()
        return {"connected": connected, "calls": list(zip(planned_at, sent_at, ended_at, outcomes))}

    def due(self):
        """The planned instants of one caller, each when it has come; in a closed loop None until the window is over."""
        sleep_until(self.start_ns)
        if self.rate_per_s is None:
            while time.monotonic_ns() < self.end_ns:
                yield None
            return
        give_up_ns = self.end_ns + DRAIN_NS
        for number in self.numbers:
            planned_ns = self.start_ns + round(number * 1e9 / self.rate_per_s)
            now_ns = time.monotonic_ns()
            if planned_ns >= self.end_ns or now_ns >= give_up_ns:
                return
            sleep_until(planned_ns)
            yield planned_ns


def sleep_until(instant_ns):
    while (left_ns := instant_ns - time.monotonic_ns()) > 0:
        time.sleep(left_ns / 1e9)
