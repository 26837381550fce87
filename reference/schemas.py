"""Messages of the contract as JSON Schemas (2020-12) of their JSON (https://protobuf.dev/programming-guides/json/).

Nothing is closed: names that a client does not know are passed over, and an enum is a text with the values that are
known (`x-extensible-enum`). Fields of answers are required where the server always writes them. Fields of requests have
the limits that the gate checks (services/api/gate/request_checks.py, required.py)."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from reference import contract
from services.api.gate.request_checks import IDS, ITEMS_MAX, NEW_NAMES, REQUIRED, longest

Schema: TypeAlias = dict[str, Any]
UUID = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
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
    """Return the schemas of all messages and enums by short name. `where`: of references, `#/$defs/`."""
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
        schema |= _needed(message)
        choices = {
            oneof.name: [each.json_name for each in oneof.fields]
            for oneof in message.oneofs
            if contract.is_written(oneof)
        }
        if choices:
            schema["x-oneof"] = choices
        always = [each.json_name for each in message.fields if not each.has_presence]
        if always and message.full_name not in _request_messages():
            schema["required"] = always
        return schema

    def _of_field(self, field: FieldDescriptor) -> Schema:
        told: Schema = {"description": said} if (said := self._description(field)) else {}
        if field.GetOptions().deprecated:
            told["deprecated"] = True
        sent = _holder(field) in _request_messages()
        if _is_map(field):
            most = {"maxProperties": ITEMS_MAX} if sent else {}
            value = _value(field)
            return {
                "type": "object",
                "additionalProperties": self._of_one(value) | _limits(value, sent),
                **most,
                **told,
            }
        if field.is_repeated:
            most = {"maxItems": ITEMS_MAX} if sent else {}
            return {"type": "array", "items": self._of_one(field) | _limits(field, sent), **most, **told}
        return {**self._of_one(field), **_limits(field, sent), **told}

    def _of_one(self, field: FieldDescriptor) -> Schema:
        kind = field.message_type or field.enum_type
        if kind is None:
            return dict(_SCALARS[field.type])
        known = _KNOWN.get(kind.full_name)
        return dict(known) if known else {"$ref": self._where + contract.short(kind.full_name)}

    def _description(self, field: FieldDescriptor) -> str:
        said = contract.comment(field.full_name)
        oneof = field.containing_oneof
        if oneof and contract.is_written(oneof):
            names = ", ".join(f"`{each.json_name}`" for each in oneof.fields)
            said += f" At most one of {names}."
        return said.strip()


def _limits(field: FieldDescriptor, sent: bool) -> Schema:
    """Return the limits of one value in requests, from the checks of the gate."""
    if not sent:
        return {}
    if _is_id(field):
        return {"format": "uuid", "pattern": UUID}
    if field.type == FieldDescriptor.TYPE_STRING:
        return {"maxLength": longest(field)}
    return {"minimum": 0} if field.type == FieldDescriptor.TYPE_INT32 else {}


def _holder(field: FieldDescriptor) -> str:
    """Return the full name of the message that has the field."""
    assert field.containing_type
    return field.containing_type.full_name


def _is_id(field: FieldDescriptor) -> bool:
    """Return whether the gate accepts only a UUID: an id of the request itself, also under its old name."""
    return _holder(field) in _requests() and NEW_NAMES.get(field.name, field.name) in IDS


def _needed(message: Descriptor) -> Schema:
    """Return the fields that a request, or a message within one, must have."""
    names: list[str] = []
    choices: list[list[str]] = []
    if message.full_name in _requests():
        for name in (name for name in IDS if name in message.fields_by_name):
            known_as = [name, *(old for old, new in NEW_NAMES.items() if new == name and old in message.fields_by_name)]
            choices += [known_as] if len(known_as) > 1 else []
            names += known_as if len(known_as) == 1 else []
    for name in _required_in(message):
        oneof = message.oneofs_by_name.get(name)
        if oneof and contract.is_written(oneof):
            choices.append([field.name for field in oneof.fields])
        else:
            names.append(name)
    needed: Schema = {"required": [_json_name(message, name) for name in names]} if names else {}
    if choices:
        needed["allOf"] = [
            {"anyOf": [{"required": [_json_name(message, name)]} for name in choice]} for choice in choices
        ]
    return needed


def _required_in(message: Descriptor) -> list[str]:
    """Return the names that every request requires of the message."""
    if message.full_name in _requests():
        return [path for path in REQUIRED.get(message.name, ()) if "." not in path]
    found: dict[str, None] = {}
    for request in (each for each in contract.messages() if each.full_name in _requests()):
        for path in REQUIRED.get(request.name, ()):
            holder, _, name = path.rpartition(".")
            if holder and request.fields_by_name[holder].message_type == message:
                found[name] = None
    return list(found)


def _json_name(message: Descriptor, name: str) -> str:
    return str(message.fields_by_name[name].json_name)


@cache
def _requests() -> frozenset[str]:
    """Full names of the requests themselves."""
    return frozenset(method.input_type.full_name for service in contract.services() for method in service.methods)


@cache
def _request_messages() -> frozenset[str]:
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
