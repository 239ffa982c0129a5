"""Calls in turn with the clients of other servers: for some milliseconds, each time that a line says so."""

import json
import os
import queue
import threading
import time

import calls


def take(calling, connect, lines, say):
    """Calls whenever a line says so, and tells what came of it, until there are no more lines."""
    callers = [Caller(connect, calling["cores"], index) for index in range(calling["connections"])]
    first, others = callers[0], callers[1:]
    ended = queue.SimpleQueue()
    for other in others:
        threading.Thread(target=other.serve, args=(ended,), daemon=True).start()
    first.begin()
    for _ in others:
        result_of(ended)
    for line in lines:
        start_ns, cpu_ns = time.monotonic_ns(), time.process_time_ns()
        end_ns = start_ns + json.loads(line)["slice_ns"]
        for other in others:
            other.turns.put(end_ns)
        made = [first.until(end_ns)] + [result_of(ended) for _ in others]
        wall_ns, cpu_ns = time.monotonic_ns() - start_ns, time.process_time_ns() - cpu_ns
        times = sorted(took for times, _ in made for took in times)
        say({
            "wall_ns": wall_ns,
            "ok": len(times),
            "failed": sum(failed for _, failed in made),
            "p50_ns": quantile(times, 1, 2),
            "p90_ns": quantile(times, 9, 10),
            "cpu_ns": cpu_ns,
        })


def result_of(ended):
    """What the thread of a caller has done, or the exception that ended it."""
    result = ended.get()
    if isinstance(result, BaseException):
        raise result
    return result


def quantile(times, of, parts):
    """The time that so many of all parts do not exceed; none of no times."""
    return times[-(-len(times) * of // parts) - 1] if times else None


class Caller:
    """One connection."""

    def __init__(self, connect, cores, index):
        self.connect, self.cores, self.index = connect, cores, index
        self.turns = queue.SimpleQueue()

    def begin(self):
        if self.cores:
            os.sched_setaffinity(0, {self.cores[self.index % len(self.cores)]})
        self.client = self.try_connect()

    def try_connect(self):
        try:
            return self.connect()
        except OSError:
            return None

    def serve(self, ended):
        """What the thread of a caller does."""
        try:
            self.begin()
            ended.put(None)
            while True:
                ended.put(self.until(self.turns.get()))
        except BaseException as error:
            ended.put(error)

    def until(self, end_ns):
        """Makes calls until the end of the slice; the last one begins before it."""
        times, failed = [], 0
        while (sent_ns := time.monotonic_ns()) < end_ns:
            self.client = self.client or self.try_connect()
            outcome = self.client.outcome() if self.client else "connect"
            if outcome == "ok":
                times.append(time.monotonic_ns() - sent_ns)
            else:
                failed += 1
            if outcome not in ("ok", "status"):
                if self.client:
                    self.client.close()
                self.client = None
                time.sleep(calls.BACKOFF_S)
        return times, failed
