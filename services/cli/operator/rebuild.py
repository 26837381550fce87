"""`turnledger rebuild`: rebuilds the views next to the live ones, compares, and switches."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Annotated, NoReturn, TypeAlias

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from domain import stored
from projections.folds.registry import NAMES
from projections.folds.transitions import Projection
from projections.stores.interface import Generation, View, ViewUnavailable
from services.application.aggregate_snapshots import AggregateSnapshots
from services.cli.failure import fail
from services.cli.history_sources import open_there
from services.history.imports import Imports
from services.operations.placements import PutBack, put_back
from services.platform.jitter import pause
from services.projection_runner.filling import Servers, Store, fill, left_long_ago
from services.projection_runner.projector import ViewAhead
from services.projection_runner.rebuild import Rebuilt, only_rebuild, replace
from services.projection_runner.view_snapshots import KeptViews
from services.projection_runner.views import HOUR_S, MEMORY, open_views
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.interface import EventStore
from services.store.logs.log_set import ShardedEventStore
from services.store.sql import Sql

LOOK_S = 0.5
_Fresh: TypeAlias = tuple[EventStore, Projection, View, Generation]


def rebuild(
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    view: Annotated[list[str] | None, typer.Option(help=f"One of {', '.join(NAMES)}; all if not given")] = None,
    switch: Annotated[bool, typer.Option(help="Make the new views live; without, only compare")] = True,
    processes: Annotated[int, typer.Option(min=1, help="Fold in so many processes")] = os.cpu_count() or 1,
    snapshots: Annotated[
        bool, typer.Option("--snapshots", help="Empty the snapshots that long games are opened from, and no view")
    ] = False,
    placements: Annotated[
        bool, typer.Option("--placements", help="Tell the home of several logs which of them has a game, and no view")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Rebuild the views from the store while games continue, compare with the live ones, and switch.

    Stop it at any time: nothing has changed until it switches."""
    settings = from_environment(store=store, views=views)
    if snapshots:
        number = asyncio.run(_forget(settings, lambda sql: AggregateSnapshots(sql).forget()))
        typer.echo(msgspec.json.encode({"snapshots": number}) if as_json else f"snapshots: {number} thrown away")
        return
    if placements:
        _tell(asyncio.run(_put_back(settings)), as_json)
    if settings.views == MEMORY:
        number = asyncio.run(_forget(settings, lambda sql: KeptViews(sql, ()).forget()))
        said = f"views in memory: {number} thrown away that were kept; a process folds all events when it starts next"
        typer.echo(msgspec.json.encode({"kept_views": number}) if as_json else said)
        return
    chosen = view or NAMES
    if not set(chosen) <= set(NAMES):
        fail(f"--view is one of {', '.join(NAMES)}")
    try:
        done = asyncio.run(_rebuild(settings, chosen, processes, switch, quiet=as_json))
    except ViewAhead as ahead:
        fail(f"{ahead}; only a rebuild that switches mends that", 1)
    if as_json:
        typer.echo(msgspec.json.encode(done))
        return
    for name, each in done.items():
        typer.echo(f"{name}: {each.events} events, {_compared(each)}")


def _compared(done: Rebuilt) -> str:
    if done.compared is None:
        return "nothing compared: what was there was empty, or stood at events that the log does not have"
    return f"{done.compared} entries, {done.differing} differed before"


def _tell(done: PutBack, as_json: bool) -> NoReturn:
    if as_json:
        typer.echo(msgspec.json.encode(done))
    else:
        typer.echo(f"placements: {done.games} games put back")
        for each in done.elsewhere:
            typer.echo(f"the home takes {each}: it was left so", err=True)
    raise typer.Exit(1 if done.elsewhere else 0)


async def _put_back(settings: Settings) -> PutBack:
    store = open_there(settings)
    try:
        if not isinstance(store, ShardedEventStore):
            fail("the store is one log: nothing is written down of where its games are")
        return await put_back(store)
    finally:
        await store.close()


async def _forget(settings: Settings, forget: Callable[[Sql], Awaitable[int]]) -> int:
    """Games continue meanwhile: missing placements are derived from the events and stored again."""
    await open_there(settings).close()
    sql = open_sql(settings.store)
    try:
        return await forget(sql)
    finally:
        await sql.close()


async def _rebuild(
    settings: Settings, names: Sequence[str], processes: int, switch: bool, quiet: bool
) -> dict[str, Rebuilt]:
    async with AsyncExitStack() as opened:
        store = open_there(settings)  # views of a store that is not there would be empty ones
        opened.push_async_callback(store.close)
        views = await open_views(settings.views, settings.views_keep_h * HOUR_S, store)
        opened.push_async_callback(views.close)
        sql = open_sql(settings.store)
        opened.push_async_callback(sql.close)
        chosen = [(log, *pair) for log, pair in views.of_logs(store) if pair[0].name in names]
        for log, _, view in chosen:
            await opened.enter_async_context(only_rebuild(view, log.lead))
        fresh = [(log, projection, view, await view.fresh()) for log, projection, view in chosen]
        with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
            async with _show_progress(fresh, progress):
                events = await _filled(settings, store, fresh, processes)
            return {
                _name(store, log, each): msgspec.structs.replace(
                    done := await _replaced(log, sql, each, view, generation, switch, progress),
                    events=events[view.id] + done.events,
                )
                for log, each, view, generation in fresh
            }


def _name(store: EventStore, log: EventStore, projection: Projection) -> str:
    """Return the label, with the number of the log if there are several and the view belongs to one."""
    if log is store or len(store.logs) == 1:
        return projection.name
    return f"{projection.name} of log {store.logs.index(log)}"


async def _filled(settings: Settings, store: Store, fresh: Sequence[_Fresh], processes: int) -> Mapping[str, int]:
    keep_s = settings.views_keep_h * HOUR_S
    servers = Servers(settings.store, settings.views, keep_s, settings.archive, settings.archive_cache_mb)
    left = await left_long_ago(store, keep_s, datetime.now(UTC))
    generations = {view.id: generation for _, _, view, generation in fresh}
    shards = {view.id: len(view.leads) for _, _, view, _ in fresh}
    return await fill(servers, generations, shards, processes, left)


@asynccontextmanager
async def _show_progress(fresh: Sequence[_Fresh], progress: Progress) -> AsyncIterator[None]:
    """Show the progress of the generations while the block runs."""
    task = progress.add_task("build", total=sum([await log.log_head() for log, *_ in fresh]))

    async def look() -> None:
        while True:
            await pause(LOOK_S)
            with suppress(ViewUnavailable):
                progress.update(task, completed=sum([await generation.position() for *_, generation in fresh]))

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait([looking])
        progress.remove_task(task)


async def _replaced(
    store: EventStore,
    sql: Sql,
    projection: Projection,
    view: View,
    generation: Generation,
    switch: bool,
    progress: Progress,
) -> Rebuilt:
    task = progress.add_task(projection.name, total=None)

    def show(phase: str, done: int, of: int) -> None:
        progress.update(task, description=f"{projection.name}: {phase}", completed=done, total=of or None)

    read, imported = stored.codec().read, Imports(sql).among
    return await replace(store, read, projection, view, generation, store.lead, show, switch, imported)
