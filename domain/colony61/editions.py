"""Editions: the published figures of cards and boards."""

from collections.abc import Iterator
from pathlib import Path

from domain.colony61.checks import problems
from domain.colony61.figures import LISTS, FigureRow, Figures, row_name
from domain.kernel.editions import EditionFiles


def reconstructed(read: Figures) -> Iterator[str]:
    """Every row that was not read off a print."""
    for name in LISTS:
        for place, row in enumerate(getattr(read, name)):
            if row.status == "reconstructed":
                yield mark(name, row, place)


def mark(list_name: str, row: FigureRow, place: int) -> str:
    printed: tuple[str, ...] = getattr(row, "printed_fields", ())
    return f"{list_name}.{row_name(row, place)}" + (f" (printed: {', '.join(printed)})" if printed else "")


EDITIONS = EditionFiles(
    Path(__file__).parent / "data", Figures, rule="C61-SET-01", check=problems, reconstructed=reconstructed
)
