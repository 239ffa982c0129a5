"""Writes the kept corpus of the fuzz targets, `corpus/TARGET/seed-NNN`, from tests/corpus and from what is below.

    python3 seeds.py

Run it after a change of tests/corpus. `cargo xtask fuzz 300 sbw` fuzzes from there.
"""

import pathlib
import struct

HERE = pathlib.Path(__file__).parent
CORPUS = HERE.parent / "tests" / "corpus"


def lines(name):
    for line in (CORPUS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield b"".join(word(part) for part in line.split("|")[1].split())


def word(text):
    names = {"me": 0, "you": 1, "broker": -1}
    if text in names:
        return struct.pack("<i", names[text])
    if "*" in text:
        count, byte = text.split("*")
        # Long runs teach a fuzzer nothing.
        return bytes.fromhex(byte) * min(int(count), 300)
    return bytes.fromhex(text)


def string(text):
    return struct.pack("<i", len(text)) + text


MESSAGES, BLOCKS = list(lines("messages.txt")), list(lines("blocks.txt"))
SIGNATURES = ["double[] integrate(string model, double end)", "void f()", "{int, {}[] x} g({string}[][] a, complex b)",
              "int f(int,)", "int (int)", " \tint f ( ) tail", "void f(void[])", "[1, 2.5]", '{1, "a\\n", {}}',
              "double[0x3]", "1.0-2.5i", "127b", '"\\xff"', "inf", "NaN", "true"]
REGISTRY = ['<?xml version="1.0" encoding="UTF8"?><SBWRegistry lastUpdated="now"><listOfModules><module name="Café" '
            'displayName="d" type="UNIQUE" startupCmd="/bin/m -sbwmodule" help="&lt;&quot;&#10;"><listOfServices>'
            '<service name="s" displayName="s" category="/a/b" help="\ue001"/></listOfServices></module>'
            "</listOfModules></SBWRegistry>", "<SBWRegistry/>", "<SBWRegistry><service", "<service name='x'/>"]
SMALL = [b"sbw.module.port=10100\nsbw.broker.port=\n", b'"/a b/prog" -x "" $(f)', b'"open', b"Caf\xe9 \\xe9 \x1b[31m",
         b"edu.caltech.trig.Trig.sin(double)"]

SEEDS = {
    "block": BLOCKS,
    "message": MESSAGES,
    "stream": [struct.pack("<BH", piece, 200) + message for message in MESSAGES for piece in (1, 255)]
    + [struct.pack("<BH", 7, 60_000) + b"".join(MESSAGES[index:]) for index in range(0, len(MESSAGES), 20)],
    "hello": [string(b"K" * 512) + string(b"probe"), string(b"k") + string(b""), struct.pack("<i", -1),
              struct.pack("<i", 4097), string(b"k") + struct.pack("<i", 1025)],
    "text": [text.encode() for text in SIGNATURES],
    "registry": [text.encode() for text in REGISTRY],
    "small": SMALL,
}

for target, seeds in SEEDS.items():
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number:03}").write_bytes(seed)
