"""What is called, by the server and by the client that knows the right reply; and how arrays of doubles go."""

import struct
from xmlrpc.client import Binary


def read_bytes(content):
    # What is no Binary is refused here.
    return list(struct.unpack(f">{len(content.data) // 8}d", content.data))


def write_bytes(values):
    return Binary(struct.pack(f">{len(values)}d", *values))


# By variant: from what XML-RPC gives to a list, and back.
DOUBLES = {"arrays": (list, list), "base64": (read_bytes, write_bytes)}


def methods(read_doubles, write_doubles):
    bits = struct.Struct("<f")

    def count_float(message):
        return int.from_bytes(bits.pack(message["value"]), "little", signed=True)

    def echo_doubles(message):
        return {"values": write_doubles(read_doubles(message["values"]))}

    def echo(message):
        return message

    return {
        "echoFloat": echo,
        "countFloat": count_float,
        "echoEmpty": echo,
        "countEmpty": lambda message: 0,
        "echoText": echo,
        "countText": lambda message: len(message["value"].encode()),
        "echoDoubles": echo_doubles,
        "countDoubles": lambda message: len(read_doubles(message["values"])),
        "echoDns": echo,
        "countDns": lambda message: len(message["records"]),
    }
