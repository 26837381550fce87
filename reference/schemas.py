"""Messages of the contract as JSON Schemas (2020-12) of their JSON (https://protobuf.dev/programming-guides/json/).

Nothing is closed: names that a client does not know are passed over, and an enum is a text with the values that are
known (`x-extensible-enum`). What only answers have is required where the server always writes it."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from reference import contract

Schema: TypeAlias = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_KNOWN: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
    "google.protobuf.FieldMask": {"type": "string", "description": "Names of fields in camelCase, with commas."},
    "google.protobuf.Struct": {"type": "object"},
    "google.rpc.Status": {
        "type": "object",
        "properties": {
            "code": {"type": "integer"},
            "message": {"type": "string"},
            "details": {"type": "array", "items": {"type": "object"}},
        },
    },
}
_SCALARS: Mapping[int, Schema] = {
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
    FieldDescriptor.TYPE_DOUBLE: {"type": "number", "format": "double"},
    FieldDescriptor.TYPE_FLOAT: {"type": "number", "format": "float"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptor.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    FieldDescriptor.TYPE_INT64: {"type": "string", "format": "int64"},
    FieldDescriptor.TYPE_UINT64: {"type": "string", "format": "uint64"},
}
"""JSON writes whole numbers of 64 bits as texts."""


def schemas(where: str) -> dict[str, Schema]:
    """By short name, all messages and enums. `where`: of references, `#/$defs/`."""
    made = _Schemas(where)
    found = {contract.short(each.full_name): made.of_enum(each) for each in contract.enums()}
    found |= {contract.short(each.full_name): made.of_message(each) for each in contract.messages()}
    return dict(sorted(found.items()))


def text() -> str:
    """The file."""
    whole = {"$schema": DIALECT, "title": "Messages of turnledger.v1 as JSON", "$defs": schemas("#/$defs/")}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


class _Schemas:
    def __init__(self, where: str) -> None:
        self._where = where

    def of_enum(self, enum: EnumDescriptor) -> Schema:
        values = {value.name: contract.comment(f"{enum.full_name}.{value.name}") for value in enum.values}
        lines = [contract.comment(enum.full_name), *(f"- `{name}`: {said}" for name, said in values.items())]
        return {"type": "string", "description": "\n".join(lines).strip(), "x-extensible-enum": list(values)}

    def of_message(self, message: Descriptor) -> Schema:
        schema: Schema = {"type": "object"}
        if said := contract.comment(message.full_name):
            schema["description"] = said
        if message.fields:
            schema["properties"] = {each.json_name: self._of_field(each) for each in message.fields}
        choices = {
            oneof.name: [each.json_name for each in oneof.fields]
            for oneof in message.oneofs
            if contract.is_written(oneof)
        }
        if choices:
            schema["x-oneof"] = choices
        always = [each.json_name for each in message.fields if not each.has_presence]
        if always and message.full_name not in _sent():
            schema["required"] = always
        return schema

    def _of_field(self, field: FieldDescriptor) -> Schema:
        told = {"description": said} if (said := self._said(field)) else {}
        if _is_map(field):
            return {"type": "object", "additionalProperties": self._of_one(_value(field)), **told}
        if field.is_repeated:
            return {"type": "array", "items": self._of_one(field), **told}
        return {**self._of_one(field), **told}

    def _of_one(self, field: FieldDescriptor) -> Schema:
        kind = field.message_type or field.enum_type
        if kind is None:
            return dict(_SCALARS[field.type])
        known = _KNOWN.get(kind.full_name)
        return dict(known) if known else {"$ref": self._where + contract.short(kind.full_name)}

    def _said(self, field: FieldDescriptor) -> str:
        said = contract.comment(field.full_name)
        oneof = field.containing_oneof
        if oneof and contract.is_written(oneof):
            names = ", ".join(f"`{each.json_name}`" for each in oneof.fields)
            said += f" At most one of {names}."
        return said.strip()


@cache
def _sent() -> frozenset[str]:
    """Full names of what a request may hold."""
    requests = [method.input_type for service in contract.services() for method in service.methods]
    return frozenset(_reachable(requests))


def _reachable(messages: Iterable[Descriptor]) -> set[str]:
    found: set[str] = set()
    waiting = list(messages)
    while waiting:
        message = waiting.pop()
        if message.full_name not in found:
            found.add(message.full_name)
            waiting += [field.message_type for field in message.fields if field.message_type]
    return found


def _is_map(field: FieldDescriptor) -> bool:
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def _value(field: FieldDescriptor) -> FieldDescriptor:
    assert field.message_type
    return field.message_type.fields_by_name["value"]
