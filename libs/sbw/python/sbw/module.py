"""Modules and clients: one connection, any number of calls at once, both ways."""

import concurrent.futures
import logging
import socket
import struct
import threading

from . import block, message, notice, signature
from .errors import (COMMUNICATION, METHOD_NOT_FOUND, SERVICE_NOT_FOUND, TYPE_MISMATCH, UNEXPECTED, BlockError,
                     Disconnected, Refused, SbwError, SbwException, Timeout, TooLarge)
from .rendezvous import find_broker
from .stream import Oversized, Stream

_GET_SERVICES, _GET_METHODS, _MODULE_SHUTDOWN, _SHUTDOWN, _METHOD_HELP, _MODULE_STARTUP, _REGISTRATION = range(7)


class Service:
    """A named group of methods; the place of a method is its id."""

    def __init__(self, name):
        self.name, self.signatures, self.helps, self.handlers = name, [], [], []

    def method(self, text, help=""):
        """Decorates a function that is called with a Call and the arguments, and returns the result, None for void."""
        parsed = signature.Signature.parse(text)

        def add(function):
            self.signatures.append(parsed)
            self.helps.append(help)
            self.handlers.append(function)
            return function

        return add


class Call:
    """What a method may know of the call it deals with."""

    def __init__(self, module, source, wants_answer):
        self.module, self.source, self.wants_answer = module, source, wants_answer


class Module:
    """A connected module; a client is one without services. Used as a context manager it disconnects at the end."""

    def __init__(self, name="", services=(), port=None, key=None, workers=16, timeout=None, on_notice=None,
                 max_message=message.MAX_MESSAGE):
        """Connects to the broker of this user, or the one with this port and key (bytes) on loopback.

        The name is text or bytes. `on_notice` is called with each Startup, Shutdown and RegistrationChange, on the
        thread that reads; it must not call others or wait. A message over `max_message` bytes is not sent, and one that
        comes is thrown away.
        """
        if port is None:
            port, key = find_broker()
        self.services, self.timeout, self.max_message = list(services), timeout, max_message
        self._on_notice = on_notice
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._stream = Stream(self._socket, max_message)
        self._writing, self._state = threading.Lock(), threading.Lock()
        self._open, self._next, self._closed = {}, 0, threading.Event()
        # A bounded number of calls wait for a worker; those beyond are refused.
        self._pool = concurrent.futures.ThreadPoolExecutor(workers, "sbw-worker")
        self._room = threading.Semaphore(1024)
        self.id = self._greet(name if isinstance(name, bytes) else name.encode("utf-8", "surrogateescape"), key)
        threading.Thread(target=self._read, name="sbw-reader", daemon=True).start()

    def _greet(self, name, key):
        try:
            self._socket.sendall(struct.pack("<i", len(key)) + key + struct.pack("<i", len(name)) + name)
            answer = self._stream.read(4)
        except OSError:
            answer = b""
        if len(answer) < 4:
            self._socket.close()
            raise Refused("the broker refused the connection: wrong session key, or no room for another module")
        return struct.unpack("<i", answer)[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.disconnect()

    def disconnect(self):
        """Says goodbye; open calls fail with Disconnected."""
        if not self._closed.is_set():
            try:
                self._write(message.DISCONNECT)
                self._socket.shutdown(socket.SHUT_RDWR)
            except (OSError, Disconnected):
                pass  # The other side was first.
        self._fail_all()

    def wait(self, timeout=None):
        """Waits until the module is disconnected; False if it still is connected after the timeout."""
        return self._closed.wait(timeout)

    def call(self, module, service, method, *values, timeout=None):
        """Calls a method by its numbers. Returns its result: None, a value, or a list of several."""
        return self.call_encoded(module, service, method, block.encode(*values), timeout)

    def call_encoded(self, module, service, method, items, timeout=None):
        """As call, with the arguments as a block."""
        future, message_id = self._start(module, service, method, items)
        timeout = self.timeout if timeout is None else timeout
        try:
            values = future.result(timeout)
        except concurrent.futures.TimeoutError:
            with self._state:
                self._open.pop(message_id, None)
            raise Timeout(f"no reply after {timeout} s") from None
        return values[0] if len(values) == 1 else values or None

    def call_soon(self, module, service, method, *values):
        """Calls a method; returns a future of the list of its results (asyncio.wrap_future makes it awaitable)."""
        return self._start(module, service, method, block.encode(*values))[0]

    def send(self, module, service, method, *values):
        """Sends without waiting for anything; nothing comes back, not even a failure."""
        items = block.encode(*values)
        head = message.SEND, module, message.SEND_ID, self.id, service, method
        self._write(message.request(*head, items, self.max_message))

    def modules(self):
        """Id and name of all running modules, the broker first."""
        return [tuple(entry) for entry in self.call(message.BROKER, 0, 18)]

    def find(self, module, service, pattern):
        """A method by names and a pattern, as a function that takes what its signature says."""
        module_id = self.call(message.BROKER, 0, 1, module)
        services = list(self.call(module_id, message.SYSTEM_SERVICE, _GET_SERVICES))
        if service not in services:
            raise SbwException(SERVICE_NOT_FOUND, f"module {module} has no service {service}", ", ".join(services))
        service_id = services.index(service)
        texts = list(self.call(module_id, message.SYSTEM_SERVICE, _GET_METHODS, service_id))
        method_id = signature.find(pattern, texts)
        parsed = signature.Signature.parse(texts[method_id])

        def function(*values, timeout=None):
            return self.call_encoded(module_id, service_id, method_id, parsed.encode(values), timeout)

        function.__name__, function.__doc__ = parsed.name, parsed.text
        return function

    def _start(self, module, service, method, items):
        future = concurrent.futures.Future()
        with self._state:
            if self._closed.is_set():
                raise Disconnected("disconnected from the broker")
            # Ids go up, so that a late reply meets nobody else's call.
            while self._next in self._open:
                self._next = (self._next + 1) & 0x7FFFFFFF
            message_id = self._next
            self._next = (self._next + 1) & 0x7FFFFFFF
            self._open[message_id] = (module, future)
        try:
            head = message.CALL, module, message_id, self.id, service, method
            self._write(message.request(*head, items, self.max_message))
        except BaseException:
            with self._state:
                self._open.pop(message_id, None)
            raise
        return future, message_id

    def _write(self, content):
        with self._writing:
            try:
                self._socket.sendall(content)
            except OSError as error:
                raise Disconnected(f"disconnected from the broker: {error}") from error

    def _read(self):
        try:
            while True:
                content = self._stream.next()
                if content is None:
                    break
                if isinstance(content, Oversized):
                    self._oversized(content)
                else:
                    self._received(message.parse(content))
        except (OSError, ValueError, SbwError):
            pass  # Whatever ends it, the connection is of no use any more, and open calls are told so.
        finally:
            self._fail_all()
            self._pool.shutdown(wait=False)
            self._socket.close()

    def _oversized(self, thrown_away):
        if thrown_away.kind in (message.REPLY, message.EXCEPTION):
            self._finish(thrown_away.message_id, lambda: _throw(TooLarge(thrown_away.why)))
        else:
            self._answer(thrown_away, SbwException(COMMUNICATION, thrown_away.why))

    def _received(self, received):
        if received.kind == message.REPLY:
            self._finish(received.message_id, lambda: block.decode(received.items))
        elif received.kind == message.EXCEPTION:
            self._finish(received.message_id, lambda: _raise(received))
        elif received.service == message.SYSTEM_SERVICE:
            self._system(received)
        elif self._room.acquire(blocking=False):
            self._pool.submit(self._run, received)
        else:
            self._answer(received, SbwException(COMMUNICATION, "too many calls wait in this module"))

    def _finish(self, message_id, result):
        with self._state:
            _, future = self._open.pop(message_id, (None, None))
        # An answer to no open call is ignored.
        if future is not None:
            _settle(future, result)

    def _system(self, request):
        from_broker = request.source == message.BROKER and request.kind == message.SEND
        if request.method in (_MODULE_SHUTDOWN, _MODULE_STARTUP, _REGISTRATION):
            # Notices come from the broker alone.
            if from_broker:
                self._notice(notice.read(request.method, request.items))
            self._answer(request, [])
        elif request.method == _SHUTDOWN:
            self._answer(request, [])
            self.disconnect()
        else:
            self._answer(request, self._describe(request))

    def _notice(self, told):
        if isinstance(told, notice.Shutdown):
            self._module_gone(told.module)
        if told is not None and self._on_notice is not None:
            try:
                self._on_notice(told)
            except Exception:  # What listens may raise anything; the connection is as good as before.
                logging.getLogger(__name__).exception("on_notice failed for %r", told)

    def _describe(self, request):
        try:
            values = block.decode(request.items)
            if request.method == _GET_SERVICES:
                return [_strings([service.name for service in self.services])]
            if request.method == _GET_METHODS and not self.services:
                return [_strings([])]
            if request.method in (_GET_METHODS, _METHOD_HELP):
                service = self._service(_argument(values, 0))
                if request.method == _GET_METHODS:
                    return [_strings([parsed.text for parsed in service.signatures])]
                return [service.helps[_method(service, _argument(values, 1))]]
        except SbwError as error:
            return _as_exception(error)
        return SbwException(METHOD_NOT_FOUND, "method not found")

    def _service(self, place):
        if not 0 <= place < len(self.services):
            raise SbwException(SERVICE_NOT_FOUND, "unknown service id")
        return self.services[place]

    def _module_gone(self, module):
        with self._state:
            gone = [message_id for message_id, (callee, _) in self._open.items() if callee == module]
            futures = [self._open.pop(message_id)[1] for message_id in gone]
        for future in futures:
            _settle(future, lambda: _throw(SbwException(COMMUNICATION, f"module {module} disconnected")))

    def _run(self, request):
        try:
            service = self._service(request.service)
            method = _method(service, request.method)
            call = Call(self, request.source, request.kind == message.CALL)
            parsed = service.signatures[method]
            result = service.handlers[method](call, *parsed.check(block.decode(request.items)))
            void = parsed.result == signature.Type(None)
            answer = [] if void else [signature.fitted(result, parsed.result)]
        except SbwError as error:
            answer = _as_exception(error)
        except Exception as error:  # A method may raise anything; its caller gets to know.
            answer = SbwException(UNEXPECTED, "unexpected error", f"{type(error).__name__}: {error}")
        finally:
            self._room.release()
        self._answer(request, answer)

    def _answer(self, request, answer):
        if request.kind != message.CALL:
            return
        to = request.source, request.message_id
        try:
            failed = isinstance(answer, SbwException)
            content = message.exception(*to, answer) if failed else message.reply(*to, block.encode(*answer), self.max_message)
        except BlockError as error:
            content = message.exception(*to, _as_exception(error))
        try:
            self._write(content)
        except Disconnected:
            pass  # Nobody waits for this answer any more.

    def _fail_all(self):
        with self._state:
            self._closed.set()
            futures = [future for _, future in self._open.values()]
            self._open.clear()
        for future in futures:
            _settle(future, lambda: _throw(Disconnected("disconnected from the broker")))


def _settle(future, result):
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(result())
    except Exception as error:
        future.set_exception(error)


def _throw(error):
    raise error


def _raise(received):
    texts = block.decode(received.items)[:2]
    raise SbwException(received.code, *(str(text) for text in texts or ["no message"]))


def _as_exception(error):
    if isinstance(error, SbwException):
        return error
    code = TYPE_MISMATCH if isinstance(error, BlockError) else COMMUNICATION
    return SbwException(code, str(error))


def _strings(texts):
    return block.Array(block.STRING, (len(texts),), texts)


def _argument(values, place):
    found = block.kind_of(values[place]) if place < len(values) else block.TERMINATOR
    if found != block.INTEGER:
        raise block.mismatch(found, block.INTEGER)
    return values[place]


def _method(service, place):
    if not 0 <= place < len(service.handlers):
        raise SbwException(METHOD_NOT_FOUND, "method not found")
    return place
