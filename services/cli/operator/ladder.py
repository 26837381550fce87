"""`turnledger ladder`: rated series of bots, in parallel processes."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from domain.kernel.refused import Refused
from services.cli.failure import fail, refusal
from services.cli.options import TRIES
from services.cli.progress import progress_bar
from services.cli.simulated_games import exporter, forget
from services.operations.ladder import Ladder, Series, check, climb, tables, workers
from services.operations.simulate import Played


def ladder(
    variants: Annotated[list[str], typer.Argument(help="Names of variants, e.g. power_grid/russia card_game")],
    bots: Annotated[str, typer.Option(help="The bots of the ladder")] = "planner,greedy,random",
    players: Annotated[int, typer.Option(help="Seats at a table, at most as many as there are bots")] = 2,
    series: Annotated[int, typer.Option(min=1, help="How often the bots are seated in each variant")] = 10,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same games on every machine")] = "1",
    tries: Annotated[int, typer.Option(help=TRIES)] = 0,
    processes: Annotated[int, typer.Option("--workers", min=1, help="How many processes")] = os.cpu_count() or 1,
    to: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Write each game there, signed with this installation's key"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Let bots play rated series on given seeds, and print their ratings with intervals.

    Each table is played once with every rotation of its seats, on one deal. Exits 1 if a game did not end."""
    plan = Series(tuple(variants), tuple(bots.split(",")), players, series, seed, tries)
    try:
        check(plan)
    except Refused as refused:
        fail(f"cannot play this: {refusal(refused)}")
    except ValueError as wrong:
        fail(f"cannot play this: {wrong}")
    keep, total, done = exporter(to) if to else forget, len(list(tables(plan))), 0
    with progress_bar(quiet=as_json) as show, workers(processes) as run:

        def played(game: Played) -> None:
            nonlocal done
            keep(game)
            done += 1
            show("games", done, total)

        found = climb(plan, run, played)
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        _print(found)
    raise typer.Exit(1 if found.unfinished else 0)


def _print(found: Ladder) -> None:
    table = Table("bot", "rating", "95 %", "points", "won", "games", title=f"{found.games} games")
    for each in found.places:
        figures = (each.rating, f"{each.low} … {each.high}", each.points, f"{each.won:g}", each.games)
        table.add_row(each.bot, *map(str, figures))
    Console().print(table)
    for game_id in found.unfinished:
        typer.echo(f"{game_id} did not end", err=True)
