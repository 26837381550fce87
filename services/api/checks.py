"""Bounds on every request, whatever method it is for: no request is looked at by anything else before."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from services.api.convert import Malformed

MESSAGE_BYTES_MAX = 256 * 1024
TEXT_MAX = 200
LONGER_TEXTS = {"text": 500}
"""Fields that may hold more than other texts."""
ITEMS_MAX = 200
PAGE_MAX = 100
PAGE_DEFAULT = 50
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


def check(request: Message) -> None:
    """Raises Malformed for a text or list that is too long, an id that is none, a number below zero."""
    for name in _ids(request.DESCRIPTOR):
        if not _UUID.fullmatch(getattr(request, name)):
            raise Malformed(name, "must be a UUID")
    _walk(request, "")


def page_size(asked: int) -> int:
    """What a list gives: the default for 0, never more than the most."""
    return min(asked, PAGE_MAX) or PAGE_DEFAULT


@cache
def _ids(request: Descriptor) -> tuple[str, ...]:
    return tuple(name for name in ("request_id", "game_id") if name in request.fields_by_name)


def _walk(message: Message, path: str) -> None:
    for field, value in message.ListFields():
        _check_of(field)(value, path + field.name)


@cache
def _check_of(field: FieldDescriptor) -> Callable[[Any, str], None]:
    """What a field of this kind must hold to; worked out once, since looking at descriptors takes long."""
    if field.message_type and field.message_type.file.package == "google.protobuf":
        return _nothing
    if field.message_type:
        one: Callable[[Any, str], None] = _message
    elif field.enum_type:
        one = partial(_enum, frozenset(field.enum_type.values_by_number))
    elif field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        one = partial(_text, LONGER_TEXTS.get(field.name, TEXT_MAX))
    else:
        one = _number if field.cpp_type in _WHOLE else _nothing
    return partial(_each, one) if field.is_repeated else one


def _nothing(_value: object, _at: str) -> None:
    """Bounded by the size of the whole message alone."""


def _message(value: Message, at: str) -> None:
    _walk(value, at + ".")


def _text(most: int, value: str, at: str) -> None:
    if len(value) > most:
        raise Malformed(at, f"at most {most} characters")


def _number(value: int, at: str) -> None:
    if value < 0:
        raise Malformed(at, "must not be below zero")


def _enum(numbers: frozenset[int], value: int, at: str) -> None:
    if value not in numbers:
        raise Malformed(at, "no such value")


def _each(one: Callable[[Any, str], None], values: Sequence[Any], at: str) -> None:
    if len(values) > ITEMS_MAX:
        raise Malformed(at, f"at most {ITEMS_MAX} items")
    for place, value in enumerate(values):
        one(value, f"{at}[{place}]")


_WHOLE = (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64)
