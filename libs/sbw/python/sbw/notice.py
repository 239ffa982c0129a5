"""What the broker tells every module."""

from typing import NamedTuple

from . import block
from .errors import BlockError


class Startup(NamedTuple):
    """A module has connected."""

    module: int
    name: str


class Shutdown(NamedTuple):
    """A module has gone; calls open to it get no answer."""

    module: int


class RegistrationChange(NamedTuple):
    """The registry has changed."""


def read(method, items):
    """The notice of a system method, None if it is none."""
    kind = {2: Shutdown, 5: Startup, 6: RegistrationChange}.get(method)
    wanted = {Shutdown: (int,), Startup: (int, str)}.get(kind, ())
    try:
        values = block.decode(items)
    except BlockError:
        return None
    if kind is None or len(values) < len(wanted) or not all(map(isinstance, values, wanted)):
        return None
    return kind(*values[:len(wanted)])
