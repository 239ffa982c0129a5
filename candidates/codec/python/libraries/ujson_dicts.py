"""ujson: https://github.com/ultrajson/ultrajson

Choices: what JSON need not escape is not escaped, then UTF-8.
"""

import ujson

from libraries.plain import Plain


def encode(value):
    return ujson.dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()


CANDIDATES = [Plain("python-ujson", "ujson", "json", ujson.loads, encode)]
