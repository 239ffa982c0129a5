"""The Python side of the tests across languages, run by the tests of libs/sbw with port and key in its environment.

It offers a module named `python` and, for each line `call` on its standard input, calls every method of the module
named `rust`; it prints what it found. With the argument `notices` it prints each notice. It ends when its input or its
connection does.
"""

import logging
import os
import sys
import threading

import sbw
from sbw import block

VALUES = [
    sbw.Byte(200), -5, 0.1, True, "hé\n", complex(1, -2), [1, "a", [[]]],
    sbw.Array(block.DOUBLE, (2, 3), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]),
    sbw.Array(block.STRING, (2,), ["a", ""]),
    sbw.Array(block.LIST, (2,), [[1], []]),
    sbw.Array(block.INTEGER, (0,), []),
    sbw.Array(block.BYTE, (3,), b"\x00\xff\x7f"),
]

service = sbw.Service("service")


@service.method("{} echo({} anything)", "What it gets.")
def echo(call, anything):
    return anything


@service.method("double sum(double[] numbers)", "Their sum.")
def total(call, numbers):
    return sum(numbers)


@service.method("int back(int id, int value)", "Calls the module with this id from inside the method.")
def back(call, module, value):
    return call.module.call(module, 0, 0, [value], timeout=30)[0]


@service.method("void refuse(string why)", "Raises an exception with code 0.")
def refuse(call, why):
    raise sbw.SbwException(0, why, "detail")


@service.method("void fail()", "Raises something that SBW does not know.")
def fail(call):
    raise KeyError("on purpose")


def call_rust(module):
    rust = lambda pattern: module.find("rust", "service", pattern)
    echo = rust("echo")
    assert echo(VALUES, timeout=30) == VALUES, echo(VALUES)
    assert rust("sum(double[])")([1, 2, 3.5], timeout=30) == 6.5
    for pattern, values, code in (("refuse", ["no"], 0), ("missing", [], 13)):
        try:
            rust(pattern)(*values, timeout=30)
        except sbw.SbwException as error:
            assert error.code == code, error
        else:
            raise AssertionError(pattern)
    assert rust("back")(module.id, 7, timeout=30) == 7
    return "ok"


def main():
    logging.disable()
    port, key = int(os.environ["SBW_TEST_PORT"]), os.environ["SBW_TEST_KEY"].encode()
    try:
        sbw.Module("intruder", port=port, key=key[:-1])
    except sbw.Refused:
        pass
    else:
        raise AssertionError("a wrong key was accepted")
    def told(notice):
        if sys.argv[1:] == ["notices"]:
            # One that its listener fails at does not end the connection.
            print(repr(notice), flush=True)
            raise KeyError("on purpose")

    with sbw.Module("python", [service], port=port, key=key, on_notice=told,
                    max_message=100_000) as module:
        print("ready", flush=True)

        def obey():
            for _ in sys.stdin:
                try:
                    print(call_rust(module), flush=True)
                except Exception as error:
                    print(f"failed: {type(error).__name__}: {error}", flush=True)
            module.disconnect()

        threading.Thread(target=obey, daemon=True).start()
        module.wait()


if __name__ == "__main__":
    main()
