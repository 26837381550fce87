"""Leaves of the log: a line of text for each opening, start, mark and end of a game, and for each key set.

    open|start|mark|end GAME VERSION LINK        keys SHA-256

A line follows from a stored event alone. So any holder of the history can make it again, and so can the server after a
crash. GAME is a digest of the id, because the id of a private table would reveal it; LINK is the chain link at that
version and covers all earlier events.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec import Struct

from domain.history.codec import is_linked, link_of
from domain.history.record import EventRow

OPEN, START, MARK, END, KEYS = "open", "start", "mark", "end", "keys"
STARTING_TOPIC, BEGAN_TOPIC = "table.GameStarting/", "table.GameBegan/"
_OPENED, _ENDED = "table.GameOpened/", ("table.SecretRevealed/", "table.TableClosed/")
_LINE = re.compile(r"(open|start|mark|end) ([0-9a-f]{64}) ([1-9][0-9]{0,9}) ([0-9a-f]{64})")


class Leaf(Struct, frozen=True):
    """`game`: digest of its id; empty of a key set, whose digest is `link`."""

    kind: str
    game: str
    version: int
    link: str

    @property
    def line(self) -> str:
        return f"{self.kind} {self.game} {self.version} {self.link}" if self.game else f"{self.kind} {self.link}"


def game_digest(game_id: str) -> str:
    return sha256(b"turnledger/game/1\0" + game_id.encode()).hexdigest()


def leaf_of(row: EventRow) -> Leaf | None:
    """Return the leaf of an event that is logged at once; None for a damaged event, which has no link.

    With a beacon a game has its start before it begins: the beginning that follows has none."""
    topic, kind = row.topic, ""
    if topic.startswith(_OPENED):
        kind = OPEN
    elif topic.startswith((STARTING_TOPIC, BEGAN_TOPIC)):
        kind = START
    elif topic.startswith(_ENDED):
        kind = END
    return Leaf(kind, game_digest(row.stream_id), row.version, link_of(row)) if kind and is_linked(row) else None


def mark_of(row: EventRow) -> Leaf | None:
    """Return the mark of a game after an event; None for an event that is logged at once."""
    if row.topic.startswith((_OPENED, STARTING_TOPIC, *_ENDED)) or not is_linked(row):
        return None
    return Leaf(MARK, game_digest(row.stream_id), row.version, link_of(row))


def keys_leaf(key_set: Mapping[str, Any]) -> Leaf:
    """`key_set`: the published JWKS."""
    canonical = json.dumps(key_set, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Leaf(KEYS, "", 0, sha256(canonical.encode()).hexdigest())


def read_leaf(line: str) -> Leaf | None:
    """A leaf of a game; None for a key set, and for what later programs may log."""
    found = _LINE.fullmatch(line)
    return Leaf(found[1], found[2], int(found[3]), found[4]) if found else None
