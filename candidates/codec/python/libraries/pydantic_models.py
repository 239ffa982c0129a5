"""pydantic: https://docs.pydantic.dev

Choices: a model for each record. model_validate_json reads; model_dump_json writes, and leaves out fields that the message did not have.
Validation is not strict, the library's default.
"""

import pydantic

from libraries.typed import Typed


def make_class(name, fields):
    made = {}
    for number, (field, type, is_optional) in enumerate(fields):
        usual = None if is_optional else ...
        # A field may have a name that models have for themselves, or that is private in Python.
        is_taken = hasattr(pydantic.BaseModel, field) or field.startswith("_")
        own = f"field_{number}" if is_taken else field
        made[own] = (type, pydantic.Field(usual, alias=field) if is_taken else usual)
    return pydantic.create_model(name, __config__=pydantic.ConfigDict(protected_namespaces=()), **made)


class Models(Typed):
    package = "pydantic"

    def with_class(self, records):
        self.type = records.make(records.root, make_class)
        self.decode = self.type.model_validate_json

    def object(self, plain):
        return self.type.model_validate(plain)

    def plain(self, result):
        return result.model_dump(by_alias=True, exclude_unset=True)

    def encode(self, value):
        return value.model_dump_json(by_alias=True, exclude_unset=True).encode()


CANDIDATES = [Models("python-pydantic", "json")]
