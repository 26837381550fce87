"""The process that explains one game: a Task comes in, how far it is and the explanation go out, a line each.

It works beside a server, and gives way to it. Whoever wants it no longer ends it.
"""

import os
import sys
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from domain import stored
from domain.history.analysis import NotToBeAnalysed, analyse
from domain.history.record import Row

NICENESS = 10


class Task(Struct, frozen=True):
    """All rows of a game, and how much is looked at."""

    rows: tuple[Row, ...]
    tries: int
    deals: int


class Behind(Struct, frozen=True, tag=True):
    """So many records are."""

    version: int


class Explained(Struct, frozen=True, tag=True):
    """The last line: JSON of an Analysis."""

    analysis: Raw


class Nothing(Struct, frozen=True, tag=True):
    """The last line: there is nothing to explain."""

    why: str


Line: TypeAlias = Behind | Explained | Nothing


def main() -> None:
    os.nice(NICENESS)
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    codec = stored.codec()
    records = [codec.read(row) for row in task.rows]
    try:
        found = analyse(records, task.tries, task.deals, lambda version: _tell(Behind(version)))
    except NotToBeAnalysed as why:
        _tell(Nothing(str(why)))
    else:
        _tell(Explained(Raw(msgspec.json.encode(found))))


def _tell(line: Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
