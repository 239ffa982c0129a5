"""The methods of a probe: candidates/rpc/src/ability.rs says what each of them does."""

import threading
from xmlrpc.client import Fault

LONGEST_WAIT_S = 10


def fail(code):
    raise Fault(code, "as it was told")


def echo(value):
    return value


def methods():
    # A barrier gives up for good when somebody waited too long; the next two meet at another one.
    barriers = [threading.Barrier(2)]

    def meet(longest_ms):
        barrier = barriers[-1]
        try:
            barrier.wait(min(max(longest_ms, 0) / 1000, LONGEST_WAIT_S))
            return 1
        except threading.BrokenBarrierError:
            barriers[-1] = threading.Barrier(2)
            return 0

    return {"fail": fail, "meet": meet, "echoTime": echo, "echoLong": echo}
