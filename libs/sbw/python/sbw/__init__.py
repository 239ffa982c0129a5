"""The Systems Biology Workbench protocol: modules that offer services through a broker and call those of others.

    import sbw

    trig = sbw.Service("trig")

    @trig.method("double sin(double x)", "The sine of x in radians.")
    def sine(call, x):
        return math.sin(x)

    with sbw.Module("edu.caltech.trigonometry", [trig]) as module:
        module.wait()

Standard library only. Every length that comes from outside is checked before it is used.
"""

from .block import Array, Byte, Limits, decode, encode
from .errors import BlockError, Disconnected, ProtocolError, Refused, SbwError, SbwException, Timeout, TooLarge
from .message import BROKER, SYSTEM_SERVICE
from .module import Call, Module, Service
from .notice import RegistrationChange, Shutdown, Startup
from .rendezvous import find_broker
from .signature import Signature

__all__ = [
    "Array", "BROKER", "BlockError", "Byte", "Call", "Disconnected", "Limits", "Module", "ProtocolError", "Refused",
    "RegistrationChange", "SYSTEM_SERVICE", "SbwError", "SbwException", "Service", "Shutdown", "Signature", "Startup",
    "Timeout", "TooLarge", "decode", "encode", "find_broker",
]
