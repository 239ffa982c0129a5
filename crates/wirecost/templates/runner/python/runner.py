"""NAME: a codec of your own beside those of wirecost. README.md says how to run it."""

import os
import sys

# The protocol keeps the real standard output; whatever a library prints goes to standard error.
OUT, IN = os.fdopen(os.dup(1), "wb", buffering=0), sys.stdin.buffer
os.dup2(2, 1)
# A message may nest 1,024 levels deep.
sys.setrecursionlimit(8_000)

import json
import struct
import time

import values

VERSION = "0.1.0"


class Codec:
    """The codec, with what it keeps from message to message."""

    def input(self, value):
        """Not timed: the message as the encoder takes it."""
        return value

    def decode(self, encoded):
        """Timed. Put your decoder here."""
        return json.loads(encoded)

    def encode(self, value):
        """Timed. Put your encoder here; it gives bytes."""
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def value(self, decoded):
        """Not timed: what was decoded as dicts, lists, texts and numbers, which wirecost compares with the message."""
        return decoded


class Runner:
    """The runner protocol, version 2."""

    def describe(self):
        candidate = {
            "name": "NAME",
            "package": "NAME",
            "version": VERSION,
            "format": "json",
            "binding": "dynamic",
            "operations": ["decode", "encode", "round-trip"],
        }
        runtime = "CPython " + sys.version.split()[0]
        return {"protocol": 2, "language": "python", "runtime": runtime, "candidates": [candidate]}

    def prepare(self, operation, inputs, **_):
        codec = self.codec = Codec()
        self.operation = operation
        self.run = {
            "decode": codec.decode,
            "encode": codec.encode,
            "round-trip": lambda encoded: codec.encode(codec.decode(encoded)),
        }[operation]
        self.inputs, self.turn, self.kept = [self.ready(value) for value in inputs], 0, []

    def ready(self, value):
        return self.codec.input(value) if self.operation == "encode" else value

    def answer(self, result):
        return self.codec.value(result) if self.operation == "decode" else result

    def first(self):
        start = time.monotonic_ns()
        result = self.run(self.inputs[0])
        return {"wall_ns": time.monotonic_ns() - start, "answer": self.answer(result)}

    def verify(self, inputs):
        return [self.answer(self.run(self.ready(value))) for value in inputs]

    def sample(self, iterations, inputs=None, **_):
        if inputs is None:
            batch = [self.inputs[(self.turn + i) % len(self.inputs)] for i in range(iterations)]
            self.turn += iterations
        else:
            ready = [self.ready(value) for value in inputs]
            batch = [ready[i % len(ready)] for i in range(iterations)]
        run, kept = self.run, (self.kept + [None] * iterations)[:iterations]
        self.kept = kept
        cpu, wall = time.process_time_ns(), time.monotonic_ns()
        for i, value in enumerate(batch):
            kept[i] = None
            kept[i] = run(value)
        wall_ns, cpu_ns = time.monotonic_ns() - wall, time.process_time_ns() - cpu
        return {"iterations": iterations, "wall_ns": wall_ns, "cpu_ns": cpu_ns}

    def answers(self, iterations):
        return [self.answer(self.kept[i]) for i in iterations]

    def count(self, iterations, **_):
        self.turn += iterations
        return {"iterations": iterations}


def main():
    runner = Runner()
    while header := IN.read(4):
        request = values.decode(IN.read(struct.unpack("<I", header)[0]))
        name, arguments = (request, {}) if isinstance(request, str) else next(iter(request.items()))
        try:
            reply = {"ok": getattr(runner, name)(**arguments)}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        frame = values.encode(reply)
        OUT.write(struct.pack("<I", len(frame)) + frame)


if __name__ == "__main__":
    main()
