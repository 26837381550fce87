"""`turnledger rebuild`: rebuilds the views beside the live ones, compares, and switches."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from domain import stored
from projections.folds.registry import NAMES
from projections.folds.transitions import Imported, Projection
from projections.stores.interface import View
from services.application.aggregate_snapshots import AggregateSnapshots
from services.cli.failure import fail
from services.cli.reading import open_there
from services.history.imports import Imports
from services.roles.follower.projector import ViewAhead
from services.roles.follower.rebuild import Rebuilt
from services.roles.follower.rebuild import rebuild as build
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.interface import EventStore
from services.views import HOUR_S, MEMORY, open_views


def rebuild(
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    view: Annotated[list[str] | None, typer.Option(help=f"One of {', '.join(NAMES)}; all if not given")] = None,
    switch: Annotated[bool, typer.Option(help="Make the new views live; without, only compare")] = True,
    snapshots: Annotated[
        bool, typer.Option("--snapshots", help="Empty the snapshots that long games are opened from, and no view")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Rebuild the views from the store while games go on, compare with the live ones, and switch.

    Stop it at any time: nothing has changed until it switches."""
    settings = from_environment(store=store, views=views)
    if snapshots:
        number = asyncio.run(_forget(settings))
        typer.echo(msgspec.json.encode({"snapshots": number}) if as_json else f"snapshots: {number} thrown away")
        return
    if settings.views == MEMORY:
        fail("views in memory are rebuilt whenever their process starts")
    chosen = view or NAMES
    if not set(chosen) <= set(NAMES):
        fail(f"--view is one of {', '.join(NAMES)}")
    try:
        done = asyncio.run(_rebuild(settings, chosen, switch, quiet=as_json))
    except ViewAhead as ahead:
        fail(f"{ahead}; only a rebuild that switches mends that", 1)
    if as_json:
        typer.echo(msgspec.json.encode(done))
        return
    for name, each in done.items():
        typer.echo(f"{name}: {each.events} events, {_compared(each)}")


def _compared(done: Rebuilt) -> str:
    if done.compared is None:
        return "nothing compared: what was there stood at events that the log does not have"
    return f"{done.compared} entries, {done.differing} differed before"


async def _forget(settings: Settings) -> int:
    """Games go on meanwhile: what is missing is folded from the events, and written down again."""
    await open_there(settings).close()
    sql = open_sql(settings.store)
    try:
        return await AggregateSnapshots(sql).forget()
    finally:
        await sql.close()


async def _rebuild(settings: Settings, names: Sequence[str], switch: bool, quiet: bool) -> dict[str, Rebuilt]:
    async with AsyncExitStack() as opened:
        store = open_there(settings)  # views of a store that is not there would be empty ones
        opened.push_async_callback(store.close)
        views = await open_views(settings.views, settings.views_keep_h * HOUR_S, store)
        opened.push_async_callback(views.close)
        chosen = [each for each in views.of_logs(store) if each[1][0].name in names]
        with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
            sql = open_sql(settings.store)
            opened.push_async_callback(sql.close)
            imported = Imports(sql).among
            return {
                _name(store, log, each): await _rebuild_one(log, each, view, switch, progress, imported)
                for log, (each, view) in chosen
            }


def _name(store: EventStore, log: EventStore, projection: Projection) -> str:
    """With the number of the log, where there are several and it is of one."""
    if log is store or len(store.logs) == 1:
        return projection.name
    return f"{projection.name} of log {store.logs.index(log)}"


async def _rebuild_one(
    store: EventStore, projection: Projection, view: View, switch: bool, progress: Progress, imported: Imported
) -> Rebuilt:
    task = progress.add_task(projection.name, total=None)

    def show(phase: str, done: int, of: int) -> None:
        progress.update(task, description=f"{projection.name}: {phase}", completed=done, total=of or None)

    read = stored.codec().read
    return await build(store, read, projection, view, lead=store.lead, progress=show, switch=switch, imported=imported)
