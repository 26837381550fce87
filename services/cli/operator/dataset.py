"""`turnledger dataset`: the finished games of public tables as Parquet files."""

import asyncio
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from services.cli.failure import fail
from services.cli.history_files import KEYS
from services.cli.history_sources import known_key_set, open_there
from services.cli.progress import progress_bar
from services.platform.private_files import create_once, make_folder
from services.settings import Settings, from_environment

if TYPE_CHECKING:
    from services.history.dataset import FinishedGame, Months, Task

KEY_FILE, KEY_BYTES = "dataset.key", 32


def dataset(
    to: Annotated[Path, typer.Option(help="Folder for the files")],
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    exported: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", exists=True, file_okay=False, help="Exported files instead of a store"),
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(help="With --from: the key set that signed the files; `keys.json` next to them")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes")] = os.cpu_count() or 1,
    name: Annotated[str, typer.Option(help="Name of the dataset in its data card")] = "turnledger-games",
    url: Annotated[str, typer.Option(help="Address of the dataset in its data card")] = "",
    license_url: Annotated[
        str, typer.Option("--license", help="Licence in the data card, an address")
    ] = "https://creativecommons.org/publicdomain/zero/1.0/",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Write the finished games of public tables as Parquet files, with pseudonyms instead of accounts.

    Every game is adjudicated again before it is written. docs/dataset.md describes the tables.
    """
    try:
        from services.history import dataset as made
        from services.history.dataset_card import About, write_card
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed: pip install 'turnledger[dataset]'")
    if exported and store:
        fail("--from reads files and --store a store: give one of them")
    settings = from_environment(store=store)
    games, task = _source(settings, exported, keys)
    to.mkdir(parents=True, exist_ok=True)
    total, done = sum(map(len, games.values())), 0
    with progress_bar(quiet=as_json) as show, made.workers(workers) as run:

        def folded(number: int) -> None:
            nonlocal done
            done += number
            show("games", done, total)

        written = made.write(to, games, task, run, folded)
    until = max((each.ended_at for month in games.values() for each in month), default=None)
    write_card(to, About(name, url, license_url, until))
    if as_json:
        typer.echo(msgspec.json.encode(written))
        return
    for table, rows in written.rows.items():
        typer.echo(f"{to / table}.parquet: {rows} rows")
    for game_id, reason in written.left_out.items():
        typer.echo(f"{game_id} is left out: {reason}", err=True)


def _source(
    settings: Settings, exported: Path | None, keys: Path | None
) -> tuple["Months", Callable[[str, tuple["FinishedGame", ...]], "Task"]]:
    """Return the games, and the function that makes a task of some of them."""
    from services.history.dataset import Task, exported_games, month_key

    key = _key(settings.keys)
    place: dict[str, Any] = {"store": settings.store, "archive": settings.archive}
    if exported:
        place = {"keys": known_key_set(keys or exported / KEYS, settings)}
        games = exported_games(exported)
    else:
        games = asyncio.run(_finished(settings))
    return games, lambda month, some: Task(month_key(key, month), some, **place)


async def _finished(settings: Settings) -> "Months":
    from services.history.dataset import finished_games

    store = open_there(settings)
    try:
        return await finished_games(store)
    finally:
        await store.close()


def _key(folder: Path) -> bytes:
    """Return the key of the pseudonyms, made the first time. Without it a later dataset has other pseudonyms."""
    path = folder / KEY_FILE
    make_folder(folder)
    if not path.exists():
        create_once(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        fail(f"{path} is not a key of {KEY_BYTES} bytes")
    return key
