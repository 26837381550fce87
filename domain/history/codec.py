"""Encodes and decodes events. Only this module knows the form of a stored body.

A body is one JSON object with `event`, `at`, `actor`, `request_id`, in the first event of a command `command` (and
`device`, if a device of the player signed it) and, as its last member, `chain`. The chain covers the row without that
last member: see `sealed_bytes`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import count
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from domain.history.chain import salts
from domain.history.record import Envelope, EventRow, Recorded
from domain.kernel.decider import older_topics, topic
from domain.kernel.device_keys import DeviceSignature
from domain.kernel.messages import Event
from domain.kernel.privacy import privacy_of


class Body(Struct, frozen=True, gc=False):
    """A stored body with the event and its command left as they are."""

    event: Raw
    at: datetime
    actor: str
    request_id: str
    command: Raw | UnsetType = UNSET
    device: Raw | UnsetType = UNSET
    chain: str = ""


class _Sealed(Struct, frozen=True, gc=False):
    """A body before its link is known."""

    event: Struct | Raw
    at: datetime
    actor: str
    request_id: str
    command: Raw | UnsetType
    device: DeviceSignature | UnsetType = UNSET


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_body = msgspec.json.Decoder(Body).decode
_LINK = re.compile("[0-9a-f]{64}")
_LINK_END = len(b'"}')
LINK_AT = _LINK_END + 64
"""The place of the link in a body, from its end."""
_SEALED = b"%b\0%d\0%b\0%b"
_CHAIN_MEMBER = len(b',"chain":""}') + 64


def canonical_command(command: Struct) -> bytes:
    """The command as stored: tagged JSON, equal bytes for equal commands."""
    return _encode(command)


def sealed_bytes(row: EventRow) -> bytes:
    """Return the bytes that the chain covers, from the stored bytes alone (also of types that this program does not
    know): game id, version and topic, each ended by a zero byte, then the body without its `chain`."""
    place = (row.stream_id.encode(), row.version, row.topic.encode())
    return _SEALED % (*place, row.body[:-_CHAIN_MEMBER] + b"}")


def read_body(row: EventRow) -> Body:
    return _decode_body(row.body)


def read_envelope(row: EventRow) -> Envelope:
    """Return the envelope of a body without decoding the event."""
    return _envelope(_decode_body(row.body))


def link_of(row: EventRow) -> str:
    """Return the chain link at the end of a stored body."""
    return row.body[-LINK_AT:-_LINK_END].decode(errors="replace")


def is_linked(row: EventRow) -> bool:
    """Return whether a stored body ends with a chain link, as every body does that is not damaged."""
    return _LINK.fullmatch(link_of(row)) is not None


def _envelope(body: Body) -> Envelope:
    command = b"" if body.command is UNSET else bytes(body.command)
    device = b"" if body.device is UNSET else bytes(body.device)
    return Envelope(body.at, body.actor, body.request_id, body.chain, command, device)


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of reading bytes that were not written by this codec."""


class UnknownTopic(ValueError):
    """Stored bytes name an event type that this program does not have."""


class Form(Struct, frozen=True, gc=False):
    """One stored form of an event, by its topic. `until`: the last rules version whose games are written in it, None
    for the newest. `down`: converts the event into this form, None for the newest."""

    topic: str
    named: bytes
    """The topic between zero bytes, as it is sealed."""
    until: int | None = None
    down: Callable[[Event], Struct | Raw] | None = None


class Codec:
    """Knows the topics of all event types. `types`: decider name -> its event types. Raises Undeclared for a type that
    does not say who may know it."""

    def __init__(self, types: Mapping[str, Sequence[type[Event]]]) -> None:
        self._newest: dict[type[Event], Form] = {}
        self._older: dict[type[Event], list[Form]] = {}
        """Oldest first; only of types that have changed."""
        self._under: dict[int | None, dict[type[Event], Form]] = {}
        """Stored forms by rules version, filled on demand."""
        self._decoder_of: dict[str, Callable[[Raw], Any]] = {}
        for name, event_types in types.items():
            for event_type in event_types:
                privacy_of(event_type)
                decode = msgspec.json.Decoder(event_type).decode
                self._newest[event_type] = self._known(_form(topic(name, event_type)), decode)
                for known_as, schema in older_topics(name, event_type).items():
                    was = _older_form(event_type, known_as, schema)
                    self._older.setdefault(event_type, []).append(self._known(was, _upcasting(event_type, schema)))

    def _known(self, form: Form, decode: Callable[[Raw], Any]) -> Form:
        assert form.topic not in self._decoder_of, f"two event types are called {form.topic}"
        self._decoder_of[form.topic] = decode
        return form

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
        rules_version: int | None,
        device: DeviceSignature | UnsetType = UNSET,
    ) -> tuple[tuple[EventRow, ...], str]:
        """The rows of one command, the first at `version`, chained after the link `chain`; and the last new link.
        `rules_version`: what the game began under, None before. `device`: by which the command was signed."""
        under = self._under.get(rules_version) or self._forms_under(rules_version)
        forms = [under[type(event)] for event in events]
        sealed = self.sealed(events, forms, at=at, actor=actor, request_id=request_id, command=command, device=device)
        return self.linked(game_id, version, forms, sealed, secret=secret, chain=chain)

    def sealed(
        self,
        events: Sequence[Event],
        forms: Sequence[Form],
        *,
        at: datetime,
        actor: str,
        request_id: str,
        command: bytes | Raw | UnsetType,
        device: DeviceSignature | UnsetType = UNSET,
    ) -> list[bytes]:
        """The bodies of a command's events as the chain covers them."""
        sealed, given, by = [], Raw(command) if command else UNSET, device
        for event, form in zip(events, forms, strict=True):
            stored = event if form.down is None else form.down(event)
            sealed.append(_encode(_Sealed(stored, at, actor, request_id, given, by)))
            given = by = UNSET
        return sealed

    def linked(
        self,
        game_id: str,
        version: int,
        forms: Sequence[Form],
        sealed: Sequence[bytes],
        *,
        secret: bytes,
        chain: str,
    ) -> tuple[tuple[EventRow, ...], str]:
        """The rows of commands in a row, the first at `version`; and the last link."""
        rows, game, link = [], game_id.encode() + b"\0", bytes.fromhex(chain)
        for number, form, body, salt in zip(count(version), forms, sealed, salts(secret, version), strict=False):
            link = sha256(b"".join((link, salt, game, b"%d" % number, form.named, body))).digest()
            stored = b"".join((body[:-1], b',"chain":"', link.hex().encode(), b'"}'))
            rows.append(EventRow(game_id, number, form.topic, stored))
        return tuple(rows), link.hex()

    def topics(self, *event_types: type[Event]) -> tuple[str, ...]:
        """Under which names events of these types are stored, those of older schemas included."""
        forms = [form for kind in event_types for form in (self._newest[kind], *self._older.get(kind, ()))]
        return tuple(form.topic for form in forms)

    def _forms_under(self, rules_version: int | None) -> Mapping[type[Event], Form]:
        """Return the stored forms for games of a rules version: the oldest form that is still valid under it."""
        older = {}
        if rules_version is not None:
            for event_type, forms in self._older.items():
                in_force = [form for form in forms if form.until is not None and rules_version <= form.until]
                if in_force:
                    older[event_type] = in_force[0]
        under = self._under[rules_version] = self._newest | older if older else self._newest
        return under

    def forms_as(self, events: Iterable[Event], topics: Iterable[str]) -> list[Form]:
        """The form of each event that has its topic, the newest if its type has none of that name."""
        newest, older = self._newest, self._older
        return [
            self.form_as(kind, known_as) if (kind := type(event)) in older else newest[kind]
            for event, known_as in zip(events, topics, strict=True)
        ]

    def form_as(self, event_type: type[Event], known_as: str) -> Form:
        """The form that has this topic, the newest if the type has none of that name."""
        for form in self._older.get(event_type, ()):
            if form.topic == known_as:
                return form
        return self._newest[event_type]

    def stored_as(self, event: Event, known_as: str) -> Raw:
        """The JSON of an event as it is stored under this topic."""
        form = self.form_as(type(event), known_as)
        return Raw(_encode(form.down(event) if form.down else event))

    def read(self, row: EventRow) -> Recorded:
        """The record of a stored row; what an older schema left out is made."""
        body = _decode_body(row.body)
        decode = self._decoder_of.get(row.topic)
        if decode is None:
            raise UnknownTopic(row.topic)
        return Recorded(row.stream_id, row.version, decode(body.event), _envelope(body))


def _form(known_as: str, until: int | None = None, down: Callable[[Event], Struct | Raw] | None = None) -> Form:
    return Form(known_as, b"\0%b\0" % known_as.encode(), until, down)


def _older_form(event_type: type[Event], known_as: str, schema: int) -> Form:
    steps = [event_type.older[number] for number in range(event_type.schema - 1, schema - 1, -1)]
    named, until = known_as.rpartition("/")[0].rpartition(".")[2], event_type.older[schema].until
    if all(step.only_adds for step in steps):
        return _form(known_as, until, _leaving_out(event_type, named, {name for step in steps for name in step.adds}))

    def down(event: Event) -> Raw:
        older = msgspec.json.decode(_encode(event))
        for step in steps:
            older = step.downcast(older)
        older["type"] = named
        return Raw(msgspec.json.encode(older))  # members in the order in which they come

    return _form(known_as, until, down)


def _leaving_out(event_type: type[Event], named: str, added: Collection[str]) -> Callable[[Event], Struct]:
    """Into a type that has not what was added: decoding, encoding and encoding again took five times as long."""
    kept = [field for field in event_type.__struct_fields__ if field not in added]
    older = msgspec.defstruct(named, [(field, Any) for field in kept], tag=named, gc=False)
    if len(kept) < 2:
        return lambda event: older(*(getattr(event, field) for field in kept))
    values = attrgetter(*kept)
    return lambda event: older(*values(event))


def _upcasting(event_type: type[Event], schema: int) -> Callable[[Raw], Any]:
    steps = [event_type.older[number] for number in range(schema, event_type.schema)]

    def upcast(raw: Raw) -> Any:
        event = msgspec.json.decode(raw)
        try:
            for step in steps:
                event = step.upcast(event)
            event["type"] = event_type.__name__
        except (LookupError, TypeError, ValueError, AttributeError) as error:  # bytes of another program
            raise msgspec.ValidationError(f"not an event of schema {schema}") from error
        return msgspec.convert(event, event_type, str_keys=True)

    return upcast
