"""The values of an edition that no source prints, as boards mark them (docs/editions.md)."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple

from domain import catalogue
from domain.kernel.refused import Refused
from services.cli.reader import Reader

MARK: Final = "*"


class Row(NamedTuple):
    """A row with reconstructed figures: those that it names, or all but the printed ones."""

    named: frozenset[str]
    printed: frozenset[str]

    def has(self, figure: str) -> bool:
        """Return whether the figure is reconstructed."""
        return figure in self.named if self.named else figure not in self.printed


def marks(game: str, edition: str) -> Callable[..., str]:
    """Return a function of a row (`plants/P01`, `modules.mine`) and some of its figures: the mark, or nothing. Without
    figures the row is marked where any of its figures is reconstructed."""
    rows = rows_of(game, edition)

    def mark(row: str, *figures: str) -> str:
        listed = rows.get(row)
        if listed is None:
            return ""
        return MARK if not figures or any(map(listed.has, figures)) else ""

    return mark


@cache
def rows_of(game: str, edition: str) -> Mapping[str, Row]:
    """Return the rows with reconstructed figures, by name."""
    try:
        listed = catalogue.TITLES[game].editions.edition(edition).reconstructed
    except Refused:  # an edition of that server alone
        return {}
    return dict(map(read_row, listed))


def read_row(line: str) -> tuple[str, Row]:
    """Read a line of the edition: `plants/P01: need, profit`, `modules.mine (printed: count)` or `types.I`."""
    name, _, figures = line.partition(": ")
    named = frozenset(re.findall(r"\w+", figures))
    if name.endswith(" (printed"):
        return name.removesuffix(" (printed"), Row(frozenset(), named)
    return name, Row(named, frozenset())


def note(game: str, edition: str, by: Reader) -> str:
    """Return the line that explains the mark; empty for an edition without such values."""
    return by.say("* reconstructed: no source prints this value") if rows_of(game, edition) else ""
