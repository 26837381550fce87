"""The two forms of a message over HTTP, by their names in content types."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from google.protobuf.message import DecodeError, Message

from services.api.messages.convert import MalformedMessage
from services.api.messages.encode import Piece
from services.api.messages.to_json import to_json
from services.web.from_json import from_json

Answer: TypeAlias = Message | Piece[Any]


class Form(NamedTuple):
    """`read` raises MalformedMessage."""

    read: Callable[[bytes, type[Message]], Message]
    write: Callable[[Answer], bytes]


def _from_binary(data: bytes, kind: type[Message]) -> Message:
    try:
        return kind.FromString(data)
    except DecodeError as error:
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name}") from error


def _to_binary(answer: Answer) -> bytes:
    return answer.SerializeToString()


def _to_json(answer: Answer) -> bytes:
    return answer.json() if isinstance(answer, Piece) else to_json(answer)


FORMS = {"proto": Form(_from_binary, _to_binary), "json": Form(from_json, _to_json)}
