"""A server's refusals with their reasons, in a form that a program can act on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from turnledger.v1 import play_pb2


@dataclass
class ServiceError(Exception):
    """`reason` is a code to switch on (`BID_NOT_HIGHER`, `VERSION_CONFLICT`), `facts` its figures as text, `legal` what
    the seat may do instead (only where a rule refused a command). `retry_after_s`: None where the server names none.
    `says`: for the person, in the language of the client; `message` is for the developer."""

    code: grpc.StatusCode
    reason: str
    message: str
    facts: Mapping[str, str]
    legal: play_pb2.LegalInstead | None = None
    retry_after_s: float | None = None
    says: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """The facts of a rule's refusal as they are: numbers as numbers, lists as lists."""

    @property
    def may_pass(self) -> bool:
        """The outcome of the request is unknown, or it had none: the same request may be sent again
        (docs/errors.md)."""
        return self.code in _PASSING if self.reason else self.code not in _FINAL

    @property
    def is_limited(self) -> bool:
        """The caller met a limit of the server (`TOO_FAST`)."""
        return self.code == grpc.StatusCode.RESOURCE_EXHAUSTED and bool(self.reason)

    @property
    def stays_open(self) -> bool:
        """The request was not judged: the server is unavailable or busy, or does not know the caller."""
        return self.may_pass or self.is_limited or self.code == grpc.StatusCode.UNAUTHENTICATED

    @property
    def is_signed_out(self) -> bool:
        """The server takes the tokens no more. A proxy's 401, which has no reason, says nothing about them."""
        return self.code == grpc.StatusCode.UNAUTHENTICATED and bool(self.reason)

    def __str__(self) -> str:
        return f"{self.reason or self.code.name}: {self.message}"


def service_error(error: grpc.aio.AioRpcError) -> ServiceError:
    """The error of a call, with its details if it has any."""
    for name, value in error.trailing_metadata() or ():
        if name == _DETAILS and isinstance(value, bytes):
            return error_of_status(Status.FromString(value))
    return ServiceError(error.code(), "", error.details() or "", {})


def error_of_status(status: Status) -> ServiceError:
    found = ServiceError(_CODES[status.code], "", status.message, {})
    for packed in status.details:
        info, legal, retry, says = ErrorInfo(), play_pb2.LegalInstead(), RetryInfo(), LocalizedMessage()
        refusal = play_pb2.Refusal()
        if packed.Unpack(info):
            found.reason, found.facts = info.reason, dict(info.metadata)
        elif packed.Unpack(legal):
            found.legal = legal
        elif packed.Unpack(refusal):
            found.figures = MessageToDict(refusal.facts)
        elif packed.Unpack(retry):
            found.retry_after_s = retry.retry_delay.ToTimedelta().total_seconds()
        elif packed.Unpack(says):
            found.says = says.message
    return found


_DETAILS = "grpc-status-details-bin"
"""The metadata key in which gRPC carries a google.rpc.Status."""
_CODES = {code.value[0]: code for code in grpc.StatusCode}
_PASSING = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
"""The domain of our own errors."""
_FINAL = {
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.OUT_OF_RANGE,
}
"""Errors from a library, a proxy or the network. A broken connection has many other codes: UNAVAILABLE, INTERNAL, and
CANCELLED from a server that stops and has not begun the call (https://github.com/grpc/grpc/issues/41785); a local
cancellation raises asyncio.CancelledError."""
