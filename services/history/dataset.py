"""Write the finished games of public tables as Parquet files (docs/dataset.md).

Games are folded in parallel processes, month by month, and written in the order of month, game and version. The same
games, key and version of the library give the same bytes.
"""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from domain import stored
from domain.history.codec import read_envelope
from domain.history.verify import verify_rows
from domain.table.messages import GameBegan, GameOpened, Occupant
from services.history.dataset_rows import GameRows, Row, rows_of
from services.history.imports import Imports
from services.store import open_sql, open_store
from services.store.archive.lookups import LAST_TOPIC
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tlog.tlog_storage import LogStorage

VERSION = 1
"""Grows when a table or a column changes its meaning or goes. New columns do not change it."""
GAMES_A_TASK = 8
LOG_BATCH = 5_000
PSEUDONYM = 16
"""Hexadecimal digits of a pseudonym: 64 bits."""
_time = pa.timestamp("ms", tz="UTC")
_of_game = [("game_id", pa.string()), ("month", pa.string())]
SCHEMA: Mapping[str, pa.Schema] = {
    "games": pa.schema(
        [
            *_of_game,
            *((name, pa.string()) for name in ("variant", "game", "options", "editions")),
            ("seats", pa.int8()),
            ("bots", pa.int8()),
            ("rated", pa.bool_()),
            ("reason", pa.string()),
            ("opened_at", _time),
            ("ended_at", _time),
            ("decisions", pa.int32()),
            ("events", pa.int32()),
            ("link", pa.string()),
            ("leaf_index", pa.int64()),
        ]
    ),
    "seats": pa.schema(
        [
            *_of_game,
            ("seat", pa.int8()),
            ("occupant", pa.string()),
            ("player", pa.string()),
            ("bot", pa.string()),
            ("colour", pa.string()),
            ("rank", pa.int8()),
            ("won", pa.bool_()),
            ("score", pa.int32()),
            ("resigned", pa.bool_()),
        ]
    ),
    "decisions": pa.schema(
        [
            *_of_game,
            ("version", pa.int32()),
            ("seat", pa.int8()),
            ("bot", pa.string()),
            ("at", _time),
            ("round", pa.int16()),
            ("phase", pa.string()),
            ("stage", pa.int8()),
            ("legal", pa.int64()),
            ("legal_kinds", pa.list_(pa.string())),
            ("kind", pa.string()),
            ("command", pa.string()),
            ("figures", pa.string()),
            ("paid", pa.int32()),
            ("undone", pa.bool_()),
        ]
    ),
    "events": pa.schema(
        [
            *_of_game,
            ("version", pa.int32()),
            ("at", _time),
            ("topic", pa.string()),
            ("seat", pa.int8()),
            ("event", pa.string()),
        ]
    ),
}
"""The tables of version 1 of the dataset: columns with their types (docs/dataset.md)."""


CROISSANT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "recordSet": "cr:recordSet",
    "field": "cr:field",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "source": "cr:source",
    "fileObject": "cr:fileObject",
    "extract": "cr:extract",
    "column": "cr:column",
    "repeated": "cr:repeated",
}


class Task(Struct, frozen=True):
    """A few games of one month for a worker. `key`: of the month's pseudonyms."""

    store: str
    archive: str
    key: bytes
    game_ids: tuple[str, ...]


Run: TypeAlias = Callable[[Sequence[Task]], Iterable[Mapping[str, GameRows | str]]]
"""Runs tasks somewhere and gives their results in the order of the tasks."""


class Written(Struct, frozen=True):
    """The rows written by table, and the games that were left out with the reason."""

    rows: dict[str, int]
    left_out: dict[str, str]


def month_key(key: bytes, month: str) -> bytes:
    """Return the key of a month's pseudonyms. Pseudonyms of two months cannot be linked without the first key."""
    return hmac.digest(key, month.encode(), "sha256")


def pseudonym(key: bytes, account: str) -> str:
    return hmac.digest(key, account.encode(), "sha256").hex()[:PSEUDONYM]


async def finished_games(store: EventStore) -> dict[str, list[str]]:
    """Return the finished games by the month of their end, each month in the order of ids."""
    position, found = 0, defaultdict[str, list[str]](list)
    while rows := await store.read_log(position, LOG_BATCH):
        for each in rows:
            if each.row.topic.startswith(LAST_TOPIC):
                found[f"{read_envelope(each.row).at:%Y-%m}"].append(each.row.stream_id)
        position = rows[-1].position
    return {month: sorted(found[month]) for month in sorted(found)}


def fold_games(task: Task) -> dict[str, GameRows | str]:
    """Return the rows of each game, or why it is left out. Runs in a worker."""
    return asyncio.run(_fold_games(task))


async def _fold_games(task: Task) -> dict[str, GameRows | str]:
    store, sql = open_store(task.store, task.archive), open_sql(task.store)
    try:
        return {game_id: await _fold_game(store, sql, task.key, game_id) for game_id in task.game_ids}
    finally:
        await store.close()
        await sql.close()


async def _fold_game(store: EventStore, sql: Sql, key: bytes, game_id: str) -> GameRows | str:
    codec, rows, imports = stored.codec(), await store.load(game_id), Imports(sql)
    if fault := verify_rows(rows, codec).fault:
        return f"{fault.code} at version {fault.version}"
    records = [codec.read(row) for row in rows]
    opened, began = records[0].event, next(each.event for each in records if isinstance(each.event, GameBegan))
    assert isinstance(opened, GameOpened)
    if opened.private:
        return "the table was private"
    if await imports.among([game_id]):
        return "the game is another server's"
    accounts = [each.account for each in began.seats if each.account]
    here = await imports.accounts_here(accounts) if accounts else ()
    leaf = await LogStorage(sql).index_of_end(game_id)
    return rows_of(rows, records, partial(_player, key, here), leaf)


def _player(key: bytes, here: Collection[str], occupant: Occupant) -> Row:
    """Return who had a seat. Guests and deleted accounts have no pseudonym."""
    if not occupant.account:
        return {"occupant": "bot", "player": None}
    if occupant.guest is True:
        return {"occupant": "guest", "player": None}
    if occupant.account not in here:
        return {"occupant": "deleted", "player": None}
    return {"occupant": "account", "player": pseudonym(key, occupant.account)}


@contextmanager
def workers(number: int) -> Iterator[Run]:
    """Give a function that runs tasks in so many processes and yields their results in order."""
    with ProcessPoolExecutor(number, mp_context=get_context("spawn")) as pool:
        yield partial(pool.map, fold_games)


def write(
    to: Path,
    games: Mapping[str, Sequence[str]],
    task: Callable[[str, tuple[str, ...]], Task],
    run: Run,
    folded: Callable[[int], None] = lambda games: None,
) -> Written:
    """Write each table into `to`, a row group a month. `games`: by month, in order. `task`: of a month and games.
    `folded` is called with the number of games that were done since. One month is in memory at a time."""
    rows, left_out = dict.fromkeys(SCHEMA, 0), dict[str, str]()
    with ExitStack() as stack:
        files = {name: stack.enter_context(_file(to, name)) for name in SCHEMA}
        for month, ids in games.items():
            parts = defaultdict[str, list[Row]](list)
            for done in run([task(month, some) for some in _some(ids)]):
                left_out |= {game_id: found for game_id, found in done.items() if isinstance(found, str)}
                for found in done.values():
                    for name in SCHEMA if isinstance(found, GameRows) else ():
                        parts[name] += getattr(found, name)
                folded(len(done))
            for name, file in files.items():
                rows[name] += len(parts[name])
                if parts[name]:
                    file.write_table(pa.Table.from_pylist(parts[name], SCHEMA[name]), row_group_size=len(parts[name]))
    return Written(rows, left_out)


def _file(to: Path, name: str) -> Any:
    return pq.ParquetWriter(to / f"{name}.parquet", SCHEMA[name], compression="zstd", version="2.6")


def _some(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(ids), GAMES_A_TASK):
        yield tuple(ids[start : start + GAMES_A_TASK])


def data_card(to: Path, name: str, url: str, license_url: str) -> dict[str, Any]:
    """Return the description of the files in `to` as Croissant 1.0 (mlcommons.org/croissant)."""
    files = [
        {
            "@type": "cr:FileObject",
            "@id": f"{table}.parquet",
            "name": f"{table}.parquet",
            "contentUrl": f"{table}.parquet",
            "encodingFormat": "application/vnd.apache.parquet",
            "sha256": sha256((to / f"{table}.parquet").read_bytes()).hexdigest(),
        }
        for table in SCHEMA
    ]
    records = [
        {
            "@type": "cr:RecordSet",
            "@id": table,
            "name": table,
            "field": [_field(table, column) for column in schema],
        }
        for table, schema in SCHEMA.items()
    ]
    return {
        "@context": CROISSANT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": "Finished games of public tables, with pseudonyms by month.",
        "version": f"{VERSION}.0.0",
        "url": url,
        "license": license_url,
        "distribution": files,
        "recordSet": records,
    }


def _field(table: str, column: pa.Field) -> dict[str, Any]:
    found = {
        "@type": "cr:Field",
        "@id": f"{table}/{column.name}",
        "name": column.name,
        "dataType": _data_type(column.type),
        "source": {"fileObject": {"@id": f"{table}.parquet"}, "extract": {"column": column.name}},
    }
    return found | ({"repeated": True} if pa.types.is_list(column.type) else {})


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "sc:Integer"
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    return "sc:DateTime" if pa.types.is_timestamp(kind) else "sc:Text"
