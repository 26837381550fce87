"""`turnledger rebuild`: builds the views anew beside the live ones, compares, and switches."""

import asyncio
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from domain import stored
from projections.contract import View
from projections.rebuild import Rebuilt
from projections.rebuild import rebuild as build
from projections.steps import Projection
from services.settings import Settings, from_environment
from services.store import open_store
from services.store.contract import EventStore
from services.views import MEMORY, open_views


def rebuild(
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    views: Annotated[str | None, typer.Option(help="Views; TURNLEDGER_VIEWS if not given")] = None,
    view: Annotated[list[str] | None, typer.Option(help="boards, lists or leaders; all if not given")] = None,
    switch: Annotated[bool, typer.Option(help="Make the new views live; without, only compare")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Build the views anew from the store while games go on, compare with the live ones, and switch.

    Stop it at any time: nothing has changed until it switches."""
    settings = from_environment(store=store, views=views)
    if settings.views == MEMORY:
        typer.echo("views in memory are built anew whenever their process starts", err=True)
        raise typer.Exit(2)
    done = asyncio.run(_rebuild(settings, frozenset(view or ()), switch, quiet=as_json))
    if as_json:
        typer.echo(msgspec.json.encode(done))
        return
    for name, each in done.items():
        typer.echo(f"{name}: {each.events} events, {each.compared} entries, {each.differing} differed before")


async def _rebuild(settings: Settings, names: frozenset[str], switch: bool, quiet: bool) -> dict[str, Rebuilt]:
    store, views = open_store(settings.store), await open_views(settings.views)
    chosen = [pair for pair in views if not names or pair[0].name in names]
    try:
        with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
            return {each.name: await _rebuild_one(store, each, view, switch, progress) for each, view in chosen}
    finally:
        await views.close()
        await store.close()


async def _rebuild_one(
    store: EventStore, projection: Projection, view: View, switch: bool, progress: Progress
) -> Rebuilt:
    task = progress.add_task(projection.name, total=None)

    def show(phase: str, done: int, of: int) -> None:
        progress.update(task, description=f"{projection.name}: {phase}", completed=done, total=of or None)

    read = stored.codec().read
    return await build(store, read, projection, view, lead=store.lead, progress=show, switch=switch)
