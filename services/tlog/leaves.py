"""What is logged: a line of text for each opening, start, mark and end of a game, and for each key set.

    open|start|mark|end GAME VERSION LINK        keys SHA-256

A line follows from a stored event alone, so that whoever holds the history makes it again, and the server does after
a crash. GAME is a digest of the id, for who knows the id of a private table finds it; LINK is the chain's at that
version and says everything before it.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec import Struct

from domain.history.codec import link_of
from domain.history.record import Row

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


def leaf_of(row: Row) -> Leaf | None:
    """What is logged of an event at once. With a beacon a game has its start before it begins: the beginning that
    follows it is none."""
    topic, kind = row.topic, ""
    if topic.startswith(_OPENED):
        kind = OPEN
    elif topic.startswith((STARTING_TOPIC, BEGAN_TOPIC)):
        kind = START
    elif topic.startswith(_ENDED):
        kind = END
    return Leaf(kind, game_digest(row.game_id), row.version, link_of(row)) if kind else None


def mark_of(row: Row) -> Leaf | None:
    """How a game stands after an event; None where that is logged at once."""
    if row.topic.startswith((_OPENED, STARTING_TOPIC, *_ENDED)):
        return None
    return Leaf(MARK, game_digest(row.game_id), row.version, link_of(row))


def keys_leaf(key_set: Mapping[str, Any]) -> Leaf:
    """`key_set`: the published JWKS."""
    canonical = json.dumps(key_set, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Leaf(KEYS, "", 0, sha256(canonical.encode()).hexdigest())


def read_leaf(line: str) -> Leaf | None:
    """A leaf of a game; None for a key set, and for what later programs may log."""
    found = _LINE.fullmatch(line)
    return Leaf(found[1], found[2], int(found[3]), found[4]) if found else None
