"""Editions: the published figures of cards and boards. Read once, validated when loaded, never changed."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from domain.colony61.checks import problems_of
from domain.colony61.figures import LISTS, Figures, Row, row_name
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition, editions_in

FOLDER = Path(__file__).parent / "data"


class BadEdition(Exception):
    """An edition that cannot be played with; `problems` names each one and where it is."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@cache
def published() -> tuple[str, ...]:
    return editions_in(FOLDER)


def current() -> str:
    return published()[-1]


def edition_bytes(edition_id: str) -> bytes:
    """The bytes of a published edition. Refuses `UNKNOWN_EDITION`."""
    if edition_id not in published():
        raise Refused("UNKNOWN_EDITION", "C61-SET-01", edition=edition_id, known=published())
    return (FOLDER / f"{edition_id}.json").read_bytes()


@cache
def figures(edition_id: str) -> Figures:
    """The figures of a published edition; `BadEdition` for a file that is wrong."""
    text = edition_bytes(edition_id)
    if problems := problems_of(text):
        raise BadEdition(problems)
    return msgspec.json.decode(text, type=Figures)


@cache
def edition(edition_id: str) -> Edition:
    """The edition as a lobby sees it: its hash, and every row that was not read off a print."""
    read = figures(edition_id)
    reconstructed = tuple(
        mark(name, row, place)
        for name in LISTS
        for place, row in enumerate(getattr(read, name))
        if row.status == "reconstructed"
    )
    return Edition(edition_id, sha256(edition_bytes(edition_id)).hexdigest(), reconstructed)


def mark(list_name: str, row: Row, place: int) -> str:
    printed: tuple[str, ...] = getattr(row, "printed_fields", ())
    return f"{list_name}.{row_name(row, place)}" + (f" (printed: {', '.join(printed)})" if printed else "")
