#!/usr/bin/env python3
"""The measure of April 2009: makes a DNS record, and writes it to bytes and reads it back, one and ten million times; needs
`wirecost setup java`.

    python3 crates/wirecost/benches/java/loop.py target/release/wirecost

Each line of the table is the median of three programs, with the least and the greatest. Java has no options, as in 2009.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile

from agreement import HERE, environment_of, installed_by

CANDIDATES = [
    "java-protobuf-2.0.3-size", "java-protobuf-2.0.3-speed", "java-thrift-0.6.1-binary", "java-protobuf", "java-thrift-0.25.0-binary",
]
LOOPS = [1_000_000, 10_000_000]
ROUNDS = 3


def main():
    wirecost = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="wirecost-loop-") as temporary:
        folder = pathlib.Path(temporary)
        installed = installed_by(wirecost, folder, environment_of(folder))
        path = f"{folder}:{installed}/runner:{installed}/jna.jar"
        subprocess.run(["javac", "-nowarn", "-cp", path, "-d", folder, HERE / "Loop.java"], check=True)
        found = {(loops, candidate): [] for loops in LOOPS for candidate in CANDIDATES}
        for _ in range(ROUNDS):
            for loops, candidate in found:
                command = ["java", "-cp", path, "wirecost.Loop", installed, candidate, str(loops)]
                said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
                found[loops, candidate].append([int(word) for word in said.split()])
                print(f"{candidate}, {loops:,}: {said.strip()}", file=sys.stderr, flush=True)
    print("| candidate | loop | get object (ms) | serdes (ms) | objects per second | total bytes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for (loops, candidate), programs in found.items():
        making, serdes, total = zip(*programs)
        assert len(set(total)) == 1
        rates = [loops / ns * 1e9 for ns in serdes]
        cells = [spread(making, 1e-6), spread(serdes, 1e-6), spread(rates, 1), f"{total[0]:,}"]
        print(f"| `{candidate}` | {loops:,} | {' | '.join(cells)} |")


def spread(values, factor):
    return f"{statistics.median(values) * factor:,.0f} ({min(values) * factor:,.0f} to {max(values) * factor:,.0f})"


if __name__ == "__main__":
    main()
