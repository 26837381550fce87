"""Bounds on every request, whatever method it is for: no request is looked at by anything else before."""

import re
from collections.abc import Callable

from google.protobuf.descriptor import FieldDescriptor
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
    for name, required in _REQUIRED.items():
        if name in request.DESCRIPTOR.fields_by_name:
            required(name, getattr(request, name))
    _walk(request, "")


def page_size(asked: int) -> int:
    """What a list gives: the default for 0, never more than the most."""
    return min(asked, PAGE_MAX) or PAGE_DEFAULT


def _walk(message: Message, path: str) -> None:
    for field, value in message.ListFields():
        at = path + field.name
        if field.message_type and field.message_type.file.package == "google.protobuf":
            continue
        if not field.is_repeated:
            _check_one(field, value, at)
            continue
        if len(value) > ITEMS_MAX:
            raise Malformed(at, f"at most {ITEMS_MAX} items")
        for place, item in enumerate(value):
            _check_one(field, item, f"{at}[{place}]")


def _check_one(field: FieldDescriptor, value: object, at: str) -> None:
    if isinstance(value, Message):
        _walk(value, at + ".")
    elif isinstance(value, str) and len(value) > LONGER_TEXTS.get(field.name, TEXT_MAX):
        raise Malformed(at, f"at most {LONGER_TEXTS.get(field.name, TEXT_MAX)} characters")
    elif isinstance(value, int) and value < 0:
        raise Malformed(at, "must not be below zero")
    elif field.enum_type and value not in field.enum_type.values_by_number:
        raise Malformed(at, "no such value")


def _uuid(name: str, value: str) -> None:
    if not _UUID.fullmatch(value):
        raise Malformed(name, "must be a UUID")


_REQUIRED: dict[str, Callable[[str, str], None]] = {"request_id": _uuid, "game_id": _uuid}
