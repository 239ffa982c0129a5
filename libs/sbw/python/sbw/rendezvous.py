"""How modules find the broker: files in the user's directory, as the original writes them."""

import os
import pathlib

from .errors import SbwError


def find_broker(directory=None):
    """Port and session key of the user's broker, from SBW_USER or ~/.sbw."""
    directory = directory or os.environ.get("SBW_USER") or pathlib.Path.home() / ".sbw"
    runtime = pathlib.Path(directory) / "runtime" / "127.0.0.1"
    try:
        lines = (runtime / "run.properties").read_text().splitlines()
        key = (runtime / "key").read_bytes()
    except OSError as error:
        raise SbwError(f"no broker is running: {error}") from error
    port = next((line.partition("=")[2].strip() for line in lines if line.startswith("sbw.module.port=")), "")
    if not port.isdigit() or not key:
        raise SbwError(f"no broker is running: no port or no key in {runtime}")
    return int(port), key
