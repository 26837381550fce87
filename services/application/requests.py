"""Processed requests of a game with the events that answered them: in memory, and packed next to a snapshot.

Packed, a request is a record of fixed length that is found by its key among thousands without reading them.
"""

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from struct import Struct as Layout
from typing import Any, TypeAlias

from msgspec import Struct

from domain.history.codec import canonical_command
from domain.kernel.device_keys import DeviceSignature, Signed, command_message
from domain.kernel.messages import Command
from domain.table.aggregate import Aggregate
from domain.table.messages import TableCommand
from services.store.interface import Request

DIGITS = 32
"""The digits of a command's digest that are stored: 128 bits."""
_RECORD = Layout(f">16sII{DIGITS // 2}s")


_SAID_BY_THE_SERVER = re.compile(rb',"guest":true|,"program":true|,"device_keys":\[[0-9a-f",]*\]')
"""Fields that the server adds to a command (TakeSeat) at that moment."""


def meant(command: bytes) -> bytes:
    """Return the bytes that identify a request. They stay the same if a guest's request is sent again after the account
    got a name or a key."""
    return _SAID_BY_THE_SERVER.sub(b"", command)


class EventRange(Struct, frozen=True, gc=False):
    """The range of one command in the stream: its first and last version, and the digest of its bytes."""

    first: int
    last: int
    digest: str


class ProcessedRequest(Struct, gc=False):
    """A command in the stream. Its digest is computed on demand, because it is rarely needed."""

    first: int
    last: int
    command: bytes

    @property
    def span(self) -> EventRange:
        return EventRange(self.first, self.last, sha256(meant(self.command)).hexdigest()[:DIGITS])


RequestKey: TypeAlias = tuple[str, str]
"""Actor and request id: no actor gets the answer to another's request."""


def pack_requests(asked: Iterable[tuple[RequestKey, ProcessedRequest]]) -> bytes:
    return b"".join(_pack(*key, each.span) for key, each in asked)


def find_request(packed: bytes, actor: str, request_id: str) -> EventRange | None:
    """Find a request in records that follow each other without gaps."""
    key = _key(actor, request_id)
    at = packed.find(key)
    while at % _RECORD.size and at >= 0:
        at = packed.find(key, at + 1)
    if at < 0:
        return None
    _, first, last, digest = _RECORD.unpack_from(packed, at)
    return EventRange(first, last, digest.hex())


def _pack(actor: str, request_id: str, span: EventRange) -> bytes:
    return _RECORD.pack(_key(actor, request_id), span.first, span.last, bytes.fromhex(span.digest))


def _key(actor: str, request_id: str) -> bytes:
    return sha256(f"{actor}\0{request_id}".encode()).digest()[:16]


ConflictResolver: TypeAlias = Callable[[Aggregate], bool]
"""Decides whether a command that was decided on an older version still stands for the current one."""


def fail_on_conflict(_: Aggregate) -> bool:
    """The version itself is meant: who named it decides again."""
    return False


class Device(Struct, frozen=True, gc=False):
    """A signature of a player's device. `version`: whose link it signed."""

    by: DeviceSignature
    version: int


class CommandRequest(Struct, frozen=True, gc=False):
    """`bytes`: the command as it is stored. `deadline`: in the loop's time. `device`: by which it was signed."""

    command: TableCommand | Command
    bytes: bytes
    request: Request
    deadline: float
    expected_version: int | None = None
    still: ConflictResolver = fail_on_conflict
    validate_only: bool = False
    device: Device | None = None

    def signed(self, game_id: str, version: int, chain: str) -> Signed | None:
        """Add the message that had to be signed in this state."""
        if self.device is None:
            return None
        actor, request_id = self.request.actor, self.request.request_id
        return Signed(self.device.by, command_message(game_id, actor, version, chain, request_id, self.bytes))


def command_request(
    command: TableCommand | Command, actor: str, request_id: str, deadline: float, *more: Any
) -> CommandRequest:
    stored = canonical_command(command)
    return CommandRequest(command, stored, Request(actor, request_id, meant(stored)), deadline, *more)
