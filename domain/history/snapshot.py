"""A session as bytes and back, so that a long game need not be folded from its beginning. What is left out follows from
the rest: the rules. Derived data: whoever has the stream can do without, and who verifies does."""

from typing import Any

import msgspec
from msgspec import Raw, Struct, defstruct
from msgspec.structs import fields

from domain import catalogue
from domain.kernel.ids import Viewer
from domain.table.clock import SeatClock
from domain.table.session import Session, Step

_LEFT_OUT = ("rules", "play", "steps")


class _PackedStep(Struct, frozen=True, array_like=True):
    version: int
    place: Viewer
    play: Raw
    clocks: tuple[SeatClock, ...]


_AS_THEY_ARE = [(each.name, each.type) for each in fields(Session) if each.name not in _LEFT_OUT]
_Packed: Any = defstruct(
    "_Packed",
    [*_AS_THEY_ARE, ("rules_version", int | None), ("play", Raw), ("steps", tuple[_PackedStep, ...])],
    frozen=True,
)
"""The fields of a Session. `rules_version`: None before the start."""
_encode = msgspec.msgpack.Encoder().encode
_decode: Any = msgspec.msgpack.Decoder(_Packed).decode


def pack(session: Session) -> bytes:
    plain = {name: getattr(session, name) for name, _ in _AS_THEY_ARE}
    steps = tuple(_PackedStep(each.version, each.place, Raw(_encode(each.play)), each.clocks) for each in session.steps)
    rules_version = session.rules.rules_version if session.rules else None
    return _encode(_Packed(**plain, rules_version=rules_version, play=Raw(_encode(session.play)), steps=steps))


def unpack(packed: bytes) -> Session:
    """Raises msgspec.MsgspecError for what `pack` did not make, and Refused for rules that there are none of."""
    found = _decode(packed)
    plain: dict[str, Any] = {name: getattr(found, name) for name, _ in _AS_THEY_ARE}
    if found.rules_version is None:
        return Session(**plain)
    variant, opened = catalogue.find(found.opened.variant), found.opened
    rules = variant.decider(opened.options, len(found.occupants), found.editions, found.rules_version)
    state = msgspec.msgpack.Decoder(rules.state_type | None).decode
    steps = tuple(Step(each.version, each.place, state(each.play), each.clocks) for each in found.steps)
    return Session(**plain, rules=rules, play=state(found.play), steps=steps)
