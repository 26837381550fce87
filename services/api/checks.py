"""Bounds on every request, whatever method it is for: no request is looked at by anything else before."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from services.api.convert import MalformedMessage

MESSAGE_BYTES_MAX = 256 * 1024
TEXT_MAX = 200
LONGER_TEXTS = {
    "text": 500,
    "url": 2_000,
    "redirect_url": 2_000,
    "authorization_code": 4_000,
    "note": 4_000,
    "description": 2_000,
    "registration_token": 2_000,
    "credential_json": 16_000,
    "passkey_id": 1_400,
}
"""Fields that may hold more than other texts."""
ITEMS_MAX = 200
DIGITS_MAX = 15
"""Of a position in the log: exact in every store of views."""
PAGE_MAX = 100
PAGE_DEFAULT = 50
_UUID = re.compile(r"X{8}-X{4}-X{4}-X{4}-X{12}".replace("X", "[0-9A-Fa-f]"))  # twice as fast as without regard to case


def check(request: Message) -> None:
    """Raises MalformedMessage for a text or list that is too long, a NUL, an id that is none, a number below zero."""
    check_ids(request)
    _message(request)


def check_ids(request: Message) -> None:
    """Raises MalformedMessage for an id that is none."""
    for name in _ids(request.DESCRIPTOR):
        if not _UUID.fullmatch(getattr(request, name)):
            raise MalformedMessage(name, "must be a UUID")


def page_size(asked: int) -> int:
    """What a list gives: the default for 0, never more than the most."""
    return min(asked, PAGE_MAX) or PAGE_DEFAULT


def position(field: str, token: str) -> int:
    """Where a list or stream goes on: what we gave as a token, 0 for none. Raises MalformedMessage."""
    if token and not (token.isdecimal() and token.isascii() and len(token) <= DIGITS_MAX):
        raise MalformedMessage(field, "is none that this method has given")
    return int(token or 0)


@cache
def _ids(request: Descriptor) -> tuple[str, ...]:
    return tuple(name for name in ("request_id", "game_id", "event_id", "club_id") if name in request.fields_by_name)


def _message(message: Message) -> None:
    for field, value in message.ListFields():
        try:
            _check_of(field)(value)
        except MalformedMessage as wrong:  # its place is put together on the way out, for no good request needs one
            raise MalformedMessage(_within(field.name, wrong.field), wrong.problem) from None


def _within(place: str, inner: str) -> str:
    return f"{place}.{inner}" if inner and not inner.startswith("[") else place + inner


@cache
def _check_of(field: FieldDescriptor) -> Callable[[Any], None]:
    """What a field of this kind must hold to; worked out once, since looking at descriptors takes long."""
    if field.message_type and field.message_type.file.package == "google.protobuf":
        return _nothing
    if field.message_type and field.message_type.GetOptions().map_entry:
        key, value = map(_check_of, field.message_type.fields)
        return partial(_entries, key, value)
    if field.message_type:
        one: Callable[[Any], None] = _message
    elif field.enum_type:
        one = partial(_enum, frozenset(field.enum_type.values_by_number))
    elif field.type == FieldDescriptor.TYPE_STRING:  # not of bytes, whose type in C++ is the same
        one = partial(_text, LONGER_TEXTS.get(field.name, TEXT_MAX))
    else:
        one = _number if field.cpp_type in _WHOLE else _nothing
    return partial(_each, one) if field.is_repeated else one


def _nothing(_value: object) -> None:
    """Bounded by the size of the whole message alone."""


def _text(most: int, value: str) -> None:
    if len(value) > most:
        raise MalformedMessage("", f"at most {most} characters")
    if "\0" in value:
        raise MalformedMessage("", "must not hold the character NUL, which PostgreSQL keeps in no text")


def _number(value: int) -> None:
    if value < 0:
        raise MalformedMessage("", "must not be below zero")


def _enum(numbers: frozenset[int], value: int) -> None:
    if value not in numbers:
        raise MalformedMessage("", "no such value")


def _each(one: Callable[[Any], None], values: Sequence[Any]) -> None:
    if len(values) > ITEMS_MAX:
        raise MalformedMessage("", f"at most {ITEMS_MAX} items")
    for place, value in enumerate(values):
        try:
            one(value)
        except MalformedMessage as wrong:
            raise MalformedMessage(_within(f"[{place}]", wrong.field), wrong.problem) from None


def _entries(key: Callable[[Any], None], value: Callable[[Any], None], mapping: Mapping[Any, Any]) -> None:
    if len(mapping) > ITEMS_MAX:
        raise MalformedMessage("", f"at most {ITEMS_MAX} items")
    for name in mapping:
        try:
            key(name)
            value(mapping[name])
        except MalformedMessage as wrong:
            raise MalformedMessage(_within(f"[{str(name)[:TEXT_MAX]}]", wrong.field), wrong.problem) from None


_WHOLE = (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_INT64)
