#!/usr/bin/env python3
"""Does wirecost agree with JMH? Prints figures of both, ratios and whether the bar is met; needs `wirecost setup java` and Maven.

    python3 crates/wirecost/benches/java/agreement.py target/release/wirecost

In each of five rounds, wirecost makes one trial of each case, and JMH one fork. Who goes first changes from round to round. JMH decodes
the inputs that were recorded before, for the same seed. README.md says what is compared.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
RUNNER = HERE.parents[3] / "candidates/codec/java/runner.toml"
CANDIDATES = ["java-jackson", "java-jdk-sax", "java-kryo", "java-woodstox"]
MESSAGES = ["dns-100", "doubles-1000"]
ROUNDS = 5
BAR = 0.10
# Iterations of the warm-up take a second. Those that count are short, since a neighbour on the other hardware thread of the core slows
# everything down by up to 1.85 times, for milliseconds or for seconds.
COUNTED = 200
JMH = ["-f", "1", "-wi", "4", "-w", "1s", "-i", str(COUNTED), "-r", "10ms", "-foe", "true"]
# The share of JMH's iterations that stand for an undisturbed machine.
UNDISTURBED = 0.1
SEED = "1"


def build(folder, installed, maven):
    """Resolves JMH and compiles the bench against the installed runner; returns its class path."""
    lib, classes = folder / "lib", folder / "classes"
    classes.mkdir()
    subprocess.run(
        ["mvn", "--batch-mode", "--quiet", "--file", HERE / "pom.xml", f"-Dmaven.repo.local={maven}",
         "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies", f"-DoutputDirectory={lib}"],
        check=True)
    path = f"{classes}:{installed}/runner:{installed}/jna.jar:{lib}/*"
    subprocess.run(
        ["javac", "-nowarn", "-cp", path, "-processor", "org.openjdk.jmh.generators.BenchmarkProcessor", "-d", classes,
         HERE / "DecodeBench.java"],
        check=True)
    return path


def installed_by(wirecost, folder, environment):
    """The folder that the runner is told, read from the command that wirecost starts."""
    script = folder / "path/java"
    script.parent.mkdir()
    shutil.copy(HERE / "java.sh", script)
    listing = folder / "command.txt"
    spy = f'#!/bin/sh\nfor word; do :; done\ncase " $* " in *" wirecost.Main "*) echo "$word" >{listing};; esac\nexec "$REAL_JAVA" "$@"\n'
    script.write_text(spy)
    run = [wirecost, "run", "full", "--lab", "codec", "--candidate", CANDIDATES[0], "--message", MESSAGES[0], "--test"]
    subprocess.run(run, check=True, env=environment, stdout=subprocess.DEVNULL)
    shutil.copy(HERE / "java.sh", script)
    return pathlib.Path(listing.read_text().strip()).parent


def environment_of(folder):
    """An environment in which wirecost finds `path/java` of the folder as its Java, and the frames that it sends are recorded."""
    frames = folder / "frames"
    frames.mkdir()
    return os.environ | {
        "REAL_JAVA": os.path.realpath(shutil.which("java")), "RECORD": str(frames),
        "PATH": f"{folder / 'path'}:{os.environ['PATH']}",
    }


def chosen(wirecost):
    """The command that measures the cases, or checks them."""
    command = [wirecost, "run", "full", "--lab", "codec", "--operation", "decode", "--seed", SEED]
    return command + [word for option, names in (("--candidate", CANDIDATES), ("--message", MESSAGES))
                      for name in names for word in (option, name)]


def ours(wirecost, folder):
    """One trial of each case: quiet figure and CPU time of the process for an operation, in nanoseconds. Cases without enough quiet
    parts are left out."""
    document = folder / "run.json"
    command = [*chosen(wirecost), "--trials", "1", "--db", folder / "runs.db", "--json", document]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = {}
    for case in json.loads(document.read_text())["cases"]:
        if case["candidate"] in CANDIDATES and case["operation"] == "decode":
            estimates = case["estimates"]
            if "quiet_ns" in estimates:
                found[case["candidate"], case["message"]] = estimates["quiet_ns"]["median"], estimates["cpu_ns"]["median"]
    return found


def theirs(case, folder, path, installed):
    """One fork of JMH: CPU time of the thread for an operation, undisturbed and in all, and of the process in all, in nanoseconds."""
    candidate, message = case
    told = folder / "told.txt"
    told.unlink(missing_ok=True)
    told_to = {"candidate": candidate, "message": message, "frames": folder / "frames", "installed": installed, "told": told}
    command = tomllib.loads(RUNNER.read_text())["command"]
    flags = [word for word in command[1:command.index("-cp")]] + [f"-Dbench.{name}={value}" for name, value in told_to.items()]
    # JMH starts its forks with the arguments of the process that starts them.
    subprocess.run(["java", *flags, "-cp", path, "org.openjdk.jmh.Main", *JMH, "DecodeBench"], check=True, stdout=subprocess.DEVNULL)
    lines = [[int(word) for word in line.split()] for line in told.read_text().splitlines()][-COUNTED:]
    assert len(lines) == COUNTED
    of_thread = sorted(line[1] / line[0] for line in lines)
    undisturbed = statistics.median(of_thread[:round(COUNTED * UNDISTURBED)])
    operations = sum(line[0] for line in lines)
    return undisturbed, *(sum(line[column] for line in lines) / operations for column in (1, 2))


def show(figures):
    """Columns of a round: wirecost's quiet figure and CPU time, JMH's undisturbed time and CPU time of the thread and of the process."""
    print("| candidate | message | wirecost (us) | JMH (us) | ratio | CPU time: wirecost (us) | JMH, thread (us) | JMH, process (us) | within 10 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    met = 0
    for (candidate, message), rounds in figures.items():
        if not rounds:
            print(f"| `{candidate}` | `{message}` | disturbed in each round | | | | | | no |")
            continue
        quiet, cpu, *jmh = (f"{statistics.median(column) / 1000:.3g}" for column in zip(*rounds))
        ratios = sorted(round[0] / round[2] for round in rounds)
        ratio = statistics.median(ratios)
        is_met = abs(ratio - 1) <= BAR
        met += is_met
        told = f"{ratio:.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})"
        print(f"| `{candidate}` | `{message}` | {quiet} | {jmh[0]} | {told} | {cpu} | {jmh[1]} | {jmh[2]} | {'yes' if is_met else 'no'} |")
    print(f"\nbar, the median of the ratios within {BAR:.0%} of 1: {met} of {len(figures)} cases meet it")


def main():
    wirecost = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="wirecost-jmh-") as temporary:
        folder = pathlib.Path(temporary)
        environment = environment_of(folder)
        installed = installed_by(wirecost, folder, environment)
        # What records would be measured with the runner, so it is there only while nothing is measured.
        subprocess.run([*chosen(wirecost), "--test"], check=True, env=environment, stdout=subprocess.DEVNULL)
        path = build(folder, installed, installed.parents[1] / "maven")
        cases = [(candidate, message) for candidate in CANDIDATES for message in MESSAGES]
        figures = {case: [] for case in cases}
        for turn in range(ROUNDS):
            if turn % 2 == 0:
                mine = ours(wirecost, folder)
            other = {case: theirs(case, folder, path, installed) for case in cases}
            if turn % 2 == 1:
                mine = ours(wirecost, folder)
            for case in cases:
                if case not in mine:
                    print(f"round {turn + 1}: {' '.join(case)}: disturbed all the time, left out", file=sys.stderr, flush=True)
                    continue
                figures[case].append((*mine[case], *other[case]))
                told = " ".join(f"{figure:.0f}" for figure in figures[case][-1])
                print(f"round {turn + 1}: {' '.join(case)}: {told} ns", file=sys.stderr, flush=True)
        show(figures)


if __name__ == "__main__":
    main()
