"""What can go wrong."""

APPLICATION, RAW, COMMUNICATION, MODULE_START, TYPE_MISMATCH = 0, 1, 2, 3, 4
SERVICE_NOT_FOUND, METHOD_AMBIGUOUS, METHOD_NOT_FOUND, SIGNATURE_SYNTAX, MODULE_NOT_FOUND = 9, 11, 13, 14, 16
UNEXPECTED = 255


class SbwError(Exception):
    """Anything this package raises."""


class SbwException(SbwError):
    """An exception as it travels: a code, a message for users, a detail for developers."""

    def __init__(self, code, message, detail=""):
        super().__init__(message if not detail else f"{message} | {detail}")
        self.code, self.message, self.detail = code, message, detail


class BlockError(SbwError):
    """A data block that is not well formed, or a value that cannot stand in one."""


class TooLarge(SbwError):
    """A reply was over the limit and was thrown away."""


class ProtocolError(SbwError):
    """A message that is not well formed; the connection is of no use any more."""


class Refused(SbwError):
    """The broker did not accept the session key, or takes no more modules."""


class Disconnected(SbwError):
    """The connection is closed."""


class Timeout(SbwError):
    """No reply came in time."""
