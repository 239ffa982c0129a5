"""orjson: https://github.com/ijl/orjson

Choices: none. dumps gives bytes.
"""

import orjson

from libraries.plain import Plain

CANDIDATES = [Plain("python-orjson", "orjson", "json", orjson.loads, orjson.dumps)]
