"""ormsgpack: https://github.com/aviramha/ormsgpack

Choices: none.
"""

import ormsgpack

from libraries.plain import Plain

CANDIDATES = [Plain("python-ormsgpack", "ormsgpack", "messagepack", ormsgpack.unpackb, ormsgpack.packb)]
