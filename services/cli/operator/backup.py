"""`turnledger backup`: a folder with everything that an installation needs to come back."""

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from services.cli.failure import fail
from services.cli.history_sources import open_there
from services.operations.backup import MARK, BackupFailed, copy_files, dump, dump_of, take_mark
from services.platform.private_files import make_folder, write_file
from services.settings import Settings, from_environment
from services.store.archive.archived_games import ArchivedGame
from services.store.backends import urls_of


class Step(StrEnum):
    MARK = "mark"
    DATABASE = "database"
    FILES = "files"


def backup(
    folder: Annotated[Path, typer.Argument(help="A new folder; archived games are copied to `archive` next to it")],
    steps: Annotated[
        list[Step] | None, typer.Option("--step", help="One step of it, where another program dumps; in this order")
    ] = None,
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Back up databases, keys and archive during play, with a mark that `doctor --restored` checks.

    As the owner of the store's tables, with `pg_dump` of the server's version."""
    settings = from_environment(store=store)
    wanted = steps or list(Step)
    try:
        found = asyncio.run(_back_up(settings, folder, wanted))
    except BackupFailed as failed:
        fail(str(failed), 1)
    if as_json:
        typer.echo(msgspec.json.encode({"folder": str(folder), "steps": wanted, **found}))
    else:
        typer.echo(f"{folder}: {', '.join(f'{amount} {name}' for name, amount in found.items())}")


async def _back_up(settings: Settings, folder: Path, steps: list[Step]) -> dict[str, int]:
    opened, found = open_there(settings), dict[str, int]()
    try:
        make_folder(folder)
        if Step.MARK in steps:
            mark = await take_mark(settings, opened.logs)
            if (folder / MARK).exists():
                raise BackupFailed(f"{folder} has a backup: name a new folder")
            write_file(folder / MARK, msgspec.json.format(msgspec.json.encode(mark)))
            found["events"] = sum(each.events for each in mark.logs)
        if Step.DATABASE in steps:
            urls = urls_of(settings.store)
            for number, url in enumerate(urls):  # the home first: placements of later games are found
                await asyncio.to_thread(dump, url, dump_of(folder, number))
            found["databases"] = len(urls)
        if Step.FILES in steps:
            games: list[ArchivedGame] = [game for log in opened.logs for game in await log.hot.archived_last(0)]
            manifest = await asyncio.to_thread(copy_files, settings, folder, games)
            found |= {"keys": len(manifest.keys), "archived games": len(manifest.archive)}
        return found
    finally:
        await opened.close()
