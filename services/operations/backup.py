"""Backups of an installation: a mark, the databases, the keys and the archive, in that order.

The mark is taken first, so a database that was dumped later has everything that was acknowledged before it. Keys and
archive are copied last, so they have whatever the dumped database refers to. `files.json` is written at the very end:
a folder without it is not a backup.
"""

import os
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.history.codec import link_of
from services.operations.doctor import Finding
from services.platform.private_files import make_file, make_folder, write_file
from services.platform.program import release
from services.settings import Settings
from services.store import open_sql
from services.store.archive.archive import S3, open_archive
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.objects import FolderObjects
from services.store.archive.read_through import ReadThroughStore
from services.store.backends import backend, urls_of

T = TypeVar("T")
MARK, FILES, KEYS, ARCHIVE = "mark.json", "files.json", "keys", "archive"
FORMAT = 1
SQLITE = "sqlite"
_POSITION = {SQLITE: "rowid"}
_HOT = (
    "SELECT count(*) FROM stored_events WHERE {} <= ?"
    " AND NOT EXISTS (SELECT 1 FROM archived_games WHERE game_id = originator_id)"
)
_ARCHIVED = "SELECT coalesce(sum(version), 0) FROM archived_games WHERE last_position <= ?"


class BackupFailed(Exception):
    """A step of a backup or of its restoration cannot be done; the text says what to do."""


class LogMark(Struct, frozen=True):
    """The end of one log: its last position, its number of events, and the last event with its link."""

    head: int
    events: int
    game_id: str = ""
    version: int = 0
    link: str = ""


class Mark(Struct, frozen=True):
    """The ends of all logs when a backup began. `logs`: the home first."""

    format: int
    taken_at: datetime
    release: str
    logs: Sequence[LogMark]


class Manifest(Struct, frozen=True):
    """Files of a backup. `keys`: digests by name. `archive`: digests of the archived games, by the names of their
    objects. `is_copied`: the objects are next to the backup; else they are in the bucket alone."""

    keys: Mapping[str, str]
    archive: Mapping[str, str]
    is_copied: bool


async def take_mark(settings: Settings, logs: Sequence[ReadThroughStore]) -> Mark:
    """Raises StoreUnavailable."""
    marks = [await _mark(url, log) for url, log in zip(urls_of(settings.store), logs, strict=True)]
    return Mark(FORMAT, datetime.now(UTC), release(), marks)


async def _mark(url: str, log: ReadThroughStore) -> LogMark:
    head = await log.log_head()
    if not head:
        return LogMark(0, 0)
    (last,) = await log.read_log(head - 1, 1)
    return LogMark(head, await _events(url, head), last.row.stream_id, last.row.version, link_of(last.row))


async def _events(url: str, head: int) -> int:
    """Count the events up to a position, wherever they are now: a game may be archived meanwhile."""
    sql = open_sql(url)
    try:
        ((hot,),) = await sql.run(_HOT.format(_POSITION.get(backend(url).kind, "notification_id")), (head,))
        ((archived,),) = await sql.run(_ARCHIVED, (head,))
    finally:
        await sql.close()
    return int(hot) + int(archived)


def dump(url: str, target: Path) -> None:
    """Dump one database while it is in use. Raises BackupFailed."""
    part = target.with_suffix(".part")
    make_file(part)
    if backend(url).kind == SQLITE:
        with (
            closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
    else:
        _run("pg_dump", url, "--format=custom", f"--file={part}")
    part.replace(target)


def load(source: Path, url: str) -> None:
    """Load a dump into an empty database. Raises BackupFailed."""
    if backend(url).schema_version():
        raise BackupFailed("the database has tables: restore into an empty one (createdb), or name another store")
    if backend(url).kind == SQLITE:
        path = Path(url.removeprefix("sqlite:///"))
        make_folder(path.parent)
        path.unlink(missing_ok=True)
        write_file(path, source.read_bytes())
        return
    _run("pg_restore", url, "--no-owner", "--exit-on-error", "--single-transaction", str(source))


def _run(program: str, url: str, *words: str) -> None:
    """Run a program of PostgreSQL. The password goes by the environment: other users see arguments."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    try:
        done = subprocess.run(  # noqa: S603  # the program is one of two
            [program, "--no-password", f"--dbname={make_conninfo('', **parts)}", *words],
            env=environment,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError as missing:
        raise BackupFailed(f"{program} is missing: install the client of PostgreSQL") from missing
    if done.returncode:
        raise BackupFailed(f"{program} failed: {done.stderr.strip()[-1_000:]}")


def copy_files(settings: Settings, folder: Path, games: Sequence[ArchivedGame]) -> Manifest:
    """Copy keys and, from a folder, archived games that the backup does not have yet. Raises BackupFailed,
    ArchiveUnavailable."""
    keys = {each.name: each.read_bytes() for each in sorted(settings.keys.iterdir()) if each.is_file()}
    if not keys:
        raise BackupFailed(f"{settings.keys} has no keys: TURNLEDGER_KEYS names their folder")
    make_folder(folder / KEYS)
    for name, content in keys.items():
        write_file(folder / KEYS / name, content)
    copies = bool(settings.archive) and not settings.archive.startswith(S3)
    if copies:
        _copy_archive(settings.archive, folder.parent / ARCHIVE, games)
    digests = {name: sha256(content).hexdigest() for name, content in keys.items()}
    manifest = Manifest(digests, {each.object: each.sha256 for each in games}, copies)
    write_file(folder / FILES, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _copy_archive(place: str, copies: Path, games: Sequence[ArchivedGame]) -> None:
    """Copy the objects that are not there yet. An object never changes."""
    source, target = open_archive(place).objects, FolderObjects(copies)
    for game in games:
        if _digest_at(copies / game.object) != game.sha256:
            content = source.get(game.object)
            if sha256(content).hexdigest() != game.sha256:
                raise BackupFailed(f"{game.object} in the archive is damaged: docs/runbook.md, Doctor: archive")
            target.put(game.object, content)


def restore_files(folder: Path, settings: Settings) -> None:
    """Put keys and archived games where the settings name empty places. Raises BackupFailed."""
    manifest = manifest_of(folder)
    if settings.keys.is_dir() and any(settings.keys.iterdir()):
        raise BackupFailed(f"{settings.keys} has keys: move them away first, or name another folder by TURNLEDGER_KEYS")
    make_folder(settings.keys)
    for name in manifest.keys:
        write_file(settings.keys / name, (folder / KEYS / name).read_bytes())
    if not manifest.is_copied:
        return
    if not settings.archive or settings.archive.startswith(S3):
        raise BackupFailed("the backup has archived games: TURNLEDGER_ARCHIVE names the folder for them")
    source, target = folder.parent / ARCHIVE, FolderObjects(Path(settings.archive))
    for name in manifest.archive:
        if not (Path(settings.archive) / name).exists():
            target.put(name, (source / name).read_bytes())


def mark_of(folder: Path) -> Mark:
    return _read(folder / MARK, Mark)


def manifest_of(folder: Path) -> Manifest:
    return _read(folder / FILES, Manifest)


def _read(path: Path, wanted: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=wanted)
    except FileNotFoundError as missing:
        raise BackupFailed(f"{path} is missing: the backup is not complete") from missing
    except msgspec.MsgspecError as malformed:
        raise BackupFailed(f"{path} is malformed: {malformed}") from malformed


def dump_of(folder: Path, number: int) -> Path:
    """Return the dump of a log."""
    return folder / f"database-{number}.dump"


async def check_restored_log(folder: Path, number: int, url: str, log: ReadThroughStore) -> Finding:
    """Check that a log has everything that was acknowledged before the mark."""
    mark = mark_of(folder)
    if number >= len(mark.logs):
        return Finding("restored", "ok", f"log {number} is newer than the backup")
    then = mark.logs[number]
    head = await log.log_head()
    found = await _events(url, then.head)
    remedy = "This is not that backup, or it was not restored whole. Stop, empty the database, restore again."
    if head < then.head or found < then.events:
        lost = then.events - found
        return Finding("restored", "fail", f"{lost} of {then.events} events before {mark.taken_at} are missing", remedy)
    if then.head:
        rows = await log.load(then.game_id, then.version - 1, 1)
        if not rows or link_of(rows[0]) != then.link:
            return Finding("restored", "fail", f"the last event before {mark.taken_at} is another one", remedy)
    return Finding("restored", "ok", f"all {then.events} events before {mark.taken_at} are there")


def check_restored_keys(folder: Path, keys: Path) -> Finding:
    """Check that the keys are those of the backup."""
    wrong = [name for name, digest in manifest_of(folder).keys.items() if _digest_at(keys / name) != digest]
    if any(name.endswith(".json") or name == "log.key" for name in wrong):
        remedy = f"Copy them from {folder / KEYS}: histories and log were signed with these."
        return Finding("restored", "fail", f"keys are missing or others: {', '.join(wrong)}", remedy)
    return Finding("restored", "ok", "the keys are those of the backup")


def _digest_at(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
