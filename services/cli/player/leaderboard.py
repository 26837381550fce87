"""`turnledger leaderboard`: the best players, as a running server shows them."""

import asyncio
from collections.abc import Callable, Mapping
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
from services.cli.request import Server
from services.settings import from_environment
from services.texts.error_texts import chosen
from services.texts.said import said
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


class Pace(StrEnum):
    SLOW = "slow"
    LIVE = "live"


def leaderboard(
    variant: Annotated[str, typer.Argument(help="Name of a variant; all together if not given")] = "",
    by: Annotated[Measure, typer.Option(help="What to rank by")] = Measure.RATING,
    season: Annotated[str, typer.Option(help="A month such as 2026-11; all time if not given")] = "",
    bots: Annotated[bool, typer.Option(help="Games with bots, people and bots together, instead")] = False,
    programs: Annotated[bool, typer.Option("--programs", help="Programs alone, in their games with bots")] = False,
    pace: Annotated[Pace, typer.Option(help="Games over days, or at one sitting")] = Pace.SLOW,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="At most so many lines")] = 20,
    around: Annotated[str, typer.Option(help="An account: its line and the five above and below instead")] = "",
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language: en or ru")] = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array of rows of the API")] = False,
) -> None:
    """Show the best players. Asks a running server."""
    asked = {"variant": variant, "ranking": f"RANKING_{by.name}", "season": season, "bots": bots}
    asked |= {"pace": f"GAME_PACE_{pace.name}", "programs": programs}
    where = {"around_account_id": around, "page_size": NEIGHBOURS} if around else {"page_size": min(limit, PAGE_MAX)}
    language = drawing.language_tag(lang)
    try:
        rows = asyncio.run(_read(server or from_environment().listen, language, asked | where, limit))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    if as_json:
        typer.echo(msgspec.json.encode([json_format.MessageToDict(row) for row in rows]))
    else:
        _print(rows, by, chosen(language))


async def _read(server: str, language: str, request: dict[str, Any], limit: int) -> list[views_pb2.LeaderboardRow]:
    rows = list[views_pb2.LeaderboardRow]()
    async with signed_in(server, language=language) as me:
        async for row in me.views.get_leaderboard(**request):
            rows.append(row)
            if len(rows) == limit and not request.get("around_account_id"):
                break
    return rows


def _print(rows: list[views_pb2.LeaderboardRow], by: Measure, language: str) -> None:
    """The ranking figure comes first, and every figure once."""
    called = _called(language)
    order = sorted(_SHOWN, key=lambda measure: measure != by)
    order = order if by in order else [by, *order]
    table = Table("", said("player", language), *(called[measure] for measure in order))
    for row in rows:
        figures = (_SHOWN[measure](row.record) if measure in _SHOWN else _value(by, row.value) for measure in order)
        table.add_row(str(row.rank), escape(row.player.display_name), *figures)
    Console().print(table)


_SHOWN: Mapping[Measure, Callable[[views_pb2.PlayerRecord], str]] = {
    Measure.RATING: lambda record: f"{record.rating} ± {record.deviation}",
    Measure.GAMES: lambda record: str(record.games),
    Measure.WINS: lambda record: str(record.wins),
}
"""The columns of every line, whatever it is ranked by."""


def _value(by: Measure, value: int) -> str:
    return f"{value / 100:.2f} %" if by == Measure.WIN_RATE else str(value)


def _called(language: str) -> Mapping[Measure, str]:
    return {
        Measure.RATING: said("rating", language),
        Measure.GAMES: said("games played", language),
        Measure.WINS: said("games won", language),
        Measure.WIN_RATE: said("share of games won", language),
        Measure.BEST_SCORE: said("best score", language),
        Measure.STREAK: said("games won in a row", language),
    }
