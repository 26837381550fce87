"""`turnledger archive`: finished games leave the store for the archive."""

import asyncio
import re
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
import typer

from domain import stored
from services.cli.failure import fail
from services.cli.history_sources import open_there
from services.cli.progress import progress_bar
from services.history.export import Exporter
from services.history.history_parts import KEYS_FILE, signing_keys
from services.history.seals import Seals
from services.operations.archiver import Archiver, Gone, KeptGame
from services.operations.doctor import Show
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.backends import backend, urls_of

LEAD = "archive"
LEAD_S = 5.0
_AGE = re.compile(r"(\d{1,6})([dhms])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}


def archive(
    older_than: Annotated[str, typer.Option(help="Games that were over so long ago: 30d, 12h, 0s")] = "30d",
    games: Annotated[int | None, typer.Option(help="At most so many games; all if not given", min=1)] = None,
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    to: Annotated[
        str | None, typer.Option(help="Folder, or s3://BUCKET/PREFIX; TURNLEDGER_ARCHIVE if not given")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Move finished games from the store to the archive, each once it is proven to be there. Stop it at any time.

    As the owner of the store's tables: who serves may not delete. Exits 1 if a game had to stay."""
    settings = from_environment(store=store, archive=to)
    if not settings.archive:
        fail("there is no archive: TURNLEDGER_ARCHIVE or --to names a folder or s3://BUCKET/PREFIX")
    if not (settings.keys / KEYS_FILE).exists():
        fail(f"{settings.keys} has no keys of this installation: TURNLEDGER_KEYS names their folder")
    age = _AGE.fullmatch(older_than)
    if not age:
        fail("--older-than is a number and d, h, m or s: 30d")
    before = datetime.now(UTC) - timedelta(**{_UNITS[age[2]]: int(age[1])})
    with progress_bar(quiet=as_json) as show:
        gone, kept = asyncio.run(_archive(settings, before, games, show))
    if as_json:
        told = {"games": len(gone), "events": _events(gone), "bytes": _bytes(gone), "kept": kept}
        typer.echo(msgspec.json.encode(told))
    else:
        typer.echo(f"{len(gone)} games archived: {_events(gone)} events in {_bytes(gone)} bytes")
        for each in kept:
            typer.echo(f"{each.game_id} stays in the store: {each.reason}", err=True)
    raise typer.Exit(1 if kept else 0)


def _events(gone: list[Gone]) -> int:
    return sum(each.events for each in gone)


def _bytes(gone: list[Gone]) -> int:
    return sum(each.bytes for each in gone)


async def _archive(
    settings: Settings, before: datetime, games: int | None, show: Show
) -> tuple[list[Gone], list[KeptGame]]:
    gone, kept = list[Gone](), list[KeptGame]()
    async with AsyncExitStack() as opened:
        store = open_there(settings)
        opened.push_async_callback(store.close)
        sql = open_sql(settings.store)
        opened.push_async_callback(sql.close)
        codec, keys = stored.codec(), signing_keys(settings.keys)
        exporter = Exporter(store, codec, keys, Seals(sql))
        try:
            async with asyncio.timeout(LEAD_S) as waiting:
                await opened.enter_async_context(store.lead(LEAD))
                waiting.reschedule(None)
        except TimeoutError:
            fail("another `turnledger archive` is at work", 1)
        for log, url in zip(store.logs, urls_of(settings.store), strict=True):
            archiver = Archiver(log.hot, log.archive, codec, exporter, keys, backend(url).let_go)
            async for each in archiver.run(before, None if games is None else games - len(gone) - len(kept)):
                if isinstance(each, Gone):
                    gone.append(each)
                else:
                    kept.append(each)
                show("archiving games", len(gone) + len(kept), games or 0)
        # A reader of an archived game makes snapshots of it: they are derived data and must not stay in the store for
        # it.
        await sql.run("DELETE FROM snapshots WHERE game_id IN (SELECT game_id FROM archived_games)")
        for each in gone if len(store.logs) > 1 else ():
            await sql.run("DELETE FROM snapshots WHERE game_id = ?", (each.game_id,))
    return gone, kept
