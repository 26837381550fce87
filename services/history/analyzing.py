"""The process that explains one game: it reads a Task, and writes progress and the explanation, one line each.

It runs next to a server with a lower priority. A caller that no longer needs it ends it.
"""

import os
import sys
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from domain import stored
from domain.history.analysis import NotToBeAnalysed, analyse
from domain.history.record import EventRow

NICENESS = 10


class Task(Struct, frozen=True):
    """All rows of a game, and the extent of the analysis."""

    rows: tuple[EventRow, ...]
    tries: int
    deals: int


class Behind(Struct, frozen=True, tag=True):
    """The number of records done."""

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
