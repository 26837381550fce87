"""Requests out of JSON, strictly: the library takes a list or a text for a message without fields, and drops words that
an enum does not have. `{"choice": []}` would be a move.

Nearly every request has objects, texts, whole numbers and words only. These are read here, at a third of the library's
cost. The library reads every other request, and explains what is wrong with one.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from services.api.messages.convert import MalformedMessage

_WORDS: dict[int, type] = {FieldDescriptor.CPPTYPE_STRING: str, FieldDescriptor.CPPTYPE_BOOL: bool}
"""The JSON form of a field of this type; all others are numbers, or texts for numbers."""
_PLAIN: Mapping[int, type] = {
    FieldDescriptor.TYPE_STRING: str,
    FieldDescriptor.TYPE_BOOL: bool,
    FieldDescriptor.TYPE_INT32: int,
    FieldDescriptor.TYPE_INT64: int,
}
"""Types of fields whose values are taken as they come out of JSON."""


class _Unusual(Exception):
    """The request has something that the library reads."""


_Reader: TypeAlias = Callable[[Any], Any]
"""Turns a value in JSON into an argument of a message's constructor. Raises _Unusual."""


def from_json(data: bytes, kind: type[Message]) -> Message:
    """Names that the message does not know are left out, as they are in binary. Raises MalformedMessage."""
    try:
        given = json.loads(data.decode(), object_pairs_hook=_each_name_once)
        usual = _usual(given, kind)
        return by_library(given, kind) if usual is None else usual
    except (ValueError, RecursionError) as error:
        where = f": line {error.lineno} column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name} in JSON{where}") from error


def by_library(given: Any, kind: type[Message]) -> Message:
    """Read any request; the reference for those that are read here. Raises MalformedMessage, ValueError."""
    message = kind()
    _check_object(given, cast(Descriptor, message.DESCRIPTOR), "")
    try:
        return ParseDict(given, message, ignore_unknown_fields=True)
    except ParseError as error:  # says which field holds what it cannot
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name} in JSON: {error}") from error


def _usual(given: Any, kind: type[Message]) -> Message | None:
    """Return None for a request that the library reads."""
    try:
        return kind(**_object(cast(Descriptor, kind.DESCRIPTOR))(given))
    except (_Unusual, ValueError):  # ValueError: a number is out of range, or a text is not Unicode
        return None


@cache
def _object(kind: Descriptor) -> _Reader:
    fields = {name: (field.name, _place(field), _value(field)) for field in kind.fields for name in _names(field)}

    def read(given: Any) -> dict[str, Any]:
        if type(given) is not dict:
            raise _Unusual
        members, places = dict[str, Any](), set[str]()
        for name, value in given.items():
            known = fields.get(name)
            if known is not None:
                field, place, reader = known
                if place in places:
                    raise _Unusual
                places.add(place)
                members[field] = reader(value)
            elif name.startswith("["):  # the name of an extension
                raise _Unusual
        return members

    return read


def _names(field: FieldDescriptor) -> tuple[str, str]:
    return field.json_name, field.name


def _place(field: FieldDescriptor) -> str:
    """Return a name that the fields of a oneof share: one of them may have a value."""
    return str(field.containing_oneof.name if field.containing_oneof else field.name)


def _value(field: FieldDescriptor) -> _Reader:
    if field.message_type and field.message_type.GetOptions().map_entry:
        key, value = field.message_type.fields
        return _map(_one(value)) if key.type == FieldDescriptor.TYPE_STRING and not value.message_type else _unusual
    return _list(_one(field)) if field.is_repeated else _one(field)


def _one(field: FieldDescriptor) -> _Reader:
    kind = field.message_type
    if kind:
        return _unusual if kind.file.package == "google.protobuf" else lambda value: _object(kind)(value)
    if field.enum_type:
        return _word({name: value.number for name, value in field.enum_type.values_by_name.items()})
    return _plain(_PLAIN[field.type]) if field.type in _PLAIN else _unusual


def _unusual(_: Any) -> Any:
    raise _Unusual


def _plain(kind: type) -> _Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _Unusual
        return value

    return read


def _word(numbers: Mapping[str, int]) -> _Reader:
    def read(value: Any) -> int:
        if type(value) is not str or value not in numbers:
            raise _Unusual
        return numbers[value]

    return read


def _list(reader: _Reader) -> _Reader:
    def read(values: Any) -> list[Any]:
        if type(values) is not list:
            raise _Unusual
        return [reader(value) for value in values]

    return read


def _map(reader: _Reader) -> _Reader:
    def read(values: Any) -> dict[str, Any]:
        if type(values) is not dict:
            raise _Unusual
        return {name: reader(value) for name, value in values.items()}

    return read


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
