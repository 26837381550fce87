"""The two forms of a message over HTTP, by their names in content types."""

from collections.abc import Callable
from typing import NamedTuple

from google.protobuf.message import DecodeError, Message

from services.api.convert import MalformedMessage
from services.web.from_json import from_json
from services.web.to_json import to_json


class Form(NamedTuple):
    """`read` raises MalformedMessage."""

    read: Callable[[bytes, type[Message]], Message]
    write: Callable[[Message], bytes]


def _from_binary(data: bytes, kind: type[Message]) -> Message:
    try:
        return kind.FromString(data)
    except DecodeError as error:
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name}") from error


def _to_binary(message: Message) -> bytes:
    return message.SerializeToString()


FORMS = {"proto": Form(_from_binary, _to_binary), "json": Form(from_json, to_json)}
