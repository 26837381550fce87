"""Commands over Connect as nearly every client sends them: one POST, packed as protobuf or JSON and nothing else.

They are answered here, at a third of what the library's way costs; a call that asks for more (streams, reads, which may
wait and are ended with their caller, gRPC-Web, packed bodies, calls of other sites' pages) goes that way, and has the
same answers (https://connectrpc.com/docs/protocol).
"""

import asyncio
import gzip
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, TypeAlias

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message_factory import GetMessageClass
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from services.api.messages.convert import MalformedMessage
from services.web.connect_errors import error_of
from services.web.context import Context, status_for
from services.web.forms import FORMS

Handler: TypeAlias = Any
Headers: TypeAlias = Mapping[bytes, bytes]
PACKED_LEVEL, PACKED_FROM = 6, 1024
"""Level of gzip, and the size from which an answer is compressed for clients that accept it: a smaller one fits one
packet anyway."""
_MORE = frozenset({b"content-encoding", b"transfer-encoding"})
_DIGITS_MAX = 10
_NO_TIMEOUT = nullcontext()


class Direct:
    """`services`: handlers by method, by the full name of their service. `otherwise`: what answers all other calls.
    `headers`: of every answer. `other_sites`: whether pages of other sites may call."""

    def __init__(
        self,
        services: Mapping[str, Mapping[str, Handler]],
        otherwise: ASGIApp,
        *,
        bytes_max: int,
        headers: Mapping[str, str],
        other_sites: bool,
    ) -> None:
        find = descriptor_pool.Default().FindServiceByName
        self._methods = {
            f"/{service}/{name}": (GetMessageClass(method.input_type), handler.unary_unary)
            for service, handlers in services.items()
            for name, handler in handlers.items()
            if _is_command(method := find(service).methods_by_name[name])
        }
        self._otherwise, self._bytes_max, self._other_sites = otherwise, bytes_max, other_sites
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = self._methods.get(scope.get("path", "")) if scope["type"] == "http" else None
        headers = dict(scope["headers"]) if method and scope["method"] == "POST" else {}
        form = _FORMS.get(headers.get(b"content-type", b""))
        if method is None or form is None or not self._is_plain(headers):
            await self._otherwise(scope, receive, send)
            return
        languages = headers.get(b"accept-language", b"").decode()
        kind, work = method
        left_s = _left_s(headers)
        context = _context(scope, left_s)
        try:
            async with asyncio.timeout(left_s) if left_s else _NO_TIMEOUT:
                body = await self._body(receive)
                answer = await work(form.read(body, kind), context)
            status, written, content = 200, form.write(answer), headers[b"content-type"]
        except ClientDisconnect:
            return
        except Exception as failure:
            status, written = error_of(status_for(failure, languages))
            content = b"application/json"
        takes_gzip = b"gzip" in headers.get(b"accept-encoding", b"")
        await self._answer(send, status, content, written, takes_gzip, _metadata(context))

    def _is_plain(self, headers: Headers) -> bool:
        return (
            _MORE.isdisjoint(headers)
            and headers.get(b"connect-protocol-version", b"1") == b"1"
            and _is_number(headers.get(b"connect-timeout-ms", b"0"))
            and not (self._other_sites and b"origin" in headers)
            and b";" not in headers.get(b"accept-encoding", b"")
            and b"".join(headers.values()).isascii()
        )

    async def _body(self, receive: Receive) -> bytes:
        """Raises MalformedMessage for one that is too large, ClientDisconnect."""
        chunks, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            chunks.append(message.get("body", b""))
            size, more = size + len(chunks[-1]), message.get("more_body", False)
            if size > self._bytes_max:
                raise MalformedMessage("", f"more than {self._bytes_max} bytes")
        return chunks[0] if len(chunks) == 1 else b"".join(chunks)

    async def _answer(
        self, send: Send, status: int, kind: bytes, body: bytes, takes_gzip: bool, metadata: list[tuple[bytes, bytes]]
    ) -> None:
        packed = takes_gzip and len(body) >= PACKED_FROM
        if packed:
            body = gzip.compress(body, compresslevel=PACKED_LEVEL)
        headers = [
            (b"content-type", kind),
            (b"content-encoding", b"gzip" if packed else b"identity"),
            (b"vary", b"Accept-Encoding, Origin"),
            (b"content-length", b"%d" % len(body)),
            *self._headers,
            *metadata,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _is_command(method: MethodDescriptor) -> bool:
    """Methods with one answer that never wait for other callers."""
    reads = method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    return not (reads or method.server_streaming or method.client_streaming)


def _context(scope: Scope, left_s: float | None) -> Context:
    metadata = tuple([(name.decode(), value.decode()) for name, value in scope["headers"]])
    client = scope.get("client")
    return Context(metadata, left_s, f"{client[0]}:{client[1]}" if client else None)


def _metadata(context: Context) -> list[tuple[bytes, bytes]]:
    """In headers: Connect's form of trailing metadata of a single answer."""
    said = [*context.headers, *((f"trailer-{name}", value) for name, value in context.trailers)]
    return [(name.encode(), value.encode()) for name, value in said]


def _left_s(headers: Headers) -> float | None:
    """Return how long the caller waits; None where it does not say, which 0 means too."""
    return int(headers.get(b"connect-timeout-ms", b"0")) / 1000 or None


def _is_number(said: bytes) -> bool:
    return said.isdigit() and len(said) <= _DIGITS_MAX


_FORMS = {f"application/{name}".encode(): form for name, form in FORMS.items()}
