"""`turnledger ladder`: rated series of bots, in parallel processes or at the tables of a server."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from domain.history.spelling import STRICT
from domain.kernel.refused import Refused
from services.cli.failure import fail, refusal
from services.cli.operator.server_ladder import Hosting, at_server
from services.cli.options import TRIES
from services.cli.progress import progress_bar
from services.cli.request import Name
from services.cli.simulated_games import exporter, forget
from services.operations.ladder import Ladder, Series, check, climb, tables, workers
from services.operations.simulate import Played


def ladder(
    variants: Annotated[list[str], typer.Argument(help="Names of variants, e.g. power_grid/russia card_game")],
    bots: Annotated[
        str, typer.Option(help="The bots of the ladder; with --server also accounts of programs")
    ] = "planner,greedy,random",
    players: Annotated[int, typer.Option(help="Seats at a table, at most as many as there are bots")] = 2,
    series: Annotated[int, typer.Option(min=1, help="How often the bots are seated in each variant")] = 10,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same games on every machine")] = "1",
    tries: Annotated[int, typer.Option(help=TRIES)] = 0,
    processes: Annotated[
        int, typer.Option("--workers", min=1, help="How many processes; with --server tables at a time")
    ] = os.cpu_count() or 1,
    to: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Write each game there, signed with this installation's key"),
    ] = None,
    server: Annotated[
        str, typer.Option(help="HOST:PORT of a server with --fixed-setups; its tables are played there")
    ] = "",
    wait: Annotated[float, typer.Option(min=1, help="With --server: seconds until a program sits down")] = 60,
    think: Annotated[int, typer.Option(min=1, help="With --server: seconds for a move; a later program resigns")] = 60,
    name: Name = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Let bots play rated series on given seeds, and print their ratings with intervals.

    Each table is played once with every rotation of its seats, on one deal. Exits 1 if a game did not end."""
    plan = Series(tuple(variants), tuple(bots.split(",")), players, series, seed, tries)
    accounts = tuple(bot for bot in plan.bots if server and re.fullmatch(STRICT.account, bot))
    try:
        check(plan, accounts)
    except Refused as refused:
        fail(f"cannot play this: {refusal(refused)}")
    except ValueError as wrong:
        fail(f"cannot play this: {wrong}")
    total, done = len(list(tables(plan))), 0
    with progress_bar(quiet=as_json) as show:

        def count() -> None:
            nonlocal done
            done += 1
            show("games", done, total)

        if server:
            hosted = Hosting(server, name, accounts, wait_s=wait, think_s=think)
            found = at_server(plan, hosted, processes, to, count)
        else:
            found = _here(plan, processes, to, count)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        _print(found)
    raise typer.Exit(1 if found.unfinished else 0)


def _here(plan: Series, processes: int, to: Path | None, count: Callable[[], None]) -> Ladder:
    keep = exporter(to) if to else forget

    def played(game: Played) -> None:
        keep(game)
        count()

    with workers(processes) as run:
        return climb(plan, run, played)


def _print(found: Ladder) -> None:
    table = Table("bot", "rating", "95 %", "points", "won", "games", title=f"{found.games} games")
    for each in found.places:
        figures = (each.rating, f"{each.low} … {each.high}", each.points, f"{each.won:g}", each.games)
        table.add_row(each.bot, *map(str, figures))
    Console().print(table)
    for game_id in found.unfinished:
        typer.echo(f"{game_id} did not end", err=True)
