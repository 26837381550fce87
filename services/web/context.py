"""The context for handlers written for grpc.aio when a call comes over HTTP."""

import asyncio
from typing import Any, NoReturn, TypeAlias

import grpc
from google.rpc.status_pb2 import Status

from services.api.gate.status import status_of

Metadata: TypeAlias = tuple[tuple[str, str], ...]


class Aborted(grpc.aio.AbortError):
    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


class Context:
    """The part of grpc.aio.ServicerContext that our handlers use. `left_s`: seconds that the caller waits from now on,
    None where it does not say; `address`: HOST:PORT of the caller, if known."""

    def __init__(self, metadata: Metadata, left_s: float | None, address: str | None) -> None:
        self._metadata, self._address = metadata, address
        self.headers, self.trailers = list[tuple[str, str]](), list[tuple[str, str]]()
        """Metadata before and after the answer; names are lower case."""
        self._ends = None if left_s is None else _now() + left_s

    def invocation_metadata(self) -> Metadata:
        return self._metadata

    def time_remaining(self) -> float | None:
        return None if self._ends is None else max(self._ends - _now(), 0.0)

    def peer(self) -> str:
        return f"http:{self._address}" if self._address else "http"

    async def send_initial_metadata(self, metadata: Metadata) -> None:
        self.headers += metadata

    def set_trailing_metadata(self, metadata: Metadata) -> None:
        self.trailers += metadata

    async def abort_with_status(self, status: Any) -> NoReturn:
        packed = dict(status.trailing_metadata or ()).get("grpc-status-details-bin", b"")
        details = Status.FromString(packed).details
        raise Aborted(Status(code=status.code.value[0], message=status.details, details=details))


def status_for(failure: Exception, languages: str = "") -> Status:
    """Return the error that the caller may see: an abort unchanged, of any other error only that it happened."""
    return failure.status if isinstance(failure, Aborted) else status_of(failure, languages)


def _now() -> float:
    return asyncio.get_running_loop().time()
