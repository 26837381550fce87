"""The values of an edition that no source prints, as boards mark them (docs/editions.md)."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from domain import catalogue
from domain.kernel.refused import Refused
from services.cli.reader import Reader

MARK: Final = "*"


def marks(game: str, edition: str) -> Callable[..., str]:
    """Return a function of a row (`plants/P01`, `modules.mine`) and some of its figures: the mark, or nothing."""
    rows = rows_of(game, edition)

    def mark(row: str, *figures: str) -> str:
        listed = rows.get(row)
        if listed is None:
            return ""
        return MARK if not figures or not listed or any(figure in listed for figure in figures) else ""

    return mark


@cache
def rows_of(game: str, edition: str) -> Mapping[str, tuple[str, ...]]:
    """Return the reconstructed figures by row; none are named for a row that is reconstructed as a whole."""
    try:
        listed = catalogue.TITLES[game].editions.edition(edition).reconstructed
    except Refused:  # an edition of that server alone
        return {}
    found = {}
    for line in listed:
        row, _, figures = line.partition(": ")
        found[row.partition(" ")[0]] = tuple(re.findall(r"\w+", figures))
    return found


def note(game: str, edition: str, by: Reader) -> str:
    """Return the line that explains the mark; empty for an edition without such values."""
    return by.say("* reconstructed: no source prints this value") if rows_of(game, edition) else ""
