"""What the client finds out about its stack in place of calls that are measured: the abilities of crates/rpc-protocol."""

import http.client
import xmlrpc.client

# XML-RPC gives it no meaning.
CODE = 42
# XML-RPC's moments have neither a fraction of a second nor a time zone.
MOMENT = "20010403T14:30:45"

CAN = "can"


def cannot(reason):
    return {"cannot": reason}


def nothing(reason):
    """The protocol has nothing that could be tried."""
    return cannot(f"nothing to try: {reason}")


def integers(client):
    for limit in (-(2**63), 2**63 - 1):
        try:
            received = client.proxy.wirecost.echoLong(limit)
        except OverflowError as error:
            return cannot(f"its library does not send {limit}: {error}")
        if received != limit:
            return cannot(f"{limit} came back as {received!r}")
    return CAN


def struct(client):
    """By the ordinary call."""
    client.call()
    return CAN


def refused(client):
    try:
        client.call()
    except (xmlrpc.client.Fault, xmlrpc.client.ProtocolError):
        return CAN
    return cannot("it was answered as if it were right")


def fault_code(client):
    try:
        client.proxy.wirecost.fail(CODE)
    except xmlrpc.client.Fault as fault:
        return CAN if fault.faultCode == CODE else cannot(f"the code {CODE} did not arrive: {fault}")
    return cannot("a method that fails is answered as if it did not")


def date_time(client):
    sent = xmlrpc.client.DateTime(MOMENT)
    received = client.proxy.wirecost.echoTime(sent)
    return CAN if type(received) is type(sent) and received == sent else cannot(f"{sent!r} came back as {received!r}")


def concurrent(client):
    """Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2): by the socket, for
    the library sends none before that."""
    exchange, connection = client.exchange, client.transport.connection
    body = xmlrpc.client.dumps((int(exchange.timeout_s * 1000 / 4),), "wirecost.meet").encode()
    head = f"POST {client.path} HTTP/1.1\r\nHost: {exchange.host}\r\nContent-Type: text/xml\r\n"
    request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    for _ in range(2):
        connection.sock.sendall(request)
    answer = http.client.HTTPResponse(connection.sock, method="POST")
    answer.begin()
    ((met,), _) = xmlrpc.client.loads(answer.read())
    return CAN if met == 1 else cannot("a call is begun only when the one before it on its connection is answered")


ABILITIES = {
    "integers": integers,
    "struct": struct,
    "unknown-method": refused,
    "wrong-type": refused,
    "fault-code": fault_code,
    "one-way": lambda _: nothing("HTTP answers every request"),
    "concurrent": concurrent,
    "both-ways": lambda _: nothing("its server answers calls and makes none"),
    "date-time": date_time,
}


def find(ability, client, told):
    """What a client, connected, finds; `told` makes an error one for people."""
    if ability not in ABILITIES:
        return {"not-asked": f"its client does not know {ability!r}"}
    try:
        return ABILITIES[ability](client)
    except Exception as error:
        return cannot(told(error))
