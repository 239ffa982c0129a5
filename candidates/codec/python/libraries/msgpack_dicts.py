"""msgpack: https://github.com/msgpack/msgpack-python

Choices: none. Its functions in C are used, as where a wheel of it is installed.
"""

import msgpack

from libraries.plain import Plain

CANDIDATES = [Plain("python-msgpack", "msgpack", "messagepack", msgpack.unpackb, msgpack.packb)]
