"""`turnledger tournament simulate`: a whole tournament of bots, without a server."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import UNSET
from rich.console import Console
from rich.progress import Progress

from domain import catalogue, stored
from domain.history.tournament_verify import export
from domain.kernel.refused import Refused
from domain.tournament.messages import ARENA, FORMS, GIVEN, KNOCKOUT, SWISS, Terms
from services.cli.failure import fail, refusal
from services.cli.history_files import file_name
from services.cli.options import OPTIONS, named
from services.cli.player.tournament_shown import SCALE, standings_table
from services.cli.simulated_games import exporter, forget
from services.history.history_parts import signing_keys
from services.operations.simulate import Played
from services.operations.tournament import TournamentPlan, TournamentReport
from services.operations.tournament import simulate as play
from services.platform.private_files import write_file
from services.settings import from_environment

_SEATS = 4


def simulate(
    variant: Annotated[list[str], typer.Argument(help="Names of variants, which take turns, e.g. power_grid/russia")],
    players: Annotated[int, typer.Option(min=1, help="How many enter")] = 16,
    form: Annotated[str, typer.Option(help=", ".join(each.lower() for each in FORMS if each != GIVEN))] = SWISS.lower(),
    rounds: Annotated[int, typer.Option(help="Of Swiss rounds")] = 3,
    minutes: Annotated[int, typer.Option(help="The span of an arena, whose games are said to take five each")] = 30,
    seats: Annotated[int, typer.Option(help="Of a whole table; four, or as many as the variants take")] = 0,
    advance: Annotated[int, typer.Option(help="How many of a table go on in a knock-out")] = 1,
    points: Annotated[str, typer.Option(help=SCALE)] = "places",
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same games on every machine")] = "1",
    bots: Annotated[str, typer.Option(help="Strategies dealt to the entrants in turn, e.g. greedy,random")] = "greedy",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="DIR", help="Write it and each game there, signed with this installation's key"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Play a whole tournament of bots in memory: pairings, how often pairs met, standings.

    Exits 0 only if it was played to its end."""
    if form.upper() == GIVEN:
        fail("--form given: an official pairs its tables at a server, so there is nothing to simulate")
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task("games", total=None)
        try:
            terms = Terms(
                name=f"simulation {seed}"[:80].strip(),
                form=form.upper(),
                variants=tuple(variant),
                seats=seats or min(_SEATS, *(catalogue.find(name).players_max for name in variant)),
                options=named(option or ()),
                rounds=rounds if form.upper() == SWISS else 0,
                minutes=minutes if form.upper() == ARENA else UNSET,
                advance=advance if form.upper() == KNOCKOUT else 0,
                points=points,
                rated=False,
            )
            plan = TournamentPlan(terms, players, seed, tuple(bots.split(",")))
            keep = exporter(to) if to else forget

            def played(game: Played, paired: int) -> None:
                keep(game)
                progress.update(task, advance=1, total=paired)

            simulated = play(plan, played)
        except Refused as refused:
            fail(f"cannot play this: {refusal(refused)}")
    report = simulated.report
    if to:
        signer = signing_keys(from_environment().keys).signer
        write_file(to / file_name(report.tournament), export(simulated.rows, stored.tournament_codec(), signer))
    if as_json:
        typer.echo(msgspec.json.encode(report))
    else:
        _print(report)
    raise typer.Exit(0 if report.reason == "PLAYED" else 1)


def _print(report: TournamentReport) -> None:
    title = f"{report.form.lower()}, {report.players} players, {report.rounds} rounds, {len(report.pairings)} games"
    console = Console()
    console.print(standings_table(title, report.standings, [str(number) for number in range(report.players)]))
    for often, pairs in report.meetings.items():
        console.print(f"pairs that met {often}×: {pairs}")
