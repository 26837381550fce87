"""Answers in JSON (https://protobuf.dev/programming-guides/json/), zeros included, by a table a message type: the
library's own printer looks at descriptors for each field of each message again, which takes several times as long."""

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

_LIBRARY = "google.protobuf"
"""Times, masks and free-form objects have a form of their own in JSON, which the library knows."""
_TEXT_IN_JSON = frozenset({FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64})
Convert: TypeAlias = Callable[[Any], Any]


def to_json(message: Message) -> bytes:
    """Return one line. Fields without presence are written with their zeros, because seats count from 0."""
    return msgspec.json.encode(_object(message))


class _Table(NamedTuple):
    """`zeros`: of the fields that cannot say whether they are set. `fields`: the name of each, and what makes its value
    one of JSON; None where it is one."""

    zeros: dict[str, Any]
    fields: dict[FieldDescriptor, tuple[str, Convert | None]]


def _object(message: Message) -> dict[str, Any]:
    zeros, fields = _table(message.DESCRIPTOR)
    told = zeros.copy()
    for field, value in message.ListFields():
        name, convert = fields[field]
        told[name] = convert(value) if convert else value
    return told


@cache
def _table(kind: Descriptor) -> _Table:
    return _Table(
        {each.json_name: _zero(each) for each in kind.fields if each.is_repeated or not each.has_presence},
        {each: (each.json_name, _converting(each)) for each in kind.fields},
    )


def _zero(field: FieldDescriptor) -> Any:
    if _is_map(field):
        return {}
    if field.is_repeated:
        return []
    convert = _of_one(field)
    return convert(field.default_value) if convert else field.default_value


def _converting(field: FieldDescriptor) -> Convert | None:
    if _is_map(field):
        return _of_map(_of_one(field.message_type.fields_by_name["value"]))  # type: ignore[union-attr]
    each = _of_one(field)
    if not field.is_repeated:
        return each
    return (lambda values: [each(value) for value in values]) if each else list


def _is_map(field: FieldDescriptor) -> bool:
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def _of_map(each: Convert | None) -> Convert:
    """Keys are texts in JSON; msgspec writes whole numbers as texts there by itself."""
    return (lambda values: {key: each(value) for key, value in values.items()}) if each else dict


def _of_one(field: FieldDescriptor) -> Convert | None:
    if field.message_type:
        return MessageToDict if field.message_type.file.package == _LIBRARY else _object
    if field.enum_type:
        names = {value.number: value.name for value in field.enum_type.values}
        return lambda number: names.get(number, number)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda value: b64encode(value).decode()
    return str if field.cpp_type in _TEXT_IN_JSON else None
