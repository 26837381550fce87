"""Standings and crosstables as comma-separated values, for spreadsheets."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from msgspec.structs import asdict

from domain.tournament.messages import Row
from domain.tournament.scoring import UNIT
from domain.tournament.state import Tournament
from domain.tournament.why import crosstable

_FORMULA = ("=", "+", "-", "@")


def standings_sheet(rows: Sequence[Row], tournament: Tournament, names: Mapping[str, str]) -> bytes:
    """`names`: of accounts."""
    accounts = [tournament.entrants[row.entrant].account for row in rows]
    return sheet(
        ["rank", "division", "name", "account", "points", *_COUNTED],
        (
            [row.rank, row.division + 1, cell(names[account]), account, row.points / UNIT, *_counted(row)]
            for row, account in zip(rows, accounts, strict=True)
        ),
    )


def crosstable_sheet(rows: Sequence[Row], tournament: Tournament, names: Mapping[str, str]) -> bytes:
    """A cross table in the order of the standings: the points of each pair's games; empty where they have not met."""
    points, order = crosstable(tournament), [row.entrant for row in rows]
    called = [cell(names[tournament.entrants[entrant].account]) for entrant in order]
    return sheet(
        ["", *called],
        (
            [name, *(points[entrant, other] / UNIT if (entrant, other) in points else "" for other in order)]
            for name, entrant in zip(called, order, strict=True)
        ),
    )


_COUNTED = ("played", "wins", "seconds", "strength", "share", "byes", "reached")


def _counted(row: Row) -> list[Any]:
    told = asdict(row) | {"strength": row.strength / UNIT, "share": row.share / 1_000_000}
    return [told[name] for name in _COUNTED]


def cell(text: str) -> str:
    """Escape a value so that spreadsheets do not read it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def sheet(heading: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = StringIO(newline="")
    written = csv.writer(text)
    written.writerow(heading)
    written.writerows(rows)
    return text.getvalue().encode()
