"""Write the finished games of public tables as Parquet files (docs/dataset.md).

Games come from a store and its archive, or from exported files. They are folded in parallel processes, month by month,
and written in the order of month, game and version. The same games, key and version of the library give the same bytes.
"""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from domain import stored
from domain.history.adjudicate import Step
from domain.history.codec import UNREADABLE, Codec, read_envelope
from domain.history.file import ALL, MalformedFile, last_row, read_header, take_apart
from domain.history.record import EventRow
from domain.history.verify import verify_parts, verify_rows
from domain.table.aggregate import FINISHED
from domain.table.messages import GameBegan, Occupant
from projections.folds.transitions import Transition
from services.history.dataset_ratings import Ratings, end_of
from services.history.dataset_rows import GameRows, Row, rows_of
from services.history.dataset_schema import OF_ONE_GAME, SCHEMA, columns_of, path_of, table_of
from services.history.imports import Imports
from services.history.keys import published_keys
from services.platform.garbage import SELDOM, look
from services.store import open_sql, open_store
from services.store.archive.lookups import LAST_TOPIC
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tlog.tlog_storage import LogStorage

GAMES_A_TASK = 8
LOG_BATCH = 5_000
PSEUDONYM = 16
"""Hexadecimal digits of a pseudonym: 64 bits."""


class FinishedGame(Struct, frozen=True):
    """A game to write. `path`: of its exported file; empty for a game of the store."""

    game_id: str
    ended_at: datetime
    path: str = ""


class Task(Struct, frozen=True):
    """A few games of one month for a worker. `key`: of the month's pseudonyms. `keys`: the key set that signed exported
    files."""

    key: bytes
    games: tuple[FinishedGame, ...]
    store: str = ""
    archive: str = ""
    keys: dict[str, Any] = {}


class Folded(Struct, frozen=True):
    """The games of a task: their rows by table, those left out with the reason, and the ends that count for ratings,
    each with the seats that have rows."""

    tables: dict[str, pa.Table]
    left_out: dict[str, str]
    ends: dict[str, tuple[Transition, frozenset[int]]]


Run: TypeAlias = Callable[[Sequence[Task]], Iterable[Folded]]
"""Runs tasks somewhere and gives their results in the order of the tasks."""
Months: TypeAlias = Mapping[str, Sequence[FinishedGame]]
"""Finished games by the month of their end, each month in the order of the ends."""


class Written(Struct, frozen=True):
    """The rows written by table, and the games that were left out with the reason."""

    rows: dict[str, int]
    left_out: dict[str, str]


class LeftOut(Exception):
    """The game is not in the dataset. `end`: of a game that counts for ratings all the same."""

    def __init__(self, reason: str, end: Transition | None = None) -> None:
        super().__init__(reason)
        self.end = end


def month_key(key: bytes, month: str) -> bytes:
    """Return the key of a month's pseudonyms. Pseudonyms of two months cannot be linked without the first key."""
    return hmac.digest(key, month.encode(), "sha256")


def pseudonym(key: bytes, account: str) -> str:
    return hmac.digest(key, account.encode(), "sha256").hex()[:PSEUDONYM]


# ---- finding games ---------------------------------------------------------------------------------------------------


async def finished_games(store: EventStore) -> Months:
    """Return the finished games of a store."""
    position, found = 0, list[FinishedGame]()
    while rows := await store.read_log(position, LOG_BATCH):
        for each in rows:
            if each.row.topic.startswith(LAST_TOPIC):
                found.append(FinishedGame(each.row.stream_id, read_envelope(each.row).at))
        position = rows[-1].position
    return _by_month(found)


def exported_games(folder: Path) -> Months:
    """Return the finished games of a folder of exported files. Workers prove the files later. A malformed file goes by
    its name, in a month of its own."""
    found = list[FinishedGame]()
    for path in sorted(folder.glob("*.jsonl")):
        try:
            header = read_header(content := path.read_bytes())
            if header.viewer == ALL and header.status == FINISHED:
                found.append(FinishedGame(header.game, read_envelope(last_row(header, content)).at, str(path)))
        except (MalformedFile, *UNREADABLE):
            found.append(FinishedGame(path.name, datetime.min.replace(tzinfo=UTC), str(path)))
    return _by_month(sorted(found, key=lambda each: (each.ended_at, each.game_id)))


def _by_month(games: Iterable[FinishedGame]) -> Months:
    found = defaultdict[str, list[FinishedGame]](list)
    for each in games:
        found[f"{each.ended_at:%Y-%m}"].append(each)
    return {month: found[month] for month in sorted(found)}


# ---- folding games, in a worker --------------------------------------------------------------------------------------


def fold_games(task: Task) -> Folded:
    """Fold the games of a task. Runs in a worker."""
    return asyncio.run(_fold_stored(task)) if task.store else _collect(map(partial(_fold_file, task), task.games))


async def _fold_stored(task: Task) -> Folded:
    store, sql = open_store(task.store, task.archive), open_sql(task.store)
    try:
        return _collect([await _fold_game(store, sql, task.key, game.game_id) for game in task.games])
    finally:
        await store.close()
        await sql.close()


_Game: TypeAlias = tuple[str, GameRows | str, Transition | None]
"""A game's id, its rows or the reason why it is left out, and its end where it counts for ratings."""


async def _fold_game(store: EventStore, sql: Sql, key: bytes, game_id: str) -> _Game:
    codec, rows, imports, steps = stored.codec(), await store.load(game_id), Imports(sql), list[Step]()
    if fault := verify_rows(rows, codec, watch=steps.append).fault:
        return game_id, f"{fault.code} at version {fault.version}", None
    if await imports.among([game_id]):
        return game_id, "the game is another server's", None
    accounts = _accounts(steps)
    here = await imports.accounts_here(accounts) if accounts else ()
    return _fold_rows(rows, steps, codec, partial(_player, key, here), await LogStorage(sql).index_of_end(game_id))


def _fold_file(task: Task, game: FinishedGame) -> _Game:
    codec, steps = stored.codec(), list[Step]()
    try:
        file = take_apart(Path(game.path).read_bytes())
    except MalformedFile as error:
        return game.game_id, f"{error.code} at version 0", None
    if fault := verify_parts(file, codec, published_keys(task.keys), watch=steps.append).fault:
        return game.game_id, f"{fault.code} at version {fault.version}", None
    return _fold_rows(file.rows, steps, codec, partial(_player, task.key, _accounts(steps)), None)


def _accounts(steps: Sequence[Step]) -> list[str]:
    began = next(event for step in steps for event in step.events if isinstance(event, GameBegan))
    return [each.account for each in began.seats if each.account]


def _fold_rows(
    rows: Sequence[EventRow], steps: Sequence[Step], codec: Codec, player: Callable[[Occupant], Row], leaf: int | None
) -> _Game:
    opened, end = steps[0].after.opened, end_of(rows, steps, codec)
    if opened.private:
        return opened.game_id, "the table was private", end
    return opened.game_id, rows_of(rows, steps, player, leaf), end


def _collect(games: Iterable[_Game]) -> Folded:
    parts, left_out = {name: columns_of(name) for name in OF_ONE_GAME}, dict[str, str]()
    ends = dict[str, tuple[Transition, frozenset[int]]]()
    for game_id, found, end in games:
        seats = frozenset[int]()
        if isinstance(found, str):
            left_out[game_id] = found
        else:
            for name, part in parts.items():
                for column, values in getattr(found, name).items():
                    part[column] += values
            occupants = enumerate(found.seats["occupant"])
            seats = frozenset(seat for seat, occupant in occupants if occupant in ("account", "bot"))
        if end:
            ends[game_id] = end, seats
    return Folded({name: table_of(name, parts[name]) for name in OF_ONE_GAME}, left_out, ends)


def _player(key: bytes, here: Collection[str], occupant: Occupant) -> Row:
    """Return the occupant of a seat. Guests and deleted accounts have no pseudonym."""
    if not occupant.account:
        return {"occupant": "bot", "player": None}
    if occupant.guest is True:
        return {"occupant": "guest", "player": None}
    if occupant.account not in here:
        return {"occupant": "deleted", "player": None}
    if occupant.program is True:
        return {"occupant": "program", "player": pseudonym(key, occupant.account)}
    return {"occupant": "account", "player": pseudonym(key, occupant.account)}


@contextmanager
def workers(number: int) -> Iterator[Run]:
    """Give a function that runs tasks in so many processes and yields their results in order."""
    with ProcessPoolExecutor(number, get_context("spawn"), initializer=look, initargs=(SELDOM,)) as pool:

        def run(tasks: Sequence[Task]) -> Iterator[Folded]:
            """Keep a few tasks for each process waiting, so that results do not pile up."""
            waiting, left = [pool.submit(fold_games, task) for task in tasks[: 4 * number]], iter(tasks[4 * number :])
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(fold_games, task) for task in islice(left, 1)]

        yield run


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(
    to: Path,
    games: Months,
    task: Callable[[str, tuple[FinishedGame, ...]], Task],
    run: Run,
    folded: Callable[[int], None] = lambda games: None,
) -> Written:
    """Write each table into `to`, a row group a month. `task`: of a month and some of its games. `folded` is called
    with the number of games that were done since. The rows of a month wait on disk: memory does not grow with them."""
    rows, left_out, ratings = dict.fromkeys(SCHEMA, 0), dict[str, str](), Ratings()
    with ExitStack() as stack:
        files = {name: stack.enter_context(_file(to, name)) for name in SCHEMA}
        for month, finished in games.items():
            ends = dict[str, tuple[Transition, frozenset[int]]]()
            with TemporaryDirectory(dir=to, prefix=".") as folder, _Month(Path(folder)) as waiting:
                in_order = sorted(finished, key=lambda each: each.game_id)
                for some, done in zip(_some(in_order), run([task(month, s) for s in _some(in_order)]), strict=True):
                    waiting.add(done.tables)
                    left_out |= done.left_out
                    ends |= done.ends
                    folded(len(some))
                waiting.add({"ratings": table_of("ratings", columns_of("ratings", _rated(ratings, finished, ends)))})
                for name, file in files.items():
                    rows[name] += waiting.write(name, file)
    return Written(rows, left_out)


def _rated(
    ratings: Ratings, finished: Iterable[FinishedGame], ends: Mapping[str, tuple[Transition, frozenset[int]]]
) -> list[Row]:
    """Count the games of a month in the order of their ends, and return the rows in the order of ids."""
    rows = list[Row]()
    for game in finished:
        if game.game_id in ends:
            end, seats = ends[game.game_id]
            rows += [row for row in ratings.count(end) if row["seat"] in seats]
    return sorted(rows, key=lambda row: (row["game_id"], row["seat"]))


class _Month:
    """The rows of one month, in files of Arrow next to the dataset until they are written."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._files = folder, ExitStack()
        self._open = {name: self._files.enter_context(self._new(name)) for name in SCHEMA}

    def __enter__(self) -> "_Month":
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def _new(self, name: str) -> Any:
        return pa.ipc.new_file(str(self._folder / name), SCHEMA[name])

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        for name, table in tables.items():
            self._open[name].write_table(table)

    def write(self, name: str, file: pq.ParquetWriter) -> int:
        """Write a table as one row group and return the number of its rows. Nothing can be added to it any more."""
        self._open[name].close()
        with pa.memory_map(str(self._folder / name)) as mapped:
            table = pa.ipc.open_file(mapped).read_all()
            if table.num_rows:
                file.write_table(table, row_group_size=table.num_rows)
            return int(table.num_rows)


def _file(to: Path, name: str) -> Any:
    return pq.ParquetWriter(path_of(to, name), SCHEMA[name], compression="zstd", version="2.6")


def _some(games: Sequence[FinishedGame]) -> Iterator[tuple[FinishedGame, ...]]:
    for start in range(0, len(games), GAMES_A_TASK):
        yield tuple(games[start : start + GAMES_A_TASK])
