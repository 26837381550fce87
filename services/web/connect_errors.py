"""Errors as Connect writes them (https://connectrpc.com/docs/protocol#error-codes)."""

from base64 import b64encode
from typing import Any

import grpc
import msgspec
from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.json_format import MessageToDict
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status

CODES = {
    code.value[0]: code.name.lower().replace("cancelled", "canceled") for code in grpc.StatusCode if code.name != "OK"
}
_HTTP_STATUS = {
    "canceled": 499,
    "invalid_argument": 400,
    "deadline_exceeded": 504,
    "not_found": 404,
    "already_exists": 409,
    "permission_denied": 403,
    "resource_exhausted": 429,
    "failed_precondition": 400,
    "aborted": 409,
    "out_of_range": 400,
    "unimplemented": 501,
    "unavailable": 503,
    "unauthenticated": 401,
}
"""500 for all others."""


def error_of(status: Status) -> tuple[int, bytes]:
    """The status of HTTP, and the body."""
    code = CODES[status.code]
    said: dict[str, Any] = {"code": code, "message": status.message}
    if status.details:
        said["details"] = [_detail(each) for each in status.details]
    return _HTTP_STATUS.get(code, 500), msgspec.json.encode(said)


def in_words(packed: PackedMessage) -> dict[str, Any]:
    """Return the content of a detail as JSON (`debug`, in Connect's errors), so that clients of JSON can read a reason
    without protobuf."""
    kind = GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(_name(packed)))
    return MessageToDict(kind.FromString(packed.value), always_print_fields_with_no_presence=True)


def _detail(packed: PackedMessage) -> dict[str, Any]:
    unpadded = b64encode(packed.value).decode().rstrip("=")
    return {"type": _name(packed), "value": unpadded, "debug": in_words(packed)}


def _name(packed: PackedMessage) -> str:
    return packed.type_url.rpartition("/")[2]
