"""cbor2: https://github.com/agronholm/cbor2

Choices: none.
"""

import cbor2

from libraries.plain import Plain

CANDIDATES = [Plain("python-cbor2", "cbor2", "cbor", cbor2.loads, cbor2.dumps)]
