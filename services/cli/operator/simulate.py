"""`turnledger simulate`: plays whole games in process and checks every step."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import UNSET
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from domain import stored
from domain.kernel.refused import Refused
from services.cli.failure import fail, refusal
from services.cli.options import OPTIONS, TRIES, named
from services.cli.simulated_games import exporter, forget
from services.operations.simulate import Played, SimulationPlan, SimulationReport
from services.operations.simulate import simulate as play


def simulate(
    variant: Annotated[str, typer.Argument(help="Name of a variant, e.g. power_grid/russia")],
    players: Annotated[int, typer.Option(help="Seats at the table")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games")] = 1,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same games on every machine")] = "1",
    bots: Annotated[str, typer.Option(help="Strategies dealt to the seats in turn, e.g. greedy,random")] = "greedy",
    tries: Annotated[int, typer.Option(help=TRIES)] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)] = None,
    to: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Write each game there, signed with this installation's key"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Play whole games without a server and check every step.

    Exits 0 only if every game finished, nothing was lost, and options and rules agreed."""
    plan = SimulationPlan(
        variant, players, games, seed, tuple(bots.split(",")), named(option or ()), tries=tries or UNSET
    )
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task(variant, total=games)
        try:
            keep = exporter(to) if to else forget

            def played(game: Played) -> None:
                keep(game)
                progress.advance(task)

            report = play(plan, stored.codec(), played)
        except Refused as refused:
            fail(f"cannot play this: {refusal(refused)}")
    if as_json:
        typer.echo(msgspec.json.encode(report))
    else:
        _print(report)
    raise typer.Exit(0 if report.sound else 1)


def _print(report: SimulationReport) -> None:
    table = Table(title=f"{report.variant}, {report.players} players", show_header=False)
    for name, value in msgspec.structs.asdict(report).items():
        if name not in {"variant", "players", "problems"}:
            table.add_row(name.replace("_", " "), str(value))
    console = Console()
    console.print(table)
    for problem in report.problems[:20]:
        console.print(problem, style="red", markup=False, soft_wrap=True)
