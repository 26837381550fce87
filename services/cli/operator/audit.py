"""`turnledger audit --all`: verifies every game in the store."""

import asyncio
import os
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.cli.failure import fail
from services.cli.history_sources import known_key_set, open_there
from services.history.audit import AuditReport, NotAReport, dask, game_ids, processes
from services.history.audit import audit as run
from services.settings import Settings, from_environment


def audit(
    every: Annotated[bool, typer.Option("--all", help="Every game of the store")] = False,
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    keys: Annotated[
        Path | None, typer.Option(help="The server's published key set (JWKS); its own if not given")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Verdicts, one JSON object a line; named again, an audit goes on where it stopped"),
    ] = None,
    engine: Annotated[str, typer.Option(help="`processes` of this machine, or `dask`")] = "processes",
    workers: Annotated[int, typer.Option(min=1, help="How many processes")] = os.cpu_count() or 1,
    scheduler: Annotated[str | None, typer.Option(help="With dask: tcp://HOST:PORT of a running cluster")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Adjudicate every command of every game again, in parallel. Exits 1 if a game is wrong."""
    if not every:
        fail("say --all: every game of the store is verified")
    if engine not in ("processes", "dask"):
        fail("--engine is processes or dask")
    if scheduler and engine != "dask":
        fail("--scheduler goes with --engine dask")
    if engine == "dask" and find_spec("distributed") is None:
        fail("--engine dask needs Dask, which is not installed: pip install 'turnledger[cluster]'")
    settings = from_environment(store=store)
    games = asyncio.run(_games(settings))
    key_set = known_key_set(keys, settings)
    columns = TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    started = perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task("auditing", total=len(games))
        with dask(workers, scheduler) if engine == "dask" else processes(workers) as chosen:
            try:
                found = run(
                    settings.store,
                    key_set,
                    games,
                    chosen,
                    report,
                    lambda done: progress.advance(task, done),
                    settings.archive,
                )
            except (NotAReport, OSError) as wrong:
                fail(str(wrong))
    if as_json:
        typer.echo(msgspec.json.encode(found))
    else:
        _print(found, perf_counter() - started)
    raise typer.Exit(1 if found.wrong else 0)


async def _games(settings: Settings) -> list[str]:
    store = open_there(settings)
    try:
        return [game_id async for game_id in game_ids(store)]
    finally:
        await store.close()


def _print(report: AuditReport, seconds: float) -> None:
    console = Console()
    console.print(
        f"{report.right} of {report.games} games right: {report.commands} commands, {report.events} events,"
        f" {seconds:.1f} s",
        soft_wrap=True,
    )
    for difference in report.differences:
        console.print(f"DIFFERS {difference}", markup=False, style="red", soft_wrap=True)
    for verdict in report.wrong:
        fault = verdict.fault
        assert fault
        says = (
            f"WRONG {verdict.game_id}: {fault.code} at event {fault.version} {fault.topic} ({fault.rule}): {fault.says}"
        )
        console.print(says, markup=False, style="red", soft_wrap=True)
