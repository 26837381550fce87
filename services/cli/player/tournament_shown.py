"""Standings as people read them."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from domain.tournament.messages import Row
from domain.tournament.scoring import UNIT

SCALE = "`places`, or what each place gets, e.g. 10-6-3-1"


def standings_table(title: str, rows: Sequence[Row], called: Sequence[str]) -> Table:
    """`called`: the entrants by their numbers."""
    columns = ("rank", "div.", "entrant", "points", "games", "wins", "2nd", "strength", "share")
    table = Table(*columns, title=escape(title))
    for row in rows:
        table.add_row(
            str(row.rank or "–"),
            str(row.division + 1),
            escape(called[row.entrant]),
            in_points(row.points),
            str(row.played),
            str(row.wins),
            str(row.seconds),
            in_points(row.strength),
            f"{row.share / 10_000:.1f} %",
        )
    return table


def in_points(units: int) -> str:
    return f"{units / UNIT:.2f}".rstrip("0").rstrip(".")
