"""`turnledger leaderboard`: the best players, as a running server shows them."""

import asyncio
from enum import StrEnum
from typing import Annotated, Any

import msgspec
import typer
from google.protobuf import json_format
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.cli import drawing
from services.cli.failure import fail
from services.cli.remote import signed_in
from services.settings import from_environment
from turnledger import ServiceError
from turnledger.v1 import views_pb2

NEIGHBOURS = 5
PAGE_MAX = 100


class Measure(StrEnum):
    RATING = "rating"
    GAMES = "games"
    WINS = "wins"
    WIN_RATE = "win_rate"
    BEST_SCORE = "best_score"
    STREAK = "streak"


def leaderboard(
    variant: Annotated[str, typer.Argument(help="Name of a variant; all together if not given")] = "",
    by: Annotated[Measure, typer.Option(help="What to rank by")] = Measure.RATING,
    season: Annotated[str, typer.Option(help="A month such as 2026-11; all time if not given")] = "",
    bots: Annotated[bool, typer.Option(help="Games with bots, people and bots together, instead")] = False,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many lines")] = 20,
    around: Annotated[str, typer.Option(help="An account: its line and the five above and below instead")] = "",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array of rows of the API")] = False,
) -> None:
    """Show the best players. Asks a running server."""
    asked = {"variant": variant, "ranking": f"RANKING_{by.name}", "season": season, "bots": bots}
    where = {"around_account_id": around, "page_size": NEIGHBOURS} if around else {"page_size": min(limit, PAGE_MAX)}
    try:
        rows = asyncio.run(_read(server or from_environment().listen, asked | where, limit))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    if as_json:
        typer.echo(msgspec.json.encode([json_format.MessageToDict(row) for row in rows]))
    else:
        _print(rows, by)


async def _read(server: str, request: dict[str, Any], limit: int) -> list[views_pb2.LeaderboardRow]:
    rows = list[views_pb2.LeaderboardRow]()
    async with signed_in(server) as me:
        async for row in me.views.get_leaderboard(**request):
            rows.append(row)
            if len(rows) == limit and not request.get("around_account_id"):
                break
    return rows


def _print(rows: list[views_pb2.LeaderboardRow], by: Measure) -> None:
    table = Table("", "Player", by.value, "Rating", "Games", "Wins")
    for row in rows:
        rating = f"{row.record.rating} ± {row.record.deviation}"
        figures = str(row.value), rating, str(row.record.games), str(row.record.wins)
        table.add_row(str(row.rank), escape(row.player.display_name), *figures)
    Console().print(table)
