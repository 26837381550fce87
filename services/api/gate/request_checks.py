"""Bounds on every request, its required fields and the old names of its fields: the gate checks them before anything
else reads the request."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from services.api.messages.convert import MalformedMessage

MESSAGE_BYTES_MAX = 256 * 1024
TEXT_MAX = 200
LONGER_TEXTS = {
    "text": 500,
    "url": 2_000,
    "redirect_url": 2_000,
    "authorization_code": 4_000,
    "authorization_query": 4_000,
    "note": 4_000,
    "description": 2_000,
    "registration_token": 2_000,
    "credential_json": 16_000,
    "passkey_id": 1_400,
}
"""Fields that may hold more than other texts."""
ITEMS_MAX = 200
DIGITS_MAX = 15
"""The greatest position in the log that every view store can hold exactly."""
PAGE_MAX = 100
PAGE_DEFAULT = 50
IDS = ("request_id", "game_id", "tournament_id", "club_id")
"""Fields of requests that hold a UUID and must be there."""
_UUID = re.compile(r"X{8}-X{4}-X{4}-X{4}-X{12}".replace("X", "[0-9A-Fa-f]"))  # twice as fast as without regard to case


def check(request: Message) -> None:
    """Raise MalformedMessage for a text or list that is too long, a NUL, an invalid id, a negative number or a missing
    field."""
    check_ids(request)
    check_required(request)
    _message(request)


def check_ids(request: Message) -> None:
    """Raise MalformedMessage for an invalid id."""
    for name in _ids(request.DESCRIPTOR):
        if not _UUID.fullmatch(getattr(request, name)):
            raise MalformedMessage(name, "must be a UUID")


def page_size(asked: int) -> int:
    """Return the page size: the default for 0, at most the maximum."""
    return min(asked, PAGE_MAX) or PAGE_DEFAULT


def position(field: str, token: str) -> int:
    """Return the position at which a list or stream continues, from our page token; 0 without one. Raises
    MalformedMessage."""
    if token and not (token.isdecimal() and token.isascii() and len(token) <= DIGITS_MAX):
        raise MalformedMessage(field, "is none that this method has given")
    return int(token or 0)


@cache
def _ids(request: Descriptor) -> tuple[str, ...]:
    return tuple(name for name in IDS if name in request.fields_by_name)


def longest(field: FieldDescriptor) -> int:
    """Return how many characters a text may have."""
    return LONGER_TEXTS.get(field.name, TEXT_MAX)


def _message(message: Message) -> None:
    for field, value in message.ListFields():
        try:
            _check_of(field)(value)
        except MalformedMessage as wrong:  # the path is built only for an error: valid requests do not need it
            raise MalformedMessage(_within(field.name, wrong.field), wrong.problem) from None


def _within(place: str, inner: str) -> str:
    return f"{place}.{inner}" if inner and not inner.startswith("[") else place + inner


@cache
def _check_of(field: FieldDescriptor) -> Callable[[Any], None]:
    """Return the limits of a field of this kind; cached, because reading descriptors is slow."""
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
        one = partial(_text, longest(field))
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


REQUIRED: Mapping[str, tuple[str, ...]] = {
    "ActRequest": ("action", "vote.agree"),
    "AnswerPuzzleRequest": ("choice",),
    "ChooseColourRequest": ("seat",),
    "ClearSeatRequest": ("seat",),
    "CreateClubRequest": ("profile",),
    "CreateTournamentRequest": ("terms",),
    "DecideClubRequest": ("decision",),
    "DecideTournamentRequest": ("decision",),
    "ListCommandsRequest": ("expected_version", "option"),
    "SetGameQuietRequest": ("quiet",),
    "SetListedRequest": ("listed",),
    "SetReadyRequest": ("ready",),
    "SetTargetRequest": ("target", "target.address"),
    "SubmitRequest": ("move", "choice.option", "choice.number"),
}
"""Names of fields and oneofs by request. A dotted name is required where the message before the dot is present. A
SessionRequest is not here: its commands are refused one by one."""


def check_required(request: Message) -> None:
    """Raise MalformedMessage for a required field that is absent."""
    for path in REQUIRED.get(request.DESCRIPTOR.name, ()):
        holder, _, name = path.rpartition(".")
        if holder and not request.HasField(holder):
            continue
        within = getattr(request, holder) if holder else request
        if within.HasField(name):
            continue
        problem = "must be there"
        if name in within.DESCRIPTOR.oneofs_by_name:
            problem = "none is set, or one that this server does not know"
        raise MalformedMessage(path, problem)


NEW_NAMES: Mapping[str, str] = {"event_id": "tournament_id", "after_event_id": "after_tournament_id"}
"""The new name of each field that was renamed in requests."""


def fill_new_names(request: Message) -> None:
    """Copy the value of each deprecated field to the field that replaces it. Raises MalformedMessage where both have a
    value and differ."""
    for old, new in _renamed(request.DESCRIPTOR):
        old_value, new_value = getattr(request, old), getattr(request, new)
        if old_value and new_value and old_value != new_value:
            raise MalformedMessage(old, f"is the old name of {new}, and has another value")
        if old_value:
            setattr(request, new, old_value)


@cache
def _renamed(request: Descriptor) -> tuple[tuple[str, str], ...]:
    return tuple((old, new) for old, new in NEW_NAMES.items() if old in request.fields_by_name)
