"""The Python runner: a file in candidates/ is a candidate. docs/PROTOCOL.md states what is spoken here."""

import os
import sys

# The protocol keeps the real standard output; whatever a library prints goes to standard error.
OUT = os.fdopen(os.dup(1), "wb", buffering=0)
os.dup2(2, 1)
IN = sys.stdin.buffer

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# What `wirecost setup python` installed, if it did, comes before what else this Python has.
PACKAGES = os.path.realpath(sys.argv[1])
sys.path.insert(1, PACKAGES)
sys.dont_write_bytecode = True
# A message may nest 1,024 levels deep, and a frame around it takes a few calls for each.
sys.setrecursionlimit(8_000)

import ctypes
import importlib.metadata
import itertools
import mmap
import platform
import struct
import time

import values
from records import Unsupported


class Empty:
    """The control: the loop of every other candidate around nothing."""

    name, package, format, binding, operations = "python-empty", "python", "none", "nothing", ["decode"]

    def prepare(self, operation, value):
        return value

    def decode(self, _):
        return None

    def answer(self, _):
        return None


def modules(package):
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), package)
    return sorted(f"{package}.{name[:-3]}" for name in os.listdir(folder) if name.endswith(".py"))


def load_candidates():
    found = [Empty()]
    for name in modules("candidates"):
        found += importlib.import_module(name).CANDIDATES
    for name in modules("libraries") if os.path.isdir(PACKAGES) else []:
        try:
            found += getattr(importlib.import_module(name), "CANDIDATES", [])
        except ImportError as error:
            print(f"{name}: {error}", file=sys.stderr)
    return {candidate.name: candidate for candidate in found if is_set_up(candidate)}


def is_set_up(candidate):
    """Whether a candidate is of the interpreter, or of a package that was installed for it: no other version is measured."""
    if not hasattr(candidate, "version"):
        return True
    place = importlib.metadata.distribution(candidate.package).locate_file("")
    return os.path.realpath(place) == PACKAGES


def describe_candidate(candidate):
    described = {
        key: getattr(candidate, key) for key in ("name", "package", "format", "binding", "operations")
    }
    described["version"] = getattr(candidate, "version", platform.python_version())
    described["omits"] = getattr(candidate, "omits", [])
    described["reference"] = getattr(candidate, "reference", False)
    return described


def round_trip(candidate):
    """What a candidate decodes is what it encodes."""
    return lambda encoded: candidate.encode(candidate.decode(encoded))


def routine(code):
    """The reference: machine code that takes nothing, returns 64 bits, and times itself."""
    if code is None:
        return None
    try:
        memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    except OSError:
        # A system that lets nobody write code: batches then have no marks, and the harness says so.
        return None
    memory.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
    function.memory = memory
    return function


class Runner:
    def __init__(self):
        self.candidates = load_candidates()
        self.reference = self.mark = None
        self.candidate = self.operation = self.run_one = self.inputs = None
        # The timed inputs in turn and how many were taken, the results that the last batch kept by their iterations, and its inputs
        # from the first on.
        self.endless, self.taken, self.kept, self.batch = None, 0, {}, ([], 0)
        self.last = None

    def describe(self):
        return {
            "protocol": 2,
            "language": "python",
            "runtime": platform.python_implementation() + " " + platform.python_version(),
            # A version manager's python3 is a script that takes longer to find the interpreter than that takes to start.
            "interpreter": sys.executable or None,
            "candidates": [describe_candidate(candidate) for candidate in self.candidates.values()],
        }

    def prepare(self, candidate, operation, inputs, reference=None, message_type=None, types=None, **_):
        if reference != self.reference:
            self.reference, self.mark = reference, routine(reference)
        self.candidate = self.candidates[candidate]
        self.operation = operation
        if hasattr(self.candidate, "take_types"):
            self.candidate.take_types(message_type, types)
        self.run_one = round_trip(self.candidate) if operation == "round-trip" else getattr(self.candidate, operation)
        self.inputs = [self.ready(value) for value in inputs]
        self.endless, self.taken, self.kept = itertools.cycle(self.inputs), 0, {}
        self.last = None

    def ready(self, value):
        """A decode input is bytes as they are; an encode input is made ready outside the timed part."""
        return self.candidate.prepare(self.operation, value)

    def answer(self, value, result):
        """What a result means; of a parse to events, which keeps none, the parse once more beside what it counted."""
        if self.operation == "decode" and self.candidate.binding == "events":
            return {"fold": result, "value": self.candidate.answer(value)}
        return self.candidate.answer(result) if self.operation == "decode" else result

    def first(self):
        start = time.monotonic_ns()
        result = self.run_one(self.inputs[0])
        wall_ns = time.monotonic_ns() - start
        return {"wall_ns": wall_ns, "answer": self.answer(self.inputs[0], result)}

    def verify(self, inputs):
        ready = [self.ready(value) for value in inputs]
        return [self.answer(value, self.run_one(value)) for value in ready]

    def in_turn(self, iterations):
        """The inputs of the next operations, the first timed input following the last."""
        self.taken += iterations
        return itertools.islice(self.endless, iterations)

    def sample(self, iterations, inputs=None, parts=None, keep=None, **_):
        if inputs is None:
            self.batch = self.inputs, self.taken
            batch = self.in_turn(iterations)
        else:
            self.batch = [self.ready(value) for value in inputs], 0
            batch = itertools.islice(itertools.cycle(self.batch[0]), iterations)
        self.kept = dict.fromkeys(range(iterations) if keep is None else keep)
        if parts is None or self.mark is None:
            wall_ns, cpu_ns = self.run(enumerate(batch))
            return {"iterations": iterations, "wall_ns": wall_ns, "cpu_ns": cpu_ns}
        if iterations % parts:
            raise ValueError(f"{iterations} iterations do not make {parts} equal parts")
        numbered = list(enumerate(batch))
        size = iterations // parts
        pieces = [numbered[part * size : (part + 1) * size] for part in range(parts)]
        # The first mark finds the core as the exchange left it: its caches and its clock settle meanwhile.
        self.mark()
        marks, times = [self.mark()], []
        for piece in pieces:
            times.append(self.run(piece))
            marks.append(self.mark())
        walls, cpus = [wall for wall, _ in times], [cpu for _, cpu in times]
        return {
            "iterations": iterations,
            "wall_ns": sum(walls),
            "cpu_ns": sum(cpus),
            "marks": marks,
            "part_wall_ns": walls,
            "part_cpu_ns": cpus,
        }

    def run(self, numbered):
        """Runs operations, each with its number, and tells wall and CPU time."""
        run_one, kept = self.run_one, self.kept
        # The last result of the part before is dropped by the first operation of this one.
        result, self.last = self.last, None
        cpu, wall = time.process_time_ns(), time.monotonic_ns()
        for index, value in numbered:
            # The result before is dropped first, as by a program that handles one message after the other.
            result = None
            result = run_one(value)
            if index in kept:
                kept[index] = result
        wall_ns = time.monotonic_ns() - wall
        cpu_ns = time.process_time_ns() - cpu
        self.last = result
        return wall_ns, cpu_ns

    def answers(self, iterations):
        inputs, first = self.batch
        return [self.answer(inputs[(first + index) % len(inputs)], self.kept[index]) for index in iterations]

    def count(self, iterations, **_):
        # CPython counts no allocations that would compare with those of a compiled program.
        for value in self.in_turn(iterations):
            self.run_one(value)
        return {"iterations": iterations}

    def reply(self, request):
        try:
            if isinstance(request, str):
                return {"ok": getattr(self, request)()}
            ((name, arguments),) = request.items()
            return {"ok": getattr(self, name)(**arguments)}
        except Unsupported as reason:
            return {"unsupported": str(reason)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}


def main():
    runner = Runner()
    while header := IN.read(4):
        (length,) = struct.unpack("<I", header)
        reply = runner.reply(values.decode(IN.read(length)))
        try:
            frame = values.encode(reply)
        except TypeError as error:
            frame = values.encode({"error": f"an answer that is no value: {error}"})
        OUT.write(struct.pack("<I", len(frame)))
        view = memoryview(frame)
        while view:
            view = view[OUT.write(view) :]


main()
