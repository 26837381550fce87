"""Requests out of JSON, strictly: the library takes a list or a text for a message without fields, and drops words that
an enum does not have. `{"choice": []}` would be a move."""

import json
from collections.abc import Sequence
from typing import Any, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from services.api.messages.convert import MalformedMessage

_WORDS: dict[int, type] = {FieldDescriptor.CPPTYPE_STRING: str, FieldDescriptor.CPPTYPE_BOOL: bool}
"""The JSON form of a field of this type; all others are numbers, or texts for numbers."""


def from_json(data: bytes, kind: type[Message]) -> Message:
    """Names that the message does not know are left out, as they are in binary. Raises MalformedMessage."""
    message = kind()
    try:
        given = json.loads(data.decode(), object_pairs_hook=_each_name_once)
        _check_object(given, cast(Descriptor, message.DESCRIPTOR), "")
        return ParseDict(given, message, ignore_unknown_fields=True)
    except ParseError as error:  # says which field holds what it cannot
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name} in JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        where = f": line {error.lineno} column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name} in JSON{where}") from error


def _each_name_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        raise MalformedMessage("", "in JSON a name stands twice")
    return given


def _check_object(given: Any, kind: Descriptor, place: str) -> None:
    if not isinstance(given, dict):
        raise MalformedMessage(place, "in JSON must be an object")
    for name, value in given.items():
        field = kind.fields_by_camelcase_name.get(name) or kind.fields_by_name.get(name)
        if field is None or value is None:
            continue
        within = f"{place}.{field.name}" if place else field.name
        if not field.is_repeated:
            _check_value(value, field, within)
            continue
        if field.message_type and field.message_type.GetOptions().map_entry:
            _check_map(value, field.message_type.fields_by_name["value"], within)
            continue
        if not isinstance(value, list):
            raise MalformedMessage(within, "in JSON must be a list")
        for number, item in enumerate(value):
            _check_value(item, field, f"{within}[{number}]")


def _check_map(given: Any, of: FieldDescriptor, place: str) -> None:
    if not isinstance(given, dict):
        raise MalformedMessage(place, "in JSON must be an object")
    for name, value in given.items():
        _check_value(value, of, f"{place}[{name}]")


def _check_value(value: Any, field: FieldDescriptor, place: str) -> None:
    if field.message_type is None:
        wanted = _WORDS.get(field.cpp_type, (int, float, str))
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise MalformedMessage(place, "in JSON is of another type")
        if field.enum_type and isinstance(value, str) and value not in field.enum_type.values_by_name:
            raise MalformedMessage(place, "no such value")
    elif field.message_type.file.package != "google.protobuf":
        _check_object(value, field.message_type, place)
