"""uvicorn's HTTP/1.1 with limits on data before any handler sees it. uvicorn itself keeps every header, and waits for
the rest of a request as long as the connection is open. It also loses the body of clients that offer another protocol,
as Java's HttpClient does with each request (`upgrade: h2c`)."""

from asyncio import TimerHandle, Transport
from typing import Any

from httptools import HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

HEAD_BYTES_MAX = 64 * 1024
"""Limit of all bytes outside the body: request line and headers, chunk framing, trailers."""
_AROUND_HEADER = len(": \r\n")
REQUEST_S = 30.0
"""Time limits from the first byte of a request to its last, and from the opening of a connection to its first
request."""


class _HeadTooLarge(Exception):
    """Ends the reading: the parser goes no further."""


class BoundedProtocol(HttpToolsProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.parser = _StayingParser(self)
        self._head_bytes = 0
        """Received since something of use came: a whole head, a part of a body, the end of a request."""
        self._head_size = 0
        """The bytes of the current head, which may arrive all at once and with more after it."""
        self._due: TimerHandle | None = None
        """Set while the rest of a request is waited for."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        if self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        super().data_received(data)
        if self._head_bytes > HEAD_BYTES_MAX and not self.transport.is_closing():
            self._refuse(431)

    def on_message_begin(self) -> None:
        self._head_size = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._head_size += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_size += len(name) + len(value) + _AROUND_HEADER
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.is_offered_more():
            return
        if self._head_size > HEAD_BYTES_MAX:
            raise _HeadTooLarge
        self._head_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self.is_offered_more():
            return
        self._head_bytes = 0
        self._wait_no_longer()
        super().on_message_complete()

    def is_offered_more(self) -> bool:
        """Another protocol, by a header; CONNECT asks for one too, and is refused."""
        return bool(self.parser.should_upgrade()) and self.parser.get_method() != b"CONNECT"

    def stay(self) -> None:
        """Parse the head again, without the client's offer of another protocol. The following bytes are its body."""
        lines = [b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())]
        lines += [b"%s: %s" % header for header in self.headers if header[0] != b"upgrade"]
        self.parser = _StayingParser(self)
        self.parser.feed_data(b"\r\n".join(lines) + b"\r\n\r\n")

    def send_400_response(self, msg: str) -> None:
        """uvicorn's answer to all input that the parser refuses, including our own refusal in it."""
        self._refuse(431 if self._head_size > HEAD_BYTES_MAX else 400)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body and not self.cycle.response_complete:  # of the next request, which came before its turn
            self._wait()

    def _wait(self) -> None:
        self._wait_no_longer()
        self._due = self.loop.call_later(REQUEST_S, self._too_late)

    def _wait_no_longer(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    def _too_late(self) -> None:
        self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Says why, where no answer has begun, and ends the connection."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class _StayingParser(HttpRequestParser):
    """Stays with HTTP/1.1, as a server may (RFC 9110, 7.8). httptools takes what follows the head of an offer for
    something else than a body, and nothing can tell it otherwise."""

    def __init__(self, protocol: BoundedProtocol) -> None:
        super().__init__(protocol)
        self.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self._protocol = protocol

    def feed_data(self, data: Any) -> None:
        parser: HttpRequestParser = self
        rest = memoryview(data)
        while rest:
            try:
                return HttpRequestParser.feed_data(parser, rest)
            except HttpParserUpgrade as offer:
                if not self._protocol.is_offered_more():
                    raise
                (begin,) = offer.args
                self._protocol.stay()
                parser, rest = self._protocol.parser, rest[begin:]
        return None
