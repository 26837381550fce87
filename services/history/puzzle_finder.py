"""The process that searches games for puzzles: it answers the rows of a game with a puzzle or null, as JSON."""

import msgspec
from msgspec import Struct

from domain import stored
from domain.history.analysis import NotToBeAnalysed
from domain.history.puzzle import DECISIONS, SKETCH, WORLDS, Puzzle, is_public, puzzle_of
from domain.history.record import EventRow
from services.platform.worker_process import answer_questions


class Extent(Struct, frozen=True):
    """The extent of a search; see the names in domain/history/puzzle.py."""

    worlds: int = WORLDS
    sketch: int = SKETCH
    decisions: int = DECISIONS


class PuzzleTask(Struct, frozen=True):
    """All rows of a game, and the extent of the search."""

    rows: tuple[EventRow, ...]
    extent: Extent


def find(task: PuzzleTask) -> Puzzle | None:
    """Return the puzzle of a game, if it is a public one that the expert plays."""
    codec = stored.codec()
    records = [codec.read(row) for row in task.rows]
    extent = task.extent
    try:
        return puzzle_of(records, extent.worlds, extent.sketch, extent.decisions) if is_public(records) else None
    except NotToBeAnalysed:
        return None


def answer_task(question: bytes) -> bytes:
    return msgspec.json.encode(find(msgspec.msgpack.decode(question, type=PuzzleTask)))


if __name__ == "__main__":
    answer_questions(answer_task)
