"""What every client of these tests sends, and what must come back."""

FLOAT = 3.5
TEXT = "a < b & c, \u00e4\u4e2d\U0001f600\n  two lines"
DOUBLES = [0.0, -1.25, 1e300, 5e-324]
RECORD = {"key": "example.org", "value": "192.0.2.1", "first": "2009-01-01", "last": "2009-04-15", "type": "A", "ttl": 300}
BARE = {name: RECORD[name] for name in ("key", "value", "first", "last")}
BITS = 0x40600000


def check(what, found, due):
    if found != due:
        raise SystemExit(f"{what}: {found!r} where {due!r} was due")
