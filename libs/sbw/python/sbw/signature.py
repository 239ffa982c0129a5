"""Method signatures: parsed, matched, and used to give arguments the types that a method takes."""

import array
import re
from typing import NamedTuple, Optional, Tuple

from . import block
from .errors import METHOD_AMBIGUOUS, METHOD_NOT_FOUND, SIGNATURE_SYNTAX, BlockError, SbwException

_SCALARS = {"byte": block.BYTE, "int": block.INTEGER, "double": block.DOUBLE, "boolean": block.BOOLEAN,
            "string": block.STRING, "complex": block.COMPLEX, "void": None}
_TOKEN = re.compile(r"[ \t]*(\[\]|[{}()\[\],]|[^{}\[\](), \t]+|)")
_MAX_DEPTH, _MAX_BYTES = 64, 64 * 1024


class Type(NamedTuple):
    """A type: the code of a scalar or list, the items of a list of known shape, the dimensions of an array."""

    kind: Optional[int]
    items: Tuple["Type", ...] = ()
    dimensions: int = 0

    def fits(self, other):
        """As the original: the number of dimensions is not compared, {} is any list."""
        if self.kind != other.kind or bool(self.dimensions) != bool(other.dimensions):
            return False
        return not self.items or not other.items or fits(self.items, other.items)


def fits(some, others):
    """True if two rows of types match one by one."""
    return len(some) == len(others) and all(one.fits(other) for one, other in zip(some, others))


class Signature(NamedTuple):
    """A method as its service describes it."""

    text: str
    result: Type
    name: str
    arguments: Tuple[Type, ...]

    @staticmethod
    def parse(text):
        """Parses a signature; raises SbwException 14."""
        parser = _Parser(text)
        result, name = parser.type(0), parser.name()
        parser.expect("(")
        return Signature(text, result, name, parser.arguments(")", 0))

    def encode(self, values):
        """The block of a call: each value given the type that the method takes."""
        if len(values) != len(self.arguments):
            raise BlockError(f"{self.text} takes {len(self.arguments)} arguments, not {len(values)}")
        return block.encode(*(fitted(value, kind) for value, kind in zip(values, self.arguments)))

    def check(self, values):
        """The arguments of a call that came; raises BlockError where one is missing or of another type."""
        for place, kind in enumerate(self.arguments):
            if place >= len(values):
                raise block.mismatch(block.TERMINATOR, block.ARRAY if kind.dimensions else kind.kind)
            check(values[place], kind)
        # More than a method takes are ignored, as libSBW does.
        return values[:len(self.arguments)]


def find(pattern, texts):
    """The place of the method that a pattern means: a whole signature, `name(args)`, or a name."""
    if pattern in texts:
        return texts.index(pattern)
    name, arguments = _pattern(pattern)
    found = []
    for place, text in enumerate(texts):
        try:
            signature = Signature.parse(text)
        except SbwException:
            continue
        if signature.name == name and (arguments is None or fits(arguments, signature.arguments)):
            found.append(place)
    if len(found) == 1:
        return found[0]
    code, what = (METHOD_AMBIGUOUS, "more than one method fits") if found else (METHOD_NOT_FOUND, "no method fits")
    raise SbwException(code, f"{what} `{pattern}`", f"there are: {'; '.join(texts)}")


def _pattern(pattern):
    if "(" not in pattern:
        return pattern.strip(" \t"), None
    try:
        signature = Signature.parse(pattern)
        if signature.name:
            return signature.name, signature.arguments
    except SbwException:
        pass
    parser = _Parser(pattern)
    name = parser.name()
    parser.expect("(")
    return name, parser.arguments(")", 0)


def fitted(value, kind):
    """A value as the type that is expected; raises BlockError where it cannot be one."""
    value = coerce(value, kind)
    check(value, kind)
    return value


def check(value, kind):
    """Raises BlockError, in the words of libSBW, where a value is of another type."""
    found = block.kind_of(value)
    required = block.ARRAY if kind.dimensions else kind.kind
    if found != required:
        raise block.mismatch(found, required)
    if kind.dimensions:
        value = block.as_array(value)
        if value.kind != kind.kind:
            raise block.mismatch(value.kind, block.TERMINATOR if kind.kind is None else kind.kind)
        if len(value.sizes) != kind.dimensions:
            raise BlockError(f"expecting {kind.dimensions} dimensional array, received {len(value.sizes)} dimensions")
    if kind.items:
        for items in value if kind.dimensions else (value,):
            _check_items(items, kind.items)


def _check_items(values, kinds):
    if len(values) != len(kinds):
        raise BlockError(f"a list of {len(kinds)} items is expected, not of {len(values)}")
    for value, kind in zip(values, kinds):
        check(value, kind)


def coerce(value, kind):
    """A value as the type that is expected: 1 for a double becomes 1.0, a list for double[] an Array."""
    if kind.dimensions:
        return _array(value, kind) if isinstance(value, (list, tuple)) or _is_other(value, kind) else value
    if kind.kind == block.DOUBLE and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind.kind == block.BYTE and isinstance(value, int) and not isinstance(value, bool):
        return block.Byte(value)
    if kind.kind == block.COMPLEX and isinstance(value, (int, float)) and not isinstance(value, bool):
        return complex(value)
    if kind.kind == block.LIST and kind.items and isinstance(value, (list, tuple)):
        if len(value) != len(kind.items):
            raise BlockError(f"a list of {len(kind.items)} items is expected, not of {len(value)}")
        return [coerce(item, item_kind) for item, item_kind in zip(value, kind.items)]
    return value


def _is_other(value, kind):
    """True for an array.array of other numbers than the method takes."""
    return isinstance(value, array.array) and block.as_array(value).kind != kind.kind


def _array(value, kind):
    sizes, level = [], value
    for _ in range(kind.dimensions):
        sizes.append(len(level))
        level = level[0] if len(level) else ()
    elements = list(value)
    for size in sizes[1:]:
        if any(len(row) != size for row in elements):
            raise BlockError("the rows of an array must have one length")
        elements = [element for row in elements for element in row]
    scalar = Type(kind.kind, kind.items)
    if kind.kind not in (block.INTEGER, block.DOUBLE):
        elements = [coerce(element, scalar) for element in elements]
    return block.Array(kind.kind, sizes, elements)


class _Parser:
    def __init__(self, text):
        if len(text) > _MAX_BYTES:
            raise SbwException(SIGNATURE_SYNTAX, f"a signature of {len(text)} bytes")
        self.text, self.at = text, 0

    def peek(self):
        return _TOKEN.match(self.text, self.at).group(1)

    def next(self):
        match = _TOKEN.match(self.text, self.at)
        self.at = match.end()
        return match.group(1)

    def fail(self, expected):
        raise SbwException(SIGNATURE_SYNTAX, f"signature syntax: {expected} expected at {self.at} of `{self.text}`")

    def expect(self, symbol):
        if self.peek() != symbol:
            self.fail(f"`{symbol}`")
        self.next()

    def name(self):
        token = self.peek()
        return self.next() if token and token[0] not in "{}[]()," else ""

    def arguments(self, close, depth):
        arguments = []
        while self.peek() != close:
            kind = self.type(depth)
            if kind == Type(None):
                self.fail("an argument that is not void")
            arguments.append(kind)
            self.name()
            if self.peek() == ",":
                self.next()
        self.next()
        return tuple(arguments)

    def type(self, depth):
        if depth >= _MAX_DEPTH:
            self.fail("a shallower nesting")
        if self.peek() == "{":
            self.next()
            kind, items = block.LIST, self.arguments("}", depth + 1)
        else:
            word = self.peek()
            if word not in _SCALARS:
                self.fail("a type")
            self.next()
            kind, items = _SCALARS[word], ()
        dimensions = 0
        while self.peek() == "[]":
            self.next()
            dimensions += 1
        return Type(kind, items, dimensions)
