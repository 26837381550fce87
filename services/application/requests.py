"""Which requests of a game were answered by which events: as a process remembers them, and packed beside a snapshot.

Packed, a request is a record of fixed length that is found by its key among thousands without reading them.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from struct import Struct as Layout
from typing import TypeAlias

from msgspec import Struct

DIGITS = 32
"""Of a command's digest that are kept: 128 bits."""
_RECORD = Layout(f">16sII{DIGITS // 2}s")


_SAID_BY_THE_SERVER = re.compile(rb',"guest":true|,"device_keys":\[[0-9a-f",]*\]')
"""Of who sits down (TakeSeat), at that moment."""


def meant(command: bytes) -> bytes:
    """What a request asked for: the same when a guest's is sent again after the account got a name or a key."""
    return _SAID_BY_THE_SERVER.sub(b"", command)


class Span(Struct, frozen=True, gc=False):
    """Where one command stands in the stream: its first and last version, and the digest of its bytes."""

    first: int
    last: int
    digest: str


class Asked(Struct, gc=False):
    """A command that stands in the stream. Its digest is made when somebody asks: nearly nobody does."""

    first: int
    last: int
    command: bytes

    @property
    def span(self) -> Span:
        return Span(self.first, self.last, sha256(meant(self.command)).hexdigest()[:DIGITS])


RequestKey: TypeAlias = tuple[str, str]
"""Actor and request id: nobody is answered with what another one asked."""


def pack_requests(asked: Iterable[tuple[RequestKey, Asked]]) -> bytes:
    return b"".join(_pack(*key, each.span) for key, each in asked)


def find_request(packed: bytes, actor: str, request_id: str) -> Span | None:
    """In records one after the other."""
    key = _key(actor, request_id)
    at = packed.find(key)
    while at % _RECORD.size and at >= 0:
        at = packed.find(key, at + 1)
    if at < 0:
        return None
    _, first, last, digest = _RECORD.unpack_from(packed, at)
    return Span(first, last, digest.hex())


def _pack(actor: str, request_id: str, span: Span) -> bytes:
    return _RECORD.pack(_key(actor, request_id), span.first, span.last, bytes.fromhex(span.digest))


def _key(actor: str, request_id: str) -> bytes:
    return sha256(f"{actor}\0{request_id}".encode()).digest()[:16]
