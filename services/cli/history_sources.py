"""Sources of histories: the store, by the game's id, or an exported file."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from domain import stored
from domain.history.codec import UNREADABLE, UnknownTopic
from domain.history.file import ALL, Keys, MalformedFile, take_apart
from domain.history.record import EventRow, Recorded
from domain.history.verify import verify_rows
from services.accounts.account import UnknownAccount, is_account_id
from services.accounts.account_storage import AccountStorage
from services.cli.failure import fail
from services.history.history_parts import KEYS_FILE
from services.history.keys import published_keys, without_secrets
from services.settings import Settings
from services.store import open_sql, open_store
from services.store.archive.read_through import ReadThroughStore
from services.store.interface import StoreUnavailable
from services.store.logs.log_set import ShardedEventStore
from services.store.schema import is_there
from services.texts.telling import accounts_of


def read_rows(game: str, settings: Settings) -> Sequence[EventRow]:
    """The stream of a game in the store, or of an exported file if there is one of that name."""
    path = Path(game)
    if path.is_file():
        try:
            file = take_apart(path.read_bytes())
        except MalformedFile as error:
            fail(f"{path}: {error}")
        if file.header.viewer != ALL:
            fail(f"{path} holds only what {file.header.viewer} may see: the game cannot be replayed from it")
        if fault := verify_rows(file.rows, stored.codec()).fault:
            fail(f"{path} is wrong: {fault.code} at event {fault.version} {fault.topic}: {fault.says}", 1)
        return file.rows
    rows = asyncio.run(_load(game, settings))
    if not rows:
        fail(f"no game and no file {game!r}; TURNLEDGER_STORE or --store names the store")
    return rows


def read_records(game: str, settings: Settings) -> list[Recorded]:
    codec, rows = stored.codec(), read_rows(game, settings)
    try:
        return [codec.read(row) for row in rows]
    except (*UNREADABLE, UnknownTopic) as error:
        fail(f"{game} cannot be read: {error}", 1)


def display_names(records: Sequence[Recorded], settings: Settings) -> dict[str, str]:
    """The names of the accounts in a game, as far as the store knows them and shows them to this account of it (a
    `turnledger_reader` reads no accounts); who has none here goes by the id."""
    named = {account for record in records for account in accounts_of(record.event) if is_account_id(account)}
    if not named or not is_there(settings.store):
        return {}
    try:
        return asyncio.run(_names(named, settings.store))
    except StoreUnavailable as away:
        typer.echo(f"players go by their ids: {away}", err=True)
        return {}


def known_keys(key_set: Path | None, settings: Settings) -> Keys:
    """The published keys in that file, else those of this installation."""
    return published_keys(known_key_set(key_set, settings))


def known_key_set(key_set: Path | None, settings: Settings) -> dict[str, Any]:
    """The same as they are published."""
    path = key_set or settings.keys / KEYS_FILE
    try:
        return without_secrets(json.loads(path.read_text()))
    except (OSError, ValueError) as error:
        fail(f"{path}: {error}. Give the server's published key set with --keys")


def open_there(settings: Settings) -> ReadThroughStore | ShardedEventStore:
    """The store of these settings, which is not made by asking for it, and its archive."""
    if not is_there(settings.store):
        fail(f"there is no store at {settings.store}: TURNLEDGER_STORE or --store names it", 1)
    return open_store(settings.store, settings.archive, settings.archive_cache_mb)


async def _names(accounts: Iterable[str], store: str) -> dict[str, str]:
    sql, names = open_sql(store), dict[str, str]()
    try:
        for account in accounts:
            with suppress(UnknownAccount):
                names[account] = (await AccountStorage(sql).get(account)).display_name
    finally:
        await sql.close()
    return names


async def _load(game: str, settings: Settings) -> Sequence[EventRow]:
    opened = open_there(settings)
    try:
        return await opened.load(game)
    finally:
        await opened.close()
