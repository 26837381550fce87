"""`turnledger leaderboard`: the best players, straight from the views."""

import asyncio
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from projections.leaders import Measure
from projections.read.leaders import Line
from services.settings import Settings, from_environment
from services.views import MEMORY, open_views

NEIGHBOURS = 5


def leaderboard(
    variant: Annotated[str, typer.Argument(help="Name of a variant; all together if not given")] = "",
    by: Annotated[Measure, typer.Option(help="What to rank by")] = Measure.RATING,
    season: Annotated[str, typer.Option(help="A month such as 2026-11; all time if not given")] = "",
    bots: Annotated[bool, typer.Option(help="Rank the bots instead")] = False,
    start: Annotated[int, typer.Option(min=0, help="Leave out so many from the top")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=200, help="At most so many lines")] = 20,
    around: Annotated[str, typer.Option(help="An account: its line and the five above and below instead")] = "",
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array")] = False,
) -> None:
    """Show the best players. Reads the views of a running installation (Redis)."""
    settings = from_environment(views=views)
    if settings.views == MEMORY:
        typer.echo("views in memory can only be asked through their own server; set TURNLEDGER_VIEWS", err=True)
        raise typer.Exit(2)
    lines = asyncio.run(_read(settings, (by, variant, season), around, bots, start, limit))
    if as_json:
        typer.echo(msgspec.json.encode(lines))
    else:
        _print(lines, by)


async def _read(
    settings: Settings, board: tuple[Measure, str, str], around: str, bots: bool, start: int, limit: int
) -> tuple[Line, ...]:
    views = await open_views(settings.views)
    try:
        if around:
            return await views.read.leaders.rank(around, *board, around=NEIGHBOURS)
        return await views.read.leaders.leaderboard(*board, bots=bots, start=start, limit=limit)
    finally:
        await views.close()


def _print(lines: tuple[Line, ...], by: Measure) -> None:
    table = Table("", "Player", by.value, "Games", "Wins")
    for line in lines:
        table.add_row(str(line.place), line.player, str(line.value), str(line.record.games), str(line.record.wins))
    Console().print(table)
