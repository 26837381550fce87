"""Aggregate snapshots as bytes, so that a long game need not be folded from its beginning.

Data that follows from the rest (the rules) is left out. Snapshots are derived data: they can always be recomputed from
the stream, and verification never uses them.
"""

from typing import Any

import msgspec
from msgspec import Raw, Struct, defstruct
from msgspec.structs import fields

from domain import catalogue
from domain.kernel.ids import Viewer
from domain.table.aggregate import Aggregate, UndoPoint
from domain.table.clock import SeatClock

_LEFT_OUT = ("rules", "play", "undo_points")


class _PackedUndoPoint(Struct, frozen=True, array_like=True):
    version: int
    seat: Viewer
    play: Raw
    clocks: tuple[SeatClock, ...]


_AS_THEY_ARE = [(each.name, each.type) for each in fields(Aggregate) if each.name not in _LEFT_OUT]
_Packed: Any = defstruct(
    "_Packed",
    [*_AS_THEY_ARE, ("rules_version", int | None), ("play", Raw), ("undo_points", tuple[_PackedUndoPoint, ...])],
    frozen=True,
)
"""The fields of an Aggregate. `rules_version`: None before the start."""
_encode = msgspec.msgpack.Encoder().encode
_decode: Any = msgspec.msgpack.Decoder(_Packed).decode


def pack(aggregate: Aggregate) -> bytes:
    plain = {name: getattr(aggregate, name) for name, _ in _AS_THEY_ARE}
    undo_points = tuple(
        _PackedUndoPoint(each.version, each.seat, Raw(_encode(each.play)), each.clocks)
        for each in aggregate.undo_points
    )
    rules_version = aggregate.rules.rules_version if aggregate.rules else None
    return _encode(
        _Packed(**plain, rules_version=rules_version, play=Raw(_encode(aggregate.play)), undo_points=undo_points)
    )


def unpack(packed: bytes) -> Aggregate:
    """Read a snapshot. Raises msgspec.MsgspecError for bytes that `pack` did not make, and Refused for unknown
    rules."""
    found = _decode(packed)
    plain: dict[str, Any] = {name: getattr(found, name) for name, _ in _AS_THEY_ARE}
    if found.rules_version is None:
        return Aggregate(**plain)
    variant, opened = catalogue.find(found.opened.variant), found.opened
    rules = variant.decider(opened.options, len(found.occupants), found.editions, found.rules_version)
    state = msgspec.msgpack.Decoder(rules.state_type | None).decode
    undo_points = tuple(UndoPoint(each.version, each.seat, state(each.play), each.clocks) for each in found.undo_points)
    return Aggregate(**plain, rules=rules, play=state(found.play), undo_points=undo_points)
