"""Events to bytes and back. The only place that knows how a stored body looks.

A body is one JSON object with `event`, `at`, `actor`, `request_id`, `command` (first event of a command only) and, as
its last member, `chain`. What the chain covers is the row without that last member: see `sealed_bytes`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import count
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.history.chain import salts
from domain.history.record import Envelope, Recorded, Row
from domain.history.upcast import UPCASTERS, Upcaster
from domain.kernel.decider import Event, topic
from domain.kernel.privacy import privacy_of


class Body(Struct, frozen=True, gc=False):
    """A stored body with the event and its command left as they are."""

    event: Raw
    at: datetime
    actor: str
    request_id: str
    command: Raw | UnsetType = UNSET
    chain: str = ""


class _Sealed(Struct, frozen=True, gc=False):
    """A body before its link is known."""

    event: Event
    at: datetime
    actor: str
    request_id: str
    command: Raw | UnsetType


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_body = msgspec.json.Decoder(Body).decode
_LINK_END = len(b'"}')
_SEALED = b"%b\0%d\0%b\0%b"
_CHAIN_MEMBER = len(b',"chain":""}') + 64


def canonical_command(command: Struct) -> bytes:
    """The command as stored: tagged JSON, equal bytes for equal commands."""
    return _encode(command)


def sealed_bytes(row: Row) -> bytes:
    """What the chain covers, from the stored bytes alone (also of types this program does not know):
    game id, version and topic, each ended by a zero byte, then the body without its `chain`."""
    place = (row.game_id.encode(), row.version, row.topic.encode())
    return _SEALED % (*place, row.body[:-_CHAIN_MEMBER] + b"}")


def read_body(row: Row) -> Body:
    return _decode_body(row.body)


def read_envelope(row: Row) -> Envelope:
    """What is stored around the event, without decoding the event."""
    return _envelope(_decode_body(row.body))


def link_of(row: Row) -> str:
    """The chain link as it stands at the end of the stored body."""
    return row.body[-_LINK_END - 64 : -_LINK_END].decode(errors="replace")


def _envelope(body: Body) -> Envelope:
    command = b"" if body.command is UNSET else bytes(body.command)
    return Envelope(body.at, body.actor, body.request_id, body.chain, command)


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading bytes raises that nobody wrote so."""


class UnknownTopic(ValueError):
    """Stored bytes name an event type that this program does not have."""


class Codec:
    """Knows the topics of all event types. `types`: decider name -> its event types. Raises Undeclared for a type that
    does not say who may know it."""

    def __init__(
        self,
        types: Mapping[str, Sequence[type[Event]]],
        upcasters: Mapping[str, tuple[str, Upcaster]] = UPCASTERS,
    ) -> None:
        self._topic_of: dict[type[Event], tuple[str, bytes]] = {}
        """As a string, and as it stands between zero bytes in what is sealed."""
        self._decoder_of: dict[str, Callable[[Raw], Any]] = {}
        self._upcasters = upcasters
        for name, event_types in types.items():
            for event_type in event_types:
                privacy_of(event_type)
                known_as = topic(name, event_type)
                assert known_as not in self._decoder_of, f"two event types are called {known_as}"
                self._topic_of[event_type] = known_as, b"\0%b\0" % known_as.encode()
                self._decoder_of[known_as] = msgspec.json.Decoder(event_type).decode

    def seal(
        self,
        game_id: str,
        version: int,
        events: Sequence[Event],
        *,
        at: datetime,
        actor: str,
        request_id: str,
        command: bytes | Raw,
        secret: bytes,
        chain: str,
    ) -> tuple[tuple[Row, ...], str]:
        """The rows of one command, the first at `version`, chained after the link `chain`; and the last new link."""
        sealed = self.sealed(events, at=at, actor=actor, request_id=request_id, command=command)
        return self.linked(game_id, version, sealed, secret=secret, chain=chain)

    def sealed(
        self, events: Sequence[Event], *, at: datetime, actor: str, request_id: str, command: bytes | Raw | UnsetType
    ) -> list[tuple[Event, bytes]]:
        """Each event of a command with its body as the chain covers it."""
        sealed, given = [], Raw(command) if command else UNSET
        for event in events:
            sealed.append((event, _encode(_Sealed(event, at, actor, request_id, given))))
            given = UNSET
        return sealed

    def linked(
        self, game_id: str, version: int, sealed: Sequence[tuple[Event, bytes]], *, secret: bytes, chain: str
    ) -> tuple[tuple[Row, ...], str]:
        """The rows of commands in a row, the first at `version`; and the last link."""
        rows, game, link = [], game_id.encode() + b"\0", bytes.fromhex(chain)
        for number, (event, body), salt in zip(count(version), sealed, salts(secret, version), strict=False):
            known_as, named = self._topic_of[type(event)]
            link = sha256(b"".join((link, salt, game, b"%d" % number, named, body))).digest()
            stored = b"".join((body[:-1], b',"chain":"', link.hex().encode(), b'"}'))
            rows.append(Row(game_id, number, known_as, stored))
        return tuple(rows), link.hex()

    def topics(self, *event_types: type[Event]) -> tuple[str, ...]:
        """Under which names events of these types are stored, those of older schemas included."""
        found = [self._topic_of[event_type][0] for event_type in event_types]
        for known_as in found:
            found += [old for old, (next_topic, _) in self._upcasters.items() if next_topic == known_as]
        return tuple(found)

    def is_old(self, known_as: str) -> bool:
        """Whether events of this topic are read by upcasters: today's program writes them otherwise."""
        return known_as in self._upcasters

    def read(self, row: Row) -> Recorded:
        """The record of a stored row; old bytes pass their upcasters first."""
        body = _decode_body(row.body)
        known_as, raw = row.topic, body.event
        while known_as in self._upcasters:
            known_as, step = self._upcasters[known_as]
            raw = Raw(_encode(step(msgspec.json.decode(raw))))
        decode = self._decoder_of.get(known_as)
        if decode is None:
            raise UnknownTopic(row.topic)
        return Recorded(row.game_id, row.version, decode(raw), _envelope(body))
