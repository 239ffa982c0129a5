"""msgspec: https://jcristharif.com/msgspec/

Choices: decoders and encoders are kept from message to message. Without types they give dicts; with types Structs, whose absent fields
are UNSET and are not written.
"""

import msgspec

from libraries.plain import Plain
from libraries.typed import Typed

FORMATS = {"json": msgspec.json, "messagepack": msgspec.msgpack}


def make_class(name, fields):
    optional = lambda type: (type | msgspec.UnsetType, msgspec.UNSET)
    required = [(field, type) for field, type, is_optional in fields if not is_optional]
    others = [(field, *optional(type)) for field, type, is_optional in fields if is_optional]
    return msgspec.defstruct(name, required + others, kw_only=True)


class Structs(Typed):
    package = "msgspec"

    def __init__(self, name, format):
        super().__init__(name, format)
        self.module = FORMATS[format]

    def with_class(self, records):
        self.type = records.make(records.root, make_class)
        self.decode = self.module.Decoder(self.type).decode
        self.encode = self.module.Encoder().encode

    def object(self, plain):
        return msgspec.convert(plain, self.type, builtin_types=[bytes])

    def plain(self, result):
        return msgspec.to_builtins(result, builtin_types=[bytes])


CANDIDATES = [
    Plain("python-msgspec", "msgspec", "json", msgspec.json.Decoder().decode, msgspec.json.Encoder().encode),
    Plain("python-msgspec-msgpack", "msgspec", "messagepack", msgspec.msgpack.Decoder().decode, msgspec.msgpack.Encoder().encode),
    Structs("python-msgspec-struct", "json"),
    Structs("python-msgspec-msgpack-struct", "messagepack"),
]
