"""Messages of a script: the JSON of the contract, and what no client of today knows.

{"$unknown": {"name": "hotelGame", "number": 29}} among other fields is a field that came later, with a message in it;
{"$enum": ["TABLE_STATUS_PAUSED", 99]} a value that did; {"$in_s": 3600} a time so many seconds from now.
"""

import json
import struct
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from services.api.messages.to_json import to_json
from services.web.connect_errors import CODES
from turnledger.v1 import accounts_pb2, catalogue_pb2, chat_pb2, history_pb2, lobby_pb2, play_pb2, views_pb2

_PARTS_OF_THE_CONTRACT = (accounts_pb2, catalogue_pb2, chat_pb2, history_pb2, lobby_pb2, play_pb2, views_pb2)
_NUMBERS = {name: number for number, name in CODES.items()}
ENVELOPE = struct.Struct(">BI")
"""What stands before each message of a stream, with Connect as with gRPC: flags, and the message's length in bytes."""
_LENGTH_DELIMITED = 2
_LATER = b"\x08\x01"
"""What stands in a message that came later: its field 1 is 1."""


class Written(NamedTuple):
    """A message in both forms."""

    binary: bytes
    text: bytes


def method_of(name: str) -> MethodDescriptor:
    """`Lobby/CreateTable`. Raises KeyError."""
    service, method = name.split("/")
    return descriptor_pool.Default().FindServiceByName(f"turnledger.v1.{service}").methods_by_name[method]


def read(method: MethodDescriptor, body: bytes, *, is_json: bool) -> dict[str, Any]:
    """A request, by the names of the contract."""
    kind = GetMessageClass(method.input_type)
    message = ParseDict(json.loads(body or b"{}"), kind()) if is_json else kind.FromString(body)
    return MessageToDict(message, preserving_proto_field_name=True)


def write(method: MethodDescriptor, told: dict[str, Any]) -> Written:
    """An answer."""
    later: list[tuple[list[str | int], str, Any]] = []
    known = _known(deepcopy(told), [], later)
    message = ParseDict(known, GetMessageClass(method.output_type)())
    text = json.loads(to_json(message))
    for path, kind, what in later:
        _add_text(text, path, kind, what)
        _add_binary(message, path, kind, what)
    return Written(message.SerializeToString(), json.dumps(text).encode())


def cut_at(how: str, size: int) -> int:
    """Return the number of bytes sent of an envelope with a message of `size` bytes."""
    return 2 if how == "head" else ENVELOPE.size + size // 2


def times_made(told: Any) -> Any:
    """With each {"$in_s": …} as the time that it is now."""
    return _known(deepcopy(told), [], [])


def status(told: dict[str, Any]) -> Status:
    """An error: code, reason, metadata, message, says, retry_after_s, facts, rule, legal; `debug` is of its form."""
    found = Status(code=_NUMBERS[told["code"]], message=told.get("message", ""))
    if "reason" in told:
        found.details.add().Pack(
            ErrorInfo(reason=told["reason"], domain="turnledger", metadata=told.get("metadata", {}))
        )
    if "says" in told:
        found.details.add().Pack(LocalizedMessage(locale="en", message=told["says"]))
    if "legal" in told:
        found.details.add().Pack(ParseDict({"commands": told["legal"]}, play_pb2.LegalInstead()))
    if "facts" in told:
        refusal = {"rule": told.get("rule", ""), "facts": told["facts"]}
        found.details.add().Pack(ParseDict(refusal, play_pb2.Refusal()))
    if "retry_after_s" in told:
        wait = RetryInfo()
        wait.retry_delay.FromTimedelta(timedelta(seconds=told["retry_after_s"]))
        found.details.add().Pack(wait)
    return found


def _known(told: Any, path: list[str | int], later: list[tuple[list[str | int], str, Any]]) -> Any:
    """Without what no client knows, which is added to `later` by its place."""
    if isinstance(told, list):
        return [_known(each, [*path, place], later) for place, each in enumerate(told)]
    if not isinstance(told, dict):
        return told
    if "$in_s" in told:
        return (datetime.now(UTC) + timedelta(seconds=told["$in_s"])).isoformat().replace("+00:00", "Z")
    if "$unknown" in told:
        later.append((path, "field", told.pop("$unknown")))
    found = {}
    for name, value in told.items():
        if isinstance(value, dict) and "$enum" in value:
            later.append(([*path, name], "enum", value["$enum"]))
        else:
            found[name] = _known(value, [*path, name], later)
    return found


def _add_text(text: Any, path: list[str | int], kind: str, what: Any) -> None:
    if kind == "field":
        for step in path:
            text = text[step if isinstance(step, int) else _camel(step)]
        text[what["name"]] = {"later": 1}
        return
    *way, last = path
    for step in way:
        text = text[step if isinstance(step, int) else _camel(step)]
    text[_camel(str(last))] = what[0]


def _add_binary(message: Any, path: list[str | int], kind: str, what: Any) -> None:
    *way, last = [*path, ""] if kind == "field" else path
    for step in way:
        message = message[step] if isinstance(step, int) else getattr(message, step)
    if kind == "enum":
        setattr(message, str(last), what[1])
    else:
        assert isinstance(message, Message)
        message.MergeFromString(_varint(what["number"] << 3 | _LENGTH_DELIMITED) + bytes([len(_LATER)]) + _LATER)


def _varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(rest) if rest else bytes([low])


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(each.title() for each in others)
