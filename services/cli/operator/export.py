"""`turnledger export GAME…`: histories as signed files."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from domain import stored
from domain.history.file import ALL, SPECTATOR, NoSuchViewer
from domain.history.verify import Checkpoint
from services.application.command_errors import UnknownGame
from services.cli.failure import fail
from services.cli.history_files import CHECKPOINTS, IMPORTS, KEYS, PROOFS, file_name
from services.cli.history_sources import open_there
from services.history.audit import game_ids
from services.history.export import Exporter
from services.history.history_parts import signing_keys
from services.history.imports import Imports
from services.history.seals import Seals
from services.platform.private_files import make_folder, write_file
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.interface import StoreUnavailable
from services.tlog.tlog_storage import LogStorage, Proof

_VIEWER = re.compile(f"{ALL}|{SPECTATOR}|seat [0-9]")


class Exported(msgspec.Struct, frozen=True):
    game: str
    file: str
    bytes: int


def export(
    games: Annotated[list[str] | None, typer.Argument(help="Ids of games")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every game of the store")] = False,
    to: Annotated[Path, typer.Option(help="Folder for the files")] = Path("."),
    viewer: Annotated[
        str, typer.Option(help="Of a game that runs: `spectator`, `seat 0`…, or `all` (with all its secrets)")
    ] = SPECTATOR,
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a file")] = False,
) -> None:
    """Write signed history files, one per game, with the published keys, the games' checkpoints and proofs."""
    if bool(games) == every:
        fail("name games, or --all")
    if not _VIEWER.fullmatch(viewer):
        fail("--viewer is spectator, `seat 0`… or all")
    settings = from_environment(store=store)
    make_folder(to)
    try:
        exported, refused = asyncio.run(_export(settings, games or [], to, viewer, quiet=as_json))
    except UnknownGame as unknown:
        fail(f"no game {unknown.game_id!r} in {settings.store.split('@')[-1]}")
    except NoSuchViewer as wrong:
        fail(f"--viewer: {wrong}")
    for each in exported:
        typer.echo(msgspec.json.encode(each) if as_json else each.file)
    if refused:
        names = {game_id: game_id if game_id.isprintable() and game_id else ascii(game_id) for game_id in refused}
        fail("\n".join(f"{names[game_id]:.80} is not exported: {why}" for game_id, why in refused.items()), 1)


async def _export(
    settings: Settings, games: list[str], to: Path, viewer: str, quiet: bool
) -> tuple[list[Exported], dict[str, str]]:
    """Return the files written, and for the others the reason. With `games` named, raises UnknownGame and
    NoSuchViewer."""
    store, sql = open_there(settings), open_sql(settings.store)
    keys, seals, imports, log = signing_keys(settings.keys), Seals(sql), Imports(sql), LogStorage(sql)
    exporter = Exporter(store, stored.codec(), keys, seals)
    exported, refused, checkpoints = list[Exported](), dict[str, str](), list[Checkpoint]()
    proofs = list[Proof]()
    try:
        with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
            task = progress.add_task("exporting", total=len(games) or None)
            async for game_id in _named(games) if games else game_ids(store):
                kept = await seals.of(game_id)  # read before the game, which may continue meanwhile
                progress.advance(task)
                path = to / file_name(game_id)
                try:
                    content = await exporter.export(game_id, viewer)
                    write_file(path, content)
                except StoreUnavailable:
                    raise
                except Exception as error:  # whatever is wrong with one game, the others are exported
                    if games and isinstance(error, UnknownGame | NoSuchViewer):
                        raise
                    refused[game_id] = str(error) or repr(error)
                    continue
                checkpoints += kept
                proofs += await log.proofs(game_id)
                exported.append(Exported(game_id, str(path), len(content)))
        foreign = await imports.all()
    finally:
        await store.close()
        await sql.close()
    lines = [{"game": game_id, "key": key} for game_id, key in foreign if game_id in {each.game for each in exported}]
    write_file(to / IMPORTS, msgspec.json.Encoder().encode_lines(lines))
    write_file(to / KEYS, msgspec.json.format(msgspec.json.encode(keys.published())))
    write_file(to / PROOFS, msgspec.json.Encoder().encode_lines(proofs))
    write_file(to / CHECKPOINTS, msgspec.json.Encoder().encode_lines(checkpoints))
    return exported, refused


async def _named(games: list[str]) -> AsyncIterator[str]:
    for game_id in games:
        yield game_id
